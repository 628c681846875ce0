"""`citevet verify`"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from citevet.cli import progress
from citevet.cli.options import OUTPUT, llm_flags
from citevet.cli.output import emit
from citevet.cli.stdin import stdin_document
from citevet.errors import UsageError
from citevet.jobs.named_judge import demand_judge
from citevet.jobs.supporting.second_opinion import BUDGET, SecondOpinion
from citevet.jobs.verify import Verifier
from citevet.jobs.verifying.asked import document_claims
from citevet.jobs.verifying.files import claims_file, source_file
from citevet.jobs.verifying.second_look import opinion_at
from citevet.read import READERS, read
from citevet.report.dump import pretty
from citevet.report.verified import Place, Verified
from citevet.report.verified_text import render

_EXAMPLE = """\b
Example:
  citevet verify "Tokyo is the capital of Japan." --source japan.pdf --source tokyo.md
  my-agent | citevet verify - --source notes.md --fail-on unverifiable --format json

\b
Exit codes
  0  no claim is contradicted (the last line says what was verified)
  1  a claim is contradicted; with --fail-on also unverifiable or weak ones
  2  usage, unreadable input or internal error
  3  nothing or not everything could be checked, with --fail-on incomplete
"""
# What each level adds to those before it.
_LEVELS = ("contradicted", "unverifiable", "weak")


@click.command(epilog=_EXAMPLE)
@click.argument("text", required=False)
@click.option("--source", "sources", multiple=True, type=click.Path(path_type=Path), help="A source; repeatable.")
@click.option("--claims", type=click.Path(path_type=Path), help="Ready claims: one a line, or a JSON list of strings.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", help="How it looks (text).")
@OUTPUT
@click.option(
    "--fail-on",
    multiple=True,
    type=click.Choice([*_LEVELS, "incomplete"]),
    help="Exit 1 from this word on (contradicted); `incomplete` exits 3 when not everything was checked. Repeatable.",
)
@click.option("--judge", metavar="NAME", help="Who judges: small, small+base, a folder (small).")
@click.option("--cosine", is_flag=True, help="Compare vectors only, as AgentOS does: what is alike, not what is said.")
@llm_flags
@click.option("--support-threshold", type=float, default=0.6, help="From this probability on supported (0.6).")
@click.option("--unverifiable-threshold", type=float, default=0.3, help="Below this one unverifiable (0.3).")
def command(
    text: str | None,
    sources: tuple[Path, ...],
    claims: Path | None,
    *,
    format_: str,
    output: str | None,
    fail_on: tuple[str, ...],
    judge: str | None,
    cosine: bool,
    support_threshold: float,
    unverifiable_threshold: float,
    **flags: Any,
) -> None:
    """Hold the claims of TEXT against sources: does one of them say so?

    TEXT is the text itself, the name of a file, or `-` for stdin. Every claim is supported, weak, unverifiable or
    contradicted, with the passage that it rests on. Sources are files of every kind that `citevet check` reads.
    """
    verifier = Verifier(
        nli=_judge(judge, cosine=cosine),
        support_threshold=support_threshold,
        unverifiable_threshold=unverifiable_threshold,
        llm=_opinion(**flags),
    )
    asked, places = _asked(text, claims)
    read_ones = [source_file(path) for path in sources]
    with progress.bar() as told:
        found = verifier.verify(asked, read_ones, progress=told)
    found = found.placed(places) if places else found
    color = output is None and progress.is_colored(sys.stdout)
    emit(pretty(found.to_dict()) if format_ == "json" else render(found, color=color), output)
    sys.exit(exit_code(found, fail_on))


def _judge(name: str | None, *, cosine: bool) -> str | None:
    if cosine and name is not None:
        what = f"--cosine asks no judge, and --judge {name} names one"
        raise UsageError(what, to="verify", advice="Leave out one of the two.")
    if name is not None:
        demand_judge(name, by="--judge")
    return None if cosine else name or "small"


def _opinion(llm: str | None, llm_url: str | None, llm_key_env: str | None, budget: int | None) -> SecondOpinion | None:
    if llm is None:
        return None
    most = BUDGET if budget is None else budget
    return opinion_at(llm, url=llm_url or "", key_env=llm_key_env or "", budget=most)


def _asked(text: str | None, claims: Path | None) -> tuple[str | Sequence[str], Sequence[Place | None]]:
    """Return the text, or claims and where they stand."""
    if (text is None) == (claims is None):
        advice = "Give TEXT, a file or `-`, or else --claims FILE."
        raise UsageError(
            "there is nothing to verify" if text is None else "TEXT and --claims", to="verify", advice=advice
        )
    if claims is not None:
        return _parted(claims_file(claims))
    if text == "-":
        return _parted(document_claims(stdin_document()))
    if text and _is_file(text):
        return _parted(document_claims(read(Path(text))))
    if text and not text.split()[1:] and Path(text).suffix.lower() in READERS:
        raise UsageError("there is no such file", to=text, advice="Give a file that exists, or the text itself.")
    return text or "", ()


def _parted(found: Sequence[tuple[str, Place | None]]) -> tuple[Sequence[str], Sequence[Place | None]]:
    return [claim for claim, _ in found], [place for _, place in found]


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # longer than any name, or with a null character
        return False


def exit_code(found: Verified, fail_on: tuple[str, ...]) -> int:
    """Return 1 when a claim is as bad as the fail level or worse, else 3 for incomplete when that was asked for."""
    level = max((_LEVELS.index(word) for word in fail_on if word in _LEVELS), default=0)
    if any(found.counts[word] for word in _LEVELS[: level + 1]):  # type: ignore[index]  # they are words of the counts
        return 1
    return 3 if "incomplete" in fail_on and (found.is_empty or found.unchecked) else 0
