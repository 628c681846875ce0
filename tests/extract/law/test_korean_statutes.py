"""Tests of Korean statutes."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.law.korean_statutes import find_korean_statutes
from citevet.extract.masked_text import FoundCitation, MaskedText

At = Callable[..., list[tuple[int, int, str]]]
FoundIn = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[FoundCitation]]
Placed = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[tuple[int, int, str]]]

_LABELLING = "식품 등의 표시ㆍ광고에 관한 법률 제8조"


@pytest.mark.parametrize(
    ("text", "surface", "normal", "article"),
    [
        ("민법 제103조에 따라", "민법 제103조", "민법 제103조", "제103조"),
        ("민법제103조", "민법제103조", "민법 제103조", "제103조"),
        (
            "「식품 등의 표시ㆍ광고에 관한 법률」 제8조제1항제5호는",
            "「식품 등의 표시ㆍ광고에 관한 법률」 제8조제1항제5호",
            _LABELLING,
            "제8조제1항제5호",
        ),
        ("식품 등의 표시·광고에 관한 법률 제8조", "식품 등의 표시·광고에 관한 법률 제8조", _LABELLING, "제8조"),
        ("식품 등의 표시‧광고에 관한 법률 제8조", "식품 등의 표시‧광고에 관한 법률 제8조", _LABELLING, "제8조"),
        ("식품 등의 표시•광고에 관한 법률 제8조", "식품 등의 표시•광고에 관한 법률 제8조", _LABELLING, "제8조"),
        ("식품 등의 표시・광고에 관한 법률 제8조", "식품 등의 표시・광고에 관한 법률 제8조", _LABELLING, "제8조"),
        ("민법 제839조의2(재산분할청구권)에", "민법 제839조의2(재산분할청구권)", "민법 제839조의2", "제839조의2"),
        ("형법 §329", "형법 §329", "형법 제329조", "제329조"),
        ("민법 §103①", "민법 §103①", "민법 제103조", "제103조제1항"),
        ("절도죄는 형법 제329조에 해당한다", "형법 제329조", "형법 제329조", "제329조"),
        ("2024년 3월 시행된 개인정보 보호법 제15조", "개인정보 보호법 제15조", "개인정보 보호법 제15조", "제15조"),
        (
            "개인정보보호법 제28조의2 제1항 제2호 가목",
            "개인정보보호법 제28조의2 제1항 제2호 가목",
            "개인정보 보호법 제28조의2",
            "제28조의2제1항제2호가목",
        ),
        ("노동법 제5조", "노동법 제5조", "노동법 제5조", "제5조"),
        (
            "중대재해처벌법 제4조",
            "중대재해처벌법 제4조",
            "중대재해 처벌 등에 관한 법률 제4조",
            "제4조",
        ),
        (
            "회사는 국가를 당사자로 하는 계약에 관한 법률 시행령 제7조",
            "국가를 당사자로 하는 계약에 관한 법률 시행령 제7조",
            "국가를 당사자로 하는 계약에 관한 법률 시행령 제7조",
            "제7조",
        ),
        (
            "정부가 만든 수산자원의 조성에 관한 법률 제5조",
            "수산자원의 조성에 관한 법률 제5조",
            "수산자원의 조성에 관한 법률 제5조",
            "제5조",
        ),
        ("(어업의 관리에 관한 법률 제5조)", "어업의 관리에 관한 법률 제5조", "어업의 관리에 관한 법률 제5조", "제5조"),
        ("이는 청소년 보호법 제2조", "청소년 보호법 제2조", "청소년 보호법 제2조", "제2조"),
        ("민법 제103조(2020. 2. 4. 개정)는", "민법 제103조", "민법 제103조", "제103조"),
        ("민법 제103조(신설)는", "민법 제103조", "민법 제103조", "제103조"),
        ("민법 부칙 제2조", "민법 부칙 제2조", "민법 부칙 제2조", "부칙 제2조"),
        (
            "「도로교통법 시행규칙」 별표 28",
            "「도로교통법 시행규칙」 별표 28",
            "도로교통법 시행규칙 별표 28",
            "별표 28",
        ),
        (
            "개인정보 보호법(법률 제19234호, 2023. 3. 14. 일부개정) 제15조 제1항",
            "개인정보 보호법(법률 제19234호, 2023. 3. 14. 일부개정) 제15조 제1항",
            "개인정보 보호법 제15조",
            "제15조제1항",
        ),
        ("헌법 제10조", "헌법 제10조", "대한민국헌법 제10조", "제10조"),
        ("> 개인정보\n> 보호법 제15조", "개인정보\n> 보호법 제15조", "개인정보 보호법 제15조", "제15조"),
        ("따라서 「민법」은", "「민법」", "민법", None),
    ],
)
def test_article_with_its_law(
    text: str, surface: str, normal: str, article: str | None, at: At, found_in: FoundIn, placed: Placed
) -> None:
    """The name belongs to the law and not to the sentence; its spellings have one normal form."""
    assert at(text, (surface, normal)) == placed(find_korean_statutes, text)
    locator = found_in(find_korean_statutes, text)[0].locator
    assert article == (locator.article if locator else None)


def test_parts_of_an_article(found_in: FoundIn) -> None:
    """The heading in parentheses is kept, for comparison with the law."""
    (one,) = found_in(find_korean_statutes, "개인정보 보호법 제15조(개인정보의 수집·이용) 제1항 제2호")
    assert {
        "law": "개인정보 보호법",
        "article": "15",
        "paragraph": "1",
        "item": "2",
        "heading": "개인정보의 수집·이용",
    } == one.parts


@pytest.mark.parametrize("aside", ["(2020. 2. 4. 개정)", "(신설 2011. 3. 29.)", "(이하 생략)", "(삭제)"])
def test_note_on_changes_is_not_a_heading(aside: str, found_in: FoundIn) -> None:
    """개정, 신설 and dates in parentheses are not headings."""
    (one,) = found_in(find_korean_statutes, f"민법 제103조{aside}는")
    assert (len("민법 제103조"), False) == (one.span.end, "heading" in one.parts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "식품위생법 제5조와 같은 법 시행규칙 제30조, 동법 제6조",
            [
                ("식품위생법 제5조", "식품위생법 제5조"),
                ("같은 법 시행규칙 제30조", "식품위생법 시행규칙 제30조"),
                ("동법 제6조", "식품위생법 제6조"),
            ],
        ),
        ("「민법」의 목적과 이 법 제2조", [("「민법」", "민법"), ("이 법 제2조", "민법 제2조")]),
        (
            "형법 제329조 및 제330조, 제331조제1항",
            [
                ("형법 제329조", "형법 제329조"),
                ("제330조", "형법 제330조"),
                ("제331조제1항", "형법 제331조"),
            ],
        ),
        ("형법 제329조와 같은 조 제2항", [("형법 제329조", "형법 제329조"), ("같은 조 제2항", "형법 제329조")]),
    ],
)
def test_repeated_law(text: str, expected: list[tuple[str, str]], at: At, placed: Placed) -> None:
    """같은 법, 동법, 이 법, and an article joined to another, refer to the law before."""
    assert at(text, *expected) == placed(find_korean_statutes, text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("같은 법 제3조", "no law is named before it in this paragraph"),
        ("민법 제1조가 있다.\n\n동법 제3조", "no law is named before it in this paragraph"),
        ("시행규칙 제30조", "시행규칙 alone names no law"),
        ("민법 제1119조", "민법 ends with 제1118조"),
        ("민법 제0조", "articles are numbered from 제1조"),
        ("동조 제2항", "no article is named before it"),
        ("민법 제1118조", None),
        ("민법 부칙 제2000조", None),
    ],
)
def test_unresolved_law_is_a_fault(text: str, fault: str | None, found_in: FoundIn) -> None:
    """같은 법 refers only to laws of the same paragraph; a decree without its law is a fault."""
    assert fault == found_in(find_korean_statutes, text)[-1].fault


@pytest.mark.parametrize(
    "text",
    [
        "이 방법 제3조",
        "문제3조원",
        "제5조만 남았다",
        "취업규칙 제3조",
        "「요리하는 방법」, 『그림책』, 「어린 왕자」",
        "https://www.law.go.kr/법령/민법/제103조",
        "`민법 제103조`",
        "§ 329 StGB",
        "GDPR 제17조",
    ],
)
def test_no_korean_statute(text: str, placed: Placed) -> None:
    """Words that end like a law, articles of no law, titles, addresses and code are not citations."""
    assert [] == placed(find_korean_statutes, text)


def test_korean_statute_repetition_is_linear(found_in: FoundIn) -> None:
    """200 kB of the worst repetition ends quickly."""
    assert [] == found_in(find_korean_statutes, "제1조" * 60_000)
    assert [] == found_in(find_korean_statutes, "「" * 200_000)
    assert 1 == len(found_in(find_korean_statutes, "및 등에 관한 " * 25_000 + "민법 제1조"))
