"""The order of the registries: the authority first, then the agency's registry, then comparison and search."""

from dataclasses import replace
from typing import Any

import pytest
from tests.resolve.fake_web import Answer, FakeWeb
from tests.resolve.registry_shapes import DBLP, OPEN_LIBRARY_LIST
from tests.resolve.test_arxiv import entry, feed
from tests.shipped_tagger import extract

from citevet.model import Reference, Reply
from citevet.read import parse_text
from citevet.resolve.registries import look_up_batches, look_up_work
from citevet.resolve.registries.registered_dois import look_up_doi
from citevet.resolve.registries.title_search import search_title

DOI = "10.5555/trees.1"
TITLE = "The roots of street trees in old towns"
HANDLE = {"responseCode": 1, "handle": DOI}
GONE = Reply("", 404, data=b'{"responseCode":100,"handle":"10.5555/trees.1"}')
UNKNOWN = Reply("", 404, data=b"Resource not found.")
NO_NOTICES: Answer = {"message": {"items": []}}


def work(doi: str = DOI, title: str = TITLE, family: str = "Ash", year: int = 2020, **more: Any) -> dict[str, Any]:
    """Return a work of Crossref."""
    author = [{"family": family, "given": "R."}]
    return {"DOI": doi, "title": [title], "author": author, "issued": {"date-parts": [[year]]}, **more}


def table(agency: str = "Crossref", handle: Answer = HANDLE, **answers: Answer) -> FakeWeb:
    """Return a web in which doi.org works, with other answers on top."""
    return FakeWeb(
        {
            ("doi", "/api/handles/"): handle,
            ("doi", "/doiRA/"): [{"DOI": DOI, "RA": agency}],
            ("doi", "/10."): answers.get("description", UNKNOWN),
            ("crossref", "/works/"): answers.get("crossref", UNKNOWN),
            ("crossref", "/works"): answers.get("search", NO_NOTICES),
            ("datacite", "/dois/"): answers.get("datacite", UNKNOWN),
            ("arxiv", "/api"): answers.get("arxiv", 503),
        }
    )


def listed(text: str) -> Reference:
    """Return an entry of a reference list."""
    return extract(parse_text(f"Text [1].\n\n## References\n\n[1] {text}\n", "d.md")).references[0]


RIGHT = listed(f"Ash, R. (2020). {TITLE}.")
WRONG = listed("Doe, J. (2011). Language models write poems in bars.")
DATASET = {
    "data": {
        "attributes": {
            "doi": DOI,
            "titles": [{"title": TITLE}],
            "creators": [{"name": "Ash, R."}],
            "publicationYear": 2020,
        }
    }
}
CSL = {"DOI": DOI, "title": TITLE, "author": [{"family": "Ash"}], "issued": {"date-parts": [["2020"]]}}


@pytest.mark.parametrize(
    ("web", "service"),
    [
        (table(crossref={"message": work()}), "crossref"),
        (table("DataCite", datacite=DATASET), "datacite"),
        (table("JaLC", description=CSL), "doi"),
        (table("KISTI", crossref={"message": work()}), "crossref"),  # whose record is at Crossref all the same
        (table("Crossref", description=CSL), "doi"),
        (table("", handle=503, datacite=DATASET), "datacite"),  # doi.org fails, the others still count
    ],
)
async def test_exact_hit(web: FakeWeb, service: str) -> None:
    """The agency's registry is queried, and a second one where it knows nothing."""
    found = await look_up_work([("doi", DOI)], RIGHT, web)
    assert (found.existence, found.differences) == ("found", ())
    assert found.record
    assert (found.record.service, found.record.title) == (service, TITLE)


async def test_missing_at_the_authority() -> None:
    """A DOI that doi.org does not have is missing; the work that was meant is a candidate."""
    web = table(handle=GONE, search={"message": {"items": [work("10.5555/right")]}})
    found = await look_up_work([("doi", DOI)], RIGHT, web)
    assert (found.existence, found.why) == ("missing", f"doi.org has no DOI {DOI}")
    assert [each.id for each in found.candidates] == ["10.5555/right"]
    assert (await look_up_work([("doi", DOI)], None, web)).existence == "missing"


