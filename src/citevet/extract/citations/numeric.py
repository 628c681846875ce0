"""Find numbers that point to a list: `[1]`, `[3–5, 9]`, `[12, p. 44]`, `¹⁻³`; not indices, years, intervals."""

import re
from collections.abc import Iterator

from citevet.extract.locators import parse_locator
from citevet.extract.masked_text import BLANK, FoundCitation, MaskedText
from citevet.extract.numeric_markers import (
    BRACKETED_ITEM,
    ITEM,
    NumberRange,
    are_joined_brackets,
    find_superscripts,
    is_bracketed_value,
    parse_numbers,
    parse_ranges,
)
from citevet.extract.quotations import find_quoted_spans
from citevet.model import Locator, Span
from citevet.text.patterns import lazy_pattern

_PLACE = r"(?:[,;:]\s?(?:(?:p|[sS]|§|c|L|[A-Za-z]+\.)[^\[\]\0]{0,60}|\d{1,6}(?:[-–]\d{1,6})?\s?(?:쪽|면|페이지)))?"
_LEAD = r"(?:(?:[Ss]ee(?: also)?|cf\.|e\.g\.,?|[Rr]efs?\.?)\s)?"
# A backslash before a bracket, \[1\], is markup and blank here.
_BRACKET = lazy_pattern(rf"\[\s?{_LEAD}({BRACKETED_ITEM}(?:\s?[,;]\s?{ITEM})*)({_PLACE})\s?\0?\](?!\()")
# In a judgment, [50] is a paragraph of the case cited last.
_NEUTRAL = lazy_pattern(r"\[(?:19|20)\d\d\]\s(?:UK|EW|CS|NI|EAT|HCA|\d )")
_ROUND = lazy_pattern(rf"(?<=\s)\(({ITEM}(?:\s?,\s?{ITEM})*)\)")
# A marker without a space may follow a word, a number or a bracket of prose; not x[1], x1[2], f(x)[1].
_WORD_BEFORE = lazy_pattern(r"(?<![^\W_])(?:[^\W\d_]{3,40}|\d{1,12})$|(?<!\S)\([^()]{1,78}\)$")
_CONTINUATION = lazy_pattern(r"\s{0,3}[^\W_]")
_WIDEST_RANGE = 100  # works in one range; a wider one is a typing error or an interval
_MOST_WORKS = 1_000  # works in one marker; of a longer one only the ends are kept
_INTERVAL = 10  # two unlisted numbers so far apart are an interval
_FIRST_YEAR = 1000  # from here on a number is a year, not a list entry
_MONTHS, _YEARS = range(1, 13), range(1900, 2100)


