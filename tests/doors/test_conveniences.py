"""Small things that people try first: a bare path, a family of rules, a missing file, an output that exists."""

import io
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

import citevet
from citevet.cli import group
from citevet.cli.exit_codes import run_to_exit_code
from citevet.errors import MissingInput
from citevet.report import FORMATS

BAD = "Trees cool streets [2].\n\n## References\n\n[1] City Council (2020). Trees. https://example.org/trees\n"


class Done(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command in this process, which is quicker than a new one."""

    def run(*words: str) -> Done:
        try:
            code = run_to_exit_code(partial(group.main, list(words), standalone_mode=False))
        except SystemExit as ended:
            code = int(ended.code or 0)
        said = capsys.readouterr()
        return Done(code, said.out, said.err)

    return run


@pytest.mark.parametrize("form", ["full", "concise"])
def test_a_missing_file_is_reported_once(form: str, here: Path, run: Run) -> None:
    """A missing file beside a good one is one line on stderr, which also counts it; the good one is reported."""
    (here / "a.md").write_text(BAD)
    done = run("check", "gone.md", "a.md", "./gone.md", "--format", form)
    assert (2, 1) == (done.code, (done.out + done.err).count("gone.md"))
    assert (True, True) == ("1 input not read" in done.err, "KEY001" in done.out)


def test_a_folder_without_documents_is_said(here: Path, run: Run) -> None:
    """The report says that there was nothing and which files are read; with --fail-on incomplete that is exit 3."""
    (here / "docs").mkdir()
    (here / "docs/data.csv").write_text("1")
    for flags, code in (((), 0), (("--fail-on", "incomplete"), 3)):
        done = run("check", "docs", *flags)
        assert (code, "NOTHING TO CHECK  no documents\n") == (done.code, done.out)
        assert "note: no document found in docs: files that end in .adoc, .asciidoc, .docm," in done.err
    (here / "docs/a.md").write_text("Hello.\n")
    assert "no document found" not in run("check", "docs").err


def test_numbers_beyond_a_complete_list_are_one_error(here: Path, run: Run) -> None:
    """A list of [1] to [3] and citations up to [9] fail the run, with one finding that names the missing numbers."""
    entries = "\n\n".join(f"[{number}] Kim, H. (201{number}). On foam." for number in (1, 2, 3))
    (here / "a.md").write_text(f"Foam [1], [2], [3], [5], [6], [7], [9].\n\n## References\n\n{entries}\n")
    done = run("check", "a.md", "--format", "concise")
    told = "KEY001 error: no reference [5] (the list has [1] to [3]); 4 cited numbers have no entry: [5]–[7], [9]\n"
    assert (1, 1, True) == (done.code, done.out.count("KEY001"), told in done.out)


def test_the_library_raises_for_a_missing_file(here: Path) -> None:
    """A caller of `citevet.check` gets an error, and not a report on nothing; also for one file of several."""
    (here / "a.md").write_text(BAD)
    for target in ("gone.md", ["a.md", Path("gone.md")]):
        with pytest.raises(MissingInput, match=r"^gone\.md: no such file\. Check the name and the folder\.$"):
            citevet.check(target)  # type: ignore[arg-type]  # a list of both kinds
    assert "fail" == citevet.check("a.md").verdict


def test_a_path_in_place_of_a_command_is_checked(here: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`citevet paper.md` means `citevet check paper.md`; folders, stdin and names of missing files likewise."""
    (here / "a.md").write_text(BAD)
    assert run("check", "a.md", "--select", "KEY001")[:2] == run("a.md", "--select", "KEY001")[:2]
    assert "a.md:1:20 KEY001" in run(".").out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BAD.encode())))
    assert "stdin.md:1:20 KEY001" in run("-").out
    assert "citevet: gone.md: no such file." in run("gone.md").err
    assert "No such command 'chek'. Did you mean 'check'?" in run("chek").err
    (here / "chek").mkdir()
    assert 0 == run("chek").code


@pytest.mark.parametrize(
    "command",
    [("check", "a.md"), ("verify", "a.md", "--source", "a.md"), ("audit",), ("baseline",)],
    ids=lambda words: words[0],
)
def test_output_never_replaces_a_foreign_file(command: tuple[str, ...], here: Path, run: Run) -> None:
    """A file that citevet did not write stays as it is, exit 2 before any work; --force replaces it."""
    (here / "a.md").write_text(BAD)
    (here / "paper.md").write_text("A manuscript that mentions citevet.\n")
    said = (
        "citevet: paper.md: exists, and is not a report of citevet. Name another file, or add --force to replace it.\n"
    )
    assert (2, "", said) == run(*command, "--output", "paper.md")
    assert "A manuscript that mentions citevet.\n" == (here / "paper.md").read_text()
    assert run(*command, "--output", "paper.md", "--force").code in {0, 1}
    assert "manuscript" not in (here / "paper.md").read_text()
    (here / "paper.md").write_text("A manuscript.\n")
    (here / "citevet.toml").write_text('output = "paper.md"\n')
    assert 2 == run("check", "a.md").code


@pytest.mark.parametrize("text", [BAD, "Trees.\n"], ids=["findings", "nothing to check"])
def test_output_replaces_an_earlier_report(text: str, here: Path, run: Run) -> None:
    """A report of ours, in any format and from any command, is replaced without --force, as CI needs it."""
    (here / "a.md").write_text(text)
    (here / "s.txt").write_text("Trees cool streets.\n")
    runs: list[tuple[str, ...]] = [("check", "a.md", "--format", form) for form in FORMATS]
    runs += [("verify", said, "--source", "s.txt", "--format", form) for said in ("", BAD) for form in ("text", "json")]
    runs += [("audit", "--no-save", "--format", "text"), ("audit", "--no-save", "--format", "json"), ("baseline",)]
    for words in runs:
        for _ in range(2):
            done = run(*words, "--output", "report.out")
            assert done.code in {0, 1}, (words, done.err)


def test_a_family_of_rules_is_listed(run: Run) -> None:
    """`citevet rule UNC` lists the family as `citevet rules` does; a code or name is still explained."""
    listed = [line.split() for line in run("rule", "UNC").out.splitlines()]
    assert [] != listed == [line.split() for line in run("rules").out.splitlines() if line.startswith("UNC")]
    codes = [each["code"] for each in json.loads(run("rule", "unc", "--format", "json").out)]
    assert [line[0] for line in listed] == codes
    assert run("rule", "UNC001").out.startswith("UNC001 uncited-statistic (")
    assert "Did you mean UNC?" in run("rule", "UNX").err


def test_sources_as_dicts() -> None:
    """`verify` takes sources as AgentOS passes them, and says which one has no text."""
    said, address = "Tokyo is the capital of Japan.", "https://example.org/japan"
    sources = [{"text": said, "url": address, "title": "Japan", "score": 1}]
    used = citevet.verify([said], sources, nli=None).claims[0].source
    assert used
    assert (address, "Japan") == (used.url, used.title)
    with pytest.raises(citevet.CitevetError, match="source 2 has no text"):
        citevet.verify(["Tokyo."], [*sources, {"body": "Tokyo."}], nli=None)
