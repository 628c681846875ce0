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
# Where German books come out, and the Länder; left out is Hagen, whom many people are called.
_GERMAN_PLACES = frozenset(
    """aachen augsburg baden-baden bamberg basel bayreuth berlin bern bielefeld bochum bonn braunschweig bremen chemnitz
    darmstadt dortmund dresden duisburg düsseldorf erfurt erlangen essen frankfurt freiburg gießen göttingen graz
    greifswald halle hamburg hannover heidelberg hildesheim innsbruck jena karlsruhe kassel kiel koblenz köln konstanz
    leipzig leverkusen linz lübeck luzern magdeburg main mainz mannheim marburg mönchengladbach münchen münster
    neuwied nürnberg oldenburg opladen osnabrück paderborn passau potsdam regensburg rostock saarbrücken schwerin
    siegen stuttgart trier tübingen ulm weilerswist weimar weinheim wien wiesbaden wuppertal würzburg zürich
    baden-württemberg bayern brandenburg hessen mecklenburg-vorpommern niedersachsen nordrhein-westfalen
    rheinland-pfalz saarland sachsen sachsen-anhalt schleswig-holstein thüringen österreich schweiz
    deutschland""".split()
)
_NOBODY = _NO_NAMES | PLACES | _GERMAN_PLACES
# Behind a title stands where the book came out, or who brought it out: "Soziale Systeme, Suhrkamp/Insel 1984, S. 33".
_ENDS_TITLE = pattern(r"[,:][\s\0]{1,3}$")
_GAP = 4  # characters: the sign and its spaces
_COUNTED = pattern(r"[\s\0]{0,3}(?:%|[A-ZÄÖÜ]\w)")  # "33–35 Mio. Euro", "33-35 Tore"
_RANGE = pattern(r"[:,]\s?\d{1,4}\s?[-–]\s?\d{1,4}")


def find(scene: Scene) -> Iterator[Found]:
    """Yield those with a page, and of the others those whose work is listed, in the corpus, or cited so elsewhere."""
    if "/" not in scene.prose:
        return
    slashed = [found for found in _SLASHED.finditer(scene.prose) if _may_cite(scene, found)]
    if not slashed:
        return
    works = Known.of(scene.references, {}).works | {_work(found) for found in slashed if _is_paged(found)}
    for found in slashed:
        names = tuple(found["authors"].split("/"))
        if _work(found) in works or scene.filed(names, found["year"][:4]):
            yield work(found["authors"], found["year"], Span(*found.span()), rest=found["rest"], narrative=True)


def _may_cite(scene: Scene, found: Match[str]) -> bool:
    """Say whether it stands in running text and names people: not AND/OR, Mai/Juni, Berlin/Hamburg."""
    names = found["authors"].split("/")
    people = all(_SMALL.search(name) and name.casefold() not in _NOBODY for name in names)
    return people and scene.side(Span(*found.span())) == "text"


def _is_paged(found: Match[str]) -> bool:
    """Say whether what follows is a page of theirs, and neither a number of things nor a page of the title before."""
    if _ENDS_TITLE.search(found.string, max(found.start() - _GAP, 0), found.start()):
        return False
    counts = _RANGE.fullmatch(found["rest"]) and _COUNTED.match(found.string, found.end())
    return not counts and _SURE.fullmatch(found["rest"]) is not None


def _work(found: Match[str]) -> Work:
    return family(found["authors"].split("/")[0]), found["year"][:4]
