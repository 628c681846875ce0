"""PDF: reading order, paragraphs, hyphens, superscripts, running heads, links and places; fixtures by reportlab."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import reportlab
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from citevet.errors import Damaged, Encrypted, ReadError, TooLarge
from citevet.model import Document, Span
from citevet.read import pdf
from citevet.read.pdf import read

VERA = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
FIXTURES = Path(__file__).parent / "fixtures"
CANVAS: Any = Canvas  # reportlab has no types
FONTS: Any = pdfmetrics
TRUETYPE: Any = TTFont
CID: Any = UnicodeCIDFont
Draw = Callable[[Any], None]


def written(*pages: Draw, **options: object) -> bytes:
    """Draw pages with reportlab."""
    buffer = BytesIO()
    canvas = CANVAS(buffer, pagesize=A4, invariant=1, **options)
    for draw in pages:
        canvas.setFont("Helvetica", 10)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def lines(*texts: str, x: float = 72, y: float = 760, step: float = 12) -> Draw:
    """Draw lines of text from a point downwards."""

    def draw(canvas: Any) -> None:
        for number, text in enumerate(texts):
            canvas.drawString(x, y - step * number, text)

    return draw


def both(*draws: Draw) -> Draw:
    """Draw one after the other on the same page."""

    def draw(canvas: Any) -> None:
        for each in draws:
            each(canvas)

    return draw


def sized(size: float, draw: Draw, font: str = "Helvetica") -> Draw:
    """Draw in another size or font."""

    def change(canvas: Any) -> None:
        canvas.setFont(font, size)
        draw(canvas)
        canvas.setFont("Helvetica", 10)

    return change


def paper(*pages: Draw) -> Document:
    """Draw and read back."""
    return read(written(*pages), "paper.pdf")


def blocks(document: Document) -> list[tuple[str, int, str]]:
    """Each block with its text."""
    return [(block.kind, block.level, document.slice(block.span)) for block in document.blocks]


WIDE = (
    "Rivers carry water from the mountains to the sea, and their flow has been measured for centuries by",
    "many people in many countries. The measurements are kept in large archives and are read by students.",
    "They differ.",
)


def test_lines_are_joined_to_paragraphs() -> None:
    """A paragraph is one line; a gap or a sentence that stops short starts the next."""
    document = paper(both(lines(*WIDE), lines("A second paragraph starts below a gap.", y=705)))
    first = (
        "Rivers carry water from the mountains to the sea, and their flow has been measured for centuries by "
        "many people in many countries. The measurements are kept in large archives and are read by students. "
        "They differ."
    )
    assert f"{first}\nA second paragraph starts below a gap." == document.text
    assert [Span(0, 213), Span(214, 252)] == [block.span for block in document.blocks]
    assert len(first) == 213
    short = paper(lines(*WIDE, "Without a gap the short line above is enough to end its paragraph, as here is seen."))
    assert len(short.blocks) == 2


@pytest.mark.parametrize(
    ("lefts", "starts"),
    [((82, 72, 82, 72), [0, 2]), ((72, 90, 90, 72), [0, 3]), ((72, 72, 72, 72), [0])],
    ids=["first-line-indent", "hanging-indent", "block"],
)
def test_indents_start_paragraphs(lefts: tuple[int, ...], starts: list[int]) -> None:
    """An indented or an outdented first line starts a paragraph."""
    full = "This line number {} is as long as all the other lines of the column and has no stop at its end"
    draws = [lines(full.format(number), x=left, y=760 - 12 * number) for number, left in enumerate(lefts)]
    document = paper(both(*draws))
    assert [full.format(number) for number in starts] == [
        document.slice(block.span)[: len(full) - 1] for block in document.blocks
    ]


LEFT = (
    "The left column speaks of rivers and",
    "of the water that they carry to the",
    "sea, in spring more than in autumn",
    "when the snow has gone. It ends with",
)
RIGHT = (
    "a sentence that the right column goes",
    "on with. Then it speaks of mountains,",
    "of the snow on them and of the wind",
    "that blows over the northern valleys.",
)


@pytest.mark.parametrize("by_row", [False, True], ids=["column-by-column", "row-by-row"])
@pytest.mark.parametrize("gutter", [14, 40])
def test_columns_are_read_one_after_the_other(by_row: bool, gutter: int) -> None:  # noqa: FBT001 - a case
    """The boxes decide, not the order of the content stream; full-width lines split the page into bands."""

    def draw(canvas: Any) -> None:
        width = max(canvas.stringWidth(text) for text in LEFT)
        right = 72 + width + gutter
        cells = [(72, 700 - 12 * row, text) for row, text in enumerate(LEFT)]
        cells += [(right, 700 - 12 * row, text) for row, text in enumerate(RIGHT)]
        if by_row:
            cells.sort(key=lambda cell: (-cell[1], cell[0]))
        for x, y, text in cells:
            canvas.drawString(x, y, text)
        canvas.drawString(72, 740, "A line of the full width stands above the columns and is read before both of them.")
        canvas.drawString(72, 620, "A line of the full width stands below the columns and is read after both of them.")

    document = paper(draw)
    assert document.text == (
        "A line of the full width stands above the columns and is read before both of them.\n"
        "The left column speaks of rivers and of the water that they carry to the sea, in spring more than in autumn "
        "when the snow has gone. It ends with a sentence that the right column goes on with. Then it speaks of "
        "mountains, of the snow on them and of the wind that blows over the northern valleys.\n"
        "A line of the full width stands below the columns and is read after both of them."
    )


def test_short_right_column_on_the_last_page() -> None:
    """One line in the right column is enough after pages with columns."""
    first = both(lines(*LEFT, y=700), lines(*RIGHT, x=320, y=700))
    last = both(lines(*LEFT, y=700), lines("the end.", x=320, y=700))
    assert paper(first, last).text.endswith("\f\n" + " ".join(LEFT) + " the end.")


def test_terms_and_definitions_are_not_columns() -> None:
    """A narrow left side is a list of labels, read row by row."""
    rows = [
        (f"term {number}", f"means the thing of number {number} as everybody knows it by now.") for number in range(5)
    ]
    draws = [both(lines(a, x=72, y=700 - 30 * n), lines(b, x=130, y=700 - 30 * n)) for n, (a, b) in enumerate(rows)]
    assert "\n".join(f"{a}\t{b}" for a, b in rows) == paper(both(*draws)).text


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("an inter-", "national river", "an international river"),
        ("the years 2019-", "2020 were dry", "the years 2019-2020 were dry"),
        ("the Rhine-", "Main region", "the Rhine-Main region"),
        ("a well-", "known case, a well-known one", "a well-known case, a well-known one"),
        ("see https://example.org/a-", "b for it", "see https://example.org/a-b for it"),
        ("see https://doi.org/10.1000/", "182 for it", "see https://doi.org/10.1000/182 for it"),
        ("rivers - ", "and seas", "rivers - and seas"),
        ("no hyphen", "here", "no hyphen here"),
    ],
)
def test_hyphenated_words_are_joined(first: str, second: str, expected: str) -> None:
    """A hyphen is dropped when it only breaks the word, and kept when it belongs to the word."""
    assert expected == paper(lines(first, second)).text


def test_ligatures_become_letters() -> None:
    """Other characters such as ², ½ and Korean stay."""
    FONTS.registerFont(TRUETYPE("Vera", VERA))
    FONTS.registerFont(CID("HYSMyeongJo-Medium"))
    document = paper(
        both(
            sized(10, lines("The ﬁrst ﬂow of 5 m² and ½"), font="Vera"),
            sized(10, lines("서울의 인구는 많다.", y=700), font="HYSMyeongJo-Medium"),
        )
    )
    assert document.text == "The first flow of 5 m² and ½\n서울의 인구는 많다."


def test_semicolons_of_luatex() -> None:
    """Some fonts name a semicolon as the Greek question mark, which looks the same."""
    table = (
        "1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfrange <20> <3a> <0020> <3c> <7e> <003c> endbfrange"
    )
    named = f"{table} 1 beginbfchar <3b> <037e> endbfchar"
    shown = "BT /F 12 Tf 72 700 Td ((Kim, 2019; Lee, 2020)) Tj ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /Resources << /Font << /F 4 0 R >> >> >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>",
        *(f"<< /Length {len(each)} >>\nstream\n{each}\nendstream" for each in (shown, named)),
    ]
    body = "".join(f"{number} 0 obj\n{each}\nendobj\n" for number, each in enumerate(objects, 1))
    data = f"%PDF-1.4\n{body}trailer << /Root 1 0 R /Size 7 >>\n%%EOF\n".encode()
    assert read(data, "x.pdf").text == "(Kim, 2019; Lee, 2020)"


def test_bitmap_fonts_of_tex_keep_ligatures_and_dashes() -> None:
    """A paper typeset without scalable fonts gives TeX's own codes."""
    document = read((FIXTURES / "bitmap.pdf").read_bytes(), "bitmap.pdf")
    assert document.text == (
        "The efficient flow of rivers was measured first in the north.¹⁻³ Their official records differ, for the "
        "instruments of the nineteenth century were not of the same making, and the stations moved with the water. "
        "Later offices defined one method for all the affluents and kept to it for a hundred years, although the "
        "floods of every spring carried away more of the posts than the workers could put back in the summer after."
    )


