"""Citations by identifier, or by journal, volume and page; people by ORCID."""

import re
from collections.abc import Iterable, Iterator
from operator import attrgetter

from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.identifiers import SCHEMES
from citevet.identifiers.check_digits import find_orcids as find_orcids_in_span
from citevet.identifiers.doi import NO_SUFFIX, is_quantity
from citevet.model import Document, Identifier, IdentifierKind, Reference, Span
from citevet.model.document import pair_with_next
from citevet.patterns import lazy_pattern


def find_identifiers(kind: IdentifierKind, scene: MaskedText) -> Iterator[FoundCitation]:
    """Find the identifiers of a kind in prose."""
    for found in SCHEMES[kind].find(scene.prose):
        if not found.fault or not _is_harmless(found, scene):
            yield FoundCitation.of(found)


def _is_harmless(found: Identifier, scene: MaskedText) -> bool:
    """Check for a DOI that a line of a page cuts, and for a quantity in running text after other words in short."""
    if found.fault == NO_SUFFIX:
        return scene.document.format == "pdf"
    return found.kind == "doi" and is_quantity(found) and scene.side(found.span) != "list"


# Journals

# Both start at digits and look back for the name of the journal: faster than trying every capital letter.
_PAGES = r"(?P<page>[eE]?\d{1,7})(?:\s?[-–]\s?[eE]?\d{1,7})?"
_FORMS = (
    lazy_pattern(rf"(?P<volume>\d{{1,4}})\0{{0,3}}(?:\(\d{{1,3}}\))?,\0{{0,3}} {_PAGES} \((?P<year>(?:19|20)\d\d)\)"),
    lazy_pattern(
        r"(?P<year>(?:19|20)\d\d)(?: [A-Z][a-z]{2}(?: \d{1,2})?)?; ?(?P<volume>\d{1,4})"
        rf"(?: ?\([\w ]{{1,12}}\))?: ?{_PAGES}(?![\w-])"
    ),
)
_JOURNAL = lazy_pattern(r"(?<![\w.])(?P<name>[A-Z][\w&]*\.?(?:\s(?:of|the|and|in|for|&|[A-Z][\w&]*\.?)){0,7}),?\s\Z")
_LONGEST = 90  # characters of the name
_SIGNS = lazy_pattern(r"\((?:19|20)\d\d\)|(?:19|20)\d\d(?: \w{3}(?: \d\d?)?)?; ?\d")


def find_journal_citations(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find citations with journal, volume, page and year; inside a reference list they are part of the entry."""
    if not _SIGNS.search(scene.prose):
        return
    for form in _FORMS:
        for found in form.finditer(scene.prose):
            low = max(found.start() - _LONGEST, 0)
            name = _JOURNAL.search(scene.prose[low : found.start()].replace("\0", ""))
            if name is None:
                continue
            start = scene.prose.rfind(name["name"].split()[0], low, found.start())
            span = Span(start, found.end())
            if start >= 0 and scene.side(span) == "text":
                journal = " ".join(name["name"].replace(".", "").split())
                parts = {"journal": journal, **found.groupdict()}
                normal = f"{journal} {found['volume']}, {found['page']} ({found['year']})"
                yield FoundCitation("journal", span, normal, parts=parts)


# People

_LINKED = lazy_pattern(r"\]\(https?://(?:www\.)?orcid\.org/", re.IGNORECASE)
_HIDDEN = frozenset({"code", "comment"})


def find_orcids(document: Document, span: Span) -> Iterator[Identifier]:
    """Find the ORCIDs inside a span."""
    last = -1
    for found in find_orcids_in_span(document.text, span.start, span.end):
        # [the id](its address) counts once.
        linked = last >= 0 and _LINKED.fullmatch(document.text, last, found.span.end - len(found.normal))
        last = found.span.end
        if not linked and not _is_commented(document, found.span.start):
            yield found


def _is_commented(document: Document, start: int) -> bool:
    """Return whether a line of the front matter is a comment: `# orcid: …`."""
    line = document.text[document.text.rfind("\n", 0, start) + 1 : start]
    metadata = (each.span for each in document.regions if each.kind == "metadata")
    return line.lstrip().startswith("#") and any(span.start <= start < span.end for span in metadata)


def find_orcids_in_text(document: Document, references: Iterable[Reference]) -> Iterator[Identifier]:
    """Find the ORCIDs of the text and the front matter; those in the reference list belong to their entries."""
    entries = [each.span for each in references if each.path is None and each.origin != "file"]
    hidden = [region.span for region in document.regions if region.kind in _HIDDEN]
    everywhere = find_orcids(document, Span(0, len(document.text)))
    for found, taken in pair_with_next(everywhere, sorted((*entries, *hidden)), attrgetter("span.start")):
        if taken is None or not taken.overlaps(found.span):
            yield found
