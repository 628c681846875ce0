"""Where a source says the opposite of a claim, and where it only seems to."""

import pytest

from citevet.judge.polarity import compare_polarity
from citevet.model import Difference, Span

EARNED = [("comparative", "Women earned more than men", "Men earned more than women")]
LIGHTER = [("comparative", "Iron is lighter than aluminium", "Aluminium is lighter than iron")]
HIGHER = [("comparative", "Sales were higher in March than in April", "Sales were higher in April than in March")]
ALL = [("quantifier", "all", "less than half")]


def said(claim: str, evidence: str) -> list[tuple[str, str, str]]:
    found = compare_polarity(claim, evidence)
    for each in found:
        assert each.span
        assert each.claim == claim[each.span.start : each.span.end]
    return [(each.type, each.claim, each.source) for each in found]


def test_the_issue_of_tokyo() -> None:
    """A capital that is denied is a negation, with the place of the claim's words."""
    claim, source = "Tokyo is not the capital of Japan.", "Tokyo is the capital and seat of government of Japan."
    assert (Difference("negation", "not the capital", "capital", Span(9, 24)),) == compare_polarity(claim, source)
    assert () == compare_polarity("Tokyo is the capital of Japan.", source)


@pytest.mark.parametrize(
    ("claim", "evidence", "mine", "theirs"),
    [
        ("The vaccine reduced infections.", "The vaccine did not reduce infections.", "reduced", "not reduce"),
        ("The vaccine did not reduce infections.", "The vaccine reduced infections by half.", "not reduce", "reduced"),
        ("The vaccine failed to reduce infections.", "The vaccine reduced infections.", "failed to reduce", "reduced"),
        ("Unemployment did not fall in 2020.", "Unemployment fell in 2020.", "not fall", "fell"),
        ("Pain did not fall.", "There were no side effects but pain fell.", "not fall", "fell"),
        ("The drug had side effects.", "There were no side effects but pain fell.", "side", "no side"),
        ("No patients responded.", "Most patients responded to the treatment.", "No patients", "patients"),
        ("The device lacks a battery.", "The device has a battery.", "lacks a battery", "battery"),
        ("Aspirin prevents strokes.", "Aspirin doesn't prevent strokes in adults.", "prevents", "doesn't prevent"),
        ("There was a gap between the groups.", "There was no gap between the groups.", "gap", "no gap"),
        ("Writes were slower.", "Writes were neither faster nor slower.", "slower", "nor slower"),
        ("It is not the only bridge.", "It is the only bridge over the river.", "not the only bridge", "bridge"),
        ("The city pays for the scheme.", "The city pays nothing for the scheme.", "pays", "pays nothing"),
        ("Food was no dearer than a year earlier.", "Food was 6% dearer than a year earlier.", "no dearer", "dearer"),
    ],
)  # fmt: skip
def test_a_denial_on_one_side(claim: str, evidence: str, mine: str, theirs: str) -> None:
    """What one side denies and the other says is a negation, with the words of both."""
    assert [("negation", mine, theirs)] == said(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Pain fell.", "There were no side effects but pain fell."),
        ("The drug is not without risks.", "The drug has risks."),
        ("The court never failed to publish its rulings.", "The court published its rulings."),
        ("The bridge opened in 1937.", "The bridge was not opened until 1937."),
        ("The bridge was not opened until 1937.", "The bridge opened in 1937."),
        ("Not only children but also adults were tested.", "Children and adults were tested."),
        ("Ben did not found the society alone.", "Ben is a co-founder of the society, which he founded in 2019."),
        ("She was not the only writer of the film.", "The film was written by her and directed by her brother."),
        ("Exposure to NO2 may enhance the risk.", "Exposure to NO2, from traffic, may enhance the risk of asthma."),
        ("Symphony No. 5 was performed in Vienna.", "The symphony was performed in Vienna in 1808."),
        ("The price was no more than 50 euros.", "The price was 45 euros."),
        ("The plume did not hold as much as 200 kg of water.", "The plume held 155 kg of water."),
        ("The drug may not be effective.", "The drug is effective."),
        ("38% of patients did not respond.", "62% of patients responded to the treatment."),
        ("Some patients did not respond.", "Most patients responded to the treatment."),
        ("Most patients responded.", "Some patients did not respond to the treatment."),
        ("Exercise lowers the risk of stroke.", "A lack of exercise raises the risk of stroke."),
        ("Smoking increases the risk of cancer.", "Not smoking reduces the risk of cancer."),
        ("The dams lower flood peaks.", "Whether the dams lower flood peaks is not known, since no storm struck."),
        ("It may have a divider.", "It may or may not have a divider."),
        ("Unemployment did not rise in 2020.", "Unemployment fell in 2020."),
        ("The team did not win the match.", "The team lost the match."),
        ("Austerity led to insolvency.", "There is no question that austerity led to insolvency."),
        ("The mayor did not resign.", "The harbour was dredged in 1950 and the mayor opened it."),
        ("The stockings did not reduce thrombosis.", "We aimed to assess whether stockings reduce thrombosis."),
    ],
)
def test_no_denial(claim: str, evidence: str) -> None:
    """Double denials, other scopes, bounds, complements, questions and other subjects are no contradiction."""
    assert [] == [each for each in said(claim, evidence) if each[0] != "hedge"]


