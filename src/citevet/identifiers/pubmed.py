"""PMIDs of PubMed and PMCIDs of PubMed Central.

The forms are defined in https://www.nlm.nih.gov/bsd/mms/medlineelements.html and
https://www.ncbi.nlm.nih.gov/pmc/pmctopmid/.
"""

import re
from collections.abc import Iterator

from citevet.model.document import Span
from citevet.model.extraction import Identifier
from citevet.patterns import lazy_pattern

# Start at the label and look back for an address: five times as fast as an optional address.
_PMID = lazy_pattern(
    r"(?:[Pp][Mm][Ii][Dd][:\s]{0,3}|(?P<host>[Pp]ub[Mm]ed(?:\.ncbi\.nlm\.nih\.gov|\.gov)?/))"
    r"(?P<id>[A-Za-z]{0,4}\d{1,20})(?!\w)/?"
)
_PMCID = lazy_pattern(r"[Pp][Mm][Cc](?P<id>\d{1,10})(?:\.(?P<version>\d{1,2}))?(?!\w)/?")
_PMID_BEFORE = lazy_pattern(r"https?://(?:www\.)?(?:ncbi\.nlm\.nih\.gov/)?$", re.IGNORECASE)
_PMCID_BEFORE = lazy_pattern(
    r"(?:\bPMCID[:\s]{0,3}|https?://(?:www\.)?(?:ncbi\.nlm\.nih\.gov/pmc|pmc\.ncbi\.nlm\.nih\.gov)/articles/)$",
    re.IGNORECASE,
)
_LONGEST_ADDRESS = 60  # characters of an address before the label
_FEWEST_BARE_DIGITS = 4  # PMC without a label needs so many: PMC0 is a processor counter
_MOST_DIGITS = 8  # digits; PMC13 million in 2026
_COPY_ADVICE = "copy the number from PubMed"
_LABELS = "PMID PMC pmid pmc Pmid Pmc ubmed ubMed".split()  # a plain search is a hundred times as fast


def find_pmids(text: str) -> Iterator[Identifier]:
    """Find PMIDs after their label or address."""
    for match in _PMID.finditer(text) if _may_have(text) else ():
        start = _label_start(text, match, _PMID_BEFORE)
        if start is not None and (match["host"] is None or start < match.start()):
            span, normal = Span(start, match.end()), match["id"].lstrip("0") or "0"
            yield Identifier("pmid", span, span.of(text), normal, _find_pmid_fault(match["id"]))


def find_pmcids(text: str) -> Iterator[Identifier]:
    """Find PMCIDs, which start with their label."""
    for match in _PMCID.finditer(text) if _may_have(text) else ():
        start = _label_start(text, match, _PMCID_BEFORE)
        if start is not None and (start < match.start() or len(match["id"]) >= _FEWEST_BARE_DIGITS):
            span, parts = Span(start, match.end()), {"version": match["version"]} if match["version"] else {}
            fault = _find_number_fault("PMCID", match["id"])
            yield Identifier("pmcid", span, span.of(text), f"PMC{match['id']}", fault, parts=parts)


def _may_have(text: str) -> bool:
    return any(word in text for word in _LABELS)


def _label_start(text: str, match: re.Match[str], form: re.Pattern[str]) -> int | None:
    """Return where the label or its address starts; None if the label is the end of a longer word."""
    before = form.search(text, max(match.start() - _LONGEST_ADDRESS, 0), match.start())
    if before:
        return before.start()
    return None if match.start() and text[match.start() - 1].isalnum() else match.start()


def _find_pmid_fault(written: str) -> str | None:
    if not written.isdigit():
        return "this is a PMCID, not a PMID" if written[:3].upper() == "PMC" else "a PMID is a number"
    return _find_number_fault("PMID", written)


def _find_number_fault(label: str, digits: str) -> str | None:
    if not int(digits):
        return f"no article has the {label} 0: {_COPY_ADVICE}"
    if len(digits) > _MOST_DIGITS:
        return f"{len(digits)} digits, where a {label} has at most {_MOST_DIGITS}: {_COPY_ADVICE}"
    return None
