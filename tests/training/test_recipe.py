"""The training data: what each ingredient makes, with which label, and where the fault stands."""

from random import Random

import pytest
from training.compound import compound, worse
from training.corruptions import changes, other_number
from training.hedging import hedging
from training.nearby import nearby
from training.neighbours import Neighbours
from training.recipe import INGREDIENTS, Store, is_labelled_about, view
from training.relations import relations
from training.rounding import rounding
from training.rows import CONTRADICTED, SUPPORTED, UNLABELLED, UNSUPPORTED, Row, apart, sentences
from training.spread import brief, joined, spread, without
from training.tables import Table, compared, tables
from training.windows import cut, padded


def _rng(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - data, not secrets


WINDOW = (
    "The dam was finished in 1936 after five years of work. It holds back a lake of 640 square kilometres. "
    "Engineers raised the wall by 12 metres in 1952. Two villages were moved before the valley was flooded. "
    "The power station now serves 900 households."
)


@pytest.mark.parametrize(
    ("sentence", "kind", "was", "label"),
    [
        ("The lake covers 640 square kilometres.", "number", "640", 2),
        ("She swam in the lake for seven hours.", "spelled", "seven", 2),
        ("They met in 12 March of that year.", "month", "March", 2),
        ("The dose was 20 mg of the drug.", "unit", "mg", 2),
        ("The bridge was closed.", "negation", "was", 2),
        ("The bridge was not closed.", "negation", "was not", 2),
        ("Prices rose that winter.", "opposite", "rose", 2),
        ("Some villages were moved.", "quantifier", "Some", -1),
        ("All villages burned down.", "quantifier", "All", 2),
        ("Smoking is associated with early death.", "causal", "associated with", -1),
        ("The drug helped mice to sleep.", "group", "mice", -1),
        ("He went to Lisbon by train.", "name", "Lisbon", -1),
    ],
)
def test_a_corruption_changes_exactly_its_span(sentence: str, kind: str, was: str, label: int) -> None:
    """Outside the span the text is the old one, inside it the new words stand, and the kind has its label."""
    found = {each.kind: each for each in changes(sentence, _rng(3), ["Vienna"])}[kind]
    start = sentence.index(was)
    assert (was, start, label) == (found.was, found.start, found.label)
    assert sentence[:start] == found.text[: found.start]
    assert sentence[start + len(was) :] == found.text[found.end :]
    assert was != found.text[found.start : found.end]


@pytest.mark.parametrize("name", ["COVID-19 spread fast", "see H1N1 and HIV-1", "as shown before [12]", "on 3/4/2020"])
def test_a_number_that_is_part_of_a_name_stays(name: str) -> None:
    """A virus with another number would be no contradiction but nonsense."""
    assert [] == [each for each in changes(name, _rng(1)) if each.kind == "number"]


@pytest.mark.parametrize("said", ["7", "23", "1952", "12,400", "3.5", "0.04", "1"])
def test_another_number_is_another_number(said: str) -> None:
    """No seed gives the same value back."""
    given = [float(other_number(said, _rng(seed)).replace(",", "")) for seed in range(200)]
    assert float(said.replace(",", "")) not in given


def test_a_window_without_a_sentence_lacks_that_one_only() -> None:
    """The other sentences stay, in their order."""
    parts = sentences(WINDOW)
    assert 5 == len(parts)
    assert " ".join([parts[0], parts[1], parts[3], parts[4]]) == without(parts, 2)


def test_a_spread_claim_is_supported_until_one_of_its_sentences_goes() -> None:
    """The gap's claim holds a sentence that its window has not; the supported claim's window is whole."""
    gaps = 0
    for seed in range(40):
        rows = list(spread(WINDOW, _rng(seed)))
        assert (0, WINDOW) == (rows[0].label, rows[0].evidence)
        for row in rows[1:]:
            if row.kind == "spread-gap":
                gaps += 1
                gone = [each for each in sentences(WINDOW) if each not in row.evidence]
                assert (1, -1) == (len(gone), row.label)
                assert brief(gone[0]).rstrip(".")[5:] in row.claim
            else:
                assert (WINDOW, True) == (row.evidence, row.label in (-1, 2))
    assert gaps > 5


def test_too_short_a_window_gives_no_spread_claim() -> None:
    """Three sentences without one are no window."""
    assert [] == list(spread(" ".join(sentences(WINDOW)[:3]), _rng(0)))


def test_joined_claims_keep_names_and_end_once() -> None:
    """Only a first word that is not a name is written small."""
    said = {joined(["The dam stands.", "It holds water.", "Lisbon grew."], _rng(seed)) for seed in range(60)}
    assert "The dam stands; it holds water; Lisbon grew." in said
    assert "The dam stands. It holds water. Lisbon grew." in said


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [(0, 0, 0), (0, 1, 1), (0, 2, 2), (0, -1, -1), (2, 1, 2), (1, -1, -1), (-1, 2, 2)],
)
def test_a_conjunction_is_as_good_as_its_worse_half(one: int, other: int, expected: int) -> None:
    """Contradicted before unsupported before neutral before supported, in either order."""
    assert (expected, expected) == (worse(one, other), worse(other, one))


