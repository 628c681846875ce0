"""Add sources to the corpus: what is read from a file, what is written, and duplicates."""

from collections.abc import Callable
from datetime import date
from hashlib import sha256
from io import BytesIO
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from citevet.corpus import staging
from citevet.corpus.additions import Addition, SourceDetails, add_source
from citevet.corpus.corpus_folders import lock_folder
from citevet.corpus.indexed_corpus import open_corpus
from citevet.corpus.source_records import SourceRecord, describe_data
from citevet.corpus.title_page import Byline
from citevet.errors import Damaged, Encrypted, ReadError, WriteError
from citevet.model import Section
from citevet.read import frontmatter
from citevet.read.metadata import FileMetadata, read_xmp

TODAY = date(2026, 11, 15)
CANVAS: Any = Canvas  # reportlab has no types
FULL = SourceDetails(
    title="Warm roofs", authors=("Ann Lee",), year="2019", source_type="journal", relevance="Why roofs matter."
)


_FILLING = ["These words do not matter; they are on every page of every paper."] * 8


def pdf(*pages: str, title: str = "", author: str = "", outline: bool = False, **options: object) -> bytes:
    """Draw pages of lines; the first line of each page is large."""
    buffer = BytesIO()
    canvas = CANVAS(buffer, pagesize=A4, invariant=1, **options)
    canvas.setTitle(title)
    canvas.setAuthor(author)
    for number, page in enumerate(pages):
        for row, line in enumerate([*page.split("\n"), *(_FILLING if page else [])]):
            canvas.setFont("Helvetica", 10 if row else 20)
            canvas.drawString(72, 760 - 20 * row, line)
        if outline:
            canvas.bookmarkPage(f"p{number}")
            canvas.addOutlineEntry(page.split("\n")[0], f"p{number}", 0)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def corpus(root: Path) -> Path:
    return root / ".citevet" / "corpus"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def given(root: Path, name: str, data: bytes) -> Path:
    """Put a file into the user's downloads."""
    path = root / "downloads" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return path


def added(root: Path, source: Path | SourceRecord, said: SourceDetails | None = None) -> Addition:
    return add_source(root, corpus(root), source, given=said, today=TODAY)


def fields(done: Addition) -> dict[str, Any]:
    """Read the front matter back."""
    text = done.path.read_text("utf-8")
    values, notes = frontmatter.parse_front_matter(text.split("---\n")[1])
    assert () == notes
    return dict(values)


PAPER = pdf(
    "Warm roofs of old houses\nAnn Lee and Bo Kim\nhttps://doi.org/10.1234/roofs.7\nRoofs are warm.",
    "Methods\nWe measured.",
    "Results\nThe top floor was the warmest.",
    title="Warm roofs of old houses",
    author="Ann Lee, Bo Kim",
    outline=True,
)


def test_pdf_becomes_complete_entry(tmp_path: Path) -> None:
    """Title, authors, DOI, pages, sections and hash come from the file; missing fields are listed."""
    done = added(tmp_path, given(tmp_path, "roofs.pdf", PAPER), SourceDetails(relevance="Why roofs\nmatter."))
    assert ("REF-001", False) == (done.entry, done.already)
    assert "REF-001-warm-roofs-of-old-houses.md" == done.path.name
    assert {
        "ref_id": "REF-001",
        "title": "Warm roofs of old houses",
        "authors": ["Ann Lee", "Bo Kim"],
        "identifiers": {"doi": "10.1234/roofs.7"},
        "total_pages": 3,
        "sections": [
            {"name": "Warm roofs of old houses", "pages": "1-2"},
            {"name": "Methods", "pages": "2-3"},
            {"name": "Results", "pages": "3-3"},
        ],
        "pdf": "REF-001-warm-roofs-of-old-houses.pdf",
        "pdf_hash": sha256(PAPER).hexdigest(),
        "relevance": "Why roofs matter.",
        "documented_date": "2026-11-15",
    } == {key: str(value) if key == "documented_date" else value for key, value in fields(done).items()}
    assert ("year", "source_type") == done.lacks
    assert PAPER == done.path.with_suffix(".pdf").read_bytes()


