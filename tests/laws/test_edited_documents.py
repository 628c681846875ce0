"""An edited document gives what it would give to a program that never saw it before."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citevet import parse_text
from citevet.contracts import EntryTagger
from citevet.extract.tagged_entries import tag_references
from citevet.jobs.check import run_check
from citevet.kept_answers import KeptAnswers, current_answers, keep_answers, kept
from citevet.model import Reference
from citevet.records import replace
from citevet.report.json import render
from citevet.session import Session

OPTIONS: dict[str, Any] = {"no_cache": True, "today": "2026-06-01", "select": ("ALL",)}
PAPER = """\
# A survey of the valley

Fully 45% of adults in the valley owned a boat, and nobody knew why. Studies show that harbours silt up (Weber, 2019).
The archive burned down in 1874 [2]; it may be rebuilt.[^1] Lee et al. (2020) found "nothing but ash in the cellar".

> It was the coldest night of the year.

- The mill is twice as large as the quarry [3].
- See [the register](https://example.org/register) and doi:10.5555/valley.7, or REF-001.

Is that so? The court agreed in Roe v. Wade, 410 U.S. 113 (1973).[^2]

[^1]: Okafor, C. (2020). Ash in District 4. Journal of Valleys, 3(2), 4-9.
[^2]: Ibid., p. 12.

## References

[1] Weber, A. (2019). Silt in Harbours. Journal of Valleys, 2(1), 3-12. https://doi.org/10.5555/valley.1
[2] Lee, B., & Silva, D. (2020). Ash. Valley Press.
[3] ———. (2021). Mills of the North. Valley Press.
"""
LIST = """\
Boats float (Lee & Silva, 2020).

## References

Weber, A. (2019). Silt in Harbours. Journal of Valleys, 2(1), 3-12.

Lee, B., & Silva, D. (2020). Ash. Valley Press.

———. (2021). Mills of the North. Valley Press.
"""
PIECES = [
    "",
    " ",
    "\n\n",
    "x",
    ".",
    " [1]",
    " (Weber, 2019)",
    "[^1]",
    "[^1]: Lee (2020).\n",
    "Studies show that 45% of people sleep.",
    "## Results\n\n",
    "“",
    "`",
    "$",
    "———. (2018). Mills.\n",
    "\n[4] Silva, D. (2018). Boats. Valley Press.\n",
]
edits = st.lists(
    st.tuples(st.integers(0, len(PAPER)), st.integers(0, 12), st.sampled_from(PIECES)), min_size=1, max_size=6
)


def audit(text: str, session: Session) -> bytes:
    """Return all that a report has of a text."""
    report = run_check([parse_text(text, "paper.md")], session)
    return render(replace(report, run={})).encode()


@settings(max_examples=25, deadline=None)
@given(edits)
def test_an_edited_document_is_checked_as_if_it_were_new(changes: list[tuple[int, int, str]]) -> None:
    """After each of several edits the report has the bytes of a Session that knows nothing yet."""
    session, text = Session(OPTIONS), PAPER
    audit(text, session)
    for at, length, piece in changes:
        text = text[:at] + piece + text[at + length :]
        session = session.renew()
        assert audit(text, session) == audit(text, Session(OPTIONS))


def test_the_editor_reads_only_what_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The entries of a list that stayed are not tagged again, and the new one is."""
    tagged: list[str] = []

    def note(some: Sequence[Reference], tagger: EntryTagger) -> Iterator[Reference]:
        tagged.extend(each.text for each in some)
        return tag_references(some, tagger)

    monkeypatch.setattr("citevet.extract.tag_references", note)
    session, text = Session(OPTIONS), LIST
    audit(text, session)
    assert len(tagged) == 3
    tagged.clear()
    audit(text.replace("Ash. Valley Press", "Fire. Valley Press"), session.renew())
    assert [each[:10] for each in tagged] == ["Lee, B., &", "———. (2021"]  # a dash repeats the people before


def test_sessions_do_not_share_answers() -> None:
    """Outside of a Session nothing is kept, and two Sessions keep their own."""
    asked: list[str] = []

    @kept
    def measure(text: str) -> int:
        asked.append(text)
        return len(text)

    assert [measure("a"), measure("a")] == [1, 1]
    assert current_answers() is None
    one, other = KeptAnswers(), KeptAnswers()
    for answers in (one, one, other):
        with keep_answers(answers):
            assert measure("a") == 1
    assert asked == ["a"] * 4


def test_what_nobody_asks_for_is_dropped() -> None:
    """A Session keeps no more than so many characters; what is asked for again stays."""
    answers, asked = KeptAnswers(most=10_000), list[str]()

    @kept
    def shout(text: str) -> str:
        asked.append(text)
        return text.upper()

    with keep_answers(answers):
        for number in range(300):
            assert shout(f"word {number}") == f"WORD {number}"
            assert shout("often") == "OFTEN"
        shout("word 0")
    assert asked.count("often") == 1
    assert asked.count("word 0") == 2
