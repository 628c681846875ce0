"""Extraction with the tagger of reference entries that ships, which is loaded once."""

from functools import cache, partial

from citevet.contracts import EntryTagger
from citevet.extract import extract as _extract
from citevet.extract.entry_features import VERSION
from citevet.world.reference_tagger import find_tagger, load_tagger


@cache
def shipped_tagger() -> EntryTagger:
    """Return the tagger that ships."""
    return load_tagger(find_tagger(), VERSION)


extract = partial(_extract, tagger=shipped_tagger)
