"""Rows that a host judged, one per citation: `quorum` makes one of votes; `verdict` and `report` take many."""

import re
from collections import Counter
from typing import Any
from urllib.parse import quote

from citevet.jobs.stages.json_input import GivenValue
from citevet.judge.llm import Vote, decide_votes
from citevet.records import dataclass
from citevet.report.json import TOOL
from citevet.report.markdown import format_table
from citevet.report.safe_text import escape_markdown, show_controls

SUPPORT_WORDS = ("supported", "partial", "unsupported")
BUCKETS = (*SUPPORT_WORDS, "misattributed", "unresolvable", "unsourced")
_ACTIVE = re.compile(r"[|<>`\"\\*\[\]{}^]")  # would end a link or a table cell
UNCHECKED = "unchecked"  # it cites something, and was not judged
_VOTES = 3
_QUORUM = 2


@dataclass(frozen=True, slots=True)
class SupportRow:
    """One citation with what a host found out about it."""

    claim: str
    cited: str  # the address, else the reference
    support: str
    flags: tuple[str, ...]
    evidence: str
    locator: str


def count_rows(given: GivenValue) -> dict[str, Any]:
    """Return six counts, how many citations were not judged, and each row's own verdict.

    A row is in one bucket, and a misattributed one in that bucket too.
    """
    rows = read_rows(given)
    found = Counter(row.support for row in rows) + Counter(
        flag for row in rows for flag in row.flags if flag != row.support
    )
    return {
        "counts": {bucket: found[bucket] for bucket in BUCKETS},
        "total": len(rows),
        UNCHECKED: found[UNCHECKED],
        "rows": [{"support": row.support, "flags": list(row.flags)} for row in rows],
    }


def render_rows(given: GivenValue) -> str:
    """Return a table of the citations and one of the counts, in Markdown."""
    counted = count_rows(given)
    counts = [*counted["counts"].items(), *([(UNCHECKED, counted[UNCHECKED])] if counted[UNCHECKED] else [])]
    head = ("Claim", "Cited source", "Verdict", "Note/flags")
    lines = ["# Citation audit", "", "## Citations", "", *format_table(head, map(_make_cells, read_rows(given)))]
    lines += ["", "## Summary", "", *format_table(("Bucket", "Count"), ((name, str(count)) for name, count in counts))]
    return "\n".join((*lines, "", f"Made by {TOOL}.", ""))


def read_rows(given: GivenValue) -> list[SupportRow]:
    """Return the rows of a list; a claim bound to a source, a vote or an uncited paragraph is one."""
    return [_read_row(each) for each in given.elements()]


def _read_row(given: GivenValue) -> SupportRow:
    cited = given.field("citedUrl").optional_text() or given.field("citedRef").optional_text()
    locator = given.field("locator")
    return SupportRow(
        claim=given.field("claim").optional_text() or given.field("anchorText").optional_text(),
        cited=cited,
        support=_classify(given, is_cited=bool(cited)),
        flags=tuple(flag for flag in ("misattributed", "unresolvable") if given.field(flag).flag()),
        evidence=given.field("evidence").optional_text(),
        locator=str(locator.value) if isinstance(locator.value, int) else locator.optional_text(),
    )


def _classify(given: GivenValue, *, is_cited: bool) -> str:
    support = given.field("support")
    if given.field("unresolvable").flag():
        return "unresolvable"
    if given.field("type").value == "unsourced":
        return "unsourced"
    if support.is_given:
        return support.word((*SUPPORT_WORDS, "unsourced", UNCHECKED))
    return UNCHECKED if is_cited else "unsourced"


def _make_cells(row: SupportRow) -> tuple[str, ...]:
    notes = [", ".join(row.flags), f"line {row.locator}" if row.locator.isdigit() else row.locator]
    notes.append(f"“{row.evidence}”" if row.evidence else "")
    note = "; ".join(escape_markdown(each) for each in notes if each)
    return escape_markdown(row.claim), show_source(row.cited), row.support, note


def show_source(source: str) -> str:
    """Return an address or a reference for a table cell; an address stays one that can be followed."""
    if source.startswith(("http://", "https://")) and not any(char.isspace() for char in source):
        return show_controls(_ACTIVE.sub(lambda found: quote(found[0]), source))
    return escape_markdown(source) or "—"


def reduce_votes(given: GivenValue) -> dict[str, Any]:
    """Return what the votes come to; null is an abstention, and without two votes nothing is decided."""
    votes = given.elements()
    if len(votes) > _VOTES:
        given.refuse(f"a list of at most {_VOTES} votes")
    valid = [vote for vote in votes if vote.is_given]
    if valid and all(vote.field("refuted").is_given for vote in valid):
        refuted = sum(vote.field("refuted").flag() for vote in valid)
        return {"survives": len(valid) >= _QUORUM and refuted < _QUORUM, "votes": len(valid), "refuted": refuted}
    return _weigh_support(valid)


def _weigh_support(valid: list[GivenValue]) -> dict[str, Any]:
    """Return a row for `verdict` and `report`.

    Two equal votes decide, of three different ones the middle, of two neighbours the lower. One who could not read
    the source abstains; if two could not, it is unresolvable.
    """
    unread = [vote for vote in valid if vote.field("unresolvable").flag()]
    read = [vote for vote in valid if not vote.field("unresolvable").flag()]
    cast = [(Vote(word=_read_word(vote)), vote) for vote in read]
    support, _ = decide_votes([vote for vote, _ in cast])
    agreeing = [each.field("evidence").optional_text() for vote, each in cast if vote.word == support]
    return {
        "support": support,
        "misattributed": sum(vote.field("misattributed").flag() for vote in read) >= _QUORUM,
        "unresolvable": len(unread) >= _QUORUM,
        "evidence": next(filter(None, agreeing), ""),
        "survives": support in {"supported", "partial"},
        "votes": len(valid),
    }


def _read_word(vote: GivenValue) -> Any:  # noqa: ANN401 - one of the words of a vote, which `word` has checked
    return vote.field("support").word(SUPPORT_WORDS)
