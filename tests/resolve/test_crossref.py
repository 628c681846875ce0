"""Crossref: records of works, notices on them, and searches."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.resolve.fake_web import FakeWeb, make_reply
from tests.resolve.json_values import damaged

from citevet.model import Hop, Lookup, Notice, Record, Reply
from citevet.resolve.registries.crossref import (
    look_up_crossref,
    parse_updates,
    parse_work,
    parse_works,
    search_crossref,
)

DOI = "10.5555/trees.1"
WORK: dict[str, Any] = {
    "DOI": "10.5555/TREES.1",
    "type": "journal-article",
    "title": ["Street trees &amp; <i>roots</i>"],
    "subtitle": ["A survey"],
    "author": [
        {"given": "Jana", "family": "van der Ash", "sequence": "first"},
        {"name": "The Tree Group", "sequence": "additional"},
        {"family": "Lee"},
        {"affiliation": []},
    ],
    "issued": {"date-parts": [[2019, 12, 3]]},
    "published-print": {"date-parts": [[2020, 2]]},
    "container-title": ["Journal of Trees"],
    "short-container-title": ["J. Trees"],
    "volume": "12",
    "issue": "3",
    "page": "233-241",
    "ISSN": ["1234-5679"],
    "abstract": "<jats:title>Abstract</jats:title><jats:p>Trees have <jats:italic>roots</jats:italic>.</jats:p>",
    "updated-by": [
        {
            "DOI": "10.5555/notice.1",
            "type": "retraction",
            "label": "Retraction",
            "source": "retraction-watch",
            "updated": {"date-parts": [[2022, 5, 3]]},
        }
    ],
    "language": "en",
}
EMPTY = {"status": "ok", "message": {"items": [], "total-results": 0}}


def enveloped(work: object) -> dict[str, Any]:
    """Return an answer with one work."""
    return {"status": "ok", "message-type": "work", "message": work}


def record_of(work: dict[str, Any], doi: str = DOI) -> Record:
    """Return the record of a work that must be found."""
    found = parse_work(make_reply(enveloped(work)), doi)
    assert found.existence == "found"
    assert found.record
    return found.record


def test_all_fields_of_a_work_are_normal() -> None:
    """All fields arrive in their normal form."""
    assert record_of(WORK) == Record(
        "crossref",
        DOI,
        "journal-article",
        "Street trees & roots",
        ("Street trees & roots: A survey",),
        authors=("van der Ash, Jana", "The Tree Group", "Lee"),
        years=(2020, 2019),
        venue="Journal of Trees",
        venues=("J. Trees",),
        volume="12",
        issue="3",
        pages="233-241",
        identifiers={"doi": DOI, "issn": "1234-5679"},
        url=f"https://doi.org/{DOI}",
        abstract="Trees have roots.",
        notices=(Notice("retraction", "Retraction Watch", "10.5555/notice.1", "2022-05-03", "Retraction"),),
        language="en",
    )


def test_notice_is_not_retracted() -> None:
    """The notice names the work that it retracts; nothing happened to the notice itself."""
    notice = {**WORK, "updated-by": [], "update-to": [{"DOI": "10.5555/old", "type": "retraction"}]}
    record = record_of(notice)
    assert (record.type, record.identifiers["updates"], record.notices) == ("notice", "10.5555/old", ())


def test_new_version_is_no_notice() -> None:
    """A revised article updates its earlier version and is an article."""
    record = record_of({**WORK, "updated-by": None, "update-to": [{"DOI": "10.5555/v1", "type": "new_version"}]})
    assert (record.type, record.notices) == ("journal-article", ())


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        ({"update-to": [{"DOI": DOI, "type": "correction"}]}, ["correction"]),  # in place
        ({"title": ["RETRACTED: Street trees"]}, ["retraction"]),
        ({"title": "[Withdrawn] Street trees"}, ["retraction"]),
        ({"title": ["Retracted potential in muscle"]}, []),
        # A notice has the title of the retracted article, too.
        ({"title": ["Retracted: Trees"], "update-to": [{"DOI": "10.5555/old", "type": "retraction"}]}, []),
        (
            {
                "title": ["Retracted: Trees"],
                "author": [{"given": "Journal", "family": "of Trees"}],
                "container-title": ["Journal of Trees"],
            },
            [],
        ),
        ({"updated-by": [{"DOI": "10.5555/e", "type": "err"}]}, ["correction"]),
        ({"updated-by": [{"DOI": "10.5555/e", "type": "publisher-note"}]}, ["correction"]),
        ({"updated-by": [{"DOI": "10.5555/e", "type": "expression_of_concern"}]}, ["concern"]),
        ({"updated-by": {"DOI": "10.5555/e", "type": "erratum"}}, ["correction"]),
        ({"updated-by": [{"DOI": "10.5555/e", "type": "partial_retraction"}]}, ["correction"]),
        ({"updated-by": [{"DOI": "10.5555/e", "type": "surprise"}]}, []),
        ({"relation": {"is-preprint-of": [{"id-type": "doi", "id": "10.5555/final"}]}}, ["new-version"]),
    ],
)
def test_notices(change: dict[str, Any], kinds: list[str]) -> None:
    """Only known types count, and `updated-by` alone does not mean retracted."""
    assert [each.kind for each in record_of({**WORK, "updated-by": [], **change}).notices] == kinds


@pytest.mark.parametrize(
    ("change", "field", "value"),
    [
        ({"title": "A text"}, "title", "A text"),
        ({"title": []}, "title", ""),
        ({"issued": {"date-parts": [[None]]}, "published-print": None}, "years", ()),
        ({"issued": {"raw": "2013-05"}, "published-print": None}, "years", (2013,)),
        ({"issued": {"date-parts": [["2016", "12"]]}, "published-print": 0}, "years", (2016,)),
        ({"author": None, "editor": [{"family": "Ed", "given": "A."}]}, "authors", ("Ed, A.",)),
        ({"author": [{"literal": "Tree Office"}]}, "authors", ("Tree Office",)),
        ({"container-title": [], "publisher": "Tree Press"}, "venue", "Tree Press"),
        ({"container-title": None, "institution": [{"name": "bioRxiv"}]}, "venue", "bioRxiv"),
        (
            {"container-title": [], "institution": [{"name": "R"}], "short-container-title": [], "publisher": "P"},
            "venues",
            ("P",),
        ),
        ({"type": "posted-content", "subtype": "preprint"}, "type", "preprint"),
        ({"type": "article-journal"}, "type", "journal-article"),
        ({"page": None, "article-number": "e12"}, "pages", "e12"),
    ],
)
def test_fields_are_odd(change: dict[str, Any], field: str, value: object) -> None:
    """Absent, null and oddly shaped fields are read as far as possible."""
    assert getattr(record_of({**WORK, **change}), field) == value


def test_an_old_doi_leads_to_the_present_one() -> None:
    """An old DOI leads to the one that is used now, by a redirect or by the list of aliases."""
    moved = make_reply(enveloped(WORK))
    reply = Reply("/works/x", 200, data=moved.data, hops=(Hop(301, "/works/10.5555%2Ftrees.1"),))
    assert parse_work(reply, "10.5555/old").existence == "found"
    assert parse_work(moved, "10.5555/old").reason == "unreadable"
    assert record_of({**WORK, "aliases": ["10.5555/old"]}, "10.5555/old").id == DOI


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Reply("", 404, data=b"Resource not found."), "abstained"),
        (429, "blocked"),
        (503, "unreadable"),
        (b'{"status":"ok","mess', "unreadable"),
        (b"<html>busy</html>", "unreadable"),
        (b"", "unreadable"),
        (EMPTY, "unreadable"),
        (enveloped([{"type": "parameter-not-allowed"}]), "unreadable"),
        (Reply("", trouble="timeout", why="sent no byte for 20 s"), "timeout"),
    ],
)
def test_only_a_record_means_that_a_work_exists(answer: Any, reason: str) -> None:
    """Nothing but a record means that a work is there, and nothing means that there is none."""
    found = parse_work(make_reply(answer), DOI)
    assert (found.existence, found.reason) == ("unchecked", reason)
    assert "Crossref" in found.why


async def test_notice_that_only_the_notice_knows() -> None:
    """The article says nothing; the list of works that update it has the retraction."""
    notice = {"DOI": "10.5555/n", "update-to": [{"DOI": DOI.upper(), "type": "retraction", "source": "publisher"}]}
    other = {"DOI": "10.5555/m", "update-to": [{"DOI": "10.5555/else", "type": "retraction"}]}
    web = FakeWeb(
        {
            ("crossref", "/works/"): enveloped({**WORK, "updated-by": []}),
            ("crossref", "/works"): {"message": {"items": [other, notice]}},
        }
    )
    found = await look_up_crossref(DOI, web)
    assert found.record
    assert found.record.notices == (Notice("retraction", "Crossref", "10.5555/n"),)
    assert web.asked[0][1] == "/works/10.5555%2Ftrees.1"
    assert web.asked[1][2]["filter"] == f"updates:{DOI}"


async def test_doi_with_a_comma() -> None:
    """A comma would end the filter: the notices are searched by title, and only those on this DOI count."""
    doi = "10.5555/trees,1"
    notice = {"DOI": "10.5555/n", "update-to": [{"DOI": doi, "type": "retraction"}]}
    web = FakeWeb(
        {
            ("crossref", "/works/"): enveloped({**WORK, "DOI": doi, "updated-by": []}),
            ("crossref", "/works"): {"message": {"items": [notice]}},
        }
    )
    found = await look_up_crossref(doi, web)
    assert found.record
    assert [each.kind for each in found.record.notices] == ["retraction"]
    assert web.asked[1][2]["filter"] == "is-update:true"


async def test_notices_out_of_reach() -> None:
    """A work is found although its notices could not be looked up, and the lookup says so."""
    web = FakeWeb({("crossref", "/works/"): enveloped({**WORK, "updated-by": []})})
    found = await look_up_crossref(DOI, web)
    assert (found.existence, found.why) == ("found", "whether it was retracted is not known: Crossref is out of reach")


async def test_search() -> None:
    """A search sends title, author and year, and returns works in the order of the service."""
    web = FakeWeb({("crossref", "/works"): {"message": {"items": [WORK, {"DOI": "10.5555/2"}, 7]}}})
    found = await search_crossref("Street trees", "Ash", "2020", web)
    assert not isinstance(found, Lookup)
    assert [each.id for each in found] == [DOI, "10.5555/2"]
    assert web.asked[0][2]["query.bibliographic"] == "Street trees Ash 2020"
    assert isinstance(await search_crossref("x", "", "", FakeWeb({})), Lookup)


@settings(max_examples=60)
@given(st.one_of(damaged(enveloped(WORK)), damaged({"message": {"items": [WORK]}})))
def test_any_value_in_any_field(answer: Any) -> None:
    """No JSON value raises, and none reads as missing."""
    reply = make_reply([answer] if isinstance(answer, int | str) else answer)
    assert parse_work(reply, DOI).existence in {"found", "unchecked"}
    for found in (parse_works(reply), parse_updates(reply, DOI)):
        assert isinstance(found, Lookup | tuple)
