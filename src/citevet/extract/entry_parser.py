"""Parse entries of a reference list: authors and year, as far as their punctuation shows them.

The entries of one list follow one style, so the clear ones show how to read the others.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple
from unicodedata import normalize

from citevet.extract.entry_people import (
    EDGE,
    PARTICLES_PATTERN,
    Opening,
    People,
    are_names,
    find_people,
    parse_unclear_people,
)
from citevet.patterns import lazy_pattern

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
# The kind of the work after its title, in China.
KIND = lazy_pattern(r"\s?\[(?:[JCMDRSPNZAG]|EB|DB|CP)(?:/(?:OL|CD|MT|DK))?\]")
_TIGHT_SIGN = lazy_pattern(r"(?<=[\u3400-\u9fffA-Z])[,.;](?=[\u3400-\u9fffA-Z])")  # 张三,李四.题目
_WIDE = str.maketrans({"，": ", ", "．": ". ", "。": ". ", "；": "; "})
# Not the number of a series: Technical Report 2032. A pattern that starts with a digit is searched fast, so the text
# before it is looked at after it.
YEAR = lazy_pattern(
    r"([12](?<![\d/.:–-].)(?<!Report .)(?<!Paper .)(?<!No\. .)(?<!RFC .)(?:(?<=1)[4-9]|(?<=2)0)\d\d[a-z]?)"
    r"(?![\d/–-])(?![.:]\d)"
)


# An opening is that of the list if a fifth of the entries have it clearly, at least three, or if half of them have it,
# clearly or not, at least four.
_FEWEST, _FEWEST_LIKELY = 3, 4
_NO_OPENINGS: frozenset[Opening] = frozenset()


class ParsedEntry(NamedTuple):
    """The facts that an entry gives of its work, each of which may be missing, and the style of its opening."""

    authors: tuple[str, ...] = ()
    year: str | None = None
    sole: bool = False  # exactly one author, with initials, precedes the year
    back: bool = False  # it refers to an earlier entry and names no work itself
    opening: Opening | None = None
    is_clear: bool = False  # the people are clear on their own


def parse_entry(text: str, openings: Collection[Opening] = _NO_OPENINGS) -> ParsedEntry:
    """Parse an entry as far as its punctuation, or the openings of the other entries of its list, allow."""
    # A letter and its accent may be two characters, and the text of a page has tags.
    text = _TAG.sub(lambda tag: "*" if tag[1] else "", normalize("NFC", text[:_LONGEST]))
    kind = KIND.search(text)
    if kind:
        text = _TIGHT_SIGN.sub(r"\g<0> ", text[: kind.start()].translate(_WIDE)) + text[kind.start() :]
    text = _LABEL.sub("", text)
    if _BACK.match(text.strip(EDGE)):
        return ParsedEntry(back=True)
    text = _clean(text)
    dated = _DATED.search(text)
    found = YEAR.findall(text)
    years = [year for year in found if "1900" <= year[:4] < "2040"] or found  # others may be pages
    signal = _SEE.match(text)
    start = signal.end() if signal else 0
    names = find_people(text, start, openings)
    people = names if names and names.is_clear else None
    opening = _match_author_date(text, people)
    year = next(filter(None, dated.groups()), None) if dated else (years[-1] if years else None)
    end = dated.start() if dated else None
    if opening and not (dated and dated.start() < opening.start("year")):
        year, end = opening["year"], opening.start("year")
    is_clear = people is not None and (end is None or people.end <= end)
    authors = people.names if people and is_clear else parse_unclear_people(text, start, end)
    sole = dated is not None and len(authors) == 1 and _SOLE.fullmatch(text, 0, dated.start()) is not None
    return ParsedEntry(authors, year, sole, opening=names.opening if names else None, is_clear=is_clear)


def parse_list(texts: Sequence[str]) -> Iterator[ParsedEntry]:
    """Parse the entries of a list; read those again that are unclear on their own."""
    entries = [parse_entry(text) for text in texts]
    openings = _find_openings(entries)
    for text, entry in zip(texts, entries, strict=True):
        is_unclear = not entry.back and not entry.is_clear and entry.opening in openings
        yield parse_entry(text, openings) if is_unclear else entry


def _find_openings(entries: Sequence[ParsedEntry]) -> frozenset[Opening]:
    """Return the openings that most of the clear entries have."""
    clear = Counter(entry.opening for entry in entries if entry.opening and entry.is_clear)
    likely = Counter(entry.opening for entry in entries if entry.opening)
    found = [each for each, count in clear.items() if count >= _FEWEST and 5 * count >= len(entries)]
    found += (each for each, count in likely.items() if count >= _FEWEST_LIKELY and 2 * count >= len(entries))
    return frozenset(found)


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
