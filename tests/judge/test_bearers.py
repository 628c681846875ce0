"""Numbers that a claim gives to the wrong one of two bearers which the source sets side by side."""

import pytest

from citevet.judge.numbers import compare_numbers


def _said(claim: str, evidence: str) -> list[tuple[str, str]]:
    return [(each.claim, each.source) for each in compare_numbers(claim, evidence).differences]


BEES = "Exposed colonies lost 45 % of their bees and unexposed 23 %."
PAY = "Men earned 31 euros an hour and women 26."
WEIGHT = "The treatment group lost 6.1 kg, the placebo group 1.2 kg."
DRUG = "Patients lost 6.1 kg on treatment and 1.2 kg on placebo."
CATCH = "Iceland caught 900 tonnes and Norway 340 tonnes."
PAIN = "Scores dropped by 2.1 points in the walking group and by 0.9 points in the leaflet group."


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("Unexposed colonies lost 45 % of their bees.", BEES, [("45 %", "23 %")]),
        ("Exposed colonies lost 23 % of their bees.", BEES, [("23 %", "45 %")]),
        ("Women earned 31 euros an hour.", PAY, [("31 euros an hour", "26")]),
        ("The placebo group lost 6.1 kg.", WEIGHT, [("6.1 kg", "1.2 kg")]),
        ("Patients on placebo lost 6.1 kg.", DRUG, [("6.1 kg", "1.2 kg")]),
        ("Norway caught 900 tonnes.", CATCH, [("900 tonnes", "340 tonnes")]),
        ("The walking group's scores dropped by 0.9 points.", PAIN, [("0.9", "2.1")]),
        ("Women earned 31 euros an hour and men 26.", PAY, [("31 euros an hour", "26"), ("26", "31 euros an hour")]),
        ("In 2019 the port handled 40 ships.", "The port handled 55 ships in 2019 and 40 in 2020.", [("40", "55")]),
    ],
)  # fmt: skip
def test_swapped(claim: str, evidence: str, expected: list[tuple[str, str]]) -> None:
    """A number of the source that belongs to another is told with the number that belongs to the claim's subject."""
    assert expected == _said(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Exposed colonies lost 45 % of their bees.", BEES),
        ("Unexposed colonies lost 23 %.", BEES),
        ("Colonies that were not exposed lost 23 %.", BEES),
        ("Women earned 26 euros an hour.", PAY),
        ("Men earned 31 euros an hour, more than women.", PAY),
        ("Men earned 31 euros an hour and women 26.", PAY),
        ("Men and women earned 31 and 26 euros an hour, respectively.", PAY),
        ("The placebo group lost 1.2 kg.", WEIGHT),
        ("Patients on treatment lost 6.1 kg.", DRUG),
        ("Norway caught 340 tonnes.", CATCH),
        ("The leaflet group's scores dropped by 0.9 points.", PAIN),
    ],
)
def test_in_its_place(claim: str, evidence: str) -> None:
    """A number that stays with its bearer, in whatever order and words, is no difference."""
    assert [] == _said(claim, evidence)
