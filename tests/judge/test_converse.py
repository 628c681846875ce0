"""One thing said from its other side: the same with the sides exchanged, the opposite with them as they are."""

from collections.abc import Sequence

import pytest

from citevet.judge.opposing.converse import in_its_words
from citevet.judge.opposing.reading import read
from citevet.judge.opposing.relations import relations
from citevet.judge.polarity import compare_polarity
from citevet.judge.support import Assessor, judge_support
from citevet.model import Passage, Ruling, Span

SAME = [
    ("Earth is larger than Mars.", "Mars is smaller than Earth."),
    ("The castle is younger than the abbey.", "The abbey is older than the castle."),
    ("Iron is a worse conductor than copper.", "Copper is a better conductor than iron."),
    ("Lake Bol is deeper than Lake Arn.", "Lake Arn is not as deep as Lake Bol."),
    ("The old bridge is less crowded than the new bridge.", "The new bridge is more crowded than the old bridge."),
    ("The east had more relapses than the west in May.", "The west had fewer relapses than the east in May."),
    ("The rash was less common in men than in women.", "The rash was more common in women than in men."),
    ("Norvik bought the mill from Halden in 2010.", "Halden sold the mill to Norvik in 2010."),
    ("Sweden imports wheat from Denmark.", "Denmark exports wheat to Sweden."),
    ("Richard preceded Henry as mayor.", "Henry succeeded Richard as mayor."),
    ("Lund lost to Ferro in the final.", "Ferro defeated Lund in the final."),
    ("The station is south of the school.", "The school is north of the station."),
    ("The chapel was built before the tower.", "The tower was built after the chapel."),
    ("The famine came after the war.", "The war came before the famine."),
    ("Drug C was worse than drug B.", "Drug B was better than drug C."),
]  # fmt: skip
OPPOSITE = [
    ("Lake Arn is deeper than Lake Bol.", "Lake Arn is not as deep as Lake Bol."),
    ("The castle is younger than the abbey.", "The abbey is not as old as the castle."),
    ("Halden bought the mill from Norvik.", "Halden sold the mill to Norvik in 2010."),
    ("Denmark imports wheat from Sweden.", "Denmark exports wheat to Sweden."),
    ("Henry preceded Richard as mayor.", "Henry succeeded Richard as mayor."),
    ("Ferro lost to Lund in the final.", "Ferro defeated Lund in the final."),
    ("Drug B was worse than drug C.", "Drug B was better than drug C."),
]
NEITHER = [
    # Of other things, of one of them only, denied or asked.
    ("Norvik bought the mill from Larsen.", "Halden sold the mill to Norvik in 2010."),
    ("Halden bought the mill in 1990.", "Halden sold the mill to Norvik in 2010."),
    ("Halden did not buy the mill from Norvik.", "Halden sold the mill to Norvik in 2010."),
    ("Henry succeeded in reducing the debt.", "Richard preceded Henry as mayor."),
    ("Lake Bol is deeper than Lake Cord.", "Lake Arn is not as deep as Lake Bol."),
    ("The firm bought the mill from Halden.", "They asked whether Halden sold the mill to the firm."),
]


