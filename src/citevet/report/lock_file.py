"""The text of `citations.lock`: tables of TOML with one value per line, so that a change is a small diff.

Each `[[document]]` is followed by its `[[source]]` and `[[claim]]` tables. The reader accepts what the writer writes,
and names the line of anything else.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, Literal, TypeVar, get_args

from citevet.errors import ConfigError
from citevet.model.record import Existence, Flag, Reason, SourceKind, Support
from citevet.records import dataclass, field, fields
from citevet.report.json import dump

# How the passage was found: by the judge, as the words of a quotation, or only as the nearest sentence by its words.
PassageOrigin = Literal["judge", "quotation", "words"]


@dataclass(frozen=True, slots=True)
class LockedPassage:
    """The sentence of the source that a verdict rests on."""

    text: str  # white space folded
    start: int  # in the text of its page
    end: int
    page: int | None = None
    by: PassageOrigin = "judge"


@dataclass(frozen=True, slots=True)
class LockedSource:
    """A source of a document, and the hash of its text, if that could be read."""

    id: str
    kind: SourceKind
    file: str | None = None
    url: str | None = None
    hash: str | None = None


@dataclass(frozen=True, slots=True)
class LockedClaim:
    """One claim and one of its citations, with the verdict."""

    text: str  # white space folded; of a citation outside every claim the citation itself
    cites: str  # the citation in its normal form
    entry: str | None = None  # hash of the entry in the reference list
    source: str | None = None  # id of the source
    existence: Existence = "unchecked"
    existence_reason: Reason | None = None
    support: Support = "unchecked"
    support_reason: Reason | None = None
    flags: tuple[str, ...] = ()
    by: str | None = None  # the language model that decided, if the embedded judge did not
    passage: LockedPassage | None = None


@dataclass(frozen=True, slots=True)
class LockedDocument:
    """The claims of one document, its sources, and the judge."""

    path: str  # from the folder of the lock file
    judge: str | None = None  # none: support was not judged
    model: str | None = None  # hash of the judge's files
    sources: Mapping[str, LockedSource] = field(default_factory=dict)
    claims: tuple[LockedClaim, ...] = ()


_VERSION = 1
_HEAD = """\
# Written by `citevet lock`. `citevet lock --check` compares it, `citevet lock --update` renews it after your review.
# `unchecked` is not a verdict: its reason follows. `passage-by = "words"` is the nearest sentence, and no evidence.
"""
_LINE = re.compile(r'([a-z]{1,20}(?:-[a-z]{1,20})?) = ("(?:[^"\\]|\\.)*+"|[0-9]{1,15})')
_CONFLICT = ("<<<<<<<", "=======", ">>>>>>>")
_ADVICE = "Restore the file, or delete it and run `citevet lock` again."
_TABLES = ("document", "source", "claim")
_PASSAGE = ("passage", "passage-by", "passage-page", "passage-start", "passage-end", "passage-hash")
_HASH = re.compile(r"sha256:[0-9a-f]{64}")
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "kind": get_args(SourceKind),
    "existence": get_args(Existence),
    "existence-reason": get_args(Reason),
    "support": get_args(Support),
    "support-reason": get_args(Reason),
    "passage-by": get_args(PassageOrigin),
}
_HASHES = frozenset({"hash", "entry", "model", "passage-hash"})
_NUMBERS = frozenset({"passage-page", "passage-start", "passage-end"})
_NEEDED = {"document": {"path"}, "source": {"id", "kind"}, "claim": {"text", "cites", "existence", "support"}}
_Record = TypeVar("_Record", LockedSource, LockedClaim, LockedDocument)
_Fail = Callable[[int, str], ConfigError]


def fold(text: str) -> str:
    """Return a text with its white space folded: a line break elsewhere changes nothing."""
    return " ".join(text.split())


def hash_text(text: str) -> str:
    """Return the hash of a text as the lock file writes it."""
    return f"sha256:{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def format_lock(documents: Iterable[LockedDocument]) -> str:
    """Return the text of a lock file; documents are in the order of their paths, claims in that of the text."""
    tables = "".join(piece for each in sorted(documents, key=lambda each: each.path) for piece in _tables(each))
    return f"{_HEAD}version = {_VERSION}\n{tables}"


def _tables(document: LockedDocument) -> Iterator[str]:
    yield _table("document", {"path": document.path, "judge": document.judge, "model": document.model})
    for _, source in sorted(document.sources.items()):
        yield _table("source", _list_fields(source))
    for claim in document.claims:
        values = {**_list_fields(claim), "flags": ", ".join(claim.flags) or None, **_list_passage(claim.passage)}
        yield _table("claim", values)


def _list_fields(record: LockedSource | LockedClaim) -> dict[str, Any]:
    return {each.name.replace("_", "-"): getattr(record, each.name) for each in fields(record)}


def _list_passage(passage: LockedPassage | None) -> dict[str, Any]:
    if passage is None:
        return {"passage": None}
    place = (passage.text, passage.by, passage.page, passage.start, passage.end, hash_text(passage.text))
    return dict(zip(_PASSAGE, place, strict=True))


def _table(name: str, values: Mapping[str, Any]) -> str:
    lines = "".join(f"{key} = {dump(value)}\n" for key, value in values.items() if value is not None)
    return f"\n[[{name}]]\n{lines}"


@dataclass(slots=True)
class _Table:
    name: str
    line: int
    values: dict[str, Any] = field(default_factory=dict)


def parse_lock(text: str, path: str) -> tuple[LockedDocument, ...]:
    """Return the documents of a lock file."""

    def fail(line: int, what: str) -> ConfigError:
        return ConfigError(f"line {line}: {what}", to=path, advice=_ADVICE)

    head, *tables = _read_tables(text, fail)
    version = head.values.get("version")
    if not isinstance(version, int):
        raise ConfigError("not a lock file of citevet", to=path, advice="Name another file with --file.")
    if version != _VERSION:
        what = f"a lock file of version {version}, and this citevet reads version {_VERSION}"
        raise ConfigError(what, to=path, advice="Use the citevet that wrote it.")
    return tuple(_read_documents(tables, fail))


def _read_tables(text: str, fail: _Fail) -> list[_Table]:
    tables = [_Table("", 1)]
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("[["):
            if line.rstrip("\r")[2:-2] not in _TABLES:
                raise fail(number, "an unknown table")
            tables.append(_Table(line.rstrip("\r")[2:-2], number))
            continue
        found = _LINE.fullmatch(line.rstrip("\r"))
        if not found:
            raise fail(number, "a merge conflict" if line.startswith(_CONFLICT) else "not `name = value`")
        key, value = found[1], _read_value(found[2])
        if key in tables[-1].values:
            raise fail(number, f"a second `{key}`")
        if value is None or not _is_valid(key, value, tables[-1].name):
            raise fail(number, f"`{key}` has no valid value")
        tables[-1].values[key] = value
    return tables


def _read_value(written: str) -> str | int | None:
    try:
        value: str | int = json.loads(written)
    except ValueError:
        return None
    return value


def _is_valid(key: str, value: str | int, table: str) -> bool:
    if key in _NUMBERS or (key == "version" and not table):
        return isinstance(value, int)
    if not isinstance(value, str):
        return False
    if key in _HASHES:
        return _HASH.fullmatch(value) is not None
    if key == "flags":
        return set(value.split(", ")) <= {*get_args(Flag)}
    return value in _CHOICES.get(key, (value,))


def _read_documents(tables: Iterable[_Table], fail: _Fail) -> Iterator[LockedDocument]:
    paths: set[str] = set()
    groups: list[tuple[_Table, list[_Table]]] = []
    for table in tables:
        if missing := sorted(_NEEDED[table.name] - table.values.keys()):
            raise fail(table.line, f"this {table.name} has no `{missing[0]}`")
        if table.name == "document":
            groups.append((table, []))
        elif groups:
            groups[-1][1].append(table)
        else:
            raise fail(table.line, f"this {table.name} belongs to no document")
    for head, rest in groups:
        if head.values["path"] in paths:
            raise fail(head.line, "a second table for this document")
        paths.add(head.values["path"])
        sources = [_make(LockedSource, each, fail) for each in rest if each.name == "source"]
        claims = tuple(_read_claim(each, fail) for each in rest if each.name == "claim")
        yield _make(LockedDocument, head, fail, {"sources": {each.id: each for each in sources}, "claims": claims})


def _read_claim(table: _Table, fail: _Fail) -> LockedClaim:
    place = {key: table.values.pop(key, None) for key in _PASSAGE}
    flags = table.values.pop("flags", "")
    passage = None
    if place["passage"] is not None:
        text, by, page, start, end, hashed = place.values()
        if start is None or end is None or by is None:
            raise fail(table.line, "this claim has a passage without its place")
        if hashed != hash_text(text):
            raise fail(table.line, "the passage of this claim was edited: it does not have its hash")
        passage = LockedPassage(text, start, end, page, by)
    return _make(LockedClaim, table, fail, {"passage": passage, "flags": tuple(flags.split(", ")) if flags else ()})


def _make(kind: type[_Record], table: _Table, fail: _Fail, more: Mapping[str, Any] | None = None) -> _Record:
    known = {each.name.replace("_", "-"): each.name for each in fields(kind)}
    if unknown := [key for key in table.values if key not in known]:
        raise fail(table.line, f"this {table.name} has an unknown field `{unknown[0]}`")
    return kind(**{known[key]: value for key, value in table.values.items()}, **(more or {}))
