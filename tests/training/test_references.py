"""Training data of the tagger of reference entries."""

from random import Random

import pytest
from training.references.damage import REMARKS, choose_label, damage, write_remarks
from training.references.data import get_split, label_pieces
from training.references.render import convert_zotero, label_characters, read_marks
from training.references.train import italicize, swap_journal


def show(entry: object) -> str:
    """Return the words of an entry with the first letters of their labels."""
    return " ".join(f"{word.text}/{label[:4]}" for word, label in zip(entry.words, entry.labels, strict=True))  # type: ignore[attr-defined]


def test_a_volume_is_split() -> None:
    """Year, issue and pages that AnyStyle leaves in the volume have labels of their own."""
    pieces = [("people", "Roe J."), ("title", "On foam."), ("container", "Ice"), ("volume", "2007;53(8):12-19.")]
    wanted = "Roe/peop J./peop On/titl foam./titl Ice/cont 2007;/date 53/volu (8):/issu 12-19./page"
    assert wanted == show(label_pieces("core", pieces))


def test_marks_of_a_rendered_entry_are_read() -> None:
    """What stands between fields goes with the field after it, and a closing sign with the one before it."""
    text = "\ue000Roe, J.\ue0ff \ue002On foam\ue0ff. In \ue001K. Lee (Ed.)\ue0ff, \ue003Ice\ue0ff. Available at \ue00dhttps://x.org\ue0ff"
    entry = label_characters("csl", *read_marks(text), "w")
    wanted = (
        "Roe,/peop J./peop On/titl foam./titl In/edit K./edit Lee/edit (Ed.),/edit Ice./cont Available/note at/note"
    )
    assert f"{wanted} https://x.org/addr" == show(entry)


@pytest.mark.parametrize("seed", range(40))
def test_damage_keeps_a_label_for_each_sign(seed: int) -> None:
    """Broken lines, lost blanks and markup change signs, and each has its label."""
    rng = Random(seed)  # noqa: S311 - a fixed seed
    text = "Müller, A. (2019). The final effect of warming. Journal of Ice, 3, 1–9."
    labels = ["people"] * 11 + ["date"] * 8 + ["title"] * 29 + ["container"] * (len(text) - 48)
    label = choose_label(rng).format(3)
    characters, found = damage(rng, (list(text), labels), label, is_chinese=seed % 2 == 0)
    assert len(characters) == len(found)
    assert set(found) >= {"people", "title", "container"}


def test_remarks_are_prose_and_a_work_has_one_split() -> None:
    """Remarks have one label; entries of one work, however they are written, are in the same split."""
    item = {
        "itemType": "book",
        "title": "On Foam",
        "place": "Oslo",
        "creators": [{"lastName": "Roe", "firstName": "J"}],
    }
    record = convert_zotero(item, 1)
    assert record
    made = list(write_remarks(Random(1), [record], REMARKS, 50))  # noqa: S311 - likewise
    assert {"prose"} == {label for each in made for label in each.labels}
    one, other = (
        label_pieces("core", [("title", title)]) for title in ("On the foam of ice.", "“On the Foam of Ice”,")
    )
    assert (one.work, get_split(one)) == (other.work, get_split(other))


def test_an_article_is_given_another_journal() -> None:
    """The new name has the form of the old one, and its labels; a book is left as it is."""
    pieces = [
        ("people", "Roe J."),
        ("title", "On foam."),
        ("container", "Ice Rev.,"),
        ("volume", "3,"),
    ]
    article = label_pieces("good", pieces)
    made = [swap_journal(Random(seed), article, [("Cold Water Letters", "Cold Water Lett.")]) for seed in range(9)]  # noqa: S311
    wanted = "Roe/peop J./peop On/titl foam./titl Cold/cont Water/cont Lett.,/cont 3,/volu"
    assert {wanted} == {show(each) for each in made if each}
    assert None in made
    assert swap_journal(Random(1), label_pieces("good", pieces[:3]), [("Cold", "C.")]) is None  # noqa: S311


def test_italics_are_those_of_the_journal_or_of_the_book() -> None:
    """What is set off is the container without its lead, or the title of what has none."""
    pieces = [("people", "Roe J."), ("title", "On foam."), ("container", "In: Ice,")]
    texts = [italicize(Random(1), label_pieces("core", some)) for some in (pieces, pieces[:2])]  # noqa: S311
    assert ["Roe J. On foam. In: *Ice*,", "Roe J. *On foam*."] == [
        each and each.text.replace("_", "*") for each in texts
    ]
