"""Find the passage of the corpus that supports a claim: found by search, judged, and never made up."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import pairwise
from typing import NamedTuple

from citevet.corpus.indexed_corpus import IndexedCorpus
from citevet.corpus.search import search
from citevet.errors import UsageError
from citevet.jobs.corpus.overview import require_corpus
from citevet.jobs.corpus.search import find_content_words, is_among, keep_telling_words
from citevet.jobs.judge_claims import ClaimQuestion, judge_claims
from citevet.jobs.judges import load_cached_judge
from citevet.jobs.source_windows import SourceWindows
from citevet.judge.claim_text import normalize_claim
from citevet.model import Body, Difference, Entry, Page, Passage, Ruling, Span
from citevet.people.parser import read_name
from citevet.records import dataclass, replace
from citevet.report.corpus.passages import CitationProposal, CiteResult
from citevet.resolve.local.context import source_of
from citevet.session import Session
from citevet.tables import read_words
from citevet.text.excerpts import shorten_words
from citevet.text.sentences import split_sentences
from citevet.text.verbs import find_verbs
from citevet.world.model_files import find_best_judge

# The share of the claim's words that a passage must have. With the embedded judge it takes 23 of the 26 English
# passages that carry their claim, and 2 of the 29 that do not (tests/jobs/cite_bar.tsv).
THRESHOLD = 0.65
_FEWEST_WORDS = 2  # of a claim that carry meaning; with one alone everything on the subject would match
_LONGEST = 2_000  # characters of a claim; a longer text is a paragraph with several claims
_PAGES = 20  # that are read, the best of the search
_TOGETHER = 2  # sentences that may support a claim between them
_JUDGED = 12  # stretches that are judged, at most …
_JUDGED_PER_SOURCE = 4  # … of each source
_MOST_AGAINST = 3  # sources that contradict
_LONGEST_SHOWN = 80  # characters of either side of a difference
_SHORT = 20_000  # characters of a page that is read whole: 20 ms
_MOST_PARAGRAPHS = 30  # of a longer page
_START = {True: 5, False: 2}  # letters, or syllables, by which a word is known in whatever form it stands
_ITEM = r"(?:[-*+•–]|\d{1,3}[.)]|#{1,6}|>)[ \t]{1,4}"
_BLANK = re.compile(r"\n[ \t]{0,40}\r?\n")
_WRAPPED = re.compile(rf"(?:\n[ \t]{{0,40}}\r?){{1,9}}\n[ \t]{{0,40}}(?:{_ITEM})?|(?:^|\n)[ \t]{{0,40}}{_ITEM}")
_LINE = re.compile(r"[^\n]+")
_NUMBERING = re.compile(r"\A\s*(?:\d{1,3}(?:\.\d{1,3}){0,4}\.?|[IVX]{1,5}\.|[A-Z]\.)\s+")
_NARROW = 0.6  # of the widest line; the lines of a wrapped sentence are about as wide
_HEADING = 12  # words
# A line that ends with one of these goes on in the next.
_UNFINISHED = read_words(
    "the a an of in on at to for by with and or but from as that than this these its their his her"
)
_RELATIVE = frozenset({"that", "which", "who", "whose"})
_LONGEST_WORD = 30  # characters
_LINED = re.compile(rf"\n[ \t]{{0,40}}(?:{_ITEM})?|^[ \t]{{0,40}}{_ITEM}")


class _SourcePage(NamedTuple):
    """A page of a source."""

    entry: Entry
    body: Body
    page: Page


@dataclass(frozen=True, slots=True)
class _CiteStretch:
    """A sentence, or two neighbours, with the words of the claim that it lacks."""

    place: _SourcePage
    span: Span
    paragraph: Span
    share: float
    missed: tuple[str, ...]

    def passage(self, span: Span) -> Passage:
        page = self.place.page
        return Passage(self.place.entry.id, span, span.of(page.text), page.number, page.label, score=self.share)

    @property
    def rank(self) -> tuple[float, bool, int]:
        """Prefer more of the claim's words, the source's own text, the shorter text."""
        return self.share, self.place.body.scope == "full", -len(self.span)


def cite_claim(claim: str, session: Session) -> CiteResult:
    """Return the nearest passage, whether it may be cited for the claim, and what contradicts the claim."""
    words = _require_words(claim)
    corpus = require_corpus(session)
    stretches = sorted(_find_stretches(claim, words, corpus), key=lambda each: each.rank, reverse=True)
    proposals = _judge(claim, _choose(stretches), session, words=len(words))
    if not proposals:
        proposals = [_propose(each, None, words=len(words)) for each in stretches[:1]]
    nearest = max(proposals, key=_rank, default=None)
    carried = nearest is not None and _is_carried(nearest)
    against = _list_opposing(proposals, nearest, carried=carried)
    return CiteResult(claim, THRESHOLD, sum(1 for _ in corpus.entries()), carried, nearest, against)


def _require_words(claim: str) -> dict[str, str]:
    if len(claim) > _LONGEST:
        raise UsageError(
            f"a claim of {len(claim):,} characters is more than one", to="CLAIM", advice="Ask sentence by sentence."
        )
    words = find_content_words(claim)
    if len(words) < _FEWEST_WORDS:
        raise UsageError("too few words to look for", to="CLAIM", advice="Write the claim as a whole sentence.")
    return words


def _find_stretches(claim: str, words: dict[str, str], corpus: IndexedCorpus) -> Iterator[_CiteStretch]:
    """Yield the sentences and pairs of neighbours on the pages that have the claim's words."""
    for hit in search(corpus, keep_telling_words(claim), limit=_PAGES):
        entries = corpus.entries_by_id(hit.entry)
        if len(entries) != 1:  # an id that two entries claim cannot be cited
            continue
        body = corpus.body(entries[0])
        for index, found in enumerate(body.pages):
            if (found.number, found.label) == (hit.page, hit.label):
                page = _finish_page(body.pages, index)
                place = _SourcePage(entries[0], body, page)
                for first, last in find_paragraphs(page.text, words):
                    yield from _split_paragraph(place, Span(first, last), words)


