"""Evidence at the length the judge meets in use: short passages padded with other text, long ones cut to a window."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from training.rows import Row, content, length, sentences


def padded(row: Row, filler: Sequence[str], words: int, rng: Random) -> Row:
    """Put other text before and behind the evidence, whole sentences each, until it has about so many words."""
    room = words - length(row.evidence)
    before = int(room * rng.random())
    head = _filled(filler[: len(filler) // 2 + 1], before, from_end=True)
    tail = _filled(filler[len(filler) // 2 + 1 :], room - before, from_end=False)
    return replace(row, evidence=" ".join([*head, row.evidence, *tail]), kind=f"{row.kind}+padded")


def _filled(filler: Sequence[str], words: int, *, from_end: bool) -> list[str]:
    taken: list[str] = []
    for sentence in reversed(filler) if from_end else filler:
        words -= length(sentence)
        if words < 0:
            break
        taken.append(sentence)
    return taken[::-1] if from_end else taken


def cut(row: Row, words: int) -> Row:
    """Keep the run of sentences, at most so many words long, that shares most words with the claim."""
    parts, wanted = sentences(row.evidence), content(row.claim)
    runs = [_run(parts, start, words) for start in range(len(parts))]
    best = max(runs, key=lambda run: len(wanted & content(run)), default=row.evidence)
    return replace(row, evidence=best, kind=f"{row.kind}+cut")


def _run(parts: Sequence[str], start: int, words: int) -> str:
    taken = [parts[start]]
    used = length(parts[start])
    for sentence in parts[start + 1 :]:
        used += length(sentence)
        if used > words:
            break
        taken.append(sentence)
    return " ".join(taken)


def covers(text: str, claim: str, share: float = 0.5) -> bool:
    """Tell whether a text holds so many of the claim's words that it may bear on it."""
    wanted = content(claim)
    return len(wanted & content(text)) > share * len(wanted)
