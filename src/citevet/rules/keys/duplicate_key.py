"""KEY003."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Reference, Safety, Severity
from citevet.rules.keys.entries import chapter, headings, number, own


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
    Which of the two a citation means. A key that stands in two files is not reported.
    """

    name: ClassVar[str] = "duplicate-key"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document, starts = evidence.extraction.document, headings(evidence.extraction)
        first: dict[tuple[str, int, str], Reference] = {}
        for reference in own(evidence.extraction):
            part = chapter(reference, starts) if reference.origin == "list" and number(reference.key) is not None else 0
            known = first.setdefault((reference.origin, part, reference.key.casefold()), reference)
            if reference.key and known is not reference:
                line, _ = document.lines.position(known.span.start)
                yield Fault(
                    reference.span, f"`{reference.key}` is defined twice, first on line {line}", reference=reference
                )
