"""Bring the people of an entry in line with those of a record: who is in both stays as the entry writes the name."""

from collections.abc import Sequence

from citevet.people.comparison import compare as compare_names
from citevet.people.parser import read_name
from citevet.people.person import Person
from citevet.records import collect_values
from citevet.text.names import fold_name

_MOST_ADDED = 50  # people; a collaboration has thousands, whom lists shorten
_CAPITALS = 4  # letters of a name that is written in capitals


def merge_people(written: Sequence[str], recorded: Sequence[str], *, has_others: bool) -> tuple[list[int | str], bool]:
    """Return the people of a record in their order, each as the place among the written ones or as a new name.

    Whether others follow is said with them: who shortened the list keeps it short.
    """
    old = list(map(read_name, written))
    places = collect_values((_sort_name(person), place) for place, person in enumerate(old))
    taken: set[int] = set()
    merged: list[int | str] = []
    last = 0
    for number, name in enumerate(recorded):
        person = read_name(name)
        candidates = [number, *places.get(_sort_name(person), ())]
        place = next((each for each in candidates if _is_same(old, each, person, taken)), None)
        if place is None:
            merged.append(calm_name(name))
        else:
            taken.add(place)
            last = number + 1
            merged.append(place)
    added = len(recorded) - len(taken)
    if has_others or added > _MOST_ADDED:
        length = max(last, min(len(written), len(recorded)), 1)
        return merged[:length], length < len(recorded)
    return merged, False


def _is_same(old: Sequence[Person], place: int, person: Person, taken: set[int]) -> bool:
    return place < len(old) and place not in taken and compare_names(old[place], person).outcome != "other"


def _sort_name(person: Person) -> str:
    return (fold_name(person.surname).split() or [""])[-1]


def calm_name(name: str) -> str:
    """Return a name without the capitals of a catalogue: ASH, ROWAN is Ash, Rowan; WHO stays."""
    is_loud = "," in name and name.isupper() and max(map(len, name.split())) >= _CAPITALS
    return name.title() if is_loud else name
