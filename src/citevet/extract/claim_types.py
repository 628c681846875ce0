"""Classify the kind of assertion that a sentence makes, with the reason."""

import re
from collections.abc import Iterable
from itertools import islice

from citevet.kept_answers import kept
from citevet.model import LAW, Citation, CitationKind, ClaimType
from citevet.patterns import lazy_pattern
from citevet.text.number_words import ENGLISH_SHARE, EVERY_NTH, GERMAN_SHARE, KOREAN_SHARE, SHARE_HINTS
from citevet.text.verbs import find_verbs

_DIGIT = lazy_pattern(r"\d")
_WORD = lazy_pattern(r"[^\W\d_]{2}|[가-힣]")
NO_WORDS = "no words"
_LONGER_WORD = lazy_pattern(r"[^\W\d_]{2,}")

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_UNITS = (
    # units are case-sensitive, and single letters need a space: neither the 1990s nor 5G is a quantity
    r"(?-i:(?<=\s)(?:m|g|s|W|J|V|A|K|L|h|B)\b|(?:[kMGTµmnc](?:m|g|s|W|Hz|B|Pa|J|eV|bp|l|L|M)|Hz|Pa|eV|bp)\b)"
    r"|%|‰|°[CF]?|percent\b|per\s?cent\b|percentage|bps\b|[€$£¥₩]|(?:USD|EUR|GBP|KRW)\b"
    r"|ha\b|min\b|hours?\b|minutes?\b|seconds?\b|days?\b|weeks?\b|months?\b|years?\b"
    r"|miles?\b|tons?\b|tonnes?\b|people\b|patients\b|participants\b|times\b|fold\b|x\b|×"
    r"|hundred\b|thousand\b|million\b|billion\b|trillion\b|dozen\b"
    r"|퍼센트|포인트|[십백천만억]|조(?=\s?(?:\d|원|달러|엔|유로))|명|원|개|건|배|회|톤|곳|가구|위|세(?!기)|점|시간|분|초|일간|주간|년간|종|마리|권|대|층|도|평|달러|유로|엔|쪽|인"
)
# Dates do not count as quantities: 5월, 16일, 1937년.
_MEASURED = lazy_pattern(
    rf"(?<![\w.])(?:{_NUMBER}\s?[-–~]\s?)?{_NUMBER}\s?-?(?:{_UNITS})(?!\d)|[€$£¥₩]\s?{_NUMBER}", re.IGNORECASE
)
# A bare number counts unless it is the number of something: Figure 3, Apollo 11, 제1조, GPT-4, v2.
_COUNTED = lazy_pattern(rf"(?<![\w.\-#/§])(?<!제)(?P<number>{_NUMBER})(?![\w/]|-\w|\.\d|\s?[년월일조항호])")
_NUMBERED = lazy_pattern(
    r"(?:\b(?:figs?|figures?|tables?|sections?|secs?|chapters?|ch|eqs?|equations?|steps?|versions?|appendix|algorithms?|nos?|pages?"
    r"|pp?|refs?|rfc|iso|articles?|arts?|parts?|volumes?|vol|phases?|levels?|types?|class|items?|examples?|lines?|paragraphs?"
    r"|그림|표|식|부록|단계|버전)\.?|[#§])\s?\Z",
    re.IGNORECASE,
)
# A capital makes the number part of a name, except in words that begin a sentence before a count.
_PROPER = lazy_pattern(
    r"(?<![\w-])(?!(?:About|Approximately|Around|Over|Under|Nearly|Almost|Some|Only|Roughly|At|In|Of|The|These|Those|All|Another"
    r"|With|And|But|Fewer|More|Less|Than|Up|To|By|From|Between|Since|After|Before|During|For|Until|Exactly|Just|Every|Each|First"
    r"|Last|Both|Among|Within|There|Its|Their|Our|His|Her|When|Where|While|If|As|On|Or)\b)[A-Z][\w-]*\s?\Z"
)
_IN_WORDS = lazy_pattern(
    rf"\b(?:half|halved|doubled|tripled|quadrupled|twice|thrice|{ENGLISH_SHARE}|{EVERY_NTH}|{GERMAN_SHARE}|verdoppelt|verdreifacht"
    r"|(?:dozens|hundreds|thousands|millions|billions) of|(?:vast )?majority of|most of the)\b"
    rf"|{KOREAN_SHARE}|두 배|세 배|대다수",
    re.IGNORECASE,
)
# A cheap test before the pattern, which takes 30 µs per sentence.
_HINTS = (
    *"halved doubled tripled quadrupled twice thrice dozens hundreds thousands millions billions majority".split(),
    *("most of", "verdoppelt", "verdreifacht", " 배", "대다수"),
    *SHARE_HINTS,
)

