"""Verdicts by the cosine of vectors, as AgentOS gives them: what is similar, not what is said."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from citevet.jobs.caller_functions import FunctionFailed
from citevet.jobs.given_sources import GivenSources, IndexedWindow
from citevet.judge.prompt_injection import mask_orders
from citevet.judge.support import Assessor, is_foreign
from citevet.judge.vectors import find_nearest
from citevet.model import Ruling, Support
from citevet.model.verification import ClaimOutcome, Thresholds, VerifiedWord
from citevet.records import replace
from citevet.text.language import detect_language

_SURE = 0.7  # score of a contradiction that overrules a cosine, as AgentOS has it
# What a cosine comes to; it cannot contradict.
_SUPPORTS: Mapping[VerifiedWord, Support] = {"supported": "supported", "weak": "partial", "unverifiable": "unsupported"}


def compare_cosines(
    claims: Sequence[str],
    sources: GivenSources,
    embed: Callable[[Sequence[str]], Any],
    *,
    thresholds: Thresholds,
    is_english: bool,
) -> list[ClaimOutcome]:
    """Compare claims and sources by the cosine of their vectors alone: what is similar, not what is said.

    With `is_english` the embedder knows no other language: all Korean sentences are alike to it.
    """
    asked, rows = sources.embed(claims, range(len(sources.windows)), embed)
    has_vector = [bool(vector.any()) for vector in asked]
    places, cosines = find_nearest(asked, rows)
    outcomes = []
    for claim, place, cosine, is_known in zip(claims, places, cosines, has_vector, strict=True):
        near = sources.windows[place]
        if is_english and any(detect_language(text) not in {"en", None} for text in (claim, near.window.text)):
            outcomes.append(ClaimOutcome(Ruling(reason="language", evidence=(near.passage(),)), near.index))
        elif sources.sources[near.index].scope == "title":  # names a work and says nothing
            outcomes.append(ClaimOutcome(Ruling(reason="partial-scope", evidence=(near.passage(),)), near.index))
        elif not is_known:
            outcomes.append(ClaimOutcome(Ruling(reason="abstained")))
        else:
            outcomes.append(_rule_by_cosine(near, cosine, thresholds))
    return outcomes


def promote_contradictions(
    claims: Sequence[str], outcomes: Sequence[ClaimOutcome], assessor: Assessor
) -> tuple[list[ClaimOutcome], str]:
    """Return the outcomes with those contradicted that a model surely contradicts, and a note where it failed.

    As in AgentOS, the model is asked about claims that their cosine supports, and can do nothing else to a verdict: one
    that fails leaves it as it is.
    """
    asked = [at for at, each in enumerate(outcomes) if each.ruling.support == "supported" and each.ruling.evidence]
    asked = [at for at in asked if not is_foreign(claims[at], outcomes[at].ruling.evidence, assessor.languages)]
    pairs = [(mask_orders(outcomes[at].ruling.evidence[0]).text, claims[at]) for at in asked]
    try:
        scores = assessor.nli(pairs) if pairs else []
    except FunctionFailed as error:
        return list(outcomes), f"nli {error.what}; the verdicts rest on cosines alone"
    found = list(outcomes)
    for at, (*_, contradicted) in zip(asked, scores, strict=True):
        if contradicted > _SURE:
            found[at] = replace(found[at], ruling=replace(found[at].ruling, support="contradicted", by="nli"))
    return found, ""


def _rule_by_cosine(found: IndexedWindow, cosine: float, thresholds: Thresholds) -> ClaimOutcome:
    if cosine <= 0:
        return ClaimOutcome(Ruling("unsupported"), None, 0.0)
    cosine = min(cosine, 1.0)
    support = _SUPPORTS[thresholds.word(cosine)]
    return ClaimOutcome(Ruling(support, evidence=(found.passage(cosine),)), found.index, cosine)
