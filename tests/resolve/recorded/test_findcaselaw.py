"""The recorded files of Find Case Law are judgments, a press summary, or damaged."""

import pytest
from tests.resolve.recorded_answers import RecordedAnswer, list_recorded

from citevet.model import Record
from citevet.resolve.law.uk_cases import parse_judgment

_TORTOISE = "Tortoise Media Limited, R (on the application of) v Conservative and Unionist Party"
_COURT_OF_APPEAL = "The Court of Appeal of England and Wales (Civil Division)"
_EXPECTED = {
    "ewca_civ_2025_673_data_xml": ("[2025] EWCA Civ 673", "case", _TORTOISE, (2025,), _COURT_OF_APPEAL),
    "ewca_civ_2025_673_data_xml_2": ("[2025] EWCA Civ 673", "case", _TORTOISE, (2025,), _COURT_OF_APPEAL),
    "ewfc_2017_83_data_xml": (
        "[2017] EWFC 83",
        "case",
        "Y v Z & Ors",
        (2017,),
        "The Family Division of the High Court",
    ),
    "ewhc_admin_2017_3409_data_xml": (
        "[2017] EWHC 3409 (Admin)",
        "case",
        "D2M Solutions Ltd v Secretary of State for Communities and Local Government",
        (2017,),
        "The Administrative Court (Queen's Bench Division)",
    ),
    "d_a1b2c3_xml": ("[2024] UKSC 1234", "case", "Test Claimant v TestDefendant", (2024,), "uksc"),
}


@pytest.mark.parametrize("answer", list_recorded("findcaselaw"), ids=lambda answer: answer.name)
def test_each_file_is_read_or_refused(answer: RecordedAnswer) -> None:
    """The date of a conversion is not that of the judgment."""
    found = parse_judgment(answer.reply)
    if not isinstance(found, Record):
        assert (found.existence, found.reason) == ("unchecked", "unreadable")
        assert answer.name not in _EXPECTED
        return
    if "press_summary" in answer.name:
        assert found.type == "summary"
    if answer.name in _EXPECTED:
        assert (found.id, found.type, found.title, found.years, found.venue) == _EXPECTED[answer.name]