@pytest.mark.parametrize(
    ("web", "reason"),
    [
        (table(crossref=429), "blocked"),
        (table(crossref=b"<html>", description=503), "unreadable"),
        (table(handle=503), "unreadable"),
        (table(handle=b"<html>busy</html>"), "unreadable"),
        (FakeWeb({}), "blocked"),
    ],
)
async def test_failures_are_unchecked(web: FakeWeb, reason: str) -> None:
    """A failing service never means that there is no such work, and never that there is one."""
    found = await look_up_doi(DOI, web)
    assert (found.existence, found.reason) == ("unchecked", reason)


async def test_registered_without_description() -> None:
    """A registered DOI exists; whether it is the cited work is open."""
    assert (await look_up_work([("doi", DOI)], None, table("EIDR"))).existence == "found"
    found = await look_up_work([("doi", DOI)], RIGHT, table("EIDR"))
    assert (found.existence, found.reason) == ("unchecked", "abstained")


async def test_mismatch() -> None:
    """A real DOI with the title of another work, with both sides."""
    found = await look_up_work([("doi", DOI)], WRONG, table(crossref={"message": work()}))
    assert found.existence == "mismatched"
    assert (found.differences[0].claim, found.differences[0].source) == ("Language models write poems in bars", TITLE)


async def test_two_identifiers() -> None:
    """A wrong identifier beside a right one is reported, and the right work is a candidate."""
    papers = feed(entry("2001.00001v1", TITLE))
    web = table(handle=GONE, arxiv=papers)
    found = await look_up_work([("arxiv", "2001.00001"), ("doi", DOI)], replace(RIGHT, authors=(), year=None), web)
    assert found.existence == "missing"
    assert [each.id for each in found.candidates] == ["2001.00001"]


async def test_earlier_title_of_a_preprint() -> None:
    """A paper cited by the title of its first version is the same paper."""

    class Versions(FakeWeb):
        async def ask(self, service: str, path: str, **options: Any) -> Reply:
            old = "v1" in options["params"]["id_list"]
            data = feed(
                entry("2001.00001v1", TITLE)
                if old
                else entry("2001.00001v2", "Photosynthesis in seven botanical gardens")
            )
            return Reply(service + path, 200, data=data.encode())

    cited = listed(f"With, P. (2017). {TITLE}.")
    found = await look_up_work([("arxiv", "2001.00001")], cited, Versions({}))
    assert (found.existence, found.differences) == ("found", ())
    assert found.record
    assert found.record.titles == (TITLE,)


async def test_batches() -> None:
    """Ids of a document are requested at once, and not again for each work."""
    web = table(arxiv=feed(entry("2001.00001v1", TITLE)))
    known = await look_up_batches([("arxiv", "2001.00001"), ("doi", DOI)], web)
    assert list(known) == [("arxiv", "2001.00001")]
    found = await look_up_work([("arxiv", "2001.00001")], None, web, known=known)
    assert (found.existence, len(web.asked)) == ("found", 1)


async def test_batch_that_failed() -> None:
    """Where arXiv fails for the whole document, the next registry is queried for each work; not where it has none."""
    web = FakeWeb({("semanticscholar", "/paper"): {"paperId": "1", "title": TITLE}})
    known = await look_up_batches([("arxiv", "2001.00001")], web)
    found = await look_up_work([("arxiv", "2001.00001")], None, web, known=known)
    assert (found.existence, [service for service, *_ in web.asked]) == ("found", ["arxiv", "semanticscholar"])
    web = table(handle=NO_PAPER, arxiv=feed())
    known = await look_up_batches([("arxiv", "2001.00001")], web)
    assert (await look_up_work([("arxiv", "2001.00001")], None, web, known=known)).existence == "missing"


PAPER = "10.48550/arxiv.2001.00001"
NO_PAPER = {"responseCode": 100, "handle": PAPER}
OF_PAPER = {"data": {"attributes": {"doi": PAPER, "titles": [{"title": TITLE}], "publicationYear": 2020}}}


