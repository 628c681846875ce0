"""The parts of a Word file, with their styles, numberings and relations."""

import re
from collections.abc import Iterator, Mapping
from posixpath import dirname, join, normpath

from citevet.read.archive import Archive, Element, parse_xml
from citevet.records import dataclass

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
# "Strict" files have the same elements in other namespaces.
_STRICT = tuple(
    (
        f"http://purl.oclc.org/ooxml/{path}/{name}".encode(),
        f"http://schemas.openxmlformats.org/{path}/2006/{name}".encode(),
    )
    for path, name in (("wordprocessingml", "main"), ("officeDocument", "relationships"), ("officeDocument", "math"))
)
_LIST_STYLE = re.compile(r"list (?:bullet|number)(?: (\d))?")
_HEADING_STYLE = re.compile(r"heading (\d)")
_TITLES = {"title": 1, "subtitle": 2}
_MAX_DIGITS = 6
_OUTLINE_LEVELS = 9  # the value 9 itself means body text
_MAX_CHAIN = 20  # styles that a style is based on: guards against circles

# Parts


@dataclass(frozen=True, slots=True)
class PartRelation:
    """Another part, or an address outside, that a part refers to by id."""

    kind: str  # last word of its type: hyperlink, footnotes, styles …
    target: str  # address as written, or the name of the part in the archive
    outside: bool


@dataclass(frozen=True, slots=True)
class Style:
    """Properties of a paragraph or run style, with those that it inherits."""

    name: str = ""  # in lower case; Word keeps the English name whatever its language
    names: frozenset[str] = frozenset()  # its own and those it is based on
    heading: int = 0
    item: int = 0
    number: str | None = None  # id of its numbering
    raised: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Numbering:
    """How a list counts its first level."""

    counter: str  # lists with the same counter go on counting
    start: int
    shape: str | None  # "[%1]", "%1."; None for anything but a plain decimal number


NO_STYLE = Style()


def read_part(archive: Archive, name: str | None) -> Element | None:
    """Return the root of a part, or None where the archive has no such part."""
    data = archive.part(name) if name else None
    if data is None:
        return None
    for strict, usual in _STRICT:
        data = data.replace(strict, usual)
    return parse_xml(data, archive.path)


def read_relations(archive: Archive, name: str) -> Mapping[str, PartRelation]:
    """Return the relations of a part, or with "" of the whole file, by id."""
    folder = dirname(name)
    root = read_part(archive, join(folder, "_rels", name[len(folder) :].lstrip("/") + ".rels"))
    found = () if root is None else root.iter(_RELATIONSHIP)
    return {each.get("Id", ""): _relation(each, folder) for each in found}


def _relation(element: Element, folder: str) -> PartRelation:
    target = element.get("Target", "")
    outside = element.get("TargetMode") == "External"
    if not outside:
        target = normpath(join("/", folder, target)).lstrip("/")
    return PartRelation(element.get("Type", "").rpartition("/")[2], target, outside)


def read_value(element: Element | None, path: str, attribute: str = "val") -> str | None:
    """Return an attribute of the first element at a path of Word names such as `pPr/pStyle`."""
    if element is not None:
        element = element.find("/".join(W + step for step in path.split("/")))
    return None if element is None else element.get(W + attribute)


def read_switch(element: Element | None, name: str) -> bool | None:
    """Return a property that is on or off, or None where it is not set."""
    found = None if element is None else element.find(W + name)
    return None if found is None else found.get(W + "val") not in {"0", "false", "off"}


def read_styles(root: Element | None) -> Mapping[str, Style]:
    """Return every style by its id, with the properties that it inherits."""
    found = {} if root is None else {each.get(W + "styleId", ""): each for each in root.iter(W + "style")}
    return {key: _make_style([found[name] for name in _style_chain(key, found)]) for key in found}


def _style_chain(key: str | None, found: Mapping[str, Element]) -> Iterator[str]:
    for _ in range(_MAX_CHAIN):
        if key not in found or key is None:
            return
        yield key
        key = read_value(found[key], "basedOn")


def _make_style(chain: list[Element]) -> Style:
    names = [(read_value(each, "name") or "").lower() for each in chain]
    numbers = [number for each in chain if (number := read_value(each, "pPr/numPr/numId"))]
    runs = [each.find(W + "rPr") for each in chain]
    level = read_value(chain[0], "pPr/numPr/ilvl") or "0"
    return Style(
        name=names[0],
        names=frozenset(names),
        heading=next(filter(None, map(_heading_level, chain, names)), 0),
        item=_list_level(names) or (parse_number(level) + 1 if numbers and numbers[0] != "0" else 0),
        number=numbers[0] if numbers else None,
        raised=next((lift == "superscript" for run in runs if (lift := read_value(run, "vertAlign"))), False),
        hidden=next((gone for run in runs if (gone := read_switch(run, "vanish")) is not None), False),
    )


def _heading_level(style: Element, name: str) -> int:
    named = _HEADING_STYLE.fullmatch(name)
    return int(named[1]) if named else _TITLES.get(name) or outline_level(style.find(W + "pPr"))


def outline_level(properties: Element | None) -> int:
    """Return the heading level of an outline level, 0 for body text."""
    level = read_value(properties, "outlineLvl")
    return parse_number(level) + 1 if level is not None and parse_number(level) < _OUTLINE_LEVELS else 0


def parse_number(digits: str) -> int:
    """Return a number of up to six digits, 0 for anything else."""
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS else 0


def _list_level(names: list[str]) -> int:
    found = next((match for name in names if (match := _LIST_STYLE.fullmatch(name))), None)
    return int(found[1] or 1) if found else 0


def read_numberings(root: Element | None) -> Mapping[str, Numbering]:
    """Return the numbering of each list, by the id that paragraphs use."""
    if root is None:
        return {}
    shapes = {each.get(W + "abstractNumId", ""): _first_level(each) for each in root.iter(W + "abstractNum")}
    return {each.get(W + "numId", ""): _make_numbering(each, shapes) for each in root.iter(W + "num")}


def _make_numbering(number: Element, shapes: Mapping[str, tuple[int, str | None]]) -> Numbering:
    abstract = read_value(number, "abstractNumId") or ""
    start, shape = shapes.get(abstract, (1, None))
    again = read_value(number, "lvlOverride/startOverride")
    if again is not None:
        return Numbering("own " + number.get(W + "numId", ""), parse_number(again), shape)
    return Numbering(abstract, start, shape)


def _first_level(abstract: Element) -> tuple[int, str | None]:
    level = abstract.find(W + "lvl")
    shape = read_value(level, "lvlText") or ""
    plain = read_value(level, "numFmt") in {"decimal", None} and shape.count("%") == 1 and "%1" in shape
    return parse_number(read_value(level, "start") or "1"), shape if plain else None
