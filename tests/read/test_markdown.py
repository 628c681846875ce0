"""Markdown: blocks, regions and marks, with spans written by hand."""

from html import unescape
from typing import Any

import marko
import pytest
from marko.inline import AutoLink, Link

from citevet.read import parse, parse_text


def blocks(text: str) -> list[tuple[str, int, int]]:
    """Write each block as kind, start, end."""
    return [(one.kind, one.span.start, one.span.end) for one in parse_text(text).blocks]


def regions(text: str) -> list[tuple[str, int, int]]:
    """Write each region as kind, start, end."""
    return [(one.kind, one.span.start, one.span.end) for one in parse_text(text).regions]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# H *x*\n\nSet\n===\n", [("heading", 2, 7), ("heading", 9, 12)]),
        ("one\ntwo\n\nthree", [("paragraph", 0, 7), ("paragraph", 9, 14)]),
        ("- a\n  - b\n\n    c\n- d", [("item", 2, 3), ("item", 8, 9), ("item", 15, 16), ("item", 19, 20)]),
        ("1. x\n2. y", [("item", 3, 4), ("item", 8, 9)]),
        ("- a\n\n- b\n\n  more", [("item", 2, 3), ("item", 7, 8), ("item", 12, 16)]),
        ("| a | b |\n|---|---|\n| 1 | *2* |\n| 3 |", [("heading", 2, 7), ("row", 22, 29), ("row", 34, 35)]),
        ("> q\n> r", [("paragraph", 2, 7)]),
        ("> - a\n>   b", [("item", 4, 11)]),
        ("```py\nx\n```\n\n    y", [("code", 6, 8), ("code", 17, 18)]),
        ("A[^1]\n\n[^1]: B\n    c\n\n    d", [("paragraph", 0, 5), ("footnote", 13, 20), ("footnote", 26, 27)]),
        ("---\ntitle: T\n---\nX", [("paragraph", 17, 18)]),
        ("* * *\n\ntext", [("paragraph", 7, 11)]),
        ("# H {#id}", [("heading", 2, 3)]),
        ("a\r\nb\r\n\r\nc", [("paragraph", 0, 4), ("paragraph", 8, 9)]),
        ("\tcode\n\nx\ty", [("code", 1, 6), ("paragraph", 7, 10)]),
        ("<div>\nwords\n</div>\n\nafter", [("paragraph", 6, 11), ("paragraph", 20, 25)]),
        ("<pre>\nx[1]\n\ny\n</pre>\n\nz", [("code", 0, 20), ("paragraph", 22, 23)]),
        ("- item\n  <pre><code>x</code></pre>\n- b", [("item", 2, 6), ("code", 9, 34), ("item", 37, 38)]),
        ("<p>a <code>x</code> b</p>", [("paragraph", 3, 21)]),
        ("", []),
        ("\n \n", []),
        ("![i](i.png)", [("paragraph", 0, 11)]),
        ("가\n\n😀 나", [("paragraph", 0, 1), ("paragraph", 3, 6)]),
    ],
)
def test_a_block_is_one_leaf_of_the_structure(text: str, expected: Any) -> None:
    """A block is one leaf of the structure, from its first to its last inline character."""
    assert expected == blocks(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- a\n  - b\n    - c", [1, 2, 3]),
        ("# a\n\n### b\n\n###### c", [1, 3, 6]),
        ("| a |\n|---|\n| b |", [0, 0]),
    ],
)
def test_headings_and_items_have_levels(text: str, expected: Any) -> None:
    """A heading has its level, an item the depth of its list."""
    assert expected == [block.level for block in parse_text(text).blocks]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("> q", [True]),
        ("> > q", [True]),
        ("> - q", [True]),
        ("> [!NOTE]\n> n", [False]),
        ("p\n\n> q\n\np", [False, True, False]),
        ("> <div>\n> quoted\n> </div>", [True]),
    ],
)
def test_a_block_quote_is_quoted_and_an_alert_is_not(text: str, expected: Any) -> None:
    """A block quote is quoted; an alert is not."""
    assert expected == [block.quoted for block in parse_text(text).blocks]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A `c` $m$ $$d$$", [("code", 2, 5), ("math", 6, 9), ("math", 10, 15)]),
        ("``a`b`` x", [("code", 0, 7)]),
        ("```py\nx\n```", [("markup", 0, 5), ("code", 6, 8), ("markup", 8, 11)]),
        ("a <!-- b --> c", [("comment", 2, 12)]),
        ("<!-- a\nb -->\n\nc", [("comment", 0, 12)]),
        ("<!-- a\n\nb [1] -->\n\nc", [("comment", 0, 17)]),
        ("<!-- never closed\n\n[1]", [("comment", 0, 22)]),
        ("**b** ~~s~~", [("markup", 0, 2), ("markup", 3, 5), ("markup", 6, 8), ("markup", 9, 11)]),
        ("[t](u) x", [("markup", 0, 1), ("markup", 2, 6)]),
        ("> q\n> r", [("markup", 0, 1), ("markup", 4, 5)]),
        ("- [ ] a", [("markup", 0, 5)]),
        ("<b>x</b>", [("markup", 0, 3), ("markup", 4, 8)]),
        ('<img src="u"\nalt="a">\n\nx', [("markup", 0, 21)]),
        ("a <code>x</code> b", [("markup", 2, 8), ("code", 8, 9), ("markup", 9, 16)]),
        ("<details>\n<pre>x\ny</pre>\nz\n</details>", [("markup", 0, 9), ("code", 10, 24), ("markup", 27, 37)]),
        ("<script>\nlet a = 1\n</script>", [("code", 0, 28)]),
        ("---\na: 1\n---\nx", [("metadata", 0, 12)]),
        ("+++\na = 1\n+++\nx", [("metadata", 0, 13)]),
        ("\\* x", [("markup", 0, 1)]),
        ("b\\\nc", [("markup", 1, 2)]),
        ("[a]: https://e.org", [("markup", 0, 18)]),
        ("😀 *가* `c`", [("markup", 2, 3), ("markup", 4, 5), ("code", 6, 9)]),
        ("![a *b*](i.png) z", [("markup", 0, 15)]),
        ("`a`\r\n`b`", [("code", 0, 3), ("code", 5, 8)]),
        ("plain [words] (here)", []),
    ],
)
def test_text_that_is_no_prose_is_in_a_region(text: str, expected: Any) -> None:
    """Text that is not prose is in a region, exact to the character."""
    assert expected == regions(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[t](u)", [("link", 0, 6, "u", "t")]),
        ("[t](<u v> 'T')", [("link", 0, 14, "u v", "t")]),
        ("[**b**](u)", [("link", 0, 10, "u", "**b**")]),
        ("[a `c`](u)", [("link", 0, 10, "u", "a `c`")]),
        ("[a\nb](u)", [("link", 0, 8, "u", "a\nb")]),
        ("[t](u&amp;v)", [("link", 0, 12, "u&v", "t")]),
        ("<https://e.org>", [("autolink", 0, 15, "https://e.org", "https://e.org")]),
        ("![a](i)", [("image", 0, 7, "i", None)]),
        ("[![a](i)](u)", [("link", 0, 12, "u", ""), ("image", 1, 8, "i", None)]),
        ("가[^n]\n\n[^n]: 나", [("note", 1, 5, "n", None), ("definition", 7, 14, "n", "나")]),
        (
            "```{list-table}\n* - a\n    : 가[^n] `[^n]` [^m]\n```\n\n[^n]: b",
            [("note", 29, 33, "n", None), ("definition", 51, 58, "n", "b")],
        ),
        ("```{code-cell}\n[^n]\n```\n\n[^n]: b", [("definition", 25, 32, "n", "b")]),
        (
            "[r][] [r] [x][r]\n\n[r]: u",
            [
                ("link", 0, 5, "u", "r"),
                ("link", 6, 9, "u", "r"),
                ("link", 10, 16, "u", "x"),
                ("link-definition", 18, 24, "u", None),
            ],
        ),
        (
            "\\[[1]](#_ftn1) [[2]](#_edn2) `[3](#_ftn3)`\n\n\\[[1]](#_ftnref1) 가 [3](#_ftnref3) b",
            [
                ("note", 0, 14, "1", None),
                ("link", 15, 28, "#_edn2", "[2]"),
                ("definition", 44, 64, "1", " 가 "),
                ("link", 64, 78, "#_ftnref3", "3"),
            ],
        ),
        ('<a href="u">x *y*</a>', [("link", 0, 21, "u", "x *y*")]),
        ('<a href="u"><img src="i"></a>', [("link", 0, 29, "u", "")]),
        ('<a name="n">x</a>', []),
        ("`[t](u)` \\[t](u)", []),
        ("[t] (u) [t]( u v )", []),
    ],
)
def test_links_notes_and_pictures_are_marked(text: str, expected: Any) -> None:
    """Links, notes and pictures are marked with address and visible text."""
    document = parse_text(text)
    assert expected == [
        (mark.kind, mark.span.start, mark.span.end, mark.target, None if mark.label is None else mark.label.of(text))
        for mark in document.marks
    ]


