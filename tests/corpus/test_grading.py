"""Compute the level of a source: its baseline, and steps down and up in every layout."""

from typing import Any

import pytest

from citevet.corpus.grading import grade_entry, grade_record
from citevet.model import Entry, Grade
from citevet.report.corpus.sources import CorpusGrades, GradedSource

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
def test_source_type_has_baseline(kind: str, level: Grade | None) -> None:
    """Journals start HIGH, forums VERY LOW; where published tables differ, the lower level is used."""
    found = grade_record({"source_type": kind})
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
def test_kind_of_evidence_changes_level(record: dict[str, Any], level: Grade) -> None:
    """A review raises a preprint, a case study or an opinion lowers it, an unknown kind does nothing."""
    assert level is grade_record({"source_type": "preprint", **record}).final


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
def test_steps_down(down: object, steps: list[tuple[str, int]]) -> None:
    """Lists, mappings and lines give the same steps; serious is one, very serious two, an unknown factor one."""
    found = grade_record({"source_type": "journal", "quality_assessment": {"downgrade_factors": down}})
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
    """Each of three factors adds one step, and no other does."""
    assert level is grade_record({"source_type": "forum", "upgrade_factors": up}).final


def test_unknown_factor_up_is_named() -> None:
    """The reasons say that it counts nothing."""
    found = grade_record({"source_type": "forum", "upgrade_factors": ["I like it"]})
    assert ("baseline VERY LOW for forum", "i like it is none of the three reasons to go up") == found.reasons


def test_sum_of_steps_is_clamped() -> None:
    """Steps are added first: one up over HIGH still balances one down."""
    high = grade_record({"source_type": "journal", "upgrade_factors": ["large effect"]})
    both = grade_record(
        {"source_type": "journal", "upgrade_factors": ["large effect"], "downgrade_factors": ["imprecision"]}
    )
    low = grade_record({"source_type": "blog", "downgrade_factors": ["imprecision", "indirectness"]})
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
def test_assessment_templates(record: dict[str, Any]) -> None:
    """The published templates and files in use give the same result."""
    found = grade_record(record)
    assert (MODERATE, LOW, LOW) == (found.baseline, found.final, found.stated)


def test_stated_level_that_differs_from_steps() -> None:
    """The reasons name both levels."""
    found = grade_record({"source_type": "preprint", "downgrade_factors": ["imprecision"], "final_grade": "HIGH"})
    assert found.stated is not found.final
    assert "the record states HIGH, its steps give LOW" == found.reasons[-1]


def test_stated_baseline_wins_over_type() -> None:
    """An assessor who calls a conference HIGH knows more than the table."""
    found = grade_record({"source_type": "conference", "quality_assessment": {"grade_baseline": "HIGH"}})
    assert (HIGH, ("baseline HIGH, as the assessor set it",)) == (found.final, found.reasons)


def test_unknown_type_has_no_level() -> None:
    """Nothing is guessed; a stated level stays."""
    found = grade_record({"source_type": "papyrus", "downgrade_factors": ["imprecision"], "grade_level": "LOW"})
    assert (None, None, LOW) == (found.baseline, found.final, found.stated)
    assert ("no baseline: nothing is known of the source type papyrus",) == found.reasons


def entry(name: str, level: Grade | None, kind: str = "journal", **metadata: object) -> Entry:
    return Entry(name, f"{name}.md", source_type=kind, grade=level, metadata=metadata)


def test_report_counts_stated_levels() -> None:
    """Entries without a level get a proposal."""
    lowered = grade_entry(entry("REF-002", HIGH, downgrade_factors=["imprecision"]))
    assert VERY_LOW is grade_entry(entry("REF-003", None, "blog")).final
    assert (HIGH, MODERATE) == (lowered.stated, lowered.final)
    graded = [
        GradedSource(entry(f"REF-00{number}", level), None, None, ())
        for number, level in enumerate((HIGH, HIGH, None, VERY_LOW))
    ]
    counts = CorpusGrades(tuple(graded)).counts
    assert {HIGH: 2, MODERATE: 0, LOW: 0, VERY_LOW: 1} == counts
    assert [HIGH, MODERATE, LOW, VERY_LOW] == list(counts)
