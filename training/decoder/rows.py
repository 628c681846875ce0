"""All rows as tokens: `python -m training.decoder.rows DATA TOKENIZER.json VOCABULARY.npy OUT`.

OUT gets `train_ids.npz` with `train_labels.npz` and `teacher.npy` (the logits of `taught.npz`), `extra_ids.npz` (pairs
without label or logits, for a teacher), `eval_ids.npz` with `eval.json`, and `rows.jsonl.xz`. Ids count in VOCABULARY.
"""

import json
import lzma
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from training.decoder import taught
from training.decoder.stance import small_words, stance
from training.decoder.veridicality import veridicality
from training.nearby import nearby
from training.neighbours import Neighbours
from training.rows import CONTRADICTED, NEUTRAL, SUPPORTED, UNSUPPORTED, Row, given, length, read, sentences
from training.windows import padded
from training.written import digest, written

# The new claims, in the order in which they were written: later ones come after all else, so that the rows before them,
# and what a teacher said of those, stay as they are.
WRITTEN = ("written_stance.tsv", "written_languages.jsonl")
LATER = ("written_stance_2.tsv", "written_languages_2.jsonl")
TAUGHT = Path(__file__).with_name("taught.npz")
APART = Path(__file__).parents[2] / "evals" / "believed" / "apart.txt"
MOST, MOST_OF_CLAIM = 2_500, 220  # tokens
UNKNOWN = 0  # the place of a token outside the vocabulary: an exclamation mark
HEAD, MIDDLE, TAIL = "Document: ", "\n\nClaim: ", "\n\nIs every part of the claim supported by the document?<|im_end|>"
_LABELS = {"S": SUPPORTED, "N": NEUTRAL, "C": CONTRADICTED, "P": UNSUPPORTED}
_NAMES = {SUPPORTED: "supported", NEUTRAL: "unsupported", CONTRADICTED: "contradicted", UNSUPPORTED: "partial"}
_HELD = "f"  # first digit of the passages of the new claims that only the development set has
_SYNTHETIC, _STANCE, _EXTRA = 8_000, 12_000, 60_000  # rows of these kinds
_PADDED, _PAGES = 0.25, 0.03  # shares of short passages that get other text around them
_SHORT = 140  # words
_SET = 250  # rows of a development set
_HEARD, _LONGEST_HEARD = 24, 400  # rows whose tokens are heard, and their tokens
_LEAST = 8  # words of a sentence that tells a passage


@dataclass(frozen=True, slots=True)
class Held:
    """A row of the development set, and the kind of fault in it."""

    claim: str
    evidence: str
    label: str
    dataset: str


def labelled(texts: dict[str, str], files: tuple[str, str] = WRITTEN) -> tuple[list[Row], list[Held]]:
    """Return the new claims about denied, reported, planned … things, for training and for development."""
    train: list[Row] = []
    held: list[Held] = []
    stances, languages = (Path(__file__).with_name(name) for name in files)
    for key, label, kind, claim, evidence in (*_stance_claims(texts, stances), *_language_claims(texts, languages)):
        if key.startswith(_HELD):
            held.append(Held(claim, evidence, _NAMES[_LABELS[label]], kind))
        else:
            train.append(Row(claim, evidence, _LABELS[label], 2.0, "written-stance"))
    return train, held


def _stance_claims(texts: dict[str, str], file: Path) -> Iterator[tuple[str, str, str, str, str]]:
    for line in file.read_text("utf-8").splitlines():
        key, label, kind, _, claim = line.split("|")
        if key in texts:
            yield key, label, f"stance-{kind}", claim, texts[key]


def _language_claims(texts: dict[str, str], file: Path) -> Iterator[tuple[str, str, str, str, str]]:
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        evidence = row["evidence"] or texts.get(row["digest"])
        if evidence:
            yield row["digest"], row["label"], f"language-{row['lang']}", row["claim"], evidence


def without_shared_text(rows: Iterable[Row], passages: Iterable[str]) -> list[Row]:
    """Leave out rows that have a sentence of the passages set aside."""
    apart = {key for passage in passages for key in _told_by(passage)}
    return [row for row in rows if apart.isdisjoint(_told_by(row.evidence))]


