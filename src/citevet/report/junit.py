"""JUnit XML: one suite per document, one case per group of findings, and one case for the verdict."""

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from citevet.model import Audit, Finding, Report, Severity
from citevet.report.findings import FindingGroup, describe_fix, describe_unread, fold_findings, is_unbacked
from citevet.report.safe_text import show_controls, to_line
from citevet.report.summary import format_summary


class _TestCase(NamedTuple):
    """A test case; its outcome is a failure, an error, skipped, or passed (empty)."""

    name: str
    outcome: str
    kind: str
    message: str


def render(report: Report) -> str:
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
