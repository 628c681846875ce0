"""Quotations in PDFs of two producers: ligatures, broken words, page ends and columns in either order of writing."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import reportlab
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from citevet.corpus.document_text import split_pages
from citevet.model import Body
from citevet.read.pdf import read

Line = tuple[float, float, str]  # x, y and the words
CANVAS: Any = Canvas  # reportlab has no types
FONTS: Any = pdfmetrics
TRUETYPE: Any = TTFont
CID: Any = UnicodeCIDFont
VERA = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"

FIRST = (
    "Rivers carry water from the mountains to the sea, and their flow has been measured for centuries. The first "
    "effect of a ﬂood is confusion: ofﬁcers and ﬁremen ﬁnd no one who will speak for the others. A definite account "
    "was given by the four inspectors who walked along the embankment in the night. They did not agree on the height "
    "of the water, which some put at 3.5 metres and others at less. The difference was never explained by anyone who "
    "had seen it, although several well-known engineers were asked to write about the matter in the following year."
)
SECOND = (
    "Measurements are kept in large archives and are read by students who seldom ask how they were made. An account "
    "of the instruments would ﬁll a volume of its own. Nobody has written it, and the last of the makers died without "
    "leaving a drawing. What remains are letters in which the inspectors complain about the cold, about the pay and "
    "about each other. We quote from them where they speak of the river, and pass over the rest in silence."
)
# Every one is on its page in these words; the last runs over the page end.
TRUE = [
    ("The first effect of a flood is confusion: officers and firemen find no one", "1"),
    ("A definite account was given by the four inspectors who walked along the embankment", "1"),
    ("which some put at 3.5 metres and others at less", "1"),
    ("several well-known engineers were asked to write about the matter", "1"),
    ("An account of the instruments would fill a volume of its own. Nobody has written it", "2"),
    ("letters in which the inspectors complain … about each other", "2"),
]
# (as quoted, its words that differ, those of the source)
ALTERED = [
    ("They did agree on the height of the water", "did", "did not"),
    ("which some put at 5.3 metres and others at less", "5.3", "3.5"),
    ("given by the five inspectors who walked along the embankment", "five", "four"),
    ("officers and firefighters find no one who will speak", "firefighters", "firemen"),
    ("the last of the makers died after leaving a drawing", "after", "without"),
]


def broken(text: str, width: int) -> list[str]:
    """Set a text in lines, and break long words at the end of a line."""
    lines, line = [], ""
    for word in text.split():
        room = width - len(line) - 1
        if len(line) + 1 + len(word) <= width:
            line = f"{line} {word}".strip()
        elif room >= 5 and len(word) >= 9 and word[: room - 1].isalpha() and len(word) - room >= 3:
            lines.append(f"{line} {word[: room - 1]}-")
            line = word[room - 1 :]
        else:
            lines.append(line)
            line = word
    return [*lines, line]


def one_column(text: str) -> list[Line]:
    """Set a page in lines of 80 characters."""
    return [(72, 760 - 14 * number, line) for number, line in enumerate(broken(text, 80))]


def two_columns(text: str, *, by_rows: bool) -> list[Line]:
    """Set a page in two columns, written line by line across both, or one after the other."""
    lines = broken(text, 38)
    half = (len(lines) + 1) // 2
    left = [(60.0, 760.0 - 14 * number, line) for number, line in enumerate(lines[:half])]
    right = [(320.0, 760.0 - 14 * number, line) for number, line in enumerate(lines[half:])]
    rows = [line for pair in zip(left, [*right, None], strict=False) for line in pair if line]
    return rows if by_rows else [*left, *right]


def by_reportlab(*sheets: list[Line]) -> bytes:
    """Write with an embedded TrueType font; its ligatures are spelled out, for it has none."""
    FONTS.registerFont(TRUETYPE("Vera", str(VERA)))
    buffer = BytesIO()
    canvas = CANVAS(buffer, pagesize=A4, invariant=1)
    for sheet in sheets:
        canvas.setFont("Vera", 9)
        for x, y, words in sheet:
            canvas.drawString(x, y, words)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


# The codes of the second producer: ligatures are glyphs with codes of their own, and the map to Unicode tells them.
_CODES = {"ﬁ": 1, "ﬂ": 2, "ﬀ": 3}
_TO_UNICODE = b"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
2 beginbfchar <01> <FB01> <02> <FB02> endbfchar
1 beginbfchar <03> <FB00> endbfchar
1 beginbfrange <20> <7E> <0020> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end"""


