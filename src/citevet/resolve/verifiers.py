"""Verifiers, ours and the user's own: which of them a claim goes to, and what their verdicts come to."""

from collections.abc import Iterable, Sequence
from typing import Literal

from citevet.model import LAW, AggregatedVerdict, CandidateVerdict, Citation, Lookup, Source, Support, VerifierLabel
from citevet.records import dataclass
from citevet.resolve.verifier_files import VerifierProfile, read_own_verifiers
from citevet.world.pattern_search import PatternSearch, compile_pattern

RouteReason = Literal["suggested", "pattern", "fallback"]
_LAW_VERIFIERS = {"us": "us-law", "uk": "uk-law", "de": "de-law", "kr": "korean-law"}  # by the start of the kind
_MAX_CLAIM = 4_000  # characters of a claim that are searched


@dataclass(frozen=True, slots=True)
class Route:
    """A verifier that a claim goes to, and why."""

    verifier: VerifierProfile
    reason: RouteReason


def route_claim(
    claim: str,
    suggested: str = "",
    verifiers: Sequence[VerifierProfile] | None = None,
    search: PatternSearch | None = None,
) -> tuple[Route, ...]:
    """Return the suggested verifier, then every specialised one with a match; a general one only where there is none.

    One of the user's own with the name of ours takes its place. A `search` that serves many claims remembers which of
    the user's patterns take too long; their verifiers get no claim by pattern.
    """
    known = {each.name: each for each in (read_own_verifiers() if verifiers is None else verifiers)}
    chosen = known.get(suggested)
    if chosen and not chosen.patterns:
        return (Route(chosen, "suggested"),)
    search, text = search or PatternSearch(), claim[:_MAX_CLAIM]
    matching = [each for each in known.values() if each is not chosen and _takes(each, text, search)]
    matching.sort(key=lambda each: -each.authority)
    routes = (*([Route(chosen, "suggested")] if chosen else []), *(Route(each, "pattern") for each in matching))
    return routes or tuple(Route(each, "fallback") for each in known.values() if not each.patterns)


def _takes(verifier: VerifierProfile, claim: str, search: PatternSearch) -> bool:
    if verifier.is_own:
        return any(compile_pattern(pattern).search(claim) for pattern in verifier.patterns)
    return bool(verifier.patterns) and search.finds(verifier.patterns, claim)


def find_own_verifier(citation: Citation, source: Source | None = None) -> VerifierProfile:
    """Return which of our verifiers looks at a citation."""
    if citation.kind in LAW:
        name = _LAW_VERIFIERS.get(citation.kind.partition("-")[0], "eu-law")
    elif source and source.record and source.record.service == "wikipedia":
        name = "wikipedia"
    else:
        is_page = citation.kind in {"url", "link"} or (source is not None and source.kind == "web")
        name = "general-web" if is_page else "scholarly"
    return next(each for each in read_own_verifiers() if each.name == name)


# Verdicts


_OF_THE_SAME_PEOPLE = frozenset({"missing", "order", "initials"})  # kinds of a difference in authors
_SLIPS = frozenset({"year", "venue", "volume", "pages"})  # fields of a reference that do not tell works apart
_NO_VERDICT = AggregatedVerdict("none", 0.0, "unknown", "No verifier produced a verdict.")


def aggregate_verdicts(candidates: Iterable[CandidateVerdict]) -> AggregatedVerdict:
    """Return the verdict of the highest authority; where those at the top disagree, it is unknown.

    Verdicts of lower authority do not change it. Those with another label are kept as its dissent, unless they know
    nothing.
    """
    listed = list(candidates)
    if not listed:
        return _NO_VERDICT
    authority = max(each.authority for each in listed)
    top = [each for each in listed if each.authority == authority]
    first = top[0]
    if all(each.label == first.label for each in top):
        dissent = tuple(each for each in listed if each.label not in {first.label, "unknown"})
        return AggregatedVerdict(first.verifier, authority, first.label, first.rationale, first.evidence, dissent)
    words = "; ".join(f"{each.verifier}: {each.label}" for each in top)
    evidence = tuple(dict.fromkeys(link for each in top for link in each.evidence))
    dissent = tuple(each for each in listed if each.label != "unknown")
    return AggregatedVerdict("conflict", authority, "unknown", f"The verifiers disagree ({words}).", evidence, dissent)


def label_lookup(lookup: Lookup, support: Support = "unchecked") -> VerifierLabel:
    """Return the label of what was found out about a citation.

    Only the authority itself (`missing`), another work under the same identifier (`mismatched`), other authors or the
    text of the source contradict; a database that has no such record leaves it unknown, as do slips in other fields.
    """
    differing = {each.type for each in lookup.differences}
    is_other = lookup.existence == "found" and any(
        each.type == "authors" and each.kind not in _OF_THE_SAME_PEOPLE for each in lookup.differences
    )
    if lookup.existence in {"missing", "mismatched"} or is_other or support == "contradicted":
        return "contradicted"
    exists = lookup.existence == "found" and support in {"supported", "unchecked"}
    return "verified" if exists and not differing & _SLIPS else "unknown"
