"""Libraries in XML: the RDF that Zotero exports, and the XML of EndNote and Mendeley."""

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path, PurePath
from typing import Any

from citevet.errors import Damaged, NotADocument
from citevet.model.library import Library, LibraryItem
from citevet.patterns import lazy_pattern
from citevet.read.archive import Element
from citevet.read.service_xml import local_name, parse_service_xml
from citevet.tables import read_pairs

_ADVICE = "Export the library again, as Zotero RDF, EndNote XML, RIS or BibTeX."
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_YEAR = lazy_pattern(r"\d{4}")
_ISSN = lazy_pattern(r"\d{4}-?\d{3}[\dXx]")
_NO_WORKS = frozenset({"attachment", "note", "annotation"})
_NO_ITEMS = frozenset({"Attachment", "Memo", "Collection", "Journal", "Series", "UserItem"})
# Identifiers as Zotero writes them: `DOI 10.1000/182`.
_SERIALS = read_pairs("DOI=doi ISBN=isbn ISSN=issn PMID=pmid PMCID=pmcid")
_KEY = "citation key:"


def read_library_xml(data: bytes, name: str, folder: Path) -> Library:
    """Read Zotero RDF or EndNote XML, whichever it is."""
    try:
        root = parse_service_xml(data, name)
    except Damaged as error:
        raise Damaged(error.what, to=name, advice=_ADVICE) from error
    if local_name(root) == "RDF":
        items = tuple(_read_rdf(root))
        return Library(name, items, (), (folder,))
    if records := list(root.iter("record")):
        items = tuple(_read_record(record) for record in records)
        return Library(name, items, (), (folder, *_find_data_folders(records, name, folder)))
    raise NotADocument("it is XML, but neither Zotero RDF nor EndNote XML", to=name, advice=_ADVICE)


# Zotero RDF: each work is an element with the kind of the work as name; its files are elements that it links to.


def _read_rdf(root: Element) -> Iterator[LibraryItem]:
    named = {about: each for each in root if isinstance(each.tag, str) and (about := each.get(f"{_RDF}about"))}
    for work in root:
        if isinstance(work.tag, str) and _is_work(work):
            fields = _read_work(work, named)
            yield LibraryItem(fields.pop("key", ""), fields, tuple(_linked_files(work, named)), _line_of(work))


def _is_work(element: Element) -> bool:
    kind = _text_of(element, "itemType")
    if kind:
        return kind not in _NO_WORKS
    return local_name(element) not in _NO_ITEMS and bool(_text_of(element, "title"))


def _read_work(work: Element, named: Mapping[str, Element]) -> dict[str, str]:
    fields = {
        "type": _text_of(work, "itemType") or local_name(work),
        "title": _text_of(work, "title"),
        "abstract": _text_of(work, "abstract"),
        "author": " and ".join(_people(work, "authors")),
        "editor": " and ".join(_people(work, "editors")),
        "key": _text_of(work, "citationKey") or _text_of(work, "citekey") or _noted_key(work),
    }
    container = _container_of(work, named)
    if container is not None and container is not work:
        fields["journal"] = _text_of(container, "title")
    serials = chain(_serials(work), _serials(container) if container is not None else ())
    for name, value in serials:
        fields.setdefault(name, value)
    year = _YEAR.search(_text_of(work, "date"))
    fields["year"] = year[0] if year else ""
    return {name: value for name, value in fields.items() if value}


def _children(element: Element, name: str) -> Iterator[Element]:
    return (each for each in element if isinstance(each.tag, str) and local_name(each) == name)


def _text_of(element: Element, name: str) -> str:
    return next((_words(each) for each in _children(element, name)), "")


def _noted_key(work: Element) -> str:
    lines = (line.strip() for each in _children(work, "description") for line in (each.text or "").splitlines())
    return next((line[len(_KEY) :].strip() for line in lines if line.lower().startswith(_KEY)), "")


def _people(work: Element, role: str) -> Iterator[str]:
    for group in _children(work, role):
        for person in group.iter():
            if not isinstance(person.tag, str) or local_name(person) not in {"Person", "Organization"}:
                continue
            family, given = _text_of(person, "surname"), _text_of(person, "givenName") or _text_of(person, "givenname")
            name = _text_of(person, "name")
            if family or name:
                yield ", ".join(filter(None, (family, given))) if family and given else f"{family or name},"


def _container_of(work: Element, named: Mapping[str, Element]) -> Element | None:
    for part in _children(work, "isPartOf"):
        if inside := [each for each in part if isinstance(each.tag, str)]:
            return inside[0]
        if found := named.get(part.get(f"{_RDF}resource", "")):
            return found
    return None


def _serials(element: Element) -> Iterator[tuple[str, str]]:
    for identifier in _children(element, "identifier"):
        words = _words(identifier)
        kind, _, value = words.partition(" ")
        if kind in _SERIALS and value:
            yield _SERIALS[kind], value
        elif words.startswith(("http://", "https://")):
            yield "url", words


def _linked_files(work: Element, named: Mapping[str, Element]) -> Iterator[str]:
    for link in _children(work, "link"):
        file = named.get(link.get(f"{_RDF}resource", ""))
        for place in file if file is not None else ():
            path = place.get(f"{_RDF}resource", "") if isinstance(place.tag, str) else ""
            if local_name(place) in {"resource", "path"} and path and "://" not in path.removeprefix("file://"):
                yield path.removeprefix("file://")


# EndNote XML; Mendeley writes the same


def _read_record(record: Element) -> LibraryItem:
    kind = record.find("ref-type")
    people = {role: [_words(each) for each in record.iterfind(f"contributors/{role}/author")] for role in _ROLES}
    serial = _words(record.find("isbn"))
    fields = {
        "type": kind.get("name", "") if kind is not None else "",
        "title": _words(record.find("titles/title")),
        "journal": _words(record.find("periodical/full-title")) or _words(record.find("titles/secondary-title")),
        "author": " and ".join(people["authors"]),
        "editor": " and ".join(people["secondary-authors"]),
        "doi": _words(record.find("electronic-resource-num")),
        "issn" if _ISSN.fullmatch(serial) else "isbn": serial,
        "url": _words(record.find("urls/related-urls/url")) or _words(record.find("urls/web-urls/url")),
        "abstract": _words(record.find("abstract")),
    }
    year = _YEAR.search(_words(record.find("dates/year")) or _words(record.find("dates/pub-dates/date")))
    fields["year"] = year[0] if year else ""
    files = tuple(filter(None, (_words(each) for each in record.iterfind("urls/pdf-urls/url"))))
    key = _words(record.find("label"))
    return LibraryItem(key, {name: value for name, value in fields.items() if value}, files, _line_of(record))


_ROLES = ("authors", "secondary-authors")


def _words(element: Element | None) -> str:
    return " ".join("".join(map(str, element.itertext())).split()) if element is not None else ""


def _line_of(element: Element) -> int:
    line: Any = element.sourceline
    return int(line or 0)


def _find_data_folders(records: list[Element], name: str, folder: Path) -> Iterator[Path]:
    """Yield the folder of the PDFs next to an EndNote library: My.Data/PDF for My.enl."""
    database = records[0].find("database")
    stems = [PurePath((database.get("name") or "").replace("\\", "/")).stem] if database is not None else []
    for stem in dict.fromkeys((*stems, PurePath(name).stem)):
        if stem:
            yield folder / f"{stem}.Data" / "PDF"
