"""LAW001: `Id.`, `Ibid.` and `supra` that lead to no source, or to several."""

import re
from collections.abc import Iterator
from itertools import pairwise

from citevet.contracts import Evidence, Fault
from citevet.model import LAW, Citation, Extraction, Reference
from citevet.patterns import lazy_pattern
from citevet.records import replace
from citevet.rules.malformed import report_malformed
from citevet.text.document_parts import reproduces_opinion

# Between two sources of one sentence: "; see also *".
_NEXT_SOURCE = lazy_pattern(
    r"[*_\s)]{0,6};[*_\s]{0,6}(?:(?:but |and )?(?:see(?: also|,? e\.g\.,?)?|cf\.|accord|contra)[*_,\s]{0,6})?",
    re.IGNORECASE,
)
_END = lazy_pattern(r"[*_)\].\s]{1,12}")  # of a sentence that only cites
_IBID = lazy_pattern(r"[\s*_]{0,4}(?:see )?[*_]{0,3}(?:ibid|id)\b", re.IGNORECASE)
_YEAR = lazy_pattern(r"(?<!\d)(?:1[4-9]|20)\d\d(?!\d)")
_NAME = lazy_pattern(r"[^\W\d_]{3,}")
_CITES = lazy_pattern(r"\sv\.?\s|§|https?://|\[\^|\d{4}\)")  # what may be a source that was not recognized
_LONGEST = 600  # characters of a note
_AMBIGUOUS = "ambiguous short form {}: several sources are cited before it"
_LABEL = lazy_pattern(r"\s*(?:\[\^[^\]\s]{1,80}\]:|\^\[)?\s*")
_BRACKETS = lazy_pattern(r"\([^()]{0,300}\)")
_SHOWN = 60  # characters of a note


def find_dangling_short_form(evidence: Evidence) -> Iterator[Fault]:
    """A short form of a case has no full citation before it, or several.

    ## Meaning
    `Id.`, `supra` or a form such as *Hudson*, 468 U.S. at 533 refers to a case that the document has not cited in full.
    Or `Id.` or `Ibid.` follows a sentence or note that cites several sources, so it may mean any of them.

    ## Why it matters
    Readers cannot tell which case is meant. Often the full citation was removed when the text was edited.

    ## Example
    ```markdown
    *Id.* at 73.
    ```

    ## How to fix it
    Cite the case in full where it is first mentioned. After several sources, name the one that you mean.

    ## Limitations
    A document that reproduces court opinions is not checked: the full citation may be in a part that was left out.
    Books and articles have the same short forms, and their full citations are often not recognized. So a short form is
    a note, unless nothing is cited before an `Id.`, or the name before `supra` is not in the document before it.
    """
    document = evidence.extraction.document
    if reproduces_opinion(document.text):
        return
    for fault in report_malformed(evidence, "dangling short form", {"us-case", "us-statute"}, fault_kind="dangling"):
        yield replace(fault, is_doubtful=not (fault.citation and _is_first(evidence.extraction, fault.citation)))
    yield from _find_ambiguous_in_text(evidence.extraction)
    yield from _find_ambiguous_in_notes(evidence.extraction)


def _is_first(extraction: Extraction, short: Citation) -> bool:
    """Return whether nothing before a short form can be its source."""
    before = extraction.document.text[: short.span.start]
    if short.law.short == "id":
        return not any(each.span.start < short.span.start for each in extraction.citations) and not _CITES.search(
            before
        )
    names = _NAME.findall(short.law.case_name)
    return bool(names) and not any(name in before for name in names)


def _find_ambiguous_in_text(extraction: Extraction) -> Iterator[Fault]:
    """Yield each `Id.` after a sentence of several sources, by the order of the citations."""
    text, full = extraction.document.text, [each for each in extraction.citations if each.kind != "footnote"]
    for one, other, short in zip(full, full[1:], full[2:], strict=False):
        is_id = short.law.short == "id" and not other.law.is_short and {one.kind, other.kind} <= LAW
        is_pair = _NEXT_SOURCE.fullmatch(text, one.span.end, other.span.start)
        if is_id and is_pair and _END.fullmatch(text, other.span.end, short.span.start):
            yield Fault(short.span, _AMBIGUOUS.format(extraction.document.slice(short.span)), citation=short)


def _find_ambiguous_in_notes(extraction: Extraction) -> Iterator[Fault]:
    """Yield each note that is only an `Ibid.` after a note of several sources."""
    notes = sorted((each for each in extraction.references if each.is_note), key=lambda each: each.span)
    for before, note in pairwise(notes):
        if note.back and _IBID.match(_read_note(note)) and _count_sources(before) > 1:
            shown = " ".join(_read_note(note).split())[:_SHOWN]
            yield Fault(note.span, _AMBIGUOUS.format(shown), reference=note)


def _read_note(note: Reference) -> str:
    """Return the words of a note without its label."""
    return _LABEL.sub("", note.text[:_LONGEST], count=1)


def _count_sources(note: Reference) -> int:
    """Return how many sources a note names between semicolons, outside of brackets."""
    if note.back:
        return 0
    words = _BRACKETS.sub(
        lambda found: found[0] if _YEAR.search(found[0]) and ";" not in found[0] else "", _read_note(note)
    )
    return sum(_YEAR.search(piece) is not None for piece in words.split(";"))
