"""Shapes that the services of law send now and then: none of them makes a right citation a wrong one."""

from typing import Any

import pytest
from tests.resolve.fake_web import Answer, FakeWeb
from tests.resolve.law_citations import TODAY, cite

from citevet.resolve.law import LAW_LOOK_UPS

LOOKUP, FULL = ("courtlistener", "/api/rest/v4/citation-lookup/"), ("ecfr", "/api/versioner/v1/full/")
TITLES: dict[tuple[str, str], Answer] = {
    ("ecfr", "/api/versioner/v1/titles.json"): {
        "titles": [
            {"number": number, "up_to_date_as_of": "2026-11-10", "reserved": number == 35} for number in (17, 35)
        ]
    }
}
SECTION = '<DIV8 N="§ 240.10b-5" TYPE="SECTION"><HEAD>§ 240.10b-5 Devices.</HEAD></DIV8>'
LII = "<html><title>42 U.S. Code § 300gg–4 - Prohibiting discrimination | LII</title></html>"
REFUSED = {"result": "사용자 정보 검증에 실패하였습니다.", "msg": "도메인주소를 등록해 주세요."}
JUDGMENT = (
    '<akomaNtoso><judgment><FRBRWork><FRBRname value="R (Smith) v Jones"/></FRBRWork>'
    "<cite>[2019] EWHC 0456 (Admin)</cite></judgment></akomaNtoso>"
)
ORDER = (
    '<Legislation IdURI="http://www.legislation.gov.uk/id/uksi/2011/2260"><Metadata><title>The Equality Act 2010 '
    '(Specific Duties) Regulations 2011</title></Metadata><Contents><ContentsItem ContentRef="regulation-1">'
    "<ContentsNumber>1</ContentsNumber></ContentsItem></Contents></Legislation>"
)


def _clusters(*names: str) -> list[Any]:
    cases = [{"id": at, "case_name": name, "date_filed": "1976-07-06"} for at, name in enumerate(names)]
    return [{"citation": "427 U.S. 115", "status": 300, "clusters": cases}]


@pytest.mark.parametrize(
    ("text", "table", "existence"),
    [
        (
            "427 U.S. 115",
            {LOOKUP: _clusters("Cantor v. Detroit Edison Co.", "Cantor v. Detroit Edison Company")},
            "found",
        ),
        ("427 U.S. 115", {LOOKUP: _clusters("Cantor v. Detroit Edison Co.", "Cantor v. Illinois")}, "ambiguous"),
        ("17 C.F.R. § 240.10b-5", {**TITLES, FULL: SECTION}, "found"),
        ("35 C.F.R. § 253.8", TITLES, "unchecked"),  # the Panama Canal had its own title until 1999
        ("42 U.S.C. § 300gg-4", {("govinfo", "/"): 404, ("lii", "/uscode/text/42/300gg-4"): LII}, "found"),
        ("민법 제1조", {("lawgokr", "/"): REFUSED}, "unchecked"),
        ("R (Smith) v Jones [2019] EWHC 456 (Admin)", {("findcaselaw", "/"): JUDGMENT}, "found"),
        ("the Specific Duties Regulations 2011, SI 2011/2260", {("legislation_uk", "/"): ORDER}, "found"),
        ("the Badger Regulations 2011, SI 2011/2260", {("legislation_uk", "/"): ORDER}, "mismatched"),
    ],
)
async def test_odd_law_answer(text: str, table: dict[tuple[str, str], Answer], existence: str) -> None:
    """Copies of a decision, signs before numbers, dashes, reserved titles, zeros and short titles are read as meant."""
    citation = cite(text)
    found = await LAW_LOOK_UPS[citation.kind](citation, FakeWeb(table), TODAY)
    assert found.existence == existence
    assert (found.reason is None) == (existence != "unchecked")
    if text.startswith("민법"):
        assert "LAW_GO_KR_OC" in found.why
