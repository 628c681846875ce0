"""The audit object and the hallucination object of the published schemas."""

from dataclasses import replace
from json import loads
from typing import get_args
from uuid import UUID

import pytest

from citevet.model import Citation, Existence, Flag, Judgement, Reason, Report, Span
from citevet.report import render
from citevet.report.audit_schemas import (
    ISSUE_TYPES,
    RESULTS,
    STATUS_BY_EXISTENCE,
    STATUSES,
    CitationStatus,
    IssueType,
    citation_status,
    issue_type,
)
from citevet.report.citation_rows import CitationRow, State
from citevet.rules import RULES

AUDIT = "audit_id target summary citations findings".split()
CITATION = "ref_id kind line_number column context status verification result checks issues".split()
CHECKS = "in_corpus page_valid section_consistent quote_verified".split()
SUMMARY = "total verified hallucinated malformed unreachable inconsistent confidence unchecked".split()


def test_each_document_has_an_audit(report: Report) -> None:
    """Each document has an audit with target, citations and counts."""
    whole = loads(render(report, "audit-json"))
    essay, note = whole["audits"]
    assert [AUDIT, AUDIT] == [list(essay), list(note)]
    assert CITATION == list(essay["citations"][0])
    assert SUMMARY == list(essay["summary"])
    assert CHECKS == list(essay["citations"][0]["checks"])
    assert ["invalid", "valid"] == [citation["result"] for citation in essay["citations"]]
    assert {"path": "note.docx", "hash": "cd" * 32} == note["target"]
    assert ["unchecked", "verified"] == [citation["status"] for citation in essay["citations"]]
    assert (2, 1, 0.5) == tuple(essay["summary"][key] for key in ("total", "verified", "confidence"))
    assert ("REF-043", 2, "hallucinated") == tuple(
        note["citations"][0][key] for key in ("ref_id", "line_number", "status")
    )
    assert "It is 486 m long [REF-043, p. 45]." == note["citations"][0]["context"]
    assert False is note["citations"][0]["verification"]["file_exists"]


def test_issue_types(report: Report) -> None:
    """Findings with a type of the schema are issues of their citation; the others are listed once."""
    essay = loads(render(report, "audit-json"))["audits"][0]
    issues = [each for citation in essay["citations"] for each in citation["issues"]]
    assert [("invalid_format", "info", "IDN002")] == [(each["type"], each["severity"], each["code"]) for each in issues]
    assert "write https://doi.org/10.1000/182 (safe)" == issues[0]["suggestion"]
    assert ["KEY001", "UNC001", "UNC001", "IDN002"] == [each["code"] for each in essay["findings"]]


def test_every_rule_is_mapped() -> None:
    """Each rule or its family is in the table."""
    assert [] == [code for code in RULES if not {code, code[:3]} & ISSUE_TYPES.keys()]


def test_every_issue_type_is_used() -> None:
    """Each type of the schema belongs to a rule."""
    assert set(get_args(IssueType)) == {word for code in RULES if (word := issue_type(code))}


def make_row(existence: Existence, *flags: Flag, fault: str | None = None, reason: Reason | None = None) -> CitationRow:
    """Return a citation with one judgement."""
    citation = Citation("c1", "corpus", Span(0, 9), "[REF-043]", "REF-043", fault=fault)
    return CitationRow(citation, (Judgement("k1", "c1", existence=existence, existence_reason=reason, flags=flags),))


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (make_row("found"), "verified"),
        (make_row("found", "overclaimed"), "verified"),
        (make_row("found", "unversioned"), "verified"),
        (make_row("missing"), "hallucinated"),
        (make_row("mismatched"), "inconsistent"),
        (make_row("ambiguous"), "inconsistent"),
        (make_row("found", "wrong-page"), "inconsistent"),
        (make_row("found", "stale"), "inconsistent"),
        (make_row("found", "fabricated-quote"), "inconsistent"),
        (make_row("unchecked"), "unchecked"),
        (make_row("unchecked", reason="offline"), "unchecked"),
        (make_row("unchecked", reason="timeout"), "unreachable"),
        (make_row("unchecked", "outside-root"), "unreachable"),
        (make_row("missing", fault="written REF43"), "malformed"),
    ],
)
def test_an_unchecked_citation_is_never_verified(row: CitationRow, expected: CitationStatus) -> None:
    """Every result has one status, and an unchecked citation is never verified."""
    assert expected == citation_status(row)


def test_status_tables_are_complete() -> None:
    """Each existence and each state has a status, and each status is used."""
    assert set(get_args(Existence)) == set(STATUS_BY_EXISTENCE)
    assert set(get_args(State)) == set(RESULTS)
    assert {"valid", "warning", "invalid"} == set(RESULTS.values())
    assert {*STATUS_BY_EXISTENCE.values(), "malformed", "unreachable"} == set(STATUSES) == set(get_args(CitationStatus))


def test_ids_are_content_hashes(report: Report) -> None:
    """Ids depend on the content only; the date is under `run`."""
    today = loads(render(report, "audit-json"))
    tomorrow = loads(render(replace(report, run={"today": "2026-03-02"}), "audit-json"))
    assert {"timestamp": "2026-03-02"} == tomorrow.pop("run")
    assert {"timestamp": "2026-03-01"} == today.pop("run")
    assert today == tomorrow
    ids = [each["audit_id"] for each in today["audits"]] + [each["detection_id"] for each in today["hallucinations"]]
    assert 4 == len(set(ids)) == len({UUID(each) for each in ids})
    changed = replace(report, audits=(replace(report.audits[0], findings=()), report.audits[1]))
    other = loads(render(changed, "audit-json"))
    assert [True, False] == [
        old["audit_id"] != new["audit_id"] for old, new in zip(today["audits"], other["audits"], strict=True)
    ]


def test_each_open_finding_is_a_detection(report: Report) -> None:
    """Each open finding with a published kind is a detection with place, claim and advice."""
    essay = loads(render(report, "audit-json"))["hallucinations"][0]
    types = [(each["type"], each["severity"], each["location"]["line"]) for each in essay["detections"]]
    assert [
        ("broken_reference", "critical", 3),
        ("nonexistent_entity", "low", 4),
        ("incorrect_statistic", "medium", 5),
    ] == types
    assert "Studies show that trams help with noise." == essay["detections"][2]["claim"]
    counts = {"total_claims": 3, "verified": 1, "suspicious": 1, "hallucinated": 0, "confidence_score": 0.3333}
    assert {**counts, "support_judged": 1} == essay["results"]
    assert "markdown" == essay["target"]["content_type"]
    assert essay["recommendations"][0].startswith("KEY001 undefined-citation (line 3)")


def test_no_citations(report: Report) -> None:
    """Without citations the confidence is null."""
    bare = replace(report.audits[0].extraction, citations=())
    empty = replace(report, audits=(replace(report.audits[0], extraction=bare, judgements=(), findings=()),))
    assert None is loads(render(empty, "audit-json"))["audits"][0]["summary"]["confidence"]
