"""From a whole document to its citations and references."""

from collections.abc import Callable
from typing import Any

import pytest
from bench.sample import PAGE

SAMPLE = PAGE.rstrip() + "\n"  # eight citations, a footnote and a list of three


def test_sample_citations(spot: Callable[..., Any]) -> None:
    """The sample has eight citations, each at its line and column."""
    assert [
        ("link", "[Tokyo facts](http://127.0.0.1:8765/tokyo.html)", "http://127.0.0.1:8765/tokyo.html", "3:47"),
        ("author-year", "(Vaswani et al., 2017)", "vaswani et al. 2017", "4:68"),
        ("corpus", "[REF-043, p.15]", "REF-043", "5:53", "page 15"),
        ("footnote", "[^1]", "1", "6:56"),
        ("doi", "10.48550/arXiv.1706.03762", "10.48550/arxiv.1706.03762", "7:52"),
        ("numeric", "[2]", "2", "8:85"),
        ("link", "[gone](http://127.0.0.1:8765/missing.html)", "http://127.0.0.1:8765/missing.html", "9:30"),
        ("author-year", "(Zzyzx & Qwerty, 2031)", "zzyzx qwerty 2031", "10:58"),
    ] == spot(SAMPLE)


def test_sample_also(extracted: Callable[..., Any]) -> None:
    """Only the last citation has a second form: the DOI that follows it."""
    citations = extracted(SAMPLE).citations
    assert [0, 0, 0, 0, 0, 0, 0, 1] == [len(citation.also) for citation in citations]
    (form,) = citations[-1].also
    assert ("doi", "doi:10.9999/fake.2031.001", "10.9999/fake.2031.001") == (form.kind, form.text, form.normal)
    assert SAMPLE.index("doi:10.9999") == form.span.start


def test_sample_references(extracted: Callable[..., Any]) -> None:
    """The sample lists four sources, a note and three entries, with their identifiers."""
    found = extracted(SAMPLE)
    lines = found.document.lines
    assert [
        ("r1", "1", "footnote", 12, ("Shuster",), "2021"),
        ("r2", "1", "list", 16, ("Vaswani", "Shazeer", "Parmar"), "2017"),
        ("r3", "2", "list", 17, ("Tokyo Metropolitan Government",), "2023"),
        ("r4", "3", "list", 18, ("Zzyzx", "Qwerty"), "2031"),
    ] == [
        (one.id, one.key, one.origin, lines.position(one.span.start)[0], one.authors, one.year)
        for one in found.references
    ]
    assert [
        [("url", "http://127.0.0.1:8765/shuster.html")],
        [("doi", "10.48550/arxiv.1706.03762")],
        [("url", "http://127.0.0.1:8765/tokyo.html")],
        [("doi", "10.9999/fake.2031.001")],
    ] == [[(one.kind, one.normal) for one in entry.identifiers] for entry in found.references]
    assert [
        "Retrieval Augmentation Reduces Hallucination in Conversation",
        "Attention Is All You Need",
        "Tokyo facts",
        "Lunar basalt foam",
    ] == [one.likely_title for one in found.references]


def test_sample_resolves_to_its_own_list(extracted: Callable[..., Any]) -> None:
    """Each citation finds its entry by address, author, note, DOI or number."""
    assert ["r3", "r2", None, "r1", "r2", "r3", None, "r4"] == [
        citation.reference for citation in extracted(SAMPLE).citations
    ]


def test_entries_contain_no_citations(spot: Callable[..., Any]) -> None:
    """Identifiers, authors and links inside an entry belong to the entry."""
    text = "## References\n\n- Smith, A. (2019). [T](https://e.org). doi:10.1234/a. arXiv:2301.00001. PMID: 12.\n"
    assert [] == spot(text)


def test_ids_run_in_document_order(extracted: Callable[..., Any]) -> None:
    """Citations and references are numbered in the order of the text, whichever finder finds them."""
    found = extracted("(Roe, 2019) then [t](https://e.org) then REF-001 then [^1] ^[in].\n\n[^1]: x")
    assert ["author-year", "link", "corpus", "footnote", "footnote"] == [one.kind for one in found.citations]
    assert ["inline-1", "1"] == [one.key for one in found.references]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("10.1234/abc, PMID: 123456", [("doi", ("pmid",))]),
        ("10.1234/abc PMID: 123456", [("doi", ()), ("pmid", ())]),
        ("10.1234/abc, 10.1234/abd", [("doi", ()), ("doi", ())]),
        ("(Lee, 2019) and doi:10.1234/abc", [("author-year", ()), ("doi", ())]),
        ("[1], doi:10.1234/abc", [("numeric", ()), ("doi", ())]),
        ("[a](https://e.org/a) [b](https://e.org/b)", [("link", ()), ("link", ())]),
        ("(Lee, 2019) [t](https://e.org/a)", [("author-year", ("link",))]),
        ("REF-001 (https://e.org/a)", [("corpus", ("url",))]),
    ],
)
def test_forms_of_one_work(extracted: Callable[..., Any], text: str, kinds: Any) -> None:
    """Adjacent forms of one work are one citation; two identifiers of one kind are two works."""
    assert kinds == [(one.kind, tuple(form.kind for form in one.also)) for one in extracted(text).citations]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "Nothing is cited here.",
        "# Heading 2019\n\n1. one\n2. two",
        "A | b\n---|---\n1 | 2019",
        "---\ntitle: (Smith, 2019)\n---\n",
    ],
)
def test_document_without_citations(extracted: Callable[..., Any], text: str) -> None:
    """A document without citations has no references either."""
    assert ((), ()) == (extracted(text).citations, extracted(text).references)


def test_quoted_block_is_searched(spot: Callable[..., Any]) -> None:
    """A citation in a quotation is found at its own column."""
    assert [("numeric", "[1]", "1", "1:9")] == spot("> words [1] here")
