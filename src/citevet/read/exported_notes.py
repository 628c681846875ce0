"""Notes that Word and Google Docs export to Markdown as links: `Cold.[[1]](#_ftn1)`, `[[1]](#_ftnref1) Kim, 2019.`"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from operator import attrgetter
from typing import Any, NamedTuple

_LINKED_NOTE = re.compile(
    rb"(?:\\?\[[*_]{0,3}){1,2}\d{1,4}(?:[*_]{0,3}\\?\]){1,2}\(#(?:_ftn|_edn|ftnt)(?P<back>_?ref)?(?P<number>\d{1,4})\)"
)


class ByteRange(NamedTuple):
    """A block, region or mark, with offsets in bytes."""

    kind: Any
    start: int
    end: int
    level: int = 0
    quoted: bool = False
    target: str = ""
    label: tuple[int, int] | None = None
    title: str = ""


def find_linked_notes(data: bytes, blocks: list[ByteRange], regions: list[ByteRange]) -> Iterator[ByteRange]:
    """Yield the notes whose markers and texts link to each other by their numbers."""
    code = sorted((region for region in regions if region.kind == "code"), key=attrgetter("start"))
    found = [each for each in _LINKED_NOTE.finditer(data) if not holds_place(code, each.start())]
    markers = [each for each in found if not each["back"]]
    prose = sorted((block for block in blocks if block.kind != "code"), key=attrgetter("start"))
    texts = {each["number"]: each for each in reversed(found) if each["back"] and holds_place(prose, each.end())}
    starts = [*sorted(each.start() for each in texts.values()), len(data)]
    linked = {each["number"]: None for each in markers if each["number"] in texts}
    for number in linked:
        begin, content = texts[number].span()
        block = bisect_right(prose, content, key=attrgetter("start")) - 1  # it may start after a backslash
        end = min(starts[bisect_right(starts, begin)], prose[block].end)
        yield ByteRange("definition", begin, end, target=number.decode(), label=(content, end))
    for each in markers:
        if each["number"] in linked:
            yield ByteRange("note", *each.span(), target=each["number"].decode())


def holds_place(ranges: list[ByteRange], at: int) -> bool:
    """Return whether one of the ranges, which are in order, has text at a place."""
    index = bisect_right(ranges, at, key=attrgetter("start")) - 1
    return index >= 0 and at < ranges[index].end
