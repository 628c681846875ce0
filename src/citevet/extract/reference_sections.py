"""Sections that list the document's sources, and bold lines that serve as headings."""

from collections.abc import Iterator
from dataclasses import replace

from citevet.model import Block, Document, Span
from citevet.text.document_parts import is_reference_heading
from citevet.text.patterns import lazy_pattern

_EMPHASIS = "*_ \t"
_LONGEST_TITLE = 80  # characters
_DEEPEST = 6
# A bold line that is neither a sentence nor a citation: language models write headings this way.
_BOLD_LINE = lazy_pattern(r"(\*\*|__)[^*_\[\]()\r\n]{1,80}(?<![.!?。,;\s])\1:?[^\S\r\n]*(?:\r\n|\r|\n)\s*+")

# A paragraph that has both the title and the entries: "**Sources:** [1] …", or the title on a line of its own.
_TITLE_BEFORE_ENTRIES = lazy_pattern(r"([^\[\]\r\n]{3,70})(?:(?:\r\n|\r|\n)[ \t]*)?(?=\\?\[\d{1,4}\\?\]:?[ \t])")
_NUMBERED = lazy_pattern(r"\\?\[\d{1,4}\\?\]:?[ \t]")


def find_reference_sections(document: Document) -> Iterator[list[Block]]:
    """Yield the blocks of each section whose heading announces a list of sources."""
    blocks = document.blocks
    index = 0
    while index < len(blocks):
        titled = _strip_list_title(document, blocks[index])
        level = None if titled else _get_list_level(document, blocks[index])
        index += 1
        if titled is None and level is None:
            continue
        section = [titled] if titled else []
        while index < len(blocks) and not _ends_section(document, blocks[index], level):
            section.append(blocks[index])
            index += 1
        yield section


def strip_bold_title(document: Document, block: Block) -> Block:
    """Return a paragraph without the bold line that serves as its title."""
    if document.format != "markdown" or block.kind != "paragraph":
        return block
    title = _BOLD_LINE.match(document.text, block.span.start, block.span.end)
    return replace(block, span=Span(title.end(), block.span.end)) if title else block


def _get_list_level(document: Document, block: Block) -> int | None:
    """Return the level of a heading of a source list, else None; a bold line has the deepest level."""
    if block.kind not in {"heading", "paragraph"} or len(block.span) > _LONGEST_TITLE:
        return None
    text = document.slice(block.span).strip(_EMPHASIS)
    if not is_reference_heading(text.splitlines()[0] if text else ""):
        return None
    return block.level or _DEEPEST if block.kind == "heading" else _DEEPEST


def _strip_list_title(document: Document, block: Block) -> Block | None:
    """Return the entries of a paragraph that opens with the title of a list; none for other blocks."""
    if block.kind != "paragraph" or document.format not in {"markdown", "text"}:
        return None
    title = _TITLE_BEFORE_ENTRIES.match(document.text, block.span.start, block.span.end)
    if title is None or not is_reference_heading(title[1].strip(_EMPHASIS + ":")):
        return None
    return replace(block, span=Span(title.end(), block.span.end))


def _ends_section(document: Document, block: Block, level: int | None) -> bool:
    """Check for the end of a list; without a level it ends before the first block that is not numbered."""
    if level is None:
        return _NUMBERED.match(document.text, block.span.start, block.span.end) is None
    if block.kind != "heading":
        return False
    return 0 < block.level <= level or _get_list_level(document, block) is not None
