"""Comments that accept findings: their forms, their reach, and what they leave alone."""

from collections.abc import Callable

import pytest

from citevet.contracts import Evidence
from citevet.model import Block, Claim, Document, Finding, Region, Severity, Span
from citevet.rules import RULES
from citevet.rules.engine import findings
from citevet.rules.suppress import apply, unknown, unused
from citevet.rules.suppression import suppressions

Make = Callable[..., Evidence]


def found(text: str, what: str, code: str = "UNC001") -> Finding:
    """Return a finding on the first place of a word."""
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
def test_forms(comment: str, action: str | None, selectors: tuple[str, ...], reason: str) -> None:
    """Each form is read, and what has no known form is kept as one without an action."""
    (suppression,) = suppressions(Document("a.md", "markdown", f"x {comment} y"))
    assert (action, selectors, reason) == (suppression.action, suppression.selectors, suppression.reason)
    assert Span(2, 2 + len(comment)) == suppression.span


@pytest.mark.parametrize(
    "text", ["<!-- citevet is good -->", "<!-- prettier-ignore -->", "<!-- citevet: ignore[A", "citevet: x"]
)
def test_other_comments_are_none_of_ours(text: str) -> None:
    """A comment that is not addressed to us, or never ends, is left alone."""
    assert () == suppressions(Document("a.md", "markdown", text))


REACH = [
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


@pytest.mark.parametrize(("text", "first", "second"), REACH)
def test_reach(make: Make, text: str, first: bool, second: bool) -> None:  # noqa: FBT001 - a table
    """A comment reaches its block, the next block, a range or the file, and no further."""
    document = make(text).extraction.document
    marked = apply([found(text, "45"), found(text, "30")], suppressions(document))
    assert [first, second] == [finding.suppressed == "inline" for finding in marked]


def test_a_comment_before_a_table_speaks_of_all_its_rows() -> None:
    """Rows and items that follow one another are reached together, up to another kind of block."""
    text = "<!-- citevet: ignore[UNC001] -->\n| 45 |\n| 30 |\n\nC 20 d."
    blocks = (Block("row", Span(33, 39)), Block("row", Span(40, 46)), Block("paragraph", Span(48, 55)))
    marked = apply(
        [found(text, "45"), found(text, "30"), found(text, "20")],
        suppressions(Document("a.md", "markdown", text, blocks=blocks)),
    )
    assert ["inline", "inline", None] == [finding.suppressed for finding in marked]


def test_code_shows_comments_and_does_not_make_them(make: Make) -> None:
    """A comment inside a code region has no effect and is not reported."""
    text = "Write `<!-- citevet: file-ignore[UNC001] -->` for 45."
    document = make(text, regions=(Region("code", Span(6, 45)),)).extraction.document
    assert () == suppressions(document)


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
    marked = apply([found(text, "45"), found(text, "30")], suppressions(document))
    assert [first, second] == [finding.suppressed == "inline" for finding in marked]


def test_the_reason_goes_with_the_finding(make: Make, claim: Callable[..., Claim]) -> None:
    """A suppressed finding stays, marked, with the reason of the comment that ends soonest."""
    text = "<!-- citevet: file-ignore[UNC] old -->\n\nA 45% b. <!-- citevet: ignore[UNC001] ours -->"
    evidence = make(text, claims=[claim(text, "A 45% b.")])
    (finding,) = findings(evidence, selected=["UNC001", "UNC003"])
    assert ("UNC001", "inline", "ours") == (finding.code, finding.suppressed, finding.justification)


def test_unused_counts_only_rules_that_ran() -> None:
    """A selector is unused when all its rules ran and found nothing in reach; an idle `enable` is unused too."""
    text = "A 45 b.\n\n<!-- citevet: disable[UNC, KEY001, EXI999] -->\n\n<!-- citevet: enable[FMT001] -->"
    comments = suppressions(Document("a.md", "markdown", text))
    ran = frozenset({"KEY001", "FMT001", "UNC001"})
    assert ["KEY001", "FMT001"] == [doubt.selector for doubt in unused(comments, [found(text, "45")], ran)]
    assert ["EXI999"] == [doubt.selector for doubt in unknown(comments)]


def test_an_enable_of_a_part_is_used() -> None:
    """It ends what a `disable` of the family began; a second one has nothing left to end."""
    enable = "<!-- citevet: enable[UNC001] -->"
    text = f"<!-- citevet: disable[UNC] -->\n\nA 45 b.\n\n{enable}\n\n{enable}"
    comments = suppressions(Document("a.md", "markdown", text))
    ran = frozenset(code for code in RULES if code.startswith("UNC"))
    idle = [doubt.suppression.span.start for doubt in unused(comments, [found(text, "45")], ran)]
    assert [text.rindex(enable)] == idle


@pytest.mark.parametrize(
    "text",
    [
        "<!-- citevet: disable[UNC] --><!-- citevet: enable[UNC001] -->" * 10_000,
        "<!-- citevet: ignore[UNC001] -->\n\nA 1%.\n\n" * 20_000,
        "<!-- citevet:" * 80_000,
        "<!-- citevet: ignore[" + "," * 1_000_000 + "] -->",
        "<!-- citevet: ignore[" + "[" * 1_000_000,
        "<!-- citevet: " + " " * 1_000_000 + "x -->",
        "".join(f"<!-- citevet: ignore[x{number}] -->" for number in range(25_000)),
        "% citevet: ignore[UNC001]\n" * 40_000,
        "\\" * 1_000_000 + "% citevet: ignore[UNC001]",
    ],
)
def test_hostile_megabytes_are_read(make: Make, text: str) -> None:
    """A megabyte of comments, open brackets or backslashes; `make bench` has the growth of the time."""
    for document in (make(text), make(text, format="latex")):
        comments = suppressions(document.extraction.document)
        many = [Finding("UNC001", "x", Severity.INFO, "x", Span(at, at + 1), "f") for at in range(0, len(text), 50)]
        assert len(many) == len(list(apply(many, comments)))
        list(unused(comments, many, frozenset({"UNC001"})))
        list(unknown(comments))
