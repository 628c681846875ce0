"""Published facts of `cite-check` and `citation-auditor`, and input on which those fail, through `citevet stage`."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import docx
import pytest
from click.testing import CliRunner
from docx.oxml import parse_xml
from tests.doors.in_process import citevet
from tests.doors.stage_command import ask, print_stage, run_stage

from citevet.cli import group

SITE = "https://example.org"
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def parse(text: str) -> list[tuple[Any, ...]]:
    """Return the anchors of a text: kind, address or reference, and line."""
    found = json.loads(run_stage("parse", text).stdout)
    return [(each["type"], each.get("citedUrl") or each.get("citedRef"), each["locator"]) for each in found]


def cited(text: str) -> list[tuple[str, str, dict[str, str]]]:
    """Return kind, normal form and parts of each citation."""
    (document,) = json.loads(run_stage("extract", text).stdout)["documents"]
    return [(each["kind"], each["normal"], each["parts"]) for each in document["citations"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"[a]({SITE}) and [b]({SITE}/b)", [("inline", SITE, 1), ("inline", f"{SITE}/b", 1)]),
        (f"# On [x]({SITE})\n\n## Only a heading\n", [("inline", SITE, 1)]),
        (f"Fact.[^smith]\n\n[^smith]: {SITE}/s\n", [("footnote", f"{SITE}/s", 1)]),
        (f"See [t][r].\n\n[r]: {SITE}/r\n", [("inline", f"{SITE}/r", 1)]),
        (f"<{SITE}/auto> says so.", [("inline", f"{SITE}/auto", 1)]),
        (f"It is at {SITE}/bare, they say.", [("inline", f"{SITE}/bare", 1)]),
        (f"All [1, 2].\n\n[1]: {SITE}/1\n[2]: {SITE}/2\n", [("footnote", f"{SITE}/{n}", 1) for n in (1, 2)]),
        (f"[3-4].\n\n[3]: {SITE}/3\n[4]: {SITE}/4\n", [("footnote", f"{SITE}/{n}", 1) for n in (3, 4)]),
        ("In [2023] it rained.", [("unsourced", None, 1)]),
        (f"---\nlink: '[a]({SITE})'\n---\nIt rained all day.", [("unsourced", None, 4)]),
        (f'<a href="{SITE}/h">x</a> says so.', [("inline", f"{SITE}/h", 1)]),
        (f"Fact.[^1]\n\n[^1]: A long title\n    that goes on, {SITE}/p\n", [("footnote", f"{SITE}/p", 1)]),
        (f"- one [a]({SITE})\n- two has no source\n", [("inline", SITE, 1), ("unsourced", None, 2)]),
    ],
)
def test_citations_that_were_lost(text: str, expected: list[tuple[Any, ...]]) -> None:
    """Every way to cite is found; years, pictures and front matter are not citations."""
    assert expected == parse(text)


def test_the_published_example_of_three_citations() -> None:
    """Partly right, another page and right: the three are counted and reported as published."""
    rows: list[dict[str, Any]] = [
        {"claim": "The moon is 384,400 km away.", "citedUrl": f"{SITE}/moon", "support": "partial"},
        {
            "claim": "People in Japan live to 84.",
            "citedUrl": f"{SITE}/moon",
            "support": "unsupported",
            "misattributed": True,
        },
        {"claim": "Water boils at 100 °C.", "citedUrl": f"{SITE}/water", "support": "supported"},
    ]
    found = ask("verdict", rows)
    counts = {"supported": 1, "partial": 1, "unsupported": 1, "misattributed": 1, "unresolvable": 0, "unsourced": 0}
    assert (counts, 3) == (found["counts"], found["total"])
    report = print_stage("report", rows)
    assert report.startswith("# Citation audit\n")
    assert all(row["claim"] in report for row in rows)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "「개인정보 보호법」 제15조 제1항 제2호",
            {"law": "개인정보 보호법", "article": "15", "paragraph": "1", "item": "2"},
        ),
        ("민법 제103조는 그렇다.", {"law": "민법", "article": "103"}),  # no paragraph
        ("민법 제750조 ②", {"law": "민법", "article": "750", "paragraph": "2"}),
        ("개인정보 보호법 제28조의2 제1항", {"law": "개인정보 보호법", "article": "28의2", "paragraph": "1"}),
        # The month of a date does not make a case number.
        ("2024년 3월 시행된 개인정보 보호법 제15조", {"law": "개인정보 보호법", "article": "15"}),
    ],
)
def test_korean_statutes(text: str, expected: dict[str, str]) -> None:
    """Article, paragraph and item are read apart; a missing one is missing."""
    ((kind, _, parts),) = cited(text)
    assert ("kr-statute", expected) == (kind, parts)


def test_korean_cases() -> None:
    """Numbers with dashes have one normal form, and the codes of all courts are known."""
    text = "대법원-2023-다-302036 판결, 헌법재판소 2019헌마123 결정, 대법원 2020두12345 판결, 서울행정법원 2018구합567"
    assert ["2023다302036", "2019헌마123", "2020두12345", "2018구합567"] == [normal for _, normal, _ in cited(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Regulation (EC) No 45/2001 applies.", ["32001R0045"]),
        ("Directive (EU) 2019/790 and Decision 2010/87/EU apply.", ["32019L0790", "32010D0087"]),
        ("Whether windows v mac matters is open.", []),
        ("Science and Nature are words, and so is Cell.", []),
    ],
)
def test_laws_of_the_union_and_words_that_are_none(text: str, expected: list[str]) -> None:
    """All forms of acts have their CELEX number; ordinary words are no citation."""
    assert expected == [normal for _, normal, _ in cited(text)]


def test_chunks_overlap_by_a_paragraph() -> None:
    """With 20 tokens the second chunk starts again with the last paragraph of the first."""
    parts = ["Alpha beta gamma delta epsilon zeta.", "Eta theta iota kappa lambda mu.", "Nu xi omicron pi rho sigma."]
    chunks = json.loads(run_stage("chunk", "\n\n".join(parts), "--max-tokens", "20").stdout)["chunks"]
    assert chunks[0]["text"].endswith(parts[1])
    assert chunks[1]["text"].startswith(parts[1])


def test_word_documents(tmp_path: Path) -> None:
    """Cells are blocks of their own, deleted text is left out and said to be, and offsets fit the chunks."""
    document = docx.Document()
    document.add_paragraph("The Act entered into force in 2016.")
    paragraph = document.add_paragraph("Kept words stay.")
    deleted = f'<w:del {W} w:id="1"><w:r><w:delText>Deleted words.</w:delText></w:r></w:del>'
    paragraph._p.append(parse_xml(deleted))
    document.add_table(1, 1).cell(0, 0).text = "The fine is 20 million euros."
    file = tmp_path / "메모.docx"
    document.save(str(file))
    shown = CliRunner().invoke(group, ["stage", "extract", str(file)])
    (found,) = json.loads(shown.stdout)["documents"]
    assert "Deleted words" not in shown.stdout
    assert any("deletion" in note for note in found["notes"])
    places = {claim["text"]: claim["place"] for claim in found["claims"]}
    assert "table 1, row 1, cell 1" == places["The fine is 20 million euros."]
    chunks = json.loads(CliRunner().invoke(group, ["stage", "chunk", str(file)]).stdout)["chunks"]
    assert all(
        each["chunk_end"] - each["chunk_start"] == each["document_end"] - each["document_start"]
        for chunk in chunks
        for each in chunk["segments"]
    )


def test_forecasts_are_not_audited() -> None:
    """A forecast is skipped with its reason; the fact after it is a claim."""
    text = "The market is expected to grow next year. The Act entered into force in 2016."
    (document,) = json.loads(run_stage("extract", text).stdout)["documents"]
    assert ["skipped", "unsourced"] == [claim["status"] for claim in document["claims"]]


ROWS = json.dumps([{"claim": "A", "citedUrl": SITE, "support": "supported"}])
AGGREGATED = json.dumps({"aggregated": []})


@pytest.mark.parametrize(
    ("stage", "given", "shown"),
    [
        ("parse", f"Trees cool streets [a]({SITE}).\n", '"inline"'),
        ("extract", f"Trees cool streets [a]({SITE}).\n", '"claims"'),
        ("chunk", "Trees cool streets.\n", '"chunks"'),
        ("dedup", json.dumps({"results": [{"url": SITE}]}), '"novel"'),
        ("quorum", json.dumps([{"support": "partial"}] * 2), '"partial"'),
        ("verdict", ROWS, '"total": 1'),
        ("report", ROWS, "# Citation audit"),
        ("aggregate", json.dumps({"verdicts": []}), '"aggregated"'),
        ("prompt verify", json.dumps({"claim": "Trees cool streets."}), "Trees cool streets."),
    ],
)
def test_what_is_piped_needs_no_file(stage: str, given: str, shown: str) -> None:
    """Every stage reads stdin where no FILE is named, as if `-` had been given."""
    done = citevet("stage", *stage.split(), stdin=given.encode())
    assert (0, "") == (done.returncode, done.stderr)
    assert shown in done.stdout
    assert done.stdout == citevet("stage", *stage.split(), "-", stdin=given.encode()).stdout


def test_the_second_input_may_be_piped(tmp_path: Path) -> None:
    """`stage render FILE` reads what `stage aggregate` printed from stdin."""
    (tmp_path / "a.md").write_text("Trees cool streets.\n")
    done = citevet("stage", "render", "a.md", cwd=tmp_path, stdin=AGGREGATED.encode())
    assert (0, "Trees cool streets.") == (done.returncode, done.stdout.splitlines()[0])


@pytest.mark.parametrize("stage", ["parse", "extract", "chunk", "dedup", "quorum", "verdict", "report", "aggregate"])
def test_nothing_named_and_nothing_piped_is_an_error(stage: str) -> None:
    """An empty stdin is not a document without citations."""
    done = subprocess.run(
        [sys.executable, "-m", "citevet", "stage", stage], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    assert (2, b"") == (done.returncode, done.stdout)
    assert b"no FILE is named, and nothing is piped in" in done.stderr


def test_a_host_that_keeps_stdin_open_gets_its_prompt() -> None:
    """`stage prompt` without material waits a moment for a pipe, says so, and goes on."""
    words = [sys.executable, "-m", "citevet", "stage", "prompt", "bind"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert b"JSON Schema" in running.stdout.read()
        assert b"the prompt has no material" in running.stderr.read()
