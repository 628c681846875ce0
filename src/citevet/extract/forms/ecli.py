"""European Case Law Identifiers: ECLI:EU:C:2014:317, and EU:C:2014:317 as the Court itself writes it."""

from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern

from citevet.extract.forms.law.paragraph import APART, Paragraph, paragraphs
from citevet.extract.found import Found
from citevet.extract.scene import Scene

_TRIGGER = pattern(r"ECLI|ecli|EU:[CTF]:")

# A line may break after a colon. Seven parts are two too many, and enough to say so.
_FULL = pattern(APART + r"ECLI(?:: ?[A-Z0-9.]{1,60}){1,6}", IGNORECASE)
_SHORT = pattern(APART + r"(?<!ECLI: )EU: ?[CTF]: ?\d{4}: ?\d{1,6}(?![\w:])")

_PARTS = 5
_COUNTRY = pattern(r"[A-Z]{2}")
_COURT = pattern(r"[A-Z][A-Z0-9]{0,6}")
_YEAR = pattern(r"1[5-9]\d\d|20\d\d")
_LONGEST_ORDINAL = 25


def find(scene: Scene) -> Iterator[Found]:
    """Yield every ECLI, with what is wrong with its five parts."""
    for paragraph in paragraphs(scene, _TRIGGER):
        yield from _in(paragraph)


def _in(paragraph: Paragraph) -> Iterator[Found]:
    for found in _FULL.finditer(paragraph.text):
        text = _trimmed(found[0])
        pieces = text.replace(" ", "").upper().split(":")
        span = paragraph.span(found.start(), found.start() + len(text))
        yield Found("ecli", span, ":".join(pieces), parts=_parts(pieces), fault=_fault(pieces))
    for found in _SHORT.finditer(paragraph.text):
        pieces = ["ECLI", *found[0].replace(" ", "").split(":")]
        yield Found("ecli", paragraph.span(*found.span()), ":".join(pieces), parts=_parts(pieces), fault=_fault(pieces))


def _trimmed(text: str) -> str:
    """Leave out the sentence's own stop, and a word after a colon that cannot be an ordinal."""
    head, space, tail = text.rpartition(": ")
    if space and not any(char.isdigit() for char in tail):
        text = head
    return text.rstrip(".")


def _parts(pieces: list[str]) -> dict[str, str]:
    return dict(zip(("country", "court", "year", "number"), pieces[1:], strict=False))


def _fault(pieces: list[str]) -> str | None:
    if len(pieces) != _PARTS:
        return f"an ECLI has {_PARTS} parts, this one has {len(pieces)}"
    _, country, court, year, ordinal = pieces
    if not _COUNTRY.fullmatch(country):
        return f"{country} is no country code of two letters"
    if not _COURT.fullmatch(court):
        return f"{court} is no court code"
    if not _YEAR.fullmatch(year):
        return f"{year} is no year"
    if len(ordinal) > _LONGEST_ORDINAL:
        return f"the last part has {len(ordinal)} characters, more than {_LONGEST_ORDINAL}"
    return None