def by_hand(*sheets: list[Line]) -> bytes:
    """Write with a base font, an encoding of our own, and every line as hexadecimal codes placed by a matrix."""
    kids = " ".join(f"{6 + 2 * number} 0 R" for number in range(len(sheets)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(sheets)} /Kids [{kids}] /MediaBox [0 0 595 842] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding 4 0 R /ToUnicode 5 0 R >>",
        b"<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 /fi /fl /f] >>",
        _stream(_TO_UNICODE),
    ]
    for number, sheet in enumerate(sheets):
        font = "/Resources << /Font << /F0 3 0 R >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R {font} /Contents {7 + 2 * number} 0 R >>".encode())
        objects.append(_stream("\n".join(map(_shown, sheet)).encode()))
    return _file(objects)


def _shown(line: Line) -> str:
    x, y, words = line
    codes = "".join(f"{_CODES.get(char, ord(char)):02x}" for char in words)
    return f"BT /F0 12 Tf 1 0 0 1 {x:g} {y:g} Tm <{codes}> Tj ET"


def _stream(data: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(data), data)


def _file(objects: list[bytes]) -> bytes:
    data, places = b"%PDF-1.5\n", []
    for number, each in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(data))
    return data + head + table + end


Write = Callable[..., bytes]
PRODUCERS = [by_reportlab, by_hand]
LAYOUTS: dict[str, Callable[[str], list[Line]]] = {
    "one-column": one_column,
    "by-columns": lambda text: two_columns(text, by_rows=False),
    "by-rows": lambda text: two_columns(text, by_rows=True),
}


def body(write: Write, layout: str) -> Body:
    """Write the two pages, and read them back as the corpus does."""
    texts = [text if write is by_hand else text.replace("ﬁ", "fi").replace("ﬂ", "fl") for text in (FIRST, SECOND)]
    return Body(tuple(split_pages(read(write(*map(LAYOUTS[layout], texts)), "paper.pdf"))))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("write", PRODUCERS)
def test_true_quotations_are_found_on_their_page(desk: Any, write: Write, layout: str) -> None:
    """Whatever the producer and the layout, each true quotation is verbatim on its page and on no other."""
    source = body(write, layout)
    assert 2 == len(source.pages)
    for quote, page in TRUE:
        judgement = desk.judged(quote, source, page=page)
        assert (quote, ()) == (quote, judgement.flags)
        assert {int(page)} == {passage.page for passage in judgement.evidence}
        elsewhere = desk.judged(quote, source, page="1" if page == "2" else "2")
        assert [page] == [each.source for each in elsewhere.differences]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("write", PRODUCERS)
def test_altered_quotations_are_named(desk: Any, write: Write, layout: str) -> None:
    """Each altered quotation is shown with the words that differ."""
    source = body(write, layout)
    for quote, said, there in ALTERED:
        judgement = desk.judged(quote, source)
        assert (quote, ("altered-quote",)) == (quote, judgement.flags)
        assert (said, there) == (judgement.differences[0].claim, judgement.differences[0].source)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("write", PRODUCERS)
def test_a_quotation_over_the_page_end(desk: Any, write: Write, layout: str) -> None:
    """It is in its place on either page, and its two halves are the evidence."""
    quote = "write about the matter in the following year. Measurements are kept in large archives"
    for page in ("1", "2"):
        judgement = desk.judged(quote, body(write, layout), page=page)
        assert () == judgement.flags
        assert [1, 2] == [passage.page for passage in judgement.evidence]


def test_a_word_broken_at_the_page_end(desk: Any) -> None:
    """A hyphen in the last line of a page is not a hyphen of the word."""
    source = Body(
        tuple(split_pages(read(by_hand(one_column("The ﬂow was meas-"), one_column("ured twice.")), "a.pdf")))
    )
    assert () == desk.judged("The flow was measured twice", source, page="1").flags


def test_line_breaks_inside_korean_words_do_not_matter(desk: Any) -> None:
    """Lines that break inside Korean words do not matter, and an altered syllable does."""
    FONTS.registerFont(CID("HYSMyeongJo-Medium"))
    lines = [
        "이 연구는 말투의 통일이 독자의 신뢰도를 높이지 않는다고 결론지었으며 조사에는 전국의 편",
        "집자 천여 명이 참여하였다.",
    ]
    buffer = BytesIO()
    canvas = CANVAS(buffer, pagesize=A4, invariant=1)
    canvas.setFont("HYSMyeongJo-Medium", 10)
    for number, line in enumerate(lines):
        canvas.drawString(72, 760 - 14 * number, line)
    canvas.showPage()
    canvas.save()
    source = Body(tuple(split_pages(read(buffer.getvalue(), "paper.pdf"))))
    assert () == desk.judged("조사에는 전국의 편집자 천여 명이 참여하였다", source, page="1").flags
    (difference,) = desk.judged("독자의 신뢰도를 높이지 못한다고 결론지었으며", source).differences
    assert ("못한다고", "않는다고") == (difference.claim, difference.source)
