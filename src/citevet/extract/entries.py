"""One entry of a reference list, as people write them: who, when, what."""

from re import compile as pattern
from typing import NamedTuple

_ADDRESS = pattern(r"(?:https?://|doi:\s?|arXiv:\s?)\S+|\b10\.\d{4,9}/\S+")
_LABEL = pattern(r"^\s*(?:\^?\[[^\[\]]{1,40}\]:?|\^\[|\d{1,4}[.)])\s*")
_DATED = pattern(r"\(\s?((?:1[4-9]|20)\d\d[a-z]?)(?:[,/ –-][^()]{0,40})?\)|\((n\.\s?d\.|in press|forthcoming)\)")
_YEAR = pattern(r"(?<![\d/.:–-])((?:1[4-9]|20)\d\d[a-z]?)(?![\d/:–-])(?!\.\d)")
_INVERTED = pattern(r"(?!and\s)([^\W\d_][\w'’‐-]+(?:\s[^\W\d_][\w'’‐-]+)?),\s(?:[^\W\d_]\.[\s-]?){1,4}")
_STRAIGHT = pattern(r"(?:\b[^\W\d_]\.[\s-]?){1,4}\s?((?:(?:van|von|de|der|di|da|la|le)\s){0,2}[^\W\d_][\w'’‐-]+)")
_SPLIT = pattern(r"\s?[;·ㆍ・]\s?|,?\s(?:&|and|und|et)\s|,\s")
_NAME = pattern(
    r"(?:[^\W\d_a-z][\w'’.‐-]*|van|von|de|der|di|da|la|le|of|for|the|and|et|al\.?)(?:\s(?:[^\W\d_a-z][\w'’.‐-]*|van|von|de|der|di|da|la|le|of|for|the|and|et|al)){0,7}"
)
_QUOTED = pattern(r"[“\"「『‘]([^“”\"「」『』]{4,300})[”\"」』’]|(?<!\*)\*{1,2}([^*]{4,300})\*{1,2}|_([^_]{4,300})_")
_STOP = pattern(r"[.?!](?=\s|$)|\s(?=https?://)")
_LEAD = pattern(r"^(.{2,300}?)(?:(?<=\w\w)\.\s|,\s[“\"]|\s[“\"]|:\s)")


class Entry(NamedTuple):
    """What an entry tells of the work; each may be missing."""

    authors: tuple[str, ...] = ()
    year: str | None = None
    title: str | None = None


def parse(text: str) -> Entry:
    """Read an entry as far as its punctuation shows."""
    text = _ADDRESS.sub(" ", _LABEL.sub("", text[:4000]))
    dated = _DATED.search(text)
    years = _YEAR.findall(text)
    year = next(filter(None, dated.groups())) if dated else (years[-1] if years else None)
    authors = _authors(text, dated.start() if dated else None)
    title = _title(text, dated.end() if dated else None) if authors or year else None  # else a remark with emphasis
    return Entry(authors, year, title)


def _authors(text: str, end: int | None) -> tuple[str, ...]:
    lead = text[:end] if end is not None else (_LEAD.match(text) or [text[:200]])[0]
    inverted = _INVERTED.findall(lead)
    if inverted:
        return tuple(inverted)
    straight = _STRAIGHT.findall(lead)
    if straight:
        return tuple(straight)
    names = [name.strip(" .,*_") for name in _SPLIT.split(lead.strip(" .,")) if name.strip(" .,*_")]
    if not all(_NAME.fullmatch(name) for name in names):  # a title or a sentence stands first
        return ()
    # "Jane Roe and John Doe": people, by their last word; "Tokyo Metropolitan Government": a body, whole.
    people = len(names) > 1 and all(len(name.split()) in {2, 3} and name[0].isascii() for name in names)
    return tuple(name.split()[-1] for name in names) if people else tuple(names[:6])


def _title(text: str, after_year: int | None) -> str | None:
    quoted = _QUOTED.search(text)
    if quoted:
        return next(filter(None, quoted.groups())).strip(" .,")
    if after_year is None:
        return None
    rest = text[after_year:].lstrip(" .,:")
    stop = _STOP.search(rest)
    title = rest[: stop.start()] if stop else rest
    return title.strip() or None
