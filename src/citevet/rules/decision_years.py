"""IDN009: an ECLI of the Court of Justice whose year is before that of the case beside it."""

from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Document, Form, Identifier, Span
from citevet.model.cited import CitedLaw
from citevet.patterns import lazy_pattern
from citevet.records import dataclass

_REACH = 160  # characters between the number of a case and its ECLI: parties, a popular name
_APART = lazy_pattern(r"[;\n]|\w[a-z]{2}[.!?]\*{0,2}\s[A-Z]")  # another citation or sentence
_YEAR_PART, _COURT_PART = 3, 2  # of an ECLI
_COURTS = {"Court of Justice": "C", "General Court": "T", "Civil Service Tribunal": "F"}


@dataclass(frozen=True, slots=True)
class _Numbered:
    """The number of a case, or an ECLI, in the text or in a note."""

    span: Span
    kind: str
    normal: str
    court: str
    year: int
    citation: Citation | None


def find_early_decisions(evidence: Evidence) -> Iterator[Fault]:
    """Yield each ECLI whose year is before the one in which its case was lodged."""
    document = evidence.extraction.document
    case: _Numbered | None = None
    for each in _list_numbers(evidence):
        if each.kind != "ecli":
            case = each
            continue
        is_own = case is not None and case.court == each.court and _is_beside(document, case.span, each.span)
        if is_own and case and each.year < case.year:
            lodged = f"{case.normal} was lodged in {case.year}"
            message = f"malformed legal citation: {lodged}, and {each.normal} is of {each.year}"
            yield Fault(each.span, message, each.normal, citation=each.citation)
        case = None  # a second ECLI belongs to another decision


def _list_numbers(evidence: Evidence) -> list[_Numbered]:
    """Return the numbers of cases and the ECLIs of the Court, in the order of the text."""
    found: list[tuple[Citation | Form | Identifier, Citation | None]] = []
    for citation in evidence.extraction.citations:
        found += [(citation, citation), *((form, citation) for form in citation.also)]
    for entry in evidence.extraction.references:
        found += [(each, None) for each in entry.identifiers if entry.path is None]
    numbers = (_read(each, citation) for each, citation in found if each.kind in {"eu-case", "ecli"})
    return sorted(filter(None, numbers), key=lambda each: each.span)


def _read(each: Citation | Form | Identifier, citation: Citation | None) -> _Numbered | None:
    if each.fault:
        return None
    if each.kind == "ecli":
        pieces = each.normal.split(":")
        return _Numbered(each.span, "ecli", each.normal, pieces[_COURT_PART], int(pieces[_YEAR_PART]), citation)
    law = CitedLaw() if isinstance(each, Form) else each.law
    court, year = _COURTS.get(law.court), law.year
    return (
        _Numbered(each.span, "eu-case", each.normal, court, int(year), citation) if court and year.isdigit() else None
    )


def _is_beside(document: Document, case: Span, ecli: Span) -> bool:
    return ecli.start - case.end <= _REACH and _APART.search(document.text, case.end, ecli.start) is None
