"""An entry of the user's corpus: what its front matter, notes and files say about one source."""

from collections.abc import Mapping
from datetime import date
from enum import IntEnum
from typing import Any, Literal

from citevet.records import dataclass, field

CITATION_KEY = "citation_key"  # the key of the front matter that names the entry as the user's documents do
LISTED_IN = "listed_in"  # the key that names the bibliography which an entry was imported from

# Faults of an entry itself: found where the entry is read, reported by the MET rules.
EntryFaultKind = Literal[
    "malformed",  # the front matter cannot be read
    "missing-field",
    "invalid-field",  # the value is not a year, not a DOI …
    "missing-identifier",  # published and without DOI, preprint and without arXiv id or URL
    "id-mismatch",  # file name and front matter have different ids
    "duplicate-id",
    "missing-file",  # the PDF that it names does not exist
    "checksum",  # the file's hash differs from the one in the entry
    "page-count",  # its page count or section ranges do not fit the file or each other
    "outdated",  # last verified too long ago
    "quote-not-found",  # a key quote is not in the file, or not on its page
    "quote-unvalidated",  # no person has compared a key quote with the source
    "dangling-edge",  # its sidecar names an id that the corpus does not have
    "one-sided-edge",  # the other entry's sidecar does not have the matching edge
]


class Grade(IntEnum):
    """The certainty of a body of evidence, in the four levels of GRADE."""

    VERY_LOW = 1
    LOW = 2
    MODERATE = 3
    HIGH = 4

    def __str__(self) -> str:
        return self.name.replace("_", " ")

    @classmethod
    def of(cls, written: object) -> "Grade | None":
        """Parse a level from words or signs: `very low`, `VERY_LOW`, `⊕⊕○○`."""
        text = str(written).strip()
        if text and set(text) <= set("⊕○"):
            return cls(text.count("⊕")) if 1 <= text.count("⊕") <= cls.HIGH else None
        return cls.__members__.get("_".join(text.upper().replace("-", " ").replace("_", " ").split()))


@dataclass(frozen=True, slots=True)
class EntryFault:
    """A fault of an entry, and the field that has it."""

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
    """A passage that the corpus keeps word for word, and whether a person compared it with the source."""

    text: str
    page: str | None = None
    section: str | None = None
    validated: bool = False
    date: str | None = None  # of the validation
    validator: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One source of the corpus; whatever could not be parsed is a fault, never an exception."""

    id: str  # REF-043; by the file name, else by the front matter
    path: str  # of its Markdown file, relative to the project's root when inside it
    title: str = ""
    authors: tuple[str, ...] = ()  # as written, one name each
    year: str | None = None
    source_type: str | None = None  # journal, conference, preprint, blog …
    identifiers: Mapping[str, str] = field(default_factory=dict)  # doi, arxiv, isbn, url …, in normal form
    abstract: str = ""  # from the front matter
    pages: int | None = None  # how many: counted in the file, else from the front matter
    labels: tuple[str, ...] = ()  # the printed number of each page, where the file has them
    sections: tuple[Section, ...] = ()
    quotes: tuple[KeyQuote, ...] = ()
    grade: Grade | None = None
    graded_by: str | None = None  # "front matter", or the path of the assessment
    assessment: Mapping[str, Any] = field(default_factory=dict)  # baseline and factors of its assessment file
    last_verified: date | None = None
    file: str | None = None  # its PDF, HTML or text, in the same folder or where the front matter says
    file_sha256: str | None = None  # current hash of that file
    legible: bool = True  # whether that file has readable text
    bare: bool = False  # whether its notes have no words but the title
    cites: tuple[str, ...] = ()  # ids, from its sidecar
    cited_by: tuple[str, ...] = ()
    faults: tuple[EntryFault, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)  # the raw front matter
    other_id: str | None = None  # the id in the front matter, if the file name has another one
    keys: tuple[str, ...] = ()  # citation keys: halvorsen2019

    @property
    def is_listed_only(self) -> bool:
        """Whether nothing but a bibliography says that the work exists: it was imported, and never confirmed."""
        return bool(self.metadata.get(LISTED_IN)) and not self.file


ImportStatus = Literal["added", "known", "untitled", "broken"]


@dataclass(frozen=True, slots=True)
class ImportedWork:
    """One work of a bibliography that is imported into the corpus."""

    entry: Entry  # what the bibliography says, with the id of the new or known entry; no id if there is none
    status: ImportStatus
    line: int
    key: str  # in the bibliography
    files: tuple[str, ...] = ()  # that belong to it, as the program wrote their paths
    filled: tuple[str, ...] = ()  # fields that the known entry had not
    is_repeated: bool = False  # an earlier item of the same library is the same work


FilingStatus = Literal[
    "filed",  # beside its entry now
    "known",  # the corpus has this very file
    "second",  # its entry has another file
    "extra",  # the library names it for a work that another of its files was filed for
    "ambiguous",  # several entries fit
    "unmatched",  # no entry fits
    "missing",  # the library names it, and it is not there
    "unreadable",
    "other-work",  # the library names it for an entry, and it shows another identifier
]


@dataclass(frozen=True, slots=True)
class FiledDocument:
    """A document, and the entry that it was put beside, or why it was not."""

    path: str
    status: FilingStatus
    entry: Entry | None = None
    candidates: tuple[Entry, ...] = ()  # of `ambiguous`
    note: str = ""
