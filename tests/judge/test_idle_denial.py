"""Denials that oppose nothing on the other side: they do not make claim and sentence unlike, and all others do."""

from time import process_time

import pytest

from citevet.judge.opposing.parity import deny_alike

_RIDERS = "Riders with a helmet were hurt less often"
_LONG = "The council opened the pool in May. Bus drivers have no contract for the winter."


@pytest.mark.parametrize(
    ("claim", "sentence", "expected"),
    [
        ("The drug lowers fever with or without food.", "The drug lowers fever.", True),
        ("Helmets saved riders.", "In Ghent helmets saved riders, 2 % hurt compared to 8 % in those without.", True),
        (f"{_RIDERS}.", f"In towns, {_RIDERS} than those without.", True),
        (f"{_RIDERS} than people without a helmet.", f"{_RIDERS}.", True),
        # Without a comparison, or without those who have it, they are others.
        ("Patients without asthma were admitted.", "Patients with asthma were admitted.", False),
        ("More were admitted than patients without asthma.", "More were admitted with measles and asthma.", False),
        ("The drug lowers fever without food.", "The drug lowers fever with food.", False),
    ],
)  # fmt: skip
def test_a_group_to_compare_with_denies_nothing(claim: str, sentence: str, *, expected: bool) -> None:
    """Whoever is named only as those without it, beside those with it, is no denial."""
    assert expected is deny_alike(claim, sentence)


@pytest.mark.parametrize(
    ("claim", "sentence", "expected"),
    [
        ("Frost in May is common here.", "Frost in May is not uncommon here.", True),
        ("Runners develop a slow pulse.", "It is not unusual for runners to develop a slow pulse.", True),
        ("Frost in May is not unusual here.", "Frost in May is unusual here.", False),
        ("Frost in May is not unusual here.", "Frost in May is rare here.", False),
        ("The verdict was fair.", "The verdict was not fair.", False),
    ],
)
def test_what_is_not_rare_is_said(claim: str, sentence: str, *, expected: bool) -> None:
    """Two denials of how often something is affirm it, unless the other side has one of them."""
    assert expected is deny_alike(claim, sentence)


@pytest.mark.parametrize(
    ("claim", "sentence", "expected"),
    [
        ("The patients had no symptoms.", "The patients were asymptomatic.", True),
        ("The patients were asymptomatic.", "The patients showed no symptoms.", True),
        ("Cycling does not pollute the air.", "Cycling is largely non-polluting.", True),
        ("The bread has no gluten.", "The bread is gluten-free.", True),
        ("The crew was not prepared.", "The crew was unprepared.", True),
        ("The shop is not open on Sundays.", "The shop is closed on Sundays.", True),
        ("Smoking is not allowed.", "Smoking is prohibited.", True),
        # Denied there too, or said there as well.
        ("The crew was not prepared.", "The crew was prepared, the passengers unprepared.", False),
        ("The shop was not closed.", "The shop was open in March and shut in May.", False),
        ("The crew was not unprepared.", "The crew was unprepared.", False),
        # Beginnings that deny nothing.
        ("The study did not prove it.", "The study improved it.", False),
        ("They did not play the film.", "They displayed the film.", False),
    ],
)
def test_one_word_may_deny(claim: str, sentence: str, *, expected: bool) -> None:
    """A "not" on one side is the same as a prefix, a "free" or the opposite word on the other."""
    assert expected is deny_alike(claim, sentence)


@pytest.mark.parametrize(
    ("claim", "sentence", "expected"),
    [
        (_LONG, "The council opened the pool in May.", True),
        ("The pool opened in May, while bus drivers have no contract.", "The council opened the pool in May.", True),
        (_LONG, "The council opened the pool in May and gave drivers a contract.", False),
        # The same subject goes on, and a bare answer is about what stands before it.
        ("The pool opened in May, but did not charge anybody.", "The council opened the pool in May.", False),
        ("Did the council open the pool in May? No, absolutely not.", "The council opened the pool in May.", False),
        # A sentence that is about neither part is no reason to leave one out.
        ("A choir sang in Latin. Drivers have no contract.", "The council opened the pool in May.", False),
    ],
)
def test_a_part_that_the_sentence_is_not_about_is_left(claim: str, sentence: str, *, expected: bool) -> None:
    """A denial in another sentence or clause of the claim counts only if the source's sentence has a word of it."""
    assert expected is deny_alike(claim, sentence)


@pytest.mark.parametrize(
    ("claim", "sentence", "expected"),
    [
        ("They did not choose coffee.", "They chose tea rather than coffee.", True),
        ("They did not choose tea.", "They chose tea rather than coffee.", False),
        ("They did not choose tea rather than coffee.", "They chose tea rather than coffee.", False),
        ("The board did not approve cuts.", "The board approved cuts to pay instead of cuts to jobs.", False),
        ("Ferrets shed virus, as was observed.", "Although deaths were not observed, ferrets shed virus.", True),
        ("Deaths were observed in ferrets.", "Although deaths were not observed, ferrets shed virus.", False),
    ],
)
def test_what_is_set_aside_or_not_found_is_denied_itself(claim: str, sentence: str, *, expected: bool) -> None:
    """Tea rather than coffee denies coffee, and deaths that were not observed deny deaths alone."""
    assert expected is deny_alike(claim, sentence)


@pytest.mark.parametrize(
    "unit", ["with or without it ", "not unusual ", "not open closed ", "tea rather than coffee not "]
)
def test_a_text_full_of_denials_is_read_in_linear_time(unit: str) -> None:
    """Beyond a score of denials each counts, and none is looked into."""
    start = process_time()
    deny_alike(unit * 2_000, "The shop is closed. " + unit * 2_000)
    assert process_time() - start < 5
