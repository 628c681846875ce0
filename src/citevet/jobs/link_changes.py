"""What changed between two runs of `citevet links` over the same documents."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from citevet.errors import ReadError
from citevet.model.links import DEAD, FINDINGS, OPEN, LinkReport, LinkRow
from citevet.records import dataclass

_VERSION = 1
_ADVICE = "Delete it to start anew, or name another one with --state."
ChangeKind = Literal["dead", "revived", "moved", "failing", "drifted", "missing"]
_LOCAL = frozenset({"no-file", "no-image", "no-anchor"})
HEADINGS: Mapping[ChangeKind, str] = {
    "dead": "Newly dead",
    "missing": "Newly missing files, pictures and anchors",
    "failing": "Newly failing",
    "moved": "Moved",
    "drifted": "Changed since the last run",
    "revived": "Answers again",
}


@dataclass(frozen=True, slots=True)
class LinkChange:
    """What changed about one target, and where it is linked."""

    kind: ChangeKind
    target: str
    why: str
    places: tuple[str, ...]  # path:line
    suggestion: str = ""


def list_changes(found: LinkReport, before: Mapping[str, Any]) -> list[LinkChange]:
    """Return the changes since the last run; on the first run everything that is wrong is new."""
    rows: dict[str, LinkRow] = {}
    places: dict[str, list[str]] = {}
    for checked in found.documents:
        for row in checked.rows:
            key = make_key(checked.document.path, row)
            rows.setdefault(key, row)
            places.setdefault(key, []).append(f"{checked.document.path}:{row.line}")
    known = before.get("links", {})
    changes = ((row, places[key], _compare(row, known.get(key, {}))) for key, row in rows.items())
    listed = [
        LinkChange(kind, row.link.target, row.why or "answers again", tuple(where), row.suggestion)
        for row, where, kind in changes
        if kind
    ]
    order = list(HEADINGS)
    return sorted(listed, key=lambda change: (order.index(change.kind), change.target))


def make_key(path: str, row: LinkRow) -> str:
    """Return what names a link in the next run: its address, and of a path also its document."""
    return row.link.target if "://" in row.link.target else f"{path}\t{row.link.target}"


def _compare(row: LinkRow, before: Mapping[str, str]) -> ChangeKind | None:
    was, now = before.get("state", "ok"), row.state
    if now in OPEN:
        return None  # nothing follows from no answer
    if now == was:
        changed = now == "ok" and row.digest and before.get("digest") and row.digest != before["digest"]
        moved_on = now == "moved" and row.suggestion != before.get("suggestion", row.suggestion)
        return "drifted" if changed else "moved" if moved_on else None
    if now in DEAD:
        return None if was in DEAD else "dead"
    if now in _LOCAL:
        return "missing"
    if now in {"moved", "unencrypted"}:
        return "moved"
    if now == "ok":
        return "revived" if was in FINDINGS and was not in {"moved", "unencrypted"} else None
    return "failing"


def load_state(file: Path) -> Mapping[str, Any]:
    """Return the results of the last run; none where there was none."""
    try:
        state = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ReadError("the state of the last run cannot be read", to=str(file), advice=_ADVICE) from error
    if not isinstance(state, dict) or state.get("version") != _VERSION:
        raise ReadError(f"not a state of version {_VERSION}", to=str(file), advice=_ADVICE)
    return state


def format_state(found: LinkReport, before: Mapping[str, Any]) -> str:
    """Return the results of a run as the next one reads them; what was not answered keeps its last result."""
    known = before.get("links", {})
    links: dict[str, Mapping[str, str]] = {}
    for checked in found.documents:
        for row in checked.rows:
            key = make_key(checked.document.path, row)
            links[key] = known.get(key, {}) if row.state in OPEN else _describe(row, known.get(key, {}))
    kept = {key: value for key, value in sorted(links.items()) if value}
    return json.dumps({"version": _VERSION, "links": kept}, ensure_ascii=False, indent=1) + "\n"


def _describe(row: LinkRow, before: Mapping[str, str]) -> dict[str, str]:
    digest = row.digest or before.get("digest", "")
    values = {"state": row.state, "suggestion": row.suggestion, "digest": digest}
    return {name: value for name, value in values.items() if value}


def render_issue(changes: list[LinkChange]) -> str:
    """Return the changes as the text of an issue, in Markdown."""
    return "\n".join(_render(changes, heading="## {}\n", item="- `{}`: {}", place="  in {}")) + "\n"


def render_email(changes: list[LinkChange], found: LinkReport) -> str:
    """Return the changes as the text of an e-mail, with its subject in the first line."""
    count = len(changes)
    subject = f"Subject: {count} link{'' if count == 1 else 's'} changed in {len(found.documents)} documents\n"
    return "\n".join([subject, *_render(changes, heading="{}:\n", item="* {}\n  {}", place="  in {}")]) + "\n"


def _render(changes: list[LinkChange], *, heading: str, item: str, place: str) -> Iterator[str]:
    if not changes:
        yield "Nothing changed since the last run."
        return
    for kind, title in HEADINGS.items():
        chosen = [change for change in changes if change.kind == kind]
        if not chosen:
            continue
        yield heading.format(f"{title} ({len(chosen)})")
        for change in chosen:
            hint = f" → {change.suggestion}" if change.suggestion and change.suggestion not in change.why else ""
            why = "the text of the page changed" if kind == "drifted" else change.why
            yield item.format(_clean(change.target), _clean(why) + hint)
            yield place.format(", ".join(map(_clean, change.places)))
        yield ""


def _clean(text: str) -> str:
    """Return a text on one line that ends no code span."""
    return "".join(char if char.isprintable() and char != "`" else "\ufffd" for char in text)


def changes_to_dict(changes: list[LinkChange]) -> dict[str, Any]:
    """Return the changes as values for JSON."""
    return {
        "version": _VERSION,
        "changes": [
            {
                "kind": change.kind,
                "target": change.target,
                "why": change.why,
                "places": list(change.places),
                **({"suggestion": change.suggestion} if change.suggestion else {}),
            }
            for change in changes
        ],
    }
