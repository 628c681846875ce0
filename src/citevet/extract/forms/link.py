"""Links: inline, by reference, in angle brackets, of Word and HTML; not pictures, not links inside the site."""

from collections.abc import Iterator, Mapping
from re import IGNORECASE
from re import compile as pattern

from citevet.extract.forms import url
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Document, Mark

_OUTSIDE = pattern(r"https?://|doi:\s?10\.", IGNORECASE)
_DOI = pattern(r"(?:https?://(?:dx\.|www\.)?doi\.org/|doi:\s?)(10\.\d{4,9}(?:\.\d+)*/\S+)", IGNORECASE)
_ARXIV = pattern(r"https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/([\w.-]+(?:/\d{7})?)", IGNORECASE)
_NUMBER = pattern(r"\[\d{1,4}\](?:\[\])?$")


def find(scene: Scene) -> Iterator[Found]:
    """Find links to pages outside; an autolink to a resolver is the DOI or the arXiv paper itself."""
    for mark in scene.document.marks:
        if mark.kind == "link" and _OUTSIDE.match(mark.target) and not _is_picture(scene.document, mark):
            yield _found(scene.document, mark)
        elif mark.kind == "autolink" and _OUTSIDE.match(mark.target):
            yield _address(mark)


def _found(document: Document, mark: Mark) -> Found:
    if _NUMBER.match(document.slice(mark.span)):  # [1] with `[1]: address` below: a number that the author defines
        number = document.slice(mark.span).split("]")[0][1:]
        return Found("numeric", mark.span, number, key=number)
    return Found(
        "link",
        mark.span,
        url.normal(mark.target),
        parts={"target": mark.target, **_identifier(mark.target)},
        fault=None if mark.target.lower().startswith("doi:") else url.fault(mark.target),
    )


def _address(mark: Mark) -> Found:
    identifier = _identifier(mark.target)
    if "doi" in identifier:
        return Found("doi", mark.span, identifier["doi"])
    if "arxiv" in identifier:
        return Found("arxiv", mark.span, identifier["arxiv"])
    return Found("url", mark.span, url.normal(mark.target), fault=url.fault(mark.target))


def _identifier(target: str) -> Mapping[str, str]:
    doi, arxiv = _DOI.match(target), _ARXIV.match(target)
    if doi:
        return {"doi": doi[1].lower()}
    return {"arxiv": arxiv[1].removesuffix(".pdf")} if arxiv else {}


def _is_picture(document: Document, mark: Mark) -> bool:
    """Say whether the link shows nothing but a picture: a badge cites no source."""
    return mark.label is not None and not document.slice(mark.label).strip()
