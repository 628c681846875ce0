"""Find labels of the document's own list: `[Yao82]`, `[Yao82, p. 4]`, `[Yao82; Ash+13]`, `[RFC2119]`."""

import re
from collections import Counter
from collections.abc import Iterator

from citevet.extract.locators import parse_locator
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Span
from citevet.text.patterns import lazy_pattern

_LABEL_GROUP = lazy_pattern(r"(?<![\]\\!])\[\0{0,200}(?:(?:see|cf\.|e\.g\.,?)\s)?([^\W\d_][^\[\]]{0,400})\](?![(\[{_])")
_LABEL_ITEM = lazy_pattern(r"(?:^|[,;])[\s\0]*([^\W\d_][\w+:.-]{0,40}(?<![.:]))(?=[\s,;\0]|$)")
_OWN_LABEL = lazy_pattern(r"[\0\\*_]{0,400}\[([^\W\d_][\w+:.-]{0,40})\\?\]")  # of an entry
_NO_MARKER = lazy_pattern(r"(?:\w|(?:^|[\r\n])[ \t>*]{0,8})$")  # cells[AB12], and a label at the start of a line
_DATED_LABEL = lazy_pattern(r"(?=[A-Za-z]{2}|[A-Z]\+)[A-Z][A-Za-z]{0,8}\+?(?:\d\d|(?:19|20)\d\d)[a-z]?")
_FEWEST_LABELS = 3
_DATED_SHARE = 0.8
_UNKNOWN_SHARE = 0.25


def find_labels(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find the labels of the document's own list in brackets.

    A label without an entry counts only if nearly all labels of the list have a year and few are without an entry:
    words and abbreviations stand in brackets too.
    """
    known = _list_labels(scene)
    if not known or scene.document.format == "latex":
        return
    groups = [(match, _split_labels(match, known)) for match in _LABEL_GROUP.finditer(scene.prose)]
    dated = sum(_DATED_LABEL.fullmatch(label) is not None for label in known)
    unknown = {each.key for _, pieces in groups for each in pieces if each.key not in known}
    is_open = len(known) >= _FEWEST_LABELS and dated >= _DATED_SHARE * len(known)
    is_open = is_open and len(unknown) <= _UNKNOWN_SHARE * len(known)
    for match, pieces in groups:
        is_marker = is_open and not _NO_MARKER.search(scene.prose, max(match.start() - 10, 0), match.start())
        yield from (each for each in pieces if each.key in known or is_marker)


def _list_labels(scene: MaskedText) -> set[str]:
    """Return the labels before the entries; "[PDF]" before one entry of many or before several is a word."""
    listed = [entry for entry in scene.references if entry.origin == "list"]
    opened = ((each, _OWN_LABEL.match(scene.prose, each.span.start)) for each in listed)
    labels = Counter(each.key for each, label in opened if label and label[1] == each.key)
    own = {key for key, count in labels.items() if count == 1}
    return own if 2 * len(own) >= len(listed) else set()


def _split_labels(match: re.Match[str], known: set[str]) -> list[FoundCitation]:
    """Return a citation for each label in a bracket, with the place after it; none if a label does not open it."""
    items = [item for item in _LABEL_ITEM.finditer(match[1]) if item[1] in known or _DATED_LABEL.fullmatch(item[1])]
    if not items or items[0].start():
        return []
    whole = Span(*match.span())
    ends = [*(item.start() for item in items[1:]), len(match[1])]
    found: list[FoundCitation] = []
    for item, end in zip(items, ends, strict=True):
        written, at = match[1][item.start(1) : end].rstrip("\0 \t\r\n"), match.start(1) + item.start(1)
        span, group = (Span(at, at + len(written)), whole) if len(items) > 1 else (whole, None)
        place = parse_locator(written[len(item[1]) :])
        found.append(FoundCitation("key", span, item[1], place, item[1], group))
    return found
