"""What a document cites, looked up in the project itself."""

from hashlib import sha256
from pathlib import Path

import pytest

from citevet.jobs.check import check

MARSH = """---
ref_id: REF-001
title: Shade
authors: ["Marsh, Ada"]
year: 2021
source_type: report
grade: HIGH
---
Notes.
"""
LINES = "line one of the file says hello\nthe second line has seven plain words here\n"


@pytest.mark.parametrize(
    ("quoted", "expected"),
    [
        ("the second line has seven plain words here", []),
        ("the second line has eight plain words here", ["QUO002"]),
        ("nobody ever wrote a sentence like this one", ["QUO001"]),
    ],
)
def test_a_quotation_is_looked_for_in_the_cited_file(quoted: str, expected: list[str], here: Path) -> None:
    """A file that is cited as it is can be quoted, and its words are compared."""
    (here / "a.txt").write_text(LINES)
    digest = sha256(LINES.encode()).hexdigest()[:16]
    (here / "d.md").write_text(f'The file says "{quoted}" [a.txt@{digest}, L2].\n')
    report = check("d.md")
    assert expected == [found.code for found in report.audits[0].findings]
    assert ["a.txt"] == [source.id for source in report.sources]


def test_a_quotation_of_another_source_is_named(here: Path) -> None:
    """A quotation that the cited source does not have, and another source of the document has, names that source."""
    corpus = here / ".citevet" / "corpus"
    corpus.mkdir(parents=True)
    for number, text in ((1, "Shade helps."), (2, "Wind.\fStreets under trees stayed three degrees cooler.")):
        (corpus / f"REF-00{number}.md").write_text(MARSH.replace("REF-001", f"REF-00{number}"))
        (corpus / f"REF-00{number}.txt").write_text(text)
    quoted = '"streets under trees stayed three degrees cooler"'
    (here / "d.md").write_text(f"She says {quoted} [REF-001]. Wind is weak [REF-002].\n")
    said = [found.message for found in check("d.md", flags={"select": "QUO"}).audits[0].findings]
    assert [f"quotation not found in REF-001: {quoted}; REF-002, p. 2 has it"] == said


@pytest.mark.parametrize(
    ("front", "page", "expected"),
    [
        ("", "2", []),
        ("", "3", ["quotation is on page 2 of REF-001, not on 3"]),
        ("pages: 101-103\n", "102", []),
        ("pages: 101-103\n", "103", ["quotation is on page 102 of REF-001, not on 103"]),
        ("pages: 101-118\n", "103", []),
    ],
)
def test_a_page_of_a_text_with_form_feeds_is_compared(front: str, page: str, expected: list[str], here: Path) -> None:
    """By its place among the pages and by the number that the entry says is printed there; in doubt not at all."""
    corpus = here / ".citevet" / "corpus"
    corpus.mkdir(parents=True)
    (corpus / "REF-001.md").write_text(MARSH.replace("grade:", f"{front}grade:"))
    (corpus / "REF-001.txt").write_text("Shade.\fStreets under trees stayed three degrees cooler.\fThe end.")
    (here / "d.md").write_text(f'She says "streets under trees stayed three degrees cooler" [REF-001, p. {page}].\n')
    report = check("d.md", flags={"select": "QUO,PAG"})
    assert expected == [found.message for found in report.audits[0].findings]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("Ada Marsh. \\emph{Shade}. Press, 2021.", "found"),
        ("A.~Marsh.\n\\newblock {\\em Shade}.\n\\newblock Press, 2021.", "found"),
        ("Ada Marsh. \\emph{Light}. Press, 2021.", "unchecked"),
    ],
)
def test_a_bibitem_is_found_in_the_corpus(entry: str, expected: str, here: Path) -> None:
    """By author, year and title, as an entry of a list in Markdown is."""
    corpus = here / ".citevet" / "corpus"
    corpus.mkdir(parents=True)
    (corpus / "REF-001.md").write_text(MARSH)
    (here / "d.tex").write_text(
        f"Shade cools \\cite{{m}}.\n\\begin{{thebibliography}}{{9}}\n\\bibitem{{m}} {entry}\n\\end{{thebibliography}}\n"
    )
    assert [expected] == [judged.existence for judged in check("d.tex").audits[0].judgements]


