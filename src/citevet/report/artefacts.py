"""The section of the audit on artefact citations: are the files still what was cited?"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from citevet.model import Audit, Citation, Judgement, Source
from citevet.report.phrase import reasons
from citevet.report.visible import one_line
from citevet.report.where import where

Freshness = Literal["Fresh", "Stale", "Un-versioned", "Missing"]

_SIGNS: Mapping[Freshness, str] = {"Fresh": "✓", "Stale": "⚠", "Un-versioned": "⚠", "Missing": "✗"}
_HASH = 16  # an artefact citation carries so many hexadecimal digits


def artefacts(audit: Audit, sources: Mapping[str, Source]) -> Iterator[str]:
    """Yield the four counts and the lists behind them; nothing when the document cites no artefact."""
    cited = [citation for citation in audit.extraction.citations if citation.kind == "artifact"]
    if not cited:
        return
    judged: dict[str, list[Judgement]] = {}
    for judgement in audit.judgements:
        judged.setdefault(judgement.citation, []).append(judgement)
    states = {citation.id: freshness(judged.get(citation.id, [])) for citation in cited}
    yield from ("", f"RLM CITATIONS: {len(cited)}", "-" * 72)
    counts = Counter(states.values())
    for state, sign in _SIGNS.items():
        yield f"{sign if counts[state] else ' '} {state}: {counts[state]}"
    yield from _unchecked(
        [judgement for each in cited if not states[each.id] for judgement in judged.get(each.id, [])], counts[None]
    )
    yield from _stale(audit, [each for each in cited if states[each.id] == "Stale"], (judged, sources))
    yield from _unversioned(audit, [each for each in cited if states[each.id] == "Un-versioned"])


def freshness(judgements: list[Judgement]) -> Freshness | None:
    """Return the state of an artefact by its judgements, none when nobody looked."""
    existence = {judgement.existence for judgement in judgements}
    flags = {flag for judgement in judgements for flag in judgement.flags}
    if "missing" in existence:
        return "Missing"
    if "found" not in existence:
        return None
    if "stale" in flags:
        return "Stale"
    return "Un-versioned" if "unversioned" in flags else "Fresh"


def _unchecked(judgements: list[Judgement], number: int) -> Iterator[str]:
    if number:
        why = Counter(judgement.existence_reason or "not-asked" for judgement in judgements)
        yield f"○ Not checked: {number} ({reasons(why.items()) or 'not asked'})"


def _stale(
    audit: Audit, cited: list[Citation], known: tuple[Mapping[str, list[Judgement]], Mapping[str, Source]]
) -> Iterator[str]:
    judged, sources = known
    if cited:
        yield "STALE:"
    for citation in cited:
        yield _listed(audit, citation)
        for judgement in judged[citation.id][:1]:
            source = sources.get(judgement.source or "")
            if source and source.sha256:
                yield f"    Current hash: {source.sha256[:_HASH]}"
        yield "    The file was changed after it was cited."


def _unversioned(audit: Audit, cited: list[Citation]) -> Iterator[str]:
    if cited:
        yield "UN-VERSIONED:"
    for citation in cited:
        yield _listed(audit, citation)
        yield "    Cite it with the hash of its content, so that a later change can be seen."


def _listed(audit: Audit, citation: Citation) -> str:
    return f"  {one_line(citation.text)} (line {where(audit.document, citation.span).line})"
