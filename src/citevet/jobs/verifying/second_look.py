"""Claims that the embedded judge is unsure of, before a language model: once for each, with all that came near it."""

from collections.abc import Mapping, Sequence

from citevet.jobs.supporting.second_opinion import BUDGET, SecondOpinion
from citevet.jobs.verifying.outcome import Outcome
from citevet.jobs.verifying.ranking import Near
from citevet.model import Passage, Ruling, Scope
from citevet.world.llm_endpoint import endpoint


def opinion_of(llm: SecondOpinion | str) -> SecondOpinion:
    """Return a model that may be asked, by its name: `ollama:llama3.1`; raise where its key is missing."""
    found = opinion_at(llm) if isinstance(llm, str) else llm
    found.ready()
    return found


def opinion_at(name: str, *, url: str = "", key_env: str = "", budget: int = BUDGET) -> SecondOpinion:
    """Return a model behind an address of the caller's choice."""
    return SecondOpinion(endpoint(name, url=url, key_env=key_env), budget)


def second_look(
    claims: Sequence[str],
    near: Sequence[Sequence[Near]],
    outcomes: Sequence[Outcome],
    *,
    ask: SecondOpinion,
    cut: float,
    scopes: Mapping[str, Scope],
) -> list[Outcome]:
    """Return the outcomes, with an opinion on those that lie near the cut or came to nothing."""

    def looked(claim: str, sources: Sequence[Near], outcome: Outcome) -> Outcome:
        passages = [passage for each in sources for passage in each.passages]
        return _looked(sources, outcome, ask(claim, passages, outcome.ruling, cut=cut, scope=_scope(passages, scopes)))

    return [looked(*each) for each in zip(claims, near, outcomes, strict=True)]


def _scope(passages: Sequence[Passage], scopes: Mapping[str, Scope]) -> Scope:
    """Return how much was asked: one whole work among the sources can be said to lack something."""
    found = [scopes[each.source] for each in passages]
    return "full" if "full" in found or not found else found[0]


def _looked(near: Sequence[Near], outcome: Outcome, ruling: Ruling) -> Outcome:
    if ruling is outcome.ruling or not ruling.evidence:
        return outcome
    source = int(ruling.evidence[0].source.removeprefix("s")) - 1
    similarity = next((each.similarity for each in near if each.source == source), None)
    return Outcome(ruling, source, similarity)