@pytest.mark.parametrize(("gap", "expected"), [(2.6, "민법제28조"), (4.5, "민법제 28조")])
def test_gap_between_hangul_and_digits_is_not_a_space(gap: float, expected: str) -> None:
    """Word processors put a quarter em there, which would break every article number."""
    FONTS.registerFont(CID("HYSMyeongJo-Medium"))

    def draw(canvas: Any) -> None:
        canvas.setFont("HYSMyeongJo-Medium", 10)
        canvas.drawString(72, 700, "민법제")
        canvas.drawString(102 + gap, 700, "28조")

    assert expected == paper(draw).text


def test_raised_small_digits_become_superscripts() -> None:
    """A marker above the line differs from a small number on the line."""

    def draw(canvas: Any) -> None:
        text = canvas.beginText(72, 700)
        for size, rise, words in (
            (10, 0, "It was shown before"),
            (6, 4, "1–3,12"),
            (10, 0, " in 20 trials of CO"),
            (6, -2, "2"),
            (10, 0, " only"),
        ):
            text.setFont("Helvetica", size)
            text.setRise(rise)
            text.textOut(words)
        canvas.drawText(text)

    assert paper(draw).text == "It was shown before¹⁻³,¹² in 20 trials of CO2 only"


def test_headings_are_larger_than_the_body() -> None:
    """Sizes above the body give levels; the references heading counts at any size."""
    document = paper(
        both(
            sized(20, lines("A Title of Two Lines", "That Go Together", y=780, step=24)),
            sized(13, lines("1 Methods", y=720)),
            lines(*WIDE, y=690),
            lines("References", y=630),
            lines("[1] River Board. The flow of rivers.", y=610),
        )
    )
    assert [
        ("heading", 1, "A Title of Two Lines That Go Together"),
        ("heading", 2, "1 Methods"),
        ("paragraph", 0, " ".join(WIDE)),
        ("heading", 3, "References"),
        ("paragraph", 0, "[1] River Board. The flow of rivers."),
    ] == blocks(document)


