"""Korean cases: court, date, number and kind of decision; only case codes that the courts use."""

from collections.abc import Iterator
from dataclasses import dataclass
from re import Match
from re import compile as pattern

from citevet.extract.forms.law.korean_courts import CODES, court_name, disagreement
from citevet.extract.forms.law.paragraph import Paragraph, paragraphs
from citevet.extract.found import Found
from citevet.extract.scene import Scene

_CODE = "|".join(CODES)
_TRIGGER = pattern(rf"\d{{2}}[ -]?(?:{_CODE})[ -]?\d")

_NUMBER = rf"(?P<year>(?:19|20)\d\d|\d\d)(?P<gap>[ -]?)(?P<code>{_CODE})[ -]?(?P<serial>\d{{1,7}})"
_CASE = pattern(
    rf"(?<![\w./=&?#%])(?:(?<=[가-힣]-)|(?<!-)){_NUMBER}(?![\d%]|[.,]\d|년|월|일|개|명|원|도 |분|시|층|위|번|살|세)"
)
_MORE = pattern(
    rf"(?:, ?|·|ㆍ|및 ?| 및 )(?P<number>(?:(?:(?:19|20)\d\d|\d\d)(?:{_CODE}))?\d{{1,7}})(?!\d|\.|년|월|일|개|명|원)"
)
_MERGED = pattern(r" ?\((?:병합|반소|참가|본소)(?:[,·ㆍ] ?(?:병합|반소|참가|본소))*\)")
_DECISION = pattern(r"\s?(?P<bench>전원합의체|전원재판부)?\s?(?P<decision>판결|결정|명령|심판)")

_COURT = r"(?P<court>[가-힣]{2,8}(?:법원|고법|지법|가법|행법)(?: ?[가-힣]{2,4}지원)?|대법원|대법|헌법재판소|헌재)"
_DATE = (
    r"(?P<date>(?P<decided>\d{4}) ?\. ?(?P<month>\d{1,2}) ?\. ?(?P<day>\d{1,2}) ?\.?"
    r"|(?P<decided2>\d{4})년 ?(?P<month2>\d{1,2})월 ?(?P<day2>\d{1,2})일)"
)
_BEFORE = pattern(
    rf"(?<![가-힣])(?:{_COURT}(?:은|는|의|이|도)?[ -]?)?"
    rf"(?:(?<!\d){_DATE} ?(?P<act>선고|자|고지)?(?:된|한)? ?)?(?:사건 ?)?$"
)
_NEAR = pattern(r"법원|선고|판결|결정|판례|사건|헌재|판시|판단|소송")

_REACH = 60
_AROUND = 25  # characters within which a word of the courts makes a short number a case
_SURE_SERIAL = 3  # a serial of three digits or more needs no such word: 2017다226629
_MONTHS, _DAYS = 12, 31
_CENTURY_TURN = 45  # two-digit years run from 1945 to 1999


@dataclass(frozen=True, slots=True)
class _Frame:
    """What stands before a number: court and date."""

    start: int
    court: str | None
    date: tuple[int, int, int] | None
    pronounced: bool


def find(scene: Scene) -> Iterator[Found]:
    """Yield every case; numbers that one decision joins are one citation."""
    if scene.prose.isascii():  # a flag of the string: no search
        return
    for paragraph in paragraphs(scene, _TRIGGER):
        done = 0
        for found in _CASE.finditer(paragraph.text):
            if found.start() < done:
                continue
            frame = _frame(paragraph.text, found.start(), done)
            if _is_case(paragraph.text, found, frame):
                case, done = _cited(paragraph, found, frame)
                yield case


def _frame(text: str, start: int, floor: int) -> _Frame:
    low = max(floor, start - _REACH)
    found = _BEFORE.search(text[low:start])
    if found is None or not found[0].strip(" -"):
        return _Frame(start, None, None, pronounced=False)
    court = court_name(found["court"]) if found["court"] else None
    day = [found[name] or found[f"{name}2"] for name in ("decided", "month", "day")] if found["date"] else []
    date = (int(day[0]), int(day[1]), int(day[2])) if day else None
    lead = len(found[0]) - len(found[0].lstrip())
    if not court and not found["act"]:
        return _Frame(start, None, None, pronounced=False)
    return _Frame(low + found.start() + lead, court, date, pronounced=bool(found["act"]))


def _is_case(text: str, found: Match[str], frame: _Frame) -> bool:
    """Tell a case from "10도 30" and "2024도 3": without court or date the number must look the part."""
    if len(found["year"]) == len("95") and int(found["year"]) < _CENTURY_TURN:
        return False
    if frame.court or frame.pronounced or _DECISION.match(text, found.end()):
        return True
    if len(found["year"]) == len("95") or " " in found[0]:
        return False
    if len(found["serial"]) >= _SURE_SERIAL or len(found["code"]) > 1:
        return True
    return bool(_NEAR.search(text[max(0, found.start() - _AROUND) : found.end() + _AROUND]))


def _cited(paragraph: Paragraph, found: Match[str], frame: _Frame) -> tuple[Found, int]:
    text = paragraph.text
    year = found["year"] if len(found["year"]) > len("95") else "19" + found["year"]
    parts = {"number": f"{found['year']}{found['code']}{found['serial']}", "code": found["code"], "year": year}
    joined, end = _joined(text, found, frame)
    parts |= {"joined": "; ".join(joined)} if joined else {}
    parts |= {"court": frame.court} if frame.court else {}
    parts |= {"date": "{:04d}-{:02d}-{:02d}".format(*frame.date)} if frame.date else {}
    if decision := _DECISION.match(text, end):
        parts["decision"] = " ".join(filter(None, (decision["bench"], decision["decision"])))
        end = decision.end()
    span = paragraph.span(frame.start, end)
    return Found("kr-case", span, parts["number"], parts=parts, fault=_fault(parts, frame)), end


def _joined(text: str, found: Match[str], frame: _Frame) -> tuple[list[str], int]:
    """Read further numbers, which are one case only where the decision says so: a date, or (병합)."""
    numbers: list[str] = []
    end = _past_merged(text, found.end())
    merged = end > found.end()
    at = end
    while more := _MORE.match(text, at):
        number = more["number"]
        numbers.append(number if not number.isdigit() else f"{found['year']}{found['code']}{number}")
        at = _past_merged(text, more.end())
        merged = merged or at > more.end()
    return (numbers, at) if numbers and (merged or frame.pronounced) else ([], end)


def _past_merged(text: str, at: int) -> int:
    found = _MERGED.match(text, at)
    return found.end() if found else at


def _fault(parts: dict[str, str], frame: _Frame) -> str | None:
    if frame.date:
        decided, month, day = frame.date
        if not (1 <= month <= _MONTHS and 1 <= day <= _DAYS):
            return f"{decided}. {month}. {day}. is no date"
        if int(parts["year"]) > decided:
            return f"filed in {parts['year']}, but decided in {decided}"
    return disagreement(frame.court, parts["code"], int(parts["year"])) if frame.court else None
