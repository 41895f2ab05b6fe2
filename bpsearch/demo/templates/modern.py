# ruff: noqa: E501
"""Pages of about 2013 until today: HTML5 elements, figures, cards and cookie notices."""

from __future__ import annotations

from bpsearch.demo.markup import BodyTags, anchor, body, charset_meta, elements, heading, link_list, tag_cloud
from bpsearch.demo.view import View

FIGURE = '<figure><img src="{picture}" alt="" width="640" height="420" loading="lazy"><figcaption>{text}</figcaption></figure>\n'
ARTICLE = BodyTags(
    heading="<h2>{text}</h2>\n",
    quote="<blockquote>{text}</blockquote>\n",
    caption=FIGURE,
    verse="{text}<br>\n",
)
LINES = BodyTags(
    heading="<h3>{text}</h3>\n",
    items="<ol>\n{text}</ol>\n",
    caption=FIGURE,
    verse='<span class="line">{text}</span>\n',
    verses='<div class="poem">\n{text}</div>\n',
)


def _head(view: View, css: str) -> str:
    background, text, accent, panel = view.style.palette
    return f"""<!DOCTYPE html>
<html lang="en"><head>{charset_meta(view)}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{view.article.headline} | {view.site.name}</title>
<meta property="og:title" content="{view.site.name}">
<script type="application/ld+json">{{"@type": "BlogPosting", "datePublished": "{view.post.day}"}}</script>
<style>
:root {{ --bg: {background}; --fg: {text}; --accent: {accent}; --panel: {panel} }}
body {{ margin: 0; background: var(--bg); color: var(--fg); line-height: 1.6 }} a {{ color: var(--accent) }}
{css}
</style></head>
"""


def _comments(view: View) -> str:
    return "".join(
        f'<li><article class="comment"><footer><b>{comment.author}</b> <time>{comment.when}</time></footer>'
        f"<p>{' '.join(comment.lines)}</p></article></li>\n"
        for comment in view.article.comments
    )


def photo(view: View) -> str:
    """A photo blog: the picture first, a line below it, notes of other users, an archive of headlines."""
    site, style, furniture = view.site, view.style, view.furniture
    notes = "".join(
        f'<li class="note">{anchor(link)} {"liked this" if index % 2 else "reblogged this"}</li>\n'
        for index, link in enumerate(furniture.friends.links)
    )
    navigation = f"<nav><ul>{''.join(f'<li>{anchor(link)}</li>' for link in furniture.navigation)}</ul></nav>\n"
    previews = "".join(
        f'<figure class="prev"><a href="{teaser.link.url}"><img src="/t.jpg" alt="" width="120" height="80"></a>'
        f"<figcaption>{anchor(teaser.link)}</figcaption></figure>\n"
        for teaser in view.teasers
    )
    css = """body { font: 15px Helvetica, Arial, sans-serif } main { max-width: 680px; margin: 0 auto } figure { margin: 1em 0 }
nav li { display: inline; margin-right: 1em } img { background: var(--panel) } .prev { display: inline-block; width: 130px; font-size: 11px }
.tags span { margin-right: .5em } .line { display: block } footer { font-size: 11px; text-align: center }"""
    return f"""{_head(view, css)}<body><header><h1><a href="/">{site.name}</a></h1><p>{site.tagline}</p>
{navigation if style.navigation != "bottom" else ""}</header>
<main>{previews if style.teasers == "before" else ""}<article>{body(view, LINES)}
{heading(style.heading, view.article.headline)}
<time datetime="{view.post.day}">{view.day}</time></article>
<div class="tags">{tag_cloud(view)}</div>
<section class="notes"><h3>{len(furniture.friends.links) + view.post.number % 90} notes</h3><ol>{notes}{_comments(view)}</ol></section>
<section><h3>{view.recent.title}</h3>{link_list(style, view.recent.links)}</section>
{previews if style.teasers != "before" else ""}</main>
<footer>{navigation if style.navigation == "bottom" else ""}<p>{furniture.licence}</p>{elements("span", (*furniture.footers, *furniture.small_print))}</footer>
</body></html>"""


