"""The audit of a whole project."""

from collections import Counter
from dataclasses import replace
from json import loads
from re import search

import pytest

from citevet.model import (
    Audit,
    Census,
    Citation,
    CitationKind,
    Claim,
    Document,
    Entry,
    Extraction,
    Finding,
    Flag,
    Grade,
    Judgement,
    KeyQuote,
    Locator,
    Passage,
    Plain,
    Quotation,
    Report,
    Severity,
    Source,
    Span,
    Tie,
)
from citevet.report.citation_checks import check_page
from citevet.report.integrity import (
    Integrity,
    count_checks,
    count_key_quotes,
    count_quotes,
    measure_coverage,
    quote_state,
    render_json,
    render_text,
)

TEXT = "A says so [REF-001, p. 3]. B says so [REF-001, p. 9]. C says so [REF-009]. D says so (Lee, 2020).\n"
ENTRIES = (
    Entry("REF-001", "c/REF-001.md", pages=8, grade=Grade.HIGH, quotes=(KeyQuote("x", validated=True), KeyQuote("y"))),
    Entry("REF-002", "c/REF-002.md"),
)
FIRST = Source("REF-001", "corpus", path="c/REF-001.md", pages=8, entry=ENTRIES[0])


def at(needle: str) -> Span:
    return Span(TEXT.index(needle), TEXT.index(needle) + len(needle))


def cited(number: int, text: str, normal: str, page: str | None = None) -> Citation:
    kind: CitationKind = "corpus" if text.startswith("[") else "author-year"
    return Citation(f"c{number}", kind, at(text), text, normal, Locator(page=page) if page else None)


@pytest.fixture
def project() -> Integrity:
    """One document with four citations: valid, page out of range, not in the corpus, unknown author."""
    citations = (
        cited(1, "[REF-001, p. 3]", "REF-001", "3"),
        cited(2, "[REF-001, p. 9]", "REF-001", "9"),
        cited(3, "[REF-009]", "REF-009"),
        cited(4, "(Lee, 2020)", "lee 2020"),
    )
    judgements = (
        Judgement("k1", "c1", "REF-001", "found", support_reason="not-asked"),
        Judgement("k2", "c2", "REF-001", "found", support_reason="not-asked", flags=("wrong-page",)),
        Judgement("k3", "c3", existence="missing", support_reason="not-in-corpus"),
        Judgement("k4", "c4", existence_reason="not-in-corpus", support_reason="not-in-corpus"),
    )
    unknown = Finding("EXI005", "author-not-in-corpus", Severity.ERROR, "m", at("(Lee, 2020)"), "f", citation="c4")
    audit = Audit(Extraction(Document("a.md", "markdown", TEXT), citations), judgements, (unknown,), sources=(FIRST,))
    broken = Finding("MET002", "missing-field", Severity.WARNING, "no year", Span(0, 3), "g")
    faulty = Audit(Extraction(Document("c/REF-002.md", "markdown", "---\n")), findings=(broken,))
    report = Report("fail", Census(1, 4, cited=4), (audit,), run={"today": "2026-03-01"})
    return Integrity(report, ENTRIES, (faulty,), "fail")


def test_citations_of_the_corpus_are_counted(project: Integrity) -> None:
    """Two of four citations are in the corpus; one of its two entries is cited."""
    covered = measure_coverage(project)
    assert (4, 2, 0.5) == (covered.citations, covered.covered, covered.share)
    assert {"REF-009": ("a.md:1:65",), "lee 2020": ("a.md:1:86",)} == covered.missing
    assert (("REF-001",), ("REF-002",)) == (covered.cited, covered.uncited)


def test_entry_without_year_may_be_the_work(project: Integrity) -> None:
    """A citation that may mean an entry without a year is not listed as missing."""
    (audit,) = project.report.audits
    *before, last = audit.judgements
    changed = replace(audit, judgements=(*before, replace(last, existence_reason="abstained")))
    told = replace(project, report=replace(project.report, audits=(changed,)))
    assert {"REF-009"} == measure_coverage(told).missing.keys()


