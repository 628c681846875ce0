"""Answers of search services as they were recorded."""

import pytest
from tests.resolve.recorded_answers import RecordedAnswer, list_recorded

from citevet.resolve.web.web_search import parse_search

ANSWERS = [(service, answer) for service in ("serper", "tavily", "brave") for answer in list_recorded(service)]
# Three of the ten pictures are on one page.
COUNTS = {"serper_images_Lion": 8, "serper_news_Tesla_Inc": 10, "serper_news_Tesla_Inc_2": 1, "search": 2}


@pytest.mark.parametrize(("service", "answer"), ANSWERS, ids=[answer.name for _, answer in ANSWERS])
def test_hits(service: str, answer: RecordedAnswer) -> None:
    """Every kind of result gives its pages, each with a title and an address."""
    found = parse_search(service, answer.reply)
    assert found.refusal is None
    assert len(found.hits) == COUNTS.get(answer.name, len(found.hits))
    assert found.hits
    assert all(hit.title and hit.url.startswith("http") for hit in found.hits)
    if answer.name == "search":
        assert "https://arxiv.org/abs/2601.03329" == found.hits[0].url
