"""Parse one entry of a reference list: authors, year and title, as far as its punctuation shows them."""

import re
from typing import NamedTuple
from unicodedata import normalize

from citevet.extract.author_names import PARTICLES_PATTERN, People, find_people, is_organization
from citevet.extract.title_ends import LAST_YEAR, LOCATOR, TITLE_WORDS, VENUE_WORD, YEAR, find_title_end, strip_tail
from citevet.text.names import PARTICLE_PATTERN, last_word
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

# An address in a PDF file may have a space after a sign: "https://doi.org/10. 1186/s12864".
_ADDRESS = lazy_pattern(r"(?:https?:\s?//|doi:\s?|arXiv:\s?)\S+(?:(?<=[./-])\s[\w-]{1,20}/\S+)?|\b10\.\d{4,9}/\S+")
_SEE = lazy_pattern(rf"^\s*{INTRODUCTORY_SIGNAL}")
# Refers to an earlier entry: "Ibid., p. 5", "Smith, op. cit."; a longer note names a work of its own.
_BACK = lazy_pattern(
    r"(?:see\s)?(?:(?:ibid(?:em)?|idem|id\.|id$|ebd|ebenda)(?!\w)"
    r"|[^;:“\"「『]{0,60}?\b(?:op\.\s?cit|loc\.\s?cit|art\.\s?cit|supra|a\.\s?a\.\s?O|[위앞]의\s?(?:글|책|논문))(?!\w))[^;“\"「『]{0,60}$",
    re.IGNORECASE,
)
_INITIALS = lazy_pattern(r"[A-ZÀ-ÖØ-Þ](?:-?[A-ZÀ-ÖØ-Þ]){0,2}")
# Family name and initials, with or without a particle at the end: "Krieger JW", "Östlund A-K", "Walden F von".
_TURNED = lazy_pattern(
    rf"((?:[^\W\d_][\w'’‐-]+\s){{1,3}})(?!(?:AI|US|UK|EU|UN|USA|AG|SE|SA|NV|BV|LLC|PLC|R)\b){_INITIALS.pattern}"
    rf"((?:\s{PARTICLE_PATTERN}){{0,3}})"
)
_TAG = lazy_pattern(r"</?(?:(em|i|cite|b|strong)|a|span|small|u|font|time|bdi)(?:\s[^<>]{0,500})?>", re.IGNORECASE)
_LOOSE_SIGN = lazy_pattern(r"\s(?<=\w\s)(?=[.,]\s)")  # "Stock , J. H."
_LINE_BREAK = lazy_pattern(r"(?<=\S)[ \t]*(?:\r\n|\r|\n)[ \t]*(?=[^\s>])|(?<=\S) {2,}")
_LAST_LATIN = "\u024f"
_ET_AL = lazy_pattern(r",?\s?\b(?:et\.?\sal\b\.?|и др\.|u\.\s?a\.)")
# A second name of an organization: World Health Organization (WHO), WHO [World Health Organization].
_OTHER_NAME = lazy_pattern(r"(?<=\w)\s[(\[](?=[A-Z][^()\[\]]{0,80}[A-Z])[^()\[\]\d.,]{2,100}[)\]]")
_LONGEST = 4_000  # characters of an entry that are read
_NAME_PARTS = 2  # family and given name
_NAME_WORDS = 3  # of one person among several
_EDGE = ' .,*_“"\n\t'
_LABEL = lazy_pattern(
    r"^\s*(?:(?:\^|\.\.\s)?\[[^\[\]]{1,90}\]:?"
    r"|\^\[|\(\d{1,3}\)|\d{1,4}(?:(?:-\d{1,3})?[.)]|[ \xa0]?\t|\s(?=[A-Z][\w'’-]+,?\s[A-Z]{1,3}[.,]))"
    r"|[⁰¹²³⁴-⁹]{1,4}(?=\s?[^\W\d_a-z]))\s*"
)
_DATED = lazy_pattern(
    r"\(\s?((?:1[4-9]|20)\d\d[a-z]?)(?:[,/ –-][^()]{0,40})?\)|[(\[](n\.\s?d\.|in press|forthcoming)[)\]]"
    r"|\(\?{4}[a-z]?\)"
)
_INVERTED = lazy_pattern(
    rf"(?<!\w)(?!(?:and|und|et|y|e)\s)({PARTICLES_PATTERN}[^\W\d_][\w'’‐-]+(?:\s[^\W\d_][\w'’‐-]+)?),\s(?:[^\W\d_]\.[\s-]?){{1,4}}"
)
_SOLE = lazy_pattern(
    rf"[\s*_]*{PARTICLES_PATTERN}[^\W\d_][\w'’‐-]+(?:\s[^\W\d_][\w'’‐-]+)?,?\s(?:(?:[^\W\d_]\.[\s-]?){{1,4}}|[A-Z]{{1,3}}\s)[*_]*"
)
_STRAIGHT = lazy_pattern(
    r"(?:\b[^\W\d_]\.[\s-]?){1,4}\s?((?:(?:van|von|de|der|di|da|la|le)\s){0,2}[^\W\d_][\w'’‐-]+)(?=\s?[,;:.&(]|\s(?:and|und|et|y|e)\s|$)"
)
_SPLIT = lazy_pattern(r"\s?[;·ㆍ・]\s?|,?\s(?:&|and|und|et|y|e)\s|,\s")
_NAME_WORD = (
    r"(?:(?:[dl]['’])?[^\W\d_a-z][\w'’.‐-]*|van|von|de|der|di|da|la|le|of|for|the|and|et|al\.?"
    r"|für|des|zur|du|pour|del|para)"
)
_NAME = lazy_pattern(
    rf"(?!.{{2,40}}\s\w\.\s(?!Van|Von|De|And)\w{{2,40}}\s){_NAME_WORD}(?:\s{_NAME_WORD}){{0,7}}"
)  # not "Roe J. Cold Foam"
# Authors and a year without brackets open the entry: "Rubin, Donald B. 1974. Estimating …".
_AUTHOR_DATE = lazy_pattern(
    r"([^\d“\"(:*\r\n]{3,3000}?)[.,]?\s(?P<year>(?:1[4-9]|20)\d\d[a-z]?)(?:\s?\[\d{4}\])?[.:]\s(?=\S)"
)
_NEXT_YEAR = lazy_pattern(r"(?P<year>(?:1[4-9]|20)\d\d[a-z]?)[.:,]{0,2}\s(?=[^\W_]|[“\"'*_])")
_QUOTED = lazy_pattern(
    r"“((?:[^“”]|“[^“”]{1,100}”){4,300})”|“([^“”\"]{4,300})[\"“]|\"([^“”\"]{4,300})[”\"]|„([^„“”]{4,300})[“”]|”([^“”]{4,300})”"
    r"|«([^«»]{4,300})»|»([^«»]{4,300})«"
    r"|「([^「」]{4,300})」|『([^『』]{4,300})』|‘((?:[^‘’“”]|’(?=\w)){4,300})’"
)
# The kind of the work after its title, in China.
_KIND = lazy_pattern(r"\s?\[(?:[JCMDRSPNZAG]|EB|DB|CP)(?:/(?:OL|CD|MT|DK))?\]")
_TIGHT_SIGN = lazy_pattern(r"(?<=[\u3400-\u9fffA-Z])[,.;](?=[\u3400-\u9fffA-Z])")  # 张三,李四.题目
# A page without author: "Foam on ice. [Online]. Available: …", "Foam on ice [a view]. (2019). …"
_PAGE = lazy_pattern(r"([^.?!“\"*_]{12,300}[.?!])\s(?:\[Online|Accessed|Available|[Uu][Rr][Ll]:|\((?:1[4-9]|20)\d\d)")
_NUMBERED = lazy_pattern(r"\s*\[\d{1,4}\]")
_WIDE = str.maketrans({"，": ", ", "．": ". ", "。": ". ", "；": "; "})
_WITHIN = lazy_pattern(  # words after a quotation that show that more of the title follows: "The “cold foam” of Oslo"
    r":|\s(?!(?i:in|im|dans|pp?|vol|no|nr|arxiv|doi|eds?|retrieved|accessed|available|preprint|unpublished|at|by|https?"
    r"|[a-z]+rxiv)\b)[a-z]"
)
# 'A title', as the Harvard style has it after the year; an apostrophe in it is followed by a letter or a space.
_SINGLE_QUOTED = lazy_pattern(r"'([^'\s](?:[^'*_]|'(?![,.*])){2,300})[,.]?'[,.]?\s")
_SET_OFF = lazy_pattern(r"(?<!\*)\*{1,2}([^*]{4,300})\*{1,2}|\b_([^_]{4,300})_\b")
_OPENING = lazy_pattern(r"\s?\*{1,2}([^*]{4,300})\*{1,2}[\s.,]{0,2}\((?:1[4-9]|20)\d\d")  # **A title** (2019)
_AFTER_YEAR = lazy_pattern(r"[\s.,:]*(?:\*{1,2}[\s.,:]+)?")  # **Roe (2019).** *A title.*
_WORDS = lazy_pattern(r"[^\W\d_]{3}|[\u3040-\u9fff\uac00-\ud7a3]")  # more than pages or "pp"
_EDITORS = lazy_pattern(r"\([^()]{1,20}\)")  # (Eds.), (Hrsg.), (2nd ed.)
_OPENS_VENUE = lazy_pattern(r"(?:[Ii]n:?|Journal|Proceedings|Proc\.|Annals|Transactions|arXiv|IEEE Trans)\s|\d[\d(]")
_SHORTEST_WORD = 2  # letters
# A date, an edition, or volume and pages without a journal: "11 2016.", "101(23):45"
_DATE_ONLY = lazy_pattern(
    r"(?:\d{1,2}\s)?(?:1[4-9]|20)\d\d[a-z]?[\s.,)]{0,5}(?:$|doi|URL|\[)|\d{1,4}(?:\(\d{1,4}\))?:\s?[A-Za-z]?\d|\d{1,2}(?:st|nd|rd|th)\b"
)
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
    # A letter and its accent may be two characters, and the text of a page has tags.
    text = _TAG.sub(lambda tag: "*" if tag[1] else "", normalize("NFC", text[:_LONGEST]))
    kind = _KIND.search(text)
    if kind:
        text = _TIGHT_SIGN.sub(r"\g<0> ", text[: kind.start()].translate(_WIDE)) + text[kind.start() :]
    is_listed, text = _NUMBERED.match(text) is not None, _LABEL.sub("", text)
    if _BACK.match(text.strip(_EDGE)):
        return ParsedEntry(back=True)
    text = _ADDRESS.sub(" . ", text)
    text = _LINE_BREAK.sub(" ", text) if any(sign in text for sign in ("\n", "\r", "  ")) else text
    text = _LOOSE_SIGN.sub("", text)
    dated = _DATED.search(text)
    found = YEAR.findall(text)
    years = [year for year in found if "1900" <= year[:4] < "2040"] or found  # others may be pages
    signal = _SEE.match(text)
    people = find_people(text, signal.end() if signal else 0)
    opening = _match_author_date(text, people)
    year = next(filter(None, dated.groups()), None) if dated else (years[-1] if years else None)
    dates: tuple[int | None, int | None] = dated.span() if dated else (None, None)
    if opening and not (dated and dated.start() < opening.start("year")):
        year, dates = opening["year"], (opening.start("year"), opening.end())
    is_clear = people is not None and (dates[0] is None or people.end <= dates[0])
    authors = people.names if people and is_clear else _parse_authors(text, dates[0])
    is_page = is_listed and _PAGE.match(text) is not None
    is_work = bool(authors or year or kind or is_page)  # else a remark with emphasis
    title = _parse_title(text, dates, people, has_authors=bool(authors)) if is_work else None
    sole = dated is not None and len(authors) == 1 and _SOLE.fullmatch(text, 0, dated.start()) is not None
    return ParsedEntry(authors, year, title, sole)


