"""The vocabulary of the published citation-audit and hallucination schemas."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, get_args

from citevet.model import Audit, Document, Existence, Finding, Flag, Severity
from citevet.records import dataclass
from citevet.report.citation_rows import CitationRow, State

CitationStatus = Literal["verified", "hallucinated", "malformed", "unreachable", "inconsistent", "unchecked"]
IssueType = Literal[
    "missing_file", "invalid_format", "broken_path", "metadata_mismatch", "missing_doi", "missing_page_number"
]

STATUSES: tuple[CitationStatus, ...] = get_args(CitationStatus)
# The schema has no word for a source that was not looked up, such as offline: it is `unchecked`, never verified.
STATUS_BY_EXISTENCE: Mapping[Existence, CitationStatus] = {
    "found": "verified",
    "missing": "hallucinated",
    "mismatched": "inconsistent",
    "ambiguous": "inconsistent",
    "unchecked": "unchecked",
}
_TRIED: frozenset[str] = frozenset({"blocked", "paywalled", "timeout", "unreadable", "too-large"})
# The source exists, but the citation describes it wrongly.
_INCONSISTENT: frozenset[Flag] = frozenset(
    {
        "wrong-page",
        "wrong-section",
        "unknown-section",
        "wrong-lines",
        "stale",
        "fabricated-quote",
        "altered-quote",
        "joined-quote",
        "misplaced-quote",
        "misplaced-claim",
        "misattributed",
    }
)
# An unchecked citation is not `valid`.
RESULTS: Mapping[State, Literal["valid", "warning", "invalid"]] = {
    "valid": "valid",
    "warning": "warning",
    "error": "invalid",
    "unchecked": "warning",
}

# The type of each rule or family of rules; none where the schema has no word. A code overrides its family.
ISSUE_TYPES: Mapping[str, IssueType | None] = {
    "KEY": None,
    "IDN": "invalid_format",
    "FMT": "invalid_format",
    "FMT007": "missing_page_number",
    "EXI": "missing_file",
    "EXI004": "broken_path",
    "EXI006": "metadata_mismatch",
    "EXI007": "missing_doi",
    "EXI008": "metadata_mismatch",
    "EXI009": None,
    "MET": "metadata_mismatch",
    "MET006": "missing_file",
    "MET009": "missing_doi",
    "RET": "metadata_mismatch",
    "LNK": "broken_path",
    "PAG": "metadata_mismatch",
    "SEC": "metadata_mismatch",
    "QUO": "metadata_mismatch",
    "FRE": "metadata_mismatch",
    "GRD": None,
    "SUP": None,
    "SUP007": "metadata_mismatch",
    "NUM": None,
    "UNC": None,
    "GEN": "invalid_format",
    "LAW": "metadata_mismatch",
    "LAW001": "invalid_format",
    "CFG": None,
}

_Factual = Literal[
    "fabricated_citation", "incorrect_statistic", "false_attribution", "temporal_inconsistency", "nonexistent_entity"
]
_Logical = Literal["contradiction", "scope_creep", "unsupported_inference"]
_Technical = Literal["invalid_api", "impossible_syntax", "version_mismatch"]
_Reference = Literal["broken_reference", "misquoted_source", "phantom_requirement"]
HallucinationKind = Literal[_Factual, _Logical, _Technical, _Reference]
HallucinationFamily = Literal["factual", "logical", "technical", "reference"]
HallucinationLevel = Literal["critical", "high", "medium", "low"]

FAMILIES: Mapping[HallucinationKind, HallucinationFamily] = {
    **dict.fromkeys(get_args(_Factual), "factual"),
    **dict.fromkeys(get_args(_Logical), "logical"),
    **dict.fromkeys(get_args(_Technical), "technical"),
    **dict.fromkeys(get_args(_Reference), "reference"),
}
LEVELS: tuple[HallucinationLevel, ...] = ("critical", "high", "medium", "low")

# The kind of each rule or family of rules; none where the fault is not a hallucination. A code overrides its family.
HALLUCINATION_KINDS: Mapping[str, HallucinationKind | None] = {
    "KEY": None,
    "KEY001": "broken_reference",
    "KEY008": "broken_reference",
    "KEY009": "false_attribution",
    "KEY011": "temporal_inconsistency",
    "IDN": "nonexistent_entity",  # an identifier that cannot exist
    "IDN006": "broken_reference",
    "IDN007": "broken_reference",
    "IDN008": "broken_reference",
    "IDN010": None,
    "IDN011": None,
    "IDN012": None,
    "IDN014": "temporal_inconsistency",
    "FMT": None,
    "EXI": "broken_reference",
    "EXI001": "fabricated_citation",  # the schema uses this word for an id without a file
    "EXI005": "false_attribution",  # the author may exist outside the corpus
    "EXI006": None,
    "EXI007": "fabricated_citation",
    "EXI008": None,
    "EXI009": None,
    "EXI013": "phantom_requirement",
    "MET": None,
    "MET013": "false_attribution",
    "RET": None,
    "LNK": None,
    "LNK001": "broken_reference",
    "PAG": "broken_reference",  # the work exists, but not the cited place in it
    "PAG002": None,
    "SEC": "broken_reference",
    "QUO": "misquoted_source",
    "QUO005": None,
    "QUO007": None,
    "FRE": None,
    "FRE001": "version_mismatch",
    "GRD": None,
    "GRD001": "scope_creep",
    "GRD003": "scope_creep",
    "SUP": "unsupported_inference",
    "SUP001": "contradiction",
    "SUP004": "false_attribution",
    "SUP005": None,
    "SUP007": None,
    "NUM": "incorrect_statistic",
    "NUM002": "temporal_inconsistency",
    "UNC": None,
    "UNC001": "incorrect_statistic",
    "UNC002": "unsupported_inference",
    "UNC006": "unsupported_inference",
    "GEN": None,
    "LAW": None,
    "LAW002": "broken_reference",
    "LAW003": "nonexistent_entity",
    "LAW004": "false_attribution",
    "LAW005": "temporal_inconsistency",
    "CFG": None,
}

_FAMILY = 3  # letters of a code that name its family
_CRITICAL: frozenset[HallucinationKind] = frozenset({"fabricated_citation", "broken_reference"})
_MILD: frozenset[HallucinationKind] = frozenset({"version_mismatch"})  # the schema calls it low: outdated, not false


def citation_status(row: CitationRow) -> CitationStatus:
    """Return the status of a citation in the audit schema."""
    if row.citation.fault:
        return "malformed"
    if "outside-root" in row.flags:
        return "unreachable"
    if row.is_missing:
        return "hallucinated"
    if row.existence == "found" and row.flags & _INCONSISTENT:
        return "inconsistent"
    if row.existence == "unchecked" and _TRIED.intersection(each.existence_reason or "" for each in row.judgements):
        return "unreachable"
    return STATUS_BY_EXISTENCE[row.existence]


def issue_type(code: str) -> IssueType | None:
    """Return the type of a rule's findings in the audit schema."""
    return ISSUE_TYPES.get(code, ISSUE_TYPES.get(code[:_FAMILY]))


