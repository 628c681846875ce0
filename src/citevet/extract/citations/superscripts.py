"""Find raised numbers that point to a list: `¹⁻³`, `<sup>4</sup>`, `^5^`; not powers, charges and addresses."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from citevet.extract.masked_text import BLANK, MaskedText
from citevet.model import Document, Span
from citevet.model.document import TYPESET, Format
from citevet.text.patterns import lazy_pattern

DASH = "[-‐-―−]"
# The end of a range may have more digits than any list has entries: [1-100000] is a typing error to report.
ITEM = rf"\d{{1,4}}(?:\s?{DASH}\s?\d{{1,9}})?"
NUMBER_PART = lazy_pattern(rf"(\d{{1,4}})(?:\]?\s?{DASH}\s?\[?(\d{{1,9}}))?")

_DIGIT = "[⁰¹²³⁴-⁹]"
_RAISED_NUMBER = rf"{_DIGIT}{{1,4}}+(?:[⁻–-]{_DIGIT}{{1,4}}+)?"
# After a comma and a space ¹⁴C is carbon; 10⁻¹² is a power, ²⁺ a charge and ¹⁄₂ a fraction.
_SUPERSCRIPT = lazy_pattern(
    r"(?<=[\w%.,;:!?)\]”\"’])(?<![⁰¹²³⁴-⁹⁻⁺])"
    rf"{_RAISED_NUMBER}(?:[,;](?:{_RAISED_NUMBER}|\s{_RAISED_NUMBER}(?![A-Za-z])))*+(?![⁰¹²³⁴-⁹⁺⁻⁄])"
)
_TAGGED = lazy_pattern(rf"<sup>\[?({ITEM}(?:\s?,\s?{ITEM})*)\]?</sup>|(?<=[\w%.,;)])\^({ITEM}(?:,{ITEM})*)\^")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
# A unit, a variable, a function or a ten before a superscript: m², x², sin², mc², 10³.
_UNIT = lazy_pattern(
    r"(?:^|[\W\d])(?:[a-zA-Zα-ω]|[kcdmµn]m|ft|in|yd|mi|kg|ha|px|sec|min|hr|mc|sin|cos|tan|chi|eta|10)$"
)
# A marker whose entry is missing follows a stop or a percentage, a word, or a year.
_CITING = lazy_pattern(
    r"[^\W_][.,;:!?%”\"’]{1,3}$|\)[.,;:!?]$|(?<![^\W_])(?:[^\W\d_]{4,40}|[가-힣]{2,40}|(?:1[5-9]|20)\d\d)$"
)
_UNIT_WORD = lazy_pattern(r"(?:met(?:er|re)s?|feet|foot|inch(?:es)?|miles?|yards?|pixels?|seconds?|microns?|degrees?)$")
# A superscript with nothing before it and a word after it labels a hand-made note or an address.
_RAISED_LABEL = lazy_pattern(
    rf"(?:^|(?<![,;])[\s|>])[*_]{{0,3}}(?:({_DIGIT}{{1,4}}+)|<sup>\[?(\d{{1,4}})\]?</sup>)[*_]{{0,3}}[.:)]?\s?(?=[^\W\d_])",
    re.MULTILINE,
)
_ADDRESS_LABEL = lazy_pattern(rf"(?:^|(?<=\s)){_DIGIT}{{1,2}}\s?(?=[A-Z])", re.MULTILINE)
_TITLE_BLOCKS, _LONG_BLOCK = 30, 300  # blocks of a paper's title; characters of a paragraph of text
_WITHOUT_PAGE_FEET: frozenset[Format] = TYPESET - {"pdf"} | {"markdown", "html"}
_REACH = 80  # characters before a marker, with the tags around its last word
_YEAR_NUMBERS = range(1000, 10_000)


class Superscript(NamedTuple):
    """Numbers in plain digits, the whole marker, and where its numbers start."""

    body: str
    whole: Span
    start: int


def parse_numbers(body: str) -> list[int]:
    """Return every number of a marker, for a range both ends."""
    return [int(number) for pair in NUMBER_PART.findall(body) for number in pair if number]


def find_superscripts(scene: MaskedText, keys: frozenset[str], *, bracketed: bool) -> Iterator[Superscript]:
    """Yield the superscripts that the list has, and those that can only be markers of entries it lacks."""
    # A superscript may also point to a note, or to the foot of a printed page.
    has_notes = any(reference.origin == "footnote" for reference in scene.references)
    strict = bracketed or has_notes or scene.document.format not in _WITHOUT_PAGE_FEET
    found = _RAISED_LABEL.finditer(scene.document.text) if not strict else ()
    labels = frozenset((match[1] or match[2]).translate(_LOWERED) for match in found)
    begin = _find_title_end(scene.document) if scene.document.format == "pdf" else 0
    for marker in _find_candidates(scene):
        if marker.whole.start < begin:
            continue
        before = scene.prose[max(marker.whole.start - _REACH, 0) : marker.whole.start].rstrip(BLANK)
        if _UNIT.search(before[-6:]):
            continue
        listed = [str(number) in keys for number in parse_numbers(marker.body)]
        if all(listed) or (not strict and (any(listed) or _must_be_marker(before, marker.body, labels))):
            yield marker


def _find_title_end(document: Document) -> int:
    """Return where the names and addresses of the authors end: an address starts with the raised number of a name."""
    end = 0
    for block in document.blocks[:_TITLE_BLOCKS]:
        if _ADDRESS_LABEL.search(document.text, block.span.start, block.span.end):
            end = block.span.end
        elif end and len(block.span) > _LONG_BLOCK:
            break
    return end


def _find_candidates(scene: MaskedText) -> Iterator[Superscript]:
    for match in _SUPERSCRIPT.finditer(scene.prose) if not scene.prose.isascii() else ():
        yield Superscript(match[0].translate(_LOWERED), Span(*match.span()), match.start())
    text = scene.document.text
    for match in _TAGGED.finditer(text) if "<sup>" in text or "^" in text else ():
        group = 1 if match[1] else 2
        if scene.prose[match.start(group)] != BLANK:
            yield Superscript(match[group], Span(*match.span()), match.start(group))


def _must_be_marker(before: str, body: str, labels: frozenset[str]) -> bool:
    """Return whether a number that the list lacks is in a position where only a marker can be."""
    written = parse_numbers(body)
    if any(number == 0 or number in _YEAR_NUMBERS or str(number) in labels for number in written):
        return False
    return _CITING.search(before[-45:]) is not None and _UNIT_WORD.search(before) is None
