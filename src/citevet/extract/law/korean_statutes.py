"""Find Korean statutes: law and article down to 목, in 「」 or bare, repeated with 같은 법, or with § for 제…조."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from citevet.extract.law.korean_law_names import LAST_ARTICLES, LawName, find_law_before, read_bracketed_law
from citevet.extract.law.paragraphs import LawParagraph, find_paragraphs
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Locator
from citevet.text.patterns import lazy_pattern

_TRIGGER = lazy_pattern(r"제\s?\d{1,4}\s?조|「|[법령칙률」]\s?(?:§|별표)|같은\s조|동조")

_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_ARTICLE = lazy_pattern(
    r"(?:(?<![\w/=])|(?<=[법률령칙례정」』)]))(?P<addenda>부칙 ?)?"
    r"(?:제 ?(?P<article>\d{1,4}) ?조(?:의(?P<branch>\d{1,3}))?"
    r"|§§? ?(?P<sign>\d{1,4})(?:조?의(?P<twig>\d{1,3}))?"
    r"|(?P<annex>별표 ?\d{1,3}(?:의\d{1,2})?)"
    r"|(?P<again>같은 ?조|동조)(?= ?제 ?\d{1,3} ?[항호]))"
    r"(?P<aside> ?\((?P<heading>[^()\0]{1,40})\))?"
    rf"(?P<below>(?: ?제 ?(?P<paragraph>\d{{1,3}}) ?항| ?(?P<circle>[{_CIRCLED}]))?"
    r"(?: ?제 ?(?P<item>\d{1,3}) ?호(?:의(?P<part>\d{1,2}))?)?(?: ?(?P<subitem>[가나다라마바사아자차카타파하])목)?)"
)
_BRACKETED = lazy_pattern(r"「(?P<name>[^「」\0]{1,80})」")
_JOINED = lazy_pattern(r" ?(?:,|및|와|과|또는|내지|부터|이나|나|~|[-–]|ㆍ|·|, 및|, 또는) ?")
# Parentheses after an article that are not its heading.
_NO_HEADING = lazy_pattern(r"개정|신설|삭제|이하|제 ?\d|\d{4}|참조|위헌|폐지")
_NO_LAW = "no law is named before it in this paragraph"
_DECREES = (" 시행령", " 시행규칙")


@dataclass(frozen=True, slots=True)
class _LastLaw:
    """The law and article that 같은 법 and 같은 조 refer to."""

    law: str
    article: str  # "제8조", or empty if only the law was named
    end: int


@dataclass(frozen=True, slots=True)
class _LawEvent:
    """An article, or a law in 「」 without one."""

    start: int
    end: int
    name: LawName | None
    article: re.Match[str] | None = None


@dataclass(frozen=True, slots=True)
class _NormalCite:
    """A citation in its normal form."""

    normal: str
    place: str | None
    parts: dict[str, str]


def find_korean_statutes(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every article with its law; 같은 법 is the law named last in the same paragraph."""
    if scene.prose.isascii():  # constant time
        return
    for paragraph in find_paragraphs(scene, _TRIGGER):
        yield from _find_in_paragraph(paragraph)


def _find_in_paragraph(paragraph: LawParagraph) -> Iterator[FoundCitation]:
    last: _LastLaw | None = None
    for event in _find_events(paragraph.text):
        law, fault = _resolve_law(paragraph.text, event, last)
        if law is not None:
            cite = _make_cite(event.article, law, last) if event.article else _NormalCite(law, None, {"law": law})
            yield _make_citation(paragraph, event, cite, fault=fault or _find_article_fault(cite))
            last = _LastLaw(law, cite.parts.get("article", ""), event.end)


