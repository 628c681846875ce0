"""Compare two names: the same person, possibly the same, or another."""

from typing import Literal, NamedTuple

from citevet.people.person import Person, list_given
from citevet.text.names import fold_name

Outcome = Literal["same", "compatible", "other"]
_SPELLED_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ø": "oe", "Ø": "Oe", "å": "aa", "Å": "Aa"}
)


class NameMatch(NamedTuple):
    """What two names are to each other, and why."""

    outcome: Outcome
    why: str


def compare(one: Person, other: Person) -> NameMatch:
    """Compare two names; initials, missing given names and another script are compatible."""
    if one.organization or other.organization:
        return _compare_organizations(one, other)
    if not fold_name(one.family) or not fold_name(other.family):
        return NameMatch("compatible", "no name to compare")
    if _get_script(one) != _get_script(other):
        return NameMatch("compatible", "the names are in different scripts")
    if not _share_family(one, other):
        if _is_swapped(one, other):
            return NameMatch("compatible", "given and family name are swapped")
        return NameMatch("other", f"family names differ: {one.surname}, {other.surname}")
    if one.suffix and other.suffix and fold_name(one.suffix) != fold_name(other.suffix):
        return NameMatch("other", f"{one.suffix} is not {other.suffix}")
    return _compare_given(one, other)


def _compare_organizations(one: Person, other: Person) -> NameMatch:
    names = {fold_name(one.name), fold_name(other.name)}
    if len(names) == 1:
        return NameMatch("same", "same organization")
    short = (one.acronym(), other.acronym())
    for acronym, person in ((short[0], other), (short[1], one)):
        if acronym and fold_name(acronym) == fold_name(person.name):
            return NameMatch("compatible", f"{acronym} abbreviates the organization")
    if any(f" {left} " in f" {right} " for left in names for right in names - {left}):
        return NameMatch("compatible", "one name is part of the other")
    return NameMatch("other", f"names differ: {one.name}, {other.name}")


def _get_script(person: Person) -> str:
    """Return the script of a name, by its first letter: latin, cyrillic, hangul, han."""
    code = ord(next(filter(str.isalpha, person.surname), "a"))
    ranges = (("latin", 0x370), ("greek", 0x400), ("cyrillic", 0x530), ("other", 0x3040), ("han", 0xAC00))
    return next((name for name, end in ranges if code < end), "hangul")


def _share_family(one: Person, other: Person) -> bool:
    return not _list_families(one).isdisjoint(_list_families(other))


def _list_families(person: Person) -> set[str]:
    """Return the folded forms of a family name, with and without particles, hyphens and spelled-out umlauts."""
    found = {
        fold_name(name.translate(table)) for name in (person.family, person.surname) for table in ({}, _SPELLED_OUT)
    }
    return {form for name in found for form in (name, name.replace(" ", ""))} - {""}


def _is_swapped(one: Person, other: Person) -> bool:
    """Check for Wei Zhang and Zhang Wei."""
    return fold_name(one.family) == fold_name(other.given) != "" and fold_name(other.family) == fold_name(one.given)


def _compare_given(one: Person, other: Person) -> NameMatch:
    first, second = list_given(one), list_given(other)
    if first == second:
        return NameMatch("same", "same names") if first else NameMatch("compatible", "no given names to compare")
    if not first or not second:
        return NameMatch("compatible", "only one has given names")
    if "".join(first) == "".join(second):  # Jean-Luc, Jean Luc, Jeanluc
        return NameMatch("same", "same names")
    pairs = list(zip(first, second, strict=False))
    if all(left == right or (1 in {len(left), len(right)} and left[0] == right[0]) for left, right in pairs):
        has_initial = any(len(each) == 1 for pair in pairs for each in pair)
        return NameMatch("compatible", "initials agree" if has_initial else "one has more given names")
    if set(first) & set(second) - {each for each in first if len(each) == 1}:
        return NameMatch("compatible", "they share a given name")
    return NameMatch("other", f"given names differ: {one.given}, {other.given}")
