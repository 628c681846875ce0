"""Find links and web addresses; not pictures, and not links inside the site."""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

from citevet.extract.citations.identifiers import (
    find_arxiv_ids,
    find_arxiv_ids_in_text,
    find_dois,
    find_dois_in_text,
    find_page_doi,
    find_pubmed_ids,
)
from citevet.extract.locators import parse_locator, trim_identifier
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import CitationKind, Document, FormFaultKind, Identifier, Mark, Span
from citevet.text.addresses import TRACKING
from citevet.text.patterns import lazy_pattern

# Ends at white space, quotes, angle brackets, a table bar, and CJK full stops and brackets.
_REST = r"[^\s<>\"|`\\^{}\0“”‘’«»「」『』【】《》、。，；（）]+"
_URL = lazy_pattern(r"(?:[Hh][Tt](?<![\w@/.-]..)[Tt][Pp][Ss]?://|[Ww][Ww](?<![\w@/.-]..)[Ww]\.(?=[\w-]+\.))" + _REST)
# Slips of the keyboard; hxxp:// is written on purpose.
_MISSPELT = lazy_pattern(
    r"h(?<![\w@/.-].)(?P<scheme>tps?|t{3}ps?|ttpss|http?s?|tpps?|tts|ttsp|ptts?)://(?P<rest>[\w-]++\.[\w-]"
    rf"{_REST})|h(?<![\w@/.-].)(?P<ttp>ttps?)(?::/|(?P<bare>//))(?P<path>[\w-]++\.[\w-]{_REST})"
)
_HOST = lazy_pattern(r"(?!-)[\w-]+(?:\.[\w-]+)*\.?|\[[0-9a-f:.]+\]", re.IGNORECASE)
_END_OF_HOST = lazy_pattern(r"[),;!'*]")
_FIELD = lazy_pattern(r"\{\{|\{%|\$\{|<%|%[({]")  # a template fills the address in
_BLANK = lazy_pattern(r"(?<=/)\s{1,9}(?=10\.)")
_SECOND_URL = lazy_pattern(r"https?://", re.IGNORECASE)
_HANGUL = lazy_pattern(r"[가-힣]+$")
_DISARMED = lazy_pattern(r"\[(?:\.|dot)\]|\(dot\)", re.IGNORECASE)  # 203[.]0[.]113[.]9: made unusable on purpose

# Wikipedia's pages about itself, to which its marks link, are no sources.
_EXTERNAL = lazy_pattern(r"https?://(?!\w{1,12}\.wikipedia\.org/wiki/Wikipedia:)|doi:\s?10\.", re.IGNORECASE)
_RESOLVER = lazy_pattern(r"(?:https?://)?(?:dx\.|www\.|export\.)?(?:doi|arxiv)\.org/|doi:", re.IGNORECASE)
_PUBMED = lazy_pattern(r"https?://(?:pubmed|pmc|www)\.ncbi\.nlm\.nih\.gov/", re.IGNORECASE)
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


def find_urls(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find bare addresses without the punctuation and Korean particles after them."""
    for match in _URL.finditer(scene.prose):
        written = trim_identifier(_strip_particle(match[0]))
        if len(written) > len("http://") and not _DISARMED.search(written):
            span, once = Span(match.start(), match.start() + len(written)), _drop_repetition(written)
            fault, kind = _check_url(written)
            normal = normalize_url(once or written)
            yield FoundCitation("url", span, normal, fault=fault, correction=once, fault_kind=kind)
    for match in _MISSPELT.finditer(scene.prose):
        written = trim_identifier(_strip_particle(match[0]))
        scheme = "https" if "s" in (match["scheme"] or match["ttp"]) else "http"
        right = f"{scheme}://{written.split('/', 1)[1].lstrip('/')}"
        fault = f'"{match[0].partition("/")[0]}" should be "{scheme}:"'
        if not match["scheme"]:
            fault = "a colon is missing" if match["bare"] else "a slash is missing"
        span = Span(match.start(), match.start() + len(written))
        yield FoundCitation("url", span, normalize_url(right), fault=fault, correction=right)


def normalize_url(url: str) -> str:
    """Return an address without tracking parameters and text fragments, so that addresses of one page are equal."""
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        query = urlencode([(key, value) for key, value in parse_qsl(parts.query, True) if not TRACKING.fullmatch(key)])
    except ValueError:
        return url
    fragment = parts.fragment.split(":~:")[0]
    return urlunsplit((parts.scheme.lower(), parts.netloc.lower(), parts.path, query or "", fragment))


def _check_url(url: str) -> tuple[str | None, FormFaultKind]:
    return _find_url_fault(url), "pasted-twice" if _drop_repetition(url) else "malformed"


def _find_url_fault(url: str) -> str | None:
    if _FIELD.search(url):
        return None
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return "the host or the port makes no sense"
    if _drop_repetition(url):
        return "pasted twice"
    if not host:
        return "no host"
    if host.startswith("*."):  # a pattern: all hosts of a domain
        return None
    host = f"[{host}]" if ":" in host else host
    # "(www.nmpa.org).You", "www.nmpa.org;": the sentence goes on, and the address is fine.
    return None if _HOST.fullmatch(_END_OF_HOST.split(host, maxsplit=1)[0]) else f"{host} is not a host name"


def _drop_repetition(url: str) -> str | None:
    """Return the first half of an address that was pasted twice, else None."""
    second = _SECOND_URL.search(url, 8)
    return url[: second.start()] if second and url[second.start() :] == url[: second.start()] else None


def _strip_particle(url: str) -> str:
    """Remove Hangul from the end, unless it is part of the path: `…/wiki/서울`, but not `….com에서`."""
    found = _HANGUL.search(url)
    return url[: found.start()] if found and url[found.start() - 1] not in "/=_-%" else url


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
    normal = f"https://doi.org/{identifier['doi']}" if by_name else normalize_url(mark.target)
    fault, kind = _find_link_fault(mark.target)
    parts = {"target": mark.target} | {str(each): value for each, value in identifier.items()}
    if page_doi := find_page_doi(mark.target) if not identifier else "":
        parts["page_doi"] = page_doi
    return FoundCitation("link", mark.span, normal, parts=parts, fault=fault, fault_kind=kind)


def _find_link_fault(target: str) -> tuple[str | None, FormFaultKind]:
    """Return the fault of an address, or of the identifier that it resolves, and the kind of fault."""
    if not _RESOLVER.match(target):
        return _check_url(target)
    scene = MaskedText.of(Document("", "text", _BLANK.sub("", unquote(target))))
    faulty = (one for one in (*find_dois(scene), *find_arxiv_ids(scene)) if one.fault)
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
        fault, fault_kind = _check_url(definition.target)
        yield Identifier("url", span, text, normalize_url(definition.target), fault, fault_kind=fault_kind)


def _resolved_identifiers(target: str) -> Mapping[CitationKind, str]:
    """Return the identifier that an address of doi.org, arXiv, PubMed or PMC resolves."""
    if _PUBMED.match(target):
        articles = find_pubmed_ids(MaskedText.of(Document("", "text", target)))
        return {one.kind: one.normal for one in articles if one.span.start == 0 and not one.fault}
    found = (*find_dois_in_text(target), *find_arxiv_ids_in_text(target)) if _RESOLVER.match(target) else ()
    return {one.kind: one.normal for one in found if one.span.start == 0}


def _is_picture(document: Document, mark: Mark) -> bool:
    """Check whether the link shows only a picture: a badge cites no source."""
    return mark.label is not None and not _TAG.sub("", document.slice(mark.label)).strip()
