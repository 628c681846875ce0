"""Reference lists of PDF files: where entries start and end, across columns and pages."""

from typing import Any

import pytest
from tests.read.test_pdf import FONTS, TRUETYPE, VERA, Draw, both, lines, paper, sized

from citevet import extract_document
from citevet.model import Document

PROSE = tuple(
    f"The survey number {n} of the wide rivers had many lines, and each of them was set in full" for n in range(3)
)


def hanging(*entries: tuple[str, ...], y: float = 700, indent: float = 12, x: float = 72) -> Draw:
    """Draw entries whose second and further lines are indented."""
    rows = [(text, x + indent * (number > 0)) for entry in entries for number, text in enumerate(entry)]
    return both(*(lines(text, x=left, y=y - 12 * row) for row, (text, left) in enumerate(rows)))


def listed(document: Document) -> list[str]:
    """Return the text of each entry."""
    return [reference.text for reference in extract_document(document).references]


ENTRIES = (
    ("Ash, B. (2011). On the flow of rivers.", "Journal of Water, 12(3):4-19."),
    ("Box developers. 2022. Box manual. https://box.example/manual/",),
    (
        "Cole, D., Dunn, E., Elm, F., Frost, G., and Grove, H. (2013). Tables of the sea and",
        "of the lakes. North Press.",
    ),
)


def test_indents_show_where_entries_start() -> None:
    """A line that ends early continues in the indented line below; a line at the edge starts the next entry."""
    document = paper(both(lines(*PROSE, y=760), lines("References", y=712), hanging(*ENTRIES)))
    assert listed(document) == [" ".join(entry) for entry in ENTRIES]


def test_entry_goes_on_after_a_page_break() -> None:
    """The indented first line of a page belongs to the last entry of the page before, also after a full stop."""
    first = both(lines("References", y=712), hanging(*ENTRIES, ENTRIES[0][:1]))
    rest = both(hanging(ENTRIES[2], ENTRIES[0], y=748), lines(ENTRIES[0][1], x=84, y=760))
    document = paper(first, rest)
    assert listed(document) == [" ".join(entry) for entry in (*ENTRIES, ENTRIES[0], ENTRIES[2], ENTRIES[0])]
    assert [place.label for place in document.places] == ["page 1", "page 2"]


def test_end_of_an_entry_alone_on_a_page() -> None:
    """A page with nothing but the indented end of the last entry has no list of its own."""
    document = paper(both(lines("References", y=712), hanging(*ENTRIES, ENTRIES[0][:1])), lines(ENTRIES[0][1], x=84))
    assert listed(document)[-1] == " ".join(ENTRIES[0])


def test_prose_after_the_list_is_not_joined_to_it() -> None:
    """Prose with indented paragraphs has many lines at the edge, and an address block stands apart."""
    after = both(lines("Rivers rise in spring.", x=84, y=760), lines(*PROSE, y=748), lines("They fall.", x=84, y=712))
    address = lines("River Office, North Street 4, Oslo", x=84, y=600)
    document = paper(both(lines("References", y=712), hanging(*ENTRIES), address), after)
    assert listed(document) == [" ".join(entry) for entry in ENTRIES]


def test_labels_with_names_and_years() -> None:
    """The label of an entry may have the names of all authors."""
    entries = (
        ("[Ash, Box, and Cole 2011] Ash, B.; Box, C.; and", "Cole, D. 2011. Rivers. North Press."),
        ("[Dunn 2012] Dunn, E. 2012. Lakes.", "North Press."),
    )
    document = paper(both(lines("References", y=712), hanging(*entries, indent=5)))
    assert listed(document) == [" ".join(entry) for entry in entries]


def test_list_ends_before_an_appendix() -> None:
    """Its title may be as large as the text; a line without a number is no entry of a numbered list."""
    entries = tuple(
        (f"[{number}] Ash, B. Rivers of the north.", f"North Press, 201{number}.") for number in range(1, 5)
    )
    after = both(
        lines("Received 12 May 2019", y=560), lines("APPENDIX A", y=520), lines("A survey of 2019 in Oslo.", y=500)
    )
    document = paper(both(lines("References", y=712), hanging(*entries), after))
    assert listed(document) == [" ".join(entry) for entry in entries]
    authored = both(lines("References", y=712), hanging(*ENTRIES), lines("Appendix B. Tables", y=520))
    assert len(listed(paper(both(authored, lines("A survey of 2019 in Oslo.", y=500))))) == len(ENTRIES)


def counted(texts: tuple[str, ...], *, first: int, step: int = 1, x: float = 60) -> Draw:
    """Draw lines with their numbers in the margin."""

    def draw(canvas: Any) -> None:
        lines(*texts, step=20)(canvas)
        canvas.setFont("Helvetica", 6)
        for number in range(0, len(texts), step):
            canvas.drawRightString(x, 760 - 20 * number, str(first + number))

    return draw


@pytest.mark.parametrize(("x", "step"), [(60, 1), (540, 1), (60, 5)])
def test_numbers_of_lines_are_left_out(x: float, step: int) -> None:
    """They stand left or right of the text, for each line or each fifth, and a short page goes on counting."""
    long = (*PROSE * 9, "It ends. [1]")
    short = ("References", "[1] Ash, B. Rivers of the north. North Press, 2011.", "[2] Box, C. Lakes. 2012.")
    document = paper(counted(long, first=5, step=step, x=x), counted(short, first=35, step=step, x=x))
    assert document.text.startswith(PROSE[0])
    assert listed(document) == list(short[1:])


