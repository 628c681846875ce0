"""A quotation in a message and under the caret: with its marks, and not too long."""

from citevet.model import Document, Span

_OPENING, _CLOSING = frozenset('"“„«»「『`‘'), frozenset("\"”“»«」』'’")
_WIDEST = 3  # characters before and behind that may belong to the marks: ``, « with its space
_SHOWN = 60  # characters of a quotation in a message


def marked(document: Document, span: Span) -> Span:
    """Return a quotation with the marks around it."""
    before = document.text[max(span.start - _WIDEST, 0) : span.start]
    after = document.text[span.end : span.end + _WIDEST]
    return Span(span.start - _marks(before[::-1], _OPENING), span.end + _marks(after, _CLOSING))


def _marks(text: str, wanted: frozenset[str]) -> int:
    """Return how long the marks at the head of a text are, with the space before them."""
    spaces = len(text) - len(text.lstrip(" \u00a0\u202f"))
    length = spaces
    while length < len(text) and text[length] in wanted and length - spaces < _PAIR:
        length += 1
    return length if length > spaces else 0


_PAIR = 2  # `` and '' are two characters


def shortened(quotation: str) -> str:
    """Return a quotation for a message between plain marks, cut between words."""
    if len(quotation) <= _SHOWN:
        return f'"{quotation}"'
    head = quotation[:_SHOWN].rpartition(" ")[0] or quotation[:_SHOWN]
    return f'"{head} …"'
