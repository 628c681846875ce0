"""An entry of a YAML bibliography as it is written, by Hayagriva or CSL: its keys, and where their values are."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from citevet.contracts import FieldChange
from citevet.model import Edit, Span
from citevet.patterns import lazy_pattern
from citevet.read.frontmatter import parse_yaml
from citevet.read.reference_files import read_csl_name
from citevet.read.written_entries.listed_people import merge_people
from citevet.read.written_entries.title_words import merge_title
from citevet.records import dataclass

_Path = tuple[str, ...]
_Node = Any  # the library has no types
_HAYAGRIVA: Mapping[str, tuple[_Path, ...]] = {
    "title": (("title",), ("title", "value")),
    "author": (("author",),),
    "journal": (("parent", "title"),),
    "booktitle": (("parent", "title"),),
    "year": (("date",), ("parent", "date")),
    "volume": (("volume",), ("parent", "volume")),
    "number": (("issue",), ("parent", "issue")),
    "pages": (("page-range",),),
    "doi": (("serial-number", "doi"),),
    "url": (("url",), ("url", "value")),
    "@type": (("type",),),
}
_CSL: Mapping[str, tuple[_Path, ...]] = {
    "title": (("title",),),
    "author": (("author",),),
    "journal": (("container-title",),),
    "booktitle": (("container-title",),),
    "year": (("issued",),),
    "volume": (("volume",),),
    "number": (("issue",),),
    "pages": (("page",),),
    "doi": (("DOI",), ("doi",)),
    "url": (("URL",), ("url",)),
    "@type": (("type",),),
}
# Type in BibTeX → that of the entry, and in Hayagriva that of what it is in.
_CSL_TYPES = {"article": "article-journal", "inproceedings": "paper-conference"}
_PARENTS = {"journal": "periodical", "booktitle": "proceedings"}
_YEAR = lazy_pattern(r"(?<!\d)\d{4}(?!\d)")
_KEY = lazy_pattern(r"[\w-]+:\s")
_LINE_BREAK = lazy_pattern(r"[\r\n]+[ \t]*")
_ANCHOR = lazy_pattern(r"(?:^|[\s,\[{])[&!]\S")  # to which other entries may refer; and tags of types
_LINE_END = lazy_pattern(r"\r?\n")
_MARGIN = "  "


@dataclass(frozen=True, slots=True)
class YamlValue:
    """A value: where it is written, in which style, and the spans of the elements of a list."""

    span: Span
    style: str  # the sign of YAML for it; empty: plain
    is_scalar: bool = True
    is_mapping: bool = False
    elements: tuple[Span, ...] = ()
    people: tuple[str, ...] = ()  # of an author, "Family, Given" or a group in braces


@dataclass(frozen=True, slots=True)
class YamlEntry:
    """The values of an entry, by the way to them."""

    text: str
    found: Mapping[_Path, YamlValue]
    names: Mapping[str, tuple[_Path, ...]]
    span: Span  # from its first key

    @property
    def values(self) -> Mapping[str, str]:
        """The source text of each value."""
        return {"/".join(path): value.span.of(self.text) for path, value in self.found.items() if not value.is_mapping}

    def has(self, name: str) -> bool:
        """Check for a value at one of its places."""
        return self._find(name) is not None

    def _find(self, name: str) -> YamlValue | None:
        values = [self.found[path] for path in self.names.get(name, ()) if path in self.found]
        return next((value for value in values if not value.is_mapping), values[0] if values else None)

    def change(self, change: FieldChange) -> tuple[Edit, ...] | None:
        """Return the edit of a value."""
        value = self._find(change.name)
        old = value.span.of(self.text) if value else ""
        if value is None or value.is_mapping or not (change.value or change.people) or _ANCHOR.search(old):
            return None
        if change.name == "author":
            return self._change_people(value, change.people)
        new = self._rewrite(change, old, value)
        if not new:
            return None
        return (Edit(value.span, new),) if new != old else ()

    def _rewrite(self, change: FieldChange, old: str, value: YamlValue) -> str | None:
        if change.name == "year" and change.kind != "exchange":
            return _YEAR.sub(change.value, old) if len(_YEAR.findall(old)) == 1 else None
        if change.name == "year":
            return change.value
        if not value.is_scalar or value.style in {"|", ">"}:
            return None
        new: str | None = change.value
        if change.name == "@type":
            new = _CSL_TYPES.get(change.value) if self.names is _CSL else old if old.lower() == "article" else "article"
        if change.name == "title":
            said = str(parse_yaml(f"title: {old}")[0].get("title", ""))
            new = merge_title(said, change.value, str)
            if new == said:
                return old
        return _quote(new, value.style, is_number=old.isdecimal()) if new else None

    def _change_people(self, value: YamlValue, recorded: Sequence[str]) -> tuple[Edit, ...] | None:
        spans = value.elements or ((value.span,) if value.is_scalar else ())
        if not spans or len(value.people) != len(spans) or not all(value.people):
            return None
        merged, others = merge_people(value.people, recorded, has_others=False)
        first = spans[0].of(self.text)
        is_new_list = value.is_scalar and len(merged) > 1
        pieces = [
            self._keep(value, spans, each, is_new_list=is_new_list) if isinstance(each, int) else each
            for each in merged
        ]
        between = [self.text[one.end : two.start] for one, two in pairwise(spans)]
        is_alone = not between and not is_new_list and self.text[value.span.start] != "["
        if len(set(map(str.strip, between))) > 1 or others or (is_alone and len(merged) > 1):
            return None
        written = [
            piece if isinstance(each, int) else self._write_person(piece, first)
            for each, piece in zip(merged, pieces, strict=True)
        ]
        span = Span(spans[0].start, spans[-1].end)
        new = (between[0] if between else ", ").join(written)
        new = f"[{new}]" if is_new_list else new
        if not new:
            return None
        return (Edit(span, new),) if new != span.of(self.text) else ()

    def _keep(self, value: YamlValue, spans: Sequence[Span], place: int, *, is_new_list: bool) -> str:
        is_plain = is_new_list and not value.style
        return json.dumps(value.people[place], ensure_ascii=False) if is_plain else spans[place].of(self.text)

    def _write_person(self, name: str, like: str) -> str:
        """Write a name in the way of another one: plain, as a mapping on one line, or with a line for each key."""
        family, comma, given = (part.strip() for part in name.partition(","))
        if not like.startswith("{") and not _KEY.match(like):
            return json.dumps(name, ensure_ascii=False)
        if self.names is _CSL:
            parts = {"family": family, "given": given} if comma else {"literal": name}
        else:
            parts = {"name": family, "given-name": given} if given else {"name": name}
        pairs = [f"{key}: {json.dumps(part, ensure_ascii=False)}" for key, part in parts.items()]
        line_break = _LINE_BREAK.search(like)
        if like[:1] == "{" or (len(pairs) > 1 and not line_break):
            return "{" + ", ".join(pairs) + "}"
        return line_break[0].join(pairs) if line_break else pairs[0]

    def can_add(self, change: FieldChange) -> bool:
        """Check for a place that is not in a value of another kind."""
        path = self.names.get(change.name, ((),))[0]
        outer = self.found.get(path[:1])
        return bool(path) and change.name != "@type" and (len(path) == 1 or outer is None or outer.is_mapping)

    def add(self, changes: Sequence[FieldChange]) -> tuple[Edit, ...]:
        """Return the edits that put the new keys after the last value of the mapping that they are for."""
        added: dict[int, list[str]] = {}
        for change in sorted(changes, key=lambda each: -len(self._place(each))):
            path = self._place(change)
            place = self.found[path].span if path else self.span
            is_flow = self.text[place.start] == "{"
            last = max(value.span.end for way, value in self.found.items() if way[: len(path)] == path and way != path)
            at = last if is_flow else self._find_line_end(last)
            margin = ", " if is_flow else f"{self._newline}{' ' * self._find_column(place.start)}"
            added.setdefault(at, []).extend(f"{margin}{line}" for line in self._write(change, depth=len(path)))
        return tuple(Edit(Span(at, at), "".join(lines)) for at, lines in added.items())

    def _place(self, change: FieldChange) -> _Path:
        """Return the way to the mapping of the entry that has room for a field; empty: the entry itself."""
        path = self.names[change.name][0][:1]
        value = self.found.get(path)
        is_inner = value is not None and value.is_mapping and len(self.names[change.name][0]) > 1
        return path if is_inner and any(way[:1] == path and way != path for way in self.found) else ()

    def _find_line_end(self, at: int) -> int:
        found = _LINE_END.search(self.text, at, self.span.end)
        return found.start() if found else max(at, self.span.end)

    def _find_column(self, at: int) -> int:
        return at - self.text.rfind("\n", 0, at) - 1

    @property
    def _newline(self) -> str:
        line_break = self.text.find("\n", self.span.start)
        return "\r\n" if line_break > 0 and self.text[line_break - 1] == "\r" else "\n"

    def _write(self, change: FieldChange, *, depth: int) -> Iterator[str]:
        path = self.names[change.name][0]
        if change.name == "author":
            like = "{" if self.names is _CSL else ""
            value = f"[{', '.join(self._write_person(name, like) for name in change.people)}]"
        else:
            is_number = change.value.isdecimal() and change.name in {"year", "volume", "number"}
            value = _quote(change.value, "", is_number=is_number)
        inner = path[depth:]
        if len(inner) > 1:
            yield f"{inner[0]}:"
            if inner[0] == "parent":
                yield f"{_MARGIN}type: {_PARENTS[change.name]}"
        yield f"{_MARGIN * (len(inner) - 1)}{inner[-1]}: {value}"


def _quote(value: str, style: str, *, is_number: bool = False) -> str:
    """Return a text in the style of YAML that it has, or in quotation marks where plain words would read otherwise."""
    if style == "'":
        return "'" + value.replace("'", "''") + "'"
    if not style and is_number and value.isdecimal():
        return value
    is_plain = not style and parse_yaml(f"value: {value}") == ({"value": value}, "")
    return value if is_plain and "[" not in value and "," not in value else json.dumps(value, ensure_ascii=False)


def open_entry(text: str, span: Span) -> YamlEntry | None:
    """Read an entry by itself; one that needs anchors of others, or has lines of another, is not opened."""
    import yaml  # as in the reader: 25 ms

    start = text.rfind("\n", 0, span.start) + 1
    loader = yaml.SafeLoader(text[start : span.end])
    try:
        root: _Node = loader.get_single_node()
    except (yaml.YAMLError, RecursionError):
        return None
    finally:
        loader.dispose()
    return _read_root(text, start, span.end, root) if root is not None else None


def _read_root(text: str, start: int, end: int, root: _Node) -> YamlEntry | None:
    is_listed = root.id == "sequence" and len(root.value) == 1
    body = root.value[0] if is_listed else root.value[0][1] if root.id == "mapping" and len(root.value) == 1 else None
    if body is None or body.id != "mapping" or not body.value or body.flow_style:
        return None
    found = dict(_walk(text, body, (), start))
    whole = Span(start + body.value[0][0].start_mark.index, end)
    return YamlEntry(text, found, _CSL if is_listed else _HAYAGRIVA, whole)


def _walk(text: str, node: _Node, path: _Path, start: int) -> Iterator[tuple[_Path, YamlValue]]:
    """Yield the values of a mapping, and of the mappings in it."""
    for key, value in node.value:
        way = (*path, str(key.value))
        span = _get_span(text, value, start)
        people = tuple(map(_read_person, value.value if value.id == "sequence" else [value]))
        if value.id == "mapping":
            yield way, YamlValue(span, "", is_scalar=False, is_mapping=True)
            if len(way) == 1:
                yield from _walk(text, value, way, start)
        elif value.id == "sequence" and way == ("parent",) and value.value and value.value[0].id == "mapping":
            yield way, YamlValue(_get_span(text, value.value[0], start), "", is_scalar=False, is_mapping=True)
            yield from _walk(text, value.value[0], way, start)
        elif value.id == "sequence":
            elements = tuple(_get_span(text, each, start) for each in value.value)
            yield way, YamlValue(span, "", is_scalar=False, elements=elements, people=people)
        else:
            yield way, YamlValue(span, value.style or "", people=people)


def _get_span(text: str, node: _Node, start: int) -> Span:
    """Return where a node is written: to the library a block ends where the next one begins."""
    last = node
    while last.id != "scalar" and not last.flow_style and last.value:
        last = last.value[-1][1] if last.id == "mapping" else last.value[-1]
    return Span(node.start_mark.index + start, last.end_mark.index + start).trim(text)


def _read_person(node: _Node) -> str:
    if node.id == "scalar":
        return str(node.value)
    pairs = node.value if node.id == "mapping" else ()
    parts = {str(key.value): str(value.value) for key, value in pairs if value.id == "scalar"}
    named = {"non-dropping-particle": "prefix", "family": "name", "given": "given-name"}
    return read_csl_name({key: parts.get(name, "") for key, name in named.items()} if "name" in parts else parts)
