"""What a text says in numbers: one quantity with its unit, its part in the sentence and its place."""

from dataclasses import dataclass, replace
from typing import Literal

from citevet.judge.counting.date import Date
from citevet.model import Span

Kind = Literal["bare", "count", "measure", "money", "share", "points", "multiple", "ordinal", "date"]
End = Literal["", "from", "to", "low", "high"]
Part = Literal["", "part", "whole"]
GROWTH = "growth"  # the unit of a multiple that says how a thing has changed: doubled, not twice as high
ROUGHLY = 0.3  # the room around "doubled": said of 87 and of 114 %


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as somebody wrote it, and what it says."""

    kind: Kind
    span: Span  # in its text, hedge and unit included
    first: int  # its tokens, for the words around it
    next: int
    number: float = 0.0  # as written, scale word included
    step: float = 1.0  # the worth of its last written place
    family: str = ""  # what the unit measures: length, money:usd, share; empty where nothing follows the number
    factor: float = 1.0  # of the unit, to the base unit of the family
    unit: str = ""  # the unit's name
    offset: float = 0.0  # of a scale with another zero: degrees Fahrenheit
    per: str = ""  # year, hectare: the other half of a rate
    nouns: frozenset[str] = frozenset()  # stems of what is counted
    hedge: str = ""  # about, nearly, over, slightly over, least, under, most, within, top
    end: End = ""  # of a change or a range
    partner: float | None = None  # the other end of a range, in the same unit
    part: Part = ""  # two (part) of the five (whole) churches
    change: bool = False  # by 40 %, 40 % more
    way: int = 0  # of a change: 1 up, -1 down, 0 where no word tells
    doubtful: bool = False  # may confirm a claim, but never deny one
    date: Date | None = None
    room: float | None = None  # of a value worked out from others: how far off a claim may be and not be denied
    apart: frozenset[str] = frozenset()  # of a sum: stems of what only one of its parts counts
    bearers: frozenset[str] = frozenset()  # of a sum: what tells apart those whose numbers it is made of
    lent: range | None = None  # the tokens that tell its unit or its rate, where they stand apart from it

    @property
    def value(self) -> float:
        """Its worth in the base unit of the family; a change of temperature has no zero."""
        return self.number * self.factor + (0.0 if self.change else self.offset)

    @property
    def told(self) -> range:
        """Its tokens, and all as far as what tells its unit or its rate."""
        lent = self.lent or range(self.first, self.next)
        return range(min(self.first, lent.start), max(self.next, lent.stop))

    def with_unit_of(self, other: "Quantity") -> "Quantity":
        """Return the number as one of what the other counts or measures: the 12 of 12 to 15 years."""
        unit = replace(self, family=other.family, factor=other.factor, unit=other.unit, offset=other.offset)
        return replace(unit, kind=other.kind, per=other.per, nouns=other.nouns, lent=other.told)
