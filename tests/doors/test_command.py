"""The command as people meet it: exit codes, streams, errors, fixes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from fuzz.forked_command import ForkedCommand
from tests.doors.in_process import citevet

from citevet.cli import group
from citevet.report import FORMATS

_RULE_PAGES = Path(__file__).parents[2] / "docs/rules"
GOOD = "Trees cool streets [1].\n\n## References\n\n[1] City Council (2020). Trees. https://example.org/trees\n"
BAD = "Trees cool streets [2].\n\n## References\n\n[1] City Council (2020). Trees. https://example.org/trees\n"


def process(*words: str, cwd: Path, stdin: bytes | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "citevet", *words],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_a_finding_at_the_fail_level_exits_1(here: Path) -> None:
    """An undefined number is an error: exit 1, the report on stdout, the census on stderr."""
    (here / "a.md").write_text(BAD)
    done = process("check", "a.md", "--select", "KEY001", cwd=here)
    assert 1 == done.returncode
    assert "a.md:1:20 KEY001 undefined-citation error" in done.stdout
    assert "FAIL" in done.stdout
    assert done.stderr.startswith("census: 1 document, 1 citation;")


def test_offline_is_incomplete_and_not_a_failure(here: Path) -> None:
    """What was not looked up is said: the verdict is INCOMPLETE, exit 0, and 3 for those who ask."""
    (here / "a.md").write_text(GOOD)
    done = citevet("check", "a.md", "--select", "KEY", cwd=here)
    assert (0, True) == (done.returncode, done.stdout.startswith("INCOMPLETE"))
    assert 3 == citevet("check", "a.md", "--select", "KEY", "--fail-on", "incomplete", cwd=here).returncode


def test_an_empty_document_is_nothing_to_check(here: Path) -> None:
    """An empty file is never a pass."""
    (here / "a.md").write_text("")
    done = citevet("check", "a.md", cwd=here)
    assert (0, True) == (done.returncode, "NOTHING TO CHECK" in done.stdout)
    assert "PASS" not in done.stdout
    assert 3 == citevet("check", "a.md", "--fail-on", "incomplete", cwd=here).returncode


def test_one_bad_file_does_not_stop_the_others(here: Path) -> None:
    """Binary, missing, folder-less and broken inputs are named, exit 2, and the good one is still audited."""
    (here / "good.md").write_text(BAD)
    (here / "binary.md").write_bytes(os.urandom(4096))
    (here / "broken.pdf").write_bytes(b"%PDF-1.7 nothing more")
    (here / "broken.docx").write_bytes(b"PK\x03\x04 nothing more")
    done = citevet("check", "good.md", "binary.md", "broken.pdf", "broken.docx", "none.md", cwd=here)
    assert 2 == done.returncode
    assert "good.md:1:20 KEY001" in done.stdout
    for name in ("binary.md", "broken.pdf", "broken.docx", "none.md"):
        assert f"citevet: {name}: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_may_not_be_read_stops_nothing(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a file can be read is found out by reading it: the arguments are not refused beforehand."""
    (here / "a.md").write_text(BAD)
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    done = CliRunner().invoke(group, ["check", "a.md", "none.md", "--select", "KEY001", "--format", "concise"])
    assert 2 == done.exit_code
    assert "a.md:1:20: KEY001" in done.stdout
    assert "citevet: none.md: no such file." in done.stderr


def test_a_page_is_unchecked_if_the_page_count_is_unknown(here: Path) -> None:
    """A page of a source with an unknown page count does not pass; the last line lists it as not checked."""
    (here / ".citevet/corpus").mkdir(parents=True)
    (here / ".citevet/corpus/REF-001.md").write_text("---\nref_id: REF-001\ntitle: T\ngrade: HIGH\n---\n")
    (here / "a.md").write_text("Trees cool streets [REF-001, p. 4].\n")
    done = citevet("check", "a.md", cwd=here)
    expected = (
        "INCOMPLETE  no problems in 1 document (1 citation, existence of 1 checked)\n"
        "Not checked: support of 1 citation (not requested; use --judge small), 1 page (page count unknown)\n"
    )
    assert (0, expected) == (done.returncode, done.stdout)


