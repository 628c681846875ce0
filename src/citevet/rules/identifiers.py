"""IDN012, IDN014, LAW001: outdated resolvers, impossible years, and short forms of cases without a full one."""

import re
from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Edit, Extraction, Fix, Safety, Span
from citevet.rules.keys.author_year import FORESEEN
from citevet.rules.keys.reference_list import list_own_references
from citevet.rules.malformed import report_malformed
from citevet.text.document_parts import reproduces_opinion
from citevet.text.excerpts import strip_emphasis
from citevet.text.patterns import lazy_pattern

_OLD = lazy_pattern(r"\bhttps?://(?:dx\.doi\.org|www\.doi\.org)/|\bhttp://doi\.org/", re.IGNORECASE)
_NEW = "https://doi.org/"
_YEAR = lazy_pattern(r"[0-9]{4}(?![0-9])")
_MISTYPED = lazy_pattern(r"(?=\d{0,3}[OoIl])(?=(?:\D?\d){2})[12Il][\dOoIl]{3}")  # 20O9, l998
_OLDEST = 1400  # before printing; dates of older works are those of their editions
# What a year to come follows in a title.
_FORECAST = lazy_pattern(
    r"(?:\b(?:forecast\w{0,4}|outlook|projections?|projected|roadmap|vision|agenda|strategy|targets?|goals?|market|trends"
    r"|report|plans?|to|by|until|through|towards?|beyond)|전망|목표|계획|[-–])(?:\W{1,3}\w{1,30}){0,4}\W{0,3}$",
    re.IGNORECASE,
)
_REACH = 80  # characters before a year
# A product and its number: (RTX 2060m), (GTX 1080), (RFC 2119), not (WHO, 2041); a name and a size: Conformer(2049).
_MODEL = lazy_pattern(r"^\(?[A-Z]{2,8} [0-9]{4}[a-zA-Z]{0,2}\)?$|[A-Za-z]\([0-9]{4}\)$")


def find_outdated_resolver(evidence: Evidence) -> Iterator[Fault]:
    """A DOI uses an outdated resolver address.

    ## Meaning
    The DOI is written with `http://dx.doi.org/` or without https. The current address is `https://doi.org/`.

    ## Why it matters
    The old addresses still work, but over an insecure connection or a redirect. Two spellings of one DOI also hide
    duplicates.

    ## Example
    ```markdown
    See http://dx.doi.org/10.1000/182.
    ```

    ## How to fix it
    Use `https://doi.org/`; `citevet fix` does it.

    ## Limitations
    Other resolvers are not checked. `doi:10.1000/182` is a usual form, and is not reported.
    """
    text = evidence.extraction.document.text
    seen: set[Span] = set()
    for place in _find_spans(evidence.extraction):
        for found in _OLD.finditer(text, place.start, place.end):
            span = Span(found.start(), found.end())
            if span not in seen:
                seen.add(span)
                fix = Fix(Safety.SAFE, f"replace with {_NEW}", (Edit(span, _NEW),))
                yield Fault(span, f'outdated DOI resolver "{found[0]}" (use "{_NEW}")', place.of(text), fix)


def _find_spans(extraction: Extraction) -> Iterator[Span]:
    """Yield where the document may contain an address: citations, their other forms, entries of its own list."""
    for citation in extraction.citations:
        yield citation.span
        yield from (form.span for form in citation.also)
    own = {None, extraction.document.path}
    yield from (reference.span for reference in extraction.references if reference.path in own)


