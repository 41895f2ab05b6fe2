"""Bytes become text as in a browser, and never an exception."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpsearch.page import decode
from bpsearch.page.decoding import CODECS

META = b'<html><head><meta http-equiv="Content-Type" content="text/html; charset=%s"></head>'


@pytest.mark.parametrize(
    ("html", "charset", "text"),
    [
        (codecs.BOM_UTF8 + "é".encode(), "iso-8859-1", "é"),
        (codecs.BOM_UTF16_LE + "né".encode("utf-16-le"), None, "né"),
        (codecs.BOM_UTF16_BE + "né".encode("utf-16-be"), "utf-8", "né"),
        ("é".encode(), None, "é"),
        ("é".encode("cp1252"), None, "é"),
        (b"\x93quoted\x94", "ISO-8859-1", "“quoted”"),
        (b"\x81", "windows-1252", "\x81"),
        ("привет".encode("cp1251"), "windows-1251", "привет"),
        ("привет".encode("koi8-r"), ' "KOI8-R" ', "привет"),
        ("日本".encode("cp932"), "Shift_JIS", "日本"),
        ("é".encode("cp1252"), "no-such-charset", "é"),
        (b"caf\xc3\xa9".decode("latin-1").encode("latin-1"), "utf-8", "café"),
        (b"", None, ""),
    ],
)
def test_bom_then_http_charset_then_detection(html: bytes, charset: str | None, text: str) -> None:
    assert decode(html, charset) == text


@pytest.mark.parametrize(
    ("head", "codec"),
    [
        (META % b"windows-1251", "cp1251"),
        (b"<META CHARSET='windows-1251'>", "cp1251"),
        (b"<meta\ncharset = windows-1251 />", "cp1251"),
        (b'<?xml version="1.0" encoding="windows-1251"?><html>', "cp1251"),
        (b'<!-- <meta charset="utf-8"> --><meta charset="windows-1251">', "cp1251"),
        (b'<p title="charset=utf-8"><meta charset="windows-1251">', "cp1251"),
        (b'<meta charset="nonsense"><meta charset="windows-1251">', "cp1251"),
        (META % b"UTF-16", "utf-8"),
        (META % b"iso-8859-1", "cp1252"),
        (META % b"gb2312", "gb18030"),
    ],
)
def test_a_declaration_is_believed(head: bytes, codec: str) -> None:
    word = {"cp1251": "привет", "gb18030": "䶮龙", "cp1252": "“é”"}.get(codec, "é")
    assert decode(head + word.encode(codec)).endswith(word)


def test_http_charset_is_stronger_than_meta() -> None:
    assert decode(META % b"utf-8" + "привет".encode("cp1251"), "windows-1251").endswith("привет")


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf16_without_bom_is_noticed(codec: str) -> None:
    page = "<html><body><p>Plain English text, and some more of it.</p></body></html>"
    assert decode(page.encode(codec)) == page


def test_utf8_cut_short_is_still_utf8() -> None:
    assert decode("Übergrößé".encode()[:-1]).startswith("Übergröß")


def test_all_codecs_exist() -> None:
    assert [codecs.lookup(codec).name for codec in set(CODECS.values())]


@given(st.binary(), st.one_of(st.none(), st.text(max_size=12), st.sampled_from(sorted(CODECS))))
def test_any_bytes_become_text_that_can_be_written(html: bytes, charset: str | None) -> None:
    decode(html, charset).encode("utf-8")


SENTENCES = {
    ("cp932", "euc_jp", "iso2022_jp"): "これは日本語の文章です。今日は天気がいいので、公園へ散歩に行きました。",
    ("cp932",): "テキストファイル データベース サーバー",
    ("cp949",): "이것은 한국어 문장입니다. 오늘은 날씨가 좋아서 공원에 갔습니다.",
    ("gb18030",): "这是一个中文网页，我们在这里说明为什么人们不能没有自己的国家。",
    ("big5",): "這是一個中文網頁，我們在這裡說明為什麼人們不能沒有自己的國家。",
    ("cp1251", "koi8-r"): "Привет, это обычная русская страница о погоде и новостях.",
    ("iso8859-7",): "Αυτή είναι μια ελληνική σελίδα με νέα και τον καιρό στην Αθήνα.",
    ("cp1255",): "זהו דף בעברית עם חדשות ומזג האוויר בתל אביב היום.",
    ("cp1256",): "هذه صفحة باللغة العربية تحتوي على الأخبار والطقس في القاهرة اليوم.",
    ("cp874",): "นี่คือหน้าเว็บภาษาไทยที่มีข่าวและสภาพอากาศในกรุงเทพวันนี้",
    ("cp1252",): "Perché è così? È già più di una città, però sarà là. Università e libertà: è là.",
    ("cp1252", "utf-8"): "Voilà une page française où l'été dernier j'ai été déçu, à Noël, “très” – étonné…",
}


@pytest.mark.parametrize(("codec", "text"), [(codec, text) for codecs, text in SENTENCES.items() for codec in codecs])
def test_undeclared_encodings_are_told_by_their_letters(codec: str, text: str) -> None:
    page = f"<html><body><a href='/'>Home</a><p>{text}</p></body></html>"
    assert decode(page.encode(codec)) == page


def test_repeated_marks_are_no_language() -> None:
    assert decode("<b>§§§§§</b><b>§§§§§</b><b>»»»»»</b>".encode("cp1252")) == "<b>§§§§§</b><b>§§§§§</b><b>»»»»»</b>"


def test_utf8_with_some_damage_is_still_utf8() -> None:
    page = "Grüße aus Köln, schöne Füße, " * 20
    assert decode(page.encode() + b"\xc3 " + page.encode()) == f"{page}\ufffd {page}"
