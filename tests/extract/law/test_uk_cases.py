"""Tests of cases of the United Kingdom."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.law.uk_law import find_uk_cases
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Locator

At = Callable[..., list[tuple[int, int, str]]]
FoundIn = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[FoundCitation]]
Placed = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[tuple[int, int, str]]]


@pytest.mark.parametrize(
    "citation",
    [
        "[2013] UKSC 42",
        "[2008] EWCA Civ 649",
        "[2014] EWCA Crim 420",
        "[2009] EWHC 995 (Admin)",
        "[2010] EWHC 1 (Ch)",
        "[2010] EWHC 1 (Comm)",
        "[2010] EWHC 1 (Fam)",
        "[2010] EWHC 1 (Admlty)",
        "[2010] EWHC 1 (IPEC)",
        "[2010] EWHC 1 (TCC)",
        "[2010] EWHC 1 (Pat)",
        "[2023] EWHC 1 (KB)",
        "[2010] EWHC 1 (QB)",
        "[2018] UKUT 321 (TCC)",
        "[2019] UKFTT 12 (TC)",
        "[2015] UKPC 3",
        "[1932] UKHL 100",
        "[2022] EAT 12",
        "[2020] EWFC 7",
        "[2020] EWCOP 8",
        "[2020] CSIH 5",
        "[2020] CSOH 6",
        "[2020] NICA 9",
        "[1994] 1 AC 212",
        "(1854) 9 Exch 341",
        "[2019] 1 WLR 1",
        "[1990] 2 All ER 3",
        "(1990) 91 Cr App R 371",
    ],
)
def test_every_court_and_series(citation: str, at: At, placed: Placed) -> None:
    """The normal form of a well-formed citation is the citation."""
    text = f"held ({citation})."
    assert at(text, (citation, citation)) == placed(find_uk_cases, text)


@pytest.mark.parametrize(
    ("text", "surface", "normal", "name"),
    [
        ("In R v Brown [1994] 1 AC 212, the", "R v Brown [1994] 1 AC 212", "[1994] 1 AC 212", "R v Brown"),
        (
            "See *Hadley v Baxendale* (1854) 9 Exch 341.",
            "Hadley v Baxendale* (1854) 9 Exch 341",
            "(1854) 9 Exch 341",
            "Hadley v Baxendale",
        ),
        (
            "R (on the application of Miller) v Secretary of State for Exiting the European Union [2017] UKSC 5",
            "R (on the application of Miller) v Secretary of State for Exiting the European Union [2017] UKSC 5",
            "[2017] UKSC 5",
            "R (on the application of Miller) v Secretary of State for Exiting the European Union",
        ),
        ("was Re B (Children) [2013] UKSC 33", "Re B (Children) [2013] UKSC 33", "[2013] UKSC 33", "Re B (Children)"),
        ("A v\n> B [1994] 1 A.C. 212", "A v\n> B [1994] 1 A.C. 212", "[1994] 1 AC 212", "A v B"),
    ],
)
def test_party_names_belong_to_the_citation(
    text: str, surface: str, normal: str, name: str, at: At, found_in: FoundIn, placed: Placed
) -> None:
    """Names are found across emphasis and line breaks, without lead words."""
    assert at(text, (surface, normal)) == placed(find_uk_cases, text)
    assert name == found_in(find_uk_cases, text)[0].parts["case_name"]


def test_names_end_at_another_citation(at: At, placed: Placed) -> None:
    """The second report has no name of its own, and is another work."""
    text = "R v Brown [1994] 1 AC 212, [2019] 1 WLR 1"
    assert at(text, ("R v Brown [1994] 1 AC 212", "[1994] 1 AC 212"), ("[2019] 1 WLR 1", "[2019] 1 WLR 1")) == placed(
        find_uk_cases, text
    )


def test_report_after_neutral_citation(found_in: FoundIn) -> None:
    """One judgment in two series is one citation."""
    text = "Donoghue v Stevenson [1932] UKHL 100, [1932] AC 562 [45]."
    (one,) = found_in(find_uk_cases, text)
    assert (0, len(text) - 1, "[1932] UKHL 100", "[1932] AC 562", Locator(article="[45]")) == (
        one.span.start,
        one.span.end,
        one.normal,
        one.parts["parallel"],
        one.locator,
    )


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("[2019] EWCA Civ. 1599", "[2019] EWCA Civ 1599"),
        ("[2019] EWCA (Civ) 1599", "[2019] EWCA Civ 1599"),
        ("[2019] EWCA 1599 (Civ)", "[2019] EWCA Civ 1599"),
        ("[2019] E.W.C.A. civ No. 1599", "[2019] EWCA Civ 1599"),
        ("[2020]EWCACrim 12", "[2020] EWCA Crim 12"),
        ("[2001] EWHC Admin 123", "[2001] EWHC 123 (Admin)"),
        ("[2019] EWHC (Ch) 123", "[2019] EWHC 123 (Ch)"),
        ("[2019] EWHC 123 Ch", "[2019] EWHC 123 (Ch)"),
        ("[2019] EWHC 123 (QBD)", "[2019] EWHC 123 (QB)"),
        ("[2019] EWHC 123 (Admin.)", "[2019] EWHC 123 (Admin)"),
    ],
)
def test_odd_places_of_a_division(text: str, normal: str, at: At, placed: Placed) -> None:
    """A division before or after the number, with stops or brackets, is the same division."""
    assert at(f"As in {text}.", (text, normal)) == placed(find_uk_cases, f"As in {text}.")


@pytest.mark.parametrize(
    ("text", "locator"),
    [
        ("[2013] UKSC 42 [45]", Locator(article="[45]")),
        ("[2013] UKSC 42 at [12]–[14]", Locator(article="[12]-[14]")),
        ("[2020] CSIH 5, para 12", Locator(article="[12]")),
        ("[1994] 1 AC 212, 215", Locator(page="215")),
        ("[2013] UKSC 42", None),
    ],
)
def test_pinpoints(text: str, locator: Locator | None, found_in: FoundIn) -> None:
    """A pinpoint is a paragraph or a page and belongs to the citation."""
    (one,) = found_in(find_uk_cases, text)
    assert (len(text), locator) == (one.span.end, one.locator)


@pytest.mark.parametrize(
    ("text", "fault", "correction"),
    [
        ("(2013) UKSC 42", "the year of a neutral citation must be in square brackets", "[2013] UKSC 42"),
        ("2019 EWCA Civ 12", "the year of a neutral citation must be in square brackets", "[2019] EWCA Civ 12"),
        ("[2019] EWCA 12", "the Court of Appeal numbers its divisions apart: EWCA Civ, EWCA Crim", None),
        ("[2005] UKSC 12", "the Supreme Court has no decisions of 2005: it began in 2009", None),
        ("[2014] UKHL 3", "the House of Lords has no decisions of 2014: it ended in 2009", None),
        ("[2009] UKHL 5", None, None),
        ("[2009] UKSC 1", None, None),
        ("[1999] EWCA Civ 1234", None, None),
    ],
)
def test_uk_case_faults(text: str, fault: str | None, correction: str | None, found_in: FoundIn) -> None:
    """Square brackets can be fixed; a year in which the court did not exist cannot."""
    (one,) = found_in(find_uk_cases, text)
    assert (fault, correction) == (one.fault, one.correction)


@pytest.mark.parametrize(
    "text",
    [
        "windows v mac",
        "Smith v Jones was heard in 2013",
        "as in [12] and (2019) 5 cars",
        "[2013] NATURE 42",
        "(2013) 9 Nature 341",
        "[2019] 3 Perth 4",
        "2019 SCC 5 and 2019 HCA 12",
        "EWHC 123 (Ch)",
        "`[2013] UKSC 42`",
        "a[2013] UKSC 42",
    ],
)
def test_no_uk_case(text: str, placed: Placed) -> None:
    """Without a known court or series nothing is a citation."""
    assert placed(find_uk_cases, text) == []


def test_uk_case_repetition_is_linear(found_in: FoundIn) -> None:
    """200 kB of the worst repetition ends quickly."""
    assert found_in(find_uk_cases, "[2013] " * 28_000) == []
    assert len(found_in(find_uk_cases, "A v " * 50_000 + "B [2013] UKSC 42")) == 1
