"""Parse one entry of a reference list: authors, year and title, as far as its punctuation shows them."""

import re
from typing import NamedTuple
from unicodedata import normalize

from citevet.extract.author_names import is_organization
from citevet.text.names import PARTICLE_PATTERN
from citevet.text.patterns import lazy_pattern

_FURTHER = r"(?:auch|dazu|hierzu|etwa|nur|ferner|insbes\.|insb\.|ausführlich|grundlegend|statt vieler|z\.[\s\0]?B\.)"
# Opens a note or an entry: `see also Smith`. "s. Müller" is "siehe Müller"; S. Müller is a person.
INTRODUCTORY_SIGNAL = (
    r"(?i:(?:but[\s\0])?see(?:,?[\s\0](?:also|generally|e\.g\.|for[\s\0]example))?,?|cf\.|e\.g\.,?"
    rf"|(?:vgl\.|vergleiche|siehe|(?-i:s\.(?:[\s\0]?a\.)?))(?:[\s\0]{_FURTHER}){{0,2}}"
    r"|so[\s\0]auch|ebenso|statt[\s\0]vieler|zit(?:\.|iert)[\s\0](?:nach|bei|in))[\s\0]"
)
# Inside brackets a phrase may introduce the source as well: (for a review see Smith, 2019).
INTRODUCTORY_PHRASES = (
    rf"(?:{INTRODUCTORY_SIGNAL}|(?i:i\.e\.,?|for (?:a |an )?(?:review|overview|example),? see|reviewed in"
    r"|as cited in|cited in|after|adapted from|from|by|also|but|and|or|quoted in|following|according to|accord"
    r"|contra|compare|nach|so|bei|laut|dazu|hierzu|anders|dagegen|grundlegend|ausführlich|zum Ganzen|a\.\s?A\.|und"
    r"|oder|auch"
    r"|참조|참고)\s){0,3}"
)

