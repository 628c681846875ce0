"""UK legislation: sections found, beyond the last, repealed, not yet in force, and titles that are another act's."""

import asyncio
from collections.abc import Mapping
from datetime import date
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.resolve.fake_web import Answer, FakeWeb, make_reply
from tests.resolve.uk_shapes import make_act, make_contents, make_section

from citevet.model import Citation, Hop, Locator, Lookup, Reply, Span
from citevet.resolve.law.clml import ActText, parse_clml
from citevet.resolve.law.uk_legislation import look_up_uk_act, parse_title_search

WHEN = date(2026, 11, 17)
BY_TITLE = Reply("/id", 200, data=b"<html/>", hops=(Hop(301, "http://www.legislation.gov.uk/id/ukpga/1998/42"),))
CONTENTS = make_act(make_contents("1", "2", "6", "6A", "22"))


def make_citation(article: str | None = None, normal: str = "Lamps Act 1998", **parts: str) -> Citation:
    """Return a citation of an act, by title unless the parts say otherwise."""
    given = parts or {"title": "Lamps Act", "year": "1998"}
    locator = Locator(article=article) if article else None
    return Citation("c1", "uk-act", Span(0, len(normal)), normal, normal, locator, parts=given)


def look_up(citation: Citation, table: Mapping[str, Answer]) -> Lookup:
    """Look an act up; the title leads to ukpga/1998/42, and every other path that is not in the table to nothing."""
    rows = {("legislation_uk", path): answer for path, answer in table.items()}
    web = FakeWeb({**rows, ("legislation_uk", "/id"): BY_TITLE, ("legislation_uk", "/"): 404})
    return asyncio.run(look_up_uk_act(citation, web, WHEN))


def test_a_section_is_found_with_its_address() -> None:
    """The text for the judge is at the address of the section."""
    found = look_up(make_citation("s 6(1)"), {"/ukpga/1998/42/section/6/data.xml": make_act(make_section())})
    assert (found.existence, found.flags) == ("found", ())
    assert found.record is not None
    assert (found.record.id, found.record.title, found.record.years) == ("ukpga/1998/42", "Lamps Act 1998", (1998,))
    assert found.record.url == "https://www.legislation.gov.uk/ukpga/1998/42/section/6"
    assert found.record.copies == ("https://www.legislation.gov.uk/ukpga/1998/42/section/6/data.xml",)


@pytest.mark.parametrize(
    ("article", "why"),
    [
        ("s 99", "there is no section 99: Lamps Act 1998 has sections 1 to 22"),
        ("ss 1-99", "there is no section 99: Lamps Act 1998 has sections 1 to 22"),
        ("sch 9 para 3", "there is no schedule 9: Lamps Act 1998 has schedules 1 to 2"),
        ("s 6(7)", "there is no (7): it has (1) to (2)"),
        ("s 6(1)(b)", "there is no (b): it has (a)"),
    ],
)
def test_a_place_beyond_the_act_is_missing_with_the_range_shown(article: str, why: str) -> None:
    """The act is known, and so is what it has."""
    table = {
        "/ukpga/1998/42/section/6/data.xml": make_act(make_section()),
        "/ukpga/1998/42/section/1/data.xml": make_act(make_section("1")),
        "/ukpga/1998/42/contents/": CONTENTS,
    }
    found = look_up(make_citation(article), table)
    assert (found.existence, found.why) == ("missing", why)
    assert found.record is not None


@pytest.mark.parametrize(
    ("section", "links", "flags"),
    [
        (make_section(group='Status="Repealed" RestrictStartDate="2010-01-01"'), (), ("repealed",)),
        (make_section(group='Status="Repealed" RestrictStartDate="2027-01-01"'), (), ()),
        (make_section(group='RestrictStartDate="2012-04-01"', text=". . . . . ."), (), ("repealed",)),
        (make_section(group='Status="Prospective"'), (), ("prospective",)),
        (make_section(group='Match="false" RestrictStartDate="2027-01-01"'), (), ("prospective",)),
        (make_section(group='Match="false" RestrictEndDate="2020-01-01"'), (), ("repealed",)),
        (make_section(group='RestrictStartDate="2027-01-01"'), ("2027-01-01",), ("prospective",)),
        (make_section(group='RestrictStartDate="2027-01-01"'), ("enacted", "2027-01-01"), ()),
        (make_section(group='RestrictStartDate="2027-01-01"'), ("2003-01-01", "2027-01-01"), ()),
    ],
)
def test_what_is_not_in_force_on_the_day_is_flagged(
    section: str, links: tuple[str, ...], flags: tuple[str, ...]
) -> None:
    """By the status that the editors gave, by dots instead of a text, or by the dates of the versions."""
    found = look_up(make_citation("s 6"), {"/ukpga/1998/42/section/6/": make_act(section, links=links)})
    assert (found.existence, found.flags) == ("found", flags)
    assert bool(found.why) == bool(flags)


