"""Tests of ECLI and CELEX."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.law.eu_identifiers import find_celex_numbers, find_eclis
from citevet.extract.masked_text import FoundCitation, MaskedText

At = Callable[..., list[tuple[int, int, str]]]
FoundIn = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[FoundCitation]]
Placed = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[tuple[int, int, str]]]


@pytest.mark.parametrize(
    ("text", "surface", "normal"),
    [
        ("See ECLI:EU:C:2014:317.", "ECLI:EU:C:2014:317", "ECLI:EU:C:2014:317"),
        ("(EU:C:2005:446)", "EU:C:2005:446", "ECLI:EU:C:2005:446"),
        ("the case ECLI:NL:HR:2015:472, which", "ECLI:NL:HR:2015:472", "ECLI:NL:HR:2015:472"),
        (
            "ecli:de:bgh:2018:150318uizr98.16.0",
            "ecli:de:bgh:2018:150318uizr98.16.0",
            "ECLI:DE:BGH:2018:150318UIZR98.16.0",
        ),
        ("wrapped ECLI:EU:C:\n2014:317 here", "ECLI:EU:C:\n2014:317", "ECLI:EU:C:2014:317"),
        ("> quoted ECLI:EU:C:2014:\n> 317", "ECLI:EU:C:2014:\n> 317", "ECLI:EU:C:2014:317"),
    ],
)
def test_find_eclis(text: str, surface: str, normal: str, at: At, placed: Placed) -> None:
    """Case, line breaks and a missing prefix change the text, not the normal form."""
    assert at(text, (surface, normal)) == placed(find_eclis, text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("ECLI:EU:C:2014 is short", "an ECLI has 5 parts, this one has 4"),
        ("ECLI:EUR:C:2014:317", "EUR is not a country code of two letters"),
        ("ECLI:EU:C:9914:317", "9914 is not a year"),
        ("ECLI:EU:1C:2014:317", "1C is not a court code"),
        ("ECLI:NL:HR:2015:12345678901234567890123456", "the last part has 26 characters, more than 25"),
    ],
)
def test_ecli_faults(text: str, fault: str, found_in: FoundIn) -> None:
    """Each of the five parts is checked."""
    assert [fault] == [one.fault for one in found_in(find_eclis, text)]


@pytest.mark.parametrize(
    "text",
    [
        "https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=ecli:ECLI:EU:C:2014:317",
        "path/ECLI:EU:C:2014:317",
        "xEU:C:2014:317",
        "`ECLI:EU:C:2014:317`",
    ],
)
def test_no_ecli(text: str, placed: Placed) -> None:
    """An identifier inside an address, a path, a word or code is ignored."""
    assert placed(find_eclis, text) == []


def test_ecli_repetition_is_linear(found_in: FoundIn) -> None:
    """200 kB of the worst repetition ends quickly."""
    assert found_in(find_eclis, "ECLI:EU:" * 25_000 + " ECLI:EU:C:2014:317")[-1].normal == "ECLI:EU:C:2014:317"
    assert found_in(find_eclis, "EU:C:" * 40_000) == []


@pytest.mark.parametrize(
    ("text", "surface", "normal"),
    [
        ("as in 32016R0679, the", "32016R0679", "32016R0679"),
        ("62012CJ0131.", "62012CJ0131", "62012CJ0131"),
        ("the opinion 62012CC0131 (AG)", "62012CC0131", "62012CC0131"),
        ("52018PC0033", "52018PC0033", "52018PC0033"),
        ("text of 02016R0679-20160504.", "02016R0679-20160504", "02016R0679-20160504"),
        ("treaties 12012E101", "12012E101", "12012E101"),
        ("(32016R0679R(01))", "32016R0679R(01)", "32016R0679R(01)"),
        ("see CELEX:32016R0679.", "CELEX:32016R0679", "32016R0679"),
        ("CELEX number 31995L0046", "CELEX number 31995L0046", "31995L0046"),
    ],
)
def test_find_celex_numbers(text: str, surface: str, normal: str, at: At, placed: Placed) -> None:
    """Sectors, corrigenda, consolidated texts and treaties have their own forms."""
    assert at(text, (surface, normal)) == placed(find_celex_numbers, text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("CELEX 39999L8888", "9999 is not a year of a Community or Union act"),
        ("CELEX 32016ZZ0679", "sector 3 has no type ZZ"),
        ("CELEX 32016R679", "the number after the type has four digits"),
        ("CELEX 32016R0679-20160504", "only a consolidated text (sector 0) carries a date"),
    ],
)
def test_celex_faults(text: str, fault: str, found_in: FoundIn) -> None:
    """After the word CELEX an impossible number is a faulty citation."""
    assert [fault] == [one.fault for one in found_in(find_celex_numbers, text)]


@pytest.mark.parametrize(
    "text",
    [
        "part 12345AB1234",
        "39999L8888 without its name",
        "https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:32016R0679",
        "file=32016R0679",
        "x32016R0679",
        "32016R06791",
        "`32016R0679`",
    ],
)
def test_no_celex_number(text: str, placed: Placed) -> None:
    """A part number, an address, a longer number and code are not citations."""
    assert placed(find_celex_numbers, text) == []


def test_celex_repetition_is_linear(found_in: FoundIn) -> None:
    """200 kB of the worst repetition ends quickly."""
    assert len(found_in(find_celex_numbers, "32016R0679 " * 18_181)) == 18_181
    assert found_in(find_celex_numbers, "3201" * 50_000) == []
