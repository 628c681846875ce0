"""Works that were looked up: for people, as JSON, and as BibTeX or CSL-JSON to replace an old bibliography."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from json import dumps
from typing import Any

from citevet.model import Flag, Record, Resolution
from citevet.patterns import lazy_pattern
from citevet.records import dataclass
from citevet.report.json import difference_to_dict, pick, record_to_dict
from citevet.report.safe_text import to_line
from citevet.text.names import fold_name
from citevet.text.stems import STOP_WORDS

_WORDS = frozenset({"matches with errors", "not found", "likely fabricated"})  # that say more than the existence
_WIDTH = 10  # of the names of the lines below a work
_MOST_AUTHORS = 3
_MARKS = {"found": "✓", "missing": "✗", "mismatched": "✗", "ambiguous": "?", "unchecked": "○"}
_STATES: tuple[Flag, ...] = ("retracted", "repealed", "prospective", "gone")  # of a work that was found
# Type of a record → type of a BibTeX entry, of a CSL item, and the BibTeX field of the venue.
_TYPES: Mapping[str, tuple[str, str, str]] = {
    "journal-article": ("article", "article-journal", "journal"),
    "proceedings-article": ("inproceedings", "paper-conference", "booktitle"),
    "book-chapter": ("incollection", "chapter", "booktitle"),
    "book": ("book", "book", "publisher"),
    "edited-book": ("book", "book", "publisher"),
    "monograph": ("book", "book", "publisher"),
    "reference-book": ("book", "book", "publisher"),
    "dissertation": ("phdthesis", "thesis", "school"),
    "report": ("techreport", "report", "institution"),
    "dataset": ("misc", "dataset", "publisher"),
    "software": ("misc", "software", "publisher"),
    "preprint": ("misc", "article", "publisher"),
}
_OTHER = ("misc", "document", "howpublished")
_PUBLISHED_BY = frozenset({"publisher", "school", "institution", "howpublished"})  # a publisher, not a container
_SPECIAL = lazy_pattern(r"[\\{}$&#%_~^]")
_ESCAPES = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_NAMED = lazy_pattern(r"(?<!\w)(?=\w*[A-Z]\w*[A-Z]|[A-Z]{2})[\w-]+")  # DNA, LaTeX, pH: styles would lower their case
_RANGE = lazy_pattern(r"\s?[-–—]{1,2}\s?")
_ADDRESSES = frozenset({"doi", "url", "eprint"})  # printed by commands that take every character as it is
_UNSAFE = lazy_pattern(r"[{}\\\s]")


@dataclass(frozen=True, slots=True)
class ResolvedWork:
    """A work as it was asked for, and what became of it."""

    asked: str  # the identifier, citation or reference, as written
    resolution: Resolution
    path: str = ""  # of the file that names it
    line: int | None = None

    @property
    def record(self) -> Record | None:
        """What a service says of it."""
        return self.resolution.source.record if self.resolution.source else None

    @property
    def is_bad(self) -> bool:
        """Whether the work is missing, another one, or retracted."""
        return self.resolution.existence in {"missing", "mismatched"} or "retracted" in self.resolution.flags


@dataclass(frozen=True, slots=True)
class ResolvedWorks:
    """Works that were looked up, in the order in which they were asked for."""

    works: tuple[ResolvedWork, ...]
    notes: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[ResolvedWork]:
        return iter(self.works)

    def __len__(self) -> int:
        return len(self.works)

    def __str__(self) -> str:
        return count_works(self.works)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer of every interface."""
        return {"works": list(map(work_to_dict, self.works)), "summary": str(self), "notes": list(self.notes)}


def count_works(works: Sequence[ResolvedWork]) -> str:
    """Return how many works there are of each existence."""
    counts = Counter(work.resolution.existence for work in works)
    return ", ".join(f"{count} {word}" for word, count in sorted(counts.items())) or "nothing to look up"


def render_works(works: Sequence[ResolvedWork]) -> str:
    """Return a few lines for each work, and the counts."""
    blocks = ["\n".join(_describe_work(work)) for work in works]
    return "\n\n".join([*blocks, count_works(works)]) + "\n"


def _describe_work(work: ResolvedWork) -> Iterator[str]:
    found = work.resolution
    place = f"{work.path}:{work.line} " if work.path else ""
    reason = f" ({found.reason})" if found.reason else ""
    flags = [flag for flag in _STATES if flag in found.flags] if found.existence == "found" else []
    mark = "✗" if "retracted" in flags else "!" if flags else _MARKS[found.existence]
    word = f" – {found.word}" if found.word in _WORDS and found.existence != "missing" and not flags else ""
    yield to_line(f"{mark} {', '.join((found.existence, *flags))}{reason}{word}: {place}{work.asked[:160]}")
    record = work.record
    if record:
        yield _line("record", _describe_record(record))
        yield from (_line(name, value) for name, value in record.identifiers.items())
        for notice in record.notices:
            yield _line(notice.kind, ", ".join(filter(None, (notice.by, notice.date, notice.id, notice.why))))
    for each in found.differences:
        yield _line(
            each.type, each.source if each.type == "candidate" else f"you: {each.claim} / record: {each.source}"
        )
    if found.note:
        yield _line("note", found.note)
    if record:
        yield from (_line("copy", copy) for copy in record.copies[:1])
        if record.url:
            yield _line("see", record.url)


