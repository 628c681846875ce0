"""Notes that refer to each other and to no source."""

from collections.abc import Callable

import pytest

from citevet.model import Extraction

WHY = "this leads back to the same note, and no source is named on the way"


def noted(*bodies: str, labels: str = "123456789") -> str:
    """Return a text with these notes."""
    text = " ".join(f"It is hot.[^{label}]" for label, _ in zip(labels, bodies, strict=False))
    return text + "".join(f"\n\n[^{label}]: {said}" for label, said in zip(labels, bodies, strict=False)) + "\n"


@pytest.mark.parametrize(
    ("bodies", "told"),
    [
        (["See note 2.", "See note 1."], ["note 2", "note 1"]),
        (["Supra note 2.", "Cf. n. 1"], ["Supra note 2", "n. 1"]),
        (["Siehe unten Fn. 2.", "Siehe oben Fn. 1."], ["unten Fn. 2", "oben Fn. 1"]),
        (["Doe, supra note 2.", "Doe, supra note 1."], []),  # Doe is named, and may be known from elsewhere
        (["See note 2.", "See note 3.", "See note 1."], ["note 2", "note 3", "note 1"]),
        (["See note 1."], ["note 1"]),
        (["See note 2.", "See note 3.", "Doe [REF-001]."], []),
        (["See note 2.", "See note 2 of Doe [REF-001]."], []),
        (["See note 3.", "See note 1.", "It is the city that was measured."], []),
    ],
)
def test_circular_notes(extracted: Callable[..., Extraction], bodies: list[str], told: list[str]) -> None:
    """Each note on a circle says so; a path that ends at a source, a name or other words is not a circle."""
    found = extracted(noted(*bodies))
    assert told == [each.text for each in found.citations if each.meant.is_lost and each.meant.why == WHY]


def test_notes_with_word_labels_are_counted(extracted: Callable[..., Extraction]) -> None:
    """The first note is note 1, whatever its label."""
    found = extracted(noted("See note 2.", "See note 1.", labels="ab"))
    assert ["note 2", "note 1"] == [each.text for each in found.citations if each.meant.is_lost]


def test_labels_out_of_order(extracted: Callable[..., Extraction]) -> None:
    """Rendered, the second note has number 2 whatever its label: "note 1" in it means the first."""
    found = extracted("It is hot.[^2] It is.[^1]\n\n[^1]: See note 1.\n[^2]: Doe [REF-001].\n")
    assert not [each for each in found.citations if each.meant.is_lost and each.meant.why == WHY]
