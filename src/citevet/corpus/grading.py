"""Compute the GRADE level of a source: a baseline by its type, then steps down and up."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from math import isnan
from typing import Any

from citevet.model import Entry, Grade
from citevet.records import dataclass

# The types to choose from; others, such as `peer-reviewed journal`, are more specific.
SOURCE_TYPES = (
    *("journal", "conference", "workshop", "preprint", "book", "book chapter", "thesis", "standard", "statute"),
    *("report", "technical report", "white paper", "documentation", "news", "case study", "website", "blog", "video"),
)
# The published tables agree on journals, preprints, workshops, standards, white papers and forums. Where they differ,
# the lower level is used: a plain conference, a technical report, a book, a blog. A more specific name
# ("peer-reviewed", "top", "academic") has its own level. The longest name in a type decides, then the lower level.
_BASELINES = {
    Grade.HIGH: (
        "journal, journal article, peer reviewed, peer reviewed journal, peer reviewed conference, top conference,"
        " top tier conference, conference top tier, systematic review, meta analysis, standard, standards body,"
        " official standard, rfc, academic book, university press, statute, official statistics"
    ),
    Grade.MODERATE: (
        "conference, conference paper, proceedings, inproceedings, preprint, arxiv, workshop, workshop paper, book,"
        " textbook, book chapter, trade book, thesis, dissertation, phd thesis, government report"
    ),
    Grade.LOW: (
        "technical report, tech report, report, industry report, white paper, whitepaper, documentation, magazine,"
        " trade magazine, newspaper, news, case study, master thesis"
    ),
    Grade.VERY_LOW: (
        "blog, blog post, weblog, forum, forum post, social media, tweet, video, podcast, website, web page, wiki,"
        " personal communication, opinion, marketing"
    ),
}
_BASELINE_BY_NAME = {name.strip(): level for level, names in _BASELINES.items() for name in names.split(",")}
_KOREAN_TYPES = frozenset("학술지 논문지 학술대회 프리프린트 단행본 학위논문 보고서 표준 법령".split())
# Steps for the kind of evidence, by the flows schema.
_EVIDENCE = {
    "empirical": 0,
    "experiment": 0,
    "systematic review": 1,
    "meta analysis": 1,
    "case study": -1,
    "case series": -1,
    "tutorial": -1,
    "opinion": -2,
    "editorial": -2,
    "commentary": -2,
}
_NO_LETTERS = re.compile(r"[^a-z]+")

# The factors of GRADE, and the names that published templates and older notes use for them.
_DOWN = {
    "risk of bias": ("bias", "methodology", "methodological", "study limitations"),
    "inconsistency": ("consistency", "heterogeneity", "inconsistent"),
    "indirectness": ("directness", "indirect"),
    "imprecision": ("precision", "small sample", "imprecise"),
    "publication bias": ("reporting bias", "selective reporting"),
}
_UP = {
    "large effect": ("large magnitude", "strong effect", "effect size", "magnitude"),
    "dose response": ("replication", "replicated", "gradient"),
    "confounding": ("confounders", "confounder", "conservative"),
}
_PUBLICATION_BIAS = ("publication bias", "reporting bias", "selective reporting")  # tried before plain "bias"
_MAX_FACTORS = 50  # read from one list; GRADE has eight
_NOTHING = r"(?:none|no|not|non|without|false|absent|minor|negligible|unlikely|undetected|n/?a|low|0)"
# "no serious concerns", "imprecision: none"; but not "imprecision (no interval given)".
_NONE = re.compile(rf"^\W*{_NOTHING}\b|[:=(]\s*{_NOTHING}(?: serious| risk)?\W*$")
_NO_COMPLAINT = re.compile(r"\b(?:concerns?|limitations?|issues?|applicable|downgrades?|factors?|n a|none|known)\b")
_VERY = re.compile(r"\b(?:very|critical|severe|extreme(?:ly)?|two levels)\b|[-−]\s?2\b")
_SIZE_KEYS = ("impact", "severity", "level", "change", "applies", "present", "value", "score")
_IGNORED_KEYS = frozenset({"total", "notes", "note", "rationale", "comment", "comments", "reasons", "summary"})

# Keys of an assessment, the most specific first.
_NESTED_KEYS = ("quality_assessment", "grade_assessment", "source_classification", "source_metadata")
_BASELINE_KEYS = ("grade_baseline", "baseline_quality", "baseline_grade", "baseline")
_DOWN_KEYS = ("downgrade_factors", "downgrade_assessment", "downgrades")
_UP_KEYS = ("upgrade_factors", "upgrade_assessment", "upgrades")
_FINAL_KEYS = ("final_grade", "final_quality", "grade_level", "grade_rating", "grade")
_TYPE_KEYS = ("source_type", "publication_type", "baseline_type", "type")
_EVIDENCE_KEYS = ("evidence_level", "evidence_type", "study_type", "study_design")


@dataclass(frozen=True, slots=True)
class GradeStep:
    """One reason to go down or up."""

    factor: str
    change: int  # −2 to +1
    reason: str  # "very serious imprecision: -2"


@dataclass(frozen=True, slots=True)
class Grading:
    """The computed level of a source, its reasons, and the level that the record states."""

    baseline: Grade | None  # None: neither the assessor nor the type of the source gives one
    steps: tuple[GradeStep, ...] = ()
    final: Grade | None = None  # baseline and steps, clamped
    stated: Grade | None = None
    reasons: tuple[str, ...] = ()  # a clause each, in the order of the computation


def grade_entry(entry: Entry) -> Grading:
    """Grade an entry by its assessment file, and where that says nothing by its front matter."""
    record = {**_flatten(entry.metadata), **_flatten(entry.assessment)}
    return grade_record(record, source_type=entry.source_type, stated=entry.grade)


def grade_record(record: Mapping[str, Any], *, source_type: str | None = None, stated: Grade | None = None) -> Grading:
    """Compute the level of a front matter or assessment; `stated` is the level already read from it."""
    flat = _flatten(record)
    baseline, why = _baseline(flat, source_type)
    stated = stated or _first_grade(flat, _FINAL_KEYS)
    if baseline is None:
        return Grading(None, stated=stated, reasons=(why,))
    steps, remarks = _read_steps(flat)
    total = baseline + sum(step.change for step in steps)
    final = Grade(min(max(total, Grade.VERY_LOW), Grade.HIGH))
    reasons = [why, *(step.reason for step in steps), *remarks]
    if total != final:
        reasons.append(f"held at {final}, the {'highest' if final is Grade.HIGH else 'lowest'} level")
    if stated is not None and stated is not final:
        reasons.append(f"the record states {stated}, its steps give {final}")
    return Grading(baseline, steps, final, stated, tuple(reasons))


def is_known_type(written: str) -> bool:
    """Check whether a source type is a known one, in any spelling."""
    return _level_of_type(written) is not None or any(word in _KOREAN_TYPES for word in written.split())


def _flatten(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record with its known nested mappings merged in; nested values win."""
    flat = dict(record)
    for name in _NESTED_KEYS:
        nested = record.get(name)
        if isinstance(nested, Mapping):
            flat.update(nested)
    return flat


