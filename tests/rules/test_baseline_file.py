"""The baseline file: stable output, round trip, and errors for damaged files."""

import json

import pytest

from citevet.errors import ConfigError
from citevet.jobs.rule_findings import format_baseline, parse_baseline
from citevet.model import Audit, Document, Extraction, Finding, Severity, Span
from citevet.rules.accepted_findings import BaselineEntry, mark_accepted


def finding(fingerprint: str, code: str = "KEY001", **more: object) -> Finding:
    """Return a finding with this code and fingerprint."""
    return Finding(code, "x", Severity.ERROR, f"message {fingerprint}", Span(3, 4), fingerprint, **more)  # type: ignore[arg-type]


def audit(path: str, *findings: Finding) -> Audit:
    """Return an audit of an empty document."""
    return Audit(Extraction(Document(path, "markdown", "")), findings=findings)


def test_the_file_is_sorted_and_has_no_line_numbers() -> None:
    """Audits in any order give the same bytes, without inline suppressions and positions."""
    audits = [audit("b.md", finding("2"), finding("1"), finding("1")), audit("a.md", finding("3", suppressed="inline"))]
    text = format_baseline(audits)
    assert text == format_baseline(reversed(audits))
    assert {
        "version": 1,
        "entries": {
            "b.md": [
                {"code": "KEY001", "fingerprint": "1", "message": "message 1"},
                {"code": "KEY001", "fingerprint": "1", "message": "message 1"},
                {"code": "KEY001", "fingerprint": "2", "message": "message 2"},
            ]
        },
    } == json.loads(text)
    assert text.endswith("}\n")


def test_a_new_baseline_covers_all_findings() -> None:
    """A baseline of the current findings marks all of them, and no entry is stale."""
    found = (finding("1"), finding("1"), finding("2", "IDN001"))
    marked, stale = mark_accepted(found, parse_baseline(format_baseline([audit("a.md", *found)]))["a.md"])
    assert ["baseline"] * 3 == [each.suppressed for each in marked]
    assert () == stale


def test_an_entry_covers_one_finding() -> None:
    """Two findings need two entries, and entries beyond the findings are stale."""
    marked, stale = mark_accepted([finding("1"), finding("1")], [BaselineEntry("KEY001", "1")])
    assert ["baseline", None] == [each.suppressed for each in marked]
    assert () == stale
    marked, stale = mark_accepted([finding("1")], [BaselineEntry("KEY001", "1"), BaselineEntry("KEY001", "1")])
    assert ["baseline"] == [each.suppressed for each in marked]
    assert (BaselineEntry("KEY001", "1"),) == stale


def test_an_inline_reason_is_kept() -> None:
    """A finding with an inline suppression keeps it, and its entry counts as used."""
    marked, stale = mark_accepted(
        [finding("1", suppressed="inline", justification="ours")], [BaselineEntry("KEY001", "1")]
    )
    assert [("inline", "ours")] == [(each.suppressed, each.justification) for each in marked]
    assert () == stale


def test_entries_of_rules_that_did_not_run_are_not_stale() -> None:
    """An entry is stale only if its rule ran."""
    assert () == mark_accepted([], [BaselineEntry("KEY001", "1")], ran=frozenset({"IDN001"}))[1]
    assert (BaselineEntry("KEY001", "1"),) == mark_accepted(
        [], [BaselineEntry("KEY001", "1")], ran=frozenset({"KEY001"})
    )[1]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        '{"version": 2, "entries": {}}',
        '{"version": 1}',
        '{"version": 1, "entries": []}',
        '{"version": 1, "entries": {"a.md": 3}}',
        '{"version": 1, "entries": {"a.md": [3]}}',
        '{"version": 1, "entries": {"a.md": [{"code": "KEY001"}]}}',
        '{"version": 1, "entries": {"a.md": [{"code": 1, "fingerprint": "x"}]}}',
        "[" * 100_000,
    ],
)
def test_a_damaged_file_is_a_config_error(text: str) -> None:
    """Any other content raises an error that names the file."""
    with pytest.raises(ConfigError) as caught:
        parse_baseline(text, "old.json")
    assert "old.json" == caught.value.to


def test_korean_stays_readable() -> None:
    """Non-ASCII text is written unescaped."""
    text = format_baseline([audit("논문.md", finding("1"))])
    assert "논문.md" in text
    assert (BaselineEntry("KEY001", "1", "message 1"),) == parse_baseline(text)["논문.md"]
