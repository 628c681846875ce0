"""PubMed and PubMed Central identifiers."""

from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Span

_PMID = pattern(
    r"(?:\bPMID[:\s]{0,3}|https?://(?:www\.)?(?:ncbi\.nlm\.nih\.gov/pubmed|pubmed\.ncbi\.nlm\.nih\.gov|pubmed\.gov)/)"
    r"(?P<id>[A-Z]{0,4}\d{1,12})(?![\w])/?",
    IGNORECASE,
)
_PMCID = pattern(
    r"(?:\bPMCID[:\s]{0,3}|https?://(?:www\.)?(?:ncbi\.nlm\.nih\.gov/pmc|pmc\.ncbi\.nlm\.nih\.gov)/articles/)?"
    r"(?<![a-z0-9])PMC(?P<id>\d{4,10})(?:\.(?P<version>\d{1,2}))?(?![\w])/?",
    IGNORECASE,
)


def find(scene: Scene) -> Iterator[Found]:
    """Find PMIDs behind their label or address, and PMCIDs, which carry their label in front."""
    for match in _PMID.finditer(scene.prose):
        yield Found("pmid", Span(*match.span()), match["id"].lstrip("0") or "0", fault=_fault(match["id"]))
    for match in _PMCID.finditer(scene.prose):
        parts = {"version": match["version"]} if match["version"] else {}
        fault = "longer than any PMCID" if len(match["id"]) > 8 else None  # noqa: PLR2004 - PMC13 million in 2026
        yield Found("pmcid", Span(*match.span()), f"PMC{match['id']}", parts=parts, fault=fault)


def _fault(written: str) -> str | None:
    if written[:3].upper() == "PMC":
        return "this is a PMCID, not a PMID"
    if not written.isdigit():
        return "a PMID is a number"
    return "a PMID has at most 8 digits" if len(written) > 8 or not int(written) else None  # noqa: PLR2004
