"""Find Korean statutes: law and article down to 목, in 「」 or bare, repeated with 같은 법, or with § for 제…조.

A law is found by its known names, or by the form of the words before the article.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

from citevet.extract.law import signs
from citevet.extract.law.paragraphs import LawParagraph, find_paragraphs
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Locator
from citevet.patterns import lazy_pattern
from citevet.records import dataclass
from citevet.tables import read_rows, read_words

# Variants of 가운뎃점; the official register of laws uses U+318D.
_MIDDOTS = "·‧•・･∙⋅ㆍ"
_LOOSE = lazy_pattern(f"[\\s{_MIDDOTS}]+")
_DOT = lazy_pattern(f" ?[{_MIDDOTS}] ?")

_TABLE = Path(__file__).with_name("korean_laws.tsv")

# The last article of codes that do not grow at the end: new articles are numbered 제839조의2.
_LAST_ARTICLES = {"대한민국헌법": 130, "민법": 1118, "형법": 372}

_REACH = 90
_WORD = lazy_pattern(r"[^\s\0]+")
# A name contains no bracket, quotation mark or comma.
_PHRASE = lazy_pattern(r"[^()\[\]{}<>“”\"‘’',;:/|]*$")
_BRACKETED = lazy_pattern(r"[「『｢](?P<name>[^「」『』｢｣\0]{1,80})[」』｣]$")
# Between name and article: (법률 제19234호), (이하 "법"이라 한다).
_ASIDE = lazy_pattern(r" ?\([^()\0]{1,60}\)$")
_DECREE = lazy_pattern(r" ?(?P<decree>시행령|시행규칙)$")
_SAME = lazy_pattern(r"(?<![가-힣\w])(?:같은 ?법률?|동 ?법|이 ?법|위 ?법|그 ?법|본 ?법|법)$")
_ENDING = lazy_pattern(r"(?:법|법률|령|규칙|조례|규정)$")

# Words that end like a law but are not laws, and private rules.
_NOT_LAWS = read_words("""방법 문법 불법 위법 적법 입법 기법 용법 어법 해법 비법 수법 요법 화법 편법 탈법 합법 준법 마법
    서법 사법 공법 명령 대통령령 총리령 부령 법령 훈령 발령 점령 수령 법규명령 취업규칙 내부규정 관련규정 관련법 현행법
    특별법 기본법 일반법 법률 규칙 규정 조례 령 연령 고령 요령 사령""")
# Last words of a name that need the noun before them: 개인정보 보호법.
_HEADS = lazy_pattern(
    r"^(?:보호|보장|기본|진흥|지원|관리|촉진|처벌|규제|육성|특별|특례|방지|예방|운영|이용|개발|설치|조정|구제|보상|안전|복지|"
    r"처리|정비|사업|거래|교육|활성화|지정|등록|조성|제한|평가|운수사업|임대차보호|증진|대책|징수|감독|육성지원)(?:법|법률|조례)$"
)
# Endings after which a new phrase starts: particles, verb forms and conjunctions.
_BREAK = lazy_pattern(
    r"(?:은|는|이|가|를|을|에서|에게|으로|로|고|며|면|서|된|든|되는|하는|하여|해|한|할|인|던|다|까지|부터|도|만|라|및|[.,;:?!)\]\"”’'])$"
)
_LINKS = frozenset({"및", "등", "등의", "등에", "등에서의", "또는"})
_PHRASE_WORDS = read_words("""현행 구 개정 우리 우리나라 한국 대한민국 이 그 위 각 특히 즉 또한 다만 따라서 그리고
    그러나 관련 해당 현재 이른바""")

_NameKind = Literal["named", "same", "suffix"]


def _squeeze(name: str) -> str:
    """Return the name without spaces and middle dots, so that its spellings are equal."""
    return _LOOSE.sub("", name)


@cache
def _read_official_names() -> dict[str, str]:
    """Return the official names of the packaged table by their short names and by their own letters."""
    return {short: name for name, *shorts in read_rows(_TABLE) for short in (_squeeze(name), *shorts)}


def _find_official_name(name: str) -> str | None:
    return _read_official_names().get(_squeeze(name))


def _normalize_law_name(name: str) -> str:
    """Return the official name, else the name with single spaces and the official middle dot."""
    return _find_official_name(name) or _DOT.sub("ㆍ", " ".join(name.split()))


@dataclass(frozen=True, slots=True)
class LawName:
    """A law as named before an article."""

    start: int
    law: str  # the normalized name; for 같은 법 only the decree, if any
    kind: _NameKind


def _find_law_before(text: str, end: int, floor: int = 0) -> LawName | None:
    """Return the law named directly before `end`: in 「」, known, repeated (같은 법), or by its form."""
    floor = max(floor, end - _REACH)
    window = text[floor:end].rstrip()
    if aside := _ASIDE.search(window):
        window = window[: aside.start()].rstrip()
    decree = _DECREE.search(window)
    base = window[: decree.start()].rstrip() if decree else window
    tail = f" {decree['decree']}" if decree else ""
    found = _match_base(base, tail) or (LawName(decree.start("decree"), tail[1:], "suffix") if decree else None)
    return LawName(floor + found.start, found.law, found.kind) if found else None


def _read_bracketed_law(name: str) -> str | None:
    """Return the law in 「」; None for books and films, which use them too."""
    words = name.split()
    if not words or words[-1] in _NOT_LAWS - {"법률", "규칙", "규정", "조례", "특별법", "기본법"}:
        return None
    is_law = _ENDING.search(words[-1]) and (len(words) > 1 or words[-1] not in _NOT_LAWS)
    return _normalize_law_name(name) if is_law else None


def _match_base(window: str, tail: str) -> LawName | None:
    if found := _BRACKETED.search(window):
        return LawName(found.start(), _normalize_law_name(found["name"]) + tail, "named")
    known = _find_known(window)
    if known is None and (same := _SAME.search(window)):
        return LawName(same.start(), tail[1:], "same")
    start = _find_by_form(window) if known is None else known
    return None if start is None else LawName(start, _normalize_law_name(window[start:]) + tail, "named")


def _find_known(window: str) -> int | None:
    """Return the start of the longest known name at the end of the window."""
    best: int | None = None
    letters = 0
    longest = max(map(len, _read_official_names()))
    for start in range(len(window) - 1, -1, -1):
        letters += not window[start].isspace()
        if letters > longest + 4:
            break
        if window[start].isspace() or (start and window[start - 1].isalnum()):
            continue
        if _find_official_name(window[start:]):
            best = start
    return best


def _find_by_form(window: str) -> int | None:
    """Return the start of an unknown name, by its last words."""
    phrase = _PHRASE.search(window)
    offset = phrase.start() if phrase else len(window)
    words = [(offset + word.start(), word[0]) for word in _WORD.finditer(window[offset:])]
    if not words or words[-1][0] + len(words[-1][1]) != len(window):
        return None
    start, last = words[-1]
    if len(words) > 1 and words[-2][1] == "관한" and _ENDING.search(last):
        return _find_clause_start(words[:-2])
    if _HEADS.match(last):
        return _find_noun_before(words[:-1])
    is_korean = all("가" <= char <= "힣" or char.isdigit() or char in "ㆍ·" for char in last)
    return start if is_korean and last not in _NOT_LAWS and _ENDING.search(last) else None


def _find_noun_before(words: list[tuple[int, str]]) -> int | None:
    """Return the start of the noun that a head such as 보호법 needs."""
    if not words or _BREAK.search(words[-1][1]) or words[-1][1] in _PHRASE_WORDS:
        return None
    index = len(words) - 1
    while index > 1 and words[index - 1][1] in _LINKS and not _BREAK.search(words[index - 2][1]):
        index -= 2
    return words[index][0]


def _find_clause_start(words: list[tuple[int, str]]) -> int | None:
    """Return the start of the phrase before 에 관한 법률."""
    if not words or not words[-1][1].endswith(("에", "등에")):
        return None
    index = len(words) - 1
    while index > 0 and not _ends_phrase(words[index - 1][1]):
        index -= 1
    while index < len(words) - 1 and words[index][1] in _LINKS:
        index += 1
    return words[index][0]


def _ends_phrase(word: str) -> bool:
    return word in _PHRASE_WORDS or (word not in _LINKS and bool(_BREAK.search(word)))


# Articles


_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_ARTICLE = lazy_pattern(
    r"(?:(?<![\w/=])|(?<=[법률령칙례정」』)]))(?P<addenda>부칙 ?)?"
    r"(?:제 ?(?P<article>\d{1,4}) ?조(?:의(?P<branch>\d{1,3}))?"
    r"|§§? ?(?P<sign>\d{1,4})(?:조?의(?P<twig>\d{1,3}))?"
    r"|(?P<annex>별표 ?\d{1,3}(?:의\d{1,2})?)"
    r"|(?P<again>같은 ?조|동조)(?= ?제 ?\d{1,3} ?[항호]))"
    r"(?P<aside> ?\((?P<heading>[^()\0]{1,40})\))?"
    rf"(?P<below>(?: ?제 ?(?P<paragraph>\d{{1,3}}) ?항| ?(?P<circle>[{_CIRCLED}]))?"
    r"(?: ?제 ?(?P<item>\d{1,3}) ?호(?:의(?P<part>\d{1,2}))?)?(?: ?(?P<subitem>[가나다라마바사아자차카타파하])목)?)"
)
_BRACKETED_LAW = lazy_pattern(r"「(?P<name>[^「」\0]{1,80})」")
_JOINED = lazy_pattern(r" ?(?:,|및|와|과|또는|내지|부터|이나|나|~|[-–]|ㆍ|·|, 및|, 또는) ?")
# Parentheses after an article that are not its heading.
_NO_HEADING = lazy_pattern(r"개정|신설|삭제|이하|제 ?\d|\d{4}|참조|위헌|폐지")
# The law of another country: Lei nº 15.352/2026 제19조
_FOREIGN = lazy_pattern(r"[A-Za-z0-9)][*_]{0,3} ?제 ?\d{1,4} ?조")
_NO_LAW = "no law is named before it in this paragraph"


@dataclass(frozen=True, slots=True)
class _LastLaw:
    """The law and article that 같은 법 and 같은 조 refer to."""

    law: str
    article: str  # "제8조", or empty if only the law was named
    end: int


@dataclass(frozen=True, slots=True)
class _LawEvent:
    """An article, or a law in 「」 without one."""

    start: int
    end: int
    name: LawName | None
    article: re.Match[str] | None = None


def find_korean_statutes(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every article with its law; 같은 법 is the law named last in the same paragraph."""
    for paragraph in find_paragraphs(scene, signs.KOREAN_STATUTE):
        yield from _find_in_paragraph(paragraph)


