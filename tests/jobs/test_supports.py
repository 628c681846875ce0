"""What the sources of a claim say to it, with a scripted model: who is asked what, and what becomes of the answer."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from citevet.config import config
from citevet.contracts import Nli
from citevet.errors import ModelError
from citevet.extract import extract
from citevet.jobs.check import check
from citevet.jobs.judges import judges
from citevet.jobs.supporting import elsewhere
from citevet.jobs.supporting.elsewhere import said_elsewhere
from citevet.jobs.supporting.held import Held, held
from citevet.jobs.supporting.loaded_judge import Tools, described, looks, tools
from citevet.jobs.supporting.pair_memory import PairMemory
from citevet.jobs.supports import Cited, ask_ahead, asked_words, judged
from citevet.judge.calibration import Calibration
from citevet.judge.secondary import named_work
from citevet.judge.support import Assessor
from citevet.model import Body, Extraction, Flag, Judgement, Page, Passage, Reason, Source, Span, Support
from citevet.read import parse_text
from citevet.world.models import Model

if TYPE_CHECKING:
    from numpy.typing import NDArray

YES, NO, OTHERWISE = (0.9, 0.05, 0.05), (0.05, 0.9, 0.05), (0.02, 0.03, 0.95)
Pairs = Sequence[tuple[str, str]]
Weights = tuple[float, float, float]
CURVE = Calibration(risk=((0.05, 0.95), (0.2, 0.6)))
TREES = "Street trees cool the pavement in the afternoon."


def alike(pairs: Pairs) -> list[Weights]:
    """Say yes where the words of the claim stand in the passage, whatever the case, else neutral."""
    return [YES if claim.strip(". ").lower() in passage.lower() else NO for passage, claim in pairs]


def source(name: str, text: str = "", **body: object) -> Held:
    """Hold a source of one page, with its number."""
    pages = (Page(text, 4),) if text else ()
    return held(Source(name, "corpus"), Body(pages, **body))  # type: ignore[arg-type]  # as a body takes them


def extraction(text: str) -> Extraction:
    return extract(parse_text(text, "d.md"))


def asked(
    text: str,
    sources: Mapping[str, Held],
    nli: Nli | None = alike,
    *,
    among: Sequence[Held] = (),
    risk: float | None = None,
) -> list[Judgement]:
    """Judge the first claim of a text; its citations lead to these sources, in order."""
    found = extraction(text)
    by_id = {citation.id: citation for citation in found.citations}
    ties = list(dict.fromkeys(tie.citation for tie in found.claims[0].ties))
    cited = [
        Cited(by_id[tie], sources[by_id[tie].normal], Judgement(found.claims[0].id, tie, by_id[tie].normal, "found"))
        for tie in ties
        if by_id[tie].normal in sources
    ]
    tools = Tools(Assessor(nli, CURVE) if nli else None, risk)
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
    """Where the citation is a word of the sentence, its source is asked for what the sentence has it say."""
    heard: list[str] = []

    def listen(pairs: Pairs) -> list[Weights]:
        heard.extend(claim.strip() for _, claim in pairs)
        return alike(pairs)

    (found,) = asked(text, {"REF-001": source("REF-001", TREES)}, listen)
    assert ("supported", {TREES[0].lower() + TREES[1:]}) == (found.support, set(heard))


def test_a_name_with_a_page_is_the_source() -> None:
    """`Smith and Lee (2020, p. 4) measured …` is asked without the names, the year and the page."""
    found = extract(parse_text("Smith and Lee (2020, p. 4) measured the pavement.\n", "d.md"))
    (citation,), (claim,) = found.citations, found.claims
    heard: list[str] = []
    cited = Cited(citation, source("REF-001", TREES), Judgement(claim.id, citation.id, "REF-001", "found"))

    def listen(pairs: Pairs) -> list[Weights]:
        heard.extend(" ".join(said.split()) for _, said in pairs)
        return alike(pairs)

    judged(claim, [cited], Tools(Assessor(listen, CURVE)), others=[])
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
    """With a bound on its errors a judge calls nothing unsupported, and nobody asks whether another source says it."""
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
    """A marker behind a whole paragraph stands behind no sentence in particular, and a question is no claim."""
    found = extraction("Shade cools the street. Rain fills the river. [REF-001]\n\nDoes shade cool? [REF-001]\n")
    assert ["paragraph", "paragraph"] == [claim.ties[0].how for claim in found.claims[:2]]
    assert [{}, {}] == [asked_words(claim) for claim in found.claims[:2]]
    text = "Shade cools the street. Rain fills the river. [REF-001]\n"
    (judgement,) = asked(text, {"REF-001": source("REF-001", TREES)})
    assert ("unchecked", None) == (judgement.support, judgement.confidence)


def test_a_list_item_is_asked_when_it_says_something() -> None:
    """A lead-in lends its source to every item; one that is no sentence asserts nothing by itself."""
    found = extraction("Trees change this: [REF-001]\n\n- the wind at night\n- they cooled the street\n- Trees cool.\n")
    assert [[], ["they cooled the street"], ["Trees cool."]] == [
        [plain.text for plain in asked_words(claim).values()] for claim in found.claims if claim.ties[0].how == "list"
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
def test_what_cannot_be_asked_says_why(holding: Held, nli: Nli | None, reason: str) -> None:
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
        cited = Cited(extraction(text).citations[0], source("REF-001", TREES), before)
        (found,) = judged(claim, [cited], Tools(Assessor(lambda pairs: [NO] * len(pairs))), others=[])
        assert expected == (found.support, found.support_reason)
        assert seen == found.evidence[0]


def test_a_number_in_a_quotation_that_stands_there_is_right() -> None:
    """Another sentence of the source has another number in that part; outside the quotation it counts as ever."""
    pages = "In July the rooms reached 34 degrees. In August the rooms reached 31 degrees."
    seen = Passage("REF-001", Span(48, 76), "the rooms reached 31 degrees", 4)

    def ruled(text: str) -> Judgement:
        found = extraction(text)
        before = Judgement(found.claims[0].id, "c1", "REF-001", "found", evidence=(seen,))
        cited = Cited(found.citations[0], source("REF-001", pages), before)
        tools = Tools(Assessor(lambda pairs: [NO] * len(pairs)))
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
    _, found = asked(text, sources, lambda pairs: [YES] * len(pairs))
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
    """One that supports them, or one that was not read, stands behind the same words."""
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
    assert work == named_work("Trees cool.", sentence)


def test_a_work_that_the_claim_names_is_no_secret() -> None:
    """Who writes the name into the claim says whom it is from."""
    assert named_work("As Lee found, trees cool.", "Lee (2020) found that trees cool.") is None


@pytest.mark.parametrize("piece", ["A", "Lee and ", "[1, ", "according to ", "Kim et al. ", "(Lee, 2019; ", "x"])
def test_naming_is_quick_on_hostile_text(piece: str) -> None:
    """A megabyte of one piece gives an answer; only the head is looked at."""
    assert named_work("x", piece * (1_000_000 // len(piece))) in {None, "[1, "}


def test_a_pair_is_asked_once() -> None:
    """What was asked is remembered for the next run, with the same bits; another claim or model is asked anew."""
    heard: list[tuple[str, str]] = []

    def nli(pairs: Pairs) -> list[Weights]:
        heard.extend(pairs)
        return [(0.7, 0.2, 0.1)] * len(pairs)

    first = PairMemory(nli, "one")
    before = first([("evidence", "claim"), ("evidence", "claim")])
    first.keep()
    assert before == PairMemory(nli, "one")([("evidence", "claim")] * 2)
    assert [("evidence", "claim")] == heard
    PairMemory(nli, "two")([("evidence", "claim")])
    PairMemory(nli, "one")([("evidencec", "laim")])
    assert 3 == len(heard)


def test_many_claims_are_asked_at_once() -> None:
    """What each claim asks first goes to the model in one call; asked again one by one, nothing is left to ask."""
    calls: list[list[tuple[str, str]]] = []

    def nli(pairs: Pairs) -> list[Weights]:
        calls.append(list(pairs))
        return [YES] * len(pairs)

    found = extraction("Street trees cool [REF-001].\n\nRain fills the river [REF-002].\n\nNobody knows [REF-009].\n")
    sources = {"REF-001": source("REF-001", TREES), "REF-002": source("REF-002", "Rain fills the river.")}
    behind = {each.id: (each, sources[each.normal]) for each in found.citations if each.normal in sources}
    memory = PairMemory(nli, "one")
    tools = Tools(Assessor(memory), memories=(memory,))
    ask_ahead(((claim, behind) for claim in found.claims), tools)
    assert [[(TREES, "Street trees cool."), ("Rain fills the river.", "Rain fills the river.")]] == calls
    for claim in found.claims[:2]:
        citation = next(each for each in found.citations if each.id == claim.ties[0].citation)
        cited = Cited(citation, sources[citation.normal], Judgement(claim.id, citation.id, citation.normal, "found"))
        assert ["supported"] == [each.support for each in judged(claim, [cited], tools, others=[])]
    assert 1 == len(calls)


def test_a_stopped_run_keeps_what_was_judged() -> None:
    """New pairs are asked and written part by part."""
    asked = [(f"evidence {number}", "claim") for number in range(600)]
    heard: list[tuple[str, str]] = []

    def stopped(pairs: Pairs) -> list[Weights]:
        if asked[-1] in pairs:
            raise KeyboardInterrupt
        return [YES] * len(pairs)

    def nli(pairs: Pairs) -> list[Weights]:
        heard.extend(pairs)
        return [YES] * len(pairs)

    with pytest.raises(KeyboardInterrupt):
        PairMemory(stopped, "one")(asked)
    PairMemory(nli, "one")(asked)
    assert asked[512:] == heard


def test_of_other_sources_the_second_is_chosen_by_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window with most of the words is asked first; when it does not say so, the nearest of the others is."""
    heard: list[str] = []

    def nli(pairs: Pairs) -> list[Weights]:
        heard.extend(passage for passage, _ in pairs)
        return [YES if "saplings" in passage else NO for passage, _ in pairs]

    def near(texts: Sequence[str]) -> "NDArray[np.float32]":
        return np.array([[1, 0] if "saplings" in text or text == texts[0] else [0, 1] for text in texts], np.float32)

    monkeypatch.setattr(elsewhere, "embedded", near)
    texts = (
        TREES.replace(".", " of no town."),
        "Street trees in the afternoon.",
        "Small saplings cool.",
        "Rain falls.",
    )
    others = [source(f"REF-{number:03}", text) for number, text in enumerate(texts, 1)]
    assert "REF-003" == getattr(said_elsewhere(TREES, others, Tools(Assessor(nli))), "source", None)
    assert [texts[0], texts[2]] == list(dict.fromkeys(heard))
    monkeypatch.setattr(elsewhere, "embedded", raising)
    assert said_elsewhere(TREES, others, Tools(Assessor(nli))) is None


