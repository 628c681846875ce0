"""Every golden case through the real pipeline: read, extract, rules."""

from pathlib import Path

import pytest
from golden import Case, audit, cases, mended, shown

CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}/{case.path.stem}")
def test_a_case_gives_exactly_its_findings(case: Case, tmp_path: Path) -> None:
    """The document gives the findings that the case lists, at these places, and its safe fixes the text it shows."""
    document, found = audit(case, tmp_path)
    assert list(case.expected) == list(shown(case, document, found))
    if case.fixed is not None:
        own = tuple(finding for finding in found if finding.code == case.code)
        assert case.fixed == mended(document, own)
