"""A summary for pull requests and reports: tables of documents, findings and the census."""

from collections import Counter
from collections.abc import Iterator, Sequence
from re import Match
from re import compile as pattern

from citevet.model import Audit, Document, Finding, Report, Severity
from citevet.report.objects import TOOL, census_object
from citevet.report.phrase import offer, reasons, why_unread
from citevet.report.verdict_line import verdict_line
from citevet.report.visible import one_line
from citevet.report.where import where

# What Markdown or HTML would act on. A name after @ and a number after # would notify people or link issues
# wherever the report is posted; an empty comment between them prevents it.
_ACTIVE = pattern(r"[\\`*_{}\[\]|~^$!]|[<>&]|@(?=\w)|#(?=\w)")
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "@<!-- -->", "#": "#<!-- -->"}


def render(report: Report) -> str:
    """Return the report as Markdown, with the text of the documents escaped."""
    return "".join(f"{line}\n" for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    yield from ("# Citation report", "", f"**{escaped(verdict_line(report))}**", "", "## Summary", "")
    yield from _table(_SUMMARY, (_summary(audit) for audit in report.audits))
    for audit in report.audits:
        yield from _document(audit)
    if report.unread:
        rows = ((escaped(unread.path), escaped(why_unread(unread))) for unread in report.unread)
        yield from ("", "## Not read", "", *_table(("Input", "Why"), rows))
    yield from ("", "## Census", "")
    yield from _table(("What", "Count"), _census(report))
    yield from ("", f"Made by {TOOL}.")


_SUMMARY = ("Document", "Citations", "Claims", "Errors", "Warnings", "Info", "Suppressed")


def _summary(audit: Audit) -> tuple[str, ...]:
    levels = Counter(finding.severity for finding in audit.findings if not finding.suppressed)
    hidden = sum(1 for finding in audit.findings if finding.suppressed)
    extraction = audit.extraction
    counts = (
        len(extraction.citations),
        len(extraction.claims),
        levels[Severity.ERROR],
        levels[Severity.WARNING],
        levels[Severity.INFO],
        hidden,
    )
    return (escaped(audit.document.path), *map(str, counts))


def _document(audit: Audit) -> Iterator[str]:
    if not audit.findings:
        return
    document = audit.document
    yield from ("", f"## {escaped(document.path)}")
    shown = [finding for finding in audit.findings if not finding.suppressed]
    hidden = [finding for finding in audit.findings if finding.suppressed]
    if shown:
        rows = ((*_head(document, finding), _fix(document, finding)) for finding in shown)
        yield from ("", *_table(("Place", "Severity", "Rule", "Message", "Fix"), rows))
    if hidden:
        rows = ((*_head(document, finding), _by(finding)) for finding in hidden)
        yield from ("", "### Suppressed", "")
        yield from _table(("Place", "Severity", "Rule", "Message", "Suppressed by"), rows)


def _head(document: Document, finding: Finding) -> tuple[str, str, str, str]:
    line, column, _, _ = where(document, finding.span)
    place = document.place(finding.span.start)
    at = f"{line}:{column}" + (f" ({escaped(place)})" if place else "")
    return at, str(finding.severity), f"{finding.code} {finding.name}", escaped(finding.message)


def _fix(document: Document, finding: Finding) -> str:
    return escaped(offer(finding.fix, document)) if finding.fix else ""


def _by(finding: Finding) -> str:
    reason = f": {escaped(finding.justification)}" if finding.justification else ""
    return f"{finding.suppressed}{reason}"


def _census(report: Report) -> Iterator[tuple[str, str]]:
    for name, number in census_object(report.census).items():
        if name != "unchecked":
            yield name, str(number)
        elif number:
            yield name, f"{sum(number.values())} ({reasons(number.items())})"


def _table(head: Sequence[str], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def escaped(text: str) -> str:
    """Return a text that stays text: no markup, no table cell, no mention, on one line."""
    return _ACTIVE.sub(_escape, one_line(text))


def _escape(found: Match[str]) -> str:
    return _ENTITIES.get(found[0], f"\\{found[0]}")
