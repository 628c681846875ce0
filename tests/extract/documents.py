"""Small documents made by hand: paragraphs at blank lines, and citations found by their text."""

from collections.abc import Sequence

from citevet.model import Block, BlockKind, Citation, CitationKind, Document, Region, Span

_STARTS: tuple[tuple[str, BlockKind], ...] = (("#", "heading"), ("- ", "item"), ("| ", "row"), ("    ", "code"))


def document(text: str, regions: Sequence[Region] = ()) -> Document:
    """Make a document whose blocks are the stretches between blank lines, and each line of a list or table."""
    blocks: list[Block] = []
    at = 0
    for line in text.split("\n"):
        end = at + len(line)
        kind = next((kind for start, kind in _STARTS if line.removeprefix("> ").startswith(start)), "paragraph")
        if (
            line.strip()
            and kind == "paragraph"
            and blocks
            and blocks[-1].span.end == at - 1
            and blocks[-1].kind == kind
        ):
            blocks[-1] = Block(kind, Span(blocks[-1].span.start, end), quoted=blocks[-1].quoted)
        elif line.strip():
            start = at + len(line) - len(line.lstrip("#>-| "))
            blocks.append(Block(kind, Span(start, end), 1 if kind in {"item", "heading"} else 0, line.startswith(">")))
        at = end + 1
    return Document("a.md", "markdown", text, blocks=tuple(blocks), regions=tuple(regions))


def cited(text: str, *forms: tuple[CitationKind, str]) -> tuple[Citation, ...]:
    """Make citations c1, c2 … of forms that stand in the text in this order."""
    citations: list[Citation] = []
    at = 0
    for kind, form in forms:
        start = text.index(form, at)
        citations.append(Citation(f"c{len(citations) + 1}", kind, Span(start, start + len(form)), form, form))
        at = start + len(form)
    return tuple(citations)
