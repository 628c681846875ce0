"""`citevet stage extract --max-tokens`: the claims of each chunk, as `citation-auditor` lists them."""

import json
from pathlib import Path
from typing import Any

import docx
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from tests.doors.stage_command import ask, complain, run_stage

from citevet.cli import group
from citevet.extract import extract
from citevet.jobs.stages.chunk_claims import extract_by_chunk
from citevet.read import parse_text

FIELDS = {"text", "sentence_span", "claim_type", "suggested_verifier", "audit_reason"}


def list_claims(text: str, size: int = 3000) -> list[dict[str, Any]]:
    """Return the claims of all chunks of a text on stdin; each has the words of its place."""
    found = []
    for chunk in json.loads(run_stage("extract", text, "--max-tokens", str(size)).stdout)["chunks"]:
        for claim in chunk["claims"]:
            span = claim["sentence_span"]
            assert claim["text"] == chunk["text"][span["start"] : span["end"]]
            assert set(claim) == FIELDS
            found.append(claim)
    return found


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("Demand will double by 2030 [1].", []),
        ("Experts expect prices to fall next year (Kim, 2019).", []),
        ("Sales reportedly rose by 5 % [1].", []),
        ("We should plant more trees [1].", []),
        ("Der Umsatz wird 2030 steigen [1].", []),
        ("Im kommenden Jahr dürfte der Umsatz voraussichtlich steigen [1].", []),
        ("수요는 2030년까지 두 배가 될 전망이다 [1].", []),
        ("업계 관계자에 따르면 매출이 늘었다 [1].", []),
        ("Prices rose by 4 % in 2020, and they will rise further [1].", ["Prices rose by 4 % in 2020"]),
        ("Demand doubled in 2019 [1].", ["Demand doubled in 2019 [1]."]),
        ("Kim (2019) expects nothing of it.", ["Kim (2019) expects nothing of it."]),
        ("Under Article 17 of Regulation (EU) 2016/679 fines will rise by 2030.", None),  # it names a law
    ],
)
def test_cited_forecasts_are_left_out_of_an_audit(said: str, facts: list[str] | None) -> None:
    """A citation makes no fact of a forecast, rumour or demand; a fact beside one keeps its own span."""
    found = list_claims(f"{said}\n\n# References\n\n[1] Kim, H. (2019). On heat. *Journal of Heat*, 1, 1–9.\n")
    assert ([said] if facts is None else facts) == [claim["text"] for claim in found]


def test_a_cited_forecast_is_a_claim_of_a_check() -> None:
    """Whether the source makes the forecast is checked there."""
    (claim,) = extract(parse_text("Demand will double by 2030 (Kim, 2019).")).claims
    assert "cited" == claim.status


@pytest.mark.parametrize(
    ("text", "kind", "verifier"),
    [
        ("See 17 C.F.R. § 240.10b-5 on fraud.", "citation", "us-law"),
        ("Miranda v. Arizona, 384 U.S. 436 (1966), requires a warning.", "citation", "us-law"),
        ("Donoghue v Stevenson [1932] UKHL 100 founded negligence.", "citation", "uk-law"),
        ("Section 6 of the Human Rights Act 1998 binds courts.", "citation", "uk-law"),
        ("Case C-131/12 concerned search engines.", "citation", "eu-law"),
        ("Article 5 of Regulation (EU) 2016/679 lists principles.", "citation", "eu-law"),
        ("형법 제250조는 살인을 규정한다.", "citation", "korean-law"),
        ("Nach § 823 Abs. 1 BGB haftet der Schädiger.", "citation", "de-law"),
        ("The paper arXiv:1706.03762 introduced it.", "citation", "scholarly"),
        ("Aspirin reduces fever (doi:10.1000/182).", "factual", "scholarly"),
        ("It grew [1].\n\n## References\n\n[1] Lee, A. (2019). Trees. Wood. doi:10.1000/182\n", "factual", "scholarly"),
        ("Einstein was born in Ulm in 1879.", "temporal", "wikipedia"),
        ("The bakery sells 300 loaves a day.", "quantitative", None),
        ("The bakery stands in [Oslo](https://example.org).", "factual", None),
        ("The bakery stands in Oslo.", "factual", None),
    ],
)
def test_types_and_suggested_verifiers(text: str, kind: str, verifier: str | None) -> None:
    """The verifier is that of the cited work or law, else one whose patterns match, else none."""
    claim = list_claims(text)[0]
    assert (kind, verifier) == (claim["claim_type"], claim["suggested_verifier"])
    assert kind == claim["audit_reason"]


