"""Tests of corpus ids, artifact citations and mentioned files."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As REF-043 says.", [("REF-043", "REF-043", "1:4")]),
        ("It grew [REF-043, p.15].", [("[REF-043, p.15]", "REF-043", "1:9", "page 15")]),
        ("As REF-043, p. 15 says.", [("REF-043, p. 15", "REF-043", "1:4", "page 15")]),
        ("[REF-043, p. 15 says", [("REF-043", "REF-043", "1:2")]),
        ("It grew (REF-018).", [("(REF-018)", "REF-018", "1:9")]),
        ("[REF-021, Section 3]", [("[REF-021, Section 3]", "REF-021", "1:1", "section 3")]),
        ("[REF-021, §3.2]", [("[REF-021, §3.2]", "REF-021", "1:1", "section 3.2")]),
        ("[REF-021, pp. 3–5]", [("[REF-021, pp. 3–5]", "REF-021", "1:1", "page 3-5")]),
        ("[REF-021, p. xii]", [("[REF-021, p. xii]", "REF-021", "1:1", "page xii")]),
        ("[REF-021, 15쪽]", [("[REF-021, 15쪽]", "REF-021", "1:1", "page 15")]),
        (
            "[REF-018, p. 3; REF-019, p. 4]",
            [("REF-018, p. 3", "REF-018", "1:2", "page 3"), ("REF-019, p. 4", "REF-019", "1:17", "page 4")],
        ),
        ("[REF-001, REF-002]", [("REF-001", "REF-001", "1:2"), ("REF-002", "REF-002", "1:11")]),
        ("(see also REF-003)", [("(see also REF-003)", "REF-003", "1:1")]),
        ("REF-1234 and REF-043-abc", [("REF-1234", "REF-1234", "1:1"), ("REF-043-abc", "REF-043-abc", "1:14")]),
        ("연구(REF-043)에서", [("(REF-043)", "REF-043", "1:3")]),
        ("- item REF-043\n- next", [("REF-043", "REF-043", "1:8")]),
    ],
)
def test_find_corpus_ids(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """An id is found bare or in a bracket with its page or section; several in one bracket are several citations."""
    assert [("corpus", *row) for row in expected] == spot(text)


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("나무는 시원하다 REF-001 (99쪽).", "99"),
        ("나무는 REF-001, 99쪽을 보라.", "99"),
        ("REF-001의 99쪽에 있다.", "99"),
        ("REF-001 99쪽 참조.", "99"),
        ("REF-001(99-101쪽)에 있다.", "99-101"),
        ("REF-001 (제99쪽).", "99"),
        ("REF-001 (3쪽, 99쪽).", "3, 99"),
        ("REF-001 (3쪽과 99쪽).", "3, 99"),
        ("REF-001 (쪽 99).", "99"),
        ("REF-001 (99 페이지).", "99"),
        ("REF-001 (99면).", "99"),
        ("REF-001: 99쪽.", "99"),
        ("REF-001（第99页）说。", "99"),
        ("《REF-001》第99—101页。", "99-101"),
        ("REF-001第99頁を見よ。", "99"),
        ("REF-001の99頁〜101頁。", "99-101"),
        ("REF-001、99ページ参照。", "99"),
        ("REF-001은 99쪽짜리 책이다.", None),
        ("REF-001 (총 99쪽).", None),
        ("REF-001 (99쪽 분량).", None),
        ("REF-001에 따르면 그렇다.", None),
        ("REF-001, 그리고 다른 문서의 99쪽.", None),
        ("REF-001의 99명.", None),
    ],
)
def test_pages_in_korean_chinese_and_japanese(extracted: Callable[..., Any], text: str, page: str | None) -> None:
    """The word for page follows its number, in brackets or not, after a particle or without a blank."""
    (citation,) = extracted(text).citations
    assert ("REF-001", page) == (citation.normal, citation.place.page)


def test_ids_of_one_bracket_share_a_group(extracted: Callable[..., Any]) -> None:
    """An id alone has no group."""
    found = extracted("[REF-001, REF-002] and [REF-003]")
    assert ["g1", "g1", None] == [citation.group for citation in found.citations]


@pytest.mark.parametrize(
    "text",
    [
        "XREF-043",
        "REF-04",
        "REF-043b",
        "`REF-043`",
        "docs/REF-043.md",
        "REF-abc",
        "href-043",
        "```\n[REF-043]\n```",
        "ref-043 bare",
    ],
)
def test_no_corpus_id(spot: Callable[..., Any], text: str) -> None:
    """Longer words, too few digits, paths and code contain no id."""
    assert [] == spot(text)


@pytest.mark.parametrize(
    ("text", "normal", "correction"),
    [
        ("[ref-43]", "REF-043", None),
        ("[ref-043]", "REF-043", "[REF-043]"),
        ("[REF043, p. 2]", "REF-043", "[REF-043, p. 2]"),
        ("(REF_043)", "REF-043", "(REF-043)"),
    ],
)
def test_corpus_id_faults(
    spot: Callable[..., Any], faults: Callable[..., Any], text: str, normal: str, correction: str | None
) -> None:
    """A misspelled id in a bracket is recognized and fixed."""
    assert [("corpus", text, normal, "1:1")] == [row[:4] for row in spot(text)]
    assert [correction] == [right for _, right in faults(text)]


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
def test_find_artifacts(spot: Callable[..., Any], text: str, normal: str, place: Any) -> None:
    """The last @ separates path and hash; the lines follow a comma."""
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
def test_no_artifact(extracted: Callable[..., Any], text: str) -> None:
    """Checkboxes, links, pictures, words with a slash, bare hashes and prose in brackets are not artifacts."""
    assert [] == [one for one in extracted(text).citations if one.kind == "artifact"]


@pytest.mark.parametrize("text", ["[1]", "[REF-043, p.15]", "[^1]", "[@doe99]", "[Smith, 2019]"])
def test_other_brackets_are_not_artifacts(spot: Callable[..., Any], text: str) -> None:
    """Numbers, corpus ids, notes, keys and authors in brackets belong to other finders."""
    assert [True] == [row[0] != "artifact" for row in spot(text)]


@pytest.mark.parametrize(
    ("text", "fault", "correction"),
    [
        ("[src/a.py@A8F9C2D4E5F60718, L5]", "the hash is written in capitals", "[src/a.py@a8f9c2d4e5f60718, L5]"),
        ("[src/a.py@sha256:a8f9c2d4e5f60718]", "sha256: stands before the hash", "[src/a.py@a8f9c2d4e5f60718]"),
        ("[src/a.py@SHA256:A8F9C2D4E5F60718]", "SHA256: stands before the hash", "[src/a.py@a8f9c2d4e5f60718]"),
        ("[src/a.py@a8f9c2d4]", "the hash has 8 digits, where it needs 16", None),
        ("[src/a.py, L9-3]", "the lines run backwards: 9 to 3", None),
        ("[src/a.py, Lx]", "Lx names no lines", None),
    ],
)
def test_artifact_faults(faults: Callable[..., Any], text: str, fault: str | None, correction: str | None) -> None:
    """A hash of the wrong length or case and impossible lines are reported."""
    assert [(fault, correction)] == faults(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "@.aiwg/research/sources/paper.md says",
            [("@.aiwg/research/sources/paper.md", ".aiwg/research/sources/paper.md", "1:1")],
        ),
        (
            "see @.aiwg/research/findings/REF-001.md.",
            [("@.aiwg/research/findings/REF-001.md", ".aiwg/research/findings/REF-001.md", "1:5")],
        ),
        ("(@docs/references/REF-059-x.md)", [("@docs/references/REF-059-x.md", "docs/references/REF-059-x.md", "1:2")]),
        ("@../a/b.md, @./c/d.txt", [("@../a/b.md", "../a/b.md", "1:1"), ("@./c/d.txt", "./c/d.txt", "1:13")]),
        ("- @docs/a.md", [("@docs/a.md", "docs/a.md", "1:3")]),
    ],
)
def test_find_mentions(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """A mention is a path with a folder and a file ending, without punctuation of the sentence."""
    assert [("mention", *row) for row in expected] == spot(text)


@pytest.mark.parametrize(
    "text",
    ["@user", "@scope/name", "a@b.com", "a@b.com/c.md", "`@docs/a.md`", "@property", "@docs/", "user@host/a/b.md"],
)
def test_no_mention(spot: Callable[..., Any], text: str) -> None:
    """Handles, packages, mail addresses and decorators are not mentions."""
    assert [] == spot(text)


def test_mention_with_corpus_id(extracted: Callable[..., Any]) -> None:
    """The corpus id in the file name is a part of the citation."""
    assert ["REF-059"] == [one.parts["ref"] for one in extracted("@docs/references/REF-059-x.md").citations]
