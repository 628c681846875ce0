"""One entry of a reference list, as people write them: who, when, what."""

from re import IGNORECASE
from re import compile as pattern
from typing import NamedTuple

from citevet.extract.bodies import is_body
from citevet.extract.leads import SIGNAL

_ADDRESS = pattern(r"(?:https?://|doi:\s?|arXiv:\s?)\S+|\b10\.\d{4,9}/\S+")
_SEE = pattern(rf"^\s*{SIGNAL}")
# What means an entry before it: "Ibid., p. 5", "Smith, op. cit."; a longer note names a work beside it.
_BACK = pattern(
    r"(?:see\s)?(?:(?:ibid(?:em)?|idem|id\.|id$|ebd|ebenda)(?!\w)"
    r"|[^;:“\"「『]{0,60}?\b(?:op\.\s?cit|loc\.\s?cit|art\.\s?cit|supra|a\.\s?a\.\s?O|[위앞]의\s?(?:글|책|논문))(?!\w))[^;“\"「『]{0,60}$",
    IGNORECASE,
)
_GIVEN = pattern(r"[^\W\d_a-z가-힣][\w'’‐-]+(?:\s(?:[^\W\d_]\.?|[^\W\d_][\w'’‐-]+)){0,3}\.?")
_INITIALS = pattern(r"[A-Z]{1,3}")
_ET_AL = pattern(r",?\s?\bet\.?\sal\b\.?")
# What a body is called for short, or in full: World Health Organization (WHO), WHO [World Health Organization].
_OTHER_NAME = pattern(r"(?<=\w)\s[(\[](?=[A-Z][^()\[\]]{0,80}[A-Z])[^()\[\]\d.,]{2,100}[)\]]")
_CUT_SHORT = pattern(r"\bet\.?\sal\b|\band others\b|\bu\.\s?a\.|…|\.\.\.|[가-힣]\s?(?:외|등)\b")
_LONGEST = 4_000  # characters of an entry that are read
_EDGE = ' .,*_“"\n\t'
_LABEL = pattern(r"^\s*(?:\^?\[[^\[\]]{1,40}\]:?|\^\[|\d{1,4}[.)])\s*")
_DATED = pattern(r"\(\s?((?:1[4-9]|20)\d\d[a-z]?)(?:[,/ –-][^()]{0,40})?\)|\((n\.\s?d\.|in press|forthcoming)\)")
_YEAR = pattern(r"(?<![\d/.:–-])((?:1[4-9]|20)\d\d[a-z]?)(?![\d/–-])(?![.:]\d)")
_SMALL = r"(?:(?:[Vv]an|[Vv]on|[Dd]e|der|den|[Dd]i|da|[Ll]a|[Ll]e|du|Ste?\.)\s){0,3}"
_INVERTED = pattern(
    rf"(?<!\w)(?!and\s|und\s)({_SMALL}[^\W\d_][\w'’‐-]+(?:\s[^\W\d_][\w'’‐-]+)?),\s(?:[^\W\d_]\.[\s-]?){{1,4}}"
)
_SOLE = pattern(
    rf"[\s*_]*{_SMALL}[^\W\d_][\w'’‐-]+(?:\s[^\W\d_][\w'’‐-]+)?,?\s(?:(?:[^\W\d_]\.[\s-]?){{1,4}}|[A-Z]{{1,3}}\s)[*_]*"
)
_STRAIGHT = pattern(r"(?:\b[^\W\d_]\.[\s-]?){1,4}\s?((?:(?:van|von|de|der|di|da|la|le)\s){0,2}[^\W\d_][\w'’‐-]+)")
_SPLIT = pattern(r"\s?[;·ㆍ・]\s?|,?\s(?:&|and|und|et)\s|,\s")
_NAME = pattern(
    r"(?:[^\W\d_a-z][\w'’.‐-]*|van|von|de|der|di|da|la|le|of|for|the|and|et|al\.?)(?:\s(?:[^\W\d_a-z][\w'’.‐-]*|van|von|de|der|di|da|la|le|of|for|the|and|et|al)){0,7}"
)
_QUOTED = pattern(r"[“\"「『‘]([^“”\"「」『』]{4,300})[”\"」』’]")
_SET_OFF = pattern(r"(?<!\*)\*{1,2}([^*]{4,300})\*{1,2}|\b_([^_]{4,300})_\b")
_STOP = pattern(r"(?:(?<![.\s][A-Z])\.|[?!])(?=\s|$)|\s(?=https?://)")
_LEAD = pattern(r"^(.{2,300}?)(?:(?<=\w\w)(?<!\bSt)(?<!\bSte)\.\s|\s[“\"‘「『_*]|:\s)")


