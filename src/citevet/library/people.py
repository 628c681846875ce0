"""The authors of a source, however the front matter lists them."""

from collections.abc import Iterator, Mapping
from re import IGNORECASE
from re import compile as pattern

from citevet.library.fields import Sheet, kind_of, one_line
from citevet.library.names import OTHERS

_LONGEST = 100_000  # characters of a text with names
_MOST = 5_000  # names; only papers of whole collaborations have more, and nobody cites their last author
_BETWEEN = pattern(r";|·|、|\s(?:and|und|et)\s|&|\s및\s", IGNORECASE)
_HANGUL = pattern(r"[가-힣]{2,4}")
_INITIALS = pattern(r"(?:[^\W\d_]\.?[\s-]?){1,4}|Jr\.?|Sr\.?|I{2,3}|IV")


def people(sheet: Sheet) -> tuple[str, ...]:
    """Return one name each; a list of texts, of mappings with a name, or one text with all of them."""
    key, value = sheet.find("authors")
    if key is None:
        return ()
    if isinstance(value, str):
        return _named(" ".join(value.split()))
    if isinstance(value, Mapping):
        value = [value]
    if not isinstance(value, list):
        sheet.blame("invalid-field", f"{key} is {kind_of(value)}, not a list of names", key)
        return ()
    names = [_name(each) for each in value[:_MOST]]
    if not all(names):
        which = next(index for index, name in enumerate(names, start=1) if not name)
        sheet.blame("invalid-field", f"number {which} of the {key} has no name", f"{key}[{which}]")
    return tuple(name for name in names if name)


def _named(text: str) -> tuple[str, ...]:
    """Return the names of a text; that others are meant stays with one who is named alone."""
    names = tuple(_split(text))[:_MOST]
    return (f"{names[0]} et al.",) if len(names) == 1 and OTHERS.search(text[:_LONGEST]) else names


def _name(value: object) -> str:
    if isinstance(value, Mapping):
        whole = one_line(value.get("name") or value.get("full_name") or value.get("literal"))
        family, given = one_line(value.get("family") or value.get("last")), one_line(value.get("given"))
        return whole or ", ".join(filter(None, (family, given)))
    return value and " ".join(value.split()) if isinstance(value, str) else ""


def _split(text: str) -> Iterator[str]:
    """Take a text apart at the signs that stand between names, and at commas where these cannot stand inside one."""
    for piece in _BETWEEN.split(OTHERS.sub("", text[:_LONGEST])):
        parts = [part.strip() for part in piece.split(",") if part.strip()]
        if _are_whole(parts):
            yield from parts
        else:
            yield from _family_first(parts)


def _are_whole(parts: list[str]) -> bool:
    """Say whether each part between commas is a name of its own: John Smith, 김철수; not Smith, J."""
    return all(_HANGUL.fullmatch(part) or (" " in part and not _INITIALS.fullmatch(part)) for part in parts)


def _family_first(parts: list[str]) -> Iterator[str]:
    """Put family name and initials back together: Smith, J., Jones, M."""
    waiting = ""
    for part in parts:
        if waiting and (_INITIALS.fullmatch(part) or len(parts) == 2):  # noqa: PLR2004 - Smith, John
            yield f"{waiting}, {part}"
            waiting = ""
        else:
            if waiting:
                yield waiting
            waiting = part
    if waiting:
        yield waiting
