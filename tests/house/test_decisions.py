"""What docs/decisions records, pinned: one test for each page, by the name that the page gives."""

from io import BytesIO
from pathlib import Path
from re import findall

import pytest

from citevet.extract import extract
from citevet.extract.masked_text import MaskedText
from citevet.jobs.check import check
from citevet.model import Citation
from citevet.read import parse, parse_text

PAGES = sorted((Path(__file__).parents[2] / "docs/decisions").glob("[0-9]*.md"))


def cited(text: str, path: str = "text.md") -> tuple[Citation, ...]:
    """Return the citations of a text, each proven to be an exact slice."""
    document = parse_text(text, path)
    citations = extract(document).citations
    assert [citation.text for citation in citations] == [document.slice(citation.span) for citation in citations]
    return citations


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_decision_has_its_parts_and_its_test(page: Path) -> None:
    """A page says problem, choice, price and test, and a test of that name is there."""
    text = page.read_text(encoding="utf-8")
    assert ["Problem", "Decision", "Cost", "Test"] == findall(r"(?m)^## (.+)$", text)
    (file, name) = findall(r"`(tests/[\w/]+\.py)::(\w+)`", text)[0]
    assert f"def {name}(" in (page.parents[2] / file).read_text(encoding="utf-8")


def test_decisions_are_numbered_without_gaps_and_listed() -> None:
    """Numbers run from 001, and the table links every page."""
    assert [f"{number:03}" for number in range(1, len(PAGES) + 1)] == [page.name[:3] for page in PAGES]
    table = (PAGES[0].parent / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES] == findall(r"\]\((\d{3}-[\w-]+\.md)\)", table)


def test_spans_count_characters_and_not_bytes() -> None:
    """Behind Korean and an emoji, which take three and four bytes, a span still counts characters."""
    text = "가로수😀 그늘은 시원하다 [REF-001]."
    (citation,) = cited(text)
    assert (14, 23) == (citation.span.start, citation.span.end)


def test_code_is_blank_and_offsets_hold() -> None:
    """A scene is as long as its text; code and addresses are blank in it, and line breaks are not."""
    text = "See `[1]`\nand [2]."
    scene = MaskedText.of(parse_text(text))
    assert "See \0\0\0\0\0\nand [2]." == scene.prose


def test_an_address_is_not_found_twice() -> None:
    """A DOI behind its resolver is one DOI, not also a web address."""
    assert [("doi", "10.5555/shade.14")] == [
        (citation.kind, citation.normal) for citation in cited("See https://doi.org/10.5555/shade.14 for more.")
    ]


def test_identifiers_of_entries_are_no_citations() -> None:
    """A DOI in the list belongs to its entry; the text cites once."""
    text = "Shade cools [1].\n\n## References\n\n[1] Canopy Observatory. (2023). Shade. doi:10.5555/shade.14\n"
    extraction = extract(parse_text(text))
    assert ["numeric"] == [citation.kind for citation in extraction.citations]
    assert [["10.5555/shade.14"]] == [[found.normal for found in entry.identifiers] for entry in extraction.references]


def test_deleted_words_and_footnotes_of_word() -> None:
    """In a DOCX made by another library, a deleted run is not there and the words around it are."""
    import docx  # slow to import, and only here
    from docx.oxml import parse_xml

    file = docx.Document()
    paragraph = file.add_paragraph("Shade cools")
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    deleted = f"<w:del {space}><w:r><w:delText> never</w:delText></w:r></w:del>"
    paragraph._p.append(parse_xml(deleted))
    paragraph.add_run(" the street.")
    data = BytesIO()
    file.save(data)
    assert "Shade cools the street." == parse(data.getvalue(), "paper.docx").text.strip()


def test_html_text_is_the_file_itself() -> None:
    """Tags and entities stay in the text, and a link is where the file has it."""
    text = '<p>Shade &amp; heat: <a href="https://example.org/a">see here</a>'
    (citation,) = cited(text, "page.html")
    assert text == parse_text(text, "page.html").text
    assert "https://example.org/a" == citation.normal
    assert text.index("<a ") == citation.span.start


def test_broken_latex_is_read() -> None:
    """An open brace and an unknown macro do not hide the citation behind them."""
    (citation,) = cited(r"\unknown{Shade cools \cite[p.~4]{canopy2023} the street", "paper.tex")
    assert ("key", "canopy2023") == (citation.kind, citation.normal)


def test_what_nobody_looked_up_is_incomplete() -> None:
    """A link that was not looked up leaves a run incomplete, and so does an id where no corpus is kept."""
    outside = check(parse_text("Shade cools the street [see](https://example.org/a)."), flags={"select": "KEY"})
    own = check(parse_text("Shade cools the street [REF-001, p. 4]."), flags={"select": "KEY"})
    assert ("incomplete", {"offline": 1}) == (outside.verdict, outside.census.unchecked)
    assert ("incomplete", {"not-in-corpus": 1}) == (own.verdict, own.census.unchecked)


def test_a_doi_beside_its_author_year_is_also() -> None:
    """The identifier right behind an author-year citation is a further form of it."""
    (citation,) = cited("Shade cools the street (Canopy & Shade, 2023), doi:10.5555/shade.14.")
    assert "author-year" == citation.kind
    assert [("doi", "10.5555/shade.14", 47)] == [(form.kind, form.normal, form.span.start) for form in citation.also]


def test_works_of_one_marker_have_their_own_spans() -> None:
    """Four works of one bracket: three share the span of their range, the fourth has its own."""
    found = cited("Shade cools [3–5, 9].")
    assert [("3", 13, 16), ("4", 13, 16), ("5", 13, 16), ("9", 18, 19)] == [
        (citation.normal, citation.span.start, citation.span.end) for citation in found
    ]
    assert 1 == len({citation.group for citation in found})


def test_a_badge_cites_nothing() -> None:
    """A link around a picture alone is left out; a link with words is not."""
    badge = "[![build](https://example.org/badge.svg)](https://example.org/ci)"
    assert [] == list(cited(badge))
    assert ["link"] == [citation.kind for citation in cited(f"{badge} [survey](https://example.org/survey)")]


def test_a_bare_key_needs_a_bibliography() -> None:
    """`@canopy` is a person until the document brackets a key or names a bibliography."""
    assert [] == list(cited("Thanks to @canopy for the data."))
    assert ["canopy", "shade"] == [found.normal for found in cited("As @canopy shows, shade cools [@shade].")]


def test_a_narrative_citation_needs_a_sign() -> None:
    """A name with a year alone may be anything; with a verb of saying it is a citation."""
    assert [] == list(cited("We drove to Gunsan (2019) and back."))
    assert ["author-year"] == [found.kind for found in cited("Gunderson (2019) found that shade cools the street.")]
    assert ["author-year"] == [found.kind for found in cited("Gunderson et al. (2019) measured shade.")]
