"""The recorded answers of the eCFR and of govinfo."""

import pytest
from tests.resolve.recorded_answers import RecordedAnswer, list_recorded

from citevet.model import Lookup
from citevet.resolve.law.us_legislation import parse_full, parse_govinfo_link, parse_structure

_EXPECTED = {
    "api_versioner_v1_full_2026_06_15_title_7_xml_part_275": ("275.3", "§ 275.3 Federal monitoring.", False),
    "api_versioner_v1_full_2024_05_17_title_3_xml_part_101": ("101.4", "§ 101.4 National Security Council.", False),
    "api_versioner_v1_full_2024_05_17_title_3_xml": ("102.104-102.109", "§§ 102.104-102.109 [Reserved]", True),
    "api_versioner_v1_structure_2024_05_17_title_3_json": (
        "101.2",
        "§ 101.2 Office of Management and Budget.",
        False,
    ),
}


@pytest.mark.parametrize("answer", list_recorded("ecfr"), ids=lambda answer: answer.name)
def test_each_answer_has_sections(answer: RecordedAnswer) -> None:
    """Full texts begin with the title or with a part; the table of contents is JSON."""
    parse, other = (parse_structure, parse_full) if "/structure/" in answer.url else (parse_full, parse_structure)
    found = parse(answer.reply)
    assert not isinstance(found, Lookup)
    assert isinstance(other(answer.reply), Lookup)
    if answer.name in _EXPECTED:
        sections = {rule.number: (" ".join(rule.heading.split()), rule.notice is not None) for rule in found}
        number, heading, reserved = _EXPECTED[answer.name]
        assert sections[number] == (heading, reserved)


@pytest.mark.parametrize("answer", list_recorded("govinfo"), ids=lambda answer: answer.name)
def test_lists_of_collections_are_no_law(answer: RecordedAnswer) -> None:
    """The recorded answers are of another interface of govinfo."""
    found = parse_govinfo_link(answer.reply, "18 U.S.C. § 1001")
    assert isinstance(found, Lookup)
    assert (found.existence, found.reason) == ("unchecked", "abstained")
