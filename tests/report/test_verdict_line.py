"""The verdict in words."""

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
    Unread,
    Verdict,
)
from citevet.report.verdict_line import census, verdict_line


@pytest.mark.parametrize(
    ("verdict", "word"),
    [("pass", "PASS  "), ("fail", "FAIL  "), ("incomplete", "INCOMPLETE  "), ("empty", "NOTHING TO CHECK  ")],
)
def test_word(clean: Report, verdict: Verdict, word: str) -> None:
    """Each verdict has its word, and only a pass says PASS."""
    line = verdict_line(replace(clean, verdict=verdict))
    assert line.startswith(word)
    assert ("PASS" in line) == (verdict == "pass")


def test_nothing_to_check() -> None:
    """An empty document is no pass and says why."""
    audit = Audit(Extraction(Document("a.md", "markdown", "")))
    expected = "NOTHING TO CHECK  no citation and no checkable claim in 1 document"
    assert expected == verdict_line(Report("empty", Census(1), (audit,)))


def test_form_not_asked(clean: Report) -> None:
    """Without a rule that looks at the form, the form is not said to be checked."""
    expected = (
        "PASS  form of 8 citations in 1 document not checked (not asked); "
        "existence and support of 8 not checked (not asked)"
    )
    assert expected == verdict_line(replace(clean, rules={}))


def test_a_pass_without_a_look_at_form_names_what_was_asked(report: Report) -> None:
    """PASS beside "not checked" says which rules it speaks of; another verdict does not need it."""
    uncited = {"UNC001": Rule("UNC001", "uncited-statistic", Severity.WARNING, "", "")}
    given = replace(report, rules=uncited, unread=())
    assert "; only UNC asked for; form of " in verdict_line(replace(given, verdict="pass"))
    assert "asked for;" not in verdict_line(replace(given, verdict="incomplete"))


def judged(report: Report, *judgements: Judgement) -> Report:
    """Return the report with judgements on its only document."""
    return replace(report, audits=(replace(report.audits[0], judgements=judgements),))


@pytest.mark.parametrize(
    ("reasons", "expected"),
    [
        (["offline"] * 8, "existence and support of 8 not checked (offline)"),
        (["offline"] * 5 + ["timeout"] * 3, "existence and support of 8 not checked (5 offline, 3 timeout)"),
        (["offline"] * 3, "existence and support of 8 not checked (5 not asked, 3 offline)"),
    ],
)
def test_reasons(clean: Report, reasons: list[Reason], expected: str) -> None:
    """Whatever was not checked stands there with its reason, counted by citation."""
    judgements = [
        Judgement(None, f"c{number}", existence_reason=reason, support_reason=reason)
        for number, reason in enumerate(reasons, 1)
    ]
    assert verdict_line(judged(clean, *judgements)).endswith(f"; {expected}")


def test_checked(clean: Report) -> None:
    """A citation counts as checked when one of its judgements looked."""
    found = [Judgement("k1", f"c{number}", existence="found", support="supported") for number in range(1, 9)]
    again = Judgement("k2", "c1", existence_reason="timeout", support_reason="timeout")
    assert verdict_line(judged(clean, *found, again)).endswith("; existence and support of 8 checked")


def test_what_a_model_said_is_not_called_checked(clean: Report) -> None:
    """A model errs, and a reader of PASS must know that one was asked; what it left open changes nothing."""
    found = [Judgement("k1", f"c{number}", existence="found", support="supported") for number in range(1, 9)]
    asked = replace(found[0], confidence=0.9)
    expected = "; existence of 8 checked; support of 8 judged by a model"
    assert verdict_line(judged(clean, asked, *found[1:])).endswith(expected)
    voted = replace(found[0], by="2 of 2 votes")
    assert verdict_line(judged(clean, voted, *found[1:])).endswith(expected)
    left = replace(asked, support="unchecked", support_reason="abstained")
    assert verdict_line(judged(clean, left, *found[1:])).endswith("support of 7 checked, of 1 not (abstained)")


def test_census(report: Report) -> None:
    """The census says how much there was, and why the rest was not checked."""
    assert census(report) == (
        "census: 2 documents, 3 citations; 5 claims (3 cited, 1 unsourced, 1 skipped); 1 checked, 1 supported; "
        "3 problems; 2 unchecked (1 not in corpus, 1 offline); 1 input not read"
    )


def test_census_of_nothing() -> None:
    """A run over nothing has a census too."""
    report = Report("empty", Census(), unread=(Unread("a", "b"), Unread("c", "d")))
    assert census(report) == (
        "census: 0 documents, 0 citations; 0 claims (0 cited, 0 unsourced, 0 skipped); 0 checked, 0 supported; "
        "0 problems; 2 inputs not read"
    )
