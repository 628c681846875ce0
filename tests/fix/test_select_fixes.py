"""Which fixes may be applied."""

import pytest

from citevet.fix import select_fixes
from citevet.model import Edit, Finding, Fix, Safety, Severity, Span


def finding(safety: Safety | None, suppressed: str | None = None) -> Finding:
    """Return a finding whose fix, if any, has that safety."""
    fix = Fix(safety, safety.value, (Edit(Span(0, 1), "x"),)) if safety else None
    reason = {"inline": "inline", "baseline": "baseline"}.get(suppressed or "")
    return Finding("KEY001", "name", Severity.ERROR, "message", Span(0, 1), "f", fix=fix, suppressed=reason)  # type: ignore[arg-type] # a literal by another road


@pytest.mark.parametrize(
    ("unsafe", "expected"),
    [(False, ["safe"]), (True, ["safe", "ask"])],
)
def test_safety_decides(unsafe: bool, expected: list[str]) -> None:  # noqa: FBT001 - a column of the table
    """SAFE fixes are selected, ASK only with `unsafe`, SHOW never."""
    findings = [finding(Safety.SAFE), finding(Safety.ASK), finding(Safety.SHOW), finding(None)]
    assert expected == [fix.message for fix in select_fixes(findings, unsafe=unsafe)]


@pytest.mark.parametrize("by", ["inline", "baseline"])
def test_suppressed_findings_are_not_fixed(by: str) -> None:
    """A suppressed finding is never fixed."""
    assert select_fixes([finding(Safety.SAFE, by)], unsafe=True) == []
