"""KEY003."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Extraction, Reference, Safety, Severity
from citevet.rules.keys.entries import chapter, headings, number, place


class DuplicateKey:
    """Two entries have the same key.

    ## What it means
    A footnote label, a number of the list or a key of the bibliography is given twice; capitals make no difference.
    Numbers may start again after a heading, where each chapter has its own list.

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
    Which of the two a citation means. A key that stands in two bibliography files is not reported.
    """

    name: ClassVar[str] = "duplicate-key"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        extraction = evidence.extraction
        starts = headings(extraction)
        first: dict[tuple[object, ...], Reference] = {}
        for reference in extraction.references:
            if not reference.key:
                continue
            part = chapter(reference, starts) if reference.origin == "list" and number(reference.key) is not None else 0
            known = first.setdefault((reference.origin, reference.path, part, reference.key.casefold()), reference)
            if known is not reference:
                yield from _fault(known, reference, extraction)


def _fault(known: Reference, reference: Reference, extraction: Extraction) -> Iterator[Fault]:
    if reference.path is None:
        line, _ = extraction.document.lines.position(known.span.start)
        yield Fault(reference.span, f"`{reference.key}` is defined twice; first on line {line}", reference=reference)
        return
    span = place(known, extraction) or place(reference, extraction)
    if span is not None:
        yield Fault(span, f"`{reference.key}` is defined twice in {reference.path}", reference=reference)
