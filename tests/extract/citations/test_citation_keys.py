"""Tests of citation keys in pandoc, Quarto, MyST, Manubot, LaTeX and other markup."""

from collections.abc import Callable
from typing import Any

import pytest

from citevet.extract import extract
from citevet.extract.citations.citation_keys import find_latex_keys
from citevet.extract.locators import read_latex_locator
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Document, Locator, Mark, Span
from citevet.read import parse_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It grew [@doe99].", [("[@doe99]", "doe99", "1:9")]),
        ("It grew [-@doe99].", [("[-@doe99]", "doe99", "1:9")]),
        (
            "As [see @doe99, pp. 33-35; also @smith04] say.",
            [("see @doe99, pp. 33-35", "doe99", "1:5", "page 33-35"), ("also @smith04", "smith04", "1:28")],
        ),
        ("[@a1] as @doe99 [p. 3] says", [("[@a1]", "a1", "1:1"), ("@doe99 [p. 3]", "doe99", "1:10", "page 3")]),
        ("[@a1] and @{https://x.y/z}.", [("[@a1]", "a1", "1:1"), ("@{https://x.y/z}", "https://x.y/z", "1:11")]),
        (
            "[@doe99; @smith04, ch. 2]",
            [("@doe99", "doe99", "1:2"), ("@smith04, ch. 2", "smith04", "1:10", "section 2")],
        ),
        ("---\nbibliography: x.bib\n---\n\nAs @doe99 says.", [("@doe99", "doe99", "5:4")]),
        ("[@DBLP:journals/corr/abs-1]", [("[@DBLP:journals/corr/abs-1]", "DBLP:journals/corr/abs-1", "1:1")]),
        ("{cite:p}`a1,b2` and {cite}`c3`", [("a1", "a1", "1:10"), ("b2", "b2", "1:13"), ("{cite}`c3`", "c3", "1:21")]),
        ("[cite:@k p. 3]", [("[cite:@k p. 3]", "k", "1:1", "page 3")]),
        ("김은 [@kim20, 3쪽] 말했다", [("[@kim20, 3쪽]", "kim20", "1:4", "page 3")]),
        ("It has parts [@doe99]: two.", [("[@doe99]", "doe99", "1:14")]),
        ("In R [@doe99, version `r v()`] it", [("[@doe99, version `r v()`]", "doe99", "1:6")]),
        ("![Foam [@doe99].](foam.png)", [("[@doe99]", "doe99", "1:8")]),
    ],
)
def test_find_pandoc_keys(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """A bracketed key is a citation; a bare one only with a bibliography or a bracketed key."""
    assert [("key", *row) for row in expected] == spot(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[@doi:10.1001/JAMA.2020.1]", ("doi", "10.1001/jama.2020.1")),
        ("[@arXiv:2006.15195]", ("arxiv", "2006.15195")),
        ("[@pmid:123]", ("pmid", "123")),
        ("[@url:https://e.org/a/b.html]", ("url", "https://e.org/a/b.html")),
    ],
)
def test_identifier_keys(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """Keys of Manubot are cited as identifiers, whatever the case of the prefix."""
    assert [(expected[0], text, expected[1], "1:1")] == spot(text)


@pytest.mark.parametrize(
    "text",
    [
        "Mail a@b.com or [write](mailto:a@b.com).",
        "As @fig-x, @tbl-x, @eq-x and @sec-x show; [@fig-x].",
        "A handle @alice and a decorator @property and @pytest.fixture.",
        "The package @angular/core and [@scope/pkg].",
        "`[@doe99]` and `@doe99`",
        "[@doe99]: https://foam.net/doe",
        "```python\n@property\ndef f(): ...\n```",
        "---\nnocite: '@*'\nauthor: '@doe99'\n---\nText.",
        "<!-- [@doe99] -->",
        "\\@doe99 and [t](https://e.org/@doe99)",
    ],
)
def test_no_pandoc_key(extracted: Callable[..., Any], text: str) -> None:
    """Mail, cross-references, handles, decorators, packages, code and front matter are not keys."""
    assert [] == [one for one in extracted(text).citations if one.kind == "key"]


def test_keys_of_one_bracket_share_a_group(extracted: Callable[..., Any]) -> None:
    """The keys of one bracket share a group."""
    assert ["g1", "g1", None] == [one.group for one in extracted("[@a1; @b2] [@c3]").citations]


def test_no_role_in_code(spot: Callable[..., Any]) -> None:
    """A brace in code starts no role, even before a backtick."""
    assert [] == spot("Write `\\todo{cite}` or `x` there.")


def cite(text: str, call: str, keys: str, **parts: str) -> Document:
    """Return a document with one citation macro, as the reader marks it."""
    start = text.index(call)
    label = Span(text.index(keys, start), text.index(keys, start) + len(keys))
    mark = Mark("cite", Span(start, start + len(call)), keys, label, {"macro": "cite", **parts})
    return Document("a.tex", "latex", text, marks=(mark,))


def test_single_key_spans_the_macro() -> None:
    """One key is one citation of the whole call, with its locator and prefix."""
    text = r"Growth is fast \citep[see][p.~3]{doe99}."
    document = cite(text, r"\citep[see][p.~3]{doe99}", "doe99", macro="citep", pre="see", post="p.~3")
    assert [
        FoundCitation(
            "key",
            Span(15, 39),
            "doe99",
            Locator(page="3"),
            "doe99",
            parts={"macro": "citep", "prefix": "see"},
        )
    ] == list(find_latex_keys(MaskedText.of(document)))
    assert r"\citep[see][p.~3]{doe99}" == text[15:39]


def test_several_keys_have_their_own_spans() -> None:
    """The keys of one macro share a group; the note belongs to the last."""
    text = r"So \cite[p.~9]{doe99, roe2000,kim}."
    document = cite(text, r"\cite[p.~9]{doe99, roe2000,kim}", "doe99, roe2000,kim", post="p.~9")
    found = list(find_latex_keys(MaskedText.of(document)))
    assert [Span(15, 20), Span(22, 29), Span(30, 33)] == [one.span for one in found]
    assert ["doe99", "roe2000", "kim"] == [text[one.span.start : one.span.end] for one in found]
    assert ["doe99", "roe2000", "kim"] == [one.key for one in found]
    assert [None, None, Locator(page="9")] == [one.locator for one in found]
    assert {Span(3, 34)} == {one.group for one in found}


def test_comment_between_keys_is_skipped() -> None:
    """Text after a per cent sign is skipped."""
    text = "\\cite{a,% b,\n  c}"
    found = list(find_latex_keys(MaskedText.of(cite(text, text, "a,% b,\n  c"))))
    assert ["a", "c"] == [one.key for one in found]
    assert [Span(6, 7), Span(15, 16)] == [one.span for one in found]


def test_nocite_is_silent() -> None:
    r"""\nocite puts a work on the list without a place in the text; * means all."""
    found = list(find_latex_keys(MaskedText.of(cite(r"\nocite{*}", r"\nocite{*}", "*", macro="nocite"))))
    assert [("*", {"macro": "nocite", "silent": "yes"})] == [(one.key, one.parts) for one in found]


def test_other_cite_marks_are_ignored() -> None:
    """A cite mark without a macro is not LaTeX."""
    document = Document("a.md", "markdown", "<ref name=x>", marks=(Mark("cite", Span(0, 12), "x", Span(10, 11)),))
    assert [] == list(find_latex_keys(MaskedText.of(document)))


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
def test_note_names_a_place(note: str, locator: Locator | None) -> None:
    """Pages, sections, lines and articles are read from the note."""
    assert locator == read_latex_locator(note)


@pytest.mark.parametrize("char", ["a", "-", " ", "\\", "~", "i", "1", "제", "1,", "p."])
def test_hostile_note_is_cut(char: str) -> None:
    """Only the start of a megabyte note is read."""
    assert read_latex_locator(char * 1_000_000) == read_latex_locator(char * 1_000)


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.rst", "As shown [Smith2020]_ before.", [("[Smith2020]_", "Smith2020", None, 9)]),
        ("a.org", "As shown [cite:@doe99 p. 3].", [("[cite:@doe99 p. 3]", "doe99", "3", 9)]),
        ("a.org", "See [cite/t:@a1 p. 3; @b2].", [("@a1 p. 3", "a1", "3", 12), ("@b2", "b2", None, 22)]),
        ("a.org", "It \\citep[p. 3]{a1, b2}.", [("a1", "a1", None, 16), ("b2", "b2", None, 20)]),
        ("a.org", "So [cite:@doe99].\n\nAsk @lee.", [("[cite:@doe99]", "doe99", None, 3)]),
        ("a.org", "* A\nIt.\n* B :x:noexport:\ncite:a1\n** C\ncite:b2\n* D\ncite:c3", [("cite:c3", "c3", None, 50)]),
        ("a.adoc", "As shown cite:[lane12] here.", [("cite:[lane12]", "lane12", None, 9)]),
        ("a.adoc", "So cite:[lane12(p. 5),roe3].", [("lane12(p. 5)", "lane12", "5", 9), ("roe3", "roe3", None, 22)]),
        ("a.typ", "As shown #cite(<netwok>) here.", [("#cite(<netwok>)", "netwok", None, 9)]),
        ("a.typ", "Trees cool@kim2019, a@b.com, a@b2019.com, a@b9.", [("@kim2019", "kim2019", None, 10)]),
        (
            "a.typ",
            "= Cold <lee2020>\nTrees cool (@kim2019) #cite(<kim2019>), see @lee2020.",
            [("@kim2019", "kim2019", None, 29), ("#cite(<kim2019>)", "kim2019", None, 39)],
        ),
        ("a.typ", "[Trees cool @kim2019[p. 3].]", [("@kim2019[p. 3]", "kim2019", "3", 12)]),
        ("a.md", "It is \\citep[p. 3]{a1}.", [("\\citep[p. 3]{a1}", "a1", None, 6)]),
        ("a.md", "It is so [@a1, 33–35].", [("[@a1, 33–35]", "a1", "33-35", 9)]),
        ("a.md", "It is so [@a1, 2019].", [("[@a1, 2019]", "a1", None, 9)]),
        (
            "a.xml",
            '<p>So <xref ref-type="bibr" rid="b3">3</xref>.</p>',
            [('<xref ref-type="bibr" rid="b3">3</xref>', "b3", None, 6)],
        ),
        ("a.txt", "The list[Smith2020] and my_var[x]_y and a [link]_text, with [f]_{p} and [f]_^v.", []),
        ("a.html", "<p>As in <cite>The Republic</cite>.</p>", []),
    ],
)
def test_find_markup_keys(path: str, text: str, expected: list[tuple[str, str, str | None, int]]) -> None:
    """Each markup has its own sign for a key, with locator and exact span; titles and indices do not count."""
    document = parse_text(text, path)
    found = extract(document).citations
    shown = [(each.text, each.normal, each.locator.page if each.locator else None, each.span.start) for each in found]
    assert expected == shown
    assert all(document.slice(each.span) == each.text for each in found)