def _find_in_paragraph(paragraph: LawParagraph) -> Iterator[FoundCitation]:
    last: _LastLaw | None = None
    for event in _find_events(paragraph.text):
        law, fault = _resolve_law(paragraph.text, event, last)
        if law is None:
            continue
        span, parts, place = paragraph.span(event.start, event.end), {"law": law}, ""
        if event.article:
            parts, place = _read_article(event.article, law, last)
            fault = fault or _find_article_fault(parts, place)
        normal = f"{law} {_format_article(event.article, parts['article'])}" if event.article else law
        locator = Locator(article=place) if place else None
        yield FoundCitation("kr-statute", span, normal, locator, parts=parts, fault=fault)
        last = _LastLaw(law, parts.get("article", ""), event.end)


def _find_events(text: str) -> list[_LawEvent]:
    """Return articles with the law named before them, and laws in 「」 that no article follows, in order."""
    events: list[_LawEvent] = []
    floor = 0
    for found in _ARTICLE.finditer(text):
        name = _find_law_before(text, found.start(), floor)
        floor = found.end()
        # Parentheses that are no heading are left out, unless 항 or 호 follow them.
        is_whole = not found["aside"] or found["below"] or _read_heading(found)
        end = found.end() if is_whole else found.start("aside")
        events.append(_LawEvent(name.start if name else found.start(), end, name, found))
    taken = {event.start for event in events}
    alone = (
        _LawEvent(found.start(), found.end(), LawName(found.start(), law, "named"))
        for found in _BRACKETED_LAW.finditer(text)
        if found.start() not in taken and (law := _read_bracketed_law(found["name"]))
    )
    return sorted((*events, *alone), key=lambda event: event.start)


