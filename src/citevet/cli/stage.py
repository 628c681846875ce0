"""`citevet stage`: single stages, JSON in and out, for hosts that bring their own model and web tools."""

from pathlib import Path

import click

from citevet.cli.output import emit
from citevet.cli.stdin import stdin_documents
from citevet.jobs import stage
from citevet.model import Document
from citevet.read import read

_FILE = click.argument("file", type=click.Path(path_type=Path))
_NAME = click.option(
    "--stdin-filename", metavar="NAME", help="What to call the document on `-`; its ending tells its kind."
)


@click.group()
def command() -> None:
    """Run one stage alone; each takes FILE, or `-` for stdin."""


@command.command()
@_FILE
@_NAME
def parse(file: Path, stdin_filename: str | None) -> None:
    """List the citations and the uncited paragraphs of a document, one anchor each."""
    emit(stage.parse(_document(file, stdin_filename)), None)


@command.command()
@_FILE
@_NAME
def extract(file: Path, stdin_filename: str | None) -> None:
    """List citations, references and claims with exact spans."""
    emit(stage.extract(_document(file, stdin_filename)), None)


@command.command()
@_FILE
@click.option("--max-tokens", default=3000, show_default=True, type=click.IntRange(min=1), help="At most per chunk.")
@_NAME
def chunk(file: Path, max_tokens: int, stdin_filename: str | None) -> None:
    """Cut a document into chunks for a model, with the way back to its offsets."""
    emit(stage.chunk(_document(file, stdin_filename), max_tokens=max_tokens), None)


def _document(file: Path, name: str | None) -> Document:
    return stdin_documents(name, {})[0] if file == Path("-") else read(file)