_ADDRESS = lazy_pattern(r"(?:https?://|doi:\s?|arXiv:\s?)\S+|\b10\.\d{4,9}/\S+")
_SEE = lazy_pattern(rf"^\s*{INTRODUCTORY_SIGNAL}")
# Refers to an earlier entry: "Ibid., p. 5", "Smith, op. cit."; a longer note names a work of its own.
_BACK = lazy_pattern(
    r"(?:see\s)?(?:(?:ibid(?:em)?|idem|id\.|id$|ebd|ebenda)(?!\w)"
    r"|[^;:“\"「『]{0,60}?\b(?:op\.\s?cit|loc\.\s?cit|art\.\s?cit|supra|a\.\s?a\.\s?O|[위앞]의\s?(?:글|책|논문))(?!\w))[^;“\"「『]{0,60}$",
    re.IGNORECASE,
)
_GIVEN = lazy_pattern(r"[^\W\d_a-z가-힣][\w'’‐-]+(?:\s(?:[^\W\d_]\.?|[^\W\d_][\w'’‐-]+)){0,3}\.?")
_INITIALS = lazy_pattern(r"[A-ZÀ-ÖØ-Þ](?:-?[A-ZÀ-ÖØ-Þ]){0,2}")
# Family name and initials, with or without a particle at the end: "Krieger JW", "Östlund A-K", "Walden F von".
_TURNED = lazy_pattern(
    rf"((?:[^\W\d_][\w'’‐-]+\s){{1,3}})(?!(?:AI|US|UK|EU|UN|USA|AG|SE|SA|NV|BV|LLC|PLC|R)\b){_INITIALS.pattern}"
    rf"((?:\s{PARTICLE_PATTERN}){{0,3}})"
)
_LOOSE_SIGN = lazy_pattern(r"(?<=\w)\s(?=[.,]\s)")  # "Stock , J. H."
_LINE_BREAK = lazy_pattern(r"(?<=\S)[ \t]*(?:\r\n|\r|\n)[ \t]*(?=[^\s>])")
_LAST_LATIN = "\u024f"
_ET_AL = lazy_pattern(r",?\s?\bet\.?\sal\b\.?")
# A second name of an organization: World Health Organization (WHO), WHO [World Health Organization].
_OTHER_NAME = lazy_pattern(r"(?<=\w)\s[(\[](?=[A-Z][^()\[\]]{0,80}[A-Z])[^()\[\]\d.,]{2,100}[)\]]")
_LONGEST = 4_000  # characters of an entry that are read
_TITLE_WORDS = 3  # of a title that nothing sets off
_NAME_PARTS = 2  # family and given name
_EDGE = ' .,*_“"\n\t'
_LABEL = lazy_pattern(
    r"^\s*(?:\^?\[[^\[\]]{1,90}\]:?|\^\[|\d{1,4}(?:[.)]|[ \xa0]?\t)|[⁰¹²³⁴-⁹]{1,4}(?=\s?[^\W\d_a-z]))\s*"
)
_DATED = lazy_pattern(r"\(\s?((?:1[4-9]|20)\d\d[a-z]?)(?:[,/ –-][^()]{0,40})?\)|\((n\.\s?d\.|in press|forthcoming)\)")
_YEAR = lazy_pattern(  # not the number of a series: Technical Report 2032
    r"(?<![\d/.:–-])(?<!Report )(?<!Paper )(?<!No\. )(?<!RFC )((?:1[4-9]|20)\d\d[a-z]?)(?![\d/–-])(?![.:]\d)"
)
_SMALL = r"(?:(?:[Vv]an|[Vv]on|[Dd]e|der|den|[Dd]i|da|[Ll]a|[Ll]e|du|Ste?\.)\s){0,3}"
_INVERTED = lazy_pattern(
    rf"(?<!\w)(?!(?:and|und|et|y|e)\s)({_SMALL}[^\W\d_][\w'’‐-]+(?:\s[^\W\d_][\w'’‐-]+)?),\s(?:[^\W\d_]\.[\s-]?){{1,4}}"
)
_SOLE = lazy_pattern(
    rf"[\s*_]*{_SMALL}[^\W\d_][\w'’‐-]+(?:\s[^\W\d_][\w'’‐-]+)?,?\s(?:(?:[^\W\d_]\.[\s-]?){{1,4}}|[A-Z]{{1,3}}\s)[*_]*"
)
_STRAIGHT = lazy_pattern(r"(?:\b[^\W\d_]\.[\s-]?){1,4}\s?((?:(?:van|von|de|der|di|da|la|le)\s){0,2}[^\W\d_][\w'’‐-]+)")
_SPLIT = lazy_pattern(r"\s?[;·ㆍ・]\s?|,?\s(?:&|and|und|et|y|e)\s|,\s")
_NAME_WORD = (
    r"(?:(?:[dl]['’])?[^\W\d_a-z][\w'’.‐-]*|van|von|de|der|di|da|la|le|of|for|the|and|et|al\.?"
    r"|für|des|zur|du|pour|del|para)"
)
_NAME = lazy_pattern(rf"{_NAME_WORD}(?:\s{_NAME_WORD}){{0,7}}")
# Authors and a year without brackets open the entry: "Rubin, Donald B. 1974. Estimating …".
_AUTHOR_DATE = lazy_pattern(r"([^\d“\"(:*\r\n]{3,300}?)[.,]?\s((?:1[4-9]|20)\d\d[a-z]?)(?:\s?\[\d{4}\])?[.:]\s(?=\S)")
# One of the people at the head of an entry: "van der Berg, J. K.", "J. K. Berg", "Vander Berg JK".
_WORD = r"[^\W\d_a-z][\w'’‐-]{1,40}"
_SIGNED = r"(?:[^\W\d_a-z]\.[\s-]?){1,4}"
# Initials follow the first family name, and no full stop the year: "Roe J. K., A. Doe, and B. Lee, 2019 On foam."
_FAMILY = rf"{_SMALL}{_WORD}(?:\s{_WORD})?"
_FIRST_TURNED = lazy_pattern(rf"({_FAMILY})\s{_SIGNED}(?<=\.),\s")
_TURNED_DATE = lazy_pattern(
    rf"((?={_FAMILY}\s{_SIGNED}(?<=\.),\s)[^\d“\"(:*\r\n]{{3,300}}?)\s((?:1[4-9]|20)\d\d[a-z]?)\s(?=[^\W\d_a-z])"
)
_PERSON = lazy_pattern(
    rf"{_SMALL}(?:{_WORD}(?:\s{_WORD})?,\s{_SIGNED}|{_SIGNED}\s?{_SMALL}{_WORD}"
    rf"|{_WORD}(?:\s{_WORD})?\s[A-ZÀ-ÖØ-Þ]{{1,3}}(?![\w'’-]))(?<!\s)"
)
_MIDDLE_INITIAL = lazy_pattern(r"[^\s.]\s[^\W\d_][.:]$")  # "Jane B. Roe and Ann Doe" is not Jane, B.
# A small word shows that a title follows: "Roe J. On the cooling of foam."
_TITLE_WORD = lazy_pattern(
    rf"[^.:?!,;“\"(*_]{{1,200}}?\s(?!(?:{PARTICLE_PATTERN}|and|und|et|y|e|with|mit|in|im|eds?)\b)[^\W\d_A-ZÀ-ÖØ-Þ]"
)
_VOLUME_AND_PAGES = lazy_pattern(r"\b(?:1[4-9]|20)\d\d;\s?\*{0,2}\d")  # 2016;85:5-10: initials follow the family names
_NEXT_PERSON = lazy_pattern(r"\s?[,;]?\s?(?:\s(?:&|and|und|et|y|e)\s)|[,;]\s")
_AFTER_PEOPLE = lazy_pattern(r"(?:,?\s(?:et\.?\sal\b|\(?(?:Eds?|Hrsg)\b)\.?\)?)?(?:\s?[.:]\s|(?<=\.)\s)(?=[^\W_])")
_QUOTED = lazy_pattern(r"[“\"「『‘]([^“”\"「」『』]{4,300})[”\"」』’]")
# 'A title', as the Harvard style has it after the year; an apostrophe in it is followed by a letter or a space.
_SINGLE_QUOTED = lazy_pattern(r"'([^'\s](?:[^'*_]|'(?![,.*])){2,300})[,.]?'[,.]?\s")
_SET_OFF = lazy_pattern(r"(?<!\*)\*{1,2}([^*]{4,300})\*{1,2}|\b_([^_]{4,300})_\b")
_OPENING = lazy_pattern(r"\s?\*{1,2}([^*]{4,300})\*{1,2}[\s.,]{0,2}\((?:1[4-9]|20)\d\d")  # **A title** (2019)
_WORDS = lazy_pattern(r"[^\W\d_]{3}|[\u3040-\u9fff\uac00-\ud7a3]")  # more than pages or "pp"
_EDITORS = lazy_pattern(r"\([^()]{1,20}\)")  # (Eds.), (Hrsg.), (2nd ed.)
_STOP = lazy_pattern(r"(?:(?<![.\s][A-Z])\.|[?!])(?=\s|$)|\s(?=https?://)")
_LEAD = lazy_pattern(r"^(.{2,300}?)(?:(?<=\w\w)(?<!\bSt)(?<!\bSte)\.\s|\s[“\"‘「『_*]|:\s)")
_VOLUME = lazy_pattern(r"\d[^()]{0,20}\(\s?(?:1[4-9]|20)\d\d")
_TITLE_MARKS = frozenset('*_“"「『')


