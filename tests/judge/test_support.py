"""The ruling on a claim: the model's weights, and what is compared without it."""

from collections.abc import Sequence
from math import exp, log

import pytest

from citevet.judge.calibration import Calibration, Curve
from citevet.judge.focus import focus, joined
from citevet.judge.support import Assessor, judge_support
from citevet.model import Passage, Ruling, Scope, Span

YES, NO, SILENT = (0.95, 0.03, 0.02), (0.02, 0.03, 0.95), (0.05, 0.9, 0.05)
FERRY = "The night ferry across the sound takes 1.5 hours."
Weights = tuple[float, float, float]


def passage(text: str, page: int | None = 4) -> Passage:
    """Make a passage of one page."""
    return Passage("REF-001", Span(0, len(text)), text, page)


def ruled(claim: str, *texts: str, says: dict[str, Weights] | Weights = SILENT, scope: Scope = "full") -> Ruling:
    """Rule with a scripted model: one answer for all, or one for each passage that holds a word."""

    def nli(pairs: Sequence[tuple[str, str]]) -> list[Weights]:
        if isinstance(says, tuple):
            return [says for _ in pairs]
        return [next((weights for word, weights in says.items() if word in evidence), SILENT) for evidence, _ in pairs]

    return judge_support(claim, [passage(text) for text in texts], Assessor(nli), scope=scope)


@pytest.mark.parametrize(
    ("claim", "text", "weights", "expected"),
    [
        ("Trees cool the street.", "Trees cool the street below.", YES, "supported"),
        ("Trees cool the street.", "Rice grows in the valley.", SILENT, "unsupported"),
        ("Trees warm the street below.", "Trees cool the street below.", NO, "contradicted"),
        # A model that says yes is overruled by a number, a date and a negation that the passage has otherwise.
        ("The city has 41 million residents.", "The city has 14 million residents.", YES, "contradicted"),
        ("The bridge opened in 1932.", "The bridge opened in 1923.", YES, "contradicted"),
        ("The bridge is not open to lorries.", "The bridge is open to lorries.", YES, "contradicted"),
        # What is about something else contradicts nothing, however sure the model is.
        ("Trees cool the street.", "The council met on Tuesday.", NO, "unsupported"),
    ],
)
def test_the_word(claim: str, text: str, weights: Weights, expected: str) -> None:
    """Support needs the model and may not fail a comparison; contradiction needs a passage that is about the claim."""
    assert expected == ruled(claim, text, says=weights).support


@pytest.mark.parametrize(
    ("claim", "text", "expected"),
    [
        ("The firm earned $4,200 million.", "The firm earned $4.2 billion.", "unsupported"),
        ("The line is 91.0 % complete.", "The line is 91 % complete.", "unsupported"),
        ("The night ferry across the sound takes 90 minutes.", FERRY, "unsupported"),
        ("Half of the plots were flooded.", "Of the plots 50 % were flooded.", "unsupported"),
        # A number that differs, one that is missing, a denial, or no number at all: then the model is believed.
        ("The firm earned $4,200 million.", "The firm earned $4.2 million.", "contradicted"),
        ("The firm earned $4,200 million in 2019.", "The firm earned $4.2 billion.", "contradicted"),
        ("The night ferry across the sound does not take 90 minutes.", FERRY, "contradicted"),
        ("The ferry takes cars.", "The ferry takes people only.", "contradicted"),
        ("The first ferry takes cars.", "The first ferry takes people only.", "contradicted"),
    ],
)
def test_the_model_alone_does_not_contradict_equal_quantities(claim: str, text: str, expected: str) -> None:
    """Where the source has every number of the claim in its role, a contradiction needs more than the model's word."""
    assert expected == ruled(claim, text, says=NO).support


