"""`citevet verify`"""

import sys
from dataclasses import replace
from pathlib import Path
from re import compile as pattern
from typing import Any

import click

from citevet.cli import progress
from citevet.cli.options import OUTPUT, QUIET, llm_flags
from citevet.cli.output import emit
from citevet.cli.stdin import stdin_document
from citevet.errors import UsageError
from citevet.jobs.named_judge import demand_judge
from citevet.jobs.supporting.second_opinion import BUDGET, SecondOpinion
from citevet.jobs.verify import Verifier
from citevet.jobs.verifying.asked import Said, document_said
from citevet.jobs.verifying.files import claims_file, source_file
from citevet.jobs.verifying.second_look import opinion_at
from citevet.model import SCOPES, Scope
from citevet.read import READERS, read
from citevet.report.dump import pretty
from citevet.report.verified import Verified
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
_ENDING = pattern(r"\w\.(?=[0-9]{0,3}[A-Za-z])[0-9A-Za-z]{1,5}\Z")  # .md, .mdd, .7z; not the 5 of 3.5
_LONGEST_PATH = 4_096
# What each level adds to those before it.
_LEVELS = ("contradicted", "unverifiable", "weak")


@click.command(epilog=_EXAMPLE)
@click.argument("text", required=False)
@click.option("--source", "sources", multiple=True, type=click.Path(path_type=Path), help="A source; repeatable.")
@click.option(
    "--scope", type=click.Choice(SCOPES), default="full", help="How much of their works the sources are (full)."
)
@click.option("--claims", type=click.Path(path_type=Path), help="Ready claims: one a line, or a JSON list of strings.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", help="How it looks (text).")
@OUTPUT
@QUIET
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
    scope: Scope,
    format_: str,
    output: str | None,
    quiet: bool,
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
    _demand_thresholds(support_threshold, unverifiable_threshold)
    verifier = Verifier(
        nli=_judge(judge, cosine=cosine),
        support_threshold=support_threshold,
        unverifiable_threshold=unverifiable_threshold,
        llm=_opinion(**flags),
    )
    asked = _asked(text, claims)
    if not sources:
        raise UsageError("there is no source to hold it against", to="verify", advice="Give --source FILE.")
    read_ones = [replace(source_file(path), scope=scope) for path in sources]
    with progress.bar(quiet=quiet) as told:
        found = verifier.verify(asked if isinstance(asked, str) else asked.claims, read_ones, progress=told)
    if isinstance(asked, Said):
        found = replace(found.placed(asked.places), left_out=asked.left_out)
    color = output is None and progress.is_colored(sys.stdout)
    emit(pretty(found.to_dict()) if format_ == "json" else render(found, color=color), output)
    sys.exit(exit_code(found, fail_on))


def _demand_thresholds(support: float, unverifiable: float) -> None:
    """Raise what names the flags, where the library would name its parameters."""
    if not 0 <= unverifiable <= support <= 1:
        what = f"--support-threshold {support:g} and --unverifiable-threshold {unverifiable:g} make no sense"
        advice = "Give 0 ≤ --unverifiable-threshold ≤ --support-threshold ≤ 1."
        raise UsageError(what, to="verify", advice=advice)


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


def _asked(text: str | None, claims: Path | None) -> str | Said:
    """Return the text, or what a file says and where."""
    if (text is None) == (claims is None):
        advice = "Give TEXT, a file or `-`, or else --claims FILE."
        raise UsageError(
            "there is nothing to verify" if text is None else "TEXT and --claims were both given",
            to="verify",
            advice=advice,
        )
    if claims is not None:
        listed = claims_file(claims)
        return Said(tuple(claim for claim, _ in listed), tuple(place for _, place in listed))
    if text == "-":
        return document_said(stdin_document())
    if text and _is_file(text):
        return document_said(read(Path(text)))
    if text and _names_a_file(text):
        raise UsageError("there is no such file", to=text, advice="Give a file that exists, or the text itself.")
    return text or ""


def _names_a_file(text: str) -> bool:
    """Say whether one word looks like a path: by a folder, or by a short ending; a sentence without blanks does not."""
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


def exit_code(found: Verified, fail_on: tuple[str, ...]) -> int:
    """Return 1 when a claim is as bad as the fail level or worse, else 3 for incomplete when that was asked for."""
    level = max((_LEVELS.index(word) for word in fail_on if word in _LEVELS), default=0)
    if any(found.counts[word] for word in _LEVELS[: level + 1]):  # type: ignore[index]  # they are words of the counts
        return 1
    return 3 if "incomplete" in fail_on and (found.is_empty or found.unchecked) else 0
