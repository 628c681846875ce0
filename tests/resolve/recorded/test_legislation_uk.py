"""The recorded files of legislation.gov.uk are acts with their provisions."""

import pytest
from tests.resolve.recorded_answers import RecordedAnswer, list_recorded

from citevet.resolve.law.clml import ActText, parse_clml

_EXPECTED = {
    "ukpga_2002_16_data_xml": ("ukpga/2002/16", "State Pension Credit Act 2002", ["1"]),
    "ukpga_1985_67_2007_09_01_data_xml": ("ukpga/1985/67", "Transport Act 1985", ["6"]),
    "ukpga_1949_30_kqpap_enacted": (
        "ukpga/1949/30",
        "Agricultural Wages (Scotland) Act 1949",
        [str(number) for number in range(1, 20)],
    ),
    "asp_20020006_en": (
        "asp/2002/6",
        "Protection of Wild Mammals (Scotland) Act 2002",
        [str(number) for number in range(1, 13)],
    ),
    "uksi_2001_1004_data_xml": ("uksi/2001/1004", "The Social Security (Contributions) Regulations 2001", ["100"]),
    "asp_2005_10_data_xml": ("asp/2005/10", "Charities and Trustee Investment (Scotland) Act 2005", []),
}


@pytest.mark.parametrize("answer", list_recorded("legislation_uk"), ids=lambda answer: answer.name)
def test_each_file_is_an_act(answer: RecordedAnswer) -> None:
    """Title, year and address, and the sections that are in the file."""
    found = parse_clml(answer.reply)
    assert isinstance(found, ActText)
    assert found.record.title
    assert found.record.years
    assert found.record.url.startswith("https://www.legislation.gov.uk/")
    if answer.name in _EXPECTED:
        labels = [part.label for part in found.body.parts]
        assert (found.record.id, found.record.title, labels) == _EXPECTED[answer.name]
