"""A check in short, for programs and models: verdict, what was not checked and why, and the first findings."""

import re
from collections.abc import Sequence
from typing import Any

from citevet.model import Document, Finding, Report
from citevet.report.findings import describe_fix, describe_unread, iter_findings
from citevet.report.json import census_to_dict, pick
from citevet.report.safe_text import to_line
from citevet.report.summary import format_summary, list_unchecked

MOST_FINDINGS = 50  # that are listed unless more are asked for
_FLAGS = re.compile(r"; use --[^;)]*")  # advice for the command; programs have arguments


def checked_to_dict(report: Report, most: int = MOST_FINDINGS, notes: Sequence[str] = ()) -> dict[str, Any]:
    """Return a check with its first findings, errors before warnings."""
    found = sorted(iter_findings(report), key=lambda each: (bool(each[1].suppressed), -each[1].severity))
    word, *_ = format_summary(report)
    return {
        "verdict": word.partition("  ")[0],
        "summary": word,
        "not_checked": [_FLAGS.sub("", each) for each in list_unchecked(report)],
        "census": census_to_dict(report.census),
        "findings": [_finding_to_dict(document, finding) for document, finding in found[:most]],
        "findings_left_out": max(len(found) - most, 0),
        "unread": [f"{to_line(each.path)}: {to_line(describe_unread(each))}" for each in report.unread],
        "notes": [*map(to_line, report.run.get("notes", ())), *notes],
        "report": None,
    }


def _finding_to_dict(document: Document, finding: Finding) -> dict[str, Any]:
    return {
        **pick(finding, "code", "name"),
        "severity": str(finding.severity),
        "message": to_line(finding.message),
        "path": to_line(document.path),
        **pick(document.line_range(finding.span), "line", "column"),
        "place": document.place(finding.span.start),
        "fix": to_line(describe_fix(finding.fix, document)) if finding.fix else None,
        "suppressed": finding.suppressed,
    }
