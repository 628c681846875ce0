"""The entries of bibliography files: .bib, .bbl, RIS and CSL-JSON."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from citevet.extract import entries
from citevet.extract.forms import arxiv, doi, isbn, issn, pubmed, url
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import CitationKind, Document, Identifier, Mark, Reference, Span

# Field → its kind, how prose labels such an identifier, and who finds it there: what is wrong in prose is wrong here.
_FIELDS: Mapping[str, tuple[CitationKind, str, Callable[[Scene], Iterable[Found]]]] = {
    "eprint": ("arxiv", "arXiv:", arxiv.find),
    "doi": ("doi", "doi:", doi.find),
    "url": ("url", "", url.find),
    "isbn": ("isbn", "ISBN ", isbn.find),
    "issn": ("issn", "ISSN ", issn.find),
    "pmid": ("pmid", "PMID ", pubmed.find),
    "pmcid": ("pmcid", "", pubmed.find),
}


def filed(file: Document) -> Iterator[Reference]:
    """Yield the entries of a file, with the identifiers that its fields name."""
    for mark in file.marks:
        if mark.kind == "entry":
            authors = tuple(_family(name) for name in mark.parts.get("author", "").split(" and ") if name.strip())
            words = mark.parts.get("words") or ("" if mark.parts else file.slice(mark.label or mark.span))
            parsed = entries.parse(words)
            yield Reference(
                "",
                mark.target,
                mark.span,
                file.slice(mark.span),
                "file",
                path=file.path,
                identifiers=tuple(_identifiers(file, mark)),
                title=mark.parts.get("title") or parsed.title,
                authors=authors or parsed.authors,
                year=mark.parts.get("year") or mark.parts.get("date", "")[:4] or parsed.year,
                sole=len(authors) == 1 or parsed.sole,
            )


def _identifiers(file: Document, mark: Mark) -> Iterator[Identifier]:
    archive = mark.parts.get("archiveprefix", mark.parts.get("eprinttype", "arxiv"))
    for field in _FIELDS:
        if mark.parts.get(field) and not (field == "eprint" and archive.lower() != "arxiv"):
            yield _identifier(file, mark, field)


def _identifier(file: Document, mark: Mark, field: str) -> Identifier:
    kind, label, find = _FIELDS[field]
    value = mark.parts[field]
    at = file.text.find(value, mark.span.start, mark.span.end)
    span = Span(at, at + len(value)) if at >= 0 else mark.span
    prefixed = value if value.lower().startswith((label.strip().lower() or "-", "http")) else f"{label}{value}"
    found = next((one for one in find(Scene.of(Document("", "text", prefixed))) if one.kind == kind), None)
    if found is None:
        return Identifier(kind, span, file.slice(span), value)
    mend = found.mend.removeprefix(label) if found.mend and at >= 0 else None
    return Identifier(kind, span, file.slice(span), found.normal, found.fault, mend)


def _family(name: str) -> str:
    return name.split(",", maxsplit=1)[0].strip() if "," in name else (name.split() or [""])[-1]
