"""Topics files as they come: TREC SGML with its quirks, XML, tab-separated, JSON lines."""

from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bpsearch.errors import BpsearchError
from bpsearch.retrieval.topics import Topic, check_fields, read_topics
from tests.shared_data import ROOT, data_folder


def read(tmp_path, content, **options):
    path = tmp_path / "topics"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_topics(path, **options)


def test_blog_track():
    topics = read_topics(data_folder() / "blog06" / "06.topics.851-900.txt")
    assert [topic.id for topic in topics] == [str(number) for number in range(851, 901)]
    assert topics[0].title == "March of the Penguins"
    assert topics[0].description == 'Provide opinion of the film documentary "March of the Penguins".'
    assert topics[1].title == "larry summers"
    assert topics[1].narrative.startswith("Statements of opinion on Summers' comments are relevant.")
    for topic in topics:
        assert topic.title and topic.description and topic.narrative
        assert not any(mark in "".join(topic) for mark in ("<", "Number:", "Description:", "Narrative:", "\n"))


def test_demo_topics():
    topics = read_topics(ROOT / "qrels" / "demo.topics.txt")
    assert topics[0][:2] == ("1", "solar panels")
    assert len(topics) == len({topic.id for topic in topics}) > 10


QUIRKS = {
    "closed": "<top><num>7</num><title>a b</title><desc>c</desc><narr>d</narr></top>",
    "open": "<top>\n<num> Number: 7\n<title> a b\n<desc> Description:\nc\n<narr> Narrative:\nd\n</top>",
    "never closed": "<top>\n<num> Number: 7 \n<title> a b\n<desc>c\n<narr>d",
    "capitals": "<TOP>\n<NUM>Number: 7\n<TITLE>Topic: a b\n<DESC>Description: c\n<NARR>Narrative: d\n</TOP>",
    "DOS lines": "<top>\r\n<num> Number: 7\r\n<title> a b\r\n<desc> Description:\r\nc\r\n<narr>\r\nd\r\n</top>\r\n",
    "over two lines": "<top>\n<num> Number: 7\n<title> a\n   b \n<desc> c\n<narr> d\n</top>",
    "quotes": '<top>\n<num> Number: 7\n<title> "a b"\n<desc> c\n<narr> d\n</top>',
    "other fields": "<top>\n<head>x\n<num>7\n<dom> z\n<title> a b\n<smry> s\n<desc> c\n<con> q\n<narr> d\n</top>",
    "other order": "<top>\n<narr> d\n<desc> c\n<title> a b\n<num> Number: 7\n</top>",
    "text around": "<!-- TREC -->\n\n\n<top>\n<num>7\n<title>a b\n<desc>c\n<narr>d\n</top>\n\nthe end\n",
}


@pytest.mark.parametrize("name", QUIRKS)
def test_trec_quirks(tmp_path, name):
    assert read(tmp_path, QUIRKS[name]) == [Topic("7", "a b", "c", "d")]


def test_only_labels_are_no_text(tmp_path):
    text = "<top>\n<num>Number{}\n<title>a\n<desc>{}\n<narr>{}\n</top>"
    for number, description, narrative, expected in (
        (": 7", " Descriptions of markets", "Narratives: b", ("7", "Descriptions of markets", "Narratives: b")),
        (" 7", "Description of a market", "narrative poems", ("7", "Description of a market", "narrative poems")),
        ("\t7", "Description\r\nof it", "Narrative \n", ("7", "of it", "")),
        ("7", "Description : of it", "Narrative", ("Number7", "of it", "")),
    ):
        [topic] = read(tmp_path, text.format(number, description, narrative))
        assert (topic.id, topic.description, topic.narrative) == expected


def test_trec_details(tmp_path):
    [first, second] = read(
        tmp_path,
        '<top>\n<num> MB01\n<title> AT&amp;T <b>phones</b> 3 < 4 "x" y\n</top>\n<top>\n<num>2\n<title>\n</top>',
    )
    assert first == Topic("MB01", 'AT&T <b>phones</b> 3 < 4 "x" y')
    assert second == Topic("2", "")


XML = """<?xml version="1.0" encoding="ISO-8859-1"?>
<webtrack2012>
<topic number="151" type="single"><query>403b</query><description>
  What is a 403b plan?
</description><subtopic number="1" type="inf">x</subtopic></topic>
<topic number="152"><query>angular &amp; cheilitis</query><description>D</description><narrative>N</narrative></topic>
<topic><num>153</num><title>t</title><question>q</question></topic>
</webtrack2012>"""