def test_a_compound_row_holds_the_evidence_of_both() -> None:
    """Each evidence stands whole in the window, with the filler between."""
    made = compound(Row("It rained.", "Rain fell all day.", 0), Row("Bo won.", "Al beat Bo.", 2), "Later.", _rng(5))
    assert made.evidence in ("Rain fell all day. Later. Al beat Bo.", "Al beat Bo. Later. Rain fell all day.")
    assert (2, 0.7) == (made.label, made.weight)


def test_a_compound_of_one_text_does_not_repeat_it() -> None:
    """Two claims about one passage keep the passage once."""
    made = compound(Row("It rained.", "Rain fell.", 0), Row("It fell.", "Rain fell.", 0), "Later.", _rng(5))
    assert ("Rain fell.", 0) == (made.evidence, made.label)


def test_rounding_is_right_once_and_wrong_once() -> None:
    """12,437 is about 12,000; what is said instead is further off than rounding goes."""
    sentence = "The town has 12,437 people."
    for seed in range(30):
        right, wrong = rounding(sentence, sentence, _rng(seed))
        assert (0, 2) == (right.label, wrong.label)
        assert "12,000 people" in right.claim
        assert "12,000 people" not in wrong.claim


@pytest.mark.parametrize("sentence", ["Built in 1952.", "It has 40 rooms.", "No number here."])
def test_years_and_round_numbers_are_not_rounded(sentence: str) -> None:
    """A rounded year is another year, and 40 is round."""
    assert [] == list(rounding(sentence, sentence, _rng(0)))


@pytest.mark.parametrize(
    ("sentence", "claim", "label"),
    [
        ("The drug may be safe.", "The drug is safe.", -1),
        ("The trial proves that it works.", "The trial suggests that it works.", 0),
    ],
)
def test_surer_than_the_source_is_unsupported(sentence: str, claim: str, label: int) -> None:
    """More careful than the source is still supported."""
    made = list(hedging(sentence, sentence, _rng(0)))
    assert [(claim, label)] == [(each.claim, each.label) for each in made]


def test_padding_keeps_the_evidence_whole_and_the_length_bounded() -> None:
    """The passage stands unbroken among other sentences, and the window does not outgrow its measure."""
    filler = sentences(WINDOW) * 6
    for seed in range(30):
        made = padded(Row("A.", "Rain fell all day in the north.", 1), filler, 90, _rng(seed))
        assert "Rain fell all day in the north." in made.evidence
        assert 1 == made.label
        assert 7 < len(made.evidence.split()) <= 90


def test_a_cut_keeps_the_run_of_sentences_nearest_to_the_claim() -> None:
    """The window holds what the claim asks about, and nothing is cut inside a sentence."""
    made = cut(Row("Two villages were moved before the flood.", WINDOW, 0), 25)
    assert "Two villages were moved before the valley was flooded." in made.evidence
    assert all(part in sentences(WINDOW) for part in sentences(made.evidence))
    assert len(made.evidence.split()) <= 25


def test_a_row_that_is_held_out_itself_is_left_out() -> None:
    """Case and punctuation do not hide it; another claim about the same text stays, as the public splits have it."""
    text = "Two large villages were moved before the deep valley was flooded."
    rows = [Row("The dam is old!", text.lower(), 0), Row("New.", text, 0), Row("The dam is old.", "Other.", 0)]
    held: dict[str, object] = {"claim": "the dam is old", "evidence": text, "dataset": "wice.dev"}
    assert ["New.", "The dam is old."] == [row.claim for row in apart(rows, [held])]


def test_neighbours_share_rare_words() -> None:
    """A word that only one passage holds leads nowhere, one that two hold leads to both."""
    near = Neighbours.over(["the dam at Oxley", "a fish from Oxley", "bread and butter"])
    assert [0, 1] == sorted(near.near("Where is Oxley?"))
    assert [] == near.near("butter")


