"""Footnote markers and their definitions."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("text", "citations", "references"),
    [
        ("A.[^1]\n\n[^1]: B.", [("[^1]", "1", "1:3")], [("1", "[^1]: B.", "3:1")]),
        ("A[^smith].\n\n[^smith]: S.", [("[^smith]", "smith", "1:2")], [("smith", "[^smith]: S.", "3:1")]),
        (
            "A[^1].\n\n[^1]: One\n    two\n\n    three\n\nAfter.",
            [("[^1]", "1", "1:2")],
            [("1", "[^1]: One\n    two\n\n    three", "3:1")],
        ),
        ("A ^[see here] b", [("^[see here]", "inline-1", "1:3")], [("inline-1", "^[see here]", "1:3")]),
        (
            "A ^[see [t](https://e.org/n)].",
            [("^[see [t](https://e.org/n)]", "inline-1", "1:3")],
            [("inline-1", "^[see [t](https://e.org/n)]", "1:3")],
        ),
        ("No definition [^9] here.", [("[^9]", "9", "1:15")], []),
        ("A[^1] b[^1].\n\n[^1]: X.", [("[^1]", "1", "1:2"), ("[^1]", "1", "1:8")], [("1", "[^1]: X.", "3:1")]),
        ("한[^주].\n\n[^주]: 글.", [("[^주]", "주", "1:2")], [("주", "[^주]: 글.", "3:1")]),
    ],
)
def test_found(
    extracted: Callable[..., Any], spot: Callable[..., Any], text: str, citations: Any, references: Any
) -> None:
    """A marker is a citation, its definition is a reference, and an inline note is both."""
    assert [("footnote", *row) for row in citations] == spot(text)
    found = extracted(text)
    lines = found.document.lines
    assert references == [
        (entry.key, entry.text, "{}:{}".format(*lines.position(entry.span.start))) for entry in found.references
    ]
    assert {"footnote"} >= {entry.origin for entry in found.references}


@pytest.mark.parametrize("text", ["`[^1]`", "```\n[^1]\n```", "`^[a]`", "[^ 1]", "<!-- [^1] -->", "$x^[1]$"])
def test_not_found(extracted: Callable[..., Any], text: str) -> None:
    """Code, powers in mathematics and comments hold no note."""
    found = extracted(text)
    assert ((), ()) == (found.citations, found.references)


def test_several_works_in_one_note(extracted: Callable[..., Any]) -> None:
    """The identifiers of a note belong to the note; a corpus id in it is a citation of its own."""
    text = "A.[^1]\n\n[^1]: Smith 2019, doi:10.1234/a; Jones, https://e.org/j; see REF-043; ibid."
    found = extracted(text)
    assert [("footnote", "[^1]"), ("corpus", "REF-043")] == [(one.kind, one.text) for one in found.citations]
    assert [("doi", "10.1234/a"), ("url", "https://e.org/j")] == [
        (one.kind, one.normal) for one in found.references[0].identifiers
    ]
    assert ["r1", None] == [one.reference for one in found.citations]
