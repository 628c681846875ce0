"""US statutes, rules and the Constitution: found, repealed, beyond the last, and services that fail."""

import asyncio
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.resolve.fake_web import Answer, FakeWeb

from citevet.model import Citation, Hop, Locator, Lookup, Reply, Span
from citevet.resolve.law.us_legislation import look_up_us_statute, parse_govinfo_link, parse_lii_page, parse_title_page

WHEN = date(2026, 11, 17)
TITLE_PAGE = (
    "<title>U.S. Code: Title 18 | LII</title>"
    "<ul><li>PART I—CRIMES (§§&nbsp;1 – 2725)</li><li>PART V—IMMUNITY (&sect;&sect; 6001 – 6005)</li></ul>"
)


def make_citation(code: str, title: str, section: str, article: str | None = None) -> Citation:
    """Return a citation of a statute."""
    normal = f"{title} {code} § {section}"
    parts = {"title": title, "code": code, "section": section}
    locator = Locator(article=article) if article else None
    return Citation("c1", "us-statute", Span(0, len(normal)), normal, normal, locator, parts=parts)


def make_govinfo(head: str, *letters: str) -> Reply:
    """Return a page of the U.S. Code, after the redirect of the link service."""
    body = "".join(f'<p class="statutory-body">({letter}) Text</p>' for letter in letters)
    html = f'<h3 class="section-head">{head}</h3>{body}<!-- field-end:statute --><p class="statutory-body">(q) Note</p>'
    to = "https://www.govinfo.gov/content/pkg/USCODE-2023-title18/html/USCODE-2023-title18-sec1001.htm"
    return Reply("/link/uscode/18/1001", 200, data=html.encode(), hops=(Hop(302, to),))


def make_lii(title: str) -> str:
    """Return a page of LII."""
    return f"<html><title>{title} | U.S. Code | LII / Legal Information Institute</title></html>"


def look_up(citation: Citation, **table: Answer) -> tuple[Lookup, list[str]]:
    """Look a statute up, and return also which paths were asked. The title page of LII is named `contents`."""
    rows: dict[tuple[str, str], Answer] = {("govinfo", "/link"): table.get("govinfo", 404)}
    rows |= {
        ("lii", "/uscode/text/18/"): table.get("lii", 404),
        ("lii", "/uscode/text/18"): table.get("contents", TITLE_PAGE),
    }
    web = FakeWeb({**rows, ("lii", "/"): table.get("lii", 404)})
    return asyncio.run(look_up_us_statute(citation, web, WHEN)), [path for _, path, _ in web.asked]


@pytest.mark.parametrize(
    ("head", "existence"),
    [("§2000e–2. Practices", "found"), ("[§§2000e to 2000e–9. Repealed.]", "found"), ("§2000e–3. Other", "unchecked")],
)
def test_the_page_of_another_section_proves_nothing(head: str, existence: str) -> None:
    """The heading names the section, or several."""
    found, _ = look_up(make_citation("U.S.C.", "18", "2000e-2"), govinfo=make_govinfo(head))
    assert found.existence == existence


def test_the_official_edition_has_the_section() -> None:
    """Its heading and address are the record's."""
    section = make_govinfo("§1001. Statements or entries generally", "a", "b", "c")
    found, asked = look_up(make_citation("U.S.C.", "18", "1001", "1001(a)"), govinfo=section)
    assert (found.existence, asked) == ("found", ["/link/uscode/18/1001"])
    assert found.record is not None
    assert (found.record.id, found.record.title) == ("18 U.S.C. § 1001", "§1001. Statements or entries generally")
    assert found.record.copies == (section.final_url,)


def test_lii_has_what_the_edition_lacks() -> None:
    """The edition is a year or two behind."""
    found, asked = look_up(make_citation("U.S.C.", "18", "1001"), lii=make_lii("18 U.S. Code § 1001 - Statements"))
    assert (found.existence, len(asked)) == ("found", 2)
    assert found.record is not None
    assert found.record.title == "18 U.S. Code § 1001 - Statements"


def test_a_subsection_beyond_the_last_is_missing() -> None:
    """The notes after the law do not count."""
    citation = make_citation("U.S.C.", "18", "1001", "1001(q)")
    found, _ = look_up(citation, govinfo=make_govinfo("§1001. X", "a", "b", "c"))
    assert (found.existence, found.why) == ("missing", "there is no (q): 18 U.S.C. § 1001 has (a) to (c)")
    unclear, _ = look_up(citation, govinfo=make_govinfo("§1001. X", "a", "c"))
    assert unclear.existence == "found"


@pytest.mark.parametrize(
    ("section", "existence", "why"),
    [
        ("99999", "missing", "there is no § 99999: title 18 of the U.S. Code has sections 1 to 6005"),
        ("3000", "unchecked", "govinfo does not know 18 U.S.C. § 3000, and Cornell LII does not know 18 U.S.C. § 3000"),
    ],
)
def test_a_section_beyond_the_last_is_missing(section: str, existence: str, why: str) -> None:
    """One in between may be of an older edition."""
    found, _ = look_up(make_citation("U.S.C.", "18", section))
    assert (found.existence, found.why) == (existence, why)
    assert look_up(make_citation("U.S.C.", "99", "1"))[0].existence == "missing"


