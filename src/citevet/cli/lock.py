"""`citevet lock`"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, get_args

import click

from citevet.cli.options import PATHS, QUIET, audit_flags, open_session
from citevet.cli.output import emit, report_unread, save_named, show_progress
from citevet.errors import MissingInput, UsageError
from citevet.jobs.lock import LOCK_FILE, LockResult, compare_lock, make_lock, read_lock
from citevet.jobs.lock_drift import Cause, ClaimDrift
from citevet.model.record import Existence
from citevet.report.findings import format_count
from citevet.report.json import dump_pretty, pick, unread_to_dict
from citevet.report.lock_file import LockedClaim, LockedPassage, PassageOrigin, format_lock
from citevet.report.safe_text import shorten, to_line

_PAIR = "claim-citation pair"  # a citation behind two claims is two pairs; `check` counts citations
_COLUMNS = 100  # of a claim or sentence that is shown
_BEFORE = 40  # characters before the first change, where that is far from the start
_CAUSES: dict[Cause, str] = {
    "new": "the claim is not in the lock",
    "claim": "the claim was edited",
    "entry": "its entry in the reference list changed",
    "other-source": "it leads to another source",
    "source": "the text of the source changed",
    "judge": "the judge is another one",
}
_SENTENCES: dict[PassageOrigin, str] = {
    "judge": "the deciding sentence",
    "quotation": "the quoted sentence",
    "words": "the nearest sentence",
}


@click.command()
@PATHS
@audit_flags
@click.option(
    "--check", is_flag=True, help="Compare with the lock file. Exit with 1 if a verdict changed or may change."
)
@click.option("--update", is_flag=True, help="Write the lock file again, after you reviewed what --check shows.")
@click.option("--file", "file_", default=LOCK_FILE, metavar="FILE", show_default=True, help="The lock file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@QUIET
def command(
    paths: tuple[Path, ...], *, check: bool, update: bool, file_: str, as_json: bool, quiet: bool, **flags: Any
) -> None:
    """Lock the verdict on every claim, and find what drifted since.

    The first run writes the lock file, for PATHS or all documents in this folder. --check and --update look at PATHS or
    the documents in the lock file, are offline unless --online is given, and judge again only what drifted.
    """
    file = Path(file_)
    if check and update:
        raise UsageError("cannot be combined with --update", to="--check", advice="Check first, then update.")
    if (check or update) and not (flags["online"] or flags["replay"]):
        flags["offline"] = True
    session = open_session(flags, paths)
    with show_progress(quiet=quiet) as progress:
        if check or update:
            if not file.exists():
                raise MissingInput("no lock file", to=file_, advice="Write one: citevet lock.")
            result = compare_lock(read_lock(file), paths, session, file.parent, progress=progress)
        elif file.exists():
            raise UsageError("exists", to=file_, advice="Compare with --check, and renew it with --update.")
        else:
            result = make_lock(paths, session, file.parent, progress=progress)
    is_empty = bool(result.unread) and not result.documents
    if not check and not is_empty:
        save_named(format_lock(result.documents), file)
    if as_json:
        emit(dump_pretty(_to_dict(result)))
    elif not is_empty:
        emit("\n".join([*_describe(result), _summarize(result, file_, check=check)]))
    report_unread(result.unread)
    sys.exit(2 if result.unread else int(check and result.has_drifted))


def _to_dict(result: LockResult) -> dict[str, Any]:
    return {
        "version": 1,
        "drifted": result.has_drifted,
        "documents": [{"path": each.path, "pairs": len(each.claims)} for each in result.documents],
        "drifts": [_drift_to_dict(each) for each in result.drifts],
        **pick(result, "gone", "dropped", "carried"),
        "unread": list(map(unread_to_dict, result.unread)),
    }


def _drift_to_dict(drift: ClaimDrift) -> dict[str, Any]:
    verdict = ("text", "source", "existence", "existence_reason", "support", "support_reason", "flags")
    return {
        **pick(drift, "document", "line", "causes", "needs_review"),
        "cites": drift.now.cites,
        "fate": drift.fate.fate if drift.fate else None,
        "was": pick(drift.was, *verdict) if drift.was else None,
        "now": pick(drift.now, *verdict),
    }


def _describe(result: LockResult) -> Iterator[str]:
    for path in result.gone:
        yield f"{to_line(path)}: the document is not there"
    for drift in result.drifts:
        was = drift.was.text if drift.was else ""
        yield f"{to_line(drift.document)}:{drift.line}: {to_line(drift.now.cites)}: {_show(drift.now.text, was)}"
        yield from (f"  {line}" for line in _explain(drift))


def _explain(drift: ClaimDrift) -> Iterator[str]:
    for cause in drift.causes:
        yield _CAUSES[cause] + (f" ({to_line(drift.now.source)})" if cause == "source" and drift.now.source else "")
        if cause == "claim" and drift.was:
            yield f"  was: {_show(drift.was.text, drift.now.text)}"
    if drift.fate and drift.was and drift.was.passage:
        yield from _explain_fate(drift, drift.was.passage)
    review = "review: " if drift.needs_review else ""
    yield f"{review}{_compare_verdicts(drift)}"


def _explain_fate(drift: ClaimDrift, was: LockedPassage) -> Iterator[str]:
    now, fate = (drift.fate.now, drift.fate.fate) if drift.fate else (None, "gone")
    name = _SENTENCES[was.by]
    if was.by == "judge" and drift.was and drift.was.support in {"supported", "partial"}:
        name = "the supporting sentence"
    moved = f" from {_place(was)} to {_place(now)}" if fate == "moved" and now else ""
    yield f"{name} {'is gone' if fate == 'gone' else fate}{moved}: {_show(was.text, now.text if now else '')}"
    if fate == "changed" and now:
        yield f"  now: {_show(now.text, was.text)}"


def _place(passage: LockedPassage) -> str:
    span = f"{passage.start}-{passage.end}"
    return f"p. {passage.page}, {span}" if passage.page else span


def _compare_verdicts(drift: ClaimDrift) -> str:
    now = [drift.now.existence, _name_support(drift.now.support, drift.now.support_reason), *drift.now.flags]
    if drift.was is None:
        return f"verdict: {', '.join(now)}"
    was = [drift.was.existence, _name_support(drift.was.support, drift.was.support_reason), *drift.was.flags]
    if not drift.is_other_verdict:
        why = "the sentence that it rests on is another one" if drift.is_judged else "its support was not judged"
        return f"verdict as before: {', '.join(now)}{f'; {why}' if drift.needs_review else ''}"
    return f"verdict: {', '.join(now)}; was: {', '.join(was)}"


def _name_support(support: str, reason: str | None) -> str:
    return f"support {support} ({reason})" if support == "unchecked" and reason else support


def _show(text: str, other: str) -> str:
    """Show a text from its start, or from shortly before the place where it differs from another version."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(text, other, strict=False)))
    is_far = same > _COLUMNS - _BEFORE and text != other
    start = text.rfind(" ", 0, same - _BEFORE) + 1 if is_far else 0
    return f'"{"… " if start else ""}{shorten(to_line(text[start:]), _COLUMNS)}"'


