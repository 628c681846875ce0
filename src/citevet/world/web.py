"""HTTP GET for callers that wait for the answer, within limits of size and time, and never into a private network."""

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from importlib.util import find_spec
from urllib.parse import urljoin

from citevet.errors import ReadError, TooLarge, UsageError, first_line
from citevet.records import dataclass
from citevet.version import __version__
from citevet.world.address_guard import MAX_REDIRECTS, REDIRECTS, split_url
from citevet.world.installed_from import install_command

# asyncio and the libraries of the network take 0.2 s, and most runs are offline

_READ_SECONDS = 30.0  # without a byte


@dataclass(frozen=True, slots=True)
class Response:
    """The final response of a server, after all redirects."""

    status: int
    url: str
    media_type: str  # without parameters: "application/pdf"
    data: bytes


@dataclass(frozen=True, slots=True)
class StreamedResponse:
    """The final response of a server, while its body is still coming in."""

    status: int
    url: str
    media_type: str
    chunks: AsyncIterator[bytes]


def get(url: str, *, accept: str = "*/*", max_bytes: int = 64 * 1_048_576, timeout: float = 20.0) -> Response:
    """Fetch an address with its whole body."""
    require_httpx()
    from citevet.world.net.loop import NetworkLoop

    return NetworkLoop().run(_get(url, accept=accept, max_bytes=max_bytes, seconds=timeout))


async def _get(url: str, *, accept: str, max_bytes: int, seconds: float) -> Response:
    data = bytearray()
    async with open_url(url, accept=accept, seconds=seconds) as response:
        async for chunk in response.chunks:
            data += chunk
            if len(data) > max_bytes:
                what = f"larger than {max_bytes / 1_048_576:g} MB"
                raise TooLarge(what, to=response.url, advice="Fetch it by hand.")
        return Response(response.status, response.url, response.media_type, bytes(data))


@asynccontextmanager
async def open_url(
    url: str, *, accept: str = "*/*", seconds: float = 20.0, own: str = ""
) -> AsyncIterator[StreamedResponse]:
    """Open an address; each hop is resolved, checked, and connected to at the IP address that was checked.

    `own` is an address that the user named, as in `require_reachable`.
    """
    import asyncio

    from citevet.world.net.errands import Outgoing
    from citevet.world.net.exchange import HTTP_ERRORS, TIMEOUTS, Connections, read_headers

    headers = {"Accept": accept, "Accept-Encoding": "identity", "User-Agent": f"citevet/{__version__}"}
    try:
        async with asyncio.timeout(seconds):
            for _ in range(MAX_REDIRECTS + 1):
                async with (
                    aclosing(Connections(split_url(url).scheme, own)) as connections,
                    connections.send(Outgoing(url, headers=headers), stall=_READ_SECONDS) as response,
                    aclosing(response.aiter_stream()) as chunks,
                ):
                    said = read_headers(response)
                    location = said.get("location", "")
                    if response.status not in REDIRECTS or not location:
                        media_type = said.get("content-type", "").partition(";")[0].strip().lower()
                        yield StreamedResponse(response.status, url, media_type, chunks)
                        return
                url = urljoin(url, location)
    except TIMEOUTS as error:
        raise _failure(url, "it took too long") from error
    except HTTP_ERRORS as error:
        raise _failure(url, first_line(error)) from error
    raise _failure(url, "it redirects without end")


def require_httpx(extra: str = "web", what: str = "looking things up on the web", *, to: str = "") -> None:
    """Raise an error that names the extra with the library of the network, where that is not installed."""
    if not find_spec("httpx2"):
        advice = f"Install it with: {install_command(extra)}"
        raise UsageError(f"{what} needs the package httpx2", to=to, advice=advice)


def _failure(url: str, why: str) -> ReadError:
    return ReadError(f"could not look: {why}", to=url[:200], advice="Try again later, or fetch it by hand.")