@pytest.mark.parametrize("shape", ["[{}] ", "{}. "])
def test_entries_of_the_reference_list_start_paragraphs(shape: str) -> None:
    """Entries without gaps are split by their numbers; a page number at a line's start is not one."""
    one, two, three = (shape.format(number) for number in (1, 2, 3))
    document = paper(
        lines(
            "References",
            f"{one}River Board, The flow of the large rivers of the north and their classification by size, pp. 45–",
            "67. Second edition of the book, with tables and maps of all rivers, 2001, volume 3, number",
            f"{two}Water Office, Tables of the sea, 2019",
            f"{three}Snow Bureau, Winters, 2020",
        )
    )
    assert [one, two, three] == [document.slice(block.span)[: len(one)] for block in document.blocks][1:]
    assert document.slice(document.blocks[2].span) == f"{two}Water Office, Tables of the sea, 2019"


def test_korean_reference_list() -> None:
    """참고문헌 heads a reference list, and Korean lines are joined with a space."""
    FONTS.registerFont(CID("HYSMyeongJo-Medium"))
    texts = (
        "참고문헌",
        "[1] 하천 위원회, 강의 흐름과 그 분류에 관한 연구,",
        "2001년.",
        "[2] 수자원청, 바다의 표, 2019년.",
    )
    document = paper(sized(10, lines(*texts), font="HYSMyeongJo-Medium"))
    assert blocks(document) == [
        ("heading", 1, "참고문헌"),
        ("paragraph", 0, "[1] 하천 위원회, 강의 흐름과 그 분류에 관한 연구, 2001년."),
        ("paragraph", 0, "[2] 수자원청, 바다의 표, 2019년."),
    ]


