"""Folders that keep findings beside sources."""

from pathlib import Path

import pytest

from citevet.library.shelf import open_shelf

ENTRY = "---\nref_id: REF-001\ntitle: A study of roofs and heat\nauthors: [Ann Lee]\nyear: 2019\n---\n"


@pytest.mark.parametrize(
    ("folders", "expected"),
    [
        (("sources", "findings"), [".aiwg/research/sources/REF-001-roofs.md"]),
        (("corpus", "paper-analysis"), [".aiwg/research/corpus/REF-001-roofs.md"]),
        (("findings",), [".aiwg/research/findings/REF-001-roofs.md"]),
        (
            ("corpus", "sources"),
            [".aiwg/research/corpus/REF-001-roofs.md", ".aiwg/research/sources/REF-001-roofs.md"],
        ),
    ],
)
def test_findings_carry_the_id_of_their_source(folders: tuple[str, ...], expected: list[str], tmp_path: Path) -> None:
    """A finding on a filed source is no second entry; alone it is the entry; two sources with one id quarrel."""
    for folder in folders:
        file = tmp_path / ".aiwg/research" / folder / "REF-001-roofs.md"
        file.parent.mkdir(parents=True)
        file.write_text(ENTRY, encoding="utf-8")
    assert expected == [entry.path for entry in open_shelf(tmp_path).called("REF-001")]
