"""Sentences that readers were asked about: does this happen, if somebody knows, says, hopes or denies that it does?

`DATA/veridicality` may have `CommitmentBank-items.csv` (de Marneffe and others 2019) and
`verb_veridicality_evaluation.tsv` (Ross and Pavlick 2019). Only answers on which the readers agree become rows.
MegaVeridicality (White and Rawlins 2018) is left out: its readers take what somebody announced or posted for a fact,
so seven of eight of its frames would teach that a report is a proof.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

from training.rows import CONTRADICTED, NEUTRAL, SUPPORTED, Row

_BANK, _VERBS = "CommitmentBank-items.csv", "verb_veridicality_evaluation.tsv"
_SURE_OF_BANK, _SURE_OF_VERBS = (2.0, 0.5), (1.5, 0.5)  # mean from which readers are sure, and below which they are not
_SCATTERED = 1.5  # standard deviation of answers from -3 to 3
_KIND = "veridicality"


def veridicality(folder: Path) -> Iterator[Row]:
    """Yield the rows of the files that the folder has."""
    if (folder / _BANK).is_file():
        yield from _read_bank(folder / _BANK)
    if (folder / _VERBS).is_file():
        yield from _read_verbs(folder / _VERBS)


def _read_bank(path: Path) -> Iterator[Row]:
    for item in _read(path, ","):
        label = _label(float(item["Mean"]), *_SURE_OF_BANK)
        if label is not None and float(item["SD"]) <= _SCATTERED:
            claim = item["Prompt"][:1].upper() + item["Prompt"][1:].rstrip(" .") + "."
            yield Row(claim, f"{item['Context']} {item['Target']}".strip(), label, kind=_KIND)


def _read_verbs(path: Path) -> Iterator[Row]:
    for item in _read(path, "\t"):
        for sentence, answers in (("sentence", "turker_pos_ratings"), ("neg_sentence", "turker_neg_ratings")):
            given = [float(each) for each in item[answers].split(",")]
            label = _label(sum(given) / len(given), *_SURE_OF_VERBS)
            if label is not None and max(given) - min(given) <= 1:
                yield Row(item["complement"], item[sentence], label, kind=_KIND)


def _read(path: Path, delimiter: str) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        yield from csv.DictReader(stream, delimiter=delimiter)


def _label(mean: float, sure: float, unsure: float) -> int | None:
    """Return the label of a mean answer; none between what is certain and what is open."""
    if abs(mean) >= sure:
        return SUPPORTED if mean > 0 else CONTRADICTED
    return NEUTRAL if abs(mean) <= unsure else None
