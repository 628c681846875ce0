"""Short forms that refer to an earlier citation: `ibid., p. 5`, `Smith, op. cit.`, `supra note 3`, `ebd., S. 3 f.`.

Some lead nowhere: an "Ibid." before any citation, `supra note 99` of three notes, notes in a circle.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

from citevet.extract.author_names import get_family_name
from citevet.extract.locators import parse_locator, plain_range
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Locator, Reference, Span
from citevet.model.document import find_around, pair_with_next
from citevet.text.letters import fold_letters
from citevet.text.names import first_person, last_word
from citevet.text.patterns import lazy_pattern

_SIGNALS = r"but see|see also|see, e\.g\.,|see|cf\.|vgl\. auch|vgl\. dazu|vgl\.|s\. auch|s\.|siehe auch|siehe"
BACKREF_SIGNAL = rf"(?:(?:{_SIGNALS})[\s\0]{{1,5}})?+"
_OP_CIT = r"(?:op|loc|art)\.\s?cit|a\.\s?a\.\s?O"
IBID = rf"(?:ibid(?:em)?|idem|id\.|ebd|ebenda|위의\s?(?:글|책|논문)|{_OP_CIT})(?!\w)"
_EARLIER_WORK = rf"(?:{_OP_CIT}|supra(?:\s(?:note|n\.)\s\d{{1,4}})?|앞의\s?(?:글|책|논문))"
# Every short form inside the text contains one of these, at the start of a word.
_HINT = lazy_pattern(rf"(?<!\w)(?:ibid|idem|id\.|ebd|ebenda|위의|{_OP_CIT})", re.IGNORECASE)
# A note of the document by its number: "supra note 3", "note 3 above", "Fn. 3", "oben Fn. 3".
_NOTE_NUMBER = (
    r"(?:supra,?[\s\0](?:note|n\.|fn\.)[\s\0]?(?P<number>\d{1,4})|note[\s\0](?P<before>\d{1,4})[\s\0](?:above|supra)"
    r"|(?:(?:wie|oben|siehe|vgl\.|o\.|s\.)[\s\0]){0,2}(?:Fn\.|FN|Fußn\.|Fußnote)[\s\0]?(?P<german>\d{1,4}))(?!\w)"
)
YEAR = lazy_pattern(r"(?<!\d)(?:1[4-9]|20)\d\d(?!\d)")
# An earlier work by its author: "Doe, op. cit."
NAMED_OP_CIT = rf"(?P<who>[^\W\d_][^;:,()\[\]“\"「『\0]{{0,60}}?),?\s(?:{_OP_CIT})(?!\w)"
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
    rf"(?P<word>(?:(?P<who>[^\W\d_][^;:()\d§“\"「『\]\}}\0]{{0,60}}?),?\s(?:(?:{_OP_CIT})[.,]{{0,2}}\s)?)??"
    rf"\(?{_NOTE_NUMBER}\)?){_REST}",
    re.IGNORECASE,
)
_LONGEST_BACKREF_NOTE = 400  # characters of a note that says nothing else: three lines


class NoteBackref(NamedTuple):
    """A reference to an earlier note: its span, the author it names, the number of the note, and the place."""

    span: Span
    who: str
    number: str
    where: Locator | None


def parse_note_backref(scene: MaskedText, note: Reference) -> NoteBackref | None:
    """Parse a note that only refers to an earlier one; None where it says anything else."""
    text = note.span.of(scene.prose)
    if len(text) > _LONGEST_BACKREF_NOTE:
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


# Short forms that lead nowhere

NOTHING_CITED = "nothing is cited before it"
_CIRCLE = "this leads back to the same note, and no source is named on the way"
_WORD = lazy_pattern(r"[^\W\d_]+")
# Notes of the document itself; "S. 5 Fn. 12" and "p. 5 n. 12" are notes of the cited work.
_NOTE = lazy_pattern(
    r"\b(?:[Ss]upra|[Ii]nfra),?[\s\0*_]{1,4}(?:note|n\.|fn\.)[\s\0]?(\d{1,4})(?!\w)"
    r"|\b[Nn]ote[\s\0](\d{1,4})[\s\0](?:above|below|supra|infra)\b"
    r"|(?:\b(?:[Oo]ben|[Uu]nten|[Ss]iehe|[Vv]gl\.|s\.)[\s\0](?:auch[\s\0])?|\()"
    r"(?:(?:wie|oben|siehe|vgl\.|o\.|s\.)[\s\0]){0,2}(?:Fn\.|FN|Fußn\.|Fußnote)[\s\0]?(\d{1,4})(?!\w)"
)
_PAGED = lazy_pattern(r"(?:\b(?:S|pp?|Rn|Rz)\.[\s\0]?\d{1,5}|\d[\s\0]?ff?\.)[\s\0,]{0,3}\Z")
_REACH = 16  # characters before a note's number to search for the page of another work
_BARE_NUMBER_NOTE = lazy_pattern(
    rf"{NOTE_OPENING}{BACKREF_SIGNAL}(?P<word>(?:(?:supra|infra|above|below|oben|unten),?[\s\0])?"
    r"(?:(?:foot)?note|n\.|fn\.|fußn\.|fußnote)[\s\0]?(?P<number>\d{1,4})(?:[\s\0](?:above|below|supra|infra))?)"
    r"[.\s\0\]\}]*\Z",
    re.IGNORECASE,
)


def make_broken_backref(span: Span, why: str) -> FoundCitation:
    """Return a citation that leads nowhere, with the reason."""
    return FoundCitation("footnote", span, "", parts={"lost": why})


def merge_broken_backrefs(found: Sequence[FoundCitation], broken: Sequence[FoundCitation]) -> list[FoundCitation]:
    """Return both lists as one; a short form that overlaps a broken one takes over its reason."""
    reasons = {one.span: one for one in sorted(broken, key=attrgetter("span"))}
    merged, taken = list[FoundCitation](), set[Span]()
    ordered = sorted(found, key=attrgetter("span")) if broken else found
    for one, span in pair_with_next(ordered, list(reasons), attrgetter("span.start")):
        if span and one.parts.keys() & {"again", "lost"} and span.overlaps(one.span):
            taken.add(span)
            merged.append(replace(one, parts={**one.parts, "lost": reasons[span].parts["lost"]}))
        else:
            merged.append(one)
    return [*merged, *(one for span, one in reasons.items() if span not in taken)]


def find_missing_note_numbers(scene: MaskedText, references: Sequence[Reference]) -> list[FoundCitation]:
    """Return references to a note number that no note has; a text without any notes may have lost them."""
    notes = [each for each in references if each.is_note]
    if not notes or scene.document.is_part or scene.document.includes:  # numbers run on from chapter to chapter
        return []
    spans, labels = sorted(each.span for each in notes), {each.key for each in notes}
    why = f"the document has {len(notes)} note{'s' if len(notes) > 1 else ''}"
    return [
        make_broken_backref(span, f"no note {number}: {why}")
        for span, number in _find_note_numbers(scene.prose)
        if int(number) > len(notes) and number not in labels and _is_in_text_or_note(scene, span, spans)
    ]


def _find_note_numbers(prose: str) -> Iterator[tuple[Span, str]]:
    for found in _NOTE.finditer(prose):
        if not _PAGED.search(prose[max(found.start() - _REACH, 0) : found.start()]):
            opened = prose[found.start()] == "("
            yield Span(found.start() + opened, found.end()), found[found.lastindex or 0]


def _is_in_text_or_note(scene: MaskedText, span: Span, notes: Sequence[Span]) -> bool:
    note = find_around(notes, span.start)
    return scene.side(span) == "text" or (note is not None and note.holds(span))


def find_unknown_authors(
    scene: MaskedText, references: Sequence[Reference], shorts: Mapping[Span, str]
) -> list[FoundCitation]:
    """Return the short forms whose author appears nowhere else in the text or the references."""
    if not shorts:
        return []
    words = Counter(_WORD.findall(fold_letters(scene.prose)))
    words.subtract(word for span in shorts for word in _WORD.findall(fold_letters(span.of(scene.prose))))
    for reference in references:
        if reference.path is not None:
            words.update(_WORD.findall(fold_letters(" ".join((*reference.authors, reference.text[:400])))))
    unknown = (span for span, who in shorts.items() if _is_unknown(who, words))
    return [make_broken_backref(span, "no source by that name is cited") for span in unknown]


def _is_unknown(who: str, words: Mapping[str, int]) -> bool:
    first = last_word(first_person(who))
    return first[:1].isupper() and all(words.get(word, 0) <= 0 for word in _WORD.findall(get_family_name(first)))


def find_circular_notes(scene: MaskedText, notes: Sequence[Reference]) -> list[FoundCitation]:
    """Return the references that lead from a note back to itself; the notes come in the order of their numbers."""
    targets = {note.key: target for note in notes if (target := _find_target(scene, note))}
    if not targets:
        return []
    labels = _map_numbers(note.key for note in notes)
    points = {key: labels[number] for key, (_, number) in targets.items() if number in labels}
    circle = _find_circles(points)
    return [make_broken_backref(span, _CIRCLE) for key, (span, _) in targets.items() if key in circle]


def _find_target(scene: MaskedText, note: Reference) -> tuple[Span, str] | None:
    """Return the span and the number of a note that only refers to another one by its number."""
    text = note.span.of(scene.prose) if len(note.span) <= _LONGEST_BACKREF_NOTE else ""
    if found := _BARE_NUMBER_NOTE.match(text):
        start = note.span.start
        return Span(start + found.start("word"), start + found.end("word")), found["number"]
    backref = parse_note_backref(scene, note)
    return (backref.span, backref.number) if backref and backref.number and not backref.who else None


def _map_numbers(keys: Iterable[str]) -> Mapping[str, str]:
    """Map the numbers that a reader sees to note labels; notes whose labels are all words are counted.

    Numeric labels that do not rise from note to note are not what the reader sees: then no number is known.
    """
    labels = list(keys)
    numbers = [int(key) for key in labels if key.isdecimal()]
    if numbers:
        return {key: key for key in labels} if numbers == sorted(numbers) else {}
    return {str(number): key for number, key in enumerate(labels, start=1)}


def _find_circles(points: Mapping[str, str]) -> frozenset[str]:
    """Return the notes on a circle: those left after repeatedly removing all that nothing points to."""
    pointers = Counter(points.values())
    free = [key for key in points if not pointers[key]]
    for key in free:  # grows while it is read
        pointers[points[key]] -= 1
        if not pointers[points[key]] and points[key] in points:
            free.append(points[key])
    return frozenset(points) - set(free)
