"""Parts shared by the audit reports: advice, recommendations, title, counts and unread inputs."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from citevet.model import Audit, Document, Finding, Report, Rule
from citevet.report.citation_rows import CitationRow, State
from citevet.report.findings import describe_fix, describe_unread, format_count, format_reasons
from citevet.report.safe_text import show_controls, to_line

STATE_SIGNS: Mapping[State, str] = {"valid": "✓", "warning": "⚠", "error": "✗", "unchecked": "○"}
AuditRows = tuple[Audit, Sequence[CitationRow]]

_WIDTH = 80
_SHOWN = 5  # places of one rule
_ADVICE = re.compile(r"^## How to fix it\n+(.*?)(?:\n\n|\n```|\n## |\Z)", re.DOTALL | re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[^.]{3}[.!?])\s(?=[A-Z`\[])")  # not after an abbreviation such as "e.g."


def format_title(title: str) -> Iterator[str]:
    """Yield a title between two rules."""
    rule = "=" * _WIDTH
    yield from (rule, title.center(_WIDTH).rstrip(), rule, "")


def format_states(rows: Sequence[CitationRow]) -> Iterator[str]:
    """Yield the number of citations by state."""
    states = Counter(row.state for row in rows)
    yield f"  Total Citations: {len(rows)}"
    yield from (f"  Valid: {states['valid']}", f"  Warnings: {states['warning']}", f"  Errors: {states['error']}")
    yield f"  Not checked: {states['unchecked']}"


def format_unread(report: Report) -> Iterator[str]:
    """Yield the inputs that were not read, and why."""
    for unread in report.unread:
        yield from (f"✗ {show_controls(unread.path)}: not read", f"    {to_line(describe_unread(unread))}", "")


def suggest_action(report: Report, document: Document, finding: Finding) -> str:
    """Return what to do about a finding: its fix, else the advice of its rule."""
    if finding.fix:
        return to_line(describe_fix(finding.fix, document))
    rule = report.rules.get(finding.code)
    return _find_advice(rule) if rule else ""


def _find_advice(rule: Rule) -> str:
    """Return the first sentence of the rule's advice, or its summary."""
    found = _ADVICE.search(rule.doc)
    text = to_line(found[1]) if found else ""
    return _SENTENCE_END.split(text, maxsplit=1)[0] or to_line(rule.summary)


def format_recommendations(report: Report, audits: Sequence[AuditRows]) -> Iterator[str]:
    """Yield numbered recommendations, or "None."."""
    recommendations = list(recommend(report, audits))
    yield from (f"{number}. {each}" for number, each in enumerate(recommendations, 1))
    if not recommendations:
        yield "None."


def recommend(report: Report, audits: Sequence[AuditRows]) -> Iterator[str]:
    """Yield one recommendation for each rule with findings, worst first, and one for unchecked citations."""
    places: dict[str, list[str]] = {}
    levels: dict[str, int] = {}
    for audit, _ in audits:
        for finding in audit.findings:
            if not finding.suppressed:
                line = str(audit.document.line_range(finding.span).line)
                at = line if len(audits) == 1 else f"{show_controls(audit.document.path)}:{line}"
                places.setdefault(finding.code, []).append(at)
                levels[finding.code] = max(levels.get(finding.code, 0), finding.severity)
    for code in sorted(places, key=lambda code: -levels[code]):
        yield _recommend_fix(report, code, places[code])
    unchecked = [row for _, rows in audits for row in rows if row.unchecked and not row.is_absent]
    if unchecked:
        reasons = Counter(reason for row in unchecked for reason in row.unchecked)
        number = format_count(len(unchecked), "citation")
        yield f"Check the remaining {number} (not checked: {format_reasons(reasons.items())})."


def _recommend_fix(report: Report, code: str, places: Sequence[str]) -> str:
    shown = ", ".join(places[:_SHOWN]) + (" …" if len(places) > _SHOWN else "")
    noun = "line " if places[0].isdecimal() else ""
    at = f"{noun}{shown}" if len(places) == 1 else f"{len(places)} places: {noun and 'lines '}{shown}"
    rule = report.rules.get(code)
    return f"{code} {to_line(rule.name)} ({at}): {_find_advice(rule)}" if rule else f"{code} ({at})"