def _match_author_date(text: str, people: People | None) -> re.Match[str] | None:
    """Match names and a year at the start of an entry; other words before the year are a title or a sentence."""
    found = _AUTHOR_DATE.match(text)
    names = _SPLIT.split(found[1].strip(_EDGE)) if found else []
    is_opening = bool(names) and all(_NAME.fullmatch(name) for name in names)
    return found if is_opening else _NEXT_YEAR.match(text, people.start) if people else None


def _parse_authors(text: str, end: int | None) -> tuple[str, ...]:
    """Return the authors of an entry in which it is not clear where they end."""
    head = _OTHER_NAME.sub("", _ET_AL.sub(". ", _SEE.sub("", text[: 400 if end is None else end])), count=1)
    lead = str((_LEAD.match(head) or [head[:200]])[0])
    slashed = _split_slashed(head) if end is not None and "/" in head else ()
    if slashed:
        return slashed
    names = [name for name in (name.strip(_EDGE) for name in _SPLIT.split(lead)) if name]
    organization = "," not in lead and is_organization(lead.strip(_EDGE))  # U.S. Census Bureau
    initialled = () if organization else _INVERTED.findall(lead) or _STRAIGHT.findall(lead)
    if initialled:
        # "Montoya, JoséM., Woodward, G.": the first name is read as well where its initials are not.
        is_name = lead.startswith(f"{names[0]}, ") and _NAME.fullmatch(names[0]) is not None
        return (names[0], *initialled) if is_name and not names[0].endswith(initialled[0]) else tuple(initialled)
    # A title or a sentence comes first.
    if text.lstrip()[:1] in _TITLE_MARKS or not all(_NAME.fullmatch(name) for name in names):
        return ()
    # "Jane Roe and John Doe": people, by their last word; "Tokyo Metropolitan Government": one organization.
    organization = organization or any(map(is_organization, names))
    turned = all(_TURNED.fullmatch(name) for name in names)
    are_several = len(names) > 1 and all(len(name.split()) in {2, 3} and name[0] <= _LAST_LATIN for name in names)
    if len(names) > 1 and not organization and any(len(name.split()) > _NAME_WORDS for name in names):
        return ()  # words of a title or a journal
    people = not organization and (turned or are_several)
    return tuple(_get_family_name(name) for name in names) if people else tuple(names[:6])


