"""Laws that hold for the claims of any document."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from citevet.extract.claims import find_claims
from citevet.model import Block, BlockKind, Citation, CitationKind, Document, Region, Span
from citevet.text.sentences import split_sentences

_WORDS = st.sampled_from(
    'It grew.|It fell| |\n|, and |but they rose|. |Fig. 3|e.g. |Dr. Kim|(|)|"|“|”|?|:|45%|**|See |in |; |U.S. |—|'
    "I think |매출은 늘었다. |2019. 5. 16. |이익은 줄었지만 |다.".split("|")
)
_MARKERS: dict[CitationKind, str] = {
    "numeric": "[3]",
    "footnote": "[^1]",
    "author-year": "(Lee, 2019)",
    "link": "[label](http://a.b)",
    "doi": "10.1000/182",
    "us-case": "Roe v. Wade, 410 U.S. 113 (1973)",
    "corpus": "REF-043",
}
_KINDS: st.SearchStrategy[BlockKind] = st.sampled_from(["paragraph", "item", "row", "caption", "heading", "code"])


@st.composite
def cited_documents(draw: st.DrawFn) -> tuple[Document, tuple[Citation, ...]]:
    """Draw a document of up to five blocks with citations, some in groups, and stretches of markup."""
    text = ""
    blocks: list[Block] = []
    citations: list[Citation] = []
    regions: list[Region] = []
    for _ in range(draw(st.integers(1, 5))):
        start = len(text)
        for piece in draw(st.lists(st.one_of(_WORDS, st.sampled_from(sorted(_MARKERS))), min_size=1, max_size=12)):
            kind = next((kind for kind in _MARKERS if kind == piece), None)
            form = _MARKERS[kind] if kind else piece
            span = Span(len(text), len(text) + len(form))
            if kind:
                group = draw(st.sampled_from([None, None, f"g{start}"]))
                citations.append(Citation(f"c{len(citations) + 1}", kind, span, form, form, group=group))
            elif form == "**":
                regions.append(Region("markup", span))
            text += form
        if len(text) > start:
            blocks.append(Block(draw(_KINDS), Span(start, len(text)), draw(st.integers(0, 2)), draw(st.booleans())))
        text += "\n\n"
    return Document("a.md", "markdown", text, blocks=tuple(blocks), regions=tuple(regions)), tuple(citations)


@given(cited_documents())
def test_claims_slice_back_in_order_without_overlap(drawn: tuple[Document, tuple[Citation, ...]]) -> None:
    """A claim is the exact slice of its span; claims follow one another; their words map to their own slice."""
    document, citations = drawn
    found = find_claims(document, citations, ())
    assert all(document.text[claim.span.start : claim.span.end] == claim.text for claim in found)
    assert all(before.span.end <= after.span.start for before, after in pairwise(found))
    assert [f"k{number}" for number in range(1, len(found) + 1)] == [claim.id for claim in found]
    for claim in found:
        backs = [claim.plain.back(index) for index, char in enumerate(claim.plain.text) if char != " "]
        assert all(claim.span.start <= back < claim.span.end for back in backs)
        words = [char for char in claim.plain.text if char != " "]
        assert words == [document.text[back] for back in backs]


@given(cited_documents())
def test_every_citation_of_the_prose_backs_a_claim(drawn: tuple[Document, tuple[Citation, ...]]) -> None:
    """No tie names a citation that is not there, and no citation outside headings and code is left over."""
    document, citations = drawn
    found = find_claims(document, citations, ())
    tied = {tie.citation for claim in found for tie in claim.ties}
    prose = [block.span for block in document.blocks if block.kind not in {"heading", "code"}]
    expected = {citation.id for citation in citations if any(span.holds(citation.span) for span in prose)}
    assert expected == tied


@given(cited_documents())
def test_the_clause_of_a_tie_lies_in_its_claim(drawn: tuple[Document, tuple[Citation, ...]]) -> None:
    """A clause is a stretch of its claim, and each citation backs a claim once."""
    document, citations = drawn
    for claim in find_claims(document, citations, ()):
        assert all(claim.span.holds(tie.span) and len(tie.span) > 0 for tie in claim.ties if tie.span)
        ids = [tie.citation for tie in claim.ties]
        assert sorted(set(ids)) == sorted(ids)
        assert (claim.status == "skipped") == (claim.why is not None)


@given(st.lists(_WORDS, max_size=40).map("".join))
def test_sentences_cover_all_words(text: str) -> None:
    """Every character that is not white space is in exactly one sentence."""
    spans = split_sentences(text)
    assert "".join(text.split()) == "".join("".join(span.of(text).split()) for span in spans)
    assert all(before.end <= after.start for before, after in pairwise(spans))


@given(st.text(alphabet='aB. ?!("“”)다요。1[]\n', max_size=200))
def test_sentences_of_any_text(text: str) -> None:
    """Whatever the characters, nothing is lost and nothing stands twice."""
    assert "".join(text.split()) == "".join("".join(span.of(text).split()) for span in split_sentences(text))
