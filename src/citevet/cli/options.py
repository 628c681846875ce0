"""The flags that several commands share, and how their values reach the configuration."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from citevet.report import FORMATS

# A file that may not be read is for the run to name: it must not stop the others.
PATHS = click.argument("paths", nargs=-1, type=click.Path(path_type=Path, readable=False))


def audit_flags(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags that decide what is audited and what counts; unset ones leave the configuration as it is."""
    for option in reversed(_AUDIT):
        command = option(command)
    return command


# What may send words to others: the help says so.
LLM = (
    click.option(
        "--llm",
        metavar="KIND:MODEL",
        envvar="CITEVET_LLM",
        help="Ask a language model where the judge is unsure: openai:MODEL, anthropic:MODEL, ollama:MODEL. "
        "SENDS those claims and passages of their sources to it; unless a model is named, nothing leaves the machine.",
    ),
    click.option(
        "--llm-url",
        metavar="URL",
        envvar="CITEVET_LLM_URL",
        help="Where to ask it, if not at its provider; any OpenAI-compatible server with openai:MODEL.",
    ),
    click.option(
        "--llm-key-env",
        metavar="NAME",
        envvar="CITEVET_LLM_KEY_ENV",
        help="The variable with the key for that address (OPENAI_API_KEY, ANTHROPIC_API_KEY at the providers).",
    ),
    click.option(
        "--budget",
        type=click.IntRange(min=0),
        metavar="N",
        envvar="CITEVET_BUDGET",
        help="At most this many votes of it in a run; two or three decide on a claim (30).",
    ),
)


def llm_flags(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags that name a language model."""
    for option in reversed(LLM):
        command = option(command)
    return command


_AUDIT = (
    click.option("--select", metavar="CODES", help="Only these rules: codes, prefixes or names, split by commas."),
    click.option("--ignore", metavar="CODES", help="Not these rules."),
    click.option("--strict", is_flag=True, default=None, help="Warnings become errors."),
    click.option("--corpus", metavar="DIR", help="The folder of the project's own sources."),
    click.option("--corpus-only", is_flag=True, default=None, help="Only sources of the corpus may be cited."),
    click.option("--rlm", is_flag=True, default=None, help="Look at citations of files only: [path@hash, L42-58]."),
    click.option(
        "--judge", metavar="NAME", help="Judge support: small, small+base, a folder, owner/name of a hub (none)."
    ),
    click.option(
        "--risk",
        type=float,
        metavar="SHARE",
        help="At most this share of those called supported is wrong; what is not contradicted either is left open.",
    ),
    *LLM,
    click.option("--offline", is_flag=True, default=None, help="Never use the network (the default)."),
    click.option("--online", is_flag=True, default=None, help="Allow the network, to fetch the judge."),
    click.option("--baseline", metavar="FILE", help="Findings that are accepted for now: marked, never dropped."),
    click.option("--exclude", metavar="GLOBS", help="Documents to leave out below folders."),
    click.option("--max-bytes", type=int, metavar="N", help="Refuse larger files (64 MB)."),
    click.option("--jobs", type=int, metavar="N", help="How many processes; the result is the same (all cores)."),
    click.option("--today", metavar="DATE", help="The date of the run, for repeatable results."),
)

FORMAT = click.option("--format", "format_", type=click.Choice(list(FORMATS)), help="How the report looks (full).")
OUTPUT = click.option("--output", metavar="FILE", help="Write the report there instead of stdout.")
QUIET = click.option("--quiet", is_flag=True, help="Do not show on stderr how far a long run is.")
FAIL_ON = click.option(
    "--fail-on",
    multiple=True,
    type=click.Choice(["error", "warning", "info", "incomplete"]),
    help="Exit 1 from this level on (error); `incomplete` exits 3 when not everything was checked. Repeatable.",
)
