"""Look up what a document cites, as far as the project itself can tell, and judge what was found.

One judgement per claim and citation, and one for each citation that stands behind no claim. What belongs to the
outside world stays unchecked, and says why.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from citevet.extract.meant import meant
from citevet.extract.notes import handed_on
from citevet.jobs.supporting.held import Held, held
from citevet.jobs.supporting.loaded_judge import Tools
from citevet.judge.quotes import Cited, judge_claim_quotes
from citevet.judge.strength import judge_claim_strength
from citevet.model import (
    Body,
    Citation,
    Claim,
    Existence,
    Extraction,
    Judgement,
    Page,
    Reason,
    Resolution,
    Source,
    roll_up,
)
from citevet.resolve import Ground, local
from citevet.resolve.snapshot import content


@dataclass(frozen=True, slots=True)
class Looked:
    """What became of a document's citations."""

    judgements: tuple[Judgement, ...]
    by_id: Mapping[str, Source]  # the sources found, in order of first use


@dataclass(frozen=True, slots=True)
class _Judging:
    """What support is judged with, and on; without tools nobody asked for it."""

    tools: Tools | None = None
    sources: Mapping[str, Held] = field(default_factory=dict)  # those of the corpus that the document cites, by id
    handed: frozenset[str] = frozenset()  # the markers of notes that cite; what these cite is asked


def look(
    extraction: Extraction,
    ground: Ground,
    *,
    artifacts_only: bool = False,
    judge: Callable[[], Tools] | None = None,
) -> Looked:
    """Resolve every citation, then judge quotations, strength and, with a judge, support against what was found."""
    handed = handed_on(extraction)
    resolved = dict(_resolved(extraction, ground, artifacts_only=artifacts_only))
    resolved.update((marker, _by_way_of(resolved, cited)) for marker, cited in handed.items())
    judging = replace(_judging(resolved, ground, judge), handed=frozenset(handed))
    _ask_ahead(extraction, resolved, judging)
    judgements = [
        judged
        for claim, citations in _cited(extraction)
        for judged in _shared(
            _judged(claim, [(each, resolved[each.id]) for each in citations], ground, judging=judging), handed
        )
    ]
    if judging.tools:
        judging.tools.keep()
    return Looked(tuple(judgements), {each.source.id: each.source for each in resolved.values() if each.source})


def _resolved(extraction: Extraction, ground: Ground, *, artifacts_only: bool) -> Iterator[tuple[str, Resolution]]:
    references = {reference.id: reference for reference in extraction.references}
    earlier = meant(extraction)
    for citation in extraction.citations:
        if artifacts_only and citation.kind != "artifact":
            yield citation.id, Resolution(reason="not-asked")
            continue
        asked = earlier.get(citation.id, citation)
        found = local(asked, references.get(asked.reference or ""), ground)
        yield citation.id, found or Resolution(reason="offline")


def _by_way_of(resolved: Mapping[str, Resolution], cited: Sequence[str]) -> Resolution:
    """Return what a note's marker leads to: all that the note cites, whose faults are told where they stand."""
    behind = [resolved[each] for each in cited]
    lacking = next((each for each in behind if each.existence != "found"), None)
    if lacking is None:
        return Resolution("found")
    return Resolution(reason=lacking.reason or "not-in-corpus")


def _shared(judgements: Sequence[Judgement], handed: Mapping[str, Sequence[str]]) -> Iterator[Judgement]:
    """Yield the judgements; one on the marker of a note shares the support of what the note cites."""
    by_citation = {judgement.citation: judgement for judgement in judgements}
    for judgement in judgements:
        behind = [by_citation[each] for each in handed.get(judgement.citation, ()) if each in by_citation]
        support = roll_up(each.support for each in behind)
        if not behind:
            yield judgement
        elif support == "unchecked":
            yield replace(judgement, support_reason=behind[0].support_reason)
        else:
            yield replace(judgement, support=support, support_reason=None)


def _cited(extraction: Extraction) -> Iterator[tuple[Claim | None, Sequence[Citation]]]:
    """Yield each claim with its citations, in the order of the text, then the citations behind no claim."""
    citations: Mapping[str, Citation] = {citation.id: citation for citation in extraction.citations}
    tied: set[str] = set()
    for claim in extraction.claims:
        tied.update(tie.citation for tie in claim.ties)
        yield claim, [citations[tie.citation] for tie in claim.ties]
    yield from ((None, [citation]) for citation in extraction.citations if citation.id not in tied)


def _judging(resolved: Mapping[str, Resolution], ground: Ground, judge: Callable[[], Tools] | None) -> _Judging:
    """Cut the sources of the corpus into windows; a document that cites none needs no model."""
    found = {each.source.id: each.source for each in resolved.values() if each.source and each.source.entry}
    if judge is None or not found:
        return _Judging()
    tools = judge()
    return _Judging(tools, {name: _held(source, ground, tools) for name, source in found.items()})


