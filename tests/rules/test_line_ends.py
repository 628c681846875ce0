"""Phrases of chatbots over the end of a line, and citations and labels that LaTeX could not resolve."""

from pathlib import Path

import pytest
from tests.rules.careful import find_problems

LATEX = "\\documentclass{article}\n\\begin{document}\nTrees cool streets. %s\n\\end{document}\n"


@pytest.mark.parametrize(
    ("text", "is_phrase"),
    [
        ("As an AI language\nmodel, I cannot say.", True),
        ("As of my last knowledge\nupdate in 2021, trees grow.", True),
        ("I cannot\nbrowse the internet.", True),
        ("I'm sorry, but I\ncannot access the internet.", True),
        ("Certainly! Here\nis a text about trees.", True),
        ("Let me know if you would\nlike me to add sources.", True),
        ("An AI language\nmodel is a program.", False),
        ("We hope this\nhelps readers understand.", False),
        ("The last knowledge\nupdate of the database was in 2021.", False),
        ("> As a large language\n> model, I have no opinion.", False),
        ("As an AI language\n\nmodel, I cannot say.", False),
    ],
)
def test_phrases_over_the_end_of_a_line(text: str, is_phrase: bool, tmp_path: Path) -> None:  # noqa: FBT001 - a table
    """A line may end inside of a phrase, but not a paragraph."""
    assert ["GEN004"] * is_phrase == [each.split()[0] for each in find_problems(tmp_path, f"Trees.\n\n{text}\n")]


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("Foam cools [?].", "[?]"),
        ("Foam cools~[?] in air.", "[?]"),
        ("Foam cools [?, 3].", "[?, 3]"),
        ("Foam cools (?, ?).", "(?, ?)"),
        ("See Section ??.", "Section ??"),
        ("See Figure~(??).", "Figure~(??"),
        ("Is it? Yes. What?? No!", None),
        ("The pattern [?] matches one sign.", None),
        (r"Type \texttt{[?]} or \verb|[?]|.", None),
        ("It is $a [?]$.", None),
    ],
)
def test_marks_of_unresolved_citations_in_latex(text: str, mark: str | None, tmp_path: Path) -> None:
    """An author who did not know the number typed what LaTeX prints for it."""
    assert [f"GEN003 {mark}"] * (mark is not None) == find_problems(tmp_path, LATEX % text, "paper.tex")