@pytest.mark.parametrize(
    ("claim", "evidence", "mine", "theirs"),
    [
        ("Unemployment rose in 2020.", "Unemployment fell in 2020.", "rose", "fell"),
        ("Wages rose in 2020.", "Unemployment increased in 2020 while wages fell.", "rose", "fell"),
        ("The committee rejected the proposal.", "The committee accepted the proposal.", "rejected", "accepted"),
        ("The team won the match.", "The team lost the match.", "won", "lost"),
        ("Glaciers gained mass.", "Glaciers lost mass between 2000 and 2019.", "gained", "lost"),
        ("The plan was supported by the union.", "The plan was opposed by the union.", "supported", "opposed"),
        ("The species is uncommon in Spain.", "The species is common in Spain.", "uncommon", "common"),
        ("The council allowed thatched roofs.", "The council forbade thatched roofs.", "allowed", "forbade"),
        ("The symptoms worsened.", "The symptoms improved.", "worsened", "improved"),
        ("Exports went down in May.", "Exports went up in May.", "down", "up"),
        ("The treaty was signed before the war.", "The treaty was signed after the war.", "before", "after"),
        ("The river is above the limit.", "The river is below the limit.", "above", "below"),
        # Software, law and medicine.
        ("Telemetry is enabled by default.", "Telemetry is disabled by default.", "enabled", "disabled"),
        ("The option was added in version 3.2.", "The option was removed in version 3.2.", "added", "removed"),
        ("The option was introduced in 3.2.", "The option was removed in 3.2.", "introduced", "removed"),
        ("The API is stable.", "The API is experimental.", "stable", "experimental"),
        ("The field is mandatory.", "The field is optional.", "mandatory", "optional"),
        ("Calls are synchronous.", "Calls are asynchronous by default.", "synchronous", "asynchronous"),
        ("Names are case-sensitive.", "Names are case-insensitive.", "sensitive", "insensitive"),
        ("The court affirmed the judgment.", "The court reversed the judgment.", "affirmed", "reversed"),
        ("The jury acquitted the officer.", "The jury convicted the officer.", "acquitted", "convicted"),
        ("The law is constitutional.", "The law is unconstitutional.", "constitutional", "unconstitutional"),
        ("The tumour was malignant.", "The tumour was benign.", "malignant", "benign"),
        ("It is recommended in pregnancy.", "It is contraindicated in pregnancy.", "recommended", "contraindicated"),
    ],
)
def test_opposite_directions(claim: str, evidence: str, mine: str, theirs: str) -> None:
    """Words for opposite ends of one scale, said of the same thing, are a difference of direction."""
    assert [("direction", mine, theirs)] == said(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Unemployment rose in 2020.", "Unemployment increased in 2020 while wages fell."),
        ("Prices fell.", "Prices dropped."),
        ("The heart beats less often at rest.", "The heart works more in a climb, and beats less often at rest."),
        ("Skin repair increases the risk.", "Wound cleaning decreases the risk of infections."),
        ("More than 60 games were played.", "Fewer games than usual were played in the season."),
        ("The bird lives up to 2,700 metres.", "The number of birds went down to 2,700."),
        ("The court affirmed the conviction.", "The court rejected the appeal against the conviction."),
        ("The option was removed in 4.0.", "The option was added in 3.2 and removed in 4.0."),
        ("Telemetry is not enabled by default.", "Telemetry is disabled by default."),
        ("It is not recommended in pregnancy.", "It is contraindicated in pregnancy."),
    ],
)  # fmt: skip
def test_other_directions(claim: str, evidence: str) -> None:
    """The same direction in other words, and directions of other things, are no difference."""
    assert [] == said(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("Women earned more than men.", "Men earned more than women.", EARNED),
        ("Women earned less than men.", "Men earned more than women.", []),
        ("Men earned more than women.", "Men earned more than women.", []),
        ("Iron is heavier than aluminium.", "Aluminium is lighter than iron.", []),
        ("Iron is lighter than aluminium.", "Aluminium is lighter than iron.", LIGHTER),
        ("Sales were higher in March than in April.", "Sales were higher in April than in March.", HIGHER),
        ("Sales were lower in March than in April.", "Sales were higher in April than in March.", []),
    ],
)  # fmt: skip
def test_comparisons(claim: str, evidence: str, expected: list[tuple[str, str, str]]) -> None:
    """Sides that have changed places turn a comparison round; sides and direction changed together do not."""
    assert expected == said(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("All patients recovered.", "Most patients recovered.", [("quantifier", "All", "Most")]),
        ("Most patients recovered.", "All patients recovered.", []),
        ("Some patients recovered.", "All patients recovered.", []),
        ("All patients recovered.", "Not all patients recovered.", [("quantifier", "All", "Not all")]),
        ("Few patients recovered.", "Most patients recovered.", [("quantifier", "Few", "Most")]),
        ("Most patients recovered.", "Only 20% of patients recovered.", [("quantifier", "Most", "20%")]),
        ("Most patients recovered.", "About 70% of patients recovered.", []),
        ("Nearly all patients recovered.", "A third of patients recovered.", [("quantifier", "Nearly all", "A third")]),
        ("The law always applies.", "The law sometimes applies.", [("quantifier", "always", "sometimes")]),
        ("Most members voted.", "A minority of members voted.", [("quantifier", "Most", "minority of")]),
        ("Sound does not reach any seat.", "Sound does not reach every seat.", [("quantifier", "any", "every")]),
        ("Most families have not stayed.", "Most families have stayed.", [("negation", "not stayed", "stayed")]),
        ("Age explained all the gap.", "Age explained less than half of the gap.", ALL),
        ("Minority groups were asked.", "Most groups were asked.", []),
        ("It was the most common bird.", "It was one of few common birds.", []),
        ("All members voted yes.", "All members but one voted yes.", [("quantifier", "All", "All members but one")]),
        ("All members but one voted yes.", "All members voted yes.", [("quantifier", "All members but one", "All")]),
        ("Every member voted.", "All but one of the members voted.", [("quantifier", "Every", "All but one")]),
        ("All members voted yes.", "All members except Lund voted yes.", [("quantifier", "All", "All members except")]),
        ("All members but one voted yes.", "All members except the chair voted yes.", []),
        ("Most members voted yes.", "All members but one voted yes.", []),
        ("All members voted.", "All members voted but two left early.", []),
    ],
)  # fmt: skip
def test_quantifiers(claim: str, evidence: str, expected: list[tuple[str, str, str]]) -> None:
    """Shares of one thing that cannot both be true differ; a weaker claim than the source does not."""
    assert expected == said(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("Coffee causes cancer.", "Coffee may cause cancer.", [("hedge", "Coffee causes cancer", "may")]),
        ("Tea heals.", "The study suggests that tea heals.", [("hedge", "Tea heals", "suggests")]),
        ("Coffee may cause cancer.", "Coffee may cause cancer.", []),
        ("Coffee probably causes cancer.", "Coffee may cause cancer.", []),
        ("Coffee causes cancer.", "Coffee causes cancer.", []),
        ("The shop opened in May.", "The shop opened in May 2020.", []),
        ("Weeks can be kept.", "Five weeks may be kept.", []),
        ("Coffee causes cancer.", "Coffee causes cancer, but tea may help.", []),
    ],
)  # fmt: skip
def test_reserve(claim: str, evidence: str, expected: list[tuple[str, str, str]]) -> None:
    """A reserve of the source that the claim drops is a hedge; a month, a permission and other clauses are none."""
    assert expected == said(claim, evidence)