def test_added_entry_is_in_corpus(tmp_path: Path) -> None:
    """The entry reads back without a fault, with its pages and text."""
    done = added(tmp_path, given(tmp_path, "roofs.pdf", PAPER), SourceDetails(year="2019", source_type="journal"))
    opened = open_corpus(tmp_path, today=TODAY)
    (entry,) = opened.entries_by_id(done.entry)
    assert () == entry.faults
    assert ("Warm roofs of old houses", "2019", 3) == (entry.title, entry.year, entry.pages)
    assert Section("Methods", 2, 3) == entry.sections[1]
    assert "The top floor was the warmest." in opened.body(entry).pages[2].text


def test_user_overrides_file(tmp_path: Path) -> None:
    """Options on the command line win over the file."""
    done = added(tmp_path, given(tmp_path, "roofs.pdf", PAPER), FULL)
    assert ("Warm roofs", ["Ann Lee"], 2019, "journal") == tuple(
        fields(done)[key] for key in ("title", "authors", "year", "source_type")
    )
    assert () == done.lacks


@pytest.mark.parametrize(
    ("title", "author", "page", "expected"),
    [
        ("Untitled", "owner", "A heading\nText.", ("A heading", ())),
        ("Microsoft Word - draft7.docx", "", "A heading\nText.", ("A heading", ())),
        ("Template of the press", "Ann Lee", "A heading\nAnn Lee", ("A heading", ("Ann Lee",))),
        ("A heading", "Lab Printer", "A heading\nAnn Lee", ("A heading", ())),
        ("a Heading", "Lee, Ann", "A heading\nby somebody else", ("a Heading", ())),
        ("a Heading", "Lee, Ann", "A heading\nby Ann M. Lee", ("a Heading", ("Lee, Ann",))),
        ("Warm roofs", "Ann Lee; Kim, Bo", "", ("Warm roofs", ("Ann Lee", "Kim, Bo"))),
        ("scan_0012", "owner", "", ("", ())),
        ("1706.03762v7", "Lab Printer", "", ("", ())),
        ("roofs.pdf", "", "", ("", ())),
        ("PowerPoint Presentation", "", "", ("", ())),
        ("COVID-19", "", "The Press\nCOVID-19", ("COVID-19", ())),
        ("GPT-4", "", "The Press\nGPT-4", ("GPT-4", ())),
        ("Catch-22", "", "The Press\nCATCH-22", ("Catch-22", ())),
        ("1984", "", "The Press\n1984", ("1984", ())),
        ("roofs_2", "", "The Press\nOur roofs 2 are warm.", ("The Press", ())),
        ("1706.03762v7", "", "The Press\narXiv:1706.03762v7 [cs.CL] 2 Aug 2023", ("The Press", ())),
        ("1", "", "The Press\n1", ("The Press", ())),
        ("1984", "", "", ("", ())),
        ("warm_roofs", "", "The Press\nWarm roofs", ("warm_roofs", ())),
        ("warm_roofs", "", "The Press\nOur warm roofs", ("The Press", ())),
        ("warm_roofs", "", "", ("", ())),
    ],
)
def test_pdf_properties_count_if_page_shows_them(
    title: str, author: str, page: str, expected: tuple[str, tuple[str, ...]]
) -> None:
    """Programs write their own names, and templates keep old titles."""
    record = describe_data(pdf(page, title=title, author=author), "x.pdf")
    assert expected == (record.title, record.authors)


