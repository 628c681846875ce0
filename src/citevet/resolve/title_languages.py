"""Titles as such: whether one tells its work from others, and whether two are in one language."""

from itertools import product

from citevet.model import Record
from citevet.patterns import lazy_pattern
from citevet.resolve.alignment.entry_words import measure_likeness
from citevet.resolve.cited_fields import CitedFields, fold_words
from citevet.text.language import detect_language
from citevet.text.names import fold_name, is_same_script

TOLD_APART = frozenset({"en", "ko", "ja", "zh"})  # languages
PLAIN_WORDS = 5  # of a title; of 102 such titles in which no language is detected, 101 are English
TITLE_WORDS = 3  # of a title; "Introduction" and "Annual report" name many works
_COGNATE = 5  # letters of a word that two languages may share
_SIGNS = lazy_pattern(r"[‐-―‘’“”…−]")  # of typesetters
_LIKE = 0.5  # likeness of two words that may be one in two languages
# Sections of journals and books, which some registries have as the titles of what appeared there.
HEADINGS = frozenset(
    (
        "abstract|abstracts|acknowledgments|announcement|announcements|appendix|article|articles|bibliography"
        "|biography|book review|book reviews|case report|comment|commentary|comments|communication"
        "|communications|conclusion|conclusions|contents|correction|correspondence|corrigendum|discussion"
        "|editorial|editorials|editor s note|epilogue|errata|erratum|essay|foreword|front matter|glossary"
        "|in brief|in memoriam|index|interview|introduction|letter|letter to the editor|letters"
        "|letters to the editor|miscellaneous|news|news and views|news focus|news in brief|note|notes"
        "|obituaries|obituary|opinion|overview|perspective|perspectives|poster|posters|preface|prologue"
        "|references|reply|report|reports|research article|research highlights|research letter|response|review"
        "|reviews|short communication|summary|supplement|untitled|viewpoint|world view"
    ).split("|")
)


def has_title(cited: str) -> bool:
    """Check whether a reference has a title of enough words to tell its work from others."""
    return len(fold_words(cited)) >= TITLE_WORDS


def are_translations(cited: str, record: Record) -> bool:
    """Check whether the titles are in different languages, as far as that can be detected."""
    here = detect_language(cited)
    there = detect_language(record.title) or record.language[:2]
    return bool(here and there) and here != there and not (here == "other" and there not in TOLD_APART)


def is_translated(cited: CitedFields, record: Record) -> bool:
    """Check whether a record is in another language or script than the reference, as far as can be seen."""
    if not is_same_script(cited.title or cited.text, record.title):
        return True
    return bool(cited.title) and are_translations(cited.title, record)


def guess_language(title: str) -> str | None:
    """Return the language of a title; a long one without accents and without small words is English."""
    is_plain = title.isascii() and len(fold_words(title)) >= PLAIN_WORDS
    return detect_language(title) or ("en" if is_plain else None)


def may_be_translated(cited: CitedFields, record: Record) -> bool:
    """Check for a title whose language cannot be told beside an English one with words that are nearly its own."""
    languages = {guess_language(cited.title), guess_language(record.title)}
    return languages == {"en", None} and _have_cognates(cited.title, record.title)


def _have_cognates(left: str, right: str) -> bool:
    pairs = product(*([word for word in fold_name(each).split() if len(word) >= _COGNATE] for each in (left, right)))
    return any(one[0] == other[0] and measure_likeness(one, other) >= _LIKE for one, other in pairs)


def are_in_one_language(cited: CitedFields, record: Record, *, is_guessed: bool = False) -> bool:
    """Check that both titles are English; of one that is too short to tell, that no word is a cognate of the other's.

    A translation keeps names and words from Latin and Greek: Elektrodynamik, electrodynamics.
    """
    if record.language[:2] not in {"", "en"} or is_translated(cited, record):
        return False
    titles = [_SIGNS.sub("-", title) for title in (cited.title, record.title)]
    languages = {guess_language(title) for title in titles}
    if languages == {"en"}:
        return True
    is_open = languages <= {"en", None} and (is_guessed or "en" in languages) and all(map(str.isascii, titles))
    return is_open and not _have_cognates(*titles)
