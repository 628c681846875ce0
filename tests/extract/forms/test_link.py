"""Links of Markdown: inline, by reference, in HTML; not pictures, not links inside the site."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A [t](https://e.org) b", [("[t](https://e.org)", "https://e.org", "1:3")]),
        ('[t](https://e.org/ "T (x)")', [('[t](https://e.org/ "T (x)")', "https://e.org/", "1:1")]),
        ("[t](https://e.org/a_(b)).", [("[t](https://e.org/a_(b))", "https://e.org/a_(b)", "1:1")]),
        ("[t](<https://e.org/x y>)", [("[t](<https://e.org/x y>)", "https://e.org/x y", "1:1")]),
        ("[two\nlines](https://e.org/x)", [("[two\nlines](https://e.org/x)", "https://e.org/x", "1:1")]),
        ("[a [nested] b](https://e.org/n)", [("[a [nested] b](https://e.org/n)", "https://e.org/n", "1:1")]),
        ("[*em* `c`](https://e.org/n)", [("[*em* `c`](https://e.org/n)", "https://e.org/n", "1:1")]),
        ("[1](https://e.org/1)", [("[1](https://e.org/1)", "https://e.org/1", "1:1")]),
        ("[Smith, 2019](https://e.org/s)", [("[Smith, 2019](https://e.org/s)", "https://e.org/s", "1:1")]),
        ("[REF-043](https://e.org/r)", [("[REF-043](https://e.org/r)", "https://e.org/r", "1:1")]),
        (
            "[10.1234/x](https://doi.org/10.1234/x)",
            [("[10.1234/x](https://doi.org/10.1234/x)", "https://doi.org/10.1234/x", "1:1")],
        ),
        ("[t](doi:10.1234/X)", [("[t](doi:10.1234/X)", "https://doi.org/10.1234/x", "1:1")]),
        ("## Head [t](https://e.org)", [("[t](https://e.org)", "https://e.org", "1:9")]),
        ("| a |\n|---|\n| [t](https://e.org) |", [("[t](https://e.org)", "https://e.org", "3:3")]),
        ("한글 😀 [t](https://e.org)", [("[t](https://e.org)", "https://e.org", "1:6")]),
        (
            'x <a href="https://e.org/?a=1&amp;b=2">the *site*</a> y',
            [
                ('<a href="https://e.org/?a=1&amp;b=2">the *site*</a>', "https://e.org/?a=1&b=2", "1:3"),
            ],
        ),
        ("<p>\n<a href='https://e.org/h'>h</a>\n</p>", [("<a href='https://e.org/h'>h</a>", "https://e.org/h", "2:1")]),
    ],
)
def test_found(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """A link is one citation from bracket to bracket, whatever its text looks like."""
    assert [("link", *row) for row in expected] == spot(text)


def test_by_reference(spot: Callable[..., Any]) -> None:
    """Full, collapsed and shortcut references are links; the definition under a name is no citation."""
    text = "A [t][ref] and [ref][] and [ref] plain.\n\n[ref]: https://e.org/ref"
    expected = [("[t][ref]", "1:3"), ("[ref][]", "1:16"), ("[ref]", "1:28")]
    assert [("link", written, "https://e.org/ref", at) for written, at in expected] == spot(text)


def test_definition_is_no_reference(extracted: Callable[..., Any]) -> None:
    """A definition under a name or a long number gives no entry; one under a number does, with its address."""
    found = extracted(
        "See [a], [24346] and [1].\n\n[a]: https://e.org/a\n[24346]: https://e.org/b\n[1]: https://e.org/c"
    )
    assert ["link", "link", "numeric"] == [citation.kind for citation in found.citations]
    assert [("1", "[1]: https://e.org/c", 5)] == [
        (entry.key, entry.text, found.document.lines.position(entry.span.start)[0]) for entry in found.references
    ]
    identifiers = found.references[0].identifiers
    assert [("url", "https://e.org/c", 78)] == [(one.kind, one.text, one.span.start) for one in identifiers]
    assert "r1" == found.citations[2].reference


@pytest.mark.parametrize(
    "text",
    [
        "![img](https://e.org/i.png)",
        "[![badge](https://e.org/b.svg)](https://e.org/ci)",
        '<a href="https://e.org/ci"><img src="https://e.org/b.svg"></a>',
        "[in](#sec) [rel](./a.md) [mail](mailto:a@e.org) <a@e.org>",
        "`[t](https://e.org)`",
        "    [t](https://e.org)",
        "[a]: https://e.org",
        "<!-- [t](https://e.org) -->",
        "- [ ] task\n- [x] done",
    ],
)
def test_not_found(spot: Callable[..., Any], text: str) -> None:
    """Pictures, badges, links inside the site, mail, code and unused definitions cite nothing."""
    assert [] == spot(text)


def test_identifier_behind_the_address(extracted: Callable[..., Any]) -> None:
    """A link to a resolver carries the DOI or the arXiv id by which it equals other citations of the work."""
    found = extracted("[a](https://doi.org/10.1234/AbC) [b](https://arxiv.org/abs/2301.00001v2)")
    assert ["10.1234/abc", None] == [citation.parts.get("doi") for citation in found.citations]
    assert [None, "2301.00001"] == [citation.parts.get("arxiv") for citation in found.citations]


def test_number_defined_by_a_path(extracted: Callable[..., Any]) -> None:
    """`[1]` with `[1]: a file` below is a number of the list; a named link to a file is none."""
    text = "It cooled [1], as [said][n].\n\n[1]: papers/ash2020.pdf\n[n]: papers/note.md\n"
    (citation,) = extracted(text).citations
    assert ("numeric", "[1]", "r1") == (citation.kind, citation.text, citation.reference)