ORACLE = [
    'A [t](https://e.org/a) b [u](https://e.org/b "T").',
    "[a_(b)](https://e.org/a_(b)) [c](<https://e.org/x y>)",
    "# [h](https://e.org/h)\n\n- [i](https://e.org/i)\n  - [j](https://e.org/j)",
    "> [q](https://e.org/q)\n\n1. [r](https://e.org/r)",
    "[t][ref] [ref][] [ref]\n\n[ref]: https://e.org/r 'T'",
    "`[c](https://e.org/c)` \\[d](https://e.org/d) [e](https://e.org/e)",
    "```\n[c](https://e.org/c)\n```\n\n    [d](https://e.org/d)\n",
    "<https://e.org/auto> [a [n] b](https://e.org/n)",
    "[two\nlines](https://e.org/2) *[em](https://e.org/em)*",
    "가나 [다](https://e.org/라) 😀 [x](https://e.org/%20y)",
    "[a](https://e.org/?a=1&amp;b=2) [b]() [c](#x) [d](./y.md)",
    "<!-- [c](https://e.org/c) -->\n\n[![i](https://e.org/i)](https://e.org/l)",
    "[no] (https://e.org) [bad](https://e.org/x y) [ok](https://e.org/z)",
]


def oracle(text: str) -> list[str]:
    """Return the addresses that another CommonMark parser finds."""
    waiting: list[Any] = [marko.Markdown().parse(text)]
    found: list[str] = []
    while waiting:
        node = waiting.pop()
        if isinstance(node, Link | AutoLink):
            found.append(unescape(node.dest))  # it resolves entities only when it renders
        children = getattr(node, "children", [])
        waiting += reversed(children if isinstance(children, list) else [])
    return found


