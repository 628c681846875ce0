"""Find authors between slashes, as German writes them: Schmidt/Weber 2020, S. 33."""

import re
from collections.abc import Iterator

from citevet.extract.author_cues import ListedWorks, Work
from citevet.extract.author_names import GERMAN_PLACES, NON_AUTHOR_WORDS, PLACE_NAMES
from citevet.extract.citations.dated_names import YEAR, make_author_year
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Span
from citevet.patterns import lazy_pattern
from citevet.people.parser import sort_word
from citevet.tables import read_words

_SLASH_NAME = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’‐-]{2,40}"
_SLASHED = lazy_pattern(
    rf"(?<![\w/.'’‐-])(?P<authors>{_SLASH_NAME}(?:/{_SLASH_NAME}){{1,4}})[\s\0]{{1,5}}(?P<year>{YEAR})"
    r"(?P<rest>(?:[:,]\s?(?:S\.\s?)?\d{1,4}(?:\s?[-–]\s?\d{1,4})?(?:\s?ff?\.)?(?![\w%]|[.,]\d))?)"
)
# "S. 33", "33 f." and "33–35" are always pages; ": 33" may be a count, as in "Essen/Bochum 2020: 33".
_CERTAIN_PAGE = lazy_pattern(r"[:,]\s?(?:S\.\s?\d.*|\d{1,4}\s?(?:[-–]\s?\d{1,4}|ff?\.).*)")
_SMALL = lazy_pattern(r"[^\W\d_A-Z]")
_NO_NAMES = NON_AUTHOR_WORDS | read_words("""frühling sommer herbst montag dienstag mittwoch donnerstag freitag samstag
    sonntag band und oder""")
_NOT_PEOPLE = _NO_NAMES | PLACE_NAMES | GERMAN_PLACES
# A publisher or place follows a title: "Soziale Systeme, Suhrkamp/Insel 1984, S. 33".
_TITLE_END = lazy_pattern(r"[,:][\s\0]{1,3}$")
_GAP = 4  # characters: the sign and its spaces
_COUNTED = lazy_pattern(r"[\s\0]{0,3}(?:%|[A-ZÄÖÜ]\w)")  # "33–35 Mio. Euro", "33-35 Tore"
_RANGE = lazy_pattern(r"[:,]\s?\d{1,4}\s?[-–]\s?\d{1,4}")


def find_slash_authors(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find those with a page, and those whose work is listed, in the corpus, or cited with a page elsewhere."""
    if "/" not in scene.prose:
        return
    slashed = [found for found in _SLASHED.finditer(scene.prose) if _may_cite(scene, found)]
    if not slashed:
        return
    works = ListedWorks.of(scene.references, {}).works | {_first_work(found) for found in slashed if _is_paged(found)}
    for found in slashed:
        names = tuple(found["authors"].split("/"))
        if _first_work(found) in works or scene.filed(names, found["year"][:4]):
            span = Span(*found.span())
            yield make_author_year(found["authors"], found["year"], span, rest=found["rest"], narrative=True)


def _may_cite(scene: MaskedText, found: re.Match[str]) -> bool:
    """Check that it is in running text and names people: not AND/OR, Mai/Juni, Berlin/Hamburg."""
    names = found["authors"].split("/")
    people = all(_SMALL.search(name) and name.casefold() not in _NOT_PEOPLE for name in names)
    return people and scene.side(Span(*found.span())) == "text"


def _is_paged(found: re.Match[str]) -> bool:
    """Check whether a page of the work follows, and not a count or a page of the title before."""
    if _TITLE_END.search(found.string, max(found.start() - _GAP, 0), found.start()):
        return False
    counts = _RANGE.fullmatch(found["rest"]) and _COUNTED.match(found.string, found.end())
    return not counts and _CERTAIN_PAGE.fullmatch(found["rest"]) is not None


def _first_work(found: re.Match[str]) -> Work:
    return sort_word(found["authors"].split("/")[0]), found["year"][:4]
