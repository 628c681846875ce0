"""A short run of the mutation fuzzer of `make torture`."""

import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))
from fuzz.mutate import check, list_seeds, mutate, run

from citevet.read import READERS


def test_mutated_files_are_read_or_refused() -> None:
    """The first files of a fixed seed end as a document or as one of our errors, and some as each."""
    counts = Counter(outcome for _, outcome in islice(run(600, 7), 120))
    assert counts["read"] > 20
    assert counts.total() - counts["read"] > 5


def test_every_format_has_a_sound_seed() -> None:
    """A seed that is refused as it is would test nothing but the refusal."""
    sound = {ending for ending, data in list_seeds() if check(ending, data) == "read"}
    assert {".md", ".txt", ".tex", ".html", ".rtf", ".bib", ".ris", ".json", ".ipynb", ".docx", ".pdf"} <= sound
    assert sound <= set(READERS)


def test_mutations_are_repeatable() -> None:
    """The seed that a run prints gives the same files again."""
    first, second = (mutate(b"abc" * 99, b"xyz" * 99, Random(1)) for _ in range(2))  # noqa: S311 - repeatable
    assert first == second != b"abc" * 99
