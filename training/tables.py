"""Tables written as lines, as readers write them, and claims about one cell or two: right, and with the wrong row."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from training.rows import CONTRADICTED, SUPPORTED, Row

# Heads with their unit, and the span that their values lie in.
_HEADS = (
    ("population", "", 900, 900_000), ("area in km²", " km²", 12, 9_000), ("students", "", 40, 4_000),
    ("mean age", " years", 18, 80), ("response rate", "%", 10, 99), ("accuracy", "%", 41, 99),
    ("cost", " euros", 90, 9_000), ("patients", "", 20, 2_000), ("deaths", "", 1, 300), ("yield", " tonnes", 3, 900),
    ("revenue", " million dollars", 2, 800), ("goals", "", 1, 60), ("height", " metres", 4, 800),
    ("rainfall", " mm", 100, 2_000), ("error rate", "%", 1, 40), ("employees", "", 12, 8_000),
    ("visitors", "", 300, 90_000), ("dose", " mg", 5, 500), ("speed", " km/h", 20, 320),
)  # fmt: skip
_ROWS = (
    "Control", "Treatment", "Placebo", "Model A", "Model B", "Baseline", "Ours", "2018", "2019", "2020", "2021",
    "North", "South", "East", "West", "Men", "Women", "Urban", "Rural", "Group 1", "Group 2", "Group 3",
    "Spring", "Summer", "Autumn", "Winter",
)  # fmt: skip
_MOST = 5  # rows


@dataclass(frozen=True, slots=True)
class Table:
    """Rows by columns of numbers."""

    heads: Sequence[tuple[str, str, int, int]]
    names: Sequence[str]
    cells: Sequence[Sequence[int]]  # one line a row


def table(names: Sequence[str], rng: Random) -> Table:
    """Return a table of some rows, named by the given names where there are enough."""
    heads = rng.sample(_HEADS, rng.choice([1, 2, 3]))
    pool = list(dict.fromkeys(names))
    rows = rng.sample(pool if len(pool) >= _MOST and rng.random() < 0.5 else _ROWS, rng.randint(3, _MOST))  # noqa: PLR2004
    columns = [rng.sample(range(low, high + 1), len(rows)) for _, _, low, high in heads]
    return Table(heads, rows, list(zip(*columns, strict=True)))


def written(made: Table, rng: Random) -> str:
    """Write the table in one of the ways that readers do."""
    heads = [head for head, _, _, _ in made.heads]
    if rng.random() < 0.4:  # noqa: PLR2004
        lines = (
            f"{name}: " + ", ".join(f"{head} {_shown(cell)}" for head, cell in zip(heads, cells, strict=True))
            for name, cells in zip(made.names, made.cells, strict=True)
        )
        return "; ".join(lines) + "."
    gap = rng.choice([" | ", "\t", "  "])
    lines = (gap.join([name, *map(_shown, cells)]) for name, cells in zip(made.names, made.cells, strict=True))
    return "\n".join([gap.join(["", *heads]).strip(), *lines])


def tables(text: str, names: Sequence[str], rng: Random) -> Iterator[Row]:
    """Yield a claim about a table and its counterfeit; half of the tables are behind some text."""
    made = table([name for name in names if name not in text], rng)
    shown = written(made, rng)
    evidence = f"{text}\n{shown}" if rng.random() < 0.5 else shown  # noqa: PLR2004
    for claim, label in rng.choice((_cell, compared, _extreme))(made, rng):
        yield Row(claim, evidence, label, 0.4, "tables")


def _cell(made: Table, rng: Random) -> Iterator[tuple[str, int]]:
    column = rng.randrange(len(made.heads))
    row, other = rng.sample(range(len(made.names)), 2)
    for source, label in ((row, SUPPORTED), (other, CONTRADICTED)):
        yield _said(made, column, made.names[row], made.cells[source][column]), label


def _said(made: Table, column: int, name: str, value: int) -> str:
    head, unit, _, _ = made.heads[column]
    plain = head.partition(" in ")[0]
    return f"{plain.capitalize()} for {name} was {_shown(value)}{unit}."


def compared(made: Table, rng: Random) -> Iterator[tuple[str, int]]:
    """Yield which of two rows has more, or less, and the reverse."""
    column = rng.randrange(len(made.heads))
    head = made.heads[column][0].partition(" in ")[0]
    more, less = sorted(rng.sample(range(len(made.names)), 2), key=lambda row: -made.cells[row][column])
    word = rng.choice(["higher", "lower"])
    first, second = (more, less) if word == "higher" else (less, more)
    for one, other, label in ((first, second, SUPPORTED), (second, first, CONTRADICTED)):
        yield f"{head.capitalize()} was {word} for {made.names[one]} than for {made.names[other]}.", label


def _extreme(made: Table, rng: Random) -> Iterator[tuple[str, int]]:
    column = rng.randrange(len(made.heads))
    head = made.heads[column][0].partition(" in ")[0]
    order = sorted(range(len(made.names)), key=lambda row: made.cells[row][column])
    word, right = rng.choice([("lowest", order[0]), ("highest", order[-1])])
    wrong = rng.choice([row for row in order if row != right])
    for row, label in ((right, SUPPORTED), (wrong, CONTRADICTED)):
        yield f"{made.names[row]} had the {word} {head}.", label


def _shown(value: int) -> str:
    return f"{value:,}" if value >= 10_000 else str(value)  # noqa: PLR2004
