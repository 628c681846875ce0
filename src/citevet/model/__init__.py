"""The records that the steps pass on. They are frozen, and this package imports nothing else from citevet.

The results of a whole run are defined here; `citevet.model.verification` has those of `citevet verify`.
"""

from collections.abc import Iterable, Mapping
from enum import IntEnum, StrEnum
from typing import Any, Literal

from citevet.model.document import (
    Block,
    BlockKind,
    Document,
    Format,
    LineRange,
    Lines,
    Mark,
    MarkKind,
    Place,
    Region,
    RegionKind,
    Span,
)
from citevet.model.entry import Entry, EntryFault, EntryFaultKind, Grade, KeyQuote, Section
from citevet.model.extraction import (
    LAW,
    PAPERS,
    WORKS,
    Citation,
    CitationKind,
    Claim,
    ClaimStatus,
    ClaimType,
    EntryField,
    Extraction,
    FieldName,
    Form,
    FormFaultKind,
    How,
    Identifier,
    IdentifierKind,
    Locator,
    Meant,
    Plain,
    Quotation,
    Reference,
    Tie,
    Wording,
)
from citevet.model.judgement import (
    REFERENCE_FIELDS,
    STANCES,
    AggregatedVerdict,
    Body,
    CandidateVerdict,
    ClauseRuling,
    Difference,
    EvidenceLink,
    Judgement,
    Lookup,
    Page,
    Passage,
    ReferenceWord,
    Resolution,
    Ruling,
    Source,
    Stance,
    VerifierLabel,
    name_reference,
)
from citevet.model.local_links import DocumentLink, FaultyLink, LinkFault, LinkFaultKind, LinkKind
from citevet.model.record import (
    SCOPES,
    WORST_FIRST,
    Existence,
    Flag,
    Hop,
    Notice,
    NoticeKind,
    Reason,
    Record,
    Reply,
    Scope,
    SourceKind,
    SourceQuality,
    Support,
)
from citevet.records import collect_values, dataclass, field

__all__ = [
    "LAW",
    "PAPERS",
    "REFERENCE_FIELDS",
    "SCOPES",
    "STANCES",
    "WORKS",
    "WORST_FIRST",
    "AggregatedVerdict",
    "Audit",
    "Block",
    "BlockKind",
    "Body",
    "CandidateVerdict",
    "Census",
    "Citation",
    "CitationKind",
    "Claim",
    "ClaimStatus",
    "ClaimType",
    "ClauseRuling",
    "Difference",
    "Document",
    "DocumentLink",
    "Edit",
    "Entry",
    "EntryFault",
    "EntryFaultKind",
    "EntryField",
    "EvidenceLink",
    "Existence",
    "Extraction",
    "FaultyLink",
    "FieldName",
    "Finding",
    "Fix",
    "Flag",
    "Form",
    "FormFaultKind",
    "Format",
    "Grade",
    "Hop",
    "How",
    "Identifier",
    "IdentifierKind",
    "Judgement",
    "KeyQuote",
    "LineRange",
    "Lines",
    "LinkFault",
    "LinkFaultKind",
    "LinkKind",
    "Locator",
    "Lookup",
    "Mark",
    "MarkKind",
    "Meant",
    "Notice",
    "NoticeKind",
    "Page",
    "Passage",
    "Place",
    "Plain",
    "Quotation",
    "Reason",
    "Record",
    "Reference",
    "ReferenceWord",
    "Region",
    "RegionKind",
    "Reply",
    "Report",
    "Resolution",
    "Rule",
    "Ruling",
    "Safety",
    "Scope",
    "Section",
    "Severity",
    "Source",
    "SourceKind",
    "SourceQuality",
    "Span",
    "Stance",
    "Support",
    "Tie",
    "Unread",
    "Verdict",
    "VerifierLabel",
    "Wording",
    "name_reference",
    "roll_up",
    "roll_up_claims",
]

_PRECEDENCE: tuple[Support, ...] = ("contradicted", "supported", "partial", "unsupported", "unchecked")
Verdict = Literal["pass", "fail", "incomplete", "empty"]