@pytest.mark.parametrize("words", [("check", "a.md"), ("audit", "--no-save")])
def test_a_damaged_index_is_said_by_every_audit(
    here: Path, forked_command: ForkedCommand, words: tuple[str, ...]
) -> None:
    """The answer comes from the files, and a note about the index is on stderr, once."""
    (here / ".citevet/corpus").mkdir(parents=True)
    (here / ".citevet/corpus/REF-001.md").write_text("---\nref_id: REF-001\ntitle: T\ngrade: HIGH\n---\n")
    (here / "a.md").write_text("Trees cool streets [REF-001].\n")
    _, before, first = forked_command.run(words, here)
    assert not list(here.glob(".citevet/cache/index.sqlite-*"))  # the connection was closed
    (here / ".citevet/cache/index.sqlite").write_bytes(b"nothing of a database" * 500)
    _, after, second = forked_command.run(words, here)
    assert before == after
    note = "note: the index of the corpus was damaged and was rebuilt from the files\n"
    _, _, third = forked_command.run(words, here)
    assert [0, 1, 0] == [errors.count(note) for errors in (first, second, third)]


def test_stdin_under_a_name(here: Path) -> None:
    """A document on stdin is audited under the name that was given."""
    done = process("check", "-", "--stdin-filename", "draft.md", "--format", "concise", cwd=here, stdin=BAD.encode())
    assert "draft.md:1:20: KEY001 error" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check", "--select", "KEY9999"), "KEY9999: unknown rule."),
        (("check", "--select", "undefined-citaton"), "Did you mean undefined-citation?"),
        (("rule", "NOPE01"), "unknown rule"),
        (("check", "--changed-since", "HEAD"), "not in a git repository"),
        (("check", "--today", "tomorrow"), "today"),
        (("check", "--baseline", "none.json"), "the baseline cannot be read"),
        (("check", "--format", "paper"), "Invalid value for '--format'"),
        (("chek",), "No such command 'chek'"),
    ],
)
def test_usage_errors_are_one_sentence_and_exit_2(here: Path, words: tuple[str, ...], said: str) -> None:
    """A slip on the command line is named, with the way out, and never a traceback."""
    (here / "a.md").write_text(GOOD)
    done = citevet(*words, cwd=here)
    assert (2, True) == (done.returncode, said in done.stderr), done.stderr
    assert "Traceback" not in done.stderr


def test_piped_output_has_no_colour(here: Path) -> None:
    """Escape codes are for terminals."""
    (here / "a.md").write_text(BAD)
    assert "\x1b" not in process("check", "a.md", cwd=here).stdout


def test_same_input_same_bytes_whatever_the_workers(here: Path) -> None:
    """One process or four: the JSON differs in nothing but `run`."""
    for number in range(6):
        (here / f"{number}.md").write_text(BAD * (number + 1))
    runs = [json.loads(process("check", "--format", "json", "--jobs", jobs, cwd=here).stdout) for jobs in ("1", "4")]
    for run in runs:
        del run["run"]
    assert runs[0] == runs[1]
    assert [f"{number}.md" for number in range(6)] == [document["path"] for document in runs[0]["documents"]]


def test_fix_is_applied_once_and_shown_before(here: Path) -> None:
    """--diff shows and writes nothing; fix writes; a second fix finds nothing."""
    text = "Trees cool streets (doi:10.5555/a10.5555/a).\n"
    (here / "a.md").write_text(text)
    shown = citevet("fix", "a.md", "--diff", cwd=here)
    assert "-Trees cool streets (doi:10.5555/a10.5555/a)." in shown.stdout
    assert "+Trees cool streets (doi:10.5555/a)." in shown.stdout
    assert text == (here / "a.md").read_text()
    assert "a.md: 1 fixed" in citevet("fix", "a.md", cwd=here).stdout
    assert "Trees cool streets (doi:10.5555/a).\n" == (here / "a.md").read_text()
    assert "Nothing to fix." in citevet("fix", "a.md", cwd=here).stderr


