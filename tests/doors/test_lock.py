"""`citevet lock`: what drifted since the verdicts were locked, through the command."""

import shutil
from json import loads
from pathlib import Path

import pytest
from tests.doors.conftest import Run

CORPUS = Path(__file__).parents[2] / "examples/corpus"
SURVEY = "REF-002-street-canopy-survey.md"
CLAIM = "Air at head height was 0.8 °C cooler on average [REF-002]."
TEXT = f"# Streets\n\n{CLAIM}\n\nStreets were chosen by reach, not by lot [REF-002].\n"


@pytest.fixture
def project(here: Path) -> Path:
    """A document with two claims on one source."""
    shutil.copytree(CORPUS, here / "corpus")
    (here / "citevet.toml").write_text('corpus = "corpus"\n', "utf-8")
    (here / "a.md").write_text(TEXT, "utf-8")
    return here


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_what_is_locked_stays_locked(project: Path, run: Run) -> None:
    """A lock holds source, hashes, passage and verdict; equal runs give equal bytes, and nothing has drifted."""
    assert 0 == run("lock a.md --judge small").returncode
    first = (project / "citations.lock").read_text("utf-8")
    for line in ('path = "a.md"', 'judge = "small"', 'model = "sha256:', 'hash = "sha256:', 'support = "supported"'):
        assert line in first
    assert (
        f'passage = "{"Pages 9 to 10: air at head height was 0.8 °C cooler on average."}"\npassage-by = "judge"'
        in first
    )
    checked = run("lock --check")
    assert 0 == checked.returncode
    assert checked.stdout.startswith(
        "LOCKED  2 claim-citation pairs in 1 document: 0 drifted, 0 to review\n"
        "Existence: 2 found\nSupport: 2 of 2 judged\n"
    )
    assert 0 == run("lock --update").returncode
    assert first == (project / "citations.lock").read_text("utf-8")
    (project / "citations.lock").unlink()
    run("lock a.md --judge small")
    assert first == (project / "citations.lock").read_text("utf-8")


def test_a_late_edit_is_shown(project: Path, run: Run) -> None:
    """Of a long claim, the words around the edit are shown, not a start that both versions share."""
    claim = f"Trees cool streets {'in many towns and cities ' * 6}by 3 degrees [REF-001]."
    (project / "a.md").write_text(f"{claim}\n", "utf-8")
    run("lock a.md")
    change(project / "a.md", "3 degrees", "4 degrees")
    said = run("lock --check").stdout
    assert 'towns and cities by 4 degrees [REF-001]."\n' in said
    assert 'towns and cities by 3 degrees [REF-001]."\n' in said


def test_only_the_edited_claim_is_judged_again(project: Path, run: Run) -> None:
    """An edited sentence is shown with its old words and both verdicts; the update changes the lines of this claim."""
    run("lock a.md --judge small")
    before = (project / "citations.lock").read_text("utf-8").splitlines()
    change(project / "a.md", "0.8 °C", "5.8 °C")
    done = run("lock --check")
    assert 1 == done.returncode
    assert "DRIFT  2 claim-citation pairs in 1 document: 1 drifted, 1 to review\n" in done.stdout
    assert f'  the claim was edited\n    was: "{CLAIM}"\n' in done.stdout
    told = loads((shown := run("lock --check --json")).stdout)
    (drift,) = told["drifts"]
    assert (1, True, ["claim"], True) == (shown.returncode, told["drifted"], drift["causes"], drift["needs_review"])
    assert ("supported", "contradicted") == (drift["was"]["support"], drift["now"]["support"])
    assert "  review: verdict: found, contradicted; was: found, supported\n" in done.stdout
    assert before == (project / "citations.lock").read_text("utf-8").splitlines()
    run("lock --update")
    after = (project / "citations.lock").read_text("utf-8").splitlines()
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert [f'text = "{CLAIM.replace("0.8", "5.8")}"', 'support = "contradicted"'] == changed
    assert 0 == run("lock --check").returncode


def test_a_sentence_that_moved_keeps_its_verdict(project: Path, run: Run) -> None:
    """A sentence elsewhere in its source is drift, shown with both places, and nothing to review."""
    run("lock a.md --judge small")
    change(project / "corpus" / SURVEY, "The survey followed", "Both summers were hot. The survey followed")
    done = run("lock --check")
    assert 0 == done.returncode
    assert "  the supporting sentence moved from 205-268 to 228-291: " in done.stdout
    assert "  verdict as before: found, supported\n" in done.stdout
    assert "0 to review\n" in done.stdout
    assert done.stdout.endswith("\nTo renew the lock: citevet lock --update\n")


