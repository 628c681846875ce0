"""The fields of a reference as far as its text shows them: also venue, volume and pages, which `Reference` lacks."""

import re
from dataclasses import dataclass

from citevet.model import Reference
from citevet.read.latex_fields import clean_field
from citevet.resolve.service_fields import strip_markup, years_in
from citevet.text.names import strip_year_letter
from citevet.text.patterns import lazy_pattern

_MAX_TEXT = 2_000  # characters
_FIELD = r'\b{name}\s{{0,9}}=\s{{0,9}}(?:[{{"]([^{{}}"]{{1,200}})[}}"]|(\d{{1,6}}))'
_JOURNAL = lazy_pattern(_FIELD.format(name="(?i:journal(?:title)?)"))
_VOLUME = lazy_pattern(_FIELD.format(name="(?i:volume)"))
_PAGES = lazy_pattern(_FIELD.format(name="(?i:pages)"))
# Volume, issue and pages as lists write them: 12(3), 233–241; 12:233-41; vol. 12, no. 3, pp. 233–241.
_PLACE = lazy_pattern(
    r"(?<![\w.:/-])(?P<volume>\d{1,4})(?:\s?\([\w –/-]{1,12}\)|,\s(?:no|nr|iss)\.\s?[\w–-]{1,9})?\s?[,:]\s?"
    r"(?:pp?\.\s?)?"
    r"(?P<pages>[A-Za-z]{0,2}\d{1,6}\s?[-–—]{1,2}\s?[A-Za-z]{0,2}\d{1,6})(?![\w/-])"
)


@dataclass(frozen=True, slots=True)
class CitedFields:
    """What a reference says about its work; what it does not say is empty."""

    text: str  # all of it without identifiers, and the parsed fields without LaTeX
    title: str
    authors: tuple[str, ...]
    year: int | None
    years: tuple[int, ...]  # every year in the text
    venue: str
    volume: str
    pages: str
    is_note: bool  # a footnote: its quotation marks may be those of a quotation
    is_typed: bool  # an entry of a bibliography file, where each field has its name


def read_cited_fields(reference: Reference) -> CitedFields:
    """Collect the fields of a reference, without markup."""
    text = reference.text[:_MAX_TEXT]
    if reference.origin == "file":  # the key often has the name of an author
        text = text.replace(reference.key, " ", 1)
    for identifier in reference.identifiers:
        text = text.replace(identifier.text, " ")  # a DOI may contain words of the title
    year = strip_year_letter((reference.year or "")[:9])
    place = None if reference.origin == "file" else _PLACE.search(text)
    # The parsed fields are without the commands of LaTeX: M{\"u}ller is Müller.
    everything = " ".join((strip_markup(text), reference.title or "", *reference.authors))[: 2 * _MAX_TEXT]
    return CitedFields(
        text=everything,
        title=strip_markup((reference.title or "")[:_MAX_TEXT]),
        authors=reference.authors,
        year=int(year) if year else None,
        years=years_in(text, year),
        venue=_read_field(_JOURNAL, text),
        volume=place["volume"] if place else _read_field(_VOLUME, text),
        pages=place["pages"] if place else _read_field(_PAGES, text),
        is_note=reference.is_note,
        is_typed=reference.origin == "file",
    )


def _read_field(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return clean_field(found[1] or found[2]) if found else ""
