"""Pages, sections, lines and articles in a citation, and where an identifier ends."""

from typing import Any

import pytest

from citevet.extract.locators import parse_locator
from citevet.identifiers import trim_identifier
from citevet.model import Locator


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (", p. 15", Locator(page="15")),
        (", p.15", Locator(page="15")),
        (", pp. 33–35", Locator(page="33-35")),
        (", pp. 33--35", Locator(page="33-35")),
        (", pp. 3, 5-7", Locator(page="3, 5-7")),
        (", page 4", Locator(page="4")),
        (", p. xii", Locator(page="xii")),
        (", p.~3", Locator(page="3")),
        (", S. 3", Locator(page="3")),
        (", S.~3", Locator(page="3")),
        (", S. 12–14", Locator(page="12-14")),
        (", Bd. 2, S. 5", Locator(page="5")),
        (", Seite 4", Locator(page="4")),
        (", S. 3 f.", Locator(page="3 f.")),
        (", S. 3ff.", Locator(page="3ff.")),
        (", pp. 3 ff.", Locator(page="3 ff.")),
        (", pág. 4", Locator(page="4")),
        (", págs. 4-6", Locator(page="4-6")),
        (", s. 6", None),
        (", 15쪽", Locator(page="15")),
        (", 15-17면", Locator(page="15-17")),
        (", Section 3", Locator(section="3")),
        (", § 3.2", Locator(section="3.2")),
        (", ch. 2", Locator(section="2")),
        (", Section Methods", Locator(section="Methods")),
        (", L42-58", Locator(lines="42-58")),
        (", lines 4–6", Locator(lines="4-6")),
        (", art. 17(1)(a)", Locator(article="17(1)(a)")),
        (", p. 4, § 2", Locator(page="4", section="2")),
        ("", None),
        (", emphasis added", None),
        (", 2019", None),
        (", p < 0.05", None),
        (", at 20%", None),
    ],
)
def test_parse_locator(text: str, expected: Any) -> None:
    """A place is parsed as written, with dashes normalized."""
    assert expected == parse_locator(text)


@pytest.mark.parametrize("text", ["see the section on methods", "at mid range", "in every chapter of life"])
def test_words_without_place(text: str) -> None:
    """A section has a number or a capitalised name, and `at` needs a number."""
    assert parse_locator(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.", "a"),
        ("a).", "a"),
        ("a(b).", "a(b)"),
        ("a(b))", "a(b)"),
        ("a((b))", "a((b))"),
        ("a[1]", "a[1]"),
        ("a]", "a"),
        ("a>", "a"),
        ("a<1>", "a<1>"),
        ("a**", "a"),
        ("a’”", "a"),
        ("a;,:!?", "a"),
        ("a/", "a/"),
        ("", ""),
        ("...", ""),
    ],
)
def test_trim_identifier(text: str, expected: Any) -> None:
    """Sentence punctuation is removed; a closing bracket stays if it was opened inside."""
    assert expected == trim_identifier(text)


def test_trim_many_brackets() -> None:
    """A hundred thousand closing brackets are removed in one pass."""
    assert "a" == trim_identifier("a" + ")" * 100_000)
