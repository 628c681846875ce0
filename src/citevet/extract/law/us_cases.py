"""Find US cases in full or by volume and page, with parallel citations as one, and the codes of the states.

Volume, reporter and page are read by eyecite's tokenizer.
"""

import re
from collections.abc import Generator, Iterator, Mapping
from typing import Any, Literal, get_args

from citevet.extract.law.case_names import read_case_name
from citevet.model.cited import CitedWords
from citevet.patterns import lazy_pattern
from citevet.records import Foreign, dataclass, field, group_runs
from citevet.text.page_lists import complete_page
from citevet.text.reporter_volumes import LAST_SERIES, find_bare_cites, find_edition, find_volume_fault
from citevet.text.us_courts import find_court_fault

_ShortForm = Literal["id", "supra", "short", "name"]

# eyecite takes half a second to import, so it is used only if a reporter is likely;
# `us_law.py` reads federal codes.
_MAY_CITE = lazy_pattern(
    r"(?<!\d)\d{1,4},? (?!U\. ?S\. ?C\.|C\. ?F\. ?R\.)(?:[A-Z][A-Za-z']{0,8}\.[A-Za-z0-9.', ()&]{0,30}[\d_]"
    r"|[A-Z][A-Za-z. ]{0,12}(?:LEXIS|Slip Op) |WL |US |S ?Ct "
    r"|(?:[A-Z][A-Za-z.']{0,8} ?){1,4}(?:2d|3d|[4-7]th) \d)|"
    r"(?<!\d)\d{4} ?(?:-(?:Ohio|NMSC|NMCA|NMCERT)-| IL App ) ?[\d(]|"  # neutral citations with other signs
    r"\d [A-Z]{4,6} \d{1,5} \([12]\d{3}\)|"
    r"T\. ?C\. ?(?:Memo|Summ)|(?:CCH|RIA|BNA|P-H)[)\]] ?(?:¶|P|[Pp]ar\. )|"  # Tax Court, topical reporters
    r"\b(?:vs?\.?|[Ii]n re|(?:[Mm]atter|Estate|Marriage) of) [A-Z\d][^\n]{1,80}?, \d{1,4} [A-Z][^\d\n;]{0,44}[\d¶]|"
    r"[A-Z][a-z]{0,6}\. [A-Z][A-Za-z. ]{0,30}(?:§|ch\.)"
)
# Only eyecite's tokens are used: its search for case names and parentheses takes four fifths of the time (0.25 of
# 0.32 s for 86 citations), and grows faster than the text.
_PIECE = 8_000
_OVERLAP = 200  # so that a citation across the cut is whole
_PROVISION = lazy_pattern(r"§ ?$|(?<!\w)(?:[Aa]rt\.|[Aa]rtikel) ?$")

_CiteSource = Literal["reporters", "laws", "journals"]
_SOURCES: tuple[_CiteSource, ...] = get_args(_CiteSource)


@dataclass(frozen=True, slots=True)
class UsHit(CitedWords):
    """A case or statute in a paragraph, in full or in short form, with its place."""

    start: int
    end: int
    kind: Literal["us-case", "us-statute"]
    normal: str
    pin: str | None = None
    article: str | None = None
    parts: dict[str, str] = field(default_factory=dict)
    short: _ShortForm | None = None
    fault: str | None = None


# A series that does not exist: eyecite does not know it and would miss it.
_NEXT_SERIES = lazy_pattern(
    r"(?<![\w/=.-])(?P<volume>\d{1,4}) "
    r"(?P<reporter>(?P<stem>F\. ?Supp\.|F\.|L\. ?Ed\.|S\. ?Ct\.|Cal\.) ?(?P<series>(?P<number>\d)(?:d|th)))"
    r" (?P<page>\d{1,5})(?!\w)"
)
_STEMS = {"F.": "F.", "F.Supp.": "F. Supp.", "L.Ed.": "L. Ed.", "S.Ct.": "S. Ct.", "Cal.": "Cal."}


