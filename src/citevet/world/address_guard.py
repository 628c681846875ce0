"""Which web addresses may be fetched: public ones, and those that the user named. Nothing else leads into a network."""

import os
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from citevet.errors import UsageError

REDIRECTS = frozenset({301, 302, 303, 307, 308})
MAX_REDIRECTS = 8
PORTS = {"http": 80, "https": 443}
_IPV4_GATEWAY = IPv6Network("64:ff9b::/96")  # leads to any IPv4 address, private ones too


def split_url(url: str) -> SplitResult:
    """Return the parts of an address, or refuse one that is not a plain http or https address."""
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        raise _refusal(url, "it is not a web address") from None
    if parts.scheme not in PORTS or not named or not url.isprintable() or " " in url:
        raise _refusal(url, "only http and https addresses are fetched")
    if parts.username is not None or parts.password is not None:
        raise _refusal(url, "an address with a password in it is not fetched")
    return parts


def require_reachable(parts: SplitResult, addresses: Sequence[str], own: str = "") -> None:
    """Refuse a host if any of its IP addresses is in a private network.

    `own` is an address that the user named. Its host may be in a private network, and plain HTTP is used only if the
    user wrote it. A redirect to another host must be public and encrypted, unless both hosts are this machine.
    """
    named = urlsplit(own)
    if parts.hostname == named.hostname and (parts.scheme == "https" or named.scheme == "http"):
        return
    local = is_this_machine(named.hostname or "") and all(ip_address(address).is_loopback for address in addresses)
    if own and parts.scheme != "https" and not local:
        raise _refusal(parts.geturl(), "it was redirected to an address without encryption")
    if not local and not allows_private() and not all(_is_public(ip_address(address)) for address in addresses):
        raise _refusal(parts.geturl(), "it leads into a private network")


def is_this_machine(host: str) -> bool:
    """Check whether the name of a host means this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def allows_private() -> bool:
    """Check whether the user lifted the rule against private networks."""
    return os.environ.get("CITEVET_ALLOW_PRIVATE") == "1"


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is not None or address in _IPV4_GATEWAY:
            return False  # no public server is reached only this way
    return address.is_global and not address.is_multicast


def _refusal(url: str, why: str) -> UsageError:
    return UsageError(why, to=url[:200], advice="Give a public http or https address.")