@pytest.mark.parametrize(
    ("claim", "text", "expected"),
    [
        # The sentence is about another ferry and other days: the word that denies is no reason to accuse.
        ("The late ferry does not take lorries on Sundays.", "The early ferry takes lorries.", "unchecked"),
        # Where nearly all words of the claim stand in the sentence, the denial outweighs the model.
        ("The early ferry does not take lorries.", "The early ferry takes lorries and cars.", "contradicted"),
        # A number is compared in its role, and stands.
        ("The late ferry takes 41 lorries on Sundays.", "The late ferry takes 14 lorries.", "contradicted"),
    ],
)
def test_a_denial_about_something_else_is_left_to_the_reader(claim: str, text: str, expected: str) -> None:
    """A model that finds support is not overruled by a denial in a sentence that shares little with the claim."""
    assert expected == ruled(claim, text, says=YES).support


def test_what_the_model_opposes_too_is_contradicted() -> None:
    """A denial about something else is no reason to spare a claim that the model itself takes for contradicted."""
    far, near = "Few people travel that day.", "The early ferry takes lorries."
    found = ruled("The late ferry does not take lorries on Sundays.", far, near, says={"early": NO, "Few": YES})
    assert "contradicted" == found.support
    assert near == found.evidence[0].text


def test_the_difference_has_both_sides() -> None:
    """A wrong number is told with the words of claim and source."""
    (difference,) = ruled(
        "The city has 41 million residents.", "The city has about 14 million residents.", says=YES
    ).differences
    assert ("number", "41 million", "about 14 million") == (difference.type, difference.claim, difference.source)


@pytest.mark.parametrize("scope", ["notes", "abstract", "snippet", "title"])
def test_below_full_text_nothing_is_unsupported(scope: Scope) -> None:
    """Of a work that we hold in part nobody can say that it lacks something."""
    found = ruled("Trees cool the street.", "Rice grows in the valley.", scope=scope)
    assert ("unchecked", "partial-scope") == (found.support, found.reason)


@pytest.mark.parametrize(("scope", "expected"), [("full", "unsupported"), ("abstract", "contradicted")])
def test_an_abstract_contradicts_in_fewer_of_the_words(scope: Scope, expected: str) -> None:
    """A quarter of the claim's words is chance in a book, and enough in an abstract, which speaks of one thing."""
    claim = "Zinc lozenges shorten common colds in adults considerably."
    text = "Colds lasted as long with zinc as with placebo."
    assert expected == ruled(claim, text, says=NO, scope=scope).support


def test_the_curve_knows_an_abstract() -> None:
    """A claim about an abstract may count as supported where the same weights about a book would not do."""
    curve = Calibration(support=Curve.over({"window": 1, "abstract": 2}))

    def rule(scope: Scope) -> str:
        assessor = Assessor(lambda pairs: [(0.3, 0.6, 0.1) for _ in pairs], curve)
        return judge_support("Trees cool streets.", [passage("Streets are cooler.")], assessor, scope=scope).support

    assert ("unsupported", "supported") == (rule("full"), rule("abstract"))


def test_the_curve_knows_the_words_of_a_claim() -> None:
    """How many they are, and how many pairs of them stand side by side in what is joined, reaches the curve."""
    curve = Calibration(support=Curve.over({"bias": -4, "phrases": 6, "length": 0.1}), cut=0.85)

    def chance(claim: str) -> float | None:
        assessor = Assessor(lambda pairs: [(0.5, 0.4, 0.1) for _ in pairs], curve)
        return judge_support(claim, [passage("Nobody came. Trees cool the street.")], assessor).confidence

    said, turned = "Trees cool the street.", "The street cool trees."
    assert 1 / (1 + exp(-(-4 + 6 + 0.1 * log(5)))) == pytest.approx(chance(said), abs=1e-6)
    assert 1 / (1 + exp(-(-4 + 2 + 0.1 * log(5)))) == pytest.approx(chance(turned), abs=1e-6)


def test_no_curve_supports_what_the_model_sees_nowhere() -> None:
    """Words in common may raise a probability as they like: all passages contradict, and none supports."""
    curve = Calibration(support=Curve.over({"bias": 9}))
    claim, text = "Trees cool a street.", "Trees cool the street."
    for weights, expected in (((0.02, 0.03, 0.95), "contradicted"), ((0.02, 0.93, 0.05), "supported")):
        assessor = Assessor(lambda pairs, said=weights: [said for _ in pairs], curve)
        assert expected == judge_support(claim, [passage(text)], assessor).support