def _line(name: str, value: str) -> str:
    return f"    {name:<{_WIDTH}} {to_line(value)}"


def _describe_record(record: Record) -> str:
    """Return a record as one line: authors (year). Title. Venue volume, pages."""
    shown = [author.partition(",")[0] for author in record.authors[:_MOST_AUTHORS]]
    authors = ", ".join(shown) + (" et al." if len(record.authors) > _MOST_AUTHORS else "")
    year = f" ({record.years[0]})" if record.years else ""
    head = f"{authors}{year}".strip()
    where = ", ".join(part for part in (f"{record.venue} {record.volume}".strip(), record.pages) if part)
    return ". ".join(part for part in (head, record.title, where) if part)


def work_to_dict(work: ResolvedWork) -> dict[str, Any]:
    """Return a work with its record."""
    found = work.resolution
    return {
        "asked": work.asked,
        "path": work.path or None,
        "line": work.line,
        **pick(found, "existence", "reason", "note"),
        "flags": list(found.flags),
        "word": found.word,
        "differences": list(map(difference_to_dict, found.differences)),
        "record": record_to_dict(work.record) if work.record else None,
    }


def to_bibtex(records: Sequence[Record]) -> str:
    """Return a BibTeX file; keys are made of author, year and title, and are the same on every run."""
    return "\n".join(_write_entry(key, record) for key, record in _name(records))


def to_csl(records: Sequence[Record]) -> str:
    """Return a CSL-JSON file."""
    items = [{"id": key, **_make_item(record)} for key, record in _name(records)]
    return dumps(items, ensure_ascii=False, indent=2) + "\n"


def _name(records: Sequence[Record]) -> Iterator[tuple[str, Record]]:
    """Yield each record with a key of its own: ash2020street, ash2020streeta."""
    taken: set[str] = set()
    for record in records:
        words = (word for word in fold_name(record.title).split() if word not in STOP_WORDS and word.isascii())
        family = fold_name((*record.authors, "")[0].partition(",")[0]).replace(" ", "")
        stem = f"{family if family.isascii() else ''}{_year(record)}{next(words, '')}" or "work"
        key, number = stem, 0
        while key in taken:
            number += 1
            key = f"{stem}-{number + 1}"
        taken.add(key)
        yield key, record


def _write_entry(key: str, record: Record) -> str:
    entry, _, place = _TYPES.get(record.type, _OTHER)
    fields = {
        "author": " and ".join(map(_write_author, record.authors)),
        "title": _NAMED.sub(lambda found: f"{{{found[0]}}}", _escape(record.title)),
        place: _escape(record.venue),
        "year": _year(record),
        "volume": _escape(record.volume),
        "number": _escape(record.issue),
        "pages": _RANGE.sub("--", _escape(record.pages)),
        "doi": record.identifiers.get("doi", ""),
        "eprint": record.identifiers.get("arxiv", ""),
        "archiveprefix": "arXiv" if record.identifiers.get("arxiv") else "",
        "isbn": _escape(record.identifiers.get("isbn", "")),
        "issn": _escape(record.identifiers.get("issn", "")),
        "url": record.url,
    }
    lines = (f"  {name} = {{{_clean(name, value)}}},\n" for name, value in fields.items() if value)
    return f"@{entry}{{{key},\n{''.join(lines)}}}\n"


def _write_author(author: str) -> str:
    """Return a person as "Family, Given", and a group in braces that keep its words together."""
    return _escape(author) if "," in author else f"{{{_escape(author)}}}"


def _escape(text: str) -> str:
    return _SPECIAL.sub(lambda found: _ESCAPES.get(found[0], f"\\{found[0]}"), " ".join(text.split()))


def _clean(name: str, value: str) -> str:
    """Percent-encode what would end the field of an address."""
    return _UNSAFE.sub(lambda found: f"%{ord(found[0]):02X}", value) if name in _ADDRESSES else value


def _make_item(record: Record) -> dict[str, object]:
    _, kind, place = _TYPES.get(record.type, _OTHER)
    item = {
        "type": kind,
        "title": record.title,
        "author": [_make_name(author) for author in record.authors],
        "publisher" if place in _PUBLISHED_BY else "container-title": record.venue,
        "issued": {"date-parts": [[record.years[0]]]} if record.years else None,
        "volume": record.volume,
        "issue": record.issue,
        "page": record.pages,
        "DOI": record.identifiers.get("doi"),
        "PMID": record.identifiers.get("pmid"),
        "PMCID": record.identifiers.get("pmcid"),
        "ISBN": record.identifiers.get("isbn"),
        "ISSN": record.identifiers.get("issn"),
        "URL": record.url,
        "language": record.language,
    }
    return {name: value for name, value in item.items() if value}


def _make_name(author: str) -> dict[str, str]:
    family, comma, given = (part.strip() for part in author.partition(","))
    return {"family": family, "given": given} if comma else {"literal": author}


def _year(record: Record) -> str:
    return str(record.years[0]) if record.years else ""
