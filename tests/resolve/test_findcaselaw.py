"""Judgments at Find Case Law: found, under another name, absent, and impossible numbers."""

import asyncio
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.resolve.fake_web import Answer, FakeWeb
from tests.resolve.uk_shapes import make_judgment

from citevet.model import Citation, Lookup, Record, Reply, Span
from citevet.resolve.law.uk_cases import look_up_uk_case, parse_bailii, parse_judgment

WHEN = date(2026, 11, 17)


def make_case(court: str = "UKSC", year: str = "2024", number: str = "12", **parts: str) -> Citation:
    """Return a neutral citation."""
    suffix = f" ({parts['division']})" if "division" in parts else ""
    text = f"[{year}] {court} {number}{suffix}"
    given = {"court": court, "year": year, "number": number, **parts}
    return Citation("c1", "uk-case", Span(0, len(text)), text, text, parts=given)


def look_up(citation: Citation, answer: Answer, bailii: Answer = 403) -> tuple[Lookup, list[str]]:
    """Look a judgment up, and return also which paths were asked."""
    web = FakeWeb({("findcaselaw", "/"): answer, ("web", "https://www.bailii.org/"): bailii})
    return asyncio.run(look_up_uk_case(citation, web, WHEN)), [path for _, path, _ in web.asked]


def test_a_judgment_under_its_own_name_is_found() -> None:
    """The record has name, court and date; the date of the file does not count."""
    found, asked = look_up(make_case(case_name="Ash v Oak"), make_judgment())
    assert (found.existence, asked) == ("found", ["/uksc/2024/12/data.xml"])
    assert found.record == Record(
        "findcaselaw",
        "[2024] UKSC 12",
        "case",
        "Ash v Oak Ltd",
        years=(2024,),
        venue="The Supreme Court",
        url="https://caselaw.nationalarchives.gov.uk/uksc/2024/12",
        copies=("https://caselaw.nationalarchives.gov.uk/uksc/2024/12/data.xml",),
    )


def test_another_name_or_citation_is_a_mismatch() -> None:
    """Both sides are shown."""
    named, _ = look_up(make_case(case_name="Invented v Nobody"), make_judgment())
    assert [(each.claim, each.source) for each in named.differences] == [("Invented v Nobody", "Ash v Oak Ltd")]
    numbered, _ = look_up(make_case(), make_judgment(cite="[2024] UKSC 13"))
    assert (named.existence, numbered.existence) == ("mismatched", "mismatched")


def test_the_head_of_a_judgment_names_the_parties_of_joined_cases() -> None:
    """A name whose words are all there is not another one; a judgment without a name is found by its number."""
    head = "<header><p>Ash v Oak Ltd</p><p>Fern (Wales) v Yew Council</p><p>Mr Elm for Oak Ltd</p></header>"
    joined = make_judgment().replace("</meta>", f"</meta>{head}")
    for name, existence in {"R (Fern (Wales)) v Yew": "found", "Fern v Elder": "mismatched"}.items():
        found, _ = look_up(make_case(case_name=name), joined)
        assert (found.existence, found.record and found.record.title) == (existence, "Ash v Oak Ltd")
    nameless, _ = look_up(make_case(case_name="Ash v Oak"), make_judgment(""))
    assert (nameless.existence, nameless.record and nameless.record.id) == ("found", "[2024] UKSC 12")


@pytest.mark.parametrize("title", ["", "A v B"])
def test_a_judgment_without_a_telling_name_is_compared_by_its_head(title: str) -> None:
    """One word in common is enough, and none is another case."""
    judgment = make_judgment(title).replace("</meta>", "</meta><header><p>Between</p><p>ASH</p><p>- and -</p></header>")
    for name, existence in {"Ash v Oak": "found", "Fern v Elder": "mismatched"}.items():
        found, _ = look_up(make_case(case_name=name), judgment)
        assert (found.existence, found.record and found.record.title) == (existence, title)
        assert {each.source for each in found.differences} <= {title or "[2024] UKSC 12"}


