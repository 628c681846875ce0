"""Reviewdog's diagnostic format."""

from collections.abc import Mapping
from typing import Any

from citevet.model import Document, Finding, Report, Severity, Span
from citevet.report.dump import pieces
from citevet.report.uri import rule_uri
from citevet.report.visible import one_line

_SEVERITIES: Mapping[Severity, str] = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}


def render(report: Report) -> str:
    """Return the open findings as diagnostics, with suggestions where there is a fix; it has no word for suppressed."""
    rows: list[dict[str, Any]] = []
    for audit in report.audits:
        count = _Count(audit.document)
        rows += (_diagnostic(count, finding) for finding in audit.findings if not finding.suppressed)
    rows += (_unread(unread.path, unread.message) for unread in report.unread)
    return "".join((*pieces({"source": {"name": "citevet"}, "diagnostics": iter(rows)}), "\n"))


class _Count:
    """Columns in UTF-8 bytes, as this format wants them.

    It goes on from the last answer, so that thousands of findings on one line of megabytes stay linear.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self._last = (0, 0, 1)  # start of the line, offset, column in bytes

    def position(self, offset: int) -> dict[str, int]:
        """Return line and byte column of an offset, both from 1."""
        line, column = self.document.lines.position(offset)
        start = offset - column + 1
        last_start, last, counted = self._last
        if start != last_start:
            last, counted = start, 1
        between = len(self.document.text[min(last, offset) : max(last, offset)].encode("utf-8", "surrogatepass"))
        counted += between if offset >= last else -between
        self._last = (start, offset, counted)
        return {"line": line, "column": counted}

    def range(self, span: Span) -> dict[str, Any]:
        """Return the first and the last position of a span."""
        return {"start": self.position(span.start), "end": self.position(span.end)}


def _diagnostic(count: _Count, finding: Finding) -> dict[str, Any]:
    diagnostic: dict[str, Any] = {
        "message": one_line(finding.message),
        "location": {"path": count.document.path, "range": count.range(finding.span)},
        "severity": _SEVERITIES[finding.severity],
        "code": {"value": finding.code, "url": rule_uri(finding.code)},
    }
    if finding.fix:
        diagnostic["suggestions"] = [{"range": count.range(edit.span), "text": edit.text} for edit in finding.fix.edits]
    return diagnostic


def _unread(path: str, message: str) -> dict[str, Any]:
    return {
        "message": one_line(message),
        "location": {"path": path},
        "severity": "ERROR",
        "code": {"value": "not-read"},
    }
