"""Look up in the outside world what the project cannot answer: one question per work, all works at once.

What was learned is kept in the reply cache as it comes in, so a run that was interrupted goes on from there.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import TypeVar

from citevet.contracts import Progress, Web
from citevet.errors import CitevetError
from citevet.fetch import FetchedText, fetch_text
from citevet.identifiers import normalize
from citevet.identifiers.page_keys import make_page_key
from citevet.jobs.cited_work import ADDRESSES, CitedWork
from citevet.jobs.resolve_citations import ResolvedCitations, add_answers
from citevet.jobs.rule_findings import JUDGED
from citevet.judge.numbers.dates import read_date
from citevet.model import (
    LAW,
    Body,
    Citation,
    Difference,
    Document,
    Extraction,
    Flag,
    Lookup,
    Record,
    Reference,
    Resolution,
    Source,
    SourceKind,
)
from citevet.model.extraction import Identified
from citevet.records import replace
from citevet.resolve.compare import compare_journal
from citevet.resolve.law import LAW_LOOK_UPS
from citevet.resolve.registries import finish_searches, look_up_batches, look_up_work
from citevet.resolve.registries.indexes import look_up_unpaywall
from citevet.resolve.registries.title_search import search_title
from citevet.resolve.registries.wikipedia import look_up_wikipedia, read_wikipedia_url
from citevet.resolve.source_quality import grade_source
from citevet.resolve.web.page_lookup import look_up_page
from citevet.rules import PUBLISHED_RULE
from citevet.session import Session
from citevet.text.names import strip_year_letter
from citevet.text.tokens import Tokens
from citevet.world.clock import stopwatch
from citevet.world.net.ledger import Ledger

_MOST_CANDIDATES = 3  # that a message names
_LONGEST_ERROR, _LONGEST_NAME = 300, 100  # characters of a note
_MOST_HOSTS = 2  # that a line of progress names
_PAGE = "page"  # a page of the web, by whichever spelling of its address
_ISO, _LONGEST_DATE = len("2024-05-03"), 60  # characters of a date
Asked = tuple[Citation, Reference | None]
Answer = TypeVar("Answer")


def ask_outside(
    extraction: Extraction,
    resolved: ResolvedCitations,
    session: Session,
    *,
    when: date,
    rules: Collection[str],
    progress: Progress | None = None,
    early: Callable[[Callable[[], ResolvedCitations]], None] = lambda _: None,
) -> ResolvedCitations:
    """Look up the open questions of a document, and fetch the sources that it quotes, or all if `rules` need a judge.

    The article of each preprint is looked up where a rule asks for it. `early` gets, after each answer, a way
    to what is known by then.
    """
    document = extraction.document
    law_day, origin = find_law_date(document, when)
    if origin and any(citation.kind in LAW for citation, _ in resolved.open_questions):
        note = f"{document.path}: law was looked up as of {law_day.isoformat()}, the date in {origin}"
        session.look_up_notes.append(note)
    world = OutsideWorld(session, when, progress, written=find_stated_date(document), law_day=law_day)
    world.answered = lambda: early(lambda: add_answers(resolved, world.list_known(), {}))
    answers = world.resolve(resolved.open_questions)
    if PUBLISHED_RULE in rules:
        answers = world.add_published(answers)
    read_all = any(code.startswith(JUDGED) for code in rules)
    quoting = {tie.citation for claim in extraction.claims if claim.quotations for tie in claim.ties}
    wanted = {
        each.source.id: each.source
        for name, each in answers.items()
        if each.source and each.existence == "found" and (read_all or name in quoting)
    }
    texts = world.fetch_texts(wanted.values())
    bodies = {name: each.body for name, each in texts.items()}
    return add_answers(resolved, {name: _add_provenance(each, texts) for name, each in answers.items()}, bodies)


def _add_provenance(resolution: Resolution, texts: Mapping[str, FetchedText]) -> Resolution:
    """Return a resolution whose source says how much of it was read, and where."""
    source = resolution.source
    text = texts.get(source.id) if source else None
    if source is None or text is None or not text.body.pages:
        return resolution
    read = replace(
        source,
        scope=text.body.scope,
        sha256=text.sha256 or None,
        text_url=text.url or None,
        fetched=text.fetched or None,
        version=text.version or None,
    )
    return replace(resolution, source=read)


class OutsideWorld:
    """Answers about works outside the project, for the documents of one run."""

    def __init__(
        self,
        session: Session,
        when: date,
        progress: Progress | None = None,
        *,
        written: date | None = None,
        law_day: date | None = None,
    ) -> None:
        self._session = session
        self._when = when
        self._written = written  # pages that changed since are reported
        self._law_day = law_day or when
        self._progress = progress
        self._loop = session.network_loop
        self.answered: Callable[[], None] = lambda: None  # called after each answer, in the thread of the network
        self._works: dict[tuple[str, str], CitedWork] = {}
        self._of_citation: dict[str, tuple[str, str]] = {}
        self._known: dict[tuple[str, str], Lookup] = {}

    def list_known(self) -> dict[str, Resolution]:
        """Return what is known by now of each citation, by id, while the rest is looked up."""
        return {
            name: _make_resolution(self._known[work], self._works[work].citation)
            for name, work in self._of_citation.items()
            if work in self._known
        }

    def resolve(self, asked: Sequence[Asked]) -> dict[str, Resolution]:
        """Return what became of each citation, by id."""
        of_citation = self._of_citation = {citation.id: _identify(citation) for citation, _ in asked}
        works = self._works = {}
        for citation, reference in asked:
            works.setdefault(of_citation[citation.id], CitedWork(citation, reference))
        self._look_up_each(works)
        # A page that was not found under the first spelling of its address may be there under another one.
        found = self._known
        missed = [
            each for each in asked if (of := of_citation[each[0].id])[0] == _PAGE and found[of].existence != "found"
        ]
        others = {
            (_PAGE, citation.normal): CitedWork(citation, reference)
            for citation, reference in missed
            if citation.normal != works[of_citation[citation.id]].citation.normal
        }
        works |= others
        self._look_up_each(others)
        of_citation |= {each.id: key for each, _ in missed if (key := (_PAGE, each.normal)) in others}
        return self.list_known()

    def _look_up_each(self, works: Mapping[tuple[str, str], CitedWork]) -> None:
        if works:
            self._known |= zip(works, self._loop.run(self._look_up_all(works)), strict=True)

    def fetch_texts(self, sources: Iterable[Source]) -> dict[str, FetchedText]:
        """Return the texts of works outside, by the source's id."""
        records = {source.id: source.record for source in sources if source.record}
        return dict(zip(records, self._loop.run(self._fetch_all([*records.values()])), strict=True)) if records else {}

    async def _look_up_all(self, works: Mapping[tuple[str, str], CitedWork]) -> list[Lookup]:
        async with self._session.web as web:
            identifiers = [each for work in works.values() for each in work.list_identifiers()]
            (known,) = await asyncio.gather(look_up_batches(dict.fromkeys(identifiers), web), return_exceptions=True)
            batched = {} if isinstance(known, BaseException) else known  # each is looked up by itself then
            searched = await self._search_titles(works, web)

            async def look_up(key: tuple[str, str], work: CitedWork) -> Lookup:
                self._known[key] = await self._look_up(work, web, batched, searched.get(key))
                return self._known[key]

            asked = [(work.citation.text, look_up(key, work)) for key, work in works.items()]
            return await self._gather("citations", asked, lambda why: Lookup(reason="unreadable", why=why))

    async def _search_titles(
        self, works: Mapping[tuple[str, str], CitedWork], web: Web
    ) -> dict[tuple[str, str], Lookup]:
        """Search the works that have nothing but a title, and then fetch all whole records with few requests."""
        titled = {
            key: work.reference
            for key, work in works.items()
            if work.reference and work.citation.kind not in LAW
            if not (work.find_address() or any(work.list_identifiers()))
        }
        asked = [(each.text, search_title(each, web)) for each in titled.values()]
        found = await self._gather("titles", asked, lambda why: Lookup(reason="unreadable", why=why)) if asked else []
        return dict(zip(titled, await finish_searches(found, web), strict=True))

    def add_copies(self, answers: Mapping[str, Resolution]) -> dict[str, Resolution]:
        """Return the answers with the addresses of open copies, for works whose record names none."""
        return dict(zip(answers, self._loop.run(self._add_all_copies([*answers.values()])), strict=True))

    async def _add_all_copies(self, answers: Sequence[Resolution]) -> list[Resolution]:
        async with self._session.web as web:
            return await asyncio.gather(*(_add_open_copies(answer, web) for answer in answers))

    def add_published(self, answers: Mapping[str, Resolution]) -> dict[str, Resolution]:
        """Return the answers with the records of the articles that the records of preprints name."""
        named = {name: doi for name, answer in answers.items() if (doi := _find_published_doi(answer))}
        dois = [*dict.fromkeys(named.values())]
        found = dict(zip(dois, self._loop.run(self._look_up_dois(dois)), strict=True)) if dois else {}
        changed = {
            name: replace(answers[name], source=replace(source, published=record))
            for name, doi in named.items()
            if (source := answers[name].source) and (record := found[doi].record)
        }
        return {**answers, **changed}

    async def _look_up_dois(self, dois: Sequence[str]) -> list[Lookup]:
        async with self._session.web as web:
            asked = [(doi, look_up_work([("doi", doi)], None, web)) for doi in dois]
            return await self._gather("articles", asked, lambda why: Lookup(reason="unreadable", why=why))

    async def _fetch_all(self, records: Sequence[Record]) -> list[FetchedText]:
        async with self._session.web as web:
            asked = [(record.id, _fetch_open(record, web)) for record in records]
            return await self._gather("sources", asked, lambda why: FetchedText(Body(reason="unreadable", why=why)))

    def _report_error(self, error: BaseException, asked: str) -> str:
        """Add a defect of ours to the notes of the run: it leaves one citation open, and the others go on."""
        if isinstance(error, CitevetError):  # such as a library that is not installed
            raise error
        why = f"internal error while looking it up ({type(error).__name__}: {error})"[:_LONGEST_ERROR]
        note = f"{asked[:_LONGEST_NAME]}: {why}. It was not checked. Please report it."
        self._session.look_up_notes.append(note)
        return why

    async def _gather(
        self, unit: str, asked: Sequence[tuple[str, Awaitable[Answer]]], fail: Callable[[str], Answer]
    ) -> list[Answer]:
        """Wait for all answers, and say how many have come, which hosts were asked, and how long the rest may take.

        `fail` makes an answer of an error.
        """
        done, started = 0, stopwatch()

        async def wait_for(answer: Awaitable[Answer]) -> Answer:
            nonlocal done
            found = await answer
            done += 1
            if self._progress:
                left = (stopwatch() - started) / done * (len(asked) - done)
                self._progress(done, len(asked), _describe_progress(unit, self._session.web.ledger, left))
            self.answered()
            return found

        found = await asyncio.gather(*(wait_for(answer) for _, answer in asked), return_exceptions=True)
        return [
            fail(self._report_error(each, name)) if isinstance(each, BaseException) else each
            for (name, _), each in zip(asked, found, strict=True)
        ]

    def _allow_for_delay(self, found: Lookup, work: CitedWork) -> Lookup:
        """Leave it open whether a work of this year is invented: the indexes may not have it yet."""
        year = strip_year_letter(work.reference.year) if work.reference else ""
        is_new = not year or int(year) >= self._when.year
        return replace(found, flags=tuple(each for each in found.flags if not is_new or each != "likely-fabricated"))

    async def _look_up(
        self, work: CitedWork, web: Web, known: Mapping[Identified, Lookup], searched: Lookup | None = None
    ) -> Lookup:
        """Ask for a work by the best that the document says of it: law, identifiers, address, title."""
        if work.citation.kind in LAW:
            return await LAW_LOOK_UPS[work.citation.kind](work.citation, web, self._law_day)
        identifiers = [*dict.fromkeys(work.list_identifiers())]
        address = work.find_address()
        if identifiers or not address:
            found = await look_up_work(identifiers, work.reference, web, known=known, searched=searched)
            found = self._allow_for_delay(found, work)
            if work.citation.kind == "journal" and found.existence == "found" and found.record:
                return replace(found, differences=compare_journal(work.citation.parts, found.record))
            own_page = work.find_page() if found.existence == "missing" else ""
            if not own_page and work.citation.kind in ADDRESSES and found.record:
                copies = dict.fromkeys((*found.record.copies, address))  # the page of the publisher may have the text
                return replace(found, record=replace(found.record, copies=tuple(copies)))
            if not own_page:
                return found
            address = own_page
        if page := read_wikipedia_url(address):
            return await look_up_wikipedia(page, web)
        cited = (self._written or self._when).isoformat()
        return await look_up_page(address, web, cited=cited, drift=self._written is not None)


