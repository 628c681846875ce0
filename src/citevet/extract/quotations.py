"""Somebody else's words: between quotation marks, or in a block of their own."""

from collections.abc import Iterable, Iterator
from re import compile as pattern

from citevet.model import Block, Document, Plain, Quotation, Span

# Each sort closes by its own mark, and none is longer than a paragraph of 1,000 characters.
_QUOTED = pattern(
    # Who types „ by hand often closes by the straight mark of the keyboard.
    r"“([^“”]{1,1000})”|„([^„“”\"]{1,1000})[“”\"]|«([^«»]{1,1000})»|「([^「」]{1,1000})」|『([^『』]{1,1000})』"
    r"|‚(?!\s)((?:[^‚‘’]|(?<=[^\W\d_])’(?=[^\W\d_])){1,1000})[‘’](?![A-Za-z0-9])"
    # The other way round in German and Danish; in «a» und «b» the words between are nobody's.
    r"|(?<![^\s(\[—–])»(?!\s)([^«»]{1,1000})(?<!\s)«"
    r"|``((?:[^`']|'(?!')){1,1000})''"
    # A closing mark between two letters is an apostrophe.
    r"|‘((?:[^‘’]|(?<=[^\W\d_])’(?=[^\W\d_])){1,1000})’(?![A-Za-z0-9])"
    # A Korean particle may stand right behind the mark; a Latin letter or a digit may not.
    r'|(?<![A-Za-z0-9"=])"([^"]{1,1000})"(?![A-Za-z0-9"])'
)
_MARKS = frozenset('"“„‚«»「『`‘')
_WORDS = 5  # fewer are a term, a title or irony
# Chinese and Japanese have no spaces to count words by. Five English words have about 25 letters, and their
# translations 8 to 12 characters; titles and terms in 「」 have 2 to 9 in most cases.
_CHARACTERS = 10
_UNSPACED = pattern(r"[぀-ヿ㐀-䶿一-鿿]")
_TITLED = 0.6  # share of capitalised words from which we take it for the title of a work
# Words that titles leave in lower case; "is", "all" and "need" tell nothing either way.
_SHORT = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "is", "of", "on", "or", "the", "to", "with"}
)


def quoted(text: str) -> Iterator[Span]:
    """Yield the quotations that are long enough, without their marks; titles of works and posed questions are none."""
    for found in _QUOTED.finditer(text) if not _MARKS.isdisjoint(text) else ():
        span = _trimmed(text, Span(*found.span(found.lastindex or 0)))
        words = span.of(text).split()
        if is_long(span.of(text)) and not words[-1].endswith(("?", "？")) and not _is_title(words):
            yield span


def marked(text: str, blocks: Iterable[Block]) -> Iterator[Span]:
    """Yield what stands between marks in the blocks of a text, however short; no pair of marks reaches over a block."""
    for block in blocks:
        for found in _QUOTED.finditer(text, block.span.start, block.span.end):
            yield Span(*found.span(found.lastindex or 0))


def quotations(document: Document, words: Plain) -> tuple[Quotation, ...]:
    """Return the quotations among the plain words of a claim."""
    return tuple(quotation(document, words, span) for span in quoted(words.text))


def quotation(document: Document, words: Plain, span: Span) -> Quotation:
    """Return a stretch of plain words as a quotation."""
    there = Span(words.back(span.start), words.back(span.end - 1) + 1)
    return Quotation(there, document.slice(there), span.of(words.text))


def is_long(text: str) -> bool:
    """Say whether words are so many that they are somebody's, and not a term."""
    if len(text) >= _CHARACTERS and len(_UNSPACED.findall(text)) >= _CHARACTERS:
        return True
    return len(text.split(None, _WORDS)) >= _WORDS


def _trimmed(text: str, span: Span) -> Span:
    start, end = span.start, span.end
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def _is_title(words: list[str]) -> bool:
    telling = [
        word
        for word in words
        if word.lower() not in _SHORT and word[:1].isalpha() and word[:1].lower() != word[:1].upper()
    ]
    return len(telling) > 1 and sum(word[0].isupper() for word in telling) >= _TITLED * len(telling)
