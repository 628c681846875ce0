"""Claims before a page that is read whole: what is asked, what decides, and what is declined."""

from collections.abc import Callable, Sequence

import pytest

from citevet.judge.calibration import READ_SIGNALS, Calibration, Curve, Pair, Scores
from citevet.judge.page_reading import Asking, read_claim, read_signals, refuse
from citevet.judge.source_stance import find_stance
from citevet.judge.support import Assessor
from citevet.model import Passage, Ruling, Scope, Span, Stance

YES, NO, AGAINST = (0.95, 0.03, 0.02), (0.02, 0.96, 0.02), (0.01, 0.03, 0.96)
TREES = (
    "Street trees cool the pavement by 12 °C. The survey covered Lyon and Turin. The city will plant 400 more by 2030."
)
OTHER = "A study of other towns found no cooling at all near the trees. It had few readings."
LANGUAGES = frozenset({"en", "de", "zh"})


def page(text: str, number: int = 1) -> Passage:
    """Return a page of a source."""
    return Passage("s1", Span(0, len(text)), text, number)


class Judge:
    """Scores by the claim, and by the page where that matters; it hears what it is asked."""

    def __init__(self, answers: dict[str, Scores], *, of: Callable[[str, str], Scores] | None = None) -> None:
        self.answers, self.of, self.heard = answers, of, list[Pair]()

    def score(self, pair: Pair) -> Scores:
        """Return the score of a pair."""
        self.heard.append(pair)
        return self.of(*pair) if self.of else self.answers.get(pair[1], NO)

    def rule(
        self, claim: str, *texts: str, scope: Scope = "full", risk: float | None = None, **curves: float
    ) -> Ruling:
        """Rule on a claim."""
        pages = [page(text, number) for number, text in enumerate(texts, 1)]
        return self.run(read_claim(claim, pages, Calibration(**curves), scope=scope, risk=risk))  # type: ignore[arg-type]

    def run(self, asking: Asking[Ruling]) -> Ruling:
        """Answer until there is a ruling."""
        scores: dict[Pair, Scores] = {}
        wanted: Sequence[Pair] = next(asking)
        while True:
            scores |= {pair: self.score(pair) for pair in wanted}
            try:
                wanted = asking.send(scores)
            except StopIteration as ended:
                ruling: Ruling = ended.value
                return ruling


def test_a_plain_claim_costs_one_question() -> None:
    """The sentence with most of its words is the evidence, in the words and at the place of the source."""
    judge = Judge({"Trees cool the pavement.": YES})
    ruling = judge.rule("Trees cool the pavement.", TREES)
    assert (ruling.support, ruling.confidence, len(judge.heard)) == ("supported", 0.95, 1)
    (evidence,) = ruling.evidence
    assert evidence.text == "Street trees cool the pavement by 12 °C." == evidence.span.of(TREES)


def test_two_sentences_are_shown_where_one_does_not_decide() -> None:
    """The judge is asked for the first alone; it says no, and the second has the other words."""
    claim = "Greening lowers temperatures in Lyon and near street trees"
    judge = Judge({}, of=lambda premise, _: YES if premise == TREES else NO)
    ruling = judge.rule(claim, TREES)
    assert ruling.support == "supported"
    assert [each.span.of(TREES) for each in ruling.evidence] == [each.text for each in ruling.evidence]
    assert len(ruling.evidence) == 2


def test_a_claim_in_another_language_is_asked_of_each_sentence() -> None:
    """Words do not tell which sentence decides."""
    claim = "Die Stadt pflanzt bis 2030 weitere Bäume."
    judge = Judge({}, of=lambda premise, _: YES if "2030" in premise else NO)
    assert judge.rule(claim, TREES).evidence[0].text == "The city will plant 400 more by 2030."


