"""A badge in SVG: the verdict with its counts, for a README or a dashboard."""

from collections import Counter
from collections.abc import Mapping
from html import escape

from citevet.model import Report, Severity, Verdict
from citevet.report.findings import format_count, iter_findings
from citevet.report.safe_text import measure_width, to_line
from citevet.report.summary import VERDICT_WORDS, format_summary

_NAME = "citevet"
_COLORS: Mapping[Verdict, str] = {"pass": "#176b3a", "fail": "#b3261e", "incomplete": "#7a5200", "empty": "#5b6272"}
_LETTER, _MARGIN = 6.6, 7  # width of a letter of Verdana at 11 pixels, and the space around each text
_SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label="citevet: {text}">
<title>{summary}</title>
<rect width="{left}" height="20" fill="#2f3542"/>
<rect x="{left}" width="{right}" height="20" fill="{color}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="7" y="14" textLength="{name_length}">{name}</text>
<text x="{text_at}" y="14" textLength="{text_length}">{text}</text>
</g>
</svg>
"""


def render(report: Report) -> str:
    """Return the verdict with its counts as an SVG image; its title has the whole summary."""
    text = describe(report)
    name_length, text_length = round(_LETTER * len(_NAME)), round(_LETTER * measure_width(text))
    left, right = name_length + 2 * _MARGIN, text_length + 2 * _MARGIN
    return _SVG.format(
        width=left + right,
        left=left,
        right=right,
        color=_COLORS[report.verdict],
        summary=escape(to_line(" ".join(format_summary(report)))),
        name=_NAME,
        name_length=name_length,
        text=escape(text),
        text_at=left + _MARGIN,
        text_length=text_length,
    )


def describe(report: Report) -> str:
    """Return the line of a badge: the verdict, and the counts that explain it."""
    census = report.census
    levels = Counter(finding.severity for _, finding in iter_findings(report) if not finding.suppressed)
    counts = [format_count(levels[level], str(level)) for level in (Severity.ERROR, Severity.WARNING) if levels[level]]
    if report.verdict == "incomplete":
        counts.append(f"{census.checked} of {format_count(census.cited, 'cited claim')} checked")
    if report.unread:
        counts.append(f"{format_count(len(report.unread), 'input')} not read")
    if not counts and census.citations:
        counts.append(format_count(census.citations, "citation"))
    return ": ".join(filter(None, [VERDICT_WORDS[report.verdict].lower(), ", ".join(counts)]))
