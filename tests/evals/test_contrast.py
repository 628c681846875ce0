"""The contrast set is the frozen one, is as large and as varied as promised, and its labels hold in form."""

import sys
from collections import Counter
from pathlib import Path
from re import findall, split

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from evals.contrast import FOLDER, Triplet, Worked, balanced, digest, load, overlap, passages, worked
from evals.contrast.__main__ import board

TRIPLETS = load()
TOKYO = (
    "Tokyo is the capital and seat of government of Japan.",
    "The population of Tokyo proper is approximately 14 million.",
)


def claims(triplet: Triplet) -> tuple[str, str, str]:
    return triplet.supported, triplet.negated, triplet.swapped


def numbers(text: str) -> set[str]:
    return set(findall(r"\d+(?:[.,]\d+)*", text))


def bare(text: str) -> str:
    """Return a claim as a clause: whether it opens or ends a sentence does not count."""
    return text.casefold().removesuffix(".")


def test_the_data_are_the_frozen_data() -> None:
    """No file of the set has changed since its digest was taken."""
    assert (FOLDER / "DIGEST").read_text(encoding="utf-8") == digest()


def test_the_set_is_as_large_as_promised() -> None:
    """There are at least 60 passages with five triplets or more each, and 60 worked examples."""
    by_passage = Counter(each.passage.id for each in TRIPLETS)
    assert {each.id for each in passages()} == set(by_passage)
    assert len(by_passage) >= 60
    assert len(TRIPLETS) >= 300
    assert min(by_passage.values()) >= 5
    assert len(worked()) >= 60


def test_a_passage_is_short_and_full_of_numbers() -> None:
    """A passage has 80 to 180 words and at least three different numbers."""
    assert [] == [each.id for each in passages() if not 80 <= len(each.text.split()) <= 180]
    assert [] == [each.id for each in passages() if len(numbers(each.text)) < 3]


def test_ids_are_unique() -> None:
    """An id names one passage, one triplet or one worked example."""
    ids = [*(each.id for each in passages()), *(each.id for each in TRIPLETS), *(each.id for each in worked())]
    assert len(set(ids)) == len(ids)


def test_no_claim_stands_twice() -> None:
    """A claim has one label: it is in the set once."""
    every = Counter(bare(claim) for each in TRIPLETS for claim in claims(each))
    assert [] == [claim for claim, count in every.items() if count > 1]


def test_a_claim_is_one_short_sentence() -> None:
    """No claim has more than 40 words, and each ends in a full stop."""
    every = [claim for each in TRIPLETS for claim in claims(each)]
    assert [] == [claim for claim in every if len(claim.split()) > 40 or not claim.endswith(".")]


def test_verbatim_claims_stand_in_their_passage() -> None:
    """A supported claim is called verbatim if and only if the passage has it word for word."""
    assert [] == [
        each.id for each in TRIPLETS if (each.kind == "verbatim") != (bare(each.supported) in bare(each.passage.text))
    ]


def test_wrong_claims_are_no_sentence_of_their_passage() -> None:
    """What is labelled wrong is nowhere said; "harm was seen" may stand inside "no harm was seen"."""
    assert [] == [
        each.id
        for each in TRIPLETS
        for claim in (each.negated, each.swapped)
        if bare(claim) in split(r"[.;:] ", bare(each.passage.text))
    ]


def test_a_swapped_number_is_another_number() -> None:
    """Where a number was swapped, few words changed, and one that is there was not in the supported claim."""
    for each in (each for each in TRIPLETS if each.swap == "number"):
        before, after = Counter(each.supported.split()), Counter(each.swapped.split())
        assert 1 <= (after - before).total() <= 3, each.id


def test_the_kinds_are_balanced() -> None:
    """Verbatim, light and real paraphrase each make up a quarter or more, and number swaps six tenths."""
    kinds, swaps = (Counter(each) for each in zip(*((each.kind, each.swap) for each in TRIPLETS), strict=True))
    assert {"verbatim", "light", "paraphrase"} == set(kinds)
    assert min(kinds.values()) / len(TRIPLETS) >= 0.25
    assert {"number", "entity", "date", "unit", "direction", "quantifier"} == set(swaps)
    assert swaps["number"] / len(TRIPLETS) >= 0.6


def test_wrong_digits_are_mostly_borrowed() -> None:
    """Most wrong numbers written in digits are in the passage, in another role: looking them up does not help."""
    wrong = [
        (numbers(each.swapped) - numbers(each.supported), numbers(each.passage.text))
        for each in TRIPLETS
        if each.swap == "number"
    ]
    strange = [new for new, _ in wrong if new]
    borrowed = [new for new, known in wrong if new and new <= known]
    assert len(borrowed) / len(strange) >= 0.6


def test_supported_claims_deny_too() -> None:
    """A word of denial gives no verdict away: more than a tenth of the supported claims have one."""
    denials = {"not", "no", "none", "never", "nobody", "nothing", "cannot", "neither", "without", "failed"}
    assert sum(bool(denials & set(bare(each.supported).split())) for each in TRIPLETS) / len(TRIPLETS) > 0.1


def test_every_verdict_is_worked() -> None:
    """Each of the four verdicts has ten worked examples or more, with evidence and a reason."""
    labels = Counter(each.label for each in worked())
    assert {"supported", "partial", "unsupported", "contradicted"} == set(labels)
    assert min(labels.values()) >= 10
    assert [] == [each.id for each in worked() if not (each.why and all(each.evidence) and each.claim)]


@pytest.mark.parametrize(
    ("claim", "label"),
    [
        ("Tokyo is the capital of Japan.", "supported"),
        ("Tokyo proper has roughly 14 million residents.", "supported"),
        ("Tokyo hosted the 2020 Summer Olympics in 1457.", "unsupported"),
        ("Tokyo proper has roughly 41 million residents.", "contradicted"),
        ("Tokyo is not the capital of Japan.", "contradicted"),
    ],
)
def test_the_example_of_tokyo(claim: str, label: str) -> None:
    """Two sentences about Tokyo support, contradict or leave open exactly this."""
    found: list[Worked] = [each for each in worked() if each.claim == claim]
    assert [(TOKYO, label)] == [(each.evidence, each.label) for each in found]


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The dog barked.", 1.0),
        ("A cat barked.", 1 / 3),
        ("The dog barked 1,200 times.", 0.8),
        ("The dog barked 200 times.", 0.6),
        ("", 0.0),
    ],
)
def test_overlap_counts_shared_words(claim: str, expected: float) -> None:
    """Overlap is the share of the claim's words that the passage has; a number is one word."""
    assert expected == pytest.approx(overlap(claim, "The dog barked at 1,200 sheep."))


def test_balanced_accuracy_at_the_best_cut() -> None:
    """The cut that separates best is found, of two equal ones the stricter; an inseparable pair scores a half."""
    assert (1.0, 0.8) == balanced([0.8, 0.9], [0.1, 0.2, 0.7])
    assert balanced([0.5], [0.5])[0] == 0.5
    assert (0.75, 0.9) == balanced([0.4, 0.9], [0.1, 0.6])


def test_word_overlap_does_not_solve_it() -> None:
    """The board has a line for all, and overlap stays far from the mark that a judge has to reach."""
    name, triplets, accuracy, _ = board()[2].split()
    assert ("all", str(len(TRIPLETS))) == (name, triplets)
    assert 0.5 <= float(accuracy) < 0.75
