"""Files of an entry: its PDF or text, its assessment, its sidecar."""

from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import docx
import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from citevet.corpus.entry_files import CitationEdges, parse_edges
from citevet.corpus.entry_reader import read_entry
from citevet.limits import FILE_BYTES
from citevet.model import Body, Entry, Grade, Page, Section

CANVAS: Any = Canvas  # reportlab has no types
WHOLE = "ref: REF-043\ntitle: Voice in prose\nauthors: [Kim]\nyear: 2021\nsource_type: book\n"
Draw = Callable[[Any], None]


def pdf(*pages: tuple[str, ...], draw: Draw | None = None, **options: object) -> bytes:
    """Write a PDF with lines of text on its pages; `draw` is called on each page."""
    buffer = BytesIO()
    canvas = CANVAS(buffer, pagesize=A4, invariant=1, **options)
    for page in pages:
        canvas.setFont("Helvetica", 10)
        for number, line in enumerate(page):
            canvas.drawString(72, 760 - 12 * number, line)
        if draw:
            draw(canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def put(root: Path, name: str, content: str | bytes) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def read(root: Path, front: str = "", notes: str = "Notes.\n", name: str = "REF-043-voice.md") -> tuple[Entry, Body]:
    return read_entry(put(root, f".citevet/corpus/{name}", f"---\n{WHOLE}{front}\n---\n{notes}"), root=root)


def faults(entry: Entry) -> list[tuple[str, str]]:
    return [(fault.kind, fault.message) for fault in entry.faults]


@pytest.mark.parametrize(
    ("path", "front"),
    [
        (".citevet/corpus/REF-043-voice.txt", ""),
        (".citevet/corpus/REF-043.txt", ""),
        (".aiwg/research/pdfs/REF-043-voice.txt", ""),
        (".citevet/corpus/voice.txt", "pdf: voice.txt"),
        ("papers/voice.txt", "file: papers/voice.txt"),
        ("papers/voice.txt", "file: papers\\voice.txt"),
        ("papers/voice.txt", "local_path: ../../papers/voice.txt"),
        (".aiwg/research/pdfs/voice.txt", "pdf_location: voice.txt"),
        (".aiwg/research/pdfs/voice.txt", "pdf_location: pdfs/voice.txt"),
    ],
)
def test_attachment_is_found_by_name_or_path(tmp_path: Path, path: str, front: str) -> None:
    """Next to the entry, in the PDF folder, or at a path from the entry, the root or the PDF folder."""
    put(tmp_path, path, "Voice is first.")
    entry, body = read(tmp_path, front)
    assert (path, ()) == (entry.file, entry.faults)
    assert Body((Page("Voice is first."),)) == body
    assert sha256(b"Voice is first.").hexdigest() == entry.file_sha256


@pytest.mark.parametrize(
    ("front", "message"),
    [
        ("pdf: gone.pdf", "gone.pdf is not there"),
        ("pdf: ../../../outside.txt", "../../../outside.txt lies outside the project and is not opened"),
        ("pdf: link.txt", "link.txt lies outside the project and is not opened"),
        ("pdf: /etc/hostname", "/etc/hostname lies outside the project and is not opened"),
        ("pdf: ~/voice.pdf", "~/voice.pdf lies outside the project and is not opened"),
        ('pdf: "a\\0b"', "a\0b is not there"),
        ("pdf: " + "a" * 5000, "a" * 200 + " is not there"),
        ("pdf: .", ". is not there"),
    ],
)
def test_missing_or_outside_path_is_fault(tmp_path: Path, front: str, message: str) -> None:
    """No file outside the project is opened."""
    root = tmp_path / "project"
    put(tmp_path, "outside.txt", "secret")
    (root / ".citevet" / "corpus").mkdir(parents=True)
    (root / ".citevet/corpus/link.txt").symlink_to(tmp_path / "outside.txt")
    entry, body = read(root, front)
    assert [("missing-file", message)] == faults(entry)
    assert (None, "notes") == (entry.file, body.scope)


def test_link_out_of_project_is_ignored(tmp_path: Path) -> None:
    """The front matter names no file, so none is missing."""
    root = tmp_path / "project"
    put(tmp_path, "outside.txt", "secret")
    (root / ".citevet" / "corpus").mkdir(parents=True)
    (root / ".citevet/corpus/REF-043-voice.txt").symlink_to(tmp_path / "outside.txt")
    entry, body = read(root)
    assert (None, (), "notes") == (entry.file, entry.faults, body.scope)


@pytest.mark.parametrize("front", ["pdf: https://example.org/a.pdf", "pdf: true", "file: REF-043-voice.md"])
def test_urls_and_entry_itself_are_not_attachments(tmp_path: Path, front: str) -> None:
    """No file is missing, and the notes are the text."""
    entry, body = read(tmp_path, front)
    assert (None, (), "notes") == (entry.file, entry.faults, body.scope)


def test_corpus_outside_project(tmp_path: Path) -> None:
    """Its paths are absolute, and files next to an entry belong to it."""
    file = put(tmp_path, "shared/REF-043.md", f"---\n{WHOLE}pdf: sub/a.txt\n---\n")
    put(tmp_path, "shared/sub/a.txt", "Voice.")
    entry, body = read_entry(file, root=tmp_path / "project")
    assert (file.as_posix(), (tmp_path / "shared/sub/a.txt").as_posix()) == (entry.path, entry.file)
    assert "Voice." == body.pages[0].text


def test_hash_is_compared(tmp_path: Path) -> None:
    """In any case and with a prefix; a changed file is a fault, a hash without a file is not."""
    digest = sha256(b"Voice.").hexdigest()
    assert () == read(tmp_path, f"pdf_hash: {digest}")[0].faults
    put(tmp_path, ".citevet/corpus/REF-043-voice.txt", "Voice.")
    assert () == read(tmp_path, f"sha256: SHA256:{digest.upper()}")[0].faults
    put(tmp_path, ".citevet/corpus/REF-043-voice.txt", "Voice!")
    now = sha256(b"Voice!").hexdigest()
    message = f"REF-043-voice.txt has the SHA-256 {now[:16]}…, not {digest[:16]}…"
    assert [("checksum", message)] == faults(read(tmp_path, f"pdf_hash: {digest}")[0])


def test_pages_of_pdf(tmp_path: Path) -> None:
    """Each page has its number and text; the count in the front matter is compared."""
    put(tmp_path, ".citevet/corpus/REF-043-voice.pdf", pdf(("Voice is first.",), ("Tone is second.",)))
    entry, body = read(tmp_path, "total_pages: 3")
    assert (Page("Voice is first.", 1), Page("Tone is second.", 2)) == body.pages
    assert (2, (), "full", None) == (entry.pages, entry.labels, body.scope, body.reason)
    assert [("page-count", "total_pages says 3 pages, the PDF has 2")] == faults(entry)


def test_printed_numbers_of_pdf(tmp_path: Path) -> None:
    """Labels in the file win over a range in the front matter."""

    def roman(canvas: Any) -> None:
        canvas.addPageLabel(0, style="ROMAN_LOWER", start=3)

    put(tmp_path, ".citevet/corpus/REF-043.pdf", pdf(("One.",), ("Two.",), draw=roman))
    entry, body = read(tmp_path, "page_range: 233-234")
    assert ("iii", "iv") == entry.labels == tuple(page.label for page in body.pages)


def test_page_range_gives_printed_numbers(tmp_path: Path) -> None:
    """Only if it has as many numbers as there are pages."""
    put(tmp_path, ".citevet/corpus/REF-043.pdf", pdf(("One.",), ("Two.",)))
    assert ("233", "234") == read(tmp_path, "page_range: 233-234")[0].labels
    assert () == read(tmp_path, "venue: {pages: 233-239}")[0].labels


def test_pdf_pages_have_printed_numbers_of_entry(tmp_path: Path) -> None:
    """A quotation from page 234 is searched on the second page."""
    put(tmp_path, ".citevet/corpus/REF-043.pdf", pdf(("One.",), ("Two.",)))
    assert (Page("One.", 1, "233"), Page("Two.", 2, "234")) == read(tmp_path, "pages: 233-234")[1].pages


@pytest.mark.parametrize(
    ("front", "text", "labels"),
    [
        ("", "One.\fTwo.\f\fFour.", (None, None, None, None)),
        ("", "One.\fTwo.\f\fFour.\f\n\f", (None, None, None, None)),
        ("total_pages: 4", "One.\fTwo.\f\fFour.\f", (None, None, None, None)),
        ("pages: 101-104", "One.\fTwo.\f\fFour.", ("101", "102", "103", "104")),
    ],
)
def test_form_feeds_separate_pages(front: str, text: str, labels: tuple[str | None, ...], tmp_path: Path) -> None:
    """Empty pages count; a form feed at the end starts no page; the entry gives the printed numbers."""
    put(tmp_path, ".citevet/corpus/REF-043.txt", text)
    entry, body = read(tmp_path, front)
    assert 4 == entry.pages
    assert ["One.", "Two.", "", "Four."] == [page.text for page in body.pages]
    assert [*enumerate(labels, start=1)] == [(page.number, page.label) for page in body.pages]
    assert [] == faults(entry)


@pytest.mark.parametrize("front", ["total_pages: 12", "pages: 101-112", "page_range: 101-112"])
def test_other_page_count_makes_text_one_page(front: str, tmp_path: Path) -> None:
    """The entry has a fault, because the pages cannot be matched."""
    put(tmp_path, ".citevet/corpus/REF-043.txt", "One.\fTwo.")
    entry, body = read(tmp_path, front)
    assert (12, (Page("One.\fTwo."),)) == (entry.pages, body.pages)
    key = front.partition(":")[0]
    message = f"{key} says 12 pages, the form feeds of the text part 2: no page is compared"
    assert [("page-count", message)] == faults(entry)


def test_form_feed_at_end_makes_no_pages(tmp_path: Path) -> None:
    """A text of one page has no page number."""
    put(tmp_path, ".citevet/corpus/REF-043.txt", "One.\n\f")
    entry, body = read(tmp_path)
    assert (None, (Page("One.\n\f"),)) == (entry.pages, body.pages)


def test_table_row_has_column_headings(tmp_path: Path) -> None:
    """A number comes before its heading; a very long heading is not repeated."""
    note = "rate, " * 20
    table = (
        "Towns.\n\n"
        f"> | Town | Trees in *2021* | {note} |\n> |---|---|---|\n> | Ulm \\| Aalen | 3,100 | 77% |\n> | | 12 |\n\n"
        "| | 2020 |\n|-|-|\n| Bonn | 7 | 8 |\n"
    )
    expected = (
        "Towns.", f"Town; Trees in 2021; {note.strip()}", "Town: Ulm | Aalen; 3,100 Trees in 2021; 77%",
        "12 Trees in 2021", "2020", "Bonn; 2020: 7",
    )  # fmt: skip
    assert "\n\n".join(expected) == read(tmp_path, notes=table)[1].pages[0].text


@pytest.mark.parametrize("between", ["\n", "\nBees.\n\n", "\n## Bees\n\n", "\n```\n---\n```\n\n", "\n---\n\n", "> "])
@pytest.mark.parametrize("row", ["| Kiel | 7 |\n", "| Kiel | 7 |\n| | |\n", ""])
def test_table_without_headings_takes_none_from_previous_table(tmp_path: Path, row: str, between: str) -> None:
    """With or without text between the tables."""
    mark = "> " if between == "> " else ""
    table = f"| Town | Trees |\n|:--|--:|\n{row}{between}|  |  |\n{mark}|---|---|\n{mark}| Bremen | 755 |\n"
    assert read(tmp_path, notes=table)[1].pages[0].text.endswith("\n\nBremen; 755")


@pytest.mark.parametrize("rule", ["|-|-|", "-|-", ":-: | ---"])
def test_empty_row_does_not_end_table(tmp_path: Path, rule: str) -> None:
    """The rows after it, or after a row of dashes, have the same headings."""
    table = f"| Town | Trees |\n{rule}\n| | |\n| Kiel | 7 |\n| | |\n| - | - |\n| Bremen | 755 |\n"
    assert read(tmp_path, notes=table)[1].pages[0].text.endswith("\n\nTown: Bremen; 755 Trees")


def test_repeated_headings_are_bounded(tmp_path: Path) -> None:
    """The text of a table with many small cells stays small."""
    head = "h" * 80
    table = f"|{head}|{head}|\n|-|-|\n" + "|1|2|\n" * 20_000
    words = read(tmp_path, notes=table)[1].pages[0].text
    assert words.endswith("\n\n1; 2")
    assert len(words) < 1_300_000


def outlined(canvas: Any) -> None:
    number = canvas.getPageNumber()
    for title, level, page in (("1 Introduction", 0, 1), ("1.1 Aims", 1, 2), ("2 Methods", 0, 3), ("3 Results", 0, 3)):
        if page == number:
            canvas.bookmarkPage(title)
            canvas.addOutlineEntry(title, title, level)


PAGES = (("Voice.",), ("Tone.",), ("Rhythm.",), ("Rhyme.",))


def test_sections_of_outline(tmp_path: Path) -> None:
    """A section ends where the next one of its level or above starts; the front matter wins."""
    put(tmp_path, ".citevet/corpus/REF-043.pdf", pdf(*PAGES, draw=outlined))
    assert (
        Section("1 Introduction", 1, 3),
        Section("1.1 Aims", 2, 3),
        Section("2 Methods", 3, 3),
        Section("3 Results", 3, 4),
    ) == read(tmp_path)[0].sections
    assert (Section("Most", 1, 3),) == read(tmp_path, "sections: {Most: 1-3}")[0].sections
    assert [("page-count", "section 1 (All) ends on page 5; there are 4")] == faults(
        read(tmp_path, "sections: {All: 1-5}")[0]
    )


def test_one_heading_alone_is_no_list_of_sections(tmp_path: Path) -> None:
    """A PDF whose only heading is its title has unknown sections, even where an entry lists that heading."""

    def titled(canvas: Any) -> None:
        if canvas.getPageNumber() == 1:
            canvas.bookmarkPage("a")
            canvas.addOutlineEntry("On voice", "a", 0)

    put(tmp_path, ".citevet/corpus/REF-043.pdf", pdf(*PAGES, draw=titled))
    assert () == read(tmp_path)[0].sections
    assert () == read(tmp_path, "sections: {On voice: 1-4}")[0].sections


def test_sections_of_headings_without_outline(tmp_path: Path) -> None:
    """Only lines that look like headings of a paper count."""

    def heading(canvas: Any) -> None:
        canvas.setFont("Helvetica-Bold", 16)
        canvas.drawString(72, 790, ("Introduction", "A Great Day", "2 Methods")[canvas.getPageNumber() - 1])

    pages = [
        tuple(
            f"{word} carry water from the mountains to the sea, and {line} of them have been measured." for line in what
        )
        for word, what in (("Rivers", "abcde"), ("Brooks", "fghij"), ("Canals", "klmno"))
    ]
    put(tmp_path, ".citevet/corpus/REF-043.pdf", pdf(*pages, draw=heading))
    assert (Section("Introduction", 1, 3), Section("2 Methods", 3, 3)) == read(tmp_path)[0].sections


@pytest.mark.parametrize(
    ("data", "reason", "why"),
    [
        (pdf((), ()), "no-text", "the PDF has no text layer"),
        (pdf(("secret",), encrypt="password"), "unreadable", "the PDF needs a password"),
        (pdf(("words",))[:500], "unreadable", "the PDF breaks off"),
        (b"<html>", "unreadable", "it is a web page, not a PDF"),
    ],
    ids=["scan", "encrypted", "cut", "html"],
)
def test_pdf_without_text_leaves_notes(tmp_path: Path, data: bytes, reason: str, why: str) -> None:
    """The body gives the reason; the entry still has the file and its hash."""
    put(tmp_path, ".citevet/corpus/REF-043.pdf", data)
    entry, body = read(tmp_path)
    assert ((Page("Notes."),), "notes", reason, why) == (body.pages, body.scope, body.reason, body.why)
    assert (".citevet/corpus/REF-043.pdf", sha256(data).hexdigest()) == (entry.file, entry.file_sha256)
    assert not entry.legible


def test_pages_of_scan_are_counted(tmp_path: Path) -> None:
    """Counting needs no text."""
    put(tmp_path, ".citevet/corpus/REF-043.pdf", pdf((), (), ()))
    assert 3 == read(tmp_path)[0].pages


def test_too_large_file_is_hashed_only(tmp_path: Path) -> None:
    """It is too large, not missing."""
    path = put(tmp_path, ".citevet/corpus/REF-043.txt", "")
    with path.open("r+b") as file:
        file.truncate(FILE_BYTES + 1)
    entry, body = read(tmp_path)
    assert ("notes", "too-large", "the file is larger than 64 MB") == (body.scope, body.reason, body.why)
    assert entry.file_sha256 is not None
    assert 64 == len(entry.file_sha256)


def test_other_file_types(tmp_path: Path) -> None:
    """HTML gives its prose, Word its text; an unknown type has a reason."""
    page = (
        "<html><head><title>T</title></head><body><p>Voice is <b>fi</b>rst<br>&amp; last.</p><p>Tone.</p></body></html>"
    )
    put(tmp_path, ".citevet/corpus/REF-001.html", page)
    assert "Voice is first & last.\n\nTone." == read(tmp_path, name="REF-001.md")[1].pages[0].text
    word: Any = docx.Document()
    word.add_paragraph("Voice is first.")
    buffer = BytesIO()
    word.save(buffer)
    put(tmp_path, ".citevet/corpus/REF-002.docx", buffer.getvalue())
    assert (Page("Voice is first."),) == read(tmp_path, name="REF-002.md")[1].pages
    put(tmp_path, ".citevet/corpus/book.mobi", b"PK\x03\x04")
    body = read(tmp_path, "file: book.mobi")[1]
    assert ("unreadable", "files of the kind .mobi are not read") == (body.reason, body.why)
    put(tmp_path, ".citevet/corpus/REF-003.txt", b" \n")
    body = read(tmp_path, name="REF-003.md")[1]
    assert ("no-text", "the file is empty") == (body.reason, body.why)


@pytest.mark.parametrize(
    "path",
    [
        ".aiwg/research/quality-assessments/REF-043-assessment.yaml",
        ".aiwg/research/quality-assessments/REF-043-voice-assessment.yml",
        ".citevet/quality-assessments/REF-043-assessment.yaml",
        ".citevet/corpus/quality-assessments/REF-043-assessment.yaml",
    ],
)
def test_grade_of_assessment(tmp_path: Path, path: str) -> None:
    """The entry names the assessment file."""
    put(tmp_path, path, "final_quality:\n  level: LOW\n")
    entry = read(tmp_path)[0]
    assert (Grade.LOW, path, ()) == (entry.grade, entry.graded_by, entry.faults)


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("final_grade: VERY_LOW", Grade.VERY_LOW),
        ("quality_assessment: {final_grade: high}", Grade.HIGH),
        ("grade: moderate\nfinal_quality: {level: low}", Grade.LOW),
    ],
)
def test_most_final_level_counts(tmp_path: Path, text: str, grade: Grade) -> None:
    """Assessments come in several layouts."""
    put(tmp_path, ".citevet/corpus/quality-assessments/REF-043-assessment.yaml", text)
    assert grade == read(tmp_path)[0].grade


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("final_quality: [", "it cannot be read as YAML"),
        ("final_quality: 7", "it gives no final level (final_quality.level)"),
        ("final_quality: {level: 0x" + "f" * 5000 + "}", "it gives no final level (final_quality.level)"),
        ("&a [*a]", "it cannot be read as YAML"),
        ("x" * 1_000_001, "larger than 0.953674 MB"),
    ],
    ids=["broken", "number", "huge", "cycle", "large"],
)
def test_assessment_without_level_is_fault(tmp_path: Path, text: str, why: str) -> None:
    """The source has no grade."""
    put(tmp_path, ".citevet/corpus/quality-assessments/REF-043-assessment.yaml", text)
    entry = read(tmp_path)[0]
    assert (None, [("malformed", f"REF-043-assessment.yaml: {why}")]) == (entry.grade, faults(entry))


