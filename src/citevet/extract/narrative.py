"""Which of the names with a year in brackets cite: by the list or the corpus, the sentence, the company they keep."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from re import compile as pattern

from citevet.extract import bodies
from citevet.extract.found import Found
from citevet.extract.people import family
from citevet.extract.scene import Scene
from citevet.extract.signs import Said, cites, is_led, is_no_name, may_cite
from citevet.model import Document, Reference

Work = tuple[str, str]  # family name and year

# What joins the works of one enumeration: Smith (2020), Brown (2019), and Jones (2018).
_CONJUNCTION = r"(?:and|or|und|et|y|&|as well as|then|later|및)[\s\0]{1,3}"
_JOIN = pattern(
    rf"(?:[\s\0]?[,;][\s\0]{{1,3}}(?:{_CONJUNCTION})?|[\s\0]{{1,3}}{_CONJUNCTION})(?:(?:also|by|the)[\s\0]{{1,3}})?"
)
_LONGEST_JOIN = 30
_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Known:
    """The works of the document's own list."""

    works: frozenset[Work]
    names: frozenset[str]  # of a list that is by author and year
    almost: frozenset[Work]  # the works of such a list with one letter less

    @classmethod
    def of(cls, references: Sequence[Reference], introduced: Mapping[str, str]) -> "Known":
        """Gather the first authors of the list, and bodies also by the short names of the entry or the text."""
        listed = [each for each in references if each.origin in {"list", "file"} and not each.back]
        dated = [each for each in listed if each.authors and each.year]
        # Below one half the list is of another kind: what stands first in an entry is a title or a page.
        sound = {work for each in dated for work in _works(each)} if 2 * len(dated) >= len(listed) else set()
        almost = frozenset((short, year) for name, year in sound for short in _shortened(name))
        works = {work for each in references for work in _works(each)}
        longs = {family(name): short for short, name in introduced.items()}
        works |= {(longs[name], year) for name, year in works if name in longs}
        return cls(frozenset(works), frozenset(name for name, _ in sound), almost)

    def names_it(self, said: Said) -> bool:
        """Say whether the list has the person, or in that year a name that differs by one letter: Ash and Ashe.

        The year behind a body may be that of its founding.
        """
        name, year = said.work
        if said.body or bodies.is_acronym(said.first):
            return False
        return name in self.names or any((short, year) in self.almost for short in _shortened(name))


def _works(reference: Reference) -> Iterator[Work]:
    year = (reference.year or "")[:4]
    for name in (*filter(str.strip, reference.authors[:1]), *bodies.shorts(reference.authors, reference.text)):
        yield family(name), year


def _shortened(name: str) -> Iterator[str]:
    """Yield a name whole and with one letter left out: names that differ by one letter share one of these."""
    if 3 <= len(name) <= _LONGEST_NAME:  # noqa: PLR2004 - of two letters half of all names are alike
        yield name
        yield from (name[:index] + name[index + 1 :] for index in range(len(name)))


def narrative(said: Sequence[Said], scene: Scene, bracketed: Iterable[Found]) -> list[Said]:
    """Return those that cite, in order."""
    known = Known.of(scene.references, bodies.introduced(scene.prose))
    sure = [_is_sure(one, known) or _is_filed(one, scene) for one in said]
    company = _Company.of(scene.document, [one for one, is_sure in zip(said, sure, strict=True) if is_sure], bracketed)
    wide = bool(known.names)
    sure = [is_sure or company.vouches(one, wide=wide) for one, is_sure in zip(said, sure, strict=True)]
    _spread(said, sure)
    return [one for one, is_sure in zip(said, sure, strict=True) if is_sure]


def _is_sure(said: Said, known: Known) -> bool:
    if is_no_name(said):
        return False
    return said.et_al or said.work in known.works or (may_cite(said) and known.names_it(said)) or cites(said)


def _is_filed(said: Said, scene: Scene) -> bool:
    return may_cite(said) and scene.filed(tuple(said.names), said.work[1])


@dataclass(frozen=True, slots=True)
class _Company:
    """The author-year citations that are certain: which works, and in which paragraphs."""

    starts: list[int]  # of the document's blocks
    works: frozenset[Work]
    blocks: frozenset[int]

    @classmethod
    def of(cls, document: Document, sure: Iterable[Said], bracketed: Iterable[Found]) -> "_Company":
        starts = [block.span.start for block in document.blocks]
        cited = [*((one.work, one.start) for one in sure), *((_work(one), one.span.start) for one in bracketed)]
        places = frozenset(bisect_right(starts, at) for _, at in cited)
        return cls(starts, frozenset(work for work, _ in cited), places)

    def vouches(self, said: Said, *, wide: bool) -> bool:
        """Say whether the work is cited elsewhere, or the text cites so and leads to the name."""
        if said.work in self.works:
            return may_cite(said)
        return (wide or bisect_right(self.starts, said.start) in self.blocks) and is_led(said)


def _work(found: Found) -> Work:
    return family(found.parts["authors"].split("; ")[0]), found.parts["year"][:4]


def _spread(said: Sequence[Said], sure: list[bool]) -> None:
    """Count what is enumerated together with a citation, before it and behind it."""
    joined = [_is_joined(one, other) for one, other in pairwise(said)]
    for index, is_joined in enumerate(joined):
        sure[index + 1] = sure[index + 1] or (is_joined and sure[index] and may_cite(said[index + 1]))
    for index in reversed(range(len(joined))):
        sure[index] = sure[index] or (joined[index] and sure[index + 1] and may_cite(said[index]))


def _is_joined(one: Said, other: Said) -> bool:
    gap = one.when.string[one.when.end() : other.start]
    return len(gap) <= _LONGEST_JOIN and _JOIN.fullmatch(gap) is not None