@pytest.mark.parametrize("text", ORACLE)
def test_links_agree_with_another_parser(text: str) -> None:
    """Another CommonMark parser finds the same links in the same order."""
    marks = parse_text(text).marks
    assert oracle(text) == [mark.target for mark in marks if mark.kind in {"link", "autolink"}]


def test_front_matter() -> None:
    """YAML and TOML are read; a broken block is a note, not an error."""
    assert {"title": "T", "tags": ["a"]} == parse_text("---\ntitle: T\ntags: [a]\n---\nx").metadata
    assert {"title": "T"} == parse_text('+++\ntitle = "T"\n+++\nx').metadata
    broken = parse_text("---\na: [1\n---\nx")
    assert {} == broken.metadata
    assert 1 == len(broken.notes)


def test_rules_in_the_middle_are_not_front_matter() -> None:
    """Text between two rules is prose unless it starts the document."""
    text = "---\na: 1\n---\n\nText.\n\n---\nA claim [1].\n\nB.\n\n---\nc: d\n\n---\n"
    document = parse_text(text)
    assert {"a": 1} == document.metadata
    assert ["Text.", "A claim [1].", "B.", "c: d"] == [document.slice(block.span) for block in document.blocks]
    assert [("metadata", 0, 12)] == [region for region in regions(text) if region[0] == "metadata"]


def test_text_is_never_altered() -> None:
    """CRLF, tabs, NUL and odd spaces stay as in the file; only the BOM is dropped."""
    raw = "a\r\n\tb\0\u00a0c\u2028d\r"
    assert raw == parse(b"\xef\xbb\xbf" + raw.encode(), "x.md").text


@pytest.mark.parametrize(
    "text",
    [
        "> " * 10_000 + "x",
        "- " * 10_000 + "x",
        "\n".join(" " * depth + "- x" for depth in range(0, 600, 2)),
        "[" * 100_000,
        "![" * 50_000,
        "*a " * 50_000,
        "<a " * 50_000,
        "<code>" * 30_000,
        '<a href="x">' * 20_000,
        "<!--" * 50_000,
        "`" * 100_000,
        "`a" * 50_000,
        "\\" * 100_000,
        "| a " * 30_000 + "\n|---|\n",
        "[^a]" * 30_000,
        "[a]: x\n" * 20_000,
        "a" * 5_000_000,
        "한" * 500_000,
    ],
    ids=lambda text: text[:8],
)
def test_hostile_text_is_read(text: str) -> None:
    """Deep nesting, endless openers and one enormous line."""
    assert text == parse_text(text).text


def test_comments_and_block_ids_of_obsidian() -> None:
    """They are not prose; a percent sign that is written twice, in code or without its partner hides nothing."""
    hidden = ("%%one [^1] and *so*%%", "^block1", "%%\ntwo\n\nthree ^x\n%%", "%% four %%", "^id-2")
    text = (
        f"It holds {hidden[0]} more. {hidden[1]}\n\n{hidden[2]}\n\nSold 100%% of 50%% `%% code %%`.\n\n"
        f"- An item {hidden[3]} here {hidden[4]}\n\nOpen %% never\n\nclosed %% x^2^.\n\n[^1]: A note.\n"
    )
    document = parse_text(text)
    found = [document.slice(each.span) for each in document.regions if each.span.of(text)[0] in "%^"]
    assert [*hidden] == [each for each in found if each != "%% code %%"]
    assert ["definition"] == [mark.kind for mark in document.marks]
