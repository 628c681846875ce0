"""Authors, year, verification date and identifiers of an entry, from its front matter."""

from collections.abc import Mapping
from datetime import date

from citevet.corpus.entry_fields import FrontMatter, describe_type, one_line
from citevet.identifiers import SCHEMES, has_rest, imply, is_certain, read, read_address
from citevet.model import IdentifierKind
from citevet.patterns import lazy_pattern
from citevet.people.parser import ET_AL, split_names

FIRST_YEAR, LAST_YEAR = 1500, 2100
VERIFICATION_DAYS = 90  # that a verification is valid; other corpus checkers use the same span
_YEAR = lazy_pattern(r"(?<![0-9])[0-9]{4}(?![0-9])")

_MAX_AUTHOR_TEXT = 100_000  # characters
_MAX_AUTHORS = 5_000  # only papers of whole collaborations have more

_FIVE_DIGITS_SINCE = 1501  # arXiv ids have five digits after the dot since January 2015


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
    names = tuple(split_names(text[:_MAX_AUTHOR_TEXT]))[:_MAX_AUTHORS]
    return (f"{names[0]} et al.",) if len(names) == 1 and ET_AL.search(text[:_MAX_AUTHOR_TEXT]) else names


def read_identifiers(front: FrontMatter) -> dict[str, str]:
    """Return the valid identifiers by kind; an invalid one is a fault."""
    found: dict[str, str] = {}
    for kind, form in _FORMS.items():
        key, value = front.find(kind)
        line = _identifier_text(kind, value) if key else None
        if key and line is None:
            front.add_fault("invalid-field", f"{key} is {describe_type(value)}, not a text", key)
        if not key or not line:
            continue
        normal, fault = _check(kind, line, form)
        if fault:
            front.add_fault("invalid-field", f"the {SCHEMES[kind].name} {line[:100]} is none: {fault}", key)
        else:
            found[str(kind)] = normal
    return _add_implied(found)


def _identifier_text(kind: str, value: object) -> str | None:
    """Return the text that was meant: YAML reads 2301.00010 as a number and drops its last zero."""
    if kind == "arxiv" and isinstance(value, float):
        return f"{value:.4f}" if value < _FIVE_DIGITS_SINCE else f"{value:.5f}"
    return one_line(value)


def _check(kind: IdentifierKind, line: str, form: str) -> tuple[str, str]:
    """Return the normal form of an identifier, or what is wrong with it; an address stays as it is."""
    found = read(kind, line)
    if found is None or has_rest(found, line):
        return "", form
    fault = "" if is_certain(found) else found.fault or form
    return (found.text if kind == "url" else found.normal), fault


def _add_implied(found: dict[str, str]) -> dict[str, str]:
    """Add the DOI or arXiv id that a URL or another identifier contains."""
    named = read_address(found.get("url", ""))
    if named and named.kind in {"doi", "arxiv"} and is_certain(named):
        found.setdefault(named.kind, named.normal)
    if other := imply("doi", found.get("doi", "")):
        found.setdefault(*other)
    return found


# Kind → what a text is not that is none.
_FORMS: Mapping[IdentifierKind, str] = {
    "doi": "a DOI is 10. + four digits or more + / + a suffix",
    "arxiv": "an arXiv id looks like 2301.00001 or hep-th/9901001",
    "isbn": "an ISBN has 10 or 13 digits",
    "pmid": "it is a number",
    "pmcid": "it is PMC and a number",
    "url": "it starts with http:// or https:// and a host",
}
