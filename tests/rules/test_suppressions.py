"""Suppression comments: their forms and their range."""

from collections.abc import Callable

import pytest

from citevet.contracts import Evidence
from citevet.model import Block, Claim, Document, Finding, Region, Severity, Span
from citevet.rules import RULES
from citevet.rules.accepted_findings import find_suppressions
from citevet.rules.engine import find_unknown_selectors, find_unused_selectors, mark_suppressed, run_rules

Make = Callable[..., Evidence]


def found(text: str, what: str, code: str = "UNC001") -> Finding:
    """Return a finding at the first occurrence of a word."""
    start = text.index(what)
    return Finding(code, "x", Severity.WARNING, "x", Span(start, start + len(what)), "f")


FORMS = [
    ("<!-- citevet: ignore[UNC001] why -->", "ignore", ("UNC001",), "why"),
    ("<!--citevet:ignore[UNC001,KEY]why-->", "ignore", ("UNC001", "KEY"), "why"),
    ("<!-- citevet : disable[ uncited-statistic ] -- why not? -->", "disable", ("uncited-statistic",), "why not?"),
    ("<!-- citevet: file-ignore[UNC001]: 우리의 측정값 -->", "file-ignore", ("UNC001",), "우리의 측정값"),
    ("<!-- citevet:\n  ignore[UNC001]\n  two\n  lines -->", "ignore", ("UNC001",), "two\n  lines"),
    ("<!-- citevet: ignore[] why -->", None, (), ""),
    ("<!-- citevet: ignore why -->", None, (), ""),
    ("<!-- citevet: Ignore[UNC001] -->", None, (), ""),
    ("<!-- citevet: ignored[UNC001] -->", None, (), ""),
    ("<!-- citevet: -->", None, (), ""),
]


@pytest.mark.parametrize(("comment", "action", "selectors", "reason"), FORMS)
def test_each_form_of_a_comment_is_parsed(
    comment: str, action: str | None, selectors: tuple[str, ...], reason: str
) -> None:
    """Each form is parsed; a comment of unknown form has no action."""
    (suppression,) = find_suppressions(Document("a.md", "markdown", f"x {comment} y"))
    assert (action, selectors, reason) == (suppression.action, suppression.selectors, suppression.reason)
    assert Span(2, 2 + len(comment)) == suppression.span


@pytest.mark.parametrize(
    "text", ["<!-- citevet is good -->", "<!-- prettier-ignore -->", "<!-- citevet: ignore[A", "citevet: x"]
)
def test_other_comments_are_ignored(text: str) -> None:
    """A comment that does not address citevet, or never ends, is ignored."""
    assert () == find_suppressions(Document("a.md", "markdown", text))


RANGES = [
    # (text, is "45" accepted, is "30" accepted)
    ("<!-- citevet: ignore[UNC001] -->\n\nA 45 b.\n\nC 30 d.", True, False),
    ("<!-- citevet: ignore[UNC001] -->\n\n45 b.\n\n30 d.", True, False),
    ("A 45 b. <!-- citevet: ignore[UNC001] -->\n\nC 30 d.", True, False),
    ("A 45 <!-- citevet: ignore[UNC001] --> b.\n\nC 30 d.", True, False),
    ("A 45 b.\n<!-- citevet: ignore[UNC001] -->\n\nC 30 d.", False, True),
    ("A 45 b.\n\nC 30 d. <!-- citevet: file-ignore[UNC001] -->", True, True),
    ("<!-- citevet: disable[UNC001] -->\n\nA 45 b.\n\n<!-- citevet: enable[UNC001] -->\n\nC 30 d.", True, False),
    ("A 45 b.\n\n<!-- citevet: disable[UNC001] -->\n\nC 30 d.", False, True),
    ("<!-- citevet: disable[UNC001] -->\n\nA 45 b.\n\n<!-- citevet: enable[KEY001] -->\n\nC 30 d.", True, True),
    ("<!-- citevet: disable[UNC] -->\n\nA 45 b.\n\n<!-- citevet: enable[UNC001] -->\n\nC 30 d.", True, False),
    ("<!-- citevet: disable[UNC001] -->\n\nA 45 b.\n\n<!-- citevet: enable[UNC] -->\n\nC 30 d.", True, False),
    (
        "<!-- citevet: disable[UNC] -->\n\nA 45 b.\n\n<!-- citevet: enable[uncited-statistic] -->\n\nC 30 d.",
        True,
        False,
    ),
    ("<!-- citevet: disable[UNC] -->\n\nA 45 b.\n\n<!-- citevet: enable[UNC002] -->\n\nC 30 d.", True, True),
    ("A 45 b.\n\nC 30 d.\n\n<!-- citevet: ignore[UNC001] -->", False, False),
    ("<!-- citevet: ignore[KEY001] -->\n\nA 45 b.\n\nC 30 d.", False, False),
]


@pytest.mark.parametrize(("text", "first", "second"), RANGES)
def test_a_comment_covers_its_block_range_or_file(make: Make, text: str, first: bool, second: bool) -> None:  # noqa: FBT001 - a table
    """A comment covers its block, the next block, a range or the file."""
    document = make(text).extraction.document
    marked = mark_suppressed([found(text, "45"), found(text, "30")], find_suppressions(document))
    assert [first, second] == [finding.suppressed == "inline" for finding in marked]