_PARTS = "".join(
    f'<Part><P1 id="schedule-2-{part}-paragraph-2"><Pnumber>2</Pnumber><P1para>'
    f"<P3><Pnumber>{item}</Pnumber></P3></P1para></P1></Part>"
    for part, item in enumerate("pq", 1)
)
SCHEDULE = (
    '<Contents><ContentsItem ContentRef="paragraph-1"/></Contents><Secondary><Body><P1 id="regulation-3">'
    "<Pnumber>3</Pnumber><P3><Pnumber>p</Pnumber></P3></P1></Body>"
    f'<Schedules><Schedule id="schedule-2"><Number>PART II</Number>{_PARTS}</Schedule></Schedules></Secondary>'
)


@pytest.mark.parametrize(
    ("article", "existence"),
    [
        ("reg 3(p)", "found"),  # the unit is that of the body, whatever the contents list first
        ("sch 2 para 2(p)", "found"),
        ("sch 2 para 2(q)", "found"),  # each part of the schedule has a paragraph 2
        ("sch 2 para 2(z)", "missing"),
    ],
)
def test_a_schedule_may_count_its_paragraphs_in_each_part(article: str, existence: str) -> None:
    """A schedule without a number of its own is known by its address."""
    act = make_act(SCHEDULE, title="The Lamps Regulations 1998", path="uksi/1998/42")
    found = look_up(make_citation(article, "SI 1998/42", si="1998/42"), {"/uksi/1998/42/": act})
    assert (found.existence, found.record and found.record.id) == (existence, "uksi/1998/42")


@pytest.mark.parametrize(
    ("start", "inside", "name"),
    [
        ('DocumentURI="http://www.legislation.gov.uk/ukdsi/2011/9780111513712"', "", "ukdsi/2011/9780111513712"),
        ("", '<DocumentMainType Value="UnitedKingdomDraftStatutoryInstrument"/><ISBN Value="9780111513712"/>',
         "ukdsi/2011/9780111513712"),
        ('IdURI="http://www.legislation.gov.uk/id/eur/2016/679"', "", "eur/2016/679"),
    ],
)  # fmt: skip
def test_drafts_and_retained_law(start: str, inside: str, name: str) -> None:
    """A draft is addressed by its ISBN and may have no year; retained law has articles in a body of its own."""
    body = '<EURetained><EUBody><P1 id="article-6"><Pnumber>Article 6</Pnumber></P1></EUBody></EURetained>'
    text = (
        f"<Legislation {start}><Metadata><title>Lamps Regulations 2011</title>{inside}</Metadata>{body}</Legislation>"
    )
    found = parse_clml(make_reply(text))
    assert isinstance(found, ActText)
    assert (found.record.id, found.record.years, found.unit) == (name, (2011,), "article")


@pytest.mark.parametrize("title", ["UK Lamps Act", "The Lamps Act", "Lamps"])
def test_a_title_may_be_longer_or_shorter(title: str) -> None:
    """Words before the title, such as a country, and an abridged title are no other act."""
    citation = make_citation(None, f"{title} 1998", title=title, year="1998", chapter="c 42")
    assert look_up(citation, {"/ukpga/1998/42/contents/": CONTENTS}).existence == "found"


def test_a_number_with_another_title_is_a_mismatch() -> None:
    """The instrument of that number is another one."""
    rules = make_act(
        make_contents("1", "2", unit="regulation"), title="The Lamps Regulations 2018", path="uksi/2018/14"
    )
    table: dict[str, Answer] = {"/uksi/2018/14/contents/": rules}
    found = look_up(make_citation(None, "SI 2018/14", si="2018/14", title="The Ponds Regulations 2018"), table)
    assert found.existence == "mismatched"
    assert [(each.claim, each.source) for each in found.differences] == [
        ("The Ponds Regulations 2018", "The Lamps Regulations 2018")
    ]
    assert (
        look_up(make_citation(None, "SI 2018/14", si="2018/14", title="Lamps Regulations 2018"), table).existence
        == "found"
    )
    assert look_up(make_citation("reg 7", "SI 2018/14", si="2018/14"), table).existence == "missing"
    assert look_up(make_citation("s 7", "SI 2018/14", si="2018/14"), table).existence == "unchecked"


@pytest.mark.parametrize(
    ("parts", "existence"),
    [
        ({"title": "Lamps Act", "year": "2018", "chapter": "c 999"}, "missing"),
        ({"year": "2005", "chapter": "asp 99"}, "missing"),
        ({"title": "Lamps Act", "year": "1970", "chapter": "c 99"}, "unchecked"),  # not all of that time are there
        ({"si": "2018/9999"}, "unchecked"),  # some instruments were never published there
    ],
)
def test_an_unknown_number_is_missing_where_the_site_is_complete(parts: dict[str, str], existence: str) -> None:
    """The site is the official publication, but not complete for all times; a proxy that has no act proves nothing."""
    citation = make_citation(None, "SI 2018/9999", **parts)
    found = look_up(citation, {"/ukpga/1998/42/contents/": CONTENTS})
    assert found.existence == existence
    assert ("the act of that title is ukpga/1998/42" in found.why) == (existence == "missing" and "title" in parts)
    assert look_up(citation, {}).existence == "unchecked"


