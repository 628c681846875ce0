"""IDN014: years in which nothing can have been published, in the text and where an entry has its year."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping

from citevet.contracts import Evidence, Fault
from citevet.model import Reference, Span
from citevet.model.document import is_inside
from citevet.patterns import lazy_pattern
from citevet.rules.keys.author_index import fold_family_name
from citevet.rules.keys.forecasts import FORESEEN
from citevet.rules.keys.reference_list import list_own_references, strip_label
from citevet.tables import read_words
from citevet.text.excerpts import strip_emphasis
from citevet.text.strength_words import VERB_FORMS

_YEAR = lazy_pattern(r"[0-9]{4}(?![0-9])")
_MISTYPED = lazy_pattern(r"(?=\d{0,3}[OoIl])(?=(?:\D?\d){2})[12Il][\dOoIl]{3}")  # 20O9, l998
_OLDEST = 1400  # before printing; dates of older works are those of their editions
# What a year to come follows in a title.
_FORECAST = lazy_pattern(
    r"(?:\b(?:forecast\w{0,4}|outlook|projections?|projected|roadmap|vision|agenda|strategy|targets?|goals?|market|trends"
    r"|report|plans?|to|by|until|through|towards?|beyond)|전망|목표|계획|[-–])(?:\W{1,3}\w{1,30}){0,4}\W{0,3}$",
    re.IGNORECASE,
)
# Who is followed by one of these wrote something: "Zhao (2041) argues".
_SAYING = frozenset(VERB_FORMS) | read_words("says said writes wrote argues argued notes noted reports reported states")
_REACH = 80  # characters before a year
# A product and its number: (RTX 2060m), (GTX 1080), (RFC 2119), not (WHO, 2041); a name and a size: Conformer(2049).
_MODEL = lazy_pattern(r"^\(?[A-Z]{2,8} [0-9]{4}[a-zA-Z]{0,2}\)?$|[A-Za-z]\([0-9]{4}\)$")
# Style → where it puts the year, for entries whose year was not recognized: a number of other digits is mistyped.
_PLACES: Mapping[str, re.Pattern[str]] = {
    # APA 7, 9.13: Okafor, B. (2019, May 3). Streets. Also Harvard and Elsevier.
    "apa": lazy_pattern(r"^[^()\d]{3,300}\s\((\d{3,5})[a-z]?(?:, [A-Z][a-z]{2,8}(?: \d{1,2})?)?\)(?=[.:,]|\s[A-Z])"),
    # Chicago 17, 15.6: Okafor, Ben. 2019. Streets.
    "chicago": lazy_pattern(r"^[^()\d:“\"]{3,300}[.,]\s(\d{4,5})[a-z]?[.:]\s(?=[A-Z“\"‘*_])"),
    # NLM (Vancouver), chapter 1: Urban J. 2019;3:1–9.
    "nlm": lazy_pattern(r"\w\.\s(2[1-9]\d\d|[12]\d{4})(?:\s[A-Z][a-z]{2})?\s?;\s?\d"),
    # IEEE reference guide: vol. 3, pp. 1–9, 2019.
    "ieee": lazy_pattern(
        r"\bpp?\.\s?\d{1,6}(?:\s?[-–]{1,2}\s?\d{1,6})?, (?:[A-Z][a-z]{2,8}\.? )?(2[1-9]\d\d|[12]\d{4})\.?$"
    ),
}
# A name, and what stands where its year is: Lee (20019), Lee et al. (3019), (Lee & Kim, 20l9; Roe, 2103).
_CITED = lazy_pattern(
    r"(?<![\w.'’-])(?P<name>[^\W\d_a-z][\w'’-]{1,40})(?:,?\s(?:et\sal\.?|(?:&|and|und)\s[^\W\d_a-z][\w'’-]{1,40}))?"
    r"(?P<open>\s\(|,)\s?(?P<year>2[1-9]\d\d|[3-9]\d{3}|[12]\d{4}|(?=\d{0,3}[OoIl])[12Il][\dOoIl]{3})(?:[a-z](?!\w))?(?:\)|(?=[;,:]))"
)
_LEADING = frozenset({"apa", "chicago"})  # what stands there is the year, whatever else the entry has
_LONGEST = 2000  # characters of an entry
_INITIALS = lazy_pattern(r"[A-Z](?:\.?[\s-]?[A-Z]){0,3}")
_DIGITS = 4  # of a year
_MOST_WORDS = 30  # before the year of an entry: authors, not a sentence


def find_impossible_year(evidence: Evidence) -> Iterator[Fault]:
    """A cited year is in the future, before 1400 or mistyped.

    ## Meaning
    The year of a citation or entry is later than next year or earlier than 1400. Works in press may have next year's
    date; "in press" and "n.d." are fine. Or the year of a BibTeX entry has a letter in place of a digit: 20O9. Or the
    number that stands where an entry has its year has three or five digits.

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
    does not have and who says nothing ("Zhao (2041) argues" does), a number that is not written like a year, (2041) or
    "Zhao, 2041", and any in a PDF, is a note.
    """
    today = evidence.policy.today
    newest = today.year + 1 if today else None
    entries = evidence.extraction.references_by_id
    is_pdf, text = evidence.extraction.document.format == "pdf", evidence.extraction.document.text
    for citation in evidence.extraction.citations:
        entry = entries.get(citation.reference or "")
        repeated = (entry is not None and entry.year == citation.year) or citation.is_short_form
        is_model = _MODEL.search(citation.text) is not None
        if not (repeated or is_model or citation.fault) and (fault := _describe(citation.year, newest, citation.text)):
            after = text[citation.span.end : citation.span.end + _REACH].split()[:1]
            speaks = bool(after) and after[0].strip(".,;:").lower() in _SAYING
            is_unlisted = entry is None and citation.kind == "author-year" and not speaks  # a case needs no entry
            is_decision = citation.kind == "ecli" or citation.kind.endswith(
                "-case"
            )  # its form has a place for the year
            is_dated = is_decision or _is_dated(citation.text, citation.year)
            doubtful = is_pdf or is_unlisted or not is_dated
            message = f"{fault}: {strip_emphasis(citation.text)}"
            yield Fault(citation.span, message, citation=citation, is_doubtful=doubtful)
    yield from _find_in_text(evidence, newest)
    for reference in list_own_references(evidence.extraction):
        # Without an author the number may be anything: a count, the number of a pull request.
        if not reference.authors:
            continue
        if fault := _describe_written(reference, newest):
            label = f"[{reference.key}]" if reference.key else reference.text[:60]
            yield Fault(reference.span, f"{fault}: {label}", reference=reference, is_doubtful=is_pdf)
        elif fault := _describe(reference.year, newest, reference.text):
            doubtful = is_pdf or (reference.origin != "file" and not _is_dated(reference.text, reference.year or ""))
            label = f"[{reference.key}]" if reference.key else reference.text[:60]
            yield Fault(reference.span, f"{fault}: {label}", reference=reference, is_doubtful=doubtful)


def _find_in_text(evidence: Evidence, newest: int | None) -> Iterator[Fault]:
    """Yield citations whose year has no form of one, and which are therefore read as no citation.

    Lee (20019); (Lee & Kim, 3019); (Lee et al., 20l9). Without a list, any name in brackets of its own.
    """
    document = evidence.extraction.document
    listed = [each for each in list_own_references(evidence.extraction) if each.authors]
    families = {fold_family_name(each.authors[0]) for each in listed}
    starts = sorted(each.span.start for each in evidence.extraction.citations)
    entries = sorted(each.span for each in evidence.extraction.references if each.path is None)
    for found in _CITED.finditer(document.text):
        start = found.start("name")  # the text before it is searched a little way: a bibliography has no brackets
        opened, closed = (document.text.rfind(sign, max(0, start - _LONGEST), start) for sign in "()")
        if found["open"] == "," and opened <= closed:  # "Kent, 12000," counts something
            continue
        year, span = found["year"], Span(found.start("name"), found.end())
        fault = _describe(year, newest, found[0]) if year[:_DIGITS] == year else f"year {year} has {len(year)} digits"
        is_read = bisect_left(starts, span.end) > bisect_left(starts, span.start)
        alone = found["open"] == "," and opened == span.start - 1 and document.text[span.end - 1] == ")"
        is_name = fold_family_name(found["name"]) in families if families else alone
        if fault and is_name and not is_read and not is_inside(span.start, entries):
            written = document.slice(span)
            yield Fault(span, f"{fault}: {written}", written, is_doubtful=not families or document.format == "pdf")


def _describe_written(reference: Reference, newest: int | None) -> str | None:
    """Return what is wrong with the number that stands where the style of an entry has its year."""
    if reference.origin == "file":
        year = reference.year or ""
        return f"year {year} has {len(year)} digits" if year.isdigit() and len(year) != _DIGITS else None
    text = strip_label(reference)[:_LONGEST].strip()
    for style, place in _PLACES.items() if reference.origin == "list" else ():
        found = place.search(text) if style in _LEADING or not reference.year else None
        if not found or (style in _LEADING and not _follows_people(text[: found.start(1)], reference)):
            continue
        if len(found[1]) != _DIGITS:
            return f"year {found[1]} has {len(found[1])} digits"
        return _describe(found[1], newest, text)
    return None


def _follows_people(before: str, reference: Reference) -> bool:
    """Return whether the words before the year are people: their last is an initial, "al." or a family name."""
    words = before.rstrip(" (,.").split()
    last = words[-1].strip(".,&") if words else ""
    families = {name.split()[-1] for name in reference.authors if name}
    is_given = words[-2:-1] and words[-2].endswith(",") and words[-2].strip(",") in families  # Okafor, Ben
    is_name = last == "al" or last in families or is_given or _INITIALS.fullmatch(last)
    return len(words) <= _MOST_WORDS and bool(is_name)


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
