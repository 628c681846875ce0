"""Formats that CI systems and code reviews read: GitHub, GitLab, JUnit and reviewdog."""

from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import escape
from typing import Any, NamedTuple

from citevet.model import Audit, Document, Finding, Report, Severity, Span, Unread
from citevet.report.findings import (
    FindingGroup,
    describe_fix,
    describe_unread,
    fold_findings,
    is_unbacked,
    iter_groups,
    rule_uri,
)
from citevet.report.json import dump, render_object
from citevet.report.safe_text import join_lines, show_controls, to_line
from citevet.report.summary import format_summary

_COMMANDS: Mapping[Severity, str] = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
# Line breaks need no escape: `to_line` and `show_controls` leave none.
_DATA = str.maketrans({"%": "%25"})
_PROPERTY = str.maketrans({"%": "%25", ":": "%3A", ",": "%2C"})
_SEVERITIES: Mapping[Severity, str] = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


@join_lines
def render_github(report: Report) -> Iterator[str]:
    """Return one command per group of findings, suppressed ones as debug lines, then the verdict as plain text."""
    for group in iter_groups(report):
        yield _format_debug(group) if group.first.suppressed else _format_command(group)
    for unread in report.unread:
        yield f"::error file={_escape_property(unread.path)},title=not read::{_escape_data(describe_unread(unread))}"
    yield from format_summary(report)


def _format_command(group: FindingGroup) -> str:
    document, finding = group.document, group.first
    line, column, end_line, end_column = document.line_range(finding.span)
    lines = document.file_lines(finding.span)
    first, last = lines or (line, end_line)
    at = [f"line={first}", f"endLine={last}"] if first else []
    if end_line == line and not lines:  # GitHub refuses columns on an annotation of several lines
        at = [f"line={line}", f"col={column}", f"endLine={end_line}", f"endColumn={end_column}"]
    title = _escape_property(f"{finding.code} {finding.name}")
    properties = ",".join((f"file={_escape_property(document.path)}", *at, f"title={title}"))
    return f"::{_COMMANDS[finding.severity]} {properties}::{_escape_data(group.message)}"


def _format_debug(group: FindingGroup) -> str:
    document, finding = group.document, group.first
    line, column, _, _ = document.line_range(finding.span)
    at = show_controls(document.path).translate(_DATA)
    return f"::debug::{at}:{line}:{column}: {finding.code} {finding.severity}: {_escape_data(group.description)}"


def _escape_data(text: str) -> str:
    return to_line(text).translate(_DATA)


def _escape_property(text: str) -> str:
    return show_controls(text).translate(_PROPERTY)


def render_gitlab(report: Report) -> str:
    """Return the open findings as an array of issues; the format cannot express suppressed ones."""
    rows = ",\n ".join(map(dump, _issues(report)))
    return f"[\n {rows}\n]\n" if rows else "[]\n"


def _issues(report: Report) -> Iterator[dict[str, Any]]:
    seen = Counter[tuple[str, str]]()
    for group in iter_groups(report):
        if group.first.suppressed:
            continue
        key = (group.document.path, group.first.fingerprint)
        seen[key] += 1
        yield _issue_to_dict(group, _hash_parts(*key, str(seen[key])))
    for unread in report.unread:
        yield {
            "description": to_line(describe_unread(unread)),
            "check_name": "not-read",
            "fingerprint": _hash_parts(unread.path, "not-read"),
            "severity": "critical",
            "location": {"path": unread.path, "lines": {"begin": 1, "end": 1}},
        }


def _issue_to_dict(group: FindingGroup, fingerprint: str) -> dict[str, Any]:
    document, finding = group.document, group.first
    lines = document.line_range(finding.span)
    line, end_line = document.file_lines(finding.span) or (lines.line, lines.end_line)
    return {
        "description": to_line(group.message),
        "check_name": finding.code,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": document.path, "lines": {"begin": line or 1, "end": end_line or 1}},
    }


def _hash_parts(*parts: str) -> str:
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


class _TestCase(NamedTuple):
    """A test case; its outcome is a failure, an error, skipped, or passed (empty)."""

    name: str
    outcome: str
    kind: str
    message: str


def render_junit(report: Report) -> str:
    """Return test suites: findings that fail the run are failures, others are output, suppressed ones are skipped."""
    suites = [(audit.document.path, _finding_cases(audit, report.fail_level)) for audit in report.audits]
    is_explained = any(case.outcome == "failure" for _, cases in suites for case in cases)
    suites.append(("citevet", _run_cases(report, is_explained=is_explained)))
    head = _format_attributes("citevet", [case for _, cases in suites for case in cases])
    rows = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites {head}>"]
    for name, cases in suites:
        rows.append(f"  <testsuite {_format_attributes(name, cases)}>")
        rows += (line for case in cases for line in _case_lines(name, case))
        rows.append("  </testsuite>")
    return "\n".join((*rows, "</testsuites>", ""))


def _finding_cases(audit: Audit, level: Severity) -> list[_TestCase]:
    found = [_finding_case(group, level) for group in fold_findings(audit.document, audit.findings)]
    return found or [_TestCase("no findings", "", "", "")]


def _finding_case(group: FindingGroup, level: Severity) -> _TestCase:
    document, finding = group.document, group.first
    line, column, _, _ = document.line_range(finding.span)
    fix = f" [fix: {describe_fix(finding.fix, document)}]" if finding.fix else ""
    return _TestCase(
        f"{finding.code} {finding.name} ({line}:{column})",
        _choose_outcome(finding, level),
        str(finding.severity),
        to_line(f"{group.description}{fix}"),
    )


def _choose_outcome(finding: Finding, level: Severity) -> str:
    if finding.suppressed:
        return "skipped"
    return "failure" if finding.severity >= level or is_unbacked(finding) else ""


def _run_cases(report: Report, *, is_explained: bool) -> list[_TestCase]:
    """Return the inputs that were not read, and the verdict; only a pass is a passed case.

    A failed run with findings that are failures is not counted as one more failure.
    """
    outcome = {"pass": "", "fail": "skipped" if is_explained else "failure"}.get(report.verdict, "skipped")
    unread = [_TestCase(unread.path, "error", "not read", to_line(describe_unread(unread))) for unread in report.unread]
    return [*unread, _TestCase("verdict", outcome, report.verdict, ". ".join(format_summary(report)))]


def _format_attributes(name: str, cases: list[_TestCase]) -> str:
    outcomes = [case.outcome for case in cases]
    counts = [
        f'{key}="{outcomes.count(outcome)}"'
        for key, outcome in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped"))
    ]
    return " ".join((f'name="{_escape_xml(name)}"', f'tests="{len(cases)}"', *counts))


def _case_lines(suite: str, case: _TestCase) -> Iterator[str]:
    head = f'    <testcase classname="{_escape_xml(suite)}" name="{_escape_xml(case.name)}"'
    if not case.message:
        yield f"{head}/>"
        return
    yield f"{head}>"
    yield f"      {_format_outcome(case)}"
    yield "    </testcase>"


def _format_outcome(case: _TestCase) -> str:
    message = _escape_xml(case.message)
    if not case.outcome:
        return f"<system-out>{_escape_xml(case.kind)}: {message}</system-out>"
    kind = "" if case.outcome == "skipped" else f' type="{_escape_xml(case.kind)}"'
    return f'<{case.outcome}{kind} message="{message}"/>'


def _escape_xml(text: str) -> str:
    """Escape a text; `show_controls` leaves no character that XML forbids."""
    return escape(show_controls(text))


def render_rdjson(report: Report) -> str:
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