@pytest.mark.parametrize(
    ("handle", "expected", "said"),
    [
        (NO_PAPER, "missing", "arXiv has no paper 2001.00001"),
        ({"responseCode": 1, "handle": PAPER}, "found", "but doi.org has its DOI"),
        (503, "unchecked", "arXiv sent nothing for 2001.00001v2, and doi.org"),
        (b"<html>busy</html>", "unchecked", "arXiv sent nothing for 2001.00001v2, and doi.org"),
    ],
)
async def test_an_empty_feed_is_believed_with_a_second_service(handle: Answer, expected: str, said: str) -> None:
    """ArXiv answers some papers with a valid feed without entries; doi.org has a DOI of each paper."""
    web = table("DataCite", handle=handle, arxiv=feed(), datacite=OF_PAPER if expected == "found" else 503)
    found = await look_up_work([("arxiv", "2001.00001v2")], None, web)
    assert (expected, True) == (found.existence, said in found.why)
    assert (found.record.title if found.record else TITLE) == TITLE


@pytest.mark.parametrize(("title", "expected"), [(TITLE, "found"), ("Moss on roofs", "mismatched"), ("", "mismatched")])
async def test_another_work_is_confirmed_at_a_second_service(title: str, expected: str) -> None:
    """Where Crossref has another work under the DOI and OpenAlex the cited one, the reference is not blamed."""
    crossref = table(crossref={"message": work(title="Language models write poems in bars")})
    openalex = {
        "id": "https://openalex.org/W1",
        "doi": f"https://doi.org/{DOI}",
        "title": title,
        "publication_year": 2020,
    }
    web = FakeWeb({**crossref.table, ("openalex", "/works/"): openalex})
    found = await look_up_work([("doi", DOI)], RIGHT, web)
    assert found.existence == expected
    assert found.record
    assert found.record.service == ("openalex" if expected == "found" else "crossref")


async def test_record_without_a_title() -> None:
    """Where the agency of a DOI has no title, the next registry has one to compare; notices of both count."""
    notice = {"DOI": "10.5555/notice", "type": "correction"}
    untitled = {"message": {"DOI": DOI, "type": "journal-article", "updated-by": [notice]}}
    described = {"id": "https://openalex.org/W1", "doi": DOI, "title": TITLE, "publication_year": 2020}
    rows: dict[tuple[str, str], Answer] = {
        ("crossref", "/works/"): untitled,
        ("crossref", "/works"): NO_NOTICES,
        ("openalex", "/works/"): described,
    }
    found = await look_up_work([("doi", DOI)], RIGHT, FakeWeb(rows))
    assert found.record
    assert (found.existence, found.record.service) == ("found", "openalex")
    assert [each.id for each in found.record.notices] == ["10.5555/notice"]
    other = listed("Roe, J. (2020). Language models write poems in the smoky bars of old towns.")
    assert (await look_up_work([("doi", DOI)], other, FakeWeb(rows))).existence == "mismatched"
    rows["crossref", "/works"] = 500
    assert (await look_up_work([("doi", DOI)], RIGHT, FakeWeb(rows))).flags == ("unknown-notices",)
    del rows["openalex", "/works/"]
    assert (await look_up_work([("doi", DOI)], RIGHT, FakeWeb(rows))).existence == "unchecked"


async def test_issn_is_no_identifier_of_an_article() -> None:
    """With the ISSN of a journal the article is searched by its title."""
    web = table(search={"message": {"items": [work()]}})
    assert (await look_up_work([("issn", "1234-5679")], RIGHT, web)).existence == "found"


@pytest.mark.parametrize(
    ("works", "existence", "chosen"),
    [
        (
            [work("10.5555/a", TITLE + " and gardens of Rome"), work("10.5555/b", family="Doe"), work("10.5555/c")],
            "found",
            "10.5555/c",
        ),
        ([work("10.5555/a", year=1999)], "ambiguous", ""),
        ([work("10.5555/a", family="Doe")], "ambiguous", ""),
        ([work("10.5555/a"), work("10.5555/b")], "ambiguous", ""),
        ([work("10.5555/a", type="posted-content", subtype="preprint"), work("10.5555/b")], "found", "10.5555/b"),
        ([work("10.5555/a", type="component"), work("10.5555/b")], "found", "10.5555/b"),
        ([work("10.5555/a", "Something else in old towns")], "unchecked", ""),
        ([work(title=f"{TITLE}: a survey of 240 cities")], "found", DOI),  # cited without the subtitle
        ([work(title=f"{TITLE} 2")], "unchecked", ""),  # the next part of a series
        ([], "unchecked", ""),
    ],
)
async def test_title_search(works: list[Any], existence: str, chosen: str) -> None:
    """A work is accepted only when title, first author and year agree; nothing found is not missing."""
    found = await search_title(RIGHT, FakeWeb({("crossref", "/works"): {"message": {"items": works}}}))
    assert (found.existence, found.record.id if found.record else "") == (existence, chosen)
    assert existence == "found" or found.why
    assert bool(found.candidates) == bool(works) or existence == "found"


