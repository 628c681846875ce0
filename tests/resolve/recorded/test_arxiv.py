"""Real answers of arXiv are read as they are."""

from urllib.parse import parse_qs, urlsplit

import pytest
from tests.resolve.recorded_answers import RecordedAnswer, list_recorded

from citevet.resolve.registries.arxiv import parse_feed

ANSWERS = list_recorded("arxiv")
TITLES = {
    "1707.08567": "Proceedings of Workshop AEW10: Concepts in Information Theory and Communications",
    "1605.08386": "Heat-bath random walks with Markov bases",
}
ABSENT = {"0000.0000": "unchecked", "0808.05394": "unchecked", "abc": "unchecked"}  # none of them is well-formed


def ids_in(answer: RecordedAnswer) -> list[str]:
    """Return the identifiers that were asked for."""
    query = parse_qs(urlsplit(answer.url).query)
    return [each for each in query.get("id_list", [""])[0].split(",") if each] or ["2001.99999"]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda each: each.name)
def test_answers(answer: RecordedAnswer) -> None:
    """Papers are found by their ids; searches, pages and records of other interfaces are not taken for answers."""
    for name, found in parse_feed(answer.reply, ids_in(answer)).items():
        asked = "id_list=" in answer.url and "id_list=&" not in answer.url
        expected = ABSENT.get(name, "found") if asked else "unchecked"
        assert (name, found.existence) == (name, expected)
        if found.record:
            assert found.record.id == name.split("v")[0]
            assert found.record.title == TITLES.get(name, found.record.title)
            assert found.record.authors
            assert found.record.years
