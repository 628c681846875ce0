"""Up to three votes on one claim, reduced to one: by support, or by refutation."""

from typing import Any

from citevet.jobs.stages.json_input import GivenValue
from citevet.jobs.stages.support_rows import SUPPORT_WORDS
from citevet.judge.llm.votes import Vote, decide_votes

_VOTES = 3
_QUORUM = 2


def reduce_votes(given: GivenValue) -> dict[str, Any]:
    """Return what the votes come to; null is an abstention, and without two votes nothing is decided."""
    votes = given.elements()
    if len(votes) > _VOTES:
        given.refuse(f"a list of at most {_VOTES} votes")
    valid = [vote for vote in votes if vote.is_given]
    if valid and all(vote.field("refuted").is_given for vote in valid):
        return _count_refutations(valid)
    return _weigh_support(valid)


def _count_refutations(valid: list[GivenValue]) -> dict[str, Any]:
    refuted = sum(vote.field("refuted").flag() for vote in valid)
    return {"survives": len(valid) >= _QUORUM and refuted < _QUORUM, "votes": len(valid), "refuted": refuted}


def _weigh_support(valid: list[GivenValue]) -> dict[str, Any]:
    """Return a row for `verdict` and `report`.

    Two equal votes decide, of three different ones the middle, of two neighbours the lower. One who could not read
    the source abstains; if two could not, it is unresolvable.
    """
    unread = [vote for vote in valid if vote.field("unresolvable").flag()]
    read = [vote for vote in valid if not vote.field("unresolvable").flag()]
    cast = [(Vote(word=_read_word(vote)), vote) for vote in read]
    support, _ = decide_votes([vote for vote, _ in cast])
    agreeing = [each.field("evidence").optional_text() for vote, each in cast if vote.word == support]
    return {
        "support": support,
        "misattributed": sum(vote.field("misattributed").flag() for vote in read) >= _QUORUM,
        "unresolvable": len(unread) >= _QUORUM,
        "evidence": next(filter(None, agreeing), ""),
        "survives": support in {"supported", "partial"},
        "votes": len(valid),
    }


def _read_word(vote: GivenValue) -> Any:  # noqa: ANN401 - one of the words of a vote, which `word` has checked
    return vote.field("support").word(SUPPORT_WORDS)