def _read_heading(found: re.Match[str]) -> str | None:
    heading: str | None = found["heading"]
    return None if heading is None or _NO_HEADING.search(heading) else heading


def _resolve_law(text: str, event: _LawEvent, last: _LastLaw | None) -> tuple[str | None, str | None]:
    """Return the law of the event, and the fault in how it is named."""
    name, article = event.name, event.article
    if article and article["again"]:
        return (last.law, None) if last and last.article else (article["again"], "no article is named before it")
    if name is None:
        joined = last and last.article and _JOINED.fullmatch(text, last.end, event.start)
        return (last.law, None) if last and joined else (None, None)
    if name.kind == "named":
        return name.law, None
    if name.kind == "suffix":
        return name.law, f"{name.law} alone names no law"
    if last is None and _FOREIGN.search(text, 0, event.start):
        return None, None
    if last is None:
        return text[event.start : article.start() if article else event.end].strip(), _NO_LAW
    law = last.law.removesuffix(" 시행령").removesuffix(" 시행규칙")
    return f"{law} {name.law}" if name.law else law, None


def _read_article(found: re.Match[str], law: str, last: _LastLaw | None) -> tuple[dict[str, str], str]:
    """Return the parts of a citation, and its place in the law: 제8조제1항."""
    article = last.article if found["again"] and last else _format_number(found)
    below = _read_below(found)
    parts = {"law": law, "article": article, **below}
    if heading := _read_heading(found):
        parts["heading"] = heading
    marks = {"paragraph": "제{}항", "item": "제{}호", "subitem": "{}목"}
    place = "".join(marks[key].format(value) for key, value in below.items())
    return parts, _format_article(found, article) + place