@dataclass(frozen=True, slots=True)
class ReporterCite:
    """One volume, reporter and page, or one title, code and section."""

    start: int
    end: int
    source: _CiteSource
    short: bool  # 531 U.S., at 99
    reporter: str  # in eyecite's spelling
    groups: Mapping[str, str]
    supreme: bool  # reports only the Supreme Court

    @property
    def written(self) -> str:
        """Return the reporter as written: for "Abs." eyecite has "Ohio Law. Abs."."""
        return self.groups.get("reporter") or self.reporter

    @property
    def page(self) -> str:
        """Return the first page; "___" for a blank one."""
        page = self.groups.get("page", "")
        return page if any(char.isalnum() for char in page) else "___"

    @property
    def normal(self) -> str:
        """Return volume, reporter and page."""
        return f"{self.groups.get('volume', '')} {self.reporter} {self.page}"


def _find_reporter_cites(text: str) -> list[ReporterCite]:
    """Return the citations of reporters and codes in a text, in order and without overlap."""
    found = [*_tokenize_cites(text), *_read_unknown_series(text)] if _MAY_CITE.search(text) else []
    taken = {place for cite in found for place in range(cite.start, cite.end)}
    found += (cite for cite in _read_bare_cites(text) if cite.start not in taken)
    return sorted(found, key=lambda cite: cite.start)


def _read_bare_cites(text: str) -> Iterator[ReporterCite]:
    """Yield citations whose reporter is spelled in a way that eyecite does not know."""
    done = 0
    for found, is_numbered in find_bare_cites(text) if _MAY_CITE.search(text) else ():
        start = found.start()
        if start < done:
            continue
        if _is_foreign(text, start) or not (is_numbered or read_case_name(text, start)[1]):
            continue
        if name := find_edition(found["reporter"], found["volume"]):
            done = found.end()
            groups = {key: found[key] for key in ("volume", "reporter", "page")}
            yield ReporterCite(*found.span(), "reporters", short=False, reporter=name, groups=groups, supreme=False)


def _read_unknown_series(text: str) -> Iterator[ReporterCite]:
    """Yield citations of a series that does not exist."""
    for found in _NEXT_SERIES.finditer(text):
        stem = _STEMS[found["stem"].replace(" ", "")]
        if int(found["number"]) > LAST_SERIES[stem]:
            name = f"{stem}{'' if stem == 'F.' else ' '}{found['series']}"
            groups = {"volume": found["volume"], "reporter": found["reporter"], "page": found["page"]}
            yield ReporterCite(*found.span(), "reporters", short=False, reporter=name, groups=groups, supreme=False)


def _tokenize_cites(text: str) -> Iterator[ReporterCite]:
    from eyecite.models import CitationToken  # half a second, for documents that cite US law only
    from eyecite.tokenizers import Tokenizer, default_tokenizer  # as above

    class OrderedTokenizer(Tokenizer):
        """Prefers the longest reporter among equal matches; eyecite takes the first in a set, whose order varies."""

        def extract_tokens(self, text: str) -> Generator[Any, None, None]:
            yield from sorted(default_tokenizer.extract_tokens(text), key=_rank_token)

    tokenizer = OrderedTokenizer(extractors=[])
    done = 0
    for offset in range(0, len(text), _PIECE):
        piece = text[offset : offset + _PIECE + _OVERLAP]
        tokens = tokenizer.tokenize(piece)[1] if _MAY_CITE.search(piece) else []
        for _, token in tokens:
            start = offset + token.start
            is_new = isinstance(token, CitationToken) and token.start < _PIECE and start >= done
            if is_new and not _is_foreign(text, start):
                done = offset + token.end
                yield _make_cite(offset, token)


def _rank_token(token: Foreign) -> tuple[int, str, str]:
    return -len(token.groups.get("reporter") or ""), type(token).__name__, repr(sorted(token.groups.items()))


