"""Ids of the project's own corpus."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As REF-043 says.", [("REF-043", "REF-043", "1:4")]),
        ("It grew [REF-043, p.15].", [("[REF-043, p.15]", "REF-043", "1:9", "page 15")]),
        ("As REF-043, p. 15 says.", [("REF-043, p. 15", "REF-043", "1:4", "page 15")]),
        ("[REF-043, p. 15 says", [("REF-043", "REF-043", "1:2")]),
        ("It grew (REF-018).", [("(REF-018)", "REF-018", "1:9")]),
        ("[REF-021, Section 3]", [("[REF-021, Section 3]", "REF-021", "1:1", "section 3")]),
        ("[REF-021, §3.2]", [("[REF-021, §3.2]", "REF-021", "1:1", "section 3.2")]),
        ("[REF-021, pp. 3–5]", [("[REF-021, pp. 3–5]", "REF-021", "1:1", "page 3-5")]),
        ("[REF-021, p. xii]", [("[REF-021, p. xii]", "REF-021", "1:1", "page xii")]),
        ("[REF-021, 15쪽]", [("[REF-021, 15쪽]", "REF-021", "1:1", "page 15")]),
        (
            "[REF-018, p. 3; REF-019, p. 4]",
            [("REF-018, p. 3", "REF-018", "1:2", "page 3"), ("REF-019, p. 4", "REF-019", "1:17", "page 4")],
        ),
        ("[REF-001, REF-002]", [("REF-001", "REF-001", "1:2"), ("REF-002", "REF-002", "1:11")]),
        ("(see also REF-003)", [("(see also REF-003)", "REF-003", "1:1")]),
        ("REF-1234 and REF-043-abc", [("REF-1234", "REF-1234", "1:1"), ("REF-043-abc", "REF-043-abc", "1:14")]),
        ("연구(REF-043)에서", [("(REF-043)", "REF-043", "1:3")]),
        ("- item REF-043\n- next", [("REF-043", "REF-043", "1:8")]),
    ],
)
def test_found(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """An id is found bare or in a bracket with its page or section; several in one bracket are several citations."""
    assert [("corpus", *row) for row in expected] == spot(text)


def test_one_group(extracted: Callable[..., Any]) -> None:
    """The ids of one bracket share a group; an id alone has none."""
    found = extracted("[REF-001, REF-002] and [REF-003]")
    assert ["g1", "g1", None] == [citation.group for citation in found.citations]


@pytest.mark.parametrize(
    "text",
    [
        "XREF-043",
        "REF-04",
        "REF-043b",
        "`REF-043`",
        "docs/REF-043.md",
        "REF-abc",
        "href-043",
        "```\n[REF-043]\n```",
        "ref-043 bare",
    ],
)
def test_not_found(spot: Callable[..., Any], text: str) -> None:
    """Longer words, too few digits, paths and code hold no id."""
    assert [] == spot(text)


@pytest.mark.parametrize(
    ("text", "normal", "mend"),
    [
        ("[ref-43]", "REF-043", None),
        ("[ref-043]", "REF-043", "[REF-043]"),
        ("[REF043, p. 2]", "REF-043", "[REF-043, p. 2]"),
        ("(REF_043)", "REF-043", "(REF-043)"),
    ],
)
def test_faults(spot: Callable[..., Any], faults: Callable[..., Any], text: str, normal: str, mend: str | None) -> None:
    """In a bracket an id that was written another way is taken for one, and mended."""
    assert [("corpus", text, normal, "1:1")] == [row[:4] for row in spot(text)]
    assert [mend] == [right for _, right in faults(text)]
