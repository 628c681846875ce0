"""Real answers of DataCite are read as they are."""

from urllib.parse import unquote

import pytest
from tests.resolve.recorded_answers import RecordedAnswer, list_recorded

from citevet.resolve.registries.datacite import parse_doi

ANSWERS = list_recorded("datacite")
KNOWN = {
    "dois_10_3204_desy_2014_01645_include_media_client": (
        "Dynamics of colloids in molecular glass forming liquids studied via X-ray photon correlation spectroscopy",
        ("Conrad, Heiko",),
        (2014,),
        "dissertation",
    ),
}
BUDDHIST = {"dois_10_14457_kmitl_res_2006_17_include_media_client"}  # of the year 2549


def doi_in(answer: RecordedAnswer) -> str:
    """Return the DOI in the address of a request."""
    return unquote(answer.url.partition("?")[0]).partition("/dois/")[2] or "10.1000/none"


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda each: each.name)
def test_answers(answer: RecordedAnswer) -> None:
    """Every work is found under its DOI with title and year, and everything else is unchecked."""
    found = parse_doi(answer.reply, doi_in(answer))
    if not answer.name.startswith("dois_"):
        assert (found.existence, bool(found.reason)) == ("unchecked", True)
        return
    record = found.record
    assert record
    assert record.id == doi_in(answer).lower()
    assert record.title
    assert record.years or answer.name in BUDDHIST
    expected = KNOWN.get(answer.name, (record.title, record.authors, record.years[:1], record.type))
    assert (record.title, record.authors, record.years[:1], record.type) == expected