def test_a_title_may_lead_to_several_acts_or_to_none() -> None:
    """An exact title among several decides."""
    page = '<a href="/ukpga/1985/67">Lamps Act 1985</a><a href="/ukpga/1968/73">Lamps Act 1968</a><a href="/">x</a>'
    several = Reply("", 300, data=page.encode())
    assert parse_title_search(several, "Lamps Act 1985") == "ukpga/1985/67"
    unclear = parse_title_search(several, "Lamps Act")
    assert isinstance(unclear, Lookup)
    assert (unclear.existence, len(unclear.candidates)) == ("ambiguous", 2)
    absent = parse_title_search(Reply("", 404), "Lamps Act 1985")
    assert isinstance(absent, Lookup)
    assert absent.reason == "abstained"


@pytest.mark.parametrize("answer", [403, 429, 500, "", "<html>Busy</html>", "<Legislation/>", "{}", Reply("", 202)])
def test_failures_prove_nothing(answer: Answer) -> None:
    """Neither the file of the section nor that of the contents."""
    for table in ({"/ukpga/1998/42/section/99/": answer}, {"/ukpga/1998/42/contents/": answer}):
        found = look_up(make_citation("s 99"), table)
        assert (found.existence, found.reason in {"blocked", "unreadable"}) == ("unchecked", True)
    assert isinstance(parse_title_search(make_reply(answer), "Lamps Act 1985"), Lookup)


@pytest.mark.parametrize(("article", "existence"), [("sch 1", "found"), ("sch 2", "missing")])
def test_the_only_schedule_is_the_first(article: str, existence: str) -> None:
    """It has no number, and many cite it with one."""
    contents = make_act(make_contents("1", schedules=("SCHEDULE",)))
    found = look_up(make_citation(article), {"/ukpga/1998/42/contents/data.xml": contents})
    assert found.existence == existence


@pytest.mark.parametrize(
    ("article", "when", "flags"),
    [
        ("s 6(3)", date(2026, 11, 17), ("repealed",)),
        ("s 6(3)", date(2019, 1, 1), ()),  # when it was repealed is not in the file
        ("s 6(1)", date(2026, 11, 17), ()),
        ("s 6", date(2026, 11, 17), ()),
    ],
)
def test_a_repealed_subsection_is_dots(article: str, when: date, flags: tuple[str, ...]) -> None:
    """It was repealed when the version of the section began, or before."""
    dots = "<P2><Pnumber>3</Pnumber><P2para><Text>. . . . . .</Text></P2para></P2></P1para></P1>"
    section = make_section(group='RestrictStartDate="2020-05-01"').replace("</P1para></P1>", dots, 1)
    web = FakeWeb({("legislation_uk", "/id"): BY_TITLE, ("legislation_uk", "/"): make_act(section)})
    found = asyncio.run(look_up_uk_act(make_citation(article), web, when))
    assert (found.existence, found.flags) == ("found", flags)
    assert ("section 6(3) of Lamps Act 1998 has been repealed since 2020-05-01" in found.why) == bool(flags)


def test_the_file_of_another_section_has_the_title_of_the_act() -> None:
    """A number with another title is a mismatch, whichever provision the file has."""
    other = make_citation("s 7", title="Boats Act", year="1998", chapter="c 42")
    found = look_up(other, {"/ukpga/1998/42/section/7/data.xml": make_act(make_section("6"))})
    assert found.existence == "mismatched"


def test_the_file_of_another_section_proves_nothing() -> None:
    """A section that is not in its own file was not read."""
    found = look_up(make_citation("s 6"), {"/ukpga/1998/42/section/6/": make_act(make_section("1"))})
    assert (found.existence, found.reason) == ("unchecked", "unreadable")


def test_a_whole_act_is_read_in_one_pass() -> None:
    """The versions of the act are listed once, not for each of its sections: 2,000 take a fraction of a second."""
    before, group, rest = make_section().partition("<P1group")
    section, end, after = (group + rest).partition("</P1group>")
    act = make_act(before + (section + end) * 2_000 + after, links=("2003-01-01",))
    began = process_time()
    found = parse_clml(make_reply(act))
    assert process_time() - began < 10  # 1,618 KB of a real act took 50 seconds
    assert isinstance(found, ActText)
    assert len(found.body.parts) == 2_000


@given(st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """Nothing raises."""
    found = parse_clml(Reply("", 200, data=data))
    assert isinstance(found, ActText) or found.reason == "unreadable"


@given(st.integers(0, 2000), st.integers(0, 60), st.binary(max_size=8))
def test_a_damaged_file_is_read_or_refused(at: int, size: int, junk: bytes) -> None:
    """Any piece may be missing or replaced."""
    data = make_act(make_section(), links=("2003-01-01",)).encode()
    found = parse_clml(Reply("", 200, data=data[:at] + junk + data[at + size :]))
    assert isinstance(found, ActText) or found.reason == "unreadable"
