"""Whether words claim as much as the sources behind them carry."""

import pytest

from citevet.extract import extract
from citevet.judge.strength import judge_claim_strength
from citevet.model import Claim, Difference, Entry, Existence, Grade, Judgement, Plain, Source, Span, Tie, Wording
from citevet.read import parse_text

HIGH, MODERATE, LOW, VERY_LOW = Grade.HIGH, Grade.MODERATE, Grade.LOW, Grade.VERY_LOW


def source(level: Grade | None, name: str = "REF-043") -> Source:
    return Source(name, "corpus", entry=Entry(name, f"corpus/{name}.md", grade=level))


def claim(text: str) -> Claim:
    (found, *_) = extract(parse_text(text)).claims
    return found


def judged(text: str, level: Grade | None) -> Judgement:
    """Judge the first sentence of a text against one source of a level."""
    return judge_claim_strength(claim(text), [(source(level), Judgement("k1", "c1", "REF-043", existence="found"))])[0]


@pytest.mark.parametrize(
    ("text", "level", "flags"),
    [
        ("Research demonstrates that X works [REF-043].", HIGH, ()),
        ("Research demonstrates that X works [REF-043].", MODERATE, ("overclaimed",)),
        ("Research demonstrates that X works [REF-043].", LOW, ("overclaimed",)),
        ("Research demonstrates that X works [REF-043].", VERY_LOW, ("overclaimed",)),
        ("Research suggests that X works [REF-043].", HIGH, ()),
        ("Research suggests that X works [REF-043].", MODERATE, ()),
        ("Research suggests that X works [REF-043].", LOW, ("overclaimed",)),
        ("Research suggests that X works [REF-043].", VERY_LOW, ("overclaimed",)),
        ("Limited evidence suggests that X works [REF-043].", HIGH, ("overhedged",)),
        ("Limited evidence suggests that X works [REF-043].", MODERATE, ()),
        ("Limited evidence suggests that X works [REF-043].", LOW, ()),
        ("Limited evidence suggests that X works [REF-043].", VERY_LOW, ("overclaimed",)),
        ("Anecdotal reports suggest that X works [REF-043].", HIGH, ("overhedged",)),
        ("Anecdotal reports suggest that X works [REF-043].", VERY_LOW, ()),
        ("Research proves that X works [REF-043].", HIGH, ("overclaimed",)),
        ("X works [REF-043].", VERY_LOW, ()),
        ("Research demonstrates that X works [REF-043].", None, ()),
        ("Does research demonstrate that X works [REF-043]?", LOW, ()),
    ],
)
def test_words_against_a_level(text: str, level: Grade | None, flags: tuple[str, ...]) -> None:
    """Words above the level overclaim, LOW words hedge a HIGH source needlessly, and no grade says nothing."""
    found = judged(text, level)
    assert flags == found.flags
    assert bool(flags) == bool(found.differences)


def test_the_difference_says_what_to_write_and_where() -> None:
    """It has the claim's words, the source's level, the place and the words of that level."""
    expected = Difference("strength", "Research demonstrates", "LOW", Span(0, 21), "Limited evidence suggests")
    assert (expected,) == judged("Research demonstrates that X works [REF-043].", LOW).differences
    (broken,) = judged("Research\ndemonstrates that X works [REF-043].", LOW).differences
    assert ("Research demonstrates", Span(0, 21)) == (broken.claim, broken.span)
    hedge = Difference("strength", "may", "HIGH", Span(2, 5))
    assert (hedge,) == judged("X may work [REF-043].", HIGH).differences


def test_what_was_remarked_before_stays() -> None:
    """Flags and differences of earlier stages are kept, and come first."""
    page = Difference("page", "45", "1-32")
    before = Judgement("k1", "c1", "REF-043", flags=("wrong-page",), differences=(page,))
    found = judge_claim_strength(claim("Research demonstrates that X works [REF-043]."), [(source(LOW), before)])[0]
    assert ("wrong-page", "overclaimed") == found.flags
    assert ["page", "strength"] == [difference.type for difference in found.differences]


@pytest.mark.parametrize(
    ("levels", "flags"),
    [
        ((LOW, HIGH), [(), ()]),
        ((LOW, MODERATE), [("overclaimed",), ("overclaimed",)]),
        ((LOW, None), [(), ()]),
        ((None, None), [(), ()]),
    ],
)
def test_the_best_of_several_sources_counts(
    levels: tuple[Grade | None, Grade | None], flags: list[tuple[str, ...]]
) -> None:
    """One strong source carries the claim; an ungraded one may, so nothing is said."""
    said = claim("Studies show that X works [REF-001; REF-002].")
    pairs = [
        (source(level, f"REF-00{n}"), Judgement("k1", f"c{n}", f"REF-00{n}", existence="found"))
        for n, level in enumerate(levels, 1)
    ]
    found = judge_claim_strength(said, pairs)
    assert flags == [judgement.flags for judgement in found]
    assert {"MODERATE" for flag in flags if flag} == {each.source for one in found for each in one.differences}


@pytest.mark.parametrize(("existence", "flags"), [("missing", ("overclaimed",)), ("unchecked", ())])
def test_a_missing_source_carries_nothing(existence: Existence, flags: tuple[str, ...]) -> None:
    """A source that does not exist cannot save the claim; one that was not looked up may."""
    said = claim("Studies show that X works [REF-001; REF-002].")
    weak = (source(LOW, "REF-001"), Judgement("k1", "c1", "REF-001", existence="found"))
    other = (None, Judgement("k1", "c2", existence=existence))
    assert flags == judge_claim_strength(said, [weak, other])[0].flags


def test_a_source_answers_for_its_own_clause() -> None:
    """The clause of a weak source is judged by that source, the other clause by the other."""
    text = "Studies show that moss helps [REF-001], but surveys show that it does not [REF-002]."
    said = claim(text)
    assert ["clause", "clause"] == [tie.how for tie in said.ties]
    strong = (source(HIGH, "REF-001"), Judgement("k1", "c1", "REF-001", existence="found"))
    weak = (source(LOW, "REF-002"), Judgement("k1", "c2", "REF-002", existence="found"))
    first, second = judge_claim_strength(said, [strong, weak])
    assert () == first.flags
    start = text.index("show", 40)
    assert [Span(start, start + 4)] == [difference.span for difference in second.differences]


def test_a_hostile_claim_is_judged_once_for_each_source() -> None:
    """Thousands of wordings over thousands of sources do not multiply."""
    text = "x" * 20_000
    wordings = tuple(Wording(Span(at, at + 1), "x", HIGH) for at in range(0, 20_000, 2))
    ties = tuple(Tie(f"c{number}", "sentence") for number in range(5_000))
    said = Claim("k1", Span(0, 20_000), text, Plain(text), "other", "", ties, "cited", wordings=wordings)
    pairs = [(source(LOW), Judgement("k1", f"c{number}", "REF-043")) for number in range(5_000)]
    assert 5_000 == len(judge_claim_strength(said, pairs))
