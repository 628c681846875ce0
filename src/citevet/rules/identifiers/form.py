"""Faults of form that the finders saw, as faults of a rule."""

from collections.abc import Callable, Container, Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Edit, Fix, Form, Identifier, Reference, Safety
from citevet.rules.keys.entries import own

_TWICE, _TAIL = "pasted twice", "the tail"  # how the finders begin these two phrases, whatever the kind


def malformed(evidence: Evidence, *, kinds: Container[str]) -> Iterator[Fault]:
    """Yield the faulty identifiers of these kinds, in the text and in the entries of the list."""
    return _faulty(evidence, lambda each: each.kind in kinds and not _says(each, _TWICE) and not _says(each, _TAIL))


def pasted_twice(evidence: Evidence) -> Iterator[Fault]:
    """Yield the identifiers that stand twice in a row."""
    return _faulty(evidence, lambda each: _says(each, _TWICE))


def with_tail(evidence: Evidence) -> Iterator[Fault]:
    """Yield the identifiers with a piece of a web address behind them."""
    return _faulty(evidence, lambda each: _says(each, _TAIL))


def mend(found: Citation | Form | Identifier) -> Fix | None:
    """Return the fix that the finder is certain of."""
    if found.mend is None or found.mend == found.text:
        return None
    return Fix(Safety.SAFE, f"write {found.mend}", (Edit(found.span, found.mend),))


def _says(found: Citation | Form | Identifier, phrase: str) -> bool:
    return found.fault is not None and found.fault.startswith(phrase)


def _faulty(evidence: Evidence, wanted: Callable[[Citation | Form | Identifier], bool]) -> Iterator[Fault]:
    for citation in evidence.extraction.citations:
        forms: tuple[Citation | Form, ...] = (citation, *citation.also)
        for form in forms:
            if form.fault and wanted(form):
                yield Fault(form.span, f"{form.text}: {form.fault}", form.normal or form.text, mend(form), citation)
    for reference in own(evidence.extraction):
        yield from (_fault(each, reference) for each in reference.identifiers if each.fault and wanted(each))
    yield from (_fault(each) for each in evidence.extraction.people if each.fault and wanted(each))


def _fault(found: Identifier, reference: Reference | None = None) -> Fault:
    about = found.normal or found.text
    return Fault(found.span, f"{found.text}: {found.fault}", about, mend(found), reference=reference)
