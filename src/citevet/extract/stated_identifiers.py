"""The identifiers in the fields of a bibliography's entry, whichever field and form their authors chose for them."""

import re
from collections.abc import Iterator, Mapping

from citevet.identifiers import drop, find, read, read_address
from citevet.model import PAPERS, CitationKind, Document, Identifier, Mark, Span
from citevet.patterns import lazy_pattern
from citevet.records import replace
from citevet.tables import read_words

_TAG = lazy_pattern(r"</?[A-Za-z]")  # not the "<437::" in old DOIs of Wiley
# Field → the kind of its identifier.
_FIELDS: Mapping[str, CitationKind] = {
    "arxivid": "arxiv",
    "arxiv": "arxiv",
    "pubmed": "pmid",
    **{kind: kind for kind in ("doi", "url", "isbn", "issn", "pmid", "pmcid")},
}
_ARCHIVES: Mapping[str, CitationKind] = {
    "arxiv": "arxiv",
    "pubmed": "pmid",
    "pmid": "pmid",
    "pmc": "pmcid",
    "pmcid": "pmcid",
    "doi": "doi",
}
_OLD_NUMBER = lazy_pattern(r"\d{7}(?:v\d{1,2})?")  # of arXiv, behind the name of an archive
# Fields that take anything: `journal = {arXiv preprint arXiv:2301.00001}`.
_LOOSE = (
    "journal",
    "journaltitle",
    "booktitle",
    "howpublished",
    "number",
    "eid",
    "pages",
    "note",
    "publisher",
    "series",
)
_NUMBERS = ("volume", "number", "eid", "pages")  # `journal = {CoRR}, volume = {abs/2301.00001}`
_CONTAINERS = ("journal", "journaltitle", "booktitle", "publisher")
_ARXIV = frozenset({"arxiv", "corr"})
# A note may name another work; then it says more than these words.
_PLAIN_WORDS = read_words("""arxiv preprint preprints eprint e print doi pmid pmcid available at online url id submitted
    under review version v in and""")
_WORD = lazy_pattern(r"[^\W\d_]+")


def read_stated_identifiers(file: Document, mark: Mark) -> Iterator[Identifier]:
    """Yield the identifiers of an entry; the loose fields count where no other one names the work."""
    found = [*_read_eprint(file, mark), *_read_named_fields(file, mark)]
    yield from found
    if not any(each.kind in PAPERS for each in found):
        yield from _read_loose_fields(file, mark)


def _read_eprint(file: Document, mark: Mark) -> Iterator[Identifier]:
    parts = mark.parts
    value, stated = parts.get("eprint", ""), parts.get("archiveprefix", parts.get("eprinttype", ""))
    kind = _ARCHIVES.get(stated.lower() or "arxiv")
    old = _OLD_NUMBER.fullmatch(value)
    archive = parts.get("primaryclass", parts.get("eprintclass", "")) if kind else stated
    if old and archive and (whole := read("arxiv", f"{archive}/{value}")):
        yield replace(_place(file, mark, "eprint", value, whole), text=value)
    elif value and kind and (stated or read(kind, value.removeprefix("abs/"))):  # else the address of a copy
        yield _read_identifier(file, mark, "eprint", kind, value.removeprefix("abs/"))


def _read_named_fields(file: Document, mark: Mark) -> Iterator[Identifier]:
    for field, kind in _FIELDS.items():
        if value := mark.parts.get(field):
            yield _read_identifier(file, mark, field, kind, value)


def _read_loose_fields(file: Document, mark: Mark) -> Iterator[Identifier]:
    """Yield the first identifier of a paper in an address, in a field for a place, or in a note of nothing else."""
    address = read_address(mark.parts.get("url", ""))
    if address and address.kind in PAPERS and not address.fault:
        yield _place(file, mark, "url", address.text, address)
        return
    for field in _LOOSE:
        value = mark.parts.get(field, "")
        for one in find(value, PAPERS) if value else ():
            words = {word.lower() for word in _WORD.findall(drop(value))}
            if not one.fault and (field != "note" or words <= _PLAIN_WORDS):
                yield _place(file, mark, field, one.text, one)
                return
    containers = {word for name in _CONTAINERS for word in _WORD.findall(mark.parts.get(name, "").lower())}
    for field in _NUMBERS if not containers.isdisjoint(_ARXIV) else ():
        number = read("arxiv", mark.parts.get(field, "").removeprefix("abs/"))
        if number and not number.fault:
            yield _place(file, mark, field, number.text, number)
            return


def _place(file: Document, mark: Mark, field: str, value: str, found: Identifier) -> Identifier:
    """Return an identifier at its place in the file; at its entry if the field is written otherwise."""
    at = _find_value(file, mark, field, value)
    return replace(found, span=Span(at, at + len(value)) if at >= 0 else mark.span)


def _find_value(file: Document, mark: Mark, field: str, value: str) -> int:
    named = re.compile(rf'\b{field}"?\s{{0,9}}[=:]', re.IGNORECASE).search(file.text, mark.span.start, mark.span.end)
    return file.text.find(value, named.end() if named else mark.span.start, mark.span.end)


def _read_identifier(file: Document, mark: Mark, field: str, kind: CitationKind, value: str) -> Identifier:
    at = _find_value(file, mark, field, value)
    span = Span(at, at + len(value)) if at >= 0 else mark.span
    found = read(kind, value)
    if found is None:
        return Identifier(kind, span, value, value)
    markup = value[found.span.end :].strip()
    if not found.fault and _TAG.match(markup):
        kept = value.removesuffix(markup).rstrip() if at >= 0 else None
        fault = f"the markup {markup} is not part of it"
        return Identifier(kind, span, value, found.normal, fault, kept)
    correction = found.correction if at >= 0 else None
    return Identifier(kind, span, value, found.normal, found.fault, correction, found.fault_kind)
