"""HTML: tags are markup, menus are boilerplate, and notes are found by the conventions of their writers."""

from bisect import bisect_right
from dataclasses import replace

from citevet.model import Block, Document, Mark
from citevet.read.html_notes import marks
from citevet.read.html_walk import walk
from citevet.read.layers import layered


def read(text: str, path: str) -> Document:
    """Read a page; its text stays as it is, with tags and entities."""
    page = walk(text)
    found = marks(page)
    return Document(
        path,
        "html",
        text,
        blocks=_with_notes(page.blocks, found),
        regions=tuple(layered(page.comments, page.regions, len(text))),
        marks=tuple(found),
    )


def _with_notes(blocks: list[Block], found: list[Mark]) -> tuple[Block, ...]:
    """Call the blocks of a note what they are."""
    notes = [mark.span for mark in found if mark.kind == "definition"]

    def named(block: Block) -> Block:
        index = bisect_right(notes, block.span.start, key=lambda span: span.start) - 1
        inside = index >= 0 and block.span.end <= notes[index].end
        return replace(block, kind="footnote", level=0) if inside else block

    return tuple(map(named, blocks))
