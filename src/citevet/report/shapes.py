"""The JSON report as types; docs/schemas.py makes the published schema from them."""

from typing import Any, Literal, TypedDict

from citevet.model import (
    CitationKind,
    ClaimStatus,
    ClaimType,
    Existence,
    Flag,
    Format,
    How,
    Reason,
    Scope,
    SourceKind,
    Support,
    Verdict,
)

Level = Literal["error", "warning", "info"]


class LocatorShape(TypedDict):
    """The page, section, lines or article in the source."""

    page: str | None
    section: str | None
    lines: str | None
    article: str | None


class FormShape(TypedDict):
    """Another form of the same citation at the same place."""

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
    """A citation that backs a claim."""

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
    """One difference between the claim and the source."""

    type: str
    claim: str
    source: str


class JudgementShape(TypedDict):
    """Whether the source exists and supports the claim."""

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
    """A fault at one place of the document."""

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
    """One document with its judgements and findings."""

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
    """Counts of the run: what was found, what was checked, and why the rest was not."""

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
    """The source of a citation."""

    id: str
    kind: SourceKind
    title: str
    path: str | None
    url: str | None
    sha256: str | None
    scope: Scope
    pages: int | None


class RuleShape(TypedDict):
    """A rule that ran."""

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
    verdict: Verdict
    census: CensusShape
    run: dict[str, Any]
    sources: list[SourceShape]
    rules: dict[str, RuleShape]
    unread: list[UnreadShape]
    documents: list[DocumentShape]
