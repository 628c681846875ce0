"""Find links and web addresses; not pictures, and not links inside the site."""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from citevet.extract.locators import parse_locator
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.identifiers import link, read_address
from citevet.identifiers.addresses import check_url, normalize_url
from citevet.identifiers.arxiv import find_arxiv_ids
from citevet.identifiers.doi import find_dois, find_page_doi
from citevet.model import PAPERS, CitationKind, Document, FormFaultKind, Identifier, Mark, Span
from citevet.patterns import lazy_pattern

_BLANK = lazy_pattern(r"(?<=/)\s{1,9}(?=10\.)")

# Wikipedia's pages about itself, to which its marks link, are no sources.
_EXTERNAL = lazy_pattern(r"https?://(?!\w{1,12}\.wikipedia\.org/wiki/Wikipedia:)|doi:\s?10\.", re.IGNORECASE)
_RESOLVER = lazy_pattern(r"(?:https?://)?(?:dx\.|www\.|export\.)?(?:doi|arxiv)\.org/|doi:", re.IGNORECASE)
# A file of the corpus: ../corpus/REF-043-voice.md#page=15
_CORPUS_FILE = lazy_pattern(r"(?!\w+:)(?:[^#?\s]{0,300}/)?(?P<id>[Rr][Ee][Ff]-\d{3,9})(?:[-_.][^#?/\s]{0,200})?(?:#|$)")
_TAG = lazy_pattern(r"<[^<>]{1,500}>")
_NUMBERED = lazy_pattern(r"\[(\d{1,4})\](?:\[\])?$")
# A number that leads to its entry: [1](#ref1); not to a chapter or a note.
_TO_ENTRY = lazy_pattern(
    r"\[(\d{1,4})\]\(#(?:(?:ref(?:erence)?s?|cit(?:e|ation)|source|src|bib|quelle|r|s)[-_.:]?)?0{0,3}\1\)$",
    re.IGNORECASE,
)
_TO_ANCHOR = lazy_pattern(r"\[(\d{1,4})\]\(#([^()\s]{1,100})\)$")
_ANCHOR = lazy_pattern(r"<(?:a|span)\s+(?:id|name)=[\"']([^\"'<>]{1,100})[\"']", re.IGNORECASE)
_ANCHOR_REACH = 120  # characters before a list, where the anchor of its first entry may be


def find_links(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find links to other sites; an autolink to a resolver counts as the DOI or other paper itself."""
    numbers = [each.span.start for each in scene.references if each.origin == "list" and each.key.isdigit()]
    # The places in a list of entries: <a id="lee2019"></a>.
    anchors = frozenset(_ANCHOR.findall(scene.document.text, max(numbers[0] - _ANCHOR_REACH, 0)) if numbers else ())
    for mark in scene.document.marks:
        # A number that the author defines: `[1]` with `[1]: address` below.
        text = scene.document.slice(mark.span) if mark.kind == "link" else ""
        numbered = _NUMBERED.match(text) or (_match_number_of_entry(text, anchors) if numbers else None)
        if numbered:
            yield FoundCitation("numeric", mark.span, numbered[1], key=numbered[1])
        elif mark.kind == "link" and _EXTERNAL.match(mark.target) and not _is_picture(scene.document, mark):
            yield _read_link(mark)
        elif mark.kind == "link" and (entry := _CORPUS_FILE.match(mark.target)):
            yield FoundCitation("corpus", mark.span, entry["id"].upper(), parse_locator(mark.target.partition("#")[2]))
        elif mark.kind == "autolink" and _EXTERNAL.match(mark.target):
            yield _read_autolink(mark)


def _match_number_of_entry(text: str, anchors: frozenset[str]) -> re.Match[str] | None:
    to_anchor = _TO_ANCHOR.match(text)
    return to_anchor if to_anchor and to_anchor[2] in anchors else _TO_ENTRY.match(text)


def _read_link(mark: Mark) -> FoundCitation:
    identifier = _resolved_identifiers(mark.target)
    by_name = mark.target.lower().startswith("doi:") and "doi" in identifier
    normal = link("doi", identifier["doi"]) if by_name else normalize_url(mark.target)
    fault, kind = _find_link_fault(mark.target)
    parts = {"target": mark.target} | {str(each): value for each, value in identifier.items()}
    if page_doi := find_page_doi(mark.target) if not identifier else "":
        parts["page_doi"] = page_doi
    return FoundCitation("link", mark.span, normal, parts=parts, fault=fault, fault_kind=kind)


def _find_link_fault(target: str) -> tuple[str | None, FormFaultKind]:
    """Return the fault of an address, or of the identifier that it resolves, and the kind of fault."""
    if not _RESOLVER.match(target):
        return check_url(target)
    address = _BLANK.sub("", unquote(target))
    faulty = (one for one in (*find_dois(address), *find_arxiv_ids(address)) if one.fault)
    return next(((one.fault, one.fault_kind) for one in faulty), (None, "malformed"))


def _read_autolink(mark: Mark) -> FoundCitation:
    identifier = _resolved_identifiers(mark.target)
    fault, fault_kind = _find_link_fault(mark.target)
    kind: CitationKind = next(iter(identifier), "url")
    normal = identifier.get(kind) or normalize_url(mark.target)
    parts = {"target": mark.target} if kind == "url" else None  # the text has angle brackets around the address
    return FoundCitation(kind, mark.span, normal, parts=parts or {}, fault=fault, fault_kind=fault_kind)


def find_link_identifiers(document: Document, definition: Mark) -> Iterator[Identifier]:
    """Find what the address of a link definition identifies: a page, and its DOI or other paper."""
    at = document.text.find(definition.target, definition.span.start, definition.span.end)
    span = Span(at, at + len(definition.target)) if at >= 0 else definition.span
    text = document.slice(span)
    for kind, normal in _resolved_identifiers(definition.target).items():
        yield Identifier(kind, span, text, normal)
    if _EXTERNAL.match(definition.target):
        fault, fault_kind = check_url(definition.target)
        yield Identifier("url", span, text, normalize_url(definition.target), fault, fault_kind=fault_kind)


def _resolved_identifiers(target: str) -> Mapping[CitationKind, str]:
    """Return the identifier that an address of doi.org, arXiv, PubMed or PMC resolves."""
    found = read_address(target)
    return {found.kind: found.normal} if found and found.kind in PAPERS else {}


def _is_picture(document: Document, mark: Mark) -> bool:
    """Check whether the link shows only a picture: a badge cites no source."""
    return mark.label is not None and not _TAG.sub("", document.slice(mark.label)).strip()
