"""The baseline file: findings that a project accepts for now, and entries whose finding is gone."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from citevet.errors import ConfigError
from citevet.model import Audit, Finding

_VERSION = 1
_SURROGATE = re.compile("[\ud800-\udfff]")  # a byte of a file name that is not UTF-8; only its escape can be written


@dataclass(frozen=True, slots=True)
class BaselineEntry:
    """One accepted finding; it has no line number, so that edits elsewhere leave it valid."""

    code: str
    fingerprint: str
    message: str = ""  # for people who read the file; not compared


def mark_accepted(
    findings: Sequence[Finding], entries: Sequence[BaselineEntry], *, ran: frozenset[str] | None = None
) -> tuple[tuple[Finding, ...], tuple[BaselineEntry, ...]]:
    """Mark the findings that the entries cover, one each, and return the entries that cover none.

    An entry whose rule did not run is neither used nor stale.
    """
    left = Counter((entry.code, entry.fingerprint) for entry in entries)
    marked = tuple(_mark(finding, left) for finding in findings)
    stale: list[BaselineEntry] = []
    for entry in entries:
        key = entry.code, entry.fingerprint
        if left[key] and (ran is None or entry.code in ran):
            left[key] -= 1
            stale.append(entry)
    return marked, tuple(stale)


def _mark(finding: Finding, left: Counter[tuple[str, str]]) -> Finding:
    key = finding.code, finding.fingerprint
    if not left[key]:
        return finding
    left[key] -= 1
    # An inline suppression gives a reason, so it keeps the finding; the entry still counts as used.
    return finding if finding.suppressed else replace(finding, suppressed="baseline")


def format_baseline(audits: Iterable[Audit], *, named: Callable[[str], str] = str) -> str:
    """Return the text of a baseline that accepts every finding not suppressed inline."""
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
    filled = {path: listed for path, listed in sorted(entries.items()) if listed}
    text = json.dumps({"version": _VERSION, "entries": filled}, ensure_ascii=False, indent=2)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


def parse_baseline(text: str, path: str = "baseline") -> Mapping[str, tuple[BaselineEntry, ...]]:
    """Return the entries of a baseline file by document."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(
            "the baseline is not valid JSON", to=path, advice="Run `citevet baseline` to write it again."
        ) from error
    if not isinstance(content, dict) or content.get("version") != _VERSION:
        raise ConfigError(
            f"not a baseline of version {_VERSION}", to=path, advice="Run `citevet baseline` to write it again."
        )
    listed = content.get("entries")
    if not isinstance(listed, dict):
        raise ConfigError("the baseline has no entries", to=path, advice="Run `citevet baseline` to write it again.")
    return {
        document: tuple(_parse_entry(item, path) for item in _check_list(items, path))
        for document, items in listed.items()
    }


def _check_list(items: object, path: str) -> list[object]:
    if not isinstance(items, list):
        raise ConfigError("the entries of a document must be a list", to=path)
    return items


def _parse_entry(item: object, path: str) -> BaselineEntry:
    if (
        not isinstance(item, dict)
        or not isinstance(item.get("code"), str)
        or not isinstance(item.get("fingerprint"), str)
    ):
        raise ConfigError("an entry needs `code` and `fingerprint`", to=path)
    return BaselineEntry(item["code"], item["fingerprint"], str(item.get("message", "")))