def test_a_pair_that_nobody_labelled_is_another_one() -> None:
    """Claim or text is not the row's own, both are on its subject, and no label is made up for them."""
    row, other = Row("The dam was raised in 1952.", WINDOW, 0), "The lake at Oxley is deep. A dam was raised there."
    made = [each for seed in range(40) for each in nearby(row, lambda _: [WINDOW, other], _rng(seed))]
    assert {UNLABELLED} == {each.label for each in made}
    assert (row.claim, row.evidence) not in {(each.claim, each.evidence) for each in made}
    assert {other} == {each.evidence for each in made if each.claim == row.claim and each.evidence not in WINDOW}
    assert all(each.claim in (row.claim, *sentences(other)) for each in made)
    assert 3 <= len({(each.claim, each.evidence) for each in made})


def test_alone_a_row_has_no_neighbours() -> None:
    """Without another text and with one sentence of its own a row makes no pair."""
    assert [] == [each for seed in range(9) for each in nearby(Row("A", "One.", 0), lambda _: ["One."], _rng(seed))]


def _given() -> list[Row]:
    dams = [(f"Dam{n} was finished in 19{n}.", f"Valley{n} had no dam until 19{n}. {WINDOW}") for n in range(10, 40)]
    towns = [(f"Town{n} never grew.", f"Town{n} grew fast in the years after the war.") for n in range(30)]
    return [*(Row(*each, 0) for each in dams), *(Row(*each, 2) for each in towns)]


def test_a_view_can_be_made_again() -> None:
    """One seed gives one view, another seed another."""
    store = Store.over(_given())
    one, again, other = (list(view(store, range(60), seed)) for seed in ("a", "a", "b"))
    assert one == again
    assert one != other


@pytest.mark.parametrize("name", INGREDIENTS[1:])
def test_an_ingredient_can_be_left_out(name: str) -> None:
    """What a view without it lacks is that ingredient and no other: ablations depend on it."""
    store = Store.over(_given())
    kinds = {row.kind.split("+")[0].split("-")[0] for row in view(store, range(60), "a", [name])}
    assert name not in kinds
    assert "given" in kinds


def test_a_view_of_long_texts_holds_what_people_labelled_about_them() -> None:
    """Short evidence and rows of our own making stay out; where no length is requested, all rows are in."""
    long = " ".join(["word"] * 60)
    rows = [Row("c", long, 0), Row("c", "a few words", 0), Row("c", long, 0, 0.5)]
    assert [True, False, False] == [is_labelled_about(row, 60) for row in rows]
    assert all(is_labelled_about(row, 0) for row in rows)


@pytest.mark.parametrize(
    ("sentence", "turned", "label"),
    [
        ("Smoking causes lung cancer in adults.", "Lung cancer causes smoking in adults.", UNSUPPORTED),
        ("The mill was founded by Anna Berg in 1871.", "Anna Berg was founded by the mill in 1871.", UNSUPPORTED),
        ("Larch is lighter than oak, and dries sooner.", "Oak is lighter than larch, and dries sooner.", CONTRADICTED),
        ("The rate fell from 14 to 9 within a year.", "The rate fell from 9 to 14 within a year.", CONTRADICTED),
    ],
)
def test_a_relation_is_told_as_it_stands_and_turned_round(sentence: str, turned: str, label: int) -> None:
    """The sentence itself is supported; with its sides exchanged it is not."""
    found = [(row.claim, row.label) for row in relations(sentence, sentence)]
    assert [(sentence, SUPPORTED), (turned, label)] == found


@pytest.mark.parametrize(
    "sentence", ["It causes cancer in adults.", "Not only does this reduce the risk.", "Trees grow by the road."]
)
def test_what_has_no_two_sides_is_not_turned_round(sentence: str) -> None:
    """Pronouns and half sentences have no sides that could be exchanged."""
    assert [] == list(relations(sentence, sentence))


def test_a_table_supports_one_claim_and_contradicts_its_counterfeit() -> None:
    """Both claims are about the same lines; the true one's numbers and names are there."""
    for seed in range(40):
        right, wrong = tables("Rain fell.", ["Berg", "Holm", "Lund", "Dal", "Vik"], _rng(seed))
        assert (SUPPORTED, CONTRADICTED) == (right.label, wrong.label)
        assert right.evidence == wrong.evidence
        assert right.claim != wrong.claim
        if " was " in right.claim and " than " not in right.claim:
            number = right.claim.partition(" was ")[2].split()[0].rstrip(".%")
            assert number in right.evidence


def test_a_comparison_of_two_rows_follows_their_numbers() -> None:
    """The row that is called higher has the greater number in the line that bears its name."""
    made = Table((("goals", "", 1, 60),), ("North", "South"), ((7,), (31,)))
    claims = {claim: label for seed in range(20) for claim, label in compared(made, _rng(seed))}
    assert SUPPORTED == claims["Goals was higher for South than for North."]
    assert CONTRADICTED == claims["Goals was higher for North than for South."]
    assert SUPPORTED == claims["Goals was lower for North than for South."]
