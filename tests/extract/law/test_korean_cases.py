"""Tests of Korean cases."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.law.korean_cases import find_korean_cases
from citevet.extract.masked_text import FoundCitation, MaskedText

At = Callable[..., list[tuple[int, int, str]]]
FoundIn = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[FoundCitation]]
Placed = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[tuple[int, int, str]]]


@pytest.mark.parametrize(
    ("text", "surface", "normal"),
    [
        ("대법원 2019. 5. 16. 선고 2017다226629 판결은", "대법원 2019. 5. 16. 선고 2017다226629 판결", "2017다226629"),
        (
            "(대법원 2018. 10. 30. 선고 2013다61381 전원합의체 판결)",
            "대법원 2018. 10. 30. 선고 2013다61381 전원합의체 판결",
            "2013다61381",
        ),
        ("대법원 2007.7.26. 선고 2007다29119.", "대법원 2007.7.26. 선고 2007다29119", "2007다29119"),
        ("서울고등법원 2012누5672에서", "서울고등법원 2012누5672", "2012누5672"),
        (
            "헌법재판소 2004. 9. 23. 선고 2003헌마19 결정",
            "헌법재판소 2004. 9. 23. 선고 2003헌마19 결정",
            "2003헌마19",
        ),
        ("헌재 2003헌마409, 2001헌마788(병합)", "헌재 2003헌마409, 2001헌마788(병합)", "2003헌마409"),
        ("대법원 1995. 11. 14. 선고 95다12345 판결", "대법원 1995. 11. 14. 선고 95다12345 판결", "95다12345"),
        ("대법원-2023-다-302036", "대법원-2023-다-302036", "2023다302036"),
        ("사건번호는 2017다226629이다", "2017다226629", "2017다226629"),
        ("수원지법 성남지원 2018가단12345", "수원지법 성남지원 2018가단12345", "2018가단12345"),
        (
            "*대법원* 2019. 5. 16. 선고\n2017다226629 판결",
            "대법원* 2019. 5. 16. 선고\n2017다226629 판결",
            "2017다226629",
        ),
        ("서울행정법원 2019구합1234 판결", "서울행정법원 2019구합1234 판결", "2019구합1234"),
        ("2020헌바12 사건", "2020헌바12", "2020헌바12"),
    ],
)
def test_case_with_court_date_and_decision(text: str, surface: str, normal: str, at: At, placed: Placed) -> None:
    """Court, date and decision around the number belong to the citation."""
    assert at(text, (surface, normal)) == placed(find_korean_cases, text)


def test_parts_of_a_case(found_in: FoundIn) -> None:
    """Court, date, number, code, filing year and kind of decision are separate parts."""
    (one,) = found_in(find_korean_cases, "대법원 2018. 10. 30. 선고 2013다61381 전원합의체 판결")
    assert {
        "number": "2013다61381",
        "code": "다",
        "year": "2013",
        "court": "대법원",
        "date": "2018-10-30",
        "decision": "전원합의체 판결",
    } == one.parts


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("헌재 2003헌마409, 2001헌마788(병합)", "2001헌마788"),
        ("대법원 2010. 2. 3. 선고 2008다12345, 12352 판결", "2008다12352"),
    ],
)
def test_joined_numbers_are_one_decision(text: str, joined: str, found_in: FoundIn) -> None:
    """A decision on several cases is one work."""
    assert [joined] == [one.parts["joined"] for one in found_in(find_korean_cases, text)]


def test_listed_numbers_are_several_cases(at: At, placed: Placed) -> None:
    """Without a date or (병합) each number is its own citation."""
    text = "2017다226629, 2018다200001"
    assert at(text, ("2017다226629", "2017다226629"), ("2018다200001", "2018다200001")) == placed(
        find_korean_cases, text
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("서울고등법원 2012다5672 판결", "다 is a case of 대법원, not of 서울고등법원"),
        ("대법원 2019가합1234 판결", "가합 is a case of a lower court, not of 대법원"),
        ("대법원 2003헌마19 결정", "헌마 is a case of 헌법재판소, not of 대법원"),
        ("헌재 2017다226629", "다 is a case of 대법원, not of 헌법재판소"),
        ("대법원 2019허1234", "허 is a case of 특허법원, not of 대법원"),
        ("대법원 2019. 5. 16. 선고 2021다226629 판결", "filed in 2021, but decided in 2019"),
        ("대법원 2019. 13. 16. 선고 2017다226629 판결", "2019. 13. 16. is not a date"),
        ("대법원 97누1234 판결", None),
        ("대법원 2005누1234 판결", "누 is a case of a lower court, not of 대법원"),
        ("특허법원 2018. 1. 2. 선고 2017나1234 판결", None),
        ("대법원 2017다226629 판결", None),
    ],
)
def test_court_code_and_years_must_agree(text: str, fault: str | None, found_in: FoundIn) -> None:
    """The code shows the level of the court; until 1998 the Supreme Court heard 누."""
    assert [fault] == [one.fault for one in found_in(find_korean_cases, text)]


@pytest.mark.parametrize(
    "text",
    [
        "2024년 3월 시행된 개인정보 보호법 제15조",
        "매출 1000억원2024, 1000억원2024다1",
        "2024도 3월에는, 10도30분, 2024도 5",
        "2024나 5, 2018나1 정도",
        "25다1234",
        "https://glaw.scourt.go.kr/2017다226629",
        "`2017다226629`",
        "2017냐226629",
    ],
)
def test_no_korean_case(text: str, placed: Placed) -> None:
    """Dates, sums, degrees and unknown codes are not cases."""
    assert [] == placed(find_korean_cases, text)


def test_korean_case_repetition_is_linear(found_in: FoundIn) -> None:
    """200 kB of the worst repetition ends quickly."""
    assert [] == found_in(find_korean_cases, "2017다1 " * 25_000)
    assert 1 == len(found_in(find_korean_cases, "대법원 " * 50_000 + "2017다226629"))
