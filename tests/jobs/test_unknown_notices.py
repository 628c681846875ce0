"""A run in which retractions could not be looked up does not pass."""

import json
from pathlib import Path

import pytest

import citevet

DOI = "10.5555/crowns"
WORK = {
    "DOI": DOI,
    "type": "journal-article",
    "title": ["Crowns and shade"],
    "author": [{"family": "Ash"}],
    "issued": {"date-parts": [[2023]]},
}
NOTICES = (
    "select=DOI,title,subtitle,original-title,author,editor,issued,published-print,published-online,posted,"
    "container-title,short-container-title,volume,issue,page,type,publisher,update-to,score"
)
ANSWERS: dict[str, object] = {
    f"https://doi.org/api/handles/{DOI}": {"responseCode": 1, "handle": DOI},
    f"https://doi.org/doiRA/{DOI}": [{"DOI": DOI, "RA": "Crossref"}],
    f"https://api.crossref.org/works/{DOI}": {"message": WORK},
}
ASKED: dict[str, object] = {
    f"https://api.crossref.org/works?filter=updates:{DOI}&rows=10&{NOTICES}": {"message": {"items": []}}
}


@pytest.mark.parametrize(
    ("answers", "verdict", "unchecked"),
    [({**ANSWERS, **ASKED}, "pass", {"not-asked": 1}), (ANSWERS, "incomplete", {"blocked": 1})],
)
def test_the_verdict(tmp_path: Path, answers: dict[str, object], verdict: str, unchecked: dict[str, int]) -> None:
    """The work is found in both runs; whether it was retracted is known in one."""
    (tmp_path / "recorded").mkdir()
    for number, (url, body) in enumerate(answers.items()):
        recording = {"request": {"method": "GET", "url": url}, "status": 200, "headers": {}, "body": json.dumps(body)}
        (tmp_path / f"recorded/{number}.json").write_text(json.dumps(recording), "utf-8")
    paper = tmp_path / "paper.md"
    paper.write_text(f"Crowns cool streets (doi:{DOI}).\n", "utf-8")
    report = citevet.check(paper, flags={"replay": str(tmp_path / "recorded")})
    assert ("found", verdict) == (report.audits[0].judgements[0].existence, report.verdict)
    assert unchecked == dict(report.census.unchecked)
