"""What lies beside the entries of a corpus: files without an owner, and lists of what is still to be done."""

from pathlib import Path

import pytest

from citevet.jobs.audit import count_sidecars, list_gaps, list_orphans
from citevet.jobs.corpus.cite import find_paragraphs, split_paragraphs
from citevet.model import Entry


def _project(root: Path, *names: str) -> Path:
    corpus = root / "corpus"
    corpus.mkdir()
    for name in names:
        (corpus / name).write_text("x")
    return corpus


@pytest.mark.parametrize(
    ("name", "is_orphan"),
    [
        ("REF-001-a.pdf", False),  # the entry's own
        ("REF-001-a-old.pdf", True),  # named for it, and not its file
        ("loose.PDF", True),
        ("REF-001-citations.md", False),
        ("REF-002-citations.md", True),
        ("REF-0011-citations.md", True),
        ("REF-002-assessment.yaml", True),
        ("README.txt", False),
        ("notes.md", False),
        (".hidden.pdf", False),
    ],
)
def test_a_file_without_an_owner_is_an_orphan(name: str, *, is_orphan: bool, tmp_path: Path) -> None:
    """Papers that are no entry's file, and sidecars of ids that are not there; nothing else."""
    corpus = _project(tmp_path, "REF-001-a.md", name)
    entry = Entry("REF-001", "corpus/REF-001-a.md", file="corpus/REF-001-a.pdf")
    assert ([f"corpus/{name}"] if is_orphan else []) == list_orphans(tmp_path, [corpus], [entry])


def test_sidecars_are_counted(tmp_path: Path) -> None:
    """One for each file of that name."""
    assert 1 == count_sidecars([_project(tmp_path, "REF-001-a.md", "REF-001-citations.md")])


def test_open_items_stand_in_the_lists_beside_the_corpus(tmp_path: Path) -> None:
    """Unchecked boxes of each list, with their lines; checked ones, prose and code are none."""
    corpus = _project(tmp_path)
    (corpus / "TODO.md").write_text(
        "# Open\n\n- [ ] first\n  * [ ] second\n- [x] done\n[ ] prose\n~~~\n- [ ] code\n~~~\n"
    )
    assert [("corpus/TODO.md", 3, "first"), ("corpus/TODO.md", 4, "second")] == [
        (gap.path, gap.line, gap.text) for gap in list_gaps(tmp_path, [corpus, corpus])
    ]


@pytest.mark.parametrize("line", ["- [ ] " + "x" * 900_000, " " * 900_000, "- [ ]" * 180_000, "-" * 900_000])
def test_a_hostile_list_is_read(line: str, tmp_path: Path) -> None:
    """A megabyte of the worst that we could think of has one open item at most; `make bench` has its time."""
    corpus = _project(tmp_path)
    (corpus / "TODO.md").write_text(line)
    assert 1 >= len(list(list_gaps(tmp_path, [corpus])))


def test_paragraphs_end_at_blank_lines_or_line_by_line() -> None:
    """Where a text has blank lines, or a line goes on in small letters, breaks are wraps; item marks are left out."""
    wrapped, lined = "one\ntwo\n\n- three\n  four\n- five", "One\ngoes on.\nTwo.\n1. three"
    assert ["one\ntwo", "three\n  four", "five"] == [wrapped[start:end] for start, end in split_paragraphs(wrapped)]
    assert ["One\ngoes on.", "Two.", "three"] == [lined[start:end] for start, end in split_paragraphs(lined)]


def test_of_a_long_text_the_nearest_paragraphs_are_read() -> None:
    """The paragraph with the most words of the claim is among them, wherever it stands."""
    text = "\n\n".join(["Nothing of the kind stands here."] * 2000 + ["Crowns cool the pavements."] + ["No."] * 10)
    at = text.index("Crowns")
    assert (at, at + 26) in find_paragraphs(text, ["crown", "pavement"])
