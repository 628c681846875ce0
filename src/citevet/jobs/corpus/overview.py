"""What the corpus has: its sources with their grades and pages, and which citations are not in it."""

from collections.abc import Iterator, Mapping

from citevet.corpus.grading import grade_entry
from citevet.corpus.indexed_corpus import IndexedCorpus
from citevet.errors import UsageError
from citevet.model import Audit, Body, Citation, Entry, Finding, Flag, Judgement, KeyQuote, Report
from citevet.report.corpus.health import MissingCitations, OutsideCitation
from citevet.report.corpus.pages import ComparedQuote, PageCitation, SourcePages
from citevet.report.corpus.sources import CorpusGrades, GradedSource, ListedSource
from citevet.resolve.local.pages import tie_pages
from citevet.rules.formats import names_other_source
from citevet.rules.policy_forms import INSIDE_KINDS
from citevet.session import Session

# Not in the corpus, a mention of a missing file, an author without an entry, an id that several entries claim.
STRANGER_RULES = "EXI001,EXI002,EXI005,EXI006"
PAGE_RULES = "EXI001,PAG,SEC"
_WRONG: Mapping[Flag, str] = {
    "wrong-page": "there is no p. {claim}: the source has {source}",
    "wrong-section": "cited as {claim}, but the page lies in {source}",
    "unknown-section": "no section {claim}",
}
_TYPES: Mapping[Flag, str] = {"wrong-page": "page", "wrong-section": "section", "unknown-section": "section"}
_ELSEWHERE = {
    "fabricated-quote": "nothing like it is in the file",
    "joined-quote": "joined from pieces that stand apart in the file",
}


def require_corpus(session: Session) -> IndexedCorpus:
    """Return the project's corpus, or say how to start one."""
    corpus = session.corpus_for(session.config)
    if not corpus.exists:
        starts = "`citevet corpus import library.bib papers/` or `citevet corpus add paper.pdf` starts one"
        raise UsageError("this project keeps no corpus", advice=f"{starts}; --corpus names another.")
    return corpus


def require_entry(corpus: IndexedCorpus, ref: str) -> Entry:
    """Return the one entry with an id, in whatever case it was typed, or with a citation key."""
    name = ref.upper() if ref.upper().startswith("REF-") else ref
    found = corpus.entries_by_id(name) or corpus.entries_by_id(ref) or corpus.entries_by_key(ref)
    if len(found) > 1:
        paths = ", ".join(entry.path for entry in found)
        raise UsageError("several entries have this id", to=name, advice=f"Give each its own: {paths}.")
    if not found:
        raise UsageError("not in the corpus", to=name, advice=_advise(corpus, name))
    return found[0]


def list_citing_audits(report: Report, entry: Entry) -> list[Audit]:
    """Return the audits of the documents that may cite an entry; the file that it was made from does not."""
    return [audit for audit in report.audits if not entry.file_sha256 or audit.document.sha256 != entry.file_sha256]


def _advise(corpus: IndexedCorpus, name: str) -> str:
    from difflib import get_close_matches  # only on the way to an error

    near = get_close_matches(name, [entry.id for entry in corpus.entries()], 1)
    return f"Did you mean {near[0]}?" if near else "`citevet corpus list` shows what there is."


def list_sources(session: Session) -> list[ListedSource]:
    """Return every source in the order of ids, and how much of its text the corpus has."""
    corpus = require_corpus(session)
    bodies = ((entry, corpus.body(entry)) for entry in corpus.entries())
    return [ListedSource(entry, body.scope if body.pages else None) for entry, body in bodies]  # a scan has no pages


def grade_all(session: Session) -> CorpusGrades:
    """Return the GRADE level of every source."""
    return CorpusGrades(tuple(map(_grade, require_corpus(session).entries())))


def grade_one(ref: str, session: Session) -> GradedSource:
    """Return how the level of one source comes about."""
    return _grade(require_entry(require_corpus(session), ref))


def _grade(entry: Entry) -> GradedSource:
    grading = grade_entry(entry)
    return GradedSource(entry, grading.baseline, grading.final, grading.reasons)


def find_strangers(report: Report) -> MissingCitations:
    """Return the citations that are not in the corpus, from a report by `STRANGER_RULES`."""
    found = [(audit.document, finding) for audit in report.audits for finding in _list_strangers(audit)]
    return MissingCitations(
        found=tuple((document, finding) for document, finding in found if not finding.suppressed),
        outside=tuple(each for audit in report.audits for each in _list_outside(audit)),
        suppressed=sum(1 for _, finding in found if finding.suppressed),
        citations=sum(1 for audit in report.audits for _ in _list_checked(audit)),
        documents=len(report.audits),
        unread=report.unread,
    )


def _list_strangers(audit: Audit) -> list[Finding]:
    """Return the findings on citations that are not in the corpus for certain."""
    undecided = {judgement.citation for judgement in audit.judgements if judgement.existence_reason == "abstained"}
    return [finding for finding in audit.findings if finding.citation not in undecided]


def _list_checked(audit: Audit) -> Iterator[str]:
    kinds = {citation.id: citation.kind for citation in audit.extraction.citations}
    checked = {
        each.citation
        for each in audit.judgements
        if each.existence != "unchecked" or each.existence_reason == "listed-only"
    }
    return (citation for citation in checked if kinds[citation] != "artifact")