def _finish_page(pages: Sequence[Page], index: int) -> Page:
    """Return a page with the end of its last sentence from the next page, and without the end of one from before."""
    page, text = pages[index], pages[index].text
    if index and _is_unfinished(pages[index - 1].text) and (first := next(iter(split_sentences(text)), None)):
        begins_small = text[first.start : first.start + 1].islower()
        text = " " * first.end + text[first.end :] if begins_small else text
    if index + 1 < len(pages) and _is_unfinished(text):
        following = pages[index + 1].text[:_LONGEST].lstrip()
        rest = next(iter(split_sentences(following)), None) if following[:1].islower() else None
        text = f"{text.rstrip()} {following[: rest.end]}" if rest else text
    return replace(page, text=text)


def _is_unfinished(text: str) -> bool:
    """Return whether a page ends inside a sentence."""
    return text.rstrip()[-1:].isalnum() or text.rstrip().endswith((",", ";"))


def _split_paragraph(place: _SourcePage, paragraph: Span, words: dict[str, str]) -> Iterator[_CiteStretch]:
    text, first = place.page.text, paragraph.start
    spans = [span.shift(first) for span in split_sentences(paragraph.of(text))]
    for count in range(1, _TOGETHER + 1):
        for at in range(len(spans) - count + 1):
            span = Span(spans[at].start, spans[at + count - 1].end)
            stems = set(find_content_words(span.of(text)))
            missed = tuple(word for stem, word in words.items() if not is_among(stem, stems))
            yield _CiteStretch(place, span, paragraph, 1 - len(missed) / len(words), missed)


def _choose(stretches: Iterable[_CiteStretch]) -> list[_CiteStretch]:
    """Return the best stretches with enough of the claim's words, a few of each source."""
    chosen: dict[str, list[_CiteStretch]] = {}
    for each in stretches:
        same = chosen.setdefault(each.place.entry.id, [])
        if each.share >= THRESHOLD and len(same) < _JUDGED_PER_SOURCE:
            same.append(each)
    found = sorted((each for same in chosen.values() for each in same), key=lambda each: each.rank, reverse=True)
    return found[:_JUDGED]