def test_what_is_no_claim() -> None:
    """Headings, code and entries are none; skipped sentences are listed with the reason."""
    text = "# Rates\n\nPrices will likely rise. Is it so?\n\n```\nx = 5\n```\n\n## References\n\n[1] Lee, A. (2019).\n"
    chunks = json.loads(run_stage("extract", text, "--max-tokens", "3000").stdout)["chunks"]
    assert [] == [claim for chunk in chunks for claim in chunk["claims"]]
    left = {each["text"]: each["why"] for chunk in chunks for each in chunk["left_out"]}
    assert {"Prices will likely rise.", "Is it so?"} == set(left)
    assert "a forecast" in left["Prices will likely rise."]


def test_chunks_are_those_of_stage_chunk() -> None:
    """Same texts and segments; a claim in the paragraph that two chunks share is listed once."""
    korean = "서울은 수도이다. 부산은 항구이다."
    text = f"One fact is here.\r\n\r\nA second 😀 fact is long enough to fill it.\r\n\r\n{korean}\r\n"
    chunks = json.loads(run_stage("chunk", text, "--max-tokens", "16").stdout)["chunks"]
    found = json.loads(run_stage("extract", text, "--max-tokens", "16").stdout)["chunks"]
    assert chunks == [{key: each[key] for key in ("index", "text", "segments")} for each in found]
    assert 1 < len(chunks)
    claims = [each["text"] for each in list_claims(text, 16)]
    assert [
        "One fact is here.",
        "A second 😀 fact is long enough to fill it.",
        "서울은 수도이다.",
        "부산은 항구이다.",
    ] == claims


def test_the_settled_shape_stays() -> None:
    """Without the option, or with a size that is none."""
    assert {"version", "documents"} <= set(json.loads(run_stage("extract", "It rained.").stdout))
    assert {"chunks": []} == json.loads(run_stage("extract", "", "--max-tokens", "9").stdout)
    assert "max-tokens" in complain("extract", "It rained.", "--max-tokens", "0")


def test_a_word_document(tmp_path: Path) -> None:
    """Paragraphs and rows of a table, with offsets in the text of the chunk."""
    made = docx.Document()
    made.add_paragraph("The dam was built in 1931. It may fail.")
    made.add_table(1, 2).rows[0].cells[0].text = "Height 40 m"
    made.save(str(tmp_path / "memo.docx"))
    done = CliRunner().invoke(group, ["stage", "extract", str(tmp_path / "memo.docx"), "--max-tokens", "3000"])
    (chunk,) = json.loads(done.stdout)["chunks"]
    assert "The dam was built in 1931." == chunk["claims"][0]["text"]
    routed = ask("route", json.loads(done.stdout))["routed"]
    assert [each["claim"]["text"] for each in routed] == [each["text"] for each in chunk["claims"]]


@given(
    st.lists(
        st.sampled_from(
            [
                "It grew 5 %. ",
                "서울은 수도이다. ",
                "\n\n",
                "- x is y.\n",
                "> It is.\n",
                "\f",
                "a\nb. ",
                "| a |\n|---|\n| b is 5 |\n",
            ]
        ),
        max_size=12,
    ),
    st.integers(1, 40),
)
def test_no_claim_is_lost(parts: list[str], size: int) -> None:
    """Each claim is in exactly one chunk, whole up to a page break inside it, whatever the size."""
    document = parse_text("".join(parts))
    chunks = extract_by_chunk(document, size)["chunks"]
    listed = [each["text"] for chunk in chunks for each in (*chunk["claims"], *chunk["left_out"])]
    assert sorted(listed) == sorted(claim.text.split("\n\f")[0] for claim in extract(document).claims)
