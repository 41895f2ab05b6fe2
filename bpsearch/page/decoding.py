"""Bytes to text as a browser does it (WHATWG Encoding): BOM, HTTP charset, META, then detection. Never raises."""

from __future__ import annotations

import codecs
import re

from bpsearch.page.legacy_charsets import legacy_codec

# Names that pages use, to the Python codec that browsers in effect use for them; other labels are unknown to browsers.
_CODEC_LABELS = {
    "utf-8": "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
    "windows-1252": "windows-1252 cp1252 x-cp1252 iso-8859-1 iso8859-1 iso_8859-1 iso88591 latin1 l1 ascii us-ascii "
    "ansi_x3.4-1968 cp819 ibm819 iso-ir-100 csisolatin1 iso_8859-1:1987 x-user-defined",
    "iso8859-2": "iso-8859-2 iso8859-2 iso_8859-2 iso88592 latin2 l2 csisolatin2 iso-ir-101",
    "iso8859-3": "iso-8859-3 iso8859-3 latin3 l3",
    "iso8859-4": "iso-8859-4 iso8859-4 latin4 l4",
    "iso8859-5": "iso-8859-5 iso8859-5 cyrillic",
    "iso8859-6": "iso-8859-6 iso8859-6 iso-8859-6-e iso-8859-6-i arabic",
    "iso8859-7": "iso-8859-7 iso8859-7 greek greek8 sun_eu_greek",
    "iso8859-8": "iso-8859-8 iso8859-8 iso-8859-8-e iso-8859-8-i hebrew logical visual",
    "iso8859-10": "iso-8859-10 iso8859-10 latin6 l6",
    "iso8859-13": "iso-8859-13 iso8859-13",
    "iso8859-14": "iso-8859-14 iso8859-14",
    "iso8859-15": "iso-8859-15 iso8859-15 latin9 l9",
    "iso8859-16": "iso-8859-16",
    "cp866": "ibm866 866 cp866 csibm866",
    "koi8-r": "koi8-r koi koi8 koi8_r",
    "koi8-u": "koi8-u koi8-ru",
    "mac-roman": "macintosh mac x-mac-roman csmacintosh",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "cp874": "windows-874 dos-874 tis-620 iso-8859-11 iso8859-11",
    "cp1250": "windows-1250 cp1250 x-cp1250",
    "cp1251": "windows-1251 cp1251 x-cp1251",
    "cp1253": "windows-1253 cp1253 x-cp1253",
    "cp1254": "windows-1254 cp1254 x-cp1254 iso-8859-9 iso8859-9 latin5 l5",
    "cp1255": "windows-1255 cp1255 x-cp1255",
    "cp1256": "windows-1256 cp1256 x-cp1256",
    "cp1257": "windows-1257 cp1257 x-cp1257",
    "cp1258": "windows-1258 cp1258 x-cp1258",
    "gb18030": "gb18030 gbk gb2312 gb_2312 gb_2312-80 chinese csgb2312 x-gbk",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc_jp": "euc-jp x-euc-jp cseucpkdfmtjapanese",
    "cp932": "shift_jis shift-jis sjis x-sjis ms_kanji ms932 windows-31j csshiftjis",
    "iso2022_jp": "iso-2022-jp csiso2022jp",
    "cp949": "euc-kr cseuckr korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949",
    "utf-16-le": "utf-16 utf-16le ucs-2 unicode csunicode iso-10646-ucs-2 unicodefeff",
    "utf-16-be": "utf-16be unicodefffe",
}
CODECS = {label: codec for codec, labels in _CODEC_LABELS.items() for label in labels.split()}

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_META_WITHIN = 4096  # the standard asks for 1024 bytes, but browsers go on until the head ends
_LOOKED_AT = 1 << 16  # bytes in which damage is counted
_ASCII = re.compile(r"[\x00-\x7f]+")
_LABEL = re.compile(rb"\s*=\s*[\"']?\s*([a-z0-9_.:-]+)")
_XML_DECLARATION = re.compile(rb"\s*<\?xml[^>]*?encoding\s*=\s*[\"']([a-z0-9_.:-]+)")
# Browsers read the five bytes that windows-1252 leaves undefined as C1 controls.
_WINDOWS_1252 = "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(256))


def decode(html: bytes, charset: str | None = None) -> str:
    """The text of a page; `charset` is what the HTTP header says. Damaged bytes become U+FFFD."""
    for bom, codec in _BOMS:
        if html.startswith(bom):
            return html[len(bom) :].decode(codec, "replace")
    named = CODECS.get(charset.strip(" \t\r\n\"'").lower()) if charset else None
    return _decoded(html, named or _declared(html) or _detected(html))


def _decoded(html: bytes, codec: str) -> str:
    if codec != "windows-1252":
        return html.decode(codec, "replace")
    return html.decode("ascii") if html.isascii() else codecs.charmap_decode(html, "replace", _WINDOWS_1252)[0]


def _declared(html: bytes) -> str | None:
    """The codec that META or an XML declaration names: never UTF-16, since it could be read as bytes."""
    head = html[:_META_WITHIN].lower()
    xml = _XML_DECLARATION.match(head)
    labels = [xml[1]] if xml else []
    place = head.find(b"charset")
    while place >= 0:
        label = _LABEL.match(head, place + len(b"charset"))
        if label and _in_meta(head, place):
            labels.append(label[1])
        place = head.find(b"charset", place + 1)
    codecs_named = (CODECS.get(label.decode("ascii")) for label in labels)
    codec = next(filter(None, codecs_named), None)
    return "utf-8" if codec in ("utf-16-le", "utf-16-be") else codec


def _in_meta(head: bytes, place: int) -> bool:
    start = head.rfind(b"<", 0, place)
    in_comment = head.rfind(b"<!--", 0, place) > head.rfind(b"-->", 0, place)
    return head.startswith(b"<meta", start) and b">" not in head[start:place] and not in_comment


def _detected(html: bytes) -> str:
    """UTF-16 without a BOM shows in its zeros, and ISO-2022-JP in its escapes; what can be UTF-8, but for some damage,
    is; the rest is what the Web was before it.
    """
    head = html[:1024]
    if b"\0" in head:
        even, odd = head[0::2].count(0), head[1::2].count(0)
        if max(even, odd) > len(head) // 5 and min(even, odd) * 4 < max(even, odd):
            return "utf-16-le" if odd > even else "utf-16-be"
    if html.isascii():
        return "iso2022_jp" if b"\x1b$B" in html[:_META_WITHIN] else "windows-1252"
    try:
        html.decode("utf-8")
    except UnicodeDecodeError as error:
        begins_well = not html[: error.start].isascii()
        cut_short = error.reason == "unexpected end of data"
        return "utf-8" if begins_well and (cut_short or _is_mostly_utf_8(html)) else legacy_codec(html)
    return "utf-8"


def _is_mostly_utf_8(html: bytes) -> bool:
    beyond_ascii = _ASCII.sub("", html[:_LOOKED_AT].decode("utf-8", "replace"))
    return beyond_ascii.count("\ufffd") * 20 < len(beyond_ascii)
