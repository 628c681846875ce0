"""Quotations between marks and in blocks, with their place in the document."""

import pytest

from citevet.extract import extract
from citevet.extract.quotations import find_quotations
from citevet.model import Claim
from citevet.read import parse_text


def claims(text: str, path: str = "case.md") -> tuple[Claim, ...]:
    """Extract the claims of a text."""
    return extract(parse_text(text, path)).claims


def found(text: str, path: str = "case.md") -> list[tuple[str, list[str]]]:
    """Return each quotation as written, with the citations of its claim."""
    seen = []
    for claim in claims(text, path):
        for quotation in claim.quotations:
            assert text[quotation.span.start : quotation.span.end] == quotation.text
            seen.append((quotation.text, [tie.citation for tie in claim.ties]))
    return seen


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He wrote "we saw it with our own eyes" twice.', ["we saw it with our own eyes"]),
        ("Er schrieb „wir sahen es mit eigenen Augen“ oft.", ["wir sahen es mit eigenen Augen"]),
        ("그는 「우리는 그것을 두 눈으로 보았다」라고 썼다.", ["우리는 그것을 두 눈으로 보았다"]),
        ("She wrote ‘we didn’t see it with our own eyes’ twice.", ["we didn’t see it with our own eyes"]),
        ("The dogs’ owners and the cats’ owners don’t agree on it at all.", []),
        ("Il écrit « nous avons vu la chose nous-mêmes ».", ["nous avons vu la chose nous-mêmes"]),
        ('Er schrieb „wir sahen es mit eigenen Augen" oft.', ["wir sahen es mit eigenen Augen"]),
        ("Er schrieb ‚wir sahen es mit eigenen Augen‘ oft.", ["wir sahen es mit eigenen Augen"]),
        ('Er nannte „das" so, und dann kam "ein anderer Mann aus Köln" dazu.', ["ein anderer Mann aus Köln"]),
        ("Er schrieb »wir sahen es mit eigenen Augen« und ging.", ["wir sahen es mit eigenen Augen"]),
        ("(»wir sahen es mit eigenen Augen«)", ["wir sahen es mit eigenen Augen"]),
        ("«uno» y otras cinco palabras aquí mismo «dos», «tres».", []),
        ("« un » et encore cinq autres mots ici « deux ».", []),
        ("He pressed » and then four times on the button «.", []),
        ("他写道「我们亲眼看到了这件事情」。", ["我们亲眼看到了这件事情"]),
        ("『論語』 is cited, and 「学而時習之」 too.", []),
        (
            'Two: "one two three four five" and "six seven eight nine ten".',
            ["one two three four five", "six seven eight nine ten"],
        ),
        ('He called it "the second voice" once.', []),
        ('See "The First Thing That Readers Notice" for more.', []),
        ('We asked "what do you see in this picture?" and waited.', []),
        ('caption="a plain figure of some kind here"', []),
        ('The pipe is 5" wide and 6" long and it holds.', []),
        ("No marks at all in here today.", []),
    ],
)
def test_five_words_in_marks_are_a_quotation(text: str, expected: list[str]) -> None:
    """Five words, or ten Chinese characters, are a quotation; terms, titles, questions and inches are not."""
    assert expected == [text[span.start : span.end] for span in find_quotations(text)]


def test_place_and_plain_words() -> None:
    """The span is between the marks with markup and line breaks; the plain text has neither."""
    text = 'He said "voice is *the first* thing that\nreaders notice" [REF-043, p. 15].'
    (claim,) = claims(text)
    (quotation,) = claim.quotations
    assert (9, 55) == (quotation.span.start, quotation.span.end)
    assert "voice is *the first* thing that\nreaders notice" == quotation.text
    assert "voice is the first thing that readers notice" == quotation.plain


LONG = "It was seen by everyone who came to look at it that day. " * 9


def test_quotation_of_several_sentences() -> None:
    """It is one quotation, on the claim with the citation."""
    text = f'He wrote: "{LONG.strip()}" [REF-043, p. 15]. Then he left.'
    assert [(LONG.strip(), ["c1"])] == found(text)


BLOCK = "Voice is the first thing that readers notice. It carries the rest."


@pytest.mark.parametrize(
    "text",
    [
        f"> {BLOCK}\n> — [REF-043, p. 15]\n",
        f"> {BLOCK} — Kim, *On Voice* [REF-043, p. 15]\n",
        f"> {BLOCK} [REF-043, p. 15]\n",
        f"> {BLOCK}\n>\n> — Kim, *On Voice* [REF-043, p. 15]\n",
        f"> {BLOCK}\n\n-- [REF-043, p. 15]\n",
        f"Kim writes [REF-043, p. 15]:\n\n> {BLOCK}\n\nWe agree with him in this.\n",
    ],
    ids=["dash-line", "dash-behind", "after-stop", "dash-paragraph", "outside", "lead-in"],
)
def test_block_quotations(text: str) -> None:
    """A quoted block with its own source is one quotation, without the line that names the source."""
    assert [(BLOCK, ["c1"])] == found(text)


