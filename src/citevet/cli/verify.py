"""`citevet verify`"""

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from citevet.cli.options import QUIET, GivenPath, llm_flags, output_flags, web_flags
from citevet.cli.output import emit, is_colored, read_stdin, show_progress
from citevet.errors import UsageError
from citevet.jobs.judges import require_judge
from citevet.jobs.llm_judge import BUDGET, LlmJudge, connect_llm
from citevet.jobs.report_files import require_replaceable
from citevet.jobs.verify import Verifier
from citevet.jobs.verify_files import read_claims_file, read_given_file, read_source_file
from citevet.jobs.verify_inputs import SplitText, split_document
from citevet.model import SCOPES, Scope
from citevet.read import DOCUMENTS, READERS, parse_text
from citevet.report.agentos import Verified, render
from citevet.report.json import dump_pretty
from citevet.report.safe_text import to_line

_EXAMPLE = """\b
Example:
  citevet verify "Tokyo is the capital of Japan." --source japan.pdf --source tokyo.md
  my-agent | citevet verify - --source notes.md --fail-on unverifiable --format json
  citevet verify answer.md --web --max-requests 50

\b
Exit codes
  0  no claim is contradicted (the last line says what was verified)
  1  a claim is contradicted; with --fail-on also for unverifiable or weak claims
  2  usage error, unreadable input or internal error
  3  incomplete or nothing to check; only with --fail-on incomplete
"""
_ENDING = re.compile(r"\w\.(?=[0-9]{0,3}[A-Za-z])[0-9A-Za-z]{1,5}\Z")  # .md, .mdd, .7z; not the 5 of 3.5
_LONGEST_PATH = 4_096
# What each level adds to those before it.
_LEVELS = ("contradicted", "unverifiable", "weak")


@click.command(epilog=_EXAMPLE)
@click.argument("text", required=False)
@click.option(
    "--source",
    "sources",
    multiple=True,
    type=GivenPath(path_type=Path),
    help="Source file, or a folder with source files. Repeatable.",
)
@click.option(
    "--scope",
    type=click.Choice(SCOPES),
    default="full",
    help="Which part of each work the source files hold. [default: full]",
)
@click.option(
    "--claims", type=click.Path(path_type=Path), help="File with claims: one per line, or a JSON list of strings."
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "marked"]),
    default="text",
    help="Output format; `marked` is TEXT itself with [unverified] or [contradicted] behind claims. [default: text]",
)
@output_flags
@QUIET
@click.option(
    "--fail-on",
    multiple=True,
    type=click.Choice([*_LEVELS, "incomplete"]),
    help="Exit with 1 at this level or above. `incomplete`: exit with 3 if not everything was checked. "
    "Repeatable. [default: contradicted]",
)
@click.option(
    "--judge",
    metavar="[NAME]",
    is_flag=False,
    flag_value="best",
    help="Judge: small, base or a folder. [default: the best installed]",
)
@click.option(
    "--cosine", is_flag=True, help="Compare embeddings only, as AgentOS does. This measures similarity, not support."
)
@llm_flags
@web_flags
@click.option(
    "--ignore-markers", is_flag=True, help="Do not compare markers such as [2] with the sources: they mean others."
)
@click.option(
    "--support-threshold",
    type=float,
    help="Minimum probability for `supported`. [default: calibrated; 0.6 with --cosine]",
)
@click.option(
    "--unverifiable-threshold",
    type=float,
    help="Probability below which a claim is `unverifiable`. [default: calibrated; 0.3 with --cosine]",
)
def command(
    text: str | None,
    sources: tuple[Path, ...],
    claims: Path | None,
    *,
    scope: Scope,
    format_: str,
    output: str | None,
    force: bool,
    quiet: bool,
    fail_on: tuple[str, ...],
    judge: str | None,
    cosine: bool,
    ignore_markers: bool,
    support_threshold: float | None,
    unverifiable_threshold: float | None,
    web: bool | Mapping[str, Any],
    **flags: Any,
) -> None:
    """Check claims against source files you provide, and with --web against pages on the web.

    TEXT is the text itself, a file name, or `-` for stdin. Each claim is reported as supported, weak, unverifiable or
    contradicted, with the relevant passage. Sources can have any format that `citevet check` reads.
    """
    _require_thresholds(support_threshold, unverifiable_threshold)
    require_replaceable(output, force=force)
    verifier = Verifier(
        nli=_choose_judge(judge, cosine=cosine),
        support_threshold=support_threshold,
        unverifiable_threshold=unverifiable_threshold,
        llm=_choose_llm(**flags),
        web=web,
        markers=not ignore_markers,
    )
    asked = _read_text(text, claims)
    if format_ == "marked" and isinstance(asked, str):
        asked = split_document(parse_text(asked))
    if not sources and web is False:
        raise UsageError("no source given", to="verify", advice="Give --source FILE, or --web to search for sources.")
    read_ones = [replace(read_source_file(path), scope=scope) for each in sources for path in _list_files(each)]
    with show_progress(quiet=quiet) as progress:
        found = verifier.verify(asked, read_ones, progress=progress)
    if format_ == "marked" and isinstance(asked, SplitText):
        emit(_mark(asked, found), output)
    else:
        color = output is None and is_colored(sys.stdout)
        emit(dump_pretty(found.to_dict()) if format_ == "json" else render(found, color=color), output)
    sys.exit(find_exit_code(found, fail_on))


