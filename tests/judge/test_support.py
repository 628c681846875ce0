"""The ruling on a claim: the scores of a model, its calibration, and the comparisons that need no model."""

from collections.abc import Sequence

import pytest

from citevet.judge.calibration import Calibration, Curve, Pair, Scores
from citevet.judge.support import Assessor, decide, plan
from citevet.model import Passage, Ruling, Scope, Span

YES, NO, SILENT, LIKELY = (0.95, 0.03, 0.02), (0.02, 0.03, 0.95), (0.05, 0.9, 0.05), (0.7, 0.2, 0.1)
# The scores themselves as probabilities.
PLAIN = Calibration(Curve(0.0, {"window": 1.0}), Curve(0.0, {"contradiction": 1.0}), 0.5, 0.5, {0.02: 0.9, 0.1: 0.6})


def passage(text: str, page: int | None = 4) -> Passage:
    """Make a passage of one page."""
    return Passage("REF-001", Span(0, len(text)), text, page)


def scripted(says: dict[str, Scores] | Scores, calibration: Calibration = PLAIN) -> Assessor:
    """Make a model with one answer for all, or one for each passage that has a word."""

    def nli(pairs: Sequence[Pair]) -> list[Scores]:
        if isinstance(says, tuple):
            return [says for _ in pairs]
        return [next((scores for word, scores in says.items() if word in evidence), SILENT) for evidence, _ in pairs]

    return Assessor(nli, calibration)


def judge_support(
    claim: str, passages: Sequence[Passage], assessor: Assessor, *, scope: Scope = "full", risk: float | None = None
) -> Ruling:
    """Plan, score and decide in one call."""
    pairs = plan(claim, passages, languages=assessor.languages)
    scores = dict(zip(pairs, assessor.nli(pairs) if pairs else (), strict=True))
    return decide(claim, passages, scores, assessor.calibration, scope=scope, risk=risk, languages=assessor.languages)


def rule(claim: str, *texts: str, says: dict[str, Scores] | Scores = SILENT, scope: Scope = "full") -> Ruling:
    """Rule with a scripted model."""
    return judge_support(claim, [passage(text) for text in texts], scripted(says), scope=scope)


@pytest.mark.parametrize(
    ("claim", "text", "scores", "expected"),
    [
        ("Trees cool the street.", "Trees cool the street below.", YES, "supported"),
        ("Trees cool the street.", "Rice grows in the valley.", SILENT, "unsupported"),
        ("Trees warm the street below.", "Trees cool the street below.", NO, "contradicted"),
        # A comparison overrules a model that says yes.
        ("The city has 41 million residents.", "The city has 14 million residents.", YES, "contradicted"),
        ("The bridge opened in 1932.", "The bridge opened in 1923.", YES, "contradicted"),
        ("The bridge is not open to lorries.", "The bridge is open to lorries.", YES, "contradicted"),
        ("Osaka is the capital of Japan.", "Tokyo is the capital and largest city of Japan.", YES, "contradicted"),
        ("The buyer bears the risk.", "The supplier bears the risk.", YES, "contradicted"),
        ("Congress is unicameral.", "Congress is bicameral.", YES, "contradicted"),
        ("The population has doubled.", "The population has halved.", YES, "contradicted"),
        ("The sky is green.", "The sky is blue.", YES, "contradicted"),
        # What is about something else contradicts nothing, however sure the model is.
        ("Trees cool the street.", "The council met on Tuesday.", NO, "unsupported"),
        # The same comparisons contradict where the model is silent and the words are nearly the same.
        ("The sky is green.", "The sky is blue.", SILENT, "contradicted"),
        # Hedged by the source.
        ("Trees cool the street.", "Trees may cool the street.", YES, "partial"),
    ],
)
def test_the_verdict(claim: str, text: str, scores: Scores, expected: str) -> None:
    """Support needs the model and no difference; contradiction needs a passage that is about the claim."""
    assert rule(claim, text, says=scores).support == expected


def test_a_difference_in_words_needs_a_sentence_about_the_same() -> None:
    """A negation in a sentence that shares little with the claim does not overrule a sure model."""
    claim = "The late ferry does not take lorries on Sundays."
    assert rule(claim, "The early ferry takes lorries.", says=YES).support == "supported"
    near = rule("The early ferry does not take lorries.", "The early ferry takes lorries and cars.", says=YES)
    assert near.support == "contradicted"
    number = rule("The late ferry takes 41 lorries on Sundays.", "The late ferry takes 14 lorries.", says=YES)
    assert number.support == "contradicted"