_MONTHS = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?"
    r"|dec(?:ember)?)"
)
_YEAR = r"(?:1\d{3}|20\d{2}|21\d{2})"
# Every date has digits; a pattern that may also start with a month takes 157 µs per sentence, this one 6.
_DATE = lazy_pattern(
    r"(?=\d)(?:\d{4}-\d{2}-\d{2}(?!\d)"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?\s{_MONTHS}\.?\s{_YEAR}|\d{{1,2}}(?:st|nd|rd|th)[- ]century"
    rf"|(?<![\w.,]){_YEAR}s\b|\d{{1,4}}\s?(?:BCE?|CE|AD)\b"
    rf"|(?<!\d){_YEAR}\.\s?\d{{1,2}}\.(?:\s?\d{{1,2}}\.)?"
    r"|\d{1,4}\s?년(?!간|생)(?:\s?\d{1,2}월)?(?:\s?\d{1,2}일)?|\d{1,2}월(?:\s?\d{1,2}일)?|\d{1,2}세기"
    rf"|(?<![\w.,$€£-]){_YEAR}(?!\w|[,.]\d|-\d))",
    re.IGNORECASE,
)
_MONTH_BEFORE = lazy_pattern(rf"\b{_MONTHS}\.?,?\s(?:\d{{1,2}}(?:st|nd|rd|th)?,?\s)?\Z", re.IGNORECASE)
_DAY_OF_MONTH = lazy_pattern(rf"\d{{1,2}},?\s(?:{_YEAR}|{_MONTHS})\b", re.IGNORECASE)
_LONGEST_MONTH = len("September 30th, ")

_CASES: frozenset[CitationKind] = frozenset(
    {"us-case", "uk-case", "eu-case", "echr-case", "ecli", "de-case", "kr-case"}
)
_REASONS: dict[CitationKind, str] = {
    "doi": "names a DOI",
    "arxiv": "names an arXiv paper",
    "pmid": "names a PubMed record",
    "pmcid": "names a PubMed Central record",
    "isbn": "names a book by its ISBN",
    "issn": "names a journal by its ISSN",
    "journal": "names a journal and its page",
    "author-year": "names author and year",
    "key": "names a work by its key",
    "corpus": "names a work of the corpus",
    "numeric": "names a work by its number",
    "artifact": "names a file",
}

CLOSERS = "\"'”’」』)]*_"  # may follow the last stop
_CJK = lazy_pattern(r"[ぁ-ヿ一-鿿]")
_SHORTEST_CJK = 20  # characters; a Chinese or Japanese label is shorter


def classify_claim(text: str, named: Iterable[Citation] = ()) -> tuple[ClaimType, str]:
    """Return the type of a sentence and the reason; `named` are the citations that are words of the sentence."""
    if reason := _describe_citation(named):
        return "citation", reason
    if not _WORD.search(text):
        return "other", NO_WORDS
    if quantity := _find_quantity(text):
        return "quantitative", quantity
    if date := _find_date(text):
        return "temporal", f"names a date: {date}"
    if reason := explain_fragment(text):
        return "other", reason
    return "factual", "a plain assertion"


def has_concrete_fact(text: str) -> bool:
    """Return whether the text has a quantity or a date."""
    return _find_quantity(text) is not None or _find_date(text) is not None


@kept
def _find_quantity(text: str) -> str | None:
    """Describe the first quantity of a sentence: with its unit, as a bare number, or in words."""
    if _DIGIT.search(text):
        if measured := _MEASURED.search(text):
            return f"a number with a unit: {' '.join(measured[0].split())}"
        for counted in _COUNTED.finditer(text):
            if _is_count(text, counted):
                return f"a number: {counted['number']}"
    small = text.lower()
    words = _IN_WORDS.search(text) if any(hint in small for hint in _HINTS) else None
    return f"a quantity in words: {words[0].lower()}" if words else None


@kept
def _find_date(text: str) -> str | None:
    """Return the first date of a sentence: a day, a month, a year, a century."""
    date = _DATE.search(text)
    if date is None:
        return None
    month = _MONTH_BEFORE.search(text, max(0, date.start() - _LONGEST_MONTH), date.start())
    return text[month.start() if month else date.start() : date.end()]


@kept
def explain_fragment(text: str) -> str | None:
    """Explain why a text asserts nothing: no words, one word, or no verb and no stop."""
    if not _WORD.search(text):
        return NO_WORDS
    several = next(islice(_LONGER_WORD.finditer(text), 1, 2), None) is not None
    stopped = text.rstrip(CLOSERS)
    if stopped.endswith("。") or (several and stopped.endswith((".", "!", "…"))):  # no spaces between Chinese words
        return None
    if find_verbs(text) or (len(text) > _SHORTEST_CJK and not text.isascii() and _CJK.search(text)):
        return None
    return "no verb" if several else "a single word"


def _describe_citation(named: Iterable[Citation]) -> str | None:
    for citation in named:
        if citation.kind in LAW:
            return "cites a case" if citation.kind in _CASES else "cites a law"
        if citation.kind in _REASONS:
            return _REASONS[citation.kind]
    return None


def _is_count(text: str, counted: re.Match[str]) -> bool:
    """Return whether a number is a count, not the label of something or a part of a date."""
    low, high = max(0, counted.start() - 20), counted.end() + 20
    if _NUMBERED.search(text, low, counted.start()) or _PROPER.search(text, low, counted.start()):
        return False
    enumerator = text[counted.start() - 1 : counted.start()] == "(" and text[counted.end() : counted.end() + 1] == ")"
    if enumerator or _DAY_OF_MONTH.match(text, counted.start()):
        return False
    dates = _DATE.finditer(text, low, high)
    return not any(date.start() <= counted.start() < date.end() for date in dates)
