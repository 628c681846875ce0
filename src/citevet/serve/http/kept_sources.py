"""Prepared sources and guards of streams, kept in memory under names that only their user may use."""

import asyncio
from collections import Counter, OrderedDict
from secrets import token_urlsafe
from typing import Any

from citevet.limits import SERVED_PREPARED_BYTES, SERVED_SOURCES
from citevet.records import dataclass, field
from citevet.serve.http.failures import RequestFailure


@dataclass(slots=True)
class KeptSources:
    """Sources as JSON; for a stream also what is known of it so far."""

    user: str
    sources: bytes
    action: str = "flag"  # for what is not supported
    state: dict[str, Any] = field(default_factory=dict)  # of the stream, as a worker gave it
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # the chunks of a stream come one after the other


class SourceKeeper:
    """The last ones, within bounds; the oldest of whoever keeps most go first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, KeptSources] = OrderedDict()

    def keep(self, kept: KeptSources) -> str:
        """Keep something, and return its name; a user can push out only their own."""
        name = token_urlsafe(16)
        own = [key for key, each in self._kept.items() if each.user == kept.user]
        for key in own[: max(len(own) - SERVED_SOURCES + 1, 0)]:
            del self._kept[key]
        self._kept[name] = kept
        self._shrink()
        return name

    def _shrink(self) -> None:
        sizes = Counter[str]()
        for each in self._kept.values():
            sizes[each.user] += len(each.sources)
        while sizes.total() > SERVED_PREPARED_BYTES and len(self._kept) > 1:
            user = max(sizes, key=sizes.__getitem__)
            oldest = next(key for key, each in self._kept.items() if each.user == user)
            sizes[user] -= len(self._kept.pop(oldest).sources)

    def find(self, name: str, user: str) -> KeptSources:
        """Return what has a name; what belongs to another user does not exist for this one."""
        kept = self._kept.get(name)
        if kept is None or kept.user != user:
            what = "There is nothing of this name: newer ones replaced it, or the server was started again."
            raise RequestFailure(404, f"{what} Send the sources again.")
        self._kept.move_to_end(name)
        return kept
