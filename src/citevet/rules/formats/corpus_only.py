"""FMT001 to FMT004: citations that the `corpus-only` policy does not allow."""

import re
from collections.abc import Container, Iterator
from typing import ClassVar, get_args

from citevet.contracts import Evidence, Fault
from citevet.model import CitationKind, Edit, Fix, Reference, Safety, Severity, Span
from citevet.rules.keys.reference_list import index_references

INSIDE_KINDS = frozenset({"corpus", "artifact", "mention"})
_OTHER_KINDS = frozenset(get_args(CitationKind)) - INSIDE_KINDS - {"author-year", "numeric"}
_ALLOWED_FORMS = "[REF-XXX], (REF-XXX), [REF-XXX, p.XX] or [REF-XXX, Section X]"
_CORPUS_ID = re.compile(r"\bREF-[0-9]{3}")


class ForbiddenCitation:
    """Report the citations of some kinds where the policy is on, one for each marker."""

    name: ClassVar[str]
    severity: ClassVar[Severity] = Severity.ERROR
    kinds: ClassVar[Container[str]]

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        reported: set[str] = set()
        for citation in evidence.extraction.citations if evidence.policy.corpus_only else ():
            marker = citation.group or citation.id
            if citation.kind in self.kinds and marker not in reported and "again" not in citation.parts:
                reported.add(marker)
                message = f"{citation.text} is not a corpus id; use {_ALLOWED_FORMS}"
                yield Fault(citation.span, message, citation=citation)


class ForbiddenAuthorYear(ForbiddenCitation):
    """An author-year citation is used where only corpus ids are allowed.

    ## Meaning
    The project's policy is `corpus-only`: every citation must be a corpus id. This one names an author and a year.

    ## Why it matters
    An author and a year can be written from memory. A corpus id shows that the project has the work.

    ## Example
    ```markdown
    Voice matters (Smith et al., 2023).
    ```

    ## How to fix it
    Cite the corpus id of the work, with the page: [REF-043, p.15]. If the corpus does not have the work, add it first,
    or mark the place [citation needed].

    ## Limitations
    The rule does not know which corpus entry was meant.
    """

    name = "forbidden-author-year"
    kinds = frozenset({"author-year"})


class ForbiddenNumeric(ForbiddenCitation):
    """A numeric citation is used where only corpus ids are allowed.

    ## Meaning
    The project's policy is `corpus-only`: every citation must be a corpus id. This one is a number such as [1].

    ## Why it matters
    Numbers change with every edit. A corpus id does not.

    ## Example
    ```markdown
    Voice matters [1].
    ```

    ## How to fix it
    Cite the corpus id of the work: [REF-043, p.15].

    ## Limitations
    The rule does not know which corpus entry the number refers to.
    """

    name = "forbidden-numeric"
    kinds = frozenset({"numeric"})


class ForbiddenSource(ForbiddenCitation):
    """A source outside the corpus is cited where only corpus ids are allowed.

    ## Meaning
    The project's policy is `corpus-only`, and this is a link, URL, DOI, law or key. Files of the project itself may be
    cited. A footnote is allowed if it names a corpus id, or no source at all.

    ## Why it matters
    Sources outside the corpus cannot be checked by others, and may never have been read.

    ## Example
    ```markdown
    Voice matters, see [this post](https://example.org/voice).
    ```

    ## How to fix it
    Add the source to the corpus (`citevet corpus add`) and cite its id.

    ## Limitations
    The rule does not know whether the corpus already has the source.
    """

    name = "forbidden-source"
    kinds = _OTHER_KINDS

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        entries = index_references(evidence.extraction)
        for fault in super().__call__(evidence):
            citation = fault.citation
            if citation and citation.kind == "footnote":
                entry = entries.get(citation.reference or "")
                if entry is None or not names_other_source(entry):
                    continue
            yield fault


def names_other_source(reference: Reference) -> bool:
    """Check whether a note names a source that is no entry of the corpus."""
    has_source = bool(reference.identifiers or (reference.authors and reference.year))
    return has_source and not _CORPUS_ID.search(reference.text)


class BareCorpusId:
    """A corpus id is not in brackets.

    ## Meaning
    The project's policy is `corpus-only`, which allows [REF-XXX], (REF-XXX), [REF-XXX, p.XX] and [REF-XXX, Section X],
    also several in one bracket. This id has no brackets.

    ## Why it matters
    Without brackets a citation looks like a mention of the entry, and it has no page.

    ## Example
    ```markdown
    As REF-043 shows, voice matters.
    ```

    ## How to fix it
    Put the id in brackets, with the page. `citevet fix --unsafe-fixes` adds the brackets.

    ## Limitations
    A sentence about the entry itself ("REF-043 has 24 pages") is reported too.
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
                message = f"corpus id {citation.text} without brackets; use {_ALLOWED_FORMS}"
                yield Fault(citation.span, message, fix=fix, citation=citation)
