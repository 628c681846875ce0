"""The two forms for a terminal."""

import re
from dataclasses import replace
from typing import get_args

import pytest

from citevet.fix.write import WRITABLE
from citevet.model import Audit, Document, Extraction, Finding, Fix, Report, Safety, Severity, Span
from citevet.model.document import Format
from citevet.report import FORMATS, render
from citevet.report.phrase import TAKEN_OUT, offer

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

FAIL  2 errors, 1 warning, 1 info, 2 suppressed; 1 input not read; form of 3 citations in 2 documents; \
existence of 2 checked, of 1 not (offline); support of 1 judged by a model, of 2 not (1 not in corpus, 1 offline)
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


def test_full(report: Report) -> None:
    """Each finding stands with its source, then the suppressed ones, the unread inputs and the verdict."""
    assert FORMATS["full"](report) == FULL


def test_concise(report: Report) -> None:
    """Each finding takes one line, in document order, and the verdict the last."""
    assert FORMATS["concise"](report) == CONCISE + FULL.splitlines(keepends=True)[-1]


def test_colour_adds_no_words(report: Report) -> None:
    """Colour changes colours only."""
    for name, plain in (("full", FULL), ("concise", FORMATS["concise"](report))):
        painted = render(report, name, color=True)
        assert "\x1b[1;31m" in painted
        assert plain == re.sub(r"\x1b\[[0-9;]*m", "", painted)


def test_colour_is_for_terminals(report: Report) -> None:
    """A form for programs ignores colour."""
    assert FORMATS["json"](report) == render(report, "json", color=True)


def test_clean(clean: Report) -> None:
    """Without findings there is the verdict alone."""
    expected = "PASS  form of 8 citations in 1 document; existence and support of 8 not checked (not asked)\n"
    assert expected == FORMATS["full"](clean)


@pytest.mark.parametrize("color", [False, True])
@pytest.mark.parametrize(("length", "beside"), [(90, True), (130, False)])
def test_long_message(clean: Report, length: int, *, beside: bool, color: bool) -> None:
    """A message that does not fit beside its carets stands below them, with colour and without."""
    found = Finding("KEY001", "n", Severity.ERROR, "m" * length, Span(0, 3), "f")
    audit = replace(clean.audits[0], findings=(found,))
    painted = render(replace(clean, audits=(audit,)), "full", color=color)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", painted).splitlines()
    carets = f"  | ^^^ {'m' * length}" if beside else f"  | ^^^\n  = {'m' * length}"
    assert carets in "\n".join(lines)


def test_repeated_remarks_are_told_once(clean: Report) -> None:
    """Five remarks of one rule in one document are one entry with its places; three are shown each."""
    document = Document("a.md", "markdown", "one\ntwo\nthree\nfour\nfive\n")
    remarks = tuple(
        Finding("UNC003", "uncited-claim", Severity.INFO, "no source", Span(start, start + 3), str(start))
        for start in (0, 4, 8, 14, 19)
    )
    many = replace(clean, audits=(Audit(Extraction(document), (), remarks),))
    few = replace(clean, audits=(Audit(Extraction(document), (), remarks[:3]),))
    expected = "a.md:1:1 UNC003 uncited-claim info, 5 times\n  = at 1:1, 2:1, 3:1, 4:1, 5:1; each in --format concise\n"
    assert FORMATS["full"](many).startswith(expected)
    assert FORMATS["full"](few).count("UNC003") == 3


def test_a_fix_of_what_cannot_be_written_is_not_called_safe() -> None:
    """The text of a DOCX was taken out of it: whoever wants the fix makes it by hand."""
    fix = Fix(Safety.SAFE, "write https://doi.org/10.1000/182", ())
    assert f"{fix.message} (by hand, not written into docx)" == offer(fix, Document("a.docx", "docx", "x"))
    assert f"{fix.message} (safe)" == offer(fix, Document("a.md", "markdown", "x"))
    assert frozenset(get_args(Format)) - WRITABLE == TAKEN_OUT