_SET_OFF_BY = frozenset('*_“"「『')


class Entry(NamedTuple):
    """What an entry tells of the work; each may be missing."""

    authors: tuple[str, ...] = ()
    year: str | None = None
    title: str | None = None
    sole: bool = False  # one author with initials stands before the year, and nobody else
    back: bool = False  # it means an entry before it, and names no work itself


def parse(text: str) -> Entry:
    """Read an entry as far as its punctuation shows."""
    text = _LABEL.sub("", text[:_LONGEST])
    if _BACK.match(text.strip(_EDGE)):
        return Entry(back=True)
    text = _ADDRESS.sub(" ", text)
    dated = _DATED.search(text)
    years = _YEAR.findall(text)
    year = next(filter(None, dated.groups())) if dated else (years[-1] if years else None)
    authors = _authors(text, dated.start() if dated else None)
    title = _title(text, dated.end() if dated else None) if authors or year else None  # else a remark with emphasis
    sole = dated is not None and len(authors) == 1 and _SOLE.fullmatch(text, 0, dated.start()) is not None
    return Entry(authors, year, title, sole)


def is_cut_short(text: str) -> bool:
    """Say whether an entry itself leaves authors out: "Kim, H., et al."."""
    return _CUT_SHORT.search(text[:_LONGEST]) is not None


def _authors(text: str, end: int | None) -> tuple[str, ...]:
    head = _OTHER_NAME.sub("", _ET_AL.sub(". ", _SEE.sub("", text[: 400 if end is None else end])), count=1)
    lead = str((_LEAD.match(head) or [head[:200]])[0])
    slashed = _slashed(head) if end is not None and "/" in head else ()
    if slashed:
        return slashed
    names = [name for name in (name.strip(_EDGE) for name in _SPLIT.split(lead)) if name]
    if _is_turned(names, lead):
        return (names[0], *(_family(name) for name in names[2:]))
    body = "," not in lead and is_body(lead.strip(_EDGE))  # U.S. Census Bureau
    initialled = () if body else _INVERTED.findall(lead) or _STRAIGHT.findall(lead)
    if initialled:
        return tuple(initialled)
    # A title or a sentence stands first.
    if text.lstrip()[:1] in _SET_OFF_BY or not all(_NAME.fullmatch(name) for name in names):
        return ()
    # "Jane Roe and John Doe": people, by their last word; "Tokyo Metropolitan Government": a body, whole.
    people = not body and len(names) > 1 and all(len(name.split()) in {2, 3} and name[0].isascii() for name in names)
    return tuple(_family(name) for name in names) if people else tuple(names[:6])


def _slashed(head: str) -> tuple[str, ...]:
    """Return the family names of people with slashes between them, as Germans write: "Schmidt, Eva/Weber, Karl"."""
    people = [[part.strip(_EDGE) for part in piece.split(",")] for piece in head.split("/")]
    are_people = all(len(person) <= 2 and all(map(_NAME.fullmatch, person)) for person in people)  # noqa: PLR2004
    return tuple(family for family, *_ in people) if are_people else ()


def _is_turned(names: list[str], lead: str) -> bool:
    """Say whether only the first name is turned round: "Atack, Jeremy, Fred Bateman, and Robert A. Margo"."""
    first, second = (*names, "", "")[:2]
    if not second or not lead.startswith(f"{first}, {second}") or _family(first) != first.split()[-1]:
        return False
    people = len(first.split()) <= 2 and all(" " in name for name in names[2:])  # noqa: PLR2004
    return bool(_GIVEN.fullmatch(second)) and people and all(_NAME.fullmatch(name) for name in (first, *names[2:]))


def _family(name: str) -> str:
    """Return the family name: the last word, unless initials stand behind it: "Doe AB"."""
    *given, last = name.split()
    return " ".join(given) if given and _INITIALS.fullmatch(last) else last


def _title(text: str, after_year: int | None) -> str | None:
    """Return the words in quotation marks, else those behind the year, else those in italics."""
    quoted = _QUOTED.search(text)
    if quoted:
        return str(quoted[1]).strip(" .,")
    rest = text[after_year:].lstrip(" .,:*_") if after_year is not None else ""
    stop = _STOP.search(rest)
    title = (rest[: stop.start()] if stop else rest).strip(" .,*_")
    italic = _SET_OFF.search(text)
    return title or (str(italic[1] or italic[2]).strip(" .,") if italic else None)