def _find_events(text: str) -> list[_LawEvent]:
    """Return articles with the law named before them, and laws in 「」 that no article follows, in order."""
    events: list[_LawEvent] = []
    floor = 0
    for found in _ARTICLE.finditer(text):
        name = find_law_before(text, found.start(), floor)
        floor = found.end()
        events.append(_LawEvent(name.start if name else found.start(), _find_end(found), name, found))
    taken = {event.start for event in events}
    alone = (
        _LawEvent(found.start(), found.end(), LawName(found.start(), law, "named"))
        for found in _BRACKETED.finditer(text)
        if found.start() not in taken and (law := read_bracketed_law(found["name"]))
    )
    return sorted((*events, *alone), key=lambda event: event.start)


def _find_end(found: re.Match[str]) -> int:
    """Return the end without parentheses that are not a heading, unless 항 or 호 follow them."""
    return found.start("aside") if found["aside"] and not found["below"] and not _read_heading(found) else found.end()


def _read_heading(found: re.Match[str]) -> str | None:
    heading: str | None = found["heading"]
    return None if heading is None or _NO_HEADING.search(heading) else heading


def _resolve_law(text: str, event: _LawEvent, last: _LastLaw | None) -> tuple[str | None, str | None]:
    """Return the law of the event, and the fault in how it is named."""
    name, article = event.name, event.article
    if article and article["again"]:
        return (last.law, None) if last and last.article else (article["again"], "no article is named before it")
    if name is None:
        joined = last and last.article and _JOINED.fullmatch(text, last.end, event.start)
        return (last.law, None) if last and joined else (None, None)
    if name.kind == "named":
        return name.law, None
    if name.kind == "suffix":
        return name.law, f"{name.law} alone names no law"
    if last is None:
        return text[event.start : article.start() if article else event.end].strip(), _NO_LAW
    return _strip_decree(last.law) + (f" {name.law}" if name.law else ""), None


def _strip_decree(law: str) -> str:
    for decree in _DECREES:
        law = law.removesuffix(decree)
    return law


def _make_cite(found: re.Match[str], law: str, last: _LastLaw | None) -> _NormalCite:
    article = last.article if found["again"] and last else _format_number(found)
    top = _format_article(found, article)
    below = _read_below(found)
    parts = {"law": law, "article": article, **below}
    if heading := _read_heading(found):
        parts["heading"] = heading
    marks = {"paragraph": "제{}항", "item": "제{}호", "subitem": "{}목"}
    return _NormalCite(f"{law} {top}", top + "".join(marks[key].format(value) for key, value in below.items()), parts)


def _format_number(found: re.Match[str]) -> str:
    if found["annex"]:
        return found["annex"].replace(" ", "").replace("별표", "별표 ")
    number, branch = found["article"] or found["sign"] or "", found["branch"] or found["twig"]
    return f"{number}의{branch}" if branch else number


def _format_article(found: re.Match[str], article: str) -> str:
    if found["annex"]:
        return article
    head, _, branch = article.partition("의")
    return f"{'부칙 ' if found['addenda'] else ''}제{head}조{'의' + branch if branch else ''}"


def _read_below(found: re.Match[str]) -> dict[str, str]:
    paragraph = found["paragraph"] or (str(_CIRCLED.index(found["circle"]) + 1) if found["circle"] else None)
    item = f"{found['item']}의{found['part']}" if found["part"] else found["item"]
    pairs = (("paragraph", paragraph), ("item", item), ("subitem", found["subitem"]))
    return {key: value for key, value in pairs if value}


def _find_article_fault(cite: _NormalCite) -> str | None:
    """Report an article beyond the end of the law."""
    number = cite.parts.get("article", "").partition("의")[0]
    if not number.isdigit() or "부칙" in cite.normal:
        return None
    if int(number) == 0:
        return "articles are numbered from 제1조"
    last = LAST_ARTICLES.get(cite.parts["law"])
    return f"{cite.parts['law']} ends with 제{last}조" if last and int(number) > last else None


def _make_citation(paragraph: LawParagraph, event: _LawEvent, cite: _NormalCite, *, fault: str | None) -> FoundCitation:
    locator = Locator(article=cite.place) if cite.place else None
    return FoundCitation(
        "kr-statute", paragraph.span(event.start, event.end), cite.normal, locator, parts=cite.parts, fault=fault
    )
