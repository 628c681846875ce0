"""Real works: from CSL-JSON, with all their fields, and from labelled reference strings as people wrote them."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lxml import etree

from citevet.model import Record
from citevet.resolve.answers import strip_markup
from citevet.resolve.registries.crossref import read_work

Person = tuple[str, str]  # family name and given names
_PERSON = re.compile(r"([^\W\d_][\w'’ -]{1,30}),\s((?:[^\W\d_]\.[\s-]?){1,3})")
_BARE_PERSON = re.compile(r"([^\W\d_][\w'’-]+(?:\s[^\W\d_a-z][\w'’-]+)?)\s([A-Z]{1,3})")
_ET_AL = re.compile(r"\bet\.? al|others|\.\.\.|…|&c|\beds?\b", re.IGNORECASE)
_GAP = re.compile(r"\.\s?\.|…")  # of authors, whose last one is named
_JOIN = re.compile(r"^(?:,|;|\s|&amp;|&|\band\b|\bund\b|\.)*$")
_VOLUME = re.compile(r"\W*(?:[Vv]ol(?:ume)?\.?\s?)?(\d{1,4})(?:\s?\(\s?(?:[Nn]o\.?\s?)?(\d{1,4})\s?\))?\W*")
_PAGES = re.compile(r"\W*(?:[Pp]p?\.?\s?)?(\d{1,5})\s?[-‐–—]{1,2}\s?(\d{1,5})\W*")
_MOST_PEOPLE = 40
_YEAR = re.compile(r"\D*((?:19|20)\d\d)[a-z]?\D*")


@dataclass(frozen=True, slots=True)
class Work:
    """One published work, as a record and as a reference say it."""

    authors: tuple[Person, ...]
    title: str
    year: str
    venue: str
    short_venue: str = ""
    volume: str = ""
    issue: str = ""
    first: str = ""
    last: str = ""
    doi: str = ""
    type: str = "journal-article"

    @property
    def pages(self) -> str:
        """The pages as a record has them."""
        return f"{self.first}-{self.last}" if self.last else self.first


def load_works(path: Path) -> Iterator[tuple[Work | None, Record]]:
    """Yield the records of a CSL-JSON file, with the work where it can be written in styles."""
    for item in json.loads(path.read_text(encoding="utf-8")):
        record = read_work(item, "crossref", "Crossref") if item.get("DOI") and item.get("title") else None
        if record and record.title and record.years:
            yield _read_work(item, record), record


def _read_work(item: dict[str, Any], record: Record) -> Work | None:
    """Return an article or paper all of whose authors have two names."""
    people = [_read_person(each) for each in item.get("author", ())]
    is_listed = item.get("type") in {"article-journal", "paper-conference"} and item.get("container-title")
    if not is_listed or not all(people) or not 1 <= len(people) <= _MOST_PEOPLE:
        return None
    first, _, last = record.pages.partition("-")
    return Work(
        tuple(each for each in people if each),
        record.title,
        str(record.years[0]),
        record.venue,
        strip_markup(_first_text(item.get("container-title-short"))),
        record.volume,
        record.issue,
        first,
        last,
        record.identifiers.get("doi", ""),
        record.type,
    )


def _read_person(person: dict[str, Any]) -> Person | None:
    family, given = person.get("family", ""), person.get("given", "")
    return (family, given) if family and given and len(given) > 1 else None


def _first_text(value: object) -> str:
    return str(value[0] if isinstance(value, list) and value else value or "")


def load_labelled(path: Path) -> Iterator[tuple[str, Work, bool]]:
    """Yield reference strings with the work that their labels give, and whether not all of its authors are named."""
    for sequence in etree.parse(path, etree.XMLParser(resolve_entities=False)).getroot():
        fields: dict[str, str] = {}
        for element in sequence:
            fields.setdefault(element.tag, " ".join("".join(map(str, element.itertext())).split()))
        text = " ".join(" ".join("".join(map(str, sequence.itertext())).split()).split())
        work = _read_labelled(fields)
        if work and "citation-number" not in fields and not _GAP.search(fields["author"]):
            yield text, work, bool(_ET_AL.search(fields["author"]))


def _read_labelled(fields: dict[str, str]) -> Work | None:
    """Return the work of an article whose labels can be read with certainty."""
    if not {"author", "title", "journal", "date", "pages"} <= set(fields) or {"editor", "translator"} & set(fields):
        return None
    people = _read_people(_ET_AL.split(fields["author"])[0])
    year, pages = _YEAR.fullmatch(fields["date"]), _PAGES.fullmatch(fields["pages"])
    volume = _VOLUME.fullmatch(fields.get("volume", ""))
    if not people or not year or not pages:
        return None
    return Work(
        people,
        fields["title"].strip(" .,“”\"'‘’"),
        year[1],
        strip_markup(fields["journal"]).strip(" .,"),
        volume=volume[1] if volume else "",
        issue=volume[2] or "" if volume else "",
        first=pages[1],
        last=_lengthen(pages[1], pages[2]),
    )


def _read_people(text: str) -> tuple[Person, ...]:
    """Return the people of a list in one of two common forms; nothing if a word is left over."""
    for form in (_PERSON, _BARE_PERSON):
        people = [(found[1].strip(), found[2].strip()) for found in form.finditer(text)]
        if people and _JOIN.match(form.sub("", text)) and (len(people) == 1 or "," in text or " and " in text):
            return tuple(people)
    return ()


def _lengthen(first: str, last: str) -> str:
    return first[: len(first) - len(last)] + last if len(last) < len(first) else last


def to_record(work: Work) -> Record:
    """Return the record of a work."""
    return Record(
        "crossref",
        work.doi or "10.5555/x",
        work.type,
        work.title,
        authors=tuple(f"{family}, {given}" for family, given in work.authors),
        years=(int(work.year),),
        venue=work.venue,
        venues=tuple(filter(None, (work.short_venue,))),
        volume=work.volume,
        issue=work.issue,
        pages=work.pages,
        identifiers={"doi": work.doi},
    )


def differs(record: Record, work: Work) -> Record:
    """Return a record with the fields of a changed work, and the identifiers of its own."""
    changed = to_record(work)
    return replace(changed, id=record.id, identifiers=record.identifiers)