def _held(source: Source, ground: Ground, tools: Tools) -> Held:
    key = (str(ground.root), source.id, source.path or "")
    return tools.held.get(key) or tools.hold(key, held(source, _body(source, ground)))


def _ask_ahead(extraction: Extraction, resolved: Mapping[str, Resolution], judging: _Judging) -> None:
    """Give the model the work of the whole document at once."""
    if judging.tools is None:
        return
    from citevet.jobs import supports  # noqa: PLC0415 - as below

    citations = {citation.id: citation for citation in extraction.citations}
    behind = {
        name: (citations[name], judging.sources[each.source.id])
        for name, each in resolved.items()
        if each.source and _is_held(each)
    }
    supports.ask_ahead(((claim, behind) for claim in extraction.claims), judging.tools)


def _is_held(resolution: Resolution) -> bool:
    """Say whether a citation leads to an entry of the corpus, the only kind of source that is judged."""
    return bool(resolution.source and resolution.source.entry) and resolution.existence == "found"


def _judged(
    claim: Claim | None, found: Sequence[tuple[Citation, Resolution]], ground: Ground, *, judging: _Judging
) -> Sequence[Judgement]:
    judgements = {citation.id: _judgement(claim, citation, resolution) for citation, resolution in found}
    if claim is not None:
        apart = {tie.citation for tie in claim.ties if tie.how == "note"}
        bound = [(citation, resolution) for citation, resolution in found if citation.id not in apart]
        held = [(citation, resolution.source) for citation, resolution in bound if resolution.source]
        judgements.update(_quotes(claim, held, judgements=judgements, ground=ground))
        behind = [(resolution.source, judgements[citation.id]) for citation, resolution in bound]
        strengths = judge_claim_strength(claim, behind)
        judgements.update((judgement.citation, judgement) for judgement in strengths)
        judgements.update(_supports(claim, found, judging, judgements=judgements))
    return list(judgements.values())


def _supports(
    claim: Claim,
    found: Sequence[tuple[Citation, Resolution]],
    judging: _Judging,
    *,
    judgements: Mapping[str, Judgement],
) -> dict[str, Judgement]:
    """Ask the sources of the corpus whether they say so, where that was asked for."""
    if judging.tools is None:
        return {}
    from citevet.jobs import supports  # noqa: PLC0415 - 60 ms of word lists, and most runs judge nothing

    cited = [
        supports.Cited(citation, judging.sources[resolution.source.id], judgements[citation.id])
        for citation, resolution in found
        if resolution.source and _is_held(resolution)
    ]
    own = replace(claim, ties=tuple(tie for tie in claim.ties if tie.citation not in judging.handed))
    asked = supports.judged(own, cited, judging.tools, others=list(judging.sources.values()))
    return {judgement.citation: judgement for judgement in asked}


def _quotes(
    claim: Claim, held: Sequence[tuple[Citation, Source]], *, judgements: Mapping[str, Judgement], ground: Ground
) -> dict[str, Judgement]:
    """Compare quotations with the words of the sources: the only check that has to load them."""
    if not claim.quotations:
        return {}
    cases = [Cited(citation, source, _body(source, ground), judgements[citation.id]) for citation, source in held]
    return {judgement.citation: judgement for judgement in judge_claim_quotes(claim, cases)}


def _judgement(claim: Claim | None, citation: Citation, resolution: Resolution) -> Judgement:
    """Carry over what the resolver saw; whether the source supports the claim nobody has asked yet."""
    return Judgement(
        claim.id if claim else None,
        citation.id,
        resolution.source.id if resolution.source else None,
        existence=resolution.existence,
        existence_reason=resolution.reason,
        support_reason=resolution.reason or _UNSUPPORTED[resolution.existence],
        flags=resolution.flags,
        differences=resolution.differences,
    )


# Why the support of a citation is open, by what became of its source.
_UNSUPPORTED: Mapping[Existence, Reason] = {
    "found": "not-asked",
    "mismatched": "not-asked",
    "missing": "not-in-corpus",
    "ambiguous": "abstained",
    "unchecked": "not-asked",
}


def _body(source: Source, ground: Ground) -> Body:
    """Return the words of an entry of the corpus, or of a file that is cited as it is."""
    if source.entry:
        return ground.shelf.body(source.entry)
    data = content(ground.root / source.path) if source.kind == "artifact" and source.path else "unreadable"
    if isinstance(data, str):
        return Body(reason=data)
    return Body((Page(data.decode("utf-8", errors="replace")),))