def _format_number(found: re.Match[str]) -> str:
    if found["annex"]:
        return found["annex"].replace(" ", "").replace("별표", "별표 ")
    number, branch = found["article"] or found["sign"] or "", found["branch"] or found["twig"]
    return f"{number}의{branch}" if branch else number


def _format_article(found: re.Match[str], article: str) -> str:
    if found["annex"]:
        return article
    head, _, branch = article.partition("의")
    return f"{'부칙 ' if found['addenda'] else ''}제{head}조{'의' + branch if branch else ''}"


def _read_below(found: re.Match[str]) -> dict[str, str]:
    paragraph = found["paragraph"] or (str(_CIRCLED.index(found["circle"]) + 1) if found["circle"] else None)
    item = f"{found['item']}의{found['part']}" if found["part"] else found["item"]
    pairs = (("paragraph", paragraph), ("item", item), ("subitem", found["subitem"]))
    return {key: value for key, value in pairs if value}


def _find_article_fault(parts: dict[str, str], place: str) -> str | None:
    number, law = parts["article"].partition("의")[0], parts["law"]
    if not number.isdigit() or "부칙" in f"{law} {place}":
        return None
    if int(number) == 0:
        return "articles are numbered from 제1조"
    last = _LAST_ARTICLES.get(law)
    return f"{law} ends with 제{last}조" if last and int(number) > last else None
