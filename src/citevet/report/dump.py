"""JSON text with fixed bytes: non-ASCII kept, and nothing in it that steers a terminal or splits a line."""

from collections.abc import Iterable, Iterator, Mapping
from json import JSONEncoder
from re import Match
from re import compile as pattern

# Legal in JSON strings, yet they break terminals, line readers or UTF-8 encoders; the escape means the same.
_UNSAFE = pattern("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_encode = JSONEncoder(ensure_ascii=False, default=str).encode
_indented = JSONEncoder(ensure_ascii=False, indent=2, default=str).encode


def dump(value: object) -> str:
    """Return a value as JSON on one line."""
    return _UNSAFE.sub(_escape, _encode(value))


def pretty(value: object) -> str:
    """Return a value as JSON for people to read, with a line break at the end."""
    return _UNSAFE.sub(_escape, _indented(value)) + "\n"


def pieces(value: Mapping[str, object], margin: str = "") -> Iterator[str]:
    """Yield an object key by key, its iterators row by row: a large report is never held twice."""
    opening = "{"
    for key, inner in value.items():
        yield f"{opening}\n{margin} {dump(key)}: "
        if isinstance(inner, Iterator):
            yield from _rows(inner, margin + " ")
        else:
            yield dump(inner)
        opening = ","
    yield f"\n{margin}}}" if value else "{}"


def _rows(items: Iterable[object], margin: str) -> Iterator[str]:
    opening = "["
    deep = False
    for item in items:
        if opening == "[":  # rows are of one kind, and to look at each took a third of the time of a report
            deep = isinstance(item, Mapping) and any(isinstance(inner, Iterator) for inner in item.values())
        yield f"{opening}\n{margin} "
        if deep and isinstance(item, Mapping):
            yield from pieces(item, margin + " ")
        else:
            yield dump(item)
        opening = ","
    yield "[]" if opening == "[" else f"\n{margin}]"


def _escape(found: Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
