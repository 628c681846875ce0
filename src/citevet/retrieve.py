"""Split the text of a source into windows that a model can read at once, and rank them by a claim.

Windows are whole sentences, page by page. Reference lists, licences and navigation are left out: the words of a claim
are often in the title of the very work it cites, and that title is in every reference list.

Windows are ranked by BM25 scores, vectors, and their combination.
`python -m evals.retrieval` on 237 claims of WiCE (deciding sentences among the best 4) and on claims among the
abstracts of 50 works (the right work among the best 5), in percent:

| | whole page | SciFact | Check-COVID | HealthVer |
|---|---|---|---|---|
| words | 89.3 | 99.0 | 87.3 | 63.3 |
| words, with a fifth of the neighbours' scores | 91.1 | | | |
| words and vectors by rank (damped by 60) | 88.1 | 100.0 | 92.0 | 80.0 |
| words and vectors by score, halves | 89.6 | 99.5 | 92.7 | 80.7 |
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import log
from typing import TYPE_CHECKING

from citevet.model import Body, Page, Passage, Span
from citevet.records import collect_values, dataclass
from citevet.text.document_parts import is_reference_heading
from citevet.text.sentences import split_sentences
from citevet.text.stems import search_terms
from citevet.text.token_estimate import estimate_tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
        whole = sentence.shift(paragraph.start)
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


# Ranking

_K, _B = 1.2, 0.75  # the usual parameters of BM25
_NEIGHBOUR_SHARE = 0.2  # of a neighbour's score: 0.1 to 0.3 give the same results
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Bm25:
    """The words of some texts, and how much each adds to the score of a text."""

    damps: Sequence[float]  # of each text, by its length
    counts: Mapping[str, Sequence[Sequence[int]]]  # word → texts that have it, each with how often

    @classmethod
    def over(cls, texts: Sequence[str]) -> "Bm25":
        """Count the words of some texts."""
        counts = [Counter(search_terms(text)) for text in texts]
        mean = sum(count.total() for count in counts) / len(counts) if counts else 1.0
        found = ((word, (index, often)) for index, count in enumerate(counts) for word, often in count.items())
        return cls([_K * (1 - _B + _B * count.total() / (mean or 1.0)) for count in counts], collect_values(found))

    def weigh(self, word: str) -> dict[int, float]:
        """Return the weight of a word in each text that has it, without its rarity."""
        return {index: often * (_K + 1) / (often + self.damps[index]) for index, often in self.counts.get(word, ())}

    def scores(self, query: str) -> list[float]:
        """Return a score for each text."""
        return scores_among(query, [self])[0]


def scores_among(query: str, collections: Sequence[Bm25]) -> list[list[float]]:
    """Return a score for each text of each collection; the rarity of a word is that in all of them."""
    found = [[0.0] * len(each.damps) for each in collections]
    total = sum(map(len, found))
    for word in dict.fromkeys(search_terms(query)):
        places = [each.weigh(word) for each in collections]
        count = sum(map(len, places))
        rarity = log(1 + (total - count + 0.5) / (count + 0.5))
        for scores, weights in zip(found, places, strict=True):
            for index, weight in weights.items():
                scores[index] += rarity * weight
    return found


def order_by_score(scores: Sequence[float]) -> list[int]:
    """Return the positions by score, best first; equal scores keep their order."""
    return sorted(range(len(scores)), key=lambda place: (-scores[place], place))


def add_neighbours(scores: Sequence[float], parts: Sequence[int] | None = None) -> list[float]:
    """Add to each score a share of its neighbours': evidence seldom ends where a window does.

    `parts` gives the text of each window; windows of two texts are not neighbours.
    """
    lifted = list(scores)
    for place, score in enumerate(scores):
        for neighbour in (place - 1, place + 1) if score else ():
            if 0 <= neighbour < len(scores) and (parts is None or parts[neighbour] == parts[place]):
                lifted[neighbour] += _NEIGHBOUR_SHARE * score
    return lifted


def combine_scores(words: Sequence[float], cosines: Sequence[float]) -> list[float]:
    """Return the mean of two scores, each scaled to 0…1."""
    return [(one + other) / 2 for one, other in zip(_scale(words), _scale(cosines), strict=True)]


def _scale(scores: Sequence[float]) -> list[float]:
    least, most = min(scores, default=0.0), max(scores, default=0.0)
    return [(score - least) / (most - least) if most > least else 0.0 for score in scores]


def cosine_similarities(query: "NDArray[np.float32]", rows: "NDArray[np.float32]") -> list[float]:
    """Return the cosines of unit rows with a unit vector; each is independent of the other rows."""
    import numpy as np  # takes 0.1 s, and most commands compare no vectors

    return [min(max(round(cosine, _DIGITS), 0.0), 1.0) for cosine in np.vecdot(rows, query).tolist()]


@dataclass(frozen=True, slots=True)
class WindowIndex:
    """The windows of one source, ready to be ranked."""

    source: str
    windows: tuple[TextWindow, ...]
    words: Bm25

    @classmethod
    def of(cls, source: str, windows: Sequence[TextWindow]) -> "WindowIndex":
        """Count the words of a source's windows."""
        return cls(source, tuple(windows), Bm25.over([window.text for window in windows]))

    def best(self, claim: str, *, most: int) -> tuple[Passage, ...]:
        """Return the passages that share the claim's rarest words or are next to such, best first.

        Vectors are not used: within one source they find fewer deciding sentences (90.2 of 100, neighbours 91.1), and
        embedding a window takes as long as judging it.
        """
        scores = add_neighbours(self.words.scores(claim))
        return tuple(self.passage(place, scores[place]) for place in order_by_score(scores)[:most])

    def passage(self, place: int, score: float) -> Passage:
        """Return a window as evidence."""
        window = self.windows[place]
        return Passage(self.source, window.span, window.text, window.page, window.label, round(score, 4))

    def pages(self, claim: str, *, tokens: int) -> tuple[Passage, ...]:
        """Return the pages with most of the claim's rarest words, as many as a model reads at once, best first."""
        scores = add_neighbours(self.words.scores(claim))
        return tuple(
            Passage(self.source, page.span, page.text, page.page, page.label, round(score, 4))
            for page, score in choose_pages(self.windows, scores, tokens)
        )


