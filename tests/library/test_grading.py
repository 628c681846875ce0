"""How the level of a source comes about: where it starts, what takes it down and up, in every shape of notes."""

from typing import Any

import pytest

from citevet.library.grading import grade, grade_report
from citevet.model import Entry, Grade

HIGH, MODERATE, LOW, VERY_LOW = Grade.HIGH, Grade.MODERATE, Grade.LOW, Grade.VERY_LOW


@pytest.mark.parametrize(
    ("kind", "level"),
    [
        ("journal", HIGH),
        ("journal_article", HIGH),
        ("Peer-reviewed conference", HIGH),
        ("standards body", HIGH),
        ("academic_book", HIGH),
        ("conference", MODERATE),
        ("conference paper", MODERATE),
        ("preprint", MODERATE),
        ("workshop", MODERATE),
        ("book", MODERATE),
        ("trade_book", MODERATE),
        ("thesis", MODERATE),
        ("technical_report", LOW),
        ("whitepaper", LOW),
        ("blog", VERY_LOW),
        ("Blog post", VERY_LOW),
        ("forum", VERY_LOW),
        ("preprint / workshop", MODERATE),
        ("forum, thesis", MODERATE),
        ("blog, book", VERY_LOW),
        ("papyrus", None),
        ("", None),
    ],
)
def test_a_kind_of_source_has_a_baseline(kind: str, level: Grade | None) -> None:
    """Journals start HIGH and forums VERY LOW; where the published tables quarrel, the lower holds."""
    found = grade({"source_type": kind})
    assert (level, level) == (found.baseline, found.final)


@pytest.mark.parametrize(
    ("record", "level"),
    [
        ({"evidence_level": "empirical"}, MODERATE),
        ({"evidence_level": "meta-analysis"}, HIGH),
        ({"study_type": "systematic review"}, HIGH),
        ({"evidence_level": "case study"}, LOW),
        ({"evidence_level": "tutorial"}, LOW),
        ({"evidence_level": "opinion"}, VERY_LOW),
        ({"evidence_level": "a hunch"}, MODERATE),
        ({"evidence_level": 3}, MODERATE),
    ],
)
def test_the_level_of_evidence_moves_it(record: dict[str, Any], level: Grade) -> None:
    """A review lifts a preprint, a case study and an opinion lower it, and what we do not know leaves it."""
    assert level is grade({"source_type": "preprint", **record}).final


@pytest.mark.parametrize(
    ("down", "steps"),
    [
        (["imprecision"], [("imprecision", -1)]),
        (["imprecision", "indirectness"], [("imprecision", -1), ("indirectness", -1)]),
        (["very serious risk of bias"], [("risk of bias", -2)]),
        (["imprecision: very serious"], [("imprecision", -2)]),
        (["imprecision: none"], []),
        (["no serious inconsistency"], []),
        (["imprecision (no interval given)"], [("imprecision", -1)]),
        (["none"], []),
        (["imprecision", "Imprecision: very serious"], [("imprecision", -2)]),
        ("imprecision; publication bias", [("imprecision", -1), ("publication bias", -1)]),
        ({"imprecision": "serious", "indirectness": "none"}, [("imprecision", -1)]),
        ({"risk_of_bias": -2, "imprecision": 0, "total": -2}, [("risk of bias", -2)]),
        ({"methodology": 0, "directness": -1}, [("indirectness", -1)]),
        ({"imprecision": True, "inconsistency": False}, [("imprecision", -1)]),
        ({"imprecision": {"severity": "very_serious", "impact": -2}}, [("imprecision", -2)]),
        ({"indirectness": {"present": "minor", "impact": 0, "notes": "x"}}, []),
        ({"indirectness": {"present": False}}, []),
        ([{"factor": "imprecision", "severity": -1, "rationale": "small"}], [("imprecision", -1)]),
        ([{"factor": "reporting bias", "severity": "serious"}], [("publication bias", -1)]),
        ([{"imprecision": "very serious"}], [("imprecision", -2)]),
        (["no blinding at all"], [("no blinding at all", -1)]),
        (["no serious concerns", "n/a"], []),
        ({"imprecision": float("nan")}, []),
        ({"imprecision": 10**400}, [("imprecision", -2)]),
        ([["imprecision"], 7, None], []),
        (7, []),
        (None, []),
    ],
)
def test_steps_down_in_every_shape(down: object, steps: list[tuple[str, int]]) -> None:
    """Lists, mappings and lines give the same steps; serious is one, very serious two, an unknown name serious."""
    found = grade({"source_type": "journal", "quality_assessment": {"downgrade_factors": down}})
    assert steps == [(step.factor, step.change) for step in found.steps]


@pytest.mark.parametrize(
    ("up", "level"),
    [
        (["large effect"], LOW),
        (["large effect", "dose-response gradient"], MODERATE),
        (["large effect", "independent replication", "opposing confounders"], HIGH),
        ({"large_magnitude_effect": {"applies": True, "impact": 1}}, LOW),
        ({"large_magnitude_effect": {"applies": False, "impact": 0}}, VERY_LOW),
        ({"strong_effect": 2}, LOW),
        (["I like it"], VERY_LOW),
        ([], VERY_LOW),
    ],
)
def test_steps_up(up: object, level: Grade) -> None:
    """Each of three reasons lifts a forum post by one, no other does, and none by two."""
    assert level is grade({"source_type": "forum", "upgrade_factors": up}).final


