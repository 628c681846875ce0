"""The emulator itself: modules of services are found, and an unknown path is a 404 instead of a broken connection."""

from tests.emulator.server import Emulator

from citevet.world.net.client import WebClient
from citevet.world.net.errands import NetSettings


async def test_services_and_unknown_paths() -> None:
    """A module answers for its service; an address without a module is not found."""
    with Emulator() as emulator:
        async with WebClient(NetSettings(services=emulator.services | {"lii": f"{emulator.url}/robots.txt"})) as web:
            known = await web.ask("crossref", "/works/10.5555%2Fnothing")
            unknown = await web.ask("lii", "/")
    assert (None, None, 404) == (known.trouble, unknown.trouble, unknown.status)
    assert b"nothing here" != known.data
