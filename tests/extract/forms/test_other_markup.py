"""Keys of markup that is read as text."""

import pytest

from citevet.extract import extract
from citevet.read import parse_text


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.rst", "As shown [Smith2020]_ before.", [("[Smith2020]_", "Smith2020", None, 9)]),
        ("a.org", "As shown [cite:@doe99 p. 3].", [("[cite:@doe99 p. 3]", "doe99", "3", 9)]),
        ("a.org", "See [cite/t:@a1 p. 3; @b2].", [("@a1 p. 3", "a1", "3", 12), ("@b2", "b2", None, 22)]),
        ("a.adoc", "As shown cite:[lane12] here.", [("cite:[lane12]", "lane12", None, 9)]),
        ("a.adoc", "So cite:[lane12(p. 5),roe3].", [("lane12(p. 5)", "lane12", "5", 9), ("roe3", "roe3", None, 22)]),
        ("a.typ", "As shown #cite(<netwok>) here.", [("#cite(<netwok>)", "netwok", None, 9)]),
        (
            "a.xml",
            '<p>So <xref ref-type="bibr" rid="b3">3</xref>.</p>',
            [('<xref ref-type="bibr" rid="b3">3</xref>', "b3", None, 6)],
        ),
        ("a.txt", "The list[Smith2020] and my_var[x]_y and a [link]_text.", []),
        ("a.html", "<p>As in <cite>The Republic</cite>.</p>", []),
    ],
)
def test_keys(path: str, text: str, expected: list[tuple[str, str, str | None, int]]) -> None:
    """Each markup's own sign is a key with its place and exact span; a title and an index are none."""
    document = parse_text(text, path)
    found = extract(document).citations
    shown = [(each.text, each.normal, each.locator.page if each.locator else None, each.span.start) for each in found]
    assert expected == shown
    assert all(document.slice(each.span) == each.text for each in found)


@pytest.mark.parametrize("unit", ["[cite:@a;", "cite:[", "[a]_", "#cite(<", '<xref ref-type="bibr" ', "@a@a;"])
def test_hostile(unit: str) -> None:
    """200 kB of the worst repetition ends; were a pattern quadratic, it would not."""
    document = parse_text(unit * (200_000 // len(unit)), "a.txt")
    assert all(document.slice(each.span) == each.text for each in extract(document).citations)
