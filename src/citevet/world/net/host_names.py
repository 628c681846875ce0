"""The IP addresses of hosts: each name is looked up once in a run, so that no later answer can lead elsewhere."""

import asyncio
from ipaddress import ip_address
from socket import EAI_NONAME, SOCK_STREAM, gaierror

from citevet.world.address_guard import require_reachable, split_url

_EAI_NODATA = -5  # of Linux; Python does not name it on all systems
_NO_SUCH_NAME = frozenset({EAI_NONAME, _EAI_NODATA})


class NameNotFound(OSError):
    """A name has no address; `is_unknown` where the answer was that there is no such name."""

    def __init__(self, *, is_unknown: bool) -> None:
        super().__init__("its host is not known")
        self.is_unknown = is_unknown


class HostNames:
    """The answers of a run. `allowed` are the hosts and networks that the user allowed to be private."""

    def __init__(self, allowed: tuple[str, ...] = ()) -> None:
        self._allowed = allowed
        self._found: dict[str, tuple[str, ...] | NameNotFound] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def find_addresses(self, scheme: str, host: str, port: int, own: str = "") -> tuple[str, ...]:
        """Return the addresses of a host, if all of them may be reached; else raise `UsageError` or `NameNotFound`."""
        found = self._found.get(host)
        if found is None:
            async with self._locks.setdefault(host, asyncio.Lock()):
                found = self._found.get(host) or await _look_up(host)
                self._found[host] = found
        if isinstance(found, NameNotFound):
            raise found
        name = f"[{host}]" if ":" in host else host
        require_reachable(split_url(f"{scheme}://{name}:{port}"), found, own, self._allowed)
        return found

    def reset(self) -> None:
        """Forget who waits, before another event loop begins."""
        self._locks.clear()


async def _look_up(host: str) -> tuple[str, ...] | NameNotFound:
    try:
        return (str(ip_address(host)),)  # the look-up takes a thread
    except ValueError:
        pass
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, 0, type=SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        return NameNotFound(is_unknown=isinstance(error, gaierror) and error.errno in _NO_SUCH_NAME)
    return tuple(dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in found))
