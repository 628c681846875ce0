"""LaTeX citation macros as citations, one per key."""

import pytest

from citevet.extract.forms.latex import find, place
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Document, Locator, Mark, Span


def cite(text: str, call: str, keys: str, **parts: str) -> Document:
    """Return a document with one citation macro, as the reader marks it."""
    start = text.index(call)
    label = Span(text.index(keys, start), text.index(keys, start) + len(keys))
    mark = Mark("cite", Span(start, start + len(call)), keys, label, {"macro": "cite", **parts})
    return Document("a.tex", "latex", text, marks=(mark,))


def test_a_single_key_spans_the_macro() -> None:
    """One key is one citation of the whole call, with its place and prefix."""
    text = r"Growth is fast \citep[see][p.~3]{doe99}."
    document = cite(text, r"\citep[see][p.~3]{doe99}", "doe99", macro="citep", pre="see", post="p.~3")
    assert [
        Found(
            "key",
            Span(15, 39),
            "doe99",
            Locator(page="3"),
            "doe99",
            parts={"macro": "citep", "prefix": "see"},
        )
    ] == list(find(Scene.of(document)))
    assert r"\citep[see][p.~3]{doe99}" == text[15:39]


def test_several_keys_span_themselves() -> None:
    """Each key is a citation of its own, all of one group; the note is about the last."""
    text = r"So \cite[p.~9]{doe99, roe2000,kim}."
    document = cite(text, r"\cite[p.~9]{doe99, roe2000,kim}", "doe99, roe2000,kim", post="p.~9")
    found = list(find(Scene.of(document)))
    assert [Span(15, 20), Span(22, 29), Span(30, 33)] == [one.span for one in found]
    assert ["doe99", "roe2000", "kim"] == [text[one.span.start : one.span.end] for one in found]
    assert ["doe99", "roe2000", "kim"] == [one.key for one in found]
    assert [None, None, Locator(page="9")] == [one.locator for one in found]
    assert {Span(3, 34)} == {one.group for one in found}


def test_a_comment_between_keys_is_no_key() -> None:
    """What stands behind a per cent sign is passed over."""
    text = "\\cite{a,% b,\n  c}"
    found = list(find(Scene.of(cite(text, text, "a,% b,\n  c"))))
    assert ["a", "c"] == [one.key for one in found]
    assert [Span(6, 7), Span(15, 16)] == [one.span for one in found]


def test_nocite_is_silent() -> None:
    r"""\nocite puts a work on the list without a place in the text; * stands for all."""
    found = list(find(Scene.of(cite(r"\nocite{*}", r"\nocite{*}", "*", macro="nocite"))))
    assert [("*", {"macro": "nocite", "silent": "yes"})] == [(one.key, one.parts) for one in found]


def test_marks_of_other_formats_are_left_alone() -> None:
    """A cite mark without a macro is not LaTeX."""
    document = Document("a.md", "markdown", "<ref name=x>", marks=(Mark("cite", Span(0, 12), "x", Span(10, 11)),))
    assert [] == list(find(Scene.of(document)))


@pytest.mark.parametrize(
    ("note", "locator"),
    [
        ("p.~3", Locator(page="3")),
        ("pp.~3--5", Locator(page="3-5")),
        (r"pp.~33\,--\,35", Locator(page="33-35")),
        (r"p.\,12", Locator(page="12")),
        ("{p. 3}", Locator(page="3")),
        ("33", Locator(page="33")),
        ("33--35", Locator(page="33-35")),
        ("xii", Locator(page="xii")),
        ("Section 2", Locator(section="2")),
        ("Sec.~2.1, p.~4", Locator(page="4", section="2.1")),
        (r"\S 3.1", Locator(section="3.1")),
        (r"\S~3", Locator(section="3")),
        ("ch. 4", Locator(section="4")),
        ("Chap.~4", Locator(section="4")),
        ("Art. 17(1)", Locator(article="17(1)")),
        ("lines 3--9", Locator(lines="3-9")),
        ("12쪽", Locator(page="12")),
        ("제3장", Locator(section="3")),
        ("제3장, 12쪽", Locator(page="12", section="3")),
        ("제28조의2", Locator(article="제28조의2")),
        ("vol.~2, pp.~1--3", Locator(page="1-3")),
        ("and references therein", None),
        ("Theorem 3", None),
        ("emphasis mine", None),
        ("", None),
    ],
)
def test_the_note_names_a_place(note: str, locator: Locator | None) -> None:
    """Pages, sections, lines and articles are read from the note after the citation."""
    assert locator == place(note)


@pytest.mark.parametrize("char", ["a", "-", " ", "\\", "~", "i", "1", "제", "1,", "p."])
def test_a_hostile_note_is_cut(char: str) -> None:
    """A megabyte of one character is looked at by its first words only."""
    assert place(char * 1_000_000) == place(char * 1_000)
