"""BibTeX files: entries with their spans and fields."""

import logging
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[2]))
from fuzz.hostile.texts import bibtex_bombs

from citevet.errors import Damaged, ReadError, TooComplex
from citevet.limits import BIBTEX_VALUE
from citevet.model import Span
from citevet.read.bibtex import read

FILE = r"""% my library
@string{jml = "Journal of ML"}
@comment{not an @article{x, title={y}} }
@preamble{"\newcommand{\x}{y}"}
@article{doe99,
  title   = {{The} Caf\'e and the {\"o}ther --- 50\% of it},
  Author  = {M{\"u}ller, J{\"o}rg and Doe, Jane},
  year    = 1999,
  journal = jml,
  doi     = {10.1000/a\_b},
  url     = "https://example.org/~x?a=1--2",
}
@article{doe99, title = "Second " # {half}, date = {2000-01-02}}
@misc(paren, title = {In parentheses}, month = jan)
"""


def test_fields_of_entries() -> None:
    """Braces and escapes are removed, strings are joined and replaced, addresses are kept."""
    first, second, third = read(FILE, "a.bib").marks
    assert {
        "type": "article",
        "title": "The Café and the öther — 50% of it",
        "author": "Müller, Jörg and Doe, Jane",
        "year": "1999",
        "journal": "Journal of ML",
        "doi": "10.1000/a_b",
        "url": "https://example.org/~x?a=1--2",
    } == first.parts
    assert {"type": "article", "title": "Second half", "date": "2000-01-02", "year": "2000"} == second.parts
    assert {"type": "misc", "title": "In parentheses", "month": "jan"} == third.parts


def test_spans_of_entries() -> None:
    """Each span runs from the @ to the closing brace; both entries of one key are kept."""
    document = read(FILE, "a.bib")
    starts = [FILE.index("@article{doe99,\n"), FILE.index("@article{doe99, "), FILE.index("@misc")]
    ends = [FILE.index("\n}\n") + 2, FILE.index("02}}") + 4, FILE.index("jan)") + 4]
    assert [Span(start, end) for start, end in zip(starts, ends, strict=True)] == [mark.span for mark in document.marks]
    assert ["doe99", "doe99", "paren"] == [mark.target for mark in document.marks]
    assert ("bibtex", ()) == (document.format, document.blocks)


def test_equal_entries_have_different_spans() -> None:
    """An entry pasted twice is found twice."""
    text = "@misc{a, title={b}}\n@misc{a, title={b}}\n"
    assert [Span(0, 19), Span(20, 39)] == [mark.span for mark in read(text, "a.bib").marks]


def test_broken_entry_is_marked_and_noted(capfd: pytest.CaptureFixture[str]) -> None:
    """The entries around it are read, its head is marked, a note gives its line, and nothing is logged."""
    text = "@misc{a, title={x}}\n\n@book{broken, title = {never closed,\n  year = 3\n\n@misc{b, title={y}}\n"
    document = read(text, "a.bib")
    assert [("entry", "a"), ("broken-entry", "broken"), ("entry", "b")] == [
        (mark.kind, mark.target) for mark in document.marks
    ]
    assert "@book{broken" == document.slice(document.marks[1].span)
    assert ("Line 3: the entry is broken and was left out.",) == document.notes
    assert ("", "") == capfd.readouterr()


@pytest.mark.parametrize("broken", ['@string{jml = "J', "@comment{never", "@preamble{{", "@misc{ , title={x"])
def test_broken_blocks_without_key_get_no_mark(broken: str) -> None:
    """A broken @string, comment or preamble, or an entry without a key, gets a note and no mark."""
    document = read(f"@misc{{a, title={{x}}}}\n{broken}\n@misc{{b, title={{y}}}}\n", "a.bib")
    assert ["a", "b"] == [mark.target for mark in document.marks]
    assert ("Line 2: the entry is broken and was left out.",) == document.notes


def test_duplicate_field_is_noted() -> None:
    """The first of two titles counts."""
    document = read("@misc{a,\n title={x},\n title={y}}\n", "a.bib")
    assert [{"type": "misc", "title": "x"}] == [mark.parts for mark in document.marks]
    assert ("Line 1: the entry names a field twice; the first counts.",) == document.notes