def test_baseline_marks_and_does_not_drop(here: Path) -> None:
    """An accepted finding is shown as suppressed and does not fail the run; a new one does; a fixed one is reported."""
    (here / "a.md").write_text(BAD)
    assert 0 == citevet("baseline", "a.md", cwd=here).returncode
    done = citevet("check", "a.md", "--baseline", "citevet-baseline.json", "--format", "json", cwd=here)
    document = json.loads(done.stdout)["documents"][0]
    assert 0 == done.returncode
    assert {"baseline"} == {finding["suppressed"] for finding in document["findings"]}
    (here / "a.md").write_text("New line first.\n\n" + BAD.replace("streets [2]", "streets [2] and roofs [7]"))
    again = citevet("check", "a.md", "--baseline", "citevet-baseline.json", "--format", "concise", cwd=here)
    assert (1, True) == (again.returncode, "[7]" in again.stdout)
    (here / "a.md").write_text(GOOD)
    fixed = citevet("check", "a.md", "--baseline", "citevet-baseline.json", "--format", "concise", cwd=here)
    assert "CFG005" in fixed.stdout


def test_a_wrong_name_leaves_the_baseline_alone(here: Path) -> None:
    """Nothing was read, so nothing is accepted and nothing is taken back."""
    (here / "a.md").write_text(BAD)
    citevet("baseline", "a.md", cwd=here)
    before = (here / "citevet-baseline.json").read_bytes()
    done = citevet("baseline", "b.md", cwd=here)
    assert (2, "") == (done.returncode, done.stdout)
    assert before == (here / "citevet-baseline.json").read_bytes()


def test_errors_and_notes_of_a_rule_are_listed_apart(here: Path) -> None:
    """A block of many findings has the severity of each of them in its heading."""
    (here / "refs.bib").write_text("@misc{lee2020, title = {Soup}, author = {Lee, A.}, year = {2020}}\n")
    unknown = " ".join(f"Soup [@kim20{number}] of @cook{'s' * number}." for number in range(11, 15))
    (here / "a.md").write_text(f"---\nbibliography: refs.bib\n---\n\nSoup [@lee2020]. {unknown}\n")
    shown = citevet("check", "a.md", "--select", "KEY001", cwd=here).stdout
    assert "KEY001 undefined-citation error, 4 times" in shown
    assert "KEY001 undefined-citation info, 4 times" in shown


def test_changed_since_looks_at_changed_sentences_only(here: Path) -> None:
    """Old faults on untouched lines are left alone; the new one is reported."""
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "-C", str(here)]
    subprocess.run([*git, "init", "-q"], check=True)
    (here / "a.md").write_text(BAD)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "x"], check=True)
    (here / "a.md").write_text(BAD.replace("## References", "Roofs heat up [8].\n\n## References"))
    done = citevet("check", "a.md", "--changed-since", "HEAD", "--format", "concise", "--select", "KEY001", cwd=here)
    assert ["a.md:3:15"] == [line.split(": ")[0] for line in done.stdout.splitlines() if "KEY001" in line]


def test_output_file_is_written_whole(here: Path) -> None:
    """--output leaves stdout empty and the file complete."""
    (here / "a.md").write_text(BAD)
    done = citevet("check", "a.md", "--format", "sarif", "--output", "out/report.sarif", cwd=here)
    assert "" == done.stdout
    assert "2.1.0" == json.loads((here / "out/report.sarif").read_text())["version"]
    assert ["report.sarif"] == [path.name for path in (here / "out").iterdir()]


@pytest.mark.parametrize("command", [("check", "a.md"), ("baseline",)])
def test_a_folder_that_is_made_is_told(command: tuple[str, ...], here: Path) -> None:
    """The first run says that it made a folder; the second run finds it, and says nothing."""
    (here / "a.md").write_text(GOOD)
    told = "citevet: made the folder new/folder\n"
    runs = [citevet(*command, "--output", "new/folder/report.json", cwd=here).stderr for _ in range(2)]
    assert [True, False] == [told in said for said in runs]


