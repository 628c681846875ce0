"""Show the pages of one source: its text, its key quotes, and which documents cite which page."""

from collections.abc import Iterator, Mapping

from citevet.jobs.corpus_overview import list_citing_audits, require_corpus, require_entry
from citevet.judge.quotes.judging import judge_key_quote
from citevet.model import Audit, Body, Citation, Entry, Flag, Judgement, KeyQuote, Report
from citevet.report.corpus.pages import ComparedQuote, PageCitation, SourcePages
from citevet.resolve.local.pages import tie_pages
from citevet.session import Session

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
            page, section = _find_places(citation)
            holds, said = _judge_place(entry, citation, judgement)
            yield PageCitation(
                audit.document.path, line, column, citation.text, page=page, section=section, holds=holds, said=said
            )


def _find_places(citation: Citation) -> tuple[str | None, str | None]:
    return (citation.locator.page, citation.locator.section) if citation.locator else (None, None)


def _judge_place(entry: Entry, citation: Citation, judgement: Judgement) -> tuple[bool | None, str]:
    wrong = [_describe_fault(flag, judgement) for flag in judgement.flags if flag in _WRONG]
    page, section = _find_places(citation)
    if wrong:
        return False, "; ".join(wrong)
    if page and not entry.pages and not entry.labels:
        return None, "not checked: the number of pages is not known"
    if page and not tie_pages(entry, None, citation.locator).pages and not entry.labels:
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
