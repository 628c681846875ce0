"""Where a document keeps its list."""

import pytest

from citevet.extract.headings import reference_blocks
from citevet.read import parse_text


@pytest.mark.parametrize(
    "title",
    [
        "# References",
        "## Reference",
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
        "References\n==========",
        "## REFERENCES",
    ],
)
def test_is_a_list(title: str) -> None:
    """The section under such a title holds the list."""
    document = parse_text(f"Text.\n\n{title}\n\nAn entry.\n")
    assert [["An entry."]] == [[document.slice(block.span) for block in part] for part in reference_blocks(document)]


@pytest.mark.parametrize(
    "title",
    ["# Introduction", "# References to other work in this field", "# Sourcing", "Text references.", "- References"],
)
def test_is_none(title: str) -> None:
    """Other titles, sentences and list items open no list."""
    assert [] == list(reference_blocks(parse_text(f"{title}\n\nAn entry.\n")))


def test_ends_at_the_next_heading() -> None:
    """The list ends at a heading of its own level or above; a deeper one stays inside."""
    document = parse_text("## References\n\na\n\n### Books\n\nb\n\n## Appendix\n\nc\n")
    (part,) = reference_blocks(document)
    assert ["a", "Books", "b"] == [document.slice(block.span) for block in part]
