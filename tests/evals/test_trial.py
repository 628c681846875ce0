"""A reader's trial: claims about texts of many kinds, written without knowledge of the judge."""

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from evals.pairs import own, trial

TRIAL = [each for each in trial() if each.set == "trial"]
SECOND = [each for each in trial() if each.set == "second trial"]
LONG = [each for each in trial() if each.set == "long trial"]


def test_every_text_has_eight_true_claims_and_twelve_others() -> None:
    """No text is easier than another by its share of true claims."""
    texts = Counter(each.evidence for each in TRIAL)
    true = Counter(each.evidence for each in TRIAL if each.label == "supported")
    assert len(texts) == 18
    assert set(texts.values()) == {20}
    assert set(true.values()) == {8}


def test_every_kind_of_fault_is_asked_of_every_text() -> None:
    """Six kinds of faults, each as often about one text as about another."""
    kinds: dict[str, Counter[str]] = {}
    for each in TRIAL:
        if each.label != "supported":
            kinds.setdefault(each.kind, Counter())[each.evidence] += 1
    assert len(kinds) == 6
    assert all(len(counts) == 18 and len(set(counts.values())) == 1 for counts in kinds.values())


def test_length_tells_nothing() -> None:
    """True claims are about as long as the others."""
    true, false = ([each.claim for each in TRIAL if (each.label == "supported") == way] for way in (True, False))
    means = [sum(len(claim.split()) for claim in claims) / len(claims) for claims in (true, false)]
    assert max(means) < 1.25 * min(means)


def test_no_claim_or_text_of_it_is_fitted_on() -> None:
    """The curves never saw it: our own set, which they are fitted on, shares no text with it."""
    assert not {each.evidence for each in own()} & {each.evidence for each in (*TRIAL, *SECOND, *LONG)}


def test_a_not_tells_nothing() -> None:
    """In the second trial each text has a true claim with a "not" beside two facts, their denials and an opposite."""
    texts: dict[str, list[str]] = {}
    for each in SECOND:
        texts.setdefault(each.evidence, []).append(each.kind.removeprefix("second trial: "))
    kinds = ["true near", "denied", "true reworded", "denied", "true with a not", "turned round"]
    assert len(texts) == 140
    assert all(found == kinds for found in texts.values())
    assert {each.label for each in SECOND if "true" in each.kind} == {"supported"}
    assert {each.label for each in SECOND if "true" not in each.kind} == {"contradicted"}


def test_long_claims_are_long_whatever_they_are() -> None:
    """Of each text of the long trial three claims are true, one is so in part, two are denied; none gives itself away
    by its length.
    """
    labels = ["supported"] * 3 + ["contradicted", "unsupported", "contradicted"]
    texts: dict[str, list[str]] = {}
    for each in LONG:
        texts.setdefault(each.evidence, []).append(each.label)
        assert 35 <= len(each.claim.split()) <= 80
    assert len(texts) == 48
    assert all(found == labels for found in texts.values())
    means = [sum(len(each.claim) for each in LONG[at::6]) / 48 for at in range(6)]
    assert max(means) < 1.25 * min(means)
