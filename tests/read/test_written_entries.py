"""Changes of fields in the source text of a bibliography: what is asked for changes, and nothing else."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.contracts import FieldChange
from citevet.model import Document, Span
from citevet.model.document import replace_spans
from citevet.read import parse_text
from citevet.read.written_entries import write_changes

TITLE = "The roots of DNA in street trees: A study of 2 & more"
PEOPLE = ("Müller, Rowan", "World Health Organization", "Roe, Jo")
CHANGES = (
    FieldChange("title", TITLE),
    FieldChange("author", people=PEOPLE),
    FieldChange("journal", "Annals & Co"),
    FieldChange("year", "2020"),
    FieldChange("volume", "12"),
    FieldChange("number", "3"),
    FieldChange("pages", "12-34"),
    FieldChange("doi", "10.5555/a_b<c"),
)


def change(text: str, path: str, changes: Sequence[FieldChange] = CHANGES) -> str:
    """Return a text with the changes in each of its entries."""
    document = parse_text(text, path)
    edits = [edit for each in list_edits(document, changes) for edit in each]
    return replace_spans(text, edits)


def list_edits(document: Document, changes: Sequence[FieldChange]) -> list[list[tuple[Span, str]]]:
    """Return the edits of each entry."""
    spans = [mark.span for mark in document.marks if mark.kind == "entry"]
    return [[(edit.span, edit.text) for edit in write_changes(document, span, changes).edits] for span in spans]


BIBTEX = r"""% kept, as all remarks
@string{annals = "Annals of B"}
@article{ash2020,
  author   = {M{\"u}ller, R. and {World Health Organization} and Doe, Jane},
  title    = "{The roots of {DNA} in {S}treet {{Trees}} of more}",
  journal  = annals # { B},
  year     = 2015, % a remark, with a comma
  date     = {2015-03-04},
  pages    = {1-9},
  volume   = {13},
  Unknown  = {kept {as} it is},
}
"""
CHANGED_BIBTEX = r"""% kept, as all remarks
@string{annals = "Annals of B"}
@article{ash2020,
  author   = {M{\"u}ller, R. and {World Health Organization} and Roe, Jo},
  title    = "{The roots of {DNA} in {S}treet {{Trees}}: A study of 2 \& more}",
  journal  = {Annals \& Co},
  year     = 2020, % a remark, with a comma
  date     = {2020-03-04},
  pages    = {12-34},
  volume   = {12},
  Unknown  = {kept {as} it is},
  number   = {3},
  doi      = {10.5555/a_b<c},
}
"""
RIS = """TY  - JOUR
ID  - ash
AU  - Müller, R.
AU  - Doe, Jane
TI  - The roots of DNA in street tree
JO  - B
PY  - 2015/03/04/
SP  - 1
EP  - 9
N1  - kept
ER  -\x20
"""
CHANGED_RIS = """TY  - JOUR
ID  - ash
AU  - Müller, R.
AU  - World Health Organization
AU  - Roe, Jo
TI  - The roots of DNA in street trees: A study of 2 & more
JO  - Annals & Co
PY  - 2020/03/04/
SP  - 12
EP  - 34
N1  - kept
VL  - 12
IS  - 3
DO  - 10.5555/a_b<c
ER  -\x20
"""
CSL = """[
  {"id": "ash", "title": "The roots of DNA in street tree", "volume": 13, "page":"1-9",
   "author": [{"family": "Müller", "given": "R.", "suffix": ""}, {"literal": "WHO"}],
   "issued": {"date-parts": [[2015, 3]]},
   "custom": {"kept": [null]}}
]
"""
CHANGED_CSL = """[
  {"id": "ash", "title": "The roots of DNA in street trees: A study of 2 & more", "volume": 12, "page":"12-34",
   "author": [{"family": "Müller", "given": "R.", "suffix": ""}, {"literal": "WHO"}, {"family": "Roe", "given": "Jo"}],
   "issued": {"date-parts": [[2020, 3]]},
   "custom": {"kept": [null]},
   "container-title": "Annals & Co",
   "issue": "3",
   "DOI": "10.5555/a_b<c"}
]
"""
HAYAGRIVA = """# kept
ash:
    type: article
    title: The roots of DNA in street tree
    author: ["Müller, R.", "Doe, Jane"]   # who
    date: 2015-03
    parent:
        title: 'B'
        volume: 13

# the next one
other:
    title: |
        A block
"""
CHANGED_HAYAGRIVA = """# kept
ash:
    type: article
    title: "The roots of DNA in street trees: A study of 2 & more"
    author: ["Müller, R.", "World Health Organization", "Roe, Jo"]   # who
    date: 2020-03
    parent:
        title: 'Annals & Co'
        volume: 12
    issue: 3
    page-range: 12-34
    serial-number:
      doi: 10.5555/a_b<c

# the next one
other:
    title: |
        A block
    author: ["Müller, Rowan", "World Health Organization", "Roe, Jo"]
    parent:
      type: periodical
      title: Annals & Co
    date: 2020
    volume: 12
    issue: 3
    page-range: 12-34
    serial-number:
      doi: 10.5555/a_b<c
"""
CSL_YAML = """references:
- id: ash
  title: The roots of DNA in street tree
  author:
  - family: Müller
    given: R.
  - family: Doe
    given: Jane
  issued: 2015
"""
CHANGED_CSL_YAML = """references:
- id: ash
  title: "The roots of DNA in street trees: A study of 2 & more"
  author:
  - family: Müller
    given: R.
  - literal: "World Health Organization"
  - family: "Roe"
    given: "Jo"
  issued: 2020
  container-title: Annals & Co
  volume: 12
  issue: 3
  page: 12-34
  DOI: 10.5555/a_b<c
"""
GOLDEN = {
    "a.bib": (BIBTEX, CHANGED_BIBTEX),
    "a.ris": (RIS, CHANGED_RIS),
    "a.json": (CSL, CHANGED_CSL),
    "a.yaml": (HAYAGRIVA, CHANGED_HAYAGRIVA),
    "b.yml": (CSL_YAML, CHANGED_CSL_YAML),
}


@pytest.mark.parametrize("path", GOLDEN)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_only_the_fields_change(path: str, newline: str) -> None:
    """Keys, order, remarks, strings, braces, unknown fields, margins and line ends stay; a second time all does."""
    before, after = (text.replace("\n", newline) for text in GOLDEN[path])
    assert after == change(before, path)
    assert after == change(after, path)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("{The {DNA} of trees}", "{The {DNA} of old trees}"),
        ("{{The DNA of Tres}}", "{{The DNA of old trees}}"),
        ("{The DNA of {\\'o}ld tree{s}}", "{The DNA of {\\'o}ld tree{s}}"),  # the same words
        ("{The \\emph{DNA of} oaks}", "{The \\emph{DNA of} old trees}"),
        ('"The DNA {"}of{"} trees"', '"The DNA {"}of{"} old trees"'),
        ("{The {RNA of young} trees}", "{The {{DNA} of old} trees}"),
        ("{The DNA} # { of trees}", "{The DNA} # { of trees}"),  # joined of pieces: left to people
        ("macro", "macro"),
    ],
)
def test_a_title_keeps_its_words(written: str, expected: str) -> None:
    """Braces, macros and capitals stay where the words agree; new names in capitals get braces."""
    entry = "@book{{a, title = {}, year = 2020}}\n"
    asked = [FieldChange("title", "The DNA of old trees")]
    assert entry.format(expected) == change(entry.format(written), "a.bib", asked)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ('R. M{\\"u}ller and Jo Roe', 'R. M{\\"u}ller and {World Health Organization} and Jo Roe'),
        ('M{\\"u}ller, R. and others', 'M{\\"u}ller, R. and others'),
        ("Doe, J. and others", 'M{\\"u}ller, Rowan and others'),
        ('{World Health Organization} and M{\\"u}ller, R', None),
        ('{W{\\"u}rst and Co}', 'M{\\"u}ller, Rowan and {World Health Organization} and Roe, Jo'),
    ],
)
def test_people_and_organizations_stay_what_they_are(written: str, expected: str | None) -> None:
    """A group has braces; who is in both keeps the name as written; a shortened list stays short."""
    entry = "@book{{a, author = {{{}}}}}\n"
    order = 'M{\\"u}ller, R and {World Health Organization} and Roe, Jo'
    assert entry.format(expected or order) == change(entry.format(written), "a.bib", CHANGES[1:2])


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        (" % when", ", % when\n  volume = {12}"),
        (", % when", ", % when\n  volume = {12},"),
        (",", ",\n  volume = {12},"),
        ("", ",\n  volume = {12}"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_remark_stays_with_its_field(tail: str, expected: str, newline: str) -> None:
    """What is added comes after the remark behind the last field."""
    entry = "@book{{a,\n  title = {{Roots}},\n  year = 2015{}\n}}\n"
    before, after = (entry.format(each).replace("\n", newline) for each in (tail, expected))
    assert after == change(before, "a.bib", [FieldChange("volume", "12")])


def test_signs_of_print_are_written_in_tex() -> None:
    """A file in ASCII stays in ASCII where TeX has the signs."""
    people = FieldChange("author", people=("O’Brien, Mary‐Ann", "Müller, Jörg"))
    assert 'author = {O\'Brien, Mary-Ann and M{\\"u}ller, J{\\"o}rg}' in change(
        "@book{a, author = {}}\n", "a.bib", [people]
    )


def test_a_collaboration_is_shortened() -> None:
    """Of 3,000 people the entry names as many as before."""
    many = FieldChange("author", people=tuple(f"Name{number}x, Given" for number in range(3000)))
    text = "@article{a, author = {Doe, J. and Roe, J.}}\n"
    assert "{Name0x, Given and Name1x, Given and others}" in change(text, "a.bib", [many])
    assert change(text, "a.bib", [many]) == change(change(text, "a.bib", [many]), "a.bib", [many])


@pytest.mark.parametrize(
    "text",
    [
        "@article{a, title = {Roots {of}, year = 2015}\n",  # no end
        "@article{a, title = {Roots} year = 2015}\n",  # no comma
        "@article{a}\n",
        "@article{" + "a" * 400 + ", title = {" + "{" * 5_000 + "}" * 4_999 + "}}\n",
    ],
)
def test_a_broken_entry_is_not_touched(text: str) -> None:
    """Where its end cannot be told, nothing is written."""
    whole = f"@book{{ok, title = {{Roots}}, year = 2015}}\n{text}"
    assert change(whole, "a.bib", CHANGES[3:4]) == f"@book{{ok, title = {{Roots}}, year = 2020}}\n{text}"


_VALUES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"]), max_size=12)


@given(st.lists(_VALUES, min_size=8, max_size=8), st.sampled_from(sorted(GOLDEN)))
def test_the_value_of_a_stranger_breaks_nothing(values: list[str], path: str) -> None:
    """Whatever a record has, the file is still read, with the same entries and the fields that were not asked for."""
    asked = [
        FieldChange(each.name, value, people=(f"{value}, A", "Müller, B.") if each.people else ())
        for each, value in zip(CHANGES, values, strict=True)
        if value.strip() and each.name != "year"
    ]
    before = parse_text(GOLDEN[path][0], path)
    after = parse_text(change(before.text, path, asked), path)
    kept = {"type", "unknown", "note", "id"}
    assert [mark.target for mark in before.marks] == [mark.target for mark in after.marks]
    for old, new in zip(before.marks, after.marks, strict=True):
        assert {
            name: value for name, value in old.parts.items() if name in kept | {"year"}
        }.items() <= new.parts.items()