def test_web_xml(tmp_path):
    assert read(tmp_path, XML) == [
        Topic("151", "403b", "What is a 403b plan?"),
        Topic("152", "angular & cheilitis", "D", "N"),
        Topic("153", "t", "q"),
    ]
    assert read(tmp_path, XML.replace("&amp;", "&"))[2].title == "t"  # not well-formed, still read


def test_no_text_is_lost_in_xml(tmp_path):
    """libxml2's recovery drops text without a word."""
    for query, expected in {
        "R&D market": "R&D market",
        "AT&amp;T&nbsp;&eacute; &#38; &#x26;": "AT&T\u00a0é & &",
        "new york&times &copying &unknown;": "new york&times &copying &unknown;",
        "<![CDATA[a < b & c]]> d": "a < b & c d",
        "a <b>bold</b> word<!-- no word -->": "a bold word",
    }.items():
        assert read(tmp_path, f'<t><topic number="3"><query>{query}</query></topic></t>') == [Topic("3", expected)]
    two_roots = '<topic number="1"><query>a</query></topic>\n<topic number="2&amp;3"><query>b</query></topic>'
    assert read(tmp_path, two_roots) == [Topic("1", "a"), Topic("2&3", "b")]
    for rest in ("", '<?xml version="1.0"?>\n<!-- c -->\n<!DOCTYPE t [\n<!ENTITY e "x">\n]>'):
        for damage in ("a < b", "a <br> b", "a </b> b", "a \x0b b"):
            text = f'{rest}\n<t>\n<topic number="3"><query>{damage}</query></topic></t>'
            with pytest.raises(BpsearchError, match=rf"topics, line {3 + rest.count(chr(10))}: cannot be read as XML"):
                read(tmp_path, text)


def test_xml_reads_no_other_file(tmp_path):
    (tmp_path / "secret").write_text("secret")
    entity = (
        f'<!DOCTYPE t [<!ENTITY e SYSTEM "{tmp_path}/secret">]><t><topic number="1"><query>a &e;</query></topic></t>'
    )
    assert "secret" not in read(tmp_path, entity)[0].title


def test_queries_only_of_the_web_tracks_and_queries_of_the_microblog_track(tmp_path):
    assert read(tmp_path, "wt09-1:obama family tree\nwt09-2: c++: a tour\n") == [
        Topic("wt09-1", "obama family tree"),
        Topic("wt09-2", "c++: a tour"),
    ]
    microblog = "<top>\n<num> Number: MB001 </num>\n<query> BBC staff cuts </query>\n<querytime> x </querytime>\n</top>"
    assert read(tmp_path, microblog) == [Topic("MB001", "BBC staff cuts")]


def test_tsv(tmp_path):
    text = "# comment\n1\tfirst query\n\n2\tsecond \u2028 query\tdescription\tnarrative\textra\r\n3\t\n"
    assert read(tmp_path, text) == [
        Topic("1", "first query"),
        Topic("2", "second \u2028 query", "description", "narrative"),
        Topic("3", ""),
    ]


def test_json_lines(tmp_path):
    lines = [
        {"id": "1", "title": "a\u2028b", "description": "c", "narrative": "d"},
        {"qid": 2, "query": "x"},
        {"query_id": "q3", "text": "y", "desc": "z", "narr": "n"},
    ]
    text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    assert read(tmp_path, text + "\n\n") == [
        Topic("1", "a\u2028b", "c", "d"),
        Topic("2", "x"),
        Topic("q3", "y", "z", "n"),
    ]


def test_a_header_is_no_topic(tmp_path):
    for header in ("id\tquery", "QID\tText\tdescription", "query_id\ttitle"):
        topics = read(tmp_path, f"{header}\n1\ta\n")
        assert topics == [Topic("1", "a")]
        [note] = check_fields(topics, ("title",), "file")
        assert "taken for a header" in note and header.split("\t")[0] in note
    for first in ("id\tfreud", "1\tquery", "query\tid"):
        assert len(read(tmp_path, f"{first}\n2\ta\n")) == 2


def test_topics_without_text_are_named(tmp_path):
    for content in (
        "<top><num>7</num><desc>d</desc></top><top><num>8</num><title>a</title></top>",
        '<t><topic number="7"><description>d</description></topic><topic number="8"><query>a</query></topic></t>',
        '{"id": "7", "title": null, "desc": "d"}\n{"id": "8", "title": "a"}',
        "7\t\td\n8\ta",
    ):
        topics = read(tmp_path, content)
        assert topics == [Topic("7", "", "d"), Topic("8", "a")]
        assert check_fields(topics, ("title",), "f") == ["f: 1 topics have no text in title and find nothing: 7"]
        assert check_fields(topics, ("title", "description"), "f") == []
    many = [Topic("x", "a"), *(Topic(str(number), "") for number in range(20))]
    assert check_fields(many, ("title",), "f")[0].endswith("nothing: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …")


