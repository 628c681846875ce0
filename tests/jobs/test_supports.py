"""Support of claims by their sources, with a scripted model: which pairs are scored, and what follows."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from citevet.config import load_config
from citevet.contracts import Nli
from citevet.errors import ModelError
from citevet.extract import extract
from citevet.jobs.check import check
from citevet.jobs.cited_words import find_cited_words
from citevet.jobs.claim_support import CitedClaim, CitedSource, ClaimJudge, find_in_other_sources, judge_cited_claims
from citevet.jobs.judge_claims import ClaimQuestion, judge_claims
from citevet.jobs.judges import NliCache, load_cached_judge, load_judge_model
from citevet.jobs.run_summary import describe_judge
from citevet.jobs.source_windows import SourceWindows
from citevet.judge.calibration import Calibration
from citevet.judge.claim_text import find_cited_work
from citevet.judge.support import Assessor
from citevet.model import Body, Claim, Extraction, Flag, Judgement, Page, Passage, Reason, Source, Span, Support
from citevet.read import parse_text
from citevet.session import Session
from citevet.world.model_files import fingerprint_model
from citevet.world.model_runner import Model

YES, NO, OTHERWISE = (0.9, 0.05, 0.05), (0.05, 0.9, 0.05), (0.02, 0.03, 0.95)
Pairs = Sequence[tuple[str, str]]
Weights = tuple[float, float, float]
CURVE = Calibration(threshold=0.5, risk={0.05: 0.95, 0.2: 0.6})
TREES = "Street trees cool the pavement in the afternoon."


def alike(pairs: Pairs) -> list[Weights]:
    """Entail where the passage has the words of the claim, in any case, else be neutral."""
    return [YES if claim.strip(". ").lower() in passage.lower() else NO for passage, claim in pairs]


def source(name: str, text: str = "", **body: object) -> SourceWindows:
    """Hold a source of one page, with its number."""
    pages = (Page(text, 4),) if text else ()
    return SourceWindows(Source(name, "corpus"), Body(pages, **body))  # type: ignore[arg-type]  # as a body takes them


def extraction(text: str) -> Extraction:
    return extract(parse_text(text, "d.md"))


def judged(
    claim: Claim, cited: Sequence[CitedSource], judge: ClaimJudge, *, others: Sequence[SourceWindows] = ()
) -> list[Judgement]:
    """Judge one claim."""
    (found,) = judge_cited_claims([CitedClaim(claim, cited)], judge, sources=others)
    return list(found.values())


def asked(
    text: str,
    sources: Mapping[str, SourceWindows],
    nli: Nli | None = alike,
    *,
    among: Sequence[SourceWindows] = (),
    risk: float | None = None,
) -> list[Judgement]:
    """Judge the first claim of a text; its citations lead to these sources, in order."""
    found = extraction(text)
    by_id = {citation.id: citation for citation in found.citations}
    ties = list(dict.fromkeys(tie.citation for tie in found.claims[0].ties))
    cited = [
        CitedSource(
            by_id[tie], sources[by_id[tie].normal], Judgement(found.claims[0].id, tie, by_id[tie].normal, "found")
        )
        for tie in ties
        if by_id[tie].normal in sources
    ]
    tools = ClaimJudge(Assessor(nli, CURVE) if nli else None, risk)
    return judged(found.claims[0], cited, tools, others=[*sources.values(), *among])


@pytest.mark.parametrize(
    ("passage", "weights", "expected"),
    [
        (TREES, YES, "supported"),
        ("Trees are green in spring.", NO, "unsupported"),
        ("Street trees warm the pavement in the afternoon.", OTHERWISE, "contradicted"),
    ],
)
def test_a_source_is_asked_and_its_answer_kept(passage: str, weights: Weights, expected: Support) -> None:
    """The judgement has the word, the probability and the passage with its page."""
    (found,) = asked(
        "Street trees cool the pavement in the afternoon [REF-001].\n",
        {"REF-001": source("REF-001", passage)},
        lambda pairs: [weights] * len(pairs),
    )
    assert (expected, None) == (found.support, found.support_reason)
    assert found.confidence == pytest.approx(weights[0])
    assert [(passage, 4)] == [(each.text, each.page) for each in found.evidence]


@pytest.mark.parametrize(
    "text",
    [
        "REF-001 found that street trees cool the pavement in the afternoon.\n",
        "[REF-001, p. 4] reports that street trees cool the pavement in the afternoon.\n",
        "According to [REF-001, p. 4], street trees cool the pavement in the afternoon.\n",
    ],
)
def test_a_source_is_not_asked_for_its_own_name(text: str) -> None:
    """A citation that is a word of the sentence is replaced before the source is judged."""
    heard: list[str] = []

    def listen(pairs: Pairs) -> list[Weights]:
        heard.extend(claim.strip() for _, claim in pairs)
        return alike(pairs)

    (found,) = asked(text, {"REF-001": source("REF-001", TREES)}, listen)
    assert ("supported", {TREES[0].lower() + TREES[1:]}) == (found.support, set(heard))


def test_a_name_with_a_page_is_the_source() -> None:
    """`Smith and Lee (2020, p. 4) measured …` is judged without the names, the year and the page."""
    found = extract(parse_text("Smith and Lee (2020, p. 4) measured the pavement.\n", "d.md"))
    (citation,), (claim,) = found.citations, found.claims
    heard: list[str] = []
    cited = CitedSource(citation, source("REF-001", TREES), Judgement(claim.id, citation.id, "REF-001", "found"))

    def listen(pairs: Pairs) -> list[Weights]:
        heard.extend(" ".join(said.split()) for _, said in pairs)
        return alike(pairs)

    judged(claim, [cited], ClaimJudge(Assessor(listen, CURVE)), others=[])
    assert {"it measured the pavement."} == set(heard)


@pytest.mark.parametrize(
    ("passage", "weights", "expected"),
    [
        (TREES, YES, [("supported", None), ("supported", None), ("unchecked", "abstained")]),
        ("Trees are green.", NO, [("unsupported", None), ("unchecked", "abstained"), ("unchecked", "abstained")]),
        ("Street trees warm the pavement in the afternoon.", OTHERWISE, [("contradicted", None)] * 3),
    ],
)
def test_a_risk_leaves_open_what_is_neither(
    passage: str, weights: Weights, expected: list[tuple[Support, Reason | None]]
) -> None:
    """With a bound on errors nothing is called unsupported, and no other source is searched."""
    text = "Street trees cool the pavement in the afternoon [REF-001].\n"
    found = [
        asked(
            text,
            {"REF-001": source("REF-001", passage)},
            lambda pairs: [YES if "elsewhere" in passage else weights for passage, _ in pairs],
            among=[source("REF-002", f"Elsewhere: {TREES} elsewhere")],
            risk=risk,
        )[0]
        for risk in (None, 0.2, 0.05)
    ]
    assert expected == [(each.support, each.support_reason) for each in found]
    misattributed = [each.support for each in found if "misattributed" in each.flags]
    assert set(misattributed) <= {"unsupported", "contradicted"}
    assert (weights != YES) == bool(misattributed)


def test_a_clause_is_asked_of_the_source_behind_it() -> None:
    """Each source hears the words before its own marker, and not those of the other."""
    heard: list[str] = []

    def nli(pairs: Pairs) -> list[Weights]:
        heard.extend(claim for _, claim in pairs)
        return [YES] * len(pairs)

    text = "Shade has cooled the street [REF-001], and rain has filled the river [REF-002].\n"
    asked(text, {"REF-001": source("REF-001", "Shade cools."), "REF-002": source("REF-002", "Rain fills.")}, nli)
    assert ["Shade has cooled the street", "rain has filled the river"] == list(dict.fromkeys(heard))


def test_paragraphs_and_skipped_claims_are_not_asked() -> None:
    """A marker after a whole paragraph backs no single sentence, and a question is not a claim."""
    found = extraction("Shade cools the street. Rain fills the river. [REF-001]\n\nDoes shade cool? [REF-001]\n")
    assert ["paragraph", "paragraph"] == [claim.ties[0].how for claim in found.claims[:2]]
    assert [{}, {}] == [find_cited_words(claim) for claim in found.claims[:2]]
    text = "Shade cools the street. Rain fills the river. [REF-001]\n"
    (judgement,) = asked(text, {"REF-001": source("REF-001", TREES)})
    assert ("unchecked", None) == (judgement.support, judgement.confidence)


def test_a_list_item_is_asked_when_it_says_something() -> None:
    """A lead-in gives its source to every item; an item that is not a sentence asserts nothing."""
    found = extraction("Trees change this: [REF-001]\n\n- the wind at night\n- they cooled the street\n- Trees cool.\n")
    assert [[], ["they cooled the street"], ["Trees cool."]] == [
        [plain.text for plain in find_cited_words(claim).values()]
        for claim in found.claims
        if claim.ties[0].how == "list"
    ]


@pytest.mark.parametrize(
    ("holding", "nli", "reason"),
    [
        (source("REF-001"), alike, "no-text"),
        (source("REF-001", reason="unreadable"), alike, "unreadable"),
        (source("REF-001", TREES), None, "model-missing"),
        (source("REF-001", "Trees.", scope="notes"), alike, "partial-scope"),
        (source("REF-001", "가로수는 오후에 보도를 식힌다. 나무는 봄에 푸르다."), alike, "language"),
    ],
)
def test_what_cannot_be_asked_says_why(holding: SourceWindows, nli: Nli | None, reason: str) -> None:
    """Nothing of this passes, and nothing of this is an error."""
    (found,) = asked("Street trees cool the pavement [REF-001].\n", {"REF-001": holding}, nli)
    assert ("unchecked", reason) == (found.support, found.support_reason)


def test_a_claim_longer_than_a_sentence_is_not_asked() -> None:
    """A megabyte without a stop is refused before anybody counts its words."""
    (found,) = asked(f"Trees {'cool ' * 2000}[REF-001].\n", {"REF-001": source("REF-001", TREES)})
    assert ("unchecked", "too-large") == (found.support, found.support_reason)


def test_no_model_denies_a_quotation_that_stands_there() -> None:
    """The quoted words were found in the source: a model that sees no support abstains, unless they were altered."""
    text = 'The report says that "trees cool" [REF-001].\n'
    claim = extraction(text).claims[0]
    seen = Passage("REF-001", Span(0, 10), "Trees cool", 4)
    altered: tuple[Flag, ...] = ("altered-quote",)
    for flags, expected in ((), ("unchecked", "abstained")), (altered, ("unsupported", None)):
        before = Judgement(claim.id, "c1", "REF-001", "found", flags=flags, evidence=(seen,))
        cited = CitedSource(extraction(text).citations[0], source("REF-001", TREES), before)
        (found,) = judged(claim, [cited], ClaimJudge(Assessor(lambda pairs: [NO] * len(pairs))), others=[])
        assert expected == (found.support, found.support_reason)
        assert seen == found.evidence[0]


def test_a_number_in_a_quotation_that_stands_there_is_right() -> None:
    """Another sentence of the source has another number in that part; outside the quotation it counts as ever."""
    pages = "In July the rooms reached 34 degrees. In August the rooms reached 31 degrees."
    seen = Passage("REF-001", Span(48, 76), "the rooms reached 31 degrees", 4)

    def ruled(text: str) -> Judgement:
        found = extraction(text)
        before = Judgement(found.claims[0].id, "c1", "REF-001", "found", evidence=(seen,))
        cited = CitedSource(found.citations[0], source("REF-001", pages), before)
        tools = ClaimJudge(Assessor(lambda pairs: [NO] * len(pairs)))
        return judged(found.claims[0], [cited], tools, others=[])[0]

    within = ruled('The register says that in July "the rooms reached 31 degrees" [REF-001].\n')
    assert ("unchecked", "abstained", ()) == (within.support, within.support_reason, within.differences)
    outside = ruled('The register says that in July "the rooms reached" 31 degrees [REF-001].\n')
    assert ("contradicted", ["31 degrees"]) == (outside.support, [each.claim for each in outside.differences])


def test_a_difference_is_placed_in_the_document() -> None:
    """The number that differs is found behind markup, and by clause."""
    text = "Shade is cool [REF-001], and the survey counted **43 trees** in the street [REF-002].\n"
    sources = {
        "REF-001": source("REF-001", "Shade is cool."),
        "REF-002": source("REF-002", "The survey counted 34 trees in the street."),
    }
    _, found = asked(text, sources, lambda pairs: [(0.4, 0.5, 0.1)] * len(pairs))
    (difference,) = found.differences
    assert ("contradicted", "number", "43", "34") == (
        found.support,
        difference.type,
        difference.claim,
        difference.source,
    )
    assert difference.span
    assert text.index("43") == difference.span.start
    assert "43" == text[difference.span.start : difference.span.end]


def test_another_source_of_the_document_says_it() -> None:
    """The cited source is silent and another says so: the flag, and where."""
    other = source("REF-007", f"Watering costs money. {TREES}")
    sources = {"REF-003": source("REF-003", "Flats under the roof are warm.")}
    (found,) = asked(TREES.replace(".", " [REF-003].\n"), sources, among=[other])
    assert ("unsupported", ("misattributed",)) == (found.support, found.flags)
    assert [("source", "REF-003", "REF-007, p. 4")] == [(e.type, e.claim, e.source) for e in found.differences]


@pytest.mark.parametrize("marker", ["[REF-003; REF-007]", "[REF-003; REF-008]"])
def test_no_other_source_is_proposed_where_one_behind_the_words_may_say_it(marker: str) -> None:
    """The same words cite a source that supports them, or one that was not read."""
    sources = {"REF-003": source("REF-003", "Flats are warm."), "REF-007": source("REF-007", TREES)}
    found = asked(TREES.replace(".", f" {marker}.\n"), sources)
    assert [()] * len(found) == [each.flags for each in found]


def test_swapped_markers_of_one_sentence_are_found() -> None:
    """A source behind the other clause of the sentence is another source."""
    text = "Shade has cooled the street [REF-001], and rain has filled the river [REF-002].\n"
    sources = {
        "REF-001": source("REF-001", "In the north, rain has filled the river."),
        "REF-002": source("REF-002", "In the south, shade has cooled the street."),
    }

    def nli(pairs: Pairs) -> list[Weights]:
        return [YES if ("rain" in passage) == ("rain" in claim) else NO for passage, claim in pairs]

    found = asked(text, sources, nli)
    assert ["REF-002, p. 4", "REF-001, p. 4"] == [each.differences[0].source for each in found]


def test_a_secondary_source_is_remarked() -> None:
    """The sentence that supports the claim names where it has it from."""
    passage = "According to Kim et al. (2019), street trees cool the pavement in the afternoon."
    (found,) = asked(TREES.replace(".", " [REF-001].\n"), {"REF-001": source("REF-001", passage)})
    assert ("supported", ("secondary",)) == (found.support, found.flags)
    assert [("secondary", "Kim et al. (2019)")] == [(each.type, each.source) for each in found.differences]


@pytest.mark.parametrize(
    ("sentence", "work"),
    [
        ("According to Kim et al. (2019), trees cool.", "Kim et al. (2019)"),
        ("Trees cool, as shown by [12].", "[12]"),
        ("Lee (2020) found that trees cool.", "Lee (2020)"),
        ("Lee and Park [7] have also shown that trees cool.", "Lee and Park [7]"),
        ("Trees cool (Lee & Park, 2016; Kim, 2019).", "Lee & Park, 2016; Kim, 2019"),
        ("Trees cool the street [3, 4].", "[3, 4]"),
        ("Trees cool, as reported in Kim, 2019.", "Kim, 2019"),
        ("We found with the method of others that trees cool [3].", None),
        ("Trees cool the street (see Figure 3).", None),
        ("Trees cool, and in 2019 they cooled more.", None),
        ("The method [12] was used, and trees cool.", None),
    ],
)
def test_the_work_that_a_sentence_names(sentence: str, work: str | None) -> None:
    """Behind its verb, before it, or at the end; not a marker in the middle, and not beside one's own finding."""
    assert work == find_cited_work("Trees cool.", sentence)