@lru_cache(maxsize=200_000)
def _told_by(passage: str) -> frozenset[str]:
    return frozenset({_plain(each) for each in sentences(passage) if length(each) >= _LEAST})


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


class Filler:
    """Other text to put around a passage: half of it on the same subject."""

    def __init__(self, texts: Sequence[str], rng: Random) -> None:
        """Index the texts."""
        self.texts, self.rng = texts, rng
        self.neighbours = Neighbours.over(texts)

    def alike(self, text: str) -> list[str]:
        """Return texts on the same subject."""
        return [self.texts[number] for number in self.neighbours.near(text)]

    def near(self, text: str) -> list[str]:
        """Return texts on the same subject that share no sentence with this one."""
        known = _told_by(text)
        return [each for each in self.alike(text) if not known & _told_by(each)]

    def around(self, row: Row) -> Row:
        """Pad some of the short passages to the length of a window, and a few to that of a page."""
        draw = self.rng.random()
        if length(row.evidence) >= _SHORT or draw > _PADDED + _PAGES:
            return row
        words = self.rng.randint(500, 1_700) if draw < _PAGES else self.rng.randint(60, 300)
        # What was cut out of a passage stands in its neighbours.
        near = self.near(row.evidence) if row.kind != "written-without" and self.rng.random() < 0.5 else []  # noqa: PLR2004
        others = [*near, *self.rng.sample(self.texts, 14 if draw < _PAGES else 3)]
        self.rng.shuffle(others)
        return padded(row, [each for text in others for each in sentences(text)], words, self.rng)


def all_rows(folder: Path, rng: Random) -> tuple[list[Row], list[Row], list[Held]]:
    """Return the rows to train on, pairs without a label, and the development set."""
    rows = given(folder)
    texts = {digest(text): text for text in sorted({row.evidence for row in rows})}
    apart = APART.read_text("utf-8").split()
    aside = [texts[key] for key in sorted(apart) if key in texts]
    train, held = labelled(texts)
    rows = without_shared_text(rows, aside)
    synthetic = [row for row in rows if row.weight == 0.5]  # noqa: PLR2004
    people = [row for row in rows if row.weight != 0.5]  # noqa: PLR2004
    small = small_words(row.evidence for row in synthetic[:20_000])
    supported = [row for row in synthetic if row.label == SUPPORTED]
    rng.shuffle(supported)
    framed = list(islice((each for row in supported for each in stance(row, small, rng)), _STANCE))
    claims = without_shared_text(written(rows), aside)
    filler = Filler(sorted({row.evidence for row in rng.sample(rows, 40_000) if length(row.evidence) > 40}), rng)  # noqa: PLR2004
    base = [*people, *rng.sample(synthetic, _SYNTHETIC), *framed, *claims]
    every = [filler.around(row) for row in [*base, *without_shared_text(train, aside)]]
    rng.shuffle(every)
    seeds = rng.sample([*people, *claims, *framed], _EXTRA)
    extra = [pair for row in seeds for pair in nearby(row, filler.alike, rng)]
    later, held_later = labelled(texts, LATER)
    every += [
        filler.around(row) for row in without_shared_text([*later, *veridicality(folder / "veridicality")], aside)
    ]
    return every, extra, [*held, *_development(folder), *held_later]


def development(folder: Path) -> list[Held]:
    """Return the development set in the order in which it is written."""
    texts = {digest(text): text for text in sorted({row.evidence for row in given(folder)})}
    return [*labelled(texts)[1], *_development(folder), *labelled(texts, LATER)[1]]


def _development(folder: Path) -> Iterator[Held]:
    """Draw at most 250 rows of each public set."""
    sets: dict[str, list[Held]] = {}
    for row in read(folder / "dev.jsonl.xz"):
        each = Held(str(row["claim"]), str(row["evidence"]), str(row["label"]), str(row["dataset"]))
        sets.setdefault(each.dataset, []).append(each)
    for name in sorted(sets):
        yield from Random(0).sample(sets[name], min(_SET, len(sets[name])))  # noqa: S311 – a fixed draw


