"""`citevet models`: list the judges on this machine, and add more."""

from collections.abc import Sequence

import click

from citevet.cli.command_group import CommandGroup
from citevet.cli.options import example
from citevet.cli.output import emit, show_progress
from citevet.jobs.models import InstalledModel, add_model, list_models
from citevet.report.json import dump_pretty
from citevet.report.safe_text import to_line
from citevet.session import Session

_MB = 1_000_000


@click.group(cls=CommandGroup)
def command() -> None:
    """Manage the support judges.

    `small` comes with citevet. Other judges are downloaded once and then work offline, with
    `citevet check --judge owner/name`.
    """


@command.command("list", short_help="List the installed models.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_command(*, as_json: bool) -> None:
    """List the installed models with name, size and folder."""
    found = list_models()
    emit(dump_pretty([each.to_dict() for each in found]) if as_json else _render(found))


@command.command(
    "add",
    short_help="Download a judge from a model hub.",
    epilog=example("citevet models add cross-encoder/nli-deberta-v3-small", "citevet models add owner/name@v1.2"),
)
@click.argument("names", nargs=-1, required=True, metavar="OWNER/NAME...")
def add_command(names: tuple[str, ...]) -> None:
    """Download judges from huggingface.co, or from the model hub in HF_ENDPOINT.

    A judge needs an ONNX file, tokenizer.json and config.json. Its labels are entailment, neutral and contradiction,
    in any order, or entailment and not_entailment. This command uses the network without --online, unless the
    configuration has `offline = true`. Installed models are not downloaded again.
    """
    for name in names:
        with show_progress() as progress:
            added = add_model(name, Session(), progress)
        emit(_render([added]))


def _render(models: Sequence[InstalledModel]) -> str:
    width = max((len(each.name) for each in models), default=0)
    return "\n".join(f"{each.name:{width}} {each.size / _MB:8,.1f} MB  {to_line(str(each.folder))}" for each in models)