def test_bullets_are_items() -> None:
    """The second line of an item hangs below its text."""
    document = paper(
        both(lines("• The first item goes on", y=700), lines("below", x=80, y=688), lines("• Second", y=676))
    )
    assert blocks(document) == [("item", 1, "• The first item goes on below"), ("item", 1, "• Second")]


def test_cells_of_a_table_make_rows() -> None:
    """Words far apart on one line are cells, split by tabs; a number before text is not a cell."""
    rows = [("City", "People"), ("Oslo", "700,000")]
    cells = [lines(text, x=72 + 150 * n, y=640 - 12 * m) for m, row in enumerate(rows) for n, text in enumerate(row)]
    document = paper(both(lines(*WIDE, y=700), *cells, lines("1.", y=600), lines("one item", x=110, y=600)))
    assert blocks(document)[1:] == [
        ("row", 0, "City\tPeople"),
        ("row", 0, "Oslo\t700,000"),
        ("paragraph", 0, "1. one item"),
    ]


def test_gaps_in_an_entry_are_not_cells() -> None:
    """Labels stand apart from their entry, and justified lines of the list have wide gaps."""
    entry = (lines("[Ash+13]", y=680), lines("River Board. The flow of", x=140, y=680), lines("rivers.", x=290, y=680))
    more = (lines("Archive of", x=140, y=668), lines("Water, 2013.", x=230, y=668))
    document = paper(
        both(lines("References", y=700), *entry, *more, lines("[CO15]", y=656), lines("Sea.", x=140, y=656))
    )
    assert [text for _, _, text in blocks(document)] == [
        "References",
        "[Ash+13] River Board. The flow of rivers. Archive of Water, 2013.",
        "[CO15] Sea.",
    ]


def headed(number: int) -> Draw:
    """Draw a page with a running head and a page number."""
    words = ("alpha", "beta", "gamma", "delta")[number]
    return both(
        lines("Journal of Rivers 12 (2001)", y=810),
        lines(f"The page speaks of {words} only."),
        lines(f"Page {number + 1}", x=280, y=30),
    )


def test_running_heads_and_page_numbers_are_left_out() -> None:
    """A line at the same height of page after page is dropped, with a note."""
    document = paper(*(headed(number) for number in range(4)))
    assert document.text == "\f\n".join(
        f"The page speaks of {word} only." for word in ("alpha", "beta", "gamma", "delta")
    )
    assert document.notes == ("8 running heads, feet and page numbers were left out",)
    two = paper(headed(0), headed(1))
    assert two.text.startswith("Journal of Rivers 12 (2001)\n")
    assert two.notes == ()


def numbered(number: int, line: str, y: float) -> Draw:
    """Draw a page of text with years and amounts in it, and one line above or below."""
    return both(lines("In 2001 it was 14", f"and later {number * 7}"), lines(line, x=280, y=y))