def _summarize(result: LockResult, file: str, *, check: bool) -> str:
    pairs = [claim for each in result.documents for claim in each.claims]
    count = f"{format_count(len(pairs), _PAIR)} in {format_count(len(result.documents), 'document')}"
    review = sum(drift.needs_review for drift in result.drifts) + len(result.gone)
    if check:
        head = "DRIFT" if review else "LOCKED"
        lines = [f"{head}  {count}: {len(result.drifts)} drifted, {review} to review"]
    else:
        lines = [f"{file}: {count} locked"]
    lines.append(f"Existence: {_count_existence(pairs)}")
    lines.append(f"Support: {sum(pair.support != 'unchecked' for pair in pairs)} of {len(pairs)} judged")
    if result.dropped:
        lines.append(f"Not in the text now: {format_count(result.dropped, f'locked {_PAIR}')}")
    if result.carried:
        lines.append(f"Not looked up again: {format_count(result.carried, _PAIR)} with a source outside the project")
    if check and (result.drifts or result.dropped or result.gone):
        lines.append(f"{'After your review' if review else 'To renew the lock'}: citevet lock --update")
    return "\n".join(lines)


def _count_existence(pairs: Sequence[LockedClaim]) -> str:
    counts = Counter(pair.existence for pair in pairs)
    named = ((name, "not checked" if name == "unchecked" else name) for name in get_args(Existence))
    return ", ".join(f"{counts[name]} {word}" for name, word in named if counts[name]) or "nothing is cited"
