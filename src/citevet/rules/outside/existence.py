"""EXI007 to EXI009: works that do not exist, that several descriptions fit, or that no registry knows."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import LAW, CitationKind, Severity
from citevet.rules.citation_judgements import find_cited_works, report_work

# Citations with rules of their own: those of the project, of the web and of the law.
_OTHERS: frozenset[CitationKind] = LAW | {"corpus", "mention", "artifact", "url", "link"}


class UnregisteredIdentifier:
    """The authority for an identifier says that it does not exist.

    ## Meaning
    doi.org has no such DOI, arXiv no such paper, or PubMed no such record. Only the service that assigns or keeps the
    identifiers is believed; a work that other databases do not know is not reported here.

    ## Why it matters
    An identifier that does not exist is a typing error or an invented source.

    ## Example
    ```markdown
    Trees cool streets (doi:10.5555/does-not-exist).
    ```
    with `citevet check --online`.

    ## How to fix it
    Look up the work by its title and copy the identifier from there.

    ## Limitations
    It needs `--online`. A service that does not answer gives no finding, and the citation counts as unchecked.
    """

    name: ClassVar[str] = "unregistered-identifier"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in find_cited_works(evidence):
            if judgement.existence == "missing" and judgement.note and citation.kind not in _OTHERS:
                yield report_work(evidence, citation, judgement.note)


class AmbiguousWork:
    """Several works fit a reference, or several cases or acts a citation of law.

    ## Meaning
    A search by title, first author and year found more than one work, and nothing in the reference decides. Or several
    cases begin on the cited page, or several acts have the cited title. The message lists them.

    ## Why it matters
    Readers cannot know which of the works is meant.

    ## Example
    ```markdown
    [1] Smith, J. (2019). Annual report.
    ```
    with `citevet check --online`.

    ## How to fix it
    Add the DOI, or the journal, volume and pages; for law, the name of the case or the number of the act.

    ## Limitations
    It needs `--online`.
    """

    name: ClassVar[str] = "ambiguous-work"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in find_cited_works(evidence):
            if judgement.existence == "ambiguous" and citation.kind not in _OTHERS - LAW and judgement.note:
                yield report_work(evidence, citation, judgement.note)


class UnknownWork:
    """No registry knows a work.

    ## Meaning
    A reference has no identifier, and a search by its title, first author and year found nothing that agrees.

    ## Why it matters
    Invented references look like this. So do reports, theses and older books that no free registry lists.

    ## Example
    ```markdown
    [1] Doe, J. (2019). A work that nobody wrote. Journal of Nothing, 1, 1-2.
    ```
    with `citevet check --online`.

    ## How to fix it
    Look for the work by hand, and add its DOI, ISBN or address.

    ## Limitations
    It needs `--online`. Not found does not mean that the work does not exist.
    """

    name: ClassVar[str] = "unknown-work"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in find_cited_works(evidence):
            if "unlisted" in judgement.flags and citation.kind not in _OTHERS:
                yield report_work(evidence, citation, judgement.note)
