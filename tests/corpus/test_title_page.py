"""Find the identifiers of a work on its first page, without those of works it cites."""

from io import BytesIO
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from citevet.corpus.source_records import SourceRecord, describe_data
from citevet.corpus.title_page import find_identifiers, is_identifier_line

CANVAS: Any = Canvas  # reportlab has no types
DOI = {"doi": "10.1000/abc.777"}
SENTENCE = "We measured the temperature of the roofs in two summers."


def pdf(page: str, subject: str = "") -> bytes:
    """Draw one page of lines."""
    buffer = BytesIO()
    canvas = CANVAS(buffer, invariant=1)
    canvas.setSubject(subject)
    for row, line in enumerate(page.split("\n")):
        canvas.setFont("Helvetica", 10 if row else 20)
        canvas.drawString(72, 760 - 20 * row, line)
    canvas.save()
    return buffer.getvalue()


def markdown(text: str) -> SourceRecord:
    return describe_data(text.encode(), "roofs.md")


@pytest.mark.parametrize(
    "head",
    [
        "https://doi.org/10.1000/abc.777",
        "<https://doi.org/10.1000/abc.777>",
        "DOI: 10.1000/ABC.777",
        "**DOI:** [10.1000/abc.777](https://doi.org/10.1000/abc.777)",
        "**DOI:** 10.1000/abc.777 | **Year:** 2020",
        "- **DOI**: 10.1000/abc.777",
        "Ann Lee, Bo Kim\n\ndoi:10.1000/abc.777.",
        "DOI:\n10.1000/abc.777",
        "Journal of Roofs (2020) 12:345-360, https://doi.org/10.1000/abc.777",
        "Roofs and Tiles 2020;12(3):345-360. DOI: 10.1000/abc.777",
        "PLOS ONE | https://doi.org/10.1000/abc.777 January 1, 2020 1 / 15",
        "Received: 3 May 2018 / Published online: 4 June 2018 / DOI 10.1000/abc.777",
        "doi:10.1000/abc.777https://doi.org/10.1000/abc.777",
        "10.1000/abc.77710.1000/abc.777",
    ],
)
def test_identifier_line_in_head_is_used(head: str) -> None:
    """The DOI may have a label, the head of a journal, or a link target run together with its text."""
    assert DOI == markdown(f"# Warm roofs\n\n{head}\n\n## Abstract\n\n{SENTENCE}\n").identifiers


@pytest.mark.parametrize(
    "text",
    [
        "We extend the work of Ash (doi:10.1000/abc.777) to tiles.",
        "Extending the work of Ash on the roofs of\nhttps://doi.org/10.1000/abc.777\nto tiles, we measured.",
        "See [Ash 2020](https://doi.org/10.1000/abc.777) for more.",
        "[Ash 2020](https://doi.org/10.1000/abc.777)",
        "Correction to: https://doi.org/10.1000/abc.777",
        "A reply to\nhttps://doi.org/10.1000/abc.777",
        "Data: https://doi.org/10.1000/abc.777",
        "Ash 2020, doi:10.1000/abc.777",
        "Ash R. Shade. Trees 2020;3:1-4. doi:10.1000/abc.777",
        "Reply to: Trees 2020;3:1-4. doi:10.1000/abc.777",
        "Ash, R. (2020). Shade. Journal of Trees 3, 1-4. https://doi.org/10.1000/abc.777",
        "Ash, R. (2020). Shade.\nJournal of Trees 3, 1-4.\nhttps://doi.org/10.1000/abc.777",
        "[1] Ash, R. 2020. Shade.\nhttps://doi.org/10.1000/abc.777",
        "- https://doi.org/10.1000/abc.777",
        "> https://doi.org/10.1000/abc.777",
        f"{SENTENCE}\n\nhttps://doi.org/10.1000/abc.777",
        "Abstract\n\nhttps://doi.org/10.1000/abc.777",
        "References\n\nhttps://doi.org/10.1000/abc.777",
        "## References\n\n[1] Ash, R. (2020). Shade. https://doi.org/10.1000/abc.777",
        "## Links\n\nhttps://doi.org/10.1000/abc.777",
        "| Work | Where |\n|---|---|\n| Shade | 10.1000/abc.777 |",
        "10.1000/abc.77710.1000/abc.888",
    ],
)
def test_cited_identifier_is_not_used(text: str) -> None:
    """One in a sentence, an entry, a link, a list or a section belongs to another work, and a note names it."""
    record = markdown(f"# Warm roofs\n\n{text}\n")
    assert {} == record.identifiers
    assert 1 == len(record.notes)
    assert "10.1000/abc.777" in record.notes[0] or "2 DOIs" in record.notes[0]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "Warm roofs\n\n{}\n\n" + SENTENCE),
        ("a.html", "<title>Warm roofs</title><h1>Warm roofs</h1><p>DOI: <a href='/x'>{}</a></p><h2>Abstract</h2>"),
    ],
)
def test_head_of_each_format(name: str, text: str) -> None:
    """The visible text counts."""
    assert DOI == describe_data(text.format("10.1000/abc.777").encode(), name).identifiers


