"""Numbers as markers: ranges `3–5, 9`, superscripts `prices.¹⁻³`, and brackets that contain values instead of works."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from citevet.extract.masked_text import BLANK, MaskedText
from citevet.model import Span
from citevet.model.document import TYPESET, Format
from citevet.text.patterns import lazy_pattern

_DASH = "[-‐-―−]"
# The end of a range may have more digits than any list has entries: [1-100000] is a typing error to report.
ITEM = rf"\d{{1,4}}(?:\s?{_DASH}\s?\d{{1,9}})?"
# The same where each end has its own brackets: [3]–[5].
BRACKETED_ITEM = rf"(?:\d{{1,4}}\]\s?{_DASH}\s?\[\d{{1,4}}(?=\])|{ITEM})"
_PART = lazy_pattern(rf"(\d{{1,4}})(?:\]?\s?{_DASH}\s?\[?(\d{{1,9}}))?")

_DIGIT = "[⁰¹²³⁴-⁹]"
_NUMBER = rf"{_DIGIT}{{1,4}}+(?:[⁻–-]{_DIGIT}{{1,4}}+)?"
# After a comma and a space ¹⁴C is carbon; 10⁻¹² is a power, ²⁺ a charge and ¹⁄₂ a fraction.
_SUPERSCRIPT = lazy_pattern(
    r"(?<=[\w%.,;:!?)\]”\"’])(?<![⁰¹²³⁴-⁹⁻⁺])"
    rf"{_NUMBER}(?:[,;](?:{_NUMBER}|\s{_NUMBER}(?![A-Za-z])))*+(?![⁰¹²³⁴-⁹⁺⁻⁄])"
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
_LABEL = lazy_pattern(
    rf"(?:^|(?<![,;])[\s|>])[*_]{{0,3}}(?:({_DIGIT}{{1,4}}+)|<sup>\[?(\d{{1,4}})\]?</sup>)[*_]{{0,3}}[.:)]?\s?(?=[^\W\d_])",
    re.MULTILINE,
)
_WITHOUT_PAGE_FEET: frozenset[Format] = TYPESET - {"pdf"} | {"markdown", "html"}
_REACH = 80  # characters before a marker, with the tags around its last word
_YEARS = range(1000, 10_000)

_SEVERAL = 2  # an interval has two numbers, and a vector of one is rare
_SIGN_REACH = 60  # characters before a bracket to search for a sign
# No list of works follows these, or precedes the joining ones: x ∈ [1, 9], v = [1, 2], [1, 2] ∪ [4, 5].
_RELATES = lazy_pattern(r"[∈∉∋⊂⊆⊃⊇∪∩∖×=≠≈≡≤≥±]\0*\s?$")
_JOINS = lazy_pattern(r"\s?\0*[∈∉⊂⊆∪∩∖×]")
_CONFIDENCE = lazy_pattern(
    r"\d\s?%[\s-]?(?:(?:CI|CrI|KI|IC)|(?:confidence|credible|prediction) interval|konfidenzintervall|신뢰\s?구간)"
    r"\s?(?:[:=,]|of|was|is)?\s?$",
    re.IGNORECASE,
)
# These also precede works, as in "word vectors [3, 4]", so they count only where the list lacks a number.
_CALCULATES = lazy_pattern(r"[+−→↦←⟶↔]\0*\s?$")
_IS_CALCULATED = lazy_pattern(r"\s?\0*(?:[+−→↦⟶]|=(?!=)|[ᵀ⊤])")
_KIND = lazy_pattern(
    r"\b(?:sub)?(?:intervals?|intervalles?|intervall[es]?|intervalos?|ranges?|bereich|wertebereich|plage|rango|vectors?|vektor|"
    r"vecteur|tuples?|tupel|arrays?|sequence|CI|CrI|IQR|KI|IC|bounds|limits|scale|coordinates|domain)"
    r"\0*\s?(?:[:,]|of|from|is|was|von|de)?\s?$|(?:구간|범위|벡터|배열)(?:은|는|이|가|:)?\s?$",
    re.IGNORECASE,
)
_SCALED = lazy_pattern(
    r"\b(?:(?:re)?scaled?|normali[sz]ed?|mapped|clipped|restricted|limited|constrained|skaliert|normiert) "
    r"(?:to|auf|into|within)(?: the)?\s$|\bvalues? (?:in|between|from)\s$",
    re.IGNORECASE,
)
_VARIABLE = lazy_pattern(r"(?<![\w'’.])\0*[B-HJ-Zb-zα-ω]\0*\s(?:in|from|within|between|∼|~)\s$")
_NUMBER_BEFORE = lazy_pattern(r"(?<![\w.,])(\d{1,6}(?:[.,]\d{1,6})?)\s?%?\s$")
_SIGNS = (_CALCULATES, _KIND, _SCALED, _VARIABLE)
# What a program prints: array([3, 4]), {'k': [3, 4]}, [[1, 2], [3, 4]].
_PRINTED = lazy_pattern(r"\w\($|\[$|['\"’]\s?:\s?$")
_BETWEEN = lazy_pattern(r",?\s?(?:and|or|to|und|oder|bis|et|ou|y|o)?\s?|와\s|과\s")


class NumberRange(NamedTuple):
    """The ends of a range, which are equal for a single number, and its span in the marker."""

    first: int
    last: int
    span: Span

    @property
    def size(self) -> int:
        """How many works it names; one that runs backwards names its two ends."""
        return self.last - self.first + 1 if self.first <= self.last else 2


class Superscript(NamedTuple):
    """Numbers in plain digits, the whole marker, and where its numbers start."""

    body: str
    whole: Span
    start: int


def parse_ranges(body: str) -> Iterator[NumberRange]:
    """Yield the numbers and ranges of a marker in order."""
    for part in _PART.finditer(body):
        yield NumberRange(int(part[1]), int(part[2] or part[1]), Span(*part.span()))


def parse_numbers(body: str) -> list[int]:
    """Return every number of a marker, for a range both ends."""
    return [int(number) for pair in _PART.findall(body) for number in pair if number]


def find_superscripts(scene: MaskedText, keys: frozenset[str], *, bracketed: bool) -> Iterator[Superscript]:
    """Yield the superscripts that the list has, and those that can only be markers of entries it lacks."""
    # A superscript may also point to a note, or to the foot of a printed page.
    has_notes = any(reference.origin == "footnote" for reference in scene.references)
    strict = bracketed or has_notes or scene.document.format not in _WITHOUT_PAGE_FEET
    found = _LABEL.finditer(scene.document.text) if not strict else ()
    labels = frozenset((match[1] or match[2]).translate(_LOWERED) for match in found)
    for marker in _find_candidates(scene):
        before = scene.prose[max(marker.whole.start - _REACH, 0) : marker.whole.start].rstrip(BLANK)
        if _UNIT.search(before[-6:]):
            continue
        listed = [str(number) in keys for number in parse_numbers(marker.body)]
        if all(listed) or (not strict and (any(listed) or _must_be_marker(before, marker.body, labels))):
            yield marker


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
    if any(number == 0 or number in _YEARS or str(number) in labels for number in written):
        return False
    return _CITING.search(before[-45:]) is not None and _UNIT_WORD.search(before) is None


def is_bracketed_value(prose: str, bracket: Span, *, listed: bool) -> bool:
    """Return whether the numbers in a bracket are values; for `listed` ones only an unmistakable sign counts."""
    written = parse_numbers(bracket.of(prose))
    if len(written) < _SEVERAL:
        return False
    before = prose[max(bracket.start - _SIGN_REACH, 0) : bracket.start]
    signs = (_RELATES, _CONFIDENCE, _PRINTED)
    if any(sign.search(before) for sign in signs) or _JOINS.match(prose, bracket.end) or len(set(written)) == 1:
        return True
    if listed:
        return False
    return (
        any(sign.search(before) for sign in _SIGNS)
        or bool(_IS_CALCULATED.match(prose, bracket.end))
        or _encloses(before, written)
    )


def _encloses(before: str, written: list[int]) -> bool:
    """Return whether the two numbers enclose a number before them: a median of 4.2 [3, 8]."""
    found = _NUMBER_BEFORE.search(before)
    if found is None or len(written) != _SEVERAL:
        return False
    return written[0] <= float(found[1].replace(",", ".")) <= written[1]


def are_joined_brackets(prose: str, first: Span, second: Span) -> bool:
    """Return whether two brackets of several numbers each are joined by a conjunction: [1, 3] and [4, 9]."""
    if _BETWEEN.fullmatch(prose, first.end, second.start) is None:
        return False
    return all(len(parse_numbers(bracket.of(prose))) >= _SEVERAL for bracket in (first, second))
