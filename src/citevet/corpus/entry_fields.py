"""Read the fields of an entry's front matter under the names that people give them."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from math import isfinite
from typing import Any

from citevet.model import EntryFault, EntryFaultKind, Section
from citevet.patterns import lazy_pattern
from citevet.records import Foreign, dataclass, field

# Field → the keys people use for it, the plainest first. A dot leads into a mapping.
ALIASES: Mapping[str, tuple[str, ...]] = {
    "id": ("ref_id", "ref", "id"),
    "title": ("title",),
    "citation key": ("citation_key", "citation_keys", "citekey", "citekeys", "bibtex_key"),
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
_MAX_DIGITS = 400  # of a number
_PAGE_RANGE = lazy_pattern(r"(?:pp?\.?\s?)?([0-9]{1,6})(?:\s?[-–—~]\s?(?:pp?\.?\s?)?([0-9]{1,6}))?", re.IGNORECASE)
_HUGE = 10**_MAX_DIGITS  # Python refuses to write an integer of more than 4,300 digits

# Limits of `sanitize_yaml`. Front matter has at most 262,144 characters; only nested aliases unfold to more values.
_MAX_VALUES = 300_000
_MAX_DEPTH = 120
_HUGE_IN_YAML = 10**18
_SURROGATE = lazy_pattern("[\ud800-\udfff]")


@dataclass(slots=True)
class FrontMatter:
    """The values of a front matter, and the faults found in them."""

    values: Mapping[str, Any]
    faults: list[EntryFault] = field(default_factory=list)
    _keys: dict[str, str] = field(init=False)  # normalized key → key as written

    def __post_init__(self) -> None:
        self._keys = {}
        for key, value in self.values.items():
            self._keys.setdefault(_normalize_key(key), key)
            for inner in value if isinstance(value, Mapping) else ():
                self._keys.setdefault(f"{_normalize_key(key)}.{_normalize_key(inner)}", f"{key}.{inner}")

    def find(self, name: str) -> tuple[str | None, Any]:
        """Return the key as written and the value of a field: the first alias that has a value."""
        return next(self.find_all(name), (None, None))

    def find_all(self, name: str) -> Iterator[tuple[str, Any]]:
        """Yield every key and value of a field, without empty values."""
        for alias in ALIASES[name]:
            key = self._keys.get(alias)
            value = None if key is None else self._value(key)
            if key is not None and (value.strip() if isinstance(value, str) else value) not in _EMPTY:
                yield key, value

    def find_key(self, name: str) -> str | None:
        """Return the key of a field even if its value is empty."""
        return next((self._keys[alias] for alias in ALIASES[name] if alias in self._keys), None)

    def text(self, name: str) -> str | None:
        """Return a field as one line of text; a list or mapping is a fault."""
        key, value = self.find(name)
        if key is None:
            return None
        line = one_line(value)
        if line is None:
            self.add_fault("invalid-field", f"{key} is {describe_type(value)}, not a text", key)
        return line or None

    def add_fault(self, kind: EntryFaultKind, message: str, key: str | None = None) -> None:
        """Record a fault."""
        self.faults.append(EntryFault(kind, message, key))

    def _value(self, key: str) -> Foreign:
        if key in self.values:
            return self.values[key]
        outer, _, inner = key.partition(".")
        return self.values[outer][inner]


def _normalize_key(key: str) -> str:
    return key.strip().lower().replace("-", "_").replace(" ", "_")


def one_line(value: object) -> str | None:
    """Return a text or number as one line; None for other types."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value}"[:_MAX_DIGITS] if not isinstance(value, int) or abs(value) < _HUGE else "a very large number"
    return None


def describe_type(value: object) -> str:
    """Name the type of a value for an error message."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return f"{str(value).lower()}, a yes or no"
    if isinstance(value, Mapping):
        return "a mapping"
    return "a list" if isinstance(value, list) else "a number" if isinstance(value, int | float) else "a text"


def parse_page_range(value: object) -> tuple[int, int] | None:
    """Return the first and last number of `4-9`, `pp. 4–9`, `7` or [4, 9]."""
    match value:
        case [first, last]:
            value = f"{one_line(first)}-{one_line(last)}"
    found = _PAGE_RANGE.fullmatch(one_line(value) or "")
    return (int(found[1]), int(found[2] or found[1])) if found else None


@dataclass(frozen=True, slots=True)
class Pagination:
    """The pages of a source, counted and as printed, and its sections."""

    count: int | None = None
    labels: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()


class UnboundedYaml(ValueError):
    """The values refer to each other and unfold to far too many."""


def sanitize_yaml(metadata: Mapping[Any, Any]) -> dict[str, Any]:
    """Return a bounded copy that JSON can hold; dates become text."""
    return _sanitize_mapping(metadata, [0], 0)


def _sanitize(value: object, count: list[int], depth: int) -> Foreign:
    count[0] += 1
    if count[0] > _MAX_VALUES or depth > _MAX_DEPTH:
        raise UnboundedYaml
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < _HUGE_IN_YAML else f"{value:#x}"[:100]
    if isinstance(value, float):
        return value if isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return _sanitize_mapping(value, count, depth + 1)
    if isinstance(value, list | tuple | set):
        return [_sanitize(each, count, depth + 1) for each in value]
    return value.isoformat() if isinstance(value, date) else str(value)


def _sanitize_mapping(value: Mapping[Any, Any], count: list[int], depth: int) -> dict[str, Any]:
    plain = {}
    for key, each in value.items():
        name = _sanitize(key, count, depth)
        plain[name if isinstance(name, str) else f"{name}"[:100]] = _sanitize(each, count, depth)
    return plain