def test_an_unknown_reason_to_go_up_is_named() -> None:
    """What counts nothing is said to count nothing."""
    found = grade({"source_type": "forum", "upgrade_factors": ["I like it"]})
    assert ("baseline VERY LOW for forum", "i like it is none of the three reasons to go up") == found.reasons


def test_the_sum_is_held_between_the_ends() -> None:
    """Steps add up first and are clamped then: one up over HIGH still pays for one down."""
    high = grade({"source_type": "journal", "upgrade_factors": ["large effect"]})
    both = grade({"source_type": "journal", "upgrade_factors": ["large effect"], "downgrade_factors": ["imprecision"]})
    low = grade({"source_type": "blog", "downgrade_factors": ["imprecision", "indirectness"]})
    assert (HIGH, HIGH, VERY_LOW) == (high.final, both.final, low.final)
    assert "held at HIGH, the highest level" == high.reasons[-1]
    assert "held at VERY LOW, the lowest level" == low.reasons[-1]


@pytest.mark.parametrize(
    "record",
    [
        {
            "quality_assessment": {
                "grade_baseline": "MODERATE",
                "downgrade_factors": ["imprecision"],
                "final_grade": "LOW",
            }
        },
        {
            "grade_assessment": {"baseline": "moderate", "downgrade_factors": [{"factor": "imprecision"}]},
            "grade": "low",
        },
        {
            "source_classification": {"type": "preprint", "baseline_quality": "MODERATE"},
            "downgrade_assessment": {
                "imprecision": {"severity": "serious", "impact": -1},
                "inconsistency": {"impact": 0},
            },
            "upgrade_assessment": {"large_magnitude_effect": {"applies": False, "impact": 0}},
            "final_quality": {"level": "LOW", "symbol": "⊕⊕○○"},
        },
        {"baseline_quality": "⊕⊕⊕○", "downgrade_factors": {"imprecision": {"present": True}}, "final_grade": "low"},
        {
            "quality_assessment": {"baseline_type": "preprint", "downgrade_factors": {"precision": -1}},
            "grade_level": "LOW",
        },
    ],
)
def test_assessments_of_every_template(record: dict[str, Any]) -> None:
    """The published templates and the files in use are read alike."""
    found = grade(record)
    assert (MODERATE, LOW, LOW, False) == (found.baseline, found.final, found.stated, found.differs)


def test_a_stated_level_that_its_own_steps_deny() -> None:
    """The reckoning says so, and names both."""
    found = grade({"source_type": "preprint", "downgrade_factors": ["imprecision"], "final_grade": "HIGH"})
    assert found.differs
    assert "the record states HIGH, its steps give LOW" == found.reasons[-1]


def test_the_stated_baseline_wins_over_the_kind() -> None:
    """An assessor who calls a conference HIGH knows more than the table."""
    found = grade({"source_type": "conference", "quality_assessment": {"grade_baseline": "HIGH"}})
    assert (HIGH, ("baseline HIGH, as the assessor set it",)) == (found.final, found.reasons)


def test_without_a_baseline_there_is_no_level() -> None:
    """Nothing is guessed of a source whose kind nobody knows; what was stated stays."""
    found = grade({"source_type": "papyrus", "downgrade_factors": ["imprecision"], "grade_level": "LOW"})
    assert (None, None, LOW, False) == (found.baseline, found.final, found.stated, found.differs)
    assert ("no baseline: nothing is known of the source type papyrus",) == found.reasons


def entry(name: str, level: Grade | None, kind: str = "journal", **metadata: object) -> Entry:
    return Entry(name, f"{name}.md", source_type=kind, grade=level, metadata=metadata)


def test_a_report_of_the_corpus() -> None:
    """It counts the levels, lists the ungraded with proposals, and those whose level their steps deny."""
    entries = [
        entry("REF-001", HIGH),
        entry("REF-002", HIGH, downgrade_factors=["imprecision"]),
        entry("REF-003", None, "blog"),
        entry("REF-004", VERY_LOW, "forum"),
    ]
    report = grade_report(entries)
    assert {HIGH: 2, MODERATE: 0, LOW: 0, VERY_LOW: 1} == report.counts
    assert [HIGH, MODERATE, LOW, VERY_LOW] == list(report.counts)
    assert (("REF-003",), ("REF-002",)) == (report.unassessed, report.disagreements)
    assert VERY_LOW is report.gradings["REF-003"].final
    assert (4, 0.25, False) == (report.total, report.share_unassessed, report.is_too_unassessed)


@pytest.mark.parametrize(("graded", "ungraded", "flagged"), [(7, 3, False), (6, 3, True), (0, 1, True), (0, 0, False)])
def test_more_than_thirty_percent_ungraded_is_too_many(graded: int, ungraded: int, *, flagged: bool) -> None:
    """Three of ten are borne, three of nine are not; an empty corpus lacks nothing."""
    levels = [HIGH] * graded + [None] * ungraded
    report = grade_report(entry(f"REF-{number:03}", level) for number, level in enumerate(levels))
    assert flagged == report.is_too_unassessed


def test_an_assessment_file_wins_over_the_front_matter() -> None:
    """Its factors are those that count."""
    report = grade_report([entry("REF-001", LOW)], {"REF-001": {"downgrade_assessment": {"imprecision": -2}}})
    assert (LOW, ()) == (report.gradings["REF-001"].final, report.disagreements)
