"""Search the web with the user's own key: Serper, Tavily, Brave or a SearXNG of theirs.

A hit is a candidate to fetch and read; nothing follows from its words alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from citevet.contracts import Web
from citevet.identifiers.page_keys import make_page_key, split_address
from citevet.model import Lookup, Reply
from citevet.records import dataclass
from citevet.resolve.answers import dig, items_at, read_json, refuse_shape, strip_markup

_MAX_QUERY = 300  # characters
_HITS = 8  # that are asked for
_MAX_HITS = 20
_MAX_TEXT = 2_000  # characters of one field
_SUCCESS = 200


@dataclass(frozen=True, slots=True)
class WebHit:
    """One result."""

    title: str
    url: str
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The results of the first service that answered, or why none did."""

    hits: tuple[WebHit, ...] = ()
    service: str = ""
    refusal: Lookup | None = None


@dataclass(frozen=True, slots=True)
class SearchService:
    """How a service is queried, and under which names its results have their fields."""

    label: str
    path: str
    lists: tuple[tuple[str, ...], ...]  # where the results are: the first of these paths that has a list
    url: str = "url"
    snippet: str = "content"
    json: Callable[[str], object] | None = None  # the body of a POST
    params: Callable[[str], Mapping[str, str]] | None = None  # of a GET


# In the order in which they are tried.
SEARCH_SERVICES: Mapping[str, SearchService] = {
    "serper": SearchService(
        "Serper",
        "/search",
        (("organic",), ("news",), ("places",), ("images",)),
        url="link",
        snippet="snippet",
        json=lambda query: {"q": query, "num": _HITS},
    ),
    "tavily": SearchService(
        "Tavily", "/search", (("results",),), json=lambda query: {"query": query, "max_results": _HITS}
    ),
    "brave": SearchService(
        "Brave Search",
        "/res/v1/web/search",
        (("web", "results"), ("news", "results")),
        snippet="description",
        params=lambda query: {"q": query, "count": str(_HITS)},
    ),
    "searxng": SearchService(
        "SearXNG", "/search", (("results",),), params=lambda query: {"q": query, "format": "json"}
    ),
}


async def search_web(query: str, web: Web, *, services: Sequence[str] = tuple(SEARCH_SERVICES)) -> SearchAnswer:
    """Search with the services in their order until one answers; a service without a key is passed over."""
    words = " ".join(query.split())[:_MAX_QUERY]
    refusals: list[Lookup] = []
    for name in services:
        service = SEARCH_SERVICES[name]
        body = service.json(words) if service.json else None
        params = service.params(words) if service.params else ()
        answer = parse_search(name, await web.ask(name, service.path, params=params, json=body))
        if answer.refusal is None:
            return SearchAnswer(answer.hits[:_HITS], name)
        refusals.append(answer.refusal)
    # A service with a key that failed says more than one that was not asked.
    told = next((each for each in refusals if each.reason not in {"not-asked", "offline"}), None)
    return SearchAnswer(refusal=told or next(iter(refusals), Lookup(reason="not-asked", why="no service was named")))


def parse_search(name: str, reply: Reply) -> SearchAnswer:
    """Read the results of a service; each page counts once, and only addresses of the web count."""
    service = SEARCH_SERVICES[name]
    answer, unreadable = read_json(reply, service.label)
    if answer is None:
        return SearchAnswer(service=name, refusal=unreadable)
    if reply.status != _SUCCESS:
        refusal = Lookup(reason="unreadable", why=f"{service.label} answered {reply.status}")
        return SearchAnswer(service=name, refusal=refusal)
    listed = _find_list(answer, service)
    if not listed and items_at(answer, "unresponsive_engines"):
        why = f"{service.label} got no answer from its search engines"
        return SearchAnswer(service=name, refusal=Lookup(reason="blocked", why=why))
    if listed is None:
        return SearchAnswer(service=name, refusal=refuse_shape(service.label))
    hits = {make_page_key(hit.url): hit for hit in reversed(list(_list_hits(listed, service)))}
    return SearchAnswer(tuple(reversed(hits.values())), name)


def _find_list(answer: object, service: SearchService) -> list[Any] | None:
    """Return the list of results; an answer of the right shape without one has none."""
    if not isinstance(answer, dict):
        return None
    for path in service.lists:
        found = dig(answer, *path)
        if isinstance(found, list):
            return found[:_MAX_HITS]
    told = {"searchParameters", "query", "results", "type"}  # every service repeats the query or names its answer
    return [] if told & answer.keys() and not {"error", "detail"} & answer.keys() else None


def _list_hits(listed: list[Any], service: SearchService) -> Iterator[WebHit]:
    for item in listed:
        fields = item if isinstance(item, dict) else {}
        title, url, snippet = (_text(fields.get(key)) for key in ("title", service.url, service.snippet))
        address = split_address(url)
        if address.scheme in {"http", "https"} and address.hostname:
            yield WebHit(title, url, snippet)


def _text(value: object) -> str:
    return strip_markup(value[:_MAX_TEXT]) if isinstance(value, str) else ""
