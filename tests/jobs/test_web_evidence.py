"""Claims that the given sources do not settle are looked for on the web, and judged by what its pages say."""

from collections.abc import Sequence

import pytest
from tests.resolve.fake_web import Answer, FakeWeb

import citevet
from citevet.jobs.web_evidence import read_web, settle_claims
from citevet.model import Reply
from citevet.report.agentos import Verified

CLAIM = "The storm left 300 homes without power."
OTHER = "The lighthouse has 99 steps."
GIVEN = citevet.Source(text="The mill sells bread on Fridays.", url="mill.txt")
STORY = "<html><title>Storm</title><p>The storm left 300 homes without power for two days.</p></html>"
HITS = {
    "query": "x",
    "results": [
        {"title": "Blocked", "url": "https://blocked.example/", "content": CLAIM},
        {"title": "Storm", "url": "https://news.example/storm", "content": "…"},
    ],
}


def nli(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
    """Take a claim for supported where the passage has its words."""
    found = [
        set(claim.lower().strip(".").split()) <= set(premise.lower().replace(".", "").split())
        for premise, claim in pairs
    ]
    return [(0.98, 0.01, 0.01) if yes else (0.01, 0.98, 0.01) for yes in found]


def page(body: str, url: str = "") -> Reply:
    """Make the answer of a site."""
    return Reply(url, 200, {"content-type": "text/html"}, body.encode())


@pytest.fixture
def verifier() -> citevet.Verifier:
    """A verifier without a model."""
    return citevet.Verifier(nli=nli)


async def check(
    verifier: citevet.Verifier, story: Answer, *claims: str, most_claims: int = 20
) -> tuple[FakeWeb, Verified]:
    """Verify claims against the mill, and then on a web with one story."""
    web = FakeWeb(
        {
            ("tavily", "/search"): HITS,
            ("web", "https://blocked.example/"): 403,
            ("web", "https://news.example/storm"): story,
        }
    )
    return web, await settle(verifier, web, *claims, most_claims=most_claims)


async def settle(verifier: citevet.Verifier, web: FakeWeb, *claims: str, most_claims: int = 20) -> Verified:
    """Verify claims against the mill; those that it leaves open are searched."""
    verified = verifier.verify(list(claims), [GIVEN])
    left_open = [each.text for each in verified.claims if each.verdict == "unverifiable"]
    found = await read_web(left_open, web, services=["tavily"], most_claims=most_claims)
    return settle_claims(verified, found, verifier.verify)


async def test_a_page_with_the_passage_verifies(verifier: citevet.Verifier) -> None:
    """The page is fetched and judged; it becomes a source after the given ones."""
    _, result = await check(verifier, page(STORY), "The mill sells bread on Fridays.", CLAIM)
    given, claim = result.to_dict()["claims"]
    assert ("supported", False) == (given["verdict"], given["webVerified"])
    assert ("supported", True, 1, "https://news.example/storm") == (
        claim["verdict"],
        claim["webVerified"],
        claim["sourceIndex"],
        claim["sourceRef"],
    )
    assert "s2" == claim["judgement"]["evidence"][0]["source"]


@pytest.mark.parametrize("story", [page("<html><title>Mill</title><p>The mill is old.</p></html>"), 404, 503])
async def test_the_words_of_a_search_result_verify_nothing(verifier: citevet.Verifier, story: Answer) -> None:
    """The snippet repeats the claim, but no page that could be read says so."""
    _, result = await check(verifier, story, CLAIM)
    (claim,) = result.to_dict()["claims"]
    assert ("unverifiable", False) == (claim["verdict"], claim["webVerified"])


async def test_a_search_that_fails_leaves_a_note(verifier: citevet.Verifier) -> None:
    """Nothing is settled, and the report says why."""
    verified = verifier.verify([CLAIM, OTHER], [GIVEN])
    result = await settle(verifier, FakeWeb({("tavily", "/"): 429}), CLAIM, OTHER)
    assert verified.claims == result.claims
    assert ("the web was not searched for every claim: Tavily answered 429",) == result.notes[-1:]


async def test_the_limit_is_told(verifier: citevet.Verifier) -> None:
    """Claims beyond the limit are not searched."""
    web, result = await check(verifier, page(STORY), CLAIM, OTHER, most_claims=1)
    assert 1 == len([service for service, _, _ in web.asked if service == "tavily"])
    assert [
        "the web was searched for 1 of 2 claims, with Tavily",
        "the web was not searched for every claim: the limit is 1 claim",
    ] == result.to_dict()["notes"]


async def test_a_page_for_two_claims_is_one_source(verifier: citevet.Verifier) -> None:
    """Both claims point to the same number."""
    _, result = await check(verifier, page(STORY), CLAIM, "The storm left 300 homes.")
    assert [1, 1] == [claim["sourceIndex"] for claim in result.to_dict()["claims"]]
    assert ["mill.txt", "https://news.example/storm"] == [source.url for source in result.sources]


YES, NO = "The storm left 300 homes without power.", "The storm left no homes without power."
SILENT = "The harbour was closed."


def opposed(premise: str, hypothesis: str) -> str:
    """Support the same words, and contradict them where only `no` differs."""
    if hypothesis in premise:
        return "entailment"
    return "contradiction" if "left no homes" in premise else "neutral"


@pytest.mark.parametrize(
    ("expected", "pages"),
    [
        (("supported", True), [YES]),
        (("supported", True), [YES, SILENT]),
        (("supported", True), [SILENT, YES, YES]),
        (("contradicted", True), [NO, SILENT]),
        (("contradicted", True), [NO, NO]),
        (("unverifiable", False), [YES, NO]),
        (("unverifiable", False), [NO, YES]),
        (("unverifiable", False), [YES, NO, NO]),
        (("unverifiable", False), [YES, YES, NO]),
        (("unverifiable", False), [NO, SILENT, YES]),
        (("unverifiable", False), [SILENT, SILENT]),
    ],
)
async def test_pages_must_agree(expected: tuple[str, bool], pages: list[str]) -> None:
    """One page against two, or two against one, settles nothing: both sides are shown, and the web verified nothing."""
    urls = [f"https://news{number}.example/storm" for number in range(len(pages))]
    hits = {"query": "x", "results": [{"title": "Storm", "url": url, "content": "…"} for url in urls]}
    bodies = {
        ("web", url): page(f"<html><title>T</title><p>{text}</p></html>") for url, text in zip(urls, pages, strict=True)
    }
    web = FakeWeb({("tavily", "/search"): hits, **bodies})
    result = await settle(citevet.Verifier(nli=opposed), web, YES)
    claim = result.to_dict()["claims"][0]
    assert expected == (claim["verdict"], claim["webVerified"])
    is_conflict = YES in pages and NO in pages
    assert is_conflict == ("conflicting" in claim["judgement"]["flags"])
    shown = [each["text"].strip() for each in claim["judgement"]["evidence"]]
    if is_conflict:
        assert [NO, YES] == shown
        assert "read both" in claim["why"]
    elif claim["webVerified"]:
        assert claim["sourceRef"] in urls


async def test_two_spellings_of_a_page_are_one() -> None:
    """A page does not agree with itself: its other spelling is not fetched."""
    urls = ["https://news.example/storm", "http://www.news.example/storm/?utm_source=x", "https://m.news.example/storm"]
    hits = {"query": "x", "results": [{"title": "Storm", "url": url, "content": "…"} for url in urls]}
    web = FakeWeb({("tavily", "/search"): hits, ("web", urls[0]): page(f"<html><p>{YES}</p></html>")})
    result = await settle(citevet.Verifier(nli=opposed), web, YES)
    assert "supported" == result.claims[0].verdict
    assert [urls[0]] == [path for service, path, _ in web.asked if service == "web"]
