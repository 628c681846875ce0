"""Works without an identifier in the services that have their kind: shapes, refusals, and who is asked for what."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from tests.emulator.faults import FAULTS
from tests.emulator.server import Emulator
from tests.resolve.fake_web import Answer, FakeWeb, make_reply
from tests.resolve.json_values import damaged
from tests.resolve.registry_shapes import GOOGLE_BOOKS, INSPIRE, ORCID_WORKS, ROR_LIST
from tests.resolve.test_arxiv import entry, feed
from tests.shipped_tagger import extract

from citevet.contracts import Web
from citevet.model import Lookup, Record, Reference
from citevet.read import parse_text
from citevet.resolve.registries.arxiv import search_arxiv
from citevet.resolve.registries.books import search_google_books
from citevet.resolve.registries.datacite import search_datacite
from citevet.resolve.registries.inspire import parse_inspire, search_inspire
from citevet.resolve.registries.orcid import parse_people, parse_works, search_orcid
from citevet.resolve.registries.pubmed import search_pubmed
from citevet.resolve.registries.ror import look_up_names, parse_organizations
from citevet.resolve.registries.title_search import search_title
from citevet.world.net.client import WebClient
from citevet.world.net.errands import NetSettings
from citevet.world.net.services import SERVICES

HITS = {"hits": {"hits": [INSPIRE], "total": 1}}
PERSON = {"expanded-result": [{"orcid-id": "0000-0002-1825-0097"}], "num-found": 1}
NOBODY = {"expanded-result": None, "num-found": 0}
NO_CROSSREF: Answer = {"message": {"items": []}}


def listed(text: str) -> Reference:
    """Return an entry of a reference list."""
    return extract(parse_text(f"Text [1].\n\n## References\n\n[1] {text}\n", "d.md")).references[0]


async def test_inspire() -> None:
    """The place is that of the journal, not of the conference, and people stand before their collaboration."""
    web = FakeWeb({("inspire", "/api/literature"): HITS})
    found = await search_inspire("Kettles: in a (muon) storage ring", web)
    assert not isinstance(found, Lookup)
    (record,) = found
    assert web.asked[0][2]["q"] == "titles.title:(Kettles in a muon storage ring)"
    assert (record.title, record.authors) == ("Kettles in a muon storage ring", ("Teagarden, Ada", "Lee, Bo"))
    assert (record.venue, record.volume, record.issue, record.pages) == ("Phys.Lett.B", "716", "1", "1-29")
    assert (record.years, record.type) == ((2012,), "journal-article")
    assert record.identifiers == {"doi": "10.5555/inspire.1", "arxiv": "1207.7214"}
    assert record.url == "https://inspirehep.net/literature/7000001"


async def test_inspire_preprints_and_collaborations() -> None:
    """What was printed nowhere is a preprint; a paper without people has its collaboration."""
    bare = {"titles": [{"title": "Tea"}], "arxiv_eprints": [{"value": "1207.7214"}], "document_type": ["article"]}
    hit = {"id": "8", "metadata": bare | {"collaborations": [{"value": "TEA"}], "preprint_date": "2013-01-02"}}
    found = await search_inspire(
        "Tea", FakeWeb({("inspire", "/api/literature"): {"hits": {"hits": [hit], "total": 1}}})
    )
    assert not isinstance(found, Lookup)
    assert [(each.type, each.authors, each.years) for each in found] == [("preprint", ("TEA Collaboration",), (2013,))]


async def test_orcid() -> None:
    """Each work is read once, with its own identifiers only."""
    web = FakeWeb(
        {("orcid", "/v3.0/expanded-search/"): PERSON, ("orcid", "/v3.0/0000-0002-1825-0097/works"): ORCID_WORKS}
    )
    found = await search_orcid("Teakettle, Josiah S.", web)
    assert not isinstance(found, Lookup)
    (record,) = found
    assert web.asked[0][2]["q"] == 'family-name:"Teakettle" AND given-names:"Josiah"'
    assert record.all_titles == (
        "Whistles of kettles in small kitchens",
        "Whistles of kettles in small kitchens: An Essay",
    )
    assert (record.years, record.venue, record.identifiers) == (
        (2018,),
        "Kitchen Acoustics",
        {"doi": "10.5555/orcid.1"},
    )


@pytest.mark.parametrize("author", ["Teakettle, J. S.", "Teakettle", "", "World Health Organization"])
async def test_nobody_is_sought_by_initials(author: str) -> None:
    """Too many people have them."""
    web = FakeWeb({})
    assert isinstance(await search_orcid(author, web), Lookup)
    assert web.asked == []


async def test_many_people_of_one_name_are_not_read() -> None:
    """Their lists would say nothing, so the name was not asked for; nobody of the name is an empty answer."""
    many = {"expanded-result": [{"orcid-id": f"0000-0002-1825-009{each}"} for each in range(4)], "num-found": 400}
    for people, expected in (
        (many, Lookup(reason="abstained", why="ORCID has too many people of this name")),
        (NOBODY, ()),
    ):
        web = FakeWeb({("orcid", "/v3.0/expanded-search/"): people})
        assert expected == await search_orcid("Lee, Wei", web)
        assert len(web.asked) == 1


async def test_google_books() -> None:
    """Main title and author are asked for; a list without volumes has no items."""
    web = FakeWeb({("googlebooks", "/volumes"): GOOGLE_BOOKS})
    found = await search_google_books('All "about" pots: a history', "Potter", web)
    assert not isinstance(found, Lookup)
    assert [(each.title, each.years) for each in found] == [("All about pots", (2015,))]
    assert web.asked[0][2]["q"] == 'intitle:"All about pots" inauthor:"Potter"'
    assert await search_google_books("X", "", FakeWeb({("googlebooks", ""): {"totalItems": 0}})) == ()


async def test_datacite() -> None:
    """Each row has its DOI; one without it is none."""
    row = {"id": "10.5555/d", "attributes": {"titles": [{"title": "Tea data"}], "publicationYear": 2020}}
    web = FakeWeb({("datacite", "/dois"): {"data": [row, {"id": None}, None]}})
    found = await search_datacite('Tea "data"', web)
    assert not isinstance(found, Lookup)
    assert [(each.id, each.title, each.years) for each in found] == [("10.5555/d", "Tea data", (2020,))]
    assert web.asked[0][2]["query"] == 'titles.title:"Tea data"'


async def test_arxiv() -> None:
    """A paper comes once, although it is known with and without its version."""
    web = FakeWeb({("arxiv", "/api"): feed(entry("2001.00001v2", "Trees as graphs"))})
    found = await search_arxiv("Trees as: graphs", web)
    assert not isinstance(found, Lookup)
    assert [each.title for each in found] == ["Trees as graphs"]
    assert web.asked[0][2]["search_query"] == 'ti:"Trees as graphs"'
    assert await search_arxiv("X", FakeWeb({("arxiv", "/api"): feed()})) == ()


async def test_pubmed() -> None:
    """The ids of the search are those of the records; no id is an answer, and an error is none."""
    summary = {"result": {"uids": ["7"], "7": {"uid": "7", "title": "Tea and health.", "pubdate": "2019"}}}
    web = FakeWeb(
        {
            ("pubmed", "/esearch"): {"esearchresult": {"count": "1", "idlist": ["7"]}},
            ("pubmed", "/efetch"): 503,
            ("pubmed", "/esummary"): summary,
        }
    )
    found = await search_pubmed("Tea & health", web)
    assert not isinstance(found, Lookup)
    assert [each.title for each in found] == ["Tea and health"]
    assert web.asked[0][2]["term"] == "Tea health[Title]"
    empty = FakeWeb({("pubmed", "/esearch"): {"esearchresult": {"count": "0", "idlist": []}}})
    assert await search_pubmed("X", empty) == ()
    for failed in ({"esearchresult": {"ERROR": "Invalid db name", "idlist": []}}, {"error": "rate limit"}):
        assert isinstance(await search_pubmed("X", FakeWeb({("pubmed", "/esearch"): failed})), Lookup)


NUCLEAR = "European Organization for Nuclear Research"
ROR_V1 = {"id": "https://ror.org/1", "name": NUCLEAR, "acronyms": ["CERN"], "labels": [{"label": "Conseil"}]}


@pytest.mark.parametrize("answer", [ROR_LIST, {"items": [ROR_V1]}, ROR_V1])
async def test_the_names_of_an_organization(answer: Answer) -> None:
    """All names of one that has the name itself; a similar one has nothing to do with it."""
    names = await look_up_names("CERN", FakeWeb({("ror", "/v2/organizations"): answer}))
    assert {"cern", "european organization for nuclear research"} <= names
    assert await look_up_names("CERN Council", FakeWeb({("ror", ""): answer})) == frozenset()


@pytest.mark.parametrize("answer", [404, 503, "<html>", [], {}, {"items": "none"}, {"items": []}])
async def test_an_organization_that_nobody_names(answer: Answer) -> None:
    """Without an answer there are no other names."""
    assert await look_up_names("CERN", FakeWeb({("ror", ""): answer})) == frozenset()


@pytest.mark.parametrize(
    ("author", "existence"), [(NUCLEAR, "found"), ("Union of Muon Farmers Association", "ambiguous")]
)
async def test_a_work_of_an_organization_under_its_other_name(author: str, existence: str) -> None:
    """The title and the year agree, and ROR says whether the author does."""
    work = {
        "DOI": "10.5555/cern.1",
        "title": ["Guidelines on the trees of old rings"],
        "author": [{"name": author}],
        "issued": {"date-parts": [[2020]]},
    }
    web = FakeWeb(
        {
            ("crossref", "/works/"): {"message": work},
            ("crossref", "/works"): {"message": {"items": [work]}},
            ("openalex", ""): {"results": []},
            ("ror", ""): ROR_LIST,
        }
    )
    found = await search_title(listed("CERN (2020). Guidelines on the trees of old rings."), web)
    assert found.existence == existence


Searching = Callable[[Web], Awaitable[tuple[Record, ...] | Lookup]]
SEARCHES: dict[str, Searching] = {
    "inspire": lambda web: search_inspire("Kettles in a muon storage ring", web),
    "orcid": lambda web: search_orcid("Teakettle, Josiah", web),
    "googlebooks": lambda web: search_google_books("All about pots", "Potter", web),
    "datacite": lambda web: search_datacite("Register of 240 street trees", web),
    "arxiv": lambda web: search_arxiv("Forests as graphs", web),
    "pubmed": lambda web: search_pubmed("Tea and health", web),
}


@pytest.mark.parametrize(
    "answer", [404, 429, 503, "<html>Busy</html>", "[]", "{}", {"hits": {}}, b"\xff", {"data": "?"}]
)
@pytest.mark.parametrize("service", SEARCHES)
async def test_another_answer_is_no_empty_list(service: str, answer: Answer) -> None:
    """A failed service does not say that there is no such work."""
    assert isinstance(await SEARCHES[service](FakeWeb({(service, ""): answer})), Lookup)


@given(damaged(HITS), damaged(ORCID_WORKS), damaged(PERSON), damaged(ROR_LIST))
def test_damaged_answers_never_raise(hits: Any, works: Any, people: Any, names: Any) -> None:
    """Any field may be of any type."""
    replies = [make_reply(each if isinstance(each, dict | list) else [each]) for each in (hits, works, people, names)]
    assert isinstance(parse_organizations(replies[3]), list | Lookup)
    assert isinstance(parse_inspire(replies[0]), tuple | Lookup)
    assert isinstance(parse_works(replies[1], "Teakettle, Josiah"), tuple | Lookup)
    assert isinstance(parse_people(replies[2]), tuple | Lookup)


@pytest.mark.parametrize("service", [each for each in SEARCHES if each != "pubmed"])
@pytest.mark.parametrize("fault", ["none", *sorted(FAULTS)])
async def test_over_the_network_no_fault_is_an_answer(
    service: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The emulated service answers; with each fault of the network it says nothing."""
    quick = {name: replace(each, timeout=0.3) for name, each in SERVICES.items()}
    monkeypatch.setattr("citevet.world.net.errands.SERVICES", quick)
    with Emulator() as emulator:
        if fault != "none":
            emulator.inject(fault, service=service)
        settings = NetSettings(services=emulator.services)
        async with WebClient(settings, sleep=lambda _: asyncio.sleep(0), max_bytes=2**20) as web:
            found = await asyncio.wait_for(SEARCHES[service](web), 30)
    assert bool(found) if fault == "none" else (isinstance(found, Lookup) or found)