@pytest.mark.parametrize(
    ("citation", "path"),
    [
        (make_case("EWCA Civ", "2025", "673"), "/ewca/civ/2025/673/data.xml"),
        (make_case("EWHC", "2017", "3409", division="Admin"), "/ewhc/admin/2017/3409/data.xml"),
        (make_case("UKUT", "2018", "321", division="TCC"), "/ukut/tcc/2018/321/data.xml"),
        (make_case("EWFC", "2017", "83"), "/ewfc/2017/83/data.xml"),
        (make_case("EWCOP", "2025", "3", division="T3"), "/ewcop/t3/2025/3/data.xml"),
    ],
)
def test_the_address_follows_from_the_citation(citation: Citation, path: str) -> None:
    """Court, division, year and number."""
    assert look_up(citation, make_judgment())[1] == [path]


@pytest.mark.parametrize(
    ("citation", "existence"),
    [
        (make_case(number="9876"), "missing"),
        (make_case("EWCA Civ", number="9999"), "missing"),
        (make_case(year="2005"), "missing"),  # the court began in 2009
        (make_case(), "unchecked"),  # coverage is partial
        (make_case("EWHC", number="4100", division="Ch"), "unchecked"),
        (make_case("UKHL", "1932", "100"), "unchecked"),
    ],
)
def test_an_unknown_judgment_is_missing_only_if_the_court_cannot_have_given_it(
    citation: Citation, existence: str
) -> None:
    """Absence from Find Case Law does not mean that there is no such judgment."""
    found, _ = look_up(citation, 404)
    assert found.existence == existence
    assert f"Find Case Law does not know {citation.normal}" in found.why


def test_bailii_has_what_find_case_law_lacks() -> None:
    """Its pages have the name and the citation in their title."""
    page = "<HTML><HEAD><TITLE>Donoghue v Stevenson [1932] UKHL 100 (26 May 1932)</TITLE></HEAD></HTML>"
    citation = make_case("UKHL", "1932", "100", case_name="Donoghue v Stevenson")
    found, asked = look_up(citation, 404, page)
    assert found.existence == "found"
    assert found.record is not None
    assert found.record.title == "Donoghue v Stevenson"
    assert asked[-1] == "https://www.bailii.org/uk/cases/UKHL/1932/100.html"
    wrong, _ = look_up(make_case("UKHL", "1932", "101"), 404, page)
    assert wrong.existence == "mismatched"


@pytest.mark.parametrize("answer", [403, 429, 500, "", "<html>Busy</html>", "<akomaNtoso/>", "{}", Reply("", 204)])
def test_failures_prove_nothing(answer: Answer) -> None:
    """Not even for a number that cannot be: no service said that it is not there."""
    found, asked = look_up(make_case(number="9876"), answer)
    assert (found.existence, len(asked)) == ("unchecked", 1)
    assert found.reason in {"blocked", "unreadable"}


@pytest.mark.parametrize("bailii", [403, 404, 500, "<html><title>Welcome</title></html>"])
def test_a_bailii_that_fails_proves_nothing(bailii: Answer) -> None:
    """It keeps many visitors out."""
    found, _ = look_up(make_case(), 404, bailii)
    assert found.existence == "unchecked"
    assert "https://www.bailii.org/uk/cases/UKSC/2024/12.html" in found.why


def test_a_press_summary_is_not_the_judgment() -> None:
    """It has no neutral citation of its own."""
    assert look_up(make_case(), make_judgment(kind="doc"))[0].existence == "unchecked"


@pytest.mark.parametrize("citation", [make_case("EWHC", number="3"), make_case("", number="212", report="AC")])
def test_what_has_no_address_is_not_asked(citation: Citation) -> None:
    """A High Court number without its division, and law reports."""
    found, asked = look_up(citation, make_judgment())
    assert (found.reason, asked) == ("abstained", [])


@given(st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """Nothing raises."""
    for found in (parse_judgment(Reply("", 200, data=data)), parse_bailii(Reply("", 200, data=data), "")):
        assert isinstance(found, Record) or found.existence == "unchecked"
