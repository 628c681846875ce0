"""A language model's opinion where the embedded judge is unsure, or where there is none; only when it was asked for."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from citevet.jobs.supporting.ballots import Poll, poll
from citevet.judge.differences import compared, is_outweighed
from citevet.judge.focus import focus
from citevet.judge.orders import gives_orders
from citevet.judge.questions import VOTES
from citevet.judge.quorum import decided, share
from citevet.judge.votes import Vote
from citevet.model import Difference, Passage, Reason, Ruling, Scope
from citevet.report.phrase import count
from citevet.world import llm
from citevet.world.llm_endpoint import Endpoint

BUDGET = 30  # votes in a run: ten to fifteen claims
# Probability on either side of the cut. Of 450 public development pairs the small judge has 108 of the 260 within it
# wrong, and 45 of the 190 beyond.
BAND = 0.25
_SOFT = frozenset({"clause", "hedge"})  # differences that leave room for an opinion; all others were compared
_OPEN: frozenset[Reason] = frozenset({"abstained", "language", "model-missing"})
_HOPELESS = 3  # calls that fail in a row before nobody asks any more


@dataclass(slots=True)
class Tally:
    """What was asked in a run, and what became of it."""

    claims: int = 0
    votes: int = 0  # that were asked for, also those that were remembered: so a run repeats itself
    sent: int = 0
    remembered: int = 0
    void: int = 0
    failed: int = 0
    over: int = 0  # claims beyond the budget
    spared: int = 0  # claims whose passages give orders to models
    lost: int = 0  # claims that were not decided because calls failed
    in_a_row: int = 0  # calls that failed, one behind the other
    trouble: str = ""  # the last

    def count(self, found: Poll) -> None:
        """Add what asking about one claim came to."""
        self.claims += 1
        self.votes += found.sent + found.remembered
        self.sent += found.sent
        self.remembered += found.remembered
        self.void += found.void
        self.failed += len(found.failed)
        self.in_a_row = 0 if found.votes else self.in_a_row + len(found.failed)
        if found.failed:
            self.trouble = found.failed[-1].trouble
            self.in_a_row = _HOPELESS if found.failed[-1].lasting else self.in_a_row


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """A language model, and how often it may be asked."""

    endpoint: Endpoint
    budget: int = BUDGET
    offline: bool = False  # nothing may leave this machine
    tally: Tally = field(default_factory=Tally)

    def __call__(
        self, claim: str, passages: Sequence[Passage], ruling: Ruling, *, cut: float = 0.5, scope: Scope = "full"
    ) -> Ruling:
        """Return the ruling where it is sure or nobody may be asked, else what three votes come to."""
        if not passages or not is_open(ruling, cut):
            return ruling
        reason = self._unasked(claim, passages)
        if reason:
            return _kept(ruling, reason)
        found = poll(self.endpoint, claim, passages)
        self.tally.count(found)
        if found.failed and len(found.votes) - found.void < VOTES - 1:
            self.tally.lost += 1
            return _kept(ruling, "timeout" if found.failed[-1].late else "blocked")
        return _ruled(_Asked(claim, passages, ruling, scope), found.votes, self.endpoint.name)

    def _unasked(self, claim: str, passages: Sequence[Passage]) -> Reason | None:
        """Return why nobody is asked, and count it; a quorum is begun only if all its votes can be paid."""
        if self.offline and not self.endpoint.is_here:
            return "offline"
        if any(gives_orders(text) for text in (claim, *(each.text for each in passages))):
            self.tally.spared += 1
            return "abstained"
        if self.tally.votes + VOTES > self.budget:
            self.tally.over += 1
            return "budget"
        if self.tally.in_a_row >= _HOPELESS:
            self.tally.lost += 1
            return "blocked"
        return None

    def ready(self) -> None:
        """Raise where the package or the key is missing, unless nobody will be asked."""
        if not self.offline or self.endpoint.is_here:
            llm.ready(self.endpoint)

    def described(self) -> dict[str, Any]:
        """Return what a report says of the model."""
        tally = self.tally
        counted = {"asked": tally.claims, "votes": tally.votes, "void": tally.void, "over_budget": tally.over}
        return {"model": self.endpoint.model, "host": self.endpoint.host, "budget": self.budget, **counted}

    def service(self) -> dict[str, int]:
        """Return how often the endpoint was asked."""
        return {"requests": self.tally.sent, "cached": self.tally.remembered, "failed": self.tally.failed}

    def notes(self) -> tuple[str, ...]:
        """Return what a reader must know: who was asked how often, and what was not decided."""
        tally, name = self.tally, self.endpoint.name
        if self.offline and not self.endpoint.is_here:
            return (f"{name} was not asked: the run is offline",)
        counted = f"{count(tally.claims, 'uncertain claim')}: {count(tally.votes, 'vote')} asked for, {tally.void} void"
        said = [f"{name} at {self.endpoint.host} was asked about {counted}"]
        said += [
            f"{count(tally.over, 'uncertain claim')} not asked: the budget is {count(self.budget, 'vote')}"
        ] * bool(tally.over)
        said += [f"{count(tally.failed, 'call')} to {name} failed, the last because {tally.trouble}"] * bool(
            tally.failed
        )
        said += [f"{count(tally.lost, 'claim')} not decided by {name} because calls failed"] * bool(tally.lost)
        orders = (
            f"{count(tally.spared, 'claim')} not sent to {name}: words there or in the source give orders to models"
        )
        return (*said, *[orders] * bool(tally.spared))


@dataclass(frozen=True, slots=True)
class _Asked:
    claim: str
    passages: Sequence[Passage]
    ruling: Ruling
    scope: Scope


def is_open(ruling: Ruling, cut: float) -> bool:
    """Say whether an opinion is wanted: near the cut, in part, undecided; never where a comparison decided."""
    if ruling.support == "unchecked" and ruling.reason in _OPEN:
        return True
    if any(each.type not in _SOFT for each in ruling.differences):
        return False
    if ruling.support == "partial":
        return True
    return ruling.confidence is not None and abs(ruling.confidence - cut) <= BAND


def _kept(ruling: Ruling, reason: Reason) -> Ruling:
    """Keep what the embedded judge said; where there was none, say why nobody else was asked."""
    return replace(ruling, reason=reason) if ruling.reason == "model-missing" else ruling


def _ruled(asked: _Asked, votes: Sequence[Vote], name: str) -> Ruling:
    support, flags = decided(votes)
    heard = [vote for vote in votes if vote.word and support in {vote.word, "unchecked"}]
    quotes = tuple(dict.fromkeys(vote.quote for vote in heard if vote.quote))
    counted = f"{sum(vote.word == support for vote in votes)} of {len(votes)} votes"
    ruling = Ruling(
        support,
        "abstained" if support == "unchecked" else None,
        share(votes),
        quotes or asked.ruling.evidence[:1] or tuple(asked.passages[:1]),
        flags=flags,
        by=f"{name}, no quorum" if support == "unchecked" else f"{name}, {counted}",
    )
    if support in {"supported", "partial"}:
        return _held(asked, ruling, _lost(asked, heard), overruled=f"{name}, overruled by a comparison")
    if support == "unsupported" and asked.scope != "full":
        return replace(ruling, support="unchecked", reason="partial-scope")
    return ruling


def _held(asked: _Asked, ruling: Ruling, lost: tuple[Difference, ...], *, overruled: str) -> Ruling:
    """Hold the votes against what can be compared without a model: where that fails, no vote makes it green."""
    sentence, near = focus(asked.claim, asked.passages)
    places = dict.fromkeys(_around(asked.passages, each) for each in (sentence, ruling.evidence[0]))
    found = [compared(asked.claim, text, [each.text for each in asked.passages]) for text in places]
    against = next((differences for differences, _ in found if differences), ())
    if against and not is_outweighed(near, against):
        return replace(ruling, support="contradicted", differences=against, by=overruled)
    if against:
        return replace(ruling, support="unchecked", reason="abstained", differences=against, by=overruled)
    hedged = next((differences for _, differences in found if differences), ())
    if ruling.support == "supported":
        return replace(ruling, support="partial", differences=hedged, by=overruled) if hedged else ruling
    return replace(ruling, differences=lost or hedged)


def _around(passages: Sequence[Passage], piece: Passage) -> str:
    """Return the passage that a piece was taken from: numbers and negations are compared where they stand."""
    return next((each.text for each in passages if piece.text in each.text), piece.text)


def _lost(asked: _Asked, votes: Sequence[Vote]) -> tuple[Difference, ...]:
    """Return the words of the claim that the source does not carry, as the first vote that names them has it."""
    span = next((vote.missing for vote in votes if vote.missing), None)
    if span:
        return (Difference("clause", span.of(asked.claim), "", span),)
    return tuple(each for each in asked.ruling.differences if each.type == "clause")
