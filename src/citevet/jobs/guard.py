"""Verify an answer while a model streams it: each finished sentence is passed, flagged or blocked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from citevet.errors import UsageError
from citevet.jobs.caller_functions import FunctionCaller
from citevet.jobs.given_sources import GivenSources
from citevet.jobs.prepared_sources import prepare_sources
from citevet.jobs.verify import Verifier
from citevet.jobs.verify_inputs import Sources
from citevet.model.verification import Thresholds, VerifiedClaim, VerifiedWord
from citevet.records import dataclass, field
from citevet.report.agentos import claim_to_dict
from citevet.text.sentences import split_sentences

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

Action = Literal["pass", "flag", "block"]
Code = Literal["GROUNDING_CONTRADICTION", "GROUNDING_UNVERIFIABLE", "GROUNDING_UNCHECKED", "GROUNDING_MISATTRIBUTED"]

_CODES: Mapping[VerifiedWord, Code] = {
    "contradicted": "GROUNDING_CONTRADICTION",
    "unverifiable": "GROUNDING_UNVERIFIABLE",
}
# A word and the blank that ends it; where no blanks part the words, a stretch and the full stop that ends it.
_WORD = re.compile(r"\s*+[^\s。！？｡]*+[\s。！？｡]")
_STOP = re.compile(r"[.!?…。！？｡\n]|\]\s")  # a marker may follow the stop
_FENCE = re.compile(r"^[ ]{0,3}(?:```|~~~)", re.MULTILINE)
# A new paragraph, list item, heading, quotation or row: the text before it is finished.
_BREAK = re.compile(r"\n(?=[^\S\n]*+(?:\n|[-*+•>|#]|\d{1,3}[.)]\s))")
# Behind a stop: a marker of the sentence that the stop ended, unless a verb follows it, as in "[3] found that".
_MARKER = re.compile(r"(?:\[\^?\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,9}\][^\S\n]*+){1,9}(?![a-z])")
_LONGEST = 2_000  # characters without an end: no sentence is so long, and the stream must go on
_LONGEST_CODE = 20_000
_MOST_STOPS = 50  # likewise of stops that end nothing, and each is looked at
_REACH = 600  # characters back that decide whether a sentence ends: longer than the longest pair of brackets


@dataclass(frozen=True, slots=True)
class Event:
    """A finished stretch of the stream; joined, the texts of all events are the stream."""

    text: str
    action: Action = "pass"
    reasons: tuple[Code, ...] = ()  # why it is not passed, each once
    claims: tuple[VerifiedClaim, ...] = ()
    thresholds: Thresholds = field(default_factory=Thresholds)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer of every interface, with the claims as `verify` gives them."""
        claims = [claim_to_dict(claim, self.thresholds) for claim in self.claims]
        return {"text": self.text, "action": self.action, "reasons": list(self.reasons), "claims": claims}


class StreamGuard:
    """Sentence by sentence against sources; what is contradicted, not found or not checkable is flagged or blocked.

    `finish` ends an answer. What is fed after it begins the next one, against the same sources, which stay read.
    """

    def __init__(
        self,
        sources: Sources | GivenSources,
        *,
        on_unsupported: Literal["flag", "block"] = "flag",
        verifier: Verifier | None = None,
    ) -> None:
        if on_unsupported not in ("flag", "block"):
            raise UsageError(
                f"{on_unsupported!r} is not an action", to="on_unsupported", advice='Say "flag" or "block".'
            )
        self._sources = prepare_sources(sources)
        self._verifier = verifier or Verifier()
        self._action = on_unsupported
        self._buffer = SentenceBuffer()

    def feed(self, chunk: str) -> list[Event]:
        """Take the next chunk, and return an event for each sentence that it finished."""
        return self._events(self._finished(chunk))

    def count_finished(self, chunk: str) -> int:
        """Return how many sentences a chunk would finish, without taking it."""
        return len(SentenceBuffer(**self._buffer.state).feed(chunk))

    def finish(self) -> list[Event]:
        """Return the events of what is left: the answer has ended, and the next chunk begins another."""
        return self._events(self._left())

    async def afeed(self, chunk: str) -> list[Event]:
        """Take the next chunk without blocking the event loop."""
        return await self._aevents(self._finished(chunk))

    async def afinish(self) -> list[Event]:
        """Return the rest without blocking the event loop."""
        return await self._aevents(self._left())

    def check(self, sentence: str) -> Event:
        """Verify a sentence that you cut off yourself."""
        return self._event(sentence, FunctionCaller())

    def _finished(self, chunk: str) -> list[str]:
        if not isinstance(chunk, str):
            raise UsageError(f"{type(chunk).__name__} is not text", to="StreamGuard.feed", advice="Pass a string.")
        return self._buffer.feed(chunk)

    def _left(self) -> list[str]:
        ended, self._buffer = self._buffer, SentenceBuffer()
        return ended.finish()

    async def _aevents(self, pieces: Sequence[str]) -> list[Event]:
        import asyncio  # 40 ms that plain callers do not need

        return await asyncio.to_thread(self._events, pieces, asyncio.get_running_loop()) if pieces else []

    def _events(self, pieces: Sequence[str], loop: "AbstractEventLoop | None" = None) -> list[Event]:
        return [self._event(piece, FunctionCaller(loop)) for piece in pieces]

    def _event(self, piece: str, caller: FunctionCaller) -> Event:
        found = self._verifier.verify_against(self._sources, piece.strip(), caller)
        reasons = tuple(dict.fromkeys(code for code in map(_code, found.claims) if code))
        return Event(piece, self._action if reasons else "pass", reasons, found.claims, found.thresholds)


