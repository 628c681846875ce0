"""Find numbers that point to a list: `[1]`, `[3–5, 9]`, `[12, p. 44]`, `¹⁻³`; not indices, years, intervals, values."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from citevet.extract.citations import bracketed_values as values
from citevet.extract.locators import parse_locator
from citevet.extract.masked_text import BLANK, FoundCitation, MaskedText
from citevet.extract.quotations import find_quoted_spans
from citevet.model import Document, Span
from citevet.model.document import TYPESET, Format, pair_with_next
from citevet.patterns import lazy_pattern
from citevet.records import group_runs

# The end of a range may have more digits than any list has entries: [1-100000] is a typing error to report.
_ITEM = rf"\d{{1,4}}(?:\s?{values.DASH}\s?\d{{1,9}})?"
# The same where each end has its own brackets: [3]–[5].
_BRACKETED_ITEM = rf"(?:\d{{1,4}}\]\s?{values.DASH}\s?\[\d{{1,4}}(?=\])|{_ITEM})"


class NumberRange(NamedTuple):
    """The ends of a range, which are equal for a single number, and its span in the marker."""

    first: int
    last: int
    span: Span

    @property
    def size(self) -> int:
        """How many works it names; one that runs backwards names its two ends."""
        return self.last - self.first + 1 if self.first <= self.last else 2


class PlacedWorks(NamedTuple):
    """Numbers of a marker, where they start, and the place after them, which belongs to the last."""

    body: str
    start: int
    place: str = ""


def _parse_ranges(body: str) -> Iterator[NumberRange]:
    for part in values.NUMBER_PART.finditer(body):
        yield NumberRange(int(part[1]), int(part[2] or part[1]), Span(*part.span()))


# Citations

_PLACE = (
    r"(?:[,;:]\s?(?:(?:p|[sS]|§|c|L|[A-Za-z]+\.|(?:Theorem|Proposition|Corollary|Definition|Example|Remark|Figure|Table|"
    r"Equation|Appendix|Algorithm)\s)[^\[\]\0]{0,60}|\d{1,6}(?:[-–]\d{1,6})?\s?(?:쪽|면|페이지))"
    r"|:\s\d{1,4}(?:[-–]\d{1,4})?)?"
)
_BARE_PLACE = lazy_pattern(r":\s([\d–-]{1,9})$")
_LEAD = r"(?:(?:[Ss]ee(?: also)?|cf\.|e\.g\.,?|[Rr]efs?\.?)\s)?"
# A backslash before a bracket, \[1\], is markup and blank here.
# A work may follow the place of another: [1, p. 1; 2, p. 2].
_BRACKET = lazy_pattern(
    rf"\[\s?{_LEAD}({_BRACKETED_ITEM}(?:\s?[,;]\s?{_ITEM})*)"
    rf"({_PLACE}(?:;\s?\d{{1,4}}[^\[\]\0;]{{0,60}}){{0,20}})\s?\0?\](?!\()"
)
_NEXT_WORKS = lazy_pattern(rf";\s?({_ITEM}(?:\s?,\s?{_ITEM})*)(?=\s?(?:([,:]\s?[^\W\d])|;|\Z))")
# In a judgment, [50] is a paragraph of the case cited last.
_NEUTRAL = lazy_pattern(r"\[(?:19|20)\d\d\]\s(?:UK|EW|CS|NI|EAT|HCA|\d )")
_ROUND = lazy_pattern(rf"(?<=\s)\(({_ITEM}(?:\s?,\s?{_ITEM})*)\)")
# A marker without a space may follow a word, a number or a bracket of prose; not x[1], x1[2], f(x)[1].
_WORD_BEFORE = lazy_pattern(r"(?<![^\W_])(?:[^\W\d_]{3,40}|\d{1,12})$|(?<!\S)\([^()]{1,78}\)$")
_UNSPACED = lazy_pattern(r"[぀-ヿ㐀-䶿一-鿿가-힣]")
# Between Latin words and these scripts: 模型T5[15]和, React.js[9]と, Liu A[8]提出.
_LATIN_BEFORE = lazy_pattern(r"(?<![A-Za-z0-9_.+-])(?:[A-Za-z][A-Za-z0-9.+-]{1,40}|[A-Z][a-z]{1,20} [A-Z])$")
_UNSPACED_AFTER = lazy_pattern(r"\s?[぀-ヿ㐀-䶿一-鿿가-힣，。、；：）]")
_CONTINUATION = lazy_pattern(r"\s{0,3}[^\W_]")
_WIDEST_RANGE = 100  # works in one range; a wider one is a typing error or an interval
_MOST_WORKS = 1_000  # works in one marker; of a longer one only the ends are kept
_FIRST_YEAR = 1000  # from here on a number is a year, not a list entry
_KEY_DIGITS = 6  # from here on a key is no number of an entry
_MARKERS = 3  # that show how a paper cites
_LONGEST_HEAD = 40  # characters of [[1]](#_ftnref1) before its note
_NEARLY_ALL = 10  # one of so many plain numbers after sentences may be missing in the list
_ACCESSED = lazy_pattern(r"\b(?:accessed|retrieved|abgerufen|consulté|consultado|访问|检索)", re.IGNORECASE)
# Foam is cold.3 It is light.12
_AFTER_SENTENCE = lazy_pattern(r"(?:(?<=[^\W\d_]{2}[.!?])|(?<=[)”\"’%*][.!?])|(?<=[.!?][”\"’)*]))[1-9]\d{0,2}(?=\s|\Z)")
_MONTHS, _YEARS = range(1, 13), range(1900, 2100)


def find_numbers(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find bracketed numbers; superscripts and parentheses only with a numbered list."""
    # Keys such as 4767851 in a .bib file from IEEE are no numbers of a list.
    keys = frozenset(each.key for each in scene.references if each.key.isdigit() and len(each.key) < _KEY_DIGITS)
    if not keys and _cites_by_other_means(scene):
        return
    given = scene.ids.given_sources
    brackets = list(_find_brackets(scene.prose, keys))
    cites = sum(_are_listed(match[1], keys) for match in brackets) >= values.SEVERAL
    notes = [mark for mark in scene.document.marks if mark.kind == "definition" and mark.label]
    heads = ((mark.span.start, mark.label.start) for mark in notes if mark.label)
    labels = {at for start, end in heads for at in range(start, min(end, start + _LONGEST_HEAD))}
    cited = [
        match
        for match in brackets
        if match.start() not in labels
        and _is_citation(match, keys, given=given)
        and not values.is_interval(match, keys, cites=cites)
    ]
    inserted = set(_find_insertions(scene, [match for match in cited if not _are_listed(match[1], keys)]))
    for match in cited:
        if match not in inserted:
            start, end = match.span()
            start -= start > 0 and scene.document.text[start - 1] == "\\"  # before the first bracket
            yield from _make_works(list(_split_works(match, keys)), Span(start, end), keys)
    if keys or given:
        yield from _find_unbracketed(scene, keys)


