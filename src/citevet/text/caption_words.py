"""Words that lawyers abbreviate in the names of US cases: "Cmty." is Community, "Sec'y" Secretary."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from citevet.patterns import lazy_pattern
from citevet.tables import read_rows

_SIGNS = lazy_pattern(r"[.'’-]")


@cache
def list_abbreviations() -> Mapping[str, tuple[str, ...]]:
    """Return the abbreviations, in small letters without signs, with the words that they stand for."""
    found: dict[str, tuple[str, ...]] = {}
    for short, words, _ in read_rows(Path(__file__).with_name("caption_words.tsv")):
        bare = _SIGNS.sub("", short).lower()
        found[bare] = (*found.get(bare, ()), *words.split())
    return found


@cache
def list_whole_words() -> frozenset[str]:
    """Return the words that are often abbreviated: names of trades, offices and places, which many cases share."""
    return frozenset(word for words in list_abbreviations().values() for word in words)