class Ids:
    """The tokens of pairs, with the question after them."""

    def __init__(self, tokenizer: Path) -> None:
        """Load the tokenizer."""
        self.words = Tokenizer.from_file(str(tokenizer))
        self.words.no_padding()
        self.words.no_truncation()
        self.head, self.middle, self.tail = (
            np.array(self.words.encode(text).ids, np.int32) for text in (HEAD, MIDDLE, TAIL)
        )

    def of(self, pairs: Sequence[tuple[str, str]]) -> list[NDArray[np.int32]]:
        """Return the tokens of (claim, evidence) pairs; a text that occurs again is read once."""
        evidence = self._by_text({each for _, each in pairs}, MOST)
        claims = self._by_text({each for each, _ in pairs}, MOST_OF_CLAIM)
        return [
            np.concatenate([self.head, evidence[text], self.middle, claims[claim], self.tail]) for claim, text in pairs
        ]

    def _by_text(self, texts: set[str], most: int) -> dict[str, NDArray[np.int32]]:
        ordered = sorted(texts)
        found: dict[str, NDArray[np.int32]] = {}
        for start in range(0, len(ordered), 10_000):
            part = ordered[start : start + 10_000]
            rows = self.words.encode_batch([text[: most * 8] for text in part])
            found |= {text: np.array(row.ids[:most], np.int32) for text, row in zip(part, rows, strict=True)}
        return found


def _save(out: Path, name: str, ids: Sequence[NDArray[np.int32]], place: NDArray[np.int32]) -> None:
    flat = place[np.concatenate([np.zeros(0, np.int32), *ids])]
    sys.stdout.write(
        f"{name} {len(ids)} rows, {len(flat) / 1e6:.1f} million tokens, {(flat == UNKNOWN).sum()} unknown\n"
    )
    np.savez_compressed(out / f"{name}_ids.npz", ids=flat, sizes=np.array([len(each) for each in ids], np.int32))


def short_rows(path: Path) -> list[NDArray[np.int64]]:
    """Return the tokens of the first short rows of a file that `write` wrote, by which roundings are chosen."""
    arrays = np.load(path)
    ends = np.cumsum(arrays["sizes"])[: 50 * _HEARD]
    whole = [each.astype(np.int64) for each in np.split(arrays["ids"][: ends[-1]], ends[:-1])]
    return [row for row in whole if len(row) < _LONGEST_HEARD][:_HEARD]


def _pairs(rows: Iterable[Row]) -> list[tuple[str, str]]:
    return [(row.claim, row.evidence) for row in rows]


def write(folder: Path, tokenizer: Path, vocabulary: Path, out: Path) -> None:
    """Write all files."""
    out.mkdir(parents=True, exist_ok=True)
    train, extra, held = all_rows(folder, Random(11))  # noqa: S311 – a fixed draw
    known: list[bool] = (~np.isnan(taught.find(TAUGHT, _pairs(extra)).sum(1))).tolist()
    train += [row for row, is_known in zip(extra, known, strict=True) if is_known]  # labelled by the teacher alone
    extra = [row for row, is_known in zip(extra, known, strict=True) if not is_known]
    ids = Ids(tokenizer)
    train_ids = ids.of(_pairs(train))
    extra_ids = ids.of(_pairs(extra))
    eval_ids = ids.of([(each.claim, each.evidence) for each in held])
    words = np.load(vocabulary)
    place = np.full(int(words.max()) + 1, UNKNOWN, np.int32)
    place[words] = np.arange(len(words))
    for name, part in (("train", train_ids), ("extra", extra_ids), ("eval", eval_ids)):
        _save(out, name, part, place)
    np.savez(
        out / "train_labels.npz",
        labels=np.array([row.label for row in train], np.int8),
        weights=np.array([row.weight for row in train], np.float32),
    )
    np.save(out / "teacher.npy", taught.find(TAUGHT, _pairs(train)).astype(np.float16))
    (out / "eval.json").write_text(json.dumps([[each.dataset, each.label] for each in held]))
    with lzma.open(out / "rows.jsonl.xz", "wt") as stream:
        for row in (*train, *extra):
            stream.write(json.dumps([row.claim, row.evidence, row.label, row.weight, row.kind]) + "\n")


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:5]))
