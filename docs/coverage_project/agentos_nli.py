"""Functions of an NLI model in the shapes in which they come, and vectors next to them as AgentOS takes both."""

import asyncio
from types import SimpleNamespace

import citevet

CLAIM, SOURCE = "The tower is 330 metres tall.", "The tower is 300 metres tall."


def pair(premise: str, hypothesis: str) -> object:
    """Answer about one pair, with an object."""
    return SimpleNamespace(label="CONTRADICTION", score=0.9) if premise != hypothesis else "entailment"


async def waiting(premise: str, hypothesis: str) -> dict[str, float]:
    """Answer with a dict of labels in an order of its own."""
    await asyncio.sleep(0)
    share = 0.9 if premise != hypothesis else 0.0
    return {"neutral": 0.1, "Contradiction": share, "entailment": 0.9 - share}


def listed(pairs: list[tuple[str, str]]) -> list[float]:
    """Answer about a list of pairs with a probability of support each."""
    return [0.02 for _ in pairs]


for nli in (pair, waiting, listed):
    print(nli.__name__, citevet.verify([CLAIM], [SOURCE], nli=nli).claims[0].verdict)


def alike(texts: list[str]) -> list[list[float]]:
    """Embed every text alike."""
    return [[1.0, 0.0] for _ in texts]


def doubt(premise: str, hypothesis: str) -> tuple[str, float]:
    """Answer with a contradiction below 0.7."""
    return "contradiction", 0.6 if premise != hypothesis else 0.0


for nli in (pair, doubt):
    print("with vectors:", citevet.verify([CLAIM], [SOURCE], embed=alike, nli=nli).claims[0].verdict)
