"""Citations of files in the forms that hosts and people write; with only files asked for, whatever looks like one."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from citevet.contracts import ProjectIds
from citevet.extract import extract_files
from citevet.read import parse_text

HASH = "0123456789abcdef"
FILES = frozenset({"bin/run-me", "README.md", "x"})


def cited(text: str) -> list[tuple[str, str, str | None]]:
    """Return path, lines and fault of each file that a text cites where only files are checked."""
    ids = ProjectIds(artifacts={"DES-1": "design/one.md"}, has_file=FILES.__contains__)
    found = extract_files(parse_text(text), ids).citations
    return [(each.parts["path"], each.place.lines or "", each.fault) for each in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"[Dockerfile@{HASH}, L1]", [("Dockerfile", "1")]),
        ("[Makefile, L3]", [("Makefile", "3")]),
        (f"[.dockerignore@{HASH}]", [(".dockerignore", "")]),
        (f"[src/a.py@{HASH},L4-9]", [("src/a.py", "4-9")]),
        (f"[src/a.py@{HASH}, 4-9]", [("src/a.py", "4-9")]),
        (f"[src/a.py@{HASH}, lines 4–9]", [("src/a.py", "4-9")]),
        (f"[src/a.py@{HASH}, L4, L7-9]", [("src/a.py", "4, 7-9")]),
        (f"[src\\auth\\a.py@{HASH}]", [("src\\auth\\a.py", "")]),
        (f"[docs/my notes.md@{HASH}, L2]", [("docs/my notes.md", "2")]),
        (f"[see docs/a.md@{HASH}, L2]", [("docs/a.md", "2")]),
        (f"[docs/my\nnotes.md@{HASH},\nL2]", [("docs/my notes.md", "2")]),
        (f"[app/[id]/page.tsx@{HASH}]", [("app/[id]/page.tsx", "")]),
        (f"[UC-login@{HASH}, L4]", [("UC-login", "4")]),
        (f"[Makefile@{HASH}, L1; a/b.md@{HASH}]", [("Makefile", "1"), ("a/b.md", "")]),
        (f"[Makefile@{HASH}, L1, a/b.md, 4]", [("Makefile", "1"), ("a/b.md", "4")]),
        (f"[Makefile@{HASH};LICENSE@{HASH}]", [("Makefile", ""), ("LICENSE", "")]),
    ],
)
@pytest.mark.parametrize("files_only", [True, False])
def test_forms_of_file_citations(
    extracted: Callable[..., Any], text: str, expected: Sequence[tuple[str, str]], *, files_only: bool
) -> None:
    """Names without ending, blanks, backslashes, several in a bracket and all forms of lines are read."""
    found = extract_files(parse_text(text)).citations if files_only else extracted(text).citations
    assert [("artifact", *each, None) for each in expected] == [
        (each.kind, each.parts["path"], each.place.lines or "", each.fault) for each in found
    ]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("[UC-login, L4]", "UC-login"),
        ("[Jenkinsfile, 4-9]", "Jenkinsfile"),
        ("[DES-1]", "DES-1"),
        ("[bin/run-me]", "bin/run-me"),
        ("[README.md]", "README.md"),
        (f"[src/a.py@{HASH}, L4](src/a.py)", "src/a.py"),
        (f"[`src/a.py`@{HASH}, L4]", "src/a.py"),
        (f"[a note][^1]\n\n[^1]: [src/a.py@{HASH}]", "src/a.py"),
    ],
)
def test_only_files(text: str, path: str) -> None:
    """Where only files are checked, ids, files of the project and link texts with a hash count too."""
    assert [(path, None)] == [(each[0], each[2]) for each in cited(text)]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"[@{HASH}, L1]", "no file stands before the @"),
        ("[Dockerfile@, L1]", "no hash stands after the @"),
        ("[src/a.py@HEAD]", '"HEAD" after the @ is no hash'),
        ("[Dockerfile@main, L1]", '"main" after the @ is no hash'),
        ("[Dockerfile@zzzz456789abcdef, L1]", "after the @ is no hash"),
        (f"[Dockerfile@{HASH}0, L1]", "the hash has 17 digits"),
        (f"[Dockerfile @{HASH}, L1]", "a blank stands beside the @"),
        (f"[Dockerfile@{HASH} L1]", "no comma stands before L1"),
        (f"[Dockerfile@{HASH}#L4-9]", "no comma stands before L4-9"),
        ("[src/a.py:4-9]", "no comma stands before 4-9"),
        (f"[src/\na.py@{HASH}]", "the path is broken by a line end"),
        (f"[Dockerfile@{HASH}, Labc]", "Labc names no lines"),
        (f"[Dockerfile@{HASH}, L9-4]", "the lines run backwards"),
        (f"(src/a.py@{HASH}, L4)", "it needs square brackets"),
        (f"【src/a.py@{HASH}】", "it needs square brackets"),
        (f"[src/a.py@{HASH}, L4", "it needs square brackets"),
        (f"See src/a.py@{HASH}.", "it needs square brackets"),
    ],
)
def test_what_cannot_be_read_is_a_fault(text: str, fault: str) -> None:
    """What looks like a file citation and cannot be read is one with a fault."""
    (found,) = cited(text)
    assert fault in (found[2] or "")


@pytest.mark.parametrize(
    "text",
    [
        "- [x] done [1] [^1] [REF-001, p. 3] [@doe99] [Smith, 2019]",
        "[text](src/a.py) [src/a.py](src/a.py) [text][src/a.py] [[src/a.py]]",
        f"`[src/a.py@{HASH}]` and ![src/a.py@{HASH}](x.png)",
        "[see src/a.py for it] [e.g.] [and/or] [0, 10] [a, b; c] [L1, L2] [user@host]",
        "[mail@example.org] [react@18.2.0] [@scope/pkg@1.0.0] [https://example.org/a.html]",
        "[2024-01-01, 10:00] [INFO] [tool.citevet] [Vitamin, 4-9] [/users/list]",
        "[one paragraph\n\nand another@0123456789abcdef, L1",
    ],
)
def test_other_brackets(text: str) -> None:
    """Checkboxes, keys, links, code, addresses, packages and intervals cite no file."""
    assert [] == [each for each in cited(text) if each[2] is None]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (f"[Dockerfile@{HASH} L1]", f"[Dockerfile@{HASH}, L1]"),
        ("[src/a.py:4-9]", "[src/a.py, L4-9]"),
        (f"[Dockerfile @{HASH}, L1]", f"[Dockerfile@{HASH}, L1]"),
        (f"[Dockerfile@{HASH.upper()}; Makefile, L1]", f"Dockerfile@{HASH}"),
    ],
)
def test_certain_corrections(text: str, right: str) -> None:
    """A missing comma, a blank and capitals have one right form."""
    found = extract_files(parse_text(text)).citations
    assert right == found[0].correction


def test_ten_thousand_in_one_bracket() -> None:
    """A bracket of 10,000 files is read item by item."""
    text = f"[{'; '.join(f'src/f{number}.py@{HASH}, L4' for number in range(10_000))}]"
    assert len(cited(text)) == 10_000
