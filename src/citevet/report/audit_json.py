"""The audit object and the hallucination object of the published schemas, one of each per document.

Findings that the schema has a word for stand with their citation; the others stand beside, in our own words.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal
from uuid import UUID

from citevet.model import Audit, Document, Existence, Finding, Flag, Report, Source, Span
from citevet.report.advice import action
from citevet.report.checks import existence, page, quote, section
from citevet.report.dump import dump, pieces
from citevet.report.hallucinations import FAMILIES, Hallucination, hallucinations
from citevet.report.judged import Judged, State, judged, known_sources
from citevet.report.objects import TOOL, VERSION, finding_object
from citevet.report.recommendations import advised
from citevet.report.where import where

Status = Literal["verified", "hallucinated", "malformed", "unreachable", "inconsistent"]
Issue = Literal[
    "missing_file", "invalid_format", "broken_path", "metadata_mismatch", "missing_doi", "missing_page_number"
]

STATUSES: tuple[Status, ...] = ("verified", "hallucinated", "malformed", "unreachable", "inconsistent")
# What became of the source. That nobody could look is `unreachable`: it never counts as verified.
STATUS: Mapping[Existence, Status] = {
    "found": "verified",
    "missing": "hallucinated",
    "mismatched": "inconsistent",
    "ambiguous": "inconsistent",
    "unchecked": "unreachable",
}
# The source is there, and is not what the citation says of it.
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
# The word of the integrity schema for a citation with all its checks; what nobody could look at is not valid.
RESULTS: Mapping[State, Literal["valid", "warning", "invalid"]] = {
    "valid": "valid",
    "warning": "warning",
    "error": "invalid",
    "unchecked": "warning",
}

# The rule, or its whole family, and the schema's word for it; none where it has no word. A code beats its family.
ISSUES: Mapping[str, Issue | None] = {
    "KEY": None,
    "IDN": "invalid_format",
    "FMT": "invalid_format",
    "FMT007": "missing_page_number",
    "EXI": "missing_file",
    "EXI004": "broken_path",
    "EXI006": "metadata_mismatch",
    "MET": "metadata_mismatch",
    "MET006": "missing_file",
    "MET009": "missing_doi",
    "PAG": "metadata_mismatch",
    "SEC": "metadata_mismatch",
    "QUO": "metadata_mismatch",
    "FRE": "metadata_mismatch",
    "GRD": None,
    "SUP": None,
    "SUP007": "metadata_mismatch",
    "NUM": None,
    "UNC": None,
    "CFG": None,
}

_FAMILY = 3  # letters of a code that name its family
_AROUND = 60  # characters of context on each side


def render(report: Report) -> str:
    """Return both objects of every document, one record per line; what differs between equal runs is under `run`."""
    sources = known_sources(report)
    today = report.run.get("today")
    sections = {
        "version": VERSION,
        "tool": TOOL,
        "verdict": report.verdict,
        "run": {"timestamp": str(today)} if today else {},
        "unread": [{"path": each.path, "message": each.message} for each in report.unread],
        "audits": (_audit(report, audit, judged(audit, sources)) for audit in report.audits),
        "hallucinations": (_detection(report, audit, judged(audit, sources)) for audit in report.audits),
    }
    return "".join((*pieces(sections), "\n"))


def status(row: Judged) -> Status:
    """Return the schema's word for what became of a citation."""
    if row.citation.fault:
        return "malformed"
    if "outside-root" in row.flags:
        return "unreachable"
    if row.is_missing:
        return "hallucinated"
    if row.existence == "found" and row.flags & _INCONSISTENT:
        return "inconsistent"
    return STATUS[row.existence]


def issue(code: str) -> Issue | None:
    """Return the schema's word for a rule."""
    return ISSUES.get(code, ISSUES.get(code[:_FAMILY]))


def _audit(report: Report, audit: Audit, rows: Sequence[Judged]) -> dict[str, Any]:
    document = audit.document
    citations = [_citation(report, document, row) for row in rows]
    told = {finding for row in rows for finding in row.findings if issue(finding.code)}
    others = [finding_object(document, finding) for finding in audit.findings if finding not in told]
    counted = Counter(status(row) for row in rows)
    summary: dict[str, Any] = {
        "total": len(rows),
        **{word: counted[word] for word in STATUSES},
        "confidence": round(counted["verified"] / len(rows), 4) if rows else None,
        "unchecked": sum(row.existence == "unchecked" for row in rows),
    }
    return {
        "audit_id": _id(document, citations, others),
        "target": _target(document),
        "summary": summary,
        "citations": iter(citations),
        "findings": iter(others),
    }


def _citation(report: Report, document: Document, row: Judged) -> dict[str, Any]:
    line, column, _, _ = where(document, row.citation.span)
    return {
        "ref_id": row.citation.normal,
        "kind": row.citation.kind,
        "line_number": line,
        "column": column,
        "context": _context(document, row.citation.span),
        "status": status(row),
        "verification": _verification(row, row.source),
        "result": RESULTS[row.state],
        "checks": _checks(row),
        "issues": [_issue(report, document, finding) for finding in row.findings if issue(finding.code)],
    }


