"""The guard on every form in which an address of a private network can be written, and on public ones."""

import asyncio
import socket
from typing import Any
from urllib.parse import urlsplit

import pytest

from citevet.errors import UsageError
from citevet.world.address_guard import is_public, require_allowable, require_reachable
from citevet.world.net.host_names import HostNames, NameNotFound

# IP addresses, by where they lead.
_PRIVATE = """
    0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1 127.0.0.2 127.1.2.3 127.255.255.254
    169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.254 192.0.0.1 192.0.0.8 192.0.0.9 192.0.0.10 192.0.0.170
    192.0.0.171 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.168.255.254 192.175.48.1
    198.18.0.1 198.19.255.254
    198.51.100.1 203.0.113.1 224.0.0.1 224.0.0.251 239.255.255.250 240.0.0.1 255.255.255.254 255.255.255.255
    :: ::1 ::2 ::127.0.0.1 ::7f00:1 ::10.0.0.1 ::192.168.1.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1
    ::ffff:169.254.169.254 ::ffff:192.168.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 ::ffff:0:10.0.0.1 ::ffff:0:8.8.8.8
    64:ff9b::127.0.0.1 64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b::192.168.1.1 64:ff9b::169.254.169.254 64:ff9b::8.8.8.8
    64:ff9b:1::1 64:ff9b:1::127.0.0.1 64:ff9b:1::10.0.0.1 64:ff9b:1:ffff:ffff:ffff:10.0.0.1 64:ff9b:1:7f00:0:100::
    100::1 100:0:0:1::1 2001::1 2001:0:7f00:1:: 2001:0:53aa:64c:0:fbfe:80ff:fffe 2001:2::1 2001:10::1 2001:20::1
    2001:1::1 2001:1::2 2001:3::1 2001:4:112::1 2001:db8::1 2001:db8:ffff::1 2002:7f00:1:: 2002:a00:1:: 2002:c0a8:101::
    2002:a9fe:a9fe:: 2002:808:808:: 2620:4f:8000::1 3fff::1 3fff:fff::1 4000::1 5f00::1 8000::1 c000::1 e000::1 f000::1
    fc00::1 fd00::1 fdff:ffff::1 fd12:3456:789a::1 fe00::1 fe80::1 fe80::1%eth0 fe80::1%25lo fe80::7f00:1 febf::1
    fec0::1 fec0:0:0:1::1 feff::1 ff00::1 ff01::1 ff02::1 ff02::fb ff05::2 ff0e::1
    2606:4700::5efe:127.0.0.1 2606:4700::5efe:10.0.0.1 2606:4700::200:5efe:192.168.1.1 2a00::5efe:a00:1
""".split()
_PUBLIC = """
    1.1.1.1 8.8.8.8 9.9.9.9 93.184.215.14 100.63.255.255 100.128.0.1 151.101.1.69 172.15.255.255 172.32.0.1
    185.199.108.153 192.0.1.1 192.167.255.255 192.169.0.1 198.17.255.255 198.20.0.1 223.255.255.254
    2001:200::1 2001:4860:4860::8888 2400:cb00::1 2606:4700:4700::1111 2620:fe::fe 2a00:1450:4001::1 2c0f:fb50::1
""".split()
# Hosts that the system reads as 127.0.0.1 or as another address of this network.
_SPELLINGS = """
    127.0.0.1 localhost LOCALHOST localhost. 2130706433 0x7f000001 0x7F000001 017700000001 0x7f.0.0.1 0177.0.0.1 127.1
    127.0.1 0x7f.1 0177.1 127.0x0.1 0 0x0 0.0.0.0 00000177.0.0.1 [::1] [::] [::ffff:127.0.0.1] [0:0:0:0:0:0:0:1]
    [::ffff:7f00:1] [::127.0.0.1] [fe80::1%25lo] ①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 127．0．0．1 ⑩.0.0.1 192.168.1
    192.11010305 3232235777 0xc0a80101 10.1 0xa000001 169.254.43518 2852039166
""".split()


@pytest.mark.parametrize("address", _PRIVATE)
def test_an_address_that_is_not_public(address: str) -> None:
    """Private, local, reserved, of a protocol, or an IPv4 address inside an IPv6 one."""
    assert not is_public(address)


@pytest.mark.parametrize("address", _PUBLIC)
def test_a_public_address(address: str) -> None:
    """Servers of the internet, also next to the reserved blocks."""
    assert is_public(address)


def test_the_list_is_long() -> None:
    """At least 150 forms are refused."""
    assert len({*_PRIVATE, *_SPELLINGS}) >= 150


@pytest.mark.parametrize("host", _SPELLINGS)
async def test_a_spelling_of_this_network(host: str) -> None:
    """However the host is written, what it means is refused, or it means nothing."""
    name = urlsplit(f"http://{host}/").hostname or ""
    with pytest.raises((UsageError, NameNotFound)):
        await asyncio.wait_for(HostNames().find_addresses("http", name, 80), 10)


async def test_a_name_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second answer, which leads inside, is never asked for: rebinding has no moment to happen in."""
    answers = iter(["93.184.215.14", "127.0.0.1"])

    async def resolve(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), 80))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve)
    names = HostNames()
    found = [await names.find_addresses("http", "rebind.example", port) for port in (80, 80, 443)]
    assert [("93.184.215.14",)] * 3 == found


@pytest.mark.parametrize(
    ("allowed", "url", "address", "is_let"),
    [
        ("wiki.corp.example", "http://wiki.corp.example/x", "10.1.2.3", True),
        ("wiki.corp.example", "http://other.corp.example/x", "10.1.2.3", False),
        ("wiki.corp.example:8080", "http://wiki.corp.example:8080/x", "10.1.2.3", True),
        ("wiki.corp.example:8080", "http://wiki.corp.example/x", "10.1.2.3", False),
        ("10.1.0.0/16", "http://any.example/x", "10.1.2.3", True),
        ("10.1.0.0/16", "http://any.example/x", "10.2.2.3", False),
        ("::1", "http://[::1]/x", "::1", True),
        ("fd00::/8", "http://[fd00::1]/x", "fd00::1", True),
        ("example", "http://wiki.example/x", "10.1.2.3", False),
    ],
)
def test_only_named_hosts_may_be_private(allowed: str, url: str, address: str, is_let: bool) -> None:  # noqa: FBT001
    """A host, a host with a port, or a network; nothing near it."""
    try:
        require_reachable(urlsplit(url), [address], allowed=(allowed,))
        let = True
    except UsageError:
        let = False
    assert is_let == let


@pytest.mark.parametrize("name", ["*", "*.corp.example", "10.0.0.0/99", "", " "])
def test_what_names_no_host_is_refused(name: str) -> None:
    """A star would allow everything."""
    with pytest.raises(UsageError):
        require_allowable([name])


@pytest.mark.parametrize(
    ("known", "is_offline"), [((), True), (("example.com",), False), (("other.example",), True)], ids=str
)
async def test_an_offline_machine_proves_no_host_unknown(
    known: tuple[str, ...],
    is_offline: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Many systems say "no such name" where nothing can be looked up; a registered name tells the two apart."""

    async def resolve(host: str, *_: Any, **__: Any) -> list[Any]:
        if host not in known:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.215.14", 0))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve)
    with pytest.raises(NameNotFound) as error:
        await HostNames().find_addresses("https", "doi.example", 443)
    assert (is_offline, not is_offline) == (error.value.is_offline, error.value.is_unknown)
