"""Let a language model decide where the embedded judge is unsure or missing, if the user names one.

Each claim takes up to three votes, within the budget of the run. Votes are cached by the question.
"""

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from citevet.config import Config
from citevet.contracts import Nli
from citevet.errors import UsageError
from citevet.jobs.judge_claims import ClaimQuestion
from citevet.judge.evidence import nearest_sentence
from citevet.judge.llm import (
    SCHEMA,
    VOTES,
    Vote,
    build_prompt,
    check_against_reading,
    decide_votes,
    is_settled,
    read_vote,
    support_share,
)
from citevet.judge.prompt_injection import contains_prompt_injection
from citevet.judge.support import Assessor, find_differences, is_foreign, overrules_model
from citevet.limits import LLM_RUN_SECONDS
from citevet.model import Difference, Passage, Reason, Ruling, Scope
from citevet.records import dataclass, field, replace
from citevet.report.findings import format_count
from citevet.session import Session
from citevet.world import clock, disk_cache, llm_client
from citevet.world.llm_client import LlmAnswer, Question
from citevet.world.llm_endpoint import HOST_MODEL, Endpoint, parse_endpoint

BUDGET = 30  # votes in a run: ten to fifteen claims
# Probability on either side of the cut. Of 450 public development pairs the small judge has 108 of the 260 within it
# wrong, and 45 of the 190 beyond.
BAND = 0.25
_SOFT = frozenset({"clause", "hedge"})  # differences that leave room for an opinion; all others were compared
_OPEN: frozenset[Reason] = frozenset({"abstained", "language", "model-missing"})
_HOPELESS = 3  # calls that fail in a row before no more are made
AskModel = Callable[[Question], LlmAnswer]


@dataclass(slots=True)
class LlmTally:
    """Counts of a run."""

    claims: int = 0
    votes: int = 0  # with cached ones, so that a second run spends the same budget
    remembered: int = 0
    void: int = 0
    unborne: int = 0  # of these: quotations that do not bear on the claim by our own reading
    failed: int = 0
    over: int = 0  # claims beyond the budget
    spared: int = 0  # claims whose passages try to instruct models
    lost: int = 0  # claims that were not decided because calls failed
    in_a_row: int = 0  # calls that failed, one behind the other
    trouble: str = ""  # the last
    waited: float = 0.0  # seconds for all answers

    def count(self, votes: Sequence[Vote], failed: Sequence[LlmAnswer], remembered: int) -> None:
        """Add what was answered about one claim."""
        self.claims += 1
        self.votes += len(votes) + len(failed)
        self.remembered += remembered
        self.void += sum(vote.word is None for vote in votes)
        self.unborne += sum(vote.void == "not-borne-out" for vote in votes)
        self.failed += len(failed)
        self.in_a_row = 0 if votes else self.in_a_row + len(failed)
        if failed:
            self.trouble = failed[-1].trouble
            self.in_a_row = _HOPELESS if failed[-1].lasting else self.in_a_row


