"""The data of Retraction Watch: import, look-up, damage, and processes that are killed."""

import csv
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from citevet.errors import Damaged, MissingInput, TooLarge, WriteError
from citevet.world import retraction_watch
from citevet.world.retraction_watch import (
    data_file,
    describe_retractions,
    find_retractions,
    fingerprint_retractions,
    import_retractions,
    remove_retractions,
)

COLUMNS = (
    "Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI"
    ",RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes"
).split(",")


def write_csv(file: Path, *rows: dict[str, str], encoding: str = "utf-8") -> Path:
    with file.open("w", encoding=encoding, newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    return file


def make_row(doi: str = "10.5555/Kettle.1", pmid: str = "0", **fields: str) -> dict[str, str]:
    return {
        "Title": "Growth in tea, again",
        "Author": "Ada B Teegarden;Çay Göktürk",
        "Journal": "Journal of Kettles",
        "OriginalPaperDOI": doi,
        "OriginalPaperPubMedID": pmid,
        "RetractionNature": "Retraction",
        "RetractionDate": "2/28/2001 0:00",
        "OriginalPaperDate": "12/1/1998 0:00",
        "RetractionDOI": "10.5555/kettle.2",
        "Reason": "+Error in Data;+Unreliable Results;",
        **fields,
    }


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_import(tmp_path: Path, encoding: str) -> None:
    """A paper is found by DOI in any case, with its fields in every encoding that the file comes in."""
    author = "Çay Götürk" if encoding == "latin-1" else "Çay Göktürk 茶"
    import_retractions(write_csv(tmp_path / "rw.csv", make_row(Author=author), encoding=encoding))
    (row,) = find_retractions(doi="10.5555/KETTLE.1")
    assert (row.nature, row.date, row.year, row.authors) == ("retraction", "2001-02-28", "1998", author)
    assert (row.notice_doi, row.title) == ("10.5555/kettle.2", "Growth in tea, again")


def test_look_up_by_pmid(tmp_path: Path) -> None:
    """A PMID finds its paper; papers without DOI and PMID are left out, and "0" is not a PMID."""
    rows = [make_row("unavailable", "11000001"), make_row("unavailable", "0"), make_row("10.5555/other", "0")]
    found = import_retractions(write_csv(tmp_path / "rw.csv", *rows))
    assert found.rows == 2
    assert [row.pmid for row in find_retractions(pmid="11000001")] == ["11000001"]
    assert find_retractions(pmid="0") == ()
    assert find_retractions() == ()


def test_no_data() -> None:
    """Without data nothing is found, and that is not an error."""
    assert describe_retractions() is None
    assert find_retractions(doi="10.5555/kettle.1") == ()
    assert fingerprint_retractions() == ""
    assert not remove_retractions()


def test_replaced_data(tmp_path: Path) -> None:
    """A new import takes the place of the old one, and both can be distinguished."""
    import_retractions(write_csv(tmp_path / "old.csv", make_row()))
    before = fingerprint_retractions()
    import_retractions(write_csv(tmp_path / "new.csv", make_row("10.5555/pot")))
    assert find_retractions(doi="10.5555/kettle.1") == ()
    assert find_retractions(doi="10.5555/pot")
    assert fingerprint_retractions() != before
    found = describe_retractions()
    assert found
    assert (found.file, found.rows) == ("new.csv", 1)
    assert remove_retractions()
    assert find_retractions(doi="10.5555/pot") == ()


def test_killed_import(tmp_path: Path) -> None:
    """A process that is killed while it writes leaves the old data whole; the rest is cleared away later."""
    import_retractions(write_csv(tmp_path / "old.csv", make_row()))
    new = write_csv(tmp_path / "new.csv", make_row("10.5555/pot"))
    script = f"""
import os, signal
from pathlib import Path
from citevet.world import retraction_watch as data
read = data._read_rows
def killed(*args):
    yield from read(*args)
    os.kill(os.getpid(), signal.SIGKILL)
data._read_rows = killed
data.import_retractions(Path({str(new)!r}))
"""
    ended = subprocess.run([sys.executable, "-c", script], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert find_retractions(doi="10.5555/kettle.1")
    assert find_retractions(doi="10.5555/pot") == ()
    drafts = [file for file in data_file().parent.iterdir() if file != data_file()]
    assert drafts
    for draft in drafts:
        os.utime(draft, (0, 0))
    import_retractions(new)
    assert [file.name for file in data_file().parent.iterdir()] == [data_file().name]


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\x00" + b"\xff" * 2000])
def test_damaged_data(content: bytes) -> None:
    """Damaged data is an error that says how to repair it, never an empty answer."""
    data_file().parent.mkdir(parents=True, exist_ok=True)
    data_file().write_bytes(content)
    with pytest.raises(Damaged, match="citevet data add"):
        find_retractions(doi="10.5555/kettle.1")
    with pytest.raises(Damaged):
        describe_retractions()
    assert remove_retractions()


@pytest.mark.parametrize("content", ["", "Title,DOI\nTea,10.1/x\n", "\x00\x01", "a" * 200_000])
def test_other_files(tmp_path: Path, content: str) -> None:
    """Another file is refused, and the installed data stays."""
    import_retractions(write_csv(tmp_path / "rw.csv", make_row()))
    other = tmp_path / "other.csv"
    other.write_text(content, "utf-8")
    with pytest.raises(Damaged):
        import_retractions(other)
    assert find_retractions(doi="10.5555/kettle.1")


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing file, one that is far too large and a folder that cannot be written are errors of their own."""
    with pytest.raises(MissingInput):
        import_retractions(tmp_path / "none.csv")
    file = write_csv(tmp_path / "rw.csv", make_row())
    monkeypatch.setenv("CITEVET_DATA_DIR", str(file))
    with pytest.raises(WriteError, match="CITEVET_DATA_DIR"):
        import_retractions(file)
    monkeypatch.setattr(retraction_watch, "_MAX_BYTES", 10)
    with pytest.raises(TooLarge):
        import_retractions(file)


@pytest.mark.parametrize(
    ("written", "date"),
    [("12/31/2020 0:00", "2020-12-31"), ("31/12/2020", "2020-12-31"), ("2020-12-31", "2020-12-31"), ("soon", "")],
)
def test_dates(tmp_path: Path, written: str, date: str) -> None:
    """American dates, dates with the day first where that can be seen, and ISO dates."""
    import_retractions(write_csv(tmp_path / "rw.csv", make_row(RetractionDate=written)))
    assert [row.date for row in find_retractions(doi="10.5555/kettle.1")] == [date]


def test_many_rows(tmp_path: Path) -> None:
    """The size of the real file does no harm, rows that break off included."""
    file = write_csv(tmp_path / "rw.csv", *(make_row(f"10.5555/{at}") for at in range(20_000)))
    with file.open("a", encoding="utf-8") as stream:
        stream.write("1,broken\n")
    assert import_retractions(file).rows == 20_000
    assert find_retractions(doi="10.5555/19999")
