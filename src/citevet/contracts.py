"""The shapes of the verbs: one method each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import ClassVar, Protocol

from citevet.model import (
    Citation,
    Claim,
    Document,
    Extraction,
    Fix,
    Judgement,
    Passage,
    Reference,
    Report,
    Severity,
    Source,
    Span,
)


class Reader(Protocol):
    """The decoded text of a file to a Document, or a ReadError; DOCX and PDF take the bytes."""

    def __call__(self, text: str, path: str) -> Document: ...


class Resolver(Protocol):
    """A citation to its source, or why not."""

    async def __call__(self, citation: Citation, reference: Reference | None) -> Source | Judgement: ...


class Fetcher(Protocol):
    """A source to the same source with its text, or why not."""

    async def __call__(self, source: Source) -> Source | Judgement: ...


class Judge(Protocol):
    """A claim and passages of one source to a judgement."""

    async def __call__(self, claim: Claim, passages: Iterable[Passage]) -> Judgement: ...


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


class Check(Protocol):
    """A rule: evidence to faults. Its docstring is its documentation."""

    name: ClassVar[str]
    severity: ClassVar[Severity]

    def __call__(self, evidence: Evidence) -> Iterator[Fault]: ...


class Progress(Protocol):
    """Told how far a long run is."""

    def __call__(self, done: int, total: int, what: str) -> None: ...
