"""KEY016: the same work is cited with different years, names or titles."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Document, Extraction, Reference, Severity
from citevet.rules.keys.author_index import fold_family_name, fold_text
from citevet.rules.keys.reference_list import list_own_references
from citevet.text.addresses import make_page_key

_LABEL = re.compile(r"\[(?P<name>[A-Z][^\[\],()\n]{1,60}?),? \(?(?P<year>(?:19|20)\d\d)\)?\]\(")  # [Kim, 2019](…)
_WORD = re.compile(r"[^\W\d_]{4,}")
_VERSUS = re.compile(r"\sv(?:s?\.|\b)\s")
_ACRONYM = re.compile(r"\b[A-Z]{2,}\b|[A-Z]\.[A-Z]\.")
_COMMON = frozenset("united states state city county board department people company corp".split())
_ORDERS = 800  # page of the U.S. Reports from which many cases share a page


class ConflictingCitation:
    """The same work is cited with different years, names or titles.

    ## Meaning
    Two citations have the same volume and page of a reporter, or the same address, but another year, another case name
    or another title. Or one case is cited with two volumes or two first pages of one reporter.

    ## Why it matters
    One of the two is wrong, and a reader cannot tell which. Invented citations often reuse a real number.

    ## Example
    ```markdown
    The burden shifts. Celotex Corp. v. Catrett, 477 U.S. 317 (1986). It stays there. Celotex Corp. v. Catrett, 477 U.S.
    317 (1987).
    ```

    ## How to fix it
    Look the work up and correct the citation that differs.

    ## Limitations
    Entries with the same address are compared only if both have a title and a year and the address names a page.
    Entries with the same DOI are reported by KEY004. What links and entries say of one address is a note: an address
    may have several editions.
    """

    name: ClassVar[str] = "conflicting-citation"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        yield from _compare_cases(evidence.extraction)
        yield from _compare_links(evidence.extraction)
        yield from _compare_references(evidence.extraction)


def _compare_cases(extraction: Extraction) -> Iterator[Fault]:
    first: dict[tuple[str, ...], Citation] = {}
    for case in extraction.citations:
        parts = case.parts
        if case.kind != "us-case" or "short" in parts or case.fault or not parts.get("volume"):
            continue
        name, year = fold_text(parts.get("case_name", "")), parts.get("year", "")
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


def _compare_links(extraction: Extraction) -> Iterator[Fault]:
    """Yield the links whose labels date one page differently: [Kim, 2019](…) and [Kim, 2021](…)."""
    first: dict[tuple[str, str], tuple[Citation, str]] = {}
    for link in extraction.citations:
        label = _LABEL.match(link.text) if link.kind == "link" else None
        if label and _names_page(link.normal):
            known, year = first.setdefault(
                (make_page_key(link.normal), fold_text(label["name"])), (link, label["year"])
            )
            if year != label["year"]:
                difference = f"{link.normal} is of {label['year']} here and of {year} elsewhere"
                message = _describe(extraction.document, known, difference)
                yield Fault(link.span, message, link.normal, citation=link, is_doubtful=True)


def _compare_references(extraction: Extraction) -> Iterator[Fault]:
    first: dict[str, Reference] = {}
    for entry in list_own_references(extraction):
        urls = [each.normal for each in entry.identifiers if each.kind == "url" and _names_page(each.normal)]
        if "#:~:text=" in entry.text:  # a link to the passage where something was read about the work
            continue
        if entry.origin not in {"list", "file"} or entry.back or len(urls) != 1 or not (entry.title and entry.year):
            continue
        known = first.setdefault(make_page_key(urls[0]), entry)
        if known is entry or _find_author(known) != _find_author(entry):
            continue
        what = "title" if (known.year or "")[:4] == entry.year[:4] else "year"
        values = [getattr(each, what) for each in (entry, known)]
        if fold_text(values[0]) != fold_text(values[1]):
            difference = f'{urls[0]} has the {what} "{values[0]}" here and "{values[1]}" elsewhere'
            message = _describe(extraction.document, known, difference)
            yield Fault(entry.span, message, urls[0], reference=entry, is_doubtful=True)


def _find_author(entry: Reference) -> str:
    return fold_family_name(entry.authors[0]) if entry.authors else ""


def _names_page(url: str) -> bool:
    """Check whether an address names one page; a home page has many works."""
    return "/" in make_page_key(url)


def _describe(document: Document, known: Citation | Reference, difference: str) -> str:
    return f"{difference} (line {document.lines.position(known.span.start)[0]})"
