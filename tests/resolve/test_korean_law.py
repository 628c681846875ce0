"""Korean statutes, ordinances and decisions, with the traps of law.go.kr and of citation-auditor by name."""

from dataclasses import replace
from datetime import date
from json import dumps
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.emulator.lawgokr import PRIVACY, law, search
from tests.resolve.emulated_web import EmulatedWeb
from tests.resolve.json_values import JSON, damaged
from tests.resolve.law_citations import TODAY, cite

from citevet.model import Lookup, Record, Reply
from citevet.resolve.law import LAW_LOOK_UPS
from citevet.resolve.law.korea import choose_version, compare_cases, read_provision, read_version
from citevet.resolve.law.korea_articles import read_answer, read_rows


async def look_up(text: str, when: date = TODAY) -> Lookup:
    """Look up the first legal citation of a text."""
    citation = cite(text)
    return await LAW_LOOK_UPS[citation.kind](citation, EmulatedWeb(), when)


@pytest.mark.parametrize(
    "text",
    [
        "「개인정보 보호법」 제3조 제1항 제1호에 따른다.",
        "개인정보 보호법 제3조의2 제1항에 따른다.",
        "개인정보 보호법 제2조 제2호 가목에 따른다.",
        "개인정보 보호법 제3조 제2항 제2호의2에 따른다.",
        "개인정보 보호법 제3조(수집·이용)에 따른다.",
        "개인정보 보호법 부칙 제2조에 따른다.",
        "개인정보 보호법 별표 1에 따른다.",
        "개인정보 보호법 제15조 제1항 제2호에 따른다.",
        "민법 제103조에 따른다.",
        "「서울특별시 청소년 보호 조례」 제1조의2 제2항에 따른다.",
    ],
)
async def test_existing_places_are_found(text: str) -> None:
    """조, 항, 호, 목, 부칙, 별표 and ordinances are found down to the last item."""
    found = await look_up(text)
    assert (found.existence, found.flags) == ("found", ()), found.why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("민법 제103조 제2항에 따른다.", "there is no 제2항"),  # 제103조 has no 항
        ("개인정보 보호법 제99조에 따른다.", "개인정보 보호법 has 제1조 to 제76조"),
        ("개인정보 보호법 제3조의9에 따른다.", "there is no 제3조의9"),
        ("개인정보 보호법 제3조 제3항에 따른다.", "제1항 to 제2항"),
        ("개인정보 보호법 제3조 제2항 제7호에 따른다.", "제1호 to 제2호의2"),
        ("개인정보 보호법 제2조 제2호 다목에 따른다.", "가목"),
        ("개인정보 보호법 부칙 제9조에 따른다.", "부칙 제1조 to 부칙 제2조"),
    ],
)
async def test_absent_places_are_missing(text: str, why: str) -> None:
    """The reason shows the existing range."""
    found = await look_up(text)
    assert found.existence == "missing"
    assert why in found.why


async def test_another_heading_is_a_mismatch() -> None:
    """A real article with the heading of another is reported with both."""
    found = await look_up("개인정보 보호법 제1조(손해배상)에 따른다.")
    assert found.existence == "mismatched"
    assert "목적" in found.why
    assert "손해배상" in found.why


@pytest.mark.parametrize(
    ("text", "when", "flags"),
    [
        ("개인정보 보호법 제4조에 따른다.", TODAY, ("repealed",)),
        ("개인정보 보호법 제5조에 따른다.", TODAY, ("prospective",)),
        ("개인정보 보호법 제5조에 따른다.", date(2027, 1, 1), ()),
        ("「저탄소 녹색성장 기본법」 제1조에 따른다.", TODAY, ("repealed",)),
        ("「저탄소 녹색성장 기본법」 제1조에 따른다.", date(2021, 6, 1), ()),
    ],
)
async def test_laws_are_flagged_at_the_date_of_the_document(text: str, when: date, flags: tuple[str, ...]) -> None:
    """Deleted articles, articles to come and repealed laws are found, and flagged at the date of the document."""
    found = await look_up(text, when)
    assert (found.existence, found.flags) == ("found", flags), found.why


async def test_a_moved_article_is_renumbered() -> None:
    """The former number is in the notice."""
    found = await look_up("개인정보 보호법 제6조에 따른다.")
    assert found.record
    assert [notice.kind for notice in found.record.notices] == ["renumbered"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("특허법 제1조에 따른다.", "blocked"),  # a web page with status 200
        ("형법 제1조에 따른다.", "blocked"),  # the key is refused with status 200
        ("세무사법 제1조에 따른다.", "abstained"),  # an unrelated law is not a hit
        ("근로기준법 제1조에 따른다.", "abstained"),  # no such name
        ("대법원 2019. 1. 1. 선고 2019도99999 판결", "abstained"),  # not in the selection
    ],
)
async def test_no_failure_is_a_verdict(text: str, reason: str) -> None:
    """What the service refuses or does not know stays unchecked."""
    found = await look_up(text)
    assert (found.existence, found.reason) == ("unchecked", reason)


async def test_trap_like_search_needs_the_whole_name() -> None:
    """난민법 contains 민법 and comes first, but is another law."""
    found = await look_up("민법 제1조에 따른다.")
    assert found.record
    assert found.record.title == "민법"


