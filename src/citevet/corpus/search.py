"""Full-text search in the pages of the corpus (BM25), and the opening of each source."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol, TypeVar

from citevet.corpus.index_connection import IndexConnection, SearchPhrase
from citevet.corpus.term_stems import Stemmer, split_terms
from citevet.text.tokens import query_terms

_MAX_QUERY = 10_000  # characters
_MAX_TERMS = 64
# A term in more windows than this says next to nothing and costs the most: with common words a query on 100,000 texts
# took 284 ms, without those in over a tenth of them 12 ms.
_COMMON_SHARE = 0.1
_FEW_WINDOWS = 1_000  # below that every term is cheap
# Windows that are ranked. In 100,000 passages of 1,000 characters this gives 96 % of the ten best that all windows with
# any of the terms would give (60 queries of three or four terms), in a third of the time.
_FOUND_WINDOWS = 3_000
_OPENINGS = """
    SELECT id, title, number, label, coalesce(substr(text, first + 1, last - first), '')
    FROM entries JOIN openings ON openings.entry = entries.key LEFT JOIN pages ON pages.key = page
    ORDER BY place, path
"""
_SNIPPET_LENGTH = 240  # characters
_SNIPPET_BEFORE = 60  # of them before the first term
_ELLIPSIS = "…"
_Answer = TypeVar("_Answer")


class SearchIndex(Protocol):
    """Runs queries on the index of a corpus."""

    def query(self, question: Callable[[IndexConnection], _Answer]) -> _Answer:
        """Return the answer to a query."""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A page that matches a query, and a snippet of it."""

    entry: str  # REF-043
    page: int | None  # counted from 1; None if the source has no pages
    label: str | None  # as printed
    snippet: str
    score: float  # of BM25: higher is better, comparable within one search only


@dataclass(frozen=True, slots=True)
class SourceOpening:
    """The title of a source, and its first stretch of text."""

    entry: str  # REF-043
    title: str
    page: int | None  # counted from 1; None if the source has no pages
    label: str | None  # as printed
    text: str  # about half a page


def search(corpus: SearchIndex, query: str, *, limit: int = 10) -> list[SearchHit]:
    """Return the best pages in a stable order: equal scores are sorted by id and page."""
    wanted = dict(query_terms(query[:_MAX_QUERY]))
    rare, common = corpus.query(lambda connection: _choose_phrases(connection, wanted))
    if not rare or limit < 1:
        return []
    terms = [phrase.term for phrase in (*rare, *common)]
    rows = corpus.query(lambda connection: connection.rank_pages(rare, common, limit))
    return [
        SearchHit(ref, page, label, make_snippet(text, terms), round(score, 6))
        for ref, page, label, text, score in rows
    ]


def source_openings(corpus: SearchIndex) -> list[SourceOpening]:
    """Return the opening of every entry, sorted by id."""
    rows = corpus.query(lambda connection: connection.execute(_OPENINGS).fetchall())
    return [SourceOpening(*row) for row in rows]


def _choose_phrases(
    connection: IndexConnection, wanted: Mapping[str, bool]
) -> tuple[list[SearchPhrase], list[SearchPhrase]]:
    """Return the terms in the corpus, rarest first: those that find windows, and those that only add to their scores.

    Terms in very many windows are left out, unless there are no others.
    """
    phrases = _make_phrases(wanted)
    counts, total = connection.count_windows(dict.fromkeys(phrase.stem for phrase in phrases))
    present = sorted(
        (phrase for phrase in phrases if counts[phrase.stem] or phrase.is_prefix),
        key=lambda phrase: (counts[phrase.stem], phrase.term),
    )
    most = max(_FEW_WINDOWS, total * _COMMON_SHARE)
    chosen = ([phrase for phrase in present if counts[phrase.stem] <= most] or present[:1])[:_MAX_TERMS]
    sums = accumulate(counts[phrase.stem] for phrase in chosen)
    split = sum(place == 0 or found <= _FOUND_WINDOWS for place, found in enumerate(sums))
    return chosen[:split], chosen[split:]


def _make_phrases(wanted: Mapping[str, bool]) -> list[SearchPhrase]:
    """Return the terms with one stem each; a term of several words is looked up word by word, as it is indexed."""
    stems = Stemmer().stem(wanted)
    several = [term for term, found in stems.items() if len(found) > 1]
    if several:
        words = {term: (term,) for term in wanted} | split_terms(several)
        return _make_phrases({word: wanted[term] for term, found in words.items() for word in found})
    return [SearchPhrase(term, stem, wanted[term]) for term, found in stems.items() for stem in found]


def make_snippet(text: str, terms: Iterable[str]) -> str:
    """Return the first stretch with the most terms, on one line."""
    found = [(match.start(), match[0].casefold()) for match in _terms_pattern(terms).finditer(text)]
    start = max(found, key=lambda one: (_count_terms(found, one[0]), -one[0]), default=(0, ""))[0]
    first = _next_word(text, max(start - _SNIPPET_BEFORE, 0))
    last = _next_word(text, min(first + _SNIPPET_LENGTH, len(text)))
    shown = " ".join(text[first:last].split())
    return f"{_ELLIPSIS if first else ''}{shown}{_ELLIPSIS if last < len(text) else ''}"


def _terms_pattern(terms: Iterable[str]) -> re.Pattern[str]:
    """Match the terms; a word of letters by its start, because the index has its stem."""
    forms = [
        rf"(?<!\w){re.escape(term[: max(4, len(term) - 3)])}" if term.isascii() else re.escape(term) for term in terms
    ]
    return re.compile("|".join(sorted(forms, key=len, reverse=True)) or r"(?!)", re.IGNORECASE)


def _count_terms(found: list[tuple[int, str]], start: int) -> int:
    return len({term for at, term in found if start <= at < start + _SNIPPET_LENGTH - _SNIPPET_BEFORE})


def _next_word(text: str, at: int) -> int:
    """Move a cut forward to the next space, if one is near."""
    if at in {0, len(text)}:
        return at
    space = text.find(" ", at, at + 20)
    return space + 1 if space >= 0 else at
