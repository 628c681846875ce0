"""The ruled text report of an audit."""

from dataclasses import replace

import pytest

from citevet.model import (
    Audit,
    Census,
    Citation,
    Document,
    Extraction,
    Finding,
    Flag,
    Judgement,
    Locator,
    Report,
    Rule,
    Severity,
    Source,
    Span,
)
from citevet.report import FORMATS

HEAD = """\
========================================================================
CITATION INTEGRITY AUDIT
========================================================================
Document: note.docx
Date: 2026-03-01
Auditor: citevet 0.1.0

SUMMARY
------------------------------------------------------------------------
Total Citations: 1
Valid: 0
Warnings: 0
Errors: 1
Not checked: 0

DETAILS
------------------------------------------------------------------------
✗ [REF-043, p. 45]  (line 2, column 18, table 1, row 2, cell 3)
    In corpus: no
    Page valid (p. 45): not checked
    Supports the text: not checked (not in corpus)
    ✗ 2:18 KEY001 undefined-citation error: REF-043 is not in the corpus

RECOMMENDATIONS
------------------------------------------------------------------------
1. KEY001 (line 2): Summary of undefined-citation.

"""


def test_layout(report: Report) -> None:
    """A document has its title block, summary, details and recommendations; no artefact, no RLM section."""
    output = FORMATS["audit"](replace(report, audits=report.audits[1:]))
    assert output.startswith(HEAD)
    assert "RLM" not in output


def test_no_date(clean: Report) -> None:
    """Without a day given there is no date: the same run gives the same bytes tomorrow."""
    assert "Date" not in FORMATS["audit"](clean)


def test_unchecked_is_not_valid(clean: Report) -> None:
    """Citations that nobody looked up are counted as such, and none is ticked."""
    output = FORMATS["audit"](clean)
    assert "Valid: 0\nWarnings: 0\nErrors: 0\nNot checked: 8\n" in output
    assert "✓" not in output
    assert "1. Look up 8 citations not checked so far (not asked).\n" in output


def audited(judgement: Judgement, citation: Citation | None = None, *findings: Finding) -> str:
    """Return the audit of a document with one citation, with the rules for pages and sections on."""
    cited = citation or Citation("c1", "corpus", Span(0, 9), "[REF-043]", "REF-043")
    audit = Audit(Extraction(Document("a.md", "markdown", "[REF-043]"), (cited,)), (judgement,), findings)
    rules = {code: Rule(code, "n", Severity.WARNING, "s", "d") for code in ("PAG001", "SEC001")}
    sources = (Source("s1", "artifact", sha256="0123456789abcdef" * 4, pages=24),)
    return FORMATS["audit"](Report("pass", Census(1, 1), (audit,), sources=sources, rules=rules))


@pytest.mark.parametrize(
    ("judgement", "sign"),
    [
        (Judgement("k1", "c1", "s1", "found", support="supported"), "✓"),
        (Judgement("k1", "c1", "s1", "found", support_reason="not-asked"), "✓"),
        (Judgement("k1", "c1", "s1", "found", support_reason="timeout"), "○"),
        (Judgement("k1", "c1", existence_reason="offline"), "○"),
        (Judgement("k1", "c1", existence="missing"), "✗"),
        (Judgement("k1", "c1", existence="mismatched"), "✗"),
        (Judgement("k1", "c1", existence="ambiguous"), "⚠"),
        (Judgement("k1", "c1", "s1", "found", support="contradicted"), "✗"),
        (Judgement("k1", "c1", "s1", "found", support="unsupported"), "⚠"),
        (Judgement("k1", "c1", "s1", "found", support="partial"), "⚠"),
        (Judgement("k1", "c1", "s1", "found", support="supported", flags=("wrong-page",)), "⚠"),
    ],
)
def test_sign(judgement: Judgement, sign: str) -> None:
    """Only what was looked at and found good is ticked."""
    assert f"\n{sign} [REF-043]  (line 1, column 1)\n" in audited(judgement)


@pytest.mark.parametrize(
    ("flags", "page", "section"),
    [((), "yes", "yes"), (("wrong-page",), "no", "yes"), (("wrong-section",), "yes", "no")],
)
def test_pins(flags: tuple[Flag, ...], page: str, section: str) -> None:
    """Page and section are said to be right only where a rule has looked, with the range of the source."""
    pinned = Citation("c1", "corpus", Span(0, 9), "[REF-043]", "REF-043", Locator(page="15", section="Methods"))
    output = audited(Judgement("k1", "c1", "s1", "found", support="supported", flags=flags), pinned)
    assert f"    Page valid (p. 15 of 24): {page}\n    Section consistent (Methods): {section}\n" in output


@pytest.mark.parametrize(
    ("judgement", "expected"),
    [
        (
            Judgement("k1", "c1", "s1", "found"),
            "✓ Fresh: 1\n  Stale: 0\n  Un-versioned: 0\n  Missing: 0\n",
        ),
        (
            Judgement("k1", "c1", "s1", "found", flags=("stale",)),
            (
                "  Fresh: 0\n⚠ Stale: 1\n  Un-versioned: 0\n  Missing: 0\nSTALE:\n  a.py@0 (line 1)\n"
                "    Current hash: 0123456789abcdef\n    The file was changed after it was cited.\n"
            ),
        ),
        (
            Judgement("k1", "c1", "s1", "found", flags=("unversioned",)),
            "  Fresh: 0\n  Stale: 0\n⚠ Un-versioned: 1\n  Missing: 0\nUN-VERSIONED:\n  a.py@0 (line 1)\n",
        ),
        (
            Judgement("k1", "c1", existence="missing"),
            "  Fresh: 0\n  Stale: 0\n  Un-versioned: 0\n✗ Missing: 1\n",
        ),
        (
            Judgement("k1", "c1", existence_reason="offline"),
            "  Fresh: 0\n  Stale: 0\n  Un-versioned: 0\n  Missing: 0\n○ Not checked: 1 (offline)\n",
        ),
        (
            Judgement("k1", "another"),
            "  Fresh: 0\n  Stale: 0\n  Un-versioned: 0\n  Missing: 0\n○ Not checked: 1 (not asked)\n",
        ),
    ],
)
def test_artefacts(judgement: Judgement, expected: str) -> None:
    """Artefact citations have a section with four counts; a file that nobody looked at is not fresh."""
    artefact = Citation("c1", "artifact", Span(0, 9), "a.py@0", "a.py")
    assert f"RLM CITATIONS: 1\n{'-' * 72}\n{expected}" in audited(judgement, artefact)


def test_recommendations_are_grouped() -> None:
    """The same rule at many places is one recommendation that names the first lines."""
    text = "\n" * 9
    found = tuple(Finding("PAG001", "n", Severity.WARNING, "m", Span(at, at), "f") for at in range(7))
    audit = Audit(Extraction(Document("a.md", "markdown", text)), findings=found)
    rules = {"PAG001": Rule("PAG001", "n", Severity.WARNING, "Mind the page.", "d")}
    output = FORMATS["audit"](Report("pass", Census(1), (audit,), rules=rules))
    assert "1. PAG001 (7 places: lines 1, 2, 3, 4, 5 …): Mind the page.\n" in output
    assert "No citations.\n" in output
