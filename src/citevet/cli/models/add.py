"""`citevet models add`"""

import click

from citevet.cli import progress
from citevet.cli.models.list import render
from citevet.cli.output import emit
from citevet.jobs.models import add_model

_EXAMPLE = """\b
Example:
  citevet models add cross-encoder/nli-deberta-v3-small
  citevet models add owner/name@v1.2
"""


@click.command(epilog=_EXAMPLE)
@click.argument("names", nargs=-1, required=True, metavar="OWNER/NAME...")
def command(names: tuple[str, ...]) -> None:
    """Fetch judges from a model hub, huggingface.co or the one that HF_ENDPOINT names.

    A judge offers an ONNX file, tokenizer.json, and a config.json whose labels are entailment, neutral and
    contradiction in any order, or entailment and not_entailment. This command uses the network without --online;
    `offline = true` in the configuration forbids it. A model that is there already is not fetched again.
    """
    for name in names:
        with progress.bar() as drawn:
            kept = add_model(name, drawn)
        emit(render([kept]), None)
