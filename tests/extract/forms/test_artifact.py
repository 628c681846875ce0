"""Artefact citations: a path, the hash of the file, and lines."""

from collections.abc import Callable
from typing import Any

import pytest

HASH = "a8f9c2d4e5f60718"


@pytest.mark.parametrize(
    ("text", "normal", "place"),
    [
        (f"[src/auth/login.ts@{HASH}, L42-58]", f"src/auth/login.ts@{HASH}", ["lines 42-58"]),
        (f"[src/auth/login.ts@{HASH}]", f"src/auth/login.ts@{HASH}", []),
        (f"[README.md@{HASH}, L3]", f"README.md@{HASH}", ["lines 3"]),
        ("[src/legacy/auth.py, L88]", "src/legacy/auth.py", ["lines 88"]),
        ("[src/a.py, L1–L9]", "src/a.py", ["lines 1-9"]),
        ("[src/a.py]", "src/a.py", []),
        ("[README.md, L3]", "README.md", ["lines 3"]),
        (f"[packages/@scope/pkg/a.ts@{HASH}]", f"packages/@scope/pkg/a.ts@{HASH}", []),
        ("[packages/@scope/pkg/a.ts, L2]", "packages/@scope/pkg/a.ts", ["lines 2"]),
        (f"[/etc/passwd@{HASH}, L1]", f"/etc/passwd@{HASH}", ["lines 1"]),
        ("[/etc/passwd, L1]", "/etc/passwd", ["lines 1"]),
        (f"[src/a.py@sha256:{HASH}, L4]", f"src/a.py@{HASH}", ["lines 4"]),
    ],
)
def test_found(spot: Callable[..., Any], text: str, normal: str, place: Any) -> None:
    """The last @ parts path and hash, and the lines come off first."""
    assert [("artifact", text, normal, "1:6", *place)] == spot(f"Seen {text}.")


@pytest.mark.parametrize(
    "text",
    [
        "[x]",
        "[ ]",
        "- [ ] a\n- [x] b",
        "[and/or]",
        "[README.md]",
        f"[{HASH}]",
        "[@scope/pkg]",
        "[text](src/a.py)",
        "[text][src/a.py]",
        "[src/a.py](docs/b.md)",
        "![src/a.py](i.png)",
        "`[src/a.py]`",
        "[see src/a.py for it]",
        "[src/a.py]: https://e.org",
        "[e.g.]",
        "[/users]",
        "[/users/list.json]",
        "[src/a.py@sha512:a8f9c2d4e5f60718]",
    ],
)
def test_not_found(extracted: Callable[..., Any], text: str) -> None:
    """Checkboxes, links, pictures, words with a slash, bare hashes and prose in brackets are no artefacts."""
    assert [] == [one for one in extracted(text).citations if one.kind == "artifact"]


@pytest.mark.parametrize("text", ["[1]", "[REF-043, p.15]", "[^1]", "[@doe99]", "[Smith, 2019]"])
def test_other_forms(spot: Callable[..., Any], text: str) -> None:
    """Numbers, corpus ids, notes, keys and authors in brackets belong to their own finders."""
    assert [True] == [row[0] != "artifact" for row in spot(text)]


@pytest.mark.parametrize(
    ("text", "fault", "mend"),
    [
        ("[src/a.py@A8F9C2D4E5F60718, L5]", "the hash is written in capitals", "[src/a.py@a8f9c2d4e5f60718, L5]"),
        ("[src/a.py@sha256:a8f9c2d4e5f60718]", "sha256: stands before the hash", "[src/a.py@a8f9c2d4e5f60718]"),
        ("[src/a.py@SHA256:A8F9C2D4E5F60718]", "SHA256: stands before the hash", "[src/a.py@a8f9c2d4e5f60718]"),
        ("[src/a.py@a8f9c2d4]", "the hash has 8 digits, where it needs 16", None),
        ("[src/a.py, L9-3]", "the lines run backwards: 9 to 3", None),
        ("[src/a.py, Lx]", "Lx names no lines", None),
    ],
)
def test_faults(faults: Callable[..., Any], text: str, fault: str | None, mend: str | None) -> None:
    """A hash of the wrong length or case and lines that make no sense are named, never ignored."""
    assert [(fault, mend)] == faults(text)