def test_passages_that_disagree_are_a_conflict() -> None:
    """One passage says so and another the opposite: we do not choose."""
    texts = ("Trees cool the street, north.", "Trees cool the street, south.")
    found = ruled("Trees cool a street.", *texts, says={"north": YES, "south": NO})
    assert ("unchecked", "abstained", ("conflicting",)) == (found.support, found.reason, found.flags)
    said = ruled("Trees cool the street.", *texts, says={"north": YES, "south": NO})
    assert "supported" == said.support  # word for word: no other passage makes that doubtful


@pytest.mark.parametrize(
    ("claim", "text", "reason"),
    [
        ("도쿄는 일본의 수도이며 인구가 가장 많은 도시이다.", "Tokyo is the capital of Japan.", "language"),
        ("Tokyo is the capital of Japan.", "도쿄는 일본의 수도이며 인구가 가장 많은 도시이다.", "language"),
        ("   ", "Tokyo is the capital.", "no-text"),
    ],
)
def test_what_cannot_be_judged_says_why(claim: str, text: str, reason: str) -> None:
    """Another language and an empty claim are unchecked, not guessed."""
    found = ruled(claim, text, says=YES)
    assert ("unchecked", reason) == (found.support, found.reason)


def test_without_passages_there_is_no_text() -> None:
    """Nothing to read is said."""
    found = judge_support("A claim.", [], Assessor(lambda pairs: [YES] * len(pairs)))
    assert ("unchecked", "no-text") == (found.support, found.reason)


def test_the_clause_that_fails_is_named() -> None:
    """Where one half of a claim holds and the other does not, it is partly supported."""

    def nli(pairs: Sequence[tuple[str, str]]) -> list[Weights]:
        return [SILENT if "exports" in claim else YES for _, claim in pairs]

    claim = "Sales rose in spring, while exports fell in autumn."
    found = judge_support(claim, [passage("Sales rose in spring.")], Assessor(nli))
    assert "partial" == found.support
    assert ["clause"] == [difference.type for difference in found.differences]
    assert "exports fell" in found.differences[0].claim


def test_risk_abstains_below_its_cut() -> None:
    """With a risk, what is not sure enough is unchecked; without a cut that keeps it, nothing is supported."""
    claim, text = "Trees cool the street.", passage("Trees cool the street below.")
    curve = Calibration(risk=((0.02, 0.9), (0.1, 0.6)))

    def nli(pairs: Sequence[tuple[str, str]]) -> list[Weights]:
        return [(0.8, 0.1, 0.1)] * len(pairs)

    words = [judge_support(claim, [text], Assessor(nli, curve), risk=risk).support for risk in (0.1, 0.02, 0.001)]
    assert ["supported", "unchecked", "unchecked"] == words


def test_the_nearest_sentence_is_found() -> None:
    """The sentence with most of the claim's words, with its own place on the page."""
    text = "Rice grows here. Trees cool the street below. Nobody came."
    best, share = focus("Trees cool a street.", [Passage("s1", Span(10, 10 + len(text)), text, 4)])
    assert ("Trees cool the street below.", Span(27, 55), 4) == (best.text, best.span, best.page)
    assert 1.0 == share


@pytest.mark.parametrize(
    ("claim", "says", "expected"),
    [
        ("The star is not within our galaxy.", (0.7, 0.2, 0.1), ("unchecked", "abstained")),
        ("The star is not within our galaxy.", YES, ("supported", None)),
        ("The star is within our galaxy.", (0.7, 0.2, 0.1), ("supported", None)),
    ],
)
def test_who_denies_otherwise_needs_a_sure_model(claim: str, says: Weights, expected: tuple[str, str | None]) -> None:
    """A "not" that the nearest sentence has not makes a likely claim unchecked, unless the model is sure of it."""
    found = ruled(claim, "A planet circles a dwarf star 41 light years away.", says=says)
    assert expected == (found.support, found.reason)


