"""Find Korean cases: court, date, number and kind of decision; only case codes that the courts use."""

import re
from collections.abc import Iterator
from typing import Literal

from citevet.extract.law.paragraphs import LawParagraph, find_paragraphs
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.identifiers.court_terms import find_term_fault
from citevet.patterns import lazy_pattern
from citevet.records import dataclass
from citevet.tables import longest_first, read_pairs

_CourtLevel = Literal["supreme", "constitutional", "lower", "patent"]

# Only codes of one certain court have a level; 카, 초, 재 and the like are used at every level.
_SUPREME = "다 마 그 도 모 오 두 무 후 흐 므 스 으 추"
_CONSTITUTIONAL = "헌가 헌나 헌다 헌라 헌마 헌바 헌사 헌아"
_LOWER = """가소 가단 가합 나 라 고약 고단 고합 고정 노 로 구단 구합 누 루 드단 드합 르 브 느단 느합 카단 카합 차전
    타경 타채 회합 회단 간회합 하단 하합 하면 개회 비합 비단 즈단 즈합 푸초 감고 감노 전고 전노"""
_PATENT = "허"
_ANY_COURT = """가 카 카기 카확 카담 카공 카정 카명 카불 카소 카허 차 타기 머 자 고 구 부 아 드 느 초 초기 초적 감도
    전도 수 우 바 보 재다 재도 재두 재나 재노 재누"""

_LEVELS: dict[str, _CourtLevel] = {
    **dict.fromkeys(_SUPREME.split(), "supreme"),
    **dict.fromkeys(_CONSTITUTIONAL.split(), "constitutional"),
    **dict.fromkeys(_LOWER.split(), "lower"),
    **dict.fromkeys(_PATENT.split(), "patent"),
}
_CODES = tuple(longest_first({*_LEVELS, *_ANY_COURT.split()}))

_HIGH_COURTS: dict[str, _CourtLevel] = {"대법원": "supreme", "헌법재판소": "constitutional", "특허법원": "patent"}

# Until the reform of 1998 administrative cases had two instances: 구 at the High Court, 누 at the Supreme Court.
_REFORM = 1998

_SHORT_COURT_NAMES = read_pairs("""헌재=헌법재판소 대법=대법원 고법=고등법원 지법=지방법원 가법=가정법원 행법=행정법원
    회법=회생법원""")

_CODE = "|".join(_CODES)
_TRIGGER = lazy_pattern(rf"\d{{2}}[ -]?(?:{_CODE})[ -]?\d")

_NUMBER = rf"(?P<year>(?:19|20)\d\d|\d\d)(?P<gap>[ -]?)(?P<code>{_CODE})[ -]?(?P<serial>\d{{1,7}})"
_CASE = lazy_pattern(
    rf"(?<![\w./=&?#%])(?:(?<=[가-힣]-)|(?<!-)){_NUMBER}(?![\d%]|[.,]\d|년|월|일|개|명|원|도 |분|시|층|위|번|살|세)"
)
_MORE = lazy_pattern(
    rf"(?:, ?|·|ㆍ|및 ?| 및 )(?P<number>(?:(?:(?:19|20)\d\d|\d\d)(?:{_CODE}))?\d{{1,7}})(?!\d|\.|년|월|일|개|명|원)"
)
_MERGED = lazy_pattern(r" ?\((?:병합|반소|참가|본소)(?:[,·ㆍ] ?(?:병합|반소|참가|본소))*\)")
_DECISION = lazy_pattern(r"\s?(?P<bench>전원합의체|전원재판부)?\s?(?P<decision>판결|결정|명령|심판)")

_COURT = r"(?P<court>[가-힣]{2,8}(?:법원|고법|지법|가법|행법)(?: ?[가-힣]{2,4}지원)?|대법원|대법|헌법재판소|헌재)"
_DATE = (
    r"(?P<date>(?P<decided>\d{4}) ?\. ?(?P<month>\d{1,2}) ?\. ?(?P<day>\d{1,2}) ?\.?"
    r"|(?P<decided2>\d{4})년 ?(?P<month2>\d{1,2})월 ?(?P<day2>\d{1,2})일)"
)
_BEFORE = lazy_pattern(
    rf"(?<![가-힣])(?:{_COURT}(?:은|는|의|이|도)?[ -]?)?"
    rf"(?:(?<!\d){_DATE} ?(?P<act>선고|자|고지)?(?:된|한)? ?)?(?:사건 ?)?$"
)
_NEAR = lazy_pattern(r"법원|선고|판결|결정|판례|사건|헌재|판시|판단|소송")

_REACH = 60
_AROUND = 25  # characters within which a word of the courts makes a short number a case
_SURE_SERIAL = 3  # a serial of three digits or more needs no such word: 2017다226629
_MONTHS, _DAYS = 12, 31
_CENTURY_TURN = 45  # two-digit years run from 1945 to 1999


def _full_court_name(written: str) -> str:
    """Return the full name of 헌재, 서울고법, 대구지법 and the like."""
    head, tail = written[:-2], written[-2:]
    return _SHORT_COURT_NAMES.get(written) or head + _SHORT_COURT_NAMES.get(tail, tail)