def _describe_progress(unit: str, ledger: Ledger, left: float) -> str:
    """Return the unit with the requests to the busiest hosts and the time that is left: "citations (doi.org 12)"."""
    busiest = sorted(ledger.hosts.items(), key=lambda each: (-each[1].requests, each[0]))[:_MOST_HOSTS]
    parts = [f"{host.removeprefix('www.').removeprefix('api.')} {each.requests}" for host, each in busiest]
    parts += [f"{left:.0f} s left"] if left >= 1 else []
    return f"{unit} ({', '.join(parts)})" if parts else unit


def _identify(citation: Citation) -> tuple[str, str]:
    """Return by what two citations are of one work, with the same part of it and, in law, under the same name."""
    if citation.kind in LAW:
        law = citation.law
        named = [law.case_name, law.title, law.heading, law.year, law.date, law.court]
        named += [form.normal for form in citation.also]
        return citation.kind, f"{citation.normal} {citation.place.article} {named}"
    if citation.reference:
        return "reference", citation.reference
    if citation.kind in ADDRESSES and not citation.also and citation.kind != "wiki":
        return _PAGE, make_page_key(citation.normal)
    return citation.kind, " ".join((citation.normal, *(form.normal for form in citation.also)))


async def _fetch_open(record: Record, web: Web) -> FetchedText:
    """Return the text of a work; where only a part of it is free there, that of the best open copy."""
    found = await fetch_text(record, web)
    if found.body.pages and found.body.scope == "full":
        return found
    copies = tuple(copy for copy in await _find_open_copies(record, web) if copy not in record.copies)
    if not copies:
        return found
    other = await fetch_text(Record(record.service, record.id, copies=copies, identifiers={"doi": record.id}), web)
    return other if other.body.pages and other.body.scope == "full" else found


