"""The text report of an audit."""

from dataclasses import replace

import pytest

from citevet.model import (
    Audit,
    Census,
    Citation,
    Claim,
    Difference,
    Document,
    Entry,
    Extraction,
    Finding,
    Flag,
    Grade,
    Judgement,
    Locator,
    Passage,
    Plain,
    Quotation,
    Report,
    Rule,
    Section,
    Severity,
    Source,
    Span,
    Tie,
)
from citevet.report import render

HEAD = """\
================================================================================
                            CITATION INTEGRITY AUDIT
================================================================================

Document: note.docx
Date: 2026-03-01
Auditor: citevet 0.5.0

SUMMARY:
  Total Citations: 1
  Valid: 0
  Warnings: 0
  Errors: 1
  Not checked: 0
  (each citation counts once, by its worst result; other counts below are findings)

DETAILS:

✗ [REF-043, p. 45] - Error (line 2, column 18, table 1, row 2, cell 3)
  - In corpus: No
  - Page valid: Not checked
  - Support: not judged (not in corpus)
  - ✗ 2:18 KEY001 undefined-citation error: REF-043 is not in the corpus
  - Action: Summary of undefined-citation.

POSSIBLE HALLUCINATIONS: 1
  broken_reference (reference): 1 critical

RECOMMENDATIONS:
1. KEY001 undefined-citation (line 2): Summary of undefined-citation.

"""


def test_a_document_has_summary_details_and_recommendations(report: Report) -> None:
    """A document has title, summary, details and recommendations, and no RLM section without artefacts."""
    output = render(replace(report, audits=report.audits[1:]), "audit")
    assert output.startswith(HEAD)
    assert "RLM" not in output


def test_no_date(clean: Report) -> None:
    """Without `today` no date is shown, so equal runs give equal bytes."""
    assert "Date" not in render(clean, "audit")


def test_unchecked_is_not_valid(clean: Report) -> None:
    """Unchecked citations are counted as such and have no tick."""
    output = render(clean, "audit")
    assert "  Valid: 0\n  Warnings: 0\n  Errors: 0\n  Not checked: 8\n" in output
    assert "✓" not in output
    assert "1. Check the remaining 8 citations (not checked: not requested).\n" in output


def audited(judgement: Judgement, citation: Citation | None = None, *, source: Source | None = None) -> str:
    """Return the audit of a document with one citation, with the rules for pages and sections on."""
    cited = citation or Citation("c1", "corpus", Span(0, 9), "[REF-043]", "REF-043")
    audit = Audit(Extraction(Document("a.md", "markdown", "[REF-043]"), (cited,)), (judgement,))
    rules = {code: Rule(code, "n", Severity.WARNING, "s", "d") for code in ("PAG001", "SEC001")}
    sources = (source or Source("s1", "artifact", sha256="0123456789abcdef" * 4, pages=24),)
    return render(Report("pass", Census(1, 1), (audit,), sources=sources, rules=rules), "audit")


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
        (Judgement("k1", "c1", "s1", "found", support="contradicted"), "⚠"),
        (Judgement("k1", "c1", "s1", "found", support="unsupported"), "⚠"),
        (Judgement("k1", "c1", "s1", "found", support="partial"), "⚠"),
        (Judgement("k1", "c1", "s1", "found", support="supported", flags=("wrong-page",)), "⚠"),
        (Judgement("k1", "c1", "s1", "found", support="supported", flags=("overhedged",)), "✓"),
    ],
)
def test_only_a_checked_citation_has_a_tick(judgement: Judgement, sign: str) -> None:
    """Only a checked and valid citation has a tick; an error of support is one by its finding."""
    words = {"✓": "Valid", "⚠": "Warning", "✗": "Error", "○": "Not checked"}
    assert f"\n{sign} [REF-043] - {words[sign]} (line 1, column 1)\n" in audited(judgement)


def make_paged(*flags: Flag, differences: tuple[Difference, ...] = (), source: Source | None = None) -> str:
    """Return the audit of a citation with page and section."""
    cited = Citation("c1", "corpus", Span(0, 9), "[REF-043]", "REF-043", Locator(page="45", section="Methods"))
    judgement = Judgement("k1", "c1", "s1", "found", support_reason="not-asked", flags=flags, differences=differences)
    return audited(judgement, cited, source=source)


