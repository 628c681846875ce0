"""A quotation that does not stand in its source as it is: altered, joined from pieces, or nothing like it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from re import compile as pattern

from citevet.judge.quoting.folded import Folded
from citevet.judge.quoting.fragments import Fragment
from citevet.judge.quoting.nearest import Change, Near, compared, nearest
from citevet.judge.quoting.pieces import pieces
from citevet.judge.quoting.seeds import Seeds
from citevet.judge.quoting.verbatim import begins, ends, occurrences
from citevet.model import Span

# Set on the planted edits of tests/judge/test_quote_edits.py: the least similar of them scores 0.77, the most similar
# of the inventions 0.66. Of 123 sentences of other papers none scores more than 0.62 in half a megabyte.
ALTERED = 0.71
_SURE = 0.9  # one word in ten: it is one passage with a change, whatever else its words match elsewhere

_LONG = 800  # characters of a piece that are compared at once: comparing takes the square of the length
_CONJUNCTION = 1  # word between joined pieces that is in neither: "and"
_MOST_COMPARED = 60  # such pieces; a quotation of 1 MB without one right word is not worth more
_MOST_CHANGES = 12
_SENTENCE_END = pattern(r"[.!?。！？]['\")\]]*\s|[다요]\.(?=\S)|[。！？]")
_LINE_END = pattern(r"[-\u00ad]?[ \t]*(?:\n|\Z)")  # without a stop: the sentence goes on
_SAME_SENTENCE = 300  # characters between two pieces of one sentence


@dataclass(frozen=True, slots=True)
class Unlike:
    """How much of a quotation stands in the source, where, and what differs."""

    score: float
    spans: tuple[Span, ...] = ()  # in the normal text of the source
    changes: tuple[tuple[Fragment, Change], ...] = ()
    apart: bool = False  # the pieces are all there, and stand apart


def unlike(fragments: Sequence[Fragment], source: Folded, seeds: Seeds) -> Unlike:
    """Return what the source has instead of a quotation that it does not have."""
    found = [_fragment(fragment, source, seeds) for fragment in fragments]
    length = sum(len(fragment.text) for fragment in fragments)
    score = sum(each.score * len(fragment.text) for each, fragment in zip(found, fragments, strict=True)) / length
    changes = tuple(change for each in found for change in each.changes)
    spans = tuple(span for each in found for span in each.spans)
    # Every piece is there and nothing was changed: what failed is their order or the distance between them.
    apart = any(each.apart for each in found) or (len(fragments) > 1 and not changes and score > _SURE)
    return Unlike(score, spans, changes[:_MOST_CHANGES], apart)


def _fragment(fragment: Fragment, source: Folded, seeds: Seeds) -> Unlike:
    if place := next(occurrences(fragment.text, source, (0, len(source.text))), None):
        return Unlike(1.0, (place,))
    if len(fragment.text) > _LONG:
        return _piecemeal(fragment, source, seeds)
    near = nearest(fragment.text, seeds)
    if near and near.score >= _SURE:
        changes = near.changes or tuple(_cut_words(fragment.text, near.span, source))
        return Unlike(near.score, (near.span,), tuple((fragment, change) for change in changes))
    if found := pieces(fragment.text, source):
        return _of_pieces(fragment, found, source)
    if (found := pieces(fragment.text, source, between=_CONJUNCTION)) and _stand_apart(found, near, source):
        return Unlike(1.0, tuple(found), apart=True)
    if near is None:
        return Unlike(0.0, (), ((fragment, Change(Span(0, len(fragment.text)), Span(0, 0))),))
    return Unlike(near.score, (near.span,), tuple((fragment, change) for change in near.changes))


def _cut_words(text: str, span: Span, source: Folded) -> Iterator[Change]:
    """Yield the words that are pieces of words in the source: 효율적 of 비효율적."""
    raw = source.raw_span(span.start, span.end)
    if not begins(source.raw, raw.start):
        yield Change(Span(0, 1), Span(span.start, span.start + 1))
    if not ends(source.raw, raw.end):
        yield Change(Span(len(text) - 1, len(text)), Span(span.end - 1, span.end))


def _of_pieces(fragment: Fragment, found: list[Span], source: Folded) -> Unlike:
    """Say whether verbatim pieces are one passage with something left out, one across a page's notes, or several."""
    joints = list(pairwise(found))
    if all(_goes_over(source, before, after) for before, after in joints):
        return Unlike(1.0, tuple(found))
    if all(_one_sentence(source, before, after) for before, after in joints):
        near = compared(fragment.text, source.text, Span(found[0].start, found[-1].end))
        if near:
            return Unlike(max(near.score, _SURE), (near.span,), tuple((fragment, each) for each in near.changes))
    return Unlike(1.0, tuple(found), apart=True)


def _stand_apart(found: list[Span], near: Near | None, source: Folded) -> bool:
    """Say whether no one passage has all of the pieces: where one has, a word of it was changed."""
    if any(_one_sentence(source, before, after) for before, after in pairwise(found)):
        return False
    window = (max(near.span.start - 1, 0), near.span.end) if near else (0, 0)
    return not all(next(occurrences(span.of(source.text), source, window), None) for span in found)


def _goes_over(source: Folded, before: Span, after: Span) -> bool:
    """Say whether a text goes over to the next page, behind the notes at the foot of the first."""
    first, second = source.raw_span(before.start, before.end), source.raw_span(after.start, after.end)
    page = source.page_at(second.start)
    head = source.raw[source.starts[page] : second.start]
    broken = _LINE_END.match(source.raw, first.end) is not None
    return broken and page == source.page_at(first.end - 1) + 1 and not head.strip()


def _one_sentence(source: Folded, before: Span, after: Span) -> bool:
    between = source.text[before.end : after.start]
    return before.end <= after.start <= before.end + _SAME_SENTENCE and _SENTENCE_END.search(between) is None


def _piecemeal(fragment: Fragment, source: Folded, seeds: Seeds) -> Unlike:
    """Compare a long piece part by part, so that the time stays in proportion to its length."""
    matched = compared_parts = 0
    spans: list[Span] = []
    changes: list[tuple[Fragment, Change]] = []
    for part in _parts(fragment.text):
        words = part.of(fragment.text)
        place = next(occurrences(words, source, (0, len(source.text))), None)
        if place:
            matched += len(words)
            spans.append(place)
        elif compared_parts < _MOST_COMPARED and (near := nearest(words, seeds)):
            compared_parts += 1
            matched += int(near.score * len(words))
            spans.append(near.span)
            changes += ((fragment, _moved(change, part.start)) for change in near.changes)
    return Unlike(matched / len(fragment.text), tuple(spans), tuple(changes), _is_apart(spans) and not changes)


def _is_apart(spans: list[Span]) -> bool:
    return any(not 0 <= after.start - before.end <= _SAME_SENTENCE for before, after in pairwise(spans))


def _parts(text: str) -> Iterator[Span]:
    start = 0
    while start < len(text):
        end = text.rfind(" ", start + 1, start + _LONG) if start + _LONG < len(text) else len(text)
        end = end if end > 0 else start + _LONG
        yield Span(start, end)
        start = end + 1 if text[end : end + 1] == " " else end


def _moved(change: Change, by: int) -> Change:
    return Change(Span(change.claimed.start + by, change.claimed.end + by), change.there)
