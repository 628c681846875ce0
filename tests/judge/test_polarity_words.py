"""The written tables behind the comparison of polarity."""

from collections import Counter

import pytest

from citevet.judge.opposing.antonyms import _AXES, Sense, _forms, plain_ends, plain_pairs, sense
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


@pytest.mark.parametrize("word", ["bus", "red", "rosé", "bring", "fed", "morning", "need", "wind"])
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


def test_every_plain_axis_has_two_ends() -> None:
    """No form of a word stands at both ends of a plain axis, and no axis is written twice."""
    pairs = [(frozenset(one.split()), frozenset(other.split())) for one, other in plain_pairs()]
    assert all(one and other for one, other in pairs)
    assert [] == [one | other for one, other in pairs for word in one if other & set(_forms(word))]
    assert [] == [one | other for one, other in pairs for word in other if one & set(_forms(word))]
    assert len(pairs) == len({frozenset(pair) for pair in pairs})


def test_every_plain_word_is_read() -> None:
    """No word of the file is one without content, which the comparison never sees."""
    words = {word for pair in plain_pairs() for end in pair for word in end.split()}
    assert [] == sorted(word for word in words if not concept(word))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("continues", "ceased"), ("hired", "dismissed"), ("attracts", "repelled"), ("unpaid", "paid"), ("old", "young"),
        ("old", "new"), ("illegible", "legible"), ("painless", "painful"), ("maximised", "minimises"),
    ],
)  # fmt: skip
def test_plain_opposites(one: str, other: str) -> None:
    """Two plain opposites lie on one axis at different ends, in any of their forms; a word may have several."""
    mine, theirs = plain_ends(one), plain_ends(other)
    assert {-1} == {mine[axis] * theirs[axis] for axis in mine.keys() & theirs.keys()}


@pytest.mark.parametrize(
    ("claim", "evidence", "found"),
    [
        (
            "The factory continues production of valves in Basel.",
            "The factory has ceased production of valves in Basel.",
            [("continues", "ceased")],
        ),
        (
            "The council hired forty nurses in spring.",
            "The council dismissed forty nurses in spring.",
            [("hired", "dismissed")],
        ),
        (
            "The drug is given orally each week.",
            "The drug is given intravenously each week.",
            [("orally", "intravenously")],
        ),
        (
            "The March invoices from Basel were unpaid.",
            "The March invoices from Basel were paid.",
            [("unpaid", "paid")],
        ),
        (
            "The port lies in the north of the island.",
            "The port lies in the south of the island.",
            [("north", "south")],
        ),
    ],
)
def test_a_plain_opposite_in_the_place_of_a_word(claim: str, evidence: str, found: list[tuple[str, str]]) -> None:
    """A sentence that differs from the claim in a plain opposite says the opposite."""
    assert found == [(each.claim, each.source) for each in compare_polarity(claim, evidence)]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        # Other words around the two.
        ("Allen had a new way of painting scenery.", "Allen painted scenery for models so that they looked old."),
        # The sentence has the word itself.
        ("The old stone bridge near Thun was sold.", "The old stone bridge near Thun was sold beside a new bridge."),
        # One of the two is denied.
        ("The wound of the young patient was not painful.", "The wound of the young patient was painless."),
        # Less of one end is more of the other.
        ("Smokers in Basel had mild lung symptoms.", "Smokers in Basel had less severe lung symptoms."),
        # The sides of the comparison have changed places.
        ("The Swiss river Aare is longer than the Reuss.", "The Reuss is shorter than the Swiss river Aare."),
        # The claim has both ends, and this sentence tells of one.
        ("Male mice of one strain gained weight and female mice slept.", "Female mice of this strain gained weight."),
        # Too little else is alike.
        ("The summer was long.", "The winter was long."),
        # The sentence only supposes it.
        ("The clinic in Basel is open to adults.", "If the clinic in Basel is open to children, parents must sign."),
    ],
)  # fmt: skip
def test_plain_opposites_that_oppose_nothing(claim: str, evidence: str) -> None:
    """A plain opposite in other words, beside the word itself, denied, lessened or turned round is no difference."""
    assert () == compare_polarity(claim, evidence)
