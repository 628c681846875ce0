"""Numbers that point to a list: `[1]`, `[3–5, 9]`, `[12, p. 44]`, `¹⁻³`; not indices, years, intervals."""

from collections.abc import Iterator
from re import Match
from re import compile as pattern

from citevet.extract.bracketed_values import are_joined, is_value
from citevet.extract.found import Found
from citevet.extract.locators import locator
from citevet.extract.quotations import marked
from citevet.extract.raised import markers
from citevet.extract.ranges import BRACKETED_ITEM, ITEM, Range, numbers, ranges
from citevet.extract.scene import BLANK, Scene
from citevet.model import Locator, Span

_PLACE = r"(?:[,;:]\s?(?:(?:p|[sS]|§|c|L|[A-Za-z]+\.)[^\[\]\0]{0,60}|\d{1,6}(?:[-–]\d{1,6})?\s?(?:쪽|면|페이지)))?"
_LEAD = r"(?:(?:[Ss]ee(?: also)?|cf\.|e\.g\.,?|[Rr]efs?\.?)\s)?"
# A backslash before a bracket, \[1\], is markup and so a blank here.
_BRACKET = pattern(rf"\[\s?{_LEAD}({BRACKETED_ITEM}(?:\s?[,;]\s?{ITEM})*)({_PLACE})\s?\0?\](?!\()")
# In a judgment [50] is a paragraph, of the case cited last.
_NEUTRAL = pattern(r"\[(?:19|20)\d\d\]\s(?:UK|EW|CS|NI|EAT|HCA|\d )")
_ROUND = pattern(rf"(?<=\s)\(({ITEM}(?:\s?,\s?{ITEM})*)\)")
# What a marker may follow without a space: a word, a number, a bracket of prose; not x[1], x1[2], f(x)[1].
_WORD_BEFORE = pattern(r"(?<![^\W_])(?:[^\W\d_]{3,40}|\d{1,12})$|(?<!\S)\([^()]{1,78}\)$")
_GOES_ON = pattern(r"\s{0,3}[^\W_]")
_WIDEST = 100  # works behind one range; a wider one is a slip or an interval
_MOST = 1_000  # works behind one marker; of a longer one only the ends are kept
_YEAR = 1000  # from here on a number is a year, not an entry
_MONTHS, _DATED = range(1, 13), range(1900, 2100)


def find(scene: Scene) -> Iterator[Found]:
    """Find bracketed numbers; raised and round ones only beside a numbered list."""
    keys = frozenset(reference.key for reference in scene.references if reference.key.isdigit())
    if not keys and _cites_otherwise(scene):
        return
    cited = [match for match in _citing(scene.prose, keys) if _cites(scene.prose, match, keys)]
    inserted = set(_insertions(scene, [match for match in cited if not _listed(match[1], keys)]))
    for match in cited:
        if match not in inserted:
            yield from _works(match[1], _whole(scene, *match.span()), match.start(1), locator(match[2]))
    if keys:
        yield from _unbracketed(scene, keys)


def _citing(prose: str, keys: frozenset[str]) -> Iterator[Match[str]]:
    """Yield the brackets that hold no values; those named together, [1, 3] or [4, 9], are of a kind."""
    for together in _together(prose):
        listed = all(_listed(match[1], keys) for match in together)
        if not any(is_value(prose, Span(*match.span()), listed=listed) for match in together):
            yield from together


def _together(prose: str) -> Iterator[list[Match[str]]]:
    run: list[Match[str]] = []
    for match in _BRACKET.finditer(prose):
        if run and not are_joined(prose, Span(*run[-1].span()), Span(*match.span())):
            yield run
            run = []
        run.append(match)
    if run:
        yield run


def _cites(prose: str, match: Match[str], keys: frozenset[str]) -> bool:
    defines = prose.startswith(":", match.end()) and _opens_line(prose, match.start())
    return not defines and _is_citation(prose, match.start(), match[1], keys)


def _listed(body: str, keys: frozenset[str]) -> bool:
    return all(str(number) in keys for number in numbers(body))


def _insertions(scene: Scene, unlisted: list[Match[str]]) -> Iterator[Match[str]]:
    """Yield the numbers that no list has, among quoted words that go on behind them: the quoter's, or the source's own.

    "for [20] days" puts a number in. "It helps [1]" in an answer that lost its list is a citation.
    """
    quoted = list(marked(scene.prose, scene.document.blocks)) if unlisted else []
    index = 0
    for match in unlisted:
        while index < len(quoted) and quoted[index].end <= match.start():
            index += 1
        if index == len(quoted):
            return
        if quoted[index].start < match.start() and _GOES_ON.match(scene.prose, match.end(), quoted[index].end):
            yield match


