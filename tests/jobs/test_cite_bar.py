"""Which passages `corpus cite` takes for a claim: by the words in common, and by the judge."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from citevet import check
from citevet.jobs.corpus.cite import THRESHOLD, cite_claim
from citevet.jobs.corpus.search import find_content_words, share_of_words
from citevet.report.corpus.passages import CiteResult
from citevet.session import Session

with Path(__file__).with_name("cite_bar.tsv").open(encoding="utf-8") as _table:
    PAIRS = list(csv.DictReader(_table, delimiter="\t"))


def cite(folder: Path, claim: str, passage: str) -> CiteResult:
    """Cite a claim from a corpus with one source of one sentence."""
    corpus = folder / ".citevet/corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    (corpus / "REF-001-x.md").write_text("---\nref_id: REF-001\ntitle: A study\n---\n", encoding="utf-8")
    (corpus / "REF-001-x.txt").write_text(f"{passage}\n", encoding="utf-8")
    return cite_claim(claim, Session(here=folder))


def test_the_measurement_behind_the_threshold(tmp_path: Path) -> None:
    """Of 26 English passages that carry their claim 23 are taken, of 29 others 2; other languages are not judged."""
    found: Counter[tuple[str, str]] = Counter()
    for number, pair in enumerate(PAIRS):
        cited = cite(tmp_path / str(number), pair["claim"], pair["passage"])
        is_english = pair["claim"].isascii()
        found[pair["carries"] if is_english else "other", "taken" if cited.carried else "left"] += 1
    assert {
        ("yes", "taken"): 23,
        ("yes", "left"): 3,
        ("no", "left"): 27,
        ("no", "taken"): 2,
        ("other", "left"): 10,
    } == found


def test_what_check_would_not_accept_is_not_cited(tmp_path: Path) -> None:
    """Alone the sentence passes; among the others of its source it does not, as in `check`."""
    findings = """On 14 June 2019 the Aldermoor footbridge collapsed into the River Arden at 17:42.

The bridge was opened in 1974 and was designed by Hallam and Pryce. It was last inspected in October 2016, and the \
inspector did not examine the hanger pins because the access platform was out of service. The council had been warned \
by its engineer in 2015 that the pins showed corrosion. The council rejected the engineer's proposal to close the \
bridge. The contractor, Brigg Civil, was not responsible for the inspection.

The Board recommends that all footbridges with pinned hangers be inspected every two years. The Ministry accepted \
seven of the nine recommendations. The replacement bridge cost £12.6 million and opened in May 2022."""
    claim = "The council closed the bridge."
    found = cite(tmp_path, claim, findings)
    assert found.nearest is not None
    (tmp_path / "a.md").write_text(f"{claim[:-1]} [REF-001].\n", encoding="utf-8")
    (judgement,) = check(tmp_path / "a.md", flags={"judge": "small"}).audits[0].judgements
    assert (False, True) == (found.carried, judgement.support != "supported")


@pytest.mark.parametrize(
    ("claim", "passage", "fault"),
    [
        ("Load fell by 45 % in the summer.", "Load fell by 30 % in the summer.", "(number)"),
        ("The city council adopted the plan.", "The city council rejected the plan in May 2019.", "(direction)"),
        ("Watering lowers mortality of young trees.", "Watering may lower mortality of young trees.", "(hedge)"),
        ("Limes grew faster than plane trees.", "Plane trees grew faster than limes.", "(direction)"),
        ("가로수는 한낮 보도의 온도를 낮춘다.", "가로수는 한낮 보도의 온도를 낮춘다.", "the judge reads English only"),
    ],
)
def test_what_keeps_a_passage_from_being_cited_is_said(tmp_path: Path, claim: str, passage: str, fault: str) -> None:
    """The passage has the words of the claim and is not cited: the difference is named with its type."""
    found = cite(tmp_path, claim, passage)
    assert found.nearest is not None
    assert (False, True) == (found.carried, fault in "; ".join(found.nearest.lacks))


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The city council rejected the plan.", "The city council rejected the plan in May 2019."),
        ("It took 2 years to plant the street.", "It took two years to plant the street."),
        ("Soil carbon increases after cover crops are grown.", "Cover crops increased soil carbon when grown in rows."),
    ],
)
def test_what_says_the_same_is_cited(tmp_path: Path, claim: str, passage: str) -> None:
    """Another order, another spelling of a number."""
    found = cite(tmp_path, claim, passage)
    assert found.nearest is not None
    assert (True, "[REF-001]", ()) == (found.carried, found.nearest.citation, found.nearest.lacks)


def test_too_few_words_in_common_are_not_judged(tmp_path: Path) -> None:
    """The nearest passage is shown with the words that it lacks."""
    found = cite(tmp_path, "Street trees lower the temperature of the pavement.", "Street trees need water.")
    assert found.nearest is not None
    assert (False, True) == (found.carried, (found.nearest.passage.score or 0) < THRESHOLD)
    assert ("lower", "temperature", "pavement") == found.nearest.missed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("measurements", "measured"),
        ("cooling", "cooler"),
        ("studied cities", "city"),
        ("reduction", "reduced"),
        ("보도의", "보도는"),
        ("가로수가", "가로수"),
    ],
)
def test_a_word_is_known_in_its_other_forms(one: str, other: str) -> None:
    """Endings and particles do not make another word."""
    assert 1.0 == share_of_words(other, one)


def test_words_without_meaning_do_not_count() -> None:
    """Words of any sentence, and words that only point at a source, carry no claim."""
    assert ["trees", "cool"] == list(find_content_words("According to this study, the trees cool it.").values())
    assert {} == find_content_words("연구에 따르면 그 것은 있다")


@pytest.mark.parametrize("text", ["1," * 500_000, "n" * 1_000_000 + "'", "가" * 1_000_000, "a hundred " * 100_000])
def test_a_megabyte_of_nonsense_is_read(text: str) -> None:
    """Hostile text has only words of its own."""
    assert all(word in text for word in find_content_words(text).values())