def test_unknown_author_is_not_a_hallucination(project: Integrity) -> None:
    """An author who is not in the corpus is an error, but not a hallucination."""
    told = loads(render_json(project))
    assert "fabricated_citation" not in told["hallucinations"]
    assert {"verified": 1, "hallucinated": 1, "unchecked": 1} == {
        word: told["citations"]["status"][word] for word in ("verified", "hallucinated", "unchecked")
    }
    assert 2 == told["citations"]["errors"]


def test_fault_of_entry_does_not_count_for_citation(project: Integrity) -> None:
    """A source without a GRADE level is reported once, and its correct citations stay valid."""
    (audit,) = project.report.audits
    first, second, *others = audit.judgements
    unassessed: tuple[Judgement, ...] = (
        replace(first, flags=("unassessed",)),
        replace(second, flags=("wrong-page", "unassessed")),
    )
    told = Finding("GRD004", "unassessed-source", Severity.WARNING, "m", at("[REF-001, p. 3]"), "f", citation="c1")
    changed = replace(audit, judgements=(*unassessed, *others), findings=(*audit.findings, told))
    output = render_text(replace(project, report=replace(project.report, audits=(changed,))))
    assert "  Total Citations: 4\n  Valid: 1\n  Warnings: 1\n  Errors: 2\n" in output
    assert "GRD004" in output


def test_project_file_does_not_count_for_coverage(project: Integrity) -> None:
    """A missing file counts for corpus coverage only if its path names an id."""
    (audit,) = project.report.audits
    mentions = [
        Citation("c5", "mention", Span(0, 1), "@src/a.py", "src/a.py", parts={"path": "src/a.py"}),
        Citation("c6", "mention", Span(0, 1), "@x/REF-007-a.md", "x/REF-007-a.md", parts={"ref": "REF-007"}),
    ]
    lost = [
        Finding("EXI002", "missing-mention", Severity.ERROR, "m", Span(0, 1), "f", citation=each.id)
        for each in mentions
    ]
    extraction = replace(audit.extraction, citations=(*audit.extraction.citations, *mentions))
    changed = replace(audit, extraction=extraction, findings=(*audit.findings, *lost))
    covered = measure_coverage(replace(project, report=replace(project.report, audits=(changed,))))
    assert (5, 2) == (covered.citations, covered.covered)
    assert ["REF-009", "lee 2020", "x/REF-007-a.md"] == list(covered.missing)


def test_missing_citations_add_up(project: Integrity) -> None:
    """Covered and missing citations add up to the total, even if a source is missing twice."""
    (audit,) = project.report.audits
    again = replace(audit.extraction.citations[2], id="c5")
    extraction = replace(audit.extraction, citations=(*audit.extraction.citations, again))
    judgements = (*audit.judgements, Judgement("k3", "c5", existence="missing", support_reason="not-in-corpus"))
    changed = replace(audit, extraction=extraction, judgements=judgements)
    output = render_text(replace(project, report=replace(project.report, audits=(changed,))))
    assert "  Corpus citations: 5\n  In the corpus: 2 (40%)\n  Not in the corpus: 3 (2 sources)\n" in output


def test_a_wrong_page_is_reported_with_its_place(project: Integrity) -> None:
    """One page is valid; the other is reported with its place."""
    told = count_checks(project.rows, check_page)
    assert (2, 1, 0) == (told.cited, told.good, told.unchecked)
    assert (("a.md:1:38", "p. 9: source has 8 pages"),) == told.bad


def test_key_quotes(project: Integrity) -> None:
    """One of two key quotes is validated."""
    assert (2, 1) == count_key_quotes(project)


def quoting() -> Claim:
    """Return a claim with a quotation."""
    words = Quotation(Span(2, 9), "says so", "says so")
    return Claim(
        "k1", Span(0, 26), TEXT[:26], Plain(TEXT[:26]), "factual", "x", (Tie("c1", "sentence"),), quotations=(words,)
    )


