"""Records become BibTeX and CSL-JSON that other programs, and our own readers, read back."""

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from citevet.extract import extract
from citevet.model import Record
from citevet.read import parse_text
from citevet.report.resolved import to_bibtex, to_csl

RECORD = Record(
    "crossref",
    "10.5555/a_b",
    "journal-article",
    "Trees & DNA: 50 % of {all} roots",
    authors=("van der Müller, Jana", "Tree Office"),
    years=(2020, 2019),
    venue="Journal of Trees",
    volume="12",
    issue="3",
    pages="233–241",
    identifiers={"doi": "10.5555/a_b", "issn": "1234-5679"},
    url="https://doi.org/10.5555/a_b",
)
BIBTEX = r"""@article{vandermuller2020trees,
  author = {van der Müller, Jana and {Tree Office}},
  title = {Trees \& {DNA}: 50 \% of \{all\} roots},
  journal = {Journal of Trees},
  year = {2020},
  volume = {12},
  number = {3},
  pages = {233--241},
  doi = {10.5555/a_b},
  issn = {1234-5679},
  url = {https://doi.org/10.5555/a_b},
}
"""


def test_bibtex() -> None:
    """Special characters are escaped, names and identifiers are not."""
    assert to_bibtex([RECORD]) == BIBTEX


def test_csl() -> None:
    """Empty fields are left out, and groups are literal names."""
    assert json.loads(to_csl([RECORD])) == [
        {
            "id": "vandermuller2020trees",
            "type": "article-journal",
            "title": "Trees & DNA: 50 % of {all} roots",
            "author": [{"family": "van der Müller", "given": "Jana"}, {"literal": "Tree Office"}],
            "container-title": "Journal of Trees",
            "issued": {"date-parts": [[2020]]},
            "volume": "12",
            "issue": "3",
            "page": "233–241",
            "DOI": "10.5555/a_b",
            "ISSN": "1234-5679",
            "URL": "https://doi.org/10.5555/a_b",
        }
    ]


def test_keys_differ() -> None:
    """Two works of one author, year and first word have two keys; a work without anything has one as well."""
    text = to_bibtex([RECORD, RECORD, RECORD, Record("doi", "x")])
    keys = [line.split("{")[1] for line in text.splitlines() if line.startswith("@")]
    assert keys == ["vandermuller2020trees,", "vandermuller2020trees-2,", "vandermuller2020trees-3,", "work,"]


def test_our_reader_reads_it_back() -> None:
    """The exported entry is a reference with the same title, authors, year and DOI."""
    (reference,) = extract(parse_text(to_bibtex([replace(RECORD, title="Trees & DNA")]), "r.bib")).references
    assert (reference.title, reference.year) == ("Trees & DNA", "2020")
    assert reference.authors[0] == "van der Müller"
    assert [each.normal for each in reference.identifiers if each.kind == "doi"] == ["10.5555/a_b"]


@settings(max_examples=50)
@given(st.text(max_size=40), st.text(max_size=20), st.text(max_size=20))
def test_any_text_stays_inside_its_field(title: str, author: str, doi: str) -> None:
    """Braces are balanced whatever a record contains, and the same record gives the same bytes."""
    record = replace(RECORD, title=title, authors=(author,), identifiers={"doi": doi})
    text = to_bibtex([record])
    bare = text.replace(r"\{", "").replace(r"\}", "")
    assert bare.count("{") == bare.count("}")
    assert text == to_bibtex([record])
    assert json.loads(to_csl([record]))[0]["type"] == "article-journal"
