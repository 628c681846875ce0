"""Names of cases directly before their numbers."""

import pytest

from citevet.extract.forms.law.parties import name_start


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("See Obergefell v. Hodges, ", "Obergefell v. Hodges, "),
        ("The Court in Roe v. Wade, ", "Roe v. Wade, "),
        ("Koch Industries, Inc. v. United States, ", "Koch Industries, Inc. v. United States, "),
        ("then Smith v. Jones Motors, Inc., ", "Smith v. Jones Motors, Inc., "),
        ("Roe v. Wade and Doe v. Bolton, ", "Doe v. Bolton, "),
        ("the holding. Brown v. Board of Education of Topeka, ", "Brown v. Board of Education of Topeka, "),
        ("E.g., Chevron U.S.A. Inc. v. Natural Resources, ", "Chevron U.S.A. Inc. v. Natural Resources, "),
        ("x, Marbury v. Madison, ", "Marbury v. Madison, "),
        ("598 U.S. 1 (2023); Smith v. Jones, ", "Smith v. Jones, "),
        ("said so (Terry v. Ohio, ", "Terry v. Ohio, "),
        ("was In re Gault, ", "In re Gault, "),
        ("and Re B (Children) ", "Re B (Children) "),
        ("R (Miller) v Prime Minister ", "R (Miller) v Prime Minister "),
    ],
)
def test_a_name_starts_with_its_first_party(text: str, name: str) -> None:
    """Signals, sentences and other cases before the name stay outside."""
    assert text.index(name) == name_start(text, len(text))


@pytest.mark.parametrize("text", ["windows v mac, ", "v. v. v. ", "", "no name here ", "Smith v. ", "the v. Jones "])
def test_what_is_no_name_has_no_start(text: str) -> None:
    """Two capitalised parties are needed."""
    assert name_start(text, len(text)) is None


def test_a_name_stays_above_the_floor() -> None:
    """What another citation has taken is not taken again."""
    text = "Roe v. Wade, "
    assert name_start(text, len(text), 5) is None