def _make_cite(offset: int, token: Foreign) -> ReporterCite:
    editions = token.exact_editions or token.variation_editions
    sources = {edition.reporter.source for edition in editions}
    names = {edition.short_name for edition in editions}
    groups = {name: value for name, value in token.groups.items() if value}
    start, end, is_short = offset + token.start, offset + token.end, bool(token.short)
    source = next(source for source in _SOURCES if source in sources)
    name = names.pop() if len(names) == 1 else groups.get("reporter", "")
    is_supreme = all(getattr(edition.reporter, "is_scotus", False) for edition in editions)
    return ReporterCite(start, end, source, is_short, name, groups, is_supreme)


def _is_foreign(text: str, start: int) -> bool:
    """Check whether a match is inside a word or path, or part of another country's report or act.

    Such a report follows its bracketed year; a number after § or Art. is that of the provision: § 823 Abs. 1 BGB.
    """
    before = text[max(0, start - 9) : start]
    if before.endswith("] ") or _PROVISION.search(before):
        return True
    return before != "" and (before[-1].isalnum() or before[-1] in "/=-_")


# Cases

_PIN = r"\*?\d{1,6}(?:[-–]\*?\d{1,6})?"
_PINS = rf"{_PIN}(?:, {_PIN}(?!\w|-[A-Z]| [A-Z(]\w*\.)){{0,5}}"
_AFTER = lazy_pattern(
    rf"(?:, (?:at )?| at )(?:pp?\. ?)?(?P<pin>{_PINS})(?: ?(?:n|nn)\. ?\d{{1,3}})?(?!\w| [A-Z][A-Za-z]*\.| (?:WL|US) "
    r"| [A-Z][A-Za-z.]{0,9} (?:\d?d )?\d| [A-Z][a-z]+ [A-Z])"
)
# New York writes square brackets inside round ones: (Roe v Doe, 147 AD3d 589 [1st Dept 2017]).
_COURT = lazy_pattern(r" [(\[](?P<court>[^()\[\]\0]{0,70}?)(?P<year>1[6-9]\d\d|20\d\d)[)\]]")
_YEAR_FIRST = lazy_pattern(r"\((?P<court>[^()\0]{0,40}?)(?P<year>1[6-9]\d\d|20\d\d)\) $")
_DATE = lazy_pattern(
    r"(?:(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\.? \d{1,2},? ?)?$"
)
_SLIP = lazy_pattern(
    r"(?<![\w/])No\. (?P<docket>\d[\w:–-]{2,25}),? slip op\.(?: at (?P<pin>\d{1,4}(?:[-–]\d{1,4})?))?"
    r"(?: \([^()\0]{0,60}\d{4}\))?"
)
# Before the number of a database: No. 1:20-CV-186-GHD, 2023 WL 356; Case No. 07 C 2798, 2008 WL 190317.
_DOCKET = lazy_pattern(
    r"(?:(?:(?:Case|Civil Action|Civ\. ?A\.|Crim\. ?A\.|Docket|Index) )?Nos?\. ?|(?=(?:\d:)?\d\d-[Cc][VvRr]-\d))"
    r"(?P<docket>[A-Z0-9][\w:.–-]{0,28}(?: [\w:.–-]{1,12}){0,3}(?: ?\([A-Z]{1,5}\)){0,2}), $"
)
_LONGEST_DOCKET = 80  # characters
_TAIL = lazy_pattern(r"(?:\.\d\w{0,8})?(?:[-–]\w{1,8}){0,3}(?:\(\w{1,6}\)){0,6}")
_RANGE = lazy_pattern(r"[-–]\d{1,6}")
_NAME = lazy_pattern(r"(?<!\w)(?P<name>[A-Z][\w'’.&-]{1,40}), $")

