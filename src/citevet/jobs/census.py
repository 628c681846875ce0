"""How much there was and how much of it was checked, and the verdict that follows."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from citevet.model import Audit, Census, Reason, Severity, Support, Verdict, roll_up
from citevet.report.judged import unplaced


def census(audits: Sequence[Audit]) -> Census:
    """Count documents, citations, claims and what became of them."""
    claims = [claim for audit in audits for claim in audit.extraction.claims]
    statuses = Counter(claim.status for claim in claims)
    supports = Counter(support for audit in audits for support in _supports(audit))
    return Census(
        documents=len(audits),
        citations=sum(len(audit.extraction.citations) for audit in audits),
        claims=len(claims),
        cited=statuses["cited"],
        unsourced=statuses["unsourced"],
        skipped=statuses["skipped"],
        checked=sum(count for support, count in supports.items() if support != "unchecked"),
        supported=supports["supported"],
        problems=sum(_is_problem(audit) for audit in audits),
        unchecked=dict(sorted(_unchecked(audits).items())),
    )


def _is_problem(audit: Audit) -> int:
    return sum(finding.severity >= Severity.WARNING and not finding.suppressed for finding in audit.findings)


def _supports(audit: Audit) -> Iterable[Support]:
    cited = {claim.id for claim in audit.extraction.claims if claim.status == "cited"}
    by_claim: dict[str, list[Support]] = {}
    for judgement in audit.judgements:
        if judgement.claim in cited:
            by_claim.setdefault(judgement.claim, []).append(judgement.support)
    return map(roll_up, by_claim.values())


def _unchecked(audits: Sequence[Audit]) -> Counter[Reason]:
    return Counter(reason for audit in audits for reason in _reasons(audit))


def _reasons(audit: Audit) -> Iterator[Reason]:
    """Yield why judgements are not whole; a quotation, page or section that could not be compared is a reason too."""
    left = unplaced(audit)
    for judgement in audit.judgements:
        reason = judgement.support_reason or judgement.existence_reason
        if reason in {None, "not-asked"} and judgement.citation in left:
            reason = "no-text" if "quotation" in left[judgement.citation] else "partial-scope"
        if reason:
            yield reason


def verdict(audits: Sequence[Audit], counted: Census, level: Severity, *, unread: bool = False) -> Verdict:
    """Return the first that applies: fail, empty, incomplete, pass; an input that was not read was not checked."""
    if any(finding.severity >= level and not finding.suppressed for audit in audits for finding in audit.findings):
        return "fail"  # also of a bibliography alone, which cites nothing and may be broken
    uncited = not counted.citations and not counted.cited
    if not unread and uncited and not counted.unsourced:
        return "empty"
    # Claims none of which is cited: no source was looked at, and an empty file, which has no less, is no pass either.
    unlooked = unread or uncited or any(reason != "not-asked" for reason in counted.unchecked)
    return "incomplete" if unlooked else "pass"