# Pages, for a judge that reads more than windows

_MOST_LEFT_OUT = 300  # characters of boilerplate within a page


def choose_pages(windows: Sequence[TextWindow], scores: Sequence[float], most: int) -> list[tuple[TextWindow, float]]:
    """Return the pages of a source with the best score of their windows, best first, up to `most` tokens in all.

    A source of that length is read whole. Of a longer one pages are half as long, so that two places can be read.
    """
    sizes = [estimate_tokens(window.text) for window in windows]
    longest = most if sum(sizes) <= most else most // 2
    pages = list(_join_windows(windows, sizes, longest))
    best = [max(scores[place] for place in page) for page in pages]
    found: list[tuple[TextWindow, float]] = []
    left = most
    for number in order_by_score(best):
        left -= sum(sizes[place] for place in pages[number])
        if found and (left < 0 or not best[number]):
            break
        found.append((_to_page([windows[place] for place in pages[number]]), best[number]))
    return found


def _join_windows(windows: Sequence[TextWindow], sizes: Sequence[int], longest: int) -> Iterator[range]:
    """Yield runs of windows that are of one page, and about equally long."""
    parts = -(-sum(sizes) // longest)
    wanted = sum(sizes) / max(parts, 1)
    start, held = 0, 0
    for place, size in enumerate(sizes):
        is_full = held + size > longest or held >= wanted
        if place > start and (is_full or not _are_neighbours(windows[place - 1], windows[place])):
            yield range(start, place)
            start, held = place, 0
        held += size
    if windows:
        yield range(start, len(windows))


def _are_neighbours(one: TextWindow, other: TextWindow) -> bool:
    same = (one.page, one.label) == (other.page, other.label)
    return same and 0 <= other.span.start - one.span.end <= _MOST_LEFT_OUT


def _to_page(windows: Sequence[TextWindow]) -> TextWindow:
    """Return windows as one; blanks stand for what was left out, so that each word keeps its place."""
    first, last = windows[0], windows[-1]
    text = first.text
    for one, other in pairwise(windows):
        gap = other.span.start - one.span.end
        text += (" " if gap == 1 else "\n".ljust(gap) if gap else "") + other.text
    return TextWindow(text, Span(first.span.start, last.span.end), first.page, first.label)
