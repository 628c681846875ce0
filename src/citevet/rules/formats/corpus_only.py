"""FMT001 to FMT004: citations that the policy does not allow: `corpus-only` or `forbidden-forms`."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Edit, Fix, Reference, Safety, Severity, Span
from citevet.rules.citation_removal import fix_missing
from citevet.rules.formats.citation_forms import OUTSIDE_KINDS
from citevet.rules.keys.reference_list import index_references

_ALLOWED_FORMS = "[REF-XXX], (REF-XXX), [REF-XXX, p.XX] or [REF-XXX, Section X]"
_CORPUS_ID = re.compile(r"\bREF-[0-9]{3}")


class ForbiddenCitation:
    """Report the citations of some kinds that the policy forbids, one for each marker."""

    name: ClassVar[str]
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None
    kinds: ClassVar[frozenset[str]]

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        policy = evidence.policy
        forbidden = self.kinds if policy.corpus_only else self.kinds & frozenset(policy.forbidden)
        markers: dict[str, list[Citation]] = {}
        for citation in evidence.extraction.citations if forbidden else ():
            if citation.kind in forbidden and "again" not in citation.parts:
                markers.setdefault(citation.group or citation.id, []).append(citation)
        known = {each.citation for each in evidence.judgements if each.existence == "found"}
        allowed = " or ".join(policy.allowed) or _ALLOWED_FORMS
        for marker in markers.values():
            first = marker[0]
            why = f"is not a corpus id; use {allowed}" if policy.corpus_only else f"has a forbidden form ({first.kind})"
            is_removable = self.fix and not any(each.id in known for each in marker)
            fix = fix_missing(marker, marker, evidence, "not a corpus id") if is_removable else None
            yield Fault(first.span, f"{first.text} {why}", fix=fix, citation=first)


class ForbiddenAuthorYear(ForbiddenCitation):
    """An author-year citation is used where only corpus ids are allowed.

    ## Meaning
    The project's policy is `corpus-only`: every citation must be a corpus id. This one names an author and a year.
    Or the policy forbids this form (`forbidden-forms`).

    ## Why it matters
    An author and a year can be written from memory. A corpus id shows that the project has the work.

    ## Example
    ```markdown
    Voice matters (Smith et al., 2023).
    ```

    ## How to fix it
    Cite the corpus id of the work, with the page: [REF-043, p.15]. If the corpus does not have the work, add it first,
    or mark the place [citation needed]. `citevet fix --unsafe-fixes` removes a citation in brackets whose work the
    corpus does not have, and leaves a comment.

    ## Limitations
    The rule does not know which corpus entry was meant.
    """

    name = "forbidden-author-year"
    fix = Safety.ASK
    kinds = frozenset({"author-year"})


class ForbiddenNumeric(ForbiddenCitation):
    """A numeric citation is used where only corpus ids are allowed.

    ## Meaning
    The project's policy is `corpus-only`: every citation must be a corpus id. This one is a number such as [1].
    Or the policy forbids this form (`forbidden-forms`).

    ## Why it matters
    Numbers change with every edit. A corpus id does not.

    ## Example
    ```markdown
    Voice matters [1].
    ```

    ## How to fix it
    Cite the corpus id of the work: [REF-043, p.15]. `citevet fix --unsafe-fixes` removes a number whose work the corpus
    does not have, and leaves a comment.

    ## Limitations
    The rule does not know which corpus entry the number refers to.
    """

    name = "forbidden-numeric"
    fix = Safety.ASK
    kinds = frozenset({"numeric"})


class ForbiddenSource(ForbiddenCitation):
    """A source outside the corpus is cited where only corpus ids are allowed.

    ## Meaning
    The project's policy is `corpus-only`, and this is a link, URL, DOI, law or key. Files of the project itself may be
    cited. A footnote is allowed if it names a corpus id, or no source at all. Or the policy forbids this form
    (`forbidden-forms`).

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
    kinds = OUTSIDE_KINDS - {"author-year", "numeric"}

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
    """Check whether a note names a source that is not an entry of the corpus."""
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
