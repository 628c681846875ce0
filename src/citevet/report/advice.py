"""How to mend a fault, in the words of its rule."""

from re import DOTALL, MULTILINE
from re import compile as pattern

from citevet.model import Document, Finding, Report, Rule
from citevet.report.phrase import offer
from citevet.report.visible import one_line

_MENDING = pattern(r"^## How to mend it\n+(.*?)(?:\n\n|\n```|\n## |\Z)", DOTALL | MULTILINE)

_STOP = pattern(r"(?<=[^.]{3}[.!?])\s(?=[A-Z`\[])")  # no abbreviation such as "e.g." before it


def advice(rule: Rule) -> str:
    """Return the first sentence on how to mend it, or what is wrong where the rule does not say."""
    found = _MENDING.search(rule.doc)
    said = one_line(found[1]) if found else ""
    return _STOP.split(said, maxsplit=1)[0] or one_line(rule.summary)


def action(report: Report, document: Document, finding: Finding) -> str:
    """Return what to do about a finding: the fix that is offered, else the advice of its rule; empty when neither."""
    if finding.fix:
        return one_line(offer(finding.fix, document))
    rule = report.rules.get(finding.code)
    return advice(rule) if rule else ""
