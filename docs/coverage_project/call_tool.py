"""Call a tool of the MCP server as an agent does."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from mcp import Client
from mcp_types import TextContent

from citevet.serve.mcp.server import ServerSettings, build_server

ANSWER = "Tokyo has roughly 41 million residents."
SOURCE = "The population of Tokyo proper is approximately 14 million residents."


async def main() -> None:
    """List the tools, and verify an answer."""
    with TemporaryDirectory() as scratch:
        async with Client(build_server(ServerSettings(scratch=Path(scratch)))) as client:
            print(", ".join(tool.name for tool in (await client.list_tools()).tools))
            called = {"text": ANSWER, "sources": [{"content": SOURCE}]}
            said = (await client.call_tool("verify_claims", called)).content[0]
            print(said.text if isinstance(said, TextContent) else said)


asyncio.run(main())
