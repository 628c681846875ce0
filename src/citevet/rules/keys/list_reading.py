"""KEY014, KEY018: how well a list was read, by one measure for every rule that compares markers with entries.

Where a list was read badly, such as one of a PDF whose columns were mixed, most of what these rules find is our own
fault. Then they say nothing, and KEY018 says once why. A list that runs from 1 without a gap, and of which each entry
was read, is complete: numbers beyond its end are the author's, and KEY001 reports them once. In a PDF, whose lists are
reconstructed from the page, what these rules find is a note.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Extraction, Reference, Severity
from citevet.patterns import lazy_pattern
from citevet.rules.keys.reference_list import (
    find_chapter,
    find_headings,
    is_commented_out,
    is_several_works,
    is_well_read,
    list_entries,
    list_own_references,
    parse_number,
    show_author_year,
)

_COMPARING = frozenset(
    {"KEY001", "KEY002", "KEY003", "KEY004", "KEY005", "KEY006", "KEY007", "KEY009", "KEY010", "KEY011", "KEY012"}
)
_FEW = 3  # entries or markers that say nothing about a list as a whole
_MIXED = 0.25  # of the entries: numbered and unnumbered ones in one list
_UNDATED = 1 / 3  # of the entries without a number
_UNMATCHED = 1 / 3  # of the different numbers, or of the author-year markers
_GAPS = 1.3  # the last number, by the count of the entries
_FALLS = 0.1  # of the entries: numbers that are lower than the one before
_SHOWN = 5  # runs of numbers in a message
_NAMED = 10  # citations in a message
_MERGED = 0.1  # of the entries: those that are several works
_COMMENT = lazy_pattern(r"\n[ \t]{0,9}%")  # Biber skips such a line, and BibTeX does not
_PARSED = 20_000  # characters of an entry


def find_reading_problem(extraction: Extraction) -> str | None:
    """Return why the document's own list was not read well; none if it was, or if there is no list."""
    listed = list_entries(extraction)
    numbered = [each for each in listed if parse_number(each.key) is not None]
    if numbered and len(listed) <= _FEW:
        return _check_cited_numbers(extraction, numbered, 1 / 2)
    if not listed:  # a bibliography file is read as it is, and names in the text need no entry
        return None
    if len(listed) <= _FEW:  # if the text cites none of them, they may be links, and its names need no entry
        is_cited = any(each.kind == "author-year" and each.reference for each in extraction.citations)
        return _check_cited_names(extraction) if is_cited else None
    merged = sum(map(is_several_works, listed))
    if extraction.document.format == "pdf" and merged > _MERGED * len(listed):
        return f"{merged} of {len(listed)} entries are too long for one work"
    if 2 * len(numbered) >= len(listed):
        return _check_numbers(extraction, listed, numbered)
    named = [each for each in listed if each.key]
    return None if 2 * len(named) >= len(listed) else _check_names(extraction, listed)


def find_missing_entries(extraction: Extraction) -> str | None:
    """Return which cited numbers are beyond the end of a complete list; none if they are few."""
    listed = list_entries(extraction)
    if not _is_complete(extraction, listed):
        return None
    lost = (parse_number(each.normal) for each in _list_markers(extraction) if each.reference is None)
    missing = sorted({number for number in lost if number is not None})
    is_beyond = len(missing) > _FEW and missing[0] > max(parse_number(each.key) or 0 for each in listed)
    return f"{len(missing)} cited numbers have no entry: {_show_numbers(missing)}" if is_beyond else None


def _compares_markers(extraction: Extraction) -> bool:
    """Check whether the text has markers that a list is compared with."""
    return bool(_list_markers(extraction)) or any(each.kind == "author-year" for each in extraction.citations)


def _list_markers(extraction: Extraction) -> list[Citation]:
    return [each for each in extraction.citations if each.kind == "numeric" and not each.fault]


def _is_complete(extraction: Extraction, listed: Sequence[Reference]) -> bool:
    """Check whether a list, or each of several, runs from 1 without a gap, and each entry has an address or a year."""
    numbers = [parse_number(each.key) or 0 for each in listed]
    return (
        extraction.document.format != "pdf"
        and len(set(numbers)) >= _FEW
        and all(number in {1, before + 1} for before, number in pairwise([0, *numbers]))
        and all(each.identifiers or each.year for each in listed)
    )


def _check_numbers(extraction: Extraction, listed: Sequence[Reference], numbered: Sequence[Reference]) -> str | None:
    headings = find_headings(extraction)  # each chapter may have a list of its own, in another style
    chapters = {find_chapter(each, headings) for each in numbered}
    rest = sum(find_chapter(each, headings) in chapters for each in listed) - len(numbered)
    if rest > max(_FEW, _MIXED * len(listed)):
        return f"{rest} of {len(listed)} entries have no number"
    numbers = [parse_number(each.key) or 0 for each in numbered]
    if max(numbers) > _GAPS * len(set(numbers)) + _FEW:
        return f"{len(set(numbers))} entries are numbered up to {max(numbers)}"
    falls = sum(right < left for left, right in pairwise(numbers))
    if extraction.document.format == "pdf" and falls > _FALLS * len(numbers):
        return f"the numbers of the entries go back {falls} times"
    return _check_cited_numbers(extraction, numbered, _UNMATCHED)