def test_a_difference_has_both_sides() -> None:
    """A wrong number is shown with the words of claim and source."""
    claim, text = "The city has 41 million residents.", "The city has about 14 million residents."
    (difference,) = rule(claim, text, says=YES).differences
    assert (difference.type, difference.claim, difference.source) == ("number", "41 million", "about 14 million")


def test_the_evidence_has_the_difference() -> None:
    """The passage that is shown is the one that was compared, not another one that the model prefers."""
    texts = "Ferries cross the bay.", "The city has 14 million residents."
    found = rule("The city has 41 million residents.", *texts, says={"bay": YES, "city": (0.8, 0.1, 0.1)})
    assert ("contradicted", texts[1]) == (found.support, found.evidence[0].text)


@pytest.mark.parametrize("scope", ["notes", "abstract", "snippet", "title"])
def test_below_full_text_nothing_is_unsupported(scope: Scope) -> None:
    """A part of a work cannot show that the work lacks something."""
    found = rule("Trees cool the street.", "Rice grows in the valley.", scope=scope)
    assert (found.support, found.reason) == ("unchecked", "partial-scope")


@pytest.mark.parametrize(("scope", "expected"), [("full", "unsupported"), ("abstract", "contradicted")])
def test_an_abstract_contradicts_with_fewer_shared_words(scope: Scope, expected: str) -> None:
    """A quarter of the claim's words is chance in a book, and enough in an abstract."""
    claim = "Zinc lozenges shorten common colds in adults considerably."
    assert rule(claim, "Colds lasted as long with zinc as with placebo.", says=NO, scope=scope).support == expected


@pytest.mark.parametrize(("against", "expected"), [(0.49, "unsupported"), (0.51, "contradicted")])
def test_a_model_alone_contradicts_from_even_odds_on(against: float, expected: str) -> None:
    """However low a calibration sets its threshold, a contradiction by the model alone is more likely than not."""
    lenient = Calibration(PLAIN.support, PLAIN.contradiction, 0.5, 0.36)
    assessor = scripted((0.1, 0.9 - against, against), lenient)
    found = judge_support("Trees cool the street.", [passage("Trees in the street cool slowly.")], assessor)
    assert (expected, ()) == (found.support, found.differences)


def test_shared_words_do_not_support_what_the_model_contradicts() -> None:
    """The model finds a contradiction and support nowhere: no curve calls that supported."""
    words = Calibration(Curve(9.0, {}), Curve(-9.0, {}), 0.5, 0.5)
    claim, text = "Trees cool a street.", "Trees cool the street."
    found = {scores: judge_support(claim, [passage(text)], scripted(scores, words)).support for scores in (NO, SILENT)}
    assert found == {NO: "unchecked", SILENT: "supported"}


@pytest.mark.parametrize(
    ("claim", "says", "expected"),
    [
        ("The star is not within our galaxy.", LIKELY, "unchecked"),
        ("The star is not within our galaxy.", YES, "supported"),
        ("The star is within our galaxy.", LIKELY, "supported"),
    ],
)
def test_a_negation_on_one_side_needs_a_sure_model(claim: str, says: Scores, expected: str) -> None:
    """A "not" that the nearest sentence lacks leaves a likely claim unchecked, unless the model is sure."""
    assert rule(claim, "A planet circles a dwarf star 41 light years away.", says=says).support == expected


def test_passages_that_disagree_are_a_conflict() -> None:
    """One passage says so and another the opposite; a claim that is there word for word stays supported."""
    texts = ("Trees cool the street, north.", "Trees cool the street, south.")
    found = rule("Trees cool a street.", *texts, says={"north": YES, "south": NO})
    assert (found.support, found.reason, found.flags) == ("unchecked", "abstained", ("conflicting",))
    assert rule("Trees cool the street.", *texts, says={"north": YES, "south": NO}).support == "supported"


@pytest.mark.parametrize(
    ("claim", "text", "reason"),
    [
        ("도쿄는 일본의 수도이며 인구가 가장 많은 도시이다.", "Tokyo is the capital of Japan.", "language"),
        ("Tokyo is the capital of Japan.", "도쿄는 일본의 수도이며 인구가 가장 많은 도시이다.", "language"),
        ("   ", "Tokyo is the capital.", "no-text"),
    ],
)
def test_what_cannot_be_judged_is_unchecked(claim: str, text: str, reason: str) -> None:
    """Nothing is planned for another language or an empty claim, and the ruling has the reason."""
    found = rule(claim, text, says=YES)
    assert (found.support, found.reason) == ("unchecked", reason)
    assert plan(claim, [passage(text)]) == ()
    assert plan(claim, [passage(text)], languages=None) or not claim.strip()


