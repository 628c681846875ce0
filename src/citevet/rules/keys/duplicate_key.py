"""KEY003: two entries have the same key."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Reference, Severity
from citevet.rules.keys.reference_list import (
    find_chapter,
    find_headings,
    is_commented_out,
    list_own_references,
    parse_number,
)
from citevet.text.court_opinions import reproduces_opinion

_FILES = frozenset({"bibtex", "ris", "csl-json"})  # a program stops at the second entry


class DuplicateKey:
    """Two entries have the same key.

    ## Meaning
    A footnote label, a list number or a bibliography key is defined twice. Capitals make no difference. Numbers may
    restart after a heading, since each chapter may have its own list.

    ## Why it matters
    Every citation of that key is ambiguous. Most tools silently use the first or the last entry.

    ## Example
    ```markdown
    [^1]: Kim, 2019.
    [^1]: Lee, 2020.
    ```

    ## How to fix it
    Rename one of the keys, and check which entry each citation refers to.

    ## Limitations
    The rule cannot tell which entry a citation means. The same key in two files is not reported,
    nor a list entry or note that is repeated word for word.
    """

    name: ClassVar[str] = "duplicate-key"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        opinion = reproduces_opinion(evidence.extraction.document.text)
        document, headings = evidence.extraction.document, find_headings(evidence.extraction)
        first: dict[tuple[str, int, str], Reference] = {}
        for reference in list_own_references(evidence.extraction):
            if is_commented_out(document, reference.span.start):
                continue
            is_numbered = reference.origin == "list" and parse_number(reference.key) is not None
            part = find_chapter(reference, headings) if is_numbered else 0
            known = first.setdefault((reference.origin, part, reference.key.casefold()), reference)
            # The same note in full twice leads to the same words; paragraphs of an opinion have numbers of their own.
            harmless = (is_numbered and opinion) or (document.format not in _FILES and known.text == reference.text)
            if reference.key and known is not reference and not harmless:
                line, _ = document.lines.position(known.span.start)
                yield Fault(
                    reference.span,
                    f'duplicate key "{reference.key}" (first defined on line {line})',
                    reference=reference,
                    is_doubtful=document.format in _FILES and known.key != reference.key,  # two keys for Biber
                )