SEEN = (Passage("REF-001", Span(0, 7), "says so", 3),)


@pytest.mark.parametrize(
    ("flags", "evidence", "expected"),
    [
        ((), SEEN, "found"),
        ((), (), "unverified"),
        (("unread-quote",), (), "unverified"),
        (("misplaced-quote",), SEEN, "misplaced"),
        (("altered-quote",), SEEN, "altered"),
        (("altered-quote", "fabricated-quote"), SEEN, "fabricated"),
        (("joined-quote",), SEEN, "joined"),
    ],
)
def test_quote_state(flags: tuple[Flag, ...], evidence: tuple[Passage, ...], expected: str) -> None:
    """The worst flag decides; quotations are found only with evidence."""
    judgement = Judgement("k1", "c1", "REF-001", "found", flags=flags, evidence=evidence)
    assert expected == quote_state(quoting(), (judgement,))


def test_quotations_count_by_claim(project: Integrity) -> None:
    """A claim with quotations counts once, even if it cites several sources."""
    (audit,) = project.report.audits
    extraction = replace(audit.extraction, claims=(quoting(),))
    twice = [Judgement("k1", "c1", "REF-001", "found", evidence=SEEN), Judgement("k1", "c2", "REF-001", "found")]
    changed = replace(project.report, audits=(replace(audit, extraction=extraction, judgements=tuple(twice)),))
    assert Counter(found=1) == count_quotes(Integrity(changed))


def test_text_sections(project: Integrity) -> None:
    """The text has all sections in this order, and ends with the verdict."""
    output = render_text(project)
    heads = [line.split(":")[0] for line in output.splitlines() if line.isupper() or search(r"^[A-Z ]{6,}:", line)]
    assert [
        "CITATION INTEGRITY AUDIT",
        "SUMMARY",
        "CORPUS COVERAGE",
        "PAGE VALIDATION",
        "SECTIONS",
        "QUOTE VERIFICATION",
        "CORPUS ENTRIES",
        "POSSIBLE HALLUCINATIONS",
        "DETAILS",
        "RECOMMENDATIONS",
    ] == [head.strip() for head in heads]
    assert "  c/REF-002.md\n    ⚠ 1: MET002 missing-field warning: no year\n" in output
    assert output.endswith(
        "\nFAIL  1 error, 1 warning in 1 document and 2 corpus entries (4 citations)\n"
        "Not checked: form of 4 citations (rules not selected), existence of 1 citation (not in corpus), "
        "support of 4 citations (2 not requested, 2 not in corpus; use --judge small)\n"
    )


def test_json_has_the_same_numbers(project: Integrity) -> None:
    """JSON and text have the same numbers."""
    told = loads(render_json(project))
    assert {"total": 4, "valid": 1, "warnings": 1, "errors": 2, "unchecked": 0} == {
        key: number for key, number in told["citations"].items() if key != "status"
    }
    assert 0.5 == told["coverage"]["share"]
    assert [{"place": "a.md:1:38", "why": "p. 9: source has 8 pages"}] == told["pages"]["wrong"]
    assert ["MET002"] == [finding["code"] for entry in told["entries"] for finding in entry["findings"]]
    assert {"timestamp": "2026-03-01"} == told["run"]


def test_empty_project() -> None:
    """An empty project has no coverage share and nothing to check."""
    empty = Integrity(Report("empty", Census()))
    assert None is loads(render_json(empty))["coverage"]["share"]
    assert render_text(empty).endswith("NOTHING TO CHECK  no citations in 0 documents, 0 corpus entries\n")


def test_hostile_text(hostile: Report) -> None:
    """Control characters, reordering marks and surrogates never reach the output."""
    project = Integrity(hostile, (Entry("\x1b[2J", "\u202e"),), hostile.audits, "fail")
    for output in (render_text(project), render_json(project)):
        output.encode("utf-8")
        assert None is search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe]", output)
