# ruff: noqa: E501
"""Weblogs of about 2003 to 2007: journals, hosted blogs, and blogs with trackbacks."""

from __future__ import annotations

from bpsearch.demo.markup import BodyTags, anchor, body, charset_meta, elements, heading, link_list, tag_cloud
from bpsearch.demo.view import View, Widget

JOURNAL = BodyTags(
    paragraph="{text}<br /><br />\n",
    heading="<u>{text}</u><br />\n",
    quote="<blockquote>{text}</blockquote>\n",
    caption='<img src="{picture}" width="300" height="200" /><br />{text}<br /><br />\n',
    verse="{text}<br />\n",
    verses="{text}<br />\n",
)
DIVS = BodyTags(
    paragraph="<div>{text}</div>\n",
    heading="<h4>{text}</h4>\n",
    caption='<div style="text-align:center"><img src="{picture}" width="320" height="240" /><span>{text}</span></div>\n',
    verse="<div>{text}</div>\n",
    verses="{text}",
)
PARAGRAPHS = BodyTags(verse="{text}<br />\n")


def journal(view: View) -> str:
    """A shared journal host: a table for the entry, mood and music, nested replies pushed right."""
    site, style, furniture = view.site, view.style, view.furniture
    background, text, accent, panel = style.palette
    moods = ("tired", "cheerful", "curious", "grumpy", "calm", "busy")
    replies = "".join(
        f'<table style="margin-left:{25 * (index % 3)}px" width="80%"><tr bgcolor="{panel}"><td><b>{comment.author}</b></td>'
        f"<td>{comment.when}</td></tr><tr><td colspan=2>{' '.join(comment.lines)}</td></tr>"
        f'<tr><td>(<a href="#r{index}">Reply to this</a>)</td></tr></table>\n'
        for index, comment in enumerate(view.article.comments)
    )
    side = "".join(
        f'<div class="box"><b>{widget.title}</b><br />{link_list(style, widget.links)}</div>\n'
        for widget in (view.recent, furniture.friends, furniture.archive, view.popular)
    )
    side += f'<div class="box">{tag_cloud(view)}</div>'
    navigation = "\n".join(f"<li>{anchor(link)}</li>" for link in furniture.navigation)
    teasers = "".join(
        f"<p><b>{anchor(teaser.link)}</b> <small>{teaser.day}</small><br />{teaser.excerpt}</p>\n" for teaser in view.teasers[:3]
    )
    entry = f"""<td valign="top"><table class="entry" width="100%"><tr><td class="date">{view.day}</td></tr>
<tr><td>{heading(style.heading, view.article.headline)}</td></tr>
<tr><td>{body(view, JOURNAL)}</td></tr>
<tr><td><b>Current Mood:</b> {moods[view.post.number % 6]}<br /><b>Current Music:</b> {moods[view.post.day.day % 6]}</td></tr>
<tr><td align="right">{" | ".join(furniture.small_print)}</td></tr></table>
{replies}{teasers}</td>
"""
    column = f'<td valign="top" width="180">{side}<p>{furniture.about}</p></td>'
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html><head><title>{furniture.author.lower()}: {view.article.headline}</title>{charset_meta(view)}
<style type="text/css">body {{ background: {background}; color: {text}; font: 12px Verdana, sans-serif }}
a {{ color: {accent} }} .box {{ border: 1px dashed {accent}; padding: 6px; margin: 8px 0 }} .date {{ background: {panel} }}
li {{ display: inline; margin-right: 1em }}</style></head>
<body><h1>{site.name}</h1><p>{site.tagline}</p>
<ul>{navigation}</ul>
<table width="90%" align="center" cellspacing="10"><tr>{column + entry if style.side == "left" else entry + column}</tr></table>
<p align="center"><small>{furniture.licence}</small></p>
{elements("div", furniture.footers)}
</body></html>"""


def blogger(view: View) -> str:
    """A hosted blog: main and side divs, previous posts, a profile, comments as a definition list."""
    site, style, furniture = view.site, view.style, view.furniture
    background, text, accent, panel = style.palette
    comments = "".join(
        f"<dt>{comment.author} said...</dt>\n<dd><p>{' '.join(comment.lines)}</p></dd>\n<dd class='stamp'>{comment.when}</dd>\n"
        for comment in view.article.comments
    )
    level = style.heading + 1
    widgets: list[tuple[Widget, str]] = [
        (widget, link_list(style, widget.links))
        for widget in (view.recent, furniture.archive, furniture.friends, view.related)
    ]
    widgets.append((furniture.tags, tag_cloud(view)))
    side = "".join(f"{heading(level + 1, widget.title)}\n{content}\n" for widget, content in widgets)
    navigation = link_list(style, furniture.navigation, "nav")
    teasers = "".join(f"<p>{anchor(teaser.link)}: {teaser.excerpt}</p>\n" for teaser in view.teasers[:4])
    profile = f'<div id="profile"><h2>About me</h2><p>{furniture.about}</p><p>View my complete profile</p></div>'
    main = f"""<div id="main">
{teasers if style.teasers == "before" else ""}<h2 class="date-header">{view.day}</h2>
<div class="post"><a name="{view.post.number}"></a>
{heading(level, view.article.headline, ' class="post-title"')}
{body(view, DIVS)}
<p class="post-footer"><em>posted by {furniture.author} @ {view.day}</em></p></div>
<div id="comments">{heading(level, f"{len(view.article.comments)} Comments:")}
<dl>{comments}</dl><p>Post a Comment</p></div>
{teasers if style.teasers == "after" else ""}</div>
"""
    column = f'<div id="sidebar">{profile if style.navigation == "side" else navigation + profile}\n{side}'
    column += f"{teasers if style.teasers == 'side' else ''}{elements('div', furniture.small_print)}</div>\n"
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{site.name}: {view.article.headline}</title>
{charset_meta(view)}
<style type="text/css">
body {{ background: {background}; color: {text}; font: small Georgia, serif; margin: 0 }}
#header {{ border: 1px solid {accent}; margin: 10px auto; width: 740px; text-align: center }}
#content {{ width: 740px; margin: 0 auto }} #main {{ width: 460px; float: {"right" if style.side == "left" else "left"} }}
#sidebar {{ width: 240px; float: {style.side} }} a {{ color: {accent} }} .post div {{ margin: .8em 0 }}
#footer {{ clear: both; background: {panel} }}
</style></head><body>
<div id="header"><h1>{site.name}</h1><p>{site.tagline}</p></div>
<div id="content">
{column + main if style.side == "left" else main + column}</div>
<div id="footer"><p>{furniture.licence}</p>{elements("span", furniture.footers)}</div>
</body></html>"""


