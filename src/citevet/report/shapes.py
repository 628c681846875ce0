"""The shape of the JSON report as types; the schema for strangers is made from these."""

from typing import Any, Literal, TypedDict

from citevet.model import CitationKind, ClaimStatus, ClaimType, Existence, Flag, How, Reason, Scope, SourceKind, Support
from citevet.model import Verdict as RunVerdict
from citevet.model.document import Format

Level = Literal["error", "warning", "info"]


class LocatorShape(TypedDict):
    """The place inside the source."""

    page: str | None
    section: str | None
    lines: str | None
    article: str | None


class FormShape(TypedDict):
    """One more way in which the same place names the same work."""

    kind: CitationKind
    text: str
    normal: str
    start: int
    end: int


class CitationShape(TypedDict):
    """One place in the document that points to one work."""

    id: str
    kind: CitationKind
    text: str
    normal: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    place: str | None
    locator: LocatorShape | None
    reference: str | None
    group: str | None
    also: list[FormShape]
    parts: dict[str, str]


class ReferenceShape(TypedDict):
    """An entry of the document's own list."""

    id: str
    key: str
    text: str
    start: int
    end: int
    line: int | None
    column: int | None
    place: str | None
    path: str | None
    origin: Literal["footnote", "list", "file", "wiki"]
    identifiers: dict[str, str]
    title: str | None
    authors: list[str]
    year: str | None


class TieShape(TypedDict):
    """A citation stands behind a claim."""

    citation: str
    how: How


class ClaimShape(TypedDict):
    """A sentence, list item or table row that asserts something."""

    id: str
    text: str
    plain: str
    start: int
    end: int
    line: int
    column: int
    place: str | None
    type: ClaimType
    audit_reason: str
    citations: list[str]
    ties: list[TieShape]
    status: ClaimStatus
    why: str | None
    support: Support | None


class PassageShape(TypedDict):
    """A piece of a source with its location."""

    text: str
    source: str
    page: int | None
    page_label: str | None
    start: int
    end: int
    score: float | None


class DifferenceShape(TypedDict):
    """What the claim says and what the source says instead."""

    type: str
    claim: str
    source: str


class JudgementShape(TypedDict):
    """Whether the source exists and whether it says so."""

    claim: str | None
    citation: str
    source: str | None
    existence: Existence
    existence_reason: Reason | None
    support: Support
    support_reason: Reason | None
    flags: list[Flag]
    confidence: float | None
    evidence: list[PassageShape]
    differences: list[DifferenceShape]
    by: str | None


class EditShape(TypedDict):
    """Replace a span by a text."""

    start: int
    end: int
    text: str


class FixShape(TypedDict):
    """Edits that belong together."""

    safety: Literal["safe", "ask", "show"]
    message: str
    edits: list[EditShape]


class FindingShape(TypedDict):
    """A rule holds at a place of the document."""

    code: str
    name: str
    severity: Level
    message: str
    line: int
    column: int
    end_line: int
    end_column: int
    start: int
    end: int
    place: str | None
    fix: FixShape | None
    suppressed: Literal["inline", "baseline"] | None
    justification: str | None
    fingerprint: str
    citation: str | None
    reference: str | None
    claim: str | None


class DocumentShape(TypedDict):
    """One document with its verdicts and faults."""

    path: str
    format: Format
    encoding: str
    sha256: str
    notes: list[str]
    citations: list[CitationShape]
    references: list[ReferenceShape]
    claims: list[ClaimShape]
    judgements: list[JudgementShape]
    findings: list[FindingShape]


class CensusShape(TypedDict):
    """How much there was, how much of it was checked, and why the rest was not."""

    documents: int
    citations: int
    claims: int
    cited: int
    unsourced: int
    skipped: int
    checked: int
    supported: int
    problems: int
    unchecked: dict[str, int]


class SourceShape(TypedDict):
    """What a citation led to."""

    id: str
    kind: SourceKind
    title: str
    path: str | None
    url: str | None
    sha256: str | None
    scope: Scope
    pages: int | None


class RuleShape(TypedDict):
    """The words of a rule that ran."""

    name: str
    severity: Level
    summary: str


class UnreadShape(TypedDict):
    """An input that could not be read."""

    path: str
    message: str


class ReportShape(TypedDict):
    """The result of a run: `citevet check --format json`."""

    version: Literal[1]
    tool: str
    verdict: RunVerdict
    census: CensusShape
    run: dict[str, Any]
    sources: list[SourceShape]
    rules: dict[str, RuleShape]
    unread: list[UnreadShape]
    documents: list[DocumentShape]
