"""Claims that the embedded judge is unsure of, before a language model: once for each, with all that came near it."""

from collections.abc import Sequence

from citevet.jobs.supporting.second_opinion import BUDGET, SecondOpinion
from citevet.jobs.verifying.outcome import Outcome
from citevet.jobs.verifying.ranking import Near
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
) -> list[Outcome]:
    """Return the outcomes, with an opinion on those that lie near the cut or came to nothing."""
    asked = zip(claims, near, outcomes, strict=True)
    return [_looked(claim, sources, outcome, ask=ask, cut=cut) for claim, sources, outcome in asked]


def _looked(claim: str, near: Sequence[Near], outcome: Outcome, *, ask: SecondOpinion, cut: float) -> Outcome:
    passages = [passage for each in near for passage in each.passages]
    ruling = ask(claim, passages, outcome.ruling, cut=cut)
    if ruling is outcome.ruling or not ruling.evidence:
        return outcome
    source = int(ruling.evidence[0].source.removeprefix("s")) - 1
    similarity = next((each.similarity for each in near if each.source == source), None)
    return Outcome(ruling, source, similarity)
