"""KEY005, KEY006, KEY012, KEY013: numbers out of order, gaps, backward ranges and empty entries."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from unicodedata import category

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Extraction, Reference, Span
from citevet.patterns import lazy_pattern
from citevet.rules.generated import find_residue
from citevet.rules.keys.author_index import fold_title
from citevet.rules.keys.reference_list import (
    find_entry_pages,
    find_hidden_addresses,
    is_commented_out,
    list_own_references,
    parse_number,
    split_numbered_lists,
    strip_label,
)
from citevet.text.page_lists import complete_page

_MARKERS = frozenset({"numeric", "footnote", "key", "author-year", "wiki"})
_PAGES = lazy_pattern(r"([0-9]{1,6})-([0-9]{1,6})")
# 24-1 is the first page of article 24 in a volume, and 224015--11 is an article with 11 pages.
_PAGE_LABEL = lazy_pattern(r"\d{1,6}-1|\d{5,6}[-–]{1,2}\d{1,2}")
_SECOND_ISSN = lazy_pattern(r"issn:?[\d\s,;xX-]{1,40}\Z", re.IGNORECASE)  # issn: 2051-1310, 2051-1329
_EMPTY_MACRO = lazy_pattern(  # not \nocite{}, which prints nothing
    r"\\(?:foot|paren|text|auto|full|new)?[Cc]ite(?:p|t|alp|alt|author|year|yearpar)?\*?"
    r"(?:\[[^\[\]{}]{0,100}\]){0,2}\{[\s,]{0,20}\}"
)
# Pandoc takes the next line, or an indented paragraph, but not the next note.
_OPTIONS = lazy_pattern(r"@\w{0,30}BSTCTL\b", re.IGNORECASE)  # settings of the style IEEEtran
_NOTE_BELOW = lazy_pattern(r"[ \t]*+(?:\r\n?+|\n)(?:(?!\[\^)\S|(?:[ \t]*+(?:\r\n?+|\n))?+[ \t]++\S)")
_NOTHING = frozenset({"", "tbd", "tba", "todo", "xxx", "na", "missing", "source", "reference", "출처", "미정"})


def find_numbering_gap(evidence: Evidence) -> Iterator[Fault]:
    """The reference list skips a number.

    ## Meaning
    A numbered list has a gap, such as 1, 2, 4. If the text cites the missing number, KEY001 is reported instead.

    ## Why it matters
    An entry was lost, or was removed without renumbering. Citations of later numbers may point to the wrong works.

    ## Example
    ```markdown
    [1] Kim, 2019.
    [2] Lee, 2020.
    [4] Park, 2021.
    ```

    ## How to fix it
    Restore the entry, or renumber the list and its citations.

    ## Limitations
    A list that lost its last entries is not noticed, and neither is a list that starts above 1. Markdown link
    definitions (`[1]: https://…`) count only under the heading of a list of sources, or beside entries in words.
    """
    marked = [
        each for each in evidence.extraction.citations if each.kind == "numeric" and not (each.reference or each.fault)
    ]
    lost = sorted({number for each in marked if (number := parse_number(each.normal)) is not None})
    hidden = find_hidden_addresses(evidence.extraction)
    for entries in split_numbered_lists(evidence.extraction):
        if entries[0].id in hidden:
            continue
        numbered = sorted(((parse_number(entry.key) or 0, entry) for entry in entries), key=lambda pair: pair[0])
        # Labels such as [107] and [201] number sections of a law, not entries.
        if numbered and 2 * len(numbered) < numbered[-1][0]:
            continue
        for (left, _), (right, entry) in pairwise(numbered):
            are_cited = bisect_left(lost, right) - bisect_left(lost, left + 1) == right - left - 1
            if right > left + 1 and not are_cited and not _is_written(evidence.extraction, entries, left + 1):
                missing = f"[{left + 1}]" if right == left + 2 else f"[{left + 1}] to [{right - 1}]"
                yield Fault(entry.span, f"gap in the reference list: no {missing}", f"{left} {right}", reference=entry)


def _is_written(extraction: Extraction, entries: Sequence[Reference], number: int) -> bool:
    """Return whether a line of the list opens with a number: such an entry is there, and was not read."""
    first, last = min(each.span.start for each in entries), max(each.span.end for each in entries)
    return re.search(rf"^\W{{0,9}}{number}\b", extraction.document.text[first:last], re.MULTILINE) is not None


def find_out_of_order(evidence: Evidence) -> Iterator[Fault]:
    """A reference number first appears after a higher one.

    ## Meaning
    The list is numbered in order of appearance, except here: this number first appears after a higher number.

    ## Why it matters
    Journals with numbered references require this order. A break usually means that a paragraph was moved or an entry
    was inserted by hand.

    ## Example
    ```markdown
    First [1], then [3], and only then [2].
    ```

    ## How to fix it
    Renumber the list, or use a reference manager.

    ## Limitations
    The rule does not run if the list is alphabetical, if its entries are also cited by key or by author and year, if
    the document has several lists, or if more than half of the numbers are out of order.
    """
    if not _is_numbered_by_appearance(evidence.extraction):
        return
    first = _find_first_appearances(evidence.extraction)
    faults = list(_find_falls(first))
    if 2 * len(faults) <= len(first):
        yield from faults


def _is_numbered_by_appearance(extraction: Extraction) -> bool:
    """Check whether the one list can be numbered by appearance: not alphabetical, and cited by number alone."""
    lists = split_numbered_lists(extraction)
    if len(lists) != 1:
        return False
    ids = {reference.id for reference in lists[0]}
    mixed = any(each.reference in ids and each.kind != "numeric" for each in extraction.citations)
    words = [fold_title(strip_label(reference)[:80]) for reference in lists[0]]
    return not mixed and any(left > right for left, right in pairwise(words))


def _find_first_appearances(extraction: Extraction) -> list[tuple[int, Citation]]:
    """Return each cited number with its first citation; the numbers of one marker rise by agreement."""
    numeric = [
        (citation.group or citation.id, value, citation)
        for citation in extraction.citations
        if citation.kind == "numeric" and citation.reference and (value := parse_number(citation.normal)) is not None
    ]
    start: dict[str, int] = {}
    for marker, _, citation in numeric:
        start.setdefault(marker, citation.span.start)
    first: dict[int, Citation] = {}
    for _, value, citation in sorted(numeric, key=lambda each: (start[each[0]], each[1])):
        first.setdefault(value, citation)
    return list(first.items())


def _find_falls(first: list[tuple[int, Citation]]) -> Iterator[Fault]:
    highest = 0
    for value, citation in first:
        if value < highest:
            yield Fault(citation.span, f"out of order: [{value}] first appears after [{highest}]", citation=citation)
        highest = max(highest, value)


def find_contradictory_marker(evidence: Evidence) -> Iterator[Fault]:
    """A marker contradicts itself, such as a range that runs backwards.

    ## Meaning
    A range of numbers or pages ends before it begins: [5–3], p. 44–41. Shortened ranges (pp. 233–40) are understood.
    The pages of an entry in the reference list count too.

    ## Why it matters
    It is unclear which works or pages are meant. Tools that expand ranges drop such a range silently.

    ## Example
    ```markdown
    Several authors found this [5-3].
    ```

    ## How to fix it
    Reverse the range or correct the number.

    ## Limitations
    A range in the right order may still be wrong. Numbers that no entry has, [9-7], may be an interval, and are not
    reported.
    """
    reported: set[Span] = set()  # both ends of a range are citations, and the fault is one
    for citation in evidence.extraction.citations:
        if citation.span in reported or (citation.kind == "numeric" and citation.fault and not citation.reference):
            continue
        reported.add(citation.span)
        if citation.kind in _MARKERS and citation.fault:
            yield Fault(citation.span, f"{citation.text}: {citation.fault}", citation=citation)
        elif pages := _find_backward_range(citation):
            yield Fault(citation.span, f"backward page range {pages} in {citation.text}", citation=citation)
    for reference in list_own_references(evidence.extraction):
        for found in find_entry_pages(reference):
            span = Span(*(reference.span.start + offset for offset in found.span("pages")))
            own = any(each.span.overlaps(span) for each in reference.identifiers)
            own = own or _SECOND_ISSN.search(reference.text, 0, found.start("pages")) is not None
            own = own or _PAGE_LABEL.fullmatch(found["pages"]) is not None
            if not own and _runs_backwards(found["first"], found["last"]):
                yield Fault(span, f"backward page range {found['pages']}", found["pages"], reference=reference)


def _find_backward_range(citation: Citation) -> str | None:
    found = _PAGES.fullmatch(citation.place.page or "")
    if not found or citation.kind not in _MARKERS | {"corpus"}:
        return None
    return found[0] if _runs_backwards(found[1], found[2]) else None


def _runs_backwards(first: str, last: str) -> bool:
    return int(complete_page(first, last)) < int(first)


def find_empty_reference(evidence: Evidence) -> Iterator[Fault]:
    r"""An entry, footnote or citation has no content.

    ## Meaning
    The label is followed by nothing, or only by a placeholder such as TBD, TODO or 미정. Or a citation
    macro names no key: `\cite{}`.

    ## Why it matters
    A claim that cites this entry looks sourced but is not.

    ## Example
    ```markdown
    The effect is small.[^1]

    [^1]: TBD
    ```

    ## How to fix it
    Write the entry, or remove it and its citations.

    ## Limitations
    An entry that contains a remark instead of a source is not reported. An entry of a .bib file that the document does
    not cite is a note.
    """
    document = evidence.extraction.document
    for reference in list_own_references(evidence.extraction):
        is_below = reference.origin == "footnote" and _NOTE_BELOW.match(document.text, reference.span.end)
        if _is_empty(reference) and not is_below and not is_commented_out(document, reference.span.start):
            yield Fault(reference.span, f"empty entry [{reference.key}]", reference=reference)
    for found in find_residue(document, _EMPTY_MACRO, examples=False) if document.format == "latex" else ():
        yield Fault(Span(*found.span()), f"empty citation {found[0]}", found[0])


def _is_empty(reference: Reference) -> bool:
    if reference.identifiers or _OPTIONS.match(reference.text) or not reference.key:
        return False
    if reference.origin == "file":
        return not (reference.likely_title or reference.authors or reference.year or "://" in reference.text)
    text = strip_label(reference).casefold()
    is_sign = any(category(each) == "So" for each in text)  # a picture, such as an envelope, is content
    return not is_sign and "".join(each for each in text if each.isalnum()) in _NOTHING
