"""GRD003: the wording is too strong for any evidence."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Claim, Grade, Safety, Severity, Wording
from citevet.rules.grades.wording_strength import find_strength_mismatches, make_rewording_fix
from citevet.text.court_opinions import reproduces_opinion
from citevet.text.restatement import restate
from citevet.text.strength_words import EVIDENCE

_WORD = re.compile(r"[a-z]+")


class OverclaimingPhrase:
    """The wording is too strong for any evidence.

    ## Meaning
    Research does not prove, studies do not definitively show, and nothing is demonstrated conclusively, undeniably or
    beyond doubt. The sentence says so, and it names evidence or cites a source.

    ## Why it matters
    Such words claim more certainty than evidence can give, and careful readers lose trust.

    ## Example
    ```markdown
    Research proves that shade cools the street.
    ```

    ## How to fix it
    Remove the strong word or write "shows". If the cited source is graded, use the words of its level. `citevet fix
    --unsafe-fixes` does so.

    ## Limitations
    Irony is not recognized. A proof by a person or a cited work, a sentence with a theorem, lemma or conjecture, and
    the legal term "beyond reasonable doubt" are not reported.
    """

    name: ClassVar[str] = "overclaiming-phrase"
    severity: ClassVar[Severity] = Severity.INFO
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        judged = {
            found.span: found.difference.correction for found in find_strength_mismatches(evidence, "overclaimed")
        }
        for claim in evidence.extraction.claims if not reproduces_opinion(document.text) else ():
            for wording in claim.wordings if claim.status != "skipped" else ():
                if wording.grade is None and _speaks_of_evidence(claim):
                    correction = judged[wording.span] if wording.span in judged else _soften(claim, wording)
                    hint = f'; use "{correction}"' if correction else ""
                    said = " ".join(wording.text.split())
                    message = f'"{said}" is too strong for any evidence{hint}'
                    fix = make_rewording_fix(document, wording.span, correction)
                    yield Fault(wording.span, message, said.lower(), fix, claim=claim)


def _speaks_of_evidence(claim: Claim) -> bool:
    """Return whether the claim names evidence, or cites it: elsewhere "unquestionably" is only emphasis."""
    return bool(claim.ties) or not EVIDENCE.isdisjoint(_WORD.findall(claim.plain.text.lower()))


def _soften(claim: Claim, wording: Wording) -> str | None:
    return restate(wording.text, Grade.HIGH, claim.text[wording.span.end - claim.span.start :])
