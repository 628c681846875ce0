"""`citevet serve`, `citevet mcp` and `citevet lsp`: the servers, whose libraries are imported when they start."""

import os
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from citevet.cli.options import example
from citevet.errors import UsageError
from citevet.world.installed_from import install_command
from citevet.world.job_store import Retention
from citevet.world.paths import user_data_folder

if TYPE_CHECKING:
    from citevet.serve.http.settings import ServeSettings

_MB = 2**20
_DAY = 86_400
_SHORTEST_TOKEN = 16  # characters
_TOKEN_FILE = click.option(
    "--token-file", type=click.Path(path_type=Path), help="File of the tokens. [default: in the user's data folder]"
)


@click.group(
    invoke_without_command=True,
    epilog=example(
        "citevet serve",
        "citevet serve --root project --judge small",
        "citevet serve token add alice",
        "citevet serve --host 0.0.0.0 --allow-host citevet.example.org",
    ),
)
@click.option(
    "--root",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=Path(),
    help="Project whose settings, corpus and files are used; clients may see all of it. [default: this folder]",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; others need a token.")
@click.option("--port", type=click.IntRange(0, 65_535), default=8349, show_default=True, help="Port; 0: any free one.")
@click.option("--allow-host", multiple=True, metavar="NAME", help="Name by which clients may call it. Repeatable.")
@_TOKEN_FILE
@click.option("--store", type=click.Path(path_type=Path), help="File of the jobs. [default: in the user's data folder]")
@click.option("--online", is_flag=True, default=None, help="Allow network access; clients can leave it out.")
@click.option(
    "--judge", metavar="[NAME]", is_flag=False, flag_value="best", help="Judge support: small, base or a folder."
)
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes for jobs.")
@click.option(
    "--max-mb",
    type=click.IntRange(1, 1024),
    default=32,
    show_default=True,
    help="Largest document with its files, in MB; other requests have at most 8.",
)
@click.option("--rate", type=click.IntRange(1), default=600, show_default=True, help="Requests per minute of a user.")
@click.option("--job-seconds", type=click.IntRange(1), default=900, show_default=True, help="Longest time of a job.")
@click.option("--keep-jobs", type=click.IntRange(1), default=1000, show_default=True, help="Finished jobs to keep.")
@click.option("--keep-days", type=click.IntRange(1), default=30, show_default=True, help="How long to keep them.")
@click.option("--quiet", is_flag=True, help="Do not log each request on stderr.")
@click.pass_context
def serve(context: click.Context, /, **flags: Any) -> None:
    """Serve checks over HTTP, with a web page.

    Without a token, only programs on this machine can use it. `citevet serve token add NAME` makes a token; from then
    on every request needs one, and each user sees only their own jobs. Stop it with Ctrl-C: running jobs get ten
    seconds, and those that take longer run again at the next start.
    """
    if context.invoked_subcommand is not None:
        context.obj = flags["token_file"]
        return
    try:
        from citevet.serve.http.server import run_server  # with the libraries of the extra `serve`
    except ImportError as error:
        what = f"{error.name} is not installed"
        raise UsageError(what, to="serve", advice=f"Run: {install_command('serve')}") from error
    settings = _make_settings(flags)

    def announce(address: str) -> None:
        click.echo(f"citevet serves {settings.root} at {address} (Ctrl-C stops it)", err=True)

    run_server(settings, announce)


def _make_settings(flags: dict[str, Any]) -> "ServeSettings":
    from citevet.serve.http.settings import ServeSettings
    from citevet.world.paths import resolve_path

    root = resolve_path(flags["root"])
    return ServeSettings(
        root=root,
        # Named for the project: servers of two projects run side by side.
        store=flags["store"] or _find_folder() / f"{root.name}-{sha256(str(root).encode()).hexdigest()[:12]}.sqlite",
        tokens=_find_token_file(flags["token_file"]),
        allowed_hosts=frozenset(name.lower() for name in flags["allow_host"]),
        options={name: flags[name] for name in ("online", "judge") if flags[name] is not None},
        max_bytes=flags["max_mb"] * _MB,
        is_quiet=flags["quiet"],
        keep=Retention(flags["keep_jobs"], flags["keep_days"] * _DAY),
        **{name: flags[name] for name in ("host", "port", "workers", "rate", "job_seconds")},
    )


@serve.group()
def token() -> None:
    """Manage the tokens of users."""


@token.command("add")
@click.argument("name")
@_TOKEN_FILE
@click.pass_obj
def add_command(given: Path | None, name: str, token_file: Path | None) -> None:
    """Make a token for a user, and print it. It is stored as a hash and cannot be shown again."""
    from citevet.serve.http.tokens import add_token

    click.echo(add_token(_find_token_file(token_file or given), name))


@token.command("list")
@_TOKEN_FILE
@click.pass_obj
def list_command(given: Path | None, token_file: Path | None) -> None:
    """List the names of the tokens, and when they were made."""
    from citevet.serve.http.tokens import read_tokens

    for record in read_tokens(_find_token_file(token_file or given)).values():
        click.echo(f"{record.name}  {record.created}")


@token.command("remove")
@click.argument("name")
@_TOKEN_FILE
@click.pass_obj
def remove_command(given: Path | None, name: str, token_file: Path | None) -> None:
    """Remove the token of a user; a running server refuses it at once."""
    from citevet.serve.http.tokens import remove_token

    remove_token(_find_token_file(token_file or given), name)


def _find_token_file(named: Path | None) -> Path:
    return named or _find_folder() / "tokens.json"


def _find_folder() -> Path:
    return user_data_folder() / "serve"


@click.command(
    epilog=example(
        "citevet mcp --root .",
        "citevet mcp --root papers --root sources --online",
        "citevet mcp --http 127.0.0.1:8765 --root .",
    )
)
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
def mcp(
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
        from citevet.jobs.file_roots import FileRoots
        from citevet.serve.mcp.server import ServerSettings, build_server
        from citevet.serve.mcp.transports import run_http, run_stdio
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("citevet"):
            raise
        advice = f"Install it with: {install_command('mcp')}"
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


@click.command()
@click.option("--stdio", is_flag=True, expose_value=False, help="For editors that pass it; the only way.")
def lsp() -> None:
    """Serve an editor by the Language Server Protocol, over stdin and stdout.

    Editors start this command themselves: docs/guides/editors.md has their settings.
    """
    try:
        from citevet.serve.lsp.server import serve_editor
    except ImportError as error:
        advice = f"Install it with: {install_command('lsp')}"
        raise UsageError(f"the language server needs {error.name}, which is not installed", advice=advice) from error
    serve_editor()