async def test_search_sends_little() -> None:
    """Only title, first author and year leave the machine."""
    web = FakeWeb({("crossref", "/works"): NO_NOTICES})
    cited = listed(f"Ash, R., & Lee, K. (2020). {TITLE}. Secret notes of the author.")
    found = await search_title(cited, web)
    assert web.asked[0][2]["query.bibliographic"] == f"{TITLE} Ash 2020"
    assert (found.reason, found.why) == (
        "abstained",
        "Crossref knows no such work; that does not prove that there is none",
    )


async def test_search_needs_a_title() -> None:
    """Without a title nothing is sent, and a failing service stays a failure."""
    web = FakeWeb({})
    assert (await search_title(listed("Ash 2020, Nature 12"), web)).reason == "abstained"
    assert web.asked == []
    assert (await search_title(RIGHT, web)).reason == "blocked"


async def test_short_title_is_searched_with_author_and_year() -> None:
    """A title of two words names many works, but not many of one author and year."""
    web = FakeWeb({("crossref", "/works"): {"message": {"items": [work(title="Old Trees")]}}})
    assert (await search_title(listed("Ash, R. (2020). Old Trees. Oak Press."), web)).existence == "found"
    alone = replace(listed("Ash, R. (2020). Old Trees. Oak Press."), authors=(), year=None, text="Old Trees.")
    said = (await search_title(alone, web)).why
    assert "the title is too short to search for without author and year" == said


@pytest.mark.parametrize(
    "entry",
    [
        "R. Ash, B. Lee, and N. Oak, Phys. Rev. 47, 777 (2020).",
        "R. Ash and B. Lee, Phys. Rev. **B47** (2020) 777.",
        "Ash, R. et al. 2020, AJ, 47, 777",
        "Ash R, Lee B. J Chem Phys. 2020;47:777-81.",
        "R. Ash et al. (ATLAS Collaboration), Phys. Lett. B 47, 777–791 (2020).",
    ],
)
async def test_entry_without_title_is_searched_by_its_place(entry: str) -> None:
    """Lists in physics have no titles: author, year, volume and first page together name one work."""
    there = work(volume="47", page="777-780")
    for item, existence in (
        (there, "found"),
        (work(volume="47", page="778-780"), "unchecked"),
        (work(volume="48", page="777-780"), "unchecked"),
        ({**there, "author": [{"family": "Doe", "given": "J."}]}, "unchecked"),
        ({**there, "issued": {"date-parts": [[2011]]}}, "unchecked"),
    ):
        web = FakeWeb({("crossref", "/works"): {"message": {"items": [item]}}})
        found = await look_up_work([], listed(entry), web)
        assert (found.existence, found.differences) == (existence, ())
        assert "47 777 Ash 2020" in web.asked[0][2]["query.bibliographic"]


async def test_issue_of_a_journal_whose_volume_is_the_year() -> None:
    """JHEP 05 (2020) 082 is issue 5 of volume 2020."""
    there = work(volume="2020", issue="5", page="82")
    web = FakeWeb({("crossref", "/works"): {"message": {"items": [there]}}})
    assert (await search_title(listed("R. Ash et al., JHEP 05 (2020) 082."), web)).existence == "found"
    assert (await search_title(listed("R. Ash et al., JHEP 06 (2020) 082."), web)).existence == "unchecked"


async def test_entry_without_title_needs_its_journal() -> None:
    """People of one name publish on page 1 of volume 12 in the same year."""
    for venue, existence in (("Physical Review Letters", "found"), ("Kidney and Liver Transplantation", "unchecked")):
        there = {**work(volume="12", page="1"), "container-title": [venue]}
        web = FakeWeb({("crossref", "/works"): {"message": {"items": [there]}}})
        assert (await search_title(listed("R. Ash, Phys. Rev. Lett. 12, 1 (2020)."), web)).existence == existence


