"""The boards of `make bench` and `make eval` count right, and the hook for pre-commit calls a command of ours."""

import re
import sys
from collections import Counter
from pathlib import Path

import pytest
import yaml

sys.path.insert(0, str(Path(__file__).parents[2]))
from bench.ratio import Ratio
from bench.run import write_table
from bench.sample import CASE_LAW, PAGE, pages, prose
from evals.extraction import found, labels, scores

from citevet.cli import COMMANDS
from citevet.extract import extract
from citevet.read import READERS, parse_text, read

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("ratio", "kept", "bound"),
    [
        (Ratio("speed", 0.7, least=0.7), True, "at least 0.7"),
        (Ratio("speed", 0.69, least=0.7), False, "at least 0.7"),
        (Ratio("memory", 60, most=60), True, "at most 60"),
        (Ratio("memory", 61, most=60), False, "at most 60"),
        (Ratio("told", 0), True, "none"),
    ],
)
def test_a_bound_is_kept_or_not(ratio: Ratio, bound: str, *, kept: bool) -> None:
    """The bound itself is still kept, and a ratio without one never fails."""
    assert (kept, bound) == (ratio.kept, ratio.bound)


def test_a_missed_ratio_is_seen() -> None:
    """The table says whether each bound is kept, and names a peer that is missing."""
    table = "".join(write_table([Ratio("a", 1, least=1), Ratio("b", 1, most=0), Ratio("c", None, detail="x|y")]))
    rows = ("a | 1.00 | at least 1 | kept | ", "b | 1.00 | at most 0 | MISSED | ", "c | - | none | missing | x\\|y")
    assert table.endswith("".join(f"| {row} |\n" for row in rows))


def test_the_page_that_is_measured() -> None:
    """It has eight citations, the last with its DOI next to it, and four references; the page of law has five."""
    extraction = extract(parse_text(PAGE))
    kinds = "link author-year corpus footnote doi numeric link author-year".split()
    assert kinds == [citation.kind for citation in extraction.citations]
    assert [["10.9999/fake.2031.001"]] == [
        [form.normal for form in each.also] for each in extraction.citations if each.also
    ]
    assert ["1", "1", "2", "3"] == [reference.key for reference in extraction.references]
    assert 5 == len(extract(parse_text(CASE_LAW)).citations)


def test_the_documents_have_the_size_that_they_should(tmp_path: Path) -> None:
    """Pages and prose come as near to a size as whole pieces allow, and no larger."""
    file = tmp_path / "a.md"
    count = pages(file, 20_000)
    assert 20_000 - len(PAGE.encode()) < file.stat().st_size <= 20_000
    assert 8 * count == len(extract(read(file)).citations)
    prose(file, 20_000)
    assert 18_000 < file.stat().st_size <= 20_000
    assert "\n" not in file.read_text("utf-8")


def test_scores_count_what_is_missed_and_what_is_invented() -> None:
    """Of two labels one is found, and one that is none: precision and recall are a half."""
    wanted = Counter([("a.md", 1, "doi", "10.5555/a"), ("a.md", 2, "doi", "10.5555/b")])
    seen = Counter([("a.md", 1, "doi", "10.5555/a"), ("a.md", 3, "doi", "10.5555/c")])
    assert [("doi", 2, 0.5, 0.5), ("all", 2, 0.5, 0.5)] == list(scores(wanted, seen))


def test_extraction_finds_what_a_reader_labels() -> None:
    """On the two labelled documents nothing is missed and nothing is invented."""
    expected = labels()
    assert 33 == expected.total()
    assert expected == found({label[0] for label in expected})


def test_the_hook_calls_a_command_that_is_there() -> None:
    """pre-commit runs `citevet check`, on kinds of files that we read."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert ["citevet", "citevet-files"] == [hook["id"] for hook in hooks]
    for hook in hooks:
        program, command, *_ = hook["entry"].split()
        assert ("citevet", True) == (program, command in COMMANDS)
        lists = set() if hook["id"] == "citevet" else {".json", ".yml", ".yaml"}  # most of these are no bibliographies
        assert [*sorted(lists)] == sorted(ending for ending in READERS if not re.search(hook["files"], f"a/B{ending}"))
        assert not re.search(hook["files"], "a/b.py")
