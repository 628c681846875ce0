"""What a service's reply means, and the fields of its data. No value is trusted: a wrong type reads as absent."""

import re
from collections.abc import Sequence
from html import unescape
from json import loads
from typing import TYPE_CHECKING, Any

from citevet.errors import ReadError
from citevet.model import Lookup, Reply
from citevet.patterns import lazy_pattern

if TYPE_CHECKING:
    from citevet.read.archive import Element

_SUCCESS = 200
_NOT_KNOWN = frozenset({404, 410})
_MAX_TEXT = 20_000  # characters of one field; an abstract has about 2,000
_MAX_ITEMS = 5_000  # of one list; papers of particle physics have 5,000 authors
_MAX_NUMBER = 10**9
_NO_XML = b"<nothing/>"
_TAG = lazy_pattern(r"</?[A-Za-z][^<>]{0,300}>")
_BLOCK = lazy_pattern(r"</?(?:jats:)?(?:h\d|p|br|div|title|sec|li|ul|ol|list|list-item)\b[^<>]{0,300}>", re.IGNORECASE)
_UNPRINTABLE = lazy_pattern(r"[\x00-\x1f\x7f\ud800-\udfff]+")  # half a surrogate cannot be written to any file
_TITLE = lazy_pattern(r"<title[^<>]{0,200}>([^<]{1,600})<", re.IGNORECASE)
_YEAR = lazy_pattern(r"(?<!\d)(?:1[4-9]|20|21)\d\d(?!\d)")


def refuse_trouble(reply: Reply, label: str) -> Lookup | None:
    """Return why nothing follows from a reply, if nothing does."""
    return Lookup(reason=reply.trouble, why=f"{label} {reply.why}") if reply.trouble else None


def refuse_shape(label: str) -> Lookup:
    """Return the outcome of an answer that is not what the service promises."""
    return Lookup(reason="unreadable", why=f"{label} sent an answer that could not be read")


def not_known(label: str, sought: str) -> Lookup:
    """Return the outcome of a service that has no such record; that does not mean that there is none."""
    return Lookup(reason="abstained", why=f"{label} does not know {sought[:200]}")


def refuse_status(reply: Reply, label: str, sought: str) -> Lookup | None:
    """Return why a reply has no record: trouble, not known (404, 410), or another status than success."""
    if reply.trouble:
        return refuse_trouble(reply, label)
    if reply.status in _NOT_KNOWN:
        return not_known(label, sought)
    return None if reply.status == _SUCCESS else Lookup(reason="unreadable", why=f"{label} answered {reply.status}")


def read_json(reply: Reply, label: str, sought: str | None = None) -> tuple[Any, Lookup]:
    """Return the JSON of a reply, and the outcome if that is not what it should be.

    The value is None where there is nothing to read; with `sought`, only a reply that succeeded is read.
    """
    refusal = refuse_trouble(reply, label) if sought is None else refuse_status(reply, label, sought)
    try:
        value = None if refusal else loads(reply.data.decode("utf-8-sig"))  # the only encoding of JSON
    except (ValueError, RecursionError):
        value = None
    return value, refusal or refuse_shape(label)


def read_xml(reply: Reply, label: str, sought: str | None = None) -> "tuple[Element, Lookup]":
    """Return the root of the XML of a reply, an empty one where there is none, and the outcome as in `read_json`."""
    from citevet.read.service_xml import parse_service_xml  # lxml, and offline nothing answers

    refusal = refuse_trouble(reply, label) if sought is None else refuse_status(reply, label, sought)
    is_broken = refusal or b"\0" in reply.data[:100]  # no service sends UTF-16 unless it is broken
    try:
        root = parse_service_xml(_NO_XML if is_broken else reply.data, label)
    except ReadError:
        root = parse_service_xml(_NO_XML, label)
    return root, refusal or refuse_shape(label)


def dig(value: object, *path: str | int) -> object:
    """Follow keys and positions into a value; none where the way ends."""
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and -len(value) <= step < len(value):
            value = value[step]
        else:
            return None
    return value


def text_at(value: object, *path: str | int) -> str:
    """Return a text or number on one line; empty for anything else."""
    found = dig(value, *path)
    if isinstance(found, bool) or not isinstance(found, str | int):
        return ""
    return " ".join(_UNPRINTABLE.sub(" ", str(found)[:_MAX_TEXT]).split())


def plain_text_at(value: object, *path: str | int) -> str:
    """Return a text without its markup: `<i>E. coli</i> &amp; others` is "E. coli & others"."""
    return strip_markup(text_at(value, *path))


def strip_markup(text: str) -> str:
    """Drop tags and resolve character references, which some services send escaped twice."""
    bare = _TAG.sub("", _BLOCK.sub(" ", unescape(unescape(text[:_MAX_TEXT]))))
    return " ".join(_UNPRINTABLE.sub(" ", bare).split())


def read_page_title(page: str) -> str:
    """Return the title of an HTML page without markup; empty where it has none."""
    found = _TITLE.search(page)
    return strip_markup(found[1]) if found else ""


def items_at(value: object, *path: str | int) -> Sequence[object]:
    """Return a list; some services send its only element without one, and none is an empty list."""
    found = dig(value, *path)
    if isinstance(found, list):
        return found[:_MAX_ITEMS]
    return [] if found is None or found == "" else [found]


def texts_at(value: object, *path: str | int) -> tuple[str, ...]:
    """Return the texts of a list, without empty ones and repetitions."""
    return tuple(dict.fromkeys(filter(None, (text_at(each) for each in items_at(value, *path)))))


def number_at(value: object, *path: str | int) -> int | None:
    """Return a positive whole number, also one that is written as text."""
    text = text_at(value, *path)
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < len(str(_MAX_NUMBER)) else 0
    return number or None


def years_in(*texts: str) -> tuple[int, ...]:
    """Return the years that texts name, each once, in the order given."""
    return tuple(dict.fromkeys(int(year) for text in texts for year in _YEAR.findall(text)))