def _split_works(match: re.Match[str], keys: frozenset[str]) -> Iterator[PlacedWorks]:
    """Yield the numbers of a bracket up to each place, [1, 2, p. 4; 5], and that place."""
    body, at = match[1], Span(*match.span(1))
    for later in _NEXT_WORKS.finditer(match.string, *match.span(2)):
        written = values.parse_numbers(later[1])
        likely = (later[2] or not keys) and max(written) < _FIRST_YEAR  # otherwise it may be a page
        if likely or _are_listed(later[1], keys):
            yield PlacedWorks(body, at.start, match.string[at.end : later.start()].rstrip())
            body, at = later[1], Span(*later.span(1))
    yield PlacedWorks(body, at.start, match.string[at.end : match.end(2)].rstrip())


def _find_brackets(prose: str, keys: frozenset[str]) -> Iterator[re.Match[str]]:
    """Yield the brackets without values; joined ones, [1, 3] or [4, 9], are treated alike."""
    for together in group_runs(_BRACKET.finditer(prose), values.are_joined):
        listed = all(_are_listed(match[1], keys) for match in together)
        if not any(values.has_values(match, listed=listed) for match in together):
            yield from together


def _are_listed(body: str, keys: frozenset[str]) -> bool:
    return all(str(number) in keys for number in values.parse_numbers(body))


def _find_insertions(scene: MaskedText, unlisted: list[re.Match[str]]) -> Iterator[re.Match[str]]:
    """Yield unlisted numbers inside a quotation that continues after them: "for [20] days" is an insertion.

    "It helps [1]" in an answer without its list is a citation.
    """
    quoted = list(find_quoted_spans(scene.prose, scene.document.blocks)) if unlisted else []
    for match, quote in pair_with_next(unlisted, quoted, re.Match.start):
        if quote and quote.start < match.start() and _CONTINUATION.match(scene.prose, match.end(), quote.end):
            yield match


def _cites_by_other_means(scene: MaskedText) -> bool:
    """Check for keys or neutral citations without a numbered list: bracketed numbers then mean other things."""
    document = scene.document
    keyed = document.metadata.get("bibliography") or any(mark.kind == "cite" for mark in document.marks)
    return bool(keyed or document.bibliography or _NEUTRAL.search(scene.prose))


