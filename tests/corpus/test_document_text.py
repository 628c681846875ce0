"""Text of HTML tables."""

import pytest

from citevet.corpus.document_text import block_lines
from citevet.read import parse

HEADS = "<tr><th>Town<th>Trees</tr>"
BREMEN = "<tr><td>Bremen<td>755</tr>"


def lines(page: str) -> list[str]:
    return [words for words, _ in block_lines(parse(page.encode(), "s.html"))]


def test_row_has_column_headings() -> None:
    """Numbers come before their heading; a row name is a cell like others, and empty cells are left out."""
    rows = '<tr><td>Ulm</td><td colspan="1"><b>3,1</b>00</td></tr><TR><TH>Kiel<TD>7&nbsp;%<tr><td><td>12'
    expected = ["Town; Trees", "Town: Ulm; 3,100 Trees", "Town: Kiel; 7 % Trees", "12 Trees"]
    assert expected == lines(f"<table><thead>{HEADS}</thead><tbody>{rows}</table>")


def test_cell_with_paragraphs_is_one_cell() -> None:
    """A row is one line that starts at its first word."""
    row = "<tr>\n<td><p>Ulm.</p>\n<p>Aalen.</p></td>\n<td><p>3,100</p></td>\n</tr>"
    document = parse(f"<table>{HEADS}\n{row}</table>".encode(), "s.html")
    words, block = list(block_lines(document))[-1]
    assert ("Town: Ulm. Aalen.; 3,100 Trees", (3, 8)) == (words, document.lines.position(block.span.start))


@pytest.mark.parametrize(
    "row",
    [
        "<tr><td colspan=2>Bremen 755</tr>",
        "<tr><td rowspan='2'>Bremen</td><td>755</tr>",
        "<tr><td>Bremen 755</tr>",
        "<tr><td>Bremen<td>755<td></tr>",
        "<tr>Bremen<td>755<td></tr>",
        "<tr><td>Bremen 755<td><table><tr><td></table></tr>",
    ],
)
def test_row_that_does_not_match_headings_has_none(row: str) -> None:
    """Spanning cells, another number of cells, words outside of cells, and nested tables."""
    assert ["Town; Trees", "Bremen 755"] == lines(f"<table>{HEADS}{row}</table>")


@pytest.mark.parametrize("title", ["<tr><th colspan=2>North</tr>", "<tr><th>North</tr>"])
def test_title_row_is_not_heading_row(title: str) -> None:
    """The rows below it keep the headings above it."""
    expected = ["Town; Trees", "North", "Town: Bremen; 755 Trees"]
    assert expected == lines(f"<table>{HEADS}{title}{BREMEN}</table>")


@pytest.mark.parametrize(
    "head", ["<tr><th rowspan=2>Town<th>Bees", "<tr><th>Town<th colspan='2'>Bees", "<tr><th>Sum<th>12"]
)
def test_ambiguous_heading_row_clears_headings(head: str) -> None:
    """Rows below two levels of headings, or a sum in bold, have no headings."""
    assert "Bremen 755" == lines(f"<table>{HEADS}{head}{BREMEN}</table>")[-1]


@pytest.mark.parametrize("between", ["</table><table>", "</table><p>Bees.</p><table>", "<table>", "</table>"])
def test_headings_end_with_table(between: str) -> None:
    """With or without text between the tables."""
    first, *_, last = lines(f"<table>{HEADS}{between}{BREMEN}</table>")
    assert ("Town; Trees", "Bremen 755") == (first, last)


def test_row_name_replaces_column_headings() -> None:
    """A number belongs to its own row: eight plots in the row above are not eight species."""
    rows = "<tr><th>Plots<td>8<tr><th>Species<td>44<td>of 50<tr><th>Mayor<td>Weber<tr><th>None<td><tr><th><td>7"
    assert ["8 Plots", "44 Species; of 50", "Mayor: Weber", "None", "7"] == lines(f"<table>{rows}</table>")


def test_list_in_cell_stays_list() -> None:
    """Each item is a line of its own."""
    row = "<tr><td>Ulm<td><ul><li>Oaks<li>Elms</ul></tr>"
    assert ["Town; Trees", "Ulm", "Oaks", "Elms"] == lines(f"<table>{HEADS}{row}</table>")
