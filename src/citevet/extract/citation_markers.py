"""Separate citations that are markers, left out of the judged text, from those that are words of the sentence.

Tie both to what they back: a clause, a sentence or a paragraph.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

from citevet.extract.plain_text import to_plain_offset
from citevet.model import LAW, Block, Citation, CitationKind, Document, How, Plain, Span, Tie
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, group_runs
from citevet.text.sentences import continues_sentence, find_pairs, is_inside_pair
from citevet.text.verbs import find_verbs

_SIGNALS = (
    r"(?:(?:but\s+)?see(?:\s+also)?(?:,?\s*e\.g\.,?)?|e\.g\.,?|i\.e\.,?|cf\.?|accord|compare|also|reviewed in"
    r"|vgl\.(?:\s+(?:auch|dazu))?|siehe(?:\s+(?:auch|dazu))?|so\s+auch|ebenso"
    r"|참조|참고|출처:?|source:?)"
)

# Before the case that the cited one quotes: "556 U.S. 662 (2009) (quoting Bell Atl. Corp. v. Twombly, 550 U.S. 544)".
_CITING = r"\((?:quoting|citing|cited in|quoted in|discussing|overruling)\s(?:[*_]{1,3}|\\emph\{)?"
_PREFIX = r"(?:-?@(?:(?:doi|url|pmid|pmcid|arxiv|isbn):)?)"  # of a key that is itself an identifier: [@doi:10.1000/1]

# What may separate two citations of one marker.
_GLUE = lazy_pattern(rf"(?:\s|[,;/&·–-]|and\b|및|{_PREFIX}|{_SIGNALS}|{_CITING})*", re.IGNORECASE)
# "For further details, see": words that send the reader to a source and state nothing.
_POINTING = (
    r"(?:more(?:\son\sthis)?\sin|compare|for\s(?:(?:more|further|full|additional|an?)\s)?"
    r"(?:details?|information|discussion|reading|background|reviews?|overviews?|examples?))\b"
)
_FILLER = lazy_pattern(rf"(?:[^\w]|and\b|및|{_SIGNALS}|{_POINTING})*", re.IGNORECASE)
_LONGEST_GLUE = 40

_OPENED = lazy_pattern(rf"[(\[]\s*(?:{_SIGNALS}\s*)*{_PREFIX}?\Z", re.IGNORECASE)
_CLOSED = lazy_pattern(rf"[\s,;.]*(?:{_SIGNALS}\s*)?[)\]]", re.IGNORECASE)

# A citation alone after a stop is a marker with a stop of its own: "It may. See Roe v. Wade, 410 U.S. 113."
# The names of the parties, and the signal, may be set in italics.
_ITALIC = r"(?:[*_]{1,3}|<(?:i|em|cite)>|\\(?:emph|textit)\{)?"
_UPRIGHT = r"(?:[*_]{1,3}|</(?:i|em|cite)>|\})?"
_STOPPED = lazy_pattern(
    rf"[.!?。][\"'”’)\]]*(?P<gap>\s+)(?:{_ITALIC}{_SIGNALS}{_UPRIGHT},?\s*)*{_ITALIC}\Z",
    re.IGNORECASE,
)
# A lawyer's remark on how the words are quoted is part of the marker.
_REMARK = (
    r"(?:\s\((?:(?:[a-z]{1,12}\s){0,4}(?:omitted|added|altered|in\soriginal)|cleaned\sup|per\scuriam|plurality\sopinion"
    r"|en\sbanc)\))"
)
_ENDED = lazy_pattern(rf"{_UPRIGHT}\)?{_REMARK}{{0,3}}\s*(?:[.;]|\Z)(?=\s|\Z)", re.IGNORECASE)
_ABBREVIATED = lazy_pattern(rf"{_UPRIGHT}(?=\s+[\[(“\"‘*_\\<]*[A-Z]|\s*\Z)")  # "Id." has the stop of the sentence
_ENDED_REACH = 120  # characters after a citation, enough for three such remarks

# Here the marker is a noun: "as shown in [3]", "[3] found that", "[3]에 따르면".
_BEFORE_NOUN = lazy_pattern(
    r"(?<![\w-])(?:in|by|of|from|see|per|with|to|following|than|like|unlike|at|refs?\.?|references?|papers?|study|@)\s*\Z",
    re.IGNORECASE,
)
_NOUN_REACH = 24  # characters before a marker to search for such a word
_AFTER_NOUN = lazy_pattern(r"(?:은|는|이|가|을|를|에서|에|의|과|와|로)(?![가-힣]*[가-힣]다[.\s])(?=[\s,]|서)")
_NEW_SENTENCE = lazy_pattern(r"(?:^|[.!?。][\"”’)\]]*\s)\s*\Z")
_VERB_AFTER = lazy_pattern(r"\s+[a-z]")

# The brackets around the works of one marker, each of which has a span of its own: [3–5, 9, p. 44], \\cite[p. 3]{a,b}.
_GROUP_OPEN = lazy_pattern(
    r"(?:\\[A-Za-z]+\*?(?:\s?\[[^\[\]{}]*\]){0,2}\{|\{cite(?::[\w:]+)?\}`|[(\[^])[^()\[\]{}^`]*\Z"
)
_GROUP_CLOSE = lazy_pattern(r"[^()\[\]{}^`]*[)\]}^`]")
_WIDEST_GROUP = 200

_ALWAYS: frozenset[CitationKind] = frozenset({"footnote", "wiki"})
_AT_CLAUSE_END = lazy_pattern(r"\s*(?:[.,;:)\]!?]|\Z)")
_OPENERS, _CLOSERS, _MACRO = frozenset("(["), frozenset(")]"), frozenset("\\{")
_BARE: frozenset[CitationKind] = frozenset({"corpus", "mention", "artifact"})
_TEXTUAL_MACRO = lazy_pattern(
    r"(?:[Cc]itet|[Tt]extcite|[Cc]iteauthor|[Cc]itealt|[Cc]iteA\b|shortciteA|citeasnoun|newcite)"
)
# The label means no more than "here is the source".
_BARE_LABEL = lazy_pattern(
    r"\[\[?(?:\^?\d{1,4}|sources?|links?|refs?|references?|cite|출처|링크|원문)\]?\][(\[]|<a\b[^<>]*>\[?(?:\d{1,4}|source|출처)\]?</a>",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PlacedCitations:
    """The citations of one marker, or one citation in the words, and their span."""

    citations: tuple[Citation, ...]
    span: Span
    marker: bool


def place_citations(document: Document, block: Block, citations: Sequence[Citation]) -> list[PlacedCitations]:
    """Decide for each citation of a block whether it is a marker, and how far the marker reaches."""
    text = document.text
    groups = group_runs(citations, lambda one, other: other.group is not None and other.group == one.group)
    units = (_make_unit(text, block.span, group) for group in groups)
    runs = group_runs(units, lambda one, other: _has_only(_GLUE, text[one.span.end : other.span.start]))
    return [place for run in runs for place in _place_run(text, block.span, run)]


def _has_only(form: re.Pattern[str], gap: str) -> bool:
    return len(gap) <= _LONGEST_GLUE and form.fullmatch(gap) is not None


def find_dropped_spans(text: str, places: Sequence[PlacedCitations]) -> list[Span]:
    """Return the spans to leave out, with the commas between two markers."""
    spans: list[Span] = []
    for place in places:
        if not place.marker:
            continue
        if spans and _has_only(_GLUE, text[spans[-1].end : place.span.start]):
            spans[-1] = Span(spans[-1].start, max(spans[-1].end, place.span.end))
        else:
            spans.append(place.span)
    return spans


def _make_unit(text: str, block: Span, citations: list[Citation]) -> PlacedCitations:
    """Return the citations of one group together, with adjacent other forms of the same works."""
    start = min(citation.span.start for citation in citations)
    end = max(citation.span.end for citation in citations)
    if citations[0].group is not None and not _is_textual(citations[0]):
        start, end = _include_brackets(text, block, Span(start, end))
    for form in sorted(form.span for citation in citations for form in citation.also):
        gap = text[end : form.start]
        if form.start >= end and len(gap) <= _LONGEST_GLUE and _has_only(_GLUE, gap.strip("()[]. ")):
            end = form.end
    return PlacedCitations(tuple(citations), Span(start, end), marker=False)


def _include_brackets(text: str, block: Span, span: Span) -> tuple[int, int]:
    if text[span.start] in _OPENERS and text[span.end - 1] in _CLOSERS:  # [3]–[5] has them
        return span.start, span.end
    low = max(block.start, span.start - _WIDEST_GROUP)
    opened = _GROUP_OPEN.search(text[low : span.start])
    closed = _GROUP_CLOSE.match(text, span.end, min(len(text), span.end + _WIDEST_GROUP))
    return (low + opened.start(), closed.end()) if opened and closed else (span.start, span.end)


def _is_textual(citation: Citation) -> bool:
    """Return whether the sentence names the work: Smith (2019) found, @doe99 found, and the textual macros of LaTeX."""
    return citation.people.is_narrative or _TEXTUAL_MACRO.match(citation.macro) is not None


def _place_run(text: str, block: Span, run: list[PlacedCitations]) -> list[PlacedCitations]:
    start, end = run[0].span.start, max(unit.span.end for unit in run)
    left, right = text[max(block.start, start - 60) : start], text[end : max(end, min(block.end, end + _ENDED_REACH))]
    opened, closed = _OPENED.search(left), _CLOSED.match(right)
    lawful = any(unit.citations[0].kind in LAW for unit in run)
    if opened and closed and not lawful:
        return _share_span(run, Span(start - len(left) + opened.start(), end + closed.end()))
    stopped, ended = _STOPPED.search(left), _ENDED.match(right)
    if lawful and text[end - 1] == ".":
        ended = ended or _ABBREVIATED.match(right)
    if stopped and ended and not continues_sentence(left, stopped.end("gap")):
        return _share_span(run, Span(start - len(left) + stopped.end("gap"), end + ended.end()))
    noun = _is_noun(left[-_NOUN_REACH:], right)
    return [PlacedCitations(unit.citations, unit.span, _is_marker(text, unit, noun=noun)) for unit in run]


def _share_span(run: list[PlacedCitations], whole: Span) -> list[PlacedCitations]:
    """Share a span among the citations of a run: each reaches to the next."""
    edges = pairwise([whole.start, *(unit.span.start for unit in run[1:]), whole.end])
    return [PlacedCitations(unit.citations, Span(*edge), marker=True) for unit, edge in zip(run, edges, strict=True)]


def _is_noun(left: str, right: str) -> bool:
    if _BEFORE_NOUN.search(left) or (not right[:1].isascii() and _AFTER_NOUN.match(right)):
        return True
    return bool(_NEW_SENTENCE.search(left) and _VERB_AFTER.match(right))


def _is_marker(text: str, unit: PlacedCitations, *, noun: bool) -> bool:
    citation = unit.citations[0]
    surface = text[unit.span.start : unit.span.end]
    if citation.kind in _ALWAYS or citation.is_short_form:
        return True
    if citation.kind == "link":
        return _BARE_LABEL.match(surface) is not None
    if citation.kind in LAW or _is_textual(citation):
        return False
    if citation.macro:  # also the second work of a call, which opens with a bracket: [45]{jones2020}
        return True
    if surface[:1] in _OPENERS and (surface[-1:] in _CLOSERS or citation.text[-1:] in _CLOSERS):
        return not noun
    if citation.kind == "numeric" or (citation.kind == "key" and surface[:1] in _MACRO):
        return True
    return citation.kind in _BARE and not noun and _AT_CLAUSE_END.match(text, unit.span.end) is not None


def has_only_citations(document: Document, span: Span, places: Sequence[PlacedCitations]) -> bool:
    """Return whether a span contains only citations, signals and punctuation."""
    at = span.start
    for place in places:
        if not _has_only(_FILLER, document.text[at : place.span.start]):
            return False
        at = max(at, place.span.end)
    return _has_only(_FILLER, document.text[at : span.end])


# Ties

# Where a clause may start; it does so only with a verb on both sides.
_EDGE = lazy_pattern(
    r";\s|:\s|,\s(?=(?:but|whereas|while|although|though|yet|and|or|so|nor)\s)|\s[—–]\s|—|(?<=[가-힣](?:만|나|며|고|데)),?\s",
    re.IGNORECASE,
)
_EDGES = " ,;:—–"  # around a clause
_MOST_TIES = 10_000  # of one paragraph; a real one has no 2,000 sentences with 2,000 markers


@dataclass(frozen=True, slots=True)
class TiedSentence:
    """One sentence of a block, with its citations and its ties."""

    span: Span  # in the plain text of the block
    places: tuple[PlacedCitations, ...] = ()
    ties: tuple[Tie, ...] = ()

    @property
    def named(self) -> list[Citation]:
        """The citations that are words of the sentence."""
        return [citation for place in self.places if not place.marker for citation in place.citations]


def tie_citations(
    words: Plain, spans: Sequence[Span], places: Sequence[PlacedCitations], *, whole: bool = False
) -> list[TiedSentence]:
    """Tie the citations of a block to its sentences; in a row or caption (`whole`) each backs all of it."""
    shares = _assign_citations(words, spans, places)
    if not whole and len(spans) > 1 and (last := _find_trailing_markers(words, spans, shares)):
        ties = _make_ties(last, "paragraph")
        return [TiedSentence(span, tuple(share), ties) for span, share in zip(spans, shares, strict=True)]
    return [
        TiedSentence(span, tuple(share), _tie_sentence(words, span, share, whole=whole))
        for span, share in zip(spans, shares, strict=True)
    ]


def _assign_citations(
    words: Plain, spans: Sequence[Span], places: Sequence[PlacedCitations]
) -> list[list[PlacedCitations]]:
    """Assign each citation to its sentence; a marker between two belongs to the first."""
    shares: list[list[PlacedCitations]] = [[] for _ in spans]
    index = 0
    for place in places:
        at = to_plain_offset(words, place.span.start)
        # A marker between two sentences has the offset at which the next one starts, like a word of the next one.
        last = at - 1 if place.marker else at
        while index + 1 < len(spans) and spans[index + 1].start <= last:
            index += 1
        shares[index].append(place)
    return shares


def _find_trailing_markers(
    words: Plain, spans: Sequence[Span], shares: list[list[PlacedCitations]]
) -> list[PlacedCitations]:
    """Return the markers after the last stop of a paragraph in which nothing else is cited."""
    end, last = spans[-1].end, shares[-1]
    if len(spans) * len(last) > _MOST_TIES or any(shares[:-1]) or words.text[end - 1] not in '.!?。…"”’)':
        return []
    are_trailing = all(place.marker and to_plain_offset(words, place.span.start) >= end for place in last)
    return last if are_trailing else []


def _tie_sentence(words: Plain, span: Span, share: list[PlacedCitations], *, whole: bool) -> tuple[Tie, ...]:
    markers = [place for place in share if place.marker]
    # With text after the first marker, each marker backs its clause.
    split = markers and _has_words(words.text[to_plain_offset(words, markers[0].span.start) : span.end])
    if whole or not split:
        return _make_ties(share, "sentence")
    text = words.text[span.start : span.end]
    clauses = _Clauses(text, [_get_offset(words, span, marker) for marker in markers])
    ties: list[Tie] = []
    for place in share:
        clause = clauses.of(_get_offset(words, span, place)) if place.marker else None
        if clause is None or (clause.start == 0 and not _has_words(text[clause.end :])):
            ties += _make_ties([place], "sentence")
        else:
            back = words.back_span(clause.shift(span.start))
            ties += (Tie(citation.id, "clause", back) for citation in place.citations)
    return tuple(ties)


def _get_offset(words: Plain, span: Span, place: PlacedCitations) -> int:
    """Return the offset of a marker in the sentence; after the stop it is the end."""
    return min(max(to_plain_offset(words, place.span.start) - span.start, 0), len(span))


def _has_words(text: str) -> bool:
    return any(char.isalnum() for char in text)


def _make_ties(places: Sequence[PlacedCitations], how: How) -> tuple[Tie, ...]:
    return tuple(Tie(citation.id, how) for place in places for citation in place.citations)


class _Clauses:
    """The clauses of one sentence, cut at markers and conjunctions."""

    def __init__(self, text: str, markers: list[int]) -> None:
        self.text = text
        self.verbs = find_verbs(text)
        inside = find_pairs(text)
        edges = (edge.end() for edge in _EDGE.finditer(text) if not is_inside_pair(inside, edge.start()))
        self.edges = sorted({0, *markers, *edges})

    def of(self, marker: int) -> Span | None:
        """Return the clause that the marker closes, or the one around it when no verb precedes it."""
        before = bisect_left(self.verbs, marker) - 1
        if before >= 0:
            start = self.edges[bisect_right(self.edges, self.verbs[before]) - 1]
            return Span(start, marker).trim(self.text, _EDGES) or None
        if not self.verbs:
            return None
        after = bisect_right(self.edges, self.verbs[0])
        end = self.edges[after] if after < len(self.edges) else len(self.text)
        return Span(0, end).trim(self.text, _EDGES) or None