def find_numbers(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find bracketed numbers; superscripts and parentheses only with a numbered list."""
    keys = frozenset(reference.key for reference in scene.references if reference.key.isdigit())
    if not keys and _cites_by_other_means(scene):
        return
    cited = [match for match in _find_brackets(scene.prose, keys) if _is_cited(scene.prose, match, keys)]
    inserted = set(_find_insertions(scene, [match for match in cited if not _are_listed(match[1], keys)]))
    for match in cited:
        if match not in inserted:
            yield from _make_works(
                match[1], _include_backslash(scene, *match.span()), match.start(1), parse_locator(match[2])
            )
    if keys:
        yield from _find_unbracketed(scene, keys)


def _find_brackets(prose: str, keys: frozenset[str]) -> Iterator[re.Match[str]]:
    """Yield the brackets without values; joined ones, [1, 3] or [4, 9], are treated alike."""
    for together in _group_joined(prose):
        listed = all(_are_listed(match[1], keys) for match in together)
        if not any(is_bracketed_value(prose, Span(*match.span()), listed=listed) for match in together):
            yield from together


def _group_joined(prose: str) -> Iterator[list[re.Match[str]]]:
    run: list[re.Match[str]] = []
    for match in _BRACKET.finditer(prose):
        if run and not are_joined_brackets(prose, Span(*run[-1].span()), Span(*match.span())):
            yield run
            run = []
        run.append(match)
    if run:
        yield run


def _is_cited(prose: str, match: re.Match[str], keys: frozenset[str]) -> bool:
    defines = prose.startswith(":", match.end()) and _starts_line(prose, match.start())
    return not defines and _is_citation(prose, match.start(), match[1], keys)


def _are_listed(body: str, keys: frozenset[str]) -> bool:
    return all(str(number) in keys for number in parse_numbers(body))


def _find_insertions(scene: MaskedText, unlisted: list[re.Match[str]]) -> Iterator[re.Match[str]]:
    """Yield unlisted numbers inside a quotation that continues after them: "for [20] days" is an insertion.

    "It helps [1]" in an answer without its list is a citation.
    """
    quoted = list(find_quoted_spans(scene.prose, scene.document.blocks)) if unlisted else []
    index = 0
    for match in unlisted:
        while index < len(quoted) and quoted[index].end <= match.start():
            index += 1
        if index == len(quoted):
            return
        if quoted[index].start < match.start() and _CONTINUATION.match(scene.prose, match.end(), quoted[index].end):
            yield match


def _cites_by_other_means(scene: MaskedText) -> bool:
    """Check for keys or neutral citations without a numbered list: bracketed numbers then mean other things."""
    document = scene.document
    keyed = document.metadata.get("bibliography") or any(mark.kind == "cite" for mark in document.marks)
    return bool(keyed or document.bibliography or _NEUTRAL.search(scene.prose))


def _include_backslash(scene: MaskedText, start: int, end: int) -> Span:
    """Return the span with the backslash before the first bracket."""
    return Span(start - scene.document.text.startswith("\\", start - 1), end) if start else Span(start, end)


def _is_citation(prose: str, start: int, body: str, keys: frozenset[str]) -> bool:
    written = parse_numbers(body)
    listed = _are_listed(body, keys)
    before = prose[start - 1] if start else " "
    hangul = "가" <= before <= "힣"  # not a variable: 연구[3]에서 cites
    if (before.isalnum() and not hangul) or before in "_)":  # an index, unless it is listed and follows a word
        return listed and bool(_WORD_BEFORE.search(prose, max(start - 80, 0), start))
    if listed:
        return True
    return 0 not in written and not _has_year(body, written) and not _is_interval(body, written)


def _starts_line(prose: str, start: int) -> bool:
    """Check for only an indent before the marker: `[1]: …` there is an entry, not a citation."""
    return not prose[max(start - 20, 0) : start].rpartition("\n")[2].strip(f" \t>{BLANK}")


def _has_year(body: str, written: list[int]) -> bool:
    """Check whether a number is a year; [1-1000] is a range that is too wide."""
    if max(written) < _FIRST_YEAR or len(written) > _MOST_WORKS:
        return False
    return any(one.first >= _FIRST_YEAR or _is_date(one) for one in parse_ranges(body))


def _is_date(one: NumberRange) -> bool:
    """Check whether a range is a month and its year: [12-2019]; with a round end, [1-2000], it is a range."""
    return one.first in _MONTHS and one.last in _YEARS and one.last % 100 != 0


def _is_interval(body: str, written: list[int]) -> bool:
    """Check whether two unlisted numbers are far apart: [1, 100] is an interval, [3, 4] two works."""
    match written:
        case [first, last]:
            return "," in body and last - first >= _INTERVAL
    return False


def _make_works(body: str, whole: Span, start: int, place: Locator | None) -> Iterator[FoundCitation]:
    parts = list(parse_ranges(body))
    count = sum(part.size for part in parts)
    crowded = f"the marker names {count} works" if len(parts) > 1 and count > _MOST_WORKS else None
    several = len(parts) > 1 or len(parse_numbers(body)) > 1
    inner = several and "]" not in body  # [3]–[5] includes its brackets
    for part in (parts[0], parts[-1]) if crowded else parts:
        span = Span(start + part.span.start, start + part.span.end) if inner else whole
        here = place if part is parts[-1] else None
        # Report the fault once, at the first number.
        named, fault = ([part.first], crowded if part is parts[0] else None) if crowded else _expand_range(part)
        for number in named:
            yield FoundCitation(
                "numeric", span, str(number), here, str(number), whole if several else None, fault=fault
            )


def _expand_range(part: NumberRange) -> tuple[list[int], str | None]:
    if part.last < part.first:
        return [part.first, part.last], f"the range runs backwards: {part.first} to {part.last}"
    if part.size > _WIDEST_RANGE:
        return [part.first, part.last], f"the range spans {part.size} works"
    return list(range(part.first, part.last + 1)), None


def _find_unbracketed(scene: MaskedText, keys: frozenset[str]) -> Iterator[FoundCitation]:
    bracketed = any(scene.side(Span(*match.span())) == "text" for match in _BRACKET.finditer(scene.prose))
    for marker in find_superscripts(scene, keys, bracketed=bracketed):
        yield from _make_works(marker.body, marker.whole, marker.start, None)
    if not bracketed:
        yield from _find_parenthesized(scene)


def _find_parenthesized(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find `(1)` if the list of works is numbered and no number is bracketed; otherwise it numbers points."""
    keys = frozenset(reference.key for reference in scene.references if reference.origin == "list")
    for match in _ROUND.finditer(scene.prose) if len(keys) > 1 else ():
        if all(str(number) in keys for number in parse_numbers(match[1])):
            yield from _make_works(match[1], Span(*match.span()), match.start(1), None)
