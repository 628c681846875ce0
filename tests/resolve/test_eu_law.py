"""EU acts are checked down to the point, at CELLAR; a page without articles proves nothing."""

from collections.abc import Mapping, Sequence
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.emulator.eurlex import MODERN, NOTICES, TEXTS
from tests.resolve.emulated_web import EmulatedWeb
from tests.resolve.fake_web import make_reply
from tests.resolve.law_citations import TODAY, cite

from citevet.model import Difference, Lookup, Record, Reply
from citevet.resolve.law import LAW_LOOK_UPS
from citevet.resolve.law.eu import list_case_numbers, parse_text, parse_work
from citevet.resolve.law.eu_text import read_act, read_places
from citevet.resolve.law.provisions import judge_places


class Cellar(EmulatedWeb):
    """The emulated service, with a fault in its notices or texts."""

    def __init__(self, broken: Mapping[str, Reply | str | int] | None = None) -> None:
        self.broken = broken or {}

    async def ask(
        self,
        service: str,
        path: str,
        *,
        params: Mapping[str, str] | Sequence[tuple[str, str]] = (),
        headers: Mapping[str, str] | None = None,
        form: Mapping[str, str] | None = None,
        json: object = None,
    ) -> Reply:
        """Answer with the fault of the format that is requested, if it has one."""
        kind = "notice" if "notice" in (headers or {})["Accept"] else "text"
        if kind in self.broken:
            return make_reply(self.broken[kind])
        return await super().ask(service, path, params=params, headers=headers, form=form, json=json)


async def look_up(text: str, when: date = TODAY, broken: Mapping[str, Reply | str | int] | None = None) -> Lookup:
    """Look up the first legal citation of a text."""
    citation = cite(text)
    return await LAW_LOOK_UPS[citation.kind](citation, Cellar(broken), when)


@pytest.mark.parametrize(
    "text",
    [
        "Regulation (EU) 2016/679 applies.",
        "Article 2(1)(a) of Regulation (EU) 2018/196 applies.",
        "Article 2(1)(b)(ii) of Regulation (EU) 2018/196 applies.",
        "Article 3(2) of Regulation (EU) 2018/196 applies.",
        "Articles 1 and 2(2) of Regulation (EU) 2018/196 apply.",
        "Recital 2 of Regulation (EU) 2018/196 applies.",
        "Art. 6 Abs. 1 lit. f DSGVO gilt.",
        "Art. 6 Abs. 1 S. 1 lit. f DSGVO gilt.",
        "Article 1(1)(b) of Regulation (EC) No 6/2002 applies.",
        "Article 2a of Directive 2009/65/EC applies.",
        "Article 4 of Directive 2009/65/EC applies.",
        "Article 1 TEU applies.",
        "Article 6(1)(f) GDPR applies.",
        "Article 5(1)(h) of the AI Act applies.",
        "CELEX 32016R0679 applies.",
        "Case C-131/12 was decided.",
        "ECLI:EU:C:2014:317 was decided.",
        "See OJ L 119, 4.5.2016, p. 1.",
        "EuGH, Urt. v. 13.5.2014 – C-131/12",
        "Regulation (EU) 2022/2065 applies.",
    ],
)
async def test_existing_places_are_found(text: str) -> None:
    """Acts of three generations, inserted articles, recitals, treaties and cases are found."""
    found = await look_up(text)
    assert (found.existence, found.flags) == ("found", ()), found.why
    assert found.record
    assert found.record.title


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Article 250 of Regulation (EU) 2018/196 applies.", "Regulation (EU) 2018/196 has Articles 1 to 3"),
        ("Article 2(3) of Regulation (EU) 2018/196 applies.", "paragraphs 1 to 2"),
        ("Article 2(1)(c) of Regulation (EU) 2018/196 applies.", "points (a) to (b)"),
        ("Article 2(1)(b)(iii) of Regulation (EU) 2018/196 applies.", "points (i) to (ii)"),
        ("Article 6(1)(g) GDPR applies.", "points (a) to (f)"),
        ("Article 250 of the AI Act applies.", "Artificial Intelligence Act has Articles 1 to 113"),
        ("Recital 3 of Regulation (EU) 2018/196 applies.", "recitals 1 to 2"),
        ("Article 3 of Regulation (EC) No 6/2002 applies.", "Articles 1 to 2"),
        ("Article 5 of Directive 2009/65/EC applies.", "Articles 1 to 4"),
        ("Regulation (EU) 2016/9999 applies.", "has no 32016R9999"),
        ("Directive (EU) 2016/679 applies.", "has no 32016L0679; 32016R0679 is General Data Protection Regulation"),
        ("CELEX 39999L8888 applies.", "has no 39999L8888"),
        ("ECLI:EU:C:2014:1999 was decided.", "has no ECLI:EU:C:2014:1999"),
    ],
)
async def test_absent_places_are_missing(text: str, why: str) -> None:
    """The reason shows the existing range, or that the register has no such work."""
    found = await look_up(text)
    assert found.existence == "missing", found.why
    assert why in found.why


