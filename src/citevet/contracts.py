"""The shapes of the verbs: one method each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import ClassVar, Protocol

from citevet.model import (
    Body,
    Citation,
    Claim,
    Document,
    Entry,
    Extraction,
    Fix,
    Judgement,
    Passage,
    Reference,
    Report,
    Resolution,
    Ruling,
    Severity,
    Source,
    Span,
)


class Reader(Protocol):
    """The decoded text of a file to a Document, or a ReadError; DOCX and PDF take the bytes."""

    def __call__(self, text: str, path: str) -> Document: ...


class Resolver(Protocol):
    """A citation to its source, or why not."""

    async def __call__(self, citation: Citation, reference: Reference | None) -> Resolution: ...


class Fetcher(Protocol):
    """A source to its words, or why not."""

    async def __call__(self, source: Source) -> Body: ...


class Shelf(Protocol):
    """The user's corpus as the stages see it; asking it costs no network."""

    @property
    def is_kept(self) -> bool:
        """Whether the project keeps a corpus at all: without one, nothing can be missing from it."""

    def entries(self) -> Iterator[Entry]:
        """Yield every entry, in the order of ids."""

    def called(self, ref: str) -> tuple[Entry, ...]:
        """Return the entries with an id: none when it is missing, several when they quarrel over it."""

    def at(self, path: Path) -> Entry | None:
        """Return the entry whose Markdown file, or whose PDF, HTML or text, lies at an absolute path."""

    def written_by(self, family: str, year: str) -> tuple[Entry, ...]:
        """Return the entries of a year with an author of that family name, whatever case and accents."""

    def identified(self, kind: str, value: str) -> tuple[Entry, ...]:
        """Return the entries with an identifier in normal form: doi, arxiv, isbn, url."""

    def body(self, entry: Entry) -> Body:
        """Return what we hold of an entry's words."""


class Filed(Protocol):
    """Whether the user's corpus has a work by people, the first author first, of a year."""

    def __call__(self, names: tuple[str, ...], year: str) -> bool: ...


class Embed(Protocol):
    """Texts to one vector each, all of one length."""

    def __call__(self, texts: Sequence[str]) -> Sequence[Sequence[float]]: ...


class Nli(Protocol):
    """Pairs of evidence and claim to three weights each: supported, neutral, contradicted."""

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> Sequence[tuple[float, float, float]]: ...


class Judge(Protocol):
    """A claim and passages of one source to a ruling."""

    async def __call__(self, claim: str, passages: Sequence[Passage]) -> Ruling: ...


class Renderer(Protocol):
    """A report to what people or programs see."""

    def __call__(self, report: Report) -> str: ...


@dataclass(frozen=True, slots=True)
class Policy:
    """What this project demands of its documents beyond good form."""

    corpus_only: bool = False  # every citation must be an allowed form of a corpus id
    require_reasons: bool = False  # a suppression must say why
    today: date | None = None  # for years that lie in the future; none: do not ask


@dataclass(frozen=True, slots=True)
class Fault:
    """What a rule found, before the engine gives it code, severity and fingerprint."""

    span: Span
    message: str
    about: str = ""  # normal form of what is at fault: the part of the fingerprint that survives edits elsewhere
    fix: Fix | None = None
    citation: Citation | None = None
    reference: Reference | None = None
    claim: Claim | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that the stages gathered on one document: what a rule may look at."""

    extraction: Extraction
    judgements: tuple[Judgement, ...] = ()
    policy: Policy = Policy()
    sources: Mapping[str, Source] = field(default_factory=dict)  # by id
    entry: Entry | None = None  # when the document is an entry of the corpus


class Check(Protocol):
    """A rule: evidence to faults. Its docstring is its documentation."""

    name: ClassVar[str]
    severity: ClassVar[Severity]

    def __call__(self, evidence: Evidence) -> Iterator[Fault]: ...


class Progress(Protocol):
    """Told how far a long run is: so many of so many `documents: the last of them`; what comes first is the unit."""

    def __call__(self, done: int, total: int, what: str) -> None: ...
