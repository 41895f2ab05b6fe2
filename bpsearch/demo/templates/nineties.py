# ruff: noqa: E501
"""Pages of about 1998 to 2004: font tags, layout tables, capital letters and end tags left out."""

from __future__ import annotations

from bpsearch.demo.markup import BodyTags, anchor, body, charset_meta, link_list, tag_cloud
from bpsearch.demo.view import View, Widget

HOMEPAGE = BodyTags(
    paragraph="<P>{text}\n",
    heading="<P><FONT SIZE=+1><B>{text}</B></FONT>\n",
    quote="<BLOCKQUOTE>{text}</BLOCKQUOTE>\n",
    item="<LI>{text}\n",
    items="<UL>\n{text}</UL>\n",
    caption='<P><CENTER><IMG SRC="{picture}" WIDTH=320 HEIGHT=240><BR><I>{text}</I></CENTER>\n',
    verse="{text}<BR>\n",
    verses="<P>{text}",
)
BREAKS = BodyTags(
    paragraph="{text}<br><br>\n",
    heading='<font size="3"><b>{text}</b></font><br><br>\n',
    quote="<blockquote><i>{text}</i></blockquote>\n",
    item="&#149; {text}<br>\n",
    items="{text}<br>\n",
    caption='<img src="{picture}" width="360" height="240" border="1"><br><font size="1">{text}</font><br><br>\n',
    verse="{text}<br>\n",
    verses="{text}<br>\n",
)


def homepage(view: View) -> str:
    """One column, rules, a bar of links in brackets, a guestbook instead of comments."""
    site, style, furniture = view.site, view.style, view.furniture
    background, text, accent, _ = style.palette
    bar = " | ".join(f"[ {anchor(link)} ]" for link in furniture.navigation)
    if style.lists != "run":
        bar = "\n".join(f"<TD>{anchor(link)}</TD>" for link in furniture.navigation)
        bar = f"<TABLE BORDER=1 CELLPADDING=4><TR>{bar}</TR></TABLE>"
    bar = f"<CENTER>{bar}</CENTER>\n"
    lists = "".join(
        f"<HR WIDTH=60%>\n<B>{widget.title}</B><BR>\n{link_list(style, widget.links)}\n"
        for widget in (view.recent, view.popular, furniture.archive, furniture.friends)
    )
    guests = "".join(
        f"<P><B>{comment.author}</B> <FONT SIZE=-1>{comment.when}</FONT><BR>{' '.join(comment.lines)}\n"
        for comment in view.article.comments
    )
    teasers = "".join(
        f"<LI>{anchor(teaser.link)}<BR><FONT SIZE=-1>{teaser.excerpt}</FONT>\n" for teaser in view.teasers[:3]
    )
    teasers = f"<P><B>{view.related.title}</B><UL>{teasers}</UL>\n"
    level = style.heading
    return f"""<HTML>
<HEAD>
<TITLE>{site.name}: {view.article.headline}</TITLE>
{charset_meta(view).upper()}
</HEAD>
<BODY BGCOLOR="{background}" TEXT="{text}" LINK="{accent}" VLINK="{accent}">
<CENTER><H1>{site.name}</H1>
<FONT SIZE=-1><I>{site.tagline}</I></FONT></CENTER>
{bar if style.navigation != "bottom" else ""}<HR>
{teasers if style.teasers == "before" else ""}<H{level}>{view.article.headline}</H{level}>
<FONT SIZE=-1>{view.day}</FONT>
{body(view, HOMEPAGE)}
<P ALIGN=RIGHT><I>{furniture.author}</I>
{teasers if style.teasers != "before" else ""}<HR>
<H3>{furniture.titles["comments"]}</H3>
{guests}
{lists}
<HR>
{tag_cloud(view)}
{bar if style.navigation == "bottom" else ""}<P><CENTER><TABLE BORDER=2 BGCOLOR="#cccccc"><TR><TD>&lt;&lt; Prev</TD>
<TD><FONT COLOR="#000000">The {furniture.footers[0]} Web Ring</FONT></TD><TD>Random</TD><TD>Next &gt;&gt;</TD></TR></TABLE>
<FONT SIZE=-2>{furniture.licence}</FONT><BR>
You are visitor number <IMG SRC="/cgi-bin/counter.gif" ALT="{10000 + view.post.number * 37}">
<BR>Last changed: {view.day}
</CENTER>
</BODY>
</HTML>"""


def _cell(widget: Widget, view: View, content: str | None = None) -> str:
    background, _, accent, panel = view.style.palette
    return f"""<table width="100%" border="0" cellspacing="0" cellpadding="3">
<tr><td bgcolor="{accent}"><font face="Verdana,Arial" size="1" color="{background}"><b>{widget.title}</b></font></td></tr>
<tr><td bgcolor="{panel}"><font face="Verdana,Arial" size="1">{content or link_list(view.style, widget.links)}</font></td></tr>
</table><br>
"""