@pytest.mark.parametrize(
    ("head", "y", "printed"),
    [
        ("{}", 30, 1),
        ("- {} -", 30, 1),
        ("{} Journal of Rivers", 810, 1),
        ("Journal of Rivers 12 (2001) {}", 810, 1),
        ("Page {}", 30, 1),
        ("Rivers, {} of 340", 30, 0),
        ("Rivers 317", 30, 0),
    ],
)
def test_number_at_the_head_or_foot_is_the_printed_one(head: str, y: float, printed: int) -> None:
    """It rises by one from page to page; one page may be without it."""
    pages = [numbered(number, head.format(317 + number) if number != 2 else "", y) for number in range(5)]
    labels = [place.label for place in paper(*pages).places]
    expected = [f"page {number + 1}" + f" (printed {317 + number})" * printed for number in range(5)]
    assert (labels, bool(printed)) == (expected, paper(*pages).metadata["numbered"])


def test_two_series_of_numbers_are_no_page_numbers() -> None:
    """Line numbers start again on each page; pages numbered from 1 need no label."""
    text = [lines(*(f"{line} the text" for line in range(1, 5)), y=700) for _ in range(3)]
    assert not paper(*text).metadata["numbered"]
    document = paper(*(numbered(number, str(number + 1), 30) for number in range(3)))
    assert (document.metadata["numbered"], document.places[2].label) == (True, "page 3")


def test_page_of_running_heads_keeps_its_words() -> None:
    """Pages that differ only in a number are text; a single page number is not."""
    document = paper(*(lines(f"Form {number} is empty.") for number in range(3)))
    assert document.text == "Form 0 is empty.\f\nForm 1 is empty.\f\nForm 2 is empty."
    numbers = paper(*(both(lines("Words." * (number < 3)), lines(f"- {number} -", y=30)) for number in range(4)))
    assert numbers.text == "Words.\f\nWords.\f\nWords.\f\n"


def test_pages_are_places() -> None:
    """The place of a page covers all its text; pages without text are counted."""
    document = paper(lines("First page."), lines(), lines("Third", "page."))
    assert document.text == "First page.\f\n\f\nThird page."
    assert [("page 1", Span(0, 11)), ("page 2", Span(13, 13)), ("page 3", Span(15, 26))] == [
        (place.label, place.span) for place in document.places
    ]
    assert document.place(document.text.index("page.", 15)) == "page 3"
    assert document.lines.position(document.text.index("Third")) == (3, 1)


def test_printed_page_numbers_are_named() -> None:
    """Page labels of the file follow the count."""

    def roman(canvas: Any) -> None:
        canvas.addPageLabel(0, style="ROMAN_LOWER", start=3)
        lines("Preface.")(canvas)

    def arabic(canvas: Any) -> None:
        canvas.addPageLabel(1, style="ARABIC", start=2)
        lines("Chapter.")(canvas)

    assert [place.label for place in paper(roman, arabic).places] == ["page 1 (printed iii)", "page 2"]


def test_links_cover_the_text_in_their_rectangle() -> None:
    """A link annotation on empty paper marks nothing."""

    def draw(canvas: Any) -> None:
        canvas.drawString(72, 700, "See the data of 2001.")
        start = 72 + canvas.stringWidth("See ")
        canvas.linkURL("https://example.org/a?b=1", (start, 698, start + canvas.stringWidth("the data"), 709))
        canvas.linkURL("https://example.org/none", (400, 400, 500, 410))

    document = paper(draw)
    assert [("link", Span(4, 12), "https://example.org/a?b=1", Span(4, 12))] == [
        (mark.kind, mark.span, mark.target, mark.label) for mark in document.marks
    ]
    assert document.text[4:12] == "the data"


def test_text_across_the_page_is_left_out() -> None:
    """A stamp in the margin does not split the lines next to it."""

    def stamp(canvas: Any) -> None:
        canvas.saveState()
        canvas.rotate(90)
        canvas.drawString(650, -30, "Preprint 0704.0001")
        canvas.restoreState()

    document = paper(both(stamp, lines(*WIDE)))
    assert " ".join(WIDE) == document.text
    assert document.notes == ("text across the reading direction was left out on 1 pages",)


