"""Articles, recitals, annexes and chapters that stand before or after the name of an EU act."""

from dataclasses import dataclass
from re import Match
from re import compile as pattern

_POINT = r"\d{1,3}[a-z]{0,2}(?: ?\(\w{1,5}\))*(?:,? (?:point|subparagraph) \(?\w{1,4}\)?)?"
_POINTS = rf"{_POINT}(?:(?:, and |, | and | or | to |[-–]){_POINT}){{0,8}}"
_UNIT = r"(?<![\w/])(?P<unit>[Aa]rt(?:icle)?s?\.?|[Rr]ecitals?|[Aa]nnex|[Cc]hapter)"
_PLACE = rf"{_UNIT} (?P<open>\()?(?P<points>{_POINTS}|[IVXL]{{1,6}})(?(open)\))(?!\w)"

_BEFORE = pattern(rf"{_PLACE},? (?:(?:of|to|in) )?(?:the |that )?(?:EU )?$")
_AFTER = pattern(rf"(?:,|['’]s)? (?P<outer>\()?(?:(?:in|under) )?{_PLACE}(?(outer)\)?)")
_KOREAN = pattern(r"(?:의)? ?제(?P<article>\d{1,3})조(?: ?제(?P<clause>\d{1,2})항)?(?: ?제?(?P<item>[a-z]|\d{1,2})호)?")
RECITAL = pattern(rf"(?<![\w/])(?P<unit>[Rr]ecitals?) (?P<open>\()?(?P<points>{_POINTS})(?(open)\))(?!\w)")

_NUMBER = pattern(r"\d+")
_REACH = 120  # characters before an act in which its articles are looked for; the longest seen has 64


@dataclass(frozen=True, slots=True)
class Place:
    """A place inside an act, with where the words stand."""

    start: int
    end: int
    unit: str  # article, recital, annex or chapter
    points: str  # "17(1)(a)", "13, 14", "III"

    @property
    def article(self) -> str:
        """Return the place as a locator writes it."""
        return self.points if self.unit == "article" else f"{self.unit} {self.points}"

    @property
    def last(self) -> int:
        """Return the highest article or recital named: in "13 and 14(1)" that is 14."""
        heads = (piece.strip() for piece in self.points.replace("-", ",").split(","))
        return max((int(found[0]) for head in heads if (found := _NUMBER.match(head))), default=0)


def place_around(text: str, start: int, end: int) -> Place | None:
    """Return the place that stands directly before or after the act at `start`:`end`."""
    floor = max(0, start - _REACH)
    if before := _BEFORE.search(text[floor:start]):
        return _place(before, floor + before.start("unit"), start)
    if after := _AFTER.match(text, end):
        return _place(after, end, after.end())
    if korean := _KOREAN.match(text, end):
        points = korean["article"] + "".join(f"({piece})" for piece in (korean["clause"], korean["item"]) if piece)
        return Place(end, korean.end(), "article", points)
    return None


def recital(found: Match[str]) -> Place:
    """Read a recital that stands alone."""
    return _place(found, found.start(), found.end())


def _place(found: Match[str], start: int, end: int) -> Place:
    unit = found["unit"].lower()
    name = next(name for name in ("article", "recital", "annex", "chapter") if name.startswith(unit[:3]))
    points = found["points"].replace(" (", "(").replace(", and ", ", ").replace(" and ", ", ").replace(" or ", ", ")
    return Place(start, end, name, points.replace(" to ", "-").replace("–", "-"))