@pytest.mark.parametrize("command", [("check", "a.md"), ("baseline",)])
def test_a_folder_that_the_system_does_not_take(command: tuple[str, ...], here: Path) -> None:
    """A name that is too long is reported like any file that cannot be written, and no folder is made."""
    (here / "a.md").write_text(GOOD)
    name = f"{'x' * 300}/report.json"
    done = citevet(*command, "--output", name, cwd=here)
    said = f"citevet: {name}: cannot be written (File name too long). Check the folder and its permissions.\n"
    assert (2, True, False) == (done.returncode, done.stderr.endswith(said), "made the folder" in done.stderr)


def test_init_never_overwrites_unasked(here: Path) -> None:
    """Init writes a configuration that is valid, and refuses to replace one."""
    assert 0 == citevet("init", "--pre-commit", "--workflow", cwd=here).returncode
    assert (here / ".github/workflows/citevet.yml").exists()
    again = citevet("init", cwd=here)
    assert (2, True) == (again.returncode, "exists already" in again.stderr)
    (here / "a.md").write_text(GOOD)
    assert 0 == citevet("check", "a.md", "--select", "KEY", cwd=here).returncode


@pytest.mark.parametrize("name", ["citevet.toml", "pyproject.toml"])
def test_init_adds_files_beside_existing_settings(name: str, here: Path) -> None:
    """The file that was asked for is written, and the settings stay, also with --overwrite."""
    settings = "exclude = ['x/*']\n" if name == "citevet.toml" else "[tool.citevet]\nexclude = ['x/*']\n"
    (here / name).write_text(settings)
    for words in (("--pre-commit",), ("--pre-commit", "--overwrite")):
        done = citevet("init", *words, cwd=here)
        assert (0, "wrote .pre-commit-config.yaml\n") == (done.returncode, done.stdout)
        assert f"kept {name}" in done.stderr
    assert [".pre-commit-config.yaml", name] == sorted(path.name for path in here.iterdir())
    assert settings == (here / name).read_text()


def test_rule_explains_and_rules_lists(here: Path) -> None:
    """Each rule can be explained by code and by name, and the list has them all."""
    by_code, by_name = citevet("rule", "KEY001", cwd=here), citevet("rule", "undefined-citation", cwd=here)
    assert by_code.stdout == by_name.stdout
    assert "## Limitations" in by_code.stdout
    listed = json.loads(citevet("rules", "--format", "json", cwd=here).stdout)
    assert {page.stem for page in _RULE_PAGES.glob("[A-Z]*[0-9].md")} == {rule["code"] for rule in listed}


def test_strict_turns_warnings_into_errors(here: Path) -> None:
    """A warning passes by default and fails under --strict or --fail-on warning."""
    (here / "a.md").write_text("Trees cool the streets [citation needed].\n")
    words = ("check", "a.md", "--select", "UNC005")
    assert [0, 1, 1] == [
        citevet(*words, *more, cwd=here).returncode for more in ((), ("--strict",), ("--fail-on", "warning"))
    ]


def test_what_cannot_be_looked_up_is_never_a_pass(here: Path) -> None:
    """Neither asking for the network nor citing the project's own corpus turns an unchecked run green."""
    (here / "web.md").write_text("Trees cool streets (doi:10.5555/a).\n")
    (here / "own.md").write_text("Trees cool streets [REF-001, p. 4].\n")
    for words in (("web.md", "--online"), ("own.md",)):
        done = citevet("check", *words, "--fail-on", "incomplete", cwd=here)
        verdicts = [line for line in done.stdout.splitlines() if line.startswith("INCOMPLETE")]
        assert (3, 1) == (done.returncode, len(verdicts))


def test_an_unread_input_is_never_a_pass(here: Path) -> None:
    """A good document with a missing one is incomplete; so is a paper whose chapter is gone."""
    (here / "a.md").write_text("Trees cool streets.\n")
    assert "INCOMPLETE" in citevet("check", "a.md", "gone.md", "--select", "KEY", cwd=here).stdout
    (here / "b.tex").write_text("\\begin{document}Trees cool.\\input{gone}\\end{document}\n")
    done = citevet("check", "b.tex", cwd=here)
    assert (2, True) == (done.returncode, "gone.tex: no such file" in done.stderr)
    (here / "sub").mkdir()
    (here / "b.tex").rename(here / "sub" / "b.tex")
    told = "citevet: sub/gone.tex: no such file. Check the name and the folder. sub/b.tex pulls it in.\n"
    assert told in citevet("check", "sub/b.tex", "--format", "concise", cwd=here).stderr


