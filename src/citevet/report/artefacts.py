"""The section of a report on artefact citations: are the files still what was cited?"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from citevet.model import Document, Judgement
from citevet.report.checks import HASH, what_changed
from citevet.report.judged import Judged
from citevet.report.phrase import reasons
from citevet.report.visible import one_line, visible
from citevet.report.where import where

Freshness = Literal["Fresh", "Stale", "Un-versioned", "Missing"]

SIGNS: Mapping[Freshness, str] = {"Fresh": "✓", "Stale": "⚠", "Un-versioned": "⚠", "Missing": "✗"}

Row = tuple[Document, Judged]


def artefacts(rows: Sequence[Row], *, paths: bool = False) -> Iterator[str]:
    """Yield the four counts and the lists behind them; nothing when no artefact is cited."""
    cited = [(document, row) for document, row in rows if row.citation.kind == "artifact"]
    if not cited:
        return
    states = [freshness(row.judgements) for _, row in cited]
    counts = Counter(states)
    yield from ("", f"RLM Citations: {len(cited)} total")
    yield from (f"  {sign} {state}: {counts[state]}" for state, sign in SIGNS.items())
    yield from _unchecked([row for (_, row), state in zip(cited, states, strict=True) if not state])
    for state, says in (("Stale", _stale), ("Un-versioned", _unversioned), ("Missing", _missing)):
        listed = [each for each, its in zip(cited, states, strict=True) if its == state]
        if listed:
            yield from ("", f"{state.upper()} citations:")
        for document, row in listed:
            line = where(document, row.citation.span).line
            at = f"{visible(document.path)}:{line}" if paths else f"line {line}"
            yield f"  - {one_line(row.citation.text)} ({at})"
            yield from (f"    {said}" for said in says(row))


def freshness(judgements: Sequence[Judgement]) -> Freshness | None:
    """Return the state of an artefact by its judgements, none when nobody looked."""
    existence = {judgement.existence for judgement in judgements}
    flags = {flag for judgement in judgements for flag in judgement.flags}
    if "missing" in existence:
        return "Missing"
    if "found" not in existence:
        return None
    if "stale" in flags:
        return "Stale"
    return "Un-versioned" if "unversioned" in flags else "Fresh"


def _unchecked(rows: Sequence[Judged]) -> Iterator[str]:
    if rows:
        why = Counter(judgement.existence_reason or "not-asked" for row in rows for judgement in row.judgements)
        yield f"  ○ Not checked: {len(rows)} ({reasons(why.items()) or 'not asked'})"


def current_hash(row: Judged) -> str:
    """Return the hash of the file as it is now, as a citation would carry it; empty when nobody knows."""
    if row.source and row.source.sha256:
        return row.source.sha256[:HASH]
    return next((difference.source for difference in row.differences("hash")), "")


def _stale(row: Judged) -> Iterator[str]:
    now = current_hash(row)
    if now:
        yield f"Current hash: {one_line(now)}"
    told = what_changed(row)
    yield "File modified since it was cited" + ("" if told == "the file changed" else f"; {told}")


def _unversioned(row: Judged) -> Iterator[str]:
    now = current_hash(row)
    yield "File exists, but is cited without the hash of its content" + (f"; now {one_line(now)}" if now else "")


def _missing(_row: Judged) -> Iterator[str]:
    yield "There is no such file"
