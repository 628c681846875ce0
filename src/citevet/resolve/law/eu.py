"""Acts of the Union and cases of its courts at CELLAR, the register of the Publications Office.

The notice says whether there is such a work, its title and since when and until when it is in force; the text says
which articles, paragraphs and points it has. What was inserted later is only in the consolidated text.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from urllib.parse import quote

from citevet.contracts import Web
from citevet.identifiers import keep_known
from citevet.model import Citation, Difference, Lookup, Notice, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.read.archive import Element
from citevet.read.web_page import decode_page
from citevet.records import dataclass, replace
from citevet.resolve.answers import not_known, read_xml, refuse_shape, refuse_trouble, strip_markup, years_in
from citevet.resolve.law.eu_text import EuText, read_act, read_places
from citevet.resolve.law.provisions import find_time_flags, judge_places

LABEL = "CELLAR"
_PAGE = "https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:{}"
_CONSOLIDATED = lazy_pattern(r"0\d{4}[A-Z]{1,2}[\w/()]{1,12}-(\d{4})(\d{2})(\d{2})")
_DAY = lazy_pattern(r"\d{4}-\d{2}-\d{2}")
_FOREVER = "9999"  # the year of an act without an end
_CASE_SECTOR = "6"
_MOST_TITLE = 1_000  # characters
_OK = 200
_KNOWN_WORK = "32016R0679"  # a proxy may answer 404 for everything; the register itself has this one
_SITE = "https://publications.europa.eu"
# Headers of requests, tried in this order.
_ENGLISH = {"Accept-Language": "eng"}
_NOTICES = ({"Accept": "application/xml;notice=branch", **_ENGLISH}, {"Accept": "application/xml;notice=object"})
_TEXTS = tuple({"Accept": accept, **_ENGLISH} for accept in ("application/xhtml+xml", "text/html"))
_TREATIES = {"TFEU": "12016E/TXT", "TEU": "12016M/TXT"}
# Numbers from which only one CELEX number can follow; decisions of other bodies have other letters.
_CERTAIN = frozenset({"regulation", "directive"})
_KINDS, _ONE_ROW = "RLD", "2015"
_SHOWN = 200  # characters of a title
_DECISIONS = "JOCVN"  # judgment, order, opinion of the Advocate General, opinion of the Court, new case
_CASE = lazy_pattern(r"(?:([CTF])-)?(\d{1,4})/(\d\d)(?!\d).*")
_NUMBER, _HYPHENS = lazy_pattern(r"\b[CTF]-\d{1,4}/\d\d(?!\d)"), str.maketrans("‐‑–", "---")
_OLD_JOURNAL = lazy_pattern(r"OJ ([LC]) (\d{1,4}), (?:\d{1,2}\.\d{1,2}\.)?(\d{4}), p\. (\d{1,4}).*")
_NEW_JOURNAL = lazy_pattern(r"OJ ([LC]), (\d{4})/(\d{1,5}), .*")
_UNSETTLED_YEARS = 2  # a decision of the last years may not be in the register yet


@dataclass(frozen=True, slots=True)
class EuNotice:
    """The notice of one work."""

    celex: str
    ecli: str = ""
    title: str = ""
    day: str = ""  # of the document, ISO
    starts: str = ""  # the first entry into force
    ends: str = ""  # the end of validity
    in_force: bool | None = None
    versions: tuple[tuple[str, str], ...] = ()  # consolidated: day and CELEX, the oldest first

    def find_version(self, when: date) -> str:
        """Return the CELEX number of the consolidated version of a day; empty if there is none by then."""
        return next((celex for day, celex in reversed(self.versions) if day <= when.isoformat()), "")

    def make_record(self, when: date) -> Record:
        """Return the work as a record, with a notice if it is not in force on a day."""
        return Record(
            "eurlex",
            self.celex or self.ecli,
            type="case" if self.celex.startswith(_CASE_SECTOR) else "act",
            title=self.title,
            years=years_in(self.day),
            identifiers=keep_known(celex=self.celex, ecli=self.ecli),
            url=_PAGE.format(self.celex) if self.celex else "",
            notices=tuple(self._list_notices(when.isoformat())),
        )

    def _list_notices(self, day: str) -> Iterator[Notice]:
        if self.starts > day:
            yield Notice("prospective", LABEL, date=self.starts)
        elif self.ends and self.ends <= day:
            yield Notice("repealed", LABEL, date=self.ends)
        elif self.in_force is False and not self.ends:
            yield Notice("repealed", LABEL)


def read_notice(root: Element) -> EuNotice | None:
    """Read the notice of a work; None for anything else, such as the notice of a whole procedure."""
    work = root.find("WORK")
    work = root.find("EXPRESSION") if work is None else work  # the work in one language
    if work is None:
        return None
    celex, ecli = (next(_find_names(work, kind), "").partition(".")[0] for kind in ("celex", "ecli"))
    if not celex and not ecli:
        return None
    starts = sorted(filter(None, _find_days(work, "RESOURCE_LEGAL_DATE_ENTRY-INTO-FORCE")))
    ends = sorted(day for day in _find_days(work, "RESOURCE_LEGAL_DATE_END-OF-VALIDITY") if day[:4] != _FOREVER)
    force = _find_value(work, "RESOURCE_LEGAL_IN-FORCE")
    return EuNotice(
        celex,
        ecli,
        _find_title(root, work),
        next(_find_days(work, "WORK_DATE_DOCUMENT"), ""),
        starts[0] if starts else "",
        ends[-1] if ends else "",
        {"true": True, "false": False}.get(force),
        tuple(sorted(_find_versions(work))),
    )


def _find_names(work: Element, kind: str) -> Iterator[str]:
    for link in work.findall("./SAMEAS/URI"):
        if link.findtext("TYPE") == kind and (name := (link.findtext("IDENTIFIER") or "").strip()):
            yield name


def _find_value(element: Element, name: str) -> str:
    return (element.findtext(f"./{name}/VALUE") or "").strip()


def _find_days(work: Element, name: str) -> Iterator[str]:
    for value in work.findall(f"./{name}/VALUE"):
        if found := _DAY.match((value.text or "").strip()):
            yield found[0]


def _find_title(root: Element, work: Element) -> str:
    """Return the English title if there is one, else the first."""
    expressions = [work, *work.findall("./EXPRESSION"), *root.findall("./EXPRESSION")]
    titles = [(_find_value(one, "LANG") != "ENG", _find_value(one, "EXPRESSION_TITLE")) for one in expressions]
    named = [title for title in titles if title[1]]
    return strip_markup(min(named, key=lambda title: title[0])[1])[:_MOST_TITLE] if named else ""


def _find_versions(work: Element) -> Iterator[tuple[str, str]]:
    for link in work.findall("./RESOURCE_LEGAL_BASIS_FOR_ACT_CONSOLIDATED"):
        for name in _find_names(link, "celex"):
            if found := _CONSOLIDATED.fullmatch(name):
                yield "-".join(found.groups()), name


async def look_up_eu_act(citation: Citation, web: Web, when: date) -> Lookup:
    """Look up a regulation, directive, decision, treaty or reference to the Official Journal."""
    law = citation.law
    if law.oj:
        return await _look_up_journal(law.oj, web, when)
    celex = law.celex or _TREATIES.get(citation.normal, "")
    if not celex:
        return Lookup(reason="abstained", why=f"{citation.normal} has no CELEX number without its year")
    found = await find_work("celex", celex, web)
    if isinstance(found, Lookup):
        if found.existence != "missing":
            return found
        certain = law.type in _CERTAIN or citation.normal in _TREATIES
        return await _add_other_kind(found, celex, web) if certain else not_known(LABEL, celex)
    return await _look_up_place(found, citation.place.article, web, when)


async def _add_other_kind(missing: Lookup, celex: str, web: Web) -> Lookup:
    """Name the act that has the number: since 2015 regulations, directives and decisions share one row of numbers."""
    if celex[1:5] >= _ONE_ROW:
        for kind in _KINDS.replace(celex[5], ""):
            found = await find_work("celex", f"{celex[:5]}{kind}{celex[6:]}", web)
            if not isinstance(found, Lookup):
                return replace(missing, why=f"{missing.why}; {found.celex} is {found.title[:_SHOWN] or 'another act'}")
    return missing


async def look_up_celex(citation: Citation, web: Web, when: date) -> Lookup:
    """Look up a CELEX number as it is written."""
    found = await find_work("celex", citation.normal, web)
    return found if isinstance(found, Lookup) else _report_work(found, when)


async def look_up_ecli(citation: Citation, web: Web, when: date) -> Lookup:
    """Look up a decision by its ECLI; CELLAR answers for the courts of the Union only."""
    if citation.law.country != "EU" or citation.fault:
        return Lookup(reason="abstained", why=f"{LABEL} has the decisions of the courts of the Union only")
    found = await _find_decision(citation.normal, web, when)
    return found if isinstance(found, Lookup) else _report_work(found, when)


async def _find_decision(ecli: str, web: Web, when: date) -> EuNotice | Lookup:
    """Return the decision with an ECLI, which has its year; the register may not have the newest yet."""
    found = await find_work("ecli", ecli, web)
    year = ecli.split(":")[-2]
    settled = year.isdecimal() and int(year) <= when.year - _UNSETTLED_YEARS
    is_open = isinstance(found, Lookup) and found.existence == "missing" and not settled
    return not_known(LABEL, ecli) if is_open else found


async def look_up_eu_case(citation: Citation, web: Web, when: date) -> Lookup:
    """Look up a case by its number: the judgment, else the order, opinion or announcement.

    Joined cases are filed under one of their numbers, so a number that is not there proves nothing. An ECLI beside the
    number must be that of the case.
    """
    cited = citation.law.date
    for form in citation.also:
        is_ecli = form.kind == "ecli" and not form.fault and form.normal.startswith("ECLI:EU:")
        answer = await _compare_ecli(form.normal, citation, web, when) if is_ecli else None
        if answer:
            return answer
    known: list[EuNotice] = []
    for celex in list_case_numbers(citation.law.number, citation.law.year):
        found = await find_work("celex", celex, web)
        if isinstance(found, Lookup):
            if found.existence != "missing":
                return found
            continue
        if not cited or cited == found.day:
            return _report_work(found, when)
        known.append(found)
    if not known:
        return not_known(LABEL, citation.normal)
    days = ", ".join(filter(None, (one.day for one in known)))
    why = f"{citation.normal} has decisions of {days}, not of {cited}"
    return Lookup("ambiguous", why=why, candidates=tuple(one.make_record(when) for one in known))


async def _compare_ecli(ecli: str, citation: Citation, web: Web, when: date) -> Lookup | None:
    """Look up the ECLI beside the number of a case; none if that does not settle whether the two agree.

    The title of a decision names its cases; CELLAR files it under one of them.
    """
    decision = await _find_decision(ecli, web, when)
    if isinstance(decision, Lookup):
        return decision if decision.existence == "missing" else None
    number, day = citation.law.number, citation.law.date
    named, cited = (_NUMBER.findall(text.translate(_HYPHENS)) for text in (decision.title, number))
    if decision.celex in list_case_numbers(number, citation.law.year) or {*named} & {*cited}:
        return _report_work(decision, when) if day in {"", decision.day} else None
    if not named or not cited:
        return None
    differences = (Difference("case", citation.normal, ", ".join(dict.fromkeys(named))),)
    return Lookup("mismatched", record=decision.make_record(when), differences=differences)


def list_case_numbers(number: str, year: str) -> list[str]:
    """Return the CELEX numbers that a case may have: C-131/12 is 62012CJ0131."""
    found = _CASE.fullmatch(number)
    if found is None or not year.isdecimal():
        return []
    return [f"6{year}{found[1] or 'C'}{kind}{int(found[2]):04d}" for kind in _DECISIONS]


async def find_work(scheme: str, name: str, web: Web) -> EuNotice | Lookup:
    """Return the notice of a work; missing only if CELLAR has none in any language, and has a work that exists."""
    found = parse_work(await _ask_for(f"{scheme}/{quote(name, safe='')}", _NOTICES, web), name)
    if isinstance(found, Lookup) and found.existence == "missing":
        known = parse_work(await _ask_for(f"celex/{_KNOWN_WORK}", _NOTICES, web), _KNOWN_WORK)
        if isinstance(known, Lookup):
            return refuse_shape(LABEL) if known.existence == "missing" else known
    return found


async def _ask_for(resource: str, forms: Sequence[Mapping[str, str]], web: Web) -> Reply:
    """Return a resource in the first form that CELLAR has, else its last answer."""
    reply = Reply(resource)
    for headers in forms:
        reply = await web.ask("eurlex", f"/resource/{resource}", headers=headers)
        if reply.trouble or reply.status == _OK:
            break
    return reply


def parse_work(reply: Reply, name: str) -> EuNotice | Lookup:
    """Read the reply for an identifier: a 404 is the register saying that there is no such work."""
    if reply.is_not_found:
        return Lookup("missing", why=f"{LABEL}, the register of EU law, has no {name}")
    root, refusal = read_xml(reply, LABEL, name)
    return read_notice(root) or refusal


def _report_work(found: EuNotice, when: date) -> Lookup:
    record = _add_copy(found.make_record(when), found.find_version(when) or found.celex)
    return Lookup("found", record=record, flags=find_time_flags(record.notices, when))


async def _look_up_place(found: EuNotice, locator: str | None, web: Web, when: date) -> Lookup:
    """Look for a place in the act as adopted, and if it is not there, in the consolidated text of the day."""
    if not locator:
        return _report_work(found, when)
    version = found.find_version(when)
    record = _add_copy(found.make_record(when), version or found.celex, locator)
    text = await _fetch_text(found.celex, web)
    outcome = _judge_text(text, locator, record, when)
    if outcome.existence == "found" or not version or locator.startswith("recital"):
        return outcome
    text = await _fetch_text(version, web)
    return _judge_text(text, locator, record, when)


def _add_copy(record: Record, celex: str, locator: str = "") -> Record:
    """Add the address of the text as it is in force on the day, and which article of it was cited."""
    unit, places = read_places(locator)
    part = f"#{quote(places[0][0].level.one.format(places[0][0].label))}" if unit == "article" and places else ""
    return replace(record, copies=(f"{_SITE}/resource/celex/{quote(celex, safe='')}{part}",)) if celex else record


async def _fetch_text(celex: str, web: Web) -> EuText | Lookup:
    return parse_text(await _ask_for(f"celex/{quote(celex, safe='')}", _TEXTS, web))


def parse_text(reply: Reply) -> EuText | Lookup:
    """Read the text of an act; a page without articles, such as an empty shell, proves nothing."""
    if trouble := refuse_trouble(reply, LABEL):
        return trouble
    text = read_act(decode_page(reply.data, reply.content_type)) if reply.status == _OK else None
    return text or Lookup(reason="no-text", why=f"{LABEL} has no text that can be divided into articles")


def _judge_text(text: EuText | Lookup, locator: str, record: Record, when: date) -> Lookup:
    if isinstance(text, Lookup):
        return replace(text, record=record)
    unit, places = read_places(locator)
    if not places:
        return Lookup(reason="abstained", why=f'the place "{locator}" could not be read', record=record)
    outcome = judge_places(text.select(unit), places, record, when)
    if outcome.existence == "missing" and unit in {"annex", "chapter"}:  # which may be in files of their own
        return replace(outcome, existence="unchecked", reason="abstained")
    return outcome


async def _look_up_journal(reference: str, web: Web, when: date) -> Lookup:
    """Look up a page of the Official Journal; several acts may start on one, and then it has another name."""
    if new := _NEW_JOURNAL.fullmatch(reference):
        name = f"{new[1]}_{new[2]}{int(new[3]):05d}"
    elif old := _OLD_JOURNAL.fullmatch(reference):
        name = f"JO{old[1]}_{old[3]}_{int(old[2]):03d}_R_{int(old[4]):04d}"
    else:
        return Lookup(reason="abstained", why=f"{reference} names no page at which an act starts")
    found = await find_work("oj", name, web)
    if isinstance(found, Lookup):
        return not_known(LABEL, reference) if found.existence == "missing" else found
    return _report_work(found, when)