def test_windows_line_ends() -> None:
    """CRLF inside an entry is part of its span."""
    text = "@misc{a,\r\n  title = {Long\r\n  title}\r\n}\r\n"
    (mark,) = read(text, "a.bib").marks
    assert Span(0, 38) == mark.span
    assert "Long title" == mark.parts["title"]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (r"Erd\H{o}s", "Erdős"),
        (r"Erd{\H o}s", "Erdős"),
        (r"\v{S}koda", "Škoda"),
        (r"Gar\c{c}on", "Garçon"),
        (r"na\"{\i}ve", "naïve"),
        (r"Stra{\ss}e", "Straße"),
        (r"\O rsted", "Ørsted"),
        (r"\textit{In vivo} study", "In vivo study"),
        (r"A~B", "A B"),
        (r"$x^2$ and \& so", "$x^2$ and & so"),
        ("김철수 and 이영희", "김철수 and 이영희"),
        (r"\command", ""),
        ("\\", ""),
    ],
)
def test_latex_is_removed_from_fields(value: str, words: str) -> None:
    """Accents become letters; macros are removed and their words stay."""
    (mark,) = read(f"@misc{{a, title = {{{value} }}}}", "a.bib").marks
    assert words == mark.parts["title"]


@pytest.mark.parametrize("text", ["", "\n", "% only\n% comments\n", "@comment{x}", "@string{a = {b}}"])
def test_file_without_entries_is_read(text: str) -> None:
    """A file without entries gives an empty document."""
    assert () == read(text, "a.bib").marks


@pytest.mark.parametrize("text", ["hello world", "<html></html>", "@article{", "@article{a, b = {"])
def test_rubbish_is_refused(text: str) -> None:
    """A file in which no entry can be parsed is damaged."""
    with pytest.raises(Damaged):
        read(text, "a.bib")


def test_root_logger_is_untouched() -> None:
    """Reading changes no level and adds no handler to the root logger."""
    before = (logging.getLogger().level, list(logging.getLogger().handlers))
    read(FILE, "a.bib")
    assert before == (logging.getLogger().level, list(logging.getLogger().handlers))


PIECES = st.sampled_from(
    ["@article{", "@misc(", "a,", "title", "=", "{", "}", '"', "#", "\n", "@string{", "\\", " ", "@", "가"]
)


@settings(deadline=None)
@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
def test_any_text_gives_a_document_or_an_error(text: str) -> None:
    """Any text is read or refused; every span starts at an @ and contains the key."""
    try:
        document = read(text, "a.bib")
    except ReadError:
        return
    assert text == document.text
    for mark in document.marks:
        assert "@" == text[mark.span.start]
        assert mark.target in document.slice(mark.span)


@pytest.mark.parametrize("name", ["strings-2", "strings-3", "strings-20", "self"])
def test_strings_that_double_are_cut(name: str) -> None:
    """A @string that names another one twice grows with every line; the value ends at the limit."""
    (mark,) = read(dict(bibtex_bombs())[name], "a.bib").marks
    assert len(mark.parts["title"]) <= BIBTEX_VALUE


def test_long_strings_used_often_are_refused() -> None:
    """A long @string in thousands of entries is refused as a whole."""
    with pytest.raises(TooComplex, match="too large or too complex"):
        read(dict(bibtex_bombs())["strings-wide"], "a.bib")


def test_fields_without_a_comma_between_them() -> None:
    """The field after a missing comma is read, and the entry is marked; signs inside of values mean nothing."""
    text = '@article{k, title = {A = b} journal = "Foam" volume = 3 year = 2019, note = {x} # "y = {z}"}'
    entry, broken = read(text, "a.bib").marks
    assert {
        "title": "A = b",
        "note": "xy = z",
        "journal": "Foam",
        "volume": "3",
        "year": "2019",
    }.items() <= entry.parts.items()
    assert ("broken-entry", "k", {"unended": "title"}) == (broken.kind, broken.target, dict(broken.parts))
