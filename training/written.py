"""Claims that a language model wrote about passages of the given rows, each after reading the whole passage.

`written.tsv` holds no passage, only what was written: digest of the passage, label, the sentences that the label rests
on, and the claim. Six to a passage: two that follow from it, one with a denial, true or false, one with the smallest
believable fault, one that reaches too far as those who cite do, and one of two parts. From each claim come up to three
rows: the passage whole, the sentences that matter alone, and the passage without one of those that are needed. Of
abstracts there are eight, as an expert would cite them: three that follow, three that are denied, two left open. Of
2,050 passages there are eight in pairs: a fact and its plain denial, an opposite, a denial in quite other words, a true
claim with a "not", one that is freely reworded, the same with one wrong detail, and one that reaches too far.

A label in lower case speaks of its sentences alone: what an answer engine would write with them for its footnote. What
they do not say the passage may say elsewhere, so the passage whole makes a row only where it must agree with them.

`written_long.tsv` has five claims of 30 to 75 words about each of 638 other passages: two that follow, one with one
wrong detail, one of which a part is missing, and one that turns round what the passage relates. A "not" is commoner
there among the true ones.

One passage in sixteen is held out: `python -m training.written DATA OUT.jsonl` writes its claims as labelled pairs.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from training.rows import CONTRADICTED, NEUTRAL, SUPPORTED, UNSUPPORTED, Row, given, length, sentences

FILE, LONG = (Path(__file__).with_name(name) for name in ("written.tsv", "written_long.tsv"))
_LABELS = {"S": SUPPORTED, "N": NEUTRAL, "C": CONTRADICTED, "P": UNSUPPORTED}
_WHOLE, _ALONE, _WITHOUT = 1.5, 1.0, 0.7  # weights: the first was read and labelled, the others follow from it
_FEWEST = 6  # words of a sentence that stands alone
_HELD = "0"  # first digit of the passages that no judge is trained on
_NAMES = {SUPPORTED: "supported", NEUTRAL: "neutral", CONTRADICTED: "contradicted", UNSUPPORTED: "partial"}


@dataclass(frozen=True, slots=True)
class Written:
    """One line of the file; sentences count from one."""

    passage: str
    label: int
    rests: tuple[int, ...]
    claim: str
    is_of_part: bool = False  # whether the label speaks of those sentences alone


def digest(passage: str) -> str:
    """Return what a passage is known by in the file."""
    return sha256(passage.encode()).hexdigest()[:10]


def read(lines: Iterable[str]) -> Iterator[Written]:
    """Yield the claims of a file."""
    for line in lines:
        passage, label, rests, claim = line.rstrip("\n").split("|")
        numbers = () if rests == "-" else tuple(int(each) for each in rests.split(","))
        yield Written(passage, _LABELS[label.upper()], numbers, claim, is_of_part=label.islower())


def written(rows: Iterable[Row], *files: Path) -> Iterator[Row]:
    """Yield the rows of all claims whose passage is among the given ones and not held out."""
    for each, passage in _about(rows, files or (FILE, LONG)):
        if not each.passage.startswith(_HELD):
            yield from _rows(each, passage)


def held_out(rows: Iterable[Row], *files: Path) -> Iterator[dict[str, str]]:
    """Yield the claims about passages that are held out, as labelled pairs."""
    for each, passage in _about(rows, files or (FILE, LONG)):
        if each.passage.startswith(_HELD):
            evidence = _alone(each, sentences(passage)) if each.is_of_part else passage
            yield {"dataset": "written", "claim": each.claim, "evidence": evidence, "label": _NAMES[each.label]}


def _about(rows: Iterable[Row], files: Iterable[Path]) -> Iterator[tuple[Written, str]]:
    known = {digest(text): text for text in {row.evidence for row in rows}}
    for file in files:
        with file.open(encoding="utf-8") as lines:
            yield from ((each, known[each.passage]) for each in read(lines) if each.passage in known)


def _rows(each: Written, passage: str) -> Iterator[Row]:
    yield from _of_part(each, passage) if each.is_of_part else _of_whole(each, passage)


def _of_part(each: Written, passage: str) -> Iterator[Row]:
    yield Row(each.claim, _alone(each, sentences(passage)), each.label, _WHOLE, "written-alone")
    if each.label in (SUPPORTED, CONTRADICTED):
        yield Row(each.claim, passage, each.label, _ALONE, "written")


def _of_whole(each: Written, passage: str) -> Iterator[Row]:
    yield Row(each.claim, passage, each.label, _WHOLE, "written")
    parts = sentences(passage)
    alone = _alone(each, parts)
    if each.label != NEUTRAL and length(alone) >= _FEWEST:
        yield Row(each.claim, alone, each.label, _ALONE, "written-alone")
    if each.label == SUPPORTED and len(parts) > len(each.rests):
        yield Row(each.claim, _without(parts, each), UNSUPPORTED, _WITHOUT, "written-without")


def _alone(each: Written, parts: Sequence[str]) -> str:
    return " ".join(parts[number - 1] for number in each.rests)


def _without(parts: Sequence[str], each: Written) -> str:
    """Leave out one of the sentences that are needed, another for another claim."""
    gone = each.rests[len(each.claim) % len(each.rests)]
    return " ".join(part for number, part in enumerate(parts, 1) if number != gone)


if __name__ == "__main__":
    with Path(sys.argv[2]).open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(pair) + "\n" for pair in held_out(given(Path(sys.argv[1]))))
