"""Korean decisions at law.go.kr by their number; it has a selection, so a number that it lacks proves nothing."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from citevet.contracts import Web
from citevet.model import Citation, Difference, Lookup, Record
from citevet.resolve.law.korea_answers import LABEL, SITE, read_answer, read_day, read_rows, squeeze
from citevet.resolve.service_answers import not_known, text_at, years_in
from citevet.text.patterns import lazy_pattern

_NUMBERS = lazy_pattern(r"\d{2,4}\s?[가-힣]{1,4}\s?\d{1,7}")
_CONSTITUTIONAL_COURT = "헌법재판소"
_MOST_CANDIDATES = 5


async def look_up_korean_case(citation: Citation, web: Web, when: date) -> Lookup:
    """Look up a decision by its number, and compare court and date."""
    del when  # a decision does not change
    number = citation.parts.get("number", "")
    target = "detc" if citation.parts.get("code", "").startswith("헌") else "prec"
    asked = {"target": target, "type": "JSON", "nb": number, "display": "100"}
    answer = read_answer(await web.ask("lawgokr", "/DRF/lawSearch.do", params=asked))
    rows = answer if isinstance(answer, Lookup) else read_rows(answer)
    if isinstance(rows, Lookup):
        return rows
    return compare_cases(rows[0], number, citation.parts.get("court", ""), citation.parts.get("date", ""))


def compare_cases(rows: Sequence[dict[str, Any]], number: str, court: str, day: str) -> Lookup:
    """Return the decision with the number, if its court and date are those of the citation."""
    same = [row for row in rows if squeeze(number) in map(squeeze, _NUMBERS.findall(text_at(row, "사건번호")))]
    cases = [_read_case(row, number) for row in same]
    if not cases:
        return not_known(f"{LABEL}, which has a selection of decisions,", number)
    agreeing = [case for row, case in zip(same, cases, strict=True) if _agrees(row, case, court, day)]
    if not agreeing:
        told = ", ".join(filter(None, (court, day)))
        why = f"{number} is a decision of {_describe(same[0], cases[0])}, not of {told}"
        return Lookup(
            "mismatched",
            why=why,
            record=cases[0],
            candidates=tuple(cases[:_MOST_CANDIDATES]),
            differences=tuple(_find_differences(same[0], cases[0], court, day)),
        )
    if len({case.venue for case in agreeing}) > 1:
        why = f"several courts have a case {number}"
        return Lookup("ambiguous", why=why, candidates=tuple(agreeing[:_MOST_CANDIDATES]))
    return Lookup("found", record=agreeing[0])


def _decided(row: dict[str, Any]) -> str:
    return read_day(row, "선고일자") or read_day(row, "종국일자")


def _read_case(row: dict[str, Any], number: str) -> Record:
    serial, kind = text_at(row, "판례일련번호"), "prec"
    if not serial:
        serial, kind = text_at(row, "헌재결정례일련번호"), "detc"
    return Record(
        "lawgokr",
        number,
        type="case",
        title=text_at(row, "사건명"),
        years=years_in(_decided(row)),
        venue=text_at(row, "법원명") or (_CONSTITUTIONAL_COURT if kind == "detc" else ""),
        url=f"{SITE}/{kind}InfoP.do?{kind}Seq={serial}" if serial.isdecimal() else SITE,
        language="ko",
    )


def _agrees(row: dict[str, Any], case: Record, court: str, day: str) -> bool:
    """Compare court and date; what either side leaves out agrees."""
    ours, theirs = squeeze(court), squeeze(case.venue)
    same_court = not ours or not theirs or ours.startswith(theirs) or theirs.startswith(ours)
    return same_court and (not day or not _decided(row) or day == _decided(row))


def _find_differences(row: dict[str, Any], case: Record, court: str, day: str) -> Iterator[Difference]:
    if court and case.venue and not _agrees(row, case, court, ""):
        yield Difference("court", court, case.venue)
    if day and _decided(row) and day != _decided(row):
        yield Difference("date", day, _decided(row))


def _describe(row: dict[str, Any], case: Record) -> str:
    return ", ".join(filter(None, (case.venue, _decided(row)))) or "another court"
