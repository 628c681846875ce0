"""References of wikitext."""

from collections.abc import Callable
from typing import Any

import pytest

FIRST = "<ref name=x>{{cite journal|title=T|last=Smith|year=2020|doi=10.1234/abc}}</ref>"


def test_found(extracted: Callable[..., Any], spot: Callable[..., Any]) -> None:
    """The element is the citation, its content the entry; reuse and short footnote find it."""
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


def test_unnamed(extracted: Callable[..., Any]) -> None:
    """A reference without a name is counted, and its address belongs to it."""
    found = extracted("Un<ref>Plain https://e.org/p</ref>.")
    assert [("wiki", "<ref>Plain https://e.org/p</ref>", "ref-1")] == [
        (one.kind, one.text, one.normal) for one in found.citations
    ]
    assert [("url", "https://e.org/p")] == [(one.kind, one.normal) for one in found.references[0].identifiers]


@pytest.mark.parametrize(
    "text", ["`<ref>code</ref>`", "<references/>", "<!-- <ref>x</ref> -->", "{{citation needed}}", "<refs>x</refs>"]
)
def test_not_found(extracted: Callable[..., Any], text: str) -> None:
    """Code, the list's own tag, comments and other templates cite nothing."""
    assert ((), ()) == (extracted(text).citations, extracted(text).references)