def test_encodings(tmp_path):
    expected = [Topic("1", "Müller’s Café")]
    text = "1\tMüller’s Café\n"
    for encoding in ("utf-8", "utf-8-sig", "cp1252", "utf-16"):
        assert read(tmp_path, text.encode(encoding)) == expected
    assert read(tmp_path, gzip.compress(text.encode())) == expected


def test_a_format_can_be_given(tmp_path):
    assert read(tmp_path, "1\t<topic> in HTML", format="tsv") == [Topic("1", "<topic> in HTML")]
    with pytest.raises(BpsearchError, match="known: trec, xml, tsv, jsonl"):
        read(tmp_path, "1\ta", format="csv")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "empty"),
        ("  \n", "empty"),
        ("just text\n", "line 1: expected an id, a tab (or colon) and the query"),
        ("http //a: b\n", "line 1: expected an id, a tab"),
        ('[{"id": "1", "title": "a"}]\n', "line 1: expected an object"),
        ('{\n"id": "1"\n}\n', "line 1: expected a JSON object on each line"),
        ("1\ta\n\nno tab here\n", "line 3: expected an id, a tab"),
        ("1 2\ta\n", "line 1"),
        ("1\ta\n1\tb\n", "topic 1 is there twice"),
        ('{"id": "1", "title": "a"}\n{"id": "2", "title"\n', "line 2: expected a JSON object on each line"),
        ('{"id": "1", "title": "a"}\n{"title": "b"}\n', "line 2: expected an object"),
        ('{"id": "1", "title": "a"}\n[1]\n', "line 2: expected an object"),
        ('{"id": ["1"], "title": "a"}\n', 'line 1: "id" is ["1"], expected text'),
        ('{"id": "1", "title": ["economy"]}\n', 'line 1: "title" is ["economy"], expected text'),
        ('{"id": "1", "title": "a", "narrative": {"a": 1}}\n', 'line 1: "narrative" is {"a": 1}, expected text'),
        ('{"id": "1", "title": true}\n', 'line 1: "title" is true, expected text'),
        ("id\tquery\n", "no topics found; read as tsv"),
        ("# only a comment\n", "no topics found; read as tsv"),
        ("<top>\n<num> 1\n<title> a\n</top>\n\n<top>\n<title> b\n</top>", "line 6: a topic without a <num>"),
        ("<top>\n<num> 1 2\n<title> a\n</top>", "line 1: <num> holds '1 2'"),
        ("<t>\n<topic><query>a</query></topic></t>", "line 2: a <topic> without number"),
        ('<t><topic number="1 2"><query>a</query></topic></t>', "without blanks"),
        (gzip.compress(b"1\ta\n" * 50)[:-20], "damaged gzip"),
        (gzip.compress(b"1\ta\n" * 50)[:15] + b"\xff" * 20, "damaged gzip"),
        (b"\x1f\x8bnot gzip", "damaged gzip"),
    ],
)
def test_bad_files_are_named(tmp_path, content, says):
    with pytest.raises(BpsearchError, match=r"topics") as caught:
        read(tmp_path, content)
    assert says in str(caught.value)
    assert str(tmp_path / "topics") in str(caught.value)


def test_missing_files(tmp_path):
    for path in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(BpsearchError, match="cannot be read"):
            read_topics(path)


def test_fields():
    topic = Topic("1", "a", "b", "c")
    assert topic.query() == "a"
    assert topic.query(("narrative", "title")) == "c a"
    assert Topic("1", "a").query(("title", "description")) == "a"
    check_fields([Topic("1", ""), topic], ("description",), "file")
    with pytest.raises(BpsearchError, match="title, description, narrative"):
        check_fields([topic], ("titel",), "file")
    with pytest.raises(BpsearchError, match=r"^file: no topic has any text in description"):
        check_fields([Topic("1", "a")], ("description",), "file")


@given(st.one_of(st.binary(max_size=60), st.text(max_size=60), st.text('<>top num title \n\t{}"1a', max_size=80)))
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_bytes_are_topics_or_an_error_to_read(tmp_path, content):
    data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
    try:
        topics = read(tmp_path, data)
    except BpsearchError as error:
        assert str(tmp_path) in str(error)
    else:
        assert all(len(topic.id.split()) == 1 for topic in topics)
