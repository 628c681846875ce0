"""Where a citation ends."""

from typing import Any

import pytest

from citevet.extract.trim import trimmed


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
def test_trimmed(text: str, expected: Any) -> None:
    """Sentence punctuation goes; a closing bracket stays if it was opened inside."""
    assert expected == trimmed(text)


def test_many_brackets() -> None:
    """A hundred thousand closing brackets go in one pass."""
    assert "a" == trimmed("a" + ")" * 100_000)
