"""`citevet models`, `data`, `cache` and `doctor`: what this installation has, and whether it works."""

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from citevet.cli import CommandGroup
from citevet.cli.options import example, network_flags
from citevet.cli.output import emit, show_progress
from citevet.errors import UsageError, WriteError
from citevet.jobs.judges import InstalledModel, add_model, list_models, require_judge
from citevet.records import asdict, dataclass
from citevet.report.findings import format_count
from citevet.report.json import dump_pretty, pick
from citevet.report.safe_text import to_line
from citevet.session import Session
from citevet.world import disk_cache
from citevet.world.net.cache import ReplyCache, default_reply_file
from citevet.world.retraction_watch import ImportedData, describe_retractions, import_retractions, remove_retractions

_MB = 1_000_000
_NAME = "retraction-watch"
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group(cls=CommandGroup)
def models_command() -> None:
    """Manage the support judges.

    `small` comes with citevet. Other judges are downloaded once and then work offline, with
    `citevet check --judge owner/name`.
    """


@models_command.command("list", short_help="List the installed models.")
@_JSON
def list_models_command(*, as_json: bool) -> None:
    """List the installed models with name, size and folder."""
    found = list_models()
    emit(dump_pretty([each.to_dict() for each in found]) if as_json else _render_models(found))


@models_command.command(
    "add",
    short_help="Download a judge from a model hub.",
    epilog=example("citevet models add cross-encoder/nli-deberta-v3-small", "citevet models add owner/name@v1.2"),
)
@click.argument("names", nargs=-1, required=True, metavar="OWNER/NAME...")
def add_models_command(names: tuple[str, ...]) -> None:
    """Download judges from huggingface.co, or from the model hub in HF_ENDPOINT.

    A judge needs an ONNX file, tokenizer.json and config.json. Its labels are entailment, neutral and contradiction,
    in any order, or entailment and not_entailment. This command uses the network without --online, unless the
    configuration has `offline = true`. Installed models are not downloaded again.
    """
    for name in names:
        with show_progress() as progress:
            added = add_model(name, Session(), progress)
        emit(_render_models([added]))


@models_command.command(
    "calibrate",
    short_help="Fit a judge to your own pairs.",
    epilog=example("citevet models calibrate small pairs.jsonl --as ours", "citevet check paper.md --judge ours"),
)
@click.argument("judge")
@click.argument("pairs", type=click.Path(path_type=Path))
@click.option("--as", "name", required=True, metavar="NAME", help="Name of the fitted judge.")
@_JSON
def calibrate_command(judge: str, pairs: Path, name: str, *, as_json: bool) -> None:
    """Fit threshold and curve of JUDGE to labelled PAIRS, and store the result under a new name.

    PAIRS is a JSONL, JSON, CSV or TSV file whose rows have a claim, a source (its text) and a label: supported,
    partial, unsupported or contradicted. The figures are those of pairs that the curve did not see (five parts).
    """
    from citevet.jobs.calibration.calibrate_judge import (  # numpy, and few commands fit anything
        calibrate_judge,
        describe_figures,
    )
    from citevet.jobs.calibration.labelled_pairs import read_pairs

    require_judge(judge, by="calibrate")
    with show_progress() as progress:
        done = calibrate_judge(judge, read_pairs(pairs), name, Session(), progress)
    if as_json:
        emit(dump_pretty(asdict(done) | {"file": str(done.file)}))
        return
    unread = f", {done.unread} not scored" if done.unread else ""
    lines = [f"{format_count(done.pairs, 'pair')}, {done.supported} supported{unread}"]
    lines += [f"{judge}: {describe_figures(done.fitted.before)}", f"{name}: {describe_figures(done.fitted.after)}"]
    found = done.fitted.calibration
    lines += [f"threshold {found.threshold:g}, contradicted from {found.against:g}", f"Written to {done.file}"]
    emit("\n".join(to_line(line) for line in lines))


@models_command.command(
    "compare",
    short_help="Compare judges on the same pairs.",
    epilog=example("citevet models compare small base pairs.jsonl"),
)
@click.argument("judges", nargs=-1, required=True, metavar="JUDGE... PAIRS")
@_JSON
def compare_command(judges: tuple[str, ...], *, as_json: bool) -> None:
    """Let judges rule on the same labelled PAIRS, and print the figures by kind of fault, the areas and the cost.

    PAIRS is a file as in `models calibrate`; `kind` in a row names its kind of fault.
    """
    from citevet.jobs.calibration.compare_judges import compare_judges, render_comparison  # likewise
    from citevet.jobs.calibration.labelled_pairs import read_pairs

    *names, pairs = judges
    if not names:
        raise UsageError("no judge is named", to="compare", advice="Write: citevet models compare small base PAIRS")
    for name in names:
        require_judge(name, by="compare")
    with show_progress() as progress:
        found = compare_judges(names, read_pairs(Path(pairs)), Session(), progress)
    emit(dump_pretty([each.to_dict() for each in found]) if as_json else "\n".join(render_comparison(found)))


def _render_models(found: Sequence[InstalledModel]) -> str:
    width = max((len(each.name) for each in found), default=0)
    return "\n".join(f"{each.name:{width}} {each.size / _MB:8,.1f} MB  {to_line(str(each.folder))}" for each in found)


