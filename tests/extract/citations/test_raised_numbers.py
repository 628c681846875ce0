"""Raised numbers of a PDF: markers where the paper cites so, else addresses of authors, powers and notes."""

from citevet import extract_document
from citevet.model import Block, Document, Span

LIST = ("References", *(f"{number}. Ash, B. Rivers. J. Water {number}, 4 (201{number})." for number in range(1, 6)))


def cited(*paragraphs: str) -> list[str]:
    """Return the numbers that a PDF with these paragraphs cites."""
    texts, blocks, at = (*paragraphs, *LIST), [], 0
    for text in texts:
        blocks.append(Block("paragraph", Span(at, at + len(text))))
        at += len(text) + 1
    document = Document("paper.pdf", "pdf", "\n".join(texts), blocks=tuple(blocks))
    return [citation.normal for citation in extract_document(document).citations if citation.kind == "numeric"]


def test_raised_numbers_next_to_brackets_are_no_citations() -> None:
    """They are notes, powers and isotopes."""
    assert cited("Rivers rise [1] and fall [2], as others [3] say.", "The rate is O(kn²) at its end.¹") == [
        "1",
        "2",
        "3",
    ]


def test_addresses_of_authors_are_no_citations() -> None:
    """The names before an address have its number; the text after it cites."""
    title = ("On rivers", "B. Ash,¹, ² C. Box,² and D. Cole¹ ¹River Office, Oslo", "²Lake Office, Bergen")
    text = "Rivers rise in spring and fall in autumn.³ " * 9 + "Lakes do not.⁴,⁵"
    assert cited(*title, text) == [*["3"] * 9, "4", "5"]


def test_numbers_of_formulas_are_no_citations() -> None:
    """A paper that cites by raised numbers numbers its formulas in brackets."""
    assert cited("Rivers rise.¹ They fall by formula (2).² So do lakes,³ see (4).") == ["1", "2", "3"]
    assert cited("Rivers rise (1). They fall (2, 3).") == ["1", "2", "3"]