def _judge(claim: str, stretches: Sequence[_CiteStretch], session: Session, *, words: int) -> list[CitationProposal]:
    """Judge a claim on each stretch, on the paragraph around it, which may take it back, and as `check` would."""
    if not stretches:
        return []
    name = session.config.judge
    assessor = load_cached_judge(session, find_best_judge() if name == "none" else name)
    asked = [_ask(claim, each, span) for each in stretches for span in (each.span, each.paragraph)]
    cited = {each.place.entry.id: _ask_source(claim, each.place) for each in stretches}
    rulings = iter(judge_claims([*cited.values(), *asked], assessor))
    checked = {name: next(rulings) for name in cited}
    return [
        _propose(each, _combine(next(rulings), next(rulings), checked[each.place.entry.id]), words=words)
        for each in stretches
    ]


def _ask(claim: str, stretch: _CiteStretch, span: Span) -> ClaimQuestion:
    authors = frozenset(name for author in stretch.place.entry.authors for name in read_name(author).forms())
    return ClaimQuestion(normalize_claim(claim, authors), (stretch.passage(span),), scope=stretch.place.body.scope)


def _ask_source(claim: str, place: _SourcePage) -> ClaimQuestion:
    """Return the question that `check` would put for a citation of this source."""
    windows = SourceWindows(source_of(place.entry), place.body)
    return windows.question(normalize_claim(claim, windows.authors))


def _combine(stretch: Ruling, paragraph: Ruling, source: Ruling) -> Ruling:
    """Return the ruling on a stretch, unless it is supported and its paragraph or the whole source says otherwise."""
    takes_back = paragraph.support == "contradicted" or "conflicting" in paragraph.flags or bool(paragraph.differences)
    if stretch.support != "supported":
        return stretch
    return paragraph if takes_back else source if source.support != "supported" else stretch


def _propose(stretch: _CiteStretch, ruling: Ruling | None, *, words: int) -> CitationProposal:
    entry, body, _ = stretch.place
    passage = stretch.passage(stretch.span)
    quotes = entry.quotes if body.scope != "full" else ()
    differences = ruling.differences if ruling else ()
    return CitationProposal(
        entry,
        passage,
        body.scope,
        words=words,
        missed=stretch.missed,
        lacks=tuple(_list_faults(ruling)) if ruling else (),
        differences=differences,
        key_quote=next((quote for quote in quotes if passage.text in quote.text), None),
    )


def _list_faults(ruling: Ruling) -> Iterator[str]:
    """Yield what keeps a passage from being cited, as clauses."""
    yield from map(_describe, ruling.differences)
    if ruling.support == "supported" or ruling.differences:
        return
    if ruling.reason == "language":
        yield "it was not judged: the judge reads English only"
    elif ruling.reason == "abstained":
        yield "the judge cannot decide whether the source supports the claim"
    elif ruling.reason == "partial-scope":
        yield "the corpus has only a part of the source, such as its title"
    elif ruling.support == "unchecked":
        yield f"it was not judged ({(ruling.reason or 'not-asked').replace('-', ' ')})"
    elif ruling.support == "contradicted":
        yield "the judge reads it as a contradiction"
    else:
        yield "the judge does not find the claim in it"


def _describe(difference: Difference) -> str:
    claim, source = (shorten_words(words, _LONGEST_SHOWN) for words in (difference.claim, difference.source))
    if difference.type == "hedge":
        return f"the passage says it less surely: “{source}” (hedge)"
    if not source:
        return f"the passage does not say “{claim}” ({difference.type})"
    return f"the claim says “{claim}”, the passage “{source}” ({difference.type})"


def _is_carried(proposal: CitationProposal) -> bool:
    return not proposal.lacks and (proposal.passage.score or 0) >= THRESHOLD


def _rank(proposal: CitationProposal) -> tuple[bool, float, bool, int]:
    """Prefer what may be cited, then the greater share, the source's own words, the shorter text."""
    score = proposal.passage.score or 0
    return _is_carried(proposal), score, proposal.is_quotable, -len(proposal.passage.text)


