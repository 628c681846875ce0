"""JUnit XML: one suite per document, one case per finding, and the verdict as a case of its own."""

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from citevet.model import Audit, Document, Finding, Report, Severity
from citevet.report.phrase import marked, offer, why_unread
from citevet.report.verdict_line import verdict_line
from citevet.report.visible import one_line, visible
from citevet.report.where import where


class _Case(NamedTuple):
    """A test case; its outcome is a failure, an error, skipped, or passed (empty)."""

    name: str
    outcome: str
    kind: str
    message: str


def render(report: Report) -> str:
    """Return the report as test suites: open errors fail, the rest is told, suppressed findings are skipped."""
    suites = [(audit.document.path, _cases(audit)) for audit in report.audits]
    suites.append(("citevet", _run_cases(report)))
    head = _attributes("citevet", [case for _, cases in suites for case in cases])
    rows = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites {head}>"]
    for name, cases in suites:
        rows.append(f"  <testsuite {_attributes(name, cases)}>")
        rows += (line for case in cases for line in _case(name, case))
        rows.append("  </testsuite>")
    return "\n".join((*rows, "</testsuites>", ""))


def _cases(audit: Audit) -> list[_Case]:
    found = [_finding(audit.document, finding) for finding in audit.findings]
    return found or [_Case("no findings", "", "", "")]


def _finding(document: Document, finding: Finding) -> _Case:
    line, column, _, _ = where(document, finding.span)
    fix = f" [fix: {offer(finding.fix, document)}]" if finding.fix else ""
    return _Case(
        f"{finding.code} {finding.name} ({line}:{column})",
        _outcome(finding),
        str(finding.severity),
        one_line(f"{marked(finding)}{fix}"),
    )


def _outcome(finding: Finding) -> str:
    if finding.suppressed:
        return "skipped"
    return "failure" if finding.severity >= Severity.ERROR else ""


def _run_cases(report: Report) -> list[_Case]:
    """Return the inputs that were not read, and the verdict: whatever is no pass must not look like one."""
    outcome = {"pass": "", "fail": "failure"}.get(report.verdict, "skipped")
    unread = [_Case(unread.path, "error", "not read", one_line(why_unread(unread))) for unread in report.unread]
    return [*unread, _Case("verdict", outcome, report.verdict, verdict_line(report))]


def _attributes(name: str, cases: list[_Case]) -> str:
    outcomes = [case.outcome for case in cases]
    counts = [
        f'{key}="{outcomes.count(outcome)}"'
        for key, outcome in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped"))
    ]
    return " ".join((f'name="{_xml(name)}"', f'tests="{len(cases)}"', *counts))


def _case(suite: str, case: _Case) -> Iterator[str]:
    head = f'    <testcase classname="{_xml(suite)}" name="{_xml(case.name)}"'
    if not case.message:
        yield f"{head}/>"
        return
    yield f"{head}>"
    yield f"      {_inside(case)}"
    yield "    </testcase>"


def _inside(case: _Case) -> str:
    message = _xml(case.message)
    if not case.outcome:
        return f"<system-out>{_xml(case.kind)}: {message}</system-out>"
    kind = "" if case.outcome == "skipped" else f' type="{_xml(case.kind)}"'
    return f'<{case.outcome}{kind} message="{message}"/>'


def _xml(text: str) -> str:
    """Return a text fit for XML; `visible` leaves no character that XML forbids."""
    return escape(visible(text))
