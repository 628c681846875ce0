"""The command as people meet it: exit codes, streams, errors, fixes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

GOOD = "Trees cool streets [1].\n\n## References\n\n[1] City Council (2020). Trees. https://example.org/trees\n"
BAD = "Trees cool streets [2].\n\n## References\n\n[1] City Council (2020). Trees. https://example.org/trees\n"


def citevet(*words: str, cwd: Path, stdin: bytes | None = None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CITEVET_")}
    done = subprocess.run(
        [sys.executable, "-m", "citevet", *words],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        check=False,
        timeout=120,
        env={**environment, "PYTHONUTF8": "1"},
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_a_finding_at_the_fail_level_exits_1(here: Path) -> None:
    """An undefined number is an error: exit 1, the report on stdout, the census on stderr."""
    (here / "a.md").write_text(BAD)
    done = citevet("check", "a.md", "--select", "KEY001", cwd=here)
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


def test_stdin_under_a_name(here: Path) -> None:
    """A document on stdin is audited under the name that was given."""
    done = citevet("check", "-", "--stdin-filename", "draft.md", "--format", "concise", cwd=here, stdin=BAD.encode())
    assert "draft.md:1:20: KEY001 error" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check", "--select", "KEY9999"), "KEY9999: there is no such rule."),
        (("check", "--select", "undefined-citaton"), "Did you mean undefined-citation?"),
        (("rule", "NOPE01"), "there is no such rule"),
        (("check", "--changed-since", "HEAD"), "not in a git repository"),
        (("check", "--today", "tomorrow"), "today"),
        (("check", "--baseline", "none.json"), "the baseline cannot be read"),
        (("check", "--format", "pdf"), "Invalid value for '--format'"),
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
    assert "\x1b" not in citevet("check", "a.md", cwd=here).stdout


def test_same_input_same_bytes_whatever_the_workers(here: Path) -> None:
    """One process or four: the JSON differs in nothing but `run`."""
    for number in range(6):
        (here / f"{number}.md").write_text(BAD * (number + 1))
    runs = [json.loads(citevet("check", "--format", "json", "--jobs", jobs, cwd=here).stdout) for jobs in ("1", "4")]
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
    """An accepted finding stays visible as suppressed and no longer fails; a new one does; a mended one is reported."""
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
    mended = citevet("check", "a.md", "--baseline", "citevet-baseline.json", "--format", "concise", cwd=here)
    assert "CFG005" in mended.stdout


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


def test_init_never_overwrites_unasked(here: Path) -> None:
    """Init writes a configuration that is valid, and refuses to replace one."""
    assert 0 == citevet("init", "--pre-commit", "--workflow", cwd=here).returncode
    assert (here / ".github/workflows/citevet.yml").exists()
    again = citevet("init", cwd=here)
    assert (2, True) == (again.returncode, "exists already" in again.stderr)
    (here / "a.md").write_text(GOOD)
    assert 0 == citevet("check", "a.md", "--select", "KEY", cwd=here).returncode


def test_rule_explains_and_rules_lists(here: Path) -> None:
    """Each rule can be explained by code and by name, and the list has them all."""
    by_code, by_name = citevet("rule", "KEY001", cwd=here), citevet("rule", "undefined-citation", cwd=here)
    assert by_code.stdout == by_name.stdout
    assert "## What we cannot see" in by_code.stdout
    listed = json.loads(citevet("rules", "--format", "json", cwd=here).stdout)
    assert {"KEY", "IDN", "FMT", "UNC", "CFG"} == {rule["code"][:3] for rule in listed}


def test_strict_turns_warnings_into_errors(here: Path) -> None:
    """A warning passes by default and fails under --strict or --fail-on warning."""
    (here / "a.md").write_text("Trees cool streets by 40%.\n")
    words = ("check", "a.md", "--select", "UNC001")
    assert [0, 1, 1] == [
        citevet(*words, *more, cwd=here).returncode for more in ((), ("--strict",), ("--fail-on", "warning"))
    ]