def _split_slashed(head: str) -> tuple[str, ...]:
    """Return the family names of people with slashes between them, a German style: "Schmidt, Eva/Weber, Karl"."""
    people = [[part.strip(_EDGE) for part in piece.split(",")] for piece in head.split("/")]
    are_people = all(len(person) <= _NAME_PARTS and all(map(_NAME.fullmatch, person)) for person in people)
    return tuple(family for family, *_ in people) if are_people else ()


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


def _parse_title(
    text: str, dated: tuple[int | None, int | None], people: People | None, *, has_authors: bool
) -> str | None:
    """Return the words in quotation marks, else those after the year, else those in italics where a title is.

    After other words than names, italics are a journal, or a word of the title.
    """
    if kind := _KIND.search(text):
        return text[max(people.start if people else 0, text.rfind(". ", 0, kind.start()) + 1) : kind.start()].strip()
    year, after_year = dated
    start = people.start if people else after_year
    quoted = next((found for found in _QUOTED.finditer(text) if _is_whole(found, start)), None)
    if quoted:
        return _get_words(quoted)
    # "Journal of Trees 12 (2010), pp. 45-51": a volume before the year shows that pages follow it.
    is_first = after_year is not None and not _VOLUME.search(text, 0, after_year)
    if year and people and (people.sign != "," or text[after_year:].startswith(",")):
        is_first = is_first and not _WORDS.search(text, people.start, year)
    if not has_authors and (page := _PAGE.match(text)) and len(page[1].split()) >= TITLE_WORDS:
        return strip_tail(page[1].strip(" .,"))
    rest = text[_AFTER_YEAR.match(text, after_year or 0).end() :] if is_first else ""  # type: ignore[union-attr]
    set_off = _SINGLE_QUOTED.match(rest) or _SET_OFF.match(rest) or (None if has_authors else _OPENING.match(text))
    if set_off:
        return _get_words(set_off)
    is_comma = text[year:after_year].rstrip().endswith(",") or text.startswith(",", after_year)
    title = strip_tail(rest[: find_title_end(rest, 0, "," if is_comma else ".")]).strip(" .,:*_")
    if _WORDS.search(title):
        return title
    if people and text[people.start] != "(" and (unmarked := _find_unmarked_title(text, people)):
        return unmarked
    italic = next((found for found in _SET_OFF.finditer(text) if not _ET_AL.match(found[0].strip("*_"))), None)
    names = _SPLIT.split(_EDITORS.sub("", text[: italic.start()])) if italic else []
    is_title = all(_NAME.fullmatch(name.strip(_EDGE)) for name in names if name.strip(_EDGE))
    return _get_words(italic) if italic and is_title else None


