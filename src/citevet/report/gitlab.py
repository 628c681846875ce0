"""GitLab code quality."""

from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from citevet.model import Document, Finding, Report, Severity
from citevet.report.dump import dump
from citevet.report.phrase import why_unread
from citevet.report.visible import one_line
from citevet.report.where import findings, where

_SEVERITIES: Mapping[Severity, str] = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(report: Report) -> str:
    """Return the open findings as an array of issues, each with a fingerprint of its own.

    A suppressed one would be a live issue there: the form has no word for it.
    """
    rows = ",\n ".join(map(dump, _issues(report)))
    return f"[\n {rows}\n]\n" if rows else "[]\n"


def _issues(report: Report) -> Iterator[dict[str, Any]]:
    seen = Counter[tuple[str, str]]()
    for document, finding in findings(report):
        if finding.suppressed:
            continue
        key = (document.path, finding.fingerprint)
        seen[key] += 1
        yield _issue(document, finding, _fingerprint(*key, str(seen[key])))
    for unread in report.unread:
        yield {
            "description": one_line(why_unread(unread)),
            "check_name": "not-read",
            "fingerprint": _fingerprint(unread.path, "not-read"),
            "severity": "critical",
            "location": {"path": unread.path, "lines": {"begin": 1, "end": 1}},
        }


def _issue(document: Document, finding: Finding, fingerprint: str) -> dict[str, Any]:
    line, _, end_line, _ = where(document, finding.span)
    return {
        "description": one_line(finding.message),
        "check_name": finding.code,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": document.path, "lines": {"begin": line, "end": end_line}},
    }


def _fingerprint(*parts: str) -> str:
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