def make_supported(confidence: float | None) -> str:
    """Return the audit of a supported citation, judged by a model or by comparison."""
    cited = Citation("c1", "corpus", Span(0, 9), "[REF-043]", "REF-043")
    return audited(Judgement("k1", "c1", "s1", "found", support="supported", confidence=confidence), cited)


METHODS = Entry("REF-043", "REF-043.md", sections=(Section("Methods", 3, 9),), grade=Grade.LOW)


@pytest.mark.parametrize(
    ("entry", "state"),
    [
        (Entry("REF-043", "x.md", pages=50, sections=METHODS.sections), "Valid"),
        (Entry("REF-043", "x.md", pages=50), "Not checked"),
        (Entry("REF-043", "x.md", sections=METHODS.sections), "Not checked"),
    ],
)
def test_unknown_pages_are_not_valid(entry: Entry, state: str) -> None:
    """A citation of unknown pages or sections is not valid."""
    assert f" [REF-043] - {state} (" in make_paged(source=Source("s1", "corpus", pages=entry.pages, entry=entry))


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (make_paged(), "Page valid: Yes (pages 1-24)"),
        (make_paged("wrong-page"), "Page valid: No (p. 45: source has 24 pages)"),
        (make_paged(source=Source("s1", "corpus")), "Page valid: Not checked (page count unknown)"),
        (make_paged(), "Section consistent: Not checked (sections unknown)"),
        (make_paged(source=Source("s1", "corpus", entry=METHODS)), "Section consistent: Yes (Methods)"),
        (make_paged("unknown-section"), "Section consistent: No (no section Methods in the source)"),
        (
            make_paged("wrong-section", differences=(Difference("section", "Introduction", "Methods"),)),
            "Section consistent: No (cited as Introduction, but the page is in Methods)",
        ),
        (make_paged(), "Support: not judged (not requested)"),
        (make_supported(0.98), "Support: supported (judged by a model, probability 98%)\n"),
        (make_supported(None), "Support: supported\n"),
        (make_paged(source=Source("s1", "corpus", entry=METHODS)), "Wording fits GRADE: Yes (LOW)"),
        (
            make_paged(source=Source("s1", "corpus", entry=Entry("REF-043", "REF-043.md"))),
            "Wording fits GRADE: Not checked (not assessed)",
        ),
        (
            make_paged(
                "overclaimed",
                differences=(Difference("strength", "demonstrates", "LOW"),),
                source=Source("s1", "corpus", entry=METHODS),
            ),
            "Wording fits GRADE: No (“demonstrates” is too strong for LOW)",
        ),
        (make_paged("conflicting"), "Remarks: conflicting"),
    ],
)
def test_check_details(output: str, said: str) -> None:
    """Each check says yes, no or not checked, with details."""
    assert f"\n  - {said}\n" in output


QUOTED = "He says that “the sea is very calm today” [REF-043]."


def quoted(*flags: Flag, evidence: tuple[Passage, ...] = (), differences: tuple[Difference, ...] = ()) -> str:
    """Return the audit of a sentence that quotes its source."""
    words = "the sea is very calm today"
    at = Span(QUOTED.index(words), QUOTED.index(words) + len(words))
    claim = Claim(
        "k1",
        Span(0, len(QUOTED)),
        QUOTED,
        Plain(QUOTED),
        "factual",
        "x",
        (Tie("c1", "sentence"),),
        "cited",
        quotations=(Quotation(at, words, words),),
    )
    cited = Citation("c1", "corpus", Span(QUOTED.index("["), len(QUOTED) - 1), "[REF-043]", "REF-043")
    judgement = Judgement("k1", "c1", "s1", "found", flags=flags, evidence=evidence, differences=differences)
    extraction = Extraction(Document("a.md", "markdown", QUOTED), (cited,), claims=(claim,))
    return render(Report("pass", Census(1, 1), (Audit(extraction, (judgement,)),)), "audit")


