"""Remarks on style that one rule repeats, gathered: ninety lines of them would bury the errors."""

from collections import Counter
from collections.abc import Iterable

from citevet.model import Document, Finding, Severity
from citevet.report.where import where

_MANY = 4  # of one rule from which on they are told in one line
_SHOWN = 8  # of their places


def gathered(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Return the findings in their order, one by one; many open remarks of one rule stand together at the first."""
    found = list(findings)
    remarks = Counter(finding.code for finding in found if _is_remark(finding))
    groups: list[list[Finding]] = []
    places: dict[str, list[Finding]] = {}
    for finding in found:
        if _is_remark(finding) and remarks[finding.code] >= _MANY:
            if finding.code not in places:
                places[finding.code] = []
                groups.append(places[finding.code])
            places[finding.code].append(finding)
        else:
            groups.append([finding])
    return groups


def times(document: Document, group: list[Finding]) -> str:
    """Say how often and where: `, 90 times: at 5:1, 6:1 …`."""
    shown = ", ".join(":".join(map(str, where(document, each.span)[:2])) for each in group[:_SHOWN])
    return f", {len(group)} times: at {shown}" + (" …" if len(group) > _SHOWN else "")


def _is_remark(finding: Finding) -> bool:
    return finding.severity is Severity.INFO and not finding.suppressed
