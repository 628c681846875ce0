"""UK cases by neutral citation at Find Case Law, else at BAILII, compared with the name in the citation."""

from dataclasses import replace
from datetime import date
from urllib.parse import quote

from citevet.contracts import Web
from citevet.identifiers.court_terms import find_serial_fault, find_term_fault
from citevet.identifiers.page_keys import split_address
from citevet.model import Citation, Difference, Lookup, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.read.archive import Element
from citevet.read.service_xml import local_name, text_of
from citevet.resolve.answers import not_known, read_page_title, read_xml, refuse_shape, refuse_status, years_in
from citevet.resolve.law.captions import are_parties_in, compare_captions, compare_case

SERVICE = "findcaselaw"
LABEL = "Find Case Law"
_SITE = "https://caselaw.nationalarchives.gov.uk"
_COVERED = frozenset("UKSC UKPC UKHL EWCA EWHC EWFC EWCOP EWCC EWCR UKUT UKFTT EAT UKIPTrib UKSIAC".split())
_NEEDS_DIVISION = frozenset({"EWCA", "EWHC", "UKUT", "UKFTT"})
_BAILII = {
    series: f"{country}/cases/{series}"
    for country, listed in {
        "uk": "UKSC UKHL UKPC UKUT UKFTT",
        "ew": "EWCA EWHC EWFC EWCOP",
        "nie": "NICA NIQB NIKB",
    }.items()
    for series in listed.split()
}
_NEUTRAL = lazy_pattern(r"\[(\d{4})\] ([A-Za-z]{2,9}(?: (?:Civ|Crim))?) (\d{1,5})")
_DECIDED = frozenset({"judgment", "decision"})


async def look_up_uk_case(citation: Citation, web: Web, when: date) -> Lookup:
    """Look up a judgment by its neutral citation; law reports are in no free register. A day plays no part."""
    del when
    law = citation.law
    court, year, number = law.court, law.year, law.number
    if not court:
        return Lookup(reason="abstained", why=f"{LABEL} has neutral citations, not reports such as {citation.normal}")
    series, division = court.partition(" ")[0], court.partition(" ")[2] or law.division
    if series in _NEEDS_DIVISION and not division:
        return Lookup(reason="abstained", why=f"{citation.normal} names no division or chamber, so it has no address")
    found: Record | Lookup = not_known(LABEL, citation.normal)
    reply = Reply("")
    if series in _COVERED:
        path = "/".join(quote(part.lower()) for part in (series, division, year, number) if part)
        reply = await web.ask(SERVICE, f"/{path}/data.xml")
        found = parse_judgment(reply)
        if isinstance(found, Lookup) and not reply.is_not_found:
            return found
    if isinstance(found, Record) and found.type == "case":
        return _compare(citation, found, _read_head(reply))
    return _judge_number(citation, court) or await _look_up_bailii(citation, series, division, web)


def parse_judgment(reply: Reply) -> Record | Lookup:
    """Return the record of a judgment, or of a press summary, in Akoma Ntoso."""
    root, refusal = read_xml(reply, LABEL, "the judgment")
    work = next(iter(_descendants(root, "FRBRWork")), None)
    name = _attribute(work, "FRBRname", "value")
    cites = [text_of(each) for tag in ("cite", "neutralCitation") for each in _descendants(root, tag)]
    if work is None or not (name or any(cites)):
        return refusal
    kind = "case" if _descendants(root, "judgment") else "summary"
    dates = [each.get("date") or "" for each in _descendants(work, "FRBRdate") if each.get("name") in _DECIDED]
    address = split_address(_attribute(work, "FRBRuri", "value")).path.removeprefix("/id").strip("/")
    url = f"{_SITE}/{address}" if address else ""
    return Record(
        SERVICE,
        next(filter(None, cites), address),
        kind,
        name,
        years=years_in(*dates) or years_in(*cites)[:1],
        venue=_read_court(root, work),
        url=url,
        copies=(f"{url}/data.xml",) if url else (),
    )


def parse_bailii(reply: Reply, citation: str) -> Record | Lookup:
    """Return the case of a page of BAILII, whose title has the name and the neutral citation."""
    if refused := refuse_status(reply, "BAILII", citation):
        return refused
    name, _, rest = read_page_title(reply.data.decode("utf-8", "replace")).partition(" [")
    if not name or _NEUTRAL.search(f"[{rest}") is None:
        return refuse_shape("BAILII")
    return Record("bailii", f"[{rest}".partition(" (")[0], "case", name, url=reply.final_url, copies=(reply.final_url,))


async def _look_up_bailii(citation: Citation, series: str, division: str, web: Web) -> Lookup:
    """Visit the page that BAILII has for a neutral citation. It keeps many visitors out, which says nothing."""
    absent = not_known(LABEL, citation.normal)
    folder = _BAILII.get(series)
    if folder is None:
        return absent
    path = "/".join(filter(None, (folder, division, citation.law.year, citation.law.number)))
    address = f"https://www.bailii.org/{quote(path)}.html"
    found = parse_bailii(await web.visit(address, accept="text/html"), citation.normal)
    if isinstance(found, Record):
        return _compare(citation, found)
    return Lookup(reason=found.reason, why=f"{absent.why}, and {found.why}; see {address}")


def _compare(citation: Citation, case: Record, head: str = "") -> Lookup:
    """Compare the neutral citation, then the name, which may be that of another one of joined cases."""
    asked, has = _NEUTRAL.search(citation.normal), _NEUTRAL.search(case.id)
    if asked and has and (asked[1], asked[2], int(asked[3])) != (has[1], has[2], int(has[3])):
        difference = Difference("citation", citation.normal, case.id)
        why = f'citation: the document has "{citation.normal}", the judgment "{case.id}"'
        return Lookup("mismatched", why=why, record=case, differences=(difference,))
    cited = citation.law.case_name
    if are_parties_in(cited, head):
        return compare_case(citation, replace(case, titles=(cited,)))
    is_open = compare_captions(cited, (case.title,)) == "unknown"  # no name, or initials only
    return replace(compare_case(citation, replace(case, titles=(head,)) if is_open else case), record=case)


def _read_head(reply: Reply) -> str:
    """Return the words of a judgment before its text: court, parties, judges and counsel."""
    root, _ = read_xml(reply, LABEL)
    words = [str(text) for head in _descendants(root, "header")[:1] for text in head.itertext()]
    return " ".join((*words, "".join(words)))  # a name may be a line of its own, or cut by a change of type


def _judge_number(citation: Citation, court: str) -> Lookup | None:
    """Return that a judgment is missing if the court cannot have given it."""
    fault = find_term_fault(court, int(citation.law.year)) or find_serial_fault(court, citation.law.number)
    return Lookup("missing", why=f"{fault}, and {not_known(LABEL, citation.normal).why}") if fault else None


def _descendants(element: Element, name: str) -> list[Element]:
    return [each for each in element.iter() if local_name(each) == name]


def _attribute(element: Element | None, name: str, attribute: str) -> str:
    for each in _descendants(element, name) if element is not None else ():
        return " ".join((each.get(attribute) or "").split())
    return ""


def _read_court(root: Element, work: Element) -> str:
    author = _attribute(work, "FRBRauthor", "href").lstrip("#")
    named = (each.get("showAs") or "" for each in _descendants(root, "TLCOrganization") if each.get("eId") == author)
    return next(named, author)
