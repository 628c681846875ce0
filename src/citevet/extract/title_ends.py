"""Where the title of an entry ends: before its venue, its volume, or its place and publisher."""

from itertools import islice, pairwise

from citevet.text.patterns import lazy_pattern
from citevet.text.tables import read_words

TITLE_WORDS = 3  # of a title that nothing sets off
# Not the number of a series: Technical Report 2032. A pattern that starts with a digit is searched fast, so the text
# before it is looked at after it.
YEAR = lazy_pattern(
    r"([12](?<![\d/.:–-].)(?<!Report .)(?<!Paper .)(?<!No\. .)(?<!RFC .)(?:(?<=1)[4-9]|(?<=2)0)\d\d[a-z]?)"
    r"(?![\d/–-])(?![.:]\d)"
)
# Not the stop of "Dr.", "Roe v. Doe" or an initial, but that of "with R."
_STOP = lazy_pattern(
    r"[.?!](?=\s|$)(?:(?<=[?!])|(?<![.\s][A-Z]\.)(?<!\b[DM]r\.)(?<!\bvs\.)(?!(?<=\sv\.)\s[^\W\d_a-z])(?<!\bSt\.)(?<!\bMrs\.)"
    r"|(?<=(?:with|from) [A-Z]\.)|(?<=(?:for|ing) [A-Z]\.))"
)
_MOST_STOPS = 6  # of a title that are looked at
_SMALL_WORDS = read_words("of and the in for on a an to with at by de la der die und et")
# Volume and pages: "12 (3)", "12, 45", "12:45"
LOCATOR = lazy_pattern(r"\s(?:[A-Z]?\d{1,4}[A-Z]?|PP)\s?(?:\([A-Z]?\d|,\s?(?:no|pp|\(|[A-Za-z]{0,5}\d)|:\s?\d)")
VENUE_WORD = lazy_pattern(
    r"\b(?:Journal|Review|Proceedings|Conference|Transactions|Press|Publish|University|Letters|Annals|Bulletin|Workshop"
    r"|Symposium|arXiv|Springer|Elsevier|Verlag|thesis|In|Em|Dans)\b"
)
_NO_VENUE = lazy_pattern(
    r"(?i:available|retrieved|accessed|doi|https?:|url|pp?\.|vol|no\.|edited)\b|[^\W\d_a-z][\w .,]{2,40}:\s"
)  # Oslo: Press
# What may follow the words of a title before the next sign
_TAIL = lazy_pattern(
    r"(?=[\s,.;])(?<![:–—-])(?:"
    r",?\s\(?(?:[Vv]ol(?:ume|\.)|[Nn]o\.|[Cc]hapter|[Pp]ages?|pp?\.)\s?[\dIVX]"  # , vol. 3
    r"|,\sS\.\s\d|,\s\d{1,4}\sp$"  # , S. 84 | , 84 p
    r"|,?\s\(?\d{1,2}(?:st|nd|rd|th)\s[Ee]d|,\s\w{4,8}\s[Ee]dition\b"  # (2nd ed.) | , Fifth edition
    r"|\s\((?:(?:[Ee]ds?|[Vv]ersion|[Rr]ev)\b|\d{1,2}(?:st|nd|rd|th|\.))"  # (eds. | (4. Auflage
    r"|\s\([^()]{0,40}(?:Press|Verlag|Springer)"  # (Foam Press
    r"|\s\((?:[Uu]npublished|[Dd]octoral)[^()]{0,60}\)?$"  # (Doctoral dissertation)
    r"|,?\s\(?[Tt]r(?:ad)?\.|,\s(?:trad\b|a\sc(?:ura|\.)\sdi\s|(?:[Ee]dited|[Tt]ranslated)\sby\s)"  # , a cura di
    r"|,\s(?:ed|éd|hg|hrsg)\.?\s(?:v\.\s|von\s)?[^\W\d_a-z]"  # , ed. Jane Roe
    r"|\s\[[^\[\]]{0,300}\]?$"  # [Online]
    r"|(?:[.,;]\s[Ii]n|\sIn):\s"  # , in: Ice
    r").*"
)
LAST_YEAR = lazy_pattern(r"(?:[,;]\s(?:[A-Z][a-z]{2,8}\.?\s)?(?:1[4-9]|20)\d\d|\s\((?:1[4-9]|20)\d\d\))[\s.]{0,3}$")
_BRACKETED_YEAR = lazy_pattern(r"\s\((?:1[4-9]|20)\d\d\)")
_WHOLE = lazy_pattern(r"\)$|\b[a-z]{4,}$")  # no abbreviation
_NO_JOURNAL = lazy_pattern(r"Ser\b|(?:1[4-9]|20)\d\d,")
_CAPITAL_PART = lazy_pattern(r",\s[A-Z]")
_PART = lazy_pattern(r",\s(?:[Vv]ol|[Vv]|[Nn]o|Nr|n|t|pp?|S|Bd|Band|Jg|Heft)\s?\.?\s?(?:\d|[IVXL]{1,6}\b)")  # , vol. 3
_IMPRINT_WORD = r"[^\W\d_a-z][\w.’'/&-]*"
_IMPRINT_NAME = rf"{_IMPRINT_WORD}(?:\s(?:{_IMPRINT_WORD}|press|&|-|–|and|und|et|e|y|of|de|du|di|la|für)){{0,5}}"
_PLACE = lazy_pattern(rf"{_IMPRINT_NAME}\s?:\s{_IMPRINT_NAME}")  # Oslo: Foam Press
# Place or publisher: "Oslo", "Foam and Ice Press", "Oslo 1955-1958"
_IMPRINT = lazy_pattern(rf"{_PLACE.pattern}|{_IMPRINT_NAME}(?:\s\d{{4}}(?:\s?[-–]\s?\d{{2,4}})?)?")
# "A title, A book, Oslo, 1951, 259-270": where the title ends is not clear.
_PART_OF_BOOK = lazy_pattern(r",\s[^\W\d_][\w-]+,?\s(?:1[4-9]|20)\d\d,\s(?:(?:pp?|S)\.\s)?\d{1,4}\s?[-–]")
_ABBREVIATION = lazy_pattern(r",\s[^\W\d_]{1,6}\.\s.$")  # "A title, Phys. Lett."
_BRACKETED_IMPRINT = lazy_pattern(r"\s\([^\W\d_a-z][\w .,-]{1,40}:\s[^():]{2,60}\)[\s.]*$")  # (Oslo: Press)
_IN = lazy_pattern(r"In:?\s")
_NO_SUBTITLE = lazy_pattern(
    r"[^\W\d_A-ZÀ-ÖØ-Þ]|\d|.{1,60}\s(?:[Ee]dition|printing|Auflage)\b"  # edited | 2nd edition | Third printing
    r"|.{1,200},\s(?:\d|in\s)"  # Ice, 3-4 | A view, in Jane Roe
    r"|(?i:edited|eds?\b|trans|hrsg|hg\b|herausgegeben|übers|aus dem|vol|band|bd|reprint|rev|unpublished|diss|ph\.?d"
    r"|master|report)"
)
# ". A view of ice, Oslo", where the list has a comma after titles
_CLOSED_SUBTITLE = lazy_pattern(rf"[.?!]\s([^\W\d_a-z][^.,;:()\d“”„«»]{{5,150}}),\s(?:{_IMPRINT.pattern})[\s.]*$")
# What follows a title between commas, beside a journal.
_AFTER_TITLE = lazy_pattern(
    r",\s(?=(?:[Ii]n(?::\s|\s(?:[^\W\d_a-z]|\d))|arXiv|vol\.|pp?\.\s?\d|https?:|Ph\.?\s?D|Master|Bachelor|[Tt]ech(?:nical|\.)\s[Rr]ep"
    r"|[Pp]reprint|version\s\d|\d{1,2}(?:st|nd|rd|th)?\s[Ee]d|(?:[A-Z][\w&-]{1,20}\s){0,3}(?:Press|Verlag|Springer|Wiley|Elsevier)\b))"
    r"|\s(?=\([^()]{2,80}\b(?:1[4-9]|20)\d\d\))"
)