def test_a_deleted_entry_is_part_of_the_change(here: Path) -> None:
    """--changed-since reports a citation that the change broke, though its own line did not change."""
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "-C", str(here)]
    subprocess.run([*git, "init", "-q"], check=True)
    (here / "a.md").write_text("Old fault [^z].\n\nTrees cool [^a].\n\n[^a]: City Council 2020.\n")
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "x"], check=True)
    (here / "a.md").write_text("Old fault [^z].\n\nTrees cool [^a].\n\nAnd more.\n")
    words = ("check", "a.md", "--changed-since", "HEAD", "--format", "concise", "--select", "KEY001")
    done = citevet(*words, cwd=here)
    assert ["a.md:3:12"] == [line.split(": ")[0] for line in done.stdout.splitlines() if "KEY001" in line]
    assert "1 finding outside the change is not shown" in done.stderr
    subprocess.run([*git, "config", "diff.noprefix", "true"], check=True)
    assert done.stdout == citevet(*words, cwd=here).stdout


def test_one_bad_configuration_does_not_stop_the_others(here: Path) -> None:
    """A nested configuration with a slip is said for its documents; the rest is still reported."""
    (here / "bad").mkdir()
    (here / "bad/citevet.toml").write_text("selekt = 1\n")
    (here / "bad/a.md").write_text(BAD)
    (here / "b.md").write_text(BAD)
    done = citevet("check", "--select", "KEY001", cwd=here)
    assert 2 == done.returncode
    assert "b.md:1:20 KEY001" in done.stdout
    assert "unknown key selekt, did you mean select?" in done.stderr


def test_fixes_stay_inside(here: Path) -> None:
    """A link to a file outside is not followed unless it is named, a PDF stops nothing, and stdin is not written to."""
    (here / "out.md").write_text("Old (doi:10.5555/a10.5555/a).\n")
    inside = here / "in"
    inside.mkdir()
    (inside / "link.md").symlink_to(here / "out.md")
    (inside / "a.md").write_text("New (doi:10.5555/b10.5555/b).\n")
    assert "a.md: 1 fixed\n" == citevet("fix", cwd=inside).stdout
    assert "10.5555/a10.5555/a" in (here / "out.md").read_text()
    done = citevet("check", "-", "--stdin-filename", "a.md", "--fix", cwd=inside, stdin=b"x")
    assert (2, True) == (done.returncode, "stdin cannot be written to" in done.stderr)


def test_a_written_file_has_ordinary_permissions(here: Path) -> None:
    """A report is as readable as any new file here, and a pipe stays a pipe."""
    (here / "a.md").write_text(GOOD)
    (here / "plain").write_text("")
    citevet("check", "a.md", "--output", "report.txt", cwd=here)
    assert (here / "plain").stat().st_mode == (here / "report.txt").stat().st_mode


def test_a_baseline_in_another_folder_covers_its_entries(here: Path) -> None:
    """Paths in a baseline count from its own folder, whether a flag or a configuration names it."""
    (here / "a.md").write_text(BAD)
    assert 0 == citevet("baseline", "--output", "ci/base.json", cwd=here).returncode
    (here / "citevet.toml").write_text('baseline = "ci/base.json"\n')
    (here / "sub").mkdir()
    assert 0 == citevet("check", "../a.md", cwd=here / "sub").returncode
    assert 0 == citevet("baseline", cwd=here).returncode
    assert "CFG005" not in (here / "citevet-baseline.json").read_text()


def test_claims_without_any_citation_do_not_pass(here: Path) -> None:
    """Without any citation the run does not pass: the verdict, the line and the exit code agree."""
    (here / "a.md").write_text("Seoul is the capital of Korea.\n")
    done = citevet("check", "a.md", "--select", "KEY", cwd=here)
    line = "INCOMPLETE  no problems in 1 document (no citations, 1 claim without a source)\n"
    assert (0, line) == (done.returncode, done.stdout)
    assert 3 == citevet("check", "a.md", "--select", "KEY", "--fail-on", "incomplete", cwd=here).returncode