def test_a_sentence_about_other_things_denies_nothing() -> None:
    """A "not" more or less counts only in a sentence that has two fifths of the claim's words."""
    claim = "Melting glaciers are not a threat to coastal towns."
    near = ruled(claim, "Melting glaciers worry many people in small towns.", says=(0.7, 0.2, 0.1))
    far = ruled(claim, "Melting is slow, and harbours lie high above the sea.", says=(0.7, 0.2, 0.1))
    assert ("unchecked", "supported") == (near.support, far.support)


def test_a_denial_may_be_explained_by_the_sentences_joined() -> None:
    """Who is sure of the sentences that have the claim's words together is believed, one of them alone or not."""
    claim, doubt = "Melting glaciers are not a threat to coastal towns.", (0.7, 0.2, 0.1)
    texts = ("Melting glaciers worry many people in coastal towns.", "The threat is to huts in the hills.")
    alone = ruled(claim, *texts, says=doubt)
    explained = ruled(claim, *texts, says={"towns. The threat": YES, "": doubt})
    elsewhere = ruled(claim, *texts, "Nobody there fears the sea.", says={"Nobody": YES, "": doubt})
    assert ("unchecked", "supported", "unchecked") == (alone.support, explained.support, elsewhere.support)


def test_a_second_judge_is_asked_in_doubt_only() -> None:
    """Near the cut and above it the second one decides; far below nobody asks it."""
    asked: list[str] = []

    def second(pairs: Sequence[tuple[str, str]]) -> list[Weights]:
        asked.extend(claim for _, claim in pairs)
        return [YES] * len(pairs)

    def rule(claim: str, weights: Weights) -> str:
        first = Assessor(lambda pairs: [weights] * len(pairs), second=Assessor(second))
        return judge_support(claim, [passage("Trees cool the street.")], first).support

    assert "supported" == rule("Trees cool a street.", (0.4, 0.5, 0.1))
    assert "unsupported" == rule("Trees shade a street.", (0.05, 0.85, 0.1))
    assert "supported" == rule("The street is not outside the town.", (0.9, 0.05, 0.05))  # a denial that is not there
    assert {"Trees cool a street.", "The street is not outside the town."} == set(asked)


def test_a_sure_first_judge_does_not_keep_the_second_from_its_say() -> None:
    """What the first is sure of is read again: a claim called supported costs its reader most when it is not."""
    second = Assessor(lambda pairs: [NO] * len(pairs))
    first = Assessor(lambda pairs: [YES] * len(pairs), second=second)
    assert "supported" != judge_support("Trees cool a street.", [passage("Trees cool the street.")], first).support


def test_what_stands_apart_is_joined() -> None:
    """The sentences that have most of the claim's words together, in the order of the page; idle ones stay out."""
    texts = [
        "The dam was built in 1936. Nobody came.",
        "Bread is cheap. It holds back a lake of 640 square kilometres.",
    ]
    claim = "The dam, built in 1936, holds back a lake of 640 square kilometres."
    found = joined(claim, [Passage("s1", Span(at * 100, at * 100 + len(text)), text) for at, text in enumerate(texts)])
    assert "The dam was built in 1936. It holds back a lake of 640 square kilometres." == found.text


def test_nothing_in_common_joins_nothing() -> None:
    """Then the first passage stands for it."""
    assert "Bread is cheap." == joined("Trees cool streets.", [passage("Bread is cheap.")]).text


def test_a_number_in_another_notation_is_asked_in_that_of_the_source() -> None:
    """A model that knows only the source's way to write a number is asked with it, if all numbers agree."""
    asked: list[str] = []

    def nli(pairs: Sequence[tuple[str, str]]) -> list[Weights]:
        asked.extend(claim for _, claim in pairs)
        return [YES if "$4.2 billion" in claim else SILENT for _, claim in pairs]

    text = passage("The company earned $4.2 billion in 2021.")
    assert "supported" == judge_support("The company earned $4,200 million in 2021.", [text], Assessor(nli)).support
    assert "The company earned $4.2 billion in 2021." in asked
    asked.clear()
    assert "supported" != judge_support("The company earned $4,300 million in 2021.", [text], Assessor(nli)).support
    assert {"The company earned $4,300 million in 2021."} == set(asked)
