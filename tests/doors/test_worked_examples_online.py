"""The worked examples of citation-auditor: invented and real authorities, with the label that each must get.

A database that has no hit never contradicts: only the authority itself does.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.doors.conftest import Run
from tests.emulator.findcaselaw import answer_bailii
from tests.emulator.pages import SITES
from tests.emulator.server import Emulator

from citevet.model import Difference, Lookup
from citevet.resolve.verifiers import label_lookup

# Sentence → existence and label.
GLOBAL_LEGAL = {
    "The Court held so in Jackson v. Roberts, 612 U.S. 88 (2012).": ("missing", "contradicted"),
    "The duty of care was extended in Smith v Jones [2024] UKSC 9876.": ("missing", "contradicted"),
    "Platforms must comply with CELEX 39999L8888.": ("missing", "contradicted"),
    "False statements are a crime under 18 U.S.C. § 1001.": ("found", "verified"),
    "Makers owe a duty of care: Donoghue v Stevenson [1932] UKHL 100.": ("found", "verified"),
    "Regulation (EU) 2022/2065 applies to online intermediaries.": ("found", "verified"),
}
VERIFIERS = {
    "A study shows it (doi:10.1038/s41586-023-99999-9).": ("missing", "contradicted"),
    "A trial shows it (PMID 99999999).": ("missing", "contradicted"),
    "Article 250 of the AI Act forbids it.": ("missing", "contradicted"),
    "Article 5 of the AI Act lists forbidden practices.": ("found", "verified"),
    "The appeal failed in Ash v Oak [2024] EWCA Civ 9999.": ("missing", "contradicted"),
    "Judicial review goes back to Marbury v. Madison, 5 U.S. 137 (1803).": ("found", "verified"),
    "Civil actions rest on 42 U.S.C. § 1983.": ("found", "verified"),
    "Public authorities are bound by section 6 of the Human Rights Act 1998.": ("found", "verified"),
    "처리의 근거는 개인정보 보호법 제15조 제1항 제2호이다.": ("found", "verified"),
    "상속은 민법 제1200조에 따른다.": ("missing", "contradicted"),
}
NO_HIT = {
    "The rule is from Ash v. Oak, 900 F.3d 1200 (7th Cir. 2018).": ("unchecked", "unknown"),
    "The appeal failed in Elm v Yew [2021] EWCA Civ 100.": ("unchecked", "unknown"),
    "So hielt es der BGH (BGH, Urteil vom 3. Mai 2019 - V ZR 1/18).": ("unchecked", "unknown"),
    "대법원 2023다999999 판결도 같다.": ("unchecked", "unknown"),
}
THERMOMETRY = "(2013). Nanometre-scale thermometry in a living cell. Nature 500, 54-58. doi:10.1038/nature12373"
REFERENCES = {
    f"Kucsko, G., Maurer, P. {THERMOMETRY}": ("found", "verified"),
    f"Miller, J., Jones, K. {THERMOMETRY}": ("found", "contradicted"),
    "Doe, J. (2011). Language models write poems in bars. Journal of Bars 3, 1-9.": ("unchecked", "unknown"),
}


@pytest.fixture(autouse=True)
def emulator(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    """All services on loopback, with the keys that a careful user has."""
    monkeypatch.setenv("LAW_GO_KR_OC", "tester-key")
    monkeypatch.setenv("COURTLISTENER_TOKEN", "tester-token")
    with Emulator(sites={**SITES, "www.bailii.org": answer_bailii}) as serving:
        serving.use(monkeypatch)
        yield serving


def audit(run: Run, here: Path, text: str) -> list[tuple[str, str]]:
    """Return existence and label of every citation, in the order of the document."""
    (here / "memo.md").write_text(f"# Memo\n\n{text}\n", encoding="utf-8")
    done = run("check memo.md --online --format json")
    judgements = json.loads(done.stdout)["documents"][0]["judgements"]
    return [(each["existence"], _label(each)) for each in judgements]


def _label(judgement: dict[str, Any]) -> str:
    differences = tuple(Difference(each["type"], each["claim"], each["source"]) for each in judgement["differences"])
    return label_lookup(Lookup(judgement["existence"], differences=differences), judgement["support"])


@pytest.mark.parametrize("sentences", [GLOBAL_LEGAL, VERIFIERS, NO_HIT])
def test_authorities(run: Run, here: Path, sentences: dict[str, tuple[str, str]]) -> None:
    """Each sentence cites one authority."""
    assert [*sentences.values()] == audit(run, here, "\n\n".join(sentences))


@pytest.mark.parametrize("reference", REFERENCES)
def test_references(run: Run, here: Path, reference: str) -> None:
    """A real DOI with other authors is contradicted; a work that a search does not find is unknown."""
    text = f"Cells can be measured [1].\n\n## References\n\n[1] {reference}"
    assert [REFERENCES[reference]] == audit(run, here, text)


def test_without_a_token(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The public finder of CourtListener answers in place of the lookup, with the same labels."""
    monkeypatch.delenv("COURTLISTENER_TOKEN")
    assert [*GLOBAL_LEGAL.values()] == audit(run, here, "\n\n".join(GLOBAL_LEGAL))
