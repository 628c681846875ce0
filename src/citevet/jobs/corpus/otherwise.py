"""What a passage says otherwise than a claim, or less surely, though it has the claim's words."""

from collections.abc import Sequence

from citevet.jobs.corpus.sides import exchanged
from citevet.judge.differences import compared
from citevet.model import Difference

_SHOWN = 80  # characters of either side


def otherwise(claim: str, passage: str) -> tuple[Difference, ...]:
    """Return the differences of a claim from a passage on the same matter, without a model."""
    against, hedged = compared(claim, passage)
    sides = None if against else exchanged(claim, passage)
    return (*against, *([sides] if sides else []), *hedged)


def clauses(differences: Sequence[Difference]) -> list[str]:
    """Say each difference."""
    return [_clause(each) for each in differences]


def _clause(difference: Difference) -> str:
    here, there = (_shortened(words) for words in (difference.claim, difference.source))
    if difference.type == "hedge":
        return f"the passage says it less surely: “{there}” (hedge)"
    if not there:
        return f"the passage does not say “{here}” ({difference.type})"
    return f"the claim says “{here}”, the passage “{there}” ({difference.type})"


def _shortened(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN].rpartition(' ')[0] or line[:_SHOWN]} …"