def _is_whole(quoted: re.Match[str], start: int | None) -> bool:
    """Check that a quotation is a whole title, not some words of the title that starts there."""
    text, before = quoted.string, quoted.string[: quoted.start()].rstrip()
    is_within = text[quoted.end() - 2] not in ".,?!" and _WITHIN.match(text, quoted.end()) is not None
    if start is None or before.count("[") > before.count("]"):
        return start is None and not (is_within and before[-1:].isalnum())
    return not is_within and not (before[-1:].isalnum() and any(map(str.isalpha, before[start:])))


def _find_unmarked_title(text: str, people: People) -> str | None:
    """Return the words between the people and a journal or publisher: "Roe J, Doe A. A title. Journal. 2019;3:4"."""
    end = find_title_end(text, people.start, people.sign)
    rest = text[end + 1 :].lstrip(" .,()[]*_/\\")
    title = text[people.start : end + (text[end : end + 1] in {"?", "!"})].partition("; ")[0]  # "A title; Press: Oslo"
    title = LAST_YEAR.sub("", strip_tail(title)).strip(" .,")
    if people.sign == "," and title[:1].islower() and ":" not in title:
        return None  # words of a sentence: "Jane Roe and John Doe, who say so"
    if LOCATOR.search(title) or _SET_OFF.search(title) or _OPENS_VENUE.match(title):
        return None
    if len(title.split()) < TITLE_WORDS:
        return title if _is_short_title(title, rest) else None
    is_alone = not rest or (_DATE_ONLY.match(rest) and not VENUE_WORD.search(title))
    return title if people.sign == "," or is_alone or rest[:1].isalpha() else None


def _is_short_title(title: str, rest: str) -> bool:
    """Check that one or two words are no abbreviation of a journal, by whole words there and after them."""
    following = rest.partition(" ")[0]
    is_whole = following in {"In", "In:"} or (len(following) > _SHORTEST_WORD and following.rstrip(",").isalpha())
    return is_whole and "." not in title and len(last_word(title)) > _SHORTEST_WORD


def _get_words(found: re.Match[str]) -> str:
    return str(next(filter(None, found.groups()))).strip(" .,")
