"""The five reasons to go down and the three to go up, in every shape in which assessors write them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from re import compile as pattern
from typing import Any

_MOST = 50  # factors that are read of one list; there are eight

# The names of GRADE, and the names that the published templates and older notes have for them.
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
_DOWN_FIRST = ("publication bias", "reporting bias", "selective reporting")  # before "bias" is taken for the first

_NOTHING = r"(?:none|no|not|non|without|false|absent|minor|negligible|unlikely|undetected|n/?a|low|0)"
# "no serious concerns", "imprecision: none"; but not "imprecision (no interval given)".
_NONE = pattern(rf"^\W*{_NOTHING}\b|[:=(]\s*{_NOTHING}(?: serious| risk)?\W*$")
_NO_COMPLAINT = pattern(r"\b(?:concerns?|limitations?|issues?|applicable|downgrades?|factors?|n a|none|known)\b")
_VERY = pattern(r"\b(?:very|critical|severe|extreme(?:ly)?|two levels)\b|[-−]\s?2\b")
_SIZE = ("impact", "severity", "level", "change", "applies", "present", "value", "score")
_SILENT = frozenset({"total", "notes", "note", "rationale", "comment", "comments", "reasons", "summary"})
_WORDS = pattern(r"[^a-z]+")


@dataclass(frozen=True, slots=True)
class Step:
    """One reason to go down or up."""

    factor: str
    change: int  # −2 to +1
    reason: str  # "very serious imprecision: -2"


def steps_down(written: object) -> tuple[Step, ...]:
    """Return the steps down; a factor without a size, or with a name that we do not know, counts as serious."""
    found: dict[str, int] = {}
    for name, size in _factors(written):
        factor = _down_name(name) or name
        found[factor] = max(found.get(factor, 0), _severity(size) or _in_words(name, size))
    return tuple(_down(factor, size) for factor, size in found.items() if size)


def steps_up(written: object) -> tuple[tuple[Step, ...], tuple[str, ...]]:
    """Return the steps up, and the names that are none of the three and therefore count nothing."""
    found: dict[str, int] = {}
    unknown: dict[str, None] = {}
    for name, size in _factors(written):
        rises = bool(_severity(size))
        factor = _known(name, _UP)
        if factor is None and rises:
            unknown[name] = None
        elif factor is not None:
            found[factor] = max(found.get(factor, 0), int(rises))
    return tuple(Step(factor, 1, f"{factor}: +1") for factor, size in found.items() if size), tuple(unknown)


def _in_words(name: str, size: object) -> int:
    """Return a serious step for a complaint in free words: "no blinding at all" does not deny a factor."""
    free = isinstance(size, str) and _spoken(size) == name and _down_name(name) is None
    return int(free and not _NO_COMPLAINT.search(name))


def _down(factor: str, size: int) -> Step:
    return Step(factor, -size, f"{'very serious' if size > 1 else 'serious'} {factor}: -{size}")


def _factors(written: object) -> Iterator[tuple[str, Any]]:
    """Yield name and size of each factor of a list, a mapping or a line; the size of a mere name is itself."""
    if isinstance(written, str):
        written = written.replace(";", ",").split(",")
    if isinstance(written, Mapping):
        yield from _pairs(written.items())
    elif isinstance(written, (list, tuple)):
        for item in islice(written, _MOST):
            if isinstance(item, Mapping):
                yield from _mapped(item)
            elif isinstance(item, str):
                yield from _pairs([(item, item)])


def _mapped(item: Mapping[Any, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the factor of `{factor: imprecision, severity: serious}`, or those of `{imprecision: serious}`."""
    name = next((item[key] for key in ("factor", "name", "type") if isinstance(item.get(key), str)), None)
    yield from _pairs(item.items() if name is None else [(name, item)])


def _pairs(items: Iterable[tuple[Any, Any]]) -> Iterator[tuple[str, Any]]:
    for key, size in islice(items, _MOST):
        name = _spoken(str(key))
        if name and name not in _SILENT and name != "none":
            yield name, size


def _spoken(written: str) -> str:
    return _WORDS.sub(" ", written[:200].lower()).strip()


def _down_name(name: str) -> str | None:
    if any(word in name for word in _DOWN_FIRST):
        return "publication bias"
    return _known(name, _DOWN)


def _known(name: str, table: Mapping[str, tuple[str, ...]]) -> str | None:
    return next((factor for factor, others in table.items() if any(word in name for word in (factor, *others))), None)


def _severity(size: object) -> int:
    """Return 0, 1 or 2 for a number, a truth value, a phrase, or a mapping with one of these in it."""
    if isinstance(size, Mapping):
        size = next((size[key] for key in _SIZE if size.get(key) is not None), "serious")
    if isinstance(size, (bool, int, float)):
        return 0 if size != size else min(round(min(abs(size), 2)), 2)  # noqa: PLR0124 -- not a number
    text = str(size)[:200].lower().strip()
    if _NONE.search(text):
        return 0
    return 2 if _VERY.search(text) else 1
