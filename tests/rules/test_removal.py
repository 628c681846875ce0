"""The fix of EXI001: removing a citation from its sentence."""

import pytest

from citevet.contracts import Evidence
from citevet.extract import extract
from citevet.fix import apply_fixes
from citevet.model import Fix, Judgement
from citevet.read import parse_text
from citevet.rules.engine import run_rules

TODO = "<!-- TODO: REF-099: not in the corpus -->"
NOTE = "<!-- citevet: removed {}: not in the corpus -->"


def fixes(text: str, path: str = "case.md") -> list[Fix]:
    """Return the fixes of EXI001 for a text where only REF-043 is in the corpus."""
    extraction = extract(parse_text(text, path))
    judgements = tuple(
        Judgement(None, citation.id, existence="found" if citation.normal == "REF-043" else "missing")
        for citation in extraction.citations
    )
    found = run_rules(Evidence(extraction, judgements), selected=["EXI001"])
    return [each.fix for each in found if each.fix]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Voice matters [REF-099].", f"Voice matters{NOTE.format('[REF-099]')}."),
        ("Voice matters (REF-099, p. 3).", f"Voice matters{NOTE.format('(REF-099, p. 3)')}."),
        ("Voice [REF-099], they say.", f"Voice{NOTE.format('[REF-099]')}, they say."),
        ("Voice matters. [REF-099] More.", f"Voice matters.{NOTE.format('[REF-099]')} More."),
        ("Voice matters\n[REF-099].", f"Voice matters{NOTE.format('[REF-099]')}."),
        ("*Voice matters* [REF-099].", f"*Voice matters*{NOTE.format('[REF-099]')}."),
        ("목소리는 중요하다 [REF-099].", f"목소리는 중요하다{NOTE.format('[REF-099]')}."),
        ("Voice [REF-043; REF-099].", f"Voice [REF-043]{NOTE.format('[REF-099]')}."),
        ("Voice [REF-099, p. 2; REF-043].", f"Voice [REF-043]{NOTE.format('[REF-099, p. 2]')}."),
        ("Voice [REF-043 and REF-099].", f"Voice [REF-043]{NOTE.format('[REF-099]')}."),
        (
            "Voice (REF-097; REF-098; REF-043; REF-099).",
            f"Voice (REF-043){NOTE.format('[REF-097; REF-098; REF-099]')}.",
        ),
        ("Voice [REF-098; REF-099].", f"Voice{NOTE.format('[REF-098; REF-099]')}."),
        ("Voice [see REF-099; REF-043].", f"Voice [REF-043]{NOTE.format('[see REF-099]')}."),
        ("Voice [REF-099, p. 4--6].", f"Voice{NOTE.format('[REF-099]')}."),
        ("Voice matters, see also [REF-099].", f"Voice matters{NOTE.format('[REF-099]')}."),
        ("| a | b |\n|---|---|\n| c | [REF-099] |", f"| a | b |\n|---|---|\n| c | {NOTE.format('[REF-099]')} |"),
        ("| a | b |\n|---|---|\n| REF-099 | c |", f"| a | b |\n|---|---|\n| {NOTE.format('REF-099')} | c |"),
    ],
)
def test_the_text_after_removal(text: str, left: str) -> None:
    """The blank before the marker is removed, known ids stay, and a comment names the removed ones."""
    assert left == apply_fixes(text, fixes(text)).text
    assert [] == fixes(left)


@pytest.mark.parametrize(
    "text",
    [
        "See [REF-099].",
        "As said in [REF-099], voice matters.",
        "[REF-099] shows that voice matters.",
        "Voice matters. [REF-099] shows it.",
        "However, [REF-099] shows it.",
        "Thus [REF-099] shows it.",
        "REF-099 shows it.",
        "- [REF-099] says so.",
        "> [REF-099] says so.",
        "Voice.\n\n[REF-099]",
        "Voice **[REF-099]** matters.",
        "[REF-099]에 따르면 목소리는 중요하다.",
        "목소리는 [REF-099]의 주제이다.",
    ],
)
def test_sentences_that_need_their_marker(text: str) -> None:
    """A marker that is subject or object, starts its paragraph, or is all of the markup stays, with a comment."""
    marked = apply_fixes(text, fixes(text)).text
    assert text == marked.replace(TODO, "")
    assert (1, []) == (marked.count(TODO), fixes(marked))


@pytest.mark.parametrize(
    ("path", "text", "marked"),
    [
        ("case.txt", "Voice matters [REF-099].", "Voice matters [REF-099] [TODO: not in the corpus]."),
        ("case.html", "<p>See [REF-099].</p>", f"<p>See [REF-099]{TODO}.</p>"),
        ("case.typ", "Voice matters REF-099.", "Voice matters REF-099 [TODO: not in the corpus]."),
    ],
)
def test_marks_of_other_formats(path: str, text: str, marked: str) -> None:
    """A format without comments gets a mark in brackets; nothing is removed from it, and nothing is marked twice."""
    assert marked == apply_fixes(text, fixes(text, path)).text
    assert [] == fixes(marked, path)


def test_two_in_one_line_of_latex() -> None:
    """Both comments belong at the end of the line, so the second fix is left for the next pass."""
    text = "\\begin{document}\nVoice [REF-098] and tone [REF-099].\n\\end{document}\n"
    first = apply_fixes(text, fixes(text, "case.tex"))
    assert (1, 1) == (len(first.done), len(first.left))
    second = apply_fixes(first.text, fixes(first.text, "case.tex")).text
    notes = "% citevet: removed [REF-098]: not in the corpus % citevet: removed [REF-099]: not in the corpus"
    assert f"\\begin{{document}}\nVoice and tone. {notes}\n\\end{{document}}\n" == second
    assert [] == fixes(second, "case.tex")
