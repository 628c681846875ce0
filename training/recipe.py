"""The training rows: given ones at the lengths met in use, and new ones made from them, one file per ingredient.

`python -m training.recipe FOLDER` shows examples and counts; training.encode turns whole views of the data into tokens.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from training.compound import compound
from training.corruptions import changes, names_in
from training.hedging import hedging
from training.nearby import nearby
from training.neighbours import Neighbours
from training.relations import relations
from training.rounding import rounding
from training.rows import SUPPORTED, UNSUPPORTED, Row, given, length, sentences
from training.spread import spread
from training.tables import tables
from training.windows import covers, cut, padded

WINDOW = 180  # words of a window in use
_SHORT = 90  # evidence that leaves room for a second one in the window
INGREDIENTS = (
    "padding",
    "corruption",
    "compound",
    "hard",
    "spread",
    "rounding",
    "hedging",
    "relations",
    "tables",
    "nearby",
)
GIVEN, WRITTEN = -1, -2  # rows that no ingredient made
UNTOLD = ("nearby",)  # made without a label: only a teacher can tell what they teach
# How often an ingredient is made from a row that allows it. Faults of our own making teach their maker's habits too:
# with half of all true claims corrupted, one teacher lost four points on SciFact and won two on our triplets.
_OFTEN = {
    "corruption": 0.15, "compound": 0.7, "hard": 0.4, "spread": 0.2,
    "rounding": 0.04, "hedging": 0.04, "relations": 0.6, "tables": 0.012, "nearby": 0.6,
}  # fmt: skip
_SYNTHETIC, _KEPT = 0.5, 0.55  # weight of the given synthetic rows, and the share of them that a view keeps


@dataclass(frozen=True, slots=True)
class Store:
    """The given rows, and ways from one to others."""

    rows: list[Row]
    texts: list[str]  # each evidence once
    near: Neighbours
    asked: dict[str, set[str]]  # claim → evidence it was labelled against
    at: dict[str, list[int]]  # evidence → its rows
    pools: dict[int, list[int]]  # label → human-labelled rows of short evidence

    @classmethod
    def over(cls, rows: list[Row]) -> "Store":
        """Index the rows."""
        asked: defaultdict[str, set[str]] = defaultdict(set)
        at: defaultdict[str, list[int]] = defaultdict(list)
        pools: defaultdict[int, list[int]] = defaultdict(list)
        for number, row in enumerate(rows):
            asked[row.claim].add(row.evidence)
            at[row.evidence].append(number)
            if row.weight >= 1 and 8 <= length(row.evidence) <= _SHORT:  # noqa: PLR2004 - a scrap says nothing
                pools[row.label].append(number)
        texts = list(at)
        return cls(rows, texts, Neighbours.over(texts), dict(asked), dict(at), dict(pools))


def view(store: Store, numbers: Sequence[int], seed: str, without: Sequence[str] = ()) -> Iterator[Row]:
    """Yield the rows made from some of the given ones; another seed gives another view of the same data."""
    rng = Random(seed)  # noqa: S311 - data, not secrets
    for number in numbers:
        row = store.rows[number]
        if row.weight != _SYNTHETIC or rng.random() < _KEPT:
            yield row if "padding" in without else _lengthened(store, row, rng)
        for name in INGREDIENTS[1:]:
            if name not in without and rng.random() < _OFTEN[name]:
                yield from _made(name, store, row, rng)


def is_labelled_about(row: Row, words: int) -> bool:
    """Tell the rows that people labelled about texts of so many words; where none is requested, all rows."""
    return not words or (row.weight > _SYNTHETIC and length(row.evidence) >= words)


def _made(name: str, store: Store, row: Row, rng: Random) -> Iterator[Row]:
    if name in ("spread", "rounding", "hedging", "relations"):
        made = _from_text(name, row.evidence, rng)
    elif name == "nearby":
        made = nearby(row, lambda text: [store.texts[number] for number in store.near.near(text)], rng)
    elif name == "tables":
        made = tables(row.evidence if length(row.evidence) <= _SHORT else "", _names(store, rng), rng)
    elif row.weight < 1 or row.label != SUPPORTED:
        return
    else:
        maker = {"corruption": _corrupted, "compound": _compounded, "hard": _hard}[name]
        made = maker(store, row, rng)
    for each in made:
        yield _lengthened(store, each, rng)


def _lengthened(store: Store, row: Row, rng: Random) -> Row:
    """Bring a row's evidence towards the length of a window, often enough that neither length is a hint."""
    words = length(row.evidence)
    if words > 1.4 * WINDOW:
        return cut(row, WINDOW) if rng.random() < 0.5 else row  # noqa: PLR2004
    if words > 0.8 * WINDOW or rng.random() > (0.55 if words >= 12 else 0.15):  # noqa: PLR2004 - captions stay short
        return row
    return padded(row, _filler(store, row, rng), rng.randint(words + 10, WINDOW + 10), rng)


