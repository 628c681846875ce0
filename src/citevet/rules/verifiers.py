"""EXI010 and EXI011: what the user's own verifiers say against a citation, or against each other."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import AggregatedVerdict, Severity
from citevet.rules.citation_judgements import find_verdicts
from citevet.text.excerpts import show_excerpt

_SHOWN = 200  # characters of a rationale


class ContradictedByVerifier:
    """A verifier of yours contradicts the claim or its citation.

    ## Meaning
    You run `citevet check --online` with verifiers of your own. The one with the highest authority says `contradicted`,
    and names its evidence. The message has its words and the evidence.

    ## Why it matters
    Your verifier knows a source that citevet does not know, such as the database of your field.

    ## Example
    ```markdown
    The pier is public (HC-12).
    ```
    The verifier `harbour-court` says that HC-12 closed the pier.

    ## How to fix it
    Read the evidence. Correct the claim or the citation, or the verifier.

    ## Limitations
    It needs `--online` and a verifier, see the guide on verifiers. A verdict without evidence does not count, and an
    answer without a record is not a contradiction.
    """

    name: ClassVar[str] = "contradicted-by-verifier"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement, verdict in find_verdicts(evidence):
            if verdict.label == "contradicted" and judgement.by == verdict.verifier:
                message = f"{verdict.verifier} contradicts this: {_describe(verdict)}"
                yield Fault(citation.span, message, about=citation.normal, citation=citation)


class ConflictingVerdicts:
    """Verifiers disagree about a citation.

    ## Meaning
    Two verifiers say different things about a claim or its citation, yours or one of yours and citevet. The verdict is
    that of the highest authority; where those with the highest authority disagree, it is open.

    ## Why it matters
    The verdict alone would hide that there is evidence on the other side.

    ## Example
    ```markdown
    The pier is public (HC-12).
    ```
    The verifier `harbour-court` says `contradicted`, `port-authority` says `verified`.

    ## How to fix it
    Read the evidence of both sides, which `--format json` lists.

    ## Limitations
    It needs `--online` and a verifier, see the guide on verifiers.
    """

    name: ClassVar[str] = "conflicting-verdicts"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, _, verdict in find_verdicts(evidence):
            if verdict.dissent:
                yield Fault(citation.span, _list_sides(verdict), about=citation.normal, citation=citation)


def _list_sides(verdict: AggregatedVerdict) -> str:
    top = [] if verdict.verifier == "conflict" else [(verdict.verifier, verdict.authority, verdict.label)]
    sides = [*top, *((each.verifier, each.authority, each.label) for each in verdict.dissent)]
    shown = "; ".join(f"{verifier} ({authority:g}) says {label}" for verifier, authority, label in sides)
    return f"the verifiers disagree: {shown}"


def _describe(verdict: AggregatedVerdict) -> str:
    words = show_excerpt(" ".join(verdict.rationale.split()), "", _SHOWN)
    links = ", ".join(link.url for link in verdict.evidence[:1])
    return f"{words} ({links})" if words else links