@pytest.mark.parametrize("unit", ["[cite:@a;", "cite:[", "[a]_", "#cite(<", '<xref ref-type="bibr" ', "@a@a;"])
def test_hostile_markup(unit: str) -> None:
    """200 kB of the worst repetition ends quickly."""
    document = parse_text(unit * (50_000 // len(unit)), "a.txt")
    assert all(document.slice(each.span) == each.text for each in extract(document).citations)


LIST = """

## References

[Yao82] A. Yao. Protocols for secure computations. FOCS 1982.

[Ash+13] G. Asharov and others. More efficient oblivious transfer. CCS 2013.

[BHR12] M. Bellare, V. Hoang, P. Rogaway. Foundations of garbled circuits. CCS 2012.

[RFC2119] S. Bradner. Key words for use in RFCs. 1997.

[CO15] T. Chou, C. Orlandi. The simplest protocol. Latincrypt 2015.
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is old [Yao82].", [("[Yao82]", "Yao82", "1:11")]),
        ("It is old [see Yao82].", [("[see Yao82]", "Yao82", "1:11")]),
        ("It is old [Yao82, p. 4].", [("[Yao82, p. 4]", "Yao82", "1:11", "page 4")]),
        ("It is old [Yao82, Ash+13].", [("Yao82", "Yao82", "1:12"), ("Ash+13", "Ash+13", "1:19")]),
        (
            "It is old [Yao82, p. 4; BHR12, Sec. 2].",
            [("Yao82, p. 4", "Yao82", "1:12", "page 4"), ("BHR12, Sec. 2", "BHR12", "1:25", "section 2")],
        ),
        ("They MUST [RFC2119] do it.", [("[RFC2119]", "RFC2119", "1:11")]),
        ("It is old [Gol04].", [("[Gol04]", "Gol04", "1:11")]),
        ("[Gol04] It is a head. Then cells[Gol04] and [PDF] and [Yao82](https://example.org).", []),
        ("It is old [and Yao82].", []),
    ],
)
def test_labels_of_the_list(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """A label of the own list is a citation; one without an entry only where it looks like the others."""
    assert [("key", *row) for row in expected] == [row for row in spot(text + LIST) if row[0] == "key"]


@pytest.mark.parametrize(
    "entries",
    [
        ("[PDF] Lee, J. (2018). Foam.", "Kim, H. (2019). Effects.", "Park, S. (2020). Basalt."),
        ("[PDF] Lee, J. (2018). Foam.", "[PDF] Kim, H. (2019). Effects."),
    ],
)
def test_words_in_brackets_before_entries_are_no_labels(spot: Callable[..., Any], entries: tuple[str, ...]) -> None:
    """A word before one entry of many, or before several, says what the entry is."""
    assert not spot("\n\n".join(("The report [PDF] is long.", "## References", *entries)))