def test_the_sentence_that_speaks_of_the_claim_counts() -> None:
    """A sentence about something else does not contradict, and one that agrees outweighs one that does not."""
    text = "The old mill was not repaired. Thefts fell in 2018. Noise rose near the station in 2018."
    assert [("direction", "rose", "fell")] == said("Thefts rose in 2018.", text)
    assert [] == said("Noise rose in 2018.", text)
    assert [] == said("The bridge was repaired.", "The harbour was not dredged. The bridge was repaired.")


def test_each_sentence_of_a_claim_is_compared() -> None:
    """The span of a difference is a place in the whole claim."""
    claim = "The hall seats 900. Thefts rose."
    (found,) = compare_polarity(claim, "The hall seats 900 people. Thefts fell.")
    assert Span(claim.index("rose"), claim.index("rose") + 4) == found.span


@pytest.mark.parametrize(
    "text", ["", " ", "?", "not", "No.", "never not no", "\x00", "수출은 늘었다.", "(((", "all of"]
)
def test_nothing_to_compare(text: str) -> None:
    """Texts without a statement give no difference on either side."""
    assert () == compare_polarity(text, "Prices did not rise.")
    assert () == compare_polarity("Prices did not rise.", text)


@pytest.mark.parametrize(
    "unit",
    ["not ", "rose ", ",", " ", "a", "more than ", "No rise. ", "all of ", "may ", '"', "rose not all more may "],
)
def test_a_megabyte_of_one_thing(unit: str) -> None:
    """Of a hostile text no more than the first pages are read."""
    text = unit * (1_000_000 // len(unit))
    pages = text[:20_000]
    assert compare_polarity(pages, pages) == compare_polarity(text, text)
    assert compare_polarity(pages[:600], pages) == compare_polarity(text[:600], text)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        # Of another part of many, of another subject, or of what somebody only held.
        ("Two villages do not have clean wells.", "Here 28 villages have clean wells; the two above the dam do not."),
        ("Six per cent were not content.", "Of those asked 91 % were content, 6 % were not and the rest had no view."),
        ("Most of the ships did not sail.", "Only three of the nine ships sailed."),
        ("Bakery sales did not fall.", "Ticket sales fell by a third, but bakery sales were unchanged."),
        ("The court held the strike to be legal.", "The court rejected the claim that the strike was illegal."),
        ("No sailor was dismissed.", "Younger sailors backed the deal. Nobody was dismissed."),
        # How much it moved is not which way; what was asked for is not what was got.
        ("Pain fell more in the walking group.", "Pain dropped by two points in the walking group."),
        ("They accepted less than they had asked for.", "They had asked for 6 % more pay and accepted 4 %."),
        # An aside behind a reserve is said without reserve.
        ("People over 75 were not studied.", "The effect may be smaller in people over 75, who were not studied."),
        ("Most of the experts did not support the ban.", "Only three of the nine experts supported the ban."),
        ("Blue Creek was the only stream without trout.", "All of the streams contained trout except Blue Creek."),
        ("Warmth predicted bleaching better than turbidity did.", "Warmth, not turbidity, predicted bleaching."),
        (
            "Three experts supported the ban, and Norway has not banned it.",
            "Norway has not banned the substance. Only three of the nine experts supported the ban.",
        ),
    ],
)
def test_what_may_be_true_beside_the_source(claim: str, evidence: str) -> None:
    """A word that is denied or turned round elsewhere in the sentence makes no difference."""
    assert [] == said(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("Bakery sales fell.", "Bakery sales were unchanged.", [("direction", "fell", "unchanged")]),
        ("Bakery sales did not fall.", "Bakery sales were unchanged.", []),
        ("The rules changed.", "The rules were unchanged.", [("direction", "changed", "unchanged")]),
        ("Young sailors opposed the deal.", "Young sailors backed the deal.", [("direction", "opposed", "backed")]),
    ],
)
def test_what_stayed_as_it_was(claim: str, evidence: str, expected: list[tuple[str, str, str]]) -> None:
    """What is unchanged has neither risen nor fallen."""
    assert expected == said(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        (
            "The headquarters moved from Basel to Zurich.",
            "Its headquarters moved from Zurich to Basel in 2011.",
            [("direction", "from Basel to Zurich", "from Zurich to Basel")],
        ),
        ("The headquarters moved from Zurich to Basel.", "Its headquarters moved from Zurich to Basel in 2011.", []),
        (
            "The ferry runs from the island to Lund.",
            "Ferries run from Lund to the island and from the island to Lund.",
            [],
        ),
    ],
)
def test_ways(claim: str, evidence: str, expected: list[tuple[str, str, str]]) -> None:
    """Who went from here to there did not go from there to here."""
    assert expected == said(claim, evidence)


def test_an_exception_at_the_end_of_the_sentence() -> None:
    """All of them is not all except one, wherever the exception stands."""
    evidence = "All of the sampled streams contained trout except Blue Creek."
    assert [("quantifier", "All")] == [
        found[:2] for found in said("All of the sampled streams contained trout.", evidence)
    ]
    assert [] == said("All of the sampled streams except Blue Creek contained trout.", evidence)
