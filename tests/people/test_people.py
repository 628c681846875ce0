"""Tests of people: the parts of names in all orders and scripts, lists of names, and their comparison."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.people import (
    Person,
    compare,
    is_sole,
    parse,
    parse_bibtex,
    read_name,
    read_surname,
    sort_word,
    split_names,
)


@pytest.mark.parametrize(
    ("written", "family", "given_names", "particle", "suffix"),
    [
        ("Jane Smith", "Smith", "Jane", "", ""),
        ("Smith, Jane", "Smith", "Jane", "", ""),
        ("Smith JA", "Smith", "JA", "", ""),
        ("Smith J. A.", "Smith", "J. A.", "", ""),
        ("J. A. Smith", "Smith", "J. A.", "", ""),
        ("J.-A. Smith", "Smith", "J.-A.", "", ""),
        ("Östlund A-K", "Östlund", "A-K", "", ""),
        ("SMITH John", "SMITH", "John", "", ""),
        ("John SMITH", "SMITH", "John", "", ""),
        ("Ana de la Cruz", "Cruz", "Ana", "de la", ""),
        ("de la Cruz, Ana", "Cruz", "Ana", "de la", ""),
        ("Cruz, Ana de la", "Cruz", "Ana", "de la", ""),
        ("Walden F von", "Walden", "F", "von", ""),
        ("Jan VAN DER BERG", "BERG", "Jan", "VAN DER", ""),
        ("van der Berg", "Berg", "", "van der", ""),
        ("Al Gore", "Gore", "Al", "", ""),
        ("Jane Smith Jr.", "Smith", "Jane", "", "Jr."),
        ("Smith, Jane, Jr.", "Smith", "Jane", "", "Jr."),
        ("Smith Jr., Jane", "Smith", "Jane", "", "Jr."),
        ("Smith, Jane III", "Smith", "Jane", "", "III"),
        ("Peter St. John", "St. John", "Peter", "", ""),
        ("José Ortega y Gasset", "Ortega y Gasset", "José", "", ""),
        ("García Márquez, Gabriel", "García Márquez", "Gabriel", "", ""),
        ("Dr. Jane Roe", "Roe", "Jane", "", ""),
        ("김철수", "김", "철수", "", ""),
        ("남궁민수", "남궁", "민수", "", ""),
        ("김 철수", "김", "철수", "", ""),
        ("李小龙", "李", "小龙", "", ""),
        ("欧阳修", "欧阳", "修", "", ""),
        ("田中一郎", "田中", "一郎", "", ""),
        ("アルベルト・アインシュタイン", "アインシュタイン", "アルベルト", "", ""),
        ("Иванов И. И.", "Иванов", "И. И.", "", ""),
        ("И. И. Иванов", "Иванов", "И. И.", "", ""),
        ("Иванов Иван Иванович", "Иванов", "Иван Иванович", "", ""),
        ("Иван Иванович Иванов", "Иванов", "Иван Иванович", "", ""),
        ("Jane Smith et al.", "Smith", "Jane", "", ""),
        ("PhD", "PhD", "", "", ""),
        ("", "", "", "", ""),
    ],
)
def test_read_name(written: str, family: str, given_names: str, particle: str, suffix: str) -> None:
    """Every order gives the same parts."""
    assert Person(family, given_names, particle, suffix) == read_name(written)


@pytest.mark.parametrize(
    "written",
    [
        "World Health Organization",
        "European Commission",
        "Department of Health",
        "Roe Foam GmbH",
        "Universität Bremen",
        "中国科学院大学",
    ],
)
def test_organizations(written: str) -> None:
    """An organization has one name; so has whatever stands in braces."""
    assert Person(organization=written) == read_name(written)
    assert Person(organization="Roe and Sons") == read_name("{Roe and Sons}")


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ("Smith, Jane", {"smith", "smith jane", "jane smith"}),
        ("Jan van der Berg", {"berg", "van der berg", "jan van der berg", "van der berg jan"}),
        ("Kim et al.", {"kim"}),
        ("김철수", {"김", "김철수", "김 철수"}),
        ("World Health Organization", {"world health organization"}),
    ],
)
def test_forms(author: str, names: set[str]) -> None:
    """Every form by which an author may be cited is found, with and without particles."""
    assert names == read_name(author).forms()


def test_shown_names() -> None:
    """People are shown by family name, organizations and Korean names whole; lists are sorted without particles."""
    shown = [read_name(name).shown for name in ("Ana de la Cruz", "World Health Organization", "김철수")]
    assert ["de la Cruz", "World Health Organization", "김철수"] == shown
    assert ["de la Cruz, Ana", "김, 철수"] == [read_name(name).inverted for name in ("Ana de la Cruz", "김철수")]
    assert "berg" == sort_word("van der Berg")
    assert Person("Márquez", "", "") != read_surname("García Márquez") == Person("García Márquez")
    assert [True, False, False] == [is_sole(author) for author in ("Kim, H.", "Kim, H. et al.", "Kim")]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Smith, J., Jones, M., & Lee, K.", ["Smith, J.", "Jones, M.", "Lee, K."]),
        ("Smith JA, Jones B, Lee CH", ["Smith, JA", "Jones, B", "Lee, CH"]),
        ("J. Smith, K. Doe", ["Smith, J.", "Doe, K."]),
        ("John Smith, Jane Roe and Kim Lee", ["Smith, John", "Roe, Jane", "Lee, Kim"]),
        ("Roe, Jane; Doe, John", ["Roe, Jane", "Doe, John"]),
        ("Roe, Jane, and Doe, John", ["Roe, Jane", "Doe, John"]),
        ("Roe, Jane B., Doe, John K.", ["Roe, Jane B.", "Doe, John K."]),
        ("Schmidt, Eva/Weber, Karl", ["Schmidt, Eva", "Weber, Karl"]),
        ("de la Cruz, Ana", ["de la Cruz, Ana"]),
        ("Smith, J., Jr., Jones, M.", ["Smith, J., Jr.", "Jones, M."]),
        ("Smith & Jones", ["Smith", "Jones"]),
        ("Lee, Kim, and Park", ["Lee", "Kim", "Park"]),
        ("WHO, UNICEF", ["WHO", "UNICEF"]),
        ("김철수·이영희", ["김, 철수", "이, 영희"]),
        ("김철수, 이영희", ["김, 철수", "이, 영희"]),
        ("张三, 李四", ["张, 三", "李, 四"]),
        ("山田太郎、鈴木花子", ["山田, 太郎", "鈴木, 花子"]),
        ("Иванов И. И., Петров П. П.", ["Иванов, И. И.", "Петров, П. П."]),
        ("Ministry of Health, Labour and Welfare", ["Ministry of Health, Labour and Welfare"]),
        ("Roe et al.", ["Roe"]),
        ("", []),
    ],
)
def test_parse(written: str, expected: list[str]) -> None:
    """People named together are told apart, whatever separates them."""
    assert expected == [person.inverted for person in parse(written)]


def test_parse_bibtex() -> None:
    """Only "and" outside braces separates names, and "others" is nobody."""
    written = "{World Health Organization} and de la Cruz, Ana and Ludwig van Beethoven and {Roe and Sons} and others"
    found = [person.surname for person in parse_bibtex(written)]
    assert ["World Health Organization", "de la Cruz", "van Beethoven", "Roe and Sons"] == found


@pytest.mark.parametrize(
    ("one", "other", "outcome"),
    [
        ("Ana de la Cruz", "de la Cruz, Ana", "same"),
        ("Ana de la Cruz", "Cruz, A.", "compatible"),
        ("Jean-Luc Roe", "Roe, Jean Luc", "same"),
        ("Jean-Luc Roe", "Roe, J.-L.", "compatible"),
        ("Roe", "Roe, J.", "compatible"),
        ("Roe, Jane", "Roe, Jane B.", "compatible"),
        ("Wei Zhang", "Zhang Wei", "compatible"),
        ("Müller, E.", "Mueller, Eva", "compatible"),
        ("김철수", "Kim, C.", "compatible"),
        ("WHO", "World Health Organization", "compatible"),
        ("Smith, J.", "Smith, K.", "other"),
        ("Smith, J.", "Jones, J.", "other"),
        ("Smith Jr., J.", "Smith Sr., J.", "other"),
        ("World Bank Group", "World Health Organization", "other"),
    ],
)
def test_compare(one: str, other: str, outcome: str) -> None:
    """Two names are of one person, may be, or are not; the order does not matter, and there is a reason."""
    found = compare(read_name(one), read_name(other))
    assert (outcome, outcome) == (found.outcome, compare(read_name(other), read_name(one)).outcome)
    assert found.why


_GIVEN = st.sampled_from(["Ana", "Jean-Luc", "J. A.", "Maria Luisa", "Wei"])
_FAMILIES = st.sampled_from(["Cruz", "O'Brien", "Smith-Jones", "Łukasz", "Öztürk", "Lee"])
_PARTICLES = st.sampled_from(["", "de la", "van der", "von", "dos"])


@given(_GIVEN, _PARTICLES, _FAMILIES)
def test_orders_agree(given_names: str, particle: str, family: str) -> None:
    """A name is the same person in every order, and its own forms give it again."""
    surname = f"{particle} {family}".strip()
    one, other = read_name(f"{given_names} {surname}"), read_name(f"{surname}, {given_names}")
    assert Person(family, given_names, particle) == one == other == read_name(one.inverted) == read_name(one.name)
    assert "same" == compare(one, other).outcome


@given(st.text(max_size=80))
def test_any_text(written: str) -> None:
    """Any text gives names, and no error."""
    names = split_names(written)
    assert all(names)
    assert len(parse(written)) == len(names)
    assert compare(read_name(written), read_name(written)).outcome in {"same", "compatible"}
