"""Many DOIs and many titles cost few requests, and what a batch leaves open is asked for alone."""

from typing import Any

from tests.resolve.fake_web import FakeWeb, make_json_reply

from citevet.model import Lookup, Record, Reply
from citevet.resolve.registries import finish_searches, look_up_batches
from citevet.resolve.registries.crossref import look_up_crossref_dois

_DOIS = [f"10.5555/tree.{number}" for number in range(30)]


def _make(doi: str) -> dict[str, Any]:
    return {"DOI": doi, "type": "journal-article", "title": [f"Tree {doi}"], "author": [{"family": "Ash"}]}


class _Crossref(FakeWeb):
    """Crossref, which answers for the DOIs of a filter; one of them it lacks."""

    def __init__(self, broken: str = "") -> None:
        super().__init__({})
        self._broken = broken

    def _answer(self, service: str, path: str) -> Reply:
        assert (service, path) == ("crossref", "/works")
        named = [each.partition(":") for each in self.asked[-1][2]["filter"].split(",")]
        items = [_make(doi) for _, _, doi in named if doi != self._broken]
        if named[0][0] == "updates":
            update = {"DOI": _DOIS[3], "type": "retraction"}
            items = [{"DOI": "10.5555/notice", "title": ["Notice"], "update-to": [update]}]
        return make_json_reply({"message": {"items": items}})


async def test_thirty_dois_cost_four_requests() -> None:
    """Two lists of works and two of notices, and the notice is at its work."""
    web = _Crossref()
    found = await look_up_batches([("doi", doi) for doi in _DOIS], web)
    assert len(found) == len(_DOIS)
    assert [doi for (_, doi), each in found.items() if each.record and each.record.is_retracted] == [_DOIS[3]]
    assert len(web.asked) == 4


async def test_what_a_batch_lacks_is_left_out() -> None:
    """A DOI that the list lacks, one with a comma, and few DOIs are asked for alone."""
    found = await look_up_crossref_dois([*_DOIS, "10.5555/a,b"], _Crossref(broken=_DOIS[5]))
    assert {*_DOIS} - {*found} == {_DOIS[5]}
    assert await look_up_crossref_dois(_DOIS[:3], _Crossref()) == {}


async def test_a_list_that_fails_finds_nothing() -> None:
    """Neither an error of the service nor a page is an answer on any DOI."""
    for answer in (503, {"status": "failed"}, {"message": {"items": None}}):
        assert await look_up_crossref_dois(_DOIS, FakeWeb({("crossref", "/works"): answer})) == {}


async def test_searches_are_finished_together() -> None:
    """The rows of twenty searches become whole records with two requests."""
    web = _Crossref()
    rows = [
        Lookup("found", record=Record("crossref", doi, "", "A row", identifiers={"doi": doi})) for doi in _DOIS[:20]
    ]
    whole = await finish_searches([*rows, Lookup(reason="abstained")], web)
    assert [each.record.title for each in whole if each.record] == [f"Tree {doi}" for doi in _DOIS[:20]]
    assert len(web.asked) == 2
