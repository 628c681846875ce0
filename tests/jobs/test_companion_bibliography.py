"""A .bib file that a document names is audited with what that document cites."""

from pathlib import Path

import pytest

from citevet.jobs.check import run_check
from citevet.session import Session

_BIB = """@article{kim2019, author = {Kim, Hana}, title = {On foam}, doi = {10.1000/182}, year = {2019}}
@article{kim2019b, author = {Kim, Hana}, title = {On the foam}, doi = {10.1000/182}, year = {2019}}
@article{lee2020, author = {Lee, Jun}, title = {On the weight of foam}, year = {2020}}
"""


@pytest.mark.parametrize(("cited", "findings"), [("kim2019", 1), ("lee2020", 0)])
def test_a_duplicate_matters_when_the_document_cites_it(tmp_path: Path, cited: str, findings: int) -> None:
    (tmp_path / "refs.bib").write_text(_BIB)
    text = rf"\documentclass{{article}}\begin{{document}}Foam \cite{{{cited}}}.\bibliography{{refs}}\end{{document}}"
    (tmp_path / "paper.tex").write_text(text)
    report = run_check([tmp_path / "paper.tex"], Session(here=tmp_path))
    found = [each.code for audit in report.audits for each in audit.findings]
    assert found.count("KEY004") == findings


def test_a_bibliography_alone_is_reported_in_full(tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_text(_BIB)
    report = run_check([tmp_path / "refs.bib"], Session(here=tmp_path))
    assert [each.code for audit in report.audits for each in audit.findings if each.code == "KEY004"] == ["KEY004"]
