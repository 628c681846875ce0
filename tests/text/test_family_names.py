"""Tests of author names: folding, family names, particles and acronyms."""

import pytest

from citevet.text.names import (
    acronym,
    cited_forms,
    displayed_family_name,
    family_names,
    first_person,
    fold_name,
    is_organization,
    is_sole_author,
    strip_year_letter,
)


@pytest.mark.parametrize(
    ("name", "folded"), [("Müller-Łodź", "muller lodz"), ("O’Brien", "obrien"), ("VAN DER BERG", "van der berg")]
)
def test_fold_name(name: str, folded: str) -> None:
    """Case, accents, apostrophes and hyphens do not matter."""
    assert folded == fold_name(name)


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ("Smith, Jane", {"smith", "smith jane"}),
        ("Jan van der Berg", {"berg", "van der berg", "jan van der berg"}),
        ("Maria de los Santos", {"santos", "de los santos", "maria de los santos"}),
        ("Smith JA", {"smith", "ja", "smith ja"}),
        ("Kim et al.", {"kim"}),
        ("김철수", {"김", "김철수"}),
        ("남궁민수", {"남궁", "남궁민수"}),
        ("Jane Smith Jr.", {"smith", "jane smith jr"}),
    ],
)
def test_family_names(author: str, names: set[str]) -> None:
    """Every form by which an author may be cited is found, with and without particles."""
    assert names == family_names(author)


@pytest.mark.parametrize(
    ("author", "shown"),
    [("Smith, Jane", "Smith"), ("World Health Organization", "World Health Organization"), ("김철수", "김철수")],
)
def test_displayed_family_name(author: str, shown: str) -> None:
    """People are shown by family name, organizations and Korean names whole."""
    assert shown == displayed_family_name(author)


def test_names_of_organizations() -> None:
    """Organizations have acronyms; people and single words do not."""
    assert ["WHO", "", ""] == [acronym(name) for name in ("World Health Organization", "J. Smith", "Unesco")]
    assert [True, False] == [is_organization(name) for name in ("World Health Organization", "Jane Smith")]


def test_small_helpers() -> None:
    """First person, sole author, particles and the letter of a year."""
    assert ["Doe ", "Doe "] == [first_person(people) for people in ("Doe & Roe", "Doe et al.")]
    assert [True, False, False] == [is_sole_author(author) for author in ("Kim, H.", "Kim, H. et al.", "Kim")]
    assert ("van der berg", "berg") == cited_forms("van der Berg")
    assert ["2019", "2019", "", ""] == [strip_year_letter(year) for year in ("2019", "2019a", "n.d.", None)]