def _baseline(flat: Mapping[str, Any], source_type: str | None) -> tuple[Grade | None, str]:
    given = _first_grade(flat, _BASELINE_KEYS)
    if given is not None:
        return given, f"baseline {given}, as the assessor set it"
    named = [str(flat[key])[:200] for key in _TYPE_KEYS if isinstance(flat.get(key), str)]
    for name in (*named, *([source_type] if source_type else [])):
        level = _level_of_type(name)
        if level is not None:
            return level, f"baseline {level} for {name}"
    return None, f"no baseline: nothing is known of the source type {named[0]}" if named else "no source type is given"


def _first_grade(flat: Mapping[str, Any], keys: Iterable[str]) -> Grade | None:
    values = map(flat.get, keys)
    levels = (Grade.of(each.get("level", "") if isinstance(each, Mapping) else each) for each in values)
    return next((level for level in levels if level is not None), None)


def _level_of_type(written: str) -> Grade | None:
    """Return the baseline of a source type: `peer_reviewed_conference`, `Blog post`, `@inproceedings`."""
    found = _names_in(written, _BASELINE_BY_NAME)
    longest = max(map(len, found), default=0)
    return min((_BASELINE_BY_NAME[name] for name in found if len(name) == longest), default=None)


def _names_in(written: str, names: Iterable[str]) -> list[str]:
    """Return the names that a text contains as whole words."""
    words = f" {_NO_LETTERS.sub(' ', written[:200].lower())} "
    return [name for name in names if f" {name} " in words or f" {name}s " in words]


