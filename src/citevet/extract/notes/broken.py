"""Short forms that lead nowhere: "Ibid." before any citation, `supra note 99` of three notes, notes in a circle."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.extract.notes.short_forms import BACKREF_SIGNAL, LONGEST_BACKREF_NOTE, NOTE_OPENING, parse_note_backref
from citevet.model import Meant, Reference, Span
from citevet.model.document import find_around, pair_with_next
from citevet.patterns import lazy_pattern
from citevet.people.parser import sort_word
from citevet.text.letters import fold_letters
from citevet.text.names import first_person, last_word

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
_NOTE_WORDS = ("upra", "nfra", "above", "below", "Fn.", "FN", "Fußn")  # one of them is in every match
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
    return FoundCitation("footnote", span, "", meant=Meant(why=why))


def merge_broken_backrefs(found: Sequence[FoundCitation], broken: Sequence[FoundCitation]) -> list[FoundCitation]:
    """Return both lists as one; a short form that overlaps a broken one takes over its reason."""
    reasons = {one.span: one for one in sorted(broken, key=attrgetter("span"))}
    merged, taken = list[FoundCitation](), set[Span]()
    ordered = sorted(found, key=attrgetter("span")) if broken else found
    for one, span in pair_with_next(ordered, list(reasons), attrgetter("span.start")):
        if span and one.meant and span.overlaps(one.span):
            taken.add(span)
            merged.append(replace(one, meant=reasons[span].meant))
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
    for found in _NOTE.finditer(prose) if any(word in prose for word in _NOTE_WORDS) else ():
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
    return first[:1].isupper() and all(words.get(word, 0) <= 0 for word in _WORD.findall(sort_word(first)))


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
    text = note.span.of(scene.prose) if len(note.span) <= LONGEST_BACKREF_NOTE else ""
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
