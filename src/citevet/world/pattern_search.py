"""Search claims for patterns of the user in a process of its own, where one that would never end is stopped.

The timer of `limit_time` interrupts such a search only in the main thread, and only where the system has that timer.
"""

import re
import sys
import warnings
from collections.abc import Sequence

from citevet.errors import TooComplex
from citevet.limits import PATTERN_SECONDS
from citevet.world.child_process import ChildCrash, ask_child, read_requests, send_reply, take_stdout
from citevet.world.time_limit import limit_time

_PATIENCE = 30.0  # seconds until the process is killed, on systems without the timer
_FOUND, _NONE = b"1", b"0"


class PatternSearch:
    """Search for lists of patterns; a list that takes too long once is not tried again."""

    def __init__(self) -> None:
        self.stuck: dict[tuple[str, ...], str] = {}  # patterns → which of them takes too long

    def finds(self, patterns: tuple[str, ...], text: str) -> bool:
        """Check whether one of the patterns occurs in the text, in upper or lower case; False if none could tell."""
        if patterns in self.stuck:
            return False
        request, data = {"patterns": patterns}, text.encode("utf-8", "replace")
        try:
            reply = ask_child("citevet.world.pattern_search", request, data, seconds=_PATIENCE)
        except ChildCrash:
            reply = b"pattern search failed"
        if reply not in {_FOUND, _NONE}:
            self.stuck[patterns] = reply.decode()
        return reply == _FOUND


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Compile a pattern of the user; what Python may read otherwise in a later version is no concern of the reader."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return re.compile(pattern, re.IGNORECASE)


def _search(patterns: Sequence[str], text: str) -> bytes:
    for pattern in patterns:
        try:
            with limit_time(PATTERN_SECONDS, pattern):
                if compile_pattern(pattern).search(text):
                    return _FOUND
        except TooComplex:
            return f"pattern {pattern[:60]!r} takes more than {PATTERN_SECONDS:g} s to search one claim".encode()
    return _NONE


def _serve() -> None:
    replies = take_stdout()
    for request, data in read_requests(sys.stdin.buffer):
        patterns = request["patterns"]
        send_reply(replies, _search(patterns if isinstance(patterns, list) else [], data.decode()))


if __name__ == "__main__":
    _serve()