@pytest.mark.parametrize("paragraph", [1, 2])
async def test_unnumbered_paragraphs_stay_open(paragraph: int) -> None:
    """An article without numbers may have several paragraphs; how its lines are counted is unknown."""
    found = await look_up(f"Article 1({paragraph}) of Regulation (EU) 2018/196 applies.")
    assert (found.existence, found.reason) == ("unchecked", "abstained")


@pytest.mark.parametrize(
    ("text", "when", "flags"),
    [
        ("Directive 95/46/EC applies.", TODAY, ("repealed",)),
        ("Directive 95/46/EC applies.", date(2010, 1, 1), ()),
        ("Regulation (EU) 2027/1 applies.", TODAY, ("prospective",)),
        ("Regulation (EU) 2016/679 applies.", date(2017, 1, 1), ("prospective",)),
    ],
)
async def test_acts_are_valid_at_the_date_of_the_document(text: str, when: date, flags: tuple[str, ...]) -> None:
    """Validity is that of the document's date."""
    found = await look_up(text, when)
    assert (found.existence, found.flags) == ("found", flags)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Article 99 of Directive (EU) 2019/790 applies.", "no-text"),  # the text is an empty shell
        ("Article 99 of Directive 95/46/EC applies.", "no-text"),  # there is no text
        ("Article 2b of Directive 2009/65/EC applies.", "abstained"),  # may have been deleted again
        ("Annex IV to Regulation (EU) 2018/196 applies.", "abstained"),  # may be a file of its own
        ("Decision 2011/9999/EU applies.", "abstained"),  # other bodies have other numbers
        ("Case C-999/12 was decided.", "abstained"),  # may be joined to another
        ("ECLI:EU:C:2026:999 was decided.", "abstained"),  # too new
        ("ECLI:DE:BGH:2019:120319UVIZR123.18.0 gilt.", "abstained"),
        ("Demir v. Turkey, App. No. 34503/97", "abstained"),
    ],
)
async def test_doubt_is_no_verdict(text: str, reason: str) -> None:
    """What CELLAR cannot settle stays unchecked."""
    found = await look_up(text)
    assert (found.existence, found.reason) == ("unchecked", reason), found.why


@pytest.mark.parametrize(
    ("text", "existence", "differences"),
    [
        ("Case C-131/12, ECLI:EU:C:2014:317.", "found", ()),
        ("Case C-698/15, ECLI:EU:C:2016:970.", "found", ()),  # joined, and filed under the other number
        ("Case C-131/12 (EU:C:2016:970).", "mismatched", (Difference("case", "C-131/12", "C-203/15, C-698/15"),)),
        ("Case C-131/12, EU:C:2014:2317.", "missing", ()),
        ("Case C-131/12, EU:C:2026:2317.", "found", ()),  # too new for the register, which has the number
        ("Case C-999/11, EU:C:2014:317.", "unchecked", ()),  # the title names no case
    ],
)
async def test_a_number_and_an_ecli_are_of_one_case(
    text: str, existence: str, differences: tuple[Difference, ...]
) -> None:
    """An ECLI beside a case number is looked up, and must be that of a decision in the case."""
    found = await look_up(text)
    assert (existence, differences) == (found.existence, found.differences)


async def test_a_decision_of_another_day_is_ambiguous() -> None:
    """A real case number with another date shows what the case has."""
    found = await look_up("EuGH, Urt. v. 1.2.2015 – C-131/12")
    assert found.existence == "ambiguous"
    assert "2014-05-13" in found.why


