"""FMT003."""

from collections.abc import Iterator
from re import compile as pattern
from typing import ClassVar, get_args

from citevet.contracts import Evidence, Fault
from citevet.model import CitationKind, Reference, Safety, Severity
from citevet.rules.formats.allowed import ALLOWED, FORMS, forbidden
from citevet.rules.keys.entries import by_id

_OTHER = frozenset(get_args(CitationKind)) - ALLOWED - {"author-year", "numeric"}
_CORPUS = pattern(r"\bREF-[0-9]{3}")


class ForbiddenSource:
    """Something outside the corpus is cited where only the corpus may be cited.

    ## What it means
    The project's policy is `corpus-only`, and this is a link, an address, a DOI, a law or a key. Files of the project
    itself may be cited. A footnote is allowed when it names a corpus id, or no source at all.

    ## Why it matters
    What is not in the corpus cannot be checked by the others, and may never have been read.

    ## Example
    ```markdown
    Voice matters, see [this post](https://example.org/voice).
    ```

    ## How to mend it
    Add the source to the corpus (`citevet corpus add`) and cite its id.

    ## What we cannot see
    Whether the corpus already has the source under an id.
    """

    name: ClassVar[str] = "forbidden-source"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        entries = by_id(evidence.extraction)
        for citation in forbidden(evidence, _OTHER):
            entry = entries.get(citation.reference or "")
            if citation.kind != "footnote" or (entry and _names_a_source(entry)):
                message = f"{citation.text}: only the corpus may be cited, as {FORMS}"
                yield Fault(citation.span, message, citation=citation)


def _names_a_source(reference: Reference) -> bool:
    source = bool(reference.identifiers or (reference.authors and reference.year))
    return source and not _CORPUS.search(reference.text)
