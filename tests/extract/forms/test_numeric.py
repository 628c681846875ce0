"""Numbers that point to a list, and all the numbers in brackets that do not."""

from collections.abc import Callable
from typing import Any

import pytest

LIST = "\n\n## References\n\n[1] A. Smith. Title. 2019.\n[2] B. Jones. Other. 2020.\n[3] C. Roe. Third. 2021."
ORDERED = "\n\n## References\n\n1. A. Smith. Title. 2019.\n2. B. Jones. Other. 2020.\n3. C. Roe. Third. 2021."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It grew [1].", [("[1]", "1", "1:9")]),
        ("It grew [3–5, 9].", [("3–5", "3", "1:10"), ("3–5", "4", "1:10"), ("3–5", "5", "1:10"), ("9", "9", "1:15")]),
        ("It grew [12, p. 44].", [("[12, p. 44]", "12", "1:9", "page 44")]),
        ("It grew [1][2].", [("[1]", "1", "1:9"), ("[2]", "2", "1:12")]),
        ("It grew [1,2].", [("1", "1", "1:10"), ("2", "2", "1:12")]),
        ("It grew [1; 4].", [("1", "1", "1:10"), ("4", "4", "1:13")]),
        ("According to [1]: it grew.", [("[1]", "1", "1:14")]),
        ("한국어 문장[1]이다." + LIST, [("[1]", "1", "1:7")]),
        ("연구[3]에서 늘었다.", [("[3]", "3", "1:3")]),
        (
            "It (the ESA)[1] grew by 12[2] in 2019[3]." + LIST,
            [("[1]", "1", "1:13"), ("[2]", "2", "1:27"), ("[3]", "3", "1:38")],
        ),
        ("It says[1] so." + LIST, [("[1]", "1", "1:8")]),
        ("It grew [1, 3]." + LIST, [("1", "1", "1:10"), ("3", "3", "1:13")]),
        ("Raised¹⁻³ here." + ORDERED, [("¹⁻³", "1", "1:7"), ("¹⁻³", "2", "1:7"), ("¹⁻³", "3", "1:7")]),
        ("End.² Next." + ORDERED, [("²", "2", "1:5")]),
        ("As in (1) and (2, 3)." + ORDERED, [("(1)", "1", "1:7"), ("2", "2", "1:16"), ("3", "3", "1:19")]),
        ("Up<sup>1,2</sup> it." + ORDERED, [("1", "1", "1:8"), ("2", "2", "1:10")]),
        ("Up^3^ it." + ORDERED, [("^3^", "3", "1:3")]),
    ],
)
def test_found(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """One citation per work; raised and round numbers only where the list has them."""
    assert [("numeric", *row) for row in expected] == spot(text)


@pytest.mark.parametrize(
    "text",
    [
        "In [2023] it grew.",
        "The array x[0] and arr[12] and f(x)[1] and m_[3].",
        "The interval [1, 100] and [0, 1] and [-1, 1] and [1.5, 2].",
        "`[1]` and ``x[1]``",
        "```\n[1]\n```",
        "    [1]",
        "$[1]$ and $$[2]$$",
        "- [ ] a\n- [x] b",
        "[1a] [10%] [Figure 1] [v1] [#1] [1.2]",
        "1. one\n2. two",
        "(1) first point, (2) second point.",
        "It is 5 m² and 10³ and x².",
        "As in (1), a point." + LIST.replace("[1]", "- a").replace("[2]", "- b").replace("[3]", "- c"),
        "<!-- [1] -->",
        "![1](i.png)",
        "Escaped \\[x\\] and [1](#anchor).",
        "a[1]b[2]",
        "x[1], x1[2], f(x)[1], _a[3]" + LIST,
    ],
)
def test_not_found(spot: Callable[..., Any], text: str) -> None:
    """Years, indices, intervals, code, mathematics, list markers and counted points are no citations."""
    assert [] == [row for row in spot(text) if row[0] == "numeric"]


def test_units_and_powers_beside_a_list(spot: Callable[..., Any]) -> None:
    """With a list at hand, m², x² and 10³ still are no citations."""
    text = "It is 5 m² and x² and 10³ and 4 m<sup>2</sup> and 10<sup>3</sup>."
    assert [] == spot(text + ORDERED)


def test_groups_and_references(extracted: Callable[..., Any]) -> None:
    """The works of one marker share a group, and each finds its entry."""
    found = extracted("It grew [1–3] and fell [2]." + LIST)
    assert [("r1", "g1"), ("r2", "g1"), ("r3", "g1"), ("r2", None)] == [
        (citation.reference, citation.group) for citation in found.citations
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [("It is [5-3].", "the range runs backwards: 5 to 3"), ("It is [1-200].", "the range spans 200 works")],
)
def test_faults(faults: Callable[..., Any], text: str, fault: str | None) -> None:
    """A range that cannot be meant is named at both ends."""
    assert [(fault, None), (fault, None)] == faults(text)


def test_entry_at_a_line_start(extracted: Callable[..., Any]) -> None:
    """`[1]: words` at the start of a line is an entry, not a citation."""
    found = extracted("It grew [1].\n\n[1]: A. Smith, Title, 2019.")
    assert ["1:9"] == ["{}:{}".format(*found.document.lines.position(one.span.start)) for one in found.citations]