# One abbreviated word is not enough: "1 Minn. 2" needs a name or a year, "1 F.2d 2" does not.
_CERTAIN_REPORTER = lazy_pattern(r"\d[dh]|\..*\.|^WL$|LEXIS|Slip Op|^US$")
# Databases number documents, not pages; their pinpoints are star pages.
_UNPAGED = lazy_pattern(r"^WL$|LEXIS|Slip Op")
_PUBLIC_DOMAIN = lazy_pattern(r"\d{4}-[A-Z]")  # 110 Ohio St.3d 58, 2006-Ohio-3563
_YEAR_DIGITS = 4
_YEAR = lazy_pattern(r"1[6-9]\d\d|20\d\d")
_MOST_PARALLEL = 7  # reporters of one case; more in a row are a list of cases
_LONGEST_OPINION = 400  # pages; a later page belongs to another case


def find_us_cases(text: str) -> list[UsHit]:
    """Return the cases of a paragraph, in full and by volume, and the state codes among them."""
    found = _find_reporter_cites(text)
    full = [cite for cite in found if cite.source == "reporters" and not cite.short]
    return [
        *(_read_slip(text, slip) for slip in _SLIP.finditer(text)),
        *_find_full(text, full),
        *(_read_short(text, cite) for cite in found if cite.source == "reporters" and cite.short),
        *(_read_state_code(text, cite) for cite in found if cite.source == "laws"),
    ]


def find_pin_fault(pin: str, page: str) -> str | None:
    """Report a pinpoint that cannot be in a case that starts on this page."""
    at, _, to = pin.partition(",")[0].partition("-")
    if not at.isdigit() or not page.isdigit():
        return None
    if to.isdigit() and int(complete_page(at, to)) < int(at):
        return f"the pages {at}-{to} run backwards"
    if int(at) < int(page):
        return f"the pin {at} lies before the first page {page}"
    if int(at) > int(page) + _LONGEST_OPINION:
        return f"the pin {at} lies more than {_LONGEST_OPINION} pages after the first page {page}"
    return None


def _find_full(text: str, found: list[ReporterCite]) -> Iterator[UsHit]:
    floor = 0
    for run in _group_parallel(text, found):
        if hit := _read_case(text, run, floor):
            yield hit
        floor = run[-1].end


def _group_parallel(text: str, found: list[ReporterCite]) -> Iterator[list[ReporterCite]]:
    """Group parallel citations: only a comma between them, or a pinpoint between commas."""
    for run in group_runs(found, lambda one, other: text[_skip_pin(text, one.end) : other.start] == ", "):
        yield from (run[at : at + _MOST_PARALLEL] for at in range(0, len(run), _MOST_PARALLEL))


def _skip_pin(text: str, end: int) -> int:
    found = _AFTER.match(text, end)
    return found.end() if found and not _PUBLIC_DOMAIN.match(text, found.start("pin")) else end


def _read_case(text: str, run: list[ReporterCite], floor: int) -> UsHit | None:
    first, end = run[0], _skip_pin(text, run[-1].end)
    start, court = first.start, _COURT.match(text, end)
    if court:
        end = court.end()
    elif court := _YEAR_FIRST.search(text[max(floor, start - 60) : start]):
        start = max(floor, start - 60) + court.start()
    docket = _DOCKET.search(text[max(floor, start - _LONGEST_DOCKET) : start])
    start = max(floor, start - _LONGEST_DOCKET) + docket.start() if docket else start
    begin, named = read_case_name(text, start, floor)
    if not named and court is None and not run[1:] and not _CERTAIN_REPORTER.search(first.written):
        return None
    parts = {"volume": first.groups.get("volume", ""), "reporter": first.reporter, "page": first.page}
    parts |= named | _court_and_year(first, court) | ({"docket": docket["docket"].replace("–", "-")} if docket else {})
    parts |= {"parallel": "; ".join(cite.normal for cite in run[1:])} if run[1:] else {}
    pin, year, fault = _read_pin(text, run, is_dated=court is not None)
    parts |= {"year": year} if year else {}
    fault = _find_case_fault(run, parts) or fault
    return UsHit(begin, end, "us-case", first.normal, pin, parts=parts, fault=fault)


