"""Tests of legislation of the United Kingdom."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.law.uk_law import find_uk_acts
from citevet.extract.masked_text import FoundCitation, MaskedText

At = Callable[..., list[tuple[int, int, str]]]
FoundIn = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[FoundCitation]]
Placed = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[tuple[int, int, str]]]


@pytest.mark.parametrize(
    ("text", "surface", "normal", "article"),
    [
        ("The Human Rights Act 1998, s 6(1).", "Human Rights Act 1998, s 6(1)", "Human Rights Act 1998", "s 6(1)"),
        (
            "Under section 6 of the Human Rights Act 1998 it",
            "section 6 of the Human Rights Act 1998",
            "Human Rights Act 1998",
            "s 6",
        ),
        (
            "See paragraph 4(2) of Schedule 1 to the Lamps Act 2018.",
            "paragraph 4(2) of Schedule 1 to the Lamps Act 2018",
            "Lamps Act 2018",
            "sch 1 para 4(2)",
        ),
        (
            "Lamps Act 2018, Sch 9, Pt 1, para 2",
            "Lamps Act 2018, Sch 9, Pt 1, para 2",
            "Lamps Act 2018",
            "sch 9 para 2",
        ),
        ("Lamps Act 2018, s 6, Part 2 of it", "Lamps Act 2018, s 6", "Lamps Act 2018", "s 6"),
        (
            "Data Protection Act 2018, sch 2 para 3",
            "Data Protection Act 2018, sch 2 para 3",
            "Data Protection Act 2018",
            "sch 2 para 3",
        ),
        (
            "Schedule 2, paragraph 3 to the Data Protection Act 2018",
            "Schedule 2, paragraph 3 to the Data Protection Act 2018",
            "Data Protection Act 2018",
            "sch 2 para 3",
        ),
        ("in SI 2018/1400, reg 12.", "SI 2018/1400, reg 12", "SI 2018/1400", "reg 12"),
        ("SI 2018 No. 1400", "SI 2018 No. 1400", "SI 2018/1400", None),
        ("by 10 & 11 Eliz 2 c 15.", "10 & 11 Eliz 2 c 15", "10 & 11 Eliz 2 c 15", None),
        (
            "the Land Reform (Scotland) Act 2003 asp 2",
            "Land Reform (Scotland) Act 2003 asp 2",
            "Land Reform (Scotland) Act 2003",
            None,
        ),
        ("here (Human Rights Act 1998).", "Human Rights Act 1998", "Human Rights Act 1998", None),
        ("passed as 2003 asp 3.", "2003 asp 3", "2003 asp 3", None),
        (
            "the Copyright, Designs and Patents Act 1988 (c. 48)",
            "Copyright, Designs and Patents Act 1988 (c. 48)",
            "Copyright, Designs and Patents Act 1988",
            None,
        ),
        ("However, Theft Act 1968 says", "Theft Act 1968", "Theft Act 1968", None),
        (
            "Police and Criminal Evidence Act 1984, ss 76 and 78",
            "Police and Criminal Evidence Act 1984, ss 76 and 78",
            "Police and Criminal Evidence Act 1984",
            "ss 76, 78",
        ),
        ("Part 3 of the Equality Act 2010", "Part 3 of the Equality Act 2010", "Equality Act 2010", "pt 3"),
        ("*Equality Act*\n2010, s. 19(1)(a)", "Equality Act*\n2010, s. 19(1)(a)", "Equality Act 2010", "s 19(1)(a)"),
        (
            "the Money Laundering Regulations 2017 (SI 2017/692),",
            "Money Laundering Regulations 2017 (SI 2017/692)",
            "SI 2017/692",
            None,
        ),
    ],
)
def test_find_uk_acts(
    text: str, surface: str, normal: str, article: str | None, at: At, found_in: FoundIn, placed: Placed
) -> None:
    """Acts by title and year, instruments by number, old acts by regnal year, each with its section."""
    assert at(text, (surface, normal)) == placed(find_uk_acts, text)
    locator = found_in(find_uk_acts, text)[0].locator
    assert article == (locator.article if locator else None)


def test_parts_of_an_act(found_in: FoundIn) -> None:
    """Acts have title and year, instruments their number."""
    act, instrument = found_in(find_uk_acts, "Human Rights Act 1998; SI 2018/1400")
    assert (act.parts, instrument.parts) == ({"title": "Human Rights Act", "year": "1998"}, {"si": "2018/1400"})


@pytest.mark.parametrize(
    "text",
    [
        "the new Act 2024 and this Act 2024",
        "if you act 2024 times",
        "The Act 1998",
        "Privacy Act 1988 (Cth)",
        "Civil Rights Act of 1964",
        "https://www.legislation.gov.uk/ukpga/1998/42/section/6",
        "`Human Rights Act 1998`",
        "SI units 2018",
        "in (Scotland) asp 3",
    ],
)
def test_act_needs_its_title(text: str, placed: Placed) -> None:
    """A year after the word Act is not enough, and acts of other countries are skipped."""
    assert placed(find_uk_acts, text) == []


def test_uk_act_repetition_is_linear(found_in: FoundIn) -> None:
    """200 kB of the worst repetition ends quickly."""
    assert len(found_in(find_uk_acts, "B " * 100_000 + "Act 1998")) == 1
    assert found_in(find_uk_acts, "section 1 of the " * 12_000) == []
