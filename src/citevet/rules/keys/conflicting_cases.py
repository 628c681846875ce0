"""KEY016 for cases of the United States and the United Kingdom: one case under two years, names, courts or numbers."""

import re
from collections import defaultdict
from collections.abc import Iterator

from citevet.contracts import Fault
from citevet.model import Citation, Document, Extraction, Span
from citevet.patterns import lazy_pattern
from citevet.text.case_words import are_other_names
from citevet.text.letters import fold_characters

_ORDERS = 800  # page of the U.S. Reports from which many cases share a page
# A case by its name and year alone: *Roe v. Wade* (1973).
_NAMED = lazy_pattern(
    r"(?P<one>[^\W\d_a-z][\w'’&.-]{1,40})\sv\.?\s(?P<other>[^\W\d_a-z][\w'’&.-]{1,40}(?:\s(?:of|the|and|for|&|[^\W\d_a-z][\w'’&.-]*)){0,7})"
    r"[*_]{0,2},?\s\((?P<year>(?:1[789]|20)\d\d)\)"
)
_SERIES = lazy_pattern(
    r"\b(?:I{1,3}|IV|V|No|[Rr]emand|[Rr]ehear\w{0,4}|[Aa]ppeal\w{0,3}|filed|argued|reargued|lower court)\b"
)
_VERSUS = lazy_pattern(r"\sv\.?\s")
_CIRCUIT = lazy_pattern(r"(\d{1,2})[a-z]{1,2} Cir\.")
_SENTENCE_END = lazy_pattern(r"[.!?]\*{0,2}\s|\n")
_TOGETHER = lazy_pattern(
    r"\b(?:together|joined|conjoined|consolidated|same appeal|sub nom|also known)\b", re.IGNORECASE
)
_AROUND = 120  # characters around a case that tell that several were heard together


def compare_cases(extraction: Extraction) -> Iterator[Fault]:
    """Yield the cases that are cited in two ways."""
    yield from _compare_us_cases(extraction)
    yield from _compare_uk_cases(extraction)
    yield from _compare_named_cases(extraction)


def _compare_uk_cases(extraction: Extraction) -> Iterator[Fault]:
    """Yield the cases that have the number of another, or the number of the same in another year.

    Appeals that were heard together have one number and several names.
    """
    document = extraction.document
    numbers: dict[str, Citation] = {}
    places = defaultdict[tuple[str, str, str], list[Citation]](list)
    for case in extraction.citations:
        name = case.law.case_name
        if case.kind != "uk-case" or case.fault or not name or not case.law.number:
            continue
        known = numbers.setdefault(case.normal, case)
        if are_other_names(known.law.case_name, name) and not _are_heard_together(document, known, case):
            difference = f'{case.normal} is "{name}" here and "{known.law.case_name}" elsewhere'
            yield Fault(case.span, _describe(document, known, difference), case.normal, citation=case)
        earlier = places[case.law.court or case.law.report, case.law.number, case.law.volume]
        same = (each for each in earlier if not are_other_names(each.law.case_name, name))
        if (known := next(same, case)).normal != case.normal:
            difference = f"{case.normal} is {known.normal} elsewhere"
            yield Fault(case.span, _describe(document, known, difference), case.normal, citation=case)
        earlier.append(case)


def _are_heard_together(document: Document, one: Citation, other: Citation) -> bool:
    """Check whether two cases stand in one sentence, or one is called an appeal beside others."""
    between = document.text[one.span.end : other.span.start]
    return _SENTENCE_END.search(between) is None or _are_called_joint(document, other)


def _are_called_joint(document: Document, case: Citation) -> bool:
    around = document.text[max(0, case.span.start - _AROUND) : case.span.end + _AROUND]
    return _TOGETHER.search(around) is not None


def _compare_us_cases(extraction: Extraction) -> Iterator[Fault]:
    first: dict[tuple[str, ...], Citation] = {}
    for case in extraction.citations:
        law = case.law
        if case.kind != "us-case" or law.is_short or case.fault or not law.volume:
            continue
        name, year = _fold_sides(law.case_name), law.year
        known = first.setdefault(("number", case.normal), case)
        difference = _find_case_difference(known, case, extraction.document)
        # One case has many orders in a database, each with its own number.
        if not difference and name and year and law.reporter != "WL":
            for kept, value in (("volume", law.volume), ("page", law.page)):
                same = (kept, law.reporter, value, name, year)
                other = first.setdefault(same, case)
                if other.normal != case.normal:
                    difference, known = f"{case.normal} is {other.normal} elsewhere", other
        if difference:
            yield Fault(case.span, _describe(extraction.document, known, difference), case.normal, citation=case)


def _fold_sides(name: str) -> str:
    """Return the two sides of a case in one order: "Ramirez v. TransUnion" and "TransUnion v. Ramirez" are one."""
    return " v ".join(sorted(fold_characters(side) for side in _VERSUS.split(name)))


def _compare_named_cases(extraction: Extraction) -> Iterator[Fault]:
    """Yield the cases that are named in two sentences with two years, where nothing says that there were several."""
    document, text = extraction.document, extraction.document.text
    first: dict[tuple[str, str], tuple[Span, str]] = {}
    for found in _NAMED.finditer(text):
        span, shown = Span(*found.span()), f"{found['one']} v. {found['other']}"
        known, year = first.setdefault((found["one"].lower(), fold_characters(found["other"])), (span, found["year"]))
        around = text[max(0, span.start - _AROUND) : span.end + _AROUND]
        is_series = _SERIES.search(around) or _SERIES.search(text[known.start : known.end + _AROUND])
        if year != found["year"] and not is_series and _SENTENCE_END.search(text, known.end, span.start):
            difference = f"{shown} is of {found['year']} here and of {year} elsewhere"
            yield Fault(span, f"{difference} (line {document.lines.position(known.start)[0]})", shown)


def _find_case_difference(known: Citation, case: Citation, document: Document) -> str | None:
    years = known.law.year, case.law.year
    if all(years) and years[0] != years[1]:
        return f"{case.normal} is of {years[1]} here and of {years[0]} elsewhere"
    circuits = [_CIRCUIT.match(each.law.court) for each in (known, case)]
    if circuits[0] and circuits[1] and circuits[0][1] != circuits[1][1]:
        return f"{case.normal} is of the {circuits[1][0]} here and of the {circuits[0][0]} elsewhere"
    names = [known.law.case_name, case.law.case_name]
    certain = case.law.reporter == "U.S." and case.law.page.isdigit() and int(case.law.page) < _ORDERS
    if certain and are_other_names(*names) and not _are_called_joint(document, case):
        return f'{case.normal} is "{names[1]}" here and "{names[0]}" elsewhere'
    return None


def _describe(document: Document, known: Citation, difference: str) -> str:
    return f"{difference} (line {document.lines.position(known.span.start)[0]})"
