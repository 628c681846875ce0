"""US cases in full or by volume and page, parallel citations as one, and the codes of the states."""

from collections.abc import Iterator
from re import Match
from re import compile as pattern

from citevet.extract.forms.law.parties import name_start
from citevet.extract.forms.law.us_hit import Hit
from citevet.extract.forms.law.us_reporters import Cite, cites
from citevet.extract.forms.law.us_series import misprinted, no_circuit

_PIN = r"\*?\d{1,6}(?:[-–]\*?\d{1,6})?"
_PINS = rf"{_PIN}(?:, {_PIN}(?!\w| [A-Z(]\w*\.)){{0,5}}"
_AFTER = pattern(
    rf"(?:, (?:at )?| at )(?:pp?\. ?)?(?P<pin>{_PINS})(?: ?(?:n|nn)\. ?\d{{1,3}})?(?!\w| [A-Z][A-Za-z]*\.| (?:WL|US) )"
)
_COURT = pattern(r" \((?P<court>[^()\0]{0,70}?)(?P<year>1[6-9]\d\d|20\d\d)\)")
_YEAR_FIRST = pattern(r"\((?P<court>[^()\0]{0,40}?)(?P<year>1[6-9]\d\d|20\d\d)\) $")
_DATE = pattern(r"(?:(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)\.? \d{1,2},? ?)?$")
_SLIP = pattern(
    r"(?<![\w/])No\. (?P<docket>\d[\w:–-]{2,25}),? slip op\.(?: at (?P<pin>\d{1,4}(?:[-–]\d{1,4})?))?"
    r"(?: \([^()\0]{0,60}\d{4}\))?"
)
_TAIL = pattern(r"(?:\.\d\w{0,8})?(?:[-–]\w{1,8}){0,3}(?:\(\w{1,6}\)){0,6}")
_RANGE = pattern(r"[-–]\d{1,6}")
_NAME = pattern(r"(?<!\w)(?P<name>[A-Z][\w'’.&-]{1,40}), $")

# One abbreviated word is too little: "1 Minn. 2" needs a name or a year, "1 F.2d 2" does not.
_STRONG = pattern(r"\d[dh]|\..*\.|^WL$|LEXIS|Slip Op|^US$")
# Databases number documents, not pages; pins there are star pages.
_UNPAGED = pattern(r"^WL$|LEXIS|Slip Op")
_MOST_PARALLEL = 6  # reporters that print the same case; more in a row are a list of cases
_LONGEST_OPINION = 150  # pages; beyond lies another case


def cases(text: str) -> list[Hit]:
    """Return the cases of a paragraph, in full and by volume, and the state codes among them."""
    found = cites(text)
    full = [cite for cite in found if cite.source == "reporters" and not cite.short]
    return [
        *(_slip(text, slip) for slip in _SLIP.finditer(text)),
        *_full(text, full),
        *(_short(text, cite) for cite in found if cite.source == "reporters" and cite.short),
        *(_law(text, cite) for cite in found if cite.source == "laws"),
    ]


def pin_fault(pin: str, page: str) -> str | None:
    """Say why the pin cannot lie in a case that starts on the page."""
    at = pin.partition("-")[0].partition(",")[0]
    if not at.isdigit() or not page.isdigit():
        return None
    if int(at) < int(page):
        return f"the pin {at} lies before the first page {page}"
    if int(at) > int(page) + _LONGEST_OPINION:
        return f"the pin {at} lies more than {_LONGEST_OPINION} pages after the first page {page}"
    return None


def _full(text: str, found: list[Cite]) -> Iterator[Hit]:
    floor = 0
    for run in _runs(text, found):
        if hit := _case(text, run, floor):
            yield hit
        floor = run[-1].end


def _runs(text: str, found: list[Cite]) -> Iterator[list[Cite]]:
    """Put parallel citations together: nothing between them but a comma, or a pin between commas."""
    run: list[Cite] = []
    for cite in found:
        if run and (len(run) > _MOST_PARALLEL or text[_past_pin(text, run[-1].end) : cite.start] != ", "):
            yield run
            run = []
        run.append(cite)
    if run:
        yield run


