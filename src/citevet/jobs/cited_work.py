"""A work that a document cites: its identifiers, its address, the page that names it, and the law in its entry."""

from typing import TYPE_CHECKING

from citevet.identifiers.doi import find_page_address, find_page_doi
from citevet.model import LAW, WORKS, Citation, CitationKind, Document, Form, Reference
from citevet.records import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citevet.model.extraction import Identified

ADDRESSES: frozenset[CitationKind] = frozenset({"url", "link", "wiki"})


@dataclass(frozen=True, slots=True)
class CitedWork:
    """One work that a document cites, however often."""

    citation: Citation
    reference: Reference | None

    def list_identifiers(self) -> "Iterator[Identified]":
        """Yield the identifiers of the citation and of its entry in the list."""
        if self.citation.kind in WORKS:
            version = self.citation.link.version
            yield self.citation.kind, f"{self.citation.normal}v{version}" if version else self.citation.normal
        yield from self.citation.link.papers
        yield from ((form.kind, form.normal) for form in self.citation.also if form.kind in WORKS)
        for each in self.reference.identifiers if self.reference else ():
            if each.kind != "orcid" and each.kind in WORKS and not each.fault:
                yield each.kind, each.normal
        if doi := self.citation.link.page_doi or find_page_doi(self.find_address()):
            yield "doi", doi

    def find_page(self) -> str:
        """Return the page whose address alone names the DOI of the work; more than the DOI may be read from it."""
        if page := self.citation.link.page:
            return page
        dois = [each.text for each in (self.reference.identifiers if self.reference else ()) if each.kind == "doi"]
        if self.reference and dois:
            pages = [find_page_address(self.reference.text, doi) for doi in dois]
            return pages[0] if all(pages) else ""
        address = self.find_address()
        return address if find_page_doi(address) else ""

    def find_address(self) -> str:
        """Return the web address of the citation, or of its entry in the list; empty if it has none."""
        if self.citation.kind in ADDRESSES:
            return self.citation.link.target or self.citation.text
        identifiers = self.reference.identifiers if self.reference else ()
        return next((each.link.target or each.text for each in identifiers if each.kind == "url"), "")


def list_cited_law(document: Document, entry: Reference, *, malformed: bool = False) -> list[Citation]:
    """Return a citation of each authority in a note or entry: a note may have several, each looked up by itself.

    The title of a work about a law does not cite it. A check reports malformed ones at their entry.
    """
    found: list[Citation] = []
    for each in entry.identifiers if entry.path is None else ():
        is_open = malformed or not each.fault
        if each.kind not in LAW or not is_open or each.law.is_short or each.text in (entry.title or ""):
            continue
        last = found[-1] if found else None
        is_pair = last and (last.kind, each.kind) == ("eu-case", "ecli")
        if last and is_pair and not document.text[last.span.end : each.span.start].strip(" ,("):
            found[-1] = replace(last, also=(Form(each.kind, each.span, each.text, each.normal),))
        else:
            one = Citation("", each.kind, each.span, each.text, each.normal, each.locator, parts=each.parts)
            found.append(replace(one, fault=each.fault, fault_kind=each.fault_kind))
    return found
