"""How much of a title two descriptions of a work share, whatever their markup, case, accents and punctuation."""

from collections.abc import Iterator

from citevet.model import Record
from citevet.read.latex_fields import clean_field
from citevet.resolve.service_fields import strip_markup
from citevet.text.language import detect_language
from citevet.text.names import fold_name
from citevet.text.patterns import lazy_pattern
from citevet.text.stems import STOP_WORDS

_MAX_TEXT = 4_000  # characters
_FEWEST_WORDS = 3  # of a title; "Introduction" and "Annual report" name many works
_FEWEST_LETTERS = 10  # of a title that is searched as a whole
_STEM = 7  # letters by which words are compared: modelling is modeling, but not model
_UNSPACED = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")  # scripts that glue words, or endings to them


def title_likeness(cited: str, text: str, record: Record) -> float | None:
    """Return the best share of words between a reference and the titles of a record; none if nothing can be said."""
    titles = [plain_title(title) for title in (record.title, *record.titles) if title]
    whole = squash(text)
    if any(len(squash(title)) >= _FEWEST_LETTERS and squash(title) in whole for title in titles):
        return 1.0
    if cited and (_names_venue(cited, record) or not any(is_same_script(cited, title) for title in titles)):
        return None  # the book of the chapter, or a title that is translated or transliterated
    words, cited_words = fold_words(text), fold_words(cited)
    return max((share for title in titles for share in _shares(fold_words(title), cited_words, words)), default=None)


def has_title(cited: str) -> bool:
    """Check whether a reference has a title of enough words to tell its work from others."""
    return len(fold_words(cited)) >= _FEWEST_WORDS


def are_translations(cited: str, record: Record) -> bool:
    """Check whether the titles are in different languages, as far as that can be told."""
    here = detect_language(cited)
    there = detect_language(record.title) or record.language[:2]
    return bool(here and there) and here != there and not (here == "other" and there not in {"en", "ko", "ja", "zh"})


def is_same_script(left: str, right: str) -> bool:
    """Check that both or neither are mostly in Latin letters."""
    return _is_latin(squash(left)) == _is_latin(squash(right))


def plain_title(title: str) -> str:
    """Return a title without HTML, JATS and LaTeX."""
    return clean_field(strip_markup(title[:_MAX_TEXT]).replace("$", " "))


def squash(text: str) -> str:
    """Return only the letters and digits of a text, folded, so that hyphens and spaces make no difference."""
    return fold_name(text[:_MAX_TEXT]).replace(" ", "")


def fold_words(text: str) -> frozenset[str]:
    """Return the content words of a text, folded and shortened to their beginnings; pairs of letters in East Asia."""
    return frozenset(_shorten_words(fold_name(text[:_MAX_TEXT]).split()))


def _shorten_words(words: list[str]) -> Iterator[str]:
    for word in words:
        if len(word) > 1 and _UNSPACED.search(word):
            yield from (word[at : at + 2] for at in range(len(word) - 1))
        elif len(word) > 1 and word not in STOP_WORDS:
            yield word[:_STEM]


def _shares(title: frozenset[str], cited: frozenset[str], text: frozenset[str]) -> Iterator[float]:
    """Yield how much of a title is in the text, and of the cited title in it; too few words say nothing."""
    if len(title) >= _FEWEST_WORDS:
        yield len(title & text) / len(title)
        if len(cited) >= _FEWEST_WORDS:
            yield len(cited & title) / len(cited)


def _names_venue(cited: str, record: Record) -> bool:
    return any(squash(cited) == squash(venue) for venue in (record.venue, *record.venues) if venue)


def _is_latin(folded: str) -> bool:
    return 2 * sum(map(str.isascii, folded)) >= len(folded)