async def test_second_search() -> None:
    """Where Crossref does not have a work, OpenAlex may; where neither does, both are named."""
    result = {
        "id": "https://openalex.org/W1",
        "title": TITLE,
        "publication_year": 2020,
        "authorships": [{"author": {"display_name": "Rowan Ash"}}],
    }
    web = FakeWeb({("crossref", "/works"): NO_NOTICES, ("openalex", "/works"): {"results": [result]}})
    assert (await search_title(RIGHT, web)).existence == "found"
    web = FakeWeb({("crossref", "/works"): NO_NOTICES, ("openalex", "/works"): {"results": []}})
    assert (await search_title(RIGHT, web)).why.startswith("Crossref and OpenAlex know no such work")


async def test_search_of_conference_papers() -> None:
    """Crossref has few conferences, so dblp is searched as well; of a paper and its preprint the paper is taken."""
    cited = listed("Teegarden, A., & Lee, B. (2018). Kettles and cups: A spectral approach. In Proceedings of ICLR.")
    web = FakeWeb({("crossref", "/works"): NO_NOTICES, ("dblp", ""): {"result": {"hits": DBLP}}})
    record = (await search_title(cited, web)).record
    assert record
    assert (record.service, record.id) == ("dblp", "conf/iclr/TeegardenL18")
    web = FakeWeb({("crossref", "/works"): NO_NOTICES, ("dblp", ""): {"result": {"hits": {"@total": "0"}}}})
    assert (await search_title(cited, web)).why.startswith("Crossref and dblp know no such work")


@pytest.mark.parametrize(
    ("entry", "existence"),
    [
        ("Teegarden, A. (2004). The history of kettles: A life. Oslo: Press.", "found"),  # a later edition
        ("Teegarden, A. (1987). The history of kettles. Oslo: Press.", "ambiguous"),  # before there was a book
        ("Lee, B. (1998). The history of kettles. Oslo: Press.", "ambiguous"),
        ("Teegarden, A. (1998). The future of kettles. Oslo: Press.", "unchecked"),
        ("Teegarden, A. (1998). The history of kettles. Journal of Kettles, 4(2), 233–241.", "unchecked"),
    ],
)
async def test_search_of_books(entry: str, existence: str) -> None:
    """Crossref has few books: Open Library is searched for entries without volume and pages, in all editions."""
    answers = {("crossref", "/works"): NO_NOTICES, ("openlibrary", "/search.json"): OPEN_LIBRARY_LIST}
    assert (await search_title(listed(entry), FakeWeb(answers))).existence == existence


async def test_a_review_does_not_hide_its_book() -> None:
    """Crossref has the review of a book under the title of the book, by somebody else."""
    cited = listed("Teegarden, A. (1998). The history of kettles. Oslo: Press.")
    review = {"message": {"items": [work(title="The History of Kettles", family="Lee", year=1999)]}}
    web = FakeWeb({("crossref", "/works"): review, ("openlibrary", "/search.json"): OPEN_LIBRARY_LIST})
    record = (await search_title(cited, web)).record
    assert record
    assert record.service == "openlibrary"
    alone = await search_title(cited, FakeWeb({("crossref", "/works"): review, ("openlibrary", ""): {"docs": []}}))
    assert (alone.existence, [each.service for each in alone.candidates]) == ("ambiguous", ["crossref"])


async def test_search_in_dblp_is_for_computing() -> None:
    """Other works are not searched in dblp, which takes one query a second."""
    web = FakeWeb({("crossref", "/works"): NO_NOTICES})
    await search_title(listed("Teegarden, A. (2018). The history of kettles and cups. Journal of Kettles, 4."), web)
    assert "dblp" not in [service for service, *_ in web.asked]


async def test_search_finds_retractions() -> None:
    """The work that a search found is looked up as a whole, with the notices on it."""
    retracted = {**work(), "updated-by": [{"DOI": "10.5555/n", "type": "retraction"}]}
    web = table(search={"message": {"items": [work()]}}, crossref={"message": retracted})
    record = (await look_up_work((), RIGHT, web)).record
    assert record
    assert [each.kind for each in record.notices] == ["retraction"]
