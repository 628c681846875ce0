"""Which step loses the point: each step beside the same with its work done by an oracle.

The oracle of extraction are labels written by hand. The oracle of retrieval is the passage alone, where the product has
to find it in a document of 5,000 words.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np

from citevet.judge.calibration import Calibration
from citevet.judge.evidence import nearest_sentence
from citevet.model import Passage, Ruling, Span
from evals import contrast, extraction
from evals.measures import balanced
from evals.pairs import Labelled
from evals.scores import PASSAGES, Run, Scored, pick_passages, score_pairs

_WORDS = 5_000


def lines(
    scored: Sequence[Scored], rulings: Sequence[Ruling], run: Run, calibration: Calibration, *, keep: Path | None
) -> Iterator[str]:
    """Yield a line for each step."""
    yield f"{'step':11} {'measured on':55} {'n':>5} {'as it is':>9} {'oracle':>7}"
    expected = extraction.labels()
    actual = extraction.found({label[0] for label in expected})
    share = 100 * (expected & actual).total() / expected.total()
    yield _line("extraction", "citations of our documents, labelled by hand", expected.total(), share, 100.0)
    hidden = list(hide_pairs())
    recalled = [_is_recalled(each) for each in hidden]
    name = f"the nearest sentence of {_WORDS:,} words in {PASSAGES} passages"
    yield _line("retrieval", name, len(recalled), 100 * sum(recalled) / len(recalled), 100.0)
    found = score_pairs(hidden, run, keep=keep)
    claims = {each.claim for each in hidden}
    alone = [(each, ruling) for each, ruling in zip(scored, rulings, strict=True) if each.pair.claim in claims]
    deep = _balance(found, [each.rule(calibration) for each in found])
    plain = _balance([each for each, _ in alone], [ruling for _, ruling in alone])
    yield _line("retrieval", "contrast: hidden in a document, alone; balanced", len(found), deep, plain)
    yield _line("judge", "contrast: alone, the right verdict", len(alone), plain, 100.0)


def hide_pairs() -> Iterator[Labelled]:
    """Yield the claims of one triplet for each passage, against the passage among others."""
    first = {triplet.passage.id: triplet for triplet in reversed(contrast.load())}
    for triplet in first.values():
        text = build_document(triplet.passage)
        yield Labelled("hidden", triplet.supported, text, "supported", kind="as it stands")
        for claim in (triplet.negated, triplet.swapped):
            yield Labelled("hidden", claim, text, "contradicted", kind="negated or swapped")


def build_document(passage: contrast.Passage) -> str:
    """Return a passage among others, in an order that depends only on their ids."""
    others = [each for each in contrast.passages() if each.id != passage.id]
    others.sort(key=lambda each: sha256(f"{passage.id} {each.id}".encode()).hexdigest())
    picked, words = [passage], len(passage.text.split())
    for each in others:
        more = len(each.text.split())
        if words + more <= _WORDS:
            picked.append(each)
            words += more
    picked.sort(key=lambda each: sha256(f"{each.id} {passage.id}".encode()).hexdigest())
    return "\n\n".join(each.text for each in picked)


def _is_recalled(pair: Labelled) -> bool:
    """Check whether the sentence nearest to a claim is in the passages that are picked."""
    whole = Passage("s1", Span(0, len(pair.evidence)), pair.evidence)
    sentence = nearest_sentence(pair.claim, [whole])[0].text
    return any(sentence in each.text for each in pick_passages(pair))


def _balance(scored: Sequence[Scored], rulings: Sequence[Ruling]) -> float:
    called = np.array([ruling.support == "supported" for ruling in rulings])
    return balanced(called, np.array([each.pair.label == "supported" for each in scored]))


def _line(step: str, what: str, n: int, actual: float, oracle: float) -> str:
    return f"{step:11} {what:55} {n:5} {actual:9.1f} {oracle:7.1f}"
