"""The XML parts of a Word file: parsed within bounds, with the tables that other parts refer to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from posixpath import dirname, join, normpath
from re import IGNORECASE
from re import compile as pattern

from lxml import etree

from citevet.errors import Damaged, TooLarge
from citevet.read.archive import Archive

Element = etree._Element  # noqa: SLF001 - lxml has no public name for the type of an element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
# "Strict" files have the same elements under other names; they are read as the usual kind.
_STRICT = (
    (
        b"http://purl.oclc.org/ooxml/wordprocessingml/main",
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    ),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/math",
        b"http://schemas.openxmlformats.org/officeDocument/2006/math",
    ),
)
MAX_TAGS = 4_000_000  # opening and closing together: about 300 MB of tree; a book of 1,000 pages has 0.8 million
_ENCODING = pattern(rb"<\?xml[^>]*encoding\s*=\s*[\"'](?!utf-?8|utf-?16|us-ascii)", IGNORECASE)
_LIST_STYLE = pattern(r"list (?:bullet|number)(?: (\d))?")
_HEADING_STYLE = pattern(r"heading (\d)")
_TITLES = {"title": 1, "subtitle": 2}
_OUTLINE_LEVELS = 9  # the value 9 itself means body text
_CHAIN = 20  # styles that a style is based on, at most: guards against circles


@dataclass(frozen=True, slots=True)
class Relation:
    """Another part, or an address outside, that a part refers to by id."""

    kind: str  # last word of its type: hyperlink, footnotes, styles …
    target: str  # address as written, or the name of the part in the archive
    outside: bool


@dataclass(frozen=True, slots=True)
class Style:
    """What a style says of its paragraphs or runs, with all that it is based on."""

    name: str = ""  # in lower case; Word keeps the English name whatever its language
    names: frozenset[str] = frozenset()  # its own and those that it is based on
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
    shape: str | None  # "[%1]", "%1."; None when it is no plain decimal number


NO_STYLE = Style()


def parse(data: bytes, path: str) -> Element:
    """Parse one part; entities are not resolved, and size and depth are bounded."""
    if data.count(b"<") > MAX_TAGS:
        raise TooLarge(f"a part has more than {MAX_TAGS:,} tags", to=path, advice="Split the document.")
    if _ENCODING.match(data, 0, 200):
        raise _damaged(path, "a part is in an encoding that Word does not write")
    for strict, usual in _STRICT:
        data = data.replace(strict, usual)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise _damaged(path, "a part is no well-formed XML, or nested too deep") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise _damaged(path, "a part declares a document type, which Word never does")
    return root


def part(archive: Archive, name: str | None) -> Element | None:
    """Return the root of a part, or None where the archive has no such part."""
    data = archive.part(name) if name else None
    return None if data is None else parse(data, archive.path)


def relations(archive: Archive, name: str) -> Mapping[str, Relation]:
    """Return what a part (or with "" the whole file) refers to, by id."""
    folder = dirname(name)
    root = part(archive, join(folder, "_rels", name[len(folder) :].lstrip("/") + ".rels"))
    found = () if root is None else root.iter(_RELATIONSHIP)
    return {each.get("Id", ""): _relation(each, folder) for each in found}


def _relation(element: Element, folder: str) -> Relation:
    target = element.get("Target", "")
    outside = element.get("TargetMode") == "External"
    if not outside:
        target = normpath(join("/", folder, target)).lstrip("/")
    return Relation(element.get("Type", "").rpartition("/")[2], target, outside)


def value(element: Element | None, path: str, attribute: str = "val") -> str | None:
    """Return an attribute of the first element below at a path of Word names: `pPr/pStyle`."""
    if element is not None:
        element = element.find(_steps(path))
    return None if element is None else element.get(W + attribute)


@cache
def _steps(path: str) -> str:
    return "/".join(W + step for step in path.split("/"))


def switched(element: Element | None, name: str) -> bool | None:
    """Return a property that is on or off, or None where nothing is said."""
    found = None if element is None else element.find(W + name)
    return None if found is None else found.get(W + "val") not in {"0", "false", "off"}


def styles(root: Element | None) -> Mapping[str, Style]:
    """Return every style by its id, with what it takes from the styles it is based on."""
    found = {} if root is None else {each.get(W + "styleId", ""): each for each in root.iter(W + "style")}
    return {key: _style([found[name] for name in _chain(key, found)]) for key in found}


def _chain(key: str | None, found: Mapping[str, Element]) -> Iterator[str]:
    for _ in range(_CHAIN):
        if key not in found or key is None:
            return
        yield key
        key = value(found[key], "basedOn")


def _style(chain: list[Element]) -> Style:
    names = [(value(each, "name") or "").lower() for each in chain]
    numbers = [number for each in chain if (number := value(each, "pPr/numPr/numId"))]
    runs = [each.find(W + "rPr") for each in chain]
    level = value(chain[0], "pPr/numPr/ilvl") or "0"
    return Style(
        name=names[0],
        names=frozenset(names),
        heading=next((found for each, name in zip(chain, names, strict=True) if (found := _heading(each, name))), 0),
        item=_item(names) or (bounded(level) + 1 if numbers and numbers[0] != "0" else 0),
        number=numbers[0] if numbers else None,
        raised=next((lift == "superscript" for run in runs if (lift := value(run, "vertAlign"))), False),
        hidden=next((gone for run in runs if (gone := switched(run, "vanish")) is not None), False),
    )


def _heading(style: Element, name: str) -> int:
    if named := _HEADING_STYLE.fullmatch(name):
        return int(named[1])
    return _TITLES.get(name) or outline(style.find(W + "pPr"))


def outline(properties: Element | None) -> int:
    """Return the heading level that an outline level stands for, 0 for body text."""
    level = value(properties, "outlineLvl")
    return bounded(level) + 1 if level is not None and bounded(level) < _OUTLINE_LEVELS else 0


def bounded(digits: str) -> int:
    """Return a small number of the file, 0 when it is none."""
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 6 else 0  # noqa: PLR2004 - six digits


def _item(names: list[str]) -> int:
    found = next((match for name in names if (match := _LIST_STYLE.fullmatch(name))), None)
    return int(found[1] or 1) if found else 0


def numberings(root: Element | None) -> Mapping[str, Numbering]:
    """Return how each list counts, by the id that paragraphs use."""
    if root is None:
        return {}
    shapes = {each.get(W + "abstractNumId", ""): _first_level(each) for each in root.iter(W + "abstractNum")}
    return {each.get(W + "numId", ""): _numbering(each, shapes) for each in root.iter(W + "num")}


def _numbering(number: Element, shapes: Mapping[str, tuple[int, str | None]]) -> Numbering:
    abstract = value(number, "abstractNumId") or ""
    start, shape = shapes.get(abstract, (1, None))
    again = value(number, "lvlOverride/startOverride")
    if again is not None:
        return Numbering("own " + number.get(W + "numId", ""), bounded(again), shape)
    return Numbering(abstract, start, shape)


def _first_level(abstract: Element) -> tuple[int, str | None]:
    level = abstract.find(W + "lvl")
    shape = value(level, "lvlText") or ""
    plain = value(level, "numFmt") in {"decimal", None} and shape.count("%") == 1 and "%1" in shape
    return bounded(value(level, "start") or "1"), shape if plain else None


def _damaged(path: str, what: str) -> Damaged:
    return Damaged(what, to=path, advice="Open it in a word processor and save it again as .docx.")
