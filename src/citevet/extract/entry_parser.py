"""Parse entries of a reference list: authors, year and title, as far as their punctuation shows them.

The entries of one list follow one style, so the clear ones show how to read the others.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from unicodedata import normalize

from citevet.extract.entry_people import (
    EDGE,
    ET_AL,
    PARTICLES_PATTERN,
    TITLE_WORD,
    Opening,
    People,
    are_names,
    find_people,
    parse_unclear_people,
)
from citevet.extract.title_ends import LAST_YEAR, LOCATOR, TITLE_WORDS, VENUE_WORD, YEAR, find_title_end, strip_tail
from citevet.text.names import last_word
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
_TITLE_AFTER_IDEM = r",\s(?-i:[^\W\d_a-z])\w*[\s'’]\w"  # "Id., On cold foam" is another work of the same author
# Refers to an earlier entry: "Ibid., p. 5", "Smith, op. cit."; a longer note names a work of its own.
_BACK = lazy_pattern(
    rf"(?:see\s)?(?:(?:ibid(?:em)?|(?:idem|id\.)(?!{_TITLE_AFTER_IDEM})|id$|ebd|ebenda)(?!\w)"
    r"|[^;:“\"「『]{0,60}?\b(?:op\.\s?cit|loc\.\s?cit|art\.\s?cit|supra|a\.\s?a\.\s?O|[위앞]의\s?(?:글|책|논문))(?!\w))[^;“\"「『]{0,60}$",
    re.IGNORECASE,
)
_TAG = lazy_pattern(r"</?(?:(em|i|cite|b|strong)|a|span|small|u|font|time|bdi)(?:\s[^<>]{0,500})?>", re.IGNORECASE)
_LOOSE_SIGN = lazy_pattern(r"\s(?<=\w\s)(?=[.,]\s)")  # "Stock , J. H."
_LINE_BREAK = lazy_pattern(r"(?<=\S)[ \t]*(?:\r\n|\r|\n)[ \t]*(?=[^\s>])|(?<=\S) {2,}")
_LONGEST = 4_000  # characters of an entry that are read
_LABEL = lazy_pattern(
    r"^\s*(?:(?:\^|\.\.\s)?\[[^\[\]]{1,90}\]:?"
    r"|\^\[|\(\d{1,3}\)|\d{1,4}(?:(?:-\d{1,3})?[.)]|[ \xa0]?\t|\s(?=[A-Z][\w'’-]+,?\s[A-Z]{1,3}[.,]))"
    r"|[⁰¹²³⁴-⁹]{1,4}(?=\s?[^\W\d_a-z]))\s*"
)
_DATED = lazy_pattern(
    r"\(\s?((?:1[4-9]|20)\d\d[a-z]?)(?:[,/ –-][^()]{0,40})?\)|[(\[](n\.\s?d\.|in press|forthcoming)[)\]]"
    r"|\(\?{4}[a-z]?\)"
)
_SOLE = lazy_pattern(
    rf"[\s*_]*{PARTICLES_PATTERN}[^\W\d_][\w'’‐-]+(?:\s[^\W\d_][\w'’‐-]+)?,?\s(?:(?:[^\W\d_]\.[\s-]?){{1,4}}|[A-Z]{{1,3}}\s)[*_]*"
)
# Authors and a year without brackets open the entry: "Rubin, Donald B. 1974. Estimating …".
_AUTHOR_DATE = lazy_pattern(
    r"([^\d“\"(:*\r\n]{3,3000}?)(?:\s\([A-Z][\w-]{1,12}\))?[.,]?\s(?P<year>(?:1[4-9]|20)\d\d[a-z]?)(?:\s?\[\d{4}\])?[.:]\s(?=\S)"
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
_NAMES_AND_YEAR = lazy_pattern(r"(?<=\s[A-ZÀ-ÖØ-Þ])\.,?\s\((?:1[4-9]|20)\d\d[a-z]?\)[.:,]\s")  # Roe, J. (2019).
# "Roe J., On cold foam, «Ice», 1990": a journal in quotation marks
_BEFORE_JOURNAL = lazy_pattern(r"([^\W\d_][\w'’-]*(?:\s[^\s“”«»„]+){2,80}?),\s(?:[Ii]n:?\s)?")
# What shows the end of a title without signs: "Roe J 2019 *On foam* (Oslo: Press)", "Roe J 2019 On foam *Ice* **3** 4"
_UNSIGNED_TITLE = lazy_pattern(
    r"\*([^*]{4,400})\*|_([^_]{4,400})_"
    r"|((?:(?!\sed\s)[^*_()]){4,400}?)\.?\s(?:[*_]|\([^()]{3,80}\)[\s.]*$)"
)
_CLOSING = lazy_pattern(r"([.,?!])(\s(?:[Ii]n:?\s|[^\W\d_][\w ./-]{2,30}:\s[^\W\d_]))?")  # , in | . Oslo: Press
_EDITORS = lazy_pattern(r"\([^()]{1,20}\)")  # (Eds.), (Hrsg.), (2nd ed.)
_OPENS_VENUE = lazy_pattern(r"(?:[Ii]n:?|Journal|Proceedings|Proc\.|Annals|Transactions|arXiv|IEEE Trans)\s|\d[\d(]")
# An entry without a title: "J. Foam Phys. 5, 357 (1998)"
_OPENS_PLACE = lazy_pattern(r"(?:[A-Z][\w.&]{0,20}\s){0,5}[A-Z]\w{0,20}\.\s[A-E]?\d{1,4}[A-E]?,\s[A-Z]?\d")
# One more person, whose name is written in another way: "Roe, J.", "Roe JKLM."
_OPENS_NAME = lazy_pattern(r"[*]?[^\W\d_a-z][\w'’-]+(?:,\s(?:[A-Z]\.?[\s-]?){1,4}(?=[.,\s]|$)|\s[A-Z]{2,4}(?=[.,]|$))")
_SHORTEST_WORD = 2  # letters
# A date, an edition, or volume and pages without a journal: "11 2016.", "101(23):45"
_DATE_ONLY = lazy_pattern(
    r"(?:\d{1,2}\s)?(?:1[4-9]|20)\d\d[a-z]?[\s.,)]{0,5}(?:$|doi|URL|\[)|\d{1,4}(?:\(\d{1,4}\))?:\s?[A-Za-z]?\d|\d{1,2}(?:st|nd|rd|th)\b"
)
_VOLUME = lazy_pattern(r"\d[^()]{0,20}\(\s?(?:1[4-9]|20)\d\d")


# An opening is that of the list if a fifth of the entries have it clearly, at least three, or if half of them have it,
# clearly or not, at least four. The sign after titles is that of four in five clear ends, at least three.
_FEWEST, _FEWEST_LIKELY = 3, 4


class ListStyle(NamedTuple):
    """What the entries of a list have in common."""

    openings: frozenset[Opening] = frozenset()
    closing: str = ""  # the sign after the title


class ParsedEntry(NamedTuple):
    """The facts that an entry gives of its work, each of which may be missing, and the signs of its style."""

    authors: tuple[str, ...] = ()
    year: str | None = None
    title: str | None = None
    sole: bool = False  # exactly one author, with initials, precedes the year
    back: bool = False  # it refers to an earlier entry and names no work itself
    opening: Opening | None = None
    is_clear: bool = False  # the people are clear on their own
    closing: str = ""  # the sign after the title
    is_closing_clear: bool = False  # place and publisher, or a book, follow it


def parse_entry(text: str, style: ListStyle = ListStyle()) -> ParsedEntry:  # noqa: B008 - it is immutable
    """Parse an entry as far as its punctuation, or the style of its list, allows."""
    # A letter and its accent may be two characters, and the text of a page has tags.
    text = _TAG.sub(lambda tag: "*" if tag[1] else "", normalize("NFC", text[:_LONGEST]))
    kind = _KIND.search(text)
    if kind:
        text = _TIGHT_SIGN.sub(r"\g<0> ", text[: kind.start()].translate(_WIDE)) + text[kind.start() :]
    is_listed, text = _NUMBERED.match(text) is not None, _LABEL.sub("", text)
    if _BACK.match(text.strip(EDGE)):
        return ParsedEntry(back=True)
    text = _clean(text)
    dated = _DATED.search(text)
    found = YEAR.findall(text)
    years = [year for year in found if "1900" <= year[:4] < "2040"] or found  # others may be pages
    signal = _SEE.match(text)
    start = signal.end() if signal else 0
    names = find_people(text, start, style.openings)
    people = names if names and names.is_clear else None
    opening = _match_author_date(text, people)
    year = next(filter(None, dated.groups()), None) if dated else (years[-1] if years else None)
    dates: tuple[int | None, int | None] = dated.span() if dated else (None, None)
    if opening and not (dated and dated.start() < opening.start("year")):
        year, dates = opening["year"], (opening.start("year"), opening.end())
    is_clear = people is not None and (dates[0] is None or people.end <= dates[0])
    authors = people.names if people and is_clear else parse_unclear_people(text, start, dates[0])
    is_page = is_listed and _PAGE.match(text) is not None
    is_work = bool(authors or year or kind or is_page)  # else a remark with emphasis
    title = _parse_title(text, dates, people, style, has_authors=bool(authors)) if is_work else None
    sole = dated is not None and len(authors) == 1 and _SOLE.fullmatch(text, 0, dated.start()) is not None
    closing = _CLOSING.match(text, text.find(title) + len(title)) if title else None
    return ParsedEntry(
        authors,
        year,
        title,
        sole,
        opening=names.opening if names else None,
        is_clear=is_clear,
        closing=closing[1] if closing else "",
        is_closing_clear=bool(closing and closing[2]),
    )


def parse_list(texts: Sequence[str]) -> Iterator[ParsedEntry]:
    """Parse the entries of a list; read those again that are unclear on their own."""
    entries = [parse_entry(text) for text in texts]
    style = _find_style(entries)
    for text, entry in zip(texts, entries, strict=True):
        again = parse_entry(text, style) if style != ListStyle() and _is_unclear(entry, style) else entry
        yield entry if entry.title and not again.title else again


def _find_style(entries: Sequence[ParsedEntry]) -> ListStyle:
    """Return the openings and the sign after the title that most of the clear entries have."""
    clear = Counter(entry.opening for entry in entries if entry.opening and entry.is_clear)
    likely = Counter(entry.opening for entry in entries if entry.opening)
    openings = [each for each, count in clear.items() if count >= _FEWEST and 5 * count >= len(entries)]
    openings += (each for each, count in likely.items() if count >= _FEWEST_LIKELY and 2 * count >= len(entries))
    signs = Counter(entry.closing for entry in entries if entry.is_closing_clear)
    is_comma = signs[","] >= _FEWEST and 5 * signs[","] >= 4 * signs.total()  # a stop may also end a title's sentence
    return ListStyle(frozenset(openings), "," if is_comma else "")


def _is_unclear(entry: ParsedEntry, style: ListStyle) -> bool:
    """Check that an entry may be read in another way in this style."""
    if entry.back:
        return False
    if not entry.is_clear and entry.opening in style.openings:
        return True
    may_end_later = bool(style.closing and entry.title) and not entry.is_closing_clear
    return may_end_later and (entry.closing != style.closing or ", " in (entry.title or ""))


def _clean(text: str) -> str:
    """Return an entry without addresses, line breaks, loose signs and the quotation marks of LaTeX."""
    text = _ADDRESS.sub(" . ", text)
    text = _LINE_BREAK.sub(" ", text) if any(sign in text for sign in ("\n", "\r", "  ")) else text
    text = _LOOSE_SIGN.sub("", text)
    return text.replace("``", "“").replace("''", "”") if "``" in text and "''" in text else text


def _match_author_date(text: str, people: People | None) -> re.Match[str] | None:
    """Match names and a year at the start of an entry; other words before the year are a title or a sentence."""
    found = _AUTHOR_DATE.match(text)
    is_opening = found is not None and are_names(found[1])
    return found if is_opening else _NEXT_YEAR.match(text, people.start) if people else None


def _parse_title(
    text: str, dated: tuple[int | None, int | None], people: People | None, style: ListStyle, *, has_authors: bool
) -> str | None:
    """Return the words in quotation marks, else those after the year, else those in italics where a title is.

    After other words than names, italics are a journal, or a word of the title.
    """
    if kind := _KIND.search(text):
        return text[max(people.start if people else 0, text.rfind(". ", 0, kind.start()) + 1) : kind.start()].strip()
    year, after_year = dated
    if quoted := _find_quoted_title(text, people, after_year):
        return quoted
    if people and not people.sign:
        unsigned = _UNSIGNED_TITLE.match(text, after_year or people.start)
        return _get_words(unsigned) if unsigned else None
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
    title = strip_tail(rest[: find_title_end(rest, 0, "," if is_comma else ".", style.closing)]).strip(" .,:*_")
    return title if _WORDS.search(title) else _find_late_title(text, people, style)


def _find_late_title(text: str, people: People | None, style: ListStyle) -> str | None:
    """Return the title of an entry whose year does not show where it starts."""
    if people and text[people.start] != "(" and (unmarked := _find_unmarked_title(text, people, style.closing)):
        return unmarked
    italic = next((found for found in _SET_OFF.finditer(text) if not ET_AL.match(found[0].strip("*_"))), None)
    is_title = italic is not None and are_names(_EDITORS.sub("", text[: italic.start()]))
    return _get_words(italic) if italic and is_title else None


def _find_quoted_title(text: str, people: People | None, after_year: int | None) -> str | None:
    """Return the words in quotation marks, or those before them if these are the journal."""
    journal = _QUOTED.search(text, people.start) if people else None
    before = _BEFORE_JOURNAL.fullmatch(text, people.start, journal.start()) if people and journal else None
    if people and before and TITLE_WORD.match(text, people.start, before.end(1)) and not YEAR.search(before[1]):
        return strip_tail(before[1])
    start = people.start if people else after_year
    quoted = next((found for found in _QUOTED.finditer(text) if _is_whole(found, start)), None)
    found = quoted or (_SINGLE_QUOTED.match(text, people.start) if people else None)
    return _get_words(found) if found else None


def _is_whole(quoted: re.Match[str], start: int | None) -> bool:
    """Check that a quotation is a whole title, not some words of the title that starts there."""
    text, before = quoted.string, quoted.string[: quoted.start()].rstrip()
    is_within = text[quoted.end() - 2] not in ".,?!" and _WITHIN.match(text, quoted.end()) is not None
    if start is None or before.count("[") > before.count("]"):
        return start is None and not (is_within and before[-1:].isalnum())
    return not is_within and not (before[-1:].isalnum() and any(map(str.isalpha, before[start:])))


def _find_unmarked_title(text: str, people: People, closing: str) -> str | None:
    """Return the words between the people and a journal or publisher: "Roe J, Doe A. A title. Journal. 2019;3:4"."""
    start, sign = people.start, people.sign
    end = find_title_end(text, start, sign, closing)
    if year := _NAMES_AND_YEAR.search(text, start, end + 2):
        start, sign = year.end(), "."
        end = find_title_end(text, start, sign, closing)
    rest = text[end + 1 :].lstrip(" .,()[]*_/\\")
    title = text[start : end + (text[end : end + 1] in {"?", "!"})].partition("; ")[0]  # "A title; Press: Oslo"
    title = LAST_YEAR.sub("", strip_tail(title)).strip(" .,")
    if sign == "," and title[:1].islower() and ":" not in title:
        return None  # words of a sentence: "Jane Roe and John Doe, who say so"
    if LOCATOR.search(title) or _SET_OFF.search(title) or _OPENS_VENUE.match(title) or _OPENS_NAME.match(title):
        return None
    if _OPENS_PLACE.match(text, start):
        return None
    if len(title.split()) < TITLE_WORDS:
        return title if _is_short_title(title, rest) else None
    is_alone = not rest or (_DATE_ONLY.match(rest) and not VENUE_WORD.search(title))
    return title if sign == "," or is_alone or rest[:1].isalpha() else None


def _is_short_title(title: str, rest: str) -> bool:
    """Check that one or two words are no abbreviation of a journal, by whole words there and after them."""
    following = rest.partition(" ")[0]
    is_whole = following in {"In", "In:"} or (len(following) > _SHORTEST_WORD and following.rstrip(",").isalpha())
    return is_whole and "." not in title and len(last_word(title)) > _SHORTEST_WORD


def _get_words(found: re.Match[str]) -> str:
    return str(next(filter(None, found.groups()))).strip(" .,")
