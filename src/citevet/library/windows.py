"""A page's text → the stretches that are searched and shown."""

from collections.abc import Iterator

LENGTH = 2_000  # characters: about half a printed page, three or four paragraphs
_BREAKS = ("\n\n", "\n", ". ", " ")  # the best first


def windows(text: str, length: int = LENGTH) -> Iterator[tuple[int, int]]:
    """Yield where each stretch begins and ends; together they are the whole text."""
    start = 0
    while len(text) - start > length:
        end = _break(text, start, length)
        yield start, end
        start = end
    if start < len(text):
        yield start, len(text)


def _break(text: str, start: int, length: int) -> int:
    """Return where to cut: in the second half of the stretch, at the best break that it has."""
    for mark in _BREAKS:
        at = text.rfind(mark, start + length // 2, start + length)
        if at >= 0:
            return at + len(mark)
    return start + length