def _find_case_fault(run: list[ReporterCite], parts: dict[str, str]) -> str | None:
    year = int(parts["year"]) if "year" in parts else None
    faults = (find_volume_fault(cite.reporter, cite.groups.get("volume", ""), year) for cite in run)
    court = find_court_fault(parts.get("court", ""), parts["reporter"], parts["volume"], year)
    return next(filter(None, (court, *faults)), None)


def _court_and_year(cite: ReporterCite, court: re.Match[str] | None) -> dict[str, str]:
    sat = _DATE.sub("", court["court"].strip(" ,")).strip(" ,") if court else ""
    sat = sat or ("scotus" if cite.supreme else "")
    return ({"court": sat} if sat else {}) | ({"year": court["year"]} if court else {})


def _read_pin(text: str, run: list[ReporterCite], *, is_dated: bool) -> tuple[str | None, str | None, str | None]:
    """Return the first pinpoint of the run, a year after it, and the fault of the pinpoint."""
    for cite in run:
        found = _AFTER.match(text, cite.end)
        if found and not _PUBLIC_DOMAIN.match(text, found.start("pin")):
            pin = found["pin"].replace("–", "-")
            # A year as volume numbers opinions, each with pages of its own: 2009 Ark. 12, at 1.
            if _UNPAGED.search(cite.reporter) or len(cite.groups.get("volume", "")) >= _YEAR_DIGITS:
                return pin, None, None
            pages, _, last = pin.rpartition(", ")
            if not is_dated and f", {pin}" == found[0] and _is_year(last, cite):
                return pages or None, last, find_pin_fault(pages, cite.page)
            return pin, None, find_pin_fault(pin, cite.page)
    return None, None, None


def _is_year(number: str, cite: ReporterCite) -> bool:
    """Return whether a number after a case is not its page, but a year of the volume: 379 U.S. 241, 1964."""
    if not _YEAR.fullmatch(number) or find_pin_fault(number, cite.page) is None:
        return False
    return find_volume_fault(cite.reporter, cite.groups.get("volume", ""), int(number)) is None


def _read_short(text: str, cite: ReporterCite) -> UsHit:
    start, end = cite.start, cite.end
    if found := _RANGE.match(text, end):
        end = found.end()
    pin = text[start:end].rpartition(" ")[2].replace("–", "-")
    parts = {"volume": cite.groups.get("volume", ""), "reporter": cite.reporter}
    if name := _NAME.search(text[max(0, start - 45) : start]):
        parts["case_name"] = name["name"]
        start -= len(name[0])
    return UsHit(start, end, "us-case", f"{parts['volume']} {cite.reporter}", pin, parts=parts, short="short")


def _read_slip(text: str, found: re.Match[str]) -> UsHit:
    docket = found["docket"].replace("–", "-")
    start, named = read_case_name(text, found.start())
    parts = {"reporter": "slip op.", "docket": docket} | named
    pin = found["pin"].replace("–", "-") if found["pin"] else None
    return UsHit(start, found.end(), "us-case", f"No. {docket}", pin, parts=parts)


def _read_state_code(text: str, cite: ReporterCite) -> UsHit:
    whole = cite.start + len(text[cite.start : cite.end].rstrip(" ,;."))
    tail = _TAIL.match(text, whole)
    end = tail.end() if tail else whole
    groups = cite.groups
    title = groups.get("title") or groups.get("chapter") or groups.get("volume") or ""
    section = groups.get("section") or groups.get("page") or ""
    parts = {"title": title, "code": cite.reporter, "section": section}
    normal = " ".join(text[cite.start : whole].split())
    return UsHit(cite.start, end, "us-statute", normal, article=section + text[whole:end], parts=parts)
