"""`corpus cite` quotes whole sentences: nothing glued before them, nothing cut off."""

import json
from pathlib import Path

import pytest
from tests.doors.in_process import citevet

from citevet.jobs.corpus.cite import split_paragraphs

SENTENCE = "The canopy of the old forest intercepts more than half of all summer rain before it falls."
HEAD, TAIL = SENTENCE[: SENTENCE.index(" all")], SENTENCE[SENTENCE.index("all") :]
MORE = "Soil stayed dry for most of the season in the plots."
ENTRY = "---\nref_id: REF-001\ntitle: Canopy cover\nauthors: ['Halvorsen, Marit']\nyear: 2017\nfile: REF-001.txt\n---\n"
CLAIM = "The canopy of the old forest intercepts more than half of all summer rain"


@pytest.mark.parametrize(
    "text",
    [
        f"3 Results of the survey\n{SENTENCE} {MORE}\n",
        f"3.1. Interception\n{SENTENCE}\n{MORE}\n",
        f"IV. RESULTS AND DISCUSSION\n{SENTENCE} {MORE}\n",
        f"Results:\n{SENTENCE} {MORE}\n",
        f"## Interception of rain\n{SENTENCE} {MORE}\n",
        f"Nobody knew it then.\nCanopy cover   14\n{SENTENCE} {MORE}\n",
        f"Nothing fell.\f{HEAD}\n{TAIL} {MORE}\n",
        f"Nothing fell.\n\n{HEAD}\f{TAIL} {MORE}\n",
    ],
    ids=["number", "part", "capitals", "colon", "markup", "running-head", "wrapped", "page-end"],
)
def test_a_quotation_is_one_whole_sentence(here: Path, text: str) -> None:
    """Headings and running heads are left out, wrapped lines are joined, and a page end cuts nothing off."""
    corpus = here / ".citevet/corpus"
    corpus.mkdir(parents=True)
    (corpus / "REF-001.md").write_text(ENTRY)
    (corpus / "REF-001.txt").write_text(text)
    found = json.loads(citevet("corpus", "cite", CLAIM, "--json", cwd=here).stdout)
    assert SENTENCE == " ".join(found["nearest"]["text"].split())


@pytest.mark.parametrize(
    "text",
    [
        "The survey of the old forest that Marit\nonce led found nothing of the kind in all these years.",
        "It rains in\nMay and June, and in no other month of the year at all.",
        "Half of it falls\nin May, which nobody had expected of such a dry part of the land.",
        "It rains.\nNobody knew why it rained so much in the valley that year.\n\n",
        "One short line",
    ],
)
def test_other_lines_stay_with_their_sentence(text: str) -> None:
    """Wrapped lines, short sentences and lines that go on below are no headings."""
    for whole in (text, f"{text}\n\nMore follows."):
        assert text.strip() == whole[slice(*next(iter(split_paragraphs(whole))))].strip()


def test_many_lines_are_split_in_time() -> None:
    """The work grows with the text."""
    text = "Results of it\n" * 20_000
    assert list(split_paragraphs(text))
