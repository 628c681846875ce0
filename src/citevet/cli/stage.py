"""`citevet stage`: single stages as JSON, for hosts that bring their own model and web tools."""

from pathlib import Path

import click

from citevet.cli.output import STDIN_NAME, emit, load_stdin, read_stdin
from citevet.jobs import stage
from citevet.jobs.document_audit import load_companions
from citevet.jobs.stages.dedup import drop_duplicates
from citevet.jobs.stages.json_input import GivenValue, parse_input
from citevet.jobs.stages.quorum import reduce_votes
from citevet.jobs.stages.support_rows import count_rows, render_rows
from citevet.model import Document
from citevet.read import read
from citevet.read.files import load_file
from citevet.report.json import dump_pretty
from citevet.session import Session

_FILE = click.argument("file", type=click.Path(path_type=Path))
_NAME = click.option(
    "--stdin-filename", metavar="NAME", help="File name of the document on stdin; its suffix sets the file type."
)


@click.group()
def command() -> None:
    """Run a single stage, without network, keys or models. FILE is a document or JSON, or `-` for stdin."""


@command.command()
@_FILE
@_NAME
def parse(file: Path, stdin_filename: str | None) -> None:
    """List the citations and the uncited paragraphs of a document."""
    emit(stage.parse(_read_document(file, stdin_filename)), None)


@command.command()
@_FILE
@_NAME
def extract(file: Path, stdin_filename: str | None) -> None:
    """List the citations, references and claims of a document with their offsets."""
    emit(stage.extract(_read_document(file, stdin_filename)), None)


@command.command()
@_FILE
@click.option(
    "--max-tokens", default=3000, show_default=True, type=click.IntRange(min=1), help="Maximum size of a chunk."
)
@_NAME
def chunk(file: Path, max_tokens: int, stdin_filename: str | None) -> None:
    """Split a document into chunks for a model, and keep the offsets."""
    emit(stage.chunk(_read_document(file, stdin_filename), max_tokens=max_tokens), None)


@command.command()
@_FILE
def dedup(file: Path) -> None:
    """List the addresses to fetch, each page once: {results, seen, fetch_slots}."""
    emit(dump_pretty(drop_duplicates(_read_json(file))), None)


@command.command()
@_FILE
def quorum(file: Path) -> None:
    """Reduce up to three votes on one claim to one; null abstains."""
    emit(dump_pretty(reduce_votes(_read_json(file))), None)


@command.command()
@_FILE
def verdict(file: Path) -> None:
    """Count judged citations: [{support, misattributed, unresolvable, citedUrl, …}]."""
    emit(dump_pretty(count_rows(_read_json(file))), None)


@command.command()
@_FILE
def report(file: Path) -> None:
    """Print judged citations as a Markdown report; same input as `verdict`."""
    emit(render_rows(_read_json(file)), None)


def _read_json(file: Path) -> GivenValue:
    return parse_input(
        load_stdin() if file == Path("-") else load_file(file), "stdin" if file == Path("-") else file.as_posix()
    )


def _read_document(file: Path, name: str | None) -> Document:
    if file != Path("-"):
        return read(file)
    session = Session()
    shown = session.show(Path(name or STDIN_NAME))
    return load_companions(read_stdin(shown, max_bytes=session.config_for(shown).max_bytes), session)[0]