def test_a_comment_before_a_table_covers_all_rows() -> None:
    """Consecutive rows or items are covered together, up to another kind of block."""
    text = "<!-- citevet: ignore[UNC001] -->\n| 45 |\n| 30 |\n\nC 20 d."
    blocks = (Block("row", Span(33, 39)), Block("row", Span(40, 46)), Block("paragraph", Span(48, 55)))
    marked = mark_suppressed(
        [found(text, "45"), found(text, "30"), found(text, "20")],
        find_suppressions(Document("a.md", "markdown", text, blocks=blocks)),
    )
    assert ["inline", "inline", None] == [finding.suppressed for finding in marked]


def test_comments_in_code_are_ignored(make: Make) -> None:
    """A comment inside a code region has no effect and is not reported."""
    text = "Write `<!-- citevet: file-ignore[UNC001] -->` for 45."
    document = make(text, regions=(Region("code", Span(6, 45)),)).extraction.document
    assert () == find_suppressions(document)


LATEX = [
    ("A 45 b. % citevet: ignore[UNC001] why\n\nC 30 d.", True, False),
    ("% citevet: ignore[UNC001] why\nA 45 b.\n\nC 30 d.", True, False),
    ("A 45 \\% citevet: ignore[UNC001] why\n\nC 30 d.", False, False),
    ("A 45 b. \\\\% citevet: ignore[UNC001] why\n\nC 30 d.", True, False),
    ("A 45 b. % see citevet: ignore[UNC001] why\n\nC 30 d.", False, False),
    ("<!-- citevet: file-ignore[UNC001] -->\n\nA 45 b.\n\nC 30 d.", False, False),
]


@pytest.mark.parametrize(("text", "first", "second"), LATEX)
def test_latex_comments(make: Make, text: str, first: bool, second: bool) -> None:  # noqa: FBT001 - a table
    """In LaTeX a comment starts with an unescaped percent sign, at the end of a line or alone on it."""
    document = make(text, format="latex").extraction.document
    marked = mark_suppressed([found(text, "45"), found(text, "30")], find_suppressions(document))
    assert [first, second] == [finding.suppressed == "inline" for finding in marked]


def test_a_suppressed_finding_has_the_reason(make: Make, claim: Callable[..., Claim]) -> None:
    """The finding is marked with the reason of the comment that ends soonest."""
    text = "<!-- citevet: file-ignore[UNC] old -->\n\nA 45% of men. <!-- citevet: ignore[UNC001] ours -->"
    evidence = make(text, claims=[claim(text, "A 45% of men.")])
    (finding,) = run_rules(evidence, selected=["UNC001", "UNC003"])
    assert ("UNC001", "inline", "ours") == (finding.code, finding.suppressed, finding.justification)


def test_only_selectors_of_rules_that_ran_are_unused() -> None:
    """A selector is unused if all its rules ran and found nothing in range; so is an `enable` without `disable`."""
    text = "A 45 b.\n\n<!-- citevet: disable[UNC, KEY001, EXI999] -->\n\n<!-- citevet: enable[FMT001] -->"
    comments = find_suppressions(Document("a.md", "markdown", text))
    ran = frozenset({"KEY001", "FMT001", "UNC001"})
    assert ["KEY001", "FMT001"] == [
        problem.selector for problem in find_unused_selectors(comments, [found(text, "45")], ran)
    ]
    assert ["EXI999"] == [problem.selector for problem in find_unknown_selectors(comments)]


def test_an_enable_of_one_code_is_used() -> None:
    """It ends its part of a `disable` of the family; a second one is unused."""
    enable = "<!-- citevet: enable[UNC001] -->"
    text = f"<!-- citevet: disable[UNC] -->\n\nA 45 b.\n\n{enable}\n\n{enable}"
    comments = find_suppressions(Document("a.md", "markdown", text))
    ran = frozenset(code for code in RULES if code.startswith("UNC"))
    idle = [problem.suppression.span.start for problem in find_unused_selectors(comments, [found(text, "45")], ran)]
    assert [text.rindex(enable)] == idle


@pytest.mark.parametrize(
    "text",
    [
        "<!-- citevet: disable[UNC] --><!-- citevet: enable[UNC001] -->" * 2_000,
        "<!-- citevet: ignore[UNC001] -->\n\nA 1%.\n\n" * 1_000,
        "<!-- citevet:" * 16_000,
        "<!-- citevet: ignore[" + "," * 50_000 + "] -->",
        "<!-- citevet: ignore[" + "[" * 50_000,
        "<!-- citevet: " + " " * 50_000 + "x -->",
        "".join(f"<!-- citevet: ignore[x{number}] -->" for number in range(2_000)),
        "% citevet: ignore[UNC001]\n" * 2_000,
        "\\" * 50_000 + "% citevet: ignore[UNC001]",
    ],
)
def test_hostile_comments_are_read(make: Make, text: str) -> None:
    """Many comments, open brackets or backslashes are read; `make bench` measures the time."""
    for document in (make(text), make(text, format="latex")):
        comments = find_suppressions(document.extraction.document)
        many = [Finding("UNC001", "x", Severity.INFO, "x", Span(at, at + 1), "f") for at in range(0, len(text), 50)]
        assert len(many) == len(list(mark_suppressed(many, comments)))
        list(find_unused_selectors(comments, many, frozenset({"UNC001"})))
        list(find_unknown_selectors(comments))