async def _find_open_copies(record: Record, web: Web) -> tuple[str, ...]:
    doi = record.identifiers.get("doi")
    open_work = (await look_up_unpaywall(doi, web)).record if doi else None
    return open_work.copies if open_work else ()


async def _add_open_copies(answer: Resolution, web: Web) -> Resolution:
    source = answer.source
    if source is None or source.record is None or source.record.copies or answer.existence != "found":
        return answer
    record = replace(source.record, copies=await _find_open_copies(source.record, web))
    return replace(answer, source=replace(source, record=record))


def _find_published_doi(answer: Resolution) -> str:
    """Return the DOI of the article that the record of a preprint names."""
    record = answer.source.record if answer.source and answer.existence == "found" else None
    if record is None or record.type != "preprint":
        return ""
    later = (notice.id for notice in record.notices if notice.kind == "new-version" and notice.id != record.id)
    return next((doi for each in later if (doi := normalize("doi", each))), "")


def _make_resolution(lookup: Lookup, citation: Citation) -> Resolution:
    """Return what a lookup means for a citation."""
    record = lookup.record
    retracted: tuple[Flag, ...] = ("retracted",) if record and record.is_retracted else ()
    named = [_describe_record(each) for each in lookup.candidates[:_MOST_CANDIDATES]]
    candidates = [Difference("candidate", "", each) for each in named] if lookup.existence != "found" else []
    is_ambiguous = lookup.existence == "ambiguous"
    return Resolution(
        lookup.existence,
        lookup.reason,
        _make_source(record, citation) if record else None,
        flags=(*lookup.flags, *retracted),
        differences=(*lookup.differences, *candidates),
        note=f"{lookup.why or 'several works fit'}: {'; '.join(named)}" if is_ambiguous else lookup.why,
    )


