"""The formats for a terminal: full and concise."""

import re
from dataclasses import replace
from typing import get_args

import pytest

from citevet.model import (
    Audit,
    Citation,
    Document,
    Extraction,
    Finding,
    Fix,
    Format,
    Judgement,
    Report,
    Safety,
    Severity,
    Span,
)
from citevet.report import render
from citevet.report.findings import READ_ONLY_FORMATS, describe_fix
from citevet.world.file_writer import WRITABLE_FORMATS

FULL = """\
docs/서울 essay.md:3:20 KEY001 undefined-citation error
  |
3 | 서울은 1394년에 수도가 되었다 [7].
  |                               ^^^ [7] has no entry in the reference list

docs/서울 essay.md:4:39 IDN002 bare-doi info
  |
4 |     It grew tenfold by 1990 (Lee, 2019), doi:10.1000/182.
  |                                          ^^^^^^^^^^^^^^^ a bare DOI
  = fix: write https://doi.org/10.1000/182 (safe)

docs/서울 essay.md:5:20 UNC001 uncited-claim warning
  |
5 | Most people agree. Studies show that trams help
  |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
6 | with noise.
  | ^^^^^^^^^^^ "Studies show" without a study

note.docx:2:18 KEY001 undefined-citation error
  |
2 | It is 486 m long [REF-043, p. 45].
  |                  ^^^^^^^^^^^^^^^^ REF-043 is not in the corpus
  = place: table 1, row 2, cell 3

docs/서울 essay.md:5:1 UNC001 uncited-claim warning suppressed (inline): no source (reason: common knowledge)
docs/서울 essay.md:8:31 IDN002 bare-doi info suppressed (baseline): a bare DOI

broken.pdf not read
  = the file breaks off. Open it and save it again.

FAIL  2 errors, 1 warning, 1 info, 2 suppressed in 2 documents (3 citations, existence of 2 checked, \
support of 1 judged by a model); 1 input not read
Claims: 1 supported, 2 partial, 3 unsupported, 1 misattributed, 4 unresolvable, 1 unsourced
Not checked: existence of 1 citation (offline; use --online), support of 2 citations (1 not in corpus, 1 offline)
"""

CONCISE = """\
docs/서울 essay.md:3:20: KEY001 error: [7] has no entry in the reference list
docs/서울 essay.md:4:39: IDN002 info: a bare DOI
docs/서울 essay.md:5:1: UNC001 warning: suppressed (inline): no source (reason: common knowledge)
docs/서울 essay.md:5:20: UNC001 warning: "Studies show" without a study
docs/서울 essay.md:8:31: IDN002 info: suppressed (baseline): a bare DOI
note.docx:2:18: KEY001 error: REF-043 is not in the corpus
broken.pdf: not read: the file breaks off. Open it and save it again.
"""


def test_findings_have_excerpts(report: Report) -> None:
    """Findings have excerpts; suppressed ones, unread inputs and the verdict follow."""
    assert render(report, "full") == FULL


def test_each_finding_is_one_line(report: Report) -> None:
    """Each finding is one line, in document order; the summary is last."""
    assert render(report, "concise") == CONCISE + "".join(FULL.splitlines(keepends=True)[-3:])


def test_color_keeps_text(report: Report) -> None:
    """Color adds escape codes only."""
    for name, plain in (("full", FULL), ("concise", render(report, "concise"))):
        painted = render(report, name, color=True)
        assert "\x1b[1;31m" in painted
        assert plain == re.sub(r"\x1b\[[0-9;]*m", "", painted)


def test_json_ignores_color(report: Report) -> None:
    """JSON ignores color."""
    assert render(report, "json") == render(report, "json", color=True)


def test_two_lines_without_findings(clean: Report) -> None:
    """Without findings only the two summary lines are printed."""
    expected = (
        "PASS  no problems in 1 document (8 citations)\n"
        "Not checked: existence and support of 8 citations (not requested; use --judge small)\n"
    )
    assert expected == render(clean, "full")


@pytest.mark.parametrize("color", [False, True])
@pytest.mark.parametrize(("length", "fits"), [(90, True), (130, False)])
def test_long_message(clean: Report, length: int, *, fits: bool, color: bool) -> None:
    """A long message goes below its carets, with and without color."""
    found = Finding("KEY001", "n", Severity.ERROR, "m" * length, Span(0, 3), "f")
    audit = replace(clean.audits[0], findings=(found,))
    painted = render(replace(clean, audits=(audit,)), "full", color=color)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", painted).splitlines()
    carets = f"  | ^^^ {'m' * length}" if fits else f"  | ^^^\n  = {'m' * length}"
    assert carets in "\n".join(lines)