@pytest.mark.parametrize(("own", "other"), [("HIGH", "LOW"), ("LOW", "HIGH")])
def test_lower_of_two_levels_counts(tmp_path: Path, own: str, other: str) -> None:
    """The difference is a fault."""
    put(tmp_path, ".citevet/corpus/quality-assessments/REF-043-assessment.yaml", f"grade: {other}")
    entry = read(tmp_path, f"grade: {own}")[0]
    assert (Grade.LOW, [("invalid-field", f"grade says {own}, REF-043-assessment.yaml says {other}")]) == (
        entry.grade,
        faults(entry),
    )


SIDECAR = """---
ref: REF-043
---

# REF-043 Citation Network

## Outgoing: Papers This Work Cites

| # | Title | **inducted ref** |
|---|-------|------------------|
| 7 | About REF-555 | REF-029 |
| 8 | Two of them | REF-009a, [REF-1234](../REF-1234-slug.md) |
| 9 | None | — |
| 10 | None | - |
| 11 | None | – |
| 12 | People | PROF-P-kim-hana, PROF-P-, PROF-x-kim, REF-abc |
| 13 | Again | REF-029 |

| Title | Year |
|---|---|
| No such column | REF-777 |

## Incoming: Papers That Cite It

| REF | Title |
|---|---|
| REF-015 | a \\| b |
| REF-042 | c |

## Other

| REF |
|---|
| REF-888 |
"""