XMP = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Warm &amp; dry roofs</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>Ann Lee</rdf:li><rdf:li>Bo Kim</rdf:li></rdf:Seq></dc:creator>
<prism:publicationDate>2019-05-02</prism:publicationDate><xmp:CreateDate>2024-01-01</xmp:CreateDate>
</rdf:Description></rdf:RDF></x:xmpmeta>"""


def test_xmp_packet_gives_authors_and_year() -> None:
    """Several creators are several authors; the year is that of publication, not of the file."""
    record = describe_data(packed(pdf("Warm & dry roofs\nAnn Lee and Bo Kim"), XMP), "x.pdf")
    assert ("Warm & dry roofs", ("Ann Lee", "Bo Kim"), "2019") == (record.title, record.authors, record.year)


def packed(data: bytes, *packets: str) -> bytes:
    """Append XMP packets to a PDF."""
    return data.replace(b"%%EOF", b"%" + "".join(packets).encode() + b"\n%%EOF")


FIGURE = """<x:xmpmeta><dc:title><rdf:Alt><rdf:li>fig1.ai</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>Dee Signer</rdf:li></rdf:Seq></dc:creator></x:xmpmeta>"""


@pytest.mark.parametrize(
    ("mark", "title"),
    [
        ("", "Warm & dry roofs"),
        ("<prism:publicationName>Roofs</prism:publicationName>", ""),
        ("<pdf:Producer>A press</pdf:Producer>", "Another title"),
    ],
)
def test_xmp_packet_of_figure_is_ignored(mark: str, title: str) -> None:
    """The document's packet has the title of its properties, or fields that only publishers write."""
    own = XMP.replace("<prism:publicationDate>2019-05-02</prism:publicationDate>", mark)
    for packets in (own + FIGURE, FIGURE + own, FIGURE * 40 + own + FIGURE * 40):
        found = read_xmp(packets.encode(), title)
        assert ("Warm & dry roofs", ("Ann Lee", "Bo Kim")) == (found.title, found.authors)


def test_last_of_equal_xmp_packets_counts() -> None:
    """Programs that change a PDF append; an incomplete packet is ignored, and their number is bounded."""
    assert "fig1.ai" == read_xmp((XMP.replace("prism:", "x:") + FIGURE).encode()).title
    assert "fig1.ai" == read_xmp((FIGURE + "<x:xmpmeta>").encode()).title
    assert FileMetadata() == read_xmp(FIGURE.encode() + b"<x:xmpmeta" * 500)


def test_properties_count_if_page_does_not_show_packet_names() -> None:
    """The first page shows the author of the document, not the designer of a figure."""
    data = packed(pdf("Warm & dry roofs\nAnn Lee", title="Warm & dry roofs", author="Ann Lee"), FIGURE)
    assert ("Ann Lee",) == describe_data(data, "x.pdf").authors


@pytest.mark.parametrize(
    ("author", "line"),
    [
        ("Microsoft Office User", "We test the user interface of Microsoft Office"),
        ("Windows User", "The User Study"),
        ("admin", "The admin and Admin of a house"),
        ("David Brown", "Feeding of brown rats, by David Stone"),
        ("David Brown", "Feeding of Brown Rats"),
        ("Brown", "Feeding of Brown Rats"),
    ],
)
@pytest.mark.parametrize("copied", [False, True])
def test_owner_of_program_is_not_author(author: str, line: str, *, copied: bool) -> None:
    """The page must show the whole name; the packet is often a copy of the owner's name."""
    data = pdf(f"A heading\n{line}", author=author)
    copy = FIGURE.replace("Dee Signer", author)
    assert () == describe_data(packed(data, copy) if copied else data, "x.pdf").authors


@pytest.mark.parametrize(
    ("author", "line"),
    [
        ("David Brown", "DAVID BROWN and Ann Lee"),
        ("David Brown", "Brown, D., and Lee, A."),
        ("David Brown", "D. L. Brown1, A. Lee2"),
        ("Brown DL", "David Lloyd Brown1,2"),
        ("D. Brown", "David Brown"),
        ("Jos\u00e9 Mu\u00f1oz", "Jose Munoz"),
        ("Jan van der Berg", "J. van der Berg"),
        ("Gina d'Angelo", "Gina d'Angelo"),
        ("World Health Organization", "A report of the World Health Organization"),
    ],
)
def test_author_needs_given_and_family_name(author: str, line: str) -> None:
    """An initial is enough, and a footnote number does not matter."""
    assert (author,) == describe_data(pdf(f"A heading\n{line}", author=author), "x.pdf").authors