@dataclass(frozen=True, slots=True)
class Hallucination:
    """A finding in the words of the hallucination schema."""

    kind: HallucinationKind
    level: HallucinationLevel
    finding: Finding
    document: Document


def hallucination_kind(code: str) -> HallucinationKind | None:
    """Return the kind of a rule's findings in the hallucination schema."""
    return HALLUCINATION_KINDS.get(code, HALLUCINATION_KINDS.get(code[:_FAMILY]))


def hallucination_level(finding: Finding) -> HallucinationLevel:
    """Return the level of a finding; critical only where the source does not exist."""
    kind = hallucination_kind(finding.code)
    if finding.severity is Severity.ERROR:
        return "critical" if kind in _CRITICAL else "high"
    return "low" if finding.severity is Severity.INFO or kind in _MILD else "medium"


def find_hallucinations(audits: Iterable[Audit]) -> Iterator[Hallucination]:
    """Yield the open findings that have a kind, in the order of the documents."""
    for audit in audits:
        for finding in audit.findings:
            kind = hallucination_kind(finding.code)
            if kind and not finding.suppressed:
                yield Hallucination(kind, hallucination_level(finding), finding, audit.document)


def count_hallucinations(audits: Iterable[Audit]) -> Mapping[HallucinationKind, Counter[HallucinationLevel]]:
    """Count by kind and level, in the order of the schema, without kinds that did not occur."""
    counts: dict[HallucinationKind, Counter[HallucinationLevel]] = {kind: Counter() for kind in FAMILIES}
    for each in find_hallucinations(audits):
        counts[each.kind][each.level] += 1
    return {kind: levels for kind, levels in counts.items() if levels}


def format_hallucinations(audits: Iterable[Audit]) -> Iterator[str]:
    """Yield the section of a text report: the total, then one line for each kind."""
    counts = count_hallucinations(audits)
    yield from ("", f"POSSIBLE HALLUCINATIONS: {sum(levels.total() for levels in counts.values())}")
    for kind, levels in counts.items():
        numbers = ", ".join(f"{levels[level]} {level}" for level in LEVELS if levels[level])
        yield f"  {kind} ({FAMILIES[kind]}): {numbers}"
