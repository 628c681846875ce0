"""KEY003."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Extraction, Reference, Safety, Severity
from citevet.rules.keys.entries import number, place


class DuplicateKey:
    """Two entries have the same key.

    ## What it means
    A footnote label, a number of the list or a key of the bibliography is given twice. Numbers may start again after a
    heading, where each chapter has its own list.

    ## Why it matters
    Every citation of that key is ambiguous; most tools take the first entry or the last in silence.

    ## Example
    ```markdown
    [^1]: Kim, 2019.
    [^1]: Lee, 2020.
    ```

    ## How to mend it
    Give one of the two another key, and check which of them each citation means.

    ## What we cannot see
    Two keys that differ only in case, which some tools take for the same.
    """

    name: ClassVar[str] = "duplicate-key"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        extraction = evidence.extraction
        headings = [block.span.start for block in extraction.document.blocks if block.kind == "heading"]
        first: dict[tuple[object, ...], Reference] = {}
        for reference in extraction.references:
            if not reference.key:
                continue
            chapter = bisect_left(headings, reference.span.start) if _restarts(reference) else 0
            known = first.setdefault((reference.origin, reference.path, chapter, reference.key), reference)
            if known is not reference:
                yield from _fault(known, reference, extraction)


def _restarts(reference: Reference) -> bool:
    return reference.origin == "list" and reference.path is None and number(reference.key) is not None


def _fault(known: Reference, reference: Reference, extraction: Extraction) -> Iterator[Fault]:
    if reference.path is None:
        line, _ = extraction.document.lines.position(known.span.start)
        yield Fault(reference.span, f"`{reference.key}` is defined twice; first on line {line}", reference=reference)
        return
    span = place(known, extraction) or place(reference, extraction)
    if span is not None:
        yield Fault(span, f"`{reference.key}` is defined twice in {reference.path}", reference=reference)