@pytest.mark.parametrize(("page", "shown"), [("김철수1)", True), ("김 철수", True), ("김 교수", False)])
def test_korean_name_is_one_or_two_words(page: str, *, shown: bool) -> None:
    """A family name alone is not enough: one in five people has the same."""
    assert shown == Byline.of(f"지붕의 온도\n{page}").signs("김철수")


def test_repeated_family_name_is_not_author_with_other_given_names() -> None:
    """A page that repeats the family name does not show any of many given names."""
    assert not Byline.of("Aa " * 6_600).signs("Cc " * 300 + "Aa")


def test_list_of_creators_needs_family_names_only() -> None:
    """No program has two owners."""
    record = describe_data(packed(pdf("Warm & dry roofs\nLee and Kim", author="Office"), XMP), "x.pdf")
    assert ("Ann Lee", "Bo Kim") == record.authors


def test_xmp_elements_may_have_attributes() -> None:
    """The elements of title and creators can have attributes."""
    written = XMP.replace("<dc:creator>", '<dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">')
    assert ("Ann Lee", "Bo Kim") == read_xmp(written.encode()).authors


@pytest.mark.parametrize("tag", [b"<dc:creator>", b"<dc:creator ", b"<dc:title>", b"<rdf:li>", b"prism:coverDate "])
def test_unclosed_xmp_elements_are_ignored(tag: bytes) -> None:
    """An element that is never closed gives no title and no name."""
    assert FileMetadata() == read_xmp(b"<x:xmpmeta " + (tag * 20_000)[:199_000] + b"</x:xmpmeta>")


@pytest.mark.parametrize(
    ("page", "expected", "notes"),
    [
        ("T\ndoi:10.1234/ABC.5.", {"doi": "10.1234/abc.5"}, 0),
        ("T\narXiv:2301.00010v2 [cs.CL] 1 Jan 2023", {"arxiv": "2301.00010"}, 0),
        ("T\n10.1234/one and 10.1234/two", {}, 1),
        ("T\n10.1234/one (https://doi.org/10.1234/one)", {"doi": "10.1234/one"}, 0),
        ("T\nversion 10.4/3 of 2301.00010", {}, 0),
    ],
)
def test_only_identifier_on_first_page_is_used(page: str, expected: dict[str, str], notes: int) -> None:
    """With two DOIs neither is used, and a note says so."""
    record = describe_data(pdf(page), "x.pdf")
    assert expected == record.identifiers
    assert notes == len(record.notes)


def test_meta_tags_of_web_page() -> None:
    """The tags that libraries read give title, authors, year and DOI."""
    page = (
        "<html><head><title>Roofs | The Press</title><meta name='citation_title' content='Warm roofs &amp; walls'>"
        "<meta name='citation_author' content='Lee, Ann'><meta name='citation_author' content='Kim, Bo'>"
        "<meta name='citation_publication_date' content='2019/03/01'><meta name=citation_doi content='10.1234/x'>"
        "</head><body><h1>Warm</h1><p>Text.</p></body></html>"
    )
    record = describe_data(page.encode(), "page.html")
    assert ("Warm roofs & walls", ("Lee, Ann", "Kim, Bo"), "2019", {"doi": "10.1234/x"}) == (
        record.title,
        record.authors,
        record.year,
        record.identifiers,
    )


@pytest.mark.parametrize(
    ("tags", "authors"),
    [
        ("<meta name=author content='Ann Lee'><meta name=author content='Bo Kim'>", ("Ann Lee", "Bo Kim")),
        ("<meta name=Author content='Lee, Ann'>", ("Lee, Ann",)),
        ("<meta name=author content=admin>", ()),
        ("<meta property='article:author' content='https://social.example/ann'>", ()),
        ("<meta name=author content=Press><meta name=citation_author content='Lee, Ann'>", ("Lee, Ann",)),
    ],
)
def test_author_tag_of_web_page(tags: str, authors: tuple[str, ...]) -> None:
    """The plain author tag counts where tags for libraries are missing; accounts and addresses do not."""
    page = f"<head><title>Roofs</title>{tags}<meta name=date content=2022-03-01></head><p>Text.</p>"
    record = describe_data(page.encode(), "page.html")
    assert (authors, "2022") == (record.authors, record.year)


