"""Tests of footnotes and of references in wikitext."""

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
def test_find_footnotes(
    extracted: Callable[..., Any], spot: Callable[..., Any], text: str, citations: Any, references: Any
) -> None:
    """A marker is a citation, its definition a reference, and an inline note both."""
    assert [("footnote", *row) for row in citations] == spot(text)
    found = extracted(text)
    lines = found.document.lines
    assert references == [
        (entry.key, entry.text, "{}:{}".format(*lines.position(entry.span.start))) for entry in found.references
    ]
    assert {"footnote"} >= {entry.origin for entry in found.references}


@pytest.mark.parametrize("text", ["`[^1]`", "```\n[^1]\n```", "`^[a]`", "[^ 1]", "<!-- [^1] -->", "$x^[1]$"])
def test_no_footnote(extracted: Callable[..., Any], text: str) -> None:
    """Code, powers in formulas and comments contain no note."""
    found = extracted(text)
    assert ((), ()) == (found.citations, found.references)


def test_several_works_in_one_note(extracted: Callable[..., Any]) -> None:
    """The identifiers of a note belong to the note; a corpus id in it is its own citation."""
    text = "A.[^1]\n\n[^1]: Smith 2019, doi:10.1234/a; Jones, https://e.org/j; see REF-043; ibid."
    found = extracted(text)
    assert [("footnote", "[^1]"), ("corpus", "REF-043")] == [(one.kind, one.text) for one in found.citations]
    assert [("doi", "10.1234/a"), ("url", "https://e.org/j")] == [
        (one.kind, one.normal) for one in found.references[0].identifiers
    ]
    assert ["r1", None] == [one.reference for one in found.citations]


FIRST = "<ref name=x>{{cite journal|title=T|last=Smith|year=2020|doi=10.1234/abc}}</ref>"


def test_find_wiki_refs(extracted: Callable[..., Any], spot: Callable[..., Any]) -> None:
    """The element is the citation, its content the entry; reuse and short footnotes find it."""
    text = f'Fact.{FIRST} Again.<ref name=x/> {{{{sfn|Smith|2020|p=12}}}} more<ref name="x" />{{{{rp|12}}}}'
    assert [
        ("wiki", FIRST, "x", "1:6"),
        ("wiki", "<ref name=x/>", "x", "1:92"),
        ("wiki", "{{sfn|Smith|2020|p=12}}", "smith 2020", "1:106", "page 12"),
        ("wiki", '<ref name="x" />{{rp|12}}', "x", "1:134", "page 12"),
    ] == spot(text)
    found = extracted(text)
    assert ["r1"] * 4 == [citation.reference for citation in found.citations]
    entry = found.references[0]
    assert ("x", "{{cite journal|title=T|last=Smith|year=2020|doi=10.1234/abc}}", 17) == (
        entry.key,
        entry.text,
        entry.span.start,
    )
    assert (("Smith",), "2020", "T") == (entry.authors, entry.year, entry.title)
    assert [("doi", "10.1234/abc")] == [(one.kind, one.normal) for one in entry.identifiers]


def test_unnamed_wiki_ref(extracted: Callable[..., Any]) -> None:
    """A reference without a name is numbered, and its address belongs to it."""
    found = extracted("Un<ref>Plain https://e.org/p</ref>.")
    assert [("wiki", "<ref>Plain https://e.org/p</ref>", "ref-1")] == [
        (one.kind, one.text, one.normal) for one in found.citations
    ]
    assert [("url", "https://e.org/p")] == [(one.kind, one.normal) for one in found.references[0].identifiers]


@pytest.mark.parametrize(
    "text", ["`<ref>code</ref>`", "<references/>", "<!-- <ref>x</ref> -->", "{{citation needed}}", "<refs>x</refs>"]
)
def test_no_wiki_ref(extracted: Callable[..., Any], text: str) -> None:
    """Code, the list tag, comments and other templates cite nothing."""
    assert ((), ()) == (extracted(text).citations, extracted(text).references)
