"""Search the sources by their words, in whatever form, and by their subject.

Titles and openings are compared as vectors, the rest by words: to embed 2,000 whole papers would take an hour.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any
from unicodedata import normalize

from citevet.contracts import Progress
from citevet.corpus.index_refresh import PIECE_LENGTH, may_be_english
from citevet.corpus.indexed_corpus import IndexedCorpus
from citevet.corpus.search import (
    EmbeddedPiece,
    SearchHit,
    SourceOpening,
    count_pieces,
    find_near_pieces,
    list_unembedded,
    make_snippet,
    search,
    store_vectors,
)
from citevet.errors import ModelError, WrongArgument
from citevet.jobs.corpus.overview import require_corpus
from citevet.model import Span
from citevet.records import dataclass, replace
from citevet.report.corpus.passages import PageHit, hits_to_dict
from citevet.retrieve import combine_scores, cosine_similarities, order_by_score
from citevet.session import Session
from citevet.text.stems import strip_ending

_PAGES = 50  # by words that are weighed against what the sources are about
_UNREAD = "not all sources are embedded, so words alone were searched; `citevet corpus index` embeds them, once"
_MOST_PIECES = 5  # of one source: its title, and four of its opening
_AT_A_TIME = 10_000  # pieces that are embedded and stored
# Of 200 claims 95 % come nearer than 0.4 to their abstract, two bare words 0.3; 95 % of other abstracts stay below 0.3.
_FLOOR = 0.3
_AT_ONCE = 200  # rows that a search may embed on the way: about four seconds on two cores
_WORD = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(r"[^\W_]+")
_NUMBER_WORDS = frozenset(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million
    millions billion billions trillion trillions 백 천 만 억 조
    """.split()
)
# Words that any sentence may have, and those by which an author only points at a source.
_EMPTY = frozenset(
    """
    a about above after again all also among an and any are as at be because been before being below between both but
    by can cannot could did do does doing down during each either few for from further had has have having he her here
    hers him his how i if in into is it its itself just least less many may me might more most much must my near never
    neither no none nor not of off on once one ones only or other our ours out over own per same she should since so
    some such than that the their theirs them then there these they this those through thus to too under until up upon
    us very was we were what when where whether which while who whom why will with within without would yet you your
    according author authors data evidence find finding findings finds found indicate indicated indicates paper percent
    report reported reports research researcher researchers result results show showed shown shows studies study
    suggest suggested suggests
    및 등 수 것 것은 것이 것을 그 이 저 더 또 또는 그리고 그러나 하지만 위해 위한 대한 대해
    대하여 따르면 의하면 연구 연구는 연구에 있다 있는 있으며 한다 하는 했다 된다 되는 됐다 이다 같은
    때문에 매우 가장 모든 각 약 퍼센트 않는다 않았다 없다 없었다
    """.split()
)
_ENDINGS = (
    *("ations", "ation", "ments", "ment", "ingly", "ings", "ing", "edly", "ness", "ies", "ied", "ers", "er"),
    *("est", "ed", "es", "ly", "al", "s", "e", "y"),
)
_PARTICLES = (
    *("에서는", "으로는", "에서의", "으로써", "이라는", "입니다", "에게서", "까지는", "했으며", "하였다", "합니다"),
    *"에서 에는 으로 부터 까지 에게 이나 보다 처럼 마다 라는 라고 하는 하여 한다".split(),
    *("했다", "하고", "하며", "된다", "되는", "되어", "됐다", "였다", "이다", "들은", "들이", "들의", "들을"),
    *("은", "는", "이", "가", "을", "를", "의", "에", "로", "와", "과", "도", "만", "들"),
)
_LEFT = 3  # letters that must be left of an English word
_PASSES = 3  # "measurements" loses "s", "ment", and what "measured" loses too
_ALIKE = {True: 5, False: 2}  # letters, or syllables, after which two stems count as one word: reduc|ed, reduc|tion


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What was found, the best first, and what people should know of how."""

    found: tuple[PageHit, ...]
    note: str = ""
    query: str = ""

    def __iter__(self) -> Iterator[PageHit]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer of every interface."""
        notes = [self.note] if self.note else []
        return {**hits_to_dict(self.query, self.found), "note": self.note or None, "notes": notes}


