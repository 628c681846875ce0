"""FMT004."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Edit, Fix, Safety, Severity, Span
from citevet.rules.formats.allowed import FORMS


class BareCorpusId:
    """A corpus id stands in the text without brackets.

    ## What it means
    The project's policy is `corpus-only`, which allows [REF-XXX], (REF-XXX), [REF-XXX, p.XX] and [REF-XXX, Section X],
    also several in one bracket. This id is bare.

    ## Why it matters
    Without brackets a citation cannot be told from talk about the entry, and it has no page.

    ## Example
    ```markdown
    As REF-043 shows, voice matters.
    ```

    ## How to mend it
    Put the id into brackets, with the page. `citevet fix --unsafe-fixes` adds the brackets.

    ## What we cannot see
    Whether the sentence speaks of the entry itself ("REF-043 has 24 pages") and cites nothing.
    """

    name: ClassVar[str] = "bare-corpus-id"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        text = evidence.extraction.document.text
        for citation in evidence.extraction.citations if evidence.policy.corpus_only else ():
            opened = text[max(citation.span.start - 1, 0) : citation.span.start] in {"[", "("}
            if citation.kind == "corpus" and not citation.group and citation.text[:1] not in "[(" and not opened:
                start, end = Span(citation.span.start, citation.span.start), Span(citation.span.end, citation.span.end)
                fix = Fix(Safety.ASK, "add brackets", (Edit(start, "["), Edit(end, "]")))
                yield Fault(citation.span, f"{citation.text} is bare: write {FORMS}", fix=fix, citation=citation)
