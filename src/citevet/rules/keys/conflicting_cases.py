"""KEY016 for law: one case under two years, names or numbers."""

import re
from collections.abc import Iterator

from citevet.contracts import Fault
from citevet.model import Citation, Document, Extraction
from citevet.text.letters import fold_characters
from citevet.text.patterns import lazy_pattern

_VERSUS = lazy_pattern(r"\sv(?:s?\.|\b)\s")
_ORDERS = 800  # page of the U.S. Reports from which many cases share a page
_COMMON = frozenset("united states state city county board department people company corp".split())
_ACRONYM = lazy_pattern(r"\b[A-Z]{2,}\b|[A-Z]\.[A-Z]\.")
_SENTENCE_END = lazy_pattern(r"[.!?]\*{0,2}\s|\n")
_TOGETHER = lazy_pattern(
    r"\b(?:together|joined|conjoined|consolidated|same appeal|sub nom|also known)\b", re.IGNORECASE
)
_AROUND = 120  # characters around a case that tell that several were heard together
_WORD = lazy_pattern(r"[^\W\d_]{4,}")


def compare_cases(extraction: Extraction) -> Iterator[Fault]:
    """Yield the cases of the United States and the United Kingdom that are cited in two ways."""
    yield from _compare_us_cases(extraction)
    yield from _compare_uk_cases(extraction)


def _compare_uk_cases(extraction: Extraction) -> Iterator[Fault]:
    """Yield the cases that have the number of another, or the number of the same in another year.

    Appeals that were heard together have one number and several names.
    """
    document = extraction.document
    numbers: dict[str, Citation] = {}
    names: dict[tuple[str, str, str], Citation] = {}
    for case in extraction.citations:
        name = case.parts.get("case_name", "")
        if case.kind != "uk-case" or case.fault or not name or "number" not in case.parts:
            continue
        known = numbers.setdefault(case.normal, case)
        if _are_other_names(known.parts["case_name"], name) and not _are_heard_together(document, known, case):
            difference = f'{case.normal} is "{name}" here and "{known.parts["case_name"]}" elsewhere'
            yield Fault(case.span, _describe(document, known, difference), case.normal, citation=case)
        series = case.parts.get("court") or case.parts.get("report", "")
        known = names.setdefault((series, case.parts["number"], fold_characters(name)), case)
        if known.normal != case.normal and known.parts.get("volume") == case.parts.get("volume"):
            difference = f"{case.normal} is {known.normal} elsewhere"
            yield Fault(case.span, _describe(document, known, difference), case.normal, citation=case)


def _are_heard_together(document: Document, one: Citation, other: Citation) -> bool:
    """Check whether two cases stand in one sentence, or one is called an appeal beside others."""
    between = document.text[one.span.end : other.span.start]
    around = document.text[max(0, other.span.start - _AROUND) : other.span.end + _AROUND]
    return _SENTENCE_END.search(between) is None or _TOGETHER.search(around) is not None


def _compare_us_cases(extraction: Extraction) -> Iterator[Fault]:
    first: dict[tuple[str, ...], Citation] = {}
    for case in extraction.citations:
        parts = case.parts
        if case.kind != "us-case" or "short" in parts or case.fault or not parts.get("volume"):
            continue
        name, year = fold_characters(parts.get("case_name", "")), parts.get("year", "")
        known = first.setdefault(("number", case.normal), case)
        difference = _find_case_difference(known, case)
        # One case has many orders in a database, each with its own number.
        if not difference and name and year and parts["reporter"] != "WL":
            for kept in ("volume", "page"):
                same = (kept, parts["reporter"], parts[kept], name, year)
                other = first.setdefault(same, case)
                if other.normal != case.normal:
                    difference, known = f"{case.normal} is {other.normal} elsewhere", other
        if difference:
            yield Fault(case.span, _describe(extraction.document, known, difference), case.normal, citation=case)


def _find_case_difference(known: Citation, case: Citation) -> str | None:
    years = known.parts.get("year"), case.parts.get("year")
    if all(years) and years[0] != years[1]:
        return f"{case.normal} is of {years[1]} here and of {years[0]} elsewhere"
    names = [known.parts.get("case_name", ""), case.parts.get("case_name", "")]
    certain = case.parts["reporter"] == "U.S." and case.parts["page"].isdigit() and int(case.parts["page"]) < _ORDERS
    if certain and _are_other_names(*names):
        return f'{case.normal} is "{names[1]}" here and "{names[0]}" elsewhere'
    return None


def _are_other_names(one: str, other: str) -> bool:
    """Check whether two case names, or one of two parties in each, have no word in common."""
    parties = [[_find_words(party) for party in _VERSUS.split(name)] for name in (one, other)]
    if len(parties[0]) == len(parties[1]) == 2:  # noqa: PLR2004 - parties
        return any(mine and theirs and mine.isdisjoint(theirs) for mine, theirs in zip(*parties, strict=True))
    words = [set[str]().union(*each) for each in parties]
    return all(words) and words[0].isdisjoint(words[1])


def _find_words(party: str) -> set[str]:
    """Return the words of a party; none if it has an acronym, which may be the other name written out."""
    return set() if _ACRONYM.search(party) else {word.lower() for word in _WORD.findall(party)} - _COMMON


def _describe(document: Document, known: Citation, difference: str) -> str:
    return f"{difference} (line {document.lines.position(known.span.start)[0]})"
