"""The sources of a note, and whom it names with each: `Müller, Deliktsrecht [REF-001, S. 12]; Weber [REF-002]`."""

from collections.abc import Sequence
from dataclasses import dataclass
from re import IGNORECASE
from re import compile as pattern

from citevet.extract import entries, short_forms
from citevet.extract.back_forms import OPENS
from citevet.extract.found import Found
from citevet.extract.leads import SIGNAL
from citevet.extract.people import PARTICLE, family, first_named
from citevet.extract.scene import Scene, blank
from citevet.model import Locator, Reference, Span

_LABEL = pattern(OPENS)
_LEAD = pattern(rf"{OPENS}[;,.\]\)\s\0]*+(?:{SIGNAL}[\s\0]*)?+")
_WORD = r"[^\W\d_a-z][\w.'’‐-]*+"
_NAME = pattern(rf"(?:(?:{PARTICLE}|{_WORD})\s){{0,3}}{_WORD}")
_OPENING = pattern(rf"{OPENS}{short_forms.SIGNAL}", IGNORECASE)
_DATED = pattern(r"\(\s?(?:1[4-9]|20)\d\d[a-z]?\b")
# Behind these the note names a second work, whether or not we can read it.
_ANOTHER = pattern(
    r"\b(?:see also|siehe auch|vgl\. auch|(?:cited|quoted|reprinted) in|citing|quoting|(?:zit\.|zitiert) nach)\b",
    IGNORECASE,
)
_LONGEST_LEAD = 200  # characters before a source in which its author stands
_LONGEST = 120  # characters of a note that are shown


@dataclass(frozen=True, slots=True)
class Meant:
    """One source of a note: the note that names it, and where in the source it points."""

    note: Reference
    text: str  # how the note names it
    locator: Locator | None = None
    sole: bool = True  # the note has no other


@dataclass(frozen=True, slots=True)
class Source:
    """A source with the family name of its first author, where the note has it."""

    author: str
    meant: Meant


def sources(scene: Scene, note: Reference, inside: Sequence[Found]) -> list[Source]:
    """Return what a note cites, each with the name that stands before it."""
    found: list[Source] = []
    done = note.span.start
    for one in inside:
        meant = Meant(note, scene.document.slice(one.span), one.locator, sole=len(inside) == 1)
        found.append(Source(_author(scene.prose[done : one.span.start], one), meant))
        done = max(done, one.span.end)
    return found


def only_source(scene: Scene, note: Reference, inside: Sequence[Found]) -> Meant | None:
    """Return the source of a note that has exactly one: what it cites, or the work that it describes itself."""
    text = scene.prose[note.span.start : note.span.end]
    opening = _OPENING.match(text)  # "See also Smith" names one work, "Smith; see also Lee" two
    if _ANOTHER.search(text, opening.end() if opening else 0) or len(inside) > 1:
        return None
    if inside:
        (one,) = inside
        rest = blank(text, [Span(one.span.start - note.span.start, one.span.end - note.span.start)])
        single = not note.identifiers and entries.parse(rest).year is None
        return Meant(note, scene.document.slice(one.span), one.locator) if single else None
    kinds = [each.kind for each in note.identifiers]
    works = [piece for piece in text.split(";") if short_forms.YEAR.search(piece)]
    if len(set(kinds)) < len(kinds) or len(works) > 1 or len(_DATED.findall(text)) > 1:
        return None
    described = bool(kinds) or bool(note.authors and note.year)
    return Meant(note, _shown(text)) if described else None


def _author(before: str, found: Found) -> str:
    """Return the family name of a source's first author: as it is cited, else the name that opens the words before."""
    if names := found.parts.get("authors"):
        return family(names.split("; ")[0])
    opened = _LEAD.match(before[:_LONGEST_LEAD])
    lead = first_named(before[opened.end() if opened else 0 : _LONGEST_LEAD]).replace("\0", " ").strip()
    return family(lead) if _NAME.fullmatch(lead) else ""


def _shown(text: str) -> str:
    """Return the words of a note on one line, without its label and markup."""
    opened = _LABEL.match(text)
    return " ".join(text[opened.end() if opened else 0 :].replace("\0", " ").split()).rstrip("]} ")[:_LONGEST]
