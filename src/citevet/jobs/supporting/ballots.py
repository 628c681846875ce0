"""The votes of a language model on one claim: remembered by what was asked, so that they are paid for once."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from citevet.judge.questions import SCHEMA, VOTES, question
from citevet.judge.quorum import settled
from citevet.judge.votes import Vote, cast
from citevet.model import Passage
from citevet.world import llm, memory
from citevet.world.llm_endpoint import Endpoint
from citevet.world.llm_shapes import Answer, Question


@dataclass(frozen=True, slots=True)
class Poll:
    """What asking about one claim came to."""

    votes: tuple[Vote, ...] = ()
    sent: int = 0  # questions that went to the endpoint
    remembered: int = 0
    failed: tuple[Answer, ...] = ()

    @property
    def void(self) -> int:
        """How many votes do not count."""
        return sum(vote.word is None for vote in self.votes)


def poll(endpoint: Endpoint, claim: str, passages: Sequence[Passage]) -> Poll:
    """Ask up to three times, and no more once the outcome stands or the endpoint is beyond hope."""
    votes: list[Vote] = []
    failed: list[Answer] = []
    remembered = sent = 0
    for number in range(VOTES):
        if settled(votes) or any(each.lasting for each in failed):
            break
        asked = Question(*question(claim, passages, number), SCHEMA)
        known = _recalled(endpoint, asked, number)
        remembered, sent = remembered + (known is not None), sent + (known is None)
        answer = known or _asked(endpoint, asked, number)
        if answer.trouble:
            failed.append(answer)
        else:
            votes.append(Vote(void="no-answer") if answer.refused else cast(answer.text, claim, passages))
    return Poll(tuple(votes), sent, remembered, tuple(failed))


def _asked(endpoint: Endpoint, asked: Question, number: int) -> Answer:
    answer = llm.ask(endpoint, asked)
    if not answer.trouble:
        kept = json.dumps([answer.text, answer.refused]).encode()
        memory.keep({_key(endpoint, asked, number): kept})
    return answer


def _recalled(endpoint: Endpoint, asked: Question, number: int) -> Answer | None:
    key = _key(endpoint, asked, number)
    kept = memory.recall([key]).get(key)
    try:
        text, refused = json.loads(kept) if kept else (None, False)
    except (ValueError, TypeError):
        return None
    return Answer(text, bool(refused)) if isinstance(text, str) else None


def _key(endpoint: Endpoint, asked: Question, number: int) -> str:
    said = json.dumps(
        ["vote", endpoint.kind, endpoint.url, endpoint.model, asked.system, asked.user, asked.schema, number]
    )
    return sha256(said.encode()).hexdigest()
