"""Any bytes become an entry that JSON can hold."""

import json
from collections.abc import Iterator
from pathlib import Path
from re import split
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citevet.contracts import Evidence
from citevet.corpus.entry_fields import ALIASES
from citevet.corpus.entry_files import parse_edges
from citevet.corpus.entry_reader import read_entry
from citevet.corpus.index_refresh import compare_entries
from citevet.model import Extraction
from citevet.read import read
from citevet.rules.engine import run_rules

CODES = [*(f"MET{number:03}" for number in range(1, 13)), "QUO006", "QUO007"]
KEYS = sorted({name.partition(".")[0] for names in ALIASES.values() for name in names})
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["REF-043", "10.1000/182", "2021", "1-3", "high", "a.pdf", "https://example.org", "2026-01-01"])
)
NAMES = st.sampled_from([*KEYS, "name", "quote", "page", "doi", "final_grade"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def root() -> Iterator[Path]:
    """A project with a corpus folder."""
    with TemporaryDirectory() as name:
        (Path(name) / ".citevet" / "corpus").mkdir(parents=True)
        yield Path(name)


def proven(root: Path, data: bytes) -> None:
    """Read the bytes as an entry, and report its faults."""
    file = root / ".citevet/corpus/REF-043-voice.md"
    file.write_bytes(data)
    entry, body = read_entry(file, root=root)
    assert entry.id.startswith("REF-")
    assert entry.metadata == json.loads(json.dumps(entry.metadata, allow_nan=False))
    assert all(isinstance(page.text, str) for page in body.pages)
    if not any(fault.message.startswith("the entry cannot be read") for fault in entry.faults):
        document = read(file, shown="x.md")
        found = run_rules(Evidence(Extraction(document), entry=compare_entries([entry])[0]), selected=CODES)
        assert len(entry.faults) == len(found)
        first = split(r"[\r\n]", document.text, maxsplit=1)[0]
        assert all(document.slice(finding.span) or not first for finding in found)


@given(st.binary(max_size=400))
def test_any_bytes_are_an_entry(root: Path, data: bytes) -> None:
    """It has an id, and its faults have positions."""
    proven(root, data)


@given(st.binary(max_size=200), st.sampled_from([b"---\n", b"+++\n", b"---\r\n"]))
def test_any_front_matter_is_an_entry(root: Path, data: bytes, rule: bytes) -> None:
    """The same for bytes between dashes."""
    proven(root, rule + data + b"\n" + rule + b"notes")


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=6))
def test_any_values_are_an_entry(root: Path, values: dict[str, object]) -> None:
    """A value of the wrong type is at most a fault."""
    proven(root, f"---\n{json.dumps(values)}\n---\nnotes".encode("utf-8", "replace"))


LONG = 50_000


@pytest.mark.parametrize(
    "text",
    [
        "## Key Quotes\n\n" + "“" * LONG,
        "## Key Quotes\n\n" + '"' * LONG,
        "## Key Quotes\n\n" + "p. 1 " * (LONG // 5),
        "## Key Quotes\n\n" + "> (p. 1" * (LONG // 7),
        "**DOI" * (LONG // 5),
        "**DOI**: [" * (LONG // 10),
        "# REF-" + "1" * LONG,
        "---\nauthors: " + "a, " * (LONG // 3) + "\n---\n",
        "---\nauthors: x" + " et al" * (LONG // 6) + "y\n---\n",
        "---\nauthors: x" + " 외1" * (LONG // 3) + "y\n---\n",
        "---\ndoi: 10.1234" + ".1" * (LONG // 2) + "\n---\n",
        "---\nurl: http://" + "a:" * (LONG // 2) + "\n---\n",
        "---\nkey_quotes:\n" + "- a\n" * (LONG // 4) + "---\n",
        "---\npage_range: 1001-100000\nsections:\n" + "- {name: a, pages: 99999}\n" * (LONG // 26) + "---\n",
    ],
    ids=lambda text: text[:24],
)
def test_hostile_entries_are_read(root: Path, text: str) -> None:
    """50,000 hostile characters are an entry too; `make bench` measures how the time grows."""
    proven(root, text.encode())


@pytest.mark.parametrize("cell", ["|", "REF-1a-", "PROF-P-a-", "\\|", "REF-" + "1" * 500])
def test_hostile_sidecars_are_read(cell: str) -> None:
    """A long row has no edges of the other direction; `make bench` measures how the time grows."""
    found = parse_edges("## Outgoing\n| REF |\n|---|\n| " + cell * (LONG // len(cell)) + " |\n")
    assert () == found.cited_by