class Severity(IntEnum):
    """How serious a finding is: broken, doubtful, or a matter of style."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


class Safety(StrEnum):
    """How a fix may be applied: always, with --unsafe-fixes, or by hand only."""

    SAFE = "safe"
    ASK = "ask"
    SHOW = "show"


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace a span by a text."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that belong together: all are applied or none."""

    safety: Safety
    message: str  # what the fix does, as an imperative phrase: "close the bracket"
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A fault that citevet can report: code, name, severity and documentation."""

    code: str
    name: str
    severity: Severity
    summary: str  # first line of the documentation
    doc: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault at one place of a document."""

    code: str
    name: str
    severity: Severity
    message: str
    span: Span
    fingerprint: str  # hash of code, normal form and claim text; never of the line
    fix: Fix | None = None
    citation: str | None = None
    reference: str | None = None
    claim: str | None = None
    suppressed: Literal["inline", "baseline"] | None = None
    justification: str | None = None  # the reason that the suppression gives
    also: tuple["Finding", ...] = ()  # findings on the same fault that this one explains

    @property
    def codes(self) -> frozenset[str]:
        """Its code, and the codes of the findings that it explains."""
        return frozenset({self.code, *(each.code for each in self.also)})


@dataclass(frozen=True, slots=True)
class Audit:
    """One document with its judgements and findings."""

    extraction: Extraction
    judgements: tuple[Judgement, ...] = ()
    findings: tuple[Finding, ...] = ()
    rules: frozenset[str] = frozenset()  # the codes that ran on it
    sources: tuple[Source, ...] = ()  # the sources of its citations, in order of first use

    @property
    def document(self) -> Document:
        """The document under audit."""
        return self.extraction.document


@dataclass(frozen=True, slots=True)
class Unread:
    """An input that could not be read, and why."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Census:
    """Counts of a run: what was found, what was checked, and why the rest was not."""

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
    # With `supported` and `unsourced` the counts of cite-check. Only the last one means something without a judge.
    partial: int = 0
    unsupported: int = 0  # contradicted ones too
    misattributed: int = 0  # another source of the document says it; counted under its support as well
    unresolvable: int = 0  # cited claims none of whose sources exists, or can be read
    is_judged: bool = False  # a model judged support, or was asked to


JUDGED_COUNTS = ("supported", "partial", "unsupported", "misattributed")  # of a census: unknown without a judge


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a run; every output format is made from it."""

    verdict: Verdict
    census: Census
    audits: tuple[Audit, ...] = ()
    unread: tuple[Unread, ...] = ()
    sources: tuple[Source, ...] = ()
    rules: Mapping[str, Rule] = field(default_factory=dict)  # the rules that ran, by code
    run: Mapping[str, Any] = field(default_factory=dict)  # times, versions: may differ between equal runs
    fail_level: Severity = Severity.ERROR  # open findings of this severity or higher fail the run


def roll_up(supports: Iterable[Support]) -> Support:
    """Combine the support of sources for the same words: contradicted if any contradicts them, else the best."""
    return min(supports, key=_PRECEDENCE.index, default="unchecked")


def roll_up_claims(claims: Iterable[Claim], judgements: Iterable[Judgement]) -> dict[str, Support]:
    """Return the support of each cited claim that has a judgement, by its id."""
    by_claim = collect_values((judgement.claim, judgement) for judgement in judgements)
    cited = (claim for claim in claims if claim.status == "cited" and claim.id in by_claim)
    return {claim.id: _roll_up_clauses(claim, by_claim[claim.id]) for claim in cited}


def _roll_up_clauses(claim: Claim, judgements: Iterable[Judgement]) -> Support:
    """Combine the support of a claim's sources; where each backs a clause of its own, every clause counts."""
    clauses = {tie.citation: tie.span for tie in claim.ties}
    by_clause: dict[Span | None, list[Support]] = {}
    for judgement in judgements:
        by_clause.setdefault(clauses.get(judgement.citation), []).append(judgement.support)
    found = {clause: roll_up(supports) for clause, supports in by_clause.items()}
    supports = set(found.values())
    if len(supports) == 1 or "contradicted" in supports or found.get(None) == "supported":
        return roll_up(supports)
    if supports == {"supported", "unchecked"}:
        return "unchecked"  # a clause that was not checked has not passed
    return "partial" if supports & {"supported", "partial"} else "unsupported"