async def test_trap_alphabetical_order_hides_the_law() -> None:
    """상법 comes after a hundred laws whose names contain it, on the second page."""
    found = await look_up("상법 제1조에 따른다.")
    assert found.record
    assert found.record.title == "상법"


async def test_trap_renamed_law_is_not_repealed() -> None:
    """A name that only old versions have may be that of a law in force under another name."""
    found = await look_up("「정보통신망 옛법」 제1조에 따른다.")
    assert (found.existence, found.flags) == ("found", ())
    assert found.record
    assert [notice.kind for notice in found.record.notices] == ["renumbered"]


async def test_trap_law_to_come_is_prospective() -> None:
    """A law that is promulgated and not in force is only among the versions."""
    found = await look_up("「새로운 법」 제1조에 따른다.")
    assert (found.existence, found.flags) == ("found", ("prospective",))


async def test_trap_month_is_not_a_case() -> None:
    """In "2024년 3월 시행된 개인정보 보호법 제15조" there is a statute and no case."""
    text = "2024년 3월 시행된 개인정보 보호법 제15조에 따른다."
    assert cite(text).kind == "kr-statute"
    assert (await look_up(text)).existence == "found"


async def test_trap_branch_article_keeps_its_branch() -> None:
    """제3조의2 is not 제3조: it has one 항."""
    assert (await look_up("개인정보 보호법 제3조의2 제2항에 따른다.")).existence == "missing"
    assert (await look_up("개인정보 보호법 제3조 제2항에 따른다.")).existence == "found"
    assert (await look_up("개인정보 보호법 제28조의2에 따른다.")).existence == "found"
    assert (await look_up("개인정보 보호법 제28조의12에 따른다.")).existence == "missing"


@pytest.mark.parametrize(
    "text",
    [
        "대법원 2024. 5. 9. 선고 2023다302036 판결",
        "대법원 2024. 5. 9. 선고 2023다302043 판결",
        "헌법재판소 2008. 7. 31. 선고 2004헌마1010 결정",
        "부산지방법원 2011. 2. 2. 선고 2010가합1234 판결",
        "서울행정법원 2011. 3. 3. 선고 2010구합555 판결",
        "대법원 2013. 4. 4. 선고 2012두777 판결",
    ],
)
async def test_decisions_are_found(text: str) -> None:
    """Court and date agree; joined numbers and constitutional cases count, and no key is in the record."""
    citation = cite(text)
    found = await LAW_LOOK_UPS[citation.kind](citation, EmulatedWeb(), TODAY)
    assert found.existence == "found", found.why
    assert "secret" not in repr(found)


async def test_trap_real_number_of_another_court_is_a_mismatch() -> None:
    """A real number with another date is reported with both."""
    found = await look_up("대법원 2023. 5. 9. 선고 2023다302036 판결")
    assert found.existence == "mismatched"
    assert "2024-05-09" in found.why
    assert [(one.type, one.claim, one.source) for one in found.differences] == [("date", "2023-05-09", "2024-05-09")]


async def test_one_number_at_several_courts_is_ambiguous() -> None:
    """Without a court, the number of a lower court is ambiguous."""
    found = await look_up("2010가합1234 판결에서 법원은 이를 인정하였다.")
    assert found.existence == "ambiguous"
    assert [case.venue for case in found.candidates] == ["서울중앙지방법원", "부산지방법원"]


def test_version_of_a_day() -> None:
    """The version of the document's date is chosen, and a law of the future is prospective."""
    rows = [
        law("가법", "1", "20200101", "연혁"),
        law("가법", "1", "20240101"),
        law("가법", "1", "20270101", "시행예정"),
    ]
    versions = [read_version(row, "eflaw") for row in rows]
    assert choose_version(versions, date(2021, 1, 1))[0].starts == "2020-01-01"
    assert choose_version(versions, TODAY) == (versions[1], ())
    assert choose_version(versions[2:], TODAY)[1][0].kind == "prospective"
    assert choose_version([replace(versions[2], change="일부개정")], TODAY)[1] == ()  # what is amended was there before


@given(answer=damaged(PRIVACY), cited=st.sampled_from(["", "1", "3의2", "99", "별표 1"]), addenda=st.booleans())
def test_any_value_in_any_field(answer: Any, cited: str, *, addenda: bool) -> None:
    """No value raises."""
    if isinstance(answer, dict):
        parts = {"article": cited, "paragraph": "1", "item": "1"} if cited else {}
        found = read_provision(answer, parts, Record("lawgokr", "1"), TODAY, addenda=addenda)
        assert found.existence in {"found", "missing", "unchecked", "mismatched"}


@given(damaged(search({"target": "prec"}, "2010가합1234")) | JSON)
def test_any_search_answer(answer: Any) -> None:
    """No search answer raises, and none that has no such row is a decision."""
    fields = read_answer(Reply("", 200, data=dumps(answer).encode()))
    assert isinstance(fields, Lookup | dict)
    rows = read_rows(answer) if isinstance(answer, dict) else ([], 0)
    if not isinstance(rows, Lookup):
        assert compare_cases(rows[0], "2010나9", "", "").existence == "unchecked"
        compare_cases(rows[0], "2010가합1234", "부산지방법원", "2011-02-02")
        for row in rows[0]:
            read_version(row, "law")
