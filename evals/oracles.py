"""Who loses the point: each stage beside the same with its work done by an oracle.

An oracle of retrieval is the evidence that people marked, or the passage alone; an oracle of extraction are labels
written by hand. What is lost with all of them in place is the judge's.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from citevet.judge.calibration import Calibration
from evals import buried, extraction
from evals.measures import Truths, balanced
from evals.verdicts import rulings
from evals.weighed import WINDOWS, Run, Weighed, weighed


def lines(
    found: Sequence[Weighed], called: Truths, *, run: Run, curve: Calibration, kept: Path | None = None
) -> Iterator[str]:
    """Yield a line for each stage; `called` are the pairs that were called supported, `kept` holds earlier logits."""
    yield f"{'stage':11} {'what it is held against':55} {'n':>5} {'as it is':>9} {'oracle':>7}"
    yield _line("extraction", "citations of our documents, labelled by hand", *_extracted())
    yield from _recalled()
    yield from _whole_against_gold(found, called)
    yield from _buried_against_alone(found, run, curve, kept=kept)


def _line(stage: str, what: str, n: int, is_so: float, oracle: float) -> str:
    return f"{stage:11} {what:55} {n:5} {is_so:9.1f} {oracle:7.1f}"


def _extracted() -> tuple[int, float, float]:
    expected = extraction.labels()
    actual = extraction.found({label[0] for label in expected})
    return expected.total(), 100 * (expected & actual).total() / expected.total(), 100.0


def _recalled() -> Iterator[str]:
    """Yield how often the nearest sentence of a buried passage is in the windows that a claim is judged on."""
    places = [each.place for each in buried.found(most=WINDOWS)]
    for most in (1, WINDOWS):
        share = 100 * sum(place is not None and place < most for place in places) / len(places)
        name = f"the nearest sentence of 5,000 words in {most} window{'s' * (most > 1)}"
        yield _line("retrieval", name, len(places), share, 100.0)


def _whole_against_gold(found: Sequence[Weighed], called: Truths) -> Iterator[str]:
    """Yield for each set that comes with marked evidence as well what the judge makes of both, for the same claims."""
    names = dict.fromkeys(each.pair.set for each in found)
    for name in names:
        gold = name.replace(".", "_oracle.", 1)
        if gold != name and gold in names:
            rows = [_rows(found, each) for each in (name, gold)]
            shared = set(rows[0]) & set(rows[1])
            whole, best = (balanced(*_judged(found, called, _chosen(each, shared))) for each in rows)
            yield _line("retrieval", f"{name}: whole pages, marked evidence; balanced", len(shared), whole, best)
            yield _line("retrieval", f"{name}: marked lines in {WINDOWS} windows", *_marked(found, rows))


def _rows(found: Sequence[Weighed], name: str) -> Mapping[str, list[int]]:
    by_claim = defaultdict(list)
    for at, each in enumerate(found):
        if each.pair.set == name:
            by_claim[each.pair.claim].append(at)
    return by_claim


def _chosen(rows: Mapping[str, list[int]], claims: set[str]) -> list[int]:
    return [at for claim in sorted(claims) for at in rows[claim]]


def _judged(found: Sequence[Weighed], called: Truths, rows: Sequence[int]) -> tuple[Truths, Truths]:
    return called[list(rows)], np.array([found[at].pair.label == "supported" for at in rows])


def _marked(found: Sequence[Weighed], rows: Sequence[Mapping[str, list[int]]]) -> tuple[int, float, float]:
    """Return how many lines are marked, and the share of them in the windows; a marked one is in every draw."""
    held = total = 0
    for claim, draws in rows[1].items():
        texts = [set(found[at].pair.evidence.splitlines()) for at in draws]
        marked = set.intersection(*texts) if len(texts) > 1 else set()
        if claim in rows[0]:
            read = "\n".join(passage.text for at in rows[0][claim] for passage in found[at].read)
            held += sum(line.strip() in read for line in marked)
            total += len(marked)
    return total, 100 * held / max(total, 1), 100.0


def _buried_against_alone(
    found: Sequence[Weighed], run: Run, curve: Calibration, *, kept: Path | None
) -> Iterator[str]:
    """Yield how the whole judge rules on claims before their passage alone, and before a long document with it."""
    deep, _ = weighed(list(buried.pairs()), run, kept=kept)
    wanted = Counter(each.pair.claim for each in deep)
    alone = [each for each in found if each.pair.set == "contrast" and each.pair.claim in wanted]
    right = [_right(each, curve) for each in (deep, alone)]
    yield _line("retrieval", "contrast: buried in 5,000 words, alone; balanced", len(deep), *right)
    yield _line("judge", "contrast: alone, the right verdict", len(alone), right[1], 100.0)


def _right(found: Sequence[Weighed], curve: Calibration) -> float:
    said = np.array([ruling.support == "supported" for ruling in rulings(found, curve)])
    return balanced(said, np.array([each.pair.label == "supported" for each in found]))