def test_clauses_that_fare_differently_make_it_partial() -> None:
    """Each has its verdict, its evidence and its probability."""
    claim = "Street trees have cooled the pavement by 12 °C, and the survey covered Rome."
    judge = Judge({"Street trees have cooled the pavement by 12 °C": YES, "the survey covered Rome.": NO})
    ruling = judge.rule(claim, TREES)
    assert ruling.support == "partial"
    assert [each.support for each in ruling.clauses] == ["supported", "unsupported"]
    assert [each.span.of(claim) for each in ruling.clauses] == [each.text for each in ruling.clauses]
    assert [each.confidence for each in ruling.clauses] == [0.95, 0.02]
    assert [each.evidence[0].text for each in ruling.clauses] == [
        "Street trees cool the pavement by 12 °C.",
        "The survey covered Lyon and Turin.",
    ]
    assert [(each.type, each.claim) for each in ruling.differences] == [("clause", "the survey covered Rome.")]


def test_what_stands_behind_a_comma_may_be_the_part_that_is_lost() -> None:
    """A claim without a second verb has parts too."""
    judge = Judge({"Street trees have cooled the pavement by 12 °C": YES})
    ruling = judge.rule("Street trees have cooled the pavement by 12 °C, sparing the elderly many heat strokes.", TREES)
    assert [(each.text, each.support) for each in ruling.clauses] == [
        ("Street trees have cooled the pavement by 12 °C", "supported"),
        ("sparing the elderly many heat strokes.", "unsupported"),
    ]


def test_clauses_that_fare_alike_are_not_listed() -> None:
    """Nothing is supported: the answer is one word."""
    ruling = Judge({}).rule("The mayor resigned, and the council was dissolved.", TREES)
    assert (ruling.support, ruling.clauses) == ("unsupported", ())


def test_clauses_are_not_asked_of_a_page_on_something_else() -> None:
    """One question is enough where the page has hardly a word of the claim."""
    judge = Judge({})
    judge.rule("The mayor resigned in the spring, and the council was dissolved by decree.", OTHER)
    assert len(judge.heard) == 1


def test_contradicted_needs_the_threshold_of_the_manifest() -> None:
    """Below it a claim is not in the source."""
    judge = Judge({"Trees heat the pavement.": AGAINST})
    assert judge.rule("Trees heat the pavement.", TREES, against=0.95).support == "contradicted"
    assert judge.rule("Trees heat the pavement.", TREES, against=0.97).support == "unsupported"


def test_pages_that_disagree_decide_nothing() -> None:
    """Both sides are shown."""
    judge = Judge({}, of=lambda premise, _: AGAINST if "other towns" in premise else YES)
    ruling = judge.rule("Street trees cool the pavement.", TREES, OTHER)
    assert (ruling.support, ruling.reason, ruling.flags) == ("unchecked", "abstained", ("conflicting",))
    assert [each.page for each in ruling.evidence] == [2, 1]


def test_another_number_is_a_reason_to_doubt_only_where_the_judge_is_unsure() -> None:
    """A comparison is a second opinion: it never turns support into a contradiction."""
    claim = "Street trees cool the pavement by 15 °C."
    assert Judge({claim: YES}).rule(claim, TREES).support == "supported"
    ruling = Judge({claim: (0.8, 0.1, 0.1)}).rule(claim, TREES)
    assert (ruling.support, ruling.reason) == ("unchecked", "abstained")
    assert [(each.type, each.source) for each in ruling.differences] == [("number", "12 °C")]


def test_a_contradiction_shows_the_number_of_the_source() -> None:
    """The comparison explains what the judge decided."""
    claim = "Street trees cool the pavement by 15 °C."
    ruling = Judge({claim: AGAINST}).rule(claim, TREES)
    assert [(each.claim, each.source) for each in ruling.differences] == [("15 °C", "12 °C")]


@pytest.mark.parametrize(
    ("scope", "support", "reason"),
    [
        ("full", "unsupported", None),
        ("abstract", "unchecked", "partial-scope"),
        ("title", "unchecked", "partial-scope"),
    ],
)
def test_a_part_of_a_work_says_nothing_of_what_it_lacks(scope: Scope, support: str, reason: str | None) -> None:
    """As for every judge."""
    ruling = Judge({}).rule("The mayor resigned.", TREES, scope=scope)
    assert (ruling.support, ruling.reason) == (support, reason)


