"""The formats for people at a terminal: `full` with source excerpts, and `concise` with one line per finding."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial

from citevet.model import Document, Finding, Report, Span
from citevet.report.findings import MANY, FindingGroup, describe_fix, describe_unread, iter_groups
from citevet.report.languages import Words, load_words
from citevet.report.safe_text import (
    SEVERITY_STYLES,
    TAB_WIDTH,
    join_lines,
    measure_character,
    measure_width,
    paint,
    show_controls,
    to_line,
)
from citevet.report.summary import format_summary, list_causes

Painter = Callable[[str], str]

_LISTED = 20  # findings of one rule in one document
_LINE = 110  # a message is on the line of its carets when both fit into so many columns
# A source line of up to this many columns is shown whole; a longer one is cut around the span.
_WHOLE = 120
_BEFORE = 40
_MARKED = 80
_AFTER = 30


@join_lines
def render_full(report: Report, *, color: bool = False, language: str = "en") -> Iterator[str]:
    """Return the findings with source excerpts, suppressed ones in one line each, and the verdict."""
    words = load_words(language)
    for block in _group_by_rule(report):
        yield from (*(_block_lines if len(block) >= MANY else _entry_lines)(block, words, color=color), "")
    suppressed = [group for group in iter_groups(report) if group.first.suppressed]
    for group in suppressed:
        at = _format_position(group.document, group.first)
        head = f"{at} {group.first.code} {words.title(group.first)} {words.severity(group.first.severity)}"
        yield paint(f"{head} {to_line(_describe(group, words))}", "dim", color=color)
    if suppressed:
        yield ""
    unread_word = paint(words.say("shown.not read"), "error", color=color)
    for unread in report.unread:
        yield f"{paint(show_controls(unread.path), 'strong', color=color)} {unread_word}"
        yield from (f"  = {to_line(describe_unread(unread))}", "")
    if causes := list(list_causes(report, words)):
        title = paint(words.say("shown.undecided"), "strong", color=color)
        yield from (title, *(f"  {to_line(each)}" for each in causes), "")
    yield from format_summary(report, color=color, language=language)


@join_lines
def render_concise(report: Report, *, color: bool = False, language: str = "en") -> Iterator[str]:
    """Return `path:line:col: CODE severity: message` per finding, the first twenty of a rule, then the verdict."""
    words = load_words(language)
    for group, message in _cut_floods(list(iter_groups(report)), words):
        finding = group.first
        at = f"{_format_position(group.document, finding)}:"
        level = f"{finding.code} {words.severity(finding.severity)}:"
        if finding.suppressed:
            yield paint(f"{at} {level} {message}", "dim", color=color)
        else:
            level = paint(level, SEVERITY_STYLES[finding.severity], color=color)
            yield f"{paint(at, 'strong', color=color)} {level} {message}"
    for unread in report.unread:
        why = to_line(describe_unread(unread))
        yield f"{show_controls(unread.path)}: {paint(words.say('shown.not read'), 'error', color=color)}: {why}"
    yield from format_summary(report, color=color, language=language)


def _describe(group: FindingGroup, words: Words) -> str:
    """Return the message of an entry with how often and where, and the suppression where there is one."""
    first = group.first
    said = first.message if group.is_uniform else words.rules.get(first.code) or first.name.replace("-", " ")
    if len(group.findings) > 1:
        said += f"{_count_times(group, words)}: {words.say('shown.places', places=group.places)}"
    if not first.suppressed:
        return said
    reason = words.say("shown.reason", why=first.justification) if first.justification else ""
    return words.say("shown.suppressed", how=first.suppressed, message=said, reason=reason)


def _count_times(group: FindingGroup, words: Words) -> str:
    return words.say("shown.times", n=len(group.findings)) if len(group.findings) > 1 else ""


def _cut_floods(groups: Sequence[FindingGroup], words: Words) -> Iterator[tuple[FindingGroup, str]]:
    """Yield the findings with their messages; where a rule has many in one document, the last one counts the rest."""
    counts, listed = Counter(map(_find_rule, groups)), Counter[Hashable]()
    for group in groups:
        rule = _find_rule(group)
        listed[rule] += 1
        if listed[rule] <= _LISTED or group.first.suppressed:
            yield group, to_line(f"{_name_rule(group, words)}{_describe(group, words)}")
        elif listed[rule] == _LISTED + 1:
            yield group, words.say("shown.rest", n=counts[rule] - _LISTED)


def _name_rule(group: FindingGroup, words: Words) -> str:
    """Return the title of a rule before its message, where the message is in another language."""
    title = words.rules.get(group.first.code) if group.is_uniform else None
    return f"{title}: " if title else ""


def _group_by_rule(report: Report) -> Iterator[list[FindingGroup]]:
    """Yield open findings as they are shown: many of one rule in one document together, remarks last."""
    shown = [group for group in iter_groups(report) if not group.first.suppressed]
    counts = Counter(map(_find_rule, shown))
    blocks: dict[Hashable, list[FindingGroup]] = {}
    for place, group in enumerate(shown):
        rule = _find_rule(group)
        blocks.setdefault(rule if counts[rule] >= MANY else place, []).append(group)
    yield from sorted(blocks.values(), key=lambda block: not block[0].is_uniform)


def _find_rule(group: FindingGroup) -> Hashable:
    return group.document.path, group.first.code, group.first.severity, group.first.suppressed


def _block_lines(block: Sequence[FindingGroup], words: Words, *, color: bool) -> Iterator[str]:
    """Yield one line for each finding: twenty excerpts of one rule would bury the others."""
    document, count = block[0].document, sum(len(group.findings) for group in block)
    yield f"{_format_head(document, block[0].first, words, color=color)}{words.say('shown.times', n=count)}"
    for group in block[:_LISTED]:
        at = document.line_range(group.first.span)
        yield f"  {paint(f'{at.line}:{at.column}', 'frame', color=color)} {to_line(_describe(group, words))}"
    if len(block) > _LISTED:
        yield f"  {words.say('shown.rest', n=len(block) - _LISTED)}"


def _entry_lines(block: Sequence[FindingGroup], words: Words, *, color: bool) -> Iterator[str]:
    (group,) = block
    if group.is_uniform:
        yield from _finding_lines(group, words, color=color)
    else:
        head = _format_head(group.document, group.first, words, color=color)
        yield f"{head}{_count_times(group, words)}"
        yield f"  = {words.say('shown.first', message=to_line(group.first.message))}"
        yield f"  = {words.say('shown.each', places=words.say('shown.places', places=group.places))}"


def _format_head(document: Document, finding: Finding, words: Words, *, color: bool) -> str:
    style = SEVERITY_STYLES[finding.severity]
    at = paint(_format_position(document, finding), "strong", color=color)
    code = paint(finding.code, style, color=color)
    return f"{at} {code} {words.title(finding)} {paint(words.severity(finding.severity), style, color=color)}"


def _format_position(document: Document, finding: Finding) -> str:
    at = document.line_range(finding.span)
    return f"{show_controls(document.path)}:{at.line}:{at.column}"


def _finding_lines(group: FindingGroup, words: Words, *, color: bool) -> Iterator[str]:
    document, finding = group.document, group.first
    frame = partial(paint, style="frame", color=color)
    caret = partial(paint, style=SEVERITY_STYLES[finding.severity], color=color)
    yield f"{_format_head(document, finding, words, color=color)}{_count_times(group, words)}"
    *rows, last = make_excerpt(document, finding.span, frame=frame, caret=caret)
    yield from rows
    message = to_line(finding.message)
    note = f"{_make_gutter(document, finding.span)} {frame('=')}"
    # The last row has only frame, blanks and carets, so its columns are its characters without the paint.
    fits = len(last) - (len(frame("|") + caret("^")) - 2) + measure_width(message) < _LINE
    yield f"{last} {caret(message)}" if fits else last
    if not fits:
        yield f"{note} {caret(message)}"
    if len(group.findings) > 1:
        yield f"{note} {words.say('shown.places', places=group.places)}"
    if place := document.place(finding.span.start):
        yield f"{note} {words.say('shown.place', place=to_line(place))}"
    for each in finding.also:
        yield f"{note} {words.say('shown.also', code=each.code, message=to_line(each.message))}"
    if finding.fix:
        fix = paint(words.say("shown.fix"), "good", color=color)
        yield f"{note} {fix} {to_line(describe_fix(finding.fix, document, words))}"


def make_excerpt(document: Document, span: Span, *, frame: Painter = str, caret: Painter = str) -> list[str]:
    """Return the source lines of a span with a gutter and carets; of many lines the first and the last."""
    line, _, end_line, end_column = document.line_range(span)
    if end_line > line and end_column == 1:
        end_line -= 1  # the span ends with a line break, so the next line is not part of it
    shown = [line] if end_line == line else [line, end_line]
    margin = _make_gutter(document, span)
    rows = [frame(f"{margin} |")]
    for index, number in enumerate(shown):
        if index and number > line + 1:
            rows.append(frame(f"{margin} ⋮"))
        text, blanks, carets = _excerpt_line(document, number, span)
        rows.append(f"{frame(f'{number:>{len(margin)}} |')} {text}")
        rows.append(f"{frame(f'{margin} |')} {blanks}{caret(carets)}")
    return rows


def _make_gutter(document: Document, span: Span) -> str:
    """Return as many blanks as the largest line number of the excerpt has digits."""
    return " " * len(str(document.line_range(span).end_line))


def _excerpt_line(document: Document, number: int, span: Span) -> tuple[str, str, str]:
    """Return the line as shown, and the blanks and carets below it."""
    text = document.text
    whole = document.lines.span(number, text)
    start = min(max(span.start, whole.start), whole.end)
    if span.start < whole.start:
        start = _skip_indent(text, whole, min(span.end, whole.end))
    end = max(min(span.end, whole.end), start)
    view = _choose_view(text, whole, Span(start, end))
    before = "…" if view.start > whole.start else ""
    after = "…" if view.end < whole.end else ""
    head, marked, tail = _split_view(text, view, Span(start, min(end, view.end)))
    blanks = " " * (len(before) + measure_width(head))
    return before + head + marked + tail + after, blanks, "^" * max(measure_width(marked), 1)


def _skip_indent(text: str, whole: Span, end: int) -> int:
    """Return where the words of a line begin, so that the indentation gets no carets."""
    at = whole.start
    while at < end and text[at] in " \t":
        at += 1
    return at


def _choose_view(text: str, whole: Span, marked: Span) -> Span:
    """Return the part of a line that is shown: all of it, or a window around the marked part."""
    if len(whole) <= _WHOLE and measure_width(text[whole.start : whole.end]) <= _WHOLE:
        return whole
    end = _step_forward(text, Span(marked.start, marked.end), _MARKED)
    if end == marked.end:
        end = _step_forward(text, Span(end, whole.end), _AFTER)
    return Span(_step_backward(text, Span(whole.start, marked.start), _BEFORE), end)


def _step_forward(text: str, span: Span, columns: int) -> int:
    at = span.start
    while at < span.end and columns > 0:
        columns -= max(measure_character(text[at]), 1)
        at += 1
    return at


def _step_backward(text: str, span: Span, columns: int) -> int:
    at = span.end
    while at > span.start and columns > 0:
        at -= 1
        columns -= max(measure_character(text[at]), 1)
    return at


def _split_view(text: str, view: Span, marked: Span) -> tuple[str, str, str]:
    """Return the view before, in and after the marked part, tabs expanded and controls shown."""
    parts: list[str] = []
    column = 0
    for start, end in ((view.start, marked.start), (marked.start, marked.end), (marked.end, view.end)):
        part = "".join(_expand_tabs(text[start:end], column))
        column += measure_width(part)
        parts.append(part)
    return parts[0], parts[1], parts[2]


def _expand_tabs(text: str, column: int) -> Iterator[str]:
    for index, piece in enumerate(text.split("\t")):
        if index:
            blanks = TAB_WIDTH - column % TAB_WIDTH
            column += blanks
            yield " " * blanks
        shown = show_controls(piece)
        column += measure_width(shown)
        yield shown
