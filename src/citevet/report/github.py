"""Workflow commands, which GitHub shows beside the changed lines."""

from collections.abc import Iterator, Mapping

from citevet.model import Document, Finding, Report, Severity
from citevet.report.phrase import marked, why_unread
from citevet.report.verdict_line import verdict_line
from citevet.report.visible import one_line, visible
from citevet.report.where import findings, where

_COMMANDS: Mapping[Severity, str] = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
# Line breaks need no escape of their own: none is left in a text made visible.
_DATA = str.maketrans({"%": "%25"})
_PROPERTY = str.maketrans({"%": "%25", ":": "%3A", ",": "%2C"})


def render(report: Report) -> str:
    """Return one command per finding, suppressed ones as debug lines, then the verdict as plain text."""
    return "".join(f"{line}\n" for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    for document, finding in findings(report):
        yield _debug(document, finding) if finding.suppressed else _command(document, finding)
    for unread in report.unread:
        yield f"::error file={_property(unread.path)},title=not read::{_data(why_unread(unread))}"
    yield verdict_line(report)


def _command(document: Document, finding: Finding) -> str:
    line, column, end_line, end_column = where(document, finding.span)
    at = [f"line={line}", f"endLine={end_line}"]
    if end_line == line:  # GitHub refuses columns on an annotation of several lines
        at = [f"line={line}", f"col={column}", f"endLine={end_line}", f"endColumn={end_column}"]
    title = _property(f"{finding.code} {finding.name}")
    properties = ",".join((f"file={_property(document.path)}", *at, f"title={title}"))
    return f"::{_COMMANDS[finding.severity]} {properties}::{_data(finding.message)}"


def _debug(document: Document, finding: Finding) -> str:
    line, column, _, _ = where(document, finding.span)
    at = visible(document.path).translate(_DATA)
    return f"::debug::{at}:{line}:{column}: {finding.code} {finding.severity}: {_data(marked(finding))}"


def _data(text: str) -> str:
    return one_line(text).translate(_DATA)


def _property(text: str) -> str:
    return visible(text).translate(_PROPERTY)
