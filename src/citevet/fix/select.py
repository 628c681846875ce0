"""Findings → the fixes that may be applied."""

from collections.abc import Iterable

from citevet.model import Finding, Fix, Safety


def select(findings: Iterable[Finding], *, unsafe: bool = False) -> list[Fix]:
    """Return the fixes that are safe, with `unsafe` also those that ask first; never of a suppressed finding."""
    allowed = {Safety.SAFE, Safety.ASK} if unsafe else {Safety.SAFE}
    return [
        finding.fix
        for finding in findings
        if finding.fix and finding.suppressed is None and finding.fix.safety in allowed
    ]
