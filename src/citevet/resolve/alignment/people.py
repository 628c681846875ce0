"""Seek each person of a record in the head of a reference, then look at what is left over there.

What is explained is no difference: initials for given names, either order of the two, particles, other alphabets and
their transcriptions, groups, and "et al." for those who follow.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from citevet.model import Difference
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, field
from citevet.resolve.alignment.entry_words import EntryWord, measure_likeness, split_words
from citevet.text.names import PARTICLES, SUFFIXES, fold_name, is_organization

_MOST_PEOPLE = 120  # that are sought
_SHOWN = 8  # people of a difference
_CLOSE = 0.75  # likeness of two spellings of a name
_INITIALS = 4  # letters without small ones that are initials: "JA", "J"
_MOST_GIVEN = 3  # given names in a row
_LIST_SIGN = lazy_pattern(r"[,;&.]")
_LONGEST_GROUP = 60  # characters of the name of a group, after its first words
# So many strangers among so many known people are the members of a group that the record does not list one by one.
_FEWEST_MEMBERS, _LONG_LIST = 5, 20
_FEWEST_LISTED = 5  # people of a list that may be cut off
_MOST_ADDED = 1  # strangers beside the only author of a record that are a fault of the reference
_MAX_STRANGE = 8  # words in a row that are left over; more are no names
_NAME = 3  # letters of a name that may be a stranger's; shorter ones need a given name beside them
_OTHERS = lazy_pattern(
    r"(?i)\b(?:et|at)\.?\s?al\b|\bothers\b|\bet alii\b|\bu\.\s?a\.|\bи др|等|外|\bcolleagues\b|\bcollaborators\b|…"
    r"|\.\s?\.\s?\.|\b(?:on behalf of|for the)\b|\b\d{1,4} (?:more|authors)\b"
)
_GIVEN = lazy_pattern(r"\b[A-Z]{1,3}\b(?:[.\s-]{1,3}[A-Z]{1,3}\b)*")  # the initials of one person
_GAP = lazy_pattern(r"…|\.\s?\.")
_NO_NAMES = frozenset(
    """and und et with in ed eds editor editors edited by hrsg trans dr prof the on of for mr mrs ms sir rev
    january february march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec online available et al others anon anonymous group consortium collaboration team investigators
    author authors received accessed note see also""".split()
)
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


class RecordedPerson(NamedTuple):
    """A person of a record; a group has no given names."""

    shown: str
    families: tuple[tuple[str, ...], ...]  # folded words of each way to write the family name
    given: tuple[str, ...]  # folded words
    is_group: bool


@dataclass(slots=True)
class _Head:
    """The head of a reference, with the words that are explained so far."""

    text: str
    words: list[EntryWord]
    is_typed: bool = False  # the people are apart from one another: Roe, Jo; Doe, Jane
    explained: set[int] = field(default_factory=set)
    places: dict[int, int] = field(default_factory=dict)  # person → first word of the family name
    initials: dict[int, str] = field(default_factory=dict)  # person → letters that stand beside the name


def read_person(name: str) -> RecordedPerson:
    """Return a person or group as a record names it: "Family, Given", "Given Family" or a group."""
    family, comma, given = name.partition(",")
    if not comma:
        if is_organization(name):
            return RecordedPerson(name, (tuple(fold_name(name).split()),), (), True)
        *first, family = name.split() or [""]
        while first and fold_name(first[-1]) in PARTICLES:
            family = f"{first.pop()} {family}"
        given = " ".join(first)
    words = [word for word in fold_name(given).split() if word not in SUFFIXES]
    return RecordedPerson(name, tuple(_list_forms(family)), tuple(words), False)


def _list_forms(family: str) -> Iterator[tuple[str, ...]]:
    """Yield the ways to write a family name, the longest first: with its particles, without, and each part of it."""
    seen: set[tuple[str, ...]] = set()
    for written in (family, family.translate(_SPELLED_OUT)):
        words = tuple(word for word in fold_name(written).split() if word not in SUFFIXES)
        bare = tuple(word for word in words if word not in PARTICLES) or words
        parts = [(word,) for word in bare if len(word) >= _NAME or word == bare[-1]] if len(bare) > 1 else []
        for form in (words, bare, ("".join(words),), ("".join(bare),), *parts):
            if form and form not in seen and form[0]:
                seen.add(form)
                yield form


def find_people(text: str, authors: Sequence[str]) -> int:
    """Return where the people of a record end in the text after a title; 0 where none is."""
    head = _Head(text, split_words(text))
    for number, person in enumerate(map(read_person, authors[:_MOST_PEOPLE])):
        _seek(head, number, person)
    return head.words[max(head.explained)].end if head.places else 0


def align_people(
    text: str, authors: Sequence[str], cited: Sequence[str], *, is_typed: bool = False
) -> tuple[Difference, ...] | None:
    """Return how the people in the head of a reference differ from those of a record; none if nobody is found there.

    `cited` are the family names that the reader of lists found; they decide where a single word may be a person.
    """
    people = [read_person(name) for name in authors[:_MOST_PEOPLE]]
    head = _Head(text, split_words(text), is_typed)
    for number, person in enumerate(people):
        _seek(head, number, person)
    known = [each for each in people if not each.is_group]
    if not head.places or not known:
        return None
    for number in head.places:
        _take_given_names(head, number, people[number])
    _drop_namesakes(head, people)
    _explain_spellings(head, people)
    strangers = list(_find_strangers(head, people, text, cited))
    if strangers and strangers[0] == "":
        return ()
    missing = _find_missing(head, people, text)
    return tuple(_name_differences(head, people, text, strangers, missing))


def _name_differences(
    head: _Head,
    people: Sequence[RecordedPerson],
    text: str,
    strangers: Sequence[str],
    missing: Sequence[RecordedPerson],
) -> Iterator[Difference]:
    written = " ".join(text.split()).strip(" .,*")[:300]
    recorded = "; ".join(each.shown for each in people[:_SHOWN]) + ("; …" if len(people) > _SHOWN else "")
    if strangers:
        kind = "other" if missing else "added"
        count = sum(max(1, len(_GIVEN.findall(each))) for each in strangers)
        is_minor = not missing and _is_incomplete(people, count)
        is_minor |= count >= _FEWEST_MEMBERS and len(head.places) >= _LONG_LIST
        yield Difference("authors", ", ".join(strangers), recorded, kind=kind, is_minor=is_minor)
    elif missing:
        left_out = "; ".join(each.shown for each in missing[:_SHOWN])
        is_short = len(head.places) == 1 or _is_cut_off(head, people, missing)
        yield Difference("authors", written, left_out, kind="missing", is_minor=is_short)
    elif _is_moved(head):
        yield Difference("authors", written, recorded, kind="order", is_minor=True)
    if not strangers and not missing:
        for number, letters in head.initials.items():
            person = people[number]
            if not _fits_initials(letters, person.given):
                shown = f"{' '.join(person.families[0]).title()} {letters.upper()}"
                yield Difference("authors", shown, person.shown, kind="initials", is_minor=True)
                return


def _is_incomplete(people: Sequence[RecordedPerson], strangers: int) -> bool:
    """Check for a record that may lack people: with a group, whose members some lists name, or with one author only.

    Publishers registered the first author alone of many papers before 2010.
    """
    known = [each for each in people if not each.is_group]
    return len(known) < len(people) or (len(known) == 1 and strangers > 0 and strangers > _MOST_ADDED)


def _is_cut_off(head: _Head, people: Sequence[RecordedPerson], missing: Sequence[RecordedPerson]) -> bool:
    """Check for a long list that stops without "et al.", as some programs write it: all who are missing come last."""
    last = max(head.places, default=0)
    tail = [each for each in people[last + 1 :] if not each.is_group]
    return len(head.places) >= _FEWEST_LISTED and len(missing) > 1 and list(missing) == tail


def _is_moved(head: _Head) -> bool:
    places = [head.places[number] for number in sorted(head.places)]
    return places != sorted(places)


def _seek(head: _Head, number: int, person: RecordedPerson) -> None:
    """Find the family name of a person, after the last one if it is there, else anywhere."""
    after = max(head.places.values(), default=-1)
    for form in person.families:
        places = [at for at in range(len(head.words)) if _has_form(head, at, form)]
        if places:
            at = next((each for each in places if each > after), places[0])
            head.places[number] = at
            start = at
            while start and _is_particle(head.words[start - 1], head.words[start]):
                start -= 1
            head.explained.update(range(start, at + len(form)))
            _explain_rest(head, at + len(form), person)
            return


def _is_particle(word: EntryWord, name: EntryWord) -> bool:
    """Check for a particle; capitals before a name in small letters are initials: Berg DE, Roe J."""
    return word.folded in PARTICLES and (not word.text.isupper() or name.text.isupper())


def _has_form(head: _Head, at: int, form: tuple[str, ...]) -> bool:
    words = head.words[at : at + len(form)]
    return tuple(word.folded for word in words) == form and head.explained.isdisjoint(range(at, at + len(form)))


def _explain_rest(head: _Head, at: int, person: RecordedPerson) -> None:
    """Explain the other words of a double name that stand beside the one that was found."""
    parts = {word for form in person.families for word in form}
    for step, start in ((1, at), (-1, at - 2)):
        place = start
        while 0 <= place < len(head.words) and head.words[place].folded in parts:
            head.explained.add(place)
            place += step


def _is_no_name(word: EntryWord) -> bool:
    """Check for a word that is part of no name; in capitals it may be initials: Mehra MR, Desai SS."""
    return len(word.text) > 1 and word.folded in _NO_NAMES and not _is_initials(word)


def _is_initials(word: EntryWord) -> bool:
    return word.text.isupper() and len(word.text) <= _INITIALS and word.text.isalpha()


def _take_given_names(head: _Head, number: int, person: RecordedPerson) -> None:
    """Explain the given names beside a family name, on the side where they fit better."""
    at = end = head.places[number]
    while end < len(head.words) and end in head.explained:
        end += 1
    after, before = _list_given(head, range(end, min(end + 5, len(head.words))), 1), []
    if not (after and head.is_typed):
        before = _list_given(head, range(at - 1, max(at - 6, -1), -1), -1)
    if _is_initials(head.words[0]) and not head.is_typed:  # J. K. Berg, T. Roe: what follows is the next person's
        after = []
    sides = [side for side in ((before, after) if _is_apart(head, end) else (after, before)) if side]
    taken = next((side for side in sides if _fits(head, side, person)), None)
    if taken is not None:
        head.explained.update(taken)
    elif person.given and sides and len(sides[0]) <= _MOST_GIVEN and (len(sides) == 1 or sides[0] is before):
        # What stands on the only side is this person's, and wrong.
        head.explained.update(sides[0])
        head.initials[number] = _letters(head, sides[0])


def _is_apart(head: _Head, place: int) -> bool:
    """Check for a comma before a word: what stands before a name without one is nearer to it than what follows."""
    return 0 < place < len(head.words) and "," in head.text[head.words[place - 1].end : head.words[place].start]


def _letters(head: _Head, side: Sequence[int]) -> str:
    """Return the initials of given names as they are written."""
    words = [head.words[place] for place in sorted(side)]
    return "".join(word.folded if _is_initials(word) else word.folded[0] for word in words)


def _drop_namesakes(head: _Head, people: Sequence[RecordedPerson]) -> None:
    """Part a person from a name that stands out of order with other initials: Zhou P is not the 30th, Zhou Yuan."""
    for number, letters in list(head.initials.items()):
        at = head.places[number]
        is_moved = any(other < number and place > at for other, place in head.places.items())
        if is_moved and not _fits_initials(letters, people[number].given):
            del head.places[number], head.initials[number]
            head.explained.difference_update(range(at - len(letters), at + 1 + len(letters)))
            head.explained.update(head.places.values())


def _list_given(head: _Head, places: range, step: int) -> list[int]:
    """Return the words beside a name that may be its given names, up to a sign between two people or another name."""
    found: list[int] = []
    for place in places:
        word = head.words[place]
        if word.folded in SUFFIXES and place not in head.explained and len(word.text) > 1:
            head.explained.add(place)
            continue
        if place in head.explained or not word.text[:1].isupper() or _is_no_name(word):
            break
        left, right = (place - 1, place) if step > 0 else (place, place + 1)
        sign = (
            head.text[head.words[left].end : head.words[right].start] if left >= 0 and right < len(head.words) else ""
        )
        if ";" in sign or "&" in sign or ("," in sign and (found or step < 0)):
            break
        if found and _is_initials(head.words[found[-1]]) and not _is_initials(word):
            break  # the next name
        found.append(place)
    return found


def _fits(head: _Head, side: Sequence[int], person: RecordedPerson) -> bool:
    """Check that words are given names of a person; words too many are cut off, for they may be the next name."""
    if not person.given:
        return all(_is_initials(head.words[place]) for place in side)
    return _fits_initials(_letters(head, side), person.given)


def _fits_initials(letters: str, given: Sequence[str]) -> bool:
    """Check that initials are those of given names, some perhaps left out on either side: J for Jo Ann, JA for Jo."""
    own = "".join(name[0] for name in given)
    whole = "".join(given)
    if not own or not letters or not (own.isascii() and letters.isascii()):
        return True
    shorter, longer = sorted((letters, own), key=len)
    rest = iter(longer)
    return all(letter in rest for letter in shorter) or whole.startswith(letters) or own[0] == letters[0] == whole[0]


def _explain_spellings(head: _Head, people: Sequence[RecordedPerson]) -> None:
    """Explain words that are nearly the name of a person who was not found, and given names in full."""
    unseen = [number for number, person in enumerate(people) if number not in head.places and not person.is_group]
    others = {word for number in head.places for word in people[number].given}  # Sang-Hyung Shim is no Song
    for number in unseen:
        names = ["".join(form) for form in people[number].families if len("".join(form)) > _NAME]
        for place, word in enumerate(head.words):
            if place in head.explained or len(word.folded) < _NAME or word.folded in others - {*people[number].given}:
                continue
            if word.folded in people[number].given or any(
                measure_likeness(word.folded, name, swaps=True) >= _CLOSE for name in names
            ):
                head.places[number] = place
                head.explained.add(place)
                _take_given_names(head, number, people[number])
                break
    known = {word for person in people for form in (*person.families, person.given) for word in form} | SUFFIXES
    head.explained.update(place for place, word in enumerate(head.words) if word.folded in known)


def _find_strangers(head: _Head, people: Sequence[RecordedPerson], text: str, cited: Sequence[str]) -> Iterator[str]:
    """Yield the names that no person of the record explains; an empty one where no list of names is left over."""
    families = {word for name in cited for word in fold_name(name[:200]).split()}
    is_latin = all(form[0].isascii() for person in people for form in person.families[:1])
    for run in _find_runs(head):
        words = [head.words[place] for place in run]
        shown = text[words[0].start : words[-1].end]
        names = [word for word in words if not _is_initials(word) and word.folded not in _NO_NAMES]
        if (
            len(words) > _MAX_STRANGE
            or _is_first_half(head, run)
            or _is_group(words, text)
            or ("," not in shown and is_organization(shown))
            or any(map(_is_no_name, words))
        ):
            if len(words) > _MAX_STRANGE:
                yield ""
            continue
        has_name = any(len(word.folded) >= _NAME and word.folded in families for word in names)
        has_given = (len(words) > 1 and bool(names) and len(names) < len(words)) or _is_between(head, run)
        ascii_names = all(word.folded.isascii() for word in names)
        if names and (has_name or has_given or head.is_typed) and is_latin == ascii_names:
            yield " ".join(shown.split())


def _is_first_half(head: _Head, run: Sequence[int]) -> bool:
    """Check for a word before a family name that is part of it, with initials after both: Singh Chawla D."""
    at = run[0] + 1
    if len(run) > 1 or at + 1 >= len(head.words) or at not in head.places.values():
        return False
    word, name = head.words[run[0]], head.words[at]
    is_apart = head.text[word.end : name.start] not in {" ", "-", "‐"}
    return not is_apart and not _is_initials(word) and _is_initials(head.words[at + 1])


def _is_group(words: Sequence[EntryWord], text: str) -> bool:
    """Check for the name of a group, which may go on after words in capitals; De Las Rivas, J. is a person."""
    name = _LIST_SIGN.split(text[words[0].start : words[-1].end + _LONGEST_GROUP])[0]
    return is_organization(f"{name} {words[-1].text}." if len(words[-1].text) == 1 else name)


def _is_between(head: _Head, run: Sequence[int]) -> bool:
    """Check for two or three words between known people, with a comma on either side: Jo Roe, Kim Lee, Ann Berg."""
    first, last = run[0], run[-1]
    if not (1 < len(run) <= _MOST_GIVEN and min(head.places.values()) < first and last < max(head.places.values())):
        return False
    before = head.text[head.words[first - 1].end : head.words[first].start]
    after = head.text[head.words[last].end : head.words[last + 1].start]
    inside = head.text[head.words[first].end : head.words[last].start]
    return before.strip() == "," and after.strip() == "," and "," not in inside


def _find_runs(head: _Head) -> Iterator[list[int]]:
    """Yield the stretches of words in capitals that are not explained."""
    run: list[int] = []
    for place, word in enumerate(head.words):
        is_open = place not in head.explained and word.text[:1].isupper() and word.folded not in {"et", "al", "and"}
        sign = head.text[head.words[run[-1]].end : word.start] if run else ""
        if run and (";" in sign or "&" in sign or " and " in sign):
            yield run
            run = []
        if is_open:
            run.append(place)
        elif run and not (word.folded in PARTICLES and place not in head.explained):
            yield run
            run = []
    if run:
        yield run


def _is_given_name(head: _Head, people: Sequence[RecordedPerson], number: int) -> bool:
    """Check whether the only word of a person is the given name of the one before: Zhou, Li, et al."""
    at = head.places[number]
    word = head.words[at].folded
    return any(
        other < number and at == place + 1 and word in people[other].given for other, place in head.places.items()
    )


def _find_missing(head: _Head, people: Sequence[RecordedPerson], text: str) -> list[RecordedPerson]:
    """Return the people whom the reference leaves out without saying that there are others."""
    found = sorted(number for number in head.places if not _is_given_name(head, people, number))
    has_others = bool(_OTHERS.search(text))
    gap = _GAP.search(text)  # of the middle of a list, whose last author follows it
    before = [each for each in found if gap is None or head.words[head.places[each]].start < gap.start()]
    last = max(before, default=0) if has_others or gap else len(people)
    missing = [
        each for number, each in enumerate(people) if number not in head.places and number < last and not each.is_group
    ]
    # Of those whom "et al." stands for, one may seem to be there: his name is the given name of another.
    return [] if has_others and len(missing) > 1 else missing
