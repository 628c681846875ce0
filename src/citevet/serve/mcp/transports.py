"""The SDK's server with our errors, never a traceback; it runs over stdin and stdout, or over HTTP on this machine."""

import hmac
import socket
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, MutableMapping
from typing import Any

import anyio
from mcp import MCPError
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError, UnexpectedResourceError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import INVALID_PARAMS, CallToolResult, GetPromptResult, InputRequiredResult
from pydantic import AnyUrl, ValidationError

from citevet.errors import CitevetError, UsageError, find_near_name, refuse_unknown
from citevet.limits import SERVED_REQUEST_BYTES
from citevet.report.safe_text import to_line
from citevet.serve import describe_faults
from citevet.serve.mcp.host import HostNeeded
from citevet.version import __version__
from citevet.world.address_guard import is_this_machine

_HOW = "Write HOST:PORT, such as 127.0.0.1:8765; port 0 takes a free one."
_LAST_PORT = 65_535
ALIASES = {"verify_citations": "verify_claims"}  # the name of the tool in AgentOS, and in `citevet schema tool`
_Scope = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[Any]]
_Send = Callable[[Any], Awaitable[None]]
_LONGEST = 2_000  # characters of an error


class CitationServer(MCPServer[Any]):
    """Turns errors of the jobs into tool errors, and questions to the host into their result."""

    def close_arguments(self) -> None:
        """Say in the schema of every tool that it takes no other arguments."""
        for tool in self._tool_manager.list_tools():
            tool.parameters["additionalProperties"] = False

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; whatever goes wrong is a sentence."""
        name = ALIASES.get(name, name)
        try:
            _require_known(name, arguments, {tool.name: tool for tool in self._tool_manager.list_tools()})
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            needed = _find_needed(error)
            if needed:
                return needed
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(f"{name}: {_describe_arguments(error.__cause__)}") from error
            raise ToolError(_describe(error, known=not isinstance(error, UnexpectedToolError))) from error

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[Any, Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        """Read a resource; likewise."""
        try:
            return await super().read_resource(uri, context)
        except UnexpectedResourceError as error:
            needed = _find_needed(error)
            if needed:
                return needed
            raise ResourceError(_describe(error, known=False)) from error

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Context[Any, Any] | None = None
    ) -> GetPromptResult | InputRequiredResult:
        """Return a prompt; likewise."""
        try:
            return await super().get_prompt(name, arguments, context)
        except ValueError as error:
            raise MCPError(INVALID_PARAMS, _describe(error, known=True)) from error


def _require_known(name: str, arguments: Mapping[str, Any], tools: Mapping[str, Tool]) -> None:
    """Raise for a tool or an argument that is not known: the SDK leaves such arguments out without a word."""
    tool = tools.get(name)
    if tool is None:
        if near := find_near_name(name, tools):
            raise ToolError(f'Unknown tool "{to_line(name)[:80]}", did you mean "{near}"?')
        return
    known = [*tool.parameters["properties"]]
    snake = {"".join(f"_{char.lower()}" if char.isupper() else char for char in each) for each in known}
    try:
        refuse_unknown((each for each in arguments if each not in snake), known, to=name)
    except UsageError as error:
        raise ToolError(to_line(str(error))[:_LONGEST]) from error


def run_stdio(server: CitationServer) -> None:
    """Serve one host on stdin and stdout; whatever else is printed goes to stderr."""
    anyio.run(server.run_stdio_async)


def run_http(server: CitationServer, address: str, token: str) -> None:
    """Serve hosts over streamable HTTP at http://HOST:PORT/mcp, until interrupted."""
    import uvicorn

    host, port = _parse_listen_address(address)
    if not is_this_machine(host) and not token:
        advice = "Listen on 127.0.0.1, or set a token with --token-env."
        raise UsageError("everybody on the network could read your files", to=host, advice=advice)
    app = server.streamable_http_app(host=host, max_request_body_size=SERVED_REQUEST_BYTES)
    config = uvicorn.Config(_require_token(app, token) if token else app, log_level="warning", lifespan="on")
    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise UsageError(
            f"cannot listen there ({error.strerror})", to=address, advice="Choose another port."
        ) from error
    shown = f"[{host}]" if ":" in host else host
    sys.stderr.write(f"citevet mcp: http://{shown}:{listening.getsockname()[1]}/mcp\n")
    sys.stderr.flush()
    uvicorn.Server(config).run(sockets=[listening])


def _parse_listen_address(address: str) -> tuple[str, int]:
    """Return host and port; an IPv6 address has brackets."""
    host, colon, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not port.isascii() or not port.isdigit() or int(port) > _LAST_PORT:
        raise UsageError("not an address to listen on", to=address, advice=_HOW)
    return ("127.0.0.1" if host == "localhost" else host), int(port)


def _require_token(app: Callable[..., Awaitable[None]], token: str) -> Callable[..., Awaitable[None]]:
    wanted = f"Bearer {token}".encode()

    async def checked(scope: _Scope, receive: _Receive, send: _Send) -> None:
        given = dict(scope.get("headers", ())).get(b"authorization", b"")
        if scope["type"] != "http" or hmac.compare_digest(given, wanted):
            await app(scope, receive, send)
            return
        headers = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        await send({"type": "http.response.body", "body": b"A bearer token is required."})

    return checked


def _list_causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _find_needed(error: Exception) -> InputRequiredResult | None:
    return next((each.result for each in _list_causes(error) if isinstance(each, HostNeeded)), None)


def _describe(error: Exception, *, known: bool) -> str:
    """Return what an error of ours says; anything else is a defect, and is called one."""
    causes = list(_list_causes(error))
    own = next((each for each in causes if isinstance(each, CitevetError)), None)
    if own or known:
        return to_line(str(own or error))[:_LONGEST]
    what = f"{type(causes[-1]).__name__}: {causes[-1]}"
    return to_line(f"internal error ({what}) of citevet {__version__}. Please report it.")[:_LONGEST]


def _describe_arguments(error: ValidationError) -> str:
    """Say which argument is wrong and how, without repeating it."""
    what = to_line(describe_faults(error.errors()))[:_LONGEST]
    return f"{what}. Correct the arguments; the tool's schema has the limits."