def _make_source(record: Record, citation: Citation) -> Source:
    """Return the source of a citation; each cited article of an act is one, since its text is."""
    is_law = citation.kind in LAW
    article = citation.place.article if is_law else None
    name = f"{record.id} {article}" if article and citation.kind != "us-statute" else record.id  # which names it
    kind: SourceKind = "law" if is_law else "web" if record.service == "web" else "record"
    return Source(
        name,
        kind,
        title=record.title,
        url=record.url or None,
        scope="abstract" if record.abstract else "title",
        pages=record.extent,
        record=record,
        quality=grade_source(record, is_law=is_law),
    )


def _describe_record(record: Record) -> str:
    authors = record.authors[0].partition(",")[0] if record.authors else ""
    year = str(record.years[0]) if record.years else ""
    title, court = f'"{record.title}"' if record.title else "", record.venue if record.type == "case" else ""
    return ", ".join(part for part in (authors, court, year, title, record.id) if part)


def find_stated_date(document: Document) -> date | None:
    r"""Return the day that the author states in the front matter or in \date; none for a month or a year alone."""
    return _read_day(str(document.metadata.get("date", ""))[:_LONGEST_DATE])


def find_law_date(document: Document, today: date) -> tuple[date, str]:
    """Return the day for which law is looked up, and where it is from; today if the document has no earlier one."""
    stated, saved = find_stated_date(document), _read_day(str(document.metadata.get("saved", ""))[:_ISO])
    where = r"its \date" if document.format == "latex" else "its front matter"
    for day, origin in ((stated, where), (saved, "the properties of the file")):
        if day:
            return (day, origin) if day < today else (today, "")
    return today, ""


def _read_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:_ISO])
    except ValueError:
        pass
    found = read_date(Tokens(text), 0) if text else None
    if found is None or found[0].either or not (found[0].year and found[0].month and found[0].day):
        return None
    try:
        return date(found[0].year, found[0].month, found[0].day)
    except ValueError:  # 31 February
        return None
