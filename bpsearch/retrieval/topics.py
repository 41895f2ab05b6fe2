"""Topics: TREC SGML with its quirks, TREC web XML, tab-separated (or `id:query`), JSON lines."""

from __future__ import annotations

import codecs
import gzip
import html
import json
import re
import zlib
from collections.abc import Callable, Iterable, Sequence
from html.entities import html5
from pathlib import Path
from typing import Any, NamedTuple

from bpsearch.errors import BpsearchError, InputError

FIELDS = ("title", "description", "narrative")
SHOWN_TOPICS = 10


class Topic(NamedTuple):
    """One information need; fields that a file lacks are empty."""

    id: str
    title: str
    description: str = ""
    narrative: str = ""

    def query(self, fields: Sequence[str] = ("title",)) -> str:
        """The text to search for."""
        return " ".join(filter(None, (getattr(self, field) for field in fields)))


class Topics(list[Topic]):
    """The topics of a file, in its order, and what there is to say about it."""

    def __init__(self, topics: Iterable[Topic] = (), notes: Iterable[str] = ()) -> None:
        super().__init__(topics)
        self.notes = list(notes)


def read_topics(path: str | Path, format: str | None = None) -> Topics:
    """Read a topics file, in file order; its format is found out by looking unless given."""
    path = Path(path)
    text = _decoded(path)
    if not text.strip():
        raise InputError(path, "the file is empty; expected topics")
    chosen = format or _look(text)
    if chosen not in _READERS:
        raise BpsearchError(f"unknown topics format {chosen!r}; known: {', '.join(_READERS)}")
    topics = Topics(_READERS[chosen](path, text))
    if chosen == "tsv" and topics and _is_header(topics[0]):
        first = topics.pop(0)
        topics.notes.append(f"{path}: {first.id!r}, {first.title!r} is taken for a header and left out")
    if not topics:
        raise InputError(path, f"no topics found; read as {chosen}, expected {_EXPECTED[chosen]}")
    seen: set[str] = set()
    for topic in topics:
        if len(topic.id.split()) != 1:
            raise InputError(path, f"topic {topic.id!r}: expected an id without blanks")
        if topic.id in seen:
            raise InputError(path, f"topic {topic.id} is there twice")
        seen.add(topic.id)
    return topics


def check_fields(topics: Sequence[Topic], fields: Sequence[str], path: str | Path) -> list[str]:
    """Raise an error where a field is not one, or is empty in every topic; returns notes for the user."""
    for field in fields:
        if field not in FIELDS:
            raise BpsearchError(f"unknown topic field {field!r}; expected one of {', '.join(FIELDS)}")
    if not any(topic.query(fields) for topic in topics):
        raise InputError(path, f"no topic has any text in {' + '.join(fields)}")
    notes = list(topics.notes) if isinstance(topics, Topics) else []
    if empty := [topic.id for topic in topics if not topic.query(fields)]:
        shown = ", ".join(empty[:SHOWN_TOPICS]) + (", …" if len(empty) > SHOWN_TOPICS else "")
        notes.append(f"{path}: {len(empty):,} topics have no text in {' + '.join(fields)} and find nothing: {shown}")
    return notes


def _decoded(path: Path) -> str:
    try:
        raw = path.read_bytes()
        if raw[:2] == b"\x1f\x8b":
            raw = gzip.decompress(raw)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InputError(path, f"damaged gzip file: {error}") from error
    except OSError as error:
        raise BpsearchError(f"topics {path} cannot be read: {error.strerror}") from error
    if raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return raw.decode("utf-16", errors="replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")  # old TREC files


def _look(text: str) -> str:
    start = text.lstrip()[:2000]
    if re.search(r"<top\b", start, re.I):
        return "trec"
    if re.search(r"<topic\b", start, re.I):
        return "xml"
    return "jsonl" if start.startswith(("{", "[")) else "tsv"


_TOPIC_START = re.compile(r"<top\b[^>]*>", re.I)
# Fields are known by name; other tags (<dom>, <con>, …) end a field only where a line begins.
_TAG = re.compile(r"<(/?)\s*(num|title|query|desc|narr|top)\b[^>]*>|^[ \t]*</?\s*\w+[^>]*>", re.I | re.M)
_NAMES = {"num": "id", "title": "title", "query": "title", "desc": "description", "narr": "narrative"}
# Without a colon, what begins a line of text is a word of it.
_LABELS = {
    "id": re.compile(r"^\s*Number(?:\s*:|\s+)", re.I),
    "title": re.compile(r"^\s*Topic\s*:", re.I),
    "description": re.compile(r"^\s*Description\s*(?::|\n|$)", re.I),
    "narrative": re.compile(r"^\s*Narrative\s*(?::|\n|$)", re.I),
}


def _trec(path: Path, text: str) -> list[Topic]:
    """TREC SGML: tags are often left open, so a field ends where the next one starts."""
    topics = []
    starts = list(_TOPIC_START.finditer(text))
    for number, start in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(text)
        line = text.count("\n", 0, start.start()) + 1
        values: dict[str, str] = {}
        field, field_start = "", 0
        for tag in _TAG.finditer(text, start.end(), end):
            if field:
                values.setdefault(field, text[field_start : tag.start()])
            field = "" if tag[1] else _NAMES.get((tag[2] or "").lower(), "")
            field_start = tag.end()
        if field:
            values.setdefault(field, text[field_start:end])
        fields = {name: _cleaned(_LABELS[name].sub("", value)) for name, value in values.items()}
        if not fields.get("id"):
            raise InputError(path, "a topic without a <num>", line=line)
        if len(fields["id"].split()) > 1:
            raise InputError(path, f"<num> holds {fields['id'][:60]!r}; expected one id without blanks", line=line)
        topics.append(Topic(**{"title": "", **fields}))
    return topics


