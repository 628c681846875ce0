"""PubMed and PubMed Central identifiers."""

from collections.abc import Iterator
from re import IGNORECASE, Match, Pattern
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Span

# Each form starts at its label and looks back for an address: a search for an optional address is five times as slow.
_PMID = pattern(
    r"(?:[Pp][Mm][Ii][Dd][:\s]{0,3}|(?P<host>[Pp]ub[Mm]ed(?:\.ncbi\.nlm\.nih\.gov|\.gov)?/))"
    r"(?P<id>[A-Za-z]{0,4}\d{1,12})(?!\w)/?"
)
_PMCID = pattern(r"[Pp][Mm][Cc](?P<id>\d{1,10})(?:\.(?P<version>\d{1,2}))?(?!\w)/?")
_PMID_BEFORE = pattern(r"https?://(?:www\.)?(?:ncbi\.nlm\.nih\.gov/)?$", IGNORECASE)
_PMCID_BEFORE = pattern(
    r"(?:\bPMCID[:\s]{0,3}|https?://(?:www\.)?(?:ncbi\.nlm\.nih\.gov/pmc|pmc\.ncbi\.nlm\.nih\.gov)/articles/)$",
    IGNORECASE,
)
_FURTHEST = 60  # characters of an address before the label
_BARE = 4  # digits from which PMC alone is a label: PMC0 is a counter of a processor
_LONGEST = 8  # digits; PMC13 million in 2026
_COPY = "copy the number from PubMed"
_LABELS = ("PMID", "PMC", "pmid", "pmc", "Pmid", "Pmc", "ubmed", "ubMed")  # a plain search, a hundred times as fast


def find(scene: Scene) -> Iterator[Found]:
    """Find PMIDs behind their label or address, and PMCIDs, which carry their label in front."""
    if not any(word in scene.prose for word in _LABELS):
        return
    for match in _PMID.finditer(scene.prose):
        start = _start(scene.prose, match, _PMID_BEFORE)
        if start is not None and (match["host"] is None or start < match.start()):
            yield Found("pmid", Span(start, match.end()), match["id"].lstrip("0") or "0", fault=_fault(match["id"]))
    for match in _PMCID.finditer(scene.prose):
        start = _start(scene.prose, match, _PMCID_BEFORE)
        if start is not None and (start < match.start() or len(match["id"]) >= _BARE):
            parts = {"version": match["version"]} if match["version"] else {}
            fault = _fault_of_number("PMCID", match["id"])
            yield Found("pmcid", Span(start, match.end()), f"PMC{match['id']}", parts=parts, fault=fault)


def _start(prose: str, match: Match[str], form: Pattern[str]) -> int | None:
    """Return where the label, or the address before it, begins; nothing if the label is the end of a longer word."""
    before = form.search(prose, max(match.start() - _FURTHEST, 0), match.start())
    if before:
        return before.start()
    return None if match.start() and prose[match.start() - 1].isalnum() else match.start()


def _fault(written: str) -> str | None:
    if written[:3].upper() == "PMC":
        return "this is a PMCID, not a PMID"
    if not written.isdigit():
        return "a PMID is a number"
    return _fault_of_number("PMID", written)


def _fault_of_number(label: str, digits: str) -> str | None:
    if not int(digits):
        return f"no article has the {label} 0: {_COPY}"
    if len(digits) > _LONGEST:
        return f"{len(digits)} digits, where a {label} has at most {_LONGEST}: {_COPY}"
    return None
