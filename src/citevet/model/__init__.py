"""The nouns. Records are frozen, and nothing here imports anything else of ours."""

from citevet.model.citation import LAW, Citation, CitationKind, Form, Identifier, Locator, Reference
from citevet.model.claim import Claim, ClaimStatus, ClaimType, How, Plain, Quotation, Tie, Wording
from citevet.model.document import Block, BlockKind, Document, Format, Mark, MarkKind, Place, Region, RegionKind
from citevet.model.entry import Entry, EntryFault, EntryFaultKind, KeyQuote, Section
from citevet.model.finding import Edit, Finding, Fix, Rule, Safety, Severity
from citevet.model.formula import without_formulas
from citevet.model.grade import Grade
from citevet.model.judgement import Difference, Existence, Flag, Judgement, Reason, Resolution, Ruling, Support, roll_up
from citevet.model.list_heading import heads_references
from citevet.model.nearest_part import nearest_part, shown_part
from citevet.model.plain_letters import plain_letters
from citevet.model.report import Audit, Census, Extraction, Report, Unread, Verdict
from citevet.model.source import SCOPES, Body, Page, Passage, Scope, Source, SourceKind
from citevet.model.span import Lines, Span

__all__ = [
    "LAW",
    "SCOPES",
    "Audit",
    "Block",
    "BlockKind",
    "Body",
    "Census",
    "Citation",
    "CitationKind",
    "Claim",
    "ClaimStatus",
    "ClaimType",
    "Difference",
    "Document",
    "Edit",
    "Entry",
    "EntryFault",
    "EntryFaultKind",
    "Existence",
    "Extraction",
    "Finding",
    "Fix",
    "Flag",
    "Form",
    "Format",
    "Grade",
    "How",
    "Identifier",
    "Judgement",
    "KeyQuote",
    "Lines",
    "Locator",
    "Mark",
    "MarkKind",
    "Page",
    "Passage",
    "Place",
    "Plain",
    "Quotation",
    "Reason",
    "Reference",
    "Region",
    "RegionKind",
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
    "Span",
    "Support",
    "Tie",
    "Unread",
    "Verdict",
    "Wording",
    "heads_references",
    "nearest_part",
    "plain_letters",
    "roll_up",
    "shown_part",
    "without_formulas",
]
