"""`citevet serve`"""

from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from citevet.errors import UsageError
from citevet.world.job_store import Retention
from citevet.world.model_files import user_data_folder

if TYPE_CHECKING:
    from citevet.serve.http.settings import ServeSettings

_EXAMPLE = """\b
Example:
  citevet serve
  citevet serve --root project --judge small
  citevet serve token add alice
  citevet serve --host 0.0.0.0 --allow-host citevet.example.org
"""
_MB = 2**20
_DAY = 86_400
_TOKEN_FILE = click.option(
    "--token-file", type=click.Path(path_type=Path), help="File of the tokens. [default: in the user's data folder]"
)


@click.group(invoke_without_command=True, epilog=_EXAMPLE)
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
@click.option("--max-mb", type=click.IntRange(1, 1024), default=32, show_default=True, help="Largest request, in MB.")
@click.option("--rate", type=click.IntRange(1), default=600, show_default=True, help="Requests per minute of a user.")
@click.option("--job-seconds", type=click.IntRange(1), default=900, show_default=True, help="Longest time of a job.")
@click.option("--keep-jobs", type=click.IntRange(1), default=1000, show_default=True, help="Finished jobs to keep.")
@click.option("--keep-days", type=click.IntRange(1), default=30, show_default=True, help="How long to keep them.")
@click.option("--quiet", is_flag=True, help="Do not log each request on stderr.")
@click.pass_context
def command(context: click.Context, /, **flags: Any) -> None:
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
        raise UsageError(what, to="serve", advice="Run: pip install 'citevet[serve]'") from error
    settings = _make_settings(flags)
    run_server(settings, partial(_announce, settings))


def _make_settings(flags: dict[str, Any]) -> "ServeSettings":
    from citevet.serve.http.settings import ServeSettings
    from citevet.world.paths import resolve_path

    root = resolve_path(flags["root"])
    return ServeSettings(
        root=root,
        store=flags["store"] or _find_folder() / _name_store(root),
        tokens=_find_token_file(flags["token_file"]),
        host=flags["host"],
        port=flags["port"],
        allowed_hosts=frozenset(name.lower() for name in flags["allow_host"]),
        options={name: flags[name] for name in ("online", "judge") if flags[name] is not None},
        workers=flags["workers"],
        max_bytes=flags["max_mb"] * _MB,
        rate=flags["rate"],
        job_seconds=flags["job_seconds"],
        is_quiet=flags["quiet"],
        keep=Retention(flags["keep_jobs"], flags["keep_days"] * _DAY),
    )


def _announce(settings: "ServeSettings", address: str) -> None:
    click.echo(f"citevet serves {settings.root} at {address} (Ctrl-C stops it)", err=True)


@command.group()
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


def _name_store(root: Path) -> str:
    """Return a file name for the jobs of a project: servers of two projects run side by side."""
    return f"{root.name}-{sha256(str(root).encode()).hexdigest()[:12]}.sqlite"


def _find_folder() -> Path:
    return user_data_folder() / "serve"