@dataclass(frozen=True, slots=True)
class LlmJudge:
    """A language model with its budget of votes."""

    endpoint: Endpoint
    budget: int = BUDGET
    offline: bool = False  # nothing may leave this machine
    tally: LlmTally = field(default_factory=LlmTally)
    ask: AskModel | None = None  # the way to a model without an address; its answers are not cached
    cached: bool = True  # votes of earlier runs count, and new ones are kept

    def __call__(
        self,
        claim: str,
        passages: Sequence[Passage],
        ruling: Ruling,
        *,
        cut: float = 0.5,
        scope: Scope = "full",
        reader: Assessor | None = None,
    ) -> Ruling:
        """Return the ruling if it is sure or the model may not be used, else the result of three votes.

        `reader` is our own judge: a vote whose quotation does not bear on the claim by its reading does not count.
        """
        if not passages or not is_open(ruling, cut):
            return ruling
        if scope == "title":  # says nothing that a vote could rest on
            return _keep_ruling(ruling, "partial-scope")
        reason = self._find_obstacle(claim, passages)
        if reason:
            return _keep_ruling(ruling, reason)
        started = clock.stopwatch()
        is_read = reader is not None and not is_foreign(claim, passages, reader.languages)
        found = self._poll(claim, passages, reader.nli if reader and is_read else None)
        self.tally.waited += clock.stopwatch() - started
        if found is None:
            self.tally.votes += VOTES  # of the budget; this run is made again
            return ruling
        votes, failed = found
        if failed and sum(vote.word is not None for vote in votes) < VOTES - 1:
            self.tally.lost += 1
            return _keep_ruling(ruling, "timeout" if failed[-1].late else "blocked")
        asked = ClaimQuestion(claim, tuple(passages), scope)
        return _rule_by_votes(asked, ruling, votes, self.endpoint.name)

    def _find_obstacle(self, claim: str, passages: Sequence[Passage]) -> Reason | None:
        """Return why the model is not used, and count it; voting starts only if the budget covers all votes."""
        if self.offline and not self.endpoint.is_here:
            return "offline"
        if any(contains_prompt_injection(text) for text in (claim, *(each.text for each in passages))):
            self.tally.spared += 1
            return "abstained"
        if self.tally.votes + VOTES > self.budget:
            self.tally.over += 1
            return "budget"
        if self.tally.waited > LLM_RUN_SECONDS:
            self.tally.trouble = f"the run has waited {LLM_RUN_SECONDS:.0f} s for answers"
            self.tally.lost += 1
            return "timeout"
        if self.tally.in_a_row >= _HOPELESS:
            self.tally.lost += 1
            return "blocked"
        return None

    def _poll(
        self, claim: str, passages: Sequence[Passage], nli: Nli | None
    ) -> tuple[list[Vote], list[LlmAnswer]] | None:
        """Ask up to three times, until the outcome is settled or the endpoint fails for good.

        Return the votes and the calls that failed; None where questions were passed on.
        """
        votes: list[Vote] = []
        failed: list[LlmAnswer] = []
        remembered = pending = 0
        for number in range(VOTES):
            if is_settled(votes) or any(each.lasting for each in failed):
                break
            asked = Question(*build_prompt(claim, passages, number), SCHEMA)
            known = self._recall(asked, number) if self.cached and not self.ask else None
            remembered += known is not None
            answer = known or (self.ask(asked) if self.ask else self._request(asked, number))
            if answer.pending:
                pending += 1
                if number + 1 >= VOTES - 1:  # the last vote is needed only where the others differ
                    break
            elif answer.trouble:
                failed.append(answer)
            else:
                vote = Vote(void="no-answer") if answer.refused else read_vote(answer.text, claim, passages)
                votes.append(check_against_reading(vote, claim, passages, nli))
        if pending:
            return None
        self.tally.count(votes, failed, remembered)
        return votes, failed

    def _request(self, asked: Question, number: int) -> LlmAnswer:
        answer = llm_client.query_model(self.endpoint, asked)
        if self.cached and not answer.trouble:
            kept = json.dumps([answer.text, answer.refused]).encode()
            disk_cache.put({self._make_key(asked, number): kept})
        return answer

    def _recall(self, asked: Question, number: int) -> LlmAnswer | None:
        key = self._make_key(asked, number)
        kept = disk_cache.get([key]).get(key)
        try:
            text, refused = json.loads(kept) if kept else (None, False)
        except (ValueError, TypeError):
            return None
        return LlmAnswer(text, bool(refused)) if isinstance(text, str) else None

    def _make_key(self, asked: Question, number: int) -> str:
        to = self.endpoint
        said = json.dumps(["vote", to.kind, to.url, to.model, asked.system, asked.user, asked.schema, number])
        return sha256(said.encode()).hexdigest()

    def require_access(self) -> None:
        """Raise where the package or the key is missing and the model would be used."""
        if self.ask is None and (not self.offline or self.endpoint.is_here):
            llm_client.require_access(self.endpoint)

    def describe(self) -> dict[str, Any]:
        """Return what a report says of the model."""
        tally = self.tally
        counted = {"asked": tally.claims, "votes": tally.votes, "void": tally.void, "over_budget": tally.over}
        return {"model": self.endpoint.model, "host": self.endpoint.host, "budget": self.budget, **counted}

    def count_requests(self) -> dict[str, int]:
        """Return how many requests were made, cached and failed."""
        tally = self.tally
        return {"requests": tally.votes - tally.remembered, "cached": tally.remembered, "failed": tally.failed}

    def notes(self) -> tuple[str, ...]:
        """Return notes for the reader: how often the model was used, and what was not decided."""
        tally, name = self.tally, self.endpoint.name
        if self.offline and not self.endpoint.is_here:
            return (f"{name} was not asked: the run is offline",)
        claims, votes = format_count(tally.claims, "uncertain claim"), format_count(tally.votes, "vote")
        counted = f"{claims}: {votes} asked for, {tally.void} void"
        notes = [f"{name} at {self.endpoint.host} was asked about {counted}"]
        if tally.unborne:
            quotes = format_count(tally.unborne, "quotation")
            notes.append(f"{quotes} of {name} shown but not counted: they do not bear on the claim by our own reading")
        if tally.over:
            over, budget = format_count(tally.over, "uncertain claim"), format_count(self.budget, "vote")
            notes.append(f"{over} not asked: the budget is {budget}")
        if tally.failed:
            failed = format_count(tally.failed, "call")
            notes.append(f"{failed} to {name} failed, the last because {tally.trouble}")
        if tally.lost:
            notes.append(f"{format_count(tally.lost, 'claim')} not decided by {name} because calls failed")
        if tally.spared:
            spared = format_count(tally.spared, "claim")
            notes.append(f"{spared} not sent to {name}: words there or in the source give orders to models")
        return tuple(notes)


