"""Pages are fetched as a guest: robots.txt is requested first, and obeyed."""

from collections.abc import Callable

import pytest
from tests.emulator.server import Emulator, Request, Response

from citevet.world.net.client import WebClient
from citevet.world.net.errands import NetSettings


def _site(robots: Response) -> Callable[[Request], Response]:
    return lambda request: robots if request.path == "/robots.txt" else Response(f"page {request.path}")


@pytest.mark.parametrize(
    ("robots", "trouble"),
    [
        (Response("User-agent: *\nDisallow: /secret"), None),
        (Response("User-agent: *\nDisallow: /"), "blocked"),
        (Response("User-agent: citevet\nDisallow: /open"), "blocked"),
        (Response("User-agent: other\nDisallow: /"), None),
        (Response(status=404), None),
        (Response(status=403), None),
        (Response(bytes(range(256))), None),
        (Response(status=500), "unreadable"),
    ],
)
async def test_robots(monkeypatch: pytest.MonkeyPatch, robots: Response, trouble: str | None) -> None:
    """A page that robots.txt forbids, or may forbid, is not fetched."""
    with Emulator(sites={"site.example": _site(robots)}) as emulator:
        emulator.use(monkeypatch)
        async with WebClient(NetSettings()) as web:
            replies = [await web.visit(f"https://site.example/open/{number}") for number in range(2)]
    assert [trouble] * 2 == [reply.trouble for reply in replies]
    paths = ["/robots.txt"] + (["/open/0", "/open/1"] if trouble is None else [])
    assert paths == [request.path for request in emulator.log]


async def test_services_have_no_robots() -> None:
    """An interface for programs is queried at once."""
    with Emulator(extra={"crossref": lambda _: Response({})}) as emulator:
        async with WebClient(NetSettings(services=emulator.services)) as web:
            await web.ask("crossref", "/works/1")
    assert ["/works/1"] == [request.path for request in emulator.log]


async def test_crawl_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site may ask for more time between requests."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    with Emulator(sites={"site.example": _site(Response("User-agent: *\nCrawl-delay: 5"))}) as emulator:
        emulator.use(monkeypatch)
        async with WebClient(NetSettings(), sleep=sleep) as web:
            for number in range(3):
                await web.visit(f"http://site.example/{number}")
    assert max(slept) > 4