def test_turned_page_is_read_in_its_direction() -> None:
    """When all text runs up the page, that is its reading direction."""

    def turned(canvas: Any) -> None:
        canvas.rotate(90)
        lines(*WIDE, x=100, y=-100)(canvas)

    assert " ".join(WIDE) == paper(turned).text


def test_contents_are_metadata() -> None:
    """A line of dots and a page number is not a sentence."""
    document = paper(lines("1 Rivers . . . . . . . . . . . 3", "2 Seas . . . . . . . . . . . . 7"))
    assert [("metadata", Span(0, 32)), ("metadata", Span(33, 65))] == [
        (region.kind, region.span) for region in document.regions
    ]
    assert document.blocks == ()


def test_scan_without_text_is_noted() -> None:
    """It gives an empty document that says why."""
    document = paper(lambda canvas: canvas.rect(100, 100, 200, 200))
    assert (document.text, document.blocks, document.places) == ("", (), ())
    assert "no text in it." == document.metadata["unread"]


@pytest.mark.parametrize(
    ("data", "kind", "what"),
    [
        (written(lines("secret"), encrypt="password"), Encrypted, "needs a password"),
        (written(lines("words"))[:600], Damaged, "breaks off"),
        (b"%PDF-1.4\n%%EOF", Damaged, "damaged inside"),
        (b"<!DOCTYPE html><html><body>Not found</body></html>", Damaged, "web page"),
        (b"", Damaged, "not a PDF"),
        (b"PK\x03\x04", Damaged, "not a PDF"),
    ],
    ids=["encrypted", "truncated", "hollow", "html", "empty", "zip"],
)
def test_unreadable_files_are_refused_with_advice(data: bytes, kind: type[ReadError], what: str) -> None:
    """Each fault has its own message, with the file name and what to do."""
    with pytest.raises(kind, match=what) as caught:
        read(data, "paper.pdf")
    assert (caught.value.to, bool(caught.value.advice)) == ("paper.pdf", True)


def test_page_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand pages are read, more than the limit are refused."""
    data = written(*(lines(f"Page with the number {number} of many.") for number in range(1_000)))
    document = read(data, "long.pdf")
    assert (len(document.places), document.places[-1].label) == (1_000, "page 1000")
    monkeypatch.setattr(pdf, "MAX_PAGES", 999)
    with pytest.raises(TooLarge, match="999 pages"):
        read(data, "long.pdf")


def test_character_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A document with more characters than the limit is refused."""
    monkeypatch.setattr(pdf, "MAX_TEXT", 10)
    with pytest.raises(TooLarge, match="10 characters"):
        paper(lines("More than ten characters."))


@given(st.binary(max_size=300), st.sampled_from([b"", b"%PDF-1.7\n"]), st.sampled_from([b"", b"\n%%EOF"]))
@settings(deadline=None)
def test_any_bytes_give_a_read_error(data: bytes, head: bytes, tail: bytes) -> None:
    """No other exception is raised."""
    with pytest.raises(ReadError):
        read(head + data + tail, "x.pdf")


SOUND = written(
    both(lines(*WIDE), lambda canvas: canvas.linkURL("https://example.org", (72, 758, 90, 770))), lines("b")
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(SOUND) - 1), st.binary(min_size=1, max_size=9)), min_size=1, max_size=6))
def test_damaged_file_gives_a_document_or_a_read_error(changes: list[tuple[int, bytes]]) -> None:
    """Spans are inside the text, whichever byte is wrong."""
    data = bytearray(SOUND)
    for at, more in changes:
        data[at : at + len(more)] = more
    try:
        document = read(bytes(data), "x.pdf")
    except ReadError:
        return
    ends = [block.span.end for block in document.blocks] + [mark.span.end for mark in document.marks]
    assert all(end <= len(document.text) for end in ends)