class ParsedEntry(NamedTuple):
    """The facts that an entry gives of its work; each may be missing."""

    authors: tuple[str, ...] = ()
    year: str | None = None
    title: str | None = None
    sole: bool = False  # exactly one author, with initials, precedes the year
    back: bool = False  # it refers to an earlier entry and names no work itself


def parse_entry(text: str) -> ParsedEntry:
    """Parse an entry as far as its punctuation allows."""
    text = _LABEL.sub("", normalize("NFC", text[:_LONGEST]))  # a letter and its accent may be two characters
    if _BACK.match(text.strip(_EDGE)):
        return ParsedEntry(back=True)
    text = _LOOSE_SIGN.sub("", _LINE_BREAK.sub(" ", _ADDRESS.sub(" ", text)))
    dated = _DATED.search(text)
    found = _YEAR.findall(text)
    years = [year for year in found if "1900" <= year[:4] < "2040"] or found  # others may be pages
    opening = _match_author_date(text)
    end: int | None
    after: int | None
    if opening and not (dated and dated.start() < opening.start(2)):
        year, end, after = opening[2], opening.start(2), opening.end()
    else:
        year = next(filter(None, dated.groups())) if dated else (years[-1] if years else None)
        end, after = (dated.start(), dated.end()) if dated else (None, None)
    authors = _parse_authors(text, end)
    title = (
        _parse_title(text, after, has_authors=bool(authors)) if authors or year else None
    )  # else a remark with emphasis
    sole = dated is not None and len(authors) == 1 and _SOLE.fullmatch(text, 0, dated.start()) is not None
    return ParsedEntry(authors, year, title, sole)


