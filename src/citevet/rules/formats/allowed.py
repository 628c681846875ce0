"""What a project allows whose documents may cite its own corpus alone."""

from collections.abc import Container, Iterator

from citevet.contracts import Evidence
from citevet.model import Citation

ALLOWED = frozenset({"corpus", "artifact", "mention"})
FORMS = "[REF-XXX], (REF-XXX), [REF-XXX, p.XX] or [REF-XXX, Section X]"


def forbidden(evidence: Evidence, kinds: Container[str]) -> Iterator[Citation]:
    """Yield the citations of these kinds when the policy is on, one for each marker."""
    told: set[str] = set()
    for citation in evidence.extraction.citations if evidence.policy.corpus_only else ():
        marker = citation.group or citation.id
        if citation.kind in kinds and marker not in told and "again" not in citation.parts:
            told.add(marker)
            yield citation