ROUTES = [
    ("Ash, R. (2020). Roots of street trees in old towns. Journal of Trees, 12, 1-9.", "europepmc semanticscholar"),
    ("Ash, R. (2020). Roots of street trees. New England Journal of Medicine, 12, 1-9.", "europepmc pubmed"),
    ("Ash, R. (2020). Muons in the roots of street trees. Nucl. Phys. B, 12, 1-9.", "inspire"),
    ("Ash, R. (2020). Muons in the roots of street trees. arXiv preprint.", "arxiv dblp"),
    ("Ash, R. (2020). Register of the street trees of old towns [Data set]. Zenodo.", "datacite"),
    ("Ash, R. (2020). The book of the street trees. Springer.", "openlibrary googlebooks"),
    ("Ash, R. (2020). Algorithms of the street trees. MIT Press.", "dblp openlibrary googlebooks"),
    ("Ash, Rowan (2020). Roots of street trees in old towns. Journal of Trees, 12, 1-9.", "orcid"),
]


@pytest.mark.parametrize(("text", "services"), ROUTES)
async def test_each_kind_of_work_is_sought_where_such_works_are(text: str, services: str) -> None:
    """Nobody has these works, so all services for the kind are asked."""
    none: dict[tuple[str, str], Answer] = {
        ("crossref", ""): NO_CROSSREF,
        ("openalex", ""): {"results": []},
        ("dblp", ""): {"result": {"hits": {"@total": "0"}}},
        ("openlibrary", ""): {"docs": []},
        ("googlebooks", ""): {"totalItems": 0},
        ("datacite", ""): {"data": []},
        ("inspire", ""): {"hits": {"hits": [], "total": 0}},
        ("arxiv", ""): feed(),
        ("europepmc", ""): {"hitCount": 0, "resultList": {"result": []}},
        ("pubmed", ""): {"esearchresult": {"idlist": []}},
        ("semanticscholar", ""): 404,
        ("orcid", ""): NOBODY,
    }
    web = FakeWeb(none)
    found = await search_title(listed(text), web)
    asked = {each[0] for each in web.asked}
    assert set(services.split()) <= asked
    assert (found.existence, "unlisted" in found.flags) == ("unchecked", True)
    for service in ("inspire", "datacite", "arxiv", "pubmed", "dblp", "googlebooks"):
        assert (service in asked) <= (service in services.split()), service


async def test_a_work_that_only_its_author_lists_is_found() -> None:
    """The list has no other authors, so none is missing."""
    web = FakeWeb(
        {
            ("crossref", "/works/"): 404,
            ("crossref", ""): NO_CROSSREF,
            ("openalex", ""): {"results": []},
            ("orcid", "/v3.0/expanded-search/"): PERSON,
            ("orcid", "/v3.0/0000"): ORCID_WORKS,
        }
    )
    text = "Teakettle, Josiah, & Lee, Bo (2018). Whistles of kettles in small kitchens. Kitchen Acoustics."
    found = await search_title(listed(text), web)
    assert (found.existence, found.record.service if found.record else "") == ("found", "orcid")
    assert found.record is not None
    assert found.record.authors == ()
