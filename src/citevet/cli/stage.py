"""`citevet stage`: single stages as JSON, for hosts that bring their own model and web tools."""

import os
import select
import stat
import sys
from pathlib import Path
from typing import get_args

import click

from citevet.cli.options import STDIN_FILENAME
from citevet.cli.output import STDIN_NAME, emit, load_stdin, read_stdin, save_named
from citevet.errors import UsageError
from citevet.jobs.document_audit import load_companions
from citevet.jobs.report_files import require_replaceable
from citevet.jobs.stages import documents
from citevet.jobs.stages.aggregate import aggregate as aggregate_candidates
from citevet.jobs.stages.documents import drop_duplicates
from citevet.jobs.stages.host_judging import (
    PROMPT_NAMES,
    PromptName,
    count_rows,
    find_schema,
    reduce_votes,
    render_rows,
    write_prompt,
)
from citevet.jobs.stages.json_input import GivenValue, parse_input
from citevet.jobs.stages.render import Language, RenderMode, read_aggregated, render_json, render_marked
from citevet.model import Document
from citevet.read import read
from citevet.read.files import allow_seconds, load_file
from citevet.report.json import dump_pretty
from citevet.session import Session
from citevet.text.language import detect_language
from citevet.world.time_limit import limit_time

_STDIN = Path("-")
_LATE = 2.0  # seconds in which a pipe that `stage prompt` may read must say something


def _find_input(_: click.Context, argument: click.Parameter, given: Path | None) -> Path:
    """Return the named file; without one stdin, if something is piped into it."""
    if given is None and (sys.stdin.isatty() or _is_empty()):
        name = (argument.name or "file").upper()
        raise UsageError(f"no {name} is named, and nothing is piped in", to="stage", advice="Name a file, or pipe it.")
    return given or _STDIN


def _is_empty() -> bool:
    """Return whether stdin ends before it says anything; an empty result would read as if something was checked."""
    peek = getattr(sys.stdin.buffer, "peek", None)
    return peek is not None and not peek(1)


_FILE = click.argument("file", required=False, type=click.Path(path_type=Path), callback=_find_input)


@click.group()
def command() -> None:
    """Run a single stage, without network, keys or models. FILE is a document or JSON, or `-` for stdin.

    Without FILE, what is piped in is read.
    """


@command.command()
@_FILE
@STDIN_FILENAME
def parse(file: Path, stdin_filename: str | None) -> None:
    """List the citations and the uncited paragraphs of a document."""
    emit(documents.parse(_read_document(file, stdin_filename)))


@command.command()
@_FILE
@STDIN_FILENAME
def extract(file: Path, stdin_filename: str | None) -> None:
    """List the citations, references and claims of a document with their offsets."""
    emit(documents.extract(_read_document(file, stdin_filename)))


@command.command()
@_FILE
@click.option(
    "--max-tokens", default=3000, show_default=True, type=click.IntRange(min=1), help="Maximum size of a chunk."
)
@STDIN_FILENAME
def chunk(file: Path, max_tokens: int, stdin_filename: str | None) -> None:
    """Split a document into chunks for a model, and keep the offsets."""
    emit(dump_pretty({"chunks": documents.cut_chunks(_read_document(file, stdin_filename), max_tokens)}))


@command.command()
@_FILE
def dedup(file: Path) -> None:
    """List the addresses to fetch, each page once: {results, seen, fetch_slots}."""
    emit(dump_pretty(drop_duplicates(_read_json(file))))


@command.command()
@_FILE
def quorum(file: Path) -> None:
    """Reduce up to three votes on one claim to one; null abstains."""
    emit(dump_pretty(reduce_votes(_read_json(file))))


@command.command()
@_FILE
def verdict(file: Path) -> None:
    """Count judged citations: [{support, misattributed, unresolvable, citedUrl, …}]."""
    emit(dump_pretty(count_rows(_read_json(file))))


@command.command()
@_FILE
def report(file: Path) -> None:
    """Print judged citations as a Markdown report; same input as `verdict`."""
    emit(render_rows(_read_json(file)))


@command.command()
@_FILE
def aggregate(file: Path) -> None:
    """Reduce the verdicts of several verifiers to one per claim: {verdicts: [{chunk, claim, candidates}]}."""
    data, name = _load(file)
    with limit_time(allow_seconds(len(data)), name):
        found = aggregate_candidates(parse_input(data, name))
    emit(dump_pretty(found))


