"""The grammar of short forms: `ibid., p. 5`, `Smith, op. cit.`, `supra note 3`, `ebd., S. 3 f.`."""

import re
from typing import Literal, NamedTuple

from citevet.extract.locators import parse_locator, plain_range
from citevet.extract.masked_text import MaskedText
from citevet.model import Locator, Reference, Span
from citevet.patterns import lazy_pattern

_SIGNALS = r"but see|see also|see, e\.g\.,|see|cf\.|vgl\. auch|vgl\. dazu|vgl\.|s\. auch|s\.|siehe auch|siehe"
BACKREF_SIGNAL = rf"(?:(?:{_SIGNALS})[\s\0]{{1,5}})?+"


class _Word(NamedTuple):
    """A word that stands for an earlier citation."""

    form: str
    repeats: Literal["last", "author", "either"]  # the source before it, the work of the author before the word
    source: str  # which says so


_WORDS = (
    _Word("ibid(?:em)?", "last", "The Chicago Manual of Style, 17th ed., 14.34"),
    _Word("idem", "last", "The Chicago Manual of Style, 17th ed., 14.35"),
    _Word(r"id\.", "last", "The Bluebook, rule 4.1"),
    _Word("ebd", "last", "Duden: ebd."),
    _Word("ebenda", "last", "Duden: ebenda"),
    _Word(r"위의\s?(?:글|책|논문)", "last", "footnotes of Korean journals: the work above"),
    _Word(r"(?:op|loc|art)\.\s?cit", "either", "The Chicago Manual of Style, 17th ed., 14.36"),
    _Word(r"a\.\s?a\.\s?O", "either", "Duden: a. a. O."),
    _Word(r"supra(?:\s(?:note|n\.)\s\d{1,4})?", "author", "The Bluebook, rule 4.2"),
    _Word(r"앞의\s?(?:글|책|논문)", "author", "footnotes of Korean journals: the earlier work"),
)


def _any_of(*repeats: str) -> str:
    return f"(?:{'|'.join(word.form for word in _WORDS if word.repeats in repeats)})"


_EITHER = _any_of("either")
_EARLIER_WORK = _any_of("either", "author")
IBID = rf"{_any_of('last', 'either')}(?!\w)"
# Every short form inside the text contains one of these, at the start of a word.
_HINT = lazy_pattern(rf"(?<!\w)(?:ibid|idem|id\.|ebd|ebenda|위의|{_EITHER})", re.IGNORECASE)
# A note of the document by its number: "supra note 3", "note 3 above", "Fn. 3", "oben Fn. 3".
_NOTE_NUMBER = (
    r"(?:supra,?[\s\0](?:note|n\.|fn\.)[\s\0]?(?P<number>\d{1,4})|note[\s\0](?P<before>\d{1,4})[\s\0](?:above|supra)"
    r"|(?:(?:wie|oben|siehe|vgl\.|o\.|s\.)[\s\0]){0,2}(?:Fn\.|FN|Fußn\.|Fußnote)[\s\0]?(?P<german>\d{1,4}))(?!\w)"
)
YEAR = lazy_pattern(r"(?<!\d)(?:1[4-9]|20)\d\d(?!\d)")
# An earlier work by its author: "Doe, op. cit."
NAMED_OP_CIT = rf"(?P<who>[^\W\d_][^;:,()\[\]“\"「『\0]{{0,60}}?),?\s{_EITHER}(?!\w)"
# One of several works between semicolons: "(ebd., S. 3; Meier 2020)".
BACKREF_IN_GROUP = lazy_pattern(
    rf"(?<=[(\[;])[\s\0]{{0,5}}(?P<said>{BACKREF_SIGNAL}(?:(?!(?-i:ID)\b){IBID}|{NAMED_OP_CIT})"
    r"[.\s\0]{0,5}(?P<rest>[^;()\[\]“\"「『]{0,60}))(?=[;)\]])",
    re.IGNORECASE,
)
_JUDGMENT_PARAGRAPH = lazy_pattern(r"\[\d{1,3}\]")
_BARE_PAGE = lazy_pattern(r"[,:]?[\s\0]*(?:at\s)?(\d{1,4}(?:\s?[-–]\s?\d{1,4})?)(?:\s?ff?\.?)?[.\s\0]*")
_PARAGRAPH = lazy_pattern(r",?\s?(?:Rn|Rz|Tz|Rdnr)\.?\s?(\d{1,4}(?:\s?[-–]\s?\d{1,4})?)(?:\s?ff?\.?)?")  # of a decision

