"""The nouns. Records are frozen, and nothing here imports anything else of ours."""

from citevet.model.citation import LAW, Citation, CitationKind, Form, Identifier, Locator, Reference
from citevet.model.claim import Claim, ClaimStatus, ClaimType, How, Plain, Tie
from citevet.model.document import Block, BlockKind, Document, Format, Mark, MarkKind, Place, Region, RegionKind
from citevet.model.finding import Edit, Finding, Fix, Rule, Safety, Severity
from citevet.model.judgement import Difference, Existence, Judgement, Reason, Support, roll_up
from citevet.model.list_heading import heads_references
from citevet.model.report import Audit, Census, Extraction, Report, Unread, Verdict
from citevet.model.source import Passage, Scope, Source, SourceKind
from citevet.model.span import Lines, Span

__all__ = [
    "LAW",
    "Audit",
    "Block",
    "BlockKind",
    "Census",
    "Citation",
    "CitationKind",
    "Claim",
    "ClaimStatus",
    "ClaimType",
    "Difference",
    "Document",
    "Edit",
    "Existence",
    "Extraction",
    "Finding",
    "Fix",
    "Form",
    "Format",
    "How",
    "Identifier",
    "Judgement",
    "Lines",
    "Locator",
    "Mark",
    "MarkKind",
    "Passage",
    "Place",
    "Plain",
    "Reason",
    "Reference",
    "Region",
    "RegionKind",
    "Report",
    "Rule",
    "Safety",
    "Scope",
    "Severity",
    "Source",
    "SourceKind",
    "Span",
    "Support",
    "Tie",
    "Unread",
    "Verdict",
    "heads_references",
    "roll_up",
]