def _cites_otherwise(scene: Scene) -> bool:
    """Say whether a document without a numbered list cites by key or by law: its numbers are something else."""
    document = scene.document
    keyed = document.metadata.get("bibliography") or any(mark.kind == "cite" for mark in document.marks)
    return bool(keyed or document.bibliography or _NEUTRAL.search(scene.prose))


def _whole(scene: Scene, start: int, end: int) -> Span:
    """Return the marker with the backslash before its first bracket."""
    return Span(start - scene.document.text.startswith("\\", start - 1), end) if start else Span(start, end)


def _is_citation(prose: str, start: int, body: str, keys: frozenset[str]) -> bool:
    written = numbers(body)
    listed = _listed(body, keys)
    before = prose[start - 1] if start else " "
    hangul = "가" <= before <= "힣"  # no variable: 연구[3]에서 cites
    if (before.isalnum() and not hangul) or before in "_)":  # an index, unless the list has it and a word stands before
        return listed and bool(_WORD_BEFORE.search(prose, max(start - 80, 0), start))
    if listed:
        return True
    return 0 not in written and not _holds_years(body, written) and not _is_interval(body, written)


def _opens_line(prose: str, start: int) -> bool:
    """Say whether nothing but an indent stands before it: `[1]: …` there is an entry, not a citation."""
    return not prose[max(start - 20, 0) : start].rpartition("\n")[2].strip(f" \t>{BLANK}")


def _holds_years(body: str, written: list[int]) -> bool:
    """Say whether a number is a year; [1-1000] is a range too wide, and nobody lists a thousand years."""
    if max(written) < _YEAR or len(written) > _MOST:
        return False
    return any(one.first >= _YEAR or _is_date(one) for one in ranges(body))


def _is_date(one: Range) -> bool:
    """Say whether a range is a month and its year: [12-2019]; a round end, [1-2000], is that of a range."""
    return one.first in _MONTHS and one.last in _DATED and one.last % 100 != 0


def _is_interval(body: str, written: list[int]) -> bool:
    """Say whether two numbers that no list has are far apart: [1, 100] is an interval, [3, 4] two works."""
    return len(written) == 2 and "," in body and written[1] - written[0] >= 10  # noqa: PLR2004


def _works(body: str, whole: Span, start: int, place: Locator | None) -> Iterator[Found]:
    parts = list(ranges(body))
    count = sum(part.size for part in parts)
    crowded = f"the marker names {count} works" if len(parts) > 1 and count > _MOST else None
    several = len(parts) > 1 or len(numbers(body)) > 1
    inner = several and "]" not in body  # [3]–[5] is shown with its brackets
    for part in (parts[0], parts[-1]) if crowded else parts:
        span = Span(start + part.span.start, start + part.span.end) if inner else whole
        here = place if part is parts[-1] else None
        # Said once, at the first: the other end is looked up like any number.
        named, fault = ([part.first], crowded if part is parts[0] else None) if crowded else _named(part)
        for number in named:
            yield Found("numeric", span, str(number), here, str(number), whole if several else None, fault=fault)


def _named(part: Range) -> tuple[list[int], str | None]:
    if part.last < part.first:
        return [part.first, part.last], f"the range runs backwards: {part.first} to {part.last}"
    if part.size > _WIDEST:
        return [part.first, part.last], f"the range spans {part.size} works"
    return list(range(part.first, part.last + 1)), None


def _unbracketed(scene: Scene, keys: frozenset[str]) -> Iterator[Found]:
    bracketed = any(scene.side(Span(*match.span())) == "text" for match in _BRACKET.finditer(scene.prose))
    for marker in markers(scene, keys, bracketed=bracketed):
        yield from _works(marker.body, marker.whole, marker.start, None)
    if not bracketed:
        yield from _round(scene)


def _round(scene: Scene) -> Iterator[Found]:
    """Find `(1)` where the list of works is numbered and no number is bracketed; elsewhere it counts points."""
    keys = frozenset(reference.key for reference in scene.references if reference.origin == "list")
    for match in _ROUND.finditer(scene.prose) if len(keys) > 1 else ():
        if all(str(number) in keys for number in numbers(match[1])):
            yield from _works(match[1], Span(*match.span()), match.start(1), None)