def ruled(claim: str, text: str, *believed: str) -> Ruling:
    """Rule with a model that believes these claims and takes all others for contradicted."""

    def nli(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
        return [(0.95, 0.03, 0.02) if claim in believed else (0.02, 0.03, 0.95) for _, claim in pairs]

    return judge_support(claim, [Passage("REF-001", Span(0, len(text)), text)], Assessor(nli))


@pytest.mark.parametrize(("claim", "text"), SAME)
def test_what_is_said_from_the_other_side_differs_in_nothing(claim: str, text: str) -> None:
    """No comparison finds a difference, and the claim has the order and the words of the source when it is put so."""
    assert () == compare_polarity(claim, text)
    said = in_its_words(claim, text)
    assert claim != said
    assert text.split()[:2] == said.split()[:2]


def test_what_both_did_stays_where_it_is() -> None:
    """Men who recovered more slowly than women differ in nothing from women who recovered faster, and stay so put."""
    claim, text = "Men recovered more slowly than women.", "Women recovered faster than men."
    assert (claim, ()) == (in_its_words(claim, text), compare_polarity(claim, text))


@pytest.mark.parametrize(("claim", "text"), OPPOSITE)
def test_with_the_sides_as_they_are_it_is_the_opposite(claim: str, text: str) -> None:
    """Who sold to another did not buy from him: that is told as turned round, in the words of both."""
    assert {"direction"} == {each.type for each in compare_polarity(claim, text)}
    assert claim == in_its_words(claim, text)


@pytest.mark.parametrize(("claim", "text"), NEITHER)
def test_what_is_of_other_things_is_left(claim: str, text: str) -> None:
    """A relation to a third, a denied one and one that is only asked neither deny the claim nor reword it."""
    assert [] == [each for each in compare_polarity(claim, text) if each.type != "hedge"]
    assert claim == in_its_words(claim, text)


def test_the_model_is_asked_in_the_words_of_the_source() -> None:
    """A claim that the model denies is supported if it believes the same from the other side, and only then."""
    claim, text = SAME[0]
    assert "contradicted" == ruled(claim, text).support
    assert "supported" == ruled(claim, text, text).support


def test_a_difference_that_was_found_is_not_asked_again() -> None:
    """A wrong year stays contradicted, whatever the model says of the reworded claim."""
    claim, text = "Norvik bought the mill from Halden in 2011.", "Halden sold the mill to Norvik in 2010."
    assert "contradicted" == ruled(claim, text, "Halden sold the mill to Norvik in 2011.").support


@pytest.mark.parametrize(
    "claim",
    [
        "Earth is larger than Mars and warmer than Mars.",
        "Earth, which is wet, is larger than Mars.",
        "Earth is larger than Mars. It is wet.",
    ],
)
def test_a_claim_of_several_parts_is_not_reworded(claim: str) -> None:
    """Parts that may not change places are left where they are."""
    assert claim == in_its_words(claim, "Mars is smaller than Earth.")


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Earth is much larger than Mars.", "Mars is slightly smaller than Earth."),
        ("Earth was once larger than Mars.", "Mars is smaller than Earth."),
        ("Rome is reportedly north of Naples.", "Naples is south of Rome."),
    ],
)
def test_another_manner_is_another_claim(claim: str, sentence: str) -> None:
    """How much, when and by whose word it is so stands in the claim, so it is asked as it is."""
    assert claim == in_its_words(claim, sentence)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The bank bought bonds from the state.", "The bank sold land to the state."),
        ("The town received aid from the state.", "The town gave land to the state."),
    ],
)
def test_two_things_handed_over_are_no_contradiction(claim: str, sentence: str) -> None:
    """Who sold land may have bought bonds."""
    assert () == tuple(each for each in compare_polarity(claim, sentence) if each.type == "direction")


def test_equal_words_are_shown_with_both_things() -> None:
    """Where both say "is north of", the things that changed places are shown."""
    (found,) = compare_polarity("Paris is north of Lyon.", "Lyon is north of Paris.")
    assert ("Paris is north of Lyon", "Lyon is north of Paris") == (found.claim, found.source)


def test_a_sentence_that_breaks_off_ends() -> None:
    """Whatever token a text ends with, it is read to its end and no further."""
    whole = "The house is larger in size than the barn that Halden bought from Norvik before it was sold to Auer"
    for end in range(len(whole.split()) + 1):
        part = " ".join(whole.split()[:end])
        reading = read(part)
        found = [each for words in reading.by_sentence.values() for each in relations(reading, words)]
        assert all(each.last <= len(reading.tokens) for each in found)
        assert () == tuple(each for each in compare_polarity(part, whole) if each.type == "direction")
        assert part == in_its_words(part, whole)


def test_a_long_row_of_comparisons_says_nothing() -> None:
    """A sentence of thousands of words that could relate two things is read to its end, and is no opposite."""
    text = "Earth is larger than Mars not as deep as sold it to before " * 300
    assert () == compare_polarity("Earth is larger than Mars.", text[:19_000])
    assert () == compare_polarity(text[:1_900], text[:19_000])
    assert text[:1_900] == in_its_words(text[:1_900], text[:1_900])