def _read_steps(flat: Mapping[str, Any]) -> tuple[tuple[GradeStep, ...], list[str]]:
    """Return the steps for the kind of evidence, down and up, and remarks on factors not counted."""
    kind = next((flat[key] for key in _EVIDENCE_KEYS if isinstance(flat.get(key), str)), "")
    kinds = _names_in(kind, _EVIDENCE)
    evidence = min(kinds, key=lambda name: (_EVIDENCE[name], name), default="empirical")
    change = _EVIDENCE[evidence]
    down = _steps_down(next((flat[key] for key in _DOWN_KEYS if flat.get(key)), None))
    up, uncounted = _steps_up(next((flat[key] for key in _UP_KEYS if flat.get(key)), None))
    steps = (*([GradeStep(evidence, change, f"{evidence}: {change:+d}")] if change else []), *down, *up)
    return steps, [f"{name} is none of the three reasons to go up" for name in uncounted]


def _steps_down(written: object) -> Iterator[GradeStep]:
    """Yield the steps down; a factor without a size or with an unknown name counts as serious."""
    found: dict[str, int] = {}
    for name, size in _factors(written):
        is_publication_bias = any(word in name for word in _PUBLICATION_BIAS)
        known = "publication bias" if is_publication_bias else _find_factor(name, _DOWN)
        severity = _severity(size)
        # A complaint in free words, such as "no blinding at all", does not deny a factor.
        if not severity and known is None and isinstance(size, str) and _factor_name(size) == name:
            severity = int(not _NO_COMPLAINT.search(name))
        factor = known or name
        found[factor] = max(found.get(factor, 0), severity)
    for factor, size in found.items():
        if size:
            yield GradeStep(factor, -size, f"{'very serious' if size > 1 else 'serious'} {factor}: -{size}")


def _steps_up(written: object) -> tuple[tuple[GradeStep, ...], tuple[str, ...]]:
    """Return the steps up, and the names that are none of the three factors and count nothing."""
    found: dict[str, int] = {}
    unknown: dict[str, None] = {}
    for name, size in _factors(written):
        rises = bool(_severity(size))
        factor = _find_factor(name, _UP)
        if factor is None and rises:
            unknown[name] = None
        elif factor is not None:
            found[factor] = max(found.get(factor, 0), int(rises))
    return tuple(GradeStep(factor, 1, f"{factor}: +1") for factor, size in found.items() if size), tuple(unknown)


def _factors(written: object) -> Iterator[tuple[str, Any]]:
    """Yield name and size of each factor of a list, a mapping or a line; the size of a bare name is the name."""
    if isinstance(written, str):
        written = written.replace(";", ",").split(",")
    if isinstance(written, Mapping):
        yield from _named_sizes(written.items())
    elif isinstance(written, (list, tuple)):
        for item in islice(written, _MAX_FACTORS):
            if isinstance(item, Mapping):
                # Either `factor: imprecision, severity: serious` or `imprecision: serious`.
                name = next((item[key] for key in ("factor", "name", "type") if isinstance(item.get(key), str)), None)
                yield from _named_sizes(item.items() if name is None else [(name, item)])
            elif isinstance(item, str):
                yield from _named_sizes([(item, item)])


def _named_sizes(items: Iterable[tuple[Any, Any]]) -> Iterator[tuple[str, Any]]:
    for key, size in islice(items, _MAX_FACTORS):
        name = _factor_name(str(key))
        if name and name not in _IGNORED_KEYS and name != "none":
            yield name, size


def _factor_name(written: str) -> str:
    return _NO_LETTERS.sub(" ", written[:200].lower()).strip()


def _find_factor(name: str, table: Mapping[str, tuple[str, ...]]) -> str | None:
    return next((factor for factor, others in table.items() if any(word in name for word in (factor, *others))), None)


def _severity(size: object) -> int:
    """Return 0, 1 or 2 for a number, a boolean, a phrase, or a mapping that has one of these."""
    if isinstance(size, Mapping):
        size = next((size[key] for key in _SIZE_KEYS if size.get(key) is not None), "serious")
    if isinstance(size, (bool, int, float)):
        return 0 if isinstance(size, float) and isnan(size) else round(min(abs(size), 2))
    text = str(size)[:200].lower().replace("_", " ").strip()
    if _NONE.search(text):
        return 0
    return 2 if _VERY.search(text) else 1
