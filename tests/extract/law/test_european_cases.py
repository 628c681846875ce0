"""Tests of cases of the European courts, in English and German citations."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.law.european_cases import find_echr_cases, find_eu_cases, find_german_eu_cases
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Extraction, Locator

At = Callable[..., list[tuple[int, int, str]]]
FoundIn = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[FoundCitation]]
Placed = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[tuple[int, int, str]]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Google Spain (C-131/12).", [("C-131/12", "C-131/12")]),
        ("Case C-131/12 Google Spain", [("Case C-131/12", "C-131/12")]),
        ("Joined Cases C-293/12 and C-594/12 decide", [("Joined Cases C-293/12 and C-594/12", "C-293/12")]),
        ("Cases C-1/10 and C-2/11", [("Cases C-1/10", "C-1/10"), ("C-2/11", "C-2/11")]),
        ("Case T-99/04 P, appeal", [("Case T-99/04 P", "T-99/04 P")]),
        ("in F-5/11.", [("F-5/11", "F-5/11")]),
        ("C\u2011311/18 has a fixed hyphen", [("C\u2011311/18", "C-311/18")]),
        ("Case 26/62 Van Gend en Loos", [("Case 26/62", "26/62")]),
        ("*Schrems*,\nC-362/14", [("C-362/14", "C-362/14")]),
    ],
)
def test_find_eu_cases(text: str, expected: list[tuple[str, str]], at: At, placed: Placed) -> None:
    """Joined cases are one judgment; others are cited one by one."""
    assert at(text, *expected) == placed(find_eu_cases, text)


def test_joined_cases(found_in: FoundIn) -> None:
    """The further numbers of a joined case are in the parts."""
    (one,) = found_in(find_eu_cases, "Joined Cases C-293/12 and C-594/12")
    assert one.parts == {"court": "Court of Justice", "number": "C-293/12", "year": "2012", "joined": "C-594/12"}


@pytest.mark.parametrize(
    ("text", "surface", "article"),
    [
        ("C-131/12, paragraph 45.", "C-131/12, paragraph 45", "[45]"),
        ("C-131/12, paras 45–47, hold", "C-131/12, paras 45–47", "[45-47]"),
        ("C-131/12 [45]", "C-131/12 [45]", "[45]"),
    ],
)
def test_paragraph_is_the_locator(text: str, surface: str, article: str, found_in: FoundIn) -> None:
    """The paragraph belongs to the citation and is kept in brackets."""
    (one,) = found_in(find_eu_cases, text)
    assert (0, len(surface), Locator(article=article)) == (one.span.start, one.span.end, one.locator)


@pytest.mark.parametrize(
    "text",
    [
        "a T-34/85 tank",
        "vitamin C-3/5",
        "F-16/03",
        "x-C-131/12",
        "https://curia.europa.eu/C-131/12",
        "C-131/123",
        "`C-131/12`",
    ],
)
def test_no_eu_case(text: str, placed: Placed) -> None:
    """Tanks, aircraft, addresses and code are not cases: the General Court sits since 1989."""
    assert placed(find_eu_cases, text) == []


def test_case_of_impossible_year(found_in: FoundIn) -> None:
    """After the word Case an impossible number is a faulty citation."""
    assert [one.fault for one in found_in(find_eu_cases, "Case T-34/85")] == [
        "the General Court has no cases of the year 85"
    ]


def test_eu_case_repetition_is_linear(found_in: FoundIn) -> None:
    """200 kB of the worst repetition ends quickly."""
    assert len(found_in(find_eu_cases, "C-1/12, " * 25_000)) == 25_000
    assert len(found_in(find_eu_cases, "Joined Cases C-1/12" + " and C-1/12" * 18_000)) == 1


@pytest.mark.parametrize(
    ("text", "number", "place"),
    [
        ("EuGH, Urt. v. 5.2.1963 – C-26/62, Slg. 1963, 1", "26/62", None),
        ("EuGH, Urteil vom 5. Februar 1963, Rs. 26/62, Slg. 1963, 1, 25", "26/62", Locator(page="25")),
        ("EuGH, Rs. 26/62, van Gend & Loos, Slg. 1963, 1", "26/62", None),
        ("EuGH, Rs. C-212/97, Slg. 1999, I-1459 Rn. 24", "C-212/97", Locator(article="[24]")),
        ("EuGH, Urt. v. 12.9.2019 – C-123/18, Rn. 12", "C-123/18", Locator(article="[12]")),
        ("EuGH, Urt. v. 12.9.2019 (C-123/18 P)", "C-123/18 P", None),
        ("EuG, Urt. v. 12.9.2019 – T-12/18", "T-12/18", None),
    ],
)
def test_german_court_number_and_report(text: str, number: str, place: Locator | None, found_in: FoundIn) -> None:
    """A case has its number; before 1989 the number has no letter."""
    (one,) = found_in(find_german_eu_cases, f"So {text}.")
    assert ("eu-case", number, place, None) == (one.kind, one.normal, one.locator, one.fault)
    assert len(text) == len(one.span)


def test_judgment_before_its_case(found_in: FoundIn) -> None:
    """A judgment older than its case is reported."""
    (one,) = found_in(find_german_eu_cases, "So EuGH, Urt. v. 12.9.2019 – C-123/21.")
    assert "filed in 2021, but decided in 2019" == one.fault


@pytest.mark.parametrize(
    "text", ["Der EuGH tagte 12/18.", "EuGH 26/62", "EuGH, Rs. 12/18", "EuG, C-12/18", "Der EuGH, 1963."]
)
def test_no_german_eu_case(text: str, found_in: FoundIn) -> None:
    """A court alone, a bare fraction, a new number without its letter, or the wrong letter cite nothing."""
    assert [] == found_in(find_german_eu_cases, text)


def test_german_citation_is_one_sentence(extracted: Callable[..., Extraction]) -> None:
    """The full stops of Urt., Rs. and Slg. do not end a sentence."""
    text = "Das Recht wirkt, EuGH, Urt. v. 5.2.1963, Rs. 26/62, Slg. 1963, 1. Das ist neu.\n"
    assert ["Das Recht", "Das ist"] == [" ".join(claim.text.split()[:2]) for claim in extracted(text).claims]


@pytest.mark.parametrize("piece", ["EuGH, ", "EuGH, Urt. v. 1.1.", "EuGH, Rs. 26/62, aaa ", "EuGH, Rs. 26/62, Slg. 1"])
def test_german_eu_case_time_is_linear(piece: str, is_linear: Callable[..., bool]) -> None:
    """Time grows in proportion to the text."""
    assert is_linear(find_german_eu_cases, piece)


@pytest.mark.parametrize(
    "text",
    [
        "App no 12345/06",
        "App. No. 12345/06",
        "Application no. 12345/06",
        "Appl. no. 12345/06",
        "requête no 12345/06",
        "Beschwerde Nr. 12345/06",
    ],
)
def test_find_echr_cases(text: str, found_in: FoundIn) -> None:
    """An application is cited by its number, with labels in several languages."""
    (one,) = found_in(find_echr_cases, f"The Court decided so in {text}.")
    assert ("echr-case", "12345/06") == (one.kind, one.normal)


def test_parties_date_and_paragraph(found_in: FoundIn) -> None:
    """Parties, court and date belong to the citation; the paragraph is its place."""
    text = "See Demir v. Turkey, App. Nos. 34503/97 and 34504/97 (ECtHR, 12 November 2008), § 154."
    (one,) = found_in(find_echr_cases, text)
    assert text[4:-1] == text[one.span.start : one.span.end]
    assert ("Demir v. Turkey", "34504/97") == (one.parts["case_name"], one.parts["joined"])
    assert one.locator is not None
    assert one.locator.article == "[154]"


@pytest.mark.parametrize("text", ["Application No. 62/123,456", "App no 5", "apply 12345/06", "U.S. App. No. 11/12/06"])
def test_no_echr_case(text: str, found_in: FoundIn) -> None:
    """Patent applications and dates are not cases."""
    assert [] == found_in(find_echr_cases, text)