def _list_outside(audit: Audit) -> Iterator[OutsideCitation]:
    """Yield the citations of works that are not in the corpus, in any form but ids and paths, one for each marker."""
    reported = {finding.citation for finding in _list_strangers(audit)}
    inside = ("found", "ambiguous", "listed-only")
    found = {each.citation for each in audit.judgements if (each.existence_reason or each.existence) in inside}
    references = audit.extraction.references_by_id
    markers: set[tuple[str, str]] = set()
    for citation in audit.extraction.citations:
        reference = references.get(citation.reference or "")
        is_remark = citation.kind == "footnote" and not (reference and names_other_source(reference))
        marker = (citation.group or citation.id, reference.id if reference else citation.normal)
        if citation.kind in INSIDE_KINDS or citation.id in reported | found or is_remark or marker in markers:
            continue
        markers.add(marker)
        line, column = audit.document.lines.position(citation.span.start)
        work = " ".join(reference.text.split()) if reference else ""
        yield OutsideCitation(audit.document.path, line, column, citation.kind, citation.text, work)


def show_pages(ref: str, report: Report, session: Session) -> SourcePages:
    """Return what is known of a source's pages; the report, by `PAGE_RULES`, is on all documents."""
    corpus = require_corpus(session)
    entry = require_entry(corpus, ref)
    body = corpus.body(entry)
    return SourcePages(
        entry,
        text_pages=sum(bool(page.text.strip()) for page in body.pages),
        why_no_text=body.why if body.reason else "",
        quotes=tuple(_compare_key_quote(quote, entry, body) for quote in entry.quotes),
        citations=tuple(
            pinned for audit in list_citing_audits(report, entry) for pinned in _list_citations(audit, entry)
        ),
        documents=len(report.audits),
    )


def _list_citations(audit: Audit, entry: Entry) -> Iterator[PageCitation]:
    judged = {judgement.citation: judgement for judgement in audit.judgements if judgement.source == entry.id}
    for citation in audit.extraction.citations:
        judgement = judged.get(citation.id)
        if judgement is not None:
            line, column = audit.document.lines.position(citation.span.start)
            page, section = citation.place.page, citation.place.section
            holds, said = _judge_place(entry, citation, judgement)
            yield PageCitation(
                audit.document.path, line, column, citation.text, page=page, section=section, holds=holds, said=said
            )


def _judge_place(entry: Entry, citation: Citation, judgement: Judgement) -> tuple[bool | None, str]:
    wrong = [_describe_fault(flag, judgement) for flag in judgement.flags if flag in _WRONG]
    wrong += [f"pp. {each.claim} run backwards" for each in judgement.differences if each.type == "page-order"]
    page, section = citation.place.page, citation.place.section
    if wrong:
        return False, "; ".join(wrong)
    if page and not entry.pages and not entry.labels:
        return None, "not checked: the number of pages is not known"
    tied = tie_pages(entry, None, citation.place)
    if page and not tied.pages and not tied.labels:
        return None, "not checked: the printed page numbers are not known"
    if section and not page and not entry.sections:
        return None, "not checked: the sections are not known"
    if page:
        return True, f"within {entry.pages or len(entry.labels)} pages{_describe_section(entry, section)}"
    return (True, "there is such a section") if section else (None, "names no page")


def _describe_section(entry: Entry, section: str | None) -> str:
    if not section:
        return ""
    return ", and in its section" if entry.sections else "; the sections are not known"


def _describe_fault(flag: Flag, judgement: Judgement) -> str:
    for difference in judgement.differences:
        if difference.type == _TYPES[flag]:
            return _WRONG[flag].format(claim=difference.claim, source=difference.source or "no listed section")
    return flag.replace("-", " ")


def _compare_key_quote(quote: KeyQuote, entry: Entry, body: Body) -> ComparedQuote:
    """Compare a key quote with the source's own words; notes are ours, and prove nothing."""
    from citevet.judge.quotes.judging import judge_key_quote  # 50 ms of patterns, likewise

    if body.scope != "full":
        held = "an abstract" if body.scope == "abstract" else "notes"
        return ComparedQuote(quote, None, f"not checked: {body.why or f'the corpus holds {held} only'}")
    judgement = judge_key_quote(quote, entry, body)
    if "unread-quote" in judgement.flags:
        return ComparedQuote(quote, None, f"not checked: {body.why or 'no text'}")
    there = _name_pages(judgement)
    if "misplaced-quote" in judgement.flags:
        return ComparedQuote(quote, False, f"on {there or 'another page'}, not on p. {quote.page}")
    if "altered-quote" in judgement.flags:
        return ComparedQuote(quote, False, _describe_changes(judgement, there))
    for flag, said in _ELSEWHERE.items():
        if flag in judgement.flags:
            return ComparedQuote(quote, False, said)
    return ComparedQuote(quote, True, f"found on {there}" if there else "found")


def _name_pages(judgement: Judgement) -> str:
    names = dict.fromkeys(passage.page_name for passage in judgement.evidence if passage.page)
    return f"{'p.' if len(names) == 1 else 'pp.'} {', '.join(names)}" if names else ""


def _describe_changes(judgement: Judgement, there: str) -> str:
    changes = [
        f"“{difference.claim}” for “{difference.source}”"
        for difference in judgement.differences
        if difference.type == "quote"
    ]
    place = f" on {there}" if there else ""
    return f"in other words{place}: {', '.join(changes[:3])}" if changes else f"in other words{place}"