@dataclass(frozen=True, slots=True)
class SimilarSource:
    """A source that is about the question."""

    head: SourceOpening
    text: str  # the piece that comes nearest; empty when it is the title
    nearness: float


def search_corpus(
    query: str, session: Session, *, limit: int = 10, words_only: bool = False, progress: Progress | None = None
) -> SearchResult:
    """Return the pages that have the words of a question, and the sources that are about it in others."""
    if not query.strip():
        raise WrongArgument("there is nothing to search for", advice="Name one or more words.")
    corpus = require_corpus(session)
    by_words = search(corpus, keep_telling_words(query), limit=max(limit, _PAGES))
    about, note = ({}, "") if words_only else _find_similar(query, corpus, session, by_words, limit, progress)
    hits = _merge(query, by_words, about)[:limit]
    found = (
        PageHit(
            corpus.entries_by_id(hit.entry)[0],
            hit.page,
            hit.label,
            hit.snippet,
            _find_marks(query, hit.snippet),
            hit.score,
        )
        for hit in hits
    )
    return SearchResult(tuple(found), note, query)


def _find_similar(
    query: str,
    corpus: IndexedCorpus,
    session: Session,
    by_words: Sequence[SearchHit],
    limit: int,
    progress: Progress | None,
) -> tuple[Mapping[str, SimilarSource], str]:
    """Return the sources that are about a question, by id: those that have its words, and the best of the others."""
    if not may_be_english(query) or not count_pieces(corpus):
        return {}, ""
    from citevet.jobs.embedding import CachedVectors  # numpy, and a search by words needs none

    try:
        is_complete, _ = _embed_pieces(corpus, session, at_once=_AT_ONCE, progress=progress)
        if not is_complete:
            return {}, _UNREAD
        entries = list(dict.fromkeys(hit.entry for hit in by_words))
        most = _MOST_PIECES * (limit + len(entries))
        (vector,) = CachedVectors(session, [query[:PIECE_LENGTH]]).packed()
    except ModelError as error:
        return {}, f"words alone were searched: {error}"
    return _choose_nearest(find_near_pieces(corpus, vector, most=most, entries=entries), vector), ""


def _merge(query: str, by_words: Sequence[SearchHit], about: Mapping[str, SimilarSource]) -> list[SearchHit]:
    """Return the pages that have the words, and the opening of each source that has none and is about them.

    What a source is about counts for each of its pages. Words are held against a page that would have them all, so
    that "attack" alone does not come before what is about a heart attack.
    """
    if not about:
        return list(by_words)
    having = {hit.entry for hit in by_words}
    hits = [*by_words, *(_opening(each) for entry, each in about.items() if entry not in having)]
    nearness = [about[hit.entry].nearness if hit.entry in about else 0.0 for hit in hits]
    whole = by_words[0].score / (share_of_words(query, by_words[0].snippet) or 1.0) if by_words else 1.0
    *scores, _ = combine_scores([*(hit.score for hit in hits), whole], [*nearness, 0.0])
    return [replace(hits[at], score=round(scores[at], 6)) for at in order_by_score(scores)]


def _opening(found: SimilarSource) -> SearchHit:
    head = found.head
    return SearchHit(head.entry, head.page, head.label, make_snippet(found.text or head.text or head.title, ()), 0.0)


