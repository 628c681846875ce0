r"""\bibitem entries as plain text."""

import pytest
from bench.worst import BIBITEMS
from tests.shipped_tagger import extract

from citevet.read.bibtex import clean_bibitem
from citevet.read.latex import read

NEWBLOCK = 'A.~Meier and J.~M{\\"u}ller.\n\\newblock Shade and {S}treets.\n\\newblock {\\em J. Trees}, 3:1--12, 2020.'
REVTEX = (
    r"\bibinfo{author}{\bibfnamefont{A.}~\bibnamefont{Meier}}, "
    r"\emph{\bibinfo{title}{Shade and {the} streets}} (\bibinfo{publisher}{Press}, \bibinfo{year}{2020})."
)


@pytest.mark.parametrize(
    ("written", "authors", "year", "title"),
    [
        (r"Anna Meier. \emph{Shade and streets}. City Press, 2020.", ("Meier",), "2020", "Shade and streets"),
        (r"Kim, H. (2019). Of \textbf{clear} water. \textit{Rivers}, 3(2).", ("Kim",), "2019", "Of clear water"),
        (NEWBLOCK, ("Meier", "Müller"), "2020", "Shade and Streets"),
        ("Meier, A. (2020).\n\\newblock Shade.\n\\newblock {\\em J. Trees}, 3.", ("Meier",), "2020", "Shade"),
        ("A.~Meier.\n\\newblock {\\em Shade}.\n\\newblock Press, 2020.", ("Meier",), "2020", "Shade"),
        ("K.~Kim, ``A work's fate,'' {\\em J}, vol.~3, 2019.", ("Kim",), "2019", "A work's fate"),
        (REVTEX, ("Meier",), "2020", "Shade and the streets"),
        ("% of 1999\nA. Meier. {\\it Shade}, % or so\n  2020{\\natexlab{a}}.", ("Meier",), "2020a", "Shade"),
        (r"Doe, J. \url{https://x.org/a%20b}. \emph{On trees}. Oxford, 2003. % 1999", ("Doe",), "2003", "On trees"),
        (r"Doe, J. \href{https://x.org/a%20b}{\emph{On trees}}. Oxford, 2003.", ("Doe",), "2003", "On trees"),
        (
            r"Doe, J. \path{x.org/a%20b}. \emph{On trees}. Oxford, 2003.",
            ("Doe",),
            "2003",
            None,
        ),  # italics after other words
        ("", (), None, None),
    ],
)
def test_bibitem_gives_authors_year_and_no_wrong_title(
    written: str, authors: tuple[str, ...], year: str | None, title: str | None
) -> None:
    """As the same words in Markdown do, in any BibTeX style."""
    text = f"\\begin{{thebibliography}}{{9}}\n\\bibitem{{a}} {written}\n\\end{{thebibliography}}\n"
    (found,) = extract(read(text, "a.tex")).references
    assert (authors, year) == (found.authors, found.year)
    assert found.title in {None, title}


@pytest.mark.parametrize("unit", BIBITEMS)
def test_only_the_start_of_a_long_entry_is_read(unit: str) -> None:
    """Text after some thousand characters changes nothing; `bench/hostile.py` measures those before."""
    assert clean_bibitem(unit * 10_000) == clean_bibitem((unit * 10_000)[:8_000])
