"""SUP002: the cited source does not support the claim."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.support.judged_claims import find_judged_claims

_REPORTED = frozenset({"misattributed", "fabricated-quote", "altered-quote"})  # another rule reports it, in more detail


class UnsupportedClaim:
    """The cited source does not support the claim.

    ## Meaning
    The full text of the source was read, and no passage supports the claim. The message shows the nearest passage. A
    quotation that the source does not have is reported as QUO001 or QUO002. If several sources are cited for the same
    words, one that supports them is enough. The rule needs a judge (`--judge small`). It does not run with `--risk`,
    which leaves everything open that is not called supported.

    ## Why it matters
    A citation promises that the source says so. Being about the same subject is not enough.

    ## Example
    ```markdown
    Street trees double the price of a flat [REF-043].
    ```
    The source is about street trees and temperature, not prices.

    ## How to fix it
    Cite the source that says it, narrow the claim to what this source says, or remove the citation.

    ## Limitations
    The small judge is right about 7 times in 10 on public test sets and reads English only; other languages stay
    unchecked. It does not combine several pages, and it does not read tables and figures. A source with only notes or
    an abstract stays unchecked.
    """

    name: ClassVar[str] = "unsupported-claim"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in find_judged_claims(evidence, "unsupported"):
            is_supported = any(each.support in {"supported", "partial"} for each in found.other_judgements)
            if not is_supported and not _REPORTED.intersection(found.judgement.flags):
                page = f" ({found.page})" if found.page else ""
                passage = f"nearest passage{page}: {found.nearest_words}"
                message = f"not supported by {found.source}; {passage} ({found.odds})"
                yield Fault(found.span, message, citation=found.citation, claim=found.claim)
