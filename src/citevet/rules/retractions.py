"""RET001 to RET004: works that were retracted, doubted, corrected or replaced."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Notice, NoticeKind, Severity
from citevet.rules.citation_judgements import find_cited_works, report_work


class RetractedSource:
    """A cited work was retracted.

    ## Meaning
    Crossref, PubMed, OpenAlex or the data of Retraction Watch says that the work was retracted, withdrawn or removed.

    ## Why it matters
    Its results can no longer be relied on, and readers will think that you did not know.

    ## Example
    ```markdown
    Vaccines were linked to autism (doi:10.1016/S0140-6736(97)11096-0).
    ```
    with `citevet check --online`, or after `citevet data add retraction-watch FILE.csv`.

    ## How to fix it
    Remove the citation, or say in the text that the work was retracted and cite the notice as well.

    ## Limitations
    It needs `--online` or installed data. Works that cite a retracted work on purpose are reported, too.
    """

    name: ClassVar[str] = "retracted-source"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        yield from _report_notices(evidence, "retraction", "this work was retracted")


class DoubtedSource:
    """The publisher has expressed concern about a cited work.

    ## Meaning
    There is an expression of concern about the work, and no retraction yet.

    ## Why it matters
    The result may not hold. An expression of concern is often followed by a retraction.

    ## Example
    ```markdown
    The drug halves mortality (doi:10.5555/doubted).
    ```
    with `citevet check --online`.

    ## How to fix it
    Read the notice, and decide whether the claim can still rest on this work.

    ## Limitations
    It needs `--online` or installed data.
    """

    name: ClassVar[str] = "doubted-source"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        yield from _report_notices(evidence, "concern", "there is an expression of concern about this work")


class CorrectedSource:
    """A cited work was corrected after publication.

    ## Meaning
    There is a correction or erratum to the work.

    ## Why it matters
    The number or statement that you cite may be the one that was corrected.

    ## Example
    ```markdown
    The effect was 12 % (doi:10.5555/corrected).
    ```
    with `citevet check --online`.

    ## How to fix it
    Read the correction, and compare it with what you cite.

    ## Limitations
    It needs `--online` or installed data. The rule does not know what was corrected.
    """

    name: ClassVar[str] = "corrected-source"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        yield from _report_notices(evidence, "correction", "this work was corrected")


class SupersededSource:
    """There is a newer version of a cited work.

    ## Meaning
    The registry names a later version: the journal article of a preprint, or a new release of a dataset.

    ## Why it matters
    Readers expect the published version, and its results may differ.

    ## Example
    ```markdown
    Streets cool by 2 degrees (doi:10.5555/preprint).
    ```
    with `citevet check --online`.

    ## How to fix it
    Read the newer version, and cite it if it says the same.

    ## Limitations
    It needs `--online`.
    """

    name: ClassVar[str] = "superseded-source"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        yield from _report_notices(evidence, "new-version", "there is a newer version of this work")


def _report_notices(evidence: Evidence, kind: NoticeKind, what: str) -> Iterator[Fault]:
    for citation, judgement in find_cited_works(evidence):
        source = evidence.sources.get(judgement.source or "")
        notices = [
            notice for notice in (source.record.notices if source and source.record else ()) if notice.kind == kind
        ]
        if notices and judgement.existence == "found":
            said = "; ".join(dict.fromkeys(_describe(notice, what) for notice in notices))
            yield report_work(evidence, citation, f"{what} ({said})")


def _describe(notice: Notice, what: str) -> str:
    """Return who says so, when, where and why; a reason that only repeats the kind of notice is left out."""
    repeats = notice.why.casefold() in f"{notice.kind} {what}"
    return ", ".join(part for part in (notice.by, notice.date, notice.id, "" if repeats else notice.why) if part)
