"""Every golden case through the real pipeline: read, extract, rules; and every rule through some case."""

from pathlib import Path

import pytest
from golden import Case, audit, cases, mended, shown

from citevet.model import Safety
from citevet.rules import RULES

CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}/{case.path.stem}")
def test_a_case_gives_exactly_its_findings(case: Case, tmp_path: Path) -> None:
    """The document gives the findings that the case lists, at these places, and its safe fixes the text it shows."""
    document, found = audit(case, tmp_path)
    assert list(case.expected) == list(shown(case, document, found))
    if case.fixed is not None:
        own = tuple(finding for finding in found if finding.code == case.code)
        assert case.fixed == mended(document, own)


@pytest.mark.parametrize("code", RULES)
def test_a_rule_has_a_hit_and_a_near_miss(code: str) -> None:
    """Among the golden cases of a rule one shows it finding something, and one shows it holding back."""
    assert {True, False} == {case.hits for case in CASES if case.code == code}


def test_fixes_are_as_safe_as_the_table_says(tmp_path: Path) -> None:
    """No rule offers a fix of another safety than it declares, and each that declares one is seen to offer it."""
    offered: dict[str, set[Safety]] = {code: set() for code in RULES}
    for number, case in enumerate(CASES):
        folder = tmp_path / str(number)
        folder.mkdir()
        for finding in audit(case, folder)[1]:
            if finding.fix:
                offered[finding.code].add(finding.fix.safety)
    declared = {code: set(filter(None, [vars(check)["fix"]])) for code, check in RULES.items()}
    assert declared == offered