def notebook(view: View) -> str:
    """A generated static site: little round the text, tags and neighbours below, an index at the side."""
    site, style, furniture = view.site, view.style, view.furniture
    css = """body { font: 17px/1.6 Charter, Georgia, serif } .wrap { max-width: 46em; margin: 0 auto; padding: 1em } nav a { margin-right: 1em }
aside { background: var(--panel); padding: .5em 1em; font-size: .85em } .line { display: block } .meta { color: gray; font-size: .85em }"""
    navigation = f"<nav>{''.join(f'<span>{anchor(link)}</span> ' for link in furniture.navigation[:5])}</nav>\n"
    neighbours = "".join(
        f"<li>{label} {anchor(link)}</li>" for label, link in (("Older:", view.previous), ("Newer:", view.following)) if link
    )
    index = f"<aside><h2>{view.recent.title}</h2>{link_list(style, view.recent.links)}<h2>{furniture.archive.title}</h2>{link_list(style, furniture.archive.links)}</aside>\n"
    tags = "".join(f'<li><a href="{link.url}">#{link.text}</a></li>' for link in furniture.tags.links[:9])
    return f"""{_head(view, css)}<body><div class="wrap"><header><p><a href="/">{site.name}</a></p>{navigation if style.navigation != "bottom" else ""}</header>
{index if style.teasers == "before" else ""}<article><header>{heading(style.heading, view.article.headline)}
<p class="meta"><time>{view.day}</time></p></header>
{body(view, LINES)}
<ul class="tags">{tags}</ul></article>
<ul class="neighbours">{neighbours}</ul>
{index if style.teasers != "before" else ""}<section><h2>{furniture.titles["comments"]}</h2><ol>{_comments(view)}</ol></section>
<footer><h2>{furniture.friends.title}</h2>{link_list(style, furniture.friends.links)}{navigation if style.navigation == "bottom" else ""}
<p>{furniture.about}</p><p>{furniture.licence}</p>{elements("small", furniture.footers)}</footer></div></body></html>"""


def minimal(view: View) -> str:
    """A small theme with header, main, aside and footer, a sign-up box and related posts below."""
    site, style, furniture = view.site, view.style, view.furniture
    css = """body { font: 18px/1.7 Iowan Old Style, Palatino, serif } .grid { display: flex; flex-wrap: wrap; max-width: 68em; margin: 0 auto; gap: 3em; padding: 1em }
main { flex: 3 1 30em } aside { flex: 1 1 12em; font-size: .8em } header nav li, .share li { display: inline-block; margin-right: 1em; list-style: none }
.signup, .cookies { background: var(--panel); padding: 1em; font-size: .8em } h1, h2, h3 { line-height: 1.2 }"""
    navigation = f"<nav><ul>{''.join(f'<li>{anchor(link)}</li>' for link in furniture.navigation)}</ul></nav>"
    related = "".join(
        f"<article><h3>{anchor(teaser.link)}</h3><time>{teaser.day}</time><p>{teaser.excerpt}</p></article>\n" for teaser in view.teasers
    )
    related = f'<section class="related"><h2>{view.related.title}</h2>{related}</section>\n'
    aside = "".join(
        f"<section><h3>{widget.title}</h3>{link_list(style, widget.links)}</section>\n"
        for widget in (view.popular, view.recent, furniture.archive, furniture.friends)
    )
    aside = f'<aside>{aside}<section><h3>{furniture.tags.title}</h3>{tag_cloud(view)}</section>{related if style.teasers == "side" else ""}</aside>\n'
    main = f"""<main><article>{heading(style.heading, view.article.headline)}
<p>By <b>{furniture.author}</b>, <time>{view.day}</time></p>
{body(view, ARTICLE)}</article>
<ul class="share">{elements("li", furniture.share)}</ul>
<section class="signup"><p>{furniture.newsletter}</p><button>Sign up</button></section>
{related if style.teasers != "side" else ""}<section id="comments"><h2>{furniture.titles["comments"]}</h2><ul>{_comments(view)}</ul></section></main>
"""
    cookies = f'<div class="cookies" role="dialog"><p>{furniture.notice}</p><button>Accept</button><button>Refuse</button><button>Settings</button></div>\n'
    return f"""{_head(view, css)}<body>{cookies if style.heading % 2 else ""}<header><h1>{site.name}</h1><p>{site.tagline}</p>{navigation}</header>
<div class="grid">{aside + main if style.side == "left" else main + aside}</div>
<footer><p>{furniture.about}</p><p>{furniture.licence}</p><ul>{elements("li", furniture.footers)}</ul></footer>
{"" if style.heading % 2 else cookies}</body></html>"""


