"""The rows of an editor's table: one for each reference, with its word, its differences and the record behind them."""

from collections.abc import Mapping
from typing import Literal

from citevet.model.judgement import ReferenceWord
from citevet.model.record import Existence, Record
from citevet.records import dataclass, field

# How sure a difference is. `certain`: the record has the identifier that the reference gives. `likely`: the record was
# found by its title. `slip`: it still leads to the work, such as a year by one.
Certainty = Literal["certain", "likely", "slip"]

# The worst first: what needs a human most.
REFERENCE_WORDS: tuple[ReferenceWord, ...] = (
    "likely fabricated",
    "another work",
    "not found",
    "matches with errors",
    "unchecked",
    "matches",
)
# How much each word asks of a human. Papers are sorted by the greatest need in them, then by the sum.
NEEDS: Mapping[ReferenceWord, int] = {
    "likely fabricated": 20,
    "another work": 10,
    "not found": 3,
    "matches with errors": 3,
    "unchecked": 1,
    "matches": 0,
}


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """One field in which a reference differs from a record."""

    field: str  # of REFERENCE_FIELDS
    cited: str
    recorded: str
    record: str  # the service and the id of the record there
    certainty: Certainty
    kind: str = ""  # word, cut, missing, added, other, order, initials, near …


@dataclass(frozen=True, slots=True)
class ReferenceRow:
    """What became of one reference."""

    path: str  # of the paper
    reference: str  # its id in the document
    key: str  # the number, label or key that citations use
    line: int | None
    text: str
    word: ReferenceWord
    existence: Existence = "unchecked"  # `missing` where the authority itself has no such identifier
    reason: str = ""  # why it is unchecked, of the closed list
    differences: tuple[FieldDifference, ...] = ()
    record: Record | None = None
    candidates: tuple[str, ...] = ()  # the nearest works, or the one that is meant
    note: str = ""  # which services were asked, and what they said
    is_retracted: bool = False
    is_law: bool = False

    @property
    def link(self) -> str:
        """Where a human sees the record."""
        return self.record.url if self.record else ""

    @property
    def is_slip(self) -> bool:
        """Whether all that differs still leads to the work."""
        return bool(self.differences) and all(each.certainty == "slip" for each in self.differences)

    @property
    def need(self) -> int:
        """How much it asks of a human."""
        if self.is_retracted or self.existence == "missing":
            return NEEDS["another work"]
        return 1 if self.is_slip and self.word == "matches with errors" else NEEDS[self.word]

    @property
    def is_bad(self) -> bool:
        """Whether the work is another one, retracted, or missing by the word of the authority."""
        return self.is_retracted or self.existence in {"missing", "mismatched"}


@dataclass(frozen=True, slots=True)
class PaperRow:
    """The totals of one paper."""

    path: str
    words: Mapping[ReferenceWord, int] = field(default_factory=dict)
    slips: int = 0  # of those that match with errors
    retracted: int = 0
    need: int = 0  # of all its references together
    worst: int = 0  # of the one that needs a human most
    unread: str = ""  # why it could not be read

    @property
    def references(self) -> int:
        """How many references it has."""
        return sum(self.words.values())


@dataclass(frozen=True, slots=True)
class ReferenceTable:
    """The references of some papers; the papers that need a human most come first."""

    papers: tuple[PaperRow, ...] = ()
    rows: tuple[ReferenceRow, ...] = ()