@pytest.mark.parametrize(
    "text",
    [
        "> **Note:** Voice improves quality by 45% in all cases [REF-043, p. 15].\n",
        "> Note: voice improves quality a lot. It carries the rest. [REF-043, p. 15]\n",
        "> Voice improves quality by 45%, as Kim says [REF-043, p. 15], and so does tone.\n",
        f"> {BLOCK}\n",
        f"> {BLOCK}\n\nOther words follow here [REF-043, p. 15].\n",
        f"> {BLOCK} [REF-043]\n",
        f"The list:\n\n> {BLOCK}\n",
    ],
    ids=["bold-label", "label", "inside", "uncited", "next-paragraph", "no-page", "uncited-lead-in"],
)
def test_other_quoted_blocks(text: str) -> None:
    """Notes with citations inside, and blocks without a source, do not count as quotations."""
    assert [] == found(text)


def test_html_and_latex_blocks() -> None:
    """The rule holds in other formats."""
    html = f"<p>Kim writes [REF-043, p. 15]:</p><blockquote><p>{BLOCK}</p></blockquote>"
    assert [(BLOCK, ["c1"])] == found(html, "case.html")
    latex = f"Kim writes \\cite[p.~15]{{kim}}:\n\\begin{{quote}}\n{BLOCK}\n\\end{{quote}}\n"
    assert [(BLOCK, ["c1"])] == found(latex, "case.tex")


def test_lists_inside_quoted_blocks_keep_their_lead_in() -> None:
    """The lead-in of a list inside a quoted block still lends its source to the items."""
    text = "> There are two, says Kim [REF-043]:\n>\n> - the first of them is voice\n> - the second of them is tone\n"
    assert [["c1"]] * 3 == [[tie.citation for tie in claim.ties] for claim in claims(text)]


@pytest.mark.parametrize("piece", ['"', "“", "> — \n", '> "a\n', "[REF-043] —", "\n> "])
def test_hostile_text_is_read(piece: str) -> None:
    """Many marks, dashes or quoted lines; `make bench` measures the growth of the time."""
    text = piece * (80_000 // len(piece))
    found = extract(parse_text(text, "case.md"))
    assert all(claim.text == text[claim.span.start : claim.span.end] for claim in found.claims)


WORDS = "we saw it with our own eyes"
LEAD_IN = "He says [REF-001, p. 3]:\n\n"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.html", f"<p>He says <q>{WORDS}</q> [REF-001].</p>"),
        ("a.html", f"<p><q>{WORDS}</q>, he says [REF-001].</p>"),
        ("a.html", f"<p>He says [REF-001, p. 3]:</p><blockquote><p>{WORDS}</p></blockquote>"),
        ("a.html", f"<p>He says &ldquo;{WORDS}&rdquo; [REF-001].</p>"),
        ("a.html", f"<p>He says &#8220;{WORDS}&#x201D; and &quot;so&quot; [REF-001].</p>"),
        ("a.md", f"He says &quot;{WORDS}&quot; [REF-001]."),
        ("a.tex", rf"He says \enquote{{{WORDS}}} [REF-001]."),
        ("a.tex", rf"\enquote*{{{WORDS}}}, he says \cite{{a}}."),
        ("a.tex", rf"He says \foreignquote{{german}}{{{WORDS}}} \cite{{a}}."),
        ("a.tex", rf"He says \textquote[{{\cite[3]{{a}}}}]{{{WORDS}}}."),
        ("a.tex", rf"He says \textcquote[3]{{a}}{{{WORDS}}}."),
        ("a.tex", f"\\begin{{quote}}\n{WORDS} \\cite[p.~3]{{a}}\n\\end{{quote}}"),
        ("a.typ", f"He says #quote[{WORDS}] @lee2019."),
        ("a.typ", f"#quote[{WORDS}], he says @lee2019."),
        ("a.typ", f"{LEAD_IN}#quote(block: true)[\n  {WORDS}\n]"),
        ("a.org", f"{LEAD_IN}#+begin_quote\n{WORDS}\n#+end_quote\n"),
        ("a.adoc", f"{LEAD_IN}[quote, A. Lee]\n____\n{WORDS}\n____\n"),
        ("a.adoc", f"{LEAD_IN}[quote]\n{WORDS}\n\nMore."),
        ("a.rst", f"{LEAD_IN}    {WORDS}\n\nMore."),
        ("a.rst", f"{LEAD_IN}.. epigraph::\n\n   {WORDS}\n"),
    ],
)
def test_quotations_in_the_markup_of_a_format(path: str, text: str) -> None:
    """What a format marks as a quotation is one, without quotation marks in the file."""
    assert [(WORDS, ["c1"])] == [(written.strip(" []\n"), cited) for written, cited in found(text, path)]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.rst", f"- He says [REF-001, p. 3]:\n\n    {WORDS}\n"),
        ("a.rst", f"term [REF-001, p. 3]:\n    Its text\n\n    {WORDS}\n"),
        ("a.rst", f"{LEAD_IN}.. note::\n\n    {WORDS}\n"),
        ("a.html", f"<p>He says {WORDS} [REF-001].</p>"),
    ],
)
def test_indented_lines_that_are_no_quotation(path: str, text: str) -> None:
    """Lines that belong to an item, a term or a directive are not quoted."""
    assert [] == found(text, path)


def test_a_quotation_in_a_quotation_has_single_marks() -> None:
    r"""Inner \enquote and <q> print other marks than outer ones."""
    (latex,) = claims(r"He says \enquote{she said \enquote{we saw it} and left} \cite{a}.", "a.tex")
    (page,) = claims("<p>He says <q>she said <q>we saw it</q> and left</q> [REF-001].</p>", "a.html")
    assert "He says “she said ‘we saw it’ and left”." == latex.plain.text
    assert "He says “she said ‘we saw it’ and left”." == page.plain.text