ON_7 = (Passage("s1", Span(0, 26), "the sea is very calm today", 7),)
PRINTED = (Passage("s1", Span(0, 26), "the sea is very calm today", 7, "xii"),)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (quoted(evidence=ON_7), "Yes (p. 7)"),
        (quoted(evidence=PRINTED), "Yes (p. xii)"),
        (quoted(), "Not checked"),
        (quoted("unread-quote"), "Not checked (no source text)"),
        (quoted("fabricated-quote"), "No (not in the source)"),
        (quoted("misplaced-quote", evidence=ON_7), "No (on another page; found on p. 7)"),
        (quoted("joined-quote", evidence=ON_7), "No (joined from separate passages; found on p. 7)"),
        (
            quoted("altered-quote", evidence=ON_7, differences=(Difference("quote", "very calm", "rough"),)),
            "No (text “very calm”, source “rough”; found on p. 7)",
        ),
    ],
)
def test_a_quotation_is_verified_or_explained(output: str, said: str) -> None:
    """A quotation is verified, or the details say what is wrong and where the words are."""
    assert f"\n  - Quote verified: {said}\n" in output


STALE = """\
RLM Citations: 1 total
  ✓ Fresh: 0
  ⚠ Stale: 1
  ⚠ Un-versioned: 0
  ✗ Missing: 0

STALE citations:
  - a.py@0 (line 1)
    Current hash: 0123456789abcdef
"""
UNVERSIONED = """\
  ✗ Missing: 0

UN-VERSIONED citations:
  - a.py@0 (line 1)
    File exists, but the citation has no content hash; current hash: 0123456789abcdef

"""
LOST = """\
  ✗ Missing: 1

MISSING citations:
  - a.py@0 (line 1)
    File not found
"""


@pytest.mark.parametrize(
    ("judgement", "expected"),
    [
        (
            Judgement("k1", "c1", "s1", "found"),
            "  ✓ Fresh: 1\n  ⚠ Stale: 0\n  ⚠ Un-versioned: 0\n  ✗ Missing: 0\n\n",
        ),
        (
            Judgement("k1", "c1", "s1", "found", flags=("stale",)),
            STALE + "    File modified since it was cited\n",
        ),
        (
            Judgement("k1", "c1", "s1", "found", flags=("stale", "lines-changed")),
            STALE + "    File modified since it was cited; the cited lines changed\n",
        ),
        (
            Judgement("k1", "c1", "s1", "found", flags=("stale", "lines-unchanged")),
            STALE + "    File modified since it was cited; the cited lines did not change\n",
        ),
        (
            Judgement(
                "k1", "c1", "s1", "found", flags=("stale", "moved"), differences=(Difference("lines", "4-8", "14-18"),)
            ),
            STALE + "    File modified since it was cited; the cited lines moved to L14-18\n",
        ),
        (Judgement("k1", "c1", "s1", "found", flags=("unversioned",)), UNVERSIONED),
        (Judgement("k1", "c1", existence="missing"), LOST),
        (Judgement("k1", "c1", existence_reason="offline"), "  ✗ Missing: 0\n  ○ Not checked: 1 (offline)\n"),
        (Judgement("k1", "another"), "  ✗ Missing: 0\n  ○ Not checked: 1 (not requested)\n"),
    ],
)
def test_an_unchecked_artefact_is_not_fresh(judgement: Judgement, expected: str) -> None:
    """Artefact citations have a section with counts and lists; an unchecked file is not fresh."""
    artefact = Citation("c1", "artifact", Span(0, 9), "a.py@0", "a.py")
    output = audited(judgement, artefact)
    assert "RLM Citations: 1 total\n" in output
    assert expected in output


def test_recommendations_group_by_rule() -> None:
    """A rule with many findings is one recommendation with the first lines and the rule's advice."""
    text = "\n" * 9
    found = tuple(Finding("PAG001", "n", Severity.WARNING, "m", Span(at, at), "f") for at in range(7))
    audit = Audit(Extraction(Document("a.md", "markdown", text)), findings=found)
    doc = "It is wrong.\n\n## How to fix it\nMind the\npage.\n\nOr not.\n\n## Limitations\nNothing."
    rules = {"PAG001": Rule("PAG001", "n", Severity.WARNING, "It is wrong.", doc)}
    output = render(Report("pass", Census(1), (audit,), rules=rules), "audit")
    assert "1. PAG001 n (7 places: lines 1, 2, 3, 4, 5 …): Mind the page.\n" in output
    assert "No citations.\n" in output