def test_only_artefacts_are_looked_at_on_request(here: Path) -> None:
    """With `rlm` other citations are not asked about, and the run is not incomplete for it."""
    (here / "a.txt").write_text(LINES)
    (here / "d.md").write_text("Shade cools [a.txt, L2] and [see](https://example.org/a) and [REF-001].\n")
    report = check("d.md", flags={"rlm": True, "select": "FRE,EXI"})
    assert ("pass", {"not-asked": 1}) == (report.verdict, report.census.unchecked)
    assert ["FRE002"] == [found.code for found in report.audits[0].findings]


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("REF-001.", [("footnote", "found", None), ("corpus", "found", None)]),
        ("Marsh (2021).", [("footnote", "found", None), ("author-year", "found", None)]),
        ("REF-009.", [("footnote", "unchecked", "not-in-corpus"), ("corpus", "missing", None)]),
        ("REF-001; doi:10.1000/182.", [("footnote", "unchecked", "offline"), ("corpus", "found", None)]),
        ("A remark.", [("footnote", "unchecked", "offline")]),
    ],
)
def test_the_marker_of_a_note_is_what_the_note_cites(
    note: str, expected: list[tuple[str, str, str | None]], here: Path
) -> None:
    """A source that the corpus has is found by way of the note; one with a source of its own is looked up outside."""
    corpus = here / ".citevet/corpus"
    corpus.mkdir(parents=True)
    (corpus / "REF-001-shade.md").write_text(MARSH)
    (here / "d.md").write_text(f"Shade cools the street.[^1]\n\n[^1]: {note}\n")
    (audit,) = [each for each in check("d.md").audits if each.document.path == "d.md"]
    kinds = {citation.id: citation.kind for citation in audit.extraction.citations}
    assert expected == [(kinds[each.citation], each.existence, each.existence_reason) for each in audit.judgements]
    assert {"k1"} == {each.claim for each in audit.judgements}


def test_ibid_is_held_against_the_source_of_the_note_before(here: Path) -> None:
    """The page of an "Ibid." is looked up in the source that is meant, and the finding names it, once."""
    (here / ".citevet/corpus").mkdir(parents=True)
    (here / ".citevet/corpus/REF-001-shade.md").write_text(MARSH.replace("year", "pages: 10\nyear"))
    notes = "[^1]: Marsh (2021, p. 4).\n[^2]: Ibid., p. 12.\n[^3]: Ebd.\n"
    (here / "d.md").write_text(f"Shade cools.[^1] Shade dries.[^2] Shade ends.[^3]\n\n{notes}")
    (audit,) = check("d.md", flags={"select": "PAG"}).audits
    assert ["REF-001"] * 3 == [each.source for each in audit.judgements if each.source]
    assert ["no page 12 in Marsh 2021 (it has pages 1-10)"] == [each.message for each in audit.findings]


def test_ibid_in_the_text_is_held_against_the_source_before_it(here: Path) -> None:
    """The page of "(ibid., p. 12)" is looked up in the source that is meant."""
    (here / ".citevet/corpus").mkdir(parents=True)
    (here / ".citevet/corpus/REF-001-shade.md").write_text(MARSH.replace("year", "pages: 10\nyear"))
    (here / "d.md").write_text("Shade cools (Marsh, 2021, p. 4). Shade dries (ibid., p. 12). Shade ends (ebd.).\n")
    (audit,) = check("d.md", flags={"select": "PAG"}).audits
    assert ["REF-001"] * 3 == [each.source for each in audit.judgements]
    assert ["no page 12 in Marsh 2021 (it has pages 1-10)"] == [each.message for each in audit.findings]
