"""`citevet fix --unsafe-fixes`: what is removed and what is marked, as a user sees it."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Run = Callable[..., CompletedProcess[str]]
ENTRY = "---\nref_id: REF-043\ntitle: On the voice of programs\nauthors: ['Kim, Hana']\nyear: 2019\n---\n"


@pytest.fixture
def project(here: Path) -> Path:
    """A project with one source, Kim (2019)."""
    (here / ".citevet/corpus").mkdir(parents=True)
    (here / ".citevet/corpus/REF-043-voice.md").write_text(ENTRY)
    return here


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "Voice matters (Smith et al., 2023).",
            "Voice matters<!-- citevet: removed (Smith et al., 2023): not in the corpus -->.",
        ),
        (
            "Voice matters (Kim, 2019; Smith, 2023), they say.",
            "Voice matters (Kim, 2019)<!-- citevet: removed [Smith, 2023]: not in the corpus -->, they say.",
        ),
        (
            "Smith (2023) shows that voice matters.",
            "Smith (2023)<!-- TODO: smith 2023: not in the corpus --> shows that voice matters.",
        ),
        ("Voice matters @notes/voice.md.", "Voice matters<!-- citevet: removed @notes/voice.md: no such file -->."),
        (
            "Voice matters (see @notes/voice.md), they say.",
            "Voice matters<!-- citevet: removed @notes/voice.md: no such file -->, they say.",
        ),
        (
            "Voice matters, see @notes/voice.md.",
            "Voice matters<!-- citevet: removed @notes/voice.md: no such file -->.",
        ),
        (
            "See @notes/voice.md for more.",
            "See @notes/voice.md<!-- TODO: notes/voice.md: no such file --> for more.",
        ),
        (
            "| Claim | Source |\n|---|---|\n| Voice | (Smith, 2023) |\n| Tone | @notes/voice.md |\n| Pitch | REF-099 |",
            (
                "| Claim | Source |\n|---|---|\n"
                "| Voice | <!-- citevet: removed (Smith, 2023): not in the corpus --> |\n"
                "| Tone | <!-- citevet: removed @notes/voice.md: no such file --> |\n"
                "| Pitch | <!-- citevet: removed REF-099: not in the corpus --> |"
            ),
        ),
        ("`Voice matters @notes/voice.md.`", "`Voice matters @notes/voice.md.`"),
    ],
)
def test_citations_of_missing_sources_are_removed(project: Path, run: Run, text: str, left: str) -> None:
    """Mentions, authors with a year and table cells are removed with a comment; a sentence that needs them stays."""
    (project / "paper.md").write_text(f"{text}\n")
    assert 0 == run("fix paper.md --unsafe-fixes --select EXI").returncode
    assert f"{left}\n" == (project / "paper.md").read_text()
    assert "Nothing to fix.\n" == run("fix paper.md --unsafe-fixes --select EXI").stderr