def test_repeated_remarks(clean: Report) -> None:
    """Five remarks of one rule in one document share an entry; three are shown separately."""
    document = Document("a.md", "markdown", "one\ntwo\nthree\nfour\nfive\n")
    remarks = tuple(
        Finding("UNC003", "uncited-claim", Severity.INFO, f"no source {start}", Span(start, start + 3), str(start))
        for start in (0, 4, 8, 14, 19)
    )
    many = replace(clean, audits=(Audit(Extraction(document), (), remarks),))
    few = replace(clean, audits=(Audit(Extraction(document), (), remarks[:3]),))
    expected = (
        "a.md:1:1 UNC003 uncited-claim info, 5 times\n  = first: no source 0\n"
        "  = at 1:1, 2:1, 3:1, 4:1, 5:1 (use --format json to show each)\n"
    )
    assert render(many, "full").startswith(expected)
    assert render(few, "full").count("UNC003") == 3


def test_fix_of_read_only_format() -> None:
    """A fix in a DOCX must be made by hand."""
    fix = Fix(Safety.SAFE, "write https://doi.org/10.1000/182", ())
    assert f"{fix.message} (by hand; citevet does not edit docx files)" == describe_fix(
        fix, Document("a.docx", "docx", "x")
    )
    assert f"{fix.message} (safe)" == describe_fix(fix, Document("a.md", "markdown", "x"))
    assert frozenset(get_args(Format)) - WRITABLE_FORMATS == READ_ONLY_FORMATS


def test_many_findings_of_one_rule(clean: Report) -> None:
    """From four warnings of one rule in one document on, each takes one line, the first twenty; few keep excerpts."""
    text = "".join(f"{number}%\n" for number in range(10, 40))
    spans = [Span(start, start + 3) for start in range(0, len(text), 4)]
    found = tuple(
        Finding("UNC001", "uncited-statistic", Severity.WARNING, f"uncited {span.of(text)}", span, str(span.start))
        for span in spans
    )
    document = Document("a.md", "markdown", text)
    flood, some = (replace(clean, audits=(Audit(Extraction(document), (), each),)) for each in (found, found[:3]))
    many, few = render(flood, "full"), render(some, "full")
    assert many.startswith(
        "a.md:1:1 UNC001 uncited-statistic warning, 30 times\n  1:1 uncited 10%\n  2:1 uncited 11%\n"
    )
    assert "\n  20:1 uncited 29%\n  … and 10 more (use --format json to show each)\n\n" in many
    assert few.count("^^^ uncited") == 3
    lines = render(flood, "concise").splitlines()
    assert lines[19:21] == [
        "a.md:20:1: UNC001 warning: uncited 29%",
        "a.md:21:1: UNC001 warning: … and 10 more (use --format json to show each)",
    ]
    assert sum("UNC001" in line for line in lines) == 21


def test_why_services_left_citations_open(report: Report) -> None:
    """After a look-up each cause is one line, the most frequent first; a citation with a finding has said so there."""
    text = "A dike [1]. A dam [2]. A weir [3]. A lock [4].\n"
    marks = [(mark, Span(text.index(mark), text.index(mark) + 3)) for mark in ("[1]", "[2]", "[3]", "[4]")]
    citations = tuple(Citation(f"c{mark[1]}", "numeric", span, mark, mark) for mark, span in marks)
    notes = ("arXiv gave no answer", "Crossref gave no answer", "Crossref gave no answer", "the page is not there")
    judgements = tuple(
        Judgement(None, f"c{at}", existence_reason="timeout", note=note) for at, note in enumerate(notes, 1)
    )
    found = Finding("LNK003", "soft-404", Severity.WARNING, notes[3], citations[3].span, "f4", citation="c4")
    audit = Audit(Extraction(Document("a.md", "markdown", text), citations), judgements, (found,))
    shown = render(replace(report, audits=(audit,), unread=()), "full")
    assert (
        "Not decided online:\n  Crossref gave no answer (a.md:1:19, a.md:1:31)\n  arXiv gave no answer (a.md:1:8)\n\n"
        in shown
    )