def test_markdown_file_gets_other_ending(tmp_path: Path) -> None:
    """A second .md file of that name would be an entry too."""
    source = given(
        tmp_path, "notes.md", b"---\ntitle: On roofs\nauthor: Ann Lee\nyear: 2019\n---\n# On roofs\n\nWarm.\n"
    )
    done = added(tmp_path, source)
    assert ["REF-001-on-roofs.markdown", "REF-001-on-roofs.md"] == names(corpus(tmp_path))
    assert ("On roofs", ["Ann Lee"], 2019) == tuple(fields(done)[key] for key in ("title", "authors", "year"))
    assert ["REF-001"] == [entry.id for entry in open_corpus(tmp_path).entries()]


UNNAMED = "no title was found, so the name of the file is used"


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("a.md", "---\ntitle: Of roofs\n---\n# Another\n\nText.", "Of roofs"),
        ("a.md", "Lead.\n\n# Of *warm* roofs\n\nText.", "Of warm roofs"),
        ("a.md", "Of *warm* roofs\n\nText.", "Of warm roofs"),
        ("a.txt", "Of warm roofs\n\nText.", "Of warm roofs"),
        ("a.txt", "\n  Are roofs warm?\r\n\r\nText.", "Are roofs warm?"),
        ("a.txt", "따뜻한 지붕에 관하여\n\n본문이다.", "따뜻한 지붕에 관하여"),
        ("a.txt", "# Of warm roofs\nText.", "Of warm roofs"),
    ],
)
def test_title_sources(tmp_path: Path, name: str, text: str, title: str) -> None:
    """Metadata first, then the first heading, then a first line that reads like a title."""
    done = added(tmp_path, given(tmp_path, name, text.encode()))
    assert (title, ()) == (fields(done)["title"], done.notes)


@pytest.mark.parametrize(
    "text",
    [
        "Roofs are warm.\n\nText.",
        "Roofs are warm. Walls are not\n\nText.",
        "Roofs:\n\nText.",
        "roofs of the north\n\nText.",
        "The roofs of the north\nare warm.\n\nText.",
        f"The roofs{' of old houses' * 12}\n\nText.",
        "Abstract\n\nText.",
        "2019-04-01\n\nText.",
        "- Roofs\n\nText.",
        "> Roofs\n\nText.",
        "Roofs of the north",
    ],
)
def test_file_name_replaces_missing_title(tmp_path: Path, text: str) -> None:
    """A sentence, a lead-in, a date or a long line is not a title; a note says so."""
    done = added(tmp_path, given(tmp_path, "warm_roofs-2019.txt", text.encode()))
    assert ("warm roofs 2019", "REF-001-warm-roofs-2019.md") == (fields(done)["title"], done.path.name)
    assert UNNAMED == done.notes[-1]
    assert "title" not in done.lacks


@pytest.mark.parametrize("text", ["", " \n\t\n"])
def test_an_empty_file_is_refused(tmp_path: Path, text: str) -> None:
    """It would count as a source in which nothing can be found."""
    with pytest.raises(Damaged, match="the file is empty"):
        added(tmp_path, given(tmp_path, "warm_roofs-2019.txt", text.encode()))


