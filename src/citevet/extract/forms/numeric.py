"""Numbers that point to a list: `[1]`, `[3–5, 9]`, `[12, p. 44]`, `¹⁻³`; not indices, years, intervals."""

from collections.abc import Iterator
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.locators import locator
from citevet.extract.scene import BLANK, Scene
from citevet.model import Locator, Span

_DASH = "[-‐-―−]"
_ITEM = rf"\d{{1,4}}(?:\s?{_DASH}\s?\d{{1,4}})?"
_PLACE = r"(?:[,;:]\s?(?:p|s|§|c|L|[A-Za-z]+\.)[^\[\]\0]{0,60})?"
_LEAD = r"(?:(?:[Ss]ee(?: also)?|cf\.|e\.g\.,?|[Rr]efs?\.?)\s)?"
# A backslash before a bracket, \[1\], is markup and so a blank here.
_BRACKET = pattern(rf"\[\s?{_LEAD}({_ITEM}(?:\s?[,;]\s?{_ITEM})*)({_PLACE})\s?\0?\](?!\()")
# In a judgment [50] is a paragraph, of the case cited last.
_NEUTRAL = pattern(r"\[(?:19|20)\d\d\]\s(?:UK|EW|CS|NI|EAT|HCA|\d )")
_ROUND = pattern(rf"(?<=\s)\(({_ITEM}(?:\s?,\s?{_ITEM})*)\)")
_RAISED = pattern(r"(?<=[\w.,;:!?)\]”\"’])[⁰¹²³⁴-⁹](?:[⁰¹²³⁴-⁹⁻,–-]*[⁰¹²³⁴-⁹])?")
_TAGGED = pattern(rf"<sup>\[?({_ITEM}(?:\s?,\s?{_ITEM})*)\]?</sup>|(?<=[\w.,;)])\^({_ITEM}(?:,{_ITEM})*)\^")
_PART = pattern(rf"(\d{{1,4}})(?:\s?{_DASH}\s?(\d{{1,4}}))?")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_UNIT = pattern(r"(?:^|[\W\d])(?:[a-zA-Zα-ω]|[kcmµn]m|ft|in|yd|mi|kg|ha|sec|min|hr|10)$")
# What a marker may follow without a space: a word, a number, a bracket of prose; not x[1], x1[2], f(x)[1].
_WORD_BEFORE = pattern(r"(?<![^\W_])(?:[^\W\d_]{3,40}|\d{1,12})$|(?<!\S)\([^()]{1,78}\)$")
_WIDEST = 100  # works behind one marker; a wider range is a slip or an interval
_YEARS = range(1000, 10_000)


def find(scene: Scene) -> Iterator[Found]:
    """Find bracketed numbers; raised and round ones only where the document's list has them."""
    keys = frozenset(reference.key for reference in scene.references if reference.key.isdigit())
    if not keys and _cites_otherwise(scene):
        return
    for match in _BRACKET.finditer(scene.prose):
        defines = scene.prose.startswith(":", match.end()) and _opens_line(scene.prose, match.start())
        if not defines and _is_citation(scene.prose, match.start(), match[1], keys):
            yield from _works(match[1], _whole(scene, *match.span()), match.start(1), locator(match[2]))
    if keys:
        yield from _raised(scene, keys)


def _cites_otherwise(scene: Scene) -> bool:
    """Say whether a document without a numbered list cites by key or by law: its numbers are something else."""
    document = scene.document
    keyed = document.metadata.get("bibliography") or any(mark.kind == "cite" for mark in document.marks)
    return bool(keyed or document.bibliography or _NEUTRAL.search(scene.prose))


def _whole(scene: Scene, start: int, end: int) -> Span:
    """Return the marker with the backslash before its first bracket."""
    return Span(start - scene.document.text.startswith("\\", start - 1), end) if start else Span(start, end)


def _is_citation(prose: str, start: int, body: str, keys: frozenset[str]) -> bool:
    numbers = [int(number) for number in _PART.findall(body) for number in number if number]
    listed = all(str(number) in keys for number in numbers)
    before = prose[start - 1] if start else " "
    hangul = "가" <= before <= "힣"  # no variable: 연구[3]에서 cites
    if (before.isalnum() and not hangul) or before in "_)":  # an index, unless the list has it and a word stands before
        return listed and bool(_WORD_BEFORE.search(prose, max(start - 80, 0), start))
    if listed:
        return True
    return not any(number in _YEARS or number == 0 for number in numbers) and not _is_interval(body, numbers)


def _opens_line(prose: str, start: int) -> bool:
    """Say whether nothing but an indent stands before it: `[1]: …` there is an entry, not a citation."""
    return not prose[max(start - 20, 0) : start].rpartition("\n")[2].strip(f" \t>{BLANK}")


def _is_interval(body: str, numbers: list[int]) -> bool:
    """Say whether two numbers that no list has are far apart: [1, 100] is an interval, [3, 4] two works."""
    return len(numbers) == 2 and "," in body and numbers[1] - numbers[0] >= 10  # noqa: PLR2004


def _works(body: str, whole: Span, start: int, place: Locator | None) -> Iterator[Found]:
    parts = list(_PART.finditer(body))
    several = len(parts) > 1 or parts[0][2] is not None
    for index, part in enumerate(parts):
        span = Span(start + part.start(), start + part.end()) if several else whole
        here = place if index == len(parts) - 1 else None
        numbers, fault = _numbers(int(part[1]), int(part[2] or part[1]))
        for number in numbers:
            yield Found("numeric", span, str(number), here, str(number), whole if several else None, fault=fault)


def _numbers(first: int, last: int) -> tuple[list[int], str | None]:
    if last < first:
        return [first, last], f"the range runs backwards: {first} to {last}"
    if last - first >= _WIDEST:
        return [first, last], f"the range spans {last - first + 1} works"
    return list(range(first, last + 1)), None


def _raised(scene: Scene, keys: frozenset[str]) -> Iterator[Found]:
    for match in _RAISED.finditer(scene.prose) if not scene.prose.isascii() else ():
        body = match[0].translate(_LOWERED)
        if not _is_power(scene.prose, match.start()) and _all_listed(body, keys):
            yield from _works(body, Span(*match.span()), match.start(), None)
    tagged = "<sup>" in scene.document.text or "^" in scene.document.text
    for match in _TAGGED.finditer(scene.document.text) if tagged else ():
        body, start = (match[1], match.start(1)) if match[1] else (match[2], match.start(2))
        if _all_listed(body, keys) and scene.prose[start] != BLANK and not _is_power(scene.prose, match.start()):
            yield from _works(body, Span(*match.span()), start, None)
    yield from _round(scene)


def _is_power(prose: str, start: int) -> bool:
    """Say whether a unit, a variable or a ten stands before the raised number: m², x², 10³."""
    return bool(_UNIT.search(prose, max(start - 6, 0), start))


def _round(scene: Scene) -> Iterator[Found]:
    """Find `(1)` where the list of works is numbered and no number is bracketed; elsewhere it counts points."""
    keys = frozenset(reference.key for reference in scene.references if reference.origin == "list")
    bracketed = (Span(*match.span()) for match in _BRACKET.finditer(scene.prose))
    if len(keys) > 1 and not any(scene.side(span) == "text" for span in bracketed):
        for match in _ROUND.finditer(scene.prose):
            if _all_listed(match[1], keys):
                yield from _works(match[1], Span(*match.span()), match.start(1), None)


def _all_listed(body: str, keys: frozenset[str]) -> bool:
    return all(number in keys for pair in _PART.findall(body) for number in pair if number)