def test_a_missing_citation_fails_where_warnings_do(here: Path) -> None:
    """A document without citations still fails if its findings reach the fail level."""
    (here / "a.md").write_text("Shade reaches most residents [citation needed].\n")
    done = citevet("check", "a.md", "--fail-on", "warning", "--fail-on", "incomplete", cwd=here)
    assert (1, True) == (done.returncode, "FAIL  1 warning in 1 document (no citations" in done.stdout)


def test_what_could_not_be_read_is_not_counted_as_claims(here: Path) -> None:
    """Where nothing was read, one line on stderr says so, and there is no report; machines still get theirs."""
    done = citevet("check", "none.md", cwd=here)
    line = "citevet: none.md: no such file. Check the name and the folder.\n"
    assert (2, "", line) == (done.returncode, done.stdout, done.stderr)
    done = citevet("check", "none.md", "--format", "json", cwd=here)
    assert (2, "incomplete", 1) == (done.returncode, json.loads(done.stdout)["verdict"], done.stderr.count("none.md"))


def test_fix_of_stdin_is_refused_by_name(here: Path) -> None:
    """`-` is not reported as a missing file: the error names what works with stdin."""
    done = citevet("fix", "-", cwd=here, stdin=BAD.encode())
    assert (2, "") == (done.returncode, done.stdout)
    assert done.stderr.startswith("citevet: fix: stdin cannot be written to. Name the file")
    missing = citevet("fix", "none.md", cwd=here)
    assert (2, False) == (missing.returncode, "Nothing to fix" in missing.stderr)


def test_a_file_name_that_is_not_utf_8_is_accepted(here: Path) -> None:
    """Every format, the result cache and the baseline accept such a name, and the other file is audited."""
    (here / "good.md").write_text(BAD)
    Path(os.fsdecode(os.fsencode(here) + b"/bad\xff.md")).write_text(BAD)
    for words in (*((form,) for form in FORMATS), ("json", "--output", "report.out")):
        done = citevet("check", "good.md", ".", "--select", "KEY", "--format", *words, cwd=here)
        assert 1 == done.returncode, (words, done.stderr)
    assert "good.md:1:20: KEY001" in citevet("check", "--select", "KEY", "--format", "concise", cwd=here).stdout
    assert 0 == citevet("baseline", cwd=here).returncode
    assert 0 == citevet("check", "--baseline", "citevet-baseline.json", cwd=here).returncode


def test_paths_for_a_forge_count_from_the_root(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of a checkout GitHub, GitLab and SARIF get the path that the repository has; people get their own."""
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    subprocess.run(["git", "init", "-q"], cwd=here, check=True)
    (here / "docs/sub").mkdir(parents=True)
    (here / "docs/sub/a.md").write_text(BAD)
    words = ("check", "a.md", "none.md", "--select", "KEY001", "--format")
    shown = {
        form: citevet(*words, form, cwd=here / "docs/sub").stdout for form in ("github", "gitlab", "sarif", "concise")
    }
    assert "::error file=docs/sub/a.md,line=1" in shown["github"]
    assert "::error file=docs/sub/none.md,title=not read::no such file" in shown["github"]
    assert ["docs/sub/a.md", "docs/sub/none.md"] == [each["location"]["path"] for each in json.loads(shown["gitlab"])]
    assert "docs/sub/a.md" == json.loads(shown["sarif"])["runs"][0]["artifacts"][0]["location"]["uri"]
    assert shown["concise"].startswith("a.md:1:20: KEY001")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(here / "docs"))
    assert "::error file=sub/a.md,line=1" in citevet(*words, "github", cwd=here / "docs/sub").stdout


def test_a_link_and_its_file_are_fixed_once(here: Path) -> None:
    """One file with two names is one document: one finding, one fix, no error."""
    (here / "real.md").write_text("See http://dx.doi.org/10.1000/182 for it.\n")
    (here / "link.md").symlink_to("real.md")
    done = citevet("fix", ".", cwd=here)
    assert (0, "real.md: 1 fixed\n", "") == (done.returncode, done.stdout, done.stderr)