def find_impossible_year(evidence: Evidence) -> Iterator[Fault]:
    """A cited year is in the future, before 1400 or mistyped.

    ## Meaning
    The year of a citation or entry is later than next year or earlier than 1400. Works in press may have next year's
    date; "in press" and "n.d." are fine. Or the year of a BibTeX entry has a letter in place of a digit: 20O9.

    ## Why it matters
    No such work can be read today: the year is a typo, or the work is invented.

    ## Example
    ```markdown
    The moon is made of basalt foam (Zhao, 2041).
    ```

    ## How to fix it
    Check the year in the work itself.

    ## Limitations
    A possible year may still be wrong. Future years are reported only if the run has a date. An ancient work cited by
    its own date instead of its edition is reported, unless that is written with four digits: 0400. A year to come of a
    forecast is not: "Market Forecast to 2032", "(Kim, 2030 projection)". The year to come of an author whom the list
    does not have, a number that is not written like a year, (2041) or "Zhao, 2041", and any in a PDF, is a note.
    """
    today = evidence.policy.today
    newest = today.year + 1 if today else None
    entries = evidence.extraction.references_by_id
    is_pdf = evidence.extraction.document.format == "pdf"
    for citation in evidence.extraction.citations:
        entry = entries.get(citation.reference or "")
        repeated = (entry is not None and entry.year == citation.parts.get("year")) or "again" in citation.parts
        is_model = _MODEL.search(citation.text) is not None
        if not (repeated or is_model or citation.fault) and (
            fault := _describe(citation.parts.get("year"), newest, citation.text)
        ):
            is_unlisted = entry is None and citation.kind == "author-year"  # a case needs no entry
            doubtful = is_pdf or is_unlisted or not _is_dated(citation.text, citation.parts["year"])
            message = f"{fault}: {strip_emphasis(citation.text)}"
            yield Fault(citation.span, message, citation=citation, is_doubtful=doubtful)
    for reference in list_own_references(evidence.extraction):
        # Without an author the number may be anything: a count, the number of a pull request.
        if reference.authors and (fault := _describe(reference.year, newest, reference.text)):
            doubtful = is_pdf or (reference.origin != "file" and not _is_dated(reference.text, reference.year or ""))
            label = f"[{reference.key}]" if reference.key else reference.text[:60]
            yield Fault(reference.span, f"{fault}: {label}", reference=reference, is_doubtful=doubtful)


def _is_dated(text: str, year: str) -> bool:
    """Return whether a number is written as a year is: (2041), or "Zhao, 2041"; not "pull request 2041"."""
    return re.search(rf"\({re.escape(year)}\)|[^\W\d_]\.?, {re.escape(year)}\b", text) is not None


def _describe(year: str | None, newest: int | None, text: str) -> str | None:
    found = _YEAR.match(year or "")
    if found and newest is not None and int(found[0]) > newest and not _is_forecast(found[0], text):
        return f"year {found[0]} is in the future"
    if found and int(found[0]) < _OLDEST and not found[0].startswith("0"):  # 0400 is written with care
        return f"year {found[0]} is before {_OLDEST}"
    return f"year {year} has a letter in place of a digit" if _MISTYPED.fullmatch(year or "") else None


def _is_forecast(year: str, text: str) -> bool:
    """Return whether a text names a year only as that of a forecast or plan: "Market Forecast to 2032"."""
    places = [found.span() for found in re.finditer(year, text)]
    return bool(places) and all(
        _FORECAST.search(text, max(start - _REACH, 0), start) or FORESEEN.match(text, end) for start, end in places
    )


def find_dangling_short_form(evidence: Evidence) -> Iterator[Fault]:
    """A short form of a case has no full citation before it.

    ## Meaning
    `Id.`, `supra` or a form such as *Hudson*, 468 U.S. at 533 refers to a case that the document has not cited in full.

    ## Why it matters
    Readers cannot tell which case is meant. Often the full citation was removed when the text was edited.

    ## Example
    ```markdown
    *Id.* at 73.
    ```

    ## How to fix it
    Cite the case in full where it is first mentioned.

    ## Limitations
    A document that reproduces court opinions is not checked: the full citation may be in a part that was left out.
    Books and articles have the same short forms, and their full citations are often not recognized.
    """
    if not reproduces_opinion(evidence.extraction.document.text):
        yield from report_malformed(evidence, "dangling short form", {"us-case", "us-statute"}, fault_kind="dangling")
