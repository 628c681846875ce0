"""The outline of a PDF: its headings, how deep they stand, and the pages they lead to."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

_MOST = 5_000  # headings; a guide of 566 pages has 222
_DEEPEST = 4  # levels that are kept
_LONGEST = 300  # characters of a heading
_MOST_TEXT = 5_000_000  # characters; all headings of a hostile file may share one title of megabytes
_UNREADABLE = _MOST_TEXT // 50  # what a title counts whose length nobody knows
_HANDLES = 10 * _MOST  # bookmarks looked at, those without a page and those too deep among them


def outline(document: Any) -> tuple[tuple[str, int, int], ...]:  # noqa: ANN401 - PDFium's objects carry no types
    """Return title, level from 1, and page from 1 of each heading that leads to a page, in order."""
    return tuple(islice(_headings(document), _MOST))


def _headings(document: Any) -> Iterator[tuple[str, int, int]]:  # noqa: ANN401 - as above
    written = 0
    for bookmark in islice(document.get_toc(), _HANDLES):
        if written > _MOST_TEXT:
            return
        target = bookmark.get_dest() if bookmark.level < _DEEPEST else None
        index = target.get_index() if target else None
        if index is None or index >= len(document):
            continue
        title = _title(bookmark)
        written += len(title) or _UNREADABLE
        words = "".join(char if char.isprintable() else " " for char in title[: 2 * _LONGEST]).split()
        if words:
            yield " ".join(words)[:_LONGEST], bookmark.level + 1, index + 1


def _title(bookmark: Any) -> str:  # noqa: ANN401 - as above
    try:
        return str(bookmark.get_title())
    except UnicodeDecodeError:  # half a character: the file is damaged, and its other headings may still be sound
        return ""
