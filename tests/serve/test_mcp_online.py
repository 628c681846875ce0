"""The network of the MCP server: only the person who starts it can switch it on."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from tests.emulator.audited import serve_public_hosts
from tests.emulator.server import Emulator

TEXT = (
    "Trees cool streets (doi:10.5555/none.2020), and a page says so ([report](https://street.test/roots-and-pipes)).\n"
)


@pytest.fixture
def emulator(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    """All services and sites."""
    with serve_public_hosts(monkeypatch) as served:
        yield served


def start(root: Path, *flags: str, **variables: str) -> StdioServerParameters:
    """Return how a host starts the server."""
    arguments = ["-m", "citevet", "mcp", "--root", str(root), *flags]
    return StdioServerParameters(command=sys.executable, args=arguments, env={**os.environ, **variables})


async def test_check_looks_up_works_where_the_user_allows_it(tmp_path: Path, emulator: Emulator) -> None:
    """With --online a check over stdio finds the unregistered DOI and the dead page, and the tool says open-world."""
    async with Client(start(tmp_path, "--online")) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        hints = tools["check_document"].annotations
        result = await client.call_tool("check_document", {"text": TEXT})
    found: dict[str, Any] = result.structured_content or {}
    assert hints is not None
    assert hints.open_world_hint
    assert ["EXI007", "LNK001"] == sorted(each["code"] for each in found["findings"])
    assert {"doi.org", "street.test"} <= {request.host for request in emulator.log}


async def test_neither_host_nor_project_switches_the_network_on(tmp_path: Path, emulator: Emulator) -> None:
    """Without --online no request leaves, whatever the call, the project and the environment say."""
    (tmp_path / "citevet.toml").write_text("online = true\n")
    (tmp_path / "paper.md").write_text(TEXT)
    async with Client(start(tmp_path, CITEVET_ONLINE="true")) as client:
        for arguments in ({"path": "paper.md"}, {"text": TEXT}, {"text": TEXT, "online": True, "offline": False}):
            result = await client.call_tool("check_document", arguments)
            assert [] == (result.structured_content or {}).get("findings", [])
        looked_up = await client.call_tool("resolve_citation", {"citation": "10.5555/none.2020"})
        assert "unchecked" in str(looked_up.structured_content)
        verified = await client.call_tool("verify_claims", {"claims": ["Trees cool streets."], "webFallback": True})
        assert "The web was not searched" in str(verified.structured_content)
    assert [] == emulator.log
