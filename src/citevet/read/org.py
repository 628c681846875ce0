"""Org files: which lines are comments, code and settings, and which are headings. The rest is read as plain text."""

import re
from collections import defaultdict
from collections.abc import Iterator

from citevet.model import Region, RegionKind, Span

_LINE = re.compile(
    r"""^(?:(?P<stars>\*{1,6})(?=[ ])
    | [ \t]*(?:\#\+begin_(?P<begin>[a-z]{1,20})\b | \#\+end_(?P<end>[a-z]{1,20})\b | \#\+\w
              | (?P<comment>\#(?=\s|$))))
    [^\n]*""",
    re.MULTILINE | re.VERBOSE | re.IGNORECASE,
)
_BLOCKS: dict[str, RegionKind] = {"comment": "comment", "src": "code", "example": "code", "export": "code"}


def mask_org(text: str) -> tuple[str, list[Region]]:
    """Return the text with spaces in place of all that is not prose and # of the stars of headings, and what it hid."""
    hidden = list(_find_hidden(text))
    pieces, at = [], 0
    for region in hidden:
        pieces += [_mark_headings(text[at : region.span.start]), _blank(region.span.of(text))]
        at = region.span.end
    return "".join([*pieces, _mark_headings(text[at:])]), hidden


def _find_hidden(text: str) -> Iterator[Region]:
    ends: dict[str, list[re.Match[str]]] = defaultdict(list)  # of the blocks by name, the last one first
    lines = list(_LINE.finditer(text))
    for line in reversed(lines):
        if line["end"]:
            ends[line["end"].lower()].append(line)
    at = 0
    for line in lines:
        if line.start() < at or line["stars"]:
            continue
        stop = line.end()
        kind: RegionKind = "comment" if line["comment"] else "metadata"
        if name := (line["begin"] or "").lower():
            while ends[name] and ends[name][-1].start() < line.start():
                ends[name].pop()
            if name in _BLOCKS and ends[name]:
                stop, kind = ends[name][-1].end(), _BLOCKS[name]
        yield Region(kind, Span(line.start(), stop))
        at = stop


def _mark_headings(text: str) -> str:
    return _LINE.sub(lambda line: "#" * len(line["stars"] or "") + line[0][len(line["stars"] or "") :], text)


def _blank(text: str) -> str:
    return re.sub(r"[^\r\n]", " ", text)
