"""Numbers of notes that a document does not have, as short forms name them: (n 61) of 12 notes."""

import re
from collections.abc import Iterator, Mapping

from citevet.model import Extraction, Span
from citevet.model.document import is_inside
from citevet.patterns import lazy_pattern

# Guide to citing → how it names an earlier note; `supra note 61` and `Fn. 61` are parsed with the notes.
_NOTE_NUMBERS: Mapping[str, re.Pattern[str]] = {
    "OSCOLA 4, 1.2.1; AGLC 4, 1.4": lazy_pattern(r"\((?<=[^\W\d_]\s\()nn?\.? ?(\d{1,4})\)"),
    "New Zealand Law Style Guide 2.3; AGLC 3, 1.4": lazy_pattern(r"above(?<!\wabove),? nn?\.? ?(\d{1,4})(?!\w)"),
    "OSCOLA before 4; Bluebook of India": lazy_pattern(r"n(?<!\wn)n?\.? ?(\d{1,4}),? above(?!\w)"),
}
_BEFORE = lazy_pattern(r"[^\W\d_a-z][^\W\d_]{2,}(?:['’]s?)?\s$")  # a name
_POINTED = lazy_pattern(r"\b(?:see(?: also)?|as in|in|at|from|supra|cf\.?|compare)\s\Z", re.IGNORECASE)
_NEAR = 40  # characters before a number
_DIGITS = 4  # of the number of a note


def find_lost_note_numbers(extraction: Extraction) -> Iterator[tuple[Span, str]]:
    """Yield the numbers of notes that a document does not have, as its notes name them: (n 61) of 12.

    In the text `(n 61)` may be the size of a sample, so another must name a note that is there, and a name precede it;
    "see n 61 above" is nothing but a note.
    """
    notes = [each for each in extraction.references if each.is_note]
    numbers = [int(each.key) for each in notes if each.key.isdecimal() and len(each.key) <= _DIGITS]
    last, spans = max([len(notes), *numbers]), sorted(each.span for each in notes)
    text = extraction.document.text if notes else ""
    named = [found for form in _NOTE_NUMBERS.values() for found in form.finditer(text)]
    names_notes = any(int(found[1]) <= last for found in named)
    for found in named:
        span = Span(*found.span())
        after_name = names_notes and _BEFORE.search(text, max(0, span.start - _NEAR), span.start)
        in_text = after_name or _POINTED.search(text, max(0, span.start - _NEAR), span.start)
        if int(found[1]) > last and (is_inside(span.start, spans) or in_text):
            yield span, f"{found[0]}: the document has {len(notes)} {'note' if len(notes) == 1 else 'notes'}"
