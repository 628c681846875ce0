"""The written tables behind the comparison of polarity."""

from collections import Counter

import pytest

from citevet.judge.opposing.antonyms import _AXES, Sense, sense
from citevet.judge.opposing.concepts import concept
from citevet.judge.opposing.negation import negators
from citevet.judge.polarity import compare_polarity
from citevet.judge.tokens import Tokens


def test_every_word_has_one_place() -> None:
    """No word stands at two ends, and each axis has two."""
    words = Counter(word for _, ups, downs, _ in _AXES for word in (*ups.split(), *downs.split()))
    assert [] == [word for word, count in words.items() if count > 1]
    assert all(ups.split() and downs.split() for _, ups, downs, _ in _AXES)
    assert len(_AXES) == len({name for name, *_ in _AXES})


@pytest.mark.parametrize(
    ("word", "axis", "sign"),
    [
        ("rises", "amount", 1), ("dropped", "amount", -1), ("declining", "amount", -1), ("reducing", "amount", -1),
        ("improved", "worth", 1), ("denies", "grant", -1), ("banned", "permit", -1), ("upheld", "judgment", 1),
        ("disabled", "enable", -1), ("removing", "add", -1), ("acquitted", "verdict", -1), ("adds", "add", 1),
    ],
)  # fmt: skip
def test_forms_of_a_word(word: str, axis: str, sign: int) -> None:
    """A word is known in all of its forms."""
    found = sense(word)
    assert isinstance(found, Sense)
    assert (axis, sign) == found[:2]


@pytest.mark.parametrize("word", ["bus", "red", "rosé", "bring", "fed", "morning", "need"])
def test_words_without_an_end(word: str) -> None:
    """A word that only looks like a form of another has no place on an axis."""
    assert sense(word) is None


@pytest.mark.parametrize(
    ("one", "other"), [("worn", "wears"), ("replied", "reply"), ("rose", "fell"), ("seven", "7"), ("ran", "running")]
)
def test_words_under_one_name(one: str, other: str) -> None:
    """Forms of one verb, both ends of one axis, and numbers in words and figures have one name each."""
    assert concept(one) == concept(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Prices did not rise in 2020, but wages did.", [("not", "rise in 2020")]),
        ("No side effects but pain.", [("No", "side effects")]),
        ("It was never judged to fail; it stood.", [("never", "judged to fail")]),
        ("Writes were neither faster nor slower.", [("neither", "faster"), ("nor", "slower")]),
        ("It works without a very large new battery pack.", [("without", "a very large new battery")]),
        ("It couldn't rise and was sold.", [("couldn't", "rise")]),
        ("Not only that.", []),
        ("It was not opened until 1937.", []),
        ("No more than 50 came.", []),
        ("Whether or not it rose, it fell.", []),
        ("No doubt it rose.", []),
    ],
)
def test_the_reach_of_a_denial(text: str, expected: list[tuple[str, str]]) -> None:
    """A denial reaches to the end of its clause, that of a thing over a few words, and some are none."""
    tokens = Tokens(text)
    found = [
        (
            text[tokens[each.first].start : tokens[each.next - 1].end],
            text[tokens[each.next].start : tokens[each.end - 1].end],
        )
        for each in negators(tokens)
    ]
    assert expected == found


@pytest.mark.parametrize(
    ("claim", "evidence", "found"),
    [
        ("Logging is on by default.", "Logging is off by default. Set LOG=1 to enable it.", [("on", "off")]),
        ("Logging is on by default.", "Logging is disabled by default.", [("on", "disabled")]),
        ("The wreck lies off the coast.", "The wreck lies on the coast road.", []),
        ("The book is on the table.", "The book is off the list.", []),
    ],
)
def test_on_and_off_are_opposites_where_they_say_how_a_switch_stands(
    claim: str, evidence: str, found: list[tuple[str, str]]
) -> None:
    """A switch that is on by default is not off by default; before a noun the two words say where."""
    assert found == [(each.claim, each.source) for each in compare_polarity(claim, evidence)]
