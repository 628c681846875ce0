"""Authors, year, verification date and identifiers of an entry, from its front matter."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import NamedTuple

from citevet.corpus.entry_fields import FrontMatter, describe_type, one_line
from citevet.text.identifiers import isbn_13_check_digit, mod_11_check_digit
from citevet.text.names import ET_AL
from citevet.text.patterns import lazy_pattern

FIRST_YEAR, LAST_YEAR = 1500, 2100
VERIFICATION_DAYS = 90  # that a verification is valid; other corpus checkers use the same span
_YEAR = lazy_pattern(r"(?<![0-9])[0-9]{4}(?![0-9])")

_MAX_AUTHOR_TEXT = 100_000  # characters
_MAX_AUTHORS = 5_000  # only papers of whole collaborations have more
_BETWEEN_NAMES = lazy_pattern(r";|·|、|\s(?:and|und|et)\s|&|\s및\s", re.IGNORECASE)
_HANGUL_NAME = lazy_pattern(r"[가-힣]{2,4}")
_INITIALS = lazy_pattern(r"(?:[^\W\d_]\.?[\s-]?){1,4}|Jr\.?|Sr\.?|I{2,3}|IV")

_DOI = lazy_pattern(
    r"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s?)?(10\.[0-9]{4,9}(?:\.[0-9]{1,9}){0,4}/\S+)", re.IGNORECASE
)
_ARXIV = lazy_pattern(
    r"(?:(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:\s?)?"
    r"([0-9]{4}\.[0-9]{4,5}|[a-z-]{2,12}(?:\.[a-z]{2})?/[0-9]{7})"
    r"(?:v[0-9]{1,3})?(?:\.pdf)?(?:\s?\[[\w.-]{2,20}\])?",
    re.IGNORECASE,
)
_URL = lazy_pattern(r"https?://[^\s/?#@:]+(?::[0-9]{1,5})?(?:[/?#]\S*)?", re.IGNORECASE)
_ARXIV_DOI = "10.48550/arxiv."
_FIVE_DIGITS_SINCE = 1501  # arXiv ids have five digits after the dot since January 2015
_ISBN_13 = 13  # digits


def read_year(front: FrontMatter) -> str | None:
    """Return the year of publication in four digits."""
    for key, value in front.find_all("year"):
        if isinstance(value, bool):
            continue  # `published: true` is a status
        line = one_line(value)
        found = _YEAR.search(line) if line is not None else None
        if line is None:
            front.add_fault("invalid-field", f"{key} is {describe_type(value)}, not a year", key)
        elif not found:
            front.add_fault("invalid-field", f"{key} says {line[:60]}, which is not a year", key)
        elif not FIRST_YEAR <= int(found[0]) <= LAST_YEAR:
            message = f"the year {found[0]} is not between {FIRST_YEAR} and {LAST_YEAR}"
            front.add_fault("invalid-field", message, key)
        else:
            return found[0]
        return None
    return None


def read_last_verified(front: FrontMatter, today: date | None) -> date | None:
    """Return the date of the last verification; an outdated one is a fault if `today` is given."""
    key, value = front.find("last verified")
    if key is None:
        return None
    try:
        day = date.fromisoformat(str(value).strip()[:10])  # also of 2026-01-31T10:00
    except ValueError:
        front.add_fault("invalid-field", f"{key} is not a date such as 2026-01-31", key)
        return None
    if today and (today - day).days > VERIFICATION_DAYS:
        ago = (today - day).days
        message = f"last verified on {day.isoformat()}, {ago} days ago; {VERIFICATION_DAYS} are allowed"
        front.add_fault("outdated", message, key)
    return day


def read_authors(front: FrontMatter) -> tuple[str, ...]:
    """Return the authors, from a list of names, a list of mappings, or one text with all names."""
    key, value = front.find("authors")
    if key is None:
        return ()
    if isinstance(value, str):
        return _authors_of_text(" ".join(value.split()))
    if isinstance(value, Mapping):
        value = [value]
    if not isinstance(value, list):
        front.add_fault("invalid-field", f"{key} is {describe_type(value)}, not a list of names", key)
        return ()
    names = [_author_name(each) for each in value[:_MAX_AUTHORS]]
    if not all(names):
        which = next(index for index, name in enumerate(names, start=1) if not name)
        front.add_fault("invalid-field", f"number {which} of the {key} has no name", f"{key}[{which}]")
    return tuple(name for name in names if name)


def _author_name(value: object) -> str:
    if isinstance(value, Mapping):
        whole = one_line(value.get("name") or value.get("full_name") or value.get("literal"))
        family, given = one_line(value.get("family") or value.get("last")), one_line(value.get("given"))
        return whole or ", ".join(filter(None, (family, given)))
    return " ".join(value.split()) if isinstance(value, str) else ""


def _authors_of_text(text: str) -> tuple[str, ...]:
    """Split a text into names; a single name keeps its "et al."."""
    names = tuple(_split_names(text))[:_MAX_AUTHORS]
    return (f"{names[0]} et al.",) if len(names) == 1 and ET_AL.search(text[:_MAX_AUTHOR_TEXT]) else names


def _split_names(text: str) -> Iterator[str]:
    """Split at separators between names, and at commas that cannot be inside a name."""
    for piece in _BETWEEN_NAMES.split(ET_AL.sub("", text[:_MAX_AUTHOR_TEXT])):
        parts = [part.strip() for part in piece.split(",") if part.strip()]
        # Each part is a whole name: John Smith, 김철수; not Smith, J.
        if all(_HANGUL_NAME.fullmatch(part) or (" " in part and not _INITIALS.fullmatch(part)) for part in parts):
            yield from parts
        else:
            yield from _join_initials(parts)


def _join_initials(parts: list[str]) -> Iterator[str]:
    """Join family names and initials again: Smith, J., Jones, M."""
    family = ""
    for part in parts:
        if family and (_INITIALS.fullmatch(part) or parts[1:] == [part]):  # Smith, John
            yield f"{family}, {part}"
            family = ""
        else:
            if family:
                yield family
            family = part
    if family:
        yield family


class CheckedIdentifier(NamedTuple):
    """An identifier in normal form, and what is wrong with it."""

    normal: str
    fault: str | None = None


def read_identifiers(front: FrontMatter) -> dict[str, str]:
    """Return the valid identifiers by kind; an invalid one is a fault."""
    found: dict[str, str] = {}
    for kind, (name, check) in _IDENTIFIERS.items():
        key, value = front.find(kind)
        line = _identifier_text(kind, value) if key else None
        if key and line is None:
            front.add_fault("invalid-field", f"{key} is {describe_type(value)}, not a text", key)
        if not key or not line:
            continue
        checked = check(line)
        if checked.fault:
            front.add_fault("invalid-field", f"the {name} {line[:100]} is none: {checked.fault}", key)
        else:
            found[kind] = checked.normal
    return _add_implied(found)


def _identifier_text(kind: str, value: object) -> str | None:
    """Return the text that was meant: YAML reads 2301.00010 as a number and drops its last zero."""
    if kind == "arxiv" and isinstance(value, float):
        return f"{value:.4f}" if value < _FIVE_DIGITS_SINCE else f"{value:.5f}"
    return one_line(value)


def _add_implied(found: dict[str, str]) -> dict[str, str]:
    """Add the DOI or arXiv id that a URL or another identifier contains."""
    url, doi = found.get("url", ""), found.get("doi", "")
    if "doi" not in found and "doi.org/" in url and not _check_doi(url).fault:
        found["doi"] = doi = _check_doi(url).normal
    if "arxiv" not in found:
        text = doi.removeprefix(_ARXIV_DOI) if doi.startswith(_ARXIV_DOI) else url if "arxiv.org/" in url else ""
        if text and not _check_arxiv(text).fault:
            found["arxiv"] = _check_arxiv(text).normal
    return found


def _check_doi(text: str) -> CheckedIdentifier:
    match = _DOI.fullmatch(text)
    if not match:
        return CheckedIdentifier(text, "a DOI is 10. + four digits or more + / + a suffix")
    return CheckedIdentifier(match[1].lower())


def _check_arxiv(text: str) -> CheckedIdentifier:
    match = _ARXIV.fullmatch(text)
    if not match:
        return CheckedIdentifier(text, "an arXiv id looks like 2301.00001 or hep-th/9901001")
    archive, slash, number = match[1].lower().rpartition("/")
    month = number[2:4]
    fault = None if "01" <= month <= "12" else f"no month {month}"
    return CheckedIdentifier(f"{archive.split('.')[0]}{slash}{number}", fault)


def _check_isbn(text: str) -> CheckedIdentifier:
    digits = text.upper().removeprefix("ISBN").lstrip(": ").replace("-", "").replace(" ", "")
    if not digits.isascii() or not digits.removesuffix("X").isdigit() or len(digits) not in {10, _ISBN_13}:
        return CheckedIdentifier(digits, "an ISBN has 10 or 13 digits")
    check = isbn_13_check_digit if len(digits) == _ISBN_13 else mod_11_check_digit
    return CheckedIdentifier(digits, None if check(digits) == digits[-1] else "the check digit is wrong")


def _check_pmid(text: str) -> CheckedIdentifier:
    number = text.upper().removeprefix("PMID").lstrip(": ")
    return CheckedIdentifier(number, None if number.isascii() and number.isdigit() else "it is a number")


def _check_pmcid(text: str) -> CheckedIdentifier:
    number = text.upper().removeprefix("PMC").lstrip(": ")
    fault = None if number.isascii() and number.isdigit() else "it is PMC and a number"
    return CheckedIdentifier(f"PMC{number}", fault)


def _check_url(text: str) -> CheckedIdentifier:
    return CheckedIdentifier(text, None if _URL.fullmatch(text) else "it starts with http:// or https:// and a host")


# Kind → its name in messages, and its check.
_IDENTIFIERS: Mapping[str, tuple[str, Callable[[str], CheckedIdentifier]]] = {
    "doi": ("DOI", _check_doi),
    "arxiv": ("arXiv id", _check_arxiv),
    "isbn": ("ISBN", _check_isbn),
    "pmid": ("PMID", _check_pmid),
    "pmcid": ("PMCID", _check_pmcid),
    "url": ("address", _check_url),
}