def find_title_end(text: str, start: int, sign: str, closing: str = "") -> int:
    """Return where a title ends, by the sign before it or after other titles of its list; its start if unclear.

    A list that has commas between the parts of an entry has one after the title as well; other lists may have one.
    """
    if imprint := _BRACKETED_IMPRINT.search(text, start):
        text = text[: imprint.start()]
    slashes = text.find(" //", start)  # "A title // Journal", in Russia
    if slashes >= 0 and not text[:slashes].rstrip(": ").endswith(("http", "https")):
        return slashes
    stop, is_comma = _find_stop(text, start), (closing or sign) == ","
    if is_comma and closing and (subtitle := _CLOSED_SUBTITLE.match(text, stop)):
        return stop if VENUE_WORD.search(subtitle[1]) or _NO_SUBTITLE.match(subtitle[1]) else subtitle.end(1)
    is_open = bool(closing) or not _WHOLE.search(text, max(start, stop - 20), stop)  # the title goes on after a stop
    end = len(text) if is_comma and is_open else stop + 1
    volume = LOCATOR.search(text, start, end) or (_BRACKETED_YEAR.search(text, start, end) if is_comma else None)
    limit = min([end, *(found.start() for found in (volume, _PART.search(text, start, end)) if found)])
    if is_comma and limit == end and (abbreviation := _ABBREVIATION.search(text, max(start, stop - 9), stop + 3)):
        return abbreviation.start()
    if is_comma and (found := _AFTER_TITLE.search(text, start, limit)):
        return found.start()
    if limit == end:
        return _find_imprint(text, start, stop, is_last=is_comma)
    at = _find_journal(text, start, limit, start if is_comma else stop)
    if is_comma and _PART_OF_BOOK.match(text, at) and _CAPITAL_PART.search(text, start, at):
        return start
    is_stop = text[stop : stop + 2] == ". " and text[stop + 2 : stop + 3].isalpha()
    is_sentence = is_stop and len(text[start:stop].split()) >= TITLE_WORDS
    return at if start < at <= stop or not is_sentence else stop


