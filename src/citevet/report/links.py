"""The result of `citevet links`: as text, as JSON, and as a report for the other formats."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from citevet.model.links import DEAD, FAULTY, FINDINGS, OPEN, LinkedDocument, LinkReport, LinkRow, LinkState

_MARKS: Mapping[str, str] = {"error": "error", "warning": "warning", "info": "info"}
# What a state is called in the last line, one and many.
_WORDS: Mapping[LinkState, str] = {
    "moved": "moved",
    "unencrypted": "moved to https",
    "no-file": "missing file",
    "no-image": "missing image",
    "no-anchor": "missing anchor",
    "ignored": "ignored",
    "offline": "offline",
}
_LONGEST = 200  # characters of a target that are shown


def render_text(report: LinkReport) -> str:
    """Return a line for each link that is not fine, below its document, and a line that sums up."""
    lines: list[str] = []
    for checked in report.documents:
        shown = [_format_row(row) for row in checked.rows if row.level]
        if shown:
            lines += [checked.document.path, *shown, ""]
    lines += [f"note: {note}" for note in report.notes]
    return "\n".join([*lines, format_summary(report)]) + "\n"


def _format_row(row: LinkRow) -> str:
    target = _to_line(row.link.target)
    code, name, _ = FINDINGS[row.state]
    hint = f" (copy: {row.copy})" if row.copy else ""
    if row.suggestion and row.suggestion != row.copy and row.state not in {"moved", "unencrypted"}:
        hint += f' (did you mean "{row.suggestion}"?)'
    return f"  {row.line}:{row.column} {row.level} {code} {name}: {target}: {_to_line(row.why)}{hint}"


def _to_line(text: str) -> str:
    line = "".join(char if char.isprintable() else "\ufffd" for char in text)
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def iter_rows(report: LinkReport) -> Iterator[tuple[LinkedDocument, LinkRow]]:
    """Yield every link with its document."""
    return ((checked, row) for checked in report.documents for row in checked.rows)


def format_summary(report: LinkReport) -> str:
    """Return the counts of a run in a line."""
    states = Counter(row.state for _, row in iter_rows(report))
    total = sum(states.values())
    dead = sum(states[state] for state in DEAD)
    failing = sum(states[state] for state in FAULTY)
    parts = [f"{states['ok']} fine", f"{dead} dead" if dead else "", f"{failing} failing" if failing else ""]
    parts += [f"{states[state]} {word}" for state, word in _WORDS.items() if states[state]]
    left = {state: states[state] for state in OPEN - {"ignored", "offline"} if states[state]}
    if left:
        parts.append(
            f"{sum(left.values())} not checked ({', '.join(f'{n} {state}' for state, n in sorted(left.items()))})"
        )
    documents = f"{len(report.documents)} document{'' if len(report.documents) == 1 else 's'}"
    seconds = f"{report.seconds:.1f} s, {report.requests} requests"
    cached = f", {report.cached} from the cache" if report.cached else ""
    if not total:  # not "0 fine", which reads like a pass
        return f"NOTHING TO CHECK: no links in {documents} ({seconds}{cached})"
    return (
        f"{total} link{'' if total == 1 else 's'} in {documents}: {', '.join(filter(None, parts))} ({seconds}{cached})"
    )


def to_json(report: LinkReport) -> dict[str, Any]:
    """Return the report as values for JSON; only `run` may differ between equal runs."""
    return {
        "version": 1,
        "documents": [
            {"path": checked.document.path, "links": [_row_to_dict(row) for row in checked.rows]}
            for checked in report.documents
        ],
        "summary": dict(sorted(Counter(row.state for _, row in iter_rows(report)).items())),
        "unread": [{"path": each.path, "message": each.message} for each in report.unread],
        "notes": list(report.notes),
        "run": {"seconds": round(report.seconds, 3), "requests": report.requests, "cached": report.cached},
    }


def _row_to_dict(row: LinkRow) -> dict[str, Any]:
    code, name, _ = FINDINGS.get(row.state, ("", "", ""))
    optional = {
        "code": code if row.level else "",
        "name": name if row.level else "",
        "level": row.level,
        "why": row.why,
        "status": row.status,
        "suggestion": row.suggestion,
        "copy": row.copy,
    }
    return {
        "line": row.line,
        "column": row.column,
        "start": row.link.span.start,
        "end": row.link.span.end,
        "kind": row.link.kind,
        "target": row.link.target,
        "state": row.state,
        **{key: value for key, value in optional.items() if value},
    }


def find_worst(rows: Iterable[LinkRow]) -> str:
    """Return the highest level among links; empty where all are fine."""
    levels = {row.level for row in rows}
    return next((level for level in _MARKS if level in levels), "")
