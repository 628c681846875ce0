"""The DOI, arXiv id, ISBN and address of an entry, in the form by which two of them are equal."""

from collections.abc import Callable, Mapping
from re import IGNORECASE
from re import compile as pattern
from typing import NamedTuple

from citevet.library.fields import Sheet, kind_of, one_line


class Checked(NamedTuple):
    """An identifier in normal form, and what is wrong with it."""

    normal: str
    fault: str | None = None


_DOI = pattern(
    r"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s?)?(10\.[0-9]{4,9}(?:\.[0-9]{1,9}){0,4}/\S+)", IGNORECASE
)
_ARXIV_BEFORE = r"(?:(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:\s?)?"
_ARXIV_AFTER = r"(?:v[0-9]{1,3})?(?:\.pdf)?(?:\s?\[[\w.-]{2,20}\])?"
_ARXIV = pattern(
    rf"{_ARXIV_BEFORE}([0-9]{{4}}\.[0-9]{{4,5}}|[a-z-]{{2,12}}(?:\.[a-z]{{2}})?/[0-9]{{7}}){_ARXIV_AFTER}", IGNORECASE
)
_URL = pattern(r"https?://[^\s/?#@:]+(?::[0-9]{1,5})?(?:[/?#]\S*)?", IGNORECASE)
_ARXIV_DOI = "10.48550/arxiv."
_LONG = 13  # digits of an ISBN since 2007


def identifiers(sheet: Sheet) -> dict[str, str]:
    """Return the identifiers that are sound; an unsound one is a fault."""
    found: dict[str, str] = {}
    for kind, check in _CHECKS.items():
        key, value = sheet.find(kind)
        line = _written(kind, value) if key else None
        if key and line is None:
            sheet.blame("invalid-field", f"{key} is {kind_of(value)}, not a text", key)
        if not key or not line:
            continue
        checked = check(line)
        if checked.fault:
            sheet.blame("invalid-field", f"the {_SHOWN[kind]} {line[:100]} is none: {checked.fault}", key)
        else:
            found[kind] = checked.normal
    return _with_addresses(found)


def _written(kind: str, value: object) -> str | None:
    """Return it as it was meant: YAML reads 2301.00010 as a number, and drops its last zero."""
    if kind == "arxiv" and isinstance(value, float):
        return f"{value:.4f}" if value < 1501 else f"{value:.5f}"  # noqa: PLR2004 - five digits from January 2015
    return one_line(value)


def _with_addresses(found: dict[str, str]) -> dict[str, str]:
    """Add the DOI or arXiv id that an address or another identifier holds."""
    url, doi = found.get("url", ""), found.get("doi", "")
    if "doi" not in found and "doi.org/" in url and not _doi(url).fault:
        found["doi"] = doi = _doi(url).normal
    if "arxiv" not in found:
        held = doi.removeprefix(_ARXIV_DOI) if doi.startswith(_ARXIV_DOI) else url if "arxiv.org/" in url else ""
        if held and not _arxiv(held).fault:
            found["arxiv"] = _arxiv(held).normal
    return found


def _doi(text: str) -> Checked:
    match = _DOI.fullmatch(text)
    return Checked(match[1].lower()) if match else Checked(text, "a DOI is 10. + four digits or more + / + a suffix")


def _arxiv(text: str) -> Checked:
    match = _ARXIV.fullmatch(text)
    if not match:
        return Checked(text, "an arXiv id looks like 2301.00001 or hep-th/9901001")
    archive, slash, number = match[1].lower().rpartition("/")
    month = number[2:4]
    fault = None if "01" <= month <= "12" else f"there is no month {month}"
    return Checked(f"{archive.split('.')[0]}{slash}{number}", fault)


def _isbn(text: str) -> Checked:
    digits = text.upper().removeprefix("ISBN").lstrip(": ").replace("-", "").replace(" ", "")
    if not digits.isascii() or not digits.removesuffix("X").isdigit() or len(digits) not in {10, _LONG}:
        return Checked(digits, "an ISBN has 10 or 13 digits")
    if len(digits) == _LONG:
        weights = [1, 3] * 7
        total, modulus = (
            sum(int(digit) * weight for digit, weight in zip(digits.replace("X", "0"), weights, strict=False)),
            10,
        )
    else:
        values = [10 if digit == "X" else int(digit) for digit in digits]
        total, modulus = sum(value * weight for value, weight in zip(values, range(10, 0, -1), strict=True)), 11
    return Checked(digits, "the check digit is wrong" if total % modulus else None)


def _digits(text: str) -> Checked:
    number = text.upper().removeprefix("PMID").lstrip(": ")
    return Checked(number, None if number.isascii() and number.isdigit() else "it is a number")


def _pmcid(text: str) -> Checked:
    number = text.upper().removeprefix("PMC").lstrip(": ")
    return Checked(f"PMC{number}", None if number.isascii() and number.isdigit() else "it is PMC and a number")


def _url(text: str) -> Checked:
    return Checked(text, None if _URL.fullmatch(text) else "it starts with http:// or https:// and a host")


_CHECKS: Mapping[str, Callable[[str], Checked]] = {
    "doi": _doi,
    "arxiv": _arxiv,
    "isbn": _isbn,
    "pmid": _digits,
    "pmcid": _pmcid,
    "url": _url,
}
_SHOWN = {"doi": "DOI", "arxiv": "arXiv id", "isbn": "ISBN", "pmid": "PMID", "pmcid": "PMCID", "url": "address"}