@command.command()
@_FILE
@click.argument("aggregated", required=False, type=click.Path(path_type=Path), callback=_find_input)
@click.option(
    "--mode",
    default="inline",
    show_default=True,
    type=click.Choice(get_args(RenderMode)),
    help="Badges and a report, or tags and a table at the end.",
)
@click.option("--language", type=click.Choice(get_args(Language)), help="Of the report; default: of the document.")
@click.option("--write", is_flag=True, help="Write NAME.audit.md and NAME.audit.json next to the document.")
@click.option("--force", is_flag=True, help="With --write, also replace files that citevet did not write.")
@STDIN_FILENAME
def render(
    file: Path,
    aggregated: Path,
    mode: RenderMode,
    language: Language | None,
    *,
    write: bool,
    force: bool,
    stdin_filename: str | None,
) -> None:
    """Mark the claims in a document and report them. AGGREGATED is what `stage aggregate` printed."""
    if file == aggregated == _STDIN:
        raise UsageError("both inputs are stdin", to="AGGREGATED", advice="Name a file for one of them.")
    if write and file == _STDIN:
        raise UsageError("there is no file to write next to", to="--write", advice="Name the document.")
    document = _read_document(file, stdin_filename)
    data, name = _load(aggregated)
    spoken: Language = "ko" if detect_language(document.text) == "ko" else "en"
    with limit_time(allow_seconds(len(document.text) + len(data)), name):
        claims = read_aggregated(parse_input(data, name), document)
        marked = render_marked(document, claims, mode, language or spoken)
    if write:
        _write_beside(file, {"md": marked, "json": dump_pretty(render_json(document, claims, mode))}, force=force)
    else:
        emit(marked)


@command.command()
@click.argument("name", type=click.Choice(PROMPT_NAMES))
@click.argument("file", required=False, type=click.Path(path_type=Path))
def prompt(name: PromptName, file: Path | None) -> None:
    """Print the instructions for a step of your own model, with the JSON of FILE as material."""
    emit(write_prompt(name, _read_json(file) if file else _read_piped()))


@command.command()
@click.argument("name", type=click.Choice(PROMPT_NAMES))
def schema(name: PromptName) -> None:
    """Print the JSON Schema of the answer to a prompt."""
    emit(dump_pretty(find_schema(name)))


def _read_piped() -> GivenValue | None:
    """Return the JSON that is piped in; a pipe that stays open and silent is that of a host, and no material."""
    if sys.stdin.isatty() or not _has_input():
        return None
    data = load_stdin()
    return parse_input(data, "stdin") if data.strip() else None


def _has_input() -> bool:
    try:
        number = sys.stdin.fileno()
        if not stat.S_ISFIFO(os.fstat(number).st_mode) and not stat.S_ISSOCK(os.fstat(number).st_mode):
            return True
        is_ready = bool(select.select([number], [], [], _LATE)[0])
    except (OSError, ValueError):  # not a file of the system, or one that cannot be waited for
        return True
    if not is_ready:
        click.echo("citevet: nothing came from stdin, so the prompt has no material", err=True)
    return is_ready


def _write_beside(file: Path, texts: dict[str, str], *, force: bool) -> None:
    """Write all files or none: each must be new, or a report of citevet."""
    paths = {file.with_name(f"{file.stem}.audit.{ending}"): text for ending, text in texts.items()}
    for path in paths:
        require_replaceable(str(path), force=force)
    for path, text in paths.items():
        save_named(text if text.endswith("\n") else f"{text}\n", path)
        click.echo(f"citevet: wrote {path.as_posix()}", err=True)


def _read_json(file: Path) -> GivenValue:
    return parse_input(*_load(file))


def _load(file: Path) -> tuple[bytes, str]:
    """Return the bytes of a file or of stdin, and what errors call it."""
    return (load_stdin(), "stdin") if file == _STDIN else (load_file(file), file.as_posix())


def _read_document(file: Path, name: str | None) -> Document:
    if file != _STDIN:
        return read(file)
    session = Session()
    shown = session.show(Path(name or STDIN_NAME))
    return load_companions(read_stdin(shown, max_bytes=session.config_for(shown).max_bytes), session)[0]
