"""Tests of authors joined by a slash with an unbracketed year."""

import pytest

from citevet.extract import extract
from citevet.model import Citation
from citevet.read import parse_text

LIST = "\n\n## Literatur\n\nSchmidt, A./Weber, B. (2020): Die Quote. Berlin.\n"


def cited(text: str) -> tuple[Citation, ...]:
    """Return what a text cites."""
    return extract(parse_text(text, "x.md")).citations


@pytest.mark.parametrize(
    ("text", "authors", "page"),
    [
        ("Nach Schmidt/Weber 2020: 33 f. stieg sie.", "Schmidt; Weber", "33 f."),
        ("Nach Schmidt/Weber 2020: 33–35 stieg sie.", "Schmidt; Weber", "33-35"),
        ("Das zeigen Müller/Meier-Kunz/Groß 2019a, S. 4.", "Müller; Meier-Kunz; Groß", "4"),
    ],
)
def test_page_makes_authors(text: str, authors: str, page: str) -> None:
    """With a page the names cite, whether or not there is a list."""
    (one,) = cited(text)
    assert (authors, page) == (one.parts["authors"], one.locator and one.locator.page)


@pytest.mark.parametrize(
    ("text", "count"), [("Siehe Schmidt/Weber 2020.", 1), ("Nach Schmidt/Weber 2020: 33 stieg sie.", 1)]
)
def test_work_without_page_must_be_known(text: str, count: int) -> None:
    """Without a page the work must be listed or cited with its page elsewhere."""
    assert 0 == len(cited(text))
    assert ["r1"] * count == [each.reference for each in cited(text + LIST)]
    assert 1 + count == len(cited(f"{text} Vgl. Schmidt/Weber 2020, S. 4."))


@pytest.mark.parametrize(
    "text",
    [
        "Berlin/Hamburg 2020: 33 f.",
        "Mai/Juni 2020, S. 4",
        "OECD/EU 2018, S. 4",
        "Essen/Bochum 2020: 33 Fälle",
        "src/Main/Weber 2020, S. 4",
        "Schmidt/Weber 2020, 33.5 Prozent",
    ],
)
def test_other_slashes(text: str) -> None:
    """Places, months, acronyms and paths are not authors."""
    assert () == cited(text)


@pytest.mark.parametrize("text", ["Schmidt/Weber (2020: 33) fanden es.", "Müller/Meier/Kunz (2019, S. 4) fanden es."])
def test_page_in_brackets(text: str) -> None:
    """The bracketed year may include the page, also with three names and no other citation."""
    (one,) = cited(text)
    assert (text.partition(" fanden")[0], "author-year") == (one.text, one.kind)


@pytest.mark.parametrize(
    "text",
    [
        "(Luhmann, Soziale Systeme, Berlin/Heidelberg 1984, S. 33)",
        "Faktizität und Geltung, München/Wien 1992, S. 33",
        "Soziale Systeme, Suhrkamp/Insel 1984, S. 33",
        "Faktizität: Suhrkamp/Insel 1992, S. 33",
        "Tübingen/Basel 2003, S. 12",
        "Bayern/Sachsen 2019: 33–35 Mio. Euro",
        "Essen/Bochum 2020: 33-35 Tore",
        "Schalke/Bayer 2020: 33-35 Tore",
        "Schmidt/Weber 2020: 33–35 % mehr",
    ],
)
def test_publishers_are_not_authors(text: str) -> None:
    """Places and publishers after a title are not authors, and counts are not pages."""
    assert () == cited(text)


@pytest.mark.parametrize("before", ["Müller 2019, S. 4; ", "(", "vgl. "])
def test_text_before_authors(before: str) -> None:
    """Authors may follow a semicolon, a bracket or a signal; after a comma they must be listed."""
    assert "Schmidt; Weber" in [each.parts["authors"] for each in cited(f"So {before}Schmidt/Weber 2020, S. 4).")]
    assert ["r1"] == [each.reference for each in cited("Nach allem, Schmidt/Weber 2020, S. 4, stieg sie." + LIST)]
