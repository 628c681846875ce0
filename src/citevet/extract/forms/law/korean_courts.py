"""Korean case codes, the courts that use them, and what a court's name says of its level."""

from typing import Literal

Level = Literal["supreme", "constitutional", "lower", "patent"]

# Only codes whose court is certain carry a level; 카, 초, 재 and the like are used at every level.
_SUPREME = "다 마 그 도 모 오 두 무 후 흐 므 스 으 추"
_CONSTITUTIONAL = "헌가 헌나 헌다 헌라 헌마 헌바 헌사 헌아"
_LOWER = (
    "가소 가단 가합 나 라 고약 고단 고합 고정 노 로 구단 구합 누 루 드단 드합 르 브 느단 느합 카단 카합 차전 타경 타채 "
    "회합 회단 간회합 하단 하합 하면 개회 비합 비단 즈단 즈합 푸초 감고 감노 전고 전노"
)
_PATENT = "허"
_ANY = (
    "가 카 카기 카확 카담 카공 카정 카명 카불 카소 카허 차 타기 머 자 고 구 부 아 드 느 초 초기 초적 감도 전도 "
    "수 우 바 보 재다 재도 재두 재나 재노 재누"
)

LEVELS: dict[str, Level] = {
    **dict.fromkeys(_SUPREME.split(), "supreme"),
    **dict.fromkeys(_CONSTITUTIONAL.split(), "constitutional"),
    **dict.fromkeys(_LOWER.split(), "lower"),
    **dict.fromkeys(_PATENT.split(), "patent"),
}
CODES = tuple(sorted({*LEVELS, *_ANY.split()}, key=len, reverse=True))

# Until the reform of 1998 administrative cases had two instances: 구 at the High Court, 누 at the Supreme Court.
_REFORM = 1998

_SHORT = {
    "헌재": "헌법재판소",
    "대법": "대법원",
    "고법": "고등법원",
    "지법": "지방법원",
    "가법": "가정법원",
    "행법": "행정법원",
    "회법": "회생법원",
}


def court_name(written: str) -> str:
    """Return the full name: 헌재, 서울고법 and 대구지법 are spelled out."""
    if written in _SHORT:
        return _SHORT[written]
    head, tail = written[:-2], written[-2:]
    return head + _SHORT[tail] if tail in _SHORT else written


def disagreement(court: str, code: str, year: int) -> str | None:
    """Say why the court cannot have such a case, or nothing."""
    needed = LEVELS.get(code)
    level = _level(court)
    if needed is None or needed == level or (code == "누" and year <= _REFORM):
        return None
    if needed == "patent" or (needed == "lower" and level == "patent"):
        return None if level == "patent" else f"{code} is a case of 특허법원, not of {court}"
    names = {"supreme": "대법원", "constitutional": "헌법재판소", "lower": "a lower court"}
    return f"{code} is a case of {names[needed]}, not of {court}"


def _level(court: str) -> Level:
    if court == "대법원":
        return "supreme"
    if court == "헌법재판소":
        return "constitutional"
    return "patent" if court == "특허법원" else "lower"