def test_link_target_is_not_used() -> None:
    """A page that links to a paper is not that paper."""
    page = b"<title>My page</title><h1>My page</h1><p>See <a href='https://doi.org/10.1000/other.1'>Ash 2020</a>.</p>"
    assert {} == describe_data(page, "p.html").identifiers


def test_lines_above_abstract_of_pdf_are_used() -> None:
    """Sentences among them are not."""
    assert DOI == describe_data(pdf(f"Warm roofs\nDOI 10.1000/abc.777\nAbstract\n{SENTENCE}"), "a.pdf").identifiers
    cited = "As in Ash (doi:10.1000/abc.777), we see."
    for below in ("Abstract\n10.1000/abc.777", f"{SENTENCE}\n10.1000/abc.777", cited):
        assert {} == describe_data(pdf(f"Warm roofs\n{below}"), "a.pdf").identifiers


def test_arxiv_stamp_is_used_anywhere() -> None:
    """It is in the margin, and in the file often after the text; an id in a list is not a stamp."""
    stamp, cited = "arXiv:2301.00010v2 [cs.CL] 1 Jan 2023", "arXiv:2301.00010, 2023."
    assert {"arxiv": "2301.00010"} == describe_data(
        pdf(f"Warm roofs\nAbstract\n{SENTENCE}\n{stamp}"), "a.pdf"
    ).identifiers
    assert {} == describe_data(pdf(f"Warm roofs\nAbstract\n{SENTENCE}\n{cited}"), "a.pdf").identifiers


def test_pdf_properties_win_over_page() -> None:
    """Publishers write the DOI into the subject or the packet; if two packets differ, neither is used."""
    page = f"Warm roofs\nAbstract\n{SENTENCE}\ndoi:10.1000/cited.1"
    assert DOI == describe_data(pdf(page, "Roofs, 12 (2020) 1-10. doi:10.1000/abc.777"), "a.pdf").identifiers
    packet = b"\n% <prism:doi>10.1000/ABC.777</prism:doi>"
    assert DOI == describe_data(pdf(page) + packet, "a.pdf").identifiers
    assert {} == describe_data(pdf(page) + packet + b"<prism:doi>10.1000/b</prism:doi>", "a.pdf").identifiers


@pytest.mark.parametrize(
    ("head", "year"),
    [
        ("Ann Lee\n\nRoofs and Tiles 2020;12(3):345-360. DOI: 10.1000/abc.777", "2020"),
        ("Roofs and Tiles 2020;12:345-360", "2020"),
        ("Ash R. Shade. Trees 2020;3:1-4.", None),
        ("Roofs and Tiles 2020;12:3\n\nTiles 2019;11:3", None),
    ],
)
def test_year_in_the_head_of_a_journal(head: str, year: str | None) -> None:
    """It stands before the volume; that of a reference, or one of two, is not taken."""
    assert year == markdown(f"# Warm roofs\n\n{head}\n\n## Abstract\n\n{SENTENCE}\n").year


def test_front_matter_wins_over_text() -> None:
    """The author wrote it for this purpose."""
    cites = "We extend the work of Ash (doi:10.1000/other.1) to tiles."
    record = markdown(f"---\ndoi: 10.1000/abc.777\n---\n# Warm roofs\n\n{cites}\n")
    assert (DOI, ()) == (record.identifiers, record.notes)


def test_line_without_identifier() -> None:
    """A label alone or a version number is not enough."""
    assert [False, False] == [is_identifier_line(line) for line in ("DOI:", "version 10.4/3")]
    assert not find_identifiers("version 10.4/3 of 2301.00010")
