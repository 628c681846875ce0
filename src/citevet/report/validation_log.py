"""The results of a validation in the shape of the citation-integrity schema: one record for each citation."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from citevet.model import Document, Report
from citevet.report.audit import suggest_action
from citevet.report.audit_schemas import RESULTS
from citevet.report.citation_checks import check_existence, check_page, check_quote, check_section
from citevet.report.citation_rows import CitationRow, build_rows, collect_sources
from citevet.report.findings import format_reasons
from citevet.report.json import TOOL, VERSION, dump_pretty

_CHECKS = {
    "in_corpus": check_existence,
    "page_valid": check_page,
    "section_consistent": check_section,
    "quote_verified": check_quote,
}


def render_log(report: Report) -> str:
    """Return the counts and the result of every citation; a check that was not made has no entry under `checks`."""
    sources = collect_sources(report)
    results = [
        _result_to_dict(report, audit.document, row) for audit in report.audits for row in build_rows(audit, sources)
    ]
    counts = Counter(result["status"] for result in results)
    today = report.run.get("today")
    return dump_pretty(
        {
            "version": VERSION,
            "tool": TOOL,
            "date": str(today) if today else None,
            "documents": [audit.document.path for audit in report.audits],
            "verdict": report.verdict,
            "summary": {"total": len(results), **{word: counts[word] for word in ("valid", "warning", "invalid")}},
            "results": results,
            "unread": [unread.message for unread in report.unread],
        }
    )


def _result_to_dict(report: Report, document: Document, row: CitationRow) -> dict[str, Any]:
    checks = {name: found.good for name, check in _CHECKS.items() if (found := check(row)) and found.good is not None}
    return {
        "ref_id": row.citation.normal,
        "status": RESULTS[row.state],
        "checks": checks,
        "issues": list(_list_issues(report, document, row)),
        "document": document.path,
        "line": document.line_range(row.citation.span).line,
        "citation": row.citation.text,
    }


def _list_issues(report: Report, document: Document, row: CitationRow) -> Iterator[dict[str, str]]:
    """Yield the open findings on a citation, and what could not be checked."""
    for finding in row.findings:
        if not finding.suppressed:
            action = suggest_action(report, document, finding)
            yield {"severity": str(finding.severity), "message": finding.message, "suggestion": action}
    if row.state == "unchecked":
        why = format_reasons(row.unchecked.items()) or "the pages or sections of the source are not known"
        yield {"severity": "info", "message": f"not checked: {why}", "suggestion": "Check it by hand."}
