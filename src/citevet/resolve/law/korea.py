"""Korean statutes and ordinances at law.go.kr, in the version of the document's date, and decisions by their number.

The search compares parts of names and sorts by alphabet, so a law is taken only if its whole name or short name agrees.
Repealed laws and laws to come are found only among the versions (`eflaw`).
Of decisions it has a selection, so a number that it lacks proves nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any
from urllib.parse import quote

from citevet.contracts import Web
from citevet.model import Citation, Difference, Lookup, Notice, Record
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, replace
from citevet.resolve.answers import not_known, refuse_shape, text_at, years_in
from citevet.resolve.law.korea_articles import (
    ARTICLE,
    LABEL,
    SITE,
    find_body,
    format_article,
    read_answer,
    read_day,
    read_law,
    read_place,
    read_rows,
    read_text,
    select_parts,
    squeeze,
)
from citevet.resolve.law.provisions import judge_places

_MOST_PAGES = 5
_PAGE_ROWS = 100  # the most that the service sends at once
_MOST_CANDIDATES = 5
_WORD = lazy_pattern(r"[^\s·‧•・･∙⋅ㆍ]+")
_NUMBERS = lazy_pattern(r"\d{2,4}\s?[가-힣]{1,4}\s?\d{1,7}")
_CONSTITUTIONAL_COURT = "헌법재판소"


@dataclass(frozen=True, slots=True)
class KoreanVersion:
    """One row of a search: a law, or one of its versions."""

    target: str  # law, eflaw or ordin
    name: str
    short: str
    id: str  # of the law
    serial: str  # of the version (MST)
    status: str  # 현행, 연혁, 시행예정
    starts: str  # ISO
    change: str  # 일부개정, 폐지 …

    @property
    def is_current(self) -> bool:
        """Whether it is the version in force today."""
        return self.status in {"", "현행"}


def read_version(row: dict[str, Any], target: str) -> KoreanVersion:
    """Read a row; ordinances have other names for the same fields."""
    return KoreanVersion(
        target,
        text_at(row, "법령명한글") or text_at(row, "자치법규명"),
        text_at(row, "법령약칭명"),
        text_at(row, "법령ID") or text_at(row, "자치법규ID"),
        text_at(row, "법령일련번호") or text_at(row, "자치법규일련번호"),
        text_at(row, "현행연혁코드"),
        read_day(row, "시행일자"),
        text_at(row, "제개정구분명"),
    )


async def look_up_korean_statute(citation: Citation, web: Web, when: date) -> Lookup:
    """Look up a law or ordinance by its name, and the article down to 목."""
    law = citation.law.law
    versions = await _find_versions(law, web)
    if isinstance(versions, Lookup):
        return versions
    version, notices = choose_version(versions, when)
    if version.starts > when.isoformat() and version.target == "law":
        older = await _search(law, "eflaw", web)
        if isinstance(older, Lookup):
            return older
        version, notices = choose_version([one for one in older if one.id == version.id] or [version], when)
    if any(notice.kind == "repealed" and "폐지" not in notice.why for notice in notices):
        notices = await _find_new_name(version, web) or notices
    record = Record(
        "lawgokr",
        version.id,
        type="act",
        title=version.name,
        titles=(version.short,) if version.short else (),
        url=make_address(version, citation.law.article),
        notices=notices,
        language="ko",
    )
    return await _look_up_text(citation, version, record, web, when)


async def _find_versions(law: str, web: Web) -> list[KoreanVersion] | Lookup:
    """Return the law in force with this name, else its versions; not known if no name agrees."""
    seen: list[KoreanVersion] = []
    for target in ("ordin",) if law.endswith("조례") else ("law", "eflaw", "ordin"):
        found = await _search(law, target, web)
        if isinstance(found, Lookup):
            return found
        if same := [version for version in found if is_named(version, law)]:
            return same
        seen += found
    names = dict.fromkeys(version.name for version in seen if version.name)
    candidates = tuple(Record("lawgokr", name, type="act", title=name) for name in [*names][:_MOST_CANDIDATES])
    return replace(not_known(LABEL, law), candidates=candidates)


def is_named(version: KoreanVersion, law: str) -> bool:
    """Check that a version has the cited name, or that it is its short name."""
    return bool(law) and squeeze(law) in {squeeze(version.name), squeeze(version.short)}


async def _search(law: str, target: str, web: Web) -> list[KoreanVersion] | Lookup:
    """Return the rows for a name, and if none has it, those for its first word: spaces and dots vary."""
    found = await _search_pages(law, target, web)
    word = _WORD.match(law)
    if isinstance(found, Lookup) or word is None or word[0] == law or any(is_named(one, law) for one in found):
        return found
    return await _search_pages(word[0], target, web)


async def _search_pages(query: str, target: str, web: Web) -> list[KoreanVersion] | Lookup:
    found: list[KoreanVersion] = []
    for page in range(1, _MOST_PAGES + 1):
        asked = {"target": target, "type": "JSON", "query": query, "display": str(_PAGE_ROWS), "page": str(page)}
        answer = read_answer(await web.ask("lawgokr", "/DRF/lawSearch.do", params=asked))
        rows = answer if isinstance(answer, Lookup) else read_rows(answer)
        if isinstance(rows, Lookup):
            return rows
        found += [read_version(row, target) for row in rows[0]]
        if len(rows[0]) < _PAGE_ROWS or len(found) >= rows[1]:
            break
    return found


def choose_version(versions: list[KoreanVersion], when: date) -> tuple[KoreanVersion, tuple[Notice, ...]]:
    """Return the version of a day, and whether the law is repealed by then or not yet in force."""
    rows = sorted(versions, key=lambda version: version.starts)
    past = [version for version in rows if version.starts <= when.isoformat()]
    if not past:
        is_first = rows[0].starts and (not rows[0].change or "제정" in rows[0].change)  # an amended law is older
        return rows[0], (Notice("prospective", LABEL, date=rows[0].starts),) if is_first else ()
    last = past[-1]
    if last.is_current or any(version.is_current or version.starts > last.starts for version in rows):
        return last, ()
    if last.status == "시행예정":  # only the day has come since the list was made
        return last, ()
    texts = [version for version in past if "폐지" not in version.change]
    return (texts or past)[-1], (Notice("repealed", LABEL, date=last.starts, why=last.change),)


async def _find_new_name(version: KoreanVersion, web: Web) -> tuple[Notice, ...]:
    """Return under which name a law is in force today, if it was renamed and not repealed."""
    asked = {"target": "law", "type": "JSON", "ID": version.id}
    answer = read_answer(await web.ask("lawgokr", "/DRF/lawService.do", params=asked))
    name = "" if isinstance(answer, Lookup) else text_at(find_body(answer), "기본정보", "법령명_한글")
    return (Notice("renumbered", LABEL, why=f"it is called {name} today"),) if name else ()


def make_address(version: KoreanVersion, article: str = "") -> str:
    """Return the page of a law, or of its article, for people."""
    folder = "자치법규" if version.target == "ordin" else "법령"
    place = f"/{format_article(article)}" if article[:1].isdigit() else ""
    return f"{SITE}/{quote(folder)}/{quote(version.name)}{quote(place)}"


async def _look_up_text(citation: Citation, version: KoreanVersion, record: Record, web: Web, when: date) -> Lookup:
    """Compare the cited place with the text of the version."""
    asked = {"target": version.target, "type": "JSON", **_identify(version)}
    answer = read_answer(await web.ask("lawgokr", "/DRF/lawService.do", params=asked))
    if isinstance(answer, Lookup):
        return replace(answer, record=record)
    addenda = bool((citation.place.article or "").startswith("부칙"))
    return read_provision(answer, citation.parts, record, when, addenda=addenda)


def _identify(version: KoreanVersion) -> dict[str, str]:
    if version.target == "eflaw":
        return {"MST": version.serial, "efYd": version.starts.replace("-", "")}
    return {"ID": version.id} if version.id else {"MST": version.serial}


def read_provision(
    answer: dict[str, Any], parts: Mapping[str, str], record: Record, when: date, *, addenda: bool = False
) -> Lookup:
    """Return whether the law in an answer has the place that a citation names."""
    body = find_body(answer)
    if body is None:
        return replace(refuse_shape(LABEL), record=record)
    level, place = read_place(parts, addenda=addenda)
    if level is ARTICLE:
        record = replace(record, text=read_text(body, place[0].label if place else ""))
    provisions = select_parts(read_law(body, when), level, place)
    heading = parts.get("heading", "") if level is ARTICLE else ""
    return judge_places(provisions, [place], record, when, heading)


async def look_up_korean_case(citation: Citation, web: Web, when: date) -> Lookup:
    """Look up a decision by its number, and compare court and date."""
    del when  # a decision does not change
    number = citation.law.number
    target = "detc" if citation.law.code.startswith("헌") else "prec"
    asked = {"target": target, "type": "JSON", "nb": number, "display": "100"}
    answer = read_answer(await web.ask("lawgokr", "/DRF/lawSearch.do", params=asked))
    rows = answer if isinstance(answer, Lookup) else read_rows(answer)
    if isinstance(rows, Lookup):
        return rows
    return compare_cases(rows[0], number, citation.law.court, citation.law.date)


def compare_cases(rows: Sequence[dict[str, Any]], number: str, court: str, day: str) -> Lookup:
    """Return the decision with the number, if its court and date are those of the citation."""
    same = [row for row in rows if squeeze(number) in map(squeeze, _NUMBERS.findall(text_at(row, "사건번호")))]
    cases = [_read_case(row, number) for row in same]
    if not cases:
        return not_known(f"{LABEL}, which has a selection of decisions,", number)
    agreeing = [case for row, case in zip(same, cases, strict=True) if _agrees(row, case, court, day)]
    if not agreeing:
        told = ", ".join(filter(None, (court, day)))
        known = ", ".join(filter(None, (cases[0].venue, _decided(same[0])))) or "another court"
        why = f"{number} is a decision of {known}, not of {told}"
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
