"""Look on the web for claims that the given sources do not settle: search, fetch the pages, judge their text.

The user asks for this, since the claims themselves are sent to a search service.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from citevet.contracts import Progress, Web
from citevet.errors import UsageError
from citevet.fetch import fetch_address
from citevet.identifiers.page_keys import make_page_key
from citevet.judge.support import report_conflict
from citevet.model import Passage
from citevet.model.verification import SourceText, VerifiedClaim
from citevet.records import dataclass, field, replace
from citevet.report.agentos import Verified
from citevet.report.findings import format_count
from citevet.resolve.web.web_search import SEARCH_SERVICES, WebHit, search_web
from citevet.session import Session
from citevet.world.net.errands import find_lack
from citevet.world.net.services import SERVICES

_SETTLED = frozenset({"supported", "contradicted"})
_MOST_PAGES = 3  # for each claim
_MAX_PAGE = 400_000  # characters of a page that are judged
Judge = Callable[[Sequence[str], Sequence[SourceText]], Verified]


@dataclass(frozen=True, slots=True)
class WebPages:
    """The pages that were read for each claim, and what a reader must know of the search."""

    of_claim: Mapping[str, Sequence[SourceText]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


class WebSearch:
    """Settles claims by pages on the web, within one budget for as long as it lives."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._session = Session({**options, "online": True})
        self._services = _list_services(self._session)

    def settle(
        self, verified: Verified, claims: Sequence[str], judge: Judge, progress: Progress | None = None
    ) -> Verified:
        """Return the result with those of the claims settled that a page on the web settles with a passage."""
        pages = self._session.network_loop.run(self._read(claims, progress)) if claims else WebPages()
        notes = (*pages.notes, *self._session.web.ledger.notes)
        return settle_claims(verified, replace(pages, notes=notes), judge)

    async def _read(self, claims: Sequence[str], progress: Progress | None) -> WebPages:
        async with self._session.web as web:
            return await read_web(claims, web, services=self._services, progress=progress)


def _list_services(session: Session) -> list[str]:
    """Return the search services that can be asked, or say what has to be set."""
    if session.config.is_offline:
        advice = "Take `offline` out of the configuration or the environment, or search nothing."
        raise UsageError("the settings forbid the network", to="web search", advice=advice)
    found = [name for name in SEARCH_SERVICES if not find_lack(name, session.web.settings)]
    if not found:
        names = [SERVICES[name].key_env or SERVICES[name].url_env for name in SEARCH_SERVICES]
        advice = f"Set {', '.join(names[:-1])} or {names[-1]} (the address of your own server)."
        raise UsageError("no search service has a key", to="web search", advice=advice)
    return found


async def read_web(
    claims: Sequence[str],
    web: Web,
    *,
    services: Sequence[str],
    most_claims: int = 20,
    progress: Progress | None = None,
) -> WebPages:
    """Search for each claim and fetch the first pages; a search that fails ends the searches, with a note."""
    asked = list(dict.fromkeys(claims))
    hits: dict[str, Sequence[WebHit]] = {}
    used: list[str] = []
    failure = ""
    for done, claim in enumerate(asked[:most_claims]):
        if progress:
            progress(done, len(asked[:most_claims]), "web searches")
        answer = await search_web(claim, web, services=services)
        if answer.refusal:
            failure = answer.refusal.why
            break
        hits[claim] = answer.hits
        used.append(SEARCH_SERVICES[answer.service].label)
    pages = await asyncio.gather(*(_fetch_pages(found, web) for found in hits.values()))
    notes = _list_notes(len(hits), len(asked), used, failure)
    return WebPages(dict(zip(hits, pages, strict=True)), tuple(notes))


def _list_notes(searched: int, asked: int, used: Sequence[str], failure: str) -> Iterator[str]:
    if used:
        claims = f"{searched} of {format_count(asked, 'claim')}"
        yield f"the web was searched for {claims}, with {' and '.join(dict.fromkeys(used))}"
    if failure:
        yield f"the web was not searched for every claim: {failure}"
    elif searched < asked:
        yield f"the web was not searched for every claim: the limit is {format_count(searched, 'claim')}"


async def _fetch_pages(hits: Sequence[WebHit], web: Web) -> list[SourceText]:
    found: list[SourceText] = []
    once = {make_page_key(hit.url): hit for hit in reversed(hits)}  # two spellings of one page agree without meaning it
    for hit in (hit for hit in hits if once[make_page_key(hit.url)] is hit):
        if len(found) == _MOST_PAGES:
            break
        fetched = await fetch_address(hit.url, web)
        if fetched.body.pages:
            text = "\f".join(page.text for page in fetched.body.pages)[:_MAX_PAGE]
            found.append(SourceText(text, hit.url, fetched.title or hit.title, scope=fetched.body.scope))
    return found


def settle_claims(verified: Verified, found: WebPages, judge: Judge) -> Verified:
    """Return the result with the claims settled that passages of pages settle; the pages become sources.

    Each page is judged by itself, and all that say something of a claim must say the same. The words of a search result
    settle nothing. A claim that had no source at all is judged by the pages in any case.
    """
    claims, sources, notes = list(verified.claims), list(verified.sources), list(verified.notes)
    thresholds = verified.thresholds
    for number, claim in enumerate(verified.claims):
        pages = found.of_claim.get(claim.text)
        if not pages:
            continue
        sources += [page for page in pages if page not in sources]
        said = []
        for page in pages:
            ruled = judge([claim.text], [page])
            notes += ruled.notes
            thresholds = ruled.thresholds
            said.append(_renumber(ruled.claims[0], [sources.index(page)]))
        found_one, is_settled = _compare_pages(said)
        if is_settled or "conflicting" in found_one.ruling.flags or claim.ruling.reason == "no-text":
            claims[number] = replace(found_one, place=claim.place, markers=claim.markers, web_verified=is_settled)
    notes = [*dict.fromkeys((*notes, *found.notes))]
    return replace(verified, claims=tuple(claims), sources=tuple(sources), notes=tuple(notes), thresholds=thresholds)


def _compare_pages(said: Sequence[VerifiedClaim]) -> tuple[VerifiedClaim, bool]:
    """Return what pages come to, each judged by itself, and whether they settle a claim: only where they agree.

    A page that says nothing of it agrees with any. One page against another decides nothing, however many say the same.
    """
    decided = [each for each in said if each.verdict in _SETTLED and each.ruling.evidence]
    by_word = {each.verdict: each for each in reversed(decided)}
    if len(by_word) == len(_SETTLED):
        supported, contradicted = by_word["supported"], by_word["contradicted"]
        ruling = report_conflict(supported.ruling, contradicted.ruling)
        shown = (*contradicted.snippets[:1], *supported.snippets[:1])
        return replace(contradicted, verdict="unverifiable", ruling=ruling, snippets=shown), False
    best = decided or sorted(said, key=lambda each: -each.confidence)
    return best[0], bool(decided)


def _renumber(judged: VerifiedClaim, places: Sequence[int]) -> VerifiedClaim:
    """Return a claim whose sources are numbered by their places among all sources."""

    def move(passage: Passage) -> Passage:
        return replace(passage, source=f"s{places[int(passage.source.removeprefix('s')) - 1] + 1}")

    clauses = (replace(each, evidence=tuple(map(move, each.evidence))) for each in judged.ruling.clauses)
    ruling = replace(judged.ruling, evidence=tuple(map(move, judged.ruling.evidence)), clauses=tuple(clauses))
    index = None if judged.source_index is None else places[judged.source_index]
    return replace(judged, ruling=ruling, source_index=index, snippets=tuple(map(move, judged.snippets)))
