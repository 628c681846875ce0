"""Claims against given sources by a judge: which source decides, and what a caller's NLI function can do."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

import citevet
from citevet.jobs import verify as job
from citevet.jobs.judge_claims import ClaimQuestion
from citevet.model import Difference, Ruling, Scope
from citevet.report.agentos import Verified

SKY = "The sky is blue."
Weights = tuple[float, float, float]


def said(**words: Ruling) -> object:
    """Rule by the first word of the source's first passage."""

    def rule(questions: Sequence[ClaimQuestion], *_: object, **__: object) -> list[Ruling]:
        firsts = [(each.passages, each.passages[0].text.split()[0].lower()) for each in questions]
        return [replace(words[first], evidence=passages) for passages, first in firsts]

    return rule


def verified(monkeypatch: pytest.MonkeyPatch, claim: str, sources: list[str], **words: Ruling) -> Verified:
    monkeypatch.setattr(job, "judge_claims", said(**words))
    return citevet.verify([claim], sources, nli=lambda pairs: [(1, 0, 0)] * len(pairs))


YES, NO = Ruling("supported", confidence=0.9), Ruling("contradicted", confidence=0.02)
NOTHING = Ruling("unsupported", confidence=0.1)


def test_the_source_that_says_so_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several sources the supporting one is named, wherever it stands."""
    found = verified(monkeypatch, "red ink", ["green red ink", "red ink"], green=NOTHING, red=YES).claims[0]
    assert ("supported", 1) == (found.verdict, found.source_index)


def test_a_contradiction_by_one_source_decides_over_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every near source is judged: one that contradicts decides over one that is silent."""
    found = verified(monkeypatch, "red ink", ["red ink", "green ink"], red=NOTHING, green=NO)
    assert ("contradicted", 1) == (found.claims[0].verdict, found.claims[0].source_index)
    assert found.overall_grounded is False


def test_sources_that_disagree_decide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sources equally about the claim, one for and one against: abstained, flagged, both shown."""
    found = verified(monkeypatch, "inky paper", ["red inky paper", "green inky paper"], red=YES, green=NO).claims[0]
    assert ("unverifiable", "unchecked", "abstained") == (found.verdict, found.ruling.support, found.ruling.reason)
    assert ("conflicting",) == found.ruling.flags
    assert {"s1", "s2"} == {passage.source for passage in found.evidence}


def test_a_letter_tells_two_things_apart_and_the_sentence_that_decides_is_shown() -> None:
    """Drug B is not drug A; "more than 400 patients" shows the sentence with 412 of them, not one that has a 400."""
    source = (
        "In the trial, drug A lowered mortality by 12 percent. The trial enrolled 412 patients at nine hospitals. "
        "Of these, 400 were older than 65, and 30 percent had diabetes."
    )
    drug, patients = citevet.verify(["Drug B lowered mortality.", "More than 400 patients took part."], [source]).claims
    assert ("contradicted", ["name"]) == (drug.verdict, [each.type for each in drug.ruling.differences])
    assert "The trial enrolled 412 patients at nine hospitals." == patients.snippets[0].text
    # An equal number in a sentence about something else decides nothing.
    counts = (
        "Accidents fell from 48 to 39. On an average working day 21,300 trips were recorded at all stations, "
        "9 percent more than in 2023."
    )
    (fell,) = citevet.verify(["Accidents fell by nine."], [counts]).claims
    assert "Accidents fell from 48 to 39." == fell.snippets[0].text


def test_a_source_about_something_else_contradicts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is less about the claim than the source that says so is not heard against it."""
    found = verified(
        monkeypatch, "inky paper burns", ["red inky paper burns", "green paper"], red=YES, green=NO
    ).claims[0]
    assert ("supported", 0) == (found.verdict, found.source_index)