def _match_author_date(text: str) -> re.Match[str] | None:
    """Match names and a year at the start of an entry; other words before the year are a title or a sentence."""
    found = _AUTHOR_DATE.match(text) or _TURNED_DATE.match(text)
    names = _SPLIT.split(found[1].strip(_EDGE)) if found else []
    return found if names and all(_NAME.fullmatch(name) for name in names) else None


def _parse_authors(text: str, end: int | None) -> tuple[str, ...]:
    head = _OTHER_NAME.sub("", _ET_AL.sub(". ", _SEE.sub("", text[: 400 if end is None else end])), count=1)
    lead = head[: _find_people(head)[0]] or str((_LEAD.match(head) or [head[:200]])[0])
    slashed = _split_slashed(head) if end is not None and "/" in head else ()
    if slashed:
        return slashed
    names = [name for name in (name.strip(_EDGE) for name in _SPLIT.split(lead)) if name]
    before_colon = [name.rstrip(":") for name in names]
    if any(map(_TURNED.fullmatch, before_colon)):  # "Doe R, Roe N: A title"; other words may be a title
        names = before_colon
    if _is_first_inverted(names, lead):
        return (names[0], *(_get_family_name(name) for name in names[2:]))
    organization = "," not in lead and is_organization(lead.strip(_EDGE))  # U.S. Census Bureau
    initialled = () if organization else _INVERTED.findall(lead) or _STRAIGHT.findall(lead)
    if initialled:
        if (first := _FIRST_TURNED.match(lead)) and first[1] != initialled[0]:
            return (first[1], *initialled)
        # "Montoya, JoséM., Woodward, G.": the first name is read as well where its initials are not.
        is_name = lead.startswith(f"{names[0]}, ") and _NAME.fullmatch(names[0]) is not None
        unread = is_name and not names[0].endswith(initialled[0])
        return (names[0], *initialled) if unread else tuple(initialled)
    # A title or a sentence comes first.
    if text.lstrip()[:1] in _TITLE_MARKS or not all(_NAME.fullmatch(name) for name in names):
        return ()
    # "Jane Roe and John Doe": people, by their last word; "Tokyo Metropolitan Government": one organization.
    turned = not organization and all(_TURNED.fullmatch(name) for name in names)
    people = turned or (
        not organization
        and len(names) > 1
        and all(len(name.split()) in {2, 3} and name[0] <= _LAST_LATIN for name in names)
    )
    return tuple(_get_family_name(name) for name in names) if people else tuple(names[:6])


def _split_slashed(head: str) -> tuple[str, ...]:
    """Return the family names of people with slashes between them, a German style: "Schmidt, Eva/Weber, Karl"."""
    people = [[part.strip(_EDGE) for part in piece.split(",")] for piece in head.split("/")]
    are_people = all(len(person) <= _NAME_PARTS and all(map(_NAME.fullmatch, person)) for person in people)
    return tuple(family for family, *_ in people) if are_people else ()


