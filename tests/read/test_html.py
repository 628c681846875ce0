"""HTML: prose, boilerplate, links and notes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.read.sound_document import assert_sound

from citevet.model import Document, Span
from citevet.read.html import read

PAGE = """<!DOCTYPE html>
<html><head><title>T</title>
<script>if (a < b) { x("<p>") }</script></head>
<body><header><h1>Site</h1></header>
<nav><ul><li><a href="/">Home</a></li></ul></nav>
<h1>Title of it</h1>
<p>Some <em>bold</em> claim<sup><a href="#fn1" id="fnref1">1</a></sup> and more.
<!-- a comment -->
<p>A <a href="https://example.org/?a=1&amp;b=2" title="T">link</a> to <a href="https://x.org">https://x.org</a>
<ul><li>One <code>x = 1</code><li>Two<ul><li><b>Nested</b> item</ul></ul>
<blockquote><p>Quoted text.</p></blockquote>
<pre>code <b>here</b></pre>
<table><caption>Cap</caption><tr><th>A<th>B<tr><td>1<td>2</table>
<div>In div [<a href="#ref-3">3</a>] with <span class="math inline">\\(x\\)</span>.</div>
<figure><img src="a.png" alt="Alt"><figcaption>A figure.</figcaption></figure>
<dl><dt>용어<dd>뜻이다.</dl>
<section class="footnotes" role="doc-endnotes"><ol>
<li id="fn1"><p>First note.<a href="#fnref1" class="footnote-back">&#8617;</a></p></li></ol></section>
<ol class="references"><li id="ref-3">Doe, J. (1999). Title.</li><li id="ref-4">Unused.</li></ol>
<aside>Ads</aside><footer>(c) <a href="https://y.org">y</a></footer>
</body></html>
"""


def texts(document: Document, kind: str) -> list[str]:
    """Return the slices of all regions of a kind."""
    return [document.slice(region.span) for region in document.regions if region.kind == kind]


def test_blocks_of_a_page() -> None:
    """Blocks are separated even without end tags; menus are not blocks."""
    document = read(PAGE, "a.html")
    assert [
        ("heading", 1, False, "Title of it"),
        (
            "paragraph",
            0,
            False,
            'Some <em>bold</em> claim<sup><a href="#fn1" id="fnref1">1</a></sup> and more.',
        ),
        (
            "paragraph",
            0,
            False,
            (
                'A <a href="https://example.org/?a=1&amp;b=2" title="T">link</a> to '
                '<a href="https://x.org">https://x.org</a>'
            ),
        ),
        ("item", 1, False, "One <code>x = 1</code>"),
        ("item", 1, False, "Two"),
        ("item", 2, False, "<b>Nested</b> item"),
        ("paragraph", 0, True, "Quoted text."),
        ("code", 0, False, "<pre>code <b>here</b></pre>"),
        ("caption", 0, False, "Cap"),
        ("row", 0, False, "A<th>B"),
        ("row", 0, False, "1<td>2"),
        (
            "paragraph",
            0,
            False,
            'In div [<a href="#ref-3">3</a>] with <span class="math inline">\\(x\\)</span>.',
        ),
        ("caption", 0, False, "A figure."),
        ("item", 1, False, "용어"),
        ("item", 1, False, "뜻이다."),
        ("footnote", 0, False, "First note."),
        ("footnote", 0, False, "Doe, J. (1999). Title."),
        ("footnote", 0, False, "Unused."),
    ] == [(block.kind, block.level, block.quoted, document.slice(block.span)) for block in document.blocks]


def test_marks_of_a_page() -> None:
    """Links, pictures, note markers and notes of the body are marked; those of menus and footers are not."""
    document = read(PAGE, "a.html")
    assert [
        ("note", '<sup><a href="#fn1" id="fnref1">1</a></sup>', "fn1", "1"),
        (
            "link",
            '<a href="https://example.org/?a=1&amp;b=2" title="T">link</a>',
            "https://example.org/?a=1&b=2",
            "link",
        ),
        ("autolink", '<a href="https://x.org">https://x.org</a>', "https://x.org", "https://x.org"),
        ("note", '[<a href="#ref-3">3</a>]', "ref-3", "3"),
        ("image", '<img src="a.png" alt="Alt">', "a.png", ""),
        (
            "definition",
            '<li id="fn1"><p>First note.<a href="#fnref1" class="footnote-back">&#8617;</a></p></li>',
            "fn1",
            '<p>First note.<a href="#fnref1" class="footnote-back">&#8617;</a></p>',
        ),
        ("definition", '<li id="ref-3">Doe, J. (1999). Title.</li>', "ref-3", "Doe, J. (1999). Title."),
        ("definition", '<li id="ref-4">Unused.</li>', "ref-4", "Unused."),
    ] == [
        (mark.kind, document.slice(mark.span), mark.target, document.slice(mark.label or Span(0, 0)))
        for mark in document.marks
    ]
    assert {"title": "T"} == document.marks[1].parts


def test_regions_of_a_page() -> None:
    """Head, menus and footers are metadata; code and formulas are regions without their tags."""
    document = read(PAGE, "a.html")
    assert ["<!-- a comment -->"] == texts(document, "comment")
    assert ["x = 1", "code ", "here"] == texts(document, "code")
    assert ["\\(x\\)"] == texts(document, "math")
    head, header, nav, foot = texts(document, "metadata")
    assert head.startswith("<head>")
    assert head.endswith("</head>")
    assert "<header><h1>Site</h1></header>" == header
    assert '<nav><ul><li><a href="/">Home</a></li></ul></nav>' == nav
    assert '<aside>Ads</aside><footer>(c) <a href="https://y.org">y</a></footer>' == foot


@pytest.mark.parametrize(
    ("text", "span", "target"),
    [
        ('<p>A<sup><a href="#fn1">1</a></sup></p>', Span(4, 35), "fn1"),
        ('<p>A<a href="#fn1" role="doc-noteref"><sup>1</sup></a></p>', Span(4, 54), "fn1"),
        ('<p>A<a class="footnote-ref" href="#n">see</a></p>', Span(4, 45), "n"),
        ('<p>A<sup class="reference" id="x"><a href="#cite_note-1">[1]</a></sup></p>', Span(4, 70), "cite_note-1"),
        ('<p>A [<a href="#r">3</a>]</p><p id="r">Doe.</p>', Span(5, 25), "r"),
        ('<p>A (<a href="#r" role="doc-biblioref">Doe 1999</a>)</p>', Span(6, 52), "r"),
    ],
)
def test_note_markers(text: str, span: Span, target: str) -> None:
    """The conventions of pandoc, wikis and reference lists are recognized, even if the note itself is missing."""
    (mark,) = [mark for mark in read(text, "a.html").marks if mark.kind == "note"]
    assert (span, target) == (mark.span, mark.target)


@pytest.mark.parametrize(
    "text",
    [
        '<p>See <a href="#methods">the methods</a></p><h2 id="methods">Methods</h2>',
        '<p>See <a href="#s2">2</a></p><section id="s2"><h2>Two</h2></section>',
        '<p>Up<sup><a href="https://x.org">1</a></sup></p>',
        '<p>TM<sup><a href="#top">back</a></sup></p>',
        '<ol><li id="n1"><a href="#n1">1</a> text</li></ol>',
    ],
)
def test_ordinary_links_are_not_notes(text: str) -> None:
    """A link to a heading, to itself, or to another page is a link."""
    assert [] == [mark for mark in read(text, "a.html").marks if mark.kind == "note"]


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("<h2>References</h2><ol><li>A</li><li><p>B</p></li></ol>", [("1", "A"), ("2", "<p>B</p>")]),
        ("<h2><b>References</b></h2><ol start=3><li>A<li value=7>B<li>C</ol>", [("3", "A"), ("7", "B"), ("8", "C")]),
        ("<p><b>Sources:</b></p><ol><li>A</ol>", [("1", "A")]),
        ("<h2>References</h2><h3>Books</h3><ol><li>A</ol>", [("1", "A")]),
        ("<h2>References</h2><ol><li>A<ol><li>B</ol></ol>", [("1", "A<ol><li>B</ol>")]),
        ("<h2>References</h2><ol><li>A</ol><h3>More</h3><ol start=2><li>B</ol>", [("1", "A"), ("2", "B")]),
        ("<h2>References</h2><ol><li>A</ol><div><ol><li>B</ol></div>", [("1", "A")]),
        ('<h2>References</h2><ol class="references"><li id="r1">A</ol>', [("1", "A")]),
        ("<h2>References</h2><ol><li>A</ol><h2>Steps</h2><ol><li>B</ol>", [("1", "A")]),
        ("<h2>References</h2><ol><li><span>[4]</span> A<li>5. B<li></ol>", []),
        ("<h2>References</h2><ol type=a><li>A</ol><ol reversed><li>B</ol><ul><li>C</ul>", []),
        ("<h2>References</h2><ul><li><ol><li>A</ol></ul>", []),
        ("<h2>Steps</h2><ol><li>A</ol>", []),
        ("<ol><li>A</ol>", []),
        ('<p>[<a href="#r">1</a>]</p><h2>References</h2><ol><li id="r">A</ol>', []),
        ('<p>[<a href="#r">1</a>]</p><h2>References</h2><ol><li><p id="r">A</p></ol>', []),
        ('<p>[<a href="#r">1</a>]</p><h2>References</h2><ol><li><a name="r"></a>A</ol>', []),
    ],
)
def test_entries_of_a_numbered_list(text: str, entries: list[tuple[str, str]]) -> None:
    """Under a references heading the items are numbered as in a browser, unless links or labels name them."""
    document = read(text, "a.html")
    found = [(mark.target, document.slice(mark.span)) for mark in document.marks if mark.kind == "entry"]
    assert entries == found


def test_item_is_an_entry_or_a_note() -> None:
    """If no link points to the ids of a reference list, its items are entries by number and not notes."""
    page = '<h2>References</h2><ol class="references"><li id="r1">A</ol>'
    assert ["entry"] == [mark.kind for mark in read(page, "a.html").marks]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("Plain words", ["Plain words"]),
        ("<p>a<p>b", ["a", "b"]),
        ("<div>a<p>b</p>c</div>", ["a", "b", "c"]),
        ("<p>a<br>b</p>", ["a<br>b"]),
        ("<p> <em>a</em> </p>", ["<em>a</em>"]),
        ("<p>&nbsp;</p>", []),
        ("<head><title>t</title><p>a", ["a"]),
        ("<p>a < b and c > d</p>", ["a < b and c > d"]),
        ("<p title='a > b'>c</p>", ["c"]),
        ("a<!-- <p>b -->c", ["a<!-- <p>b -->c"]),
        ("a<!-- never closed <p>b", ["a"]),
        ("<script>x", []),
        ("<SCRIPT>x</SCRIPT >y", ["y"]),
        ("<textarea><p>x</textarea><p>y", ["y"]),
        ("</p></div>a", ["a"]),
        ("<aside role='doc-footnote' id='n'>Note.</aside>", ["Note."]),
        ("<aside>Related</aside>", []),
        ("<math><mi>x</mi></math>", ["<math><mi>x</mi></math>"]),
        ("<p>a\r\nb\r\n</p>\r\n<p>c</p>", ["a\r\nb", "c"]),
        ("<td>a<td>b", ["a", "b"]),
    ],
)
def test_block_boundaries(text: str, blocks: list[str]) -> None:
    """Text that a browser shows as one paragraph is one block, even with missing tags."""
    document = read(text, "a.html")
    assert blocks == [document.slice(block.span) for block in document.blocks]


def test_deep_nesting() -> None:
    """100,000 open tags are read."""
    document = read("<div><b>" * 50_000 + "a", "a.html")
    assert ["a"] == [document.slice(block.span)[-1] for block in document.blocks]


@pytest.mark.parametrize(
    "back",
    [
        '<footer><p id="fn1">1. Doe, J. (1999). Title.</p></footer>',
        '<footer><aside><ol><li id="fn1">Doe, J. (1999). Title.</li></ol></aside></footer>',
        '<aside id="fn1">Doe, J. (1999). Title.</aside>',
    ],
)
def test_notes_in_a_footer(back: str) -> None:
    """An aside or footer with a note is read; others are boilerplate, and a marker into a menu is an ordinary link."""
    text = (
        '<p>Foam.<a href="#fn1">1</a> It.<sup><a href="#m">2</a></sup></p><nav><p id="m">M</p></nav><aside>Ad</aside>'
    )
    document = read(text + back, "a.html")
    assert [("note", "fn1"), ("link", "#m"), ("definition", "fn1")] == [
        (mark.kind, mark.target) for mark in document.marks
    ]
    assert ["paragraph", "footnote"] == [block.kind for block in document.blocks]


@pytest.mark.parametrize(
    "unit", ["<", "<a ", '<a b="', "</", "<!--", "<!", "<?", "&", "<p>", "<script>", '"<a "', "<td>"]
)
def test_hostile_repetition_ends(unit: str) -> None:
    """100,000 characters of the worst input are read; a quadratic scan would take minutes."""
    assert_sound(read(unit * (100_000 // len(unit)), "a.html"))


TAGS = (
    "<p> </p> <a | href='#n'> <a href='#n'> </a> <sup> </sup> <li id=n> </li> <ul> </ul> <pre> </pre> <code> </code> "
    "<nav> </nav> <footer> </footer> <head> </head> <body> <table> <tr> <td> </table> <div class=references> </div> "
    "<!-- --> <script> </script> <span class=math> </span> <blockquote> </blockquote> a 1 [ ] &amp; < > \" ' <h2> "
    "</h2> <br> <img> <dd>"
)
PIECES = st.sampled_from([*TAGS.split(), "\n", "\r\n", " ", "가"])


@settings(deadline=None)
@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
def test_any_text_gives_a_document(text: str) -> None:
    """The reader returns a sound document with the same text."""
    document = read(text, "a.html")
    assert text == document.text
    assert_sound(document)
