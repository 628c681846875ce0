"""Read the entries of a bibliography file, and the identifiers in their fields."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from citevet.extract.citations import links, paper_ids, standard_numbers
from citevet.extract.entry_parser import parse_entry
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import CitationKind, Document, Identifier, Mark, Reference, Span
from citevet.text.patterns import lazy_pattern

_TAG = lazy_pattern(r"</?[A-Za-z]")  # not the "<437::" in old DOIs of Wiley
# Field of a bibliography file → its kind, the label of such an identifier in prose, and the finder that reads it.
_FIELDS: Mapping[str, tuple[CitationKind, str, Callable[[MaskedText], Iterable[FoundCitation]]]] = {
    "eprint": ("arxiv", "arXiv:", paper_ids.find_arxiv_ids),
    "doi": ("doi", "doi:", paper_ids.find_dois),
    "url": ("url", "", links.find_urls),
    "isbn": ("isbn", "ISBN ", standard_numbers.find_isbns),
    "issn": ("issn", "ISSN ", standard_numbers.find_issns),
    "pmid": ("pmid", "PMID ", paper_ids.find_pubmed_ids),
    "pmcid": ("pmcid", "", paper_ids.find_pubmed_ids),
}


def parse_bibliography(file: Document) -> Iterator[Reference]:
    """Yield the entries of a bibliography file, with the identifiers from their fields."""
    for number, mark in enumerate((mark for mark in file.marks if mark.kind == "entry"), 1):
        names = filter(str.strip, mark.parts.get("author", "").split(" and "))
        authors = tuple(name.split(",")[0].strip() if "," in name else name.split()[-1] for name in names)
        words = mark.parts.get("words") or ("" if mark.parts else file.slice(mark.label or mark.span))
        parsed = parse_entry(words)
        yield Reference(
            f"r{number}",
            mark.target,
            mark.span,
            file.slice(mark.span),
            "file",
            path=file.path,
            identifiers=tuple(_read_identifiers(file, mark)),
            title=mark.parts.get("title") or parsed.title,
            authors=authors or parsed.authors,
            year=mark.parts.get("year") or mark.parts.get("date", "")[:4] or parsed.year,
            sole=len(authors) == 1 or parsed.sole,
        )


def _read_identifiers(file: Document, mark: Mark) -> Iterator[Identifier]:
    archive = mark.parts.get("archiveprefix", mark.parts.get("eprinttype", "arxiv"))
    for field in _FIELDS:
        if mark.parts.get(field) and not (field == "eprint" and archive.lower() != "arxiv"):
            yield _read_identifier(file, mark, field)


def _read_identifier(file: Document, mark: Mark, field: str) -> Identifier:
    kind, label, find = _FIELDS[field]
    value = mark.parts[field]
    named = re.compile(rf'\b{field}"?\s{{0,9}}[=:]', re.IGNORECASE).search(file.text, mark.span.start, mark.span.end)
    at = file.text.find(value, named.end() if named else mark.span.start, mark.span.end)
    span = Span(at, at + len(value)) if at >= 0 else mark.span
    prefixed = value if value.lower().startswith((label.strip().lower() or "-", "http")) else f"{label}{value}"
    found = next((one for one in find(MaskedText.of(Document("", "text", prefixed))) if one.kind == kind), None)
    if found is None:
        return Identifier(kind, span, value, value)
    markup = prefixed[found.span.end :].strip()
    if not found.fault and _TAG.match(markup):
        kept = value.removesuffix(markup).rstrip() if at >= 0 else None
        fault = f"the markup {markup} is not part of it"
        return Identifier(kind, span, value, found.normal, fault, kept)
    correction = found.correction.removeprefix(label) if found.correction and at >= 0 else None
    return Identifier(kind, span, value, found.normal, found.fault, correction, found.fault_kind)