def _verification(row: Judged, source: Source | None) -> dict[str, Any]:
    """Return what was looked at: true, false, or null where nobody could tell or nothing was asked."""
    paged, sectioned, quoted = page(row), section(row), quote(row)
    doi = source.entry.identifiers.get("doi") if source and source.entry else None
    places = [check.good for check in (paged, sectioned, quoted) if check]
    return {
        "file_exists": existence(row).good,
        "file_path": source.path if source else None,
        "doi_valid": True if doi else None,
        "metadata_match": False if False in places else True if True in places else None,
        "page_numbers": bool(row.citation.locator and row.citation.locator.page) if quoted else None,
        "support": sorted({judgement.support for judgement in row.judgements}) or ["unchecked"],
        "unchecked": sorted(row.unchecked),
    }


def _checks(row: Judged) -> dict[str, bool | None]:
    asked = {"page_valid": page(row), "section_consistent": section(row), "quote_verified": quote(row)}
    return {"in_corpus": existence(row).good, **{name: each.good if each else None for name, each in asked.items()}}


def _issue(report: Report, document: Document, finding: Finding) -> dict[str, Any]:
    return {
        "type": issue(finding.code),
        "severity": str(finding.severity),
        "message": finding.message,
        "suggestion": action(report, document, finding) or None,
        "code": finding.code,
        "line_number": where(document, finding.span).line,
        "suppressed": finding.suppressed,
    }


def _detection(report: Report, audit: Audit, rows: Sequence[Judged]) -> dict[str, Any]:
    document = audit.document
    found = list(hallucinations([audit]))
    claims = {claim.id: claim.plain.text for claim in audit.extraction.claims}
    expected = {row.citation.id: _expected(row) for row in rows}
    detections = [
        _detected(report, each, (claims.get(each.finding.claim or ""), expected.get(each.finding.citation or "")))
        for each in found
    ]
    advice = list(advised(report, [(audit, rows)]))
    return {
        "detection_id": _id(document, detections, advice),
        "target": {**_target(document), **({"content_type": "markdown"} if document.format == "markdown" else {})},
        "results": _results(audit, rows, found),
        "detections": iter(detections),
        "recommendations": advice,
    }


def _results(audit: Audit, rows: Sequence[Judged], found: Sequence[Hallucination]) -> dict[str, Any]:
    """Count claims: verified are those whose sources are all good; how many were judged for support stands beside."""
    states: dict[str, set[str]] = {}
    for row in rows:
        for claim in row.claims:
            states.setdefault(claim.id, set()).add(row.state)
    bad = {each.finding.claim for each in found if each.level in {"critical", "high"}}
    doubtful = {each.finding.claim for each in found} - bad
    claims = [claim.id for claim in audit.extraction.claims if claim.status != "skipped"]
    verified = [claim for claim in claims if states.get(claim) == {"valid"} and claim not in bad | doubtful]
    judged_ones = {each.claim for each in audit.judgements if each.support != "unchecked"}
    return {
        "total_claims": len(claims),
        "verified": len(verified),
        "suspicious": sum(claim in doubtful for claim in claims),
        "hallucinated": sum(claim in bad for claim in claims),
        "confidence_score": round(len(verified) / len(claims), 4) if claims else None,
        "support_judged": sum(claim in judged_ones for claim in claims),
    }


def _detected(report: Report, found: Hallucination, known: tuple[str | None, str | None]) -> dict[str, Any]:
    finding, document = found.finding, found.document
    claim, expected = known
    line, column, _, _ = where(document, finding.span)
    return {
        "type": found.kind,
        "family": FAMILIES[found.kind],
        "severity": found.level,
        "location": {"line": line, "column": column, "context": _context(document, finding.span)},
        "claim": claim or document.slice(finding.span),
        "evidence": {
            "expected": expected,
            "actual": finding.message,
            "source": f"{finding.code} {finding.name}",
        },
        "suggestion": action(report, document, finding) or None,
    }


def _expected(row: Judged) -> str | None:
    """Return what the source says instead, where a comparison told it."""
    return next((each.source for judgement in row.judgements for each in judgement.differences), None)


def _target(document: Document) -> dict[str, Any]:
    return {"path": document.path, "hash": document.sha256}


def _id(document: Document, *parts: object) -> str:
    """Return the content's hash in the form of a UUID, which the schemas ask for: equal audits have equal ids."""
    said = dump([document.path, document.sha256, *parts])
    return str(UUID(hex=sha256(said.encode()).hexdigest()[:32]))


def _context(document: Document, span: Span) -> str:
    line = document.lines.span(document.lines.position(span.start)[0], document.text)
    start, end = max(line.start, span.start - _AROUND), min(max(line.end, span.end), span.end + _AROUND)
    return document.text[start : min(end, span.start + 4 * _AROUND)]
