"""The audit of a whole project as ruled text."""

from collections.abc import Iterator, Sequence
from itertools import chain

from citevet.report.artefacts import artefacts
from citevet.report.audit import SIGNS, counts, title, unread
from citevet.report.checks import page, section
from citevet.report.hallucinations import lines as hallucinated
from citevet.report.integrity import QUOTE_STATES, Coverage, Integrity, Tally, coverage, key_quotes, quotations, tally
from citevet.report.objects import TOOL
from citevet.report.phrase import count, mark
from citevet.report.recommendations import recommendations
from citevet.report.verdict_line import WORDS
from citevet.report.visible import one_line, visible
from citevet.report.where import where

_SHOWN = 20  # names in a list; JSON has them all


def render(integrity: Integrity) -> str:
    """Return the numbers of the project, what is behind them, and the verdict."""
    return "".join(f"{line}\n" for line in _lines(integrity))


def _lines(integrity: Integrity) -> Iterator[str]:
    report = integrity.report
    yield from title("CITATION INTEGRITY AUDIT: PROJECT")
    if today := report.run.get("today"):
        yield f"Date: {one_line(str(today))}"
    yield from (f"Auditor: {TOOL}", "", "SUMMARY:", f"  Documents: {len(report.audits)}")
    yield from counts([row for _, row in integrity.rows])
    yield from ("", *_coverage(len(integrity.entries), coverage(integrity)))
    yield from ("", "PAGE VALIDATION:", *_tally(tally(integrity.rows, page), "Out of range"))
    yield from ("", "SECTIONS:", *_tally(tally(integrity.rows, section), "Wrong"))
    yield from ("", "QUOTE VERIFICATION:", *_quotes(integrity))
    yield from artefacts(integrity.rows, paths=True)
    yield from ("", *_entries(integrity))
    yield from hallucinated(chain(report.audits, integrity.faulty))
    yield from ("", "RECOMMENDATIONS:")
    yield from recommendations(report, [*integrity.pages, *((audit, ()) for audit in integrity.faulty)])
    yield from ("", *unread(report), f"{WORDS[integrity.verdict]}  {_closing(integrity)}")


def _coverage(entries: int, covered: Coverage) -> Iterator[str]:
    share = f" ({covered.share:.0%})" if covered.share is not None else ""
    yield "CORPUS COVERAGE:"
    yield f"  Entries: {entries}"
    yield f"  Cited: {len(covered.cited)}"
    yield f"  Never cited: {len(covered.uncited)}" + (f" ({_named(covered.uncited)})" if covered.uncited else "")
    yield f"  Citations of the corpus: {covered.citations}"
    yield f"  In the corpus: {covered.covered}{share}"
    absent = sum(map(len, covered.missing.values()))
    again = f" ({count(len(covered.missing), 'source')})" if absent > len(covered.missing) else ""
    yield f"  Not in the corpus: {absent}{again}"
    for name, places in list(covered.missing.items())[:_SHOWN]:
        other = f" (the corpus has one of {one_line(covered.near[name])})" if name in covered.near else ""
        yield f"    ✗ {one_line(name)}: {_named(places)}{other}"


def _named(names: Sequence[str]) -> str:
    return ", ".join(map(one_line, names[:_SHOWN])) + (" …" if len(names) > _SHOWN else "")


def _tally(told: Tally, wrong: str) -> Iterator[str]:
    yield f"  Cited: {told.asked}"
    yield f"  {SIGNS['valid']} Valid: {told.good}"
    yield f"  {SIGNS['warning']} {wrong}: {len(told.bad)}"
    yield f"  {SIGNS['unchecked']} Not checked: {told.unchecked}"
    yield from (f"    {visible(at)}: {said}" for at, said in told.bad[:_SHOWN])


_QUOTE_SIGNS = {"found": "✓", "misplaced": "⚠", "unverified": "○"}


def _quotes(integrity: Integrity) -> Iterator[str]:
    states = quotations(integrity)
    yield f"  Claims that quote: {states.total()}"
    yield from (f"  {_QUOTE_SIGNS.get(state, '✗')} {state.capitalize()}: {states[state]}" for state in QUOTE_STATES)
    kept, validated = key_quotes(integrity)
    yield f"  Key quotes of the corpus: {kept}, validated {validated}"


def _entries(integrity: Integrity) -> Iterator[str]:
    yield f"CORPUS ENTRIES: {len(integrity.faulty)} of {len(integrity.entries)} with faults"
    for audit in integrity.faulty[:_SHOWN]:
        yield f"  {visible(audit.document.path)}"
        for finding in audit.findings:
            if not finding.suppressed:
                line = where(audit.document, finding.span).line
                said = f"{finding.code} {finding.name} {finding.severity}: {one_line(finding.message)}"
                yield f"    {mark(finding.severity)} {line}: {said}"


def _closing(integrity: Integrity) -> str:
    report = integrity.report
    parts = [
        f"{count(report.census.citations, 'citation')} in {count(len(report.audits), 'document')}",
        f"{count(len(integrity.entries), 'corpus source')}",
        "support not judged" if not report.census.checked else f"support of {report.census.checked} judged",
    ]
    return "; ".join(parts)