@pytest.mark.parametrize(
    ("head", "kind", "flags"),
    [
        ("[§1. Repealed. Pub. L. 98–473]", "repealed", ("repealed",)),
        ("[§1. Transferred]", "renumbered", ()),
        ("§1. Repealed laws that stay in force", None, ()),
    ],
)
def test_an_empty_section_says_why(head: str, kind: str | None, flags: tuple[str, ...]) -> None:
    """Its heading is all that is left; the word inside a heading says nothing."""
    found, _ = look_up(make_citation("U.S.C.", "18", "1"), govinfo=make_govinfo(head))
    assert found.record is not None
    assert [notice.kind for notice in found.record.notices] == ([kind] if kind else [])
    assert (found.existence, found.flags) == ("found", flags)


def test_every_section_of_a_list_counts() -> None:
    """Of a range both ends; 78j-1 is one section."""
    for article, paths in (("1331, 1332(a)", 2), ("1331-1335", 2), ("78j-1", 1), ("1701-06", 1)):
        section = make_govinfo("§1. X")
        _, asked = look_up(make_citation("U.S.C.", "18", "1331", article), govinfo=section)
        assert len(asked) == paths


@pytest.mark.parametrize("fault", [403, 429, 500])
@pytest.mark.parametrize("name", ["govinfo", "lii", "contents"])
def test_failures_prove_nothing(name: str, fault: int) -> None:
    """A section beyond the last is missing only if all services say so."""
    table: dict[str, Answer] = {name: fault}
    assert look_up(make_citation("U.S.C.", "18", "99999"), **table)[0].existence == "unchecked"


OTHER_PAGES = (
    "",
    "<html>Welcome</html>",
    "<title>Just a moment...</title>",
    "<title>U.S. Code: Title 18</title> See § 230.",
    "<title>U.S. Code: Title 5</title> §§ 1 – 2, §§ 3 – 4",
)


@pytest.mark.parametrize("page", OTHER_PAGES)
def test_a_page_that_is_something_else_proves_nothing(page: str) -> None:
    """With status 200."""
    found, _ = look_up(make_citation("U.S.C.", "18", "99999"), lii=page, contents=page)
    assert (found.existence, found.reason) == ("unchecked", "unreadable")


@pytest.mark.parametrize(
    ("code", "title", "number", "path"),
    [
        ("Pub. L.", "104", "292", "/link/plaw/104/public/292"),
        ("Fed. Reg.", "88", "12345", "/link/fr/88/12345"),
        ("Stat.", "110", "3459", "/link/statute/110/3459"),
    ],
)
def test_other_series_are_linked_too(code: str, title: str, number: str, path: str) -> None:
    """A link that leads nowhere proves nothing."""
    found, asked = look_up(make_citation(code, title, number), govinfo=make_govinfo("An Act"))
    assert (found.existence, asked) == ("found", [path])
    assert look_up(make_citation(code, title, number))[0].reason == "abstained"
    assert look_up(make_citation("Pub. L.", "90", "1"))[1] == []


def test_rules_have_a_last_one() -> None:
    """Some more may have been added since."""
    page = make_lii("Rule 12. Defenses and Objections")
    assert look_up(make_citation("Fed. R. Civ. P.", "", "12"), lii=page)[0].existence == "found"
    beyond, _ = look_up(make_citation("Fed. R. Civ. P.", "", "999"))
    assert (beyond.existence, beyond.why) == ("missing", "there is no rule 999: the Fed. R. Civ. P. have rules 1 to 87")
    assert look_up(make_citation("Fed. R. Civ. P.", "", "88"))[0].existence == "unchecked"
    assert look_up(make_citation("Fed. R. Civ. P.", "", "999"), lii=500)[0].existence == "unchecked"


def test_the_constitution_has_seven_articles_and_27_amendments() -> None:
    """No service is needed to know that."""
    page = make_lii("14th Amendment: Amendment XIV")
    found, asked = look_up(make_citation("U.S. Const.", "", "amend. XIV"), lii=page)
    assert (found.existence, asked) == ("found", ["/constitution/amendmentxiv"])
    beyond, asked = look_up(make_citation("U.S. Const.", "", "amend. XXVIII"))
    assert (beyond.existence, asked) == ("missing", [])
    assert beyond.why == "there is no amendment XXVIII: the Constitution has 27 amendments"
    assert look_up(make_citation("U.S. Const.", "", "art. VIII"))[0].existence == "missing"


def test_state_codes_have_no_service() -> None:
    """They stay unchecked."""
    found, asked = look_up(make_citation("Mass. Gen. Laws", "1", "2"))
    assert (found.reason, asked) == ("abstained", [])


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """Nothing raises."""
    reply = Reply("/content/pkg/x", 200, data=data)
    for found in (parse_govinfo_link(reply, "x"), parse_lii_page(reply, "x", "1")):
        assert found.record or found.existence == "unchecked"
    assert parse_title_page(reply, "1")