def tables(view: View) -> str:
    """A header strip over two columns, everything in cells and Verdana."""
    site, style, furniture = view.site, view.style, view.furniture
    background, text, accent, panel = style.palette
    navigation = "\n".join(f"<tr><td>{anchor(link)}</td></tr>" for link in furniture.navigation)
    boxes = _cell(view.recent, view) + _cell(view.popular, view)
    boxes += _cell(furniture.tags, view, tag_cloud(view)) + _cell(furniture.archive, view) + _cell(furniture.friends, view)
    column = f"""<td width="170" valign="top">
{f'<table border="0" cellpadding="2">{navigation}</table><hr>' if style.navigation == "side" else ""}
{boxes}<font size="1">{furniture.about}</font></td>
"""
    strip = " ".join(f"<td>{anchor(link)}</td>" for link in furniture.navigation)
    strip = f'<table width="760" bgcolor="{panel}"><tr>{strip}</tr></table>\n'
    teasers = "".join(
        f'<tr><td valign="top" width="90"><font size="1">{teaser.day}</font></td><td><b>{anchor(teaser.link)}</b><br>'
        f'<font size="2">{teaser.excerpt}</font></td></tr>\n'
        for teaser in view.teasers
    )
    teasers = f'<table border="0" cellpadding="4">{teasers}</table>\n'
    comments = "".join(
        f'<tr><td bgcolor="{panel}"><font size="1"><b>{comment.author}</b></font></td>'
        f'<td bgcolor="{panel}" align="right"><font size="1">{comment.when}</font></td></tr>'
        f'<tr><td colspan="2"><font size="2">{" ".join(comment.lines)}</font></td></tr>\n'
        for comment in view.article.comments
    )
    main = f"""<td width="570" valign="top">
{teasers if style.teasers == "before" else ""}
<font face="Georgia,Times" size="{6 - style.heading}"><b>{view.article.headline}</b></font><br>
<font size="1">{view.day} by {furniture.author}</font><br><br>
<font face="Georgia,Times" size="3">
{body(view, BREAKS)}</font>
<hr noshade size="1">
<table width="100%"><tr>{"".join(f"<td><font size=1>{text}</font></td>" for text in furniture.small_print)}</tr></table>
<table width="100%" cellspacing="1" cellpadding="3">{comments}</table>
{teasers if style.teasers != "before" else ""}</td>
"""
    columns = column + main if style.side == "left" else main + column
    return f"""<html>
<head>
<title>{view.article.headline} - {site.name}</title>
{charset_meta(view)}
</head>
<body bgcolor="{background}" text="{text}" link="{accent}" vlink="{accent}" topmargin="0">
<center>
<table width="760" border="0" cellspacing="0" cellpadding="6"><tr>
<td bgcolor="{accent}"><font face="Arial" size="5" color="{background}"><b>{site.name}</b></font></td>
<td bgcolor="{accent}" align="right"><font size="1" color="{background}">{site.tagline}</font></td></tr></table>
{strip if style.navigation == "top" else ""}<table width="760" border="0" cellspacing="0" cellpadding="8"><tr>
{columns}</tr></table>
{strip if style.navigation == "bottom" else ""}<table width="760"><tr><td bgcolor="{panel}"><font size="1">{furniture.licence}</font></td></tr>
<tr><td align="center"><font size="1">{" &nbsp; ".join(furniture.footers)}</font></td></tr></table>
</center>
</body>
</html>"""


def portal(view: View) -> str:
    """Three columns of boxes round a story box, as the first content managers made them."""
    site, style, furniture = view.site, view.style, view.furniture
    background, text, accent, panel = style.palette
    menu = "".join(f"&#149;&nbsp;{anchor(link)}<br>\n" for link in furniture.navigation)
    one = _cell(Widget("Main menu", ()), view, menu) + _cell(furniture.archive, view) + _cell(furniture.friends, view)
    one += _cell(Widget("Login", ()), view, "<form>Nickname<br><input name=u><br>Password<br><input name=p><br>Sign up</form>")
    two = _cell(view.popular, view) + _cell(view.recent, view) + _cell(view.elsewhere, view)
    two += _cell(furniture.tags, view, tag_cloud(view))
    stories = "".join(
        f'<table width="100%" border="0" cellpadding="4" bgcolor="{panel}"><tr><td><b>{anchor(teaser.link)}</b></td>'
        f'<td align="right"><font size="1">{teaser.day}</font></td></tr><tr><td colspan="2">{teaser.excerpt}'
        f'</td></tr><tr><td><a href="{teaser.link.url}">Read more</a></td></tr></table><br>\n'
        for teaser in view.teasers
    )
    replies = "".join(
        f'<li><b>Re: {view.article.headline}</b><br>by {comment.author} at {comment.when}<br>{" ".join(comment.lines)}\n'
        f'<br>[ <a href="#reply">Reply</a> ]'
        for comment in view.article.comments
    )
    story = f"""<table width="100%" border="1" bordercolor="{accent}" cellspacing="0" cellpadding="6"><tr><td bgcolor="{accent}">
<font color="{background}" size="4"><b>{view.article.headline}</b></font></td></tr>
<tr><td><font size="1">Posted by {furniture.author} on {view.day}</font></td></tr>
<tr><td>{body(view, BREAKS)}</td></tr>
<tr><td><font size="1">{link_list(style, view.related.links)}</font></td></tr></table>
<ul>{replies}</ul>"""
    middle = stories + story if style.teasers == "before" else story + "<br>" + stories
    first, last = (one, two) if style.side == "left" else (two, one)
    return f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<html><head><title>{site.name} - {view.article.headline}</title>
{charset_meta(view)}
<style type="text/css"><!-- td {{ font-family: Arial, Helvetica; font-size: 12px; color: {text} }} a {{ color: {accent} }} --></style>
</head><body bgcolor="{background}" text="{text}">
<table width="100%" bgcolor="{panel}"><tr><td><img src="/logo.gif" alt="{site.name}"> <font size="5">{site.name}</font></td>
<td align="right">{"<br>".join(furniture.ads)}</td></tr></table>
<table width="100%" cellspacing="8"><tr><td width="150" valign="top">
{first}</td><td valign="top">
{middle}</td><td width="170" valign="top">
{last}</td></tr></table>
<center><font size="1">{furniture.licence}<br>{"<br>".join(furniture.footers)}</font></center>
</body></html>"""
