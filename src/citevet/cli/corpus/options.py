"""The flags that the commands of the corpus share."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from citevet.jobs.corpus.kept import settings_here
from citevet.jobs.ground import shelf
from citevet.report.visible import one_line

_CORPUS = click.option("--corpus", metavar="DIR", help="The folder of the project's own sources.")
_FORMAT = click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", help="For people (text) or programs."
)
_JSON = click.option("--json", "as_json", is_flag=True, help="The same as --format json.")


def formed(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --corpus, --format and --json; the command itself is told `as_json`, whichever was used."""

    @wraps(command)
    def told(*args: Any, format_: str, as_json: bool, **rest: Any) -> Any:
        return command(*args, as_json=as_json or format_ == "json", **rest)

    return _CORPUS(_FORMAT(_JSON(told)))


def shared(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the same flags to a command that reads the corpus; what befell its index is said first, on stderr."""

    @wraps(command)
    def noted(*args: Any, **rest: Any) -> Any:
        settings = settings_here({name: rest.get(name) for name in ("corpus", "today")})
        for note in shelf(settings).notes:
            click.echo(f"note: {one_line(note)}", err=True)
        return command(*args, **rest)

    return formed(noted)
