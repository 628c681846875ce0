"""GitLab Code Quality."""

from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from citevet.model import Report, Severity
from citevet.report.findings import FindingGroup, describe_unread, iter_groups
from citevet.report.json import dump
from citevet.report.safe_text import to_line

_SEVERITIES: Mapping[Severity, str] = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(report: Report) -> str:
    """Return the open findings as an array of issues; the format cannot express suppressed ones."""
    rows = ",\n ".join(map(dump, _issues(report)))
    return f"[\n {rows}\n]\n" if rows else "[]\n"


def _issues(report: Report) -> Iterator[dict[str, Any]]:
    seen = Counter[tuple[str, str]]()
    for group in iter_groups(report):
        if group.first.suppressed:
            continue
        key = (group.document.path, group.first.fingerprint)
        seen[key] += 1
        yield _issue_to_dict(group, _hash_parts(*key, str(seen[key])))
    for unread in report.unread:
        yield {
            "description": to_line(describe_unread(unread)),
            "check_name": "not-read",
            "fingerprint": _hash_parts(unread.path, "not-read"),
            "severity": "critical",
            "location": {"path": unread.path, "lines": {"begin": 1, "end": 1}},
        }


def _issue_to_dict(group: FindingGroup, fingerprint: str) -> dict[str, Any]:
    document, finding = group.document, group.first
    lines = document.line_range(finding.span)
    line, end_line = document.file_lines(finding.span) or (lines.line, lines.end_line)
    return {
        "description": to_line(group.message),
        "check_name": finding.code,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": document.path, "lines": {"begin": line or 1, "end": end_line or 1}},
    }


def _hash_parts(*parts: str) -> str:
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