def test_numbers_of_both_margins_are_left_out() -> None:
    """The numbers of the second column stand right of it, and none is level with a line."""

    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica", 6)
        for number in range(36):
            canvas.drawRightString(40, 765 - 20 * number, str(number + 1))
            canvas.drawRightString(560, 765 - 20 * number, str(number + 37))

    entries = ("[1] Ash, B. Rivers of the north. North Press, 2011.", "[2] Box, C. Lakes. 2012.")
    column = lines(*PROSE * 9, "It ends. [1]", "References", *entries, step=13)
    assert listed(paper(both(draw, column))) == list(entries)


def test_numbers_of_entries_stay() -> None:
    """Entries and rows have numbers of their own, which do not count lines."""
    entries = tuple((f"{number} Ash, B. Rivers of the north.", "North Press.") for number in range(1, 21))
    assert "20 Ash, B. Rivers of the north." in paper(hanging(*entries, y=760)).text


RAISED = "¹²³⁴⁵⁶"


def raised(number: int, text: str, y: float) -> Draw:
    """Draw a line after a small raised number."""

    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica", 6)
        canvas.drawString(72, y + 4, str(number))
        canvas.setFont("Helvetica", 10)
        canvas.drawString(78, y, text)

    return draw


def test_numbered_list_without_a_heading() -> None:
    """Physics papers have a line instead; tables may follow. A line of prose may start with a marker as well."""
    entries = tuple(
        (f"[{n}] B. Ash, Rivers of the north and the", f"south, J. Water {n}, 4 (201{n}).") for n in range(1, 5)
    )
    prose = (
        "The rivers rise in spring, as was shown by Ash and by others in the survey of the north",
        "[1] and in the south [2].",
    )
    document = paper(both(lines(*prose, y=780), hanging(*entries)), lines("Table 1. Rivers", "Oslo 12 14"))
    assert listed(document) == [" ".join(entry) for entry in entries]
    assert [each.reference for each in extract_document(document).citations] == ["r1", "r2"]


def test_entries_with_raised_numbers() -> None:
    """Five and more with years are a list; a few are notes at the foot of the page."""
    texts = [f"B. Ash, J. Water {n}, 4 (201{n})." for n in range(1, 7)]
    draws = [raised(n, text, 700 - 12 * n) for n, text in enumerate(texts, 1)]
    assert listed(paper(both(*draws))) == [f"{RAISED[n]} {text}" for n, text in enumerate(texts)]
    assert listed(paper(both(lines(*PROSE), *draws[:3]))) == []


@pytest.mark.parametrize("is_late", [False, True])
def test_accents_are_joined_to_letters(is_late: bool) -> None:  # noqa: FBT001 - a case
    """TeX typesets an accent before its letter, and PDFium may return it after the line."""
    FONTS.registerFont(TRUETYPE("Accents", str(VERA)))

    def width(text: str) -> float:
        return float(FONTS.stringWidth(text, "Accents", 10))

    def above(sign: str, before: str, letter: str, y: float) -> tuple[str, float, float]:
        return sign, 72 + width(before) + (width(letter) - width(sign)) / 2, y

    def draw(canvas: Any) -> None:
        signs = above("´", "Garc", "\u0131", 700), above("¨", "Garc\u0131a and ", "O", 702)
        words = ("Garc", 72.0, 700.0), ("\u0131a and Over", 72 + width("Garc"), 700.0)
        for text, x, y in (*words, *signs) if is_late else (words[0], signs[0], words[1], signs[1]):
            canvas.setFont("Accents", 10)
            canvas.drawString(x, y, text)

    assert paper(draw).text == "Garc\u00eda and \u00d6ver"


def test_labels_of_figures_are_not_the_body() -> None:
    """A tree of species may have more letters than the text, in type that nobody can read."""
    labels = sized(3, lines(*(f"Riverus northus of the tree {n}" for n in range(90)), step=3))
    document = paper(labels, both(lines(*PROSE, y=780), lines("References", y=732), hanging(*ENTRIES, y=716)))
    assert listed(document) == [" ".join(entry) for entry in ENTRIES]
    assert "paragraph" == next(block.kind for block in document.blocks if PROSE[0] in document.slice(block.span))


def test_entry_after_an_address_at_a_page_break() -> None:
    """An entry may end in its DOI, without a full stop; a name at the top of the next page opens the next one."""
    entries = ("Ash, B. (2011). Rivers. https://doi.org/10.5555/r.1", "d'Elm, C. (2012). Lakes. North Press.")
    document = paper(lines("References", entries[0]), lines(entries[1]))
    assert listed(document) == list(entries)


def test_entries_below_paragraphs_of_one_line() -> None:
    """The gaps between short paragraphs are not the distance of lines, which those below full lines show."""
    short = [lines(f"Sentence {n} stands alone.", y=790 - 18 * n) for n in range(12)]
    full = [
        both(lines(f"Ash, B. (201{n}). On the flow of long rivers and of the wide lakes that they", y=530 - 30 * n),
             lines(f"fill in winter. North Press. https://doi.org/10.5555/r.{n}", y=518 - 30 * n))
        for n in range(5)
    ]  # fmt: skip
    document = paper(both(*short, lines("References", y=560), *full))
    assert len(listed(document)) == len(full)
