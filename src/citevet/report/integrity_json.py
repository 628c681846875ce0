"""The audit of a whole project as one JSON object; what differs between equal runs stands under `run`."""

from hashlib import sha256
from itertools import chain
from typing import Any

from citevet.report.artefacts import SIGNS, freshness
from citevet.report.audit_json import STATUSES, status
from citevet.report.checks import page, section
from citevet.report.dump import dump, pretty
from citevet.report.hallucinations import FAMILIES, summary
from citevet.report.integrity import QUOTE_STATES, Integrity, Tally, coverage, key_quotes, quotations, tally
from citevet.report.objects import TOOL, VERSION, finding_object
from citevet.report.recommendations import advised


def render(integrity: Integrity) -> str:
    """Return the object for people and programs to read."""
    return pretty(integrity_object(integrity))


def integrity_object(integrity: Integrity) -> dict[str, Any]:
    """Return the numbers of the project and what stands behind them."""
    report = integrity.report
    today = report.run.get("today")
    told = _told(integrity)
    return {
        "version": VERSION,
        "tool": TOOL,
        "audit_id": sha256(dump(told).encode()).hexdigest()[:32],
        "verdict": integrity.verdict,
        "run": {"timestamp": str(today)} if today else {},
        **told,
    }


def _told(integrity: Integrity) -> dict[str, Any]:
    report = integrity.report
    pages = [*integrity.pages, *((audit, ()) for audit in integrity.faulty)]
    return {
        "documents": len(report.audits),
        "citations": _citations(integrity),
        "coverage": _coverage(integrity),
        "pages": _tally(tally(integrity.rows, page)),
        "sections": _tally(tally(integrity.rows, section)),
        "quotes": _quotes(integrity),
        "freshness": _freshness(integrity),
        "entries": [
            {
                "path": audit.document.path,
                "findings": [finding_object(audit.document, finding) for finding in audit.findings],
            }
            for audit in integrity.faulty
        ],
        "hallucinations": {
            word: {"family": FAMILIES[word], **levels}
            for word, levels in summary(chain(report.audits, integrity.faulty)).items()
        },
        "recommendations": list(advised(report, pages)),
        "unread": [{"path": each.path, "message": each.message} for each in report.unread],
    }


def _citations(integrity: Integrity) -> dict[str, Any]:
    states = [row.state for _, row in integrity.rows]
    words = [status(row) for _, row in integrity.rows]
    return {
        "total": len(states),
        "valid": states.count("valid"),
        "warnings": states.count("warning"),
        "errors": states.count("error"),
        "unchecked": states.count("unchecked"),
        "status": {word: words.count(word) for word in STATUSES},
    }


def _coverage(integrity: Integrity) -> dict[str, Any]:
    covered = coverage(integrity)
    return {
        "entries": len(integrity.entries),
        "citations": covered.citations,
        "covered": covered.covered,
        "share": covered.share,
        "missing": {name: list(places) for name, places in covered.missing.items()},
        "near": dict(covered.near),
        "cited": list(covered.cited),
        "uncited": list(covered.uncited),
    }


def _tally(told: Tally) -> dict[str, Any]:
    wrong = [{"place": at, "why": said} for at, said in told.bad]
    return {"cited": told.asked, "valid": told.good, "wrong": wrong, "unchecked": told.unchecked}


def _quotes(integrity: Integrity) -> dict[str, int]:
    states = quotations(integrity)
    kept, validated = key_quotes(integrity)
    return {**{state: states[state] for state in QUOTE_STATES}, "key_quotes": kept, "key_quotes_validated": validated}


def _freshness(integrity: Integrity) -> dict[str, int]:
    cited = [freshness(row.judgements) for _, row in integrity.rows if row.citation.kind == "artifact"]
    return {
        "total": len(cited),
        **{state.lower(): cited.count(state) for state in SIGNS},
        "unchecked": cited.count(None),
    }
