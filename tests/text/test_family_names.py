"""Tests of author names: folding, first persons and acronyms."""

import pytest

from citevet.text.names import acronym, first_person, fold_name, is_organization, strip_year_letter


@pytest.mark.parametrize(
    ("name", "folded"), [("Müller-Łodź", "muller lodz"), ("O’Brien", "obrien"), ("VAN DER BERG", "van der berg")]
)
def test_fold_name(name: str, folded: str) -> None:
    """Case, accents, apostrophes and hyphens do not matter."""
    assert folded == fold_name(name)


def test_names_of_organizations() -> None:
    """Organizations have acronyms; people and single words do not."""
    assert ["WHO", "", ""] == [acronym(name) for name in ("World Health Organization", "J. Smith", "Unesco")]
    assert [True, False] == [is_organization(name) for name in ("World Health Organization", "Jane Smith")]


def test_small_helpers() -> None:
    """First person, and the letter of a year."""
    assert ["Doe ", "Doe "] == [first_person(people) for people in ("Doe & Roe", "Doe et al.")]
    assert ["2019", "2019", "", ""] == [strip_year_letter(year) for year in ("2019", "2019a", "n.d.", None)]