def _check_cited_numbers(extraction: Extraction, numbered: Sequence[Reference], share: float) -> str | None:
    """Count different numbers: one that is cited often says no more about the list than one that is cited once."""
    if find_missing_entries(extraction):
        return None
    markers = _list_markers(extraction)
    cited = {each.normal: each.reference for each in markers}
    missing = sorted(parse_number(key) or 0 for key, reference in cited.items() if reference is None)
    if len(missing) <= max(_FEW, share * len(cited)):
        return None
    lost = sum(each.reference is None for each in markers)
    return (
        f"{len(missing)} of {len(cited)} cited numbers have no entry; {lost} citations name {_show_numbers(missing)}, "
        f"and the list has {_show_numbers(sorted({parse_number(each.key) or 0 for each in numbered}))}"
    )


def _show_numbers(numbers: Sequence[int]) -> str:
    """Return ascending numbers in short form: [1]–[3], [7]."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    shown = [f"[{first}]" if first == last else f"[{first}]–[{last}]" for first, last in runs[:_SHOWN]]
    return ", ".join(shown) + (" and others" if len(runs) > _SHOWN else "")


def _check_names(extraction: Extraction, listed: Sequence[Reference]) -> str | None:
    undated = sum(not (each.authors and each.year) for each in listed)
    if undated > _UNDATED * len(listed):
        return f"{undated} of {len(listed)} entries have no recognizable author and year"
    return _check_cited_names(extraction)


def _check_cited_names(extraction: Extraction) -> str | None:
    """Name the citations without an entry if they are many and the list may be to blame."""
    markers = [each for each in extraction.citations if each.kind == "author-year" and not each.is_short_form]
    missing = [each for each in markers if not (each.meant.possible or each.also)]
    if len(missing) <= max(_FEW, _UNMATCHED * len(markers)) or is_well_read(extraction):
        return None
    names = list(dict.fromkeys(map(show_author_year, missing)))
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{len(missing)} of {len(markers)} author-year citations have no entry: {', '.join(names[:_NAMED])}{more}"


def weigh_fault(
    code: str, fault: Fault, level: Severity, extraction: Extraction, problem: str | None
) -> Severity | None:
    """Return the severity of a fault, lower in a PDF; none if it is about a list that was not read well."""
    if code not in _COMPARING or not _is_about_list(fault):
        return level
    if problem:
        return None
    return Severity.INFO if extraction.document.format == "pdf" else level


def _is_about_list(fault: Fault) -> bool:
    if fault.reference:
        return fault.reference.origin == "list" and fault.reference.path is None
    return fault.citation is not None and fault.citation.kind in {"numeric", "author-year"}


def find_unread_reference_list(evidence: Evidence) -> Iterator[Fault]:
    """The reference list is incomplete or could not be read well.

    ## Meaning
    The entries look as if the list was not read as its author wrote it. Many have no number, no author or no year, the
    numbering has large gaps, or a large part of the citations matches no entry. Rules that compare citations with the
    list are not applied (KEY001, KEY002, KEY004 to KEY007, KEY009 to KEY012).

    ## Why it matters
    The citations of this document were not compared with its list. A report without findings is not a pass.

    ## Example
    ```markdown
    Foam cools slowly [4], and basalt does not [9].

    # References
    [1] Kim, H. (2019). On effects.
    [9] Lee, J. (2018). Cooling of foam.
    [30] Park, S. (2020). Basalt.
    [31] Zhao, L. (2021). Ice.
    ```

    ## How to fix it
    Add the missing entries. Check the text instead of the PDF, or give the list one form: a number, or author and year,
    at the start of each entry.

    ## Limitations
    A list that really has many faults looks the same, and its faults are not reported one by one. The message has the
    numbers, or the first names and years, without an entry. Numbers beyond the end of a list of three or more entries
    without a gap are KEY001. Names are KEY009, however many, if nearly all entries have authors and a year and the text
    cites at least half of them. A list is not reported if the text has neither numbers nor authors with years to
    compare.
    """
    problem = find_reading_problem(evidence.extraction)
    if problem and _compares_markers(evidence.extraction):
        first = next(each for each in list_own_references(evidence.extraction) if each.origin == "list")
        yield Fault(first.span, f"the reference list is incomplete or could not be read well: {problem}", "list")


def find_unreadable_entry(evidence: Evidence) -> Iterator[Fault]:
    """An entry of a bibliography file cannot be parsed.

    ## Meaning
    The entry has a type and a key, but a brace or quotation mark is never closed, or the comma after the key or a field
    is missing. The entries around it are read.

    ## Why it matters
    BibTeX drops such an entry or its last fields, often together with the next one, and Biber stops. Citations of its
    key are printed as `[?]`.

    ## Example
    ```bibtex
    @article{kim2019, title={On effects, author={Kim, H.}, year={2019}}
    ```
    The brace of the title is not closed.

    ## How to fix it
    Close the brace or quotation mark, or add the comma. An editor that shows matching braces helps to find the place.

    ## Limitations
    Of missing commas after fields the first is reported. Entries without a key are not reported. If no entry of a
    file can be parsed, the file is reported as a whole. An entry with a line that starts with `%` is a note: Biber
    reads it. A comment after a field is skipped, as Biber does.
    """
    document = evidence.extraction.document
    for mark in document.marks:
        if mark.kind == "broken-entry" and not is_commented_out(document, mark.span.start):
            message = f'cannot parse entry "{mark.target}" (missing brace, quotation mark or comma)'
            if field := mark.parts.get("unended"):
                message = f'no comma after the field "{field}" of the entry "{mark.target}"'
            entry = document.text[mark.span.start : mark.span.start + _PARSED].partition("\n@")[0]
            yield Fault(mark.span, message, mark.target, is_doubtful=_COMMENT.search(entry) is not None)