def _list_opposing(
    found: Iterable[CitationProposal], nearest: CitationProposal | None, *, carried: bool
) -> tuple[CitationProposal, ...]:
    """Return what contradicts, the nearest of each source first; beside a passage to cite, its own source too."""
    best: dict[str, CitationProposal] = {}
    for proposal in sorted(found, key=_rank, reverse=True):
        if proposal.is_opposed and nearest and (not carried or _is_apart(proposal, nearest)):
            best.setdefault(proposal.entry.id, proposal)
    if nearest and not carried:
        best.pop(nearest.entry.id, None)
    return tuple(best.values())[:_MOST_AGAINST]


def _is_apart(one: CitationProposal, other: CitationProposal) -> bool:
    """Return whether two passages have no text in common."""
    places = [(each.entry.id, each.passage.page, each.passage.page_label) for each in (one, other)]
    return places[0] != places[1] or not one.passage.span.overlaps(other.passage.span)


def find_paragraphs(text: str, stems: Iterable[str]) -> list[tuple[int, int]]:
    """Return where paragraphs begin and end: all of a short text, the best of a long one."""
    found = list(split_paragraphs(text))
    if len(text) <= _SHORT:
        return found
    shared = _find_shared(text, stems, [start for start, _ in found])
    best = nlargest(_MOST_PARAGRAPHS, shared, key=lambda index: (len(shared[index]), -index))
    return [found[index] for index in sorted(best)]


def _find_shared(text: str, stems: Iterable[str], starts: list[int]) -> dict[int, set[str]]:
    """Return which words of the claim begin in which paragraph."""
    heads = sorted({re.escape(stem[: _START[stem.isascii()]]) for stem in stems}, key=len, reverse=True)
    shared: dict[int, set[str]] = {}
    for match in re.compile("|".join(heads) or r"(?!)", re.IGNORECASE).finditer(text):
        index = bisect_right(starts, match.start()) - 1
        if index >= 0:
            shared.setdefault(index, set()).add(match[0].lower())
    return shared


def split_paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Yield the paragraphs, without the marks of items: between blank lines where there are any, else line by line."""
    start = 0
    has_blank = _BLANK.search(text) is not None
    for gap in (_WRAPPED if has_blank else _LINED).finditer(text):
        if not has_blank and _goes_on(text, gap):
            continue
        if start < gap.start():
            yield from _cut_headings(text, start, gap.start())
        start = gap.end()
    if start < len(text):
        yield from _cut_headings(text, start, len(text))


def _goes_on(text: str, gap: re.Match[str]) -> bool:
    """Return whether a sentence goes on after the end of a line."""
    before = text[max(gap.start() - _LONGEST_WORD, 0) : gap.start()].split()[-1:]
    return gap[0].strip() == "" and (
        text[gap.end() : gap.end() + 1].islower() or any(word.lower() in _UNFINISHED for word in before)
    )


def _cut_headings(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a paragraph without the lines above and inside it that read like headings or running heads."""
    lines = [(found.start(), found.end()) for found in _LINE.finditer(text, start, end)]
    widest = max((last - first for first, last in lines), default=0)
    at = start
    for (first, last), (following, _) in pairwise(lines):
        opens = first <= at or text[max(at, first - 5) : first].rstrip().endswith((".", "!", "?", "…", "。"))
        if opens and last - first < _NARROW * widest and _is_heading(text[first:last], text[following : following + 1]):
            if text[at:first].strip():
                yield at, first
            at = following
    if at < end:
        yield at, end


def _is_heading(line: str, following: str) -> bool:
    """Return whether a line is a heading: a few words without a verb or a stop, and a sentence opens below it."""
    words = _NUMBERING.sub("", line).strip(" \t:*_#").split()
    if any(word.lower() in _RELATIVE for word in words):
        return False
    is_open = not words or words[-1].endswith((",", ".", ";", "!", "?")) or words[-1].lower() in _UNFINISHED
    return not is_open and len(words) <= _HEADING and not find_verbs(" ".join(words)) and not following.islower()