_ENTITY = re.compile(r"&(#\d+|#x[0-9a-f]+|\w+);", re.I)


def _cleaned(text: str) -> str:
    text = _ENTITY.sub(_character, " ".join(text.split()))
    return text[1:-1].strip() if len(text) > 1 and text[0] == text[-1] == '"' else text


def _character(entity: re.Match[str]) -> str:
    """What an entity stands for; itself if it is none: html.unescape alone makes `york&times;` of `york&times`, too."""
    return html.unescape(entity[0]) if entity[1].startswith("#") else html5.get(f"{entity[1]};", entity[0])


_PROLOGUE = re.compile(r"\s*(<\?xml\b.*?\?>)?(\s|<!--.*?-->)*(<!DOCTYPE\b[^\[>]*(\[.*?\]\s*)?>)?", re.I | re.S)


def _xml(path: Path, text: str) -> list[Topic]:
    """TREC web track XML: <topic number="1"><query>…</query><description>…</description>…

    Every & is text for the parser, so that those which begin no entity are kept and no entity is looked up anywhere.
    """
    from lxml import etree

    prologue = _PROLOGUE.match(text)
    body = text[prologue.end() if prologue else 0 :].replace("&", "&amp;")
    lines_before = text.count("\n", 0, prologue.end() if prologue else 0)
    whole = "\n" * lines_before + f"<topics>{body}</topics>"  # some files have many roots
    parser = etree.XMLParser(resolve_entities=False, no_network=True, encoding="utf-8", huge_tree=True)
    try:
        root = etree.fromstring(whole.encode(), parser)
    except etree.XMLSyntaxError as error:
        problem = f"cannot be read as XML ({error.msg}); expected that every tag is closed and a < in text is &lt;"
        raise InputError(path, problem, line=error.lineno) from error
    topics = []
    for node in root.iter("topic"):
        number = node.get("number") or node.get("id") or node.findtext("num") or node.findtext("number")
        if not (number or "").strip():
            raise InputError(path, 'a <topic> without number="…"', line=node.sourceline)
        found = {
            name: next((_cleaned("".join(child.itertext())) for tag in tags for child in node.findall(tag)), "")
            for name, tags in {
                "title": ("query", "title"),
                "description": ("description", "desc", "question"),
                "narrative": ("narrative", "narr"),
            }.items()
        }
        topics.append(Topic(id=_cleaned(str(number)), **found))
    return topics


_ID_AND_QUERY = re.compile(r"([\w.-]+):(.*)")  # as in the "queries only" files of TREC's web tracks


def _tsv(path: Path, text: str) -> list[Topic]:
    topics = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        columns = [column.strip() for column in line.split("\t")]
        if len(columns) == 1 and (found := _ID_AND_QUERY.match(line)):
            columns = [found[1], found[2].strip()]
        if len(columns) < 2 or not columns[0] or len(columns[0].split()) > 1:
            raise InputError(path, f"expected an id, a tab (or colon) and the query, found {line[:60]!r}", line=number)
        topics.append(Topic(*columns[:4]))
    return topics


# A first line of such names is a header, as tables have.
_HEADER_IDS = {"id", "qid", "query_id", "queryid", "query-id", "topic", "topic_id", "number", "num"}
_HEADER_QUERIES = {"query", "title", "text", "topic", "query_text", "querytext", "question"}


def _is_header(topic: Topic) -> bool:
    return topic.id.lower() in _HEADER_IDS and topic.title.lower() in _HEADER_QUERIES


_JSON_NAMES = (
    ("id", "qid", "query_id", "number", "topic"),
    ("title", "query", "text"),
    ("description", "desc"),
    ("narrative", "narr"),
)


def _first(entry: dict[str, Any], names: Sequence[str]) -> str:
    """The first of these fields that is there; null is nothing, and anything but text or a number is an error."""
    for name in names:
        value = entry.get(name)
        if value is None:
            continue
        if not isinstance(value, str | int | float) or isinstance(value, bool):
            raise ValueError(f'"{name}" is {json.dumps(value, ensure_ascii=False)[:60]}, expected text')
        return str(value).strip()
    return ""


def _jsonl(path: Path, text: str) -> list[Topic]:
    topics = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(path, f"expected a JSON object on each line: {error}", line=number) from error
        if not isinstance(entry, dict):
            raise InputError(path, 'expected an object such as {"id": "1", "title": "…"}', line=number)
        try:
            topic = Topic(*(_first(entry, names) for names in _JSON_NAMES))
        except ValueError as error:
            raise InputError(path, str(error), line=number) from error
        if not topic.id or len(topic.id.split()) > 1:
            raise InputError(path, 'expected an object with "id" (no blanks in it) and "title" or "query"', line=number)
        topics.append(topic)
    return topics


_READERS: dict[str, Callable[[Path, str], list[Topic]]] = {"trec": _trec, "xml": _xml, "tsv": _tsv, "jsonl": _jsonl}
_EXPECTED: dict[str, Any] = {
    "trec": "<top> … <num> … <title> …",
    "xml": '<topic number="1"><query>…',
    "tsv": "id, tab (or colon), query on each line",
    "jsonl": 'lines such as {"id": "1", "title": "…"}',
}
