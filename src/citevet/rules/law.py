"""LAW002 to LAW008: provisions and cases that do not exist, are not in force, or are not the ones named."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from citevet.contracts import Evidence, Fault
from citevet.model import LAW
from citevet.rules.citation_judgements import find_cited_works, find_flagged_citations, report_work
from citevet.text.excerpts import strip_emphasis

_DETAILS = frozenset({"year", "court", "page", "date"})


def find_unknown_provision(evidence: Evidence) -> Iterator[Fault]:
    """An act has no such article, section or paragraph.

    ## Meaning
    The act was found and read, and the cited provision is not in it. The message gives the range that exists.

    ## Why it matters
    A provision that does not exist is a typing error or an invented authority.

    ## Example
    ```markdown
    Consent must be explicit (Regulation (EU) 2016/679, Article 199).
    ```
    with `citevet check --online`.

    ## How to fix it
    Look at the act, and cite the provision that says so.

    ## Limitations
    It needs `--online`. If the act could not be read, the citation counts as unchecked.
    """
    yield from _report_missing(evidence, has_act=True)


def find_unknown_authority(evidence: Evidence) -> Iterator[Fault]:
    """The publisher of the law says that there is no such act or case.

    ## Meaning
    The official register was asked by number and has no such document, or the volume was never published.

    ## Why it matters
    Courts have fined lawyers for authorities that do not exist.

    ## Example
    ```markdown
    Lamps must be lit (Lamps Act 2019 (c. 99)).
    ```
    with `citevet check --online`.

    ## How to fix it
    Look up the authority by its name, and copy the citation from there.

    ## Limitations
    It needs `--online`. A free database that does not know a case proves nothing; such a citation counts as unchecked.
    """
    yield from _report_missing(evidence, has_act=False)


def find_wrong_authority(evidence: Evidence) -> Iterator[Fault]:
    """A citation of law leads to another case or act than the one named.

    ## Meaning
    There is a case or act at this place, but its name, court or year is not the one in the citation. Or the ECLI
    beside the number of a case of the EU courts is that of another case.

    ## Why it matters
    A real citation under an invented name looks checked and is not.

    ## Example
    ```markdown
    Miller v. Invented Corp., 427 U.S. 115 (1976)
    ```
    with `citevet check --online`.

    ## How to fix it
    Find out which of the two is meant, and correct the name or the citation.

    ## Limitations
    It needs `--online`. Names are compared with the usual abbreviations; an unusual one may be reported.
    """
    for citation, judgement in find_cited_works(evidence):
        if citation.kind in LAW and judgement.existence == "mismatched":
            sides = "; ".join(
                f'{each.type}: you wrote "{each.claim}", found "{each.source}"' for each in judgement.differences
            )
            yield report_work(evidence, citation, f"the citation leads to another authority: {sides or judgement.note}")


def find_repealed_provision(evidence: Evidence) -> Iterator[Fault]:
    """A cited provision was repealed.

    ## Meaning
    The provision was no longer in force on the date of the document.

    ## Why it matters
    Repealed law is not in force, unless the text is about the past.

    ## Example
    ```markdown
    Under section 1 of the Old Act 1950 the fee is due.
    ```
    with `citevet check --online`.

    ## How to fix it
    Cite the provision that replaced it, or say that it was repealed.

    ## Limitations
    It needs `--online`. The rule does not know whether the text speaks of the time when the provision was in force.
    """
    yield from _report_flagged(evidence, "repealed", "was repealed")


def find_prospective_provision(evidence: Evidence) -> Iterator[Fault]:
    """A cited provision is not yet in force.

    ## Meaning
    The provision was made, but does not apply on the date of the document.

    ## Why it matters
    Readers take a cited provision for law that applies.

    ## Example
    ```markdown
    Section 40 of the New Act 2026 requires a register.
    ```
    with `citevet check --online`.

    ## How to fix it
    Say from when it applies.

    ## Limitations
    It needs `--online`.
    """
    yield from _report_flagged(evidence, "prospective", "is not yet in force")


def find_unlisted_case(evidence: Evidence) -> Iterator[Fault]:
    """The lookup service has no case at a citation.

    ## Meaning
    CourtListener's citation lookup knows the reporter, and answers that no case begins at this volume and page. Its
    search has no case of this name in these years either, or has it at another place, which the message shows.

    ## Why it matters
    Cases that a language model invented look like this. Courts have fined lawyers for them.

    ## Example
    ```markdown
    The duty is settled. Doe v. Roe, 427 U.S. 1 (1976).
    ```
    with `citevet check --online` and a token in `COURTLISTENER_TOKEN`.

    ## How to fix it
    Look the case up by its name. If the page is inside the opinion, cite its first page and add this one as a pinpoint.

    ## Limitations
    It needs `--online` and a free token; the public finder, which is asked without one, accuses nobody. The collection
    has gaps in what was decided after 2018, and in numbers of Westlaw and Lexis. There a decision of a federal court is
    a warning only if no docket of these courts has the name either, and a note where a docket may have another name:
    of people under initials, and of officials who may have been replaced. Late decisions of state courts, pages that
    may be lists of orders (10 NY3d 706), and what the search did not answer are notes, and so is a number of Westlaw
    without a court. Cases of this year, and those that may be one of the same name and year, are not reported. A
    volume that was never published is LAW003.
    """
    for citation, judgement in find_cited_works(evidence):
        if citation.kind == "us-case" and judgement.existence == "unchecked" and "unlisted" in judgement.flags:
            fault = report_work(evidence, citation, f"no such case at this citation: {judgement.note}")
            yield replace(fault, is_doubtful="incomplete-index" in judgement.flags)


def find_wrong_case_detail(evidence: Evidence) -> Iterator[Fault]:
    """The case is the one that is named, but its year, court or first page is another.

    ## Meaning
    The case at this place, or with this number, has the cited name. What the citation says beside the name is not what
    the record of the court or of the database says.

    ## Why it matters
    Readers look a case up by these details, and a wrong court or year changes what the case is worth.

    ## Example
    ```markdown
    The rule is old. Cantor v. Detroit Edison Co., 427 U.S. 120 (1994).
    ```
    with `citevet check --online`.

    ## How to fix it
    Correct the detail, or cite the first page and add this one as a pinpoint.

    ## Limitations
    It needs `--online`. A year that is one off is not reported: decisions are often printed in the next one. The court
    is compared where the service states it.
    """
    for citation, judgement in find_cited_works(evidence):
        if citation.kind in LAW and judgement.existence == "found" and judgement.source:
            wrong = [each for each in judgement.differences if each.type in _DETAILS]
            if wrong:
                sides = "; ".join(f'{each.type}: you wrote "{each.claim}", found "{each.source}"' for each in wrong)
                yield report_work(evidence, citation, f"a detail of the case is wrong: {sides}")


def _report_flagged(evidence: Evidence, flag: Literal["repealed", "prospective"], what: str) -> Iterator[Fault]:
    """Report each citation with a flag; where the look-up did not say more, with the name of who says so."""
    for citation, judgement in find_flagged_citations(evidence, flag):
        source = evidence.source_of(judgement)
        notices = source.notices if source else ()
        witness = next((f", says {notice.by}" for notice in notices if notice.kind == flag and notice.by), "")
        yield report_work(evidence, citation, judgement.note or f"{strip_emphasis(citation.text)} {what}{witness}")


def _report_missing(evidence: Evidence, *, has_act: bool) -> Iterator[Fault]:
    for citation, judgement in find_cited_works(evidence):
        if citation.kind in LAW and judgement.existence == "missing" and (judgement.source is not None) is has_act:
            yield report_work(evidence, citation, judgement.note or f"there is no {strip_emphasis(citation.text)}")
