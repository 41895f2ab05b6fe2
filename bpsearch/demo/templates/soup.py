# ruff: noqa: E501
"""Pages of about 2008 to 2012: wrappers in wrappers, widgets, share bars, sliders and tabs."""

from __future__ import annotations

from bpsearch.demo.markup import BodyTags, anchor, body, charset_meta, elements, heading, link_list, tag_cloud
from bpsearch.demo.view import View, Widget

PARAGRAPHS = BodyTags(
    caption='<div class="wp-caption"><img src="{picture}" width="400" height="270" alt="" /><p class="wp-caption-text">{text}</p></div>\n',
    verse="{text}<br />\n",
)
SPANS = BodyTags(
    paragraph='<div class="txt"><div class="txt-inner">{text}</div></div>\n',
    heading='<div class="sub-hd"><strong>{text}</strong></div>\n',
    quote='<div class="quote"><div>{text}</div></div>\n',
    item='<div class="row">{text}</div>\n',
    items='<div class="rows">\n{text}</div>\n',
    caption='<div class="pic"><img src="{picture}" width="480" height="300" alt=""/><div class="cap">{text}</div></div>\n',
    verse="<div>{text}</div>\n",
    verses='<div class="verses">{text}</div>\n',
)


def _widget(view: View, widget: Widget, content: str | None = None) -> str:
    level = view.style.heading + 1
    return f"""<div class="{view.style.prefix}widget"><div class="widget-wrap">
{heading(level, widget.title, ' class="widgettitle"')}
{content or link_list(view.style, widget.links)}
</div></div>
"""