def trackback(view: View) -> str:
    """A self-hosted blog: previous and next on top, trackbacks, a comment form, sections with h2."""
    site, style, furniture = view.site, view.style, view.furniture
    background, text, accent, panel = style.palette
    way = " | ".join(
        part
        for part in (
            view.previous and f"&laquo; {anchor(view.previous)}",
            '<a href="/">Main</a>',
            view.following and f"{anchor(view.following)} &raquo;",
        )
        if part
    )
    trackbacks = "".join(
        f"<p>&raquo; {anchor(link)} from {link.url.split('/')[2]}</p>\n" for link in view.elsewhere.links[:3]
    )
    comments = "".join(
        f'<div class="comment"><p>{" ".join(comment.lines)}</p><p class="by">Posted by: <a href="#">{comment.author}</a> at {comment.when}</p></div>\n'
        for comment in view.article.comments
    )
    widgets = [view.recent, view.related, furniture.archive, furniture.friends, furniture.tags]
    side = "".join(
        f'<div class="sidetitle">{widget.title}</div>\n<div class="side">{link_list(style, widget.links)}</div>\n'
        for widget in widgets
    )
    labels = elements("label", furniture.form)
    teasers = "".join(
        f'<div class="excerpt"><h4>{anchor(teaser.link)}</h4>{teaser.excerpt}<br /><a href="{teaser.link.url}">Continue reading</a></div>\n'
        for teaser in view.teasers
    )
    navigation = f'<div id="nav">{" ".join(f"<span>{anchor(link)}</span>" for link in furniture.navigation)}</div>\n'
    content = f"""<div id="center"><div class="content">
<p align="right">{way}</p>
{teasers if style.teasers == "before" else ""}<div class="date">{view.day}</div>
{heading(style.heading + 1, view.article.headline)}
{body(view, PARAGRAPHS)}
<p class="posted">Posted by {furniture.author} on {view.day}</p>
<h2>Trackback Pings</h2>
{trackbacks}
<h2>{furniture.titles["comments"]}</h2>
{comments}
<h2>Post a comment</h2><form action="/cgi-bin/comments.cgi">{labels}<textarea rows="8"></textarea></form>
<p>{furniture.newsletter}</p>
{teasers if style.teasers != "before" else ""}</div></div>
"""
    column = f'<div id="side"><div class="side">{furniture.about}</div>{side}</div>\n'
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html><head>{charset_meta(view)}
<title>{site.name}: {view.article.headline}</title>
<style type="text/css">body {{ background: {background}; color: {text}; font-family: Trebuchet MS, sans-serif; font-size: 13px }}
#center {{ width: 65%; float: {"right" if style.side == "left" else "left"} }} #side {{ width: 28%; float: {style.side}; background: {panel} }}
a {{ color: {accent} }} .sidetitle {{ letter-spacing: .2em; border-bottom: 1px solid {accent} }} span {{ margin-right: 1em }}
label {{ display: block }} #foot {{ clear: both }}</style></head>
<body><div id="banner"><h1><a href="/">{site.name}</a></h1><span class="description">{site.tagline}</span></div>
{navigation if style.navigation == "top" else ""}
{column + content if style.side == "left" else content + column}
<div id="foot">{navigation if style.navigation != "top" else ""}{elements("p", furniture.footers)}<p>{furniture.licence}</p></div>
</body></html>"""