def _list_files(path: Path) -> list[Path]:
    """Return a file, or the documents in a folder."""
    if not os.path.isdir(path):  # noqa: PTH112 - Path.is_dir() raises for a name that is too long
        return [path]
    found = sorted(each for each in path.iterdir() if each.suffix.lower() in DOCUMENTS and each.name[:1] != ".")
    if not found:
        raise UsageError("no document in this folder", to=path.as_posix(), advice="Name the source files.")
    return found


def _mark(asked: SplitText, found: Verified) -> str:
    """Return the marked text; what could not be marked is named on stderr."""
    from citevet.jobs.stages.text_marks import mark_answer  # most runs mark nothing

    marked, left = mark_answer(asked, found)
    for claim in left:
        click.echo(f"not marked (in a table, quotation or code), {claim.verdict}: {to_line(claim.text)}", err=True)
    return marked


def _require_thresholds(support: float | None, unverifiable: float | None) -> None:
    """Raise an error that names the flags; the library would name its parameters."""
    high, low = 1.0 if support is None else support, 0.0 if unverifiable is None else unverifiable
    if not 0 <= low <= high <= 1:
        given = {"--support-threshold": support, "--unverifiable-threshold": unverifiable}
        named = [f"{flag} {value:g}" for flag, value in given.items() if value is not None]
        what = f"{' and '.join(named)} {'make' if named[1:] else 'makes'} no sense"
        raise UsageError(what, to="verify", advice="Give 0 ≤ --unverifiable-threshold ≤ --support-threshold ≤ 1.")


def _choose_judge(name: str | None, *, cosine: bool) -> str | None:
    if cosine and name is not None:
        what = f"--cosine asks no judge, and --judge {name} names one"
        raise UsageError(what, to="verify", advice="Leave out one of the two.")
    if name is not None and name != "best":
        require_judge(name, by="--judge")
    return None if cosine else name or "best"


def _choose_llm(llm: str | None, llm_url: str | None, llm_key_env: str | None, budget: int | None) -> LlmJudge | None:
    if llm is None:
        return None
    most = BUDGET if budget is None else budget
    return connect_llm(llm, url=llm_url or "", key_env=llm_key_env or "", budget=most)


def _read_text(text: str | None, claims: Path | None) -> str | SplitText:
    """Return the text, or what a file says and where."""
    if (text is None) == (claims is None):
        advice = "Give TEXT, a file or `-`, or else --claims FILE."
        raise UsageError(
            "there is nothing to verify" if text is None else "TEXT and --claims were both given",
            to="verify",
            advice=advice,
        )
    if claims is not None:
        return read_claims_file(claims)
    if text == "-":
        return split_document(read_stdin())
    if text and _is_file(text):
        return split_document(read_given_file(Path(text)))
    if text and _looks_like_file(text):
        raise UsageError("no such file", to=text, advice="Give a file that exists, or the text itself.")
    return text or ""


def _looks_like_file(text: str) -> bool:
    """Return whether one word looks like a path, by a folder or a short ending."""
    word = text.strip()
    if len(word.split()) != 1 or len(word) > _LONGEST_PATH or "://" in word or word.endswith((".", "!", "?", "。")):
        return False
    in_folder = word.startswith(("./", "../", "/", "~")) or (word.isascii() and any(mark in word for mark in "/\\"))
    return in_folder or Path(word).suffix.lower() in READERS or bool(_ENDING.search(word))


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # longer than any name, or with a null character
        return False


def find_exit_code(found: Verified, fail_on: tuple[str, ...]) -> int:
    """Return 1 when a claim is as bad as the fail level or worse, else 3 for incomplete when that was asked for."""
    level = max((_LEVELS.index(word) for word in fail_on if word in _LEVELS), default=0)
    if any(found.counts[word] for word in _LEVELS[: level + 1]):  # type: ignore[index]  # they are words of the counts
        return 1
    return 3 if "incomplete" in fail_on and (found.is_empty or found.unchecked) else 0
