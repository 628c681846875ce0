"""`citevet fix refs.bib --online`: bibliographies repaired in place, as a user runs it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import docx
import pytest
from tests.emulator.audited import serve_public_hosts
from tests.emulator.registered_works import CROSSREF
from tests.emulator.server import Emulator

Run = Callable[..., subprocess.CompletedProcess[str]]
WRONG = r"""@comment{kept}
@article{ash,
  author = {Ash, R.},
  title  = {The Roots of {S}treet Trees in Old Towns},
  journal = {Journal of Trees},
  volume = {13},
  pages  = {233--241},
  year   = 2015,
  note   = {k\'ept},
  doi    = {10.5555/trees.2020}
}

@article{ash, author = {Ash, R.}, title = {Kettles}, journal = {Journal of Pots}, year = 2020}
@article{unknown, author = {Nobody, N.}, title = {Nowhere to be found in any registry}, year = 1999}
"""
ONE = WRONG.partition("\n\n")[0] + "\n"  # the entry that has a record: no service is searched for the others
RIGHT = WRONG.replace("{13}", "{12}").replace("2015", "2020")


@pytest.fixture(autouse=True)
def emulator(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    """All services."""
    with serve_public_hosts(monkeypatch) as served:
        yield served


def test_a_file_is_repaired_once(here: Path, run: Run) -> None:
    """The diff changes nothing; then the wrong fields are corrected, and a second time nothing is left to do."""
    (here / "refs.bib").write_text(WRONG)
    shown = run("fix refs.bib --online --diff").stdout
    assert "-  volume = {13},\n" in shown
    assert "+  volume = {12},\n" in shown
    assert WRONG == (here / "refs.bib").read_text()
    assert "refs.bib: 1 fixed\n" == run("fix refs.bib --online").stdout
    assert RIGHT == (here / "refs.bib").read_text()
    assert "Nothing to fix.\n" == run("fix refs.bib --online").stderr
    assert RIGHT == (here / "refs.bib").read_text()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_encoding_and_line_ends_are_kept(here: Path, run: Run, encoding: str, newline: str) -> None:
    """Every byte outside of the corrected values is the old one."""
    before, after = (text.replace("k\\'ept", "käpt").replace("\n", newline) for text in (WRONG, RIGHT))
    (here / "refs.bib").write_bytes(before.encode(encoding))
    run("fix refs.bib --online")
    assert after.encode(encoding) == (here / "refs.bib").read_bytes()


def test_other_formats(here: Path, run: Run) -> None:
    """RIS, CSL-JSON and Hayagriva get what is missing as well."""
    ris = "TY  - JOUR\nAU  - Ash, R.\nTI  - {}\nPY  - {}\nVL  - {}\nDO  - 10.5555/trees.2020\n{}ER  - \n"
    csl = '[{{"id": "ash", "title": "{}", "issued": {{"raw": "{}"}}, "volume": "{}", "DOI": "10.5555/trees.2020"{}}}]\n'
    yaml = "ash:\n  title: {}\n  date: {}\n  volume: {}\n  serial-number: {{doi: 10.5555/trees.2020}}\n{}"
    title = "The roots of street trees in old towns"
    parent = "  parent:\n    type: periodical\n    title: Journal of Trees\n"
    files = {
        "a.ris": (ris, "JO  - Journal of Trees\nSP  - 233\nEP  - 241\n"),
        "a.json": (
            csl,
            ', "author": [{"family": "Ash", "given": "R."}], "container-title": "Journal of Trees", "page": "233-241"',
        ),
        "a.yaml": (
            yaml,
            f'  author: ["Ash, R."]\n{parent}  page-range: 233-241\n',
        ),
    }
    for name, (form, _) in files.items():
        (here / name).write_text(form.format(title, 2015, 13, ""))
    run(f"fix {' '.join(files)} --online")
    expected = {name: form.format(title, 2020, 12, added) for name, (form, added) in files.items()}
    assert expected == {name: (here / name).read_text() for name in files}
    assert "Nothing to fix.\n" == run(f"fix {' '.join(files)} --online").stderr


def test_another_title_is_asked(here: Path, run: Run) -> None:
    """The fix is safe only where identifier and title are those of the record."""
    typed = WRONG.replace("Old Towns", "Old Turnips")
    (here / "refs.bib").write_text(typed)
    assert "Nothing to fix.\n" == run("fix refs.bib --online").stderr
    run("fix refs.bib --online --unsafe-fixes")
    assert RIGHT.replace("Old Towns", "Old towns") == (here / "refs.bib").read_text()


def test_a_work_that_was_found_by_its_title(here: Path, run: Run) -> None:
    """Its DOI is added on request only."""
    entry = (
        "@article{ash, author = {Ash, R.}, title = {The roots of street trees in old towns},\n"
        "  journal = {Journal of Trees}, year = 2020, volume = 12, pages = {233--241}}\n"
    )
    (here / "refs.bib").write_text(entry)
    run("fix refs.bib --online")
    assert entry == (here / "refs.bib").read_text()
    run("fix refs.bib --online --unsafe-fixes")
    assert entry.replace("}}\n", "}, doi = {10.5555/trees.2020}}\n") == (here / "refs.bib").read_text()


MANY = range(3_000)
ODD = {
    "cyclic": "@article{one, crossref = {two}, title = {Kettles}}\n@article{two, crossref = {one}, title = {Pots}}\n",
    "unclosed": "@article{open, title = {Kettles {and pots}, year = 2015}\n",
    "not closed": "@article{shut, title = {Kettles and pots}, year = 2015\n\n",
    "many": f"@article{{many, title = {{Kettles}}, author = {{{' and '.join(f'Name{each}, A.' for each in MANY)}}}}}\n",
    "scripts": "@article{all, title = {Деревья and 树木 and δένδρα and अशोक}, author = {Иванов, И. and 王, 小明}}\n",
    "joined": '@string{jt = "Pots"}\n@article{hash, journal = jt # { of } # "clay", title = "Kettles {and {{pot}}}"}\n',
    "tabs": "\t@article (tabs,\n\ttitle\t=\t{Kettles},\n\tyear\t=\t2015\t)\n",
    "words": "Words between the entries, 50% of them with a @ sign.\n",
}


@pytest.mark.parametrize("odd", ODD)
def test_what_stands_beside_stays(here: Path, run: Run, odd: str) -> None:
    """Whatever comes before and after an entry that is repaired, it keeps its bytes."""
    wrong, right = (text.partition("\n\n")[0] for text in (WRONG, RIGHT))
    (here / "refs.bib").write_text(f"{ODD['words']}{wrong}\n\n{ODD[odd]}")
    run("fix refs.bib --online")
    assert f"{ODD['words']}{right}\n\n{ODD[odd]}" == (here / "refs.bib").read_text()


@pytest.mark.parametrize("empty", [None, [None], "<b>"])
def test_a_record_without_a_field(
    here: Path, run: Run, monkeypatch: pytest.MonkeyPatch, emulator: Emulator, empty: object
) -> None:
    """What the record does not say is not written, and what the entry says stays."""
    whole = CROSSREF["10.5555/trees.2020"]
    for name in ("title", "author", "issued", "volume", "DOI"):
        monkeypatch.setitem(CROSSREF, "10.5555/trees.2020", {**whole, name: empty})
        (here / "refs.bib").write_text(ONE)
        run("fix refs.bib --online --unsafe-fixes --no-cache")
        before, after = ((text.splitlines()) for text in (ONE, (here / "refs.bib").read_text()))
        changed = [old for old, new in zip(before, after, strict=False) if old != new]
        assert len(before) == len(after), name
        assert {line.partition("=")[0].strip() for line in changed} <= {"volume", "year", "journal"}, name
    assert emulator.log


PREPRINT = """@online{ash,
  author       = {Ash, R.},
  title        = {The Roots of Street Trees in Old Towns},
  date         = {2019-05-01},
  month        = may,
  eprinttype   = {arxiv},
  eprint       = {2001.00007},
  note         = {kept}
}
@misc{corr, author = "Rowan Ash", title = "The roots of street trees in old towns", journal = "CoRR",
  volume = "abs/2001.00007", month = jan, year = "2020"}
"""
ARTICLE = """@article{ash,
  author       = {Ash, R.},
  title        = {The Roots of Street Trees in Old Towns},
  date         = {2020},
  eprinttype   = {arxiv},
  eprint       = {2001.00007},
  note         = {kept},
  journaltitle = {Journal of Trees},
  volume       = {12},
  pages        = {233--241},
  doi          = {10.5555/trees.2020}
}
@article{corr, author = "Rowan Ash", title = "The roots of street trees in old towns", journal = "Journal of Trees",
  volume = "12", year = "2020", pages = "233--241", doi = "10.5555/trees.2020"\
, eprint = "2001.00007", archiveprefix = "arXiv"}
"""


def test_preprints_become_articles_on_request(here: Path, run: Run) -> None:
    """Their type, journal, year and pages are those of the article; the arXiv id stays; once is enough."""
    (here / "refs.bib").write_text(PREPRINT)
    run("fix refs.bib --online --unsafe-fixes")
    assert PREPRINT == (here / "refs.bib").read_text()
    run("fix refs.bib --online --published")
    assert ARTICLE == (here / "refs.bib").read_text()
    assert "Nothing to fix.\n" == run("fix refs.bib --online --published").stderr
    assert "RET004" not in run("check refs.bib --online").stdout


def test_preprints_of_other_formats(here: Path, run: Run) -> None:
    """An address with the DOI of the preprint becomes that of the article, too."""
    title = "Ivy climbs the walls of quiet libraries"
    ris = "TY  - {}\nAU  - Ash, R.\nTI  - {}\nJF  - {}\nY1  - {}\nDO  - {}\nUR  - {}\n{}ER  - \n"
    yaml = "ash:\n  type: {}\n  title: {}\n  date: {}\n  author: Ash, R.\n  serial-number:\n    doi: {}\n  url: {}\n{}"
    csl = '[{{"type": "{}", "title": "{}", "issued": {{"date-parts": [[{}]]}}, "DOI": "{}", "URL": "{}"{}}}]\n'
    old, new = "10.5555/preprint.ivy", "10.5555/ivy.2020"
    page, place = "https://x.example/preprint.ivy", f"https://doi.org/{new}"
    by = ', "author": [{"family": "Ash", "given": "R."}]'
    before = {
        "a.ris": ris.format("UNPB", title, "bioRxiv", "2019/05/01", old, page, ""),
        "a.yaml": yaml.format("Misc", title, "2019-05", old, page, ""),
        "a.json": csl.format("article", title, "2019, 5, 1", old, page, by),
    }
    parent = "  parent:\n    type: periodical\n    title: Journal of Trees\n"
    named = ', "container-title": "Journal of Trees", "volume": "12", "page": "233-241"'
    added = "VL  - 12\nSP  - 233\nEP  - 241\n"
    after = {
        "a.ris": ris.format("JOUR", title, "Journal of Trees", "2020", new, place, added),
        "a.yaml": yaml.format("article", title, 2020, new, place, f"{parent}  volume: 12\n  page-range: 233-241\n"),
        "a.json": csl.format("article-journal", title, 2020, new, place, f"{by}{named}"),
    }
    for name, text in before.items():
        (here / name).write_text(text)
    for _ in range(2):
        run("fix a.ris a.yaml a.json --online --published")
        assert after == {name: (here / name).read_text() for name in after}


def test_lists_in_a_document_get_suggestions(here: Path, run: Run) -> None:
    """Numbers are replaced on request; other words are shown."""
    entry = "Ash, R. ({}). The roots of {} trees in old towns. Journal of Trees 12, 233-241. doi:10.5555/trees.2020"
    (here / "a.md").write_text(f"Roots break pipes [1].\n\n## References\n\n[1] {entry.format(2015, 'street')}\n")
    (here / "b.md").write_text(f"Roots break pipes [1].\n\n## References\n\n[1] {entry.format(2020, 'garden')}\n")
    found = json.loads(run("check a.md b.md --online --select MET014 --format json").stdout)["documents"]
    fixes = [finding["fix"] for each in found for finding in each["findings"]]
    assert ["ask", "show"] == [fix["safety"] for fix in fixes]
    assert ["2020", "The roots of street trees in old towns"] == [fix["edits"][0]["text"] for fix in fixes]
    assert "Nothing to fix.\n" == run("fix b.md --online --unsafe-fixes --select MET014").stderr
    patch = run("fix a.md b.md --online --suggest --select MET014").stdout
    assert "Ash, R. (2020)" in patch
    assert "+[1] Ash, R. (2020). The roots of street trees" in patch.partition("b/b.md")[2]
    assert "garden" in (here / "b.md").read_text()


def test_lists_in_latex_and_word_get_suggestions(here: Path, run: Run) -> None:
    """A patch has the words of both; a copy of the Word file has them as tracked changes beside the comment."""
    entry = (
        "Ash, R. The roots of garden trees in old towns. Journal of Trees 13, 233-241 (2020). doi:10.5555/trees.2020"
    )
    right = entry.replace("garden", "street").replace("13,", "12,")
    listed = f"\\begin{{thebibliography}}{{9}}\n\\bibitem{{a}} {entry}\n\\end{{thebibliography}}\n"
    (here / "a.tex").write_text(f"\\begin{{document}}\nRoots \\cite{{a}}.\n{listed}\\end{{document}}\n")
    assert f"+\\bibitem{{a}} {right}\n" in run("fix a.tex --online --suggest --select MET014").stdout
    writer = docx.Document()
    writer.add_paragraph("Roots break pipes [1].")
    writer.add_heading("References", 1)
    writer.add_paragraph(f"[1] {entry}")
    writer.save(str(here / "a.docx"))
    before = (here / "a.docx").read_bytes()
    run("check a.docx --online --select MET014 --format docx-comments --output b.docx")
    copy = docx.Document(str(here / "b.docx"))
    xml = copy.element.body
    deleted = [each.text for each in xml.iter(f"{{{xml.nsmap['w']}}}delText")]
    assert ["garden", "13"] == [word for each in deleted for word in each.split() if word not in right]
    assert f"[1] {right}" == "".join(each.text or "" for each in copy.paragraphs[-1]._p.iter(f"{{{xml.nsmap['w']}}}t"))
    assert "MET014" in [*copy.comments][-1].text
    assert before == (here / "a.docx").read_bytes()


@pytest.mark.parametrize("fault", ["html-200", "cut-whole", "json-empty", "json-null", "503", "reset-midway"])
def test_a_service_that_fails_changes_nothing(here: Path, run: Run, emulator: Emulator, fault: str) -> None:
    """HTML, half an answer or an error: what nobody said is not written."""
    emulator.inject(fault)
    (here / "refs.bib").write_text(ONE)
    run("fix refs.bib --online --unsafe-fixes --no-cache")
    assert ONE == (here / "refs.bib").read_text()


def test_a_kill_loses_nothing(here: Path, emulator: Emulator) -> None:
    """The file is the old one or the new one at every moment."""
    file = here / "refs.bib"
    file.write_text(WRONG)
    emulator.delay = 0.05
    for wait in (0.5, 1.0, 1.5, 2.0):
        command = [sys.executable, "-m", "citevet", "fix", "refs.bib", "--online", "--no-cache"]
        process = subprocess.Popen(command, cwd=here, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(wait)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
        assert file.read_text() in {WRONG, RIGHT}