def test_given_title_needs_no_note(tmp_path: Path) -> None:
    """No note mentions the file name."""
    done = added(tmp_path, given(tmp_path, "notes.txt", b"Roofs are warm."), SourceDetails(title="Of roofs"))
    assert ("Of roofs", ()) == (fields(done)["title"], done.notes)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Ein Käfer: über Ähren!", "REF-001-ein-kafer-uber-ahren.md"),
        ("도쿄의 지붕", "REF-001-도쿄의-지붕.md"),
        ("A study of citations", "REF-001-a-study-of.md"),
        ("Citations", "REF-001.md"),
        ("../../etc/passwd", "REF-001-etc-passwd.md"),
        ("가" * 200, f"REF-001-{'가' * 60}.md"),
        ("", "REF-001.md"),
        ("a: {b} # 'c' \"d\" --- \u2028 - x", "REF-001-a-b-c-d-x.md"),
    ],
)
def test_any_title_makes_safe_file_name(tmp_path: Path, title: str, name: str) -> None:
    """The file stays in the folder and is not a sidecar; the title reads back unchanged."""
    done = added(tmp_path, SourceRecord(title=title, data=b"Some words.", ending=".txt"))
    assert name == done.path.name
    (entry,) = open_corpus(tmp_path).entries_by_id("REF-001")
    assert (" ".join(title.split()) or "REF-001") == (entry.title or "REF-001")
    assert [] == [fault for fault in entry.faults if fault.kind in {"malformed", "missing-file", "checksum"}]


def test_same_file_is_not_added_twice(tmp_path: Path) -> None:
    """The existing entry is returned, even for another file name, and nothing is written."""
    first = added(tmp_path, given(tmp_path, "a.pdf", PAPER), FULL)
    before = names(corpus(tmp_path))
    again = added(tmp_path, given(tmp_path, "b.pdf", PAPER))
    assert Addition("REF-001", first.path, already=True) == again
    assert before == names(corpus(tmp_path))


def test_same_doi_is_not_added_twice(tmp_path: Path) -> None:
    """The file is filed with the entry that has its DOI and no file yet, and not under a second id."""
    added(tmp_path, SourceRecord(title="Warm roofs", identifiers={"doi": "10.1234/roofs.7"}))
    again = added(tmp_path, given(tmp_path, "a.pdf", PAPER))
    assert ("REF-001", True, True) == (again.entry, again.already, again.attached)


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        (["REF-043-x.md"], "REF-044"),
        (["REF-999-x.md"], "REF-1000"),
        (["REF-007-orphan.pdf"], "REF-008"),
        (["REF-012-citations.md"], "REF-013"),
        (["REF-99999999999999999999-x.md", "REF-002-y.md"], "REF-003"),
        (["notes.md"], "REF-001"),
    ],
)
def test_next_id_follows_highest(tmp_path: Path, there: list[str], expected: str) -> None:
    """Orphans and sidecars keep their numbers."""
    corpus(tmp_path).mkdir(parents=True)
    for name in there:
        (corpus(tmp_path) / name).write_text("x")
    assert expected == added(tmp_path, SourceRecord(title="New")).entry


def test_ids_are_unique_across_folders(tmp_path: Path) -> None:
    """An entry in another corpus folder counts."""
    other = tmp_path / "docs" / "references"
    other.mkdir(parents=True)
    (other / "REF-020-x.md").write_text("x")
    assert "REF-021" == added(tmp_path, SourceRecord(title="New")).entry


def test_unreadable_file_is_not_added(tmp_path: Path) -> None:
    """An encrypted or broken PDF is an error, and the corpus does not change."""
    secret = pdf("T\nx", encrypt="secret")
    with pytest.raises(Encrypted):
        added(tmp_path, given(tmp_path, "a.pdf", secret))
    with pytest.raises(ReadError):
        added(tmp_path, given(tmp_path, "b.pdf", PAPER[:500]))
    assert not corpus(tmp_path).exists()


def test_scan_is_added_with_note(tmp_path: Path) -> None:
    """Its pages are counted; a note says that quotations cannot be verified."""
    done = added(tmp_path, given(tmp_path, "scan.pdf", pdf("", "")))
    assert 2 == fields(done)["total_pages"]
    assert ("it has no text, so quotations cannot be verified (no text in it)", UNNAMED) == done.notes