def cards(view: View) -> str:
    """A content site: menu, hero, share buttons, cards of other posts in a grid, consent dialog."""
    site, style, furniture = view.site, view.style, view.furniture
    css = """body { font: 16px/1.6 system-ui, Helvetica, Arial, sans-serif } .bar { background: var(--accent); padding: .6em 1em } .bar a { color: var(--bg); margin-right: 1em }
main { max-width: 44em; margin: 0 auto; padding: 1em } .cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1em; max-width: 70em; margin: 0 auto }
.card { background: var(--panel); padding: 1em; border-radius: 8px; font-size: .85em } .chips span, .share button { background: var(--panel); border: 0; border-radius: 1em; padding: .2em .8em; margin: .2em; display: inline-block }
.consent { position: fixed; bottom: 0; background: #222; color: #fff; padding: 1em; font-size: .8em }"""
    menu = "".join(f'<div class="mi">{anchor(link)}</div>' for link in furniture.navigation)
    grid = "".join(
        f'<div class="card"><img src="/c.jpg" alt="" width="240" height="120"><h4>{anchor(teaser.link)}</h4><p>{teaser.excerpt}</p><span>{teaser.day}</span></div>\n'
        for teaser in view.teasers
    )
    grid = f'<section><h2>{view.related.title}</h2><div class="cards">{grid}</div></section>\n'
    more = "".join(f"<li>{anchor(link)}</li>\n" for link in (*view.popular.links, *view.elsewhere.links))
    chips = "".join(f"<span>{anchor(link)}</span>\n" for link in furniture.tags.links)
    share = elements("button", furniture.share)
    columns = "".join(
        f"<div><h5>{widget.title}</h5>{link_list(style, widget.links)}</div>\n"
        for widget in (view.recent, furniture.archive, furniture.friends)
    )
    return f"""{_head(view, css)}<body>
<div class="bar"><a href="/"><b>{site.name}</b></a>{menu if style.navigation != "bottom" else ""}</div>
{grid if style.teasers == "before" else ""}<main><article>
<div class="kicker">{furniture.tags.links[-1].text}</div>{heading(style.heading, view.article.headline)}<p><i>{site.tagline}</i></p>
<div class="who"><span>{furniture.author}</span> <span>{view.day}</span></div>
<div class="share">{share}</div>
{body(view, ARTICLE)}
<div class="author"><p>{furniture.about}</p></div></article>
<div class="chips">{chips}</div>
<aside class="newsletter"><h3>{furniture.small_print[0]}</h3><p>{furniture.newsletter}</p></aside>
<section><h3>{furniture.titles["comments"]}</h3><ul>{_comments(view)}</ul></section></main>
{grid if style.teasers != "before" else ""}<section><h2>{view.popular.title}</h2><ol>{more}</ol></section>
<footer>{columns}{menu if style.navigation == "bottom" else ""}<p>{furniture.licence}</p>{elements("small", furniture.footers)}</footer>
<div class="consent"><p>{furniture.notice}</p><button>Accept all</button><button>Reject</button><button>Manage choices</button></div>
</body></html>"""
