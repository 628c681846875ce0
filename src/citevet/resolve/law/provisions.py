"""Whether an act has the provision that a citation names, down to the last item, and what it has instead."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date

from citevet.model import Difference, Flag, Lookup, Notice, Record
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, replace
from citevet.text.letters import fold_letters

_NUMBER = lazy_pattern(r"(\d{1,9})(.*)", re.DOTALL)
_NOT_LETTERS = lazy_pattern(r"[\W_ㆍ]+")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "가나다라마바사아자차카타파하")


@dataclass(frozen=True, slots=True)
class Level:
    """How a jurisdiction writes one level of an act."""

    one: str  # "Article {}", "제{}조"
    several: str = ""  # "Articles {} to {}"; empty: both in full, "제1조 to 제28조의2"

    def show(self, label: str) -> str:
        """Return one part in words: Article 6, and for 28의2 제28조의2."""
        number, mark, branch = label.partition("의")
        return self.one.format(number) + mark + branch

    def show_range(self, first: str, last: str) -> str:
        """Return several parts in words: Articles 1 to 99."""
        return self.several.format(first, last) if self.several else f"{self.show(first)} to {self.show(last)}"


@dataclass(frozen=True, slots=True)
class Step:
    """One level of a cited place: Article 6, then paragraph 1, then point (a)."""

    level: Level
    label: str


CitedPlace = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Provision:
    """An act, an article, a paragraph or an item, with the parts that it has."""

    label: str  # as citations write it: "6a", "1", "a", "28의2"
    heading: str = ""
    parts: tuple["Provision", ...] = ()
    notice: Notice | None = None  # repealed, not yet in force, renumbered
    complete: bool = False  # all its parts are known, even if they are none


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """The provisions on the way to a cited place, or what is there instead."""

    path: tuple[Provision, ...]
    gap: Step | None = None  # the first step that leads nowhere
    certain: bool = True  # the parts at that level are complete, so there is no such part
    existing: str = ""  # what that level has: "Articles 1 to 99"


def find_place(at: Provision, place: CitedPlace, path: tuple[Provision, ...] = ()) -> FoundPlace:
    """Follow a cited place into an act as far as it goes; each part of a schedule may count its paragraphs from 1."""
    if not place:
        return FoundPlace(path)
    step, *rest = place
    below = [part for part in at.parts if part.label.casefold() == step.label.casefold()]
    if not below:
        labels = [part.label for part in at.parts if part.label]
        return FoundPlace(path, step, _excludes(at, step.label), describe_range(step.level, labels))
    found = [find_place(part, tuple(rest), (*path, part)) for part in below]
    return next((one for one in found if one.gap is None), None) or min(found, key=lambda one: one.certain)


def describe_range(level: Level, labels: Sequence[str]) -> str:
    """Return what a level has: "Articles 1 to 99", "Article 1", or nothing."""
    if not labels:
        return ""
    first, last = min(labels, key=sort_label), max(labels, key=sort_label)
    return level.show(first) if first == last else level.show_range(first, last)


def sort_label(label: str) -> tuple[int, int, str]:
    """Return the key by which labels follow one another: 9, 28, 28a, 28b; a, b, aa."""
    found = _NUMBER.match(label)
    return (int(found[1]), len(found[2]), found[2]) if found else (0, len(label), label)


def _rank_number(label: str) -> int:
    """Return 28 of 28, 28a and 28의2, 0 for anything else."""
    found = _NUMBER.match(label)
    return int(found[1]) if found else 0


def _excludes(level: Provision, wanted: str) -> bool:
    """Check that a level certainly has no such part: all its parts are known, or it is beyond a row without gaps."""
    if level.complete:
        return True
    labels = [part.label for part in level.parts]
    for rank in (_rank_number, read_roman, _rank_letter):
        if rank(wanted) and is_dense(labels, rank):
            return rank(wanted) > max(map(rank, labels))
    return False


def is_dense(labels: Sequence[str], rank: Callable[[str], int] = _rank_number) -> bool:
    """Check that labels follow one another from 1 without a gap."""
    ranks = {rank(label) for label in labels}
    return bool(ranks) and min(ranks) == 1 and max(ranks) == len(ranks)


def is_beyond(level: Provision, wanted: str) -> bool:
    """Check that a number is greater than that of every part."""
    return bool(level.parts) and _rank_number(wanted) > max(_rank_number(part.label) for part in level.parts)


def read_roman(label: str) -> int:
    """Return the value of a Roman numeral, 0 for anything else."""
    values = [_ROMAN.get(letter, 0) for letter in label.casefold()]
    if not values or 0 in values:
        return 0
    return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))


def _rank_letter(label: str) -> int:
    """Return 2 of b and of 나, 0 for anything but a single letter."""
    return max(alphabet.find(label.casefold()) + 1 for alphabet in _ALPHABETS) if len(label) == 1 else 0


def same_words(one: str, other: str) -> bool:
    """Compare headings or names without regard to case, accents, spaces and punctuation."""
    return _letters(one) == _letters(other)


def agree_headings(cited: str, official: str) -> bool:
    """Check a cited heading: equal to the official one, or a shortened form of it."""
    ours, theirs = _letters(cited), _letters(official)
    return not ours or not theirs or ours in theirs or theirs in ours


def _letters(text: str) -> str:
    return fold_letters(_NOT_LETTERS.sub("", text))


def judge_places(act: Provision, places: Sequence[CitedPlace], record: Record, when: date, heading: str = "") -> Lookup:
    """Return the outcome for a citation of an act whose text was read: the worst of its places."""
    found = [find_place(act, place) for place in places]
    whole = add_notices(record, (step.notice for one in found for step in one.path))
    for one in sorted(found, key=lambda place: not place.certain):
        if one.gap:
            return _report_gap(one, whole)
    first = found[0].path[0] if found and found[0].path else None
    if first and not agree_headings(heading, first.heading):
        why = f'{places[0][0].level.show(first.label)} is headed "{first.heading}", not "{heading}"'
        differences = (Difference("heading", heading, first.heading),)
        return Lookup("mismatched", why=why, record=whole, differences=differences)
    return Lookup("found", record=whole, flags=find_time_flags(whole.notices, when))


def _report_gap(found: FoundPlace, record: Record) -> Lookup:
    step = found.gap
    if step is None:
        return Lookup("found", record=record)
    owner = record.title or record.id if not found.path else "it"
    has = f"{owner} has {found.existing}" if found.existing else f"{owner} is not divided that far"
    asked = step.level.show(step.label)
    if found.certain:
        differences = (Difference("article", asked, found.existing),) if found.existing else ()
        return Lookup("missing", why=f"there is no {asked}: {has}", record=record, differences=differences)
    return Lookup(reason="abstained", why=f"{asked} is not in the text that was read: {has}", record=record)


def add_notices(record: Record, notices: Iterator[Notice | None]) -> Record:
    """Return a record with further notices, each once."""
    return replace(record, notices=tuple(dict.fromkeys((*record.notices, *filter(None, notices)))))


def find_time_flags(notices: Sequence[Notice], when: date) -> tuple[Flag, ...]:
    """Return whether a provision is repealed or not yet in force on a day; a notice without a date always counts."""
    day = when.isoformat()
    repealed = any(one.kind == "repealed" and one.date[:10] <= day[: len(one.date)] for one in notices)
    later = any(one.kind == "prospective" and (not one.date or one.date[:10] > day[: len(one.date)]) for one in notices)
    flags: list[Flag] = []
    flags += ["repealed"] if repealed else []
    flags += ["prospective"] if later else []
    return tuple(flags)
