"""Watches an answer while a model streams it: each finished sentence is verified, and passed, flagged or blocked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from citevet.errors import UsageError
from citevet.jobs.verify import Verifier
from citevet.jobs.verifying.asked import sources_of
from citevet.jobs.verifying.caller import Caller
from citevet.jobs.verifying.sentence_buffer import SentenceBuffer
from citevet.jobs.verifying.shelf import Shelf
from citevet.report.verified import Given, VerifiedClaim, VerifiedWord

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

Action = Literal["pass", "flag", "block"]
Code = Literal["GROUNDING_CONTRADICTION", "GROUNDING_UNVERIFIABLE", "GROUNDING_UNCHECKED"]

_CODES: Mapping[VerifiedWord, Code] = {
    "contradicted": "GROUNDING_CONTRADICTION",
    "unverifiable": "GROUNDING_UNVERIFIABLE",
}


@dataclass(frozen=True, slots=True)
class Event:
    """A finished stretch of the stream; joined, the texts of all events are the stream."""

    text: str
    action: Action = "pass"
    reasons: tuple[Code, ...] = ()  # why it is not passed, each once
    claims: tuple[VerifiedClaim, ...] = ()


class StreamGuard:
    """Sentence by sentence against sources; what is contradicted, not found or not checkable is flagged or blocked.

    `finish` ends an answer. What is fed after it begins the next one, against the same sources, which stay read.
    """

    def __init__(
        self,
        sources: Sequence[Given | str],
        *,
        on_unsupported: Literal["flag", "block"] = "flag",
        verifier: Verifier | None = None,
    ) -> None:
        if on_unsupported not in ("flag", "block"):
            raise UsageError(f"{on_unsupported!r} is no action", to="on_unsupported", advice='Say "flag" or "block".')
        self._shelf = Shelf(sources_of(sources))
        self._verifier = verifier or Verifier()
        self._action = on_unsupported
        self._buffer = SentenceBuffer()

    def feed(self, chunk: str) -> list[Event]:
        """Take the next chunk, and return an event for each sentence that it finished."""
        return self._events(self._finished(chunk))

    def finish(self) -> list[Event]:
        """Return the events of what is left: the answer has ended, and the next chunk begins another."""
        return self._events(self._left())

    async def afeed(self, chunk: str) -> list[Event]:
        """Take the next chunk without blocking the event loop."""
        return await self._aevents(self._finished(chunk))

    async def afinish(self) -> list[Event]:
        """Return the rest without blocking the event loop."""
        return await self._aevents(self._left())

    def _finished(self, chunk: str) -> list[str]:
        if not isinstance(chunk, str):
            raise UsageError(f"{type(chunk).__name__} is no text", to="StreamGuard.feed", advice="Pass a string.")
        return self._buffer.feed(chunk)

    def _left(self) -> list[str]:
        ended, self._buffer = self._buffer, SentenceBuffer()
        return ended.finish()

    async def _aevents(self, pieces: Sequence[str]) -> list[Event]:
        import asyncio  # noqa: PLC0415 - 40 ms that plain callers do not need

        return await asyncio.to_thread(self._events, pieces, asyncio.get_running_loop()) if pieces else []

    def _events(self, pieces: Sequence[str], loop: "AbstractEventLoop | None" = None) -> list[Event]:
        return [self._event(piece, Caller(loop)) for piece in pieces]

    def _event(self, piece: str, caller: Caller) -> Event:
        found = self._verifier.against(self._shelf, piece.strip(), caller)
        reasons = tuple(dict.fromkeys(code for code in map(_code, found.claims) if code))
        return Event(piece, self._action if reasons else "pass", reasons, found.claims)


def _code(claim: VerifiedClaim) -> Code | None:
    return "GROUNDING_UNCHECKED" if claim.ruling.support == "unchecked" else _CODES.get(claim.verdict)