def _embed_pieces(
    corpus: IndexedCorpus, session: Session, *, at_once: int | None = None, progress: Progress | None = None
) -> tuple[bool, int]:
    """Give every piece of the index a vector; return whether all have one, and how many were computed.

    It stops where more than `at_once` would have to be computed.
    """
    from citevet.jobs.embedding import CachedVectors, name_embedder  # numpy, and a search by words needs none

    model, new = name_embedder(session), 0
    # Bounded, because another process may use another model and drop the vectors of this one.
    for _ in range(2 + 2 * (count_pieces(corpus) // _AT_A_TIME)):
        missing = list_unembedded(corpus, model, most=_AT_A_TIME)
        if not missing:
            return True, new
        known = CachedVectors(session, list(missing.values()))
        if at_once is not None and new + known.missing > at_once:
            return False, new
        new += known.missing
        store_vectors(corpus, model, dict(zip(missing, known.packed(progress), strict=True)))
    return False, new


def _choose_nearest(found: Sequence[EmbeddedPiece], vector: bytes) -> dict[str, SimilarSource]:
    """Return the nearest piece of each source that is near enough."""
    from citevet.jobs.embedding import unpack_vectors  # as above

    if not found:
        return {}
    rows = unpack_vectors([vector, *(piece.vector for piece in found)])
    best: dict[str, SimilarSource] = {}
    for piece, value in zip(found, cosine_similarities(rows[0], rows[1:]), strict=True):
        entry = piece.head.entry
        if value >= _FLOOR and (entry not in best or value > best[entry].nearness):
            best[entry] = SimilarSource(piece.head, piece.text, value)
    return best


@dataclass(frozen=True, slots=True)
class CorpusIndexed:
    """What a search can use."""

    sources: int
    passages: int  # titles and openings that have vectors
    new: int  # of them, since the last time


def index_corpus(session: Session, progress: Progress | None = None) -> CorpusIndexed:
    """Bring index and vectors up to date; what did not change is not read again."""
    corpus = require_corpus(session)
    _, new = _embed_pieces(corpus, session, progress=progress) if count_pieces(corpus) else (True, 0)
    return CorpusIndexed(sum(1 for _ in corpus.entries()), count_pieces(corpus), new)


def find_content_words(text: str) -> dict[str, str]:
    """Return the words that carry meaning, in order: stem to word."""
    found: dict[str, str] = {}
    for word in _WORD.findall(normalize("NFKC", text).casefold()):
        if word not in _EMPTY and word not in _NUMBER_WORDS and (len(word) > 1 or not word.isascii()):
            found.setdefault(_stem(word), word)
    return found


def is_among(stem: str, stems: set[str]) -> bool:
    """Return whether a word is among others, whatever its ending."""
    if stem in stems:
        return True
    least = _ALIKE[stem.isascii()]
    return any(
        len(short) >= least and long.startswith(short)
        for other in stems
        for short, long in [sorted((stem, other), key=len)]
    )


def keep_telling_words(query: str) -> str:
    """Return a question without the words that any page has; all of it when it has no others."""
    words = [word for word in _TOKEN.findall(normalize("NFKC", query)) if word.casefold() not in _EMPTY]
    return " ".join(words) or query


def share_of_words(query: str, text: str) -> float:
    """Return the share of a question's words that a text has."""
    asked = {_stem(word.casefold()) for word in _TOKEN.findall(keep_telling_words(query))}
    held = {_stem(normalize("NFKC", word).casefold()) for word in _TOKEN.findall(text)}
    return sum(is_among(stem, held) for stem in asked) / len(asked) if asked else 0.0


def _find_marks(query: str, text: str) -> tuple[Span, ...]:
    """Return the places of a question's words in a text, in whatever form."""
    asked = {_stem(word.casefold()) for word in _TOKEN.findall(keep_telling_words(query))}
    spans = ((Span(*found.span()), found[0]) for found in _TOKEN.finditer(text))
    return tuple(span for span, word in spans if is_among(_stem(normalize("NFKC", word).casefold()), asked))


@lru_cache(maxsize=50_000)  # a page repeats its words; 20 µs each
def _stem(word: str) -> str:
    """Fold the forms of a word, roughly: both sides are folded alike, so a wrong stem does little harm."""
    if not word.isascii():
        return strip_ending(word, _PARTICLES, shortest=2)
    for _ in range(_PASSES):
        word = strip_ending(word, _ENDINGS, shortest=_LEFT)
    return word
