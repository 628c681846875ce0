"""How much of a claim stands in a passage: a comparison of words that reads no meaning, and says what it missed."""

from dataclasses import dataclass

from citevet.jobs.corpus.amounts import amounts
from citevet.jobs.corpus.directions import opposed
from citevet.jobs.corpus.otherwise import clauses, otherwise
from citevet.jobs.corpus.words import content, denial, is_in
from citevet.model import Difference

# The share of the claim's words that a passage must have. On 65 pairs of claim and passage written for it (English and
# Korean, tests/jobs/cite_bar.tsv) 0.65 takes 30 of the 31 passages that carry their claim and 3 of the 34 that do not;
# 0.6 takes 4 of those, 0.5 takes 7, and 0.8 misses 3 that carry. No bar keeps the 3 out: the same words stand in them
# in other roles, or one of two directions is turned.
BAR = 0.65
FEWEST = 2  # words of a claim that carry meaning; with one alone everything on the subject would carry it


@dataclass(frozen=True, slots=True)
class Sought:
    """What a passage must have to carry a claim."""

    words: dict[str, str]  # stem to word
    amounts: dict[str, str]  # value to what is written
    denial: str | None
    text: str

    @classmethod
    def of(cls, claim: str) -> "Sought":
        """Read a claim once."""
        return cls(content(claim), amounts(claim), denial(claim), claim)


@dataclass(frozen=True, slots=True)
class Overlap:
    """What of a claim a passage has."""

    share: float  # of the claim's words, from 0 to 1
    missed: tuple[str, ...]  # the words that the passage does not have
    lacks: tuple[str, ...]  # what it must have and has not, as clauses: "the passage has no 45 %"
    differences: tuple[Difference, ...] = ()  # what it says otherwise or less surely, where it is near enough to ask

    @property
    def carries(self) -> bool:
        """Whether the passage may be cited for the claim."""
        return self.share >= BAR and not self.lacks


def overlap(sought: Sought, passage: str) -> Overlap:
    """Compare a claim with a passage."""
    stems = set(content(passage))
    missed = tuple(word for stem, word in sought.words.items() if not is_in(stem, stems))
    share = 1 - len(missed) / len(sought.words) if sought.words else 0.0
    differences = otherwise(sought.text, passage) if share >= BAR else ()
    lacks = (*_amounts(sought, passage), *_denials(sought, passage), *_turned(sought, passage))
    return Overlap(share, missed, lacks or tuple(clauses(differences)), differences)


def _amounts(sought: Sought, passage: str) -> list[str]:
    there = amounts(passage)
    return [f"the passage has no {written}" for value, written in sought.amounts.items() if value not in there]


def _denials(sought: Sought, passage: str) -> list[str]:
    there = denial(passage)
    if sought.denial and not there:
        return [f"the claim denies (“{sought.denial}”), and the passage does not"]
    if there and not sought.denial:
        return [f"the passage denies (“{there}”), and the claim does not"]
    return []


def _turned(sought: Sought, passage: str) -> list[str]:
    words = opposed(sought.text, passage)
    return [f"the claim says “{words[0]}”, the passage “{words[1]}”"] if words else []
