"""The SDK's server with our errors: what failed, on what and what to do, and never a traceback."""

from collections.abc import Iterable, Iterator
from typing import Any

from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError, UnexpectedResourceError, UnexpectedToolError
from mcp_types import CallToolResult, InputRequiredResult
from pydantic import AnyUrl, ValidationError

from citevet.errors import CitevetError
from citevet.report.safe_text import to_line
from citevet.serve.mcp.host import HostNeeded
from citevet.version import __version__

_LONGEST = 2_000  # characters of an error


class CitationServer(MCPServer[Any]):
    """Turns errors of the jobs into tool errors, and questions to the host into their result."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; whatever goes wrong is a sentence."""
        try:
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
    faults = (f"{'.'.join(map(str, each['loc'])) or 'arguments'}: {each['msg']}" for each in error.errors())
    return (
        to_line("; ".join(dict.fromkeys(faults)))[:_LONGEST]
        + ". Correct the arguments; the tool's schema has the limits."
    )
