"""A block as a reader hears it, for citations that run across emphasis, wrapped lines and quote prefixes."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from re import Match, Pattern
from re import compile as pattern

from citevet.extract.plain import plain
from citevet.extract.scene import BLANK, Scene
from citevet.model import Block, Plain, Span

# Addresses in plain text hold law-like pieces (…?uri=CELEX:32016R0679) that nobody cites.
_ADDRESS = pattern(r"(?:\w{2,10}://|www\.)\S+")

# Line breaks, tabs and fixed spaces, each for each: the offsets stay.
_SPACE = pattern(r"[^\S ]")

_EDGE = pattern(r"[|\t]")

# What may part two words of a citation in the prose: white space, and the blanks of emphasis or a quote prefix.
GAP = r"[\s\0]+"

# No citation starts inside a word, a path, a query or an identifier.
APART = r"(?<![\w/=:%&?#@.\\-])"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """The words of one block, with the way back; code, references and addresses are blank."""

    text: str
    plain: Plain

    def span(self, start: int, end: int) -> Span:
        """Return the document's span of a stretch of the words."""
        return Span(self.plain.back(start), self.plain.back(end - 1) + 1)


def paragraphs(scene: Scene, trigger: Pattern[str]) -> Iterator[Paragraph]:
    """Yield the blocks whose prose holds the trigger; all others cost one regular search."""
    blocks = scene.document.blocks
    found = trigger.search(scene.prose)
    while found:
        at = found.start()
        index = bisect_right(blocks, at, key=_start) - 1
        if index >= 0 and at < blocks[index].span.end:
            yield from (_paragraph(scene, stretch) for stretch in _stretches(scene, blocks[index]))
            at = blocks[index].span.end
        else:
            at = found.end()
        found = trigger.search(scene.prose, at)


def _start(block: Block) -> int:
    return block.span.start


def _stretches(scene: Scene, block: Block) -> Iterator[Span]:
    """Part a row into its cells, for no citation crosses these; any other block is one stretch."""
    start = block.span.start
    if block.kind == "row":
        for edge in _EDGE.finditer(scene.document.text, start, block.span.end):
            if scene.prose[edge.start()] == BLANK:
                yield Span(start, edge.start())
                start = edge.end()
    yield Span(start, block.span.end)


def _paragraph(scene: Scene, stretch: Span) -> Paragraph:
    words = plain(scene.document, stretch)
    ends = [*(at for at, _ in words.cuts[1:]), len(words.text)]
    pieces = (
        _prose(words.text[at:end], scene.prose[offset : offset + end - at])
        for (at, offset), end in zip(words.cuts, ends, strict=True)
    )
    text = _SPACE.sub(" ", "".join(pieces))
    return Paragraph(_ADDRESS.sub(_blanks, text), words)


def _prose(heard: str, prose: str) -> str:
    """Blank what is heard but no prose, such as code; markup that parts words is heard as a space and stays one."""
    if BLANK not in prose:
        return prose
    return "".join(char if char.isspace() else kept for char, kept in zip(heard, prose, strict=True))


def _blanks(found: Match[str]) -> str:
    return BLANK * len(found[0])
