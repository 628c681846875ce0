"""`citevet resolve`"""

import sys
from pathlib import Path
from typing import Any

import click

from citevet.cli.options import QUIET, open_session, output_flags
from citevet.cli.output import emit, show_progress
from citevet.jobs.report_files import require_replaceable
from citevet.jobs.resolve_works import resolve_named
from citevet.report.findings import format_count
from citevet.report.json import dump_pretty
from citevet.report.resolved import ResolvedWork, render_works, to_bibtex, to_csl, work_to_dict

_EXAMPLE = """\b
Example:
  citevet resolve 10.1038/nature12373
  citevet resolve "Brown v. Board of Education, 347 U.S. 483 (1954)"
  citevet resolve refs.bib --format json --output checked.json
  citevet resolve refs.bib --format bibtex --output corrected.bib

\b
Exit codes
  0  no work is missing, another one, or retracted (the last line says what was found)
  1  some work is
  2  usage error, unreadable input or internal error
  3  not every work could be looked up; only with --fail-on incomplete
"""
_INCOMPLETE = 3


@click.command(epilog=_EXAMPLE)
@click.argument("targets", nargs=-1, required=True)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "bibtex", "csl"]),
    default="text",
    help="Output format; bibtex and csl (CSL-JSON) have the records that were found. [default: text]",
)
@click.option("--fail-on", multiple=True, type=click.Choice(["incomplete"]), help="Exit with 3 if some work is open.")
@click.option("--online", is_flag=True, hidden=True)  # as always here; `check` has the flag
@click.option("--offline", is_flag=True, help="Use no network: only installed data and the cache answer.")
@click.option("--record", type=click.Path(path_type=Path), help="Keep all answers in this folder.")
@click.option("--replay", type=click.Path(path_type=Path), help="Answer from this folder only, without the network.")
@click.option("--mailto", metavar="ADDRESS", help="Your e-mail address, for services that ask for one.")
@output_flags
@QUIET
def command(targets: tuple[str, ...], **options: Any) -> None:
    """Look up works: identifiers, citations, or all entries of a file.

    Each TARGET is a DOI, arXiv id, PMID, ISBN, web address, citation of law or reference, or a file: .bib, .ris, .json,
    or a document with a list of references. Shows the record, how it differs from what you wrote, retractions, and
    where it can be read for free. SENDS identifiers, titles, citations and addresses to the services that know such
    works, unless --offline or --replay is given.
    """
    output = options["output"]
    require_replaceable(output, force=options["force"])
    keys = ("offline", "record", "replay", "mailto")
    session = open_session({"online": True, **{key: options[key] or None for key in keys}})
    with show_progress(quiet=options["quiet"]) as progress:
        works = resolve_named(targets, session, progress)
    emit(_render(works, options["format_"]), output)
    if any(work.is_bad for work in works):
        sys.exit(1)
    if options["fail_on"] and any(work.resolution.existence not in {"found", "mismatched"} for work in works):
        sys.exit(_INCOMPLETE)


def _render(works: list[ResolvedWork], format_: str) -> str:
    if format_ == "text":
        return render_works(works)
    if format_ == "json":
        return dump_pretty([work_to_dict(work) for work in works])
    records = [work.record for work in works if work.resolution.existence == "found" and work.record]
    if left := len(works) - len(records):
        click.echo(f"{left} of {format_count(len(works), 'work')} left out: no record found", err=True)
    return to_bibtex(records) if format_ == "bibtex" else to_csl(records)
