"""The forms of citations that a policy names: kinds, forms of corpus ids, and the pattern of ids."""

import re
from typing import get_args

from citevet.model import Citation, CitationKind
from citevet.text.patterns import lazy_pattern

INSIDE_KINDS = frozenset({"corpus", "artifact", "mention"})
OUTSIDE_KINDS = frozenset(get_args(CitationKind)) - INSIDE_KINDS
_ALL = "non-corpus"
_NUMBER = lazy_pattern(r"\[\s?(?:\d{1,4}|n|N|X)\s?\]")
_AUTHOR = lazy_pattern(r"\bauthor\b.{0,40}\byear\b|\b(?:1|2)\d{3}[a-z]?\)?$", re.IGNORECASE)
_ID_FORM = lazy_pattern(
    r"(?P<open>[\[(]?)\s?REF-(?:X{1,9}|N{1,9}|\d{1,9})(?P<place>,\s?(?:pp?\.|page|§|sec(?:tion|\.)).{0,20}?)?\s?[\])]?",
    re.IGNORECASE,
)
# A pattern may come with a foreign project, so it has no nested repetition: parts with a count, and optional groups.
_PART = r"(?:[A-Za-z0-9_-]|\\d|\\-|\[[A-Za-z0-9_-]{1,40}\])(?:\{\d{1,2}(?:,\d{0,2})?\}|[+*?])?"
_ID_PATTERN = lazy_pattern(rf"\^?(?:{_PART}|\((?:\?:)?(?:{_PART}){{1,20}}\)\??){{1,20}}\$?")
_SHOWN = {"[": "[{}]", "(": "({})", "": "{}"}
_PLACES = {"": "REF-XXX", "page": "REF-XXX, p.XX", "section": "REF-XXX, Section X"}


def parse_forbidden_form(form: str) -> frozenset[str]:
    """Return the kinds that a name or an example means: `numeric`, `[1]`, `(Smith et al., 2023)`, `non-corpus`."""
    name = form.strip().lower()
    if name in OUTSIDE_KINDS:
        return frozenset({name})
    if _ALL in name.replace(" ", "-"):
        return OUTSIDE_KINDS
    if _NUMBER.fullmatch(form.strip()):
        return frozenset({"numeric"})
    if _AUTHOR.search(name[:200]):
        return frozenset({"author-year"})
    raise ValueError(f"it must be {_ALL} or one of {', '.join(sorted(OUTSIDE_KINDS))}")


def parse_allowed_form(form: str) -> str:
    """Return the form of a corpus id as we write it: `[REF-XXX, p.XX]`."""
    found = _ID_FORM.fullmatch(form.strip()[:100])
    if found is None:
        raise ValueError("it must be a form such as [REF-XXX], (REF-XXX), [REF-XXX, p.XX] or [REF-XXX, Section X]")
    place = (found["place"] or "").lower()
    return _show(found["open"], "section" if "sec" in place or "§" in place else "page" if place else "")


def parse_id_pattern(pattern: str) -> str:
    """Return the pattern of corpus ids, if it is simple enough to be safe."""
    if len(pattern) > 100 or not _ID_PATTERN.fullmatch(pattern):  # noqa: PLR2004 - characters
        raise ValueError("it must be a simple pattern such as REF-\\d{3} or REF-[0-9]{3,4}(-[a-z]+)?")
    return pattern


def find_id_form(citation: Citation, text: str) -> str:
    """Return the form in which a document cites a corpus id."""
    before = text[max(citation.span.start - 1, 0) : citation.span.start]
    written = citation.text[:1] if citation.text[:1] in {"[", "("} else before if before in {"[", "("} else ""
    if citation.group and not written:
        written = "["
    place = citation.locator
    return _show(written, "page" if place and place.page else "section" if place and place.section else "")


def _show(opening: str, place: str) -> str:
    return _SHOWN[opening].format(_PLACES[place])