def test_tables_of_sidecar() -> None:
    """Ids in the right column of both tables, without duplicates, dashes, titles and malformed ids."""
    assert CitationEdges(("REF-029", "REF-009a", "REF-1234", "PROF-P-kim-hana"), ("REF-015", "REF-042")) == parse_edges(
        SIDECAR
    )
    assert CitationEdges() == parse_edges("## Outgoing\n\n| Inducted REF |\n|---|\n")


@pytest.mark.parametrize("folder", [".citevet/corpus", ".citevet/corpus/citations", ".citevet/citations"])
def test_sidecar_is_found(tmp_path: Path, folder: str) -> None:
    """Next to the entry, or in a folder of sidecars."""
    put(tmp_path, f"{folder}/REF-043-citations.md", SIDECAR)
    entry = read(tmp_path)[0]
    assert (("REF-015", "REF-042"), ()) == (entry.cited_by, entry.faults)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (SIDECAR.replace("ref: REF-043", "ref: REF-044"), ("id-mismatch", "says that it belongs to REF-044")),
        (SIDECAR.replace("ref: REF-043", "ref: [a]"), ("id-mismatch", "does not say whose it is (ref: REF-043)")),
        ("## Outgoing\n", ("id-mismatch", "does not say whose it is (ref: REF-043)")),
        ("", ("id-mismatch", "does not say whose it is (ref: REF-043)")),
        ("---\n---", ("id-mismatch", "does not say whose it is (ref: REF-043)")),
    ],
    ids=["other", "list", "none", "empty", "hollow"],
)
def test_sidecar_of_other_entry_is_fault(tmp_path: Path, text: str, fault: tuple[str, str]) -> None:
    """Its edges are not used."""
    put(tmp_path, ".citevet/corpus/REF-043-citations.md", text)
    entry = read(tmp_path)[0]
    assert ((), [(fault[0], f"its sidecar REF-043-citations.md {fault[1]}")]) == (entry.cites, faults(entry))
    put(tmp_path, ".citevet/corpus/REF-043-citations.md", b"\0" * 100)
    assert [("malformed", "its sidecar REF-043-citations.md: binary content, not text")] == faults(read(tmp_path)[0])