def _adding(root: Path, name: str) -> list[str]:
    return [
        add_source(
            root,
            corpus(root),
            SourceRecord(title=f"{name} {n}", data=f"{name} {n}".encode(), ending=".txt"),
            today=TODAY,
        ).entry
        for n in range(20)
    ]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"10.1234/" * 15_000, "a.txt"),
        (b"arXiv:" * 20_000, "a.txt"),
        (b"10.1234." * 15_000, "a.md"),
        (b"# " * 50_000, "a.md"),
        (b"<meta name=citation_author content=x>" * 1_500, "a.html"),
        (b"<title>" * 5_000, "a.html"),
        (b"---\nauthors: " + b"de " * 20_000 + b"\n---\n", "a.md"),
    ],
)
def test_hostile_files_are_described(tmp_path: Path, data: bytes, name: str) -> None:
    """A long run of one piece is an entry like any other; `make bench` measures how the time grows."""
    added(tmp_path, given(tmp_path, name, data))
    assert 1 == len(list(open_corpus(tmp_path).entries()))


def test_concurrent_additions_get_different_ids(tmp_path: Path) -> None:
    """Two processes with twenty additions each make forty ids without a gap."""
    with get_context("fork").Pool(2) as pool:
        found = pool.starmap(_adding, [(tmp_path, "left"), (tmp_path, "right")], chunksize=1)
    assert [f"REF-{number:03d}" for number in range(1, 41)] == sorted(found[0] + found[1])
    opened = open_corpus(tmp_path)
    assert 40 == len(list(opened.entries()))
    assert [] == [entry.id for entry in opened.entries() if any(fault.kind == "duplicate-id" for fault in entry.faults)]


@pytest.mark.parametrize("step", range(1, 4))
def test_full_disk_leaves_corpus_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """Whichever write or rename fails, the next addition succeeds."""
    calls = 0
    write, finish = staging._write, staging._finish

    def full(*arguments: Any, whole: Callable[..., None]) -> None:
        nonlocal calls
        calls += 1
        if calls == step:
            raise OSError(28, "No space left on device")
        whole(*arguments)

    monkeypatch.setattr(staging, "_write", lambda *arguments: full(*arguments, whole=write))
    monkeypatch.setattr(staging, "_finish", lambda *arguments: full(*arguments, whole=finish))
    record = SourceRecord(title="Roofs", data=b"Warm.", ending=".txt")
    with pytest.raises(WriteError, match="No space left on device"):
        added(tmp_path, record)
    assert [] == names(corpus(tmp_path))
    assert "REF-001" == added(tmp_path, record).entry


@pytest.mark.parametrize(
    ("folder", "staged", "moved", "expected"),
    [
        (".adding", [], [], []),
        (".adding", ["REF-001-x.pdf", "REF-001-x.md"], [], []),
        (".added", ["REF-001-x.pdf", "REF-001-x.md"], [], ["REF-001-x.md", "REF-001-x.pdf"]),
        (".added", ["REF-001-x.md"], ["REF-001-x.pdf"], ["REF-001-x.md", "REF-001-x.pdf"]),
        (".added", [], ["REF-001-x.pdf", "REF-001-x.md"], ["REF-001-x.md", "REF-001-x.pdf"]),
    ],
)
def test_interrupted_addition_is_finished_or_undone(
    tmp_path: Path, folder: str, staged: list[str], moved: list[str], expected: list[str]
) -> None:
    """It is finished once the folder has its second name, and undone before that."""
    home = corpus(tmp_path)
    (home / folder).mkdir(parents=True)
    for name in staged:
        (home / folder / name).write_text("x")
    for name in moved:
        (home / name).write_text("x")
    open_corpus(tmp_path).close()
    assert expected == names(home)


def test_running_addition_is_left_alone(tmp_path: Path) -> None:
    """A reader changes nothing while another process holds the lock."""
    folder = corpus(tmp_path)
    (folder / ".adding").mkdir(parents=True)
    with lock_folder(folder, 1.0):
        open_corpus(tmp_path).close()
        assert [".adding"] == names(folder)
