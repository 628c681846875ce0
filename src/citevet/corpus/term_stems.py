"""The stems of search terms, by the tokenizer of SQLite: every engine of the index has the same."""

import sqlite3
from collections.abc import Iterable

from citevet.corpus.index_format import TOKENIZER, WORD_TOKENIZER

_MOST_KNOWN = 500_000  # terms in memory, about 100 MB; a corpus of 100,000 passages has fewer


class Stemmer:
    """Stems terms, and keeps the stems: a corpus repeats its words."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, ...]] = {}

    def stem(self, terms: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """Return the stem of each term: none for signs, and several where the tokenizer splits the term."""
        wanted = dict.fromkeys(terms)
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        new = [term for term in wanted if term not in self._known]
        if new:
            self._known.update(_tokenize(new, TOKENIZER))
        return {term: self._known[term] for term in wanted}


def split_terms(terms: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the words of each term: the tokenizer does not count the vowel signs of New Tai Lue as letters."""
    return _tokenize(list(terms), WORD_TOKENIZER)


def _tokenize(terms: list[str], tokenizer: str) -> dict[str, tuple[str, ...]]:
    scratch = sqlite3.connect(":memory:")
    try:
        scratch.execute(f"CREATE VIRTUAL TABLE asked USING fts5 (terms, tokenize = '{tokenizer}')")
        scratch.execute("CREATE VIRTUAL TABLE stems USING fts5vocab (asked, instance)")
        scratch.executemany("INSERT INTO asked (rowid, terms) VALUES (?, ?)", enumerate(terms))
        found: dict[str, tuple[str, ...]] = dict.fromkeys(terms, ())
        for number, stem in scratch.execute('SELECT doc, term FROM stems ORDER BY doc, "offset"'):
            found[terms[number]] += (stem,)
    finally:
        scratch.close()
    return found