@click.group(cls=CommandGroup)
def data_command() -> None:
    """Manage data sets that are used offline.

    With `retraction-watch` every `citevet check` reports cited works that were retracted, without a network.
    """


@data_command.command(
    "add",
    short_help="Install a data set from a file.",
    epilog=example("citevet data add retraction-watch retraction_watch.csv"),
)
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path))
def add_data_command(name: str, file: Path) -> None:
    """Install a data set, in place of an older one.

    The one data set is `retraction-watch`: the CSV file that Crossref publishes. It is copied to the user's data
    folder, or to CITEVET_DATA_DIR, and nothing is sent anywhere.
    """
    _require_name(name)
    emit(_render_data(import_retractions(file)))


@data_command.command("list", short_help="List the installed data sets.")
@_JSON
def list_data_command(*, as_json: bool) -> None:
    """List the installed data sets with rows, size and path."""
    found = describe_retractions()
    if not as_json:
        emit(_render_data(found) if found else "No data sets.")
        return
    rows = [{"name": _NAME, "rows": found.rows, "bytes": found.size, "path": str(found.path)}] if found else []
    emit(dump_pretty([{**row, **pick(found, "file", "sha256")} for row in rows]))


@data_command.command("remove", short_help="Delete a data set.")
@click.argument("name")
def remove_data_command(name: str) -> None:
    """Delete a data set."""
    _require_name(name)
    if not remove_retractions():
        raise UsageError("is not installed", to=name, advice="`citevet data list` lists what is.")
    emit(f"Removed {name}.")


def _require_name(name: str) -> None:
    if name != _NAME:
        raise UsageError("no such data set", to=name[:200], advice=f"There is one: {_NAME}.")


def _render_data(found: ImportedData) -> str:
    return f"{_NAME}  {format_count(found.rows, 'row')}  {found.size / _MB:,.1f} MB  {to_line(str(found.path))}"


@dataclass(frozen=True, slots=True)
class CacheFile:
    """One file of the cache."""

    name: str
    path: str
    size: int  # bytes on disk
    entries: int


@click.group(cls=CommandGroup)
def cache_command() -> None:
    """Show, prune or clear what earlier runs have kept.

    The cache holds answers of services and results of earlier runs: audits, scores of the judge, embeddings. Without
    it, the next run only takes longer.
    """


@cache_command.command("info", short_help="Show what the cache holds.")
@_JSON
def info_command(*, as_json: bool) -> None:
    """Show the files of the cache with their size."""
    found = _list_files()
    emit(dump_pretty(list(map(asdict, found))) if as_json else "\n".join(map(_render_file, found)))


@cache_command.command("prune", short_help="Drop what was not used for 90 days.")
def prune_command() -> None:
    """Drop what was not used for 90 days, and the least used beyond 512 MB of answers and 256 MB of results."""
    with closing(ReplyCache(default_reply_file())) as replies:
        dropped = {"answer": replies.prune(), "result": disk_cache.prune()}
    emit(", ".join(format_count(count, name) for name, count in dropped.items()) + " dropped")


@cache_command.command("clear", short_help="Delete the cache.")
def clear_command() -> None:
    """Delete all files of the cache."""
    found = _list_files()
    for each in found:
        for suffix in ("", "-wal", "-shm"):
            _delete(Path(each.path + suffix))
    emit(f"{sum(each.size for each in found) / _MB:.1f} MB deleted")


def _list_files() -> list[CacheFile]:
    with closing(ReplyCache(default_reply_file())) as replies:
        answers = replies.count()
    return [
        _describe_file("answers", default_reply_file(), answers),
        _describe_file("results", disk_cache.find_file(), disk_cache.count()),
    ]


def _describe_file(name: str, file: Path, entries: int) -> CacheFile:
    parts = (Path(f"{file}{suffix}") for suffix in ("", "-wal"))
    return CacheFile(name, str(file), sum(each.stat().st_size for each in parts if each.is_file()), entries)


def _delete(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise WriteError("cannot be deleted", to=str(file), advice="Check who owns it.") from error


def _render_file(file: CacheFile) -> str:
    return f"{file.name:<8}  {file.size / _MB:8.1f} MB  {format_count(file.entries, 'entry'):>15}  {to_line(file.path)}"


@click.command()
@_JSON
@network_flags
def doctor_command(*, as_json: bool, **flags: Any) -> None:
    """Test this installation: models, processor, cache, configuration and optional programs.

    Nothing is sent anywhere without --online; with it, each service gets one request, and missing keys are listed.
    Exit code 2 means that a part is broken; a missing optional part is not an error.
    """
    from citevet.jobs.doctor import examine  # with the embedder, which the other commands do not need

    with show_progress() as progress:
        found = examine(Session(flags), progress)
    width = max(len(each.name) for each in found)
    lines = (f"{each.state:<7}  {each.name:<{width}}  {to_line(each.details)}" for each in found)
    emit(dump_pretty(list(map(asdict, found))) if as_json else "\n".join(lines))
    sys.exit(2 if any(each.state == "failed" for each in found) else 0)
