"""Reports of deep-research agents in the shapes in which they come."""

from types import SimpleNamespace
from typing import Any

import pytest

import citevet
from citevet.adapters.deep_research import read_report, verify_report

TOKYO, OSAKA = "https://example.org/tokyo", "https://example.org/osaka?id=2"
REPORT = "Tokyo is the capital of Japan [1]. Osaka has 40 million people [2]."
CAPITAL, CITY = "Tokyo is the capital and seat of government of Japan.", "Osaka is a city."
PAGES = {
    "http://www.example.org/tokyo/#top": "Tokyo is the capital and seat of government of Japan.",
    OSAKA: "Osaka is a city.",
}
READ = [{"url": TOKYO, "content": PAGES["http://www.example.org/tokyo/#top"]}, {"url": OSAKA, "content": PAGES[OSAKA]}]


def nli(premise: str, hypothesis: str) -> str:
    return "entailment" if "capital" in premise and "capital" in hypothesis else "neutral"


def note(url: str) -> dict[str, Any]:
    return {"type": "url_citation", "url": url, "title": "T", "start_index": 0, "end_index": 3}


NOTES = [note(TOKYO), note(f"{TOKYO}#again"), note(OSAKA)]
SHAPES: list[Any] = [
    {"final_report": REPORT, "sources": READ},
    {"report": REPORT, "source_urls": [TOKYO, OSAKA]},
    {"answer": REPORT, "search_results": [{"link": TOKYO, "title": "T"}, {"link": OSAKA}]},
    {"choices": [{"message": {"content": REPORT}}], "citations": [TOKYO, OSAKA]},
    {"output": [{"type": "message", "content": [{"type": "output_text", "text": REPORT, "annotations": NOTES}]}]},
    {"choices": [{"message": {"content": REPORT, "annotations": [{"url_citation": each} for each in NOTES]}}]},
    {"markdown": REPORT, "references": {"1": {"url": TOKYO}, "2": {"url": OSAKA}}},
    {"text": REPORT, "sources": {TOKYO: CAPITAL, OSAKA: CITY}},
    {
        "report": {"content": REPORT},
        "documents": [{"page_content": "", "metadata": {"source": url}} for url in (TOKYO, OSAKA)],
    },
    SimpleNamespace(final_report=REPORT, sources=[SimpleNamespace(url=TOKYO), SimpleNamespace(url=OSAKA)]),
]


@pytest.mark.parametrize("given", SHAPES)
def test_shapes_of_reports(given: Any) -> None:
    """The text, and the pages in the order of their numbers, whichever spelling of the address has their text."""
    report = read_report(given, pages=PAGES)
    assert (REPORT, (TOKYO, OSAKA), ()) == (report.text, tuple(each.url for each in report.sources), report.unread)
    found = verify_report(given, pages=PAGES, verifier=citevet.Verifier(nli=nli))
    assert ["supported", "unverifiable"] == [claim.verdict for claim in found.claims]
    assert [(0,), (1,)] == [claim.markers[0].sources for claim in found.claims]


def test_pages_that_did_not_come_are_named() -> None:
    """An address without text backs nothing, and nothing is verified by it."""
    given = {"report": REPORT, "citations": [TOKYO, OSAKA]}
    assert (TOKYO, OSAKA) == read_report(given).unread
    found = verify_report(given, verifier=citevet.Verifier(nli=nli))
    assert {"unverifiable"} == {claim.verdict for claim in found.claims}
    assert (None, {"no-text": 2}) == (found.overall_grounded, found.unchecked)


def test_snippets_are_only_a_part() -> None:
    """What a snippet does not say is not missing from the page, and a fetched page counts before it."""
    given = {"report": REPORT, "search_results": [{"url": TOKYO, "snippet": "Tokyo is large."}]}
    assert "snippet" == read_report(given).sources[0].scope
    assert "full" == read_report(given, pages=lambda url: f"The page of {url}.").sources[0].scope


def test_a_text_with_its_sources() -> None:
    """Both may be passed apart."""
    found = verify_report(REPORT, READ, verifier=citevet.Verifier(nli=nli))
    assert ["supported", "unverifiable"] == [claim.verdict for claim in found.claims]


@pytest.mark.parametrize("given", [{}, {"sources": READ}, "", " ", [], None, 7, {"report": {"report": {}}}])
def test_what_has_no_report(given: Any) -> None:
    """The error says what to pass."""
    with pytest.raises(citevet.CitevetError, match="has no report"):
        read_report(given)