def soup(view: View) -> str:
    """A blog theme: header, content and sidebar wrapped several times, related posts with first lines."""
    site, style, furniture = view.site, view.style, view.furniture
    background, text, accent, panel = style.palette
    menu = link_list(style, furniture.navigation, "menu")
    share = "".join(f'<span class="st"><a href="#{number}">{label}</a></span>\n' for number, label in enumerate(furniture.share))
    comments = "".join(
        f"""<li class="comment {"even" if index % 2 else "odd"}" id="comment-{index}"><div class="comment-body"><div class="vcard">
<cite class="fn">{comment.author}</cite> <span class="says">says:</span></div>
<div class="comment-meta"><a href="#comment-{index}">{view.day} at {comment.when}</a></div>
<p>{" ".join(comment.lines)}</p><div class="reply"><a href="#respond">Reply</a></div></div></li>
"""
        for index, comment in enumerate(view.article.comments)
    )
    related = "".join(
        f'<div class="rp"><div class="rp-t"><a href="{teaser.link.url}">{teaser.link.text}</a></div><div class="rp-x">{teaser.excerpt}</div></div>\n'
        for teaser in view.teasers
    )
    related = f'<div id="related"><h3>{view.related.title}</h3>{related}</div>\n'
    sides = [_widget(view, view.recent), _widget(view, furniture.tags, tag_cloud(view)), _widget(view, furniture.friends)]
    sides += [_widget(view, furniture.archive), _widget(view, view.popular), _widget(view, Widget("Meta", ()), elements("li", furniture.small_print))]
    sides.insert(view.site.number % 4, _widget(view, Widget("About", ()), f"<p>{furniture.about}</p>"))
    if style.teasers == "side":
        sides.insert(0, related)
    sides += [f'<div class="ad">{ad}</div>' for ad in furniture.ads]
    content = f"""<div id="content-wrap"><div id="content-inner"><div id="content">
{related if style.teasers == "before" else ""}<div class="post-{view.post.number} post hentry"><div class="post-top"><div class="post-top-inner">
{heading(style.heading, f'<a href="#">{view.article.headline}</a>', ' class="entry-title"')}
<div class="postmeta">{view.day} <span class="sep">|</span> by <span class="author">{furniture.author}</span></div></div></div>
<div class="entry"><div class="entry-inner">
{body(view, PARAGRAPHS)}</div></div>
<div class="share">{share}</div>
<div class="postmeta">Filed under: {", ".join(anchor(link) for link in furniture.tags.links[:3])}</div></div>
{related if style.teasers == "after" else ""}<div id="comments"><h3>{len(view.article.comments)} {furniture.titles["comments"]}</h3><ol>{comments}</ol>
<div id="respond"><h3>Leave a Reply</h3><form>{"".join(f"<p><label>{label}</label> <input type=text /></p>" for label in furniture.form)}</form></div></div>
</div></div></div>
"""
    sidebar = f'<div id="sidebar-wrap"><div id="sidebar"><div class="sb-inner">{"".join(sides)}</div></div></div>\n'
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head profile="http://gmpg.org/xfn/11">{charset_meta(view)}
<title>{view.article.headline} &laquo; {site.name}</title>
<style type="text/css" media="screen">
body {{ background: {panel}; color: {text}; font: 13px "Lucida Grande", Verdana, Arial, sans-serif; margin: 0 }}
#page {{ width: 940px; margin: 0 auto; background: {background}; overflow: hidden }} #header {{ background: {accent}; padding: 24px; color: {background} }}
#header a {{ color: {background} }} #content {{ width: 600px; float: {"right" if style.side == "left" else "left"}; padding: 14px }}
#sidebar {{ width: 260px; float: {style.side}; padding: 14px; font-size: 11px }} a {{ color: {accent} }} .menu li {{ display: inline; margin-right: 12px }}
.st {{ background: {panel}; padding: 2px 6px }} #footer {{ clear: both; padding: 12px; border-top: 3px double {accent} }}
</style><script type="text/javascript">var addthis_pub = "{site.host}"; function track() {{ return false; }}</script></head>
<body class="single"><div id="page-wrap"><div id="page">
<div id="header"><div id="headerimg"><h1><a href="/">{site.name}</a></h1><div class="description">{site.tagline}</div></div></div>
{f'<div id="menu-wrap">{menu}</div>' if style.navigation != "bottom" else ""}
<div id="main-wrap">
{sidebar + content if style.side == "left" else content + sidebar}</div>
<div id="footer"><div class="footer-inner">{menu if style.navigation == "bottom" else ""}
<p>{site.name} is proudly powered by software. {furniture.licence}</p>{elements("span", furniture.footers)}</div></div>
</div></div><!-- {20 + view.post.number % 30} queries. 0.{300 + view.post.number % 600} seconds. --></body></html>"""


def magazine(view: View) -> str:
    """A magazine theme: a slider of stories on top, tabs of headlines, a wide footer with columns."""
    site, style, furniture = view.site, view.style, view.furniture
    background, text, accent, panel = style.palette
    slides = "".join(
        f'<div class="slide"><div class="slide-hd">{anchor(teaser.link)}</div><div class="slide-txt">{teaser.excerpt}</div>'
        f'<div class="slide-more"><a href="{teaser.link.url}">Full story</a></div></div>\n'
        for teaser in view.teasers
    )
    slider = f'<div id="slider">{slides}</div>\n'
    tabs = "".join(
        f'<div class="tab"><div class="tab-hd">{widget.title}</div>{link_list(style, widget.links)}</div>\n'
        for widget in (view.popular, view.recent, view.related)
    )
    comments = "".join(
        f'<div class="cmt"><div class="cmt-by">{comment.author}</div><div class="cmt-at">{comment.when}</div>'
        f'<div class="cmt-txt">{" ".join(comment.lines)}</div><div class="cmt-do"><a href="#">Like</a></div><div class="cmt-do"><a href="#">Report</a></div></div>\n'
        for comment in view.article.comments
    )
    columns = "".join(
        f'<div class="fcol"><div class="fcol-hd">{widget.title}</div>{link_list(style, widget.links)}</div>\n'
        for widget in (furniture.archive, furniture.friends, view.elsewhere)
    )
    menu = "".join(f'<div class="mi"><a href="{link.url}">{link.text}</a></div>\n' for link in furniture.navigation)
    share = "".join(f'<div class="sh">{label}</div>\n' for label in furniture.share)
    bits = "".join(f'<div class="bit">{label}</div>\n' for label in (*furniture.small_print, *furniture.ads))
    story = f"""<div id="story"><div class="hd"><div class="kicker">{furniture.tags.links[0].text}</div>
{heading(style.heading, view.article.headline)}<div class="by">{furniture.author}</div><div class="at">{view.day}</div></div>
<div class="share">{share}</div>
{body(view, SPANS)}
<div class="bio"><div class="bio-txt">{furniture.about}</div></div>
<div class="cmts"><div class="cmts-hd">{furniture.titles["comments"]} ({len(view.article.comments)})</div>{comments}</div></div>
"""
    rail = f'<div id="rail">{tabs}<div class="tags">{tag_cloud(view)}</div>{bits}</div>\n'
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html><head>{charset_meta(view)}<title>{view.article.headline} | {site.name}</title>
<style type="text/css">body {{ margin: 0; font: 13px/1.5 Arial, Helvetica, sans-serif; background: {background}; color: {text} }} a {{ color: {accent}; text-decoration: none }}
#top, #mid, #foot {{ width: 960px; margin: 0 auto; overflow: hidden }} #logo {{ font: bold 40px Georgia, serif; border-bottom: 5px solid {accent} }}
.mi, .sh, .bit {{ float: left; padding: 4px 10px; background: {panel}; margin: 2px }} #story {{ float: {"right" if style.side == "left" else "left"}; width: 600px }}
#rail {{ float: {style.side}; width: 320px; font-size: 12px }} .slide {{ float: left; width: 215px; height: 190px; overflow: hidden; padding: 8px; background: {panel}; margin: 4px }}
.slide-hd, .tab-hd, .fcol-hd {{ font-weight: bold }} .txt {{ margin: 1em 0; font-family: Georgia, serif; font-size: 15px }} .fcol {{ float: left; width: 300px }}
.cmt {{ border-top: 1px solid #ccc; padding: 6px }} .tags {{ clear: both }}</style></head>
<body><div id="top"><div id="logo">{site.name}</div><div class="tl">{site.tagline}</div>
{menu if style.navigation != "bottom" else ""}</div>
<div id="mid">{slider if style.teasers == "before" else ""}{rail + story if style.side == "left" else story + rail}
{slider if style.teasers != "before" else ""}</div>
<div id="foot">{menu if style.navigation == "bottom" else ""}{columns}<div class="legal">{furniture.licence}</div>{elements("div", furniture.footers)}</div>
</body></html>"""
