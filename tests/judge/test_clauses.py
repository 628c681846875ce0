"""The clauses of a claim, and what is not a clause."""

from itertools import pairwise

import pytest

from citevet.judge.clauses import split_clauses
from citevet.model import Span


def parts(text: str) -> list[str]:
    found = split_clauses(text)
    assert all(one.end <= two.start for one, two in pairwise(found))
    return [text[span.start : span.end] for span in found]


def test_the_places() -> None:
    """Each span is a place in the claim, without the joining word."""
    assert (Span(0, 11), Span(16, 27)) == split_clauses("Prices rose and wages fell.")


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
    (found,) = split_clauses(text)
    assert 0 == found.start
    assert text.rstrip("; ") == text[found.start : found.end]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Prices rose. Wages hit a record.", ["Prices rose.", "Wages hit a record."]),
        ("It works. [1]", ["It works. [1]"]),
        ("Dr. Lee of the U.S. Senate paid 3.5 marks.", ["Dr. Lee of the U.S. Senate paid 3.5 marks."]),
        ("It was “a dull day.” Nobody came.", ["It was “a dull day.”", "Nobody came."]),
        ("He said “It fell. It broke.” in 2010.", ["He said “It fell. It broke.” in 2010."]),
        ("수출은 늘었다. 수입은 줄었다.", ["수출은 늘었다.", "수입은 줄었다."]),
    ],
)
def test_sentences_are_cut_apart_whatever_their_verbs(text: str, expected: list[str]) -> None:
    """Sentences are cut apart whatever their verbs, but not at abbreviations, decimals, markers and quotations."""
    assert expected == parts(text)


@pytest.mark.parametrize(
    "text",
    [
        "It was tested between March 2014 and August 2016 in adults who had coughed.",
        "The job overran both its budget and its timetable after a vessel went down.",
        "It was not achieved until Clijsters and Henin turned professional.",
        "Building went on, as permits in 2017 and 2018 were above the average.",
        "It dealt with the style of teaching and the way that history is taught.",
        "It was explained by ascites, and lung diseases, including asthma, that were found.",
    ],
)
def test_joined_nouns(text: str) -> None:
    """An "and" between two nouns is not a border, even with a verb on both sides."""
    assert [text] == parts(text)


def test_joined_subjects_of_the_next_clause() -> None:
    """A clause may begin with two subjects, or with one that a relative clause parts from its verb."""
    assert parts("Lorries were banned, while cars and buses may cross.") == [
        "Lorries were banned",
        "cars and buses may cross.",
    ]
    assert parts("Five fell, while six, which was new, remained whole.") == [
        "Five fell",
        "six, which was new",
        "remained whole.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "If prices rose and wages fell, demand was low.",
        "The job is cancelled if the disk was full and the queue was closed.",
        "Prices rose, or wages fell.",
        "Sales fell because of a strike that was long.",
        "It stopped merely because the other was broken.",
        "Men were late, and neither did women come.",
        "Neither prices nor wages rose.",
        "They are not put off but refused.",
        "It is false that the bridge was closed and the tunnel was open.",
        "Nobody believed the river rose and the dam broke.",
        "The board said that the line was closed and that the city had paid.",
    ],
)
def test_halves_that_need_each_other(text: str) -> None:
    """What would say something else, or nothing, without its other half is not cut from it."""
    assert [text] == parts(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It was closed, so that freight was moved.", ["It was closed", "freight was moved."]),
        ("It rose, and, while girls gained, boys lost.", ["It rose", "while girls gained", "boys lost."]),
        ("It did not dry up, and it still yields oil.", ["It did not dry up", "it still yields oil."]),
        ("A fire on 3 May destroyed it, and goods were lost.", ["A fire on 3 May destroyed it", "goods were lost."]),
        ("It was costly; they recommend another.", ["It was costly", "they recommend another."]),
    ],
)
def test_joining_words(text: str, expected: list[str]) -> None:
    """Joining words of two parts leave nothing behind, and a pronoun shows the verb behind it."""
    assert expected == parts(text)


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_a_text_without_words_has_no_clause(text: str) -> None:
    """A text without words has no clause."""
    assert () == split_clauses(text)


@pytest.mark.parametrize("unit", ["it was and ", ", which was", "했고 ", ",", '"', "(", "rose; ", " "])
def test_a_megabyte_of_one_thing(unit: str) -> None:
    """A claim that is too long is not cut, and the clauses of a long one are no more than its pieces."""
    assert len(split_clauses(unit * (1_000_000 // len(unit)))) < 2
    assert len(split_clauses(unit * (20_000 // len(unit)))) <= 20_000 // len(unit)
