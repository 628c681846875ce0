"""Sections that list the document's sources."""

import pytest

from citevet.read import parse_text
from citevet.text.document_parts import find_reference_sections


@pytest.mark.parametrize(
    "title",
    [
        "# References",
        "## Reference",
        "# Refs",
        "## 7. References",
        "### Works Cited",
        "# Bibliography",
        "## Sources:",
        "# Literature",
        "## Notes and references",
        "**References**",
        "# 참고문헌",
        "## 참고 문헌",
        "# 출처",
        "# Literaturverzeichnis",
        "# Referencias bibliográficas",
        "# Список литературы",
        "# Библиографический список",
        "# Список источников и литературы",
        "# §5 References",
        "# Complete list of references included in the meta-analysis",
        "# 五、参考文献",
        "# 核心参考文献汇总",
        "# 参考资料：",
        "# Quellen- und Literaturverzeichnis",
        "# Seznam použité literatury",
        "# Bibliografie",
        "# مراجع",
        "References\n==========",
        "## REFERENCES",
        "## References of Annex A",
        "## Appendix B references",
    ],
)
def test_title_of_list(title: str) -> None:
    """The section under such a title is the list."""
    document = parse_text(f"Text.\n\n{title}\n\nAn entry.\n")
    assert [["An entry."]] == [
        [document.slice(block.span) for block in part] for part in find_reference_sections(document)
    ]


@pytest.mark.parametrize(
    "title",
    [
        "# Introduction",
        "# References to other work in this field",
        "# References to section titles",
        "# Sourcing",
        "Text references.",
        "- References",
    ],
)
def test_other_titles(title: str) -> None:
    """Other titles, sentences and list items do not open a list."""
    assert [] == list(find_reference_sections(parse_text(f"{title}\n\nAn entry.\n")))


def test_ends_at_the_next_heading() -> None:
    """The list ends at a heading of its own level or above; deeper headings stay inside."""
    document = parse_text("## References\n\na\n\n### Books\n\nb\n\n## Appendix\n\nc\n")
    (part,) = find_reference_sections(document)
    assert ["a", "Books", "b"] == [document.slice(block.span) for block in part]


def test_chapter_on_the_literature() -> None:
    """A document under such a title whose paragraphs cite names and years is a chapter; one of entries is a list."""
    text = "Foam cools (Kim, 2019; Lee, 2020) and bends (Park et al., 2012)."
    assert [] == list(
        find_reference_sections(parse_text(f"# Literature\n\n{text}\n\n## Shapes\n\n{text} It is (Roe, 2018).\n"))
    )
    entries = "# Literature\n\nKim, H. (2019). On foam (Springer, 2019).\n\nLee, J. (2020). On ice (Wiley, 2020).\n"
    assert len(list(find_reference_sections(parse_text(entries)))) == 1