def _find_journal(text: str, start: int, volume: int, otherwise: int) -> int:
    """Return where the journal before a volume starts; a book has its volume after the title."""
    journal = text.rfind(", ", start, volume - 1)
    if _NO_JOURNAL.match(text, journal + 2):
        journal = text.rfind(", ", start, journal)
    if journal >= 0 and not text[journal + 2].islower():
        return journal
    return volume if text[volume] == "," else otherwise


def _find_imprint(text: str, start: int, stop: int, *, is_last: bool) -> int:
    """Return where place and publisher start at the end of a sentence: "A title, Press, Oslo, 2019"."""
    if is_last and text[stop + 1 :].strip(" .,")[:1].isalpha():
        return stop
    end = last = start + len(LAST_YEAR.sub("", text[start:stop]))
    for _ in range(3):
        comma = text.rfind(", ", start, end)
        if comma < 0 or not (_IMPRINT if is_last else _PLACE).fullmatch(text, comma + 2, end):
            break
        end = comma
    if end == last and is_last and _CAPITAL_PART.search(text, start, end):
        return start
    return end if end < last or is_last else stop


def _find_stop(text: str, start: int) -> int:
    """Return where the sentence of a title ends; a subtitle may be a sentence of its own."""
    found = [stop.start() for stop in islice(_STOP.finditer(text, start), _MOST_STOPS)]
    stops = [at for at in found if text.count("(", start, at) <= text.count(")", start, at)] or found
    for at, following in pairwise((*stops, len(text))):
        if not _is_subtitle(text[at + 1 : following].strip(), text[following + 1 :].lstrip()):
            return at
    return stops[-1] if stops else len(text)


def _is_subtitle(sentence: str, rest: str) -> bool:
    """Check whether words after a stop belong to the title: they are not a venue, and a venue follows them."""
    small = [word for word in sentence.split() if word[0].islower() and word not in _SMALL_WORDS]
    if VENUE_WORD.search(sentence) or LOCATOR.search(sentence) or YEAR.search(sentence):
        return False
    if not _NO_SUBTITLE.match(sentence) and _IN.match(rest):
        return True
    is_long = bool(small) and len(sentence.split()) >= TITLE_WORDS
    if is_long and not _NO_SUBTITLE.match(sentence) and _PLACE.match(rest):
        return True
    return is_long and rest[:1].isalpha() and not _NO_VENUE.match(rest)


def strip_tail(title: str) -> str:
    """Return a title without the volume, edition, pages, year or description after it."""
    tail = _TAIL.search(title, 1)
    title = title[: tail.start()] if tail else title
    return title.partition(" (")[0] if title.count("(") > title.count(")") else title