def _is_citation(match: re.Match[str], keys: frozenset[str], *, given: bool) -> bool:
    """Check that a bracket cites: it is not an entry, an index or a year."""
    prose, start, body = match.string, match.start(), match[1]
    line_before = prose[max(start - 20, 0) : start].rpartition("\n")[2]
    if prose.startswith(":", match.end()) and not line_before.strip(f" \t>{BLANK}"):  # an entry, `[1]: …`
        return False
    listed = _are_listed(body, keys)
    if _BARE_PLACE.match(match[2]) and not listed:  # [2: 44] may be a ratio
        return False
    before = prose[start - 1] if start else " "
    # These scripts have no spaces before a marker, and no variables: 연구[3]에서, 2017年[13].
    unspaced = _UNSPACED.match(before) is not None
    if (before.isalnum() and not unspaced) or before in "_)":  # an index, unless it is listed and follows a word
        forms = [_WORD_BEFORE, *([_LATIN_BEFORE] if _UNSPACED_AFTER.match(prose, match.end()) else [])]
        return (listed or given) and any(form.search(prose, max(start - 80, 0), start) for form in forms)
    if "−" in body and any(part.last < part.first for part in _parse_ranges(body)):  # a minus sign: [2−1]P
        return False
    written = values.parse_numbers(body)
    return listed or (0 not in written and not _has_year(body, written))


def _has_year(body: str, written: list[int]) -> bool:
    """Check whether a number is a year, or a range a month and its year; [1-1000] is a range that is too wide."""
    if max(written) < _FIRST_YEAR or len(written) > _MOST_WORKS:
        return False
    return any(
        one.first >= _FIRST_YEAR or (one.first in _MONTHS and one.last in _YEARS and one.last % 100 != 0)
        for one in _parse_ranges(body)
    )


def _make_works(written: list[PlacedWorks], whole: Span, keys: frozenset[str] = frozenset()) -> Iterator[FoundCitation]:
    parts = [(part, works) for works in written for part in _parse_ranges(works.body)]
    count = sum(part.size for part, _ in parts)
    crowded = f"the marker names {count} works" if len(parts) > 1 and count > _MOST_WORKS else None
    several = len(parts) > 1 or len(values.parse_numbers(written[0].body)) > 1
    group = whole if several else None
    inner = several and "]" not in written[0].body  # [3]–[5] includes its brackets
    for part, works in (parts[0], parts[-1]) if crowded else parts:
        is_last = part.span.end == len(works.body)
        span = Span(part.span.start, part.span.end + len(works.place) * is_last).shift(works.start) if inner else whole
        here = parse_locator(_BARE_PLACE.sub(r"p. \1", works.place)) if is_last else None
        # Report the fault once, at the first number.
        once = [part.first], crowded if part is parts[0][0] else None
        named, fault = once if crowded else _expand_range(part, keys)
        for number in named:
            yield FoundCitation("numeric", span, str(number), here, str(number), group, fault=fault)


def _expand_range(part: NumberRange, keys: frozenset[str]) -> tuple[list[int], str | None]:
    if part.first <= part.last and part.size <= _WIDEST_RANGE:
        return list(range(part.first, part.last + 1)), None
    runs_back = f"the range runs backwards: {part.first} to {part.last}"
    is_whole_list = part.first < part.last and part.size <= len(keys)  # "the works [1]–[120]"
    too_wide = None if is_whole_list else f"the range spans {part.size} works"
    return [part.first, part.last], runs_back if part.last < part.first else too_wide


def _find_unbracketed(scene: MaskedText, keys: frozenset[str]) -> Iterator[FoundCitation]:
    brackets = [match for match in _BRACKET.finditer(scene.prose) if scene.side(Span(*match.span())) == "text"]
    is_pdf = scene.document.format == "pdf"
    # A paper cites in one way: next to brackets, raised numbers are notes, powers and the addresses of authors.
    cites_by_brackets = is_pdf and sum(_are_listed(match[1], keys) for match in brackets) >= _MARKERS
    raised = [] if cites_by_brackets else list(_find_superscripts(scene, keys, bracketed=bool(brackets)))
    for works, whole in raised:
        yield from _make_works([works], whole)
    # (1) cites if the list of works is numbered; otherwise it numbers points.
    list_keys = frozenset(reference.key for reference in scene.references if reference.origin == "list")
    has_other_markers = brackets or (is_pdf and len(raised) >= _MARKERS)
    for match in _ROUND.finditer(scene.prose) if len(list_keys) > 1 and not has_other_markers else ():
        if _are_listed(match[1], list_keys):
            yield from _make_works([PlacedWorks(match[1], match.start(1))], Span(*match.span()))
    if scene.document.format == "markdown" and not brackets and not raised:
        yield from _find_plain_numbers(scene, list_keys)


