"""What to do next, numbered: one line for each rule that found something, and one for what nobody looked at."""

from collections import Counter
from collections.abc import Iterator, Sequence

from citevet.model import Audit, Report
from citevet.report.advice import advice
from citevet.report.judged import Judged
from citevet.report.phrase import count, reasons
from citevet.report.visible import one_line, visible
from citevet.report.where import where

_SHOWN = 5  # places of one rule

Page = tuple[Audit, Sequence[Judged]]


def recommendations(report: Report, pages: Sequence[Page]) -> Iterator[str]:
    """Yield the numbered lines; "None." when there is nothing to do."""
    said = list(advised(report, pages))
    yield from (f"{number}. {each}" for number, each in enumerate(said, 1))
    if not said:
        yield "None."


def advised(report: Report, pages: Sequence[Page]) -> Iterator[str]:
    """Yield what to do, worst first."""
    places: dict[str, list[str]] = {}
    levels: dict[str, int] = {}
    for audit, _ in pages:
        for finding in audit.findings:
            if not finding.suppressed:
                line = str(where(audit.document, finding.span).line)
                at = line if len(pages) == 1 else f"{visible(audit.document.path)}:{line}"
                places.setdefault(finding.code, []).append(at)
                levels[finding.code] = max(levels.get(finding.code, 0), finding.severity)
    for code in sorted(places, key=lambda code: -levels[code]):
        yield _advice(report, code, places[code])
    unchecked = [row for _, rows in pages for row in rows if row.unchecked and not row.is_absent]
    if unchecked:
        why = Counter(reason for row in unchecked for reason in row.unchecked)
        yield f"Look up {count(len(unchecked), 'citation')} not checked so far ({reasons(why.items())})."


def _advice(report: Report, code: str, places: Sequence[str]) -> str:
    named = ", ".join(places[:_SHOWN]) + (" …" if len(places) > _SHOWN else "")
    noun = "line " if places[0].isdecimal() else ""
    at = f"{noun}{named}" if len(places) == 1 else f"{len(places)} places: {noun and 'lines '}{named}"
    rule = report.rules.get(code)
    return f"{code} {one_line(rule.name)} ({at}): {advice(rule)}" if rule else f"{code} ({at})"
