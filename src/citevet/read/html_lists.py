"""The numbered lists of a page that are reference lists: browsers count their items, and the text has no number."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from html import unescape
from itertools import groupby
from re import compile as pattern

from citevet.model import Block, Mark, Span, heads_references
from citevet.read.html_walk import Element, Page

_TAG = pattern(r"<[^<>]*+>")
_LONGEST_HEADING = 400  # characters with tags
_LABELLED = pattern(r"\s*(?:[\[(]\d{1,4}[\])]|\d{1,3}[.)]\s)")
_LONGEST_LABEL = 200  # characters with tags
_COUNT = pattern(r"\s*(\d{1,4})\s*")
_DEEPEST = 6  # the level of a line that is no heading and reads like one


def entries(page: Page, noted: list[int]) -> Iterator[Mark]:
    """Yield the items under a heading of references, by number; `noted` is where the notes start that links point to.

    A list that links point to has keys of its own. A second list that starts again under the same heading is something
    else: further reading, related pages.
    """
    sections = _sections(page)
    highest: dict[Span, int] = {}  # the last number of each section so far
    for _, items in groupby(page.items, key=lambda item: id(item.parent)):
        numbered = list(_counted(list(items)))
        section = _around(sections, numbered[0][1]) if numbered else None
        if not section or _any_within(noted, numbered) or numbered[0][0] <= highest.get(section, -1):
            continue
        highest[section] = numbered[-1][0]
        for number, item in numbered:
            yield from _entry(page.text, number, item)


def _around(sections: list[Span], item: Element) -> Span | None:
    index = bisect_right(sections, item.start, key=lambda section: section.start) - 1
    return sections[index] if index >= 0 and item.start < sections[index].end else None


def _any_within(noted: list[int], numbered: list[tuple[int, Element]]) -> bool:
    return bisect_left(noted, numbered[0][1].start) < bisect_left(noted, numbered[-1][1].end)


def _sections(page: Page) -> list[Span]:
    """Return the stretches under a heading that says references, each up to the next heading of its level."""
    found: list[Span] = []
    start, level = 0, 0
    for block in page.blocks:
        says = _says_references(page.text, block)
        if level and block.kind == "heading" and (says or block.level <= level):
            found.append(Span(start, block.span.start))
            level = 0
        if says:
            start, level = block.span.end, block.level or _DEEPEST
    return [*found, Span(start, len(page.text))] if level else found


def _says_references(text: str, block: Block) -> bool:
    if block.kind not in {"heading", "paragraph"} or len(block.span) > _LONGEST_HEADING:
        return False
    return heads_references(unescape(_TAG.sub("", block.span.of(text))).strip())


def _counted(items: list[Element]) -> Iterator[tuple[int, Element]]:
    """Count as browsers do; nothing where the list shows letters or counts down."""
    how = items[0].parent.attributes if items[0].parent else {}
    if how.get("type", "1") != "1" or "reversed" in how:
        return
    number = _number(how.get("start", ""), 1)
    for item in items:
        number = _number(item.attributes.get("value", ""), number)
        yield number, item
        number += 1


def _number(written: str, otherwise: int) -> int:
    found = _COUNT.fullmatch(written)
    return int(found[1]) if found else otherwise


def _entry(text: str, number: int, item: Element) -> Iterator[Mark]:
    """Yield the item, unless it is empty or has a number of its own, which then counts."""
    words = item.inside.of(text)
    if words.strip() and not _LABELLED.match(_TAG.sub("", words[:_LONGEST_LABEL])):
        start = item.inside.start + len(words) - len(words.lstrip())
        span = Span(start, item.inside.start + len(words.rstrip()))
        yield Mark("entry", span, str(number), span)