_FAULTS: list[Reply | str | int] = [
    403,
    429,
    500,
    503,
    406,
    300,
    "",
    "<html><body>Please sign in</body></html>",
    MODERN[: len(MODERN) // 2],
    '{"error": "x"}',
    Reply("", trouble="timeout", why="sent nothing for 60 s"),
]


@pytest.mark.parametrize("kind", ["notice", "text"])
@pytest.mark.parametrize("fault", _FAULTS, ids=lambda fault: repr(fault)[:20])
async def test_no_failure_is_a_verdict(kind: str, fault: Reply | str | int) -> None:
    """A refusal, a failure, a sign-in page, a truncated page and an empty one leave the article unchecked."""
    found = await look_up("Article 250 of Regulation (EU) 2018/196 applies.", broken={kind: fault})
    assert found.existence == "unchecked"
    assert found.reason


@pytest.mark.parametrize(
    ("number", "year", "first"),
    [("C-131/12", "2012", "62012CJ0131"), ("26/62", "1962", "61962CJ0026"), ("T-1/09 P", "2009", "62009TJ0001")],
)
def test_case_numbers(number: str, year: str, first: str) -> None:
    """A case number gives the CELEX number of its judgment first."""
    assert list_case_numbers(number, year)[0] == first


LISTS = """<html><body><p>Article 5</p><p>1. These are prohibited:</p><table><tr><td>(g)</td><td>lamps;</td></tr>
<tr><td>(h)</td><td>the use of boats, unless:</td></tr></table><table><tr><td>(i)</td><td>to save lives;</td></tr>
<tr><td>(ii)</td><td>to fish.</td></tr></table><p>Article 6</p><p>1. The Agency may visit:</p>
<table><tr><td>(a)</td><td>boats;</td></tr><tr><td>(b)</td><td>lamps.</td></tr></table>
<p>It may do so if:</p><table><tr><td>(i)</td><td>it is day;</td></tr><tr><td>(ii)</td><td>it is dry.</td></tr></table>
<p>Article 7</p><p>1. These count:</p><table><tr><td>(h)</td><td>oars;</td></tr><tr><td>(i)</td><td>sails;</td></tr>
<tr><td>(j)</td><td>ropes.</td></tr></table><p>2. The Agency may add others.</p>
<p>Article 8</p><p>The list of Annex I applies.</p><p>(1) OJ L 1, 1.1.2020, p. 1.</p></body></html>"""


@pytest.mark.parametrize(
    ("locator", "existence"),
    [
        ("5(1)(h)(i)", "found"),  # (i) after (h) is a numeral, for (ii) follows
        ("5(1)(h)(iii)", "missing"),
        ("6(1)(i)", "found"),  # the list of the second subparagraph
        ("6(1)(ii)", "found"),
        ("6(1)(a), (b)", "found"),
        ("6(1)(a)-(b)", "found"),
        ("7(1)(i)", "found"),
        ("7(1)(h), (j)", "found"),
        ("7(3)", "missing"),
        ("6(2)", "unchecked"),  # no paragraph is numbered alone, so the others were left out
        ("8(2)", "unchecked"),  # the number is that of a note
    ],
)
def test_lists_in_points_and_after_them(locator: str, existence: str) -> None:
    """Letters and numerals that look alike are told apart by what comes before and after them."""
    text = read_act(LISTS)
    assert text is not None
    unit, places = read_places(locator)
    assert judge_places(text.select(unit), places, Record("eurlex", "x"), TODAY).existence == existence


@given(st.text(max_size=60))
def test_any_locator(text: str) -> None:
    """No locator raises."""
    _, places = read_places(text)
    assert all(places)


@given(st.text(max_size=300) | st.sampled_from([*NOTICES.values(), *TEXTS.values()]), st.integers(0, 2_000))
def test_any_page(text: str, cut: int) -> None:
    """No bytes raise, and none are a miss."""
    reply = Reply("", 200, data=text.encode("utf-8", "replace")[:cut])
    work, found = parse_work(reply, "32016R0679"), parse_text(reply)
    assert not isinstance(work, Lookup) or work.existence == "unchecked"
    assert not isinstance(found, Lookup) or found.existence == "unchecked"
