"""The document's own list, as the rules on keys look at it."""

from bisect import bisect_left
from collections.abc import Mapping
from re import compile as pattern

from citevet.model import Citation, Extraction, Reference

_NUMBER = pattern(r"[0-9]{1,6}")
_ID = pattern(r"r[0-9]{1,9}")
_CANDIDATES = 1000  # characters; a hostile list has thousands of entries with one name and year
_LABEL = pattern(r"\s*(?:\[\^?[^\[\]\s]{1,200}\]:?|\\bibitem(?:\[[^\]]{0,200}\])?\{[^{}]{0,200}\}|[0-9]{1,6}[.)])\s*")


def own(extraction: Extraction) -> list[Reference]:
    """Return the entries that stand in the document; a bibliography file is audited by itself, and reported there."""
    return [reference for reference in extraction.references if reference.path is None]


def key(citation: Citation) -> str:
    """Return the number, label or key that a citation uses."""
    return citation.parts.get("key", citation.normal)


def number(label: str) -> int | None:
    """Return a label as a number, when it is one."""
    return int(label) if _NUMBER.fullmatch(label) else None


def content(reference: Reference) -> str:
    """Return an entry of the document itself without its label."""
    label = _LABEL.match(reference.text)
    return reference.text[label.end() :] if label else reference.text


def headings(extraction: Extraction) -> list[int]:
    """Return where the headings of the document stand: after each of them a new list may start."""
    return [block.span.start for block in extraction.document.blocks if block.kind == "heading"]


def chapter(reference: Reference, starts: list[int]) -> int:
    """Return the number of the chapter that an entry stands in."""
    return bisect_left(starts, reference.span.start)


def numbered_lists(extraction: Extraction) -> list[list[Reference]]:
    """Return the numbered entries of the document, parted at headings: each chapter may have its own list."""
    starts = headings(extraction)
    lists: dict[int, list[Reference]] = {}
    for reference in own(extraction):
        if reference.origin == "list" and number(reference.key) is not None:
            lists.setdefault(chapter(reference, starts), []).append(reference)
    return list(lists.values())


def candidates(citation: Citation) -> list[str]:
    """Return the ids of the entries that an ambiguous citation may mean, the first hundred or so."""
    return _ID.findall(citation.parts.get("candidates", "")[:_CANDIDATES])


def near(citation: Citation) -> list[str]:
    """Return the ids of the entries of the cited author and year whose other authors differ."""
    return _ID.findall(citation.parts.get("near", "")[:_CANDIDATES])


def by_id(extraction: Extraction) -> Mapping[str, Reference]:
    """Map the ids of the entries to the entries."""
    return {reference.id: reference for reference in extraction.references}
