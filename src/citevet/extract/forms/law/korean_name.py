"""The name of the Korean law that stands directly before an article: where it starts in the sentence."""

from dataclasses import dataclass
from re import compile as pattern
from typing import Literal

from citevet.extract.forms.law.korean_laws import LONGEST, folded, official

_REACH = 90
_WORD = pattern(r"[^\s\0]+")
# A name runs across no bracket, quotation mark or comma.
_PHRASE = pattern(r"[^()\[\]{}<>“”\"‘’',;:/|]*$")
_BRACKETED = pattern(r"[「『｢](?P<name>[^「」『』｢｣\0]{1,80})[」』｣]$")
# What may stand between name and article: (법률 제19234호), (이하 "법"이라 한다).
_ASIDE = pattern(r" ?\([^()\0]{1,60}\)$")
_DECREE = pattern(r" ?(?P<decree>시행령|시행규칙)$")
_SAME = pattern(r"(?<![가-힣\w])(?:같은 ?법률?|동 ?법|이 ?법|위 ?법|그 ?법|본 ?법|법)$")
_ENDING = pattern(r"(?:법|법률|령|규칙|조례|규정)$")

# Words that end like a law and are none, and rules that no legislator made.
_NO_LAWS = frozenset(
    "방법 문법 불법 위법 적법 입법 기법 용법 어법 해법 비법 수법 요법 화법 편법 탈법 합법 준법 마법 서법 사법 공법 "
    "명령 대통령령 총리령 부령 법령 훈령 발령 점령 수령 법규명령 취업규칙 내부규정 관련규정 관련법 현행법 "
    "특별법 기본법 일반법 법률 규칙 규정 조례 령 연령 고령 요령 사령".split()
)
# Heads that say what a law does and need the word before that says for what: 개인정보 보호법.
_HEADS = pattern(
    r"^(?:보호|보장|기본|진흥|지원|관리|촉진|처벌|규제|육성|특별|특례|방지|예방|운영|이용|개발|설치|조정|구제|보상|안전|복지|"
    r"처리|정비|사업|거래|교육|활성화|지정|등록|조성|제한|평가|운수사업|임대차보호|증진|대책|징수|감독|육성지원)(?:법|법률|조례)$"
)
# Endings of a word after which a new phrase begins: particles, verb forms, and words that join sentences.
_BREAK = pattern(
    r"(?:은|는|이|가|를|을|에서|에게|으로|로|고|며|면|서|된|든|되는|하는|하여|해|한|할|인|던|다|까지|부터|도|만|라|및|[.,;:?!)\]\"”’'])$"
)
_LINKS = frozenset({"및", "등", "등의", "등에", "등에서의", "또는"})
_LONE = frozenset(
    "현행 구 개정 우리 우리나라 한국 대한민국 이 그 위 각 특히 즉 또한 다만 따라서 그리고 그러나 "
    "관련 해당 현재 이른바".split()
)

Kind = Literal["named", "same", "suffix"]


@dataclass(frozen=True, slots=True)
class LawName:
    """A law as named before an article."""

    start: int
    law: str  # the official or folded name; for 같은 법 only the decree, if any
    kind: Kind


def law_before(text: str, end: int, floor: int = 0) -> LawName | None:
    """Return the law named directly before `end`: in 「」, known, said again (같은 법), or by its shape."""
    floor = max(floor, end - _REACH)
    window = text[floor:end].rstrip()
    if aside := _ASIDE.search(window):
        window = window[: aside.start()].rstrip()
    decree = _DECREE.search(window)
    base = window[: decree.start()].rstrip() if decree else window
    tail = f" {decree['decree']}" if decree else ""
    found = (
        _bracketed(window)
        or _base(base, tail)
        or (LawName(decree.start("decree"), tail[1:], "suffix") if decree else None)
    )
    return LawName(floor + found.start, found.law, found.kind) if found else None


def bracketed_law(name: str) -> str | None:
    """Return the law that 「」 hold, or nothing: they also hold books and films."""
    words = name.split()
    if not words or words[-1] in _NO_LAWS - {"법률", "규칙", "규정", "조례", "특별법", "기본법"}:
        return None
    return folded(name) if _ENDING.search(words[-1]) and (len(words) > 1 or words[-1] not in _NO_LAWS) else None


def _bracketed(window: str) -> LawName | None:
    found = _BRACKETED.search(window)
    return LawName(found.start(), folded(found["name"]), "named") if found else None


def _base(window: str, tail: str) -> LawName | None:
    if found := _BRACKETED.search(window):
        return LawName(found.start(), folded(found["name"]) + tail, "named")
    known = _known(window)
    if known is None and (same := _SAME.search(window)):
        return LawName(same.start(), tail[1:], "same")
    start = _shaped(window) if known is None else known
    return None if start is None else LawName(start, folded(window[start:]) + tail, "named")


def _known(window: str) -> int | None:
    """Return the start of the longest known name that ends the window and starts a word."""
    best: int | None = None
    letters = 0
    for start in range(len(window) - 1, -1, -1):
        letters += not window[start].isspace()
        if letters > LONGEST + 4:
            break
        if window[start].isspace() or (start and _is_word(window[start - 1])):
            continue
        if official(window[start:]):
            best = start
    return best


def _is_word(char: str) -> bool:
    return char.isalnum()


def _shaped(window: str) -> int | None:
    """Return the start of a name that we do not know, by its last words."""
    phrase = _PHRASE.search(window)
    offset = phrase.start() if phrase else len(window)
    words = [(offset + word.start(), word[0]) for word in _WORD.finditer(window[offset:])]
    if not words or words[-1][0] + len(words[-1][1]) != len(window):
        return None
    start, last = words[-1]
    if len(words) > 1 and words[-2][1] == "관한" and _ENDING.search(last):
        return _clause(words[:-2])
    if _HEADS.match(last):
        return _noun_before(words[:-1])
    if last in _NO_LAWS or not _ENDING.search(last) or not _all_hangul(last):
        return None
    return start


def _all_hangul(word: str) -> bool:
    return all("가" <= char <= "힣" or char.isdigit() or char in "ㆍ·" for char in word)


def _noun_before(words: list[tuple[int, str]]) -> int | None:
    """Return the start of the noun that a head such as 보호법 needs."""
    if not words or _BREAK.search(words[-1][1]) or words[-1][1] in _LONE:
        return None
    index = len(words) - 1
    while index > 1 and words[index - 1][1] in _LINKS and not _BREAK.search(words[index - 2][1]):
        index -= 2
    return words[index][0]


def _clause(words: list[tuple[int, str]]) -> int | None:
    """Return the start of what stands before 에 관한 법률."""
    if not words or not words[-1][1].endswith(("에", "등에")):
        return None
    index = len(words) - 1
    while index > 0 and not _ends_phrase(words[index - 1][1]):
        index -= 1
    while index < len(words) - 1 and words[index][1] in _LINKS:
        index += 1
    return words[index][0]


def _ends_phrase(word: str) -> bool:
    return word in _LONE or (word not in _LINKS and bool(_BREAK.search(word)))