def _is_first_inverted(names: list[str], lead: str) -> bool:
    """Return whether only the first name is inverted: "Atack, Jeremy, Fred Bateman, and Robert A. Margo"."""
    first, second = (*names, "", "")[:2]
    if not second or not lead.startswith(f"{first}, {second}") or _get_family_name(first) != first.split()[-1]:
        return False
    people = len(first.split()) <= _NAME_PARTS and all(" " in name for name in names[2:])
    return bool(_GIVEN.fullmatch(second)) and people and all(_NAME.fullmatch(name) for name in (first, *names[2:]))


def _get_family_name(name: str) -> str:
    """Return the family name: the last word, or those before trailing initials: "Doe AB", "Doe A. B", "Doe A von"."""
    turned = _TURNED.fullmatch(name)
    if turned:
        return f"{turned[2]} {turned[1]}".strip()
    words = name.split()
    last = words[-1]
    while len(words) > 1 and _INITIALS.fullmatch(words[-1].rstrip(".")):
        words.pop()
    return last if words[-1] == last else " ".join(words)


def _parse_title(text: str, after_year: int | None, *, has_authors: bool) -> str | None:
    """Return the words in quotation marks, else those after the year, else those in italics where a title is.

    After other words than names, italics are a journal, or a word of the title.
    """
    quoted = _QUOTED.search(text)
    if quoted:
        return str(quoted[1]).strip(" .,")
    # "Journal of Trees 12 (2010), pp. 45-51": a volume before the year shows that pages follow it.
    is_first = after_year is not None and not _VOLUME.search(text, 0, after_year)
    rest = text[after_year:].lstrip(" .,:") if is_first else ""
    set_off = _SINGLE_QUOTED.match(rest) or _SET_OFF.match(rest) or (None if has_authors else _OPENING.match(text))
    if set_off:
        return _get_words(set_off)
    stop = _STOP.search(rest)
    title = (rest[: stop.start()] if stop else rest).strip(" .,:*_")
    if _WORDS.search(title):
        return title
    if not title and (unmarked := _find_unmarked_title(text)):
        return unmarked
    italic = next((found for found in _SET_OFF.finditer(text) if not _ET_AL.match(found[0].strip("*_"))), None)
    names = _SPLIT.split(_EDITORS.sub("", text[: italic.start()])) if italic else []
    is_title = all(_NAME.fullmatch(name.strip(_EDGE)) for name in names if name.strip(_EDGE))
    return _get_words(italic) if italic and is_title else None


def _find_unmarked_title(text: str) -> str | None:
    """Return the sentence between the people and a journal or publisher: "Roe J, Doe A. A title. Journal. 2019;3:4"."""
    start = _find_people(text)[1]
    stop = _STOP.search(text, start) if start else None
    if not stop or not text[stop.end() :].strip(" ([*_")[:1].isalpha():
        return None
    title = text[start : stop.start() + (text[stop.start()] in "?!")].strip(" .,")
    dated = _YEAR.search(text, stop.end()) is not None
    return title if dated and len(title.split()) >= _TITLE_WORDS and not _SET_OFF.search(title) else None


def _find_people(text: str) -> tuple[int, int]:
    """Return where the people at the head of an entry end, and where its next words start; 0 if that is not clear."""
    at, count, person = 0, 0, _PERSON.match(text)
    while person:
        at, count = person.end(), count + 1
        between = _NEXT_PERSON.match(text, at)
        person = _PERSON.match(text, between.end()) if between else None
    after = _AFTER_PEOPLE.match(text, at) if at else None
    is_clear = after and (
        count > 1 or not _MIDDLE_INITIAL.search(text, 0, at + 1) or _precedes_title(text, at, after.end())
    )
    return (at, after.end()) if after and is_clear else (0, 0)


def _precedes_title(text: str, at: int, start: int) -> bool:
    """Return whether a title follows one name and its initial, and not the family name of Jane B."""
    follows = _TITLE_WORD.match(text, start) or _VOLUME_AND_PAGES.search(text, start)
    return text[at] == "." and follows is not None


def _get_words(found: re.Match[str]) -> str:
    return str(next(filter(None, found.groups()))).strip(" .,")
