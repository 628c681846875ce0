"""Split the text of a source into windows that a model can read at once: whole sentences, page by page.

Reference lists, licences and navigation are left out: the words of a claim are often in the title of the very work it
cites, and that title is in every reference list.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from citevet.model import Body, Page, Span
from citevet.text.document_parts import is_reference_heading
from citevet.text.sentences import split_sentences

# The small judge was trained on 320 tokens of evidence and claim: 180 words are about 250 tokens.
MAX_WORDS = 180

_CUT_STEP = 20  # words between two cuts of a sentence without line breaks
_LINE = re.compile(r"[^\n]+")
_REFERENCE = re.compile(
    r"\s*(?:\[\^?\d{1,4}\]:?|\d{1,4}[.)]|[-*•])?\s*\S.{0,400}?(?:\b(?:19|20)\d\d[a-z]?\b|doi|https?:)", re.IGNORECASE
)
_BOILERPLATE = re.compile(
    r"\s*(?:©|\(c\)|copyright\b|all rights reserved|downloaded from|this article is licensed|creative commons|"
    r"terms of (?:use|service)|privacy policy|cookie|sign (?:in|up)|log ?in|subscribe|share (?:this|on)|"
    r"skip to (?:main )?content|advertisement|related articles|back to top).{0,200}",
    re.IGNORECASE,
)
_LINE_END = 20  # characters at the end of a line that are looked at
_MAX_BOILERPLATE = 250  # characters of a line


@dataclass(frozen=True, slots=True)
class TextWindow:
    """A stretch of one page of a source."""

    text: str
    span: Span  # within the text of its page
    page: int | None = None
    label: str | None = None


def split_body(body: Body) -> tuple[TextWindow, ...]:
    """Return the windows of a source in order; each sentence is in one window."""
    return tuple(window for page in body.pages for window in _split_page(page))


def make_windows(body: Body, spans: Iterable[tuple[int, Span]]) -> tuple[TextWindow, ...]:
    """Return the windows at known places: the index of a page, and a span on it."""
    placed = ((body.pages[place], span) for place, span in spans)
    return tuple(TextWindow(span.of(page.text), span, page.number, page.label) for page, span in placed)


def _split_page(page: Page) -> Iterator[TextWindow]:
    paragraphs = _join_lines(page.text, _content_lines(page.text))
    units = [unit for paragraph in paragraphs for unit in _split_paragraph(page.text, paragraph)]
    for span in _pack(page.text, units):
        yield TextWindow(page.text[span.start : span.end], span, page.number, page.label)


def _content_lines(text: str) -> Iterator[Span]:
    """Yield the lines of a text without reference lists and boilerplate."""
    in_references = False
    for line in _LINE.finditer(text):
        words = line[0].strip()
        if is_reference_heading(words):
            in_references = True
            continue
        in_references = in_references and bool(not words or _REFERENCE.match(words))
        is_boilerplate = len(words) <= _MAX_BOILERPLATE and _BOILERPLATE.fullmatch(words)
        if words and not in_references and not is_boilerplate:
            yield Span(line.start(), line.end())


def _join_lines(text: str, lines: Iterator[Span]) -> Iterator[Span]:
    """Join lines that follow each other directly into paragraphs: a PDF breaks its sentences over lines."""
    paragraph: Span | None = None
    for line in lines:
        if paragraph and text[paragraph.end : line.start].count("\n") == 1 and not _ends_paragraph(text, paragraph):
            paragraph = Span(paragraph.start, line.end)
            continue
        if paragraph:
            yield paragraph
        paragraph = line
    if paragraph:
        yield paragraph


def _ends_paragraph(text: str, line: Span) -> bool:
    """Check that a line ends like a sentence or a table row."""
    end = text[max(line.start, line.end - _LINE_END) : line.end].rstrip()
    return end.endswith((".", "!", "?", "|", "。", ":", "”"))


def _split_paragraph(text: str, paragraph: Span) -> Iterator[Span]:
    """Yield the sentences of a paragraph; one longer than a window, such as a table, in pieces."""
    for sentence in split_sentences(text[paragraph.start : paragraph.end]):
        whole = Span(paragraph.start + sentence.start, paragraph.start + sentence.end)
        yield from [whole] if _count_words(text, whole) <= MAX_WORDS else _split_sentence(text, whole)


def _split_sentence(text: str, span: Span) -> Iterator[Span]:
    """Yield pieces that fit in a window, cut at line breaks if there are any, otherwise between words."""
    gaps = list(_find_all(text, "\n", span)) or list(_find_all(text, " ", span))[::_CUT_STEP]
    start = span.start
    for before, after in pairwise([span.start, *gaps, span.end]):
        if _count_words(text, Span(start, after)) > MAX_WORDS and before > start:
            yield Span(start, before)
            start = before
    yield Span(start, span.end)


def _find_all(text: str, mark: str, span: Span) -> Iterator[int]:
    at = text.find(mark, span.start, span.end)
    while at >= 0:
        yield at + 1
        at = text.find(mark, at + 1, span.end)


def _pack(text: str, units: Sequence[Span]) -> Iterator[Span]:
    """Yield runs of units that fill a window, none across text that was left out."""
    window: Span | None = None
    words = 0
    for unit in units:
        more = _count_words(text, unit)
        if window is not None and (words + more > MAX_WORDS or text[window.end : unit.start].strip()):
            yield window
            window, words = None, 0
        window, words = Span(unit.start if window is None else window.start, unit.end), words + more
    if window is not None:  # an empty span is false
        yield window


def _count_words(text: str, span: Span) -> int:
    """Return the length in words; in text without spaces, such as Chinese, twelve characters count as one."""
    piece = text[span.start : span.end]
    return max(len(piece.split()), len(piece) // 12)
