"""One call through Python and MCP, and a slip in it."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mcp import Client
from mcp_types import TextContent

import citevet
from citevet.serve.mcp.server import ServerSettings, build_server

CAPITAL = "Tokyo is the capital of Japan."
CALL: dict[str, Any] = {"claims": [CAPITAL], "sources": [{"content": CAPITAL}]}
SLIPS: tuple[dict[str, Any], ...] = ({"claim": ["a"]}, {"text": "a", "source": []}, {"text": "a", "webFallBak": True})


async def main() -> None:
    """Print what each door says."""
    print("Python:", citevet.verify(**CALL, webFallback=False))
    for slip in SLIPS:
        try:
            citevet.verify(**slip)
        except citevet.CitevetError as error:
            print("Python:", error)
    with TemporaryDirectory() as scratch:
        async with Client(build_server(ServerSettings(scratch=Path(scratch)))) as client:
            said = (await client.call_tool("verify_citations", {**CALL, "webFallback": False})).structured_content
            print("MCP:", (said or {})["summary"])
            for slip in SLIPS:
                refused = (await client.call_tool("verify_claims", slip)).content[0]
                print("MCP:", refused.text if isinstance(refused, TextContent) else refused)


asyncio.run(main())
