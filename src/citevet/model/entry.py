"""An entry of the user's corpus: what its front matter, notes and files say of one source."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from citevet.model.grade import Grade

# What can be wrong with an entry itself; found where the entry is read, named by the MET rules.
EntryFaultKind = Literal[
    "malformed",  # the front matter cannot be read
    "missing-field",
    "invalid-field",  # a year that is none, a DOI that is no DOI
    "missing-identifier",  # published and without DOI, preprint and without arXiv id or URL
    "id-mismatch",  # the file name says another id than the front matter
    "duplicate-id",
    "missing-file",  # it names a PDF that is not there
    "checksum",  # the file is no longer the one whose hash the entry gives
    "page-count",  # its page count or section ranges do not fit the file or one another
    "outdated",  # last verified too long ago
    "quote-not-found",  # a key quote is not in the file, or not on its page
    "quote-unvalidated",  # nobody has compared a key quote with the source
    "dangling-edge",  # its sidecar names an id that the corpus does not have
    "one-sided-edge",  # the other entry's sidecar does not say so
]


@dataclass(frozen=True, slots=True)
class EntryFault:
    """Something wrong with an entry, and the field that it stands in."""

    kind: EntryFaultKind
    message: str  # a clause: "the year 3020 is not between 1500 and 2100"
    field: str | None = None  # the key as it is written in the front matter, where there is one


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the source and the pages that it covers, counted from 1."""

    name: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class KeyQuote:
    """A passage that the corpus keeps word for word, and whether somebody compared it with the source."""

    text: str
    page: str | None = None
    section: str | None = None
    validated: bool = False
    date: str | None = None  # of the validation
    validator: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One source of the corpus; everything that could not be understood is a fault, never a crash."""

    id: str  # REF-043
    path: str  # of its Markdown file, from the project's root where it lies below
    title: str = ""
    authors: tuple[str, ...] = ()  # as written, one name each
    year: str | None = None
    source_type: str | None = None  # journal, conference, preprint, blog …
    identifiers: Mapping[str, str] = field(default_factory=dict)  # doi, arxiv, isbn, url …, in normal form
    abstract: str = ""  # as the front matter has it
    pages: int | None = None  # how many; of the file where there is one, else as the front matter says
    labels: tuple[str, ...] = ()  # the printed number of each page, where the file tells them
    sections: tuple[Section, ...] = ()
    quotes: tuple[KeyQuote, ...] = ()
    grade: Grade | None = None
    graded_by: str | None = None  # "front matter", or the path of the assessment
    last_verified: date | None = None
    file: str | None = None  # its PDF, HTML or text, beside it or where the front matter says
    file_sha256: str | None = None  # as it is now
    legible: bool = True  # whether that file gave us its words
    cites: tuple[str, ...] = ()  # ids, from its sidecar
    cited_by: tuple[str, ...] = ()
    faults: tuple[EntryFault, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)  # the front matter as it stands
