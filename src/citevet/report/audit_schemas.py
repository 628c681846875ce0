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

# The rules or families of rules of each type; none where the schema has no word. A code overrides its family.
_ISSUE_CODES: Mapping[IssueType | None, str] = {
    "missing_file": "EXI MET006",
    "invalid_format": "IDN FMT GEN LAW001",
    "broken_path": "EXI004 LNK",
    "metadata_mismatch": "EXI006 EXI008 EXI014 MET RET PAG SEC QUO FRE SUP007 LAW",
    "missing_doi": "EXI007 MET009",
    "missing_page_number": "FMT007",
    None: "KEY EXI009 GRD SUP NUM UNC CFG",
}
ISSUE_TYPES = {code: kind for kind, codes in _ISSUE_CODES.items() for code in codes.split()}

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

# The rules or families of each kind; none where the fault is not a hallucination. A code overrides its family.
_HALLUCINATION_CODES: Mapping[HallucinationKind | None, str] = {
    "fabricated_citation": "EXI001 EXI007",  # the schema uses this word for an id without a file
    "incorrect_statistic": "NUM UNC001",
    "false_attribution": "KEY009 EXI005 EXI014 MET013 SUP004 LAW004",  # EXI005: the author may exist outside the corpus
    "temporal_inconsistency": "KEY011 IDN014 NUM002 LAW005",
    "nonexistent_entity": "IDN LAW003 LAW007",  # an identifier that cannot exist
    "contradiction": "SUP001",
    "scope_creep": "GRD001 GRD003",
    "unsupported_inference": "SUP UNC002 UNC006",
    "version_mismatch": "FRE001",
    # PAG and SEC: the work exists, but not the cited place in it.
    "broken_reference": "KEY001 KEY008 IDN006 IDN007 IDN008 EXI LNK001 PAG SEC LAW002",
    "misquoted_source": "QUO",
    "phantom_requirement": "EXI013",
    None: "KEY IDN010 IDN011 IDN012 FMT EXI006 EXI008 EXI009 MET RET LNK PAG002 QUO005 QUO007 FRE GRD SUP005 SUP007 "
    "UNC GEN LAW CFG",
}
HALLUCINATION_KINDS = {code: kind for kind, codes in _HALLUCINATION_CODES.items() for code in codes.split()}

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
