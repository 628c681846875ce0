"""The SDK's server with our errors, never a traceback; it runs over stdin and stdout, or over HTTP on this machine."""

import hmac
import os
import select
import socket
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, MutableMapping
from typing import Any

import anyio
from mcp import MCPError
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError, UnexpectedResourceError, UnexpectedToolError
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp_types import INVALID_PARAMS, CallToolResult, GetPromptResult, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import AnyUrl, ValidationError

from citevet.errors import CitevetError, UsageError, WrongArgument, describe_error, find_near_name, refuse_unknown
from citevet.jobs.callable_tools import TOOL_NAMES, find_tool
from citevet.limits import SERVED_REQUEST_BYTES
from citevet.report.safe_text import to_line
from citevet.serve import describe_faults
from citevet.serve.answers import TOOL_ANSWERS
from citevet.serve.mcp.host import HostNeeded
from citevet.serve.requests import TOOL_CALLS, Call
from citevet.serve.tool_guides import ToolGuide
from citevet.version import __version__
from citevet.world.address_guard import is_this_machine

_HOW = "Write HOST:PORT, such as 127.0.0.1:8765; port 0 takes a free one."
_LAST_PORT = 65_535
Answering = Callable[[Context[Any, Any], str, Call], Awaitable[CallToolResult]]
_Scope = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[Any]]
_Send = Callable[[Any], Awaitable[None]]
_LOOK, _GRACE = 0.1, 0.3  # seconds between two looks at the host, and until the server ends without it
_LONGEST = 2_000  # characters of an error
_LONGEST_NAME = 80  # characters of a name that a host made up


class CallMetadata(FuncMetadata):
    """Reads lists that a host sends as strings, but never a text that happens to be JSON."""

    lists: frozenset[str] = frozenset()  # arguments that may be lists

    def pre_parse_json(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments of a call with such lists read."""
        read = super().pre_parse_json(data)
        taken = {name for name in self.lists & read.keys() if isinstance(read[name], list)}
        return {name: read[name] if name in taken else value for name, value in data.items()}


class CitationServer(MCPServer[Any]):
    """Turns errors of the jobs into tool errors, and questions to the host into their result."""

    def add_call(self, name: str, call: Answering, guide: ToolGuide, hints: ToolAnnotations) -> None:
        """Offer a tool whose arguments are a model: the SDK would make its own of the function's."""
        shape = TOOL_CALLS[name]

        async def answer(ctx: Context[Any, Any], **given: Call) -> CallToolResult:
            return await call(ctx, name, given["call"])

        self.add_tool(answer, name=name, title=guide.title, description=guide.description, annotations=hints)
        tool = next(each for each in self._tool_manager.list_tools() if each.name == name)
        whole = {"model_dump_one_level": lambda self: {"call": self}}
        tool.parameters = shape.model_json_schema()
        tool.fn_metadata = CallMetadata(
            arg_model=type(shape.__name__, (shape, ArgModelBase), whole),
            output_model=TOOL_ANSWERS[name],
            lists=frozenset(key for key, each in tool.parameters["properties"].items() if _allows_list(each)),
        )

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; whatever goes wrong is a sentence, and the error of every interface."""
        name = TOOL_NAMES.get(name, name)
        try:
            find_tool(name)
            return await super().call_tool(name, arguments, context)
        except UsageError as error:
            return _fail(error.code, _describe(error, known=True))
        except ToolError as error:
            needed = _find_needed(error)
            if needed:
                return needed
            if isinstance(error.__cause__, ValidationError):
                return _fail("invalid", f"{name}: {_describe_arguments(error.__cause__)}")
            own = next((each for each in _list_causes(error) if isinstance(each, CitevetError)), None)
            known = not isinstance(error, UnexpectedToolError)
            return _fail(own.code if own else "bad_request" if known else "internal", _describe(error, known=known))

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
            await self._require_prompt_arguments(name, arguments or {})
            return await super().get_prompt(name, arguments, context)
        except (ValueError, UsageError) as error:
            raise MCPError(INVALID_PARAMS, _describe(error, known=True)) from error

    async def _require_prompt_arguments(self, name: str, given: Mapping[str, Any]) -> None:
        """Raise for a prompt or an argument that is not known, with the nearest right name."""
        prompts = {each.name: each for each in await self.list_prompts()}
        if name not in prompts:
            near = find_near_name(name, prompts)
            hint = f', did you mean "{near}"?' if near else ""
            raise WrongArgument(
                f"Unknown prompt: {name[:_LONGEST_NAME]}{hint}", advice="" if hint else "List them first."
            )
        refuse_unknown(given, [each.name for each in prompts[name].arguments or ()], to=name)


def _allows_list(schema: dict[str, Any]) -> bool:
    return any(each.get("type") == "array" for each in schema.get("anyOf", (schema,)))


def _fail(code: str, message: str) -> CallToolResult:
    """Return an error as words for a model, and in the shape that all interfaces share."""
    text = TextContent(type="text", text=message)
    return CallToolResult(content=[text], structured_content=describe_error(code, message), is_error=True)


def run_stdio(server: CitationServer) -> None:
    """Serve one host on stdin and stdout until it closes them; whatever else is printed goes to stderr."""
    anyio.run(_serve_stdio, server)


async def _serve_stdio(server: CitationServer) -> None:
    async with anyio.create_task_group() as group:
        group.start_soon(_leave_with_host, os.dup(0), group.cancel_scope)
        await server.run_stdio_async()
        group.cancel_scope.cancel()


async def _leave_with_host(descriptor: int, scope: anyio.CancelScope) -> None:
    """End the server soon after the host closed our input or died, whatever is running."""
    if not hasattr(select, "poll"):
        return
    poll = select.poll()
    poll.register(descriptor, getattr(select, "POLLRDHUP", 0))  # a closed pipe is always reported
    while True:
        if poll.poll(0) and not _has_more(descriptor):
            await anyio.sleep(_GRACE)  # answers that are on their way
            scope.cancel()
            return
        await anyio.sleep(_LOOK)


def _has_more(descriptor: int) -> bool:
    """Return whether there are requests that were not read yet."""
    import fcntl
    import termios

    try:
        return any(fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)))
    except OSError:
        return False


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
    what = to_line(describe_faults(error.errors())).removesuffix(".")[:_LONGEST]
    what += "" if what.endswith("?") else "."
    return f"{what} Correct the arguments; the tool's schema has the limits."
