"""`citevet stage render`: marks that break nothing, and the files next to the document."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from citevet.cli import group
from citevet.errors import CitevetError
from citevet.jobs.stages.json_input import GivenValue
from citevet.jobs.stages.render import RenderMode, read_aggregated, render_marked
from citevet.model import Document
from citevet.read import parse_text

PAGE = """\
Normal sentence one. The **capital is Sydney. It** grew[^1] and [linked](https://a.b/c_(d)) on.

> Quoted sentence stays.

| Head claim. | b |
|---|---|
| Cell claim. | y |

```
Code claim stays.
```

- Item ends. Also `x = 1` here.

[^1]: A note.
"""
_BADGE = re.compile(r" \*\*\[❓ [\w-]+\]\*\*| \[❓ [\w-]+\]")


def judged(page: str, *rows: tuple[str, str], **more: object) -> dict[str, Any]:
    """Return aggregated verdicts on words of a page."""
    found = []
    for words, label in rows:
        start = max(0, page.find(words))
        claim = {"text": words, "sentence_span": {"start": start, "end": start + len(words)}, "claim_type": "factual"}
        verdict = {"claim": claim, "label": label, "verifier_name": "general-web", "authority": 0.5, "evidence": []}
        found.append({"claim": claim, "verdict": {**verdict, "rationale": "Checked.", **more}})
    return {"aggregated": found}


def render(page: str, verdicts: object, *words: str) -> str:
    """Return what the command prints for a page."""
    Path("page.md").write_text(page, newline="")
    Path("verdicts.json").write_text(json.dumps(verdicts))
    done = CliRunner().invoke(group, ["stage", "render", "page.md", "verdicts.json", *words])
    assert 0 == done.exit_code, done.output
    return done.stdout_bytes.decode()


def body(page: str, rows: list[tuple[str, str]], *words: str) -> str:
    """Return the part of the marked page before the report."""
    return re.split(r"\n## Audit Report|\n---\n\n## ", render(page, judged(page, *rows), *words))[0]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "label", "marked"),
    [
        ("Normal sentence one.", "contradicted", "Normal sentence one. **[⚠️ general-web]** The"),
        ("Normal sentence one.", "verified", "Normal sentence one. **[✅ general-web]** The"),
        ("capital is Sydney.", "contradicted", "**capital is Sydney. [⚠️ general-web] It** grew"),
        ("grew", "unknown", "grew[^1] **[❓ general-web]** and"),
        ("linked", "unknown", "[linked](https://a.b/c_(d)) **[❓ general-web]** on."),
        ("Also `x", "unknown", "Also `x = 1` **[❓ general-web]** here."),
        ("Item en", "unknown", "- Item ends **[❓ general-web]**."),
    ],
)
def test_badges_stand_behind_what_they_would_break(words: str, label: str, marked: str) -> None:
    """Behind emphasis, notes, links, code and whole words."""
    assert marked in body(PAGE, [(words, label)])


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("words", ["Quoted sentence stays.", "Code claim stays.", "Cell claim.", "Head claim."])
def test_no_badge_in_quotations_code_and_tables(words: str) -> None:
    """The claim is in the report all the same."""
    page = render(PAGE, judged(PAGE, (words, "unknown")))
    assert page.startswith(PAGE)
    assert f"- Claim: {words}" in page


@pytest.mark.usefixtures("here")
def test_two_claims_at_one_end_get_one_badge() -> None:
    """That of the worst verdict."""
    found = body(PAGE, [("Normal sentence one.", "verified"), ("sentence one.", "contradicted")])
    assert "one. **[⚠️ general-web]** The" in found
    assert 1 == found.count("general-web")


@pytest.mark.usefixtures("here")
def test_a_claim_that_is_not_in_the_text_is_reported_and_not_marked() -> None:
    """A place in the middle of other words is not a place; offsets that drifted are corrected."""
    page = render(PAGE, judged(PAGE, ("Nobody wrote this here", "unknown")))
    assert page.startswith(PAGE)
    assert "- Place: not found in the document" in page
    drifted = judged(PAGE, ("Item ends.", "unknown"))
    drifted["aggregated"][0]["claim"]["sentence_span"] = {"start": 3, "end": 13}
    assert "- Item ends. **[❓ general-web]** Also" in render(PAGE, drifted)


@pytest.mark.usefixtures("here")
def test_the_report() -> None:
    """Five published lines per claim; a note in plain words is not wrapped, a title is."""
    evidence = [{"url": "law.go.kr 판례 ID 245007"}, {"url": "https://e.org/a_b", "title": "A | B"}]
    page = render("One fact.\n", judged("One fact.\n", ("One fact.", "verified"), evidence=evidence))
    assert page.startswith("One fact. **[✅ general-web]**\n\n## Audit Report\n\n### Claim 1\n\n- Verdict: verified\n")
    assert "- Verifier: general-web\n- Claim: One fact.\n- Place: line 1\n- Rationale: Checked.\n" in page
    assert "- Evidence: law.go.kr 판례 ID 245007; A \\| B (https://e.org/a_b)\n" in page


@pytest.mark.usefixtures("here")
def test_tags_and_a_table_are_appended() -> None:
    """Tags for what is not verified, then a table; English or Korean after the document, or as asked."""
    rows = [("Normal sentence one.", "verified"), ("capital is Sydney.", "contradicted"), ("grew", "unknown")]
    page = render(PAGE, judged(PAGE, *rows), "--mode", "append")
    assert "Normal sentence one. The **capital is Sydney. [Unverified] It** grew[^1] [Partially Unverified] and" in page
    assert "\n---\n\n## Appendix: Citation Audit Log\n" in page
    assert "| 2 | capital is Sydney. | ⚠ Contradicted | general-web | — |" in page
    assert "## 부록: 검증 로그 (Citation Audit Log)" in render(
        PAGE, judged(PAGE), "--mode", "append", "--language", "ko"
    )
    korean = "개인정보 보호법 제15조는 정보주체의 동의를 요구한다. 이 법은 2011년에 제정되었다.\n"
    page = render(
        korean,
        judged(korean, ("개인정보 보호법 제15조는 정보주체의 동의를 요구한다.", "contradicted")),
        "--mode",
        "append",
    )
    assert "요구한다. [Unverified] 이 법은" in page
    assert "| # | 클레임 (Claim) | 판정 (Verdict) | Verifier | 근거 (Evidence) |" in page


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "page", ["A fact.\r\nMore.\r\n", "A fact.  \nMore.", "A fact.\n\n````\nopen code", "A fact.\n\n<!-- open"]
)
def test_the_rest_of_the_text_is_kept(page: str) -> None:
    """Line ends, hard breaks and open blocks stay; the report follows as a section of its own."""
    marked = render(page, judged(page, ("A fact.", "unknown")))
    assert marked.startswith(page.replace("A fact.", "A fact. **[❓ general-web]**"))
    headings = [block for block in parse_text(marked).blocks if block.kind == "heading"]
    assert 2 == len(headings)


_PIECES = st.sampled_from(
    [
        "A fact. ",
        "**bold. more** ",
        "[a link. b](https://x.org/y) ",
        "`code. x` ",
        "\n\n",
        "\n- item. ",
        "\n> quote. ",
        "한국어 문장. ",
        "\n\n| a. | b. |\n|---|---|\n| c. | d. |\n\n",
        "note[^1]. ",
        "\n\n```\ncode. x\n```\n\n",
        "*_both. x_* ",
        "<b>tag. x</b> ",
        "$x. y$ ",
        "e\u0301. ",
        "word(in brackets). ",
        "![picture. x](p.png) ",
        "<https://auto.org/a.b> ",
        "[reference. x][r] ",
        "[r] ",
        "**a.**b ",
        "\\*no. x* ",
        "\n1. number. ",
        "<!-- hidden. x --> ",
        "\n\nTitle. x\n===\n\n",
        "key: value. ",
        "\r\n",
    ]
)


@given(pieces=st.lists(_PIECES, min_size=1, max_size=8), data=st.data())
def test_marks_break_nothing(pieces: list[str], data: st.DataObject) -> None:
    """Wherever claims end: without its marks the text is the same, and links, notes, code and tables are all there."""
    page = "".join(pieces) + "\n\n[^1]: Note.\n\n[r]: https://r.org\n"
    ends = data.draw(st.lists(st.integers(1, len(page)), min_size=1, max_size=4))
    rows = [(page[max(0, end - 9) : end].strip(), "unknown") for end in ends]
    verdicts = judged(page, *[row for row in rows if row[0]])
    before = parse_text(page)
    claims = read_aggregated(GivenValue(verdicts, "test"), before)
    inline, append = (render_marked(before, claims, mode, "en") for mode in get_args(RenderMode))
    assert page.rstrip() == _BADGE.sub("", inline.split("\n## Audit Report")[0]).rstrip()
    for text in (inline.split("\n## Audit Report")[0], append.split("\n---\n\n## ")[0]):
        after = parse_text(text)
        assert [block.kind for block in before.blocks] == [block.kind for block in after.blocks]
        assert [(mark.kind, mark.target) for mark in before.marks] == [(mark.kind, mark.target) for mark in after.marks]
        assert _list_code(before) == _list_code(after)


def _list_code(document: Document) -> list[str]:
    return [document.slice(region.span) for region in document.regions if region.kind in {"code", "math"}]


def test_files_next_to_the_document(here: Path) -> None:
    """They are replaced only if citevet wrote them, unless that is requested."""
    render("A fact.\n", judged("A fact.\n", ("A fact.", "contradicted")), "--write")
    assert "**[⚠️ general-web]**" in (here / "page.audit.md").read_text()
    found = json.loads((here / "page.audit.json").read_text())
    assert {"contradicted": 1, "unknown": 0, "verified": 0, "total": 1} == found["summary"]
    assert ("C-001", "line 1", True) == tuple(found["findings"][0][key] for key in ("id", "location", "is_marked"))
    render("A fact.\n", judged("A fact.\n", ("A fact.", "verified")), "--write")
    assert "✅" in (here / "page.audit.md").read_text()
    (here / "page.audit.json").write_text("mine")
    (here / "page.audit.md").unlink()
    done = CliRunner().invoke(group, ["stage", "render", "page.md", "verdicts.json", "--write"])
    assert isinstance(done.exception, CitevetError)
    assert ("mine", False) == ((here / "page.audit.json").read_text(), (here / "page.audit.md").exists())
    render("A fact.\n", judged("A fact.\n"), "--write", "--force")
    assert "mine" != (here / "page.audit.json").read_text()


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("words", [["-", "-"], ["-", "verdicts.json", "--write"], ["page.md", "none.json"]])
def test_wrong_use(words: list[str]) -> None:
    """One input at most is stdin, and a file is needed to write next to."""
    Path("page.md").write_text("A fact.\n")
    done = CliRunner().invoke(group, ["stage", "render", *words], input=b"{}")
    assert isinstance(done.exception, CitevetError)


@pytest.mark.usefixtures("here")
def test_hostile_words_do_not_become_markup() -> None:
    """Names, claims and rationales are text: no link, no tag, no further line."""
    page = "A fact.\n"
    evil = "x]** [go](https://evil.org) <script>\n# Head"
    verdicts = judged(page, ("A fact.", "unknown"), verifier_name=evil, rationale=evil, evidence=[{"url": evil}])
    for mode in ("inline", "append"):
        marked = parse_text(render(page, verdicts, "--mode", mode))
        assert [] == [mark for mark in marked.marks if mark.kind == "link"]
        assert "<script>" not in marked.text


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("mode", get_args(RenderMode))
def test_what_was_refused_is_listed(mode: str) -> None:
    """A reader sees that the claims of the report are not all that were judged."""
    refused = {"at": "verdicts[3]", "claim": "No *one* wrote it.", "verifier_name": "us-law", "why": "not there"}
    given = {**judged(PAGE, ("grew", "verified")), "refused": [refused]}
    page = render(PAGE, given, "--mode", mode, "--write") or Path("page.audit.md").read_text()
    assert "not part of the audit:\n\n- verdicts\\[3\\]: not there: No \\*one\\* wrote it." in page
    assert [refused] == json.loads(Path("page.audit.json").read_text())["refused"]
