"""Where a citation ends."""

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
def test_trimmed(text, expected):
    """Sentence punctuation goes; a closing bracket stays if it was opened inside."""
    assert expected == trimmed(text)


def test_many_brackets():
    """A hundred thousand closing brackets go in one pass."""
    assert "a" == trimmed("a" + ")" * 100_000)
