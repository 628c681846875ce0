"""law.go.kr: a search by parts of names, laws down to 목, ordinances, decisions, and its refusals with status 200."""

from collections.abc import Sequence
from typing import Any

from tests.emulator.server import Request, Response

NAME = "lawgokr"
REFUSAL = "<?xml version='1.0' encoding='UTF-8'?><Response><result>실패</result><msg>사용자 정보 검증</msg></Response>"
PAGE = "<!DOCTYPE html><html><script>location.assign('/')</script></html>"


def law(name: str, number: str, starts: str = "20240315", status: str = "현행", **more: str) -> dict[str, str]:
    """Return one row of a search."""
    row = {"법령명한글": name, "법령ID": number, "법령일련번호": f"9{number}", "시행일자": starts}
    return {**row, "현행연혁코드": status, **more}


def article(number: str, heading: str = "", **more: Any) -> dict[str, Any]:
    """Return one article."""
    return {"조문번호": number, "조문여부": "조문", "조문제목": heading, "조문내용": f"제{number}조({heading})", **more}


ITEMS = [{"호번호": f"{number}."} for number in range(1, 8)]
PRIVACY = {
    "법령": {
        "기본정보": {"법령명_한글": "개인정보 보호법", "법령ID": "011357", "시행일자": "20240315"},
        "조문": {
            "조문단위": [
                {"조문번호": "1", "조문여부": "전문", "조문내용": "제1장 총칙"},
                article("1", "목적"),
                article("2", "정의", 항={"호": [{"호번호": "1."}, {"호번호": "2.", "목": [{"목번호": "가."}]}]}),
                article(
                    "3",
                    "수집ㆍ이용",
                    항=[
                        {"항번호": "① ", "호": {"호번호": "1.", "호내용": "1. 동의"}},
                        {"항번호": "②", "호": [{"호번호": "1."}, {"호번호": "2."}, {"호번호": "2의2."}]},
                    ],
                ),
                article("3", "가명정보의 처리", 조문가지번호="2", 항={"항번호": "①"}),
                {"조문번호": "4", "조문여부": "조문", "조문내용": "제4조 삭제 <2020. 2. 4.>"},
                article("5", "자동화된 결정", 조문시행일자="20270101"),
                article("6", "벌칙", 조문이동이전="5"),
                *(article(str(number)) for number in range(7, 15)),
                article(
                    "15", "개인정보의 수집ㆍ이용", 항=[{"항번호": "①", "호": ITEMS}, {"항번호": "②"}, {"항번호": "③"}]
                ),
                *(article(str(number)) for number in range(16, 29)),
                *(article("28", 조문가지번호=str(number)) for number in range(2, 12)),
                *(article(str(number)) for number in range(29, 77)),
            ]
        },
        "부칙": {"부칙단위": {"부칙내용": [["부칙", "제1조(시행일) 이 법은", "제2조(경과조치) 종전의"]]}},
        "별표": {"별표단위": {"별표번호": "0001", "별표가지번호": "00", "별표구분": "별표"}},
    }
}
CIVIL = {
    "법령": {
        "기본정보": {"법령명_한글": "민법"},
        "조문": {"조문단위": [article(str(number)) for number in range(1, 1119)]},
    }
}
ORDINANCE = {
    "LawService": {
        "조문": {
            "조": [
                {"조문번호": "000100", "조제목": "목적", "조내용": "제1조(목적) 이 조례는"},
                {"조문번호": "000102", "조내용": "제1조의2(정의) ① 이 ② 저"},
            ]
        }
    }
}
# Rows by target: the key of the container, the key of the rows, the field that is searched, the rows.
SEARCHES: dict[str, tuple[str, str, str, Sequence[dict[str, str]]]] = {
    "law": (
        "LawSearch",
        "law",
        "법령명한글",
        [
            law("개인정보 보호법", "011357"),
            law("난민법", "000001"),
            law("민법", "001706"),
            law("변호사법", "000003"),
            *(law(f"가상법 제{number:03d}호", f"9{number}") for number in range(120)),
            law("상법", "001702"),
        ],
    ),
    "eflaw": (
        "LawSearch",
        "law",
        "법령명한글",
        [
            law("저탄소 녹색성장 기본법", "011134", "20220325", "연혁"),
            law("저탄소 녹색성장 기본법", "011134", "20200527", "연혁"),
            law("정보통신망 옛법", "001706", "20000101", "연혁"),
            law("새로운 법", "000777", "20270101", "시행예정"),
        ],
    ),
    "ordin": (
        "OrdinSearch",
        "law",
        "자치법규명",
        [
            {
                "자치법규명": "서울특별시 청소년 보호 조례",
                "자치법규ID": "77",
                "자치법규일련번호": "5",
                "시행일자": "20250101",
            }
        ],
    ),
    "prec": (
        "PrecSearch",
        "prec",
        "사건번호",
        [
            {
                "사건번호": "2023다302036, 2023다302043(병합)",
                "사건명": "손해배상(기)",
                "법원명": "대법원",
                "선고일자": "2024.05.09",
                "판례일련번호": "240",
                "판례상세링크": "/DRF/lawService.do?OC=secret",
            },
            {"사건번호": "2010가합1234", "법원명": "서울중앙지방법원", "선고일자": "20110101"},
            {"사건번호": "2010가합1234", "법원명": "부산지방법원", "선고일자": "20110202"},
            {"사건번호": "2010구합555", "법원명": "서울행정법원", "선고일자": "20110303"},
            {"사건번호": "2012두777", "법원명": "대법원", "선고일자": "20130404"},
        ],
    ),
    "detc": (
        "DetcSearch",
        "Detc",
        "사건번호",
        [{"사건번호": "2004헌마1010", "종국일자": "2008.07.31", "헌재결정례일련번호": "15"}],
    ),
}
TEXTS: dict[tuple[str, str], Any] = {
    ("law", "011357"): PRIVACY,
    ("law", "001706"): CIVIL,
    ("law", "001702"): CIVIL,
    ("eflaw", "9011134"): CIVIL,
    ("eflaw", "9001706"): CIVIL,
    ("eflaw", "9000777"): CIVIL,
    ("ordin", "77"): ORDINANCE,
}
PAGES = {"형법": REFUSAL, "특허법": PAGE}  # what is sent for some names


def answer(request: Request) -> Response:
    """Search, or send a law; without a registered key, refuse."""
    query = request.query
    if not query.get("OC"):
        return Response(REFUSAL, type="text/xml;charset=UTF-8")
    if request.path.endswith("/lawSearch.do"):
        asked = query.get("query") or query.get("nb", "")
        return Response(PAGES[asked], type="text/html") if asked in PAGES else Response(search(query, asked))
    found = TEXTS.get((query["target"], query.get("ID") or query.get("MST", "")))
    return Response(found or {"Law": "일치하는 법령이 없습니다. 법령명을 확인하여 주십시오."})


def search(query: Any, asked: str) -> dict[str, Any]:
    """Return the rows that contain every word, by alphabet and page; one row comes without a list."""
    container, key, field, rows = SEARCHES[query["target"]]
    found = sorted(
        (row for row in rows if all(word in row[field] for word in asked.split())), key=lambda row: row[field]
    )
    size = min(int(query.get("display", "20")), 100)
    start = (int(query.get("page", "1")) - 1) * size
    page = found[start : start + size]
    shown = {} if not page else {key: page[0] if len(page) == 1 else page}
    return {
        container: {"target": query["target"], "totalCnt": str(len(found)), "page": query.get("page", "1"), **shown}
    }