def connect_llm(name: str, *, url: str = "", key_env: str = "", budget: int = BUDGET) -> LlmJudge:
    """Return a model by its name, `ollama:llama3.1`, at its provider or at another address."""
    return LlmJudge(parse_endpoint(name, url=url, key_env=key_env), budget)


def find_llm_judge(session: Session, config: Config) -> LlmJudge | None:
    """Return the model of the calling program or that the settings name, shared by all documents with its budget."""
    ask = session.ask_host
    if ask is not None and config.risk is None:  # how many of its votes are wrong is not known
        return session.once("host model", lambda: LlmJudge(HOST_MODEL, config.budget, ask=ask))
    if config.llm is None:
        return None
    if config.risk is not None:
        what = "--llm and --risk exclude each other: the share of its votes that are wrong is unknown"
        raise UsageError(what, to="llm", advice="Leave out one of the two.")
    name, url, key_env = config.llm, config.llm_url or "", config.llm_key_env or ""
    return session.once(
        ("llm", name, url, key_env, config.budget, config.offline),
        lambda: LlmJudge(
            parse_endpoint(name, url=url, key_env=key_env), config.budget, config.offline, cached=session.uses_cache
        ),
    )


def is_open(ruling: Ruling, cut: float) -> bool:
    """Return whether a claim is open: near the threshold, partial or undecided, and no comparison decided it."""
    if ruling.support == "unchecked" and ruling.reason in _OPEN:
        return True
    if any(each.type not in _SOFT for each in ruling.differences):
        return False
    if ruling.support == "partial":
        return True
    return ruling.confidence is not None and abs(ruling.confidence - cut) <= BAND


def _keep_ruling(ruling: Ruling, reason: Reason) -> Ruling:
    """Keep the ruling of the embedded judge; without one, give the reason why no model was used."""
    return replace(ruling, reason=reason) if ruling.reason == "model-missing" else ruling


def _rule_by_votes(asked: ClaimQuestion, before: Ruling, votes: Sequence[Vote], name: str) -> Ruling:
    support, flags = decide_votes(votes)
    heard = [vote for vote in votes if vote.word and support in {vote.word, "unchecked"}]
    heard += [vote for vote in votes if vote.said and support == "unchecked"]
    quotes = tuple(dict.fromkeys(vote.quote for vote in heard if vote.quote))
    counted = f"{sum(vote.word == support for vote in votes)} of {len(votes)} votes"
    ruling = Ruling(
        support,
        "abstained" if support == "unchecked" else None,
        support_share(votes),
        quotes or before.evidence[:1] or asked.passages[:1],
        flags=flags,
        by=f"{name}, {_explain_no_quorum(votes)}" if support == "unchecked" else f"{name}, {counted}",
    )
    if support in {"supported", "partial"}:
        lost = _find_missing_words(asked.claim, before, heard)
        return _check_votes(asked, ruling, lost, overruled=f"{name}, overruled by a comparison")
    if support == "unsupported" and asked.scope != "full":
        return replace(ruling, support="unchecked", reason="partial-scope")
    return ruling


def _explain_no_quorum(votes: Sequence[Vote]) -> str:
    """Return why votes decide nothing, with those whose quotations did not count."""
    said = [vote.said for vote in votes if vote.said]
    if not said:
        return "no quorum"
    words = "quotation does" if len(said) == 1 else "quotations do"
    return f"no quorum: {len(said)} {words} not bear on the claim ({', '.join(dict.fromkeys(said))})"


def _check_votes(asked: ClaimQuestion, ruling: Ruling, lost: tuple[Difference, ...], *, overruled: str) -> Ruling:
    """Check the votes against comparisons without a model: a failed comparison overrules any vote."""
    sentence, near = nearest_sentence(asked.claim, asked.passages)
    places = dict.fromkeys(_find_passage(asked.passages, each) for each in (sentence, ruling.evidence[0]))
    found = [find_differences(asked.claim, text) for text in places]
    against = next((differences for differences, _ in found if differences), ())
    if against and overrules_model(near, against):
        return replace(ruling, support="contradicted", differences=against, by=overruled)
    if against:
        return replace(ruling, support="unchecked", reason="abstained", differences=against, by=overruled)
    hedged = next((differences for _, differences in found if differences), ())
    if ruling.support == "supported":
        return replace(ruling, support="partial", differences=hedged, by=overruled) if hedged else ruling
    return replace(ruling, differences=lost or hedged)


def _find_passage(passages: Sequence[Passage], piece: Passage) -> str:
    """Return the passage that a piece was taken from: numbers and negations are compared in context."""
    return next((each.text for each in passages if piece.text in each.text), piece.text)


def _find_missing_words(claim: str, before: Ruling, votes: Sequence[Vote]) -> tuple[Difference, ...]:
    """Return the words of the claim that the source lacks, as the first vote that names them has it."""
    span = next((vote.missing for vote in votes if vote.missing), None)
    if span:
        return (Difference("clause", span.of(claim), "", span),)
    return tuple(each for each in before.differences if each.type == "clause")
