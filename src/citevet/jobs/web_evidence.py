"""Look on the web for claims that the given sources do not settle: search, fetch the pages, judge their text.

The user asks for this, since the claims themselves are sent to a search service.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from citevet.contracts import Web
from citevet.fetch.reply_text import FetchedText
from citevet.fetch.source_text import fetch_address
from citevet.jobs.verify import Verifier
from citevet.model import Passage
from citevet.model.verification import SourceText, VerifiedClaim
from citevet.report.projections.agentos import Verified
from citevet.resolve.web.web_search import SEARCH_SERVICES, WebHit, search_web

_SETTLED = frozenset({"supported", "contradicted"})


@dataclass(frozen=True, slots=True)
class WebLimits:
    """How much of the web is read for one text."""

    claims: int = 20
    pages: int = 3  # for each claim


async def check_on_web(
    verified: Verified,
    verifier: Verifier,
    web: Web,
    *,
    services: Sequence[str] = tuple(SEARCH_SERVICES),
    limits: WebLimits | None = None,
) -> Verified:
    """Return the result with the unverifiable claims settled that a page on the web settles with a passage.

    The words of a search result settle nothing, and a search that fails leaves a claim as it was, with a note.
    """
    most = limits or WebLimits()
    waiting = [claim for claim in verified.claims if claim.verdict == "unverifiable"]
    found: dict[int, VerifiedClaim] = {}
    sources, notes = list(verified.sources), list(verified.notes)
    for claim in waiting[: most.claims]:
        answer = await search_web(claim.text, web, services=services)
        if answer.refusal:
            notes.append(f"the web was not searched for every claim: {answer.refusal.why}")
            break
        pages = await _fetch_pages(answer.hits, web, most.pages)
        judged = (await verifier.averify([claim.text], pages)).claims[0] if pages else claim
        if judged.verdict in _SETTLED and judged.ruling.evidence:
            found[id(claim)] = _renumber(judged, claim, len(sources))
            sources += pages
    if len(waiting) > most.claims:
        notes.append(f"the web was searched for {most.claims} of {len(waiting)} claims: the limit was reached")
    claims = tuple(found.get(id(claim), claim) for claim in verified.claims)
    return replace(verified, claims=claims, sources=tuple(sources), notes=tuple(dict.fromkeys(notes)))


async def _fetch_pages(hits: Sequence[WebHit], web: Web, most: int) -> list[SourceText]:
    """Return the texts of the first hits that have one."""
    found: list[SourceText] = []
    for hit in hits:
        if len(found) == most:
            break
        fetched = await fetch_address(hit.url, web)
        if fetched.body.pages:
            found.append(_make_source(fetched, hit))
    return found


def _make_source(fetched: FetchedText, hit: WebHit) -> SourceText:
    text = "\f".join(page.text for page in fetched.body.pages)
    return SourceText(text, hit.url, fetched.title or hit.title, scope=fetched.body.scope)


def _renumber(judged: VerifiedClaim, asked: VerifiedClaim, before: int) -> VerifiedClaim:
    """Return a claim whose sources count on after those that were there before."""

    def move(passage: Passage) -> Passage:
        return replace(passage, source=f"s{int(passage.source.removeprefix('s')) + before}")

    ruling = replace(judged.ruling, evidence=tuple(map(move, judged.ruling.evidence)))
    index = None if judged.source_index is None else judged.source_index + before
    snippets = tuple(map(move, judged.snippets))
    return replace(judged, ruling=ruling, source_index=index, snippets=snippets, place=asked.place, web_verified=True)
