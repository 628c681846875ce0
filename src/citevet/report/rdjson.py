"""Reviewdog's diagnostic format."""

from typing import Any

from citevet.model import Document, Report, Span, Unread
from citevet.report.findings import FindingGroup, fold_findings, rule_uri
from citevet.report.json import render_object
from citevet.report.safe_text import to_line


def render(report: Report) -> str:
    """Return the open findings as diagnostics with fixes; the format cannot express suppressed ones."""
    rows: list[dict[str, Any]] = []
    for audit in report.audits:
        columns = _ByteColumns(audit.document)
        groups = fold_findings(audit.document, audit.findings)
        rows += (_diagnostic_to_dict(columns, group) for group in groups if not group.first.suppressed)
    rows += (_unread_to_dict(unread) for unread in report.unread)
    return render_object({"source": {"name": "citevet"}, "diagnostics": iter(rows)})


class _ByteColumns:
    """Columns in UTF-8 bytes, as this format requires.

    Counting continues from the last position, so thousands of findings on one long line take linear time.
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

    def locate(self, span: Span) -> dict[str, Any]:
        """Return path and range of a span; without columns or without a range where the file has other lines."""
        lines = self.document.file_lines(span)
        if lines is None:
            return {"path": self.document.path, "range": self.range(span)}
        known = {"range": {"start": {"line": lines[0]}, "end": {"line": lines[1]}}} if lines[0] else {}
        return {"path": self.document.path, **known}

    def range(self, span: Span) -> dict[str, Any]:
        """Return the first and the last position of a span."""
        return {"start": self.position(span.start), "end": self.position(span.end)}


def _diagnostic_to_dict(columns: _ByteColumns, group: FindingGroup) -> dict[str, Any]:
    finding, *others = group.findings
    diagnostic: dict[str, Any] = {
        "message": to_line(group.message),
        "location": columns.locate(finding.span),
        "severity": finding.severity.name,
        "code": {"value": finding.code, "url": rule_uri(finding.code)},
    }
    if others:
        diagnostic["relatedLocations"] = [{"location": columns.locate(each.span)} for each in others]
    edits = [edit for each in group.findings if each.fix for edit in each.fix.edits]
    if edits and columns.document.file_lines(finding.span) is None:
        diagnostic["suggestions"] = [{"range": columns.range(edit.span), "text": edit.text} for edit in edits]
    return diagnostic


def _unread_to_dict(unread: Unread) -> dict[str, Any]:
    return {
        "message": to_line(unread.message),
        "location": {"path": unread.path},
        "severity": "ERROR",
        "code": {"value": "not-read"},
    }
