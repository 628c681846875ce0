"""`citevet mcp`"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from citevet.errors import UsageError

_EXAMPLE = """\b
Example:
  citevet mcp --root .
  citevet mcp --root papers --root sources --online
  citevet mcp --http 127.0.0.1:8765 --root .
"""


_SHORTEST_TOKEN = 16  # characters


@click.command(epilog=_EXAMPLE)
@click.option(
    "--root",
    "roots",
    multiple=True,
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Folder whose documents may be read. Repeatable. [default: the roots that the host names]",
)
@click.option("--http", metavar="HOST:PORT", help="Serve streamable HTTP at /mcp. [default: stdin and stdout]")
@click.option("--token-env", metavar="NAME", help="With --http: variable with the bearer token that hosts must send.")
@click.option("--online", is_flag=True, help="Let the tools look up works and search the web.")
@click.option("--sampling", is_flag=True, help="Let the model of the host decide uncertain claims, if it offers that.")
@click.option("--corpus", metavar="DIR", help="Folder of the local source library.")
def command(
    roots: tuple[Path, ...],
    *,
    http: str | None,
    token_env: str | None,
    online: bool,
    sampling: bool,
    corpus: str | None,
) -> None:
    """Serve the Model Context Protocol, so that an agent can check documents and verify claims.

    Documents are read only below the roots. The tools change nothing. Without --online, nothing leaves this machine
    but the answers to the host.
    """
    token = _read_token(token_env) if token_env else ""
    if token and http is None:
        raise UsageError("is only for --http", to="--token-env", advice="Leave it out.")
    try:
        from citevet.serve.mcp.file_roots import FileRoots
        from citevet.serve.mcp.server import ServerSettings, build_server
        from citevet.serve.mcp.transports import run_http, run_stdio
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("citevet"):
            raise
        advice = "Install it with: pip install 'citevet[mcp]'"
        raise UsageError(f"the package {error.name} is missing", to="citevet mcp", advice=advice) from error
    with TemporaryDirectory(prefix="citevet-mcp-") as scratch:
        settings = ServerSettings(
            scratch=Path(scratch),
            roots=FileRoots.of(roots),
            trusts_host_roots=http is None,
            online=online,
            sampling=sampling,
            options={"corpus": str(Path(corpus).absolute())} if corpus else {},
        )
        server = build_server(settings)
        if http is None:
            run_stdio(server)
        else:
            run_http(server, http, token)


def _read_token(name: str) -> str:
    token = os.environ.get(name, "").strip()
    if not token.isascii() or not token.isprintable() or len(token) < _SHORTEST_TOKEN:
        raise UsageError("holds no token", to=name, advice="Set it to a secret of 16 or more plain characters.")
    return token