def _find_plain_numbers(scene: MaskedText, keys: frozenset[str]) -> Iterator[FoundCitation]:
    """Yield plain numbers after sentences, as models export them, if the list says when its pages were read."""
    visited = sum(_ACCESSED.search(each.text) is not None for each in scene.references)
    found = list(_AFTER_SENTENCE.finditer(scene.prose)) if 2 * visited > len(scene.references) else []
    found = [match for match in found if scene.side(Span(*match.span())) == "text"]
    listed = [match for match in found if match[0] in keys]
    if len(listed) >= _MARKERS and len(listed) * _NEARLY_ALL > len(found) * (_NEARLY_ALL - 1):
        for match in listed:
            yield from _make_works([PlacedWorks(match[0], match.start())], Span(*match.span()))


# Superscripts

_DIGIT = "[⁰¹²³⁴-⁹]"
_RAISED_NUMBER = rf"{_DIGIT}{{1,4}}+(?:[⁻–-]{_DIGIT}{{1,4}}+)?"
# After a comma and a space ¹⁴C is carbon; 10⁻¹² is a power, ²⁺ a charge and ¹⁄₂ a fraction.
_SUPERSCRIPT = lazy_pattern(
    r"(?<=[\w%.,;:!?)\]”\"’])(?<![⁰¹²³⁴-⁹⁻⁺])"
    rf"{_RAISED_NUMBER}(?:[,;](?:{_RAISED_NUMBER}|\s{_RAISED_NUMBER}(?![A-Za-z])))*+(?![⁰¹²³⁴-⁹⁺⁻⁄])"
)
_TAGGED = lazy_pattern(rf"<sup>\[?({_ITEM}(?:\s?,\s?{_ITEM})*)\]?</sup>|(?<=[\w%.,;)])\^({_ITEM}(?:,{_ITEM})*)\^")
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
_RaisedWorks = tuple[PlacedWorks, Span]  # and the whole marker


def _find_superscripts(scene: MaskedText, keys: frozenset[str], *, bracketed: bool) -> Iterator[_RaisedWorks]:
    """Yield the superscripts that the list has, and those that can only be markers of entries it lacks."""
    # A superscript may also point to a note, or to the foot of a printed page.
    has_notes = any(reference.origin == "footnote" for reference in scene.references)
    strict = bracketed or has_notes or scene.document.format not in _WITHOUT_PAGE_FEET
    found = _RAISED_LABEL.finditer(scene.document.text) if not strict else ()
    labels = frozenset((match[1] or match[2]).translate(_LOWERED) for match in found)
    begin = _find_title_end(scene.document) if scene.document.format == "pdf" else 0
    for works, whole in _find_candidates(scene):
        before = scene.prose[max(whole.start - _REACH, 0) : whole.start].rstrip(BLANK)
        if whole.start < begin or _UNIT.search(before[-6:]):
            continue
        listed = [str(number) in keys for number in values.parse_numbers(works.body)]
        if all(listed) or (not strict and (any(listed) or _must_be_marker(before, works.body, labels))):
            yield works, whole


def _find_title_end(document: Document) -> int:
    """Return where the names and addresses of the authors end: an address starts with the raised number of a name."""
    end = 0
    for block in document.blocks[:_TITLE_BLOCKS]:
        if _ADDRESS_LABEL.search(document.text, block.span.start, block.span.end):
            end = block.span.end
        elif end and len(block.span) > _LONG_BLOCK:
            break
    return end


def _find_candidates(scene: MaskedText) -> Iterator[_RaisedWorks]:
    for match in _SUPERSCRIPT.finditer(scene.prose) if not scene.prose.isascii() else ():
        yield PlacedWorks(match[0].translate(_LOWERED), match.start()), Span(*match.span())
    text = scene.document.text
    for match in _TAGGED.finditer(text) if "<sup>" in text or "^" in text else ():
        group = 1 if match[1] else 2
        if scene.prose[match.start(group)] != BLANK:
            yield PlacedWorks(match[group], match.start(group)), Span(*match.span())


def _must_be_marker(before: str, body: str, labels: frozenset[str]) -> bool:
    """Return whether a number that the list lacks is in a position where only a marker can be."""
    written = values.parse_numbers(body)
    if any(number == 0 or number in _YEAR_NUMBERS or str(number) in labels for number in written):
        return False
    return _CITING.search(before[-45:]) is not None and _UNIT_WORD.search(before) is None
