"""What law.go.kr sends: rows of a search, and the articles of a law with 조, 항, 호 and 목, 부칙 and 별표.

Fields come as JSON or XML. A list of one element comes as the element itself, keys of containers follow no rule, and
a key that is not registered gets a web page or `<result>실패</result>` with status 200.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any
from unicodedata import numeric

from citevet.model import Lookup, Notice, Reply
from citevet.patterns import lazy_pattern
from citevet.read.archive import Element
from citevet.read.service_xml import local_name
from citevet.records import dataclass, replace
from citevet.resolve.answers import dig, items_at, number_at, read_json, read_xml, refuse_shape, refuse_status, text_at
from citevet.resolve.law.provisions import CitedPlace, Level, Provision, Step, is_dense

ARTICLE = Level("제{}조")
_ADDENDUM = Level("부칙 제{}조")
_ANNEX = Level("별표 {}")
_PARAGRAPH = Level("제{}항")
_ITEM = Level("제{}호")
_SUBITEM = Level("{}목")

_DEEPEST = 4  # 조, 항, 호, 목

_LABEL = lazy_pattern(r"\D{0,3}(\d{1,4})(?:조)?(?:의(\d{1,3}))?")
_CODE = lazy_pattern(r"(\d{4})(\d{2})")
_CHAPTER = lazy_pattern(r"\s*제\s?\d+\s?[편장절관]")
_HEADING = lazy_pattern(r"\s*제\d+조(?:의\d+)?\s?\(([^()]{1,80})\)")
_DELETED = lazy_pattern(r"\s*(?:제\d+조(?:의\d+)?)?\s*삭\s?제\s*(?:[<\[〈]([^>\]〉]{0,40}))?")
_DATE = lazy_pattern(r"(\d{4})\. ?(\d{1,2})\. ?(\d{1,2})")
_CIRCLED = lazy_pattern(r"[①-⑳㉑-㉟㊱-㊿]")
_NUMBERED = lazy_pattern(r"(?:^|\s)(\d{1,3}(?:의\d{1,2})?)\.\s")
_ADDED_ARTICLE = lazy_pattern(r"제(\d{1,3})조(?:의(\d{1,2}))? ?\(")
LABEL = "law.go.kr"
SITE = "https://www.law.go.kr"
_START = 200  # bytes in which a web page shows itself
_ROW_KEYS = frozenset("law ordin prec detc".split())
_NONE_MATCHES = "일치하는"  # {"Law": "일치하는 판례가 없습니다.  판례명을 확인하여 주십시오."}: none matches
_PAGE = lazy_pattern(r"\s*(?:<!doctype html|<html|<script)", re.IGNORECASE)
_DAY = lazy_pattern(r"(\d{4})\D{0,2}(\d{2})\D{0,2}(\d{2})\D?")
_MIDDOTS = lazy_pattern(r"[\s·‧•・･∙⋅ㆍ]+")
_REFUSED = Lookup(
    reason="blocked",
    why=f"{LABEL} refused the request: set LAW_GO_KR_OC, and register this computer's address at open.law.go.kr",
)


@dataclass(frozen=True, slots=True)
class KoreanLaw:
    """What one version of a law has."""

    articles: Provision
    addenda: Provision
    annexes: Provision


def read_law(body: Mapping[str, Any], when: date) -> KoreanLaw:
    """Read the articles of a law; those that are not in force on a day carry a notice."""
    articles = tuple(article for unit in _list_units(body) if (article := _read_article(unit, when)))
    labels = [article.label for article in articles]
    return KoreanLaw(
        Provision("", parts=articles, complete=is_dense(labels)),
        Provision("", parts=_read_addenda(body)),
        Provision("", parts=tuple(_read_annexes(body))),
    )


def _list_units(body: Mapping[str, Any]) -> list[object]:
    return [unit for key in ("조문", "조문정보") for name in ("조문단위", "조") for unit in items_at(body, key, name)]


def _read_article(unit: object, when: date) -> Provision | None:
    """Read one article; headings of chapters come as articles with 조문여부 전문, and with a number."""
    content = join_texts(_field(unit, "조문내용", "조내용"))
    label = _label_article(unit)
    if not label or _CHAPTER.match(content):
        return None
    heading = text_at(unit, "조문제목") or text_at(unit, "조제목")
    if not heading and (found := _HEADING.match(content)):
        heading = found[1]
    parts = _read_paragraphs(unit)
    known = bool(parts) or not _CIRCLED.search(content)
    return Provision(label, heading, parts or _split_content(content), _find_notice(unit, content, when), known)


def read_text(body: Mapping[str, Any], label: str) -> str:
    """Return the text of an article, or of all of them without a label."""
    wanted = [unit for unit in _list_units(body) if not label or label == _label_article(unit)]
    return "\n".join(line for unit in wanted for line in _list_contents(unit))


def _list_contents(part: object, depth: int = 0) -> Iterator[str]:
    """Yield 조문내용, 항내용, 호내용 and 목내용 in the order of the text."""
    if not isinstance(part, dict) or depth > _DEEPEST:
        return
    for name in ("조문내용", "조내용", "항내용", "호내용", "목내용"):
        if line := " ".join(join_texts(part.get(name)).split()):
            yield line
    for name in ("항", "호", "목"):
        for each in items_at(part, name):
            yield from _list_contents(each, depth + 1)


def _label_article(unit: object) -> str:
    is_chapter = text_at(unit, "조문여부") == "전문"
    return "" if is_chapter else _read_label(text_at(unit, "조문번호"), text_at(unit, "조문가지번호"))


def _field(unit: object, *names: str) -> object:
    return next((unit[name] for name in names if name in unit), None) if isinstance(unit, dict) else None


def _read_label(number: str, branch: str = "") -> str:
    """Return 28의2 for 28 and 2, 제28조의2, or the code 002802."""
    if code := _CODE.fullmatch(number):
        number, branch = str(int(code[1])), branch or str(int(code[2]))
    found = _LABEL.match(number)
    if found is None:
        return ""
    twig = found[2] or branch.strip().lstrip("0")
    return f"{int(found[1])}의{twig}" if twig.isdecimal() else str(int(found[1]))


def _find_notice(unit: object, content: str, when: date) -> Notice | None:
    if deleted := _DELETED.match(content):
        day = _DATE.search(deleted[1] or "")
        told = "{}-{:0>2}-{:0>2}".format(*day.groups()) if day else ""
        return Notice("repealed", LABEL, date=told, why=" ".join(content.split())[:80])
    starts = read_day(unit, "조문시행일자")
    if starts > when.isoformat():
        return Notice("prospective", LABEL, date=starts)
    before = _read_label(text_at(unit, "조문이동이전"))
    if before and before != _label_article(unit):
        return Notice("renumbered", LABEL, why=f"it was {format_article(before)} before")
    return None


def format_article(label: str) -> str:
    """Return 제28조의2 for 28의2."""
    number, _, branch = label.partition("의")
    return f"제{number}조의{branch}" if branch else f"제{number}조"


def _read_paragraphs(unit: object) -> tuple[Provision, ...]:
    """Read 항; one without a number holds 호 that belong to the article itself, and has the label ""."""
    found = ((_read_circled(text_at(part, "항번호")), part) for part in items_at(unit, "항") if isinstance(part, dict))
    return tuple(Provision(label, parts=_read_items(part), complete=True) for label, part in found)


def _read_circled(number: str) -> str:
    if number and _CIRCLED.match(number):
        return f"{int(numeric(number[0]))}{number[1:].rstrip('. ')}"
    return _read_label(number)


def _read_items(paragraph: object) -> tuple[Provision, ...]:
    """Read 호 with their 목; 목 that come beside 호 may belong to any of them."""
    loose = tuple(_read_subitems(paragraph))
    return tuple(
        Provision(label, parts=tuple(_read_subitems(item)) or loose, complete=not loose)
        for item in items_at(paragraph, "호")
        if (label := _read_label(text_at(item, "호번호"), text_at(item, "호가지번호")))
    )


def _read_subitems(item: object) -> Iterator[Provision]:
    for part in items_at(item, "목"):
        if label := text_at(part, "목번호").rstrip(". "):
            yield Provision(label)


def _split_content(content: str) -> tuple[Provision, ...]:
    """Read 항 and 호 from the text of an article that comes in one piece."""
    marks = [*_CIRCLED.finditer(content)]
    ends = [*(mark.start() for mark in marks[1:]), len(content)]
    if not marks:
        items = _number_items(content)
        return (Provision("", parts=items),) if items else ()
    return tuple(
        Provision(str(int(numeric(mark[0]))), parts=_number_items(content[mark.end() : end]))
        for mark, end in zip(marks, ends, strict=True)
    )


def _number_items(text: str) -> tuple[Provision, ...]:
    return tuple(Provision(label) for label in dict.fromkeys(_NUMBERED.findall(text)))


def _read_addenda(body: Mapping[str, Any]) -> tuple[Provision, ...]:
    """Return the articles of all 부칙: a citation rarely says of which."""
    text = join_texts(body.get("부칙"))
    labels = (f"{number}의{branch}" if branch else number for number, branch in _ADDED_ARTICLE.findall(text))
    return tuple(Provision(label) for label in dict.fromkeys(labels))


def _read_annexes(body: Mapping[str, Any]) -> Iterator[Provision]:
    for unit in items_at(body, "별표", "별표단위"):
        label = _read_label(text_at(unit, "별표번호"), text_at(unit, "별표가지번호"))
        if label and text_at(unit, "별표구분") in {"", "별표"}:
            yield Provision(label, text_at(unit, "별표제목"))


def read_place(parts: Mapping[str, str], *, addenda: bool) -> tuple[Level, CitedPlace]:
    """Return the cited place, and whether its first step is an article, an article of the 부칙 or a 별표."""
    article = parts.get("article", "")
    level = _ANNEX if article.startswith("별표") else _ADDENDUM if addenda else ARTICLE
    below = ((_PARAGRAPH, "paragraph"), (_ITEM, "item"), (_SUBITEM, "subitem"))
    steps = [Step(level, article.removeprefix("별표").strip())] if article else []
    steps += [Step(part, parts[name]) for part, name in below if name in parts and level is ARTICLE]
    return level, tuple(steps)


def select_parts(law: KoreanLaw, level: Level, place: CitedPlace) -> Provision:
    """Return the provisions in which to look for a place: 호 without 항 may be in any 항 of the article."""
    if level is not ARTICLE:
        return law.annexes if level is _ANNEX else law.addenda
    change = _join_items if len(place) > 1 and place[1].level is not _PARAGRAPH else _drop_unnumbered
    cited = place[0].label if place else ""
    parts = tuple(change(article) if article.label == cited else article for article in law.articles.parts)
    return replace(law.articles, parts=parts)


def _drop_unnumbered(article: Provision) -> Provision:
    """Keep the 항 that have a number; an article without any is its own first one."""
    numbered = tuple(part for part in article.parts if part.label)
    items = tuple(item for part in article.parts for item in part.parts)
    return replace(article, parts=numbered or (Provision("1", parts=items, complete=article.complete),))


def _join_items(article: Provision) -> Provision:
    return replace(article, parts=tuple(item for part in article.parts for item in part.parts))


def read_answer(reply: Reply) -> dict[str, Any] | Lookup:
    """Return the fields of an answer, or why it has none."""
    if refused := refuse_status(reply, LABEL, "this address"):
        return refused
    if _PAGE.match(reply.data[:_START].decode("latin-1").lstrip("\xef\xbb\xbf")):
        return _REFUSED
    found, _ = read_json(reply, LABEL)
    if reply.data.lstrip()[:1] == b"<":
        root, _ = read_xml(reply, LABEL)
        found = {local_name(root): _to_value(root)}
    if not isinstance(found, dict) or not any(found.values()):  # XML that cannot be read has no values
        return refuse_shape(LABEL)
    results = text_at(found, "result"), text_at(list(found.values()), 0, "result")
    return _REFUSED if any("실패" in result for result in results) else found


def _to_value(element: Element) -> object:
    """Return an element as JSON has it: an object, with a list for each name that is repeated, or a text."""
    if len(element) == 0:
        return element.text or ""
    fields: dict[str, Any] = {}
    for child in element:
        fields.setdefault(local_name(child), []).append(_to_value(child))
    return {name: values[0] if len(values) == 1 else values for name, values in fields.items()}


def read_rows(answer: dict[str, Any]) -> tuple[list[dict[str, Any]], int] | Lookup:
    """Return the rows of a search and how many there are in all, or that this is not an answer to a search."""
    for container in answer.values():
        if isinstance(container, str) and _NONE_MATCHES in container:
            return [], 0
        if not isinstance(container, dict):
            continue
        key = next((key for key in container if key.casefold() in _ROW_KEYS), None)
        if key is None and "totalCnt" not in container:
            continue
        rows = [row for row in items_at(container, key or "") if isinstance(row, dict)]
        return rows, number_at(container, "totalCnt") or len(rows)
    return refuse_shape(LABEL)


def read_day(value: object, *path: str) -> str:
    """Return a date as 2025-06-05, from 2025.06.05 or 20250605; empty for anything else."""
    found = _DAY.fullmatch(text_at(value, *path))
    return "-".join(found.groups()) if found else ""


def squeeze(name: str) -> str:
    """Return a name without spaces and middle dots, so that its spellings are equal."""
    return _MIDDOTS.sub("", name)


def join_texts(value: object, depth: int = 8) -> str:
    """Return all texts inside a value, one per line: the service nests lists of lines at will."""
    if isinstance(value, str):
        return value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return "\n".join(join_texts(each, depth - 1) for each in inner) if depth else ""


def find_body(answer: dict[str, Any]) -> dict[str, Any] | None:
    """Return the law inside an answer: under 법령, law or LawService."""
    return next((body for body in answer.values() if isinstance(body, dict) and _has_law(body)), None)


def _has_law(body: dict[str, Any]) -> bool:
    return any(isinstance(dig(body, name), dict) for name in ("기본정보", "자치법규기본정보", "조문", "조문정보"))
