"""The diff that `--diff` prints."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.fix import diff
from citevet.model import Document

HEAD = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n")


def document(text: str, path: str = "a.md") -> Document:
    """Return a document of that text."""
    return Document(path, "markdown", text)


def lines(text: str) -> list[str]:
    """Split a text at line feeds and keep them."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def patched(old: str, patch: str) -> str:
    """Apply a diff as `patch` does, and check every removed and context line."""
    before, after, at = lines(old), list[str](), 0
    # A line without its end is one that the marker follows.
    marked = patch.replace("\n\\ No newline at end of file\n", "\x00\n")
    for line in lines(marked)[2:]:
        if head := HEAD.fullmatch(line):
            start = int(head[1]) - (0 if head[2] == "0" else 1)
            after += before[at:start]
            at = start
            continue
        body = line[1:].replace("\x00\n", "")
        if line[0] in " -":
            assert before[at] == body
            at += 1
        if line[0] in " +":
            after.append(body)
    return "".join(after + before[at:])


def test_distant_changes_have_their_own_hunks() -> None:
    """Distant changes have their own hunks, with three lines of context."""
    old = "".join(f"line {number}\n" for number in range(1, 21))
    new = old.replace("line 2\n", "LINE 2\n").replace("line 18\n", "LINE 18\nmore\n")
    assert diff(document(old), new) == (
        "--- a/a.md\n+++ b/a.md\n"
        "@@ -1,5 +1,5 @@\n line 1\n-line 2\n+LINE 2\n line 3\n line 4\n line 5\n"
        "@@ -15,6 +15,7 @@\n line 15\n line 16\n line 17\n-line 18\n+LINE 18\n+more\n line 19\n line 20\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "body"),
    [
        ("a", "b", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"),
        ("a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"),
        ("a\r\nb\r\n", "a\r\nc\r\n", "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n"),
        ("", "a\n", "@@ -0,0 +1 @@\n+a\n"),
        ("a\n", "", "@@ -1 +0,0 @@\n-a\n"),
        ("A\n\nB\n", "C\n\nB\n", "@@ -1,3 +1,3 @@\n-A\n+C\n \n B\n"),
        ("a\n\x0c\u2028b\n", "a\n\x0c\u2028c\n", "@@ -1,2 +1,2 @@\n a\n-\x0c\u2028b\n+\x0c\u2028c\n"),
    ],
)
def test_line_ends(old: str, new: str, body: str) -> None:
    """The last line may lack its end, CRLF stays, and only a line feed ends a line."""
    assert f"--- a/a.md\n+++ b/a.md\n{body}" == diff(document(old), new)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("docs/글.md", "--- a/docs/글.md"),
        ("my essay.md", "--- a/my essay.md\t"),
        ("/etc/x.md", "--- a/etc/x.md"),
        ("a\nb.md", '--- "a/a\\012b.md"'),
        ('a"\\.md', '--- "a/a\\"\\\\.md"'),
        ("a\udcff.md", '--- "a/a\\377.md"'),
        ("a\ud800.md", '--- "a/a\\355\\240\\200.md"'),
    ],
)
def test_file_names(path: str, expected: str) -> None:
    """File names are quoted as git does."""
    assert expected == diff(document("a\n", path), "b\n").split("\n")[0]


def test_equal_texts() -> None:
    """No change, no diff."""
    assert diff(document("a\n"), "a\n") == ""


texts = st.lists(st.sampled_from(["a\n", "b\n", "\n", "c\r\n", "\\ x\n", "-- y\n", "한\n"]), max_size=14)


@given(texts, texts, st.sampled_from(["", "end"]), st.sampled_from(["", "end", "fin"]))
def test_the_diff_gives_the_new_text(old: list[str], new: list[str], old_end: str, new_end: str) -> None:
    """Applied to the old text, the diff gives the new one."""
    before, after = "".join(old) + old_end, "".join(new) + new_end
    patch = diff(document(before), after)
    assert after == (patched(before, patch) if patch else before)


def test_git_applies_the_diff(tmp_path: Path) -> None:
    """A real git applies the diff, name with a blank, CRLF and missing line end included."""
    git = shutil.which("git")
    assert git, "the project needs git"
    old, new = "a\r\nb\r\nc", "a\r\nB\r\nc\nd"
    (tmp_path / "my essay.md").write_bytes(old.encode())
    patch = diff(document(old, "my essay.md"), new)
    subprocess.run([git, "apply", "-"], input=patch.encode(), cwd=tmp_path, check=True)
    assert new.encode() == (tmp_path / "my essay.md").read_bytes()


def test_a_long_text_with_many_changes() -> None:
    """Ten thousand changes in a hundred thousand lines are found separately."""
    old = [f"line {number % 7}\n" for number in range(100_000)]
    new = [line if number % 10 else f"new {number}\n" for number, line in enumerate(old)]
    patch = diff(document("".join(old)), "".join(new))
    assert patch.count("\n+new ") == 10_000
    assert patch.count("\n-line ") == 10_000
