"""Look at the pages of one source: what it has, what its key quotes say, and who cites which page of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from citevet.contracts import Progress
from citevet.jobs.check import check
from citevet.jobs.corpus.kept import entry_called, kept, settings_here
from citevet.jobs.corpus.key_quotes import compared
from citevet.model import Audit, Citation, Entry, Flag, Judgement, Unread
from citevet.report.corpus.pages import PagesOf, Pinned

_ASKED = "EXI001,PAG,SEC"
_WRONG: Mapping[Flag, str] = {
    "wrong-page": "there is no p. {claim}: the source has {source}",
    "wrong-section": "cited as {claim}, but the page lies in {source}",
    "unknown-section": "there is no section {claim}",
}
_TYPES: Mapping[Flag, str] = {"wrong-page": "page", "wrong-section": "section", "unknown-section": "section"}


def pages(ref: str, flags: Mapping[str, Any], progress: Progress | None = None) -> tuple[PagesOf, Sequence[Unread]]:
    """Return what is known of a source's pages, and the documents that could not be read for it."""
    settings = settings_here(flags)
    shelf = kept(settings)
    entry = entry_called(shelf, ref)
    body = shelf.body(entry)
    asked = {**flags, "select": _ASKED, "ignore": ()}
    report = check([settings.root], flags=asked, progress=progress, parallel=True)
    found = PagesOf(
        entry,
        text_pages=sum(bool(page.text.strip()) for page in body.pages),
        why_no_text=body.why if body.reason else "",
        quotes=tuple(compared(quote, entry, body) for quote in entry.quotes),
        citations=tuple(pinned for audit in report.audits for pinned in _pinned(audit, entry)),
        documents=len(report.audits),
    )
    return found, report.unread


def _pinned(audit: Audit, entry: Entry) -> Iterator[Pinned]:
    judged = {judgement.citation: judgement for judgement in audit.judgements if judgement.source == entry.id}
    for citation in audit.extraction.citations:
        judgement = judged.get(citation.id)
        if judgement is not None:
            line, column = audit.document.lines.position(citation.span.start)
            page, section = _places(citation)
            holds, said = _verdict(entry, citation, judgement)
            yield Pinned(
                audit.document.path, line, column, citation.text, page=page, section=section, holds=holds, said=said
            )


def _places(citation: Citation) -> tuple[str | None, str | None]:
    return (citation.locator.page, citation.locator.section) if citation.locator else (None, None)


def _verdict(entry: Entry, citation: Citation, judgement: Judgement) -> tuple[bool | None, str]:
    wrong = [_said(flag, judgement) for flag in judgement.flags if flag in _WRONG]
    page, section = _places(citation)
    if wrong:
        return False, "; ".join(wrong)
    if page and not entry.pages and not entry.labels:
        return None, "not checked: the number of pages is not known"
    if section and not page and not entry.sections:
        return None, "not checked: the sections are not known"
    if page:
        return True, f"within {entry.pages or len(entry.labels)} pages{_sectioned(entry, section)}"
    return (True, "there is such a section") if section else (None, "names no page")


def _sectioned(entry: Entry, section: str | None) -> str:
    if not section:
        return ""
    return ", and in its section" if entry.sections else "; the sections are not known"


def _said(flag: Flag, judgement: Judgement) -> str:
    for difference in judgement.differences:
        if difference.type == _TYPES[flag]:
            return _WRONG[flag].format(claim=difference.claim, source=difference.source)
    return flag.replace("-", " ")
