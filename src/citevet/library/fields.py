"""The fields of an entry under the names that people give them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from citevet.model import EntryFault, EntryFaultKind

# What we call it → the names it goes by, the plainest first; a dot leads into a mapping.
ALIASES: Mapping[str, tuple[str, ...]] = {
    "id": ("ref_id", "ref", "id"),
    "title": ("title",),
    "authors": ("authors", "author"),
    "abstract": ("abstract",),
    "year": ("year", "publication_year", "date", "published", "publication_date", "date_published", "issued"),
    "source type": ("source_type", "publication_type", "type"),
    "doi": ("identifiers.doi", "doi"),
    "arxiv": ("identifiers.arxiv", "identifiers.arxiv_id", "arxiv", "arxiv_id"),
    "isbn": ("identifiers.isbn", "isbn"),
    "pmid": ("identifiers.pmid", "pmid"),
    "pmcid": ("identifiers.pmcid", "pmcid"),
    "url": ("identifiers.url", "url", "source_url", "link"),
    "total pages": ("total_pages", "page_count", "num_pages", "pages"),
    "page range": ("page_range", "venue.pages", "pages"),
    "sections": ("sections",),
    "key quotes": ("key_quotes", "quotes"),
    "grade": (
        "grade",
        "grade_level",
        "grade_rating",
        "quality_assessment.final_grade",
        "quality_assessment.grade",
        "final_grade",
    ),
    "hash": ("pdf_hash", "pdf_sha256", "file_sha256", "file_hash", "sha256", "checksum"),
    "file": ("pdf", "pdf_location", "pdf_path", "pdf_file", "file", "file_path", "local_path", "local_file"),
    "last verified": (
        "last_verified",
        "last_checked",
        "verified_date",
        "verification_date",
        "documented_date",
        "analysis_date",
        "access_date",
        "accessed",
    ),
}
_EMPTY: tuple[object, ...] = (None, "", [], {})
_LONGEST = 400  # digits of a number
_HUGE = 10**_LONGEST  # Python refuses to write an integer of more than 4,300 digits


@dataclass(slots=True)
class Sheet:
    """What the front matter says, and what is wrong with it."""

    values: Mapping[str, Any]
    faults: list[EntryFault] = field(default_factory=list)
    _names: dict[str, str] = field(init=False)  # a name in plain spelling → as it is written

    def __post_init__(self) -> None:
        self._names = _spellings(self.values)

    def find(self, what: str) -> tuple[str | None, Any]:
        """Return the key of a field as it is written and its value, the first that has one."""
        return next(iter(self.all(what)), (None, None))

    def all(self, what: str) -> Iterable[tuple[str, Any]]:
        """Yield every key and value that a field has, empty ones left out."""
        for name in ALIASES[what]:
            written = self._names.get(name)
            value = None if written is None else self.value(written)
            if written is not None and (value.strip() if isinstance(value, str) else value) not in _EMPTY:
                yield written, value

    def empty(self, what: str) -> str | None:
        """Return the key that is there and says nothing."""
        return next((self._names[name] for name in ALIASES[what] if name in self._names), None)

    def value(self, written: str) -> Any:  # noqa: ANN401 - whatever the YAML holds
        """Return what stands at a key, or at a key within a mapping."""
        if written in self.values:
            return self.values[written]
        outer, _, inner = written.partition(".")
        return self.values[outer][inner]

    def blame(self, kind: EntryFaultKind, message: str, key: str | None = None) -> None:
        """Note a fault."""
        self.faults.append(EntryFault(kind, message, key))

    def text(self, what: str) -> str | None:
        """Return a field as one line of text; what cannot be one is a fault."""
        key, value = self.find(what)
        if key is None:
            return None
        line = one_line(value)
        if line is None:
            self.blame("invalid-field", f"{key} is {kind_of(value)}, not a text", key)
        return line or None


def one_line(value: object) -> str | None:
    """Return text or a number as a line; none for what is neither."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value}"[:_LONGEST] if not isinstance(value, int) or abs(value) < _HUGE else "a very large number"
    return None


def kind_of(value: object) -> str:
    """Say what a value is, for people."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return f"{str(value).lower()}, a yes or no"
    if isinstance(value, Mapping):
        return "a mapping"
    return "a list" if isinstance(value, list) else "a number" if isinstance(value, int | float) else "a text"


def _spellings(values: Mapping[str, Any]) -> dict[str, str]:
    """Map plain spellings to keys; of a mapping inside, too, joined by a dot."""
    names: dict[str, str] = {}
    for key, value in values.items():
        names.setdefault(_plain(key), key)
        if isinstance(value, Mapping):
            for inner in value:
                names.setdefault(f"{_plain(key)}.{_plain(inner)}", f"{key}.{inner}")
    return names


def _plain(key: str) -> str:
    return key.strip().lower().replace("-", "_").replace(" ", "_")
