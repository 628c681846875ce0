"""Workflow commands, which GitHub shows next to the changed lines."""

from collections.abc import Iterator, Mapping

from citevet.model import Report, Severity
from citevet.report.findings import FindingGroup, describe_unread, iter_groups
from citevet.report.safe_text import join_lines, show_controls, to_line
from citevet.report.summary import format_summary

_COMMANDS: Mapping[Severity, str] = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
# Line breaks need no escape: `to_line` and `show_controls` leave none.
_DATA = str.maketrans({"%": "%25"})
_PROPERTY = str.maketrans({"%": "%25", ":": "%3A", ",": "%2C"})


@join_lines
def render(report: Report) -> Iterator[str]:
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
