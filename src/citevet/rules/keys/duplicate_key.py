"""KEY003."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Reference, Safety, Severity
from citevet.rules.keys.entries import chapter, headings, number, places


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
        starts, place = headings(extraction), places(extraction)
        first: dict[tuple[object, ...], Reference] = {}
        for reference in extraction.references:
            if not reference.key:
                continue
            part = chapter(reference, starts) if reference.origin == "list" and number(reference.key) is not None else 0
            known = first.setdefault((reference.origin, reference.path, part, reference.key.casefold()), reference)
            span = None if known is reference else place(known) if reference.path else reference.span
            if span is not None:
                line, _ = extraction.document.lines.position(known.span.start)
                where = f"in {reference.path}" if reference.path else f"first on line {line}"
                yield Fault(span, f"`{reference.key}` is defined twice, {where}", reference=reference)
