"""At-mentions of files."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "@.aiwg/research/sources/paper.md says",
            [("@.aiwg/research/sources/paper.md", ".aiwg/research/sources/paper.md", "1:1")],
        ),
        (
            "see @.aiwg/research/findings/REF-001.md.",
            [("@.aiwg/research/findings/REF-001.md", ".aiwg/research/findings/REF-001.md", "1:5")],
        ),
        ("(@docs/references/REF-059-x.md)", [("@docs/references/REF-059-x.md", "docs/references/REF-059-x.md", "1:2")]),
        ("@../a/b.md, @./c/d.txt", [("@../a/b.md", "../a/b.md", "1:1"), ("@./c/d.txt", "./c/d.txt", "1:13")]),
        ("- @docs/a.md", [("@docs/a.md", "docs/a.md", "1:3")]),
    ],
)
def test_found(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """A mention is a path with a folder and a file ending, without the sentence's punctuation."""
    assert [("mention", *row) for row in expected] == spot(text)


@pytest.mark.parametrize(
    "text",
    ["@user", "@scope/name", "a@b.com", "a@b.com/c.md", "`@docs/a.md`", "@property", "@docs/", "user@host/a/b.md"],
)
def test_not_found(spot: Callable[..., Any], text: str) -> None:
    """Handles, packages, mail addresses and decorators are no mention."""
    assert [] == spot(text)


def test_corpus_id_in_the_path(extracted: Callable[..., Any]) -> None:
    """The id in the file's name is kept."""
    assert ["REF-059"] == [one.parts["ref"] for one in extracted("@docs/references/REF-059-x.md").citations]