def _past_pin(text: str, end: int) -> int:
    found = _AFTER.match(text, end)
    return found.end() if found else end


def _case(text: str, run: list[Cite], floor: int) -> Hit | None:
    first, end = run[0], _past_pin(text, run[-1].end)
    start, court = first.start, _COURT.match(text, end)
    if court:
        end = court.end()
    elif court := _YEAR_FIRST.search(text[max(floor, start - 60) : start]):
        start = max(floor, start - 60) + court.start()
    name = name_start(text, start, floor)
    if name is None and court is None and not run[1:] and not _STRONG.search(first.written):
        return None
    parts = {"volume": first.groups.get("volume", ""), "reporter": first.reporter, "page": first.page}
    parts |= _named(text, name, start) | _decided(first, court)
    parts |= {"parallel": "; ".join(cite.normal for cite in run[1:])} if run[1:] else {}
    pin, fault = _pin(text, run)
    fault = _impossible(run, parts) or fault
    return Hit(start if name is None else name, end, "us-case", first.normal, pin, parts=parts, fault=fault)


def _impossible(run: list[Cite], parts: dict[str, str]) -> str | None:
    year = int(parts["year"]) if "year" in parts else None
    faults = (misprinted(cite.reporter, cite.groups.get("volume", ""), year) for cite in run)
    return next(filter(None, (no_circuit(parts.get("court", "")), *faults)), None)


def _named(text: str, name: int | None, start: int) -> dict[str, str]:
    return {} if name is None else {"case_name": text[name:start].strip(" ,(")}


def _decided(cite: Cite, court: Match[str] | None) -> dict[str, str]:
    sat = _DATE.sub("", court["court"].strip(" ,")).strip(" ,") if court else ""
    sat = sat or ("scotus" if cite.supreme else "")
    return ({"court": sat} if sat else {}) | ({"year": court["year"]} if court else {})


def _pin(text: str, run: list[Cite]) -> tuple[str | None, str | None]:
    """Return the first pin of the run, and what is wrong with it."""
    for cite in run:
        if found := _AFTER.match(text, cite.end):
            pin = found["pin"].replace("–", "-")
            return pin, None if _UNPAGED.search(cite.reporter) else pin_fault(pin, cite.page)
    return None, None


def _short(text: str, cite: Cite) -> Hit:
    start, end = cite.start, cite.end
    if found := _RANGE.match(text, end):
        end = found.end()
    pin = text[start:end].rpartition(" ")[2].replace("–", "-")
    parts = {"volume": cite.groups.get("volume", ""), "reporter": cite.reporter}
    if name := _NAME.search(text[max(0, start - 45) : start]):
        parts["case_name"] = name["name"]
        start -= len(name[0])
    return Hit(start, end, "us-case", f"{parts['volume']} {cite.reporter}", pin, parts=parts, short="short")


def _slip(text: str, found: Match[str]) -> Hit:
    docket = found["docket"].replace("–", "-")
    name = name_start(text, found.start())
    parts = {"reporter": "slip op.", "docket": docket} | _named(text, name, found.start())
    pin = found["pin"].replace("–", "-") if found["pin"] else None
    return Hit(found.start() if name is None else name, found.end(), "us-case", f"No. {docket}", pin, parts=parts)


def _law(text: str, cite: Cite) -> Hit:
    whole = cite.start + len(text[cite.start : cite.end].rstrip(" ,;."))
    tail = _TAIL.match(text, whole)
    end = tail.end() if tail else whole
    groups = cite.groups
    title = groups.get("title") or groups.get("chapter") or groups.get("volume") or ""
    section = groups.get("section") or groups.get("page") or ""
    parts = {"title": title, "code": cite.reporter, "section": section}
    normal = " ".join(text[cite.start : whole].split())
    return Hit(cite.start, end, "us-statute", normal, article=section + text[whole:end], parts=parts)
