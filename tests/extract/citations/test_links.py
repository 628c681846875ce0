"""Tests of links and bare web addresses."""

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
def test_find_links(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """A link is one citation from bracket to bracket, whatever its text."""
    assert [("link", *row) for row in expected] == spot(text)


def test_reference_links(spot: Callable[..., Any]) -> None:
    """Full, collapsed and shortcut references are links; a named definition is not a citation."""
    text = "A [t][ref] and [ref][] and [ref] plain.\n\n[ref]: https://e.org/ref"
    expected = [("[t][ref]", "1:3"), ("[ref][]", "1:16"), ("[ref]", "1:28")]
    assert [("link", written, "https://e.org/ref", at) for written, at in expected] == spot(text)


def test_link_definitions(extracted: Callable[..., Any]) -> None:
    """A definition gives a list entry only under a short number."""
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
def test_no_link(spot: Callable[..., Any], text: str) -> None:
    """Pictures, badges, links inside the site, mail, code and unused definitions cite nothing."""
    assert [] == spot(text)


def test_link_to_resolver(extracted: Callable[..., Any]) -> None:
    """A link to a resolver has the DOI or other identifier as a part; an autolink is that identifier."""
    papers = {
        "https://doi.org/10.1234/AbC": ("doi", "10.1234/abc"),
        "https://arxiv.org/abs/2301.00001v2": ("arxiv", "2301.00001"),
        "https://pubmed.ncbi.nlm.nih.gov/28620943/": ("pmid", "28620943"),
        "https://pmc.ncbi.nlm.nih.gov/articles/PMC5135130/": ("pmcid", "PMC5135130"),
        "https://pubmed.ncbi.nlm.nih.gov/?term=trees": ("url", "https://pubmed.ncbi.nlm.nih.gov/?term=trees"),
    }
    for address, paper in papers.items():
        link, alone = extracted(f"[a]({address}) is one.\n\nSee <{address}> too.").citations
        assert {"target": address, **dict([paper] if paper[0] != "url" else [])} == link.parts
        assert paper == (alone.kind, alone.normal)


def test_number_defined_as_file(extracted: Callable[..., Any]) -> None:
    """`[1]` with `[1]: a file` below is a number of the list; a named link to a file is not."""
    text = "It cooled [1], as [said][n].\n\n[1]: papers/ash2020.pdf\n[n]: papers/note.md\n"
    (citation,) = extracted(text).citations
    assert ("numeric", "[1]", "r1") == (citation.kind, citation.text, citation.reference)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See https://e.org/bare.", [("https://e.org/bare", "https://e.org/bare", "1:5")]),
        ("(https://e.org/par)", [("https://e.org/par", "https://e.org/par", "1:2")]),
        ("at www.e.org/x, done", [("www.e.org/x", "http://www.e.org/x", "1:4")]),
        (
            "https://en.wikipedia.org/wiki/A_(b)!",
            [("https://en.wikipedia.org/wiki/A_(b)", "https://en.wikipedia.org/wiki/A_(b)", "1:1")],
        ),
        ("https://e.org/x#:~:text=abc", [("https://e.org/x#:~:text=abc", "https://e.org/x", "1:1")]),
        ("https://e.org/?utm_source=a&id=1", [("https://e.org/?utm_source=a&id=1", "https://e.org/?id=1", "1:1")]),
        (
            "https://E.org/A?id=1 https://e.org/A?id=2",
            [
                ("https://E.org/A?id=1", "https://e.org/A?id=1", "1:1"),
                ("https://e.org/A?id=2", "https://e.org/A?id=2", "1:22"),
            ],
        ),
        ("주소 https://e.org에서", [("https://e.org", "https://e.org", "1:4")]),
        (
            "https://ko.wikipedia.org/wiki/서울",
            [("https://ko.wikipedia.org/wiki/서울", "https://ko.wikipedia.org/wiki/서울", "1:1")],
        ),
        ("“https://e.org/q”", [("https://e.org/q", "https://e.org/q", "1:2")]),
        ("**https://e.org/b**", [("https://e.org/b", "https://e.org/b", "1:3")]),
        ("\\[not\\](https://e.org/esc)", [("https://e.org/esc", "https://e.org/esc", "1:9")]),
        ("<https://e.org/auto>", [("<https://e.org/auto>", "https://e.org/auto", "1:1")]),
    ],
)
def test_find_urls(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """An address ends before punctuation and Korean particles; its query and case stay."""
    assert [("url", *row) for row in expected] == spot(text)


@pytest.mark.parametrize(
    "text",
    [
        "`https://e.org`",
        "```\nhttps://e.org\n```",
        "https:// alone",
        "www. alone and www.x alone",
        "mail a@www.e.org",
        "<!-- https://e.org -->",
        "![i](https://e.org/i.png)",
        '<img src="https://e.org/i.png">',
        "ftp://e.org/x",
        "<pre>https://e.org</pre>",
        "a <code>https://e.org</code> b",
        "<details>\n<pre><code>\nurl = https://e.org\n</code></pre>\n</details>",
    ],
)
def test_no_url(spot: Callable[..., Any], text: str) -> None:
    """Code, comments, pictures, mail and fragments of addresses are not citations."""
    assert [] == spot(text)


@pytest.mark.parametrize(
    ("text", "fault", "correction"),
    [
        ("https://e.org/https://e.org/", "pasted twice", "https://e.org/"),
        ("http://e.org:99999/", "the host or the port makes no sense", None),
        ("http://-e.org/", "-e.org is not a host name", None),
        ("http://[::1]:80/x", None, None),
        ("http://127.0.0.1:8765/x", None, None),
        ("https://web.archive.org/web/2019/https://e.org/", None, None),
    ],
)
def test_url_faults(faults: Callable[..., Any], text: str, fault: str | None, correction: str | None) -> None:
    """An impossible address is reported; an archived one contains another and is correct."""
    assert [(fault, correction)] == faults(text)