def test_a_work_that_the_claim_names_is_no_secret() -> None:
    """Who writes the name into the claim says whom it is from."""
    assert find_cited_work("As Lee found, trees cool.", "Lee (2020) found that trees cool.") is None


@pytest.mark.parametrize("piece", ["A", "Lee and ", "[1, ", "according to ", "Kim et al. ", "(Lee, 2019; ", "x"])
def test_naming_is_quick_on_hostile_text(piece: str) -> None:
    """A megabyte of one piece gives an answer; only the head is looked at."""
    assert find_cited_work("x", piece * (1_000_000 // len(piece))) in {None, "[1, "}


def test_a_pair_is_asked_once() -> None:
    """Scores are cached for the next run with the same bits; another claim or model is scored again."""
    heard: list[tuple[str, str]] = []

    def nli(pairs: Pairs) -> list[Weights]:
        heard.extend(pairs)
        return [(0.7, 0.2, 0.1)] * len(pairs)

    before = NliCache(Session(), "one", nli)([("evidence", "claim"), ("evidence", "claim")])
    assert before == NliCache(Session(), "one", nli)([("evidence", "claim")] * 2)
    assert [("evidence", "claim")] == heard
    NliCache(Session(), "two", nli)([("evidence", "claim")])
    NliCache(Session(), "one", nli)([("evidencec", "laim")])
    assert 3 == len(heard)


def test_many_claims_are_asked_at_once() -> None:
    """The pairs of all claims of a document go to the model in one call."""
    calls: list[list[tuple[str, str]]] = []

    def nli(pairs: Pairs) -> list[Weights]:
        calls.append(list(pairs))
        return [YES] * len(pairs)

    found = extraction("Street trees cool [REF-001].\n\nRain fills the river [REF-002].\n")
    sources = {"REF-001": source("REF-001", TREES), "REF-002": source("REF-002", "Rain fills the river.")}
    claims = [
        CitedClaim(claim, [CitedSource(each, sources[each.normal], Judgement(claim.id, each.id, each.normal, "found"))])
        for claim, each in zip(found.claims, found.citations, strict=True)
    ]
    rulings = judge_cited_claims(claims, ClaimJudge(Assessor(nli)), sources=[])
    assert [["supported"], ["supported"]] == [[each.support for each in by.values()] for by in rulings]
    assert [[(TREES, "Street trees cool."), ("Rain fills the river.", "Rain fills the river.")]] == calls


def test_a_stopped_run_keeps_what_was_judged() -> None:
    """New pairs are scored and written batch by batch."""
    asked = [(f"evidence {number}", "claim") for number in range(600)]
    questions = [ClaimQuestion(claim, (Passage("s1", Span(0, len(text)), text),)) for text, claim in asked]
    heard: list[tuple[str, str]] = []

    def stopped(pairs: Pairs) -> list[Weights]:
        if asked[-1] in pairs:
            raise KeyboardInterrupt
        return [YES] * len(pairs)

    def nli(pairs: Pairs) -> list[Weights]:
        heard.extend(pairs)
        return [YES] * len(pairs)

    with pytest.raises(KeyboardInterrupt):
        judge_claims(questions, Assessor(NliCache(Session(), "one", stopped)))
    judge_claims(questions, Assessor(NliCache(Session(), "one", nli)))
    assert asked[512:] == heard


def test_of_other_sources_three_windows_are_judged() -> None:
    """Of the three windows with most of the words, the best that supports the claim is found."""
    heard: list[str] = []

    def nli(pairs: Pairs) -> list[Weights]:
        heard.extend(passage for passage, _ in pairs)
        return [YES if "saplings" in passage else NO for passage, _ in pairs]

    texts = [
        TREES.replace(".", " of no town."),
        "Street trees in the afternoon.",
        "Small saplings cool.",
        "Trees.",
        "Street.",
    ]
    others = [source(f"REF-{number:03}", text) for number, text in enumerate(texts, 1)]
    (found,) = find_in_other_sources([(TREES, others)], ClaimJudge(Assessor(nli)))
    assert "REF-003" == getattr(found, "source", None)
    assert texts[:3] == list(dict.fromkeys(heard))
    heard.clear()
    assert find_in_other_sources([(TREES, [*others[:2], *others[3:]])], ClaimJudge(Assessor(nli))) == [None]
    assert 3 == len(dict.fromkeys(heard))


PAPER = "Street trees cool the pavement [REF-001].\n"


def corpus(folder: Path) -> None:
    """Write a corpus of one source, and a paper that cites it."""
    (folder / ".citevet/corpus").mkdir(parents=True)
    (folder / ".citevet/corpus/REF-001-a.md").write_text("---\nref_id: REF-001\ntitle: Trees\n---\nNotes.\n")
    (folder / ".citevet/corpus/REF-001-a.txt").write_text(f"{TREES}\n")
    (folder / "d.md").write_text(PAPER)


def test_a_model_that_cannot_be_loaded_leaves_a_run_incomplete(here: Path) -> None:
    """No exception: the judgements have the reason, and the report names the fault once."""
    corpus(here)
    (here / "broken").mkdir()
    (here / "broken/tokenizer.json").write_text("{}")
    (here / "broken/model.onnx").write_bytes(b"no graph")
    report = check("d.md", flags={"judge": "broken", "select": "SUP,NUM"})
    assert ("incomplete", {"model-missing": 1}) == (report.verdict, report.census.unchecked)
    (note,) = report.run["notes"]
    assert "broken" in note
    assert note == report.run["models"][str(here / "broken")]["note"]


@pytest.mark.parametrize(
    ("text", "flags", "told"),
    [
        ("Trees cool streets (https://example.org/trees).\n", {"judge": "small"}, True),
        ("Trees cool streets (https://example.org/trees).\n", {"judge": "small", "select": "KEY"}, False),
        ("Trees cool streets (https://example.org/trees).\n", {}, False),
        ("Trees cool streets.\n", {"judge": "small"}, False),
        (PAPER, {"judge": "small"}, False),
    ],
)
def test_a_judge_that_has_nothing_to_read(here: Path, text: str, flags: dict[str, Any], told: bool) -> None:  # noqa: FBT001 - expected value
    """Where no citation leads to the corpus a note says so: `offline` alone sounds as if the network would help."""
    corpus(here)
    (here / "d.md").write_text(text)
    notes = check("d.md", flags=flags).run["notes"]
    assert told == any("the judge read nothing" in note for note in notes)


def test_without_a_judge_nothing_is_asked(here: Path) -> None:
    """The rules that need one do not run, and the run is complete."""
    corpus(here)
    report = check("d.md", flags={"judge": "none", "select": "SUP,NUM,KEY"})
    assert ("pass", {"not-asked": 1}) == (report.verdict, report.census.unchecked)
    assert {} == report.run["models"]
    assert not [code for code in report.rules if code.startswith(("SUP", "NUM"))]


def test_who_asks_for_its_rules_asks_for_a_judge(here: Path) -> None:
    """Selecting the rules selects the embedded judge, unless it is `none`; a bound on errors alone does not."""
    assert "small" == load_config(here, {"select": "SUP"}).judge
    found = [load_config(here, flags).judge for flags in ({}, {"judge": "none", "select": "SUP"}, {"risk": 0.05})]
    assert ["none", "none", "none"] == found


def test_without_its_rules_the_judge_is_not_asked(here: Path, use_model: Callable[..., None]) -> None:
    """A run that selects neither family loads no model."""
    use_model(pytest.fail)
    corpus(here)
    report = check("d.md", flags={"judge": "small", "select": "KEY"})
    assert ({"not-asked": 1}, {}) == (report.census.unchecked, report.run["models"])


def test_a_model_that_is_no_judge_is_said(use_model: Callable[..., None]) -> None:
    """A model with another number of outputs is refused before it scores claims."""

    class Width:
        shape = (1, 384)

    class Embedder:
        settings: ClassVar[dict[str, Any]] = {}

        def run(self, rows: object) -> Width:
            del rows
            return Width()

    use_model(lambda _: Embedder())
    assert load_cached_judge(Session(), "embedder") is None
    assert "384" in describe_judge(Session(), "embedder")["note"]


def test_the_look_of_a_judge_changes_with_its_files(here: Path) -> None:
    """Results of earlier runs hang on the files of the judge, and on whether there are any."""
    assert ("", "missing") == (fingerprint_model("none"), fingerprint_model("mine"))
    (here / "mine").mkdir()
    (here / "mine/tokenizer.json").write_text("{}")
    before = fingerprint_model("mine")
    (here / "mine/model.onnx").write_text("x")
    assert before != fingerprint_model("mine")
    with pytest.raises(ModelError):
        load_judge_model(Session(), "mine")


def test_a_judge_that_is_not_calibrated_is_noted(use_model: Callable[..., None]) -> None:
    """Its scores are cached under its digest and precision, and the report says that it is not calibrated."""

    def model(name: str) -> Model:
        logits = np.log(np.array([(0.5, 0.4, 0.1)], np.float32))
        return Model(name, f"digest of {name}", "int8", {}, lambda rows: np.repeat(logits, len(rows), axis=0))

    use_model(model)
    found = load_cached_judge(Session(), "mine")
    assert found is not None
    assert isinstance(found.nli, NliCache)
    [(supported, *_)] = found.nli([("evidence", "claim")])
    assert 0.5 == pytest.approx(supported)
    assert found.nli.context.startswith("digest of mine-int8-")
    said = describe_judge(Session(), "mine")
    assert ("mine", "int8") == (said["model"], said["precision"])
    assert "mine is not calibrated: its own scores decide where they are at least 0.7" == said["note"]


BESIDE = "Sensors hung on lamp posts. They were read by hand. Nobody was asked."
ON_7 = f"The summer was dry and long in the whole of the valley. {TREES} Benches were full until late at night."


def paged(*pages: tuple[int, str]) -> SourceWindows:
    """Hold a source of some pages, by their numbers."""
    return SourceWindows(Source("REF-001", "corpus"), Body(tuple(Page(text, number) for number, text in pages)))


@pytest.mark.parametrize(
    ("place", "pages", "expected"),
    [
        ("p. 3", ((3, BESIDE), (7, ON_7)), [("3", "7")]),
        ("p. 7", ((3, BESIDE), (7, ON_7)), []),
        ("pp. 3-8", ((3, BESIDE), (7, ON_7)), []),
        ("p. 3 ff.", ((3, BESIDE), (7, ON_7)), []),
        ("Section 3", ((3, BESIDE), (7, ON_7)), []),
        ("p. 4", ((3, BESIDE), (7, ON_7)), []),  # nothing on it was read
        ("p. 3", ((3, f"It is cool. {TREES}"), (7, ON_7)), []),  # it is there as well
        ("p. 3", ((3, "Pavement, street: 4.1. Trees cool: afternoon, 5.2."), (7, ON_7)), []),  # it may be a table
        ("p. 6", ((6, BESIDE), (7, ON_7)), [("6", "7")]),
        ("p. 6", ((6, BESIDE), (7, TREES)), []),  # at the edge, the sentence may run over
        ("p. 8", ((7, ON_7), (8, BESIDE)), [("8", "7")]),
        ("p. 8", ((7, f"The summer was dry. {TREES}"), (8, BESIDE)), []),
    ],
)
def test_a_claim_is_looked_for_on_its_page(
    place: str, pages: tuple[tuple[int, str], ...], expected: list[tuple[str, str]]
) -> None:
    """The page on which the source says it is named where the cited page is silent, and only there."""
    (found,) = asked(
        f"Street trees cool the pavement in the afternoon [REF-001, {place}].\n", {"REF-001": paged(*pages)}
    )
    assert "supported" == found.support
    assert expected == [(each.claim, each.source) for each in found.differences]
    assert (("misplaced-claim",) if expected else ()) == found.flags


def test_a_source_without_pages_has_no_other_page() -> None:
    """A plain text has no pages, so no other page can be named."""
    plain = SourceWindows(Source("REF-001", "corpus"), Body((Page(f"{BESIDE}\n\n{ON_7}"),)))
    (found,) = asked("Street trees cool the pavement in the afternoon [REF-001, p. 3].\n", {"REF-001": plain})
    assert ("supported", ()) == (found.support, found.flags)
