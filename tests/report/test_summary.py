"""The summary lines and the census."""

from dataclasses import replace

import pytest

from citevet.model import (
    Audit,
    Census,
    Document,
    Extraction,
    Judgement,
    Reason,
    Report,
    Rule,
    Severity,
    Source,
    Unread,
    Verdict,
)
from citevet.report.summary import format_census, format_summary


@pytest.mark.parametrize(
    ("verdict", "word"),
    [("pass", "PASS  "), ("fail", "FAIL  "), ("incomplete", "INCOMPLETE  "), ("empty", "NOTHING TO CHECK  ")],
)
def test_only_a_pass_says_pass(clean: Report, verdict: Verdict, word: str) -> None:
    """Each verdict has its word, and only a pass says PASS."""
    first, _ = format_summary(replace(clean, verdict=verdict))
    assert first.startswith(word)
    assert ("PASS" in first) == (verdict == "pass")


def test_nothing_to_check() -> None:
    """An empty document does not pass, and the line says why."""
    audit = Audit(Extraction(Document("a.md", "markdown", "")))
    expected = "NOTHING TO CHECK  no citations and no checkable claims in 1 document"
    assert [expected] == format_summary(Report("empty", Census(1), (audit,)))


def test_no_citations() -> None:
    """Without citations the line says so, and counts claims without a source."""
    audit = Audit(Extraction(Document("a.md", "markdown", "x")))
    expected = "PASS  no problems in 1 document (no citations, 3 claims without a source)"
    assert [expected] == format_summary(Report("pass", Census(1, claims=3, unsourced=3), (audit,)))


def test_only_unread_inputs() -> None:
    """If no input could be read, the line says only that."""
    report = Report("incomplete", Census(), unread=(Unread("a", "b"), Unread("c", "d")))
    assert ["INCOMPLETE  2 inputs not read"] == format_summary(report)


def test_form_not_checked(clean: Report) -> None:
    """Without rules on the form, the form is not checked."""
    assert [
        "PASS  no problems in 1 document (8 citations)",
        (
            "Not checked: form of 8 citations (rules not selected), "
            "existence and support of 8 citations (not requested; use --judge small)"
        ),
    ] == format_summary(replace(clean, rules={}))


def test_pass_names_selected_rules(report: Report) -> None:
    """A pass without rules on the form names the rules that ran."""
    uncited = {"UNC001": Rule("UNC001", "uncited-statistic", Severity.WARNING, "", "")}
    given = replace(report, rules=uncited, unread=())
    assert format_summary(replace(given, verdict="pass"))[0].endswith(", only UNC rules)")
    assert "only" not in format_summary(replace(given, verdict="incomplete"))[0]


def with_judgements(report: Report, *judgements: Judgement) -> Report:
    """Return the report with judgements on its only document."""
    return replace(report, audits=(replace(report.audits[0], judgements=judgements),))


@pytest.mark.parametrize(
    ("reasons", "expected"),
    [
        (["offline"] * 8, "offline; use --online, --corpus DIR, --judge small"),
        (["timeout"] * 8, "timeout; use --judge small"),
        (["offline"] * 5 + ["timeout"] * 3, "5 offline, 3 timeout; use --online, --corpus DIR, --judge small"),
        (["not-in-corpus"] * 3, "5 not requested, 3 not in corpus; use --corpus DIR, --judge small"),
    ],
)
def test_reasons_and_flags(clean: Report, reasons: list[Reason], expected: str) -> None:
    """Unchecked citations are counted by reason, with the flags that would check them."""
    judgements = [
        Judgement(None, f"c{number}", existence_reason=reason, support_reason=reason)
        for number, reason in enumerate(reasons, 1)
    ]
    summary = format_summary(with_judgements(clean, *judgements))
    assert f"Not checked: existence and support of 8 citations ({expected})" == summary[1]


def test_corpus_in_use(clean: Report) -> None:
    """A run with a corpus does not suggest --corpus."""
    found = Judgement("k1", "c1", "s1", "found", support_reason="not-asked")
    others = [Judgement("k1", f"c{n}", existence_reason="offline", support_reason="offline") for n in range(2, 9)]
    report = replace(with_judgements(clean, found, *others), sources=(Source("s1", "corpus"),))
    assert [
        "PASS  no problems in 1 document (8 citations, existence of 1 checked)",
        (
            "Not checked: existence of 7 citations (offline; use --online), "
            "support of 8 citations (1 not requested, 7 offline; use --judge small)"
        ),
    ] == format_summary(report)


def test_one_checked_judgement_makes_a_citation_checked(clean: Report) -> None:
    """A citation is checked if one of its judgements is; then there is no second line."""
    found = [Judgement("k1", f"c{number}", existence="found", support="supported") for number in range(1, 9)]
    again = Judgement("k2", "c1", existence_reason="timeout", support_reason="timeout")
    expected = "PASS  no problems in 1 document (8 citations, existence and support of 8 checked)"
    assert [expected] == format_summary(with_judgements(clean, *found, again))


def test_judged_by_a_model(clean: Report) -> None:
    """Support judged by a model is named as such, unless the model abstained."""
    found = [Judgement("k1", f"c{number}", existence="found", support="supported") for number in range(1, 9)]
    asked = replace(found[0], confidence=0.9)
    voted = replace(found[0], by="2 of 2 votes")
    for first in (asked, voted):
        (line,) = format_summary(with_judgements(clean, first, *found[1:]))
        assert line.endswith("(8 citations, existence of 8 checked, support of 8 judged by a model)")
    left = replace(asked, support="unchecked", support_reason="abstained")
    first_line, second = format_summary(with_judgements(clean, left, *found[1:]))
    assert first_line.endswith("(8 citations, existence of 8 checked, support of 7 checked)")
    assert "Not checked: support of 1 citation (undecided)" == second


def test_the_census_has_all_counts_and_reasons(report: Report) -> None:
    """The census has all counts and the reasons for unchecked citations."""
    assert format_census(report) == (
        "census: 2 documents, 3 citations; 5 claims (3 cited, 1 unsourced, 1 skipped); 1 checked; "
        "1 supported, 2 partial, 3 unsupported, 1 misattributed, 4 unresolvable, 1 unsourced; "
        "3 problems; 2 claim-citation pairs unchecked (1 not in corpus, 1 offline); 1 input not read"
    )
    one = format_census(Report("pass", Census(claims=1200, cited=1200, unchecked={"offline": 1})))
    assert "1,200 claims (1,200 cited, 0 unsourced, 0 skipped)" in one
    assert "1 claim-citation pair unchecked (offline)" in one


def test_empty_census() -> None:
    """An empty run has a census too."""
    report = Report("empty", Census(), unread=(Unread("a", "b"), Unread("c", "d")))
    assert format_census(report) == (
        "census: 0 documents, 0 citations; 0 claims (0 cited, 0 unsourced, 0 skipped); 0 checked; "
        "support not judged, 0 unresolvable, 0 unsourced; 0 problems; 2 inputs not read"
    )