NOTE_OPENING = r"[\s\0]*+(?:\[\^[^\]\[\s]{1,80}\]:|\^\[)?+[\s\0]*+"
NOTE_LABEL = lazy_pattern(NOTE_OPENING)  # matches every text, if only at its start
_REST = r"[.\s\0]*(?P<rest>[^;“\"「『\]\}]{0,60})[\]\}\s\0]*$"
_IBID_NOTE = lazy_pattern(rf"{NOTE_OPENING}{BACKREF_SIGNAL}(?P<word>{IBID}){_REST}", re.IGNORECASE)
_NAMED_NOTE = lazy_pattern(
    rf"{NOTE_OPENING}{BACKREF_SIGNAL}"
    rf"(?P<word>(?P<who>[^\W\d_][^;:“\"「『\]\}}\0]{{0,60}}?),?\s{_EARLIER_WORK}(?!\w)){_REST}",
    re.IGNORECASE,
)
# A digit before the number is a page, and the note is one of the cited work: "Doe, S. 5 (Fn. 12)".
_NUMBERED_NOTE = lazy_pattern(
    rf"{NOTE_OPENING}{BACKREF_SIGNAL}"
    rf"(?P<word>(?:(?P<who>[^\W\d_][^;:()\d§“\"「『\]\}}\0]{{0,60}}?),?\s(?:{_EITHER}[.,]{{0,2}}\s)?)??"
    rf"\(?{_NOTE_NUMBER}\)?){_REST}",
    re.IGNORECASE,
)
LONGEST_BACKREF_NOTE = 400  # characters of a note that says nothing else: three lines


class NoteBackref(NamedTuple):
    """A reference to an earlier note: its span, the author it names, the number of the note, and the place."""

    span: Span
    who: str
    number: str
    where: Locator | None


def parse_note_backref(scene: MaskedText, note: Reference) -> NoteBackref | None:
    """Parse a note that only refers to an earlier one; None where it says anything else."""
    text = note.span.of(scene.prose)
    if len(text) > LONGEST_BACKREF_NOTE:
        return None
    found = _IBID_NOTE.match(text) or _NUMBERED_NOTE.match(text) or _NAMED_NOTE.match(text)
    if found is None:
        return None
    rest = clean_rest(found["rest"])
    alone, where = parse_place(rest)
    if not alone:
        return None
    end = found.start("rest") + len(rest) if where else found.end("word")
    end += text.startswith(".", end) and (not where or rest.endswith("f"))  # "Ebd.", "S. 3 f."
    groups = found.groupdict()
    number = next((groups[name] for name in ("number", "before", "german") if groups.get(name)), "")
    start = note.span.start
    return NoteBackref(Span(start + found.start("word"), start + end), groups.get("who") or "", number, where)


def parse_place(rest: str) -> tuple[bool, Locator | None]:
    """Return whether a place or nothing at all follows a short form, and the place."""
    if paragraph := _PARAGRAPH.fullmatch(rest):
        return True, Locator(article=f"Rn. {plain_range(paragraph[1])}")
    if _JUDGMENT_PARAGRAPH.fullmatch(rest.strip(" ,")):
        return True, Locator(article=rest.strip(" ,"))
    page = _BARE_PAGE.fullmatch(rest)
    found = Locator(page=plain_range(page[1])) if page else parse_locator(rest)
    return not rest.strip(" ,.") or (found is not None and not YEAR.search(rest)), found


def has_backref(brackets: str) -> bool:
    """Return whether one of the works in a pair of brackets is a short form for an earlier citation."""
    found = BACKREF_IN_GROUP.finditer(brackets) if may_have_backref(brackets) else ()
    return any(parse_place(clean_rest(one["rest"]))[0] for one in found)


def may_have_backref(text: str) -> bool:
    """Return whether a cheap test finds a word of a short form, so that the full patterns are worth compiling."""
    return _HINT.search(text) is not None


def clean_rest(words: str) -> str:
    """Return what follows a short form, ready for `parse_place`."""
    return words.replace("\0", " ").rstrip(". ")
