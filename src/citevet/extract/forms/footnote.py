"""Footnote markers: `[^1]`, `[^smith]`, inline `^[…]`, and what Word, HTML and LaTeX mark as notes."""

from collections.abc import Iterator
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Span

# The parser names a marker only when its definition is there; a marker without one is plain text to it.
_MARKER = pattern(r"\[\^([^\]\[\s\0]{1,80})\](?!:)")


def find(scene: Scene) -> Iterator[Found]:
    """Find note markers; each cites the note's content."""
    for mark in scene.document.marks:
        if mark.kind == "note":
            yield Found("footnote", mark.span, mark.target, key=mark.target)
    for reference in scene.references:
        if reference.key.startswith("inline-") and reference.origin == "footnote":
            yield Found("footnote", reference.span, reference.key, key=reference.key)
    if scene.document.format in {"markdown", "text"}:
        for match in _MARKER.finditer(scene.prose):
            yield Found("footnote", Span(*match.span()), match[1], key=match[1])
