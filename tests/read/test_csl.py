"""CSL-JSON: items with their spans and fields."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citevet.errors import Damaged, NotADocument, ReadError
from citevet.model import Span
from citevet.read.reference_files import read

FILE = """[
  {"id": "doe99", "type": "article-journal", "title": "A \\u00e9 {brace} \\"quote\\"",
   "author": [{"family": "Doe", "given": "Jane"}, {"literal": "WHO"},
              {"family": "Gogh", "non-dropping-particle": "van"}],
   "issued": {"date-parts": [[1999, 3]]}, "DOI": "10.1000/ab", "URL": "https://example.org",
   "PMID": 123, "container-title": "Journal", "page": "3-9"},
  {"id": 7, "title": "둘째", "issued": {"raw": "2001-05"}, "ISBN": "0-306-40615-2"}
]
"""


def test_fields_of_items() -> None:
    """Names become "Family, Given", numbers become strings, years are cut out."""
    first, second = read(FILE, "a.json").marks
    assert {
        "type": "article-journal",
        "title": 'A é {brace} "quote"',
        "author": "Doe, Jane and WHO, and van Gogh",
        "year": "1999",
        "doi": "10.1000/ab",
        "url": "https://example.org",
        "pmid": "123",
        "journal": "Journal",
        "pages": "3-9",
    } == first.parts
    assert {"title": "둘째", "year": "2001", "isbn": "0-306-40615-2"} == second.parts
    assert ["doe99", "7"] == [first.target, second.target]


def test_spans_of_items() -> None:
    """A span is the whole object, and valid JSON."""
    document = read(FILE, "a.json")
    assert [FILE.index('{"id": "doe99"'), FILE.index('{"id": 7')] == [mark.span.start for mark in document.marks]
    assert [FILE.index("},\n  {") + 1, FILE.index("\n]")] == [mark.span.end for mark in document.marks]
    assert ["doe99", 7] == [json.loads(document.slice(mark.span))["id"] for mark in document.marks]
    assert "csl-json" == document.format


def test_list_under_items() -> None:
    """The list may be in an object, after other keys."""
    text = '{"meta": {"items": [1]}, "items": [ {"id": "a", "title": "b"} ], "x": []}'
    (mark,) = read(text, "a.json").marks
    assert Span(36, 61) == mark.span
    assert '{"id": "a", "title": "b"}' == text[36:61]


def test_single_item() -> None:
    """One object without a list is one item."""
    (mark,) = read('{"id": "a", "title": "b"}', "a.json").marks
    assert (Span(0, 25), "a") == (mark.span, mark.target)


def test_rest_of_a_broken_list_is_noted() -> None:
    """Items before the broken one are read."""
    document = read('[{"id": "a", "title": "b"},\n {"id": "c", "title": }]', "a.json")
    assert ["a"] == [mark.target for mark in document.marks]
    assert ("Line 2: the item is broken; it and what follows were left out.",) == document.notes


@pytest.mark.parametrize("text", ["", " \n", "[]"])
def test_empty_list_is_read(text: str) -> None:
    """An empty list gives an empty document."""
    assert () == read(text, "a.json").marks


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("hello", Damaged),
        ("[", Damaged),
        ("[" * 100_000, Damaged),
        ('{"a":' * 100_000, Damaged),
        ('[{"id": ' + "1" * 5_000 + "}]", Damaged),
        ("3", NotADocument),
        ('{"name": "package"}', NotADocument),
        ('[{"name": "x"}]', NotADocument),
    ],
)
def test_rubbish_is_refused(text: str, error: type[ReadError]) -> None:
    """Broken JSON is damaged; other JSON is not a bibliography."""
    with pytest.raises(error):
        read(text, "a.json")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.sampled_from(["id", "title", "author", "issued", "items", "date-parts", "family"]), inner)
    ),
)


@settings(deadline=None)
@given(st.one_of(st.text(), JSON.map(json.dumps)))
def test_any_text_gives_a_document_or_an_error(text: str) -> None:
    """Any text is read or refused; every span is a JSON object."""
    try:
        document = read(text, "a.json")
    except ReadError:
        return
    assert all(isinstance(json.loads(document.slice(mark.span)), dict) for mark in document.marks)
