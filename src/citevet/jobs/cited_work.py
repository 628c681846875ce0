"""A work that a document cites: its identifiers, its address, and the page whose address alone names it."""

from collections.abc import Iterator

from citevet.extract.citations.identifiers import find_page_address, find_page_doi
from citevet.model import PAPERS, Citation, CitationKind, Reference
from citevet.records import dataclass
from citevet.resolve.registries import WORK_LOOK_UPS, Identified

ADDRESSES: frozenset[CitationKind] = frozenset({"url", "link", "wiki"})


@dataclass(frozen=True, slots=True)
class CitedWork:
    """One work that a document cites, however often."""

    citation: Citation
    reference: Reference | None

    def list_identifiers(self) -> Iterator[Identified]:
        """Yield the identifiers of the citation and of its entry in the list."""
        if self.citation.kind in WORK_LOOK_UPS:
            version = self.citation.parts.get("version")
            yield self.citation.kind, f"{self.citation.normal}v{version}" if version else self.citation.normal
        yield from ((kind, self.citation.parts[kind]) for kind in PAPERS if kind in self.citation.parts)  # of a link
        yield from ((form.kind, form.normal) for form in self.citation.also if form.kind in WORK_LOOK_UPS)
        for each in self.reference.identifiers if self.reference else ():
            if each.kind != "orcid" and each.kind in WORK_LOOK_UPS and not each.fault:
                yield each.kind, each.normal
        if doi := self.citation.parts.get("page_doi") or find_page_doi(self.find_address()):
            yield "doi", doi

    def find_page(self) -> str:
        """Return the page whose address alone names the DOI of the work; more than the DOI may be read from it."""
        if page := self.citation.parts.get("page_url"):
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
            return self.citation.parts.get("target", self.citation.text)
        identifiers = self.reference.identifiers if self.reference else ()
        return next((each.text for each in identifiers if each.kind == "url"), "")
