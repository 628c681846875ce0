"""For people at a terminal: every finding with its place in the source."""

from collections.abc import Iterator
from functools import partial

from citevet.model import Document, Finding, Report, Severity
from citevet.report.excerpt import excerpt, gutter, width
from citevet.report.paint import of_severity, of_verdict, paint
from citevet.report.phrase import marked, offer, why_unread
from citevet.report.verdict_line import WORDS, verdict_line
from citevet.report.visible import one_line, visible
from citevet.report.where import findings, where

_MANY = 4  # remarks of one rule in one document from which on they are told in one line
_SHOWN = 8  # of their places
_LINE = 110  # a message stands beside its carets when both fit into so many columns


def render(report: Report, *, color: bool = False) -> str:
    """Return the findings with source excerpts, the suppressed ones in one line each, and the verdict."""
    return "".join(f"{line}\n" for line in _lines(report, color=color))


def closing(report: Report, *, color: bool) -> str:
    """Return the verdict line, its word in colour."""
    word = WORDS[report.verdict]
    return paint(word, of_verdict(report.verdict), color=color) + verdict_line(report).removeprefix(word)


def _lines(report: Report, *, color: bool) -> Iterator[str]:
    folded = _folded(report)
    for document, finding in findings(report):
        if not finding.suppressed and (document.path, finding.code) not in folded:
            yield from _open(document, finding, color=color)
            yield ""
    for among in folded.values():
        yield _many(among, color=color)
        yield ""
    hidden = [_hidden(document, finding) for document, finding in findings(report) if finding.suppressed]
    yield from (paint(line, "dim", color=color) for line in hidden)
    if hidden:
        yield ""
    for unread in report.unread:
        yield f"{paint(visible(unread.path), 'strong', color=color)} {paint('not read', 'error', color=color)}"
        yield f"  = {one_line(why_unread(unread))}"
        yield ""
    yield closing(report, color=color)


def _folded(report: Report) -> dict[tuple[str, str], list[tuple[Document, Finding]]]:
    """Gather remarks on style that one rule repeats in one document: fifty excerpts would bury the errors."""
    remarks: dict[tuple[str, str], list[tuple[Document, Finding]]] = {}
    for document, finding in findings(report):
        if finding.severity is Severity.INFO and not finding.suppressed:
            remarks.setdefault((document.path, finding.code), []).append((document, finding))
    return {key: among for key, among in remarks.items() if len(among) >= _MANY}


def _many(among: list[tuple[Document, Finding]], *, color: bool) -> str:
    document, finding = among[0]
    style = of_severity(finding.severity)
    shown = ", ".join(":".join(map(str, where(document, each.span)[:2])) for _, each in among[:_SHOWN])
    more = ", …" if len(among) > _SHOWN else ""
    at = paint(_at(document, finding), "strong", color=color)
    code = paint(finding.code, style, color=color)
    level = paint(str(finding.severity), style, color=color)
    return f"{at} {code} {finding.name} {level}, {len(among)} times\n  = at {shown}{more}; each in --format concise"


def _open(document: Document, finding: Finding, *, color: bool) -> Iterator[str]:
    style = of_severity(finding.severity)
    frame = partial(paint, style="frame", color=color)
    caret = partial(paint, style=style, color=color)
    at = paint(_at(document, finding), "strong", color=color)
    yield f"{at} {caret(finding.code)} {finding.name} {caret(str(finding.severity))}"
    *rows, last = excerpt(document, finding.span, frame=frame, caret=caret)
    yield from rows
    message = one_line(finding.message)
    margin = gutter(document, finding.span)
    # Below a line there are only frame, blanks and carets, so its columns are its characters without the paint.
    beside = len(last) - (len(frame("|") + caret("^")) - 2) + width(message) < _LINE
    yield f"{last} {caret(message)}" if beside else last
    if not beside:
        yield f"{margin} {frame('=')} {caret(message)}"
    yield from (f"{margin} {frame('=')} {note}" for note in _notes(document, finding, color=color))


def _notes(document: Document, finding: Finding, *, color: bool) -> Iterator[str]:
    place = document.place(finding.span.start)
    if place:
        yield f"place: {one_line(place)}"
    if finding.fix:
        yield f"{paint('fix:', 'good', color=color)} {one_line(offer(finding.fix, document))}"


def _hidden(document: Document, finding: Finding) -> str:
    return f"{_at(document, finding)} {finding.code} {finding.name} {finding.severity} {one_line(marked(finding))}"


def _at(document: Document, finding: Finding) -> str:
    line, column, _, _ = where(document, finding.span)
    return f"{visible(document.path)}:{line}:{column}"