def _code(claim: VerifiedClaim) -> Code | None:
    if "misattributed" in claim.ruling.flags:
        return "GROUNDING_MISATTRIBUTED"
    return "GROUNDING_UNCHECKED" if claim.ruling.support == "unchecked" else _CODES.get(claim.verdict)


class SentenceBuffer:
    """Holds back what may still change; a sentence is finished when the next has its first word."""

    def __init__(self, *, tail: str = "", held: str = "", last: str = "", stops: int = 0) -> None:
        self._tail = tail  # a word that has not ended
        self._held = held  # whole words that no piece has
        self._last = last  # the last of them
        self._stops = stops  # how many of them could have ended a sentence

    @property
    def state(self) -> dict[str, Any]:
        """All that it holds, to go on in another process."""
        return {"tail": self._tail, "held": self._held, "last": self._last, "stops": self._stops}

    def feed(self, chunk: str) -> list[str]:
        """Take the next stretch of the stream, and return the pieces that it finished."""
        text, self._tail = self._tail + chunk, ""
        pieces: list[str] = []
        at = 0
        while at < len(text):
            word = _WORD.match(text, at, min(at + _LONGEST, len(text)))
            end = word.end() if word else at + _LONGEST
            if word is None and end > len(text):
                break
            pieces += self._take(text[at:end])
            at = end
        self._tail = text[at:]
        return pieces

    def finish(self) -> list[str]:
        """Return what is left: the stream has ended."""
        rest, self._held, self._tail, self._last = self._held + self._tail, "", "", ""
        return list(_split_pieces(rest))

    def _take(self, word: str) -> list[str]:
        before, self._last = self._last, word
        self._held += word
        if not _STOP.search(before) and "\n" not in word and len(self._held) <= _LONGEST:
            return []
        self._stops += 1
        cut = _measure_finished(self._held)
        if not cut and (len(self._held) > _LONGEST or self._stops > _MOST_STOPS) and not _FENCE.match(self._held):
            cut = len(self._held)
        if cut:
            self._stops = 0
        done, self._held = self._held[:cut], self._held[cut:]
        return list(_split_pieces(done))


def _measure_finished(held: str) -> int:
    """Return how much is finished: a block of code when it is closed, else all before what has begun last."""
    fence = _FENCE.search(held)
    if fence and fence.start() == 0:
        closing = _FENCE.search(held, fence.end())
        closed = held.find("\n", closing.start()) + 1 if closing else 0
        return closed or (len(held) if len(held) > _LONGEST_CODE else 0)
    if fence:
        return fence.start()
    broken = max((found.end() for found in _BREAK.finditer(held, 0, len(held) - 1)), default=0)
    low = max(broken, len(held) - _REACH)
    starts = [start for start in _find_starts(held[low:]) if low + start < len(held)]
    return low + starts[-1] if len(starts) > 1 else broken


def _split_pieces(text: str) -> Iterator[str]:
    """Yield the sentences of a finished stretch, each with the white space behind it; code is one piece."""
    starts = [] if _FENCE.match(text) else _find_starts(text)[1:]
    for start, end in zip([0, *starts], [*starts, len(text)], strict=True):
        if text[start:end]:
            yield text[start:end]


def _find_starts(text: str) -> list[int]:
    """Return where the sentences start; a marker behind the stop of one belongs to it, not to the next."""
    spans = split_sentences(text)
    starts = [span.start for span in spans[:1]]
    for before, span in pairwise(spans):
        marker = _MARKER.match(text, span.start) if "\n" not in text[before.end : span.start] else None
        starts.append(marker.end() if marker else span.start)
    return starts
