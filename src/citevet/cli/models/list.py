"""`citevet models list`"""

from collections.abc import Sequence

import click

from citevet.cli.output import emit
from citevet.jobs.models import Kept, kept_models, shaped
from citevet.report.dump import pretty
from citevet.report.visible import one_line

_MB = 1_000_000


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(*, as_json: bool) -> None:
    """List the models on this machine: name, size, folder."""
    found = kept_models()
    emit(pretty(shaped(found)) if as_json else render(found), None)


def render(models: Sequence[Kept]) -> str:
    """Return one line for each model."""
    width = max((len(each.name) for each in models), default=0)
    return "\n".join(f"{each.name:{width}} {each.size / _MB:8,.1f} MB  {one_line(str(each.folder))}" for each in models)
