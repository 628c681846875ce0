"""Where a document keeps its own list of sources, and which lines are headings without being marked so."""

from collections.abc import Iterator
from dataclasses import replace
from re import compile as pattern

from citevet.model import Block, Document, Span, heads_references

_EMPHASIS = "*_ \t"
# A line in bold that is no sentence and cites nothing: models write headings so.
_BOLD_LINE = pattern(r"(\*\*|__)[^*_\[\]()\r\n]{1,80}(?<![.!?。,;\s])\1:?[^\S\r\n]*(?:\r\n|\r|\n)\s*+")


def reference_blocks(document: Document) -> Iterator[list[Block]]:
    """Yield the blocks of each section whose heading says that it lists sources."""
    blocks = document.blocks
    index = 0
    while index < len(blocks):
        level = _level(document, blocks[index])
        index += 1
        if level is None:
            continue
        section: list[Block] = []
        while index < len(blocks) and not _ends(document, blocks[index], level):
            section.append(blocks[index])
            index += 1
        yield section


def below_title(document: Document, block: Block) -> Block:
    """Return a paragraph without the line in bold that stands over it as its title."""
    if document.format != "markdown" or block.kind != "paragraph":
        return block
    title = _BOLD_LINE.match(document.text, block.span.start, block.span.end)
    return replace(block, span=Span(title.end(), block.span.end)) if title else block


def _level(document: Document, block: Block) -> int | None:
    """Return how deep the heading is, if it is one of a list of sources; a bold line counts as the deepest."""
    if block.kind not in {"heading", "paragraph"} or len(block.span) > 80:  # noqa: PLR2004 - no title is longer
        return None
    text = document.slice(block.span).strip(_EMPHASIS)
    if not heads_references(text.splitlines()[0] if text else ""):
        return None
    return block.level or 6 if block.kind == "heading" else 6


def _ends(document: Document, block: Block, level: int) -> bool:
    if block.kind != "heading":
        return False
    return 0 < block.level <= level or _level(document, block) is not None