def test_doubt_in_one_source_is_not_settled_by_another_that_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of sources that do not decide, the one that came nearest to support does, with its probability."""
    doubt, some = Ruling(reason="abstained", confidence=0.67), Ruling("partial", confidence=0.39)
    words = {"red": doubt, "green": NOTHING, "blue": some}
    found = verified(monkeypatch, "inky paper", ["green paper", "red inky paper", "blue inky paper"], **words).claims[0]
    assert ("abstained", 0.67, 1) == (found.ruling.reason, found.ruling.confidence, found.source_index)


def test_other_sources_take_no_windows_from_the_nearest() -> None:
    """A claim is judged on as many windows of the source nearest to it as if that were the only one."""

    def windows(sources: list[str]) -> set[str]:
        asked: list[tuple[str, str]] = []

        def nli(pairs: Sequence[tuple[str, str]]) -> list[Weights]:
            asked.extend(pairs)
            return [(0.0, 1.0, 0.0)] * len(pairs)

        citevet.verify(["Zinc oxide whitens red ink."], sources, nli=nli)
        return {evidence for evidence, _ in asked}

    filler = "Nothing else is known of the matter today. " * 20
    pages = ["Zinc oxide whitens red ink.", *(f"The oxide is kept in jar {number}." for number in range(4))]
    right = "\f".join(f"{page} {filler}" for page in pages)
    others = [f"Red ink whitens in month {number}." for number in range(9)]
    alone = windows([right])
    assert alone <= windows([*others, right])


@pytest.mark.parametrize(
    ("ruling", "word"),
    [
        (Ruling("supported", confidence=0.7), "supported"),
        (Ruling("supported", confidence=0.69), "weak"),
        (Ruling("supported", confidence=0.59), "unverifiable"),
        (Ruling("supported"), "supported"),
        (Ruling("partial", confidence=0.99), "weak"),
        (Ruling("partial", confidence=0.01), "weak"),
        (Ruling("unsupported", confidence=0.99), "weak"),
        (Ruling("unsupported", confidence=0.6), "weak"),
        (Ruling("unsupported", confidence=0.59), "unverifiable"),
        (Ruling("unsupported"), "unverifiable"),
        (Ruling("contradicted", confidence=0.99), "contradicted"),
        (Ruling("unchecked", "language", 0.99), "unverifiable"),
    ],
)
def test_the_projection_is_total(monkeypatch: pytest.MonkeyPatch, ruling: Ruling, word: str) -> None:
    """Every ruling has its word; probability may lower `supported`, and lifts nothing to it."""
    assert word == verified(monkeypatch, "red ink", ["red ink"], red=ruling).claims[0].verdict


def test_at_most_five_windows_are_judged_and_the_right_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Among a thousand sources the few that share the claim's rare words are judged."""
    asked: list[str] = []

    def rule(questions: Sequence[ClaimQuestion], *_: object, **__: object) -> list[Ruling]:
        asked.extend(passage.text for each in questions for passage in each.passages)
        return [Ruling("unsupported", confidence=0.1, evidence=each.passages) for each in questions]

    monkeypatch.setattr(job, "judge_claims", rule)
    sources = [f"Plain source number {number} about ink." for number in range(1000)]
    sources[700] = "Zinc oxide whitens the ink."
    citevet.verify(
        ["Zinc whitens ink."],
        sources,
        embed=lambda texts: [[1.0, float("Zinc" in text)] for text in texts],
        nli="small",
    )
    assert 5 == len(asked)
    assert sources[700] == asked[0]


def test_a_contradiction_of_the_callers_nli() -> None:
    """Entailment or contradiction come as a label with its score, and a contradiction of 0.9 contradicts."""
    found = citevet.verify(
        ["The daytime sky is green."],
        ["The daytime sky is blue."],
        nli=lambda pairs: [{"label": "CONTRADICTION", "score": 0.9}] * len(pairs),
        support_threshold=0.01,
        unverifiable_threshold=0.0,
    )
    assert "contradicted" == found.claims[0].verdict
    assert found.overall_grounded is False


@pytest.mark.parametrize(
    ("weights", "word"),
    [((0.97, 0.02, 0.01), "supported"), ((0.02, 0.97, 0.01), "unverifiable"), ((9, 0.5, 0.5), "supported")],
)
def test_weights_of_the_callers_nli(weights: Weights, word: str) -> None:
    """Three weights decide, whatever they add up to; evidence stands first in the pair, the claim second."""
    seen: list[tuple[str, str]] = []

    def nli(pairs: Sequence[tuple[str, str]]) -> list[Weights]:
        seen.extend(pairs)
        return [weights] * len(pairs)

    found = citevet.verify(["The sky is blue."], ["The daytime sky is blue."], nli=nli)
    assert word == found.claims[0].verdict
    assert ("The daytime sky is blue.", "The sky is blue.") == seen[0]


def test_a_wrong_number_is_seen_where_the_model_is_unsure() -> None:
    """A different number contradicts the claim, and the result has the typed difference."""
    found = citevet.verify(
        ["Tokyo proper has roughly 41 million residents."],
        ["Tokyo proper has approximately 14 million residents."],
        nli=lambda pairs: [(0.6, 0.3, 0.1)] * len(pairs),
    ).claims[0]
    assert "contradicted" == found.verdict
    assert "number" == found.ruling.differences[0].type
    assert isinstance(found.ruling.differences[0], Difference)


def test_similarity_where_vectors_were_made() -> None:
    """The caller's embedder is used, and the result has its cosine."""
    found = citevet.verify(
        ["The sky is blue."], [SKY], embed=lambda texts: [[3.0, 4.0]] * len(texts), nli=lambda p: [(1, 0, 0)] * len(p)
    )
    assert 1.0 == found.claims[0].similarity


def test_two_runs_and_any_company_give_the_same() -> None:
    """The judgement of a claim does not depend on the other claims."""

    def nli(pairs: Sequence[tuple[str, str]]) -> list[Weights]:
        return [(len(claim) / 100, 0.3, len(evidence) / 300) for evidence, claim in pairs]

    claims = [f"The sky over town {number} is blue." for number in range(7)]
    sources = [SKY, "Town 3 lies under a grey sky.", "Nobody looked up."]
    whole = citevet.verify(claims, sources, nli=nli).to_dict()
    assert whole == citevet.verify(claims, sources, nli=nli).to_dict()
    alone = [citevet.verify([claim], sources, nli=nli).to_dict()["claims"][0] for claim in claims]
    assert whole["claims"] == alone


def test_of_an_abstract_nobody_can_say_what_the_work_lacks() -> None:
    """The same silence is unsupported by a whole work, and not checked where only its abstract was given."""

    def ruled(scope: Scope) -> tuple[str, str | None]:
        source = citevet.Source("Rice grows in wet valleys.", scope=scope)
        found = citevet.verify([SKY], [source], nli=lambda pairs: [(0.0, 1.0, 0.0)] * len(pairs)).claims[0].ruling
        return found.support, found.reason

    assert ("unsupported", None) == ruled("full")
    assert ("unchecked", "partial-scope") == ruled("abstract")
