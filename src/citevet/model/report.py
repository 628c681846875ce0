"""What a run found: manifest, census, judgements and findings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from citevet.model.citation import Citation, Identifier, Reference
from citevet.model.claim import Claim
from citevet.model.document import Document
from citevet.model.finding import Finding, Rule
from citevet.model.judgement import Judgement, Reason
from citevet.model.source import Source

Verdict = Literal["pass", "fail", "incomplete", "empty"]


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything that one document says and cites."""

    document: Document
    citations: tuple[Citation, ...] = ()
    references: tuple[Reference, ...] = ()
    claims: tuple[Claim, ...] = ()
    people: tuple[Identifier, ...] = ()  # ORCIDs beside the list: of the text and the front matter


@dataclass(frozen=True, slots=True)
class Audit:
    """One document with its verdicts and faults."""

    extraction: Extraction
    judgements: tuple[Judgement, ...] = ()
    findings: tuple[Finding, ...] = ()
    rules: frozenset[str] = frozenset()  # the codes that ran on it
    sources: tuple[Source, ...] = ()  # what its citations led to, in order of first use

    @property
    def document(self) -> Document:
        """The document under audit."""
        return self.extraction.document


@dataclass(frozen=True, slots=True)
class Unread:
    """An input that could not be read: what, why, and what to do."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Census:
    """How much there was, how much of it was checked, and why the rest was not."""

    documents: int = 0
    citations: int = 0
    claims: int = 0
    cited: int = 0
    unsourced: int = 0
    skipped: int = 0
    checked: int = 0  # cited claims whose support is not unchecked
    supported: int = 0
    problems: int = 0  # unsuppressed findings of warning or above
    unchecked: Mapping[Reason, int] = field(default_factory=dict)  # judgements by reason


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a run, in a form that every output draws from."""

    verdict: Verdict
    census: Census
    audits: tuple[Audit, ...] = ()
    unread: tuple[Unread, ...] = ()
    sources: tuple[Source, ...] = ()
    rules: Mapping[str, Rule] = field(default_factory=dict)  # the rules that ran, by code
    run: Mapping[str, Any] = field(default_factory=dict)  # times, versions, CPU: whatever may differ between equal runs
