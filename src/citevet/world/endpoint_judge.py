"""Judges behind an endpoint: one word for each pair, its probability where the server tells it, cached by content."""

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from threading import Lock

from citevet.errors import NoAnswer, NoAnswerReason
from citevet.limits import LLM_RUN_SECONDS
from citevet.records import dataclass, field
from citevet.world import clock, disk_cache, llm_client
from citevet.world.judge_manifest import JudgeManifest, find_label
from citevet.world.judge_rows import Scores, fill
from citevet.world.llm_client import LlmAnswer, Question
from citevet.world.llm_endpoint import Endpoint

_HOPELESS = 3  # calls that fail in a row before no more are made
_LEAST_TOLD = 0.5  # probability of all labels together from which they say more than the word
_WORDS = 512  # tokens of an answer that may think before its word
_SCORE = re.compile(r"<score>|</think>", re.IGNORECASE)
_TAG = re.compile(r"</?\w+>")
_WORD = re.compile(r"[^\W_]+")


@dataclass(slots=True)
class EndpointTally:
    """Counts of a run."""

    requests: int = 0
    cached: int = 0
    failed: int = 0
    in_a_row: int = 0
    waited: float = 0.0
    trouble: str = ""
    reason: NoAnswerReason = "blocked"  # of the last call that failed


@dataclass(frozen=True, slots=True)
class EndpointJudge:
    """A judge that is asked over a network."""

    manifest: JudgeManifest
    endpoint: Endpoint
    offline: bool = False
    cached: bool = True
    tally: EndpointTally = field(default_factory=EndpointTally)
    lock: Lock = field(default_factory=Lock)

    def __call__(self, document: str, claim: str) -> Scores:
        """Return the scores of a pair; raise NoAnswer with the reason why there are none."""
        said = self.manifest
        words = 1 if said.output == "first-token" else _WORDS
        texts = (_hide_tags(text, said.join) for text in (document, claim))
        asked = Question(said.system, fill(said.join, *texts), {}, said.output, words)
        key = sha256(json.dumps([said.digest, self.endpoint.url, asked.user]).encode()).hexdigest()
        shares = self._recall(key)
        if shares is None:
            shares = self._read(self._ask(asked))
            if self.cached:
                disk_cache.put({key: json.dumps(shares).encode()})
        supported = shares[_place(said, said.support)]
        contradicted = shares[_place(said, said.against)] if said.against is not None else 0.0
        return supported, max(0.0, 1.0 - supported - contradicted), contradicted

    def _recall(self, key: str) -> list[float] | None:
        kept = disk_cache.get([key]).get(key) if self.cached else None
        found = json.loads(kept) if kept else None
        self.tally.cached += found is not None
        return found if isinstance(found, list) and len(found) == len(self.manifest.labels) else None

    def _ask(self, asked: Question) -> LlmAnswer:
        tally = self.tally
        if self.offline and not self.endpoint.is_here:
            raise self._fail("the run is offline", "offline")
        with self.lock:
            if tally.in_a_row >= _HOPELESS or tally.waited > LLM_RUN_SECONDS:
                raise self._fail(tally.trouble, "timeout" if tally.waited > LLM_RUN_SECONDS else tally.reason)
            started = clock.stopwatch()
            answer = llm_client.query_model(self.endpoint, asked, timeout=self.manifest.seconds)
            tally.waited += clock.stopwatch() - started
            tally.requests += 1
            tally.failed += bool(answer.trouble)
            tally.in_a_row = tally.in_a_row + 1 if answer.trouble else 0
            tally.in_a_row = _HOPELESS if answer.lasting else tally.in_a_row
        if answer.trouble:
            tally.trouble, tally.reason = answer.trouble, "timeout" if answer.late else "blocked"
            raise self._fail(answer.trouble, tally.reason)
        return answer

    def _read(self, answer: LlmAnswer) -> list[float]:
        """Return the share of each label."""
        labels = [label.casefold() for label in self.manifest.labels]
        shares = _add_up(answer.chances, labels) if self.manifest.output == "first-token" else [0.0]
        if sum(shares) >= _LEAST_TOLD:
            return [each / sum(shares) for each in shares]
        words = [word for word in map(str.casefold, _WORD.findall(_SCORE.split(answer.text)[-1])) if word in labels]
        if answer.refused or not words:
            raise self._fail("its answer is none of the labels", "abstained")
        return [float(label == words[0]) for label in labels]

    def _fail(self, what: str, reason: NoAnswerReason) -> NoAnswer:
        name = f"{self.endpoint.name} at {self.endpoint.host}"
        return NoAnswer(f"gave no answer: {what}", to=name, advice="Is the server running?", reason=reason)


def _hide_tags(text: str, join: str) -> str:
    """Return a text whose tags do not end those of the form."""
    for tag in set(_TAG.findall(join)):
        text = text.replace(tag, f"{tag[:1]} {tag[1:]}")
    return text


def _place(manifest: JudgeManifest, label: str | int) -> int:
    return find_label(label, manifest.labels) or 0  # the manifest was checked


def _add_up(chances: Mapping[str, float], labels: list[str]) -> list[float]:
    """Return the probability of each label, in whatever case and with whatever space before it."""
    shares = [0.0] * len(labels)
    for token, chance in chances.items():
        word = token.strip().strip("▁").casefold()
        if word in labels:
            shares[labels.index(word)] += chance
    return shares
