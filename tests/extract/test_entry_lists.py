"""Entries that are unclear on their own, in lists that show how to read them."""

import pytest
from tests.shipped_tagger import extract

from citevet.extract.entry_parser import parse_list
from citevet.extract.references import find_references
from citevet.read import parse_text


@pytest.mark.parametrize(
    ("unclear", "authors", "others"),
    [
        (  # family name first, a stop after the people
            "Roe, Jane. Ice, Foam, and Air. Oslo: Press, 2009.",
            "Roe",
            """Doe, Ann. The cold foam of Oslo. Oslo: Press, 2010.
            Lee, Eva. A view of foam. Oslo: Press, 2011.
            Kim, Hana. On the air in ice. Oslo: Press, 2012.""",
        ),
        (  # given names first, a comma after the people; no entry is clear on its own
            "Jane Roe, The Foam of Ice, Oslo, 1956.",
            "Roe",
            """Ann Doe, Ice in the North, Oslo, 1957.
            Eva Lee, The Air over Oslo, Oslo, 1958.
            Hana Kim, Water and its Foam, Oslo, 1959.""",
        ),
    ],
)
def test_a_list_shows_how_to_read_an_unclear_entry(unclear: str, authors: str, others: str) -> None:
    """The entries of a list open alike; alone, such an entry is unclear."""
    (alone,) = parse_list([unclear])
    *_, read = parse_list([*map(str.strip, others.splitlines()), unclear])
    assert authors.split() == [name.replace(" ", "_") for name in read.authors] != list(alone.authors)


def test_a_few_entries_are_no_style() -> None:
    """Two entries that open alike, or as many as open otherwise, decide nothing."""
    unclear = "Jane Roe, The Foam of Ice, Oslo, 1956."
    *_, read = parse_list(
        ["Ann Doe, Ice in the North, Oslo, 1957.", "Doe, A. (2001). The foam of Oslo. Ice, 3.", unclear]
    )
    assert () == read.authors


@pytest.mark.parametrize(
    ("suffix", "before", "item", "after"),
    [
        (".md", "# Title\n\nText.\n\n## References\n\n", "- {}\n", ""),
        (
            ".tex",
            "\\begin{document}\n\\begin{thebibliography}{9}\n",
            "\\bibitem{a} {}\n",
            "\\end{thebibliography}\n\\end{document}\n",
        ),
    ],
)
def test_lists_of_documents_are_read_together(suffix: str, before: str, item: str, after: str) -> None:
    """The entries of a section of references, and those of LaTeX's environment, make one list."""
    texts = [
        f"{name}, Foam in the Sea, Oslo, 195{at}."
        for at, name in enumerate(["Ann Doe", "Eva Lee", "Hana Kim", "Jane Roe"])
    ]
    document = parse_text(before + "".join(item.replace("{}", text) for text in texts) + after, f"x{suffix}")
    assert [(name,) for name in ("Doe", "Lee", "Kim", "Roe")] == [each.authors for each in find_references(document)]


@pytest.mark.parametrize("entry", ["———. Ice on the sea. Oslo: Press, 1991.", "Id., Ice on the sea, Oslo, 1991."])
def test_the_people_of_the_entry_before_are_repeated(entry: str) -> None:
    """A dash or "Id." in the place of the people means those of the entry before."""
    text = f"## References\n\n- Roe, J., Foam on the sea, Oslo, 1990.\n- {entry}\n"
    for find in (find_references, lambda document: extract(document).references):
        assert [("Roe",), ("Roe",)] == [each.authors for each in find(parse_text(text, "x.md"))]