def _filler(store: Store, row: Row, rng: Random) -> list[str]:
    """Return sentences from elsewhere, half the time on the same subject, none of which bears on the claim."""
    near = store.near.near(row.evidence) if rng.random() < 0.5 else []  # noqa: PLR2004
    numbers = [*rng.sample(near, min(len(near), 2)), *(rng.randrange(len(store.texts)) for _ in range(4))][:4]
    texts = [store.texts[number] for number in numbers]
    able = [text for text in texts if text != row.evidence and not covers(text, row.claim, 0.4)]
    return [sentence for text in able for sentence in sentences(text)]


def _names(store: Store, rng: Random) -> list[str]:
    return [name for _ in range(4) for name in names_in(rng.choice(store.texts))]


def _corrupted(store: Store, row: Row, rng: Random) -> Iterator[Row]:
    names = names_in(rng.choice(store.texts)) + names_in(row.evidence)
    if options := changes(row.claim, rng, names):
        others = [each for each in options if each.kind != "negation"]  # the only kind that nearly every claim allows
        change = rng.choice(others if others and rng.random() < 0.6 else options)  # noqa: PLR2004
        seen = change.was in row.evidence or change.kind in ("negation", "opposite")
        label = change.label if seen else UNSUPPORTED
        yield Row(change.text, row.evidence, label, 0.7 * row.weight, f"corruption-{change.kind}")


def _compounded(store: Store, row: Row, rng: Random) -> Iterator[Row]:
    partners = [store.rows[number] for number in store.at[row.evidence] if store.rows[number].claim != row.claim]
    partners = [each for each in partners if each.weight >= 1]
    if partners and rng.random() < 0.5:  # noqa: PLR2004
        yield compound(row, rng.choice(partners), "", rng)
    elif length(row.evidence) <= _SHORT:
        label = rng.choice([0, 0, 0, 0, 1, 1, 2, UNSUPPORTED])
        if pool := store.pools.get(label):
            between = " ".join(_filler(store, row, rng)[: rng.randrange(3)])
            yield compound(row, store.rows[rng.choice(pool)], between, rng)


def _hard(store: Store, row: Row, rng: Random) -> Iterator[Row]:
    for number in rng.sample(found := store.near.near(row.claim), len(found)):
        text = store.texts[number]
        if text not in store.asked[row.claim] and not covers(text, row.claim, 0.6):
            yield replace(row, evidence=text, label=UNSUPPORTED, weight=0.6, kind="hard")
            return


def _from_text(name: str, evidence: str, rng: Random) -> Iterator[Row]:
    if name == "spread":
        yield from spread(evidence, rng)
        return
    able = [each for each in sentences(evidence) if 6 <= length(each) <= 40]  # noqa: PLR2004 - a sentence, no list
    if name == "relations":
        yield from next(filter(None, ([*relations(each, evidence)] for each in able)), [])
    elif able:
        maker = rounding if name == "rounding" else hedging
        yield from maker(rng.choice(able), evidence, rng)


def _show(folder: Path, most: int) -> None:
    rows = given(folder)
    store = Store.over(rows)
    made = list(view(store, range(0, len(rows), max(1, len(rows) // most)), "show"))
    for name, number in sorted(Counter((row.kind, row.label) for row in made).items()):
        print(*name, number)  # noqa: T201
    for row in Random(1).sample(made, min(len(made), 60)):  # noqa: S311
        print(f"\n[{row.kind} {row.label}] {row.claim}\n  {row.evidence}")  # noqa: T201


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=5_000)
    chosen = parser.parse_args()
    _show(chosen.folder, chosen.rows)
