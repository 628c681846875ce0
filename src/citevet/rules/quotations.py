"""Somebody else's words between quotation marks."""

from collections.abc import Iterator
from re import compile as pattern

from citevet.model import Span

# Each sort closes by its own mark, and none is longer than a paragraph of 1,000 characters.
_QUOTED = pattern(
    r"“([^“”]{1,1000})”|„([^„“”]{1,1000})[“”]|«([^«»]{1,1000})»|「([^「」]{1,1000})」|『([^『』]{1,1000})』"
    r"|``((?:[^`']|'(?!')){1,1000})''"
    # A Korean particle may stand right behind the mark; a Latin letter or a digit may not.
    r'|(?<![A-Za-z0-9"=])"([^"]{1,1000})"(?![A-Za-z0-9"])'
)
_MARKS = frozenset('"“„«「『`')
_WORDS = 5  # fewer are a term, a title or irony
_SHOWN = 60  # characters of a quotation in a message
_TITLED = 0.6  # share of capitalised words from which we take it for the title of a work
# Words that titles leave in lower case; "is", "all" and "need" tell nothing either way.
_SHORT = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "is", "of", "on", "or", "the", "to", "with"}
)


def quotations(text: str) -> Iterator[Span]:
    """Yield the quotations of at least five words, marks included; titles of works and posed questions are none."""
    for found in _QUOTED.finditer(text) if not _MARKS.isdisjoint(text) else ():
        words = next(filter(None, found.groups()), "").split()
        if len(words) >= _WORDS and not words[-1].endswith("?") and not _is_title(words):
            yield Span(found.start(), found.end())


def _is_title(words: list[str]) -> bool:
    telling = [
        word
        for word in words
        if word.lower() not in _SHORT and word[:1].isalpha() and word[:1].lower() != word[:1].upper()
    ]
    return len(telling) > 1 and sum(word[0].isupper() for word in telling) >= _TITLED * len(telling)


def shortened(quotation: str) -> str:
    """Return a quotation for a message, cut between words and closed by its own mark."""
    if len(quotation) <= _SHOWN:
        return quotation
    return f"{quotation[:_SHOWN].rpartition(' ')[0]} …{quotation[-1]}"
