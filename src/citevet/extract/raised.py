"""Raised numbers that cite: `prices.¹⁻³`, `prices<sup>1, 2</sup>`, `prices^3^`; not powers, charges and ordinals."""

from collections.abc import Iterator
from re import MULTILINE
from re import compile as pattern
from typing import NamedTuple

from citevet.extract.ranges import ITEM, numbers
from citevet.extract.scene import BLANK, Scene
from citevet.model import Span
from citevet.model.document import Format

_DIGIT = "[⁰¹²³⁴-⁹]"
_NUMBER = rf"{_DIGIT}{{1,4}}+(?:[⁻–-]{_DIGIT}{{1,4}}+)?"
# Behind a comma and a space ¹⁴C is carbon; 10⁻¹² is a power, ²⁺ a charge and ¹⁄₂ a fraction.
_RAISED = pattern(
    r"(?<=[\w%.,;:!?)\]”\"’])(?<![⁰¹²³⁴-⁹⁻⁺])"
    rf"{_NUMBER}(?:[,;](?:{_NUMBER}|\s{_NUMBER}(?![A-Za-z])))*+(?![⁰¹²³⁴-⁹⁺⁻⁄])"
)
_TAGGED = pattern(rf"<sup>\[?({ITEM}(?:\s?,\s?{ITEM})*)\]?</sup>|(?<=[\w%.,;)])\^({ITEM}(?:,{ITEM})*)\^")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
# A unit, a variable, a function or a ten before a raised number: m², x², sin², mc², 10³.
_UNIT = pattern(r"(?:^|[\W\d])(?:[a-zA-Zα-ω]|[kcdmµn]m|ft|in|yd|mi|kg|ha|px|sec|min|hr|mc|sin|cos|tan|chi|eta|10)$")
# What a marker without an entry follows: a stop or a percentage, a word, a year.
_CITING = pattern(
    r"[^\W_][.,;:!?%”\"’]{1,3}$|\)[.,;:!?]$|(?<![^\W_])(?:[^\W\d_]{4,40}|[가-힣]{2,40}|(?:1[5-9]|20)\d\d)$"
)
_UNIT_WORD = pattern(r"(?:met(?:er|re)s?|feet|foot|inch(?:es)?|miles?|yards?|pixels?|seconds?|microns?|degrees?)$")
# A raised number with nothing before it and a word behind it explains itself: a note by hand, or an address.
_EXPLAINED = pattern(
    rf"(?:^|(?<![,;])[\s|>])[*_]{{0,3}}(?:({_DIGIT}{{1,4}}+)|<sup>\[?(\d{{1,4}})\]?</sup>)[*_]{{0,3}}[.:)]?\s?(?=[^\W\d_])",
    MULTILINE,
)
# In print a raised number may point to the foot of its page, and plain text is often taken from print.
_WITHOUT_FEET: frozenset[Format] = frozenset({"markdown", "html", "docx"})
_REACH = 80  # characters before a marker, with the tags around its last word
_YEARS = range(1000, 10_000)


class Marker(NamedTuple):
    """Numbers in plain digits, the whole marker, and where its numbers start."""

    body: str
    whole: Span
    start: int


def markers(scene: Scene, keys: frozenset[str], *, bracketed: bool) -> Iterator[Marker]:
    """Yield the raised numbers that the list has, and those that can be nothing but markers of entries it lacks."""
    strict = bracketed or _has_other_notes(scene)
    explained = frozenset() if strict else _explained(scene.document.text)
    for marker in _candidates(scene):
        before = scene.prose[max(marker.whole.start - _REACH, 0) : marker.whole.start].rstrip(BLANK)
        if _UNIT.search(before[-6:]):
            continue
        listed = [str(number) in keys for number in numbers(marker.body)]
        if all(listed) or (not strict and (any(listed) or _points(before, marker.body, explained))):
            yield marker


def _has_other_notes(scene: Scene) -> bool:
    """Say whether a raised number may point to a note instead of the list."""
    foot = scene.document.format not in _WITHOUT_FEET
    return foot or any(reference.origin == "footnote" for reference in scene.references)


def _candidates(scene: Scene) -> Iterator[Marker]:
    for match in _RAISED.finditer(scene.prose) if not scene.prose.isascii() else ():
        yield Marker(match[0].translate(_LOWERED), Span(*match.span()), match.start())
    text = scene.document.text
    for match in _TAGGED.finditer(text) if "<sup>" in text or "^" in text else ():
        group = 1 if match[1] else 2
        if scene.prose[match.start(group)] != BLANK:
            yield Marker(match[group], Span(*match.span()), match.start(group))


def _points(before: str, body: str, explained: frozenset[str]) -> bool:
    """Say whether a number that the list lacks stands where nothing but a marker stands."""
    written = numbers(body)
    if any(number == 0 or number in _YEARS or str(number) in explained for number in written):
        return False
    return _CITING.search(before[-45:]) is not None and _UNIT_WORD.search(before) is None


def _explained(text: str) -> frozenset[str]:
    return frozenset((match[1] or match[2]).translate(_LOWERED) for match in _EXPLAINED.finditer(text))
