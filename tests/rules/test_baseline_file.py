"""The baseline file: written the same way each time, read back, and refused when it is damaged."""

import json

import pytest

from citevet.errors import ConfigError
from citevet.model import Audit, Document, Extraction, Finding, Severity, Span
from citevet.rules.baseline import Entry, load, make, mark


def finding(fingerprint: str, code: str = "KEY001", **more: object) -> Finding:
    """Return a finding of which only code and fingerprint matter."""
    return Finding(code, "x", Severity.ERROR, f"message {fingerprint}", Span(3, 4), fingerprint, **more)  # type: ignore[arg-type]


def audit(path: str, *findings: Finding) -> Audit:
    """Return an audit of an empty document."""
    return Audit(Extraction(Document(path, "markdown", "")), findings=findings)


def test_the_file_is_sorted_and_has_no_lines() -> None:
    """Audits in any order give the same bytes, inline suppressions are left out, and no position is written."""
    audits = [audit("b.md", finding("2"), finding("1"), finding("1")), audit("a.md", finding("3", suppressed="inline"))]
    text = make(audits)
    assert text == make(reversed(audits))
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


def test_what_was_made_marks_everything() -> None:
    """A baseline of the present findings leaves none unmarked and no entry over."""
    found = (finding("1"), finding("1"), finding("2", "IDN001"))
    marked, stale = mark(found, load(make([audit("a.md", *found)]))["a.md"])
    assert ["baseline"] * 3 == [each.suppressed for each in marked]
    assert () == stale


def test_an_entry_covers_one_finding() -> None:
    """Two findings need two entries, and entries beyond the findings are stale."""
    marked, stale = mark([finding("1"), finding("1")], [Entry("KEY001", "1")])
    assert ["baseline", None] == [each.suppressed for each in marked]
    assert () == stale
    marked, stale = mark([finding("1")], [Entry("KEY001", "1"), Entry("KEY001", "1")])
    assert ["baseline"] == [each.suppressed for each in marked]
    assert (Entry("KEY001", "1"),) == stale


def test_an_inline_reason_is_kept() -> None:
    """A finding with an inline suppression keeps it, and uses its entry up."""
    marked, stale = mark([finding("1", suppressed="inline", justification="ours")], [Entry("KEY001", "1")])
    assert [("inline", "ours")] == [(each.suppressed, each.justification) for each in marked]
    assert () == stale


def test_entries_of_rules_that_did_not_run_are_not_stale() -> None:
    """What was not looked for cannot be called gone."""
    assert () == mark([], [Entry("KEY001", "1")], ran=frozenset({"IDN001"}))[1]
    assert (Entry("KEY001", "1"),) == mark([], [Entry("KEY001", "1")], ran=frozenset({"KEY001"}))[1]


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
    """Anything but a baseline is refused in one sentence that names the file."""
    with pytest.raises(ConfigError) as caught:
        load(text, "old.json")
    assert "old.json" == caught.value.to


def test_korean_stays_readable() -> None:
    """Messages are written as they are, for the people who read the file."""
    text = make([audit("논문.md", finding("1"))])
    assert "논문.md" in text
    assert (Entry("KEY001", "1", "message 1"),) == load(text)["논문.md"]
