"""What a source says itself, without its list of sources, licences, navigation and the like.

The words of a claim stand in the title of the very work that it cites, and that title stands in every list of sources.
"""

from collections.abc import Iterator, Sequence
from re import IGNORECASE
from re import compile as pattern

from citevet.model import Span, heads_references

_LINE = pattern(r"[^\n]+")
_ENTRY = pattern(
    r"\s*(?:\[\^?\d{1,4}\]:?|\d{1,4}[.)]|[-*•])?\s*\S.{0,400}?(?:\b(?:19|20)\d\d[a-z]?\b|doi|https?:)", IGNORECASE
)
_BOILERPLATE = pattern(
    r"\s*(?:©|\(c\)|copyright\b|all rights reserved|downloaded from|this article is licensed|creative commons|"
    r"terms of (?:use|service)|privacy policy|cookie|sign (?:in|up)|log ?in|subscribe|share (?:this|on)|"
    r"skip to (?:main )?content|advertisement|related articles|back to top).{0,200}",
    IGNORECASE,
)
_TAIL = 20  # characters at the end of a line that tell
_LONGEST = 250  # characters of a line that can be boilerplate


def told(text: str) -> Sequence[Span]:
    """Return the paragraphs that the source itself tells, in order: lines that belong together, as offsets."""
    return tuple(_joined(text, _kept(text)))


def _kept(text: str) -> Iterator[Span]:
    listed = False
    for line in _LINE.finditer(text):
        words = line[0].strip()
        if heads_references(words):
            listed = True
            continue
        listed = listed and bool(not words or _ENTRY.match(words))
        if words and not listed and not (len(words) <= _LONGEST and _BOILERPLATE.fullmatch(words)):
            yield Span(line.start(), line.end())


def _joined(text: str, lines: Iterator[Span]) -> Iterator[Span]:
    """Join lines that follow one another directly: a PDF breaks its sentences over them."""
    held: Span | None = None
    for line in lines:
        if held and text[held.end : line.start].count("\n") == 1 and not _ends(text, held):
            held = Span(held.start, line.end)
            continue
        if held:
            yield held
        held = line
    if held:
        yield held


def _ends(text: str, line: Span) -> bool:
    """Say whether a line is a paragraph of its own: it ends like a sentence, or it is a row of a table."""
    end = text[max(line.start, line.end - _TAIL) : line.end].rstrip()
    return end.endswith((".", "!", "?", "|", "。", ":", "”"))
