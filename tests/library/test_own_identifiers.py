"""A work is named by its properties and its head; what it cites names others."""

from io import BytesIO
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from citevet.library.describe import described
from citevet.library.identifier_lines import is_identifier_line, shown
from citevet.library.record import Record

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


def markdown(text: str) -> Record:
    return described(text.encode(), "roofs.md")


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
        "PLOS ONE | https://doi.org/10.1000/abc.777 January 1, 2020 1 / 15",
        "Received: 3 May 2018 / Published online: 4 June 2018 / DOI 10.1000/abc.777",
        "doi:10.1000/abc.777https://doi.org/10.1000/abc.777",
        "10.1000/abc.77710.1000/abc.777",
    ],
)
def test_a_line_of_the_head_that_only_identifies_names_the_work(head: str) -> None:
    """The DOI may have a label, a journal's head, or the text of a link run together with its target."""
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
def test_what_a_text_cites_does_not_name_it(text: str) -> None:
    """A sentence, an entry, a link, a list or a section speaks of other works; the user is told what was seen."""
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
def test_the_head_of_a_text_and_of_a_page_names_the_work(name: str, text: str) -> None:
    """In each format the reader's own view of the head counts."""
    assert DOI == described(text.format("10.1000/abc.777").encode(), name).identifiers


def test_the_target_of_a_link_on_a_page_does_not_name_it() -> None:
    """A page that leads to a paper is not that paper."""
    page = b"<title>My page</title><h1>My page</h1><p>See <a href='https://doi.org/10.1000/other.1'>Ash 2020</a>.</p>"
    assert {} == described(page, "p.html").identifiers


def test_a_pdf_is_named_above_its_abstract_only() -> None:
    """Of a first page the lines before the abstract count, and a sentence among them does not."""
    assert DOI == described(pdf(f"Warm roofs\nDOI 10.1000/abc.777\nAbstract\n{SENTENCE}"), "a.pdf").identifiers
    cited = "As in Ash (doi:10.1000/abc.777), we see."
    for below in ("Abstract\n10.1000/abc.777", f"{SENTENCE}\n10.1000/abc.777", cited):
        assert {} == described(pdf(f"Warm roofs\n{below}"), "a.pdf").identifiers


def test_the_stamp_of_the_archive_counts_wherever_it_is_drawn() -> None:
    """It stands in the margin, and in the file often after the text; an id in a list is no stamp."""
    stamp, cited = "arXiv:2301.00010v2 [cs.CL] 1 Jan 2023", "arXiv:2301.00010, 2023."
    assert {"arxiv": "2301.00010"} == described(pdf(f"Warm roofs\nAbstract\n{SENTENCE}\n{stamp}"), "a.pdf").identifiers
    assert {} == described(pdf(f"Warm roofs\nAbstract\n{SENTENCE}\n{cited}"), "a.pdf").identifiers


def test_the_properties_of_a_pdf_go_before_its_page() -> None:
    """Publishers write the DOI into the subject or the packet; where two packets differ, none is taken from them."""
    page = f"Warm roofs\nAbstract\n{SENTENCE}\ndoi:10.1000/cited.1"
    assert DOI == described(pdf(page, "Roofs, 12 (2020) 1-10. doi:10.1000/abc.777"), "a.pdf").identifiers
    packet = b"\n% <prism:doi>10.1000/ABC.777</prism:doi>"
    assert DOI == described(pdf(page) + packet, "a.pdf").identifiers
    assert {} == described(pdf(page) + packet + b"<prism:doi>10.1000/b</prism:doi>", "a.pdf").identifiers


def test_front_matter_names_the_work_whatever_it_cites() -> None:
    """What the author wrote down for the purpose is believed."""
    cites = "We extend the work of Ash (doi:10.1000/other.1) to tiles."
    record = markdown(f"---\ndoi: 10.1000/abc.777\n---\n# Warm roofs\n\n{cites}\n")
    assert (DOI, ()) == (record.identifiers, record.notes)


def test_a_line_without_an_identifier_identifies_nothing() -> None:
    """A label alone is none, and a version is no DOI."""
    assert [False, False] == [is_identifier_line(line) for line in ("DOI:", "version 10.4/3")]
    assert not shown("version 10.4/3 of 2301.00010")
