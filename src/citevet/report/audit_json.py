"""The audit object and the hallucination object of the published schemas, one of each per document.

Findings without a word in the schema are listed separately, in the words of citevet.
"""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from typing import Any
from uuid import UUID

from citevet.model import Audit, Document, Finding, Report, Source, Span
from citevet.report.audit import recommend, suggest_action
from citevet.report.audit_schemas import (
    FAMILIES,
    RESULTS,
    STATUSES,
    Hallucination,
    citation_status,
    find_hallucinations,
    issue_type,
)
from citevet.report.citation_checks import check_existence, check_page, check_quote, check_section
from citevet.report.citation_rows import CitationRow, build_rows, collect_sources
from citevet.report.json import TOOL, VERSION, dump, finding_to_dict, render_object, unread_to_dict

_AROUND = 60  # characters of context on each side
_CHECKS = {"page_valid": check_page, "section_consistent": check_section, "quote_verified": check_quote}


def render(report: Report) -> str:
    """Return both objects of every document, one record per line; only `run` differs between equal runs."""
    sources = collect_sources(report)
    today = report.run.get("today")
    return render_object(
        {
            "version": VERSION,
            "tool": TOOL,
            "verdict": report.verdict,
            "run": {"timestamp": str(today)} if today else {},
            "unread": list(map(unread_to_dict, report.unread)),
            "audits": (_audit_to_dict(report, audit, build_rows(audit, sources)) for audit in report.audits),
            "hallucinations": (
                _detection_to_dict(report, audit, build_rows(audit, sources)) for audit in report.audits
            ),
        }
    )


def _audit_to_dict(report: Report, audit: Audit, rows: Sequence[CitationRow]) -> dict[str, Any]:
    document = audit.document
    citations = [_citation_to_dict(report, document, row) for row in rows]
    listed = {finding for row in rows for finding in row.findings if issue_type(finding.code)}
    others = [finding_to_dict(document, finding) for finding in audit.findings if finding not in listed]
    counted = Counter(citation_status(row) for row in rows)
    summary: dict[str, Any] = {
        "total": len(rows),
        **{word: counted[word] for word in STATUSES if word != "unchecked"},
        "confidence": round(counted["verified"] / len(rows), 4) if rows else None,
        "unchecked": counted["unchecked"],
    }
    return {
        "audit_id": _content_id(document, citations, others),
        "target": {"path": document.path, "hash": document.sha256},
        "summary": summary,
        "citations": iter(citations),
        "findings": iter(others),
    }


def _citation_to_dict(report: Report, document: Document, row: CitationRow) -> dict[str, Any]:
    line, column, _, _ = document.line_range(row.citation.span)
    return {
        "ref_id": row.citation.normal,
        "kind": row.citation.kind,
        "line_number": line,
        "column": column,
        "context": _context(document, row.citation.span),
        "status": citation_status(row),
        "verification": _verification_to_dict(row, row.source),
        "result": RESULTS[row.state],
        "checks": {
            "in_corpus": check_existence(row).good,
            **{name: found.good if (found := check(row)) else None for name, check in _CHECKS.items()},
        },
        "issues": [_issue_to_dict(report, document, finding) for finding in row.findings if issue_type(finding.code)],
    }


def _verification_to_dict(row: CitationRow, source: Source | None) -> dict[str, Any]:
    """Return the results of the checks: true, false, or null where nothing was checked."""
    page, section, quote = check_page(row), check_section(row), check_quote(row)
    doi = source.entry.identifiers.get("doi") if source and source.entry else None
    places = [check.good for check in (page, section, quote) if check]
    return {
        "file_exists": check_existence(row).good,
        "file_path": source.path if source else None,
        "doi_valid": True if doi else None,
        "metadata_match": False if False in places else True if True in places else None,
        "page_numbers": bool(row.citation.place.page) if quote else None,
        "support": sorted({judgement.support for judgement in row.judgements}) or ["unchecked"],
        "unchecked": sorted(row.unchecked),
    }


def _issue_to_dict(report: Report, document: Document, finding: Finding) -> dict[str, Any]:
    return {
        "type": issue_type(finding.code),
        "severity": str(finding.severity),
        "message": finding.message,
        "suggestion": suggest_action(report, document, finding) or None,
        "code": finding.code,
        "line_number": document.line_range(finding.span).line,
        "suppressed": finding.suppressed,
    }


def _detection_to_dict(report: Report, audit: Audit, rows: Sequence[CitationRow]) -> dict[str, Any]:
    document = audit.document
    found = list(find_hallucinations([audit]))
    claims = {claim.id: claim.plain.text for claim in audit.extraction.claims}
    expected = {row.citation.id: _source_side(row) for row in rows}
    detections = [
        _hallucination_to_dict(
            report, each, claim=claims.get(each.finding.claim or ""), expected=expected.get(each.finding.citation or "")
        )
        for each in found
    ]
    advice = list(recommend(report, [(audit, rows)]))
    return {
        "detection_id": _content_id(document, detections, advice),
        "target": {
            "path": document.path,
            "hash": document.sha256,
            **({"content_type": "markdown"} if document.format == "markdown" else {}),
        },
        "results": _claim_counts(audit, rows, found),
        "detections": iter(detections),
        "recommendations": advice,
    }


def _claim_counts(audit: Audit, rows: Sequence[CitationRow], found: Sequence[Hallucination]) -> dict[str, Any]:
    """Count claims; a claim is verified if all its citations are valid. `support_judged` counts those with a ruling."""
    states: dict[str, set[str]] = {}
    for row in rows:
        for claim in row.claims:
            states.setdefault(claim.id, set()).add(row.state)
    bad = {each.finding.claim for each in found if each.level in {"critical", "high"}}
    doubtful = {each.finding.claim for each in found} - bad
    claims = [claim.id for claim in audit.extraction.claims if claim.status != "skipped"]
    verified = [claim for claim in claims if states.get(claim) == {"valid"} and claim not in bad | doubtful]
    judged = {each.claim for each in audit.judgements if each.support != "unchecked"}
    return {
        "total_claims": len(claims),
        "verified": len(verified),
        "suspicious": sum(claim in doubtful for claim in claims),
        "hallucinated": sum(claim in bad for claim in claims),
        "confidence_score": round(len(verified) / len(claims), 4) if claims else None,
        "support_judged": sum(claim in judged for claim in claims),
    }


def _hallucination_to_dict(
    report: Report, found: Hallucination, *, claim: str | None, expected: str | None
) -> dict[str, Any]:
    finding, document = found.finding, found.document
    line, column, _, _ = document.line_range(finding.span)
    return {
        "type": found.kind,
        "family": FAMILIES[found.kind],
        "severity": found.level,
        "location": {"line": line, "column": column, "context": _context(document, finding.span)},
        "claim": claim or document.slice(finding.span),
        "evidence": {"expected": expected, "actual": finding.message, "source": f"{finding.code} {finding.name}"},
        "suggestion": suggest_action(report, document, finding) or None,
    }


def _source_side(row: CitationRow) -> str | None:
    return next((each.source for judgement in row.judgements for each in judgement.differences), None)


def _content_id(document: Document, *parts: object) -> str:
    """Return a hash of the content as a UUID, which the schemas require; equal audits have equal ids."""
    content = dump([document.path, document.sha256, *parts])
    return str(UUID(hex=sha256(content.encode()).hexdigest()[:32]))


def _context(document: Document, span: Span) -> str:
    line = document.line_at(span.start)
    start, end = max(line.start, span.start - _AROUND), min(max(line.end, span.end), span.end + _AROUND)
    return document.text[start : min(end, span.start + 4 * _AROUND)]
