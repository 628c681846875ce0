"""`--format pdf`: the HTML report on paper."""

from pathlib import Path
from typing import TYPE_CHECKING

from citevet.jobs.check import run_check
from citevet.jobs.report_files import make_file, require_replaceable, save
from citevet.read import parse, parse_text
from citevet.session import Session

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_the_report_is_printed(browser: "Browser", tmp_path: Path) -> None:
    """The PDF has verdict and text, equal runs give equal bytes, and it is known as a report that may be replaced."""
    assert browser.is_connected()
    session = Session(here=tmp_path)
    report = run_check([parse_text("Roots break pipes [REF-1], doi:10.5555/a.1010.5555/a.10.\n", "memo.md")], session)
    file = tmp_path / "report.pdf"
    first, second = (make_file(report, "pdf", file, session) for _ in range(2))
    assert first == second
    text = parse(first, "report.pdf").text
    assert "FAIL" in text
    assert "Roots break pipes" in text
    save(first, file)
    require_replaceable(str(file))
