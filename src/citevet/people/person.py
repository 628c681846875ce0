"""A person or organization, as the parts of a name."""

from collections.abc import Iterator

from citevet.patterns import lazy_pattern
from citevet.people.words import PARTICLES
from citevet.records import dataclass
from citevet.text.names import fold_name

_CAPITAL = lazy_pattern(r"(?<![\w'’])[A-ZÀ-ÖØ-ÞĀ-Ž]")
_KATAKANA = lazy_pattern(r"[\u30a0-\u30ff]+")
_MOST_INITIALS = 3  # letters in a row
_CJK = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


@dataclass(frozen=True, slots=True)
class Person:
    """The parts of a name as written; an organization has only its name."""

    family: str = ""
    given: str = ""
    particle: str = ""  # van der
    suffix: str = ""  # Jr.
    organization: str = ""

    @property
    def surname(self) -> str:
        """The family name with its particle, or the name of an organization: de la Cruz."""
        return self.organization or " ".join(filter(None, (self.particle, self.family)))

    @property
    def name(self) -> str:
        """The whole name in the order of its script: Ana de la Cruz, 김철수."""
        if self.organization:
            return self.organization
        if _CJK.search(self.family):
            is_foreign = _KATAKANA.fullmatch(self.family) and _KATAKANA.fullmatch(self.given)
            return f"{self.given}・{self.family}" if is_foreign else f"{self.family}{self.given}"
        return " ".join(filter(None, (self.given, self.surname, self.suffix)))

    @property
    def inverted(self) -> str:
        """The name as lists have it: de la Cruz, Ana."""
        return ", ".join(filter(None, (self.surname, self.given, self.suffix)))

    @property
    def key(self) -> str:
        """The folded name that lists are sorted by, without particle: cruz; all words of an organization."""
        return fold_name(self.family or self.organization)

    @property
    def initials(self) -> str:
        """The folded initials of the given names."""
        return "".join(word[0] for word in _split_given(self.given))

    @property
    def shown(self) -> str:
        """The name that a message shows: the surname, but the whole name in Korean, Chinese and Japanese."""
        return self.name if self.organization or _CJK.search(self.family) else self.surname

    def forms(self) -> frozenset[str]:
        """Return the folded names by which a work of this person may be cited."""
        if self.organization:
            return frozenset(filter(None, (fold_name(self.organization),)))
        whole = f"{self.particle} {self.family}"
        names = (self.family, whole, self.name, self.inverted, *_list_halves(self.family))
        return frozenset(filter(None, map(fold_name, names)))

    def acronym(self) -> str:
        """Return the initials of an organization: WHO; nothing for a person."""
        letters = _CAPITAL.findall(self.organization)
        return "".join(letters) if len(letters) > 1 else ""


def _list_halves(family: str) -> Iterator[str]:
    if " y " in f" {family} ":
        yield family.partition(" y ")[0]


def _split_given(given: str) -> list[str]:
    """Return the folded given names; JA is two initials, and so is J.-A."""
    found: list[str] = []
    for word in given.replace(".", ". ").replace("-", " ").split():
        bare = word.strip(".'’")
        is_initials = bare.isupper() and len(bare) <= _MOST_INITIALS and bare.isascii()
        found += list(bare.lower()) if is_initials else [fold_name(bare)] if fold_name(bare) else []
    return [each for each in found if each not in PARTICLES]


def list_given(person: Person) -> list[str]:
    """Return the folded given names of a person; initials are single letters."""
    return _split_given(person.given)
