"""`citevet models compare`: judges on the same pairs, by kind of fault, with areas and cost."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from citevet.contracts import Progress
from citevet.jobs.calibration.fit_calibration import area
from citevet.jobs.calibration.labelled_pairs import LabelledPair
from citevet.jobs.judge_claims import judge_claims
from citevet.jobs.judges import load_assessor
from citevet.model import Ruling
from citevet.records import collect_values, dataclass
from citevet.session import Session

_WARM = 1  # pair that loads what is loaded late, and is not timed


@dataclass(frozen=True, slots=True)
class JudgeAnswers:
    """The rulings of a judge on pairs, and what they cost."""

    judge: str
    pairs: Sequence[LabelledPair]
    rulings: Sequence[Ruling]
    processor: float  # seconds
    wall: float

    def share(self, labels: frozenset[str], word: str) -> tuple[int, int]:
        """Return how many pairs with one of the labels got an answer, and how many there are."""
        asked = [ruling.support for pair, ruling in zip(self.pairs, self.rulings, strict=True) if pair.label in labels]
        return asked.count(word), len(asked)  # type: ignore[arg-type]  # a word of Support

    @property
    def contradictions(self) -> tuple[int, int]:
        """How many of those called contradicted are, and how many are called so."""
        called = [pair.label for pair, ruling in self._both if ruling.support == "contradicted"]
        return called.count("contradicted"), len(called)

    @property
    def area(self) -> float:
        """How often a supported pair has the higher probability."""
        scored = [(ruling.confidence, pair.label) for pair, ruling in self._both if ruling.confidence is not None]
        chance = np.array([confidence for confidence, _ in scored], np.float64)
        return area(chance, np.array([label == "supported" for _, label in scored], np.bool_)) if scored else 0.0

    @property
    def kinds(self) -> dict[tuple[str, str], int]:
        """For each kind and label how many are answered rightly: supported, or for another label anything else."""
        right = ((pair.kind, pair.label, _is_right(pair.label, ruling)) for pair, ruling in self._both)
        return {
            key: sum(values) for key, values in collect_values(((kind, label), ok) for kind, label, ok in right).items()
        }

    @property
    def _both(self) -> Iterator[tuple[LabelledPair, Ruling]]:
        return zip(self.pairs, self.rulings, strict=True)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "judge": self.judge,
            "true_found": list(self.share(TRUE, "supported")),
            "false_supported": list(self.share(FALSE, "supported")),
            "contradicted_right": list(self.contradictions),
            "contradicted_found": list(self.share(frozenset({"contradicted"}), "contradicted")),
            "unchecked": sum(each.support == "unchecked" for each in self.rulings),
            "area": round(self.area, 2),
            "kinds": [
                {"kind": kind, "label": label, "right": right} for (kind, label), right in sorted(self.kinds.items())
            ],
            "run": {"cpu_seconds": round(self.processor, 3), "seconds": round(self.wall, 3)},
        }


TRUE = frozenset({"supported"})
FALSE = frozenset({"partial", "unsupported", "contradicted"})


def _is_right(label: str, ruling: Ruling) -> bool:
    """Return whether an answer misleads nobody: true claims are found, and no other is called supported."""
    return (ruling.support == "supported") == (label == "supported")


def compare_judges(
    judges: Sequence[str], pairs: Sequence[LabelledPair], session: Session, progress: Progress | None = None
) -> list[JudgeAnswers]:
    """Let each judge rule on all pairs; its scores are not taken from the cache, so that the cost is its own."""
    questions = [each.question() for each in pairs]
    found = []
    for judge in judges:
        assessor = load_assessor(session.with_options(no_cache=True), judge)
        judge_claims(questions[:_WARM], assessor)
        started, processor = time.perf_counter(), time.process_time()
        rulings = judge_claims(questions, assessor, progress=progress)
        spent = time.process_time() - processor, time.perf_counter() - started
        found.append(JudgeAnswers(judge, pairs, rulings, *spent))
    return found


def render_comparison(found: Sequence[JudgeAnswers]) -> Iterator[str]:
    """Yield the lines of a table with a column for each judge."""
    pairs = found[0].pairs
    width = max(12, *(len(each.judge) + 2 for each in found))
    name = max(26, *(len(f"{pair.kind} ({pair.label})") + 2 for pair in pairs))

    def line(title: str, values: Sequence[str]) -> str:
        return (f"{title:{name}}" + "".join(f"{value:>{width}}" for value in values)).rstrip()

    yield line(f"{len(pairs)} pairs", [each.judge for each in found])
    yield line("true claims found", [_share(*each.share(TRUE, "supported")) for each in found])
    yield line("false called supported", [_share(*each.share(FALSE, "supported")) for each in found])
    yield line("contradicted, right", [_share(*each.contradictions) for each in found])
    opposed = [each.share(frozenset({"contradicted"}), "contradicted") for each in found]
    yield line("contradicted, found", [_share(*each) for each in opposed])
    yield line("unchecked", [str(sum(ruling.support == "unchecked" for ruling in each.rulings)) for each in found])
    yield line("area", [f"{each.area:.1f}" for each in found])
    yield line("CPU seconds per 100", [f"{100 * each.processor / len(pairs):.1f}" for each in found])
    yield line("seconds per 100", [f"{100 * each.wall / len(pairs):.1f}" for each in found])
    yield ""
    yield line("right by kind", [each.judge for each in found])
    totals = collect_values(((pair.kind, pair.label), 1) for pair in pairs)
    for kind, label in sorted(totals):
        rights = [f"{each.kinds[kind, label]}/{len(totals[kind, label])}" for each in found]
        yield line(f"{kind or '-'} ({label})", rights)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} % ({part})" if whole else "-"