def raising(texts: Sequence[str]) -> None:
    """Be an embedder that is not there: the order by words holds."""
    raise ModelError("there is no such model", to=texts[0], advice="Install it.")


PAPER = "Street trees cool the pavement [REF-001].\n"


def corpus(folder: Path) -> None:
    """Write a corpus of one source, and a paper that cites it."""
    (folder / ".citevet/corpus").mkdir(parents=True)
    (folder / ".citevet/corpus/REF-001-a.md").write_text("---\nref_id: REF-001\ntitle: Trees\n---\nNotes.\n")
    (folder / ".citevet/corpus/REF-001-a.txt").write_text(f"{TREES}\n")
    (folder / "d.md").write_text(PAPER)


def test_a_model_that_cannot_be_loaded_leaves_a_run_incomplete(here: Path) -> None:
    """No exception: the reason stands in the judgements, and the report says once what is wrong."""
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
    """Rules by name mean the embedded judge, unless none was asked for; a bound on its errors means nobody."""
    assert "small" == config(here, {"select": "SUP"}).judge
    found = [config(here, flags).judge for flags in ({}, {"judge": "none", "select": "SUP"}, {"risk": 0.05})]
    assert ["none", "none", "none"] == found


def test_without_its_rules_the_judge_is_not_asked(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that selects neither family loads no model."""
    monkeypatch.setattr("citevet.jobs.judges.model", pytest.fail)
    corpus(here)
    report = check("d.md", flags={"judge": "small", "select": "KEY"})
    assert ({"not-asked": 1}, {}) == (report.census.unchecked, report.run["models"])


def test_a_model_that_is_no_judge_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model with another number of answers is refused before it is asked about claims."""

    class Width:
        shape = (1, 384)

    class Embedder:
        def run(self, rows: object) -> Width:
            del rows
            return Width()

    monkeypatch.setattr("citevet.jobs.judges.model", lambda _: Embedder())
    tools.cache_clear()
    assert tools("embedder", None).assessor is None
    assert "384" in described("embedder")["note"]
    tools.cache_clear()


def test_the_look_of_a_judge_changes_with_its_files(here: Path) -> None:
    """Results of earlier runs hang on the files of the judge, and on whether there are any."""
    assert ("", "missing") == (looks("none"), looks("mine"))
    (here / "mine").mkdir()
    (here / "mine/tokenizer.json").write_text("{}")
    before = looks("mine")
    (here / "mine/model.onnx").write_text("x")
    assert before != looks("mine")
    with pytest.raises(ModelError):
        judges("mine")


def test_two_judges_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second rules where the first doubts, what both said is remembered, and one without a curve is told."""
    weights = {"small": (0.5, 0.4, 0.1), "large": (0.95, 0.04, 0.01)}

    def model(name: str) -> Model:
        logits = np.log(np.array([weights[name]], np.float32))
        settings: dict[str, Any] = {"calibration": {}} if name == "small" else {}
        return Model(name, f"digest of {name}", "int8", settings, lambda rows: np.repeat(logits, len(rows), axis=0))

    monkeypatch.setattr("citevet.jobs.judges.model", model)
    tools.cache_clear()
    both = tools("small+large", None)
    assert both.assessor is not None
    [(supported, *_)] = both.assessor.nli([("evidence", "claim")])
    assert both.assessor.second is not None
    [(more, *_)] = both.assessor.second.nli([("evidence", "claim")])
    assert 0.5 == pytest.approx(supported)
    assert 0.95 == pytest.approx(more)
    assert ["digest of small-int8", "digest of large-int8"] == [each.digest for each in both.memories]
    said = described("small+large")
    assert ("small+large", "int8+int8") == (said["model"], said["precision"])
    assert "large is not calibrated: its weights are taken at their word" == said["note"]
    tools.cache_clear()


BESIDE = "Sensors hung on lamp posts. They were read by hand. Nobody was asked."
ON_7 = f"The summer was dry and long in the whole of the valley. {TREES} Benches were full until late at night."


def paged(*pages: tuple[int, str]) -> Held:
    """Hold a source of some pages, by their numbers."""
    return held(Source("REF-001", "corpus"), Body(tuple(Page(text, number) for number, text in pages)))


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
    """Of a plain text nobody can say where in it something stands."""
    plain = held(Source("REF-001", "corpus"), Body((Page(f"{BESIDE}\n\n{ON_7}"),)))
    (found,) = asked("Street trees cool the pavement in the afternoon [REF-001, p. 3].\n", {"REF-001": plain})
    assert ("supported", ()) == (found.support, found.flags)