def test_a_risk_leaves_the_rest_open() -> None:
    """What is supported without it is asked for its evidence, and left to the reader."""
    calibration = Calibration(risk={0.05: 0.97})
    judge = Judge({"Trees cool the pavement.": YES})
    for risk, support in ((None, "supported"), (0.05, "unchecked"), (0.01, "unchecked")):
        ruling = judge.run(read_claim("Trees cool the pavement.", [page(TREES)], calibration, risk=risk))
        assert (ruling.support, bool(ruling.evidence)) == (support, True)


@pytest.mark.parametrize(
    ("claim", "text", "reason"),
    [
        ("", TREES, "no-text"),
        ("  \n ", TREES, "no-text"),
        ("1 234 567, 89 % (2019)", TREES, "no-text"),
        ("Trees cool the pavement.", "12 34 56", "no-text"),
        ("trees " * 2_500, TREES, "too-large"),
        ("Деревья охлаждают тротуар в жаркие дни.", TREES, "language"),
        ("Trees cool the pavement.", "Деревья охлаждают тротуар в жаркие летние дни.", "language"),
        ("木は舗道を冷やすことができるという。", TREES, "language"),
        ("Drzewa uliczne nie są tańsze niż jest to w planie.", TREES, "language"),
    ],
)
def test_what_it_cannot_read_it_declines(claim: str, text: str, reason: str) -> None:
    """With the reason, before anything is asked."""
    assessor = Assessor(lambda _: [], languages=LANGUAGES, page=2_000, longest=220)
    ruling = refuse(claim, [page(text)], assessor)
    assert ruling is not None
    assert (ruling.support, ruling.reason) == ("unchecked", reason)


@pytest.mark.parametrize(
    "claim", ["Bäume kühlen die Straße und den Platz.", "行道树使路面温度降低十二度。", "Trees cool."]
)
def test_what_it_can_read_it_takes(claim: str) -> None:
    """In the languages that its manifest states; the source may be in another of them."""
    assert refuse(claim, [page(TREES)], Assessor(lambda _: [], languages=LANGUAGES, page=2_000, longest=220)) is None


def test_probabilities_depend_on_kind_and_length() -> None:
    """The curve of the manifest may weigh them."""
    signals = read_signals("The survey did not cover 12 towns.", TREES, YES)
    assert tuple(signals.values) == READ_SIGNALS
    assert signals.kinds == {"number", "negation"}
    curve = Curve(0.0, {"supported": 1.0, "number": -2.0})
    plain = read_signals("The survey covered towns.", TREES, YES)
    assert curve.probability(signals) < curve.probability(plain) == pytest.approx(0.95)


@pytest.mark.parametrize(
    ("sentence", "stance"),
    [
        ("The ministry denied that the bridge had been closed for repairs.", "denied"),
        ("There is no evidence that the bridge was closed for repairs.", "denied"),
        ("The report that the bridge was closed for repairs has been retracted.", "superseded"),
        ("The bridge will be closed for repairs.", "planned"),
        ("It is unclear whether the bridge was closed for repairs.", "hypothetical"),
        ("Critics allege that the bridge was closed for repairs.", "reported"),
        ("The bridge was closed for repairs.", None),
        ("The ministry denied everything.", None),
    ],
)
def test_how_a_source_holds_what_it_does_not_assert(sentence: str, stance: Stance | None) -> None:
    """By a word that the claim does not have itself."""
    assert find_stance("The bridge was closed for repairs.", sentence) == stance
    assert find_stance(sentence, sentence) is None


def test_the_stance_is_named_where_the_claim_is_not_supported() -> None:
    """A supported claim has none."""
    text = "The city council denied that the bridge was closed for repairs."
    claim = "The bridge was closed for repairs."
    assert Judge({}).rule(claim, text).stance == "denied"
    assert Judge({claim: YES}).rule(claim, text).stance is None
