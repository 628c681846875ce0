"""European Case Law Identifiers."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.forms.ecli import find
from citevet.extract.found import Found
from citevet.extract.scene import Scene

At = Callable[..., list[tuple[int, int, str]]]
FoundIn = Callable[[Callable[[Scene], Iterator[Found]], str], list[Found]]
Placed = Callable[[Callable[[Scene], Iterator[Found]], str], list[tuple[int, int, str]]]


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
def test_an_identifier_is_found_with_its_exact_span(
    text: str, surface: str, normal: str, at: At, placed: Placed
) -> None:
    """Case, line breaks and a missing prefix change the surface form, not the normal form."""
    assert at(text, (surface, normal)) == placed(find, text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("ECLI:EU:C:2014 is short", "an ECLI has 5 parts, this one has 4"),
        ("ECLI:EUR:C:2014:317", "EUR is no country code of two letters"),
        ("ECLI:EU:C:9914:317", "9914 is no year"),
        ("ECLI:EU:1C:2014:317", "1C is no court code"),
        ("ECLI:NL:HR:2015:12345678901234567890123456", "the last part has 26 characters, more than 25"),
    ],
)
def test_a_malformed_identifier_says_what_is_wrong(text: str, fault: str, found_in: FoundIn) -> None:
    """Each of the five parts is checked."""
    assert [fault] == [one.fault for one in found_in(find, text)]


@pytest.mark.parametrize(
    "text",
    [
        "https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=ecli:ECLI:EU:C:2014:317",
        "path/ECLI:EU:C:2014:317",
        "xEU:C:2014:317",
        "`ECLI:EU:C:2014:317`",
    ],
)
def test_what_stands_in_an_address_or_in_code_is_no_citation(text: str, placed: Placed) -> None:
    """An identifier inside an address, a path, a word or code is not taken."""
    assert placed(find, text) == []


def test_repetition_takes_linear_time(found_in: FoundIn) -> None:
    """200 kB of half identifiers come to an end."""
    assert found_in(find, "ECLI:EU:" * 25_000 + " ECLI:EU:C:2014:317")[-1].normal == "ECLI:EU:C:2014:317"
    assert found_in(find, "EU:C:" * 40_000) == []
