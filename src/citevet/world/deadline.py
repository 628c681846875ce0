"""One deadline for a whole HTTP exchange, from the connection to the last byte.

The time limits of the library start again with every byte, so a server that drips its headers, or sends endless interim
responses, is never late. At the deadline the sockets are shut down, and whatever waits for them fails.
"""

from collections.abc import Mapping
from contextlib import suppress
from socket import SHUT_RDWR
from threading import Lock, Timer
from typing import Any, Self

_CONNECTED = frozenset({"connection.connect_tcp.complete", "connection.start_tls.complete"})


class Deadline:
    """A context in which an exchange must end; `trace` goes into the extensions of its request."""

    def __init__(self, seconds: float) -> None:
        self.is_over = False
        self._sockets: list[Any] = []
        self._lock = Lock()
        self._timer = Timer(max(seconds, 0.0), self._end)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Remember the socket of each connection that is made."""
        if event in _CONNECTED:
            with self._lock:
                self._sockets.append(info["return_value"].get_extra_info("socket"))
            if self.is_over:
                self._end()

    def _end(self) -> None:
        self.is_over = True
        with self._lock:
            for socket in self._sockets:
                with suppress(OSError, AttributeError):
                    socket.shutdown(SHUT_RDWR)
