"""Tests of numbers that point to a list, and of bracketed numbers that do not."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from citevet.extract import extract
from citevet.read import parse_text

LIST = "\n\n## References\n\n[1] A. Smith. Title. 2019.\n[2] B. Jones. Other. 2020.\n[3] C. Roe. Third. 2021."
ORDERED = "\n\n## References\n\n1. A. Smith. Title. 2019.\n2. B. Jones. Other. 2020.\n3. C. Roe. Third. 2021."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It grew [1].", [("[1]", "1", "1:9")]),
        ("It grew [3–5, 9].", [("3–5", "3", "1:10"), ("3–5", "4", "1:10"), ("3–5", "5", "1:10"), ("9", "9", "1:15")]),
        ("It grew [12, p. 44].", [("[12, p. 44]", "12", "1:9", "page 44")]),
        ("Es wuchs [12, S. 44].", [("[12, S. 44]", "12", "1:10", "page 44")]),
        ("늘었다 [12, 44쪽].", [("[12, 44쪽]", "12", "1:5", "page 44")]),
        ("It grew [1][2].", [("[1]", "1", "1:9"), ("[2]", "2", "1:12")]),
        ("It grew [1,2].", [("1", "1", "1:10"), ("2", "2", "1:12")]),
        ("It grew [1; 4].", [("1", "1", "1:10"), ("4", "4", "1:13")]),
        ("It grew [1, p. 1; 2, p. 2].", [("1, p. 1", "1", "1:10", "page 1"), ("2, p. 2", "2", "1:19", "page 2")]),
        ("It grew [1, pp. 3-4; 3]." + LIST, [("1, pp. 3-4", "1", "1:10", "page 3-4"), ("3", "3", "1:22")]),
        ("It grew [1, p. 3; 15]." + LIST, [("[1, p. 3; 15]", "1", "1:9", "page 3, 15")]),
        ("According to [1]: it grew.", [("[1]", "1", "1:14")]),
        ("한국어 문장[1]이다." + LIST, [("[1]", "1", "1:7")]),
        ("연구[3]에서 늘었다.", [("[3]", "3", "1:3")]),
        ("该方法于2017年[3]提出。" + LIST, [("[3]", "3", "1:10")]),
        ("2017年[3]に提案された。\n\n## 参考文献" + LIST[15:], [("[3]", "3", "1:6")]),
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
        ("It grew [1]–[3]." + LIST, [("[1]–[3]", "1", "1:9"), ("[1]–[3]", "2", "1:9"), ("[1]–[3]", "3", "1:9")]),
        ("It grew 3%¹ here." + ORDERED, [("¹", "1", "1:11")]),
        ("It grew.², ³" + ORDERED, [("²", "2", "1:9"), ("³", "3", "1:12")]),
    ],
)
def test_find_numbers(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """There is one citation per work; superscripts and parentheses count with a numbered list."""
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
        "In [1990-2020], [12-2019], [0-1000] and [3, 4, 2020].",
    ],
)
def test_no_number(spot: Callable[..., Any], text: str) -> None:
    """Years, indices, intervals, code, formulas, list markers and numbered points are not citations."""
    assert [] == [row for row in spot(text) if row[0] == "numeric"]


@pytest.mark.parametrize(
    "text",
    [
        "We use the interval [3, 8] only.",
        "We use the intervals [1, 3], [4, 9] and [12, 14].",
        "Let x ∈ [1, 9] and x ∈ [1, 3] and *x* in [2, 5].",
        "The vector [4, 5, 6] and v = [1, 2, 3].",
        "It was scaled to [1, 5] and lies in the range [10, 14].",
        "It was 5 (95 % CI [2, 7]), then 2 (95% CI: [1, 3]).",
        "The median was 4.2 [3, 8].",
        "It maps [1, 2] ∪ [4, 5] and [4, 5] → R.",
        "값은 구간 [3, 8]에 있다.",
        "取值区间[3, 8]内。",
    ],
)
@pytest.mark.parametrize("references", ["", LIST, ORDERED])
def test_values_are_not_citations(spot: Callable[..., Any], text: str, references: str) -> None:
    """Intervals, ranges and vectors are recognized by their context, with a numbered list and without."""
    assert [] == [row for row in spot(text + references) if row[0] == "numeric"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It fails in summer [2, 9].", ["2", "9"]),
        ("As is shown in [2, 9].", ["2", "9"]),
        ("It is similar to [2, 9].", ["2", "9"]),
        ("It grew in 2019 [2, 9].", ["2", "9"]),
        ("We use word vectors [1, 3].", ["1", "3"]),
        ("We give the confidence interval [2, 3].", ["2", "3"]),
        ("We cut the range [7].", ["7"]),
        ("We join A + [1, 3].", ["1", "3"]),
        ("It is known [1, 2] and [3, 8].", ["1", "2", "3", "8"]),
    ],
)
def test_works_that_look_like_values(spot: Callable[..., Any], text: str, expected: list[str]) -> None:
    """Two works after a statement are cited even if the list lacks one; listed numbers always are."""
    assert expected == [row[2] for row in spot(text + LIST) if row[0] == "numeric"]


def test_units_and_powers_with_a_list(spot: Callable[..., Any]) -> None:
    """With a list, m², x² and 10³ are still not citations."""
    text = "It is 5 m² and x² and 10³ and 4 m<sup>2</sup> and 10<sup>3</sup>, and *x*<sup>2</sup>."
    assert [] == spot(text + ORDERED)


def test_powers_charges_and_fractions_with_a_list(spot: Callable[..., Any]) -> None:
    """With a list, 10⁻¹², cm⁻³, Ca²⁺, SO₄²⁻, 3¹⁄₂, CO₂ and 7ᵗʰ are not citations."""
    assert [] == spot("It is 10⁻¹², 5 cm⁻³, Ca²⁺, SO₄²⁻, 3¹⁄₂, CO₂ and the 7ᵗʰ, in 5 dm³, E = mc²." + ORDERED)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It grew.⁷", [("⁷", "7", "1:9")]),
        ("It grew³, ⁷ here.", [("³", "3", "1:8"), ("⁷", "7", "1:11")]),
        ("It grew to $4 million⁷.", [("⁷", "7", "1:22")]),
        ("It grew by 4%.<sup>7</sup>", [("<sup>7</sup>", "7", "1:15")]),
        ("It grew to **four**<sup>7</sup>.", [("<sup>7</sup>", "7", "1:20")]),
        ("It grew in 2019^7^.", [("^7^", "7", "1:16")]),
        ("값이 올랐다.⁷", [("⁷", "7", "1:8")]),
    ],
)
def test_superscript_without_entry(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """A superscript after a full stop, word, percentage or year cites even if the list lacks it."""
    assert [("numeric", *row) for row in expected] == spot(text + ORDERED)


@pytest.mark.parametrize(
    "text",
    [
        "It is 40 metres⁷, 12 km⁷, 5⁷ and (a + b)⁷.",
        "The 5<sup>th</sup>, 10<sup>6</sup> cells and <sup>14</sup>C, and acres.⁰",
        "It grew.⁷\n\n⁷ Without Wales.",
        "It grew.<sup>7</sup>\n\n<sup>7</sup> Without Wales.",
        "Jane Roe,⁷ Kim Lee⁸\n\n⁷Here\\\n⁸There",
    ],
)
def test_superscripts_that_do_not_cite(spot: Callable[..., Any], text: str) -> None:
    """Powers, ordinals, and numbers explained in a line of their own need no entry."""
    assert [] == spot(text + ORDERED)


def test_superscript_notes_with_brackets(spot: Callable[..., Any]) -> None:
    """If bracketed numbers or footnotes cite, an unlisted superscript may be a note."""
    assert ["1"] == [row[2] for row in spot("It grew [1].⁷" + ORDERED)]
    assert ["a"] == [row[2] for row in spot("It grew.[^a] It fell.⁷\n\n[^a]: A note." + ORDERED)]
    assert [] == spot("It grew.⁷" + ORDERED, "x.txt")


def test_groups_and_references(extracted: Callable[..., Any]) -> None:
    """The works of one marker share a group, and each finds its entry."""
    found = extracted("It grew [1–3] and fell [2]." + LIST)
    assert [("r1", "g1"), ("r2", "g1"), ("r3", "g1"), ("r2", None)] == [
        (citation.reference, citation.group) for citation in found.citations
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("It is [5-3].", "the range runs backwards: 5 to 3"),
        ("It is [5]-[3].", "the range runs backwards: 5 to 3"),
        ("It is [1-200].", "the range spans 200 works"),
        ("It is [1-1000].", "the range spans 1000 works"),
        ("It is [1-2000].", "the range spans 2000 works"),
        ("It is [7–999999999].", "the range spans 999999993 works"),
    ],
)
def test_range_faults(faults: Callable[..., Any], text: str, fault: str | None) -> None:
    """An impossible range is reported at both ends."""
    assert [(fault, None), (fault, None)] == faults(text)


@pytest.mark.parametrize(
    ("numbers", "last", "count"),
    [
        (", ".join(map(str, range(1, 3000))), "2999", 2999),
        (", ".join(["1-90"] * 1000), "1", 90_000),
    ],
)
def test_crowded_marker(extracted: Callable[..., Any], numbers: str, last: str, count: int) -> None:
    """Of thousands of works in one marker only the ends are kept; the first has the fault."""
    found = extracted(f"It is [{numbers}].").citations
    assert [("1", f"the marker names {count} works"), (last, None)] == [(one.normal, one.fault) for one in found]


def test_entry_at_line_start(extracted: Callable[..., Any]) -> None:
    """`[1]: words` at the start of a line is an entry, not a citation."""
    found = extracted("It grew [1].\n\n[1]: A. Smith, Title, 2019.")
    assert ["1:9"] == ["{}:{}".format(*found.document.lines.position(one.span.start)) for one in found.citations]


def test_keys_of_a_bib_file_are_no_numbers() -> None:
    """IEEE exports entries with long numbers as keys; brackets with numbers then still mean other things."""
    entries = parse_text("@article{4767851, title={On foam}}", "refs.bib")
    document = parse_text(r"It cools \cite{4767851} in [8] or [10-100] steps.", "a.tex")
    found = extract(replace(document, bibliography=(entries,))).citations
    assert ["key"] == [each.kind for each in found]
