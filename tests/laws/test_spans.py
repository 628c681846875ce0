"""Laws of reading and finding, over generated texts."""

from itertools import pairwise
from typing import Any

import pytest
from bench.worst import FINDING
from hypothesis import given, settings
from hypothesis import strategies as st

from citevet.errors import ReadError
from citevet.extract import FINDERS, extract
from citevet.extract.masked_text import BLANK, MaskedText
from citevet.extract.references import find_references
from citevet.model import Extraction
from citevet.read import parse, parse_text

# Pieces that open, close and half-close every form; drawn and joined, they meet in ways that no example shows.
PIECES = st.sampled_from(
    """
    [1] [3–5, [^1] [^1]: ^[ ] ] ) ( [ @doe99 [@a; @b [REF-043, REF-1 10.1038/a doi:10.1234/b( https://e.org/x_(y)
    www.e.org <https://e.org> <ref>x</ref> <ref name=a/> {{sfn|A|2020}} (Smith, 2019) 2019 et al. 김철수(2019) 「법」
    arXiv:2301.00001
    PMID:12 ISBN 978-0-306-40615-7 [src/a.py@a8f9c2d4e5f60718, L1-2] @docs/a.md ` ``` $ $$ * ** _ ~~ > - 1. # ##
    | |---| --- +++
    === <!-- --> <b> </b> <code> </code> <a href="https://e.org"> </a> <pre> </pre> <img ![ ]( ) "T"
    \\ &amp; References 참고문헌
    [fn:1] [fn::x] [[https://e.org][x]] #+begin_src #+end_src cite:a2 .. [a] :: note:: :cite:`a` ~ = :: ---- ////
    [[[a]]] <<a>> footnote:[x] https://e.org[x] #let #figure( #footnote[ #footnote("x") #link("https://e.org")[
    #cite(<a>) <a> { } ; /*
    😀 한 é ¹ ² <sup>1</sup> \0 \ufeff
    """.split()
)
GLUE = st.sampled_from(["", " ", "\n", "\n\n", "\r\n", "\t", "    ", "\r"])
TEXTS = st.lists(st.tuples(PIECES, GLUE), max_size=25).map(lambda pairs: "".join(piece + glue for piece, glue in pairs))
SUFFIXES = st.sampled_from([".md", ".txt", ".org", ".rst", ".adoc", ".typ"])


@settings(max_examples=300)
@given(TEXTS | st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=80), SUFFIXES)
def test_regions_and_blocks_are_ordered(text: str, suffix: str) -> None:
    """Regions and blocks come in order, without overlap, inside the text; marks lie inside it too."""
    document = parse_text(text, f"x{suffix}")
    ordered: tuple[tuple[Any, ...], ...] = (document.regions, document.blocks)
    for records in ordered:
        assert all(one.span.end <= two.span.start for one, two in pairwise(records))
        assert all(0 <= one.span.start < one.span.end <= len(document.text) for one in records)
    assert all(0 <= one.span.start <= one.span.end <= len(document.text) for one in document.marks)
    assert all(one.label is None or one.span.holds(one.label) for one in document.marks)
    assert sorted(one.span.start for one in document.marks) == [one.span.start for one in document.marks]


@settings(max_examples=300)
@given(TEXTS, SUFFIXES)
def test_prose_is_seen_where_it_stands(text: str, suffix: str) -> None:
    """Characters outside regions are in the finders' prose, at the same offset; letters and digits are in a block."""
    document = parse_text(text, f"x{suffix}")
    prose = MaskedText.of(document).prose
    assert len(document.text) == len(prose)
    hidden = bytearray(len(document.text))
    for region in document.regions:
        hidden[region.span.start : region.span.end] = b"\1" * len(region.span)
    for index, char in enumerate(document.text):
        assert prose[index] == char if not hidden[index] or char in "\r\n" else prose[index] == BLANK
    for block in document.blocks:
        hidden[block.span.start : block.span.end] = b"\1" * len(block.span)
    assert [] == [index for index, char in enumerate(document.text) if char.isalnum() and not hidden[index]]


@settings(max_examples=300)
@given(TEXTS, SUFFIXES)
def test_every_record_slices_back(text: str, suffix: str) -> None:
    """The text of every citation, form, reference and identifier is the exact slice; ids are in document order."""
    found = extract(parse_text(text, f"x{suffix}"))
    records: list[Any] = [*found.citations, *found.references, *found.claims]
    records += [form for citation in found.citations for form in citation.also]
    records += [identifier for reference in found.references for identifier in reference.identifiers]
    assert [record.text for record in records] == [found.document.slice(record.span) for record in records]
    _check_ids_and_groups(found)


def _check_ids_and_groups(found: Extraction) -> None:
    """Check that ids count up, references that are cited exist, and markers overlap only inside a note."""
    names = {reference.id for reference in found.references}
    assert [f"c{number}" for number in range(1, len(found.citations) + 1)] == [one.id for one in found.citations]
    assert [f"r{number}" for number in range(1, len(names) + 1)] == [one.id for one in found.references]
    assert sorted(one.span.start for one in found.citations) == [one.span.start for one in found.citations]
    assert {one.reference for one in found.citations} - {None} <= names
    for one, two in pairwise(found.citations):
        inside_a_note = one.text.startswith(("^[", "[fn:", "footnote:", "#footnote")) and one.span.holds(two.span)
        assert not one.span.overlaps(two.span) or inside_a_note or (one.group is not None and one.group == two.group)


@settings(max_examples=300)
@given(st.binary(max_size=300) | TEXTS.map(str.encode), SUFFIXES)
def test_any_bytes(data: bytes, suffix: str) -> None:
    """Any bytes give a document or a clear refusal, and the same one twice."""
    outcomes: list[object] = []
    for _ in range(2):
        try:
            outcomes.append(parse(data, f"x{suffix}"))
        except ReadError as error:
            outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("piece", FINDING)
def test_finders_come_through_the_worst(piece: str) -> None:
    """Fifteen kilobytes of what opens and never closes; `make bench` has the growth of their time."""
    scene = _scene(piece, 15_000)
    for _, finder in FINDERS:
        assert all(one.span.end <= len(scene.document.text) for one in finder(scene))


def _scene(piece: str, size: int) -> MaskedText:
    document = parse_text(piece * (size // len(piece)), "x.txt")
    return MaskedText.of(document, find_references(document))


@pytest.mark.parametrize(
    "piece",
    [
        "[1, ",
        "(Smith, ",
        "@a;",
        "<ref ",
        "[[[",
        "^[",
        "REF-",
        "A. B. ",
        "10.1000/",
        "[^1]\n\n[^1]: x\n\n",
        "> ",
        "- a\n",
    ],
)
def test_whole_extraction_of_the_worst(piece: str) -> None:
    """Twenty kilobytes of the worst repetition go through reading and extraction as a whole."""
    text = piece * (20_000 // len(piece))
    for name in ("x.md", "x.txt"):
        found = extract(parse_text(text, name))
        assert all(one.text == found.document.slice(one.span) for one in found.citations)
