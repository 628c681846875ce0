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
from citevet.errors import CitevetError, UsageError
from citevet.jobs.document_audit import load_companions
from citevet.jobs.report_files import require_replaceable
from citevet.jobs.stages import documents
from citevet.jobs.stages.aggregate import aggregate as aggregate_candidates
from citevet.jobs.stages.chunk_claims import extract_by_chunk
from citevet.jobs.stages.documents import drop_duplicates
from citevet.jobs.stages.host_judging import (
    PROMPT_ALIASES,
    PROMPT_NAMES,
    PromptName,
    count_rows,
    find_schema,
    reduce_votes,
    render_rows,
    write_prompt,
)
from citevet.jobs.stages.json_input import GivenValue, parse_input
from citevet.jobs.stages.render import (
    Language,
    RenderMode,
    choose_language,
    read_aggregated,
    read_refused,
    render_json,
    render_marked,
)
from citevet.jobs.stages.route import route as route_claims
from citevet.model import Document
from citevet.read import read
from citevet.read.files import allow_seconds, load_file
from citevet.report.json import dump_pretty
from citevet.report.safe_text import shorten
from citevet.session import Session
from citevet.world.time_limit import limit_time

_CLAIM = 100  # columns of a refused claim
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
    """Run a single stage, without network, keys or models (but `call`). FILE is a document or JSON, or `-` for stdin.

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
@click.option(
    "--max-tokens",
    type=click.IntRange(min=1),
    help="List the claims by chunk of this size, with offsets in the chunk, as `citation-auditor` does.",
)
@STDIN_FILENAME
def extract(file: Path, max_tokens: int | None, stdin_filename: str | None) -> None:
    """List the citations, references and claims of a document with their offsets."""
    document = _read_document(file, stdin_filename)
    emit(dump_pretty(extract_by_chunk(document, max_tokens)) if max_tokens else documents.extract(document))


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
@click.option("--verifiers", type=click.Path(path_type=Path), help="Folder of your own verifiers, NAME/SKILL.md.")
def route(file: Path, verifiers: Path | None) -> None:
    """Choose the verifiers of claims: the suggested one, those whose patterns match, else general-web."""
    found, faults = route_claims(_read_json(file), verifiers)
    emit(dump_pretty(found))
    for fault in faults:
        click.echo(f"citevet: {fault}", err=True)


@command.command()
@_FILE
@click.option("--document", type=click.Path(path_type=Path), help="Refuse claims whose words are not in this document.")
def aggregate(file: Path, document: Path | None) -> None:
    """Reduce the verdicts of several verifiers to one per claim: {verdicts: [{chunk, claim, candidates}]}."""
    data, name = _load(file)
    text = read(document) if document else None
    with limit_time(allow_seconds(len(data)), name):
        found = aggregate_candidates(parse_input(data, name), text)
    emit(dump_pretty(found))
    for each in found["refused"]:
        click.echo(f"citevet: refused {each['at']}: {each['why']}: {shorten(each['claim'], _CLAIM)}", err=True)


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
    with limit_time(allow_seconds(len(document.text) + len(data)), name):
        given = parse_input(data, name)
        claims, refused = read_aggregated(given, document), read_refused(given)
        marked = render_marked(document, claims, mode, language or choose_language(document), refused)
    if write:
        texts = {"md": marked, "json": dump_pretty(render_json(document, claims, mode, refused))}
        _write_beside(file, texts, force=force)
    else:
        emit(marked)


class _Names(click.Choice[PromptName]):
    """The names of prompts, and what cite-check calls them and their answers."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> PromptName:
        """Return our name."""
        return super().convert(PROMPT_ALIASES.get(value, value), param, ctx)


@command.command()
@click.argument("name", type=_Names(PROMPT_NAMES))
@click.argument("file", required=False, type=click.Path(path_type=Path))
def prompt(name: PromptName, file: Path | None) -> None:
    """Print the instructions for a step of your own model, with the JSON of FILE as material."""
    emit(write_prompt(name, _read_json(file) if file else _read_piped()))


@command.command()
@click.argument("name")
@_FILE
@click.option("--root", "roots", multiple=True, help="Folder whose files a call may name. Repeatable.")
@click.option("--online", is_flag=True, help="Look up works and search the web.")
@click.option("--corpus", metavar="DIR", help="Folder of the source library.")
def call(name: str, file: Path, roots: tuple[str, ...], *, online: bool, corpus: str | None) -> None:
    """Answer a call of a tool, by its NAME and its arguments as JSON.

    The tools are those of `citevet mcp` and `citevet schema tools`. An error is JSON as well, and the exit code is 2.
    """
    from citevet.jobs.callable_tools import Tools  # 0.3 s that the other stages do not need

    try:
        arguments = _read_json(file).value
        answer = Tools(roots=roots, online=online, corpus=corpus).call(name, arguments)
    except CitevetError as error:
        emit(dump_pretty(error.to_dict()))
        raise
    emit(dump_pretty(answer))


@command.command()
@click.argument("name", type=_Names(PROMPT_NAMES))
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
