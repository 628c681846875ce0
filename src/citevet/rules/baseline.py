"""Findings that were there when a project began to check: marked, never dropped, and reported once mended."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from re import compile as pattern
from typing import Any

from citevet.errors import ConfigError
from citevet.model import Audit, Finding

VERSION = 1
_HALF = pattern("[\ud800-\udfff]")  # a byte of a file name that is no UTF-8: only the escape can be written


@dataclass(frozen=True, slots=True)
class Entry:
    """One finding that is accepted for now; it has no line, so that edits elsewhere leave it valid."""

    code: str
    fingerprint: str
    message: str = ""  # for people who read the file; not compared


def mark(
    findings: Sequence[Finding], entries: Sequence[Entry], *, ran: frozenset[str] | None = None
) -> tuple[tuple[Finding, ...], tuple[Entry, ...]]:
    """Mark what the entries cover, each entry one finding, and return the entries that cover nothing any more.

    An entry whose rule did not run is neither used nor stale.
    """
    left = Counter((entry.code, entry.fingerprint) for entry in entries)
    marked = tuple(_covered(finding, left) for finding in findings)
    stale: list[Entry] = []
    for entry in entries:
        key = entry.code, entry.fingerprint
        if left[key] and (ran is None or entry.code in ran):
            left[key] -= 1
            stale.append(entry)
    return marked, tuple(stale)


def _covered(finding: Finding, left: Counter[tuple[str, str]]) -> Finding:
    key = finding.code, finding.fingerprint
    if not left[key]:
        return finding
    left[key] -= 1
    # An inline suppression says why, so it keeps the finding; the entry is still of use.
    return finding if finding.suppressed else replace(finding, suppressed="baseline")


def make(audits: Iterable[Audit], *, named: Callable[[str], str] = str) -> str:
    """Return the baseline file that accepts every finding not suppressed inline; paths count from its own folder."""
    entries = {
        named(audit.document.path): sorted(
            (
                {"code": finding.code, "fingerprint": finding.fingerprint, "message": finding.message}
                for finding in audit.findings
                if finding.suppressed != "inline"
            ),
            key=lambda entry: (entry["code"], entry["fingerprint"]),
        )
        for audit in audits
    }
    kept = {path: listed for path, listed in sorted(entries.items()) if listed}
    text = json.dumps({"version": VERSION, "entries": kept}, ensure_ascii=False, indent=2)
    return _HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", text) + "\n"


def load(text: str, path: str = "baseline") -> Mapping[str, tuple[Entry, ...]]:
    """Read a baseline file: entries by document."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError("the baseline is not JSON", to=path, advice="Write it anew: citevet baseline.") from error
    if not isinstance(content, dict) or content.get("version") != VERSION:
        raise ConfigError(
            f"this is no baseline of version {VERSION}", to=path, advice="Write it anew: citevet baseline."
        )
    listed = content.get("entries")
    if not isinstance(listed, dict):
        raise ConfigError("the baseline has no entries", to=path, advice="Write it anew: citevet baseline.")
    return {document: tuple(_entry(item, path) for item in _items(items, path)) for document, items in listed.items()}


def _items(items: Any, path: str) -> list[Any]:  # noqa: ANN401 - whatever the JSON holds
    if not isinstance(items, list):
        raise ConfigError("the entries of a document are a list", to=path)
    return items


def _entry(item: Any, path: str) -> Entry:  # noqa: ANN401 - whatever the JSON holds
    if (
        not isinstance(item, dict)
        or not isinstance(item.get("code"), str)
        or not isinstance(item.get("fingerprint"), str)
    ):
        raise ConfigError("an entry needs `code` and `fingerprint`", to=path)
    return Entry(item["code"], item["fingerprint"], str(item.get("message", "")))
