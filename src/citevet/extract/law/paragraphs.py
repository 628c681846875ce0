"""Blocks as plain text, for citations that run across emphasis, wrapped lines and quote prefixes."""

import re
from collections.abc import Iterator

from citevet.extract.masked_text import BLANK, MaskedText
from citevet.extract.plain_text import to_plain_text
from citevet.model import Block, Plain, Span
from citevet.model.cited import CitedWords
from citevet.patterns import lazy_pattern
from citevet.records import dataclass

# Addresses in plain text contain pieces like legal citations (…?uri=CELEX:32016R0679).
_ADDRESS = lazy_pattern(r"(?:\w{2,10}://|www\.)\S+")

# Line breaks, tabs and fixed spaces; each becomes one space, so that offsets stay.
_SPACE = lazy_pattern(r"[^\S ]")

_EDGE = lazy_pattern(r"[|\t]")

# Gap between two words of a citation: white space, and the blanks of emphasis or a quote prefix.
GAP = r"[\s\0]+"

# No citation starts inside a word, a path, a query or an identifier.
APART = r"(?<![\w/=:%&?#@.\\-])"


@dataclass(frozen=True, slots=True)
class LawHit(CitedWords):
    """A law or case in a paragraph, before its place is read."""

    start: int
    end: int
    normal: str
    parts: dict[str, str]
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class LawParagraph:
    """The plain text of one block, with offsets into the document; code, references and addresses are blank."""

    text: str
    plain: Plain

    def span(self, start: int, end: int) -> Span:
        """Return the span in the document of a span in the text."""
        return self.plain.back_span(Span(start, end))


def find_paragraphs(scene: MaskedText, trigger: re.Pattern[str]) -> Iterator[LawParagraph]:
    """Yield the blocks that contain the trigger; all others cost only one search."""
    found = trigger.search(scene.prose)
    while found:
        block = scene.document.block_at(found.start())
        if block:
            yield from (_paragraph(scene, stretch) for stretch in _split_row(scene, block))
        found = trigger.search(scene.prose, block.span.end if block else found.end())


def _split_row(scene: MaskedText, block: Block) -> Iterator[Span]:
    """Split a table row into its cells, which no citation crosses; any other block stays whole."""
    start = block.span.start
    if block.kind == "row":
        for edge in _EDGE.finditer(scene.document.text, start, block.span.end):
            if scene.prose[edge.start()] == BLANK:
                yield Span(start, edge.start())
                start = edge.end()
    yield Span(start, block.span.end)


def _paragraph(scene: MaskedText, stretch: Span) -> LawParagraph:
    words = to_plain_text(scene.document, stretch)
    ends = [*(at for at, _ in words.cuts[1:]), len(words.text)]
    pieces = (
        _mask_hidden(words.text[at:end], scene.prose[offset : offset + end - at])
        for (at, offset), end in zip(words.cuts, ends, strict=True)
    )
    text = _SPACE.sub(" ", "".join(pieces))
    return LawParagraph(_ADDRESS.sub(lambda found: BLANK * len(found[0]), text), words)


def _mask_hidden(heard: str, prose: str) -> str:
    """Mask text that is not prose, such as code; markup that became a space stays a space."""
    if BLANK not in prose:
        return prose
    return "".join(char if char.isspace() else kept for char, kept in zip(heard, prose, strict=True))
