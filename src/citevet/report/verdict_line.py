"""The verdict in words, with what was and what was not checked, and the census."""

from collections import Counter
from collections.abc import Iterable, Mapping

from citevet.model import Judgement, Report, Severity, Verdict
from citevet.report.judged import by_citation, unplaced
from citevet.report.phrase import count, reasons
from citevet.report.where import findings

WORDS: Mapping[Verdict, str] = {
    "pass": "PASS",
    "fail": "FAIL",
    "incomplete": "INCOMPLETE",
    "empty": "NOTHING TO CHECK",
}
_FORM = ("KEY", "IDN", "FMT")  # the families that look at the form of a citation


def verdict_line(report: Report) -> str:
    """Return the word and what stands behind it: PASS only for a pass."""
    parts = [*_problems(report), *_unread(report), *_scope(report)]
    return f"{WORDS[report.verdict]}  {'; '.join(parts)}"


def census(report: Report) -> str:
    """Return how much there was, how much was checked, and why the rest was not."""
    counted = report.census
    split = f"{counted.cited} cited, {counted.unsourced} unsourced, {counted.skipped} skipped"
    parts = [
        f"{count(counted.documents, 'document')}, {count(counted.citations, 'citation')}",
        f"{count(counted.claims, 'claim')} ({split})",
        f"{counted.checked} checked, {counted.supported} supported",
        count(counted.problems, "problem"),
    ]
    if counted.unchecked:
        total = sum(counted.unchecked.values())
        parts.append(f"{total} unchecked ({reasons(counted.unchecked.items())})")
    return "census: " + "; ".join([*parts, *_unread(report)])


def _problems(report: Report) -> list[str]:
    open_ones = Counter(finding.severity for _, finding in findings(report) if not finding.suppressed)
    hidden = sum(1 for _, finding in findings(report) if finding.suppressed)
    named = [
        count(open_ones[Severity.ERROR], "error") if open_ones[Severity.ERROR] else "",
        count(open_ones[Severity.WARNING], "warning") if open_ones[Severity.WARNING] else "",
        f"{open_ones[Severity.INFO]} info" if open_ones[Severity.INFO] else "",
        f"{hidden} suppressed" if hidden else "",
    ]
    said = ", ".join(filter(None, named))
    return [said] if said else []


def _unread(report: Report) -> list[str]:
    return [f"{count(len(report.unread), 'input')} not read"] if report.unread else []


def _scope(report: Report) -> list[str]:
    documents = count(report.census.documents, "document")
    total = sum(len(audit.extraction.citations) for audit in report.audits)
    if not total:
        return _uncited(report, documents)
    head = f"{count(total, 'citation')} in {documents}"
    if any(code.startswith(_FORM) for code in report.rules):
        return [f"form of {head}", *_evidence(report, total)]
    return [*_asked(report), f"form of {head} not checked (not asked)", *_evidence(report, total)]


def _uncited(report: Report, documents: str) -> list[str]:
    """Say that nothing is cited: no source was looked at, and the word before must not read as if one were."""
    if report.verdict != "empty" and not report.census.documents:
        return []  # nothing could be read, which is said already
    if not report.census.unsourced:
        return [f"no citation and no checkable claim in {documents}"]
    left = count(report.census.unsourced, "claim")
    return [f"no citation in {documents}, so no source was looked at; {left} without a source"]


def _asked(report: Report) -> list[str]:
    """Say which rules a pass speaks of, where they leave the form of citations alone."""
    families = sorted({code.rstrip("0123456789") for code in report.rules})
    return [f"only {', '.join(families)} asked for"] if report.verdict == "pass" and families else []


def _evidence(report: Report, total: int) -> list[str]:
    """Say of existence and support how many were checked, and why the others were not."""
    if not total:
        return []
    existence = Counter[str]()
    support = Counter[str]()
    places = Counter[str]()
    for audit in report.audits:
        places.update(what for left in unplaced(audit).values() for what in left)
        judgements_of = by_citation(audit)
        for citation in audit.extraction.citations:
            judgements = judgements_of.get(citation.id, ())
            existence.update(_why_not_existence(judgements))
            support.update(_why_not_support(judgements))
    left = [f"{what} of {number} not checked ({_LACKING[what]})" for what, number in places.items()]
    verb = "judged by a model" if _is_judged(report) else "checked"
    if existence == support and verb == "checked":
        return [_axis("existence and support", existence, total), *left]
    return [_axis("existence", existence, total), *left, _axis("support", support, total, verb=verb)]


def _is_judged(report: Report) -> bool:
    """Say whether a model had a say in what is called supported: that is no comparison, and errs."""
    judgements = (judgement for audit in report.audits for judgement in audit.judgements)
    return any(each.support != "unchecked" and (each.confidence is not None or each.by) for each in judgements)


# Why a place in a source could not be compared.
_LACKING: Mapping[str, str] = {"quotation": "no text", "page": "number of pages unknown", "section": "sections unknown"}


def _why_not_existence(judgements: Iterable[Judgement]) -> list[str]:
    """Return the reason that a citation's existence was not checked, or nothing when it was."""
    why = "not-asked"
    for judgement in judgements:
        if judgement.existence != "unchecked":
            return []
        why = judgement.existence_reason or why
    return [why]


def _why_not_support(judgements: Iterable[Judgement]) -> list[str]:
    why = "not-asked"
    for judgement in judgements:
        if judgement.support != "unchecked":
            return []
        why = judgement.support_reason or why
    return [why]


def _axis(name: str, unchecked: Mapping[str, int], total: int, *, verb: str = "checked") -> str:
    missed = sum(unchecked.values())
    if not missed:
        return f"{name} of {total} {verb}"
    if missed == total:
        return f"{name} of {total} not checked ({reasons(unchecked.items())})"
    return f"{name} of {total - missed} {verb}, of {missed} not ({reasons(unchecked.items())})"