@pytest.mark.parametrize(
    ("judge", "new", "said"),
    [
        ("--judge small", "1.4 °C cooler on", "verdict: found, contradicted; was: found, supported"),
        (
            "--judge small",
            "0.8 °C colder on",
            "verdict as before: found, supported; the sentence that it rests on is another one",
        ),
        ("", "1.4 °C cooler on", "verdict as before: found, support unchecked (not-asked); its support was not judged"),
    ],
)
def test_a_sentence_that_changed_is_to_review(project: Path, run: Run, judge: str, new: str, said: str) -> None:
    """Other words in the source are shown, and the check fails, whether a judge sees a difference or not."""
    run(f"lock a.md {judge}")
    change(project / "corpus" / SURVEY, "0.8 °C cooler on", new)
    done = run("lock --check")
    assert 1 == done.returncode
    assert f'    now: "Pages 9 to 10: air at head height was {new} average."\n' in done.stdout
    assert f"  review: {said}\n" in done.stdout
    assert " survived: " in done.stdout


def test_claims_that_come_and_go(project: Path, run: Run) -> None:
    """A claim that is not in the lock fails the check; one that left the text, or a document that did, is named."""
    run("lock a.md")
    change(project / "a.md", CLAIM, "A tree costs 1,900 with soil [REF-004].")
    done = run("lock --check")
    assert 1 == done.returncode
    assert "the claim is not in the lock" in done.stdout
    assert "Not in the text now: 1 locked claim-citation pair\n" in done.stdout
    (project / "a.md").unlink()
    done = run("lock --check")
    assert (1, "a.md: the document is not there") == (done.returncode, done.stdout.splitlines()[0])


def test_an_answer_from_outside_holds_offline(project: Path, run: Run) -> None:
    """Offline, what was looked up when the lock was made stays, and is counted as not looked up again."""
    (project / "a.md").write_text("Trees cool streets (doi:10.5555/canopy).\n", "utf-8")
    run("lock a.md")
    change(
        project / "citations.lock", 'existence = "unchecked"\nexistence-reason = "offline"\n', 'existence = "found"\n'
    )
    done = run("lock --check")
    assert 0 == done.returncode
    assert "Not looked up again: 1 claim-citation pair with a source outside the project\n" in done.stdout
    change(project / "a.md", "Trees cool streets", "Trees cool hot streets")
    assert 1 == run("lock --check").returncode


def test_nothing_is_never_locked(here: Path, run: Run) -> None:
    """A folder without documents gives no lock file, and a lock without documents passes no check."""
    assert (2, "citevet: .: no document to lock. Name one, or another folder.\n") == (
        (done := run("lock")).returncode,
        done.stderr,
    )
    assert not (here / "citations.lock").exists()
    (here / "citations.lock").write_text("version = 1\n")
    assert 2 == run("lock --check").returncode


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('path = "a.md"', 'path = "../a.md"', "names a document outside its folder (../a.md)"),
        ('path = "a.md"', 'path = "/etc/passwd"', "names a document outside its folder (/etc/passwd)"),
        ("version = 1", "version = 2", "a lock file of version 2, and this citevet reads version 1"),
        ("version = 1", "# nothing", "not a lock file of citevet"),
        ("[[claim]]", "<<<<<<< ours\n[[claim]]", "a merge conflict"),
        ('support = "unchecked"', 'support = "true"', "`support` has no valid value"),
        ('support = "unchecked"', "support = [[[[", "not `name = value`"),
        ('cites = "REF-002"\n', "", "this claim has no `cites`"),
        ("cites = ", 'colour = "red"\ncites = ', "this claim has an unknown field `colour`"),
        ("not by lot; the", "by lot; the", "the passage of this claim was edited"),
        ("# Written", "x" * 2**25, "larger than 32 MB"),
    ],
)
def test_a_wrong_lock_file_is_one_line(project: Path, run: Run, old: str, new: str, said: str) -> None:
    """What is wrong in a lock file is named, exit 2, and an update leaves the file as it is."""
    run("lock a.md")
    file = project / "citations.lock"
    file.write_text(file.read_text("utf-8").replace(old, new, 1), "utf-8")
    wrong = file.read_bytes()
    for words in ("lock --check", "lock --update"):
        done = run(words)
        assert (2, 1, "") == (done.returncode, done.stderr.count("\n"), done.stdout)
        assert said in done.stderr
    assert wrong == file.read_bytes()
    assert 2 == run("lock a.md").returncode
