"""How a note says that it means an earlier one: by a word, a name, or the number of the note."""

from re import IGNORECASE, Match
from re import compile as pattern
from typing import NamedTuple

from citevet.extract.scene import Scene
from citevet.extract.short_forms import CITED, EARLIER, NUMBERED, SAME, SIGNAL, place
from citevet.model import Locator, Reference, Span

OPENS = r"[\s\0]*+(?:\[\^[^\]\[\s]{1,80}\]:|\^\[)?+[\s\0]*+"
_REST = r"[.\s\0]*(?P<rest>[^;“\"「『\]\}]{0,60})[\]\}\s\0]*$"
_SAME = pattern(rf"{OPENS}{SIGNAL}(?P<word>{SAME}){_REST}", IGNORECASE)
_NAMED = pattern(
    rf"{OPENS}{SIGNAL}(?P<word>(?P<who>[^\W\d_][^;:“\"「『\]\}}\0]{{0,60}}?),?\s{EARLIER}(?!\w)){_REST}", IGNORECASE
)
# A digit before it is a page, and the note one of the work that is cited: "Doe, S. 5 (Fn. 12)".
_POINTS = pattern(
    rf"{OPENS}{SIGNAL}(?P<word>(?:(?P<who>[^\W\d_][^;:()\d§“\"「『\]\}}\0]{{0,60}}?),?\s(?:(?:{CITED})[.,]{{0,2}}\s)?)??"
    rf"\(?{NUMBERED}\)?){_REST}",
    IGNORECASE,
)
LONGEST = 400  # characters of a note that says nothing else: three lines


class Back(NamedTuple):
    """Where a note means an earlier one, whom it names, the note that it counts to, and the place."""

    span: Span
    who: str
    number: str
    where: Locator | None


def back(scene: Scene, note: Reference) -> Back | None:
    """Return what a note says of an earlier one; none where it says anything else."""
    text = scene.prose[note.span.start : note.span.end]
    if len(text) > LONGEST:
        return None
    found = _SAME.match(text) or _POINTS.match(text) or _NAMED.match(text)
    return _read(note, text, found) if found else None


def _read(note: Reference, text: str, found: Match[str]) -> Back | None:
    rest = found["rest"].replace("\0", " ").rstrip(". ")
    alone, where = place(rest)
    if not alone:
        return None
    end = found.start("rest") + len(rest) if where else found.end("word")
    end += text.startswith(".", end) and (not where or rest.endswith("f"))  # "Ebd.", "S. 3 f."
    told = found.groupdict()
    number = next((told[name] for name in ("number", "before", "german") if told.get(name)), "")
    start = note.span.start
    return Back(Span(start + found.start("word"), start + end), told.get("who") or "", number, where)
