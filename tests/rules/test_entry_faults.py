"""Faults of a corpus entry are reported at the line of their field."""

import pytest

from citevet.contracts import Evidence
from citevet.model import Entry, EntryFault, Extraction
from citevet.read import parse_text
from citevet.rules.engine import run_rules
from citevet.rules.metadata import find_field_places

TEXT = """---
# a comment: with a colon
ref_id: REF-043
"title": Voice
identifiers:
  doi: 10.1/x
  url: none
authors: [Kim, 7]
key_quotes:
- quote: one
  page: 3
- quote: two
sections:
    -   name: A
        pages: 1-2
    -   - nested
    - name: B

Year:  3020
---
doi: not here
"""


@pytest.mark.parametrize(
    ("field", "line", "column", "text"),
    [
        ("ref_id", 3, 1, "ref_id: REF-043"),
        ("title", 4, 1, '"title": Voice'),
        ("identifiers.doi", 6, 3, "doi: 10.1/x"),
        ("identifiers.url", 7, 3, "url: none"),
        ("identifiers.isbn", 5, 1, "identifiers:"),
        ("authors[2]", 8, 1, "authors: [Kim, 7]"),
        ("key_quotes[1]", 10, 1, "- quote: one"),
        ("key_quotes[2]", 12, 1, "- quote: two"),
        ("key_quotes[3]", 9, 1, "key_quotes:"),
        ("sections[1]", 14, 5, "-   name: A"),
        ("sections[3]", 17, 5, "- name: B"),
        ("Year", 19, 1, "Year:  3020"),
        ("doi", 1, 1, "---"),
        ("a comment", 1, 1, "---"),
        (None, 1, 1, "---"),
    ],
)
def test_a_fault_is_reported_at_its_field(field: str | None, line: int, column: int, text: str) -> None:
    """Keys, nested keys and list items are found; anything else is reported at the first line."""
    document = parse_text(TEXT, "REF-043.md")
    entry = Entry("REF-043", "REF-043.md", faults=(EntryFault("invalid-field", "it is wrong", field),))
    (finding,) = run_rules(Evidence(Extraction(document), entry=entry), selected=["MET007", "MET008"])
    assert ("MET007", "it is wrong", text) == (finding.code, finding.message, document.slice(finding.span))
    assert (line, column) == document.lines.position(finding.span.start)


@pytest.mark.parametrize("text", ["", "\n", "No front matter.\n", "---\n", "---\n---\n", "+++\na = 1\n+++\n"])
def test_the_empty_key_maps_to_the_first_line(text: str) -> None:
    """This holds for any text of the file."""
    document = parse_text(text, "REF-043.md")
    assert text.partition("\n")[0] == document.slice(find_field_places(document)[""])


def test_toml_front_matter() -> None:
    """Keys of TOML end with an equals sign."""
    document = parse_text('+++\ntitle = "a: b"\nyear = 3020\n+++\n', "REF-043.md")
    places = {name: document.slice(span) for name, span in find_field_places(document).items()}
    assert {"": "+++", "title": 'title = "a: b"', "year": "year = 3020"} == places


def test_other_documents_have_no_entry_faults() -> None:
    """A manuscript needs no front matter."""
    assert () == run_rules(Evidence(Extraction(parse_text(TEXT))), selected=["MET001", "MET002"])


def test_fingerprints_do_not_depend_on_the_message() -> None:
    """The age of a verification grows every day, but the finding stays the same."""
    document = parse_text(TEXT, "REF-043.md")
    first, second = (
        run_rules(
            Evidence(
                Extraction(document), entry=Entry("REF-043", "x", faults=(EntryFault("outdated", message, "Year"),))
            ),
            selected=["MET010"],
        )
        for message in ("91 days ago", "92 days ago")
    )
    assert first[0].fingerprint == second[0].fingerprint
