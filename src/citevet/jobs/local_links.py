"""Find the links of a document that lead to no file or anchor of its project."""

import os
from collections.abc import Iterator
from pathlib import Path

from citevet.model import Document, FaultyLink
from citevet.read.document_links import list_links
from citevet.resolve.link_targets import LinkTargets, is_local

_FORMATS = frozenset({"markdown", "html"})  # whose links are read with their targets as they are; and .rst


def find_faulty_links(document: Document, place: Path, targets: LinkTargets) -> tuple[FaultyLink, ...]:
    """Return the links that lead to nothing; of a text that is no file only those to its own anchors."""
    if not _has_links(document):
        return ()
    is_file = os.path.isfile(place)  # noqa: PTH113 - Path.is_file() raises for a name that is too long
    found, links = list[FaultyLink](), list_links(document)
    if is_file:
        targets.expect(place, [link.target for link in links])
    for link in links:
        if link.kind == "resource":  # no reader follows it, and saved pages often come without
            continue
        if is_local(link.target) and (is_file or link.target.startswith("#")):
            fault = targets.find_fault(place, document.text, link.target, is_image=link.kind == "image")
            if fault:
                found.append(FaultyLink(link, fault))
    return tuple(found)


def list_linked_files(document: Document, place: Path, targets: LinkTargets) -> Iterator[Path]:
    """Yield the files that the links of a document name, whether they are there or not."""
    for link in list_links(document) if _has_links(document) else ():
        if file := targets.find_file(place, link.target):
            yield file


def _has_links(document: Document) -> bool:
    if document.path.lower().endswith(".rst"):
        return True
    return document.format in _FORMATS and (
        document.format == "html" or any(mark.kind in {"link", "image"} for mark in document.marks)
    )
