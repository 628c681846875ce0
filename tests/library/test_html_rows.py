"""The rows of the tables of a page, as they are judged."""

import pytest

from citevet.library.words import block_lines
from citevet.read import parse

HEADS = "<tr><th>Town<th>Trees</tr>"
BREMEN = "<tr><td>Bremen<td>755</tr>"


def lines(page: str) -> list[str]:
    return [words for words, _ in block_lines(parse(page.encode(), "s.html"))]


def test_a_row_comes_with_the_heads_of_its_columns() -> None:
    """Each cell is said with its head, numbers before it; a name is a cell like others, and an empty cell is none."""
    rows = '<tr><td>Ulm</td><td colspan="1"><b>3,1</b>00</td></tr><TR><TH>Kiel<TD>7&nbsp;%<tr><td><td>12'
    expected = ["Town; Trees", "Town: Ulm; 3,100 Trees", "Town: Kiel; 7 % Trees", "12 Trees"]
    assert expected == lines(f"<table><thead>{HEADS}</thead><tbody>{rows}</table>")


def test_a_cell_of_paragraphs_is_one_cell() -> None:
    """A row is one line wherever its cells are written, and it begins where its first word does."""
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
def test_a_row_that_is_not_under_the_heads_cell_by_cell_has_none(row: str) -> None:
    """Cells of two columns or rows, other than as many cells as heads, words in no cell, and tables in cells."""
    assert ["Town; Trees", "Bremen 755"] == lines(f"<table>{HEADS}{row}</table>")


@pytest.mark.parametrize("title", ["<tr><th colspan=2>North</tr>", "<tr><th>North</tr>"])
def test_a_title_within_a_table_is_no_head(title: str) -> None:
    """The rows below it are under the heads above it."""
    expected = ["Town; Trees", "North", "Town: Bremen; 755 Trees"]
    assert expected == lines(f"<table>{HEADS}{title}{BREMEN}</table>")


@pytest.mark.parametrize(
    "head", ["<tr><th rowspan=2>Town<th>Bees", "<tr><th>Town<th colspan='2'>Bees", "<tr><th>Sum<th>12"]
)
def test_heads_that_cannot_be_read_end_those_before(head: str) -> None:
    """Bees are no trees, and a sum in bold heads nothing: rows below either have no heads."""
    assert "Bremen 755" == lines(f"<table>{HEADS}{head}{BREMEN}</table>")[-1]


@pytest.mark.parametrize("between", ["</table><table>", "</table><p>Bees.</p><table>", "<table>", "</table>"])
def test_heads_end_with_their_table(between: str) -> None:
    """Whatever stands between two tables, and if nothing does: bees are no trees."""
    first, *_, last = lines(f"<table>{HEADS}{between}{BREMEN}</table>")
    assert ("Town; Trees", "Bremen 755") == (first, last)


def test_a_name_heads_the_row_where_nothing_heads_the_columns() -> None:
    """A number is that of its own row: eight plots in the row above are not eight species."""
    rows = "<tr><th>Plots<td>8<tr><th>Species<td>44<td>of 50<tr><th>Mayor<td>Weber<tr><th>None<td><tr><th><td>7"
    assert ["8 Plots", "44 Species; of 50", "Mayor: Weber", "None", "7"] == lines(f"<table>{rows}</table>")


def test_a_list_in_a_cell_stays_a_list() -> None:
    """Its items are no cells, and each is read alone."""
    row = "<tr><td>Ulm<td><ul><li>Oaks<li>Elms</ul></tr>"
    assert ["Town; Trees", "Ulm", "Oaks", "Elms"] == lines(f"<table>{HEADS}{row}</table>")
