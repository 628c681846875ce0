"""Authors joined by a slash, and a year in no brackets, as Germans cite: `Schmidt/Weber 2020: 33 f.`."""

from collections.abc import Iterator
from re import Match
from re import compile as pattern

from citevet.extract.forms.author_year import YEAR, work
from citevet.extract.found import Found
from citevet.extract.narrative import Known, Work
from citevet.extract.no_authors import NO_AUTHOR
from citevet.extract.people import family
from citevet.extract.places import PLACES
from citevet.extract.scene import Scene
from citevet.model import Span

_NAME = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’‐-]{2,40}"
_SLASHED = pattern(
    rf"(?<![\w/.'’‐-])(?P<authors>{_NAME}(?:/{_NAME}){{1,4}})[\s\0]{{1,5}}(?P<year>{YEAR})"
    r"(?P<rest>(?:[:,]\s?(?:S\.\s?)?\d{1,4}(?:\s?[-–]\s?\d{1,4})?(?:\s?ff?\.)?(?![\w%]|[.,]\d))?)"
)
# "S. 33", "33 f." and "33–35" are pages whoever is named; ": 33" may count something, as in "Essen/Bochum 2020: 33".
_SURE = pattern(r"[:,]\s?(?:S\.\s?\d.*|\d{1,4}\s?(?:[-–]\s?\d{1,4}|ff?\.).*)")
_SMALL = pattern(r"[^\W\d_A-Z]")
_NO_NAMES = NO_AUTHOR | frozenset(
    """januar februar märz mai juni juli oktober dezember frühjahr frühling sommer herbst winter montag dienstag
    mittwoch donnerstag freitag samstag sonntag abbildung tabelle kapitel abschnitt stand ausgabe band heft und
    oder""".split()
)
_NOBODY = _NO_NAMES | PLACES


def find(scene: Scene) -> Iterator[Found]:
    """Yield those with a page, and of the others those whose work is listed, in the corpus, or cited so elsewhere."""
    if "/" not in scene.prose:
        return
    slashed = [found for found in _SLASHED.finditer(scene.prose) if _may_cite(scene, found)]
    if not slashed:
        return
    works = Known.of(scene.references, {}).works | {_work(found) for found in slashed if _SURE.fullmatch(found["rest"])}
    for found in slashed:
        names = tuple(found["authors"].split("/"))
        if _work(found) in works or scene.filed(names, found["year"][:4]):
            yield work(found["authors"], found["year"], Span(*found.span()), rest=found["rest"], narrative=True)


def _may_cite(scene: Scene, found: Match[str]) -> bool:
    """Say whether it stands in running text and names people: not AND/OR, Mai/Juni, Berlin/Hamburg."""
    names = found["authors"].split("/")
    people = all(_SMALL.search(name) and name.casefold() not in _NOBODY for name in names)
    return people and scene.side(Span(*found.span())) == "text"


def _work(found: Match[str]) -> Work:
    return family(found["authors"].split("/")[0]), found["year"][:4]
