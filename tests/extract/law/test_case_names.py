"""Tests of case names directly before their numbers."""

import pytest

from citevet.extract.law.case_names import find_case_name


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
        ("See United States v. Noel (", "United States v. Noel ("),
        ("See Roe v. Bernabei & Katz, PLLC, ", "Roe v. Bernabei & Katz, PLLC, "),
        ("Bauer v Cravath, Swain & Moore, LLP, ", "Bauer v Cravath, Swain & Moore, LLP, "),
        ("Ash Co. v. Flota Mercante, S.A., ", "Ash Co. v. Flota Mercante, S.A., "),
        ("Bank of Elm v. Midwest Agri-Dev. Corp., ", "Bank of Elm v. Midwest Agri-Dev. Corp., "),
        ("See Estate of Layton, ", "Estate of Layton, "),
        ("See In re Marriage of Mathews, ", "In re Marriage of Mathews, "),
        ("Matter of Estate of Roe, ", "Matter of Estate of Roe, "),
        ("In Smith, Roe v. Doe, ", "Roe v. Doe, "),
        ("x, Marbury v. Madison, ", "Marbury v. Madison, "),
        ("598 U.S. 1 (2023); Smith v. Jones, ", "Smith v. Jones, "),
        ("as in 857 F.3d. Smith v. Jones, ", "Smith v. Jones, "),
        ("said so (Terry v. Ohio, ", "Terry v. Ohio, "),
        ("was In re Gault, ", "In re Gault, "),
        ("and Re B (Children) ", "Re B (Children) "),
        ("R (Miller) v Prime Minister ", "R (Miller) v Prime Minister "),
        ("as Ash plc and another v Oak Holdings plc and others ", "Ash plc and another v Oak Holdings plc and others "),
        ("in Ash Ltd v Oak S.A. (in its own name, and as heir) ", "Ash Ltd v Oak S.A. (in its own name, and as heir) "),
    ],
)
def test_name_starts_with_its_first_party(text: str, name: str) -> None:
    """Signals, sentences and other cases before the name are excluded."""
    assert text.index(name) == find_case_name(text, len(text))


@pytest.mark.parametrize("text", ["windows v mac, ", "v. v. v. ", "", "no name here ", "Smith v. ", "the v. Jones "])
def test_no_case_name(text: str) -> None:
    """Two capitalized parties are needed."""
    assert find_case_name(text, len(text)) is None


def test_name_starts_after_the_floor() -> None:
    """Words of another citation are not used again."""
    text = "Roe v. Wade, "
    assert find_case_name(text, len(text), 5) is None
