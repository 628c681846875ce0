"""The clauses of a claim, and what is no clause."""

from itertools import pairwise

import pytest

from citevet.judge.clauses import clauses
from citevet.model import Span


def parts(text: str) -> list[str]:
    found = clauses(text)
    assert all(one.end <= two.start for one, two in pairwise(found))
    return [text[span.start : span.end] for span in found]


def test_the_places() -> None:
    """Each span is a place in the claim, without the joining word."""
    assert (Span(0, 11), Span(16, 27)) == clauses("Prices rose and wages fell.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The sun is hot; the moon is cold.", ["The sun is hot", "the moon is cold."]),
        ("Food was dearer, while clothing was cheaper.", ["Food was dearer", "clothing was cheaper."]),
        ("Food was dearer but clothing was cheaper.", ["Food was dearer", "clothing was cheaper."]),
        ("Players peaked at 34 and lost 40 points by 60.", ["Players peaked at 34", "lost 40 points by 60."]),
        ("The drug reduced pain, which was rated daily.", ["The drug reduced pain", "which was rated daily."]),
        ("The drug, which was new, reduced pain.", ["The drug, which was new", "reduced pain."]),
        ("Although tickets became dearer, visits fell.", ["Although tickets became dearer", "visits fell."]),
        ("It included men and women and was stopped early.", ["It included men and women", "was stopped early."]),
        ("It raises costs and lowers output.", ["It raises costs", "lowers output."]),
        ("A team filmed 38 signers (and it was hard) and counted 1,140 signs.",
         ["A team filmed 38 signers (and it was hard)", "counted 1,140 signs."]),
        ("It was lowered by 6 metres while crews drilled 118 holes and pumped in 900 tonnes.",
         ["It was lowered by 6 metres", "crews drilled 118 holes", "pumped in 900 tonnes."]),
        ("수출은 늘었지만 수입은 줄었다.", ["수출은 늘었지만", "수입은 줄었다."]),
        ("인구는 감소했고, 가구 수는 증가했다.", ["인구는 감소했고", "가구 수는 증가했다."]),
    ],
)  # fmt: skip
def test_compound_claims(text: str, expected: list[str]) -> None:
    """A claim with several verbs is cut where one statement ends and the next begins."""
    assert expected == parts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Tokyo is the capital of Japan.",
        "Peas, beans and carrots were sold in 12,500 shops.",
        "They sold fresh and dried fruit.",
        "Between 1990 and 2000 sales rose.",
        "War and peace shaped the 1,000 laws.",
        "Falls and rises were seen.",
        'He said "prices rose and wages fell" in 2010.',
        "He said “prices rose; wages fell” in 2010.",
        "The report (prices rose; wages fell) was late.",
        "The children who were trapped were freed.",
        "Sales rose in Paris, London and Rome.",
        "It resulted in reduced efficacy and lower quality of life when compared with usual care.",
        "Both prices and wages rose.",
        "사과와 배를 샀다.",
        "and",
        "rose; ; ;",
    ],
)
def test_one_clause(text: str) -> None:
    """Lists of nouns, numbers, quotations, brackets and restrictive clauses are not cut."""
    (found,) = clauses(text)
    assert 0 == found.start
    assert text.rstrip("; ") == text[found.start : found.end]


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_nothing(text: str) -> None:
    """A text without words has no clause."""
    assert () == clauses(text)


@pytest.mark.parametrize("unit", ["it was and ", ", which was", "했고 ", ",", '"', "(", "rose; ", " "])
def test_a_megabyte_of_one_thing(unit: str) -> None:
    """A claim that is too long is not cut, and the clauses of a long one are no more than its pieces."""
    assert len(clauses(unit * (1_000_000 // len(unit)))) < 2
    assert len(clauses(unit * (20_000 // len(unit)))) <= 20_000 // len(unit)
