"""Which web addresses may be fetched: public ones, and those that the user named. Nothing else leads into a network."""

import os
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from citevet.errors import UsageError

REDIRECTS = frozenset({301, 302, 303, 307, 308})
MAX_REDIRECTS = 8
PORTS = {"http": 80, "https": 443}
# The only IPv6 addresses that are assigned to hosts of the internet (IANA, IPv6 Global Unicast Address Space). All
# others stay in one network, or carry an IPv4 address: ::127.0.0.1, 64:ff9b:1::/48 (NAT64), fec0::/10 (site-local).
_GLOBAL_UNICAST = IPv6Network("2000::/3")
# Its parts that lead to IPv4 addresses or to no server (IANA, IPv6 Special-Purpose Address Registry).
_SPECIAL_IPV6 = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "2620:4f:8000::/48")))
_ISATAP = frozenset({0x00005EFE, 0x02005EFE})  # in the third quarter of an address that carries an IPv4 address
# Relays of protocols and networks for tests that Python counts as global in some versions (RFC 6890, RFC 7526).
_SPECIAL_IPV4 = tuple(
    map(IPv4Network, ("192.0.0.0/24", "192.88.99.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.175.48.0/24"))
)
_ALLOWED = "CITEVET_ALLOW_PRIVATE"


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


def require_reachable(parts: SplitResult, addresses: Sequence[str], own: str = "", allowed: Iterable[str] = ()) -> None:
    """Refuse a host if any of its IP addresses is in a private network.

    `own` is an address that the user named. Its host may be in a private network, and plain HTTP is used only if the
    user wrote it. A redirect to another host must be public and encrypted, unless both hosts are this machine.
    `allowed` are the hosts and networks that the user allowed to be private.
    """
    named = urlsplit(own)
    if parts.hostname == named.hostname and (parts.scheme == "https" or named.scheme == "http"):
        return
    local = is_this_machine(named.hostname or "") and all(ip_address(address).is_loopback for address in addresses)
    if own and parts.scheme != "https" and not local:
        raise _refusal(parts.geturl(), "it was redirected to an address without encryption")
    if local or allows_private():
        return
    names = [*allowed, *_read_allowed()]
    if not is_allowed(parts, names) and not all(is_public(each) or is_allowed_ip(each, names) for each in addresses):
        raise _refusal(parts.geturl(), "it leads into a private network")


def is_allowed(parts: SplitResult, allowed: Iterable[str]) -> bool:
    """Check whether the user allowed the host of an address to be private, with any port or with this one."""
    host, port = parts.hostname or "", parts.port or PORTS.get(parts.scheme, 0)
    names = {host, f"{host}:{port}", f"[{host}]", f"[{host}]:{port}"}
    return any(each.strip().lower() in names for each in allowed)


def is_allowed_ip(address: str, allowed: Iterable[str]) -> bool:
    """Check whether an IP address is in a network that the user allowed: 10.1.0.0/16."""
    found = ip_address(address)
    return any(found in ip_network(each.strip(), strict=False) for each in allowed if "/" in each)


def require_allowable(names: Iterable[str]) -> None:
    """Refuse what is neither a host nor a network: every address, as in `--allow-private`, has to be named."""
    for name in names:
        try:
            network = ip_network(name.strip(), strict=False) if "/" in name else None
        except ValueError:
            network = None
        if ("/" in name and network is None) or not name.strip() or "*" in name:
            advice = "Name a host, HOST:PORT, or a network such as 10.1.0.0/16."
            raise UsageError("not a host or a network", to=name, advice=advice)


def is_this_machine(host: str) -> bool:
    """Check whether the name of a host means this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def allows_private() -> bool:
    """Check whether the user lifted the rule against private networks for all hosts."""
    return os.environ.get(_ALLOWED) == "1"


def allow_hosts(names: Iterable[str]) -> None:
    """Let hosts and networks be private for this process and those that it starts."""
    given = [name.lower() for name in names]
    require_allowable(given)
    if not allows_private():
        os.environ[_ALLOWED] = ",".join([*_read_allowed(), *given])


def _read_allowed() -> list[str]:
    """Return the hosts and networks that the environment allows to be private."""
    return [each for each in os.environ.get(_ALLOWED, "").split(",") if each.strip() not in {"", "0", "1"}]


def is_public(address: str) -> bool:
    """Check whether an IP address is that of a server in the internet."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        return _is_public_ipv6(found)
    return found.is_global and not found.is_multicast and not any(found in each for each in _SPECIAL_IPV4)


def _is_public_ipv6(address: IPv6Address) -> bool:
    """Check an IPv6 address; no public server is reached only by one that carries an IPv4 address."""
    if address not in _GLOBAL_UNICAST or any(address in each for each in _SPECIAL_IPV6):
        return False
    return address.is_global and not address.is_multicast and (int(address) >> 32) & 0xFFFFFFFF not in _ISATAP


def _refusal(url: str, why: str) -> UsageError:
    return UsageError(why, to=url[:200], advice="Give a public http or https address.")