def test_without_passages_there_is_no_text() -> None:
    """No passage, no pair, and the reason in the ruling."""
    assert plan("A claim.", []) == ()
    assert decide("A claim.", [], {}, PLAIN).reason == "no-text"


def test_the_clause_that_fails_is_named() -> None:
    """A claim of which one half holds and the other does not is partly supported."""

    def nli(pairs: Sequence[Pair]) -> list[Scores]:
        return [SILENT if "exports" in claim else YES for _, claim in pairs]

    claim = "Sales rose in spring, while exports fell in autumn."
    found = judge_support(claim, [passage("Sales rose in spring.")], Assessor(nli, PLAIN))
    assert found.support == "partial"
    assert [(each.type, each.claim) for each in found.differences] == [("clause", "exports fell in autumn.")]


def test_a_long_claim_needs_all_its_clauses() -> None:
    """A clause of a long claim that is found nowhere makes it partly supported, however likely the whole is."""
    claim = (
        "The tram line through the old harbour was opened in the spring of 1923, the city council paid for the rails "
        "and the wires, and the first drivers were trained in a depot near the fish market."
    )
    text = "The tram line through the old harbour was opened in 1923. The city council paid for rails and wires."

    def nli(pairs: Sequence[Pair]) -> list[Scores]:
        return [(0.01, 0.98, 0.01) if hypothesis.startswith("the first") else YES for _, hypothesis in pairs]

    found = judge_support(claim, [passage(text)], Assessor(nli, PLAIN))
    assert (found.support, found.confidence) == ("partial", 0.3)
    assert "depot" in found.differences[0].claim


def test_a_risk_abstains_below_its_threshold() -> None:
    """With a risk, what is not sure enough is unchecked; without a threshold that keeps it, nothing is supported."""
    claim, text = "Trees cool the street.", passage("Trees cool the street below.")
    assessor = scripted((0.8, 0.1, 0.1))
    found = [judge_support(claim, [text], assessor, risk=risk).support for risk in (0.1, 0.02, 0.001)]
    assert found == ["supported", "unchecked", "unchecked"]


def test_a_number_in_another_notation_is_judged_in_that_of_the_source() -> None:
    """A model takes another notation for another number, so the claim is scored with the source's."""
    text = passage("The company earned $4.2 billion in 2021.")
    same = plan("The company earned $4,200 million in 2021.", [text])
    assert {hypothesis for _, hypothesis in same} == {"The company earned $4.2 billion in 2021."}
    other = plan("The company earned $4,300 million in 2021.", [text])
    assert {hypothesis for _, hypothesis in other} == {"The company earned $4,300 million in 2021."}


def test_plan_covers_what_decide_reads_and_nothing_twice() -> None:
    """Each pair is planned once, and no other pair is read."""
    claim = "Sales rose by 4,200 million in spring, while exports fell in autumn."
    passages = [passage("Sales rose by 4.2 billion in spring. Exports fell."), passage("Nobody came.")]
    pairs = plan(claim, passages)
    assert len(pairs) == len(set(pairs))
    read: set[Pair] = set()

    class Watched(dict[Pair, Scores]):
        def __getitem__(self, pair: Pair) -> Scores:
            read.add(pair)
            return super().__getitem__(pair)

    decide(claim, passages, Watched(dict.fromkeys(pairs, LIKELY)), PLAIN)
    assert read == set(pairs)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        (YES, "supported"),
        ((0.7, 0.3, 0.0), "supported"),
        (NO, "contradicted"),
        ((0.1, 0.2, 0.7), "contradicted"),
        ((0.6, 0.3, 0.1), "unsupported"),
    ],
)
def test_an_uncalibrated_model_decides_where_it_is_sure(scores: Scores, expected: str) -> None:
    """From a score of 0.7 on a caller's model has the last word; below, nothing is supported."""
    claim, text = "The lake is deep.", passage("The lake is 3 metres deep at its centre, and the sky is blue.")
    assert judge_support(claim, [text], scripted(scores, Calibration())).support == expected
    foreign = passage("Osaka is a city.")
    assert judge_support("The sky is green.", [foreign], scripted(YES, Calibration())).support == "supported"