def _find_court_fault(court: str, code: str, year: int) -> str | None:
    """Report a case code that the court does not use."""
    needed = _LEVELS.get(code)
    level = _HIGH_COURTS.get(court, "lower")
    if needed is None or needed == level or (code == "누" and year <= _REFORM):
        return None
    if needed == "patent" or (needed == "lower" and level == "patent"):
        return None if level == "patent" else f"{code} is a case of 특허법원, not of {court}"
    names = {"supreme": "대법원", "constitutional": "헌법재판소", "lower": "a lower court"}
    return f"{code} is a case of {names[needed]}, not of {court}"


@dataclass(frozen=True, slots=True)
class _CaseFrame:
    """Court and date before a case number."""

    start: int
    court: str | None
    date: tuple[int, int, int] | None
    pronounced: bool


def find_korean_cases(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every case; numbers joined by one decision are one citation."""
    for paragraph in find_paragraphs(scene, _TRIGGER):
        done = 0
        for found in _CASE.finditer(paragraph.text):
            if found.start() < done:
                continue
            frame = _read_frame(paragraph.text, found.start(), done)
            if _is_case(paragraph.text, found, frame):
                case, done = _make_case(paragraph, found, frame)
                yield case


def _read_frame(text: str, start: int, floor: int) -> _CaseFrame:
    low = max(floor, start - _REACH)
    found = _BEFORE.search(text[low:start])
    if found is None or not found[0].strip(" -"):
        return _CaseFrame(start, None, None, pronounced=False)
    court = _full_court_name(found["court"]) if found["court"] else None
    day = [found[name] or found[f"{name}2"] for name in ("decided", "month", "day")] if found["date"] else []
    date = (int(day[0]), int(day[1]), int(day[2])) if day else None
    lead = len(found[0]) - len(found[0].lstrip())
    if not court and not found["act"]:
        return _CaseFrame(start, None, None, pronounced=False)
    return _CaseFrame(low + found.start() + lead, court, date, pronounced=bool(found["act"]))


def _is_case(text: str, found: re.Match[str], frame: _CaseFrame) -> bool:
    """Check that a number is a case, unlike "10도 30" and "2024도 3"; without court or date it needs the full form."""
    if len(found["year"]) == len("95") and int(found["year"]) < _CENTURY_TURN:
        return False
    if frame.court or frame.pronounced or _DECISION.match(text, found.end()):
        return True
    if len(found["year"]) == len("95") or " " in found[0]:
        return False
    if len(found["serial"]) >= _SURE_SERIAL or len(found["code"]) > 1:
        return True
    return bool(_NEAR.search(text[max(0, found.start() - _AROUND) : found.end() + _AROUND]))


def _make_case(paragraph: LawParagraph, found: re.Match[str], frame: _CaseFrame) -> tuple[FoundCitation, int]:
    text = paragraph.text
    year = found["year"] if len(found["year"]) > len("95") else "19" + found["year"]
    parts = {"number": f"{found['year']}{found['code']}{found['serial']}", "code": found["code"], "year": year}
    joined, end = _read_joined(text, found, frame)
    parts |= {"joined": "; ".join(joined)} if joined else {}
    parts |= {"court": frame.court} if frame.court else {}
    parts |= {"date": "{:04d}-{:02d}-{:02d}".format(*frame.date)} if frame.date else {}
    if decision := _DECISION.match(text, end):
        parts["decision"] = " ".join(filter(None, (decision["bench"], decision["decision"])))
        end = decision.end()
    span = paragraph.span(frame.start, end)
    return FoundCitation("kr-case", span, parts["number"], parts=parts, fault=_find_fault(parts, frame)), end


def _read_joined(text: str, found: re.Match[str], frame: _CaseFrame) -> tuple[list[str], int]:
    """Read further numbers of the same case, which needs a date or (병합)."""
    numbers: list[str] = []
    end = _skip_merged(text, found.end())
    merged = end > found.end()
    at = end
    while more := _MORE.match(text, at):
        number = more["number"]
        numbers.append(number if not number.isdigit() else f"{found['year']}{found['code']}{number}")
        at = _skip_merged(text, more.end())
        merged = merged or at > more.end()
    return (numbers, at) if numbers and (merged or frame.pronounced) else ([], end)


def _skip_merged(text: str, at: int) -> int:
    found = _MERGED.match(text, at)
    return found.end() if found else at


def _find_fault(parts: dict[str, str], frame: _CaseFrame) -> str | None:
    if frame.date:
        decided, month, day = frame.date
        if not (1 <= month <= _MONTHS and 1 <= day <= _DAYS):
            return f"{decided}. {month}. {day}. is not a date"
        if int(parts["year"]) > decided:
            return f"filed in {parts['year']}, but decided in {decided}"
    year = frame.date[0] if frame.date else int(parts["year"])
    level = _LEVELS.get(parts["code"], "lower")
    court = frame.court or next((name for name, own in _HIGH_COURTS.items() if own == level), "")
    fault = _find_court_fault(frame.court, parts["code"], int(parts["year"])) if frame.court else None
    return fault or (find_term_fault(court, year) if frame.date or not frame.court else None)
