"""A group of commands that are imported when they are called, so that help is quick."""

import os
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class CommandGroup(click.Group):
    """A group that imports a command when it is called, if it is listed in the tables, and suggests names."""

    def __init__(
        self,
        *args: Any,
        table: Mapping[str, str] | None = None,  # name → line of help
        modules: Mapping[str, str] | None = None,  # name → "module:attribute"
        default: str = "",  # the command that is meant where a path is given in place of a name
        **settings: Any,
    ) -> None:
        super().__init__(*args, **settings)
        self._listed = table
        self._modules = modules or {}
        self._default = default

    @property
    def _table(self) -> Mapping[str, str]:
        return self._listed or {name: each.short_help or "" for name, each in self.commands.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of the table."""
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; none when there is none of that name."""
        if cmd_name not in self._modules:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = self._modules[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Pass a path on to the default command, and suggest the nearest command for an unknown name."""
        if args[0] not in self._table and self._default and _is_path(args[0]):
            args = [self._default, *args]
        if args[0] not in self._table and not args[0].startswith("-"):
            near = get_close_matches(args[0], self._table, 1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            raise click.UsageError(f"No such command '{args[0]}'.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Complete the names of commands without importing any, else a path."""
        from click.shell_completion import CompletionItem  # 20 ms, and only shells ask

        named = [CompletionItem(name, help=line) for name, line in self._table.items() if name.startswith(incomplete)]
        paths = [CompletionItem(incomplete, type="file")] if self._default and not named else []
        return [*named, *paths, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - likewise
        """Write the table without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._table.items()))


def _is_path(word: str) -> bool:
    """Return whether a word is a path and no slip in a command's name: it exists, or has a dot or a slash."""
    return word == "-" or any(mark in word for mark in "./\\") or os.path.lexists(word)
