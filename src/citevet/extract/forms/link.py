"""Links: inline, by reference, in angle brackets, of Word and HTML; not pictures, not links inside the site."""

from collections.abc import Iterator, Mapping
from re import IGNORECASE
from re import compile as pattern

from citevet.extract.forms import arxiv, doi, url
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Document, Identifier, Mark, Span

_OUTSIDE = pattern(r"https?://|doi:\s?10\.", IGNORECASE)
_RESOLVER = pattern(r"(?:https?://)?(?:dx\.|www\.|export\.)?(?:doi|arxiv)\.org/|doi:", IGNORECASE)
_NUMBER = pattern(r"\[\d{1,4}\](?:\[\])?$")


def find(scene: Scene) -> Iterator[Found]:
    """Find links to pages outside; an autolink to a resolver is the DOI or the arXiv paper itself."""
    for mark in scene.document.marks:
        if mark.kind == "link" and _is_number(scene.document, mark):
            number = scene.document.slice(mark.span).split("]")[0][1:]
            yield Found("numeric", mark.span, number, key=number)
        elif mark.kind == "link" and _OUTSIDE.match(mark.target) and not _is_picture(scene.document, mark):
            yield _found(mark)
        elif mark.kind == "autolink" and _OUTSIDE.match(mark.target):
            yield _address(mark)


def _is_number(document: Document, mark: Mark) -> bool:
    """Say whether it is [1] with `[1]: address` below, a page or a file: a number that the author defines."""
    return _NUMBER.match(document.slice(mark.span)) is not None


def _found(mark: Mark) -> Found:
    identifier = _identifier(mark.target)
    by_name = mark.target.lower().startswith("doi:") and "doi" in identifier
    return Found(
        "link",
        mark.span,
        f"https://doi.org/{identifier['doi']}" if by_name else url.normal(mark.target),
        parts={"target": mark.target, **identifier},
        fault=_fault(mark.target),
    )


def _fault(target: str) -> str | None:
    """Say what is wrong with an address, or with the identifier that it resolves."""
    if not _RESOLVER.match(target):
        return url.fault(target)
    scene = Scene.of(Document("", "text", target))
    return next((one.fault for one in (*doi.find(scene), *arxiv.find(scene)) if one.fault), None)


def _address(mark: Mark) -> Found:
    identifier = _identifier(mark.target)
    if "doi" in identifier:
        return Found("doi", mark.span, identifier["doi"])
    if "arxiv" in identifier:
        return Found("arxiv", mark.span, identifier["arxiv"])
    return Found("url", mark.span, url.normal(mark.target), fault=url.fault(mark.target))


def identifiers(document: Document, definition: Mark) -> Iterator[Identifier]:
    """Yield what the address of a link's definition identifies: a page, and the DOI or arXiv paper behind it."""
    at = document.text.find(definition.target, definition.span.start, definition.span.end)
    span = Span(at, at + len(definition.target)) if at >= 0 else definition.span
    text = document.slice(span)
    for kind, normal in _identifier(definition.target).items():
        yield Identifier("doi" if kind == "doi" else "arxiv", span, text, normal)
    if _OUTSIDE.match(definition.target):
        yield Identifier("url", span, text, url.normal(definition.target), url.fault(definition.target))


def _identifier(target: str) -> Mapping[str, str]:
    if not _RESOLVER.match(target):
        return {}
    return {one.kind: one.normal for one in (*doi.within(target), *arxiv.within(target)) if one.span.start == 0}


def _is_picture(document: Document, mark: Mark) -> bool:
    """Say whether the link shows nothing but a picture: a badge cites no source."""
    return mark.label is not None and not document.slice(mark.label).strip()
