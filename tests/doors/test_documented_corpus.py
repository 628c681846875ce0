"""What the corpus documentation promises, through the command, on small projects as users have them."""

import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from citevet import cli

SOURCES = ".aiwg/research/sources"
SHADE = """\
---
ref_id: REF-043
title: Shade of street trees in two summers
authors: ["Marsh, Ada", "Holm, Bertil"]
year: 2019
source_type: report
venue: Journal of Urban Climate
identifiers: {doi: 10.1000/shade.43}
---

# Shade of street trees in two summers
"""


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def run(*words: str) -> tuple[int, str]:
    """Run the command in the current folder, and return its exit code and what it printed to stdout."""
    out, changes = StringIO(), pytest.MonkeyPatch()
    with changes.context() as patch, redirect_stdout(out), redirect_stderr(StringIO()):
        patch.setattr(sys, "argv", ["citevet", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
    return int(ended.value.code or 0), out.getvalue()


def check(*words: str) -> list[str]:
    """Return the findings of a check, one line each."""
    printed = run("check", "--format", "concise", *words)[1]
    return [line for line in printed.splitlines() if " error: " in line or " warning: " in line or " info: " in line]


@pytest.mark.parametrize("words", [("check",), ("check", "--staged"), ("corpus", "check"), ("audit", "--no-save")])
def test_documents_of_agents_are_gated(here: Path, words: tuple[str, ...]) -> None:
    """Documents below .aiwg are checked; sources, their assessments and saved reports are not."""
    gated = (".aiwg/requirements/use-cases.md", ".aiwg/reports/review.md", ".aiwg/research/synthesis.md")
    skipped = (
        f"{SOURCES}/REF-050-wind.md",
        ".aiwg/research/findings/wind.md",
        ".aiwg/research/quality-assessments/REF-043.md",
        ".aiwg/reports/citation-verification.md",
        ".aiwg/reports/citation-audit/audit-2026-06-01.md",
        ".citevet/reports/citation-verification.md",
        ".notes/private.md",
    )
    write(here, {f"{SOURCES}/REF-043-shade.md": SHADE, **dict.fromkeys((*gated, *skipped), "Shade cools [REF-099].\n")})
    for command in ("init -q", "add -A"):
        subprocess.run(["git", *command.split()], cwd=here, check=True)
    code, printed = run(*words)
    assert 1 == code
    assert [True] * len(gated) == [name in printed for name in gated]
    assert [False] * len(skipped) == [name in printed and "REF-099" in printed.split(name)[1][:80] for name in skipped]


def test_an_id_that_only_the_front_matter_has_is_found(here: Path) -> None:
    """The id may be in the front matter alone; an id that neither it nor a file name has is missing."""
    write(here, {f"{SOURCES}/shade.md": SHADE, "a.md": "Shade cools [REF-043]. It soothes [REF-099].\n"})
    assert ["a.md:1:35: EXI001 error: REF-099 is not in the corpus"] == check("a.md", "--select", "EXI,MET")
    write(here, {f"{SOURCES}/shade.txt": "Shade cools streets by eleven degrees.\n"})
    assert "  full  " in run("corpus", "list")[1]


def test_notes_with_the_id_of_an_entry_are_no_second_entry(here: Path) -> None:
    """A file whose front matter names the id of an entry does not make that id ambiguous."""
    notes = "---\nref: REF-043\n---\n\nRead in May.\n"
    files = {f"{SOURCES}/REF-043-shade.md": SHADE, f"{SOURCES}/notes/may.md": notes, "a.md": "Shade cools [REF-043].\n"}
    write(here, files)
    assert [] == check("a.md", "--select", "EXI,MET")


@pytest.mark.parametrize("cited", ["REF-043", "REF-044"])
def test_a_file_name_with_another_id_is_one_finding(here: Path, cited: str) -> None:
    """Both ids find the entry, and the mismatch is reported once in a document and once in an audit."""
    write(here, {f"{SOURCES}/REF-044-shade.md": SHADE, "a.md": f"Shade cools [{cited}]. It soothes [{cited}].\n"})
    message = f"the file name of {SOURCES}/REF-044-shade.md says REF-044, its front matter REF-043"
    assert [f"a.md:1:13: MET003 error: {message}"] == check("a.md", "--select", "EXI,MET")
    printed = run("audit", "--no-save", "--select", "EXI,MET")[1]
    assert 1 == printed.count("MET003 id-mismatch error")
    assert "EXI001" not in printed
