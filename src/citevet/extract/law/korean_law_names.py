"""Names of Korean laws: the known ones, and where the name of a law starts before an article."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

# Variants of 가운뎃점; the official register of laws uses U+318D.
from citevet.text.patterns import lazy_pattern
from citevet.text.tables import read_rows

_MIDDOTS = "·‧•・･∙⋅ㆍ"
_LOOSE = lazy_pattern(f"[\\s{_MIDDOTS}]+")
_DOT = lazy_pattern(f" ?[{_MIDDOTS}] ?")

_TABLE = Path(__file__).with_name("korean_laws.tsv")

# The last article of codes that do not grow at the end: new articles are numbered 제839조의2.
LAST_ARTICLES = {"대한민국헌법": 130, "민법": 1118, "형법": 372}

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
_NOT_LAWS = frozenset(
    "방법 문법 불법 위법 적법 입법 기법 용법 어법 해법 비법 수법 요법 화법 편법 탈법 합법 준법 마법 서법 사법 공법 "
    "명령 대통령령 총리령 부령 법령 훈령 발령 점령 수령 법규명령 취업규칙 내부규정 관련규정 관련법 현행법 "
    "특별법 기본법 일반법 법률 규칙 규정 조례 령 연령 고령 요령 사령".split()
)
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
_PHRASE_WORDS = frozenset(
    "현행 구 개정 우리 우리나라 한국 대한민국 이 그 위 각 특히 즉 또한 다만 따라서 그리고 그러나 "
    "관련 해당 현재 이른바".split()
)

NameKind = Literal["named", "same", "suffix"]


def _squeeze(name: str) -> str:
    """Return the name without spaces and middle dots, so that its spellings are equal."""
    return _LOOSE.sub("", name)


@cache
def _read_official_names() -> dict[str, str]:
    """Return the official names of the packaged table by their short names and by their own letters."""
    return {short: name for name, *shorts in read_rows(_TABLE) for short in (_squeeze(name), *shorts)}


def find_official_name(name: str) -> str | None:
    """Return the official spelling of a known name."""
    return _read_official_names().get(_squeeze(name))


def normalize_law_name(name: str) -> str:
    """Return the official name, else the name with single spaces and the official middle dot."""
    return find_official_name(name) or _DOT.sub("ㆍ", " ".join(name.split()))


@dataclass(frozen=True, slots=True)
class LawName:
    """A law as named before an article."""

    start: int
    law: str  # the normalized name; for 같은 법 only the decree, if any
    kind: NameKind


def find_law_before(text: str, end: int, floor: int = 0) -> LawName | None:
    """Return the law named directly before `end`: in 「」, known, repeated (같은 법), or by its form."""
    floor = max(floor, end - _REACH)
    window = text[floor:end].rstrip()
    if aside := _ASIDE.search(window):
        window = window[: aside.start()].rstrip()
    decree = _DECREE.search(window)
    base = window[: decree.start()].rstrip() if decree else window
    tail = f" {decree['decree']}" if decree else ""
    found = (
        _match_bracketed(window)
        or _match_base(base, tail)
        or (LawName(decree.start("decree"), tail[1:], "suffix") if decree else None)
    )
    return LawName(floor + found.start, found.law, found.kind) if found else None


def read_bracketed_law(name: str) -> str | None:
    """Return the law in 「」; None for books and films, which use them too."""
    words = name.split()
    if not words or words[-1] in _NOT_LAWS - {"법률", "규칙", "규정", "조례", "특별법", "기본법"}:
        return None
    return (
        normalize_law_name(name)
        if _ENDING.search(words[-1]) and (len(words) > 1 or words[-1] not in _NOT_LAWS)
        else None
    )


def _match_bracketed(window: str) -> LawName | None:
    found = _BRACKETED.search(window)
    return LawName(found.start(), normalize_law_name(found["name"]), "named") if found else None


def _match_base(window: str, tail: str) -> LawName | None:
    if found := _BRACKETED.search(window):
        return LawName(found.start(), normalize_law_name(found["name"]) + tail, "named")
    known = _find_known(window)
    if known is None and (same := _SAME.search(window)):
        return LawName(same.start(), tail[1:], "same")
    start = _find_by_form(window) if known is None else known
    return None if start is None else LawName(start, normalize_law_name(window[start:]) + tail, "named")


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
        if find_official_name(window[start:]):
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
    if last in _NOT_LAWS or not _ENDING.search(last) or not _all_hangul(last):
        return None
    return start


def _all_hangul(word: str) -> bool:
    return all("가" <= char <= "힣" or char.isdigit() or char in "ㆍ·" for char in word)


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
