"""Statements that exclude one another, and statements that only seem to."""

import pytest

from citevet.judge.polarity import find_ends, find_lone_negation, list_pairs
from citevet.judge.support import find_differences


def differ(claim: str, evidence: str) -> list[tuple[str, str, str]]:
    """Return what differs, after checking the place of each difference."""
    found = find_differences(claim, evidence)[0]
    for each in found:
        assert each.span
        assert each.claim == claim[each.span.start : each.span.end]
    return [(each.type, each.claim, each.source) for each in found]


# What users try first.
FIRST_TRIES = [
    ("Osaka is the capital of Japan.", "Tokyo is the capital and largest city of Japan.", "name"),
    ("Osaka is the capital of Japan.", "Tokyo, officially the Tokyo Metropolis, is the capital of Japan.", "name"),
    ("The bridge is in Oslo.", "The bridge is in Bergen.", "name"),
    ("Drug B lowered mortality.", "In the trial, drug A lowered mortality by 12 %.", "name"),
    ("The phase III trial failed.", "The phase II trial failed.", "name"),
    ("Rules are in Appendix D.", "The rules are in Appendix C", "name"),
    ("The buyer bears the risk.", "The supplier bears the risk until delivery.", "direction"),
    ("The tenant pays for repairs.", "The landlord pays for repairs.", "direction"),
    ("Congress is unicameral.", "The United States Congress is a bicameral legislature.", "direction"),
    ("The population has doubled.", "The population has halved since 1990.", "number"),
    ("The sky is green.", "On a clear day the sky is blue because of scattering.", "direction"),
    ("Sales rose in May.", "Sales fell in May.", "direction"),
    ("Lung cancer causes smoking.", "Smoking causes lung cancer.", "direction"),
    ("Norvik bought Halden.", "Halden bought Norvik.", "direction"),
    ("Norvik bought Halden in 2015.", "Norvik was bought by Halden in 2015.", "direction"),
    ("Norvik was defeated by Halden.", "Halden was defeated by Norvik.", "direction"),
    ("Peter Vogel succeeded Anna Lee as director.", "Anna Lee succeeded Peter Vogel as director.", "direction"),
    ("Men recover faster than women.", "Women recover faster than men.", "direction"),
    ("All patients recovered.", "Most patients recovered.", "quantifier"),
    ("Most members voted.", "Few members voted.", "quantifier"),
    ("The bridge is not open to lorries.", "The bridge is open to lorries.", "negation"),
    ("The bridge is open to lorries.", "The bridge is not open to lorries.", "negation"),
    ("The vaccine failed to reduce infections.", "The vaccine reduced infections.", "negation"),
    ("No patients responded.", "The patients responded to the treatment.", "negation"),
]


@pytest.mark.parametrize(("claim", "evidence", "kind"), FIRST_TRIES)
def test_opposite_statements_differ(claim: str, evidence: str, kind: str) -> None:
    """Another name, party, direction, quantifier or a negation in the same place is a difference."""
    assert kind in {each[0] for each in differ(claim, evidence)}


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Tokyo is the capital of Japan.", "Tokyo is the capital and largest city of Japan."),
        ("Halden was bought by Norvik.", "Norvik bought Halden."),
        ("The Dutch firm is in Oslo.", "The firm from the Netherlands is in Oslo."),
        ("Norwegian rivers are cold.", "The rivers of Norway are cold."),
        ("The WHO advised it.", "The World Health Organization advised it."),
        ("France exports wine to Germany.", "Germany imports wine from France."),
        ("Prices did not fall.", "Prices rose."),
        ("The test was not only cheap but quick.", "The test was cheap and quick."),
        ("The dog chased the cat.", "The cat was chased by the dog."),
        ("Norvik defeated Halden in the final.", "Halden was defeated narrowly by Norvik in the final."),
        ("Halden was succeeded by Norvik.", "Norvik succeeded Halden by law."),
        ("Some patients recovered.", "Many patients recovered."),
        ("All members but one voted.", "Most members voted."),
        ("The drug helps.", "We asked whether the drug helps and found that it does not harm."),
        ("The road is less steep.", "The road is more gentle and less steep."),
        ("Drug B lowered mortality.", "Drugs A and B lowered mortality."),
        ("Type B was rare.", "Types A–C were rare."),
        ("The drug I took lowered mortality.", "In all who took the drug A lowered mortality."),
        ("Michael Fox was born.", "Michael J. Fox was born."),
        ("Nine people died in the flood.", "The flood killed nine people."),
        ("Diana wrote letters to James.", "The letters written by Diana to James were stolen."),
        ("", ""),
    ],
)
def test_compatible_statements_do_not_differ(claim: str, evidence: str) -> None:
    """The same from another side, in other forms, or in part, is not a difference."""
    assert differ(claim, evidence) == []


def test_a_hedge_of_the_source_is_reported() -> None:
    """The source says it may, the claim says it does; a claim with a hedge of its own is careful enough."""
    source = "The results suggest that the pill may lower blood pressure."
    (hedge,) = find_differences("The pill lowers blood pressure.", source)[1]
    assert (hedge.type, hedge.source) == ("hedge", "suggest")
    assert find_differences("The pill may lower blood pressure.", source)[1] == ()


def test_numbers_come_before_words() -> None:
    """One place in the claim is reported once."""
    found = differ("The fund grew by 12 % in 2019.", "The fund grew by 21 % in 2019.")
    assert found == [("number", "12 %", "21 %")]


@pytest.mark.parametrize(
    ("claim", "sentence", "negated"),
    [
        ("Trees cool.", "Trees cool the street.", None),
        ("Trees do not cool.", "Trees cool the street.", ("not cool", "")),
        ("Trees cool.", "Trees do not cool the street.", ("", "not cool")),
        ("Trees cool.", "Trees cool the street, and nobody was hurt.", None),
        ("No tree cools.", "Trees never cool.", None),
        ("Trees cool.", "Trees must cool no later than noon.", None),
    ],
)
def test_negation_on_one_side(claim: str, sentence: str, negated: tuple[str, str] | None) -> None:
    """Only a negation that reaches a word of the claim counts, and both sides are shown."""
    found = find_lone_negation(claim, sentence)
    assert negated == (found and (found.claim, found.source))


def test_the_table_of_antonyms_is_sound() -> None:
    """No word is on two ends of one axis, and forms of a word are found."""
    for one, other in list_pairs():
        assert not set(one.split()) & set(other.split())
    rose, fell = find_ends("rises"), find_ends("decreased")
    assert any(rose[axis] != fell[axis] for axis in rose.keys() & fell.keys())
    assert find_ends("table") == {}


@pytest.mark.parametrize("piece", ["not ", "all but ", "Aa Bb ", "if ", "no, ", "red blue ", "whether "])
def test_hostile_repetition_hides_no_contradiction(piece: str) -> None:
    """Ten kilobytes of one piece beside a sentence change nothing: what denies it is found, on either side."""
    text, claim = (
        f"The lake was frozen in winter.\n\n{piece * (10_000 // len(piece))}",
        "The lake was not frozen in winter.",
    )
    assert [("not frozen", "frozen")] == [(each.claim, each.source) for each in find_differences(claim, text)[0]]
    assert [("frozen", "not frozen")] == [(each.claim, each.source) for each in find_differences(text, claim)[0]]
