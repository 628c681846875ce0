"""The IP addresses of hosts: each name is looked up once in a run, so that no later answer can lead elsewhere."""

import asyncio
from ipaddress import ip_address
from socket import EAI_NONAME, SOCK_STREAM, gaierror

from citevet.errors import UsageError
from citevet.world.address_guard import require_reachable, split_url

_EAI_NODATA = -5  # of Linux; Python does not name it on all systems
_NO_SUCH_NAME = frozenset({EAI_NONAME, _EAI_NODATA})
_CONTROL = "example.com"  # IANA keeps it registered: where it has no address, this machine can look up no name
OFFLINE = "no host name can be looked up, so this machine seems to be offline"


class NameNotFound(OSError):
    """A name has no address; `is_unknown` where there is no such name, `is_offline` where no name can be looked up."""

    def __init__(self, *, is_unknown: bool, is_offline: bool = False) -> None:
        super().__init__("its host is not known")
        self.is_unknown, self.is_offline = is_unknown, is_offline


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
                if isinstance(found, NameNotFound) and await self._is_offline(host):
                    found = NameNotFound(is_unknown=False, is_offline=True)
                self._found[host] = found
        if isinstance(found, NameNotFound):
            raise found
        name = f"[{host}]" if ":" in host else host
        require_reachable(split_url(f"{scheme}://{name}:{port}"), found, own, self._allowed)
        return found

    async def _is_offline(self, host: str) -> bool:
        """Return whether no name can be looked up; an offline machine is often told that there is no such name."""
        if host == _CONTROL:
            return True
        try:
            await self.find_addresses("https", _CONTROL, 443)
        except NameNotFound:
            return True
        except UsageError:  # a network that answers every name itself
            return False
        return False

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
