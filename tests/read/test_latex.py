"""LaTeX: prose, markup and citations."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.read.sound_document import assert_sound

from citevet.model import Document, Mark, Span
from citevet.read.latex import read

PAPER = r"""\documentclass{article}
\usepackage{natbib} % citing
\newcommand{\mc}[1]{\citep{#1}}
\newcommand{\both}[2]{\cite{#1} and \cite{#2}}
\begin{document}
\maketitle
\begin{abstract}
We \emph{show} that 5\% of $x^2$ is large \citep[see][p.~3]{doe99,roe2000}.
\end{abstract}
\section[Short]{Introduction to \texttt{things}}
\label{sec:intro}
\emph{Large} models grow~\cite{vaswani2017}, as in \eqref{eq:1}:
\begin{equation}
 a = b \label{eq:1}
\end{equation}
where $b$ is positive.\footnote{See \citet{smith}.}

\begin{itemize}[noitemsep]
\item First thing \cite{a}.
\item[Term] Second \textbf{thing}.
 \begin{enumerate}
  \item Nested.
 \end{enumerate}
\end{itemize}
\begin{quote}
Somebody said so.
\end{quote}
\begin{verbatim}
\cite{no} { [ % $
\end{verbatim}
\begin{table}
\caption{Results of \mc{x}.}
\begin{tabular}{@{}ll@{}}
\toprule
A & B \\
1 & 2\% \cite{t} \\[2pt]
\end{tabular}
\end{table}
\href{https://doi.org/10.1000/x\_y}{the link text} costs \$5. % \cite{c}
\paragraph{Run-in.} 한국어 문장이다 \cite{kim2020}.
\end{document}
rest \cite{z}
"""


def texts(document: Document, kind: str) -> list[str]:
    """Return the slices of all regions of a kind."""
    return [document.slice(region.span) for region in document.regions if region.kind == kind]


def marks(document: Document, kind: str) -> list[Mark]:
    """Return the marks of a kind."""
    return [mark for mark in document.marks if mark.kind == kind]


def test_blocks_of_a_paper() -> None:
    """Paragraphs, headings, items, rows, captions and quotations are distinguished."""
    document = read(PAPER, "paper.tex")
    blocks = [(block.kind, block.level, block.quoted, document.slice(block.span)) for block in document.blocks]
    assert [
        (
            "paragraph",
            0,
            False,
            r"We \emph{show} that 5\% of $x^2$ is large \citep[see][p.~3]{doe99,roe2000}.",
        ),
        ("heading", 3, False, r"\section[Short]{Introduction to \texttt{things}}"),
        (
            "paragraph",
            0,
            False,
            (
                "\\emph{Large} models grow~\\cite{vaswani2017}, as in \\eqref{eq:1}:\n\\begin{equation}\n"
                " a = b \\label{eq:1}\n\\end{equation}\nwhere $b$ is positive.\\footnote{See \\citet{smith}.}"
            ),
        ),
        ("item", 1, False, r"First thing \cite{a}."),
        ("item", 1, False, r"[Term] Second \textbf{thing}."),
        ("item", 2, False, "Nested."),
        ("paragraph", 0, True, "Somebody said so."),
        ("code", 0, False, "\\begin{verbatim}\n\\cite{no} { [ % $\n\\end{verbatim}"),
        ("caption", 0, False, r"\caption{Results of \mc{x}.}"),
        ("row", 0, False, "A & B"),
        ("row", 0, False, r"1 & 2\% \cite{t}"),
        ("paragraph", 0, False, r"\href{https://doi.org/10.1000/x\_y}{the link text} costs \$5."),
        ("heading", 6, False, r"\paragraph{Run-in.}"),
        ("paragraph", 0, False, r"한국어 문장이다 \cite{kim2020}."),
    ] == blocks


def test_citations_of_a_paper() -> None:
    """Every macro in the body cites; those in definitions, comments, code and after the end do not."""
    document = read(PAPER, "paper.tex")
    assert [
        (r"\citep[see][p.~3]{doe99,roe2000}", "doe99,roe2000"),
        (r"\cite{vaswani2017}", "vaswani2017"),
        (r"\citet{smith}", "smith"),
        (r"\cite{a}", "a"),
        (r"\mc{x}", "x"),
        (r"\cite{t}", "t"),
        (r"\cite{kim2020}", "kim2020"),
    ] == [(document.slice(mark.span), mark.target) for mark in marks(document, "cite")]


def test_citation_macros_are_not_in_regions() -> None:
    """So that finders see them."""
    document = read(PAPER, "paper.tex")
    cites = marks(document, "cite")
    assert [] == [region for region in document.regions for cite in cites if region.span.overlaps(cite.span)]


def test_regions_of_a_paper() -> None:
    """Comments, code and mathematics are complete; the preamble is metadata around its comments."""
    document = read(PAPER, "paper.tex")
    assert ["% citing", r"% \cite{c}"] == texts(document, "comment")
    assert ["$x^2$", "\\begin{equation}\n a = b \\label{eq:1}\n\\end{equation}", "$b$"] == texts(document, "math")
    assert ["\\begin{verbatim}\n\\cite{no} { [ % $\n\\end{verbatim}"] == texts(document, "code")
    assert [r"https://doi.org/10.1000/x\_y"] == texts(document, "url")
    preamble, rest, after = texts(document, "metadata")
    assert "\\documentclass{article}\n\\usepackage{natbib} " == preamble
    assert rest.endswith("\\begin{document}")
    assert "\\end{document}\nrest \\cite{z}\n" == after


@pytest.mark.parametrize(
    ("text", "call", "target", "parts"),
    [
        (r"A \cite{a} b", r"\cite{a}", "a", {"macro": "cite"}),
        (r"\citep*[p. 1]{a}", r"\citep*[p. 1]{a}", "a", {"macro": "citep", "star": "*", "post": "p. 1"}),
        (r"\citet[see][]{a}", r"\citet[see][]{a}", "a", {"macro": "citet", "pre": "see"}),
        (r"\cite {a , b}", r"\cite {a , b}", "a,b", {"macro": "cite"}),
        ("\\cite{a,% why\n  b}", "\\cite{a,% why\n  b}", "a,b", {"macro": "cite"}),
        (r"\cite[\S 2, {[sic]}]{a}", r"\cite[\S 2, {[sic]}]{a}", "a", {"macro": "cite", "post": r"\S 2, {[sic]}"}),
        (r"\Citeauthor{a}", r"\Citeauthor{a}", "a", {"macro": "Citeauthor"}),
        (r"\nocite{*}", r"\nocite{*}", "*", {"macro": "nocite"}),
        (r"\onlinecite{a}", r"\onlinecite{a}", "a", {"macro": "onlinecite"}),
        (r"\cite<12>{a}", r"\cite<12>{a}", "a", {"macro": "cite"}),
        (r"\volcite{2}[33]{a}", r"\volcite{2}[33]{a}", "a", {"macro": "volcite", "post": "33"}),
        (r"\textcquote[12]{a}{Words}", r"\textcquote[12]{a}", "a", {"macro": "textcquote", "post": "12"}),
        (r"\begin{theorem}[\cite{a}] T", r"\cite{a}", "a", {"macro": "cite"}),
        (r"\section{On \cite{a}}", r"\cite{a}", "a", {"macro": "cite"}),
        (r"{\it \cite{DBLP:conf/nips/V17}}", r"\cite{DBLP:conf/nips/V17}", "DBLP:conf/nips/V17", {"macro": "cite"}),
        (r"한국어\cite{김2020}는", r"\cite{김2020}", "김2020", {"macro": "cite"}),
        (r"\cite[see [x] p. 1]{a}", r"\cite[see [x] p. 1]{a}", "a", {"macro": "cite", "post": "see [x] p. 1"}),
        (r"A [0, 1) range \cite{a}]", r"\cite{a}", "a", {"macro": "cite"}),
        (r"Unclosed {\em words \cite{a}", r"\cite{a}", "a", {"macro": "cite"}),
    ],
)
def test_one_call_is_one_mark(text: str, call: str, target: str, parts: dict[str, str]) -> None:
    """The span is the whole call with its notes; the target is the keys."""
    document = read(text, "a.tex")
    (mark,) = marks(document, "cite")
    start = text.index(call)
    assert Span(start, start + len(call)) == mark.span
    assert (target, parts) == (mark.target, mark.parts)
    assert mark.label is not None
    assert text.rindex("{", 0, mark.label.end) + 1 == mark.label.start


@pytest.mark.parametrize(
    "text",
    [
        r"\citestyle{apa}",
        r"\setcitestyle{round}",
        r"\bibcite{a}{1}",
        r"\citation{a}",
        r"\newcommand{\x}{\cite{a}}",
        r"\def\x#1{\cite{#1}}",
        r"\cite",
        r"\cite{",
        r"\cite{}",
        r"\citetext{some words}",
        r"\excited{a}",
        r"\recite{a b c}",
        r"% \cite{a}",
        r"\verb|\cite{a}|",
        r"\lstinline[language=TeX]{\cite{a}",
        "\\begin{comment}\n\\cite{a}\n\\end{comment}",
        r"\\cite{a}",
    ],
)
def test_definitions_comments_and_code_cite_nothing(text: str) -> None:
    """Nor do citation styles."""
    assert [] == marks(read(text, "a.tex"), "cite")


def test_multicite_has_a_mark_per_group() -> None:
    r"""\parencites[1]{a}[2--3]{b,c} gives two marks, each with its own note."""
    text = r"So \parencites[1]{a}[see][2--3]{b,c}."
    document = read(text, "a.tex")
    assert [
        (r"\parencites[1]{a}", "a", {"macro": "parencites", "post": "1"}),
        (r"[see][2--3]{b,c}", "b,c", {"macro": "parencites", "pre": "see", "post": "2--3"}),
    ] == [(document.slice(mark.span), mark.target, mark.parts) for mark in marks(document, "cite")]


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        (r"an \emph{x} y", [r"\emph{", "}"]),
        (r"see \ref{fig:1} x", [r"\ref{fig:1}"]),
        (r"100\% sure", ["\\"]),
        (r"a \& b", ["\\"]),
        (r"\LaTeX\ is", ["\\", "\\"]),
        (r"a \textcolor{red}{word}", [r"\textcolor{red}{", "}"]),
        (r"a\\[2pt] b", [r"\\[2pt]"]),
        (r"\noindent Words", [r"\noindent"]),
        (r"a~b -- ``c''", []),
        (r"grow~\cite{a} as in Section~\ref{s}", ["~", r"~\ref{s}"]),
        (r"\begin{figure}[ht]\centering a\end{figure}", [r"\begin{figure}[ht]\centering", r"\end{figure}"]),
        (r"\vspace{1em}a", [r"\vspace{1em}"]),
    ],
)
def test_macros_and_braces_are_markup(text: str, markup: list[str]) -> None:
    """Macro names and braces are markup, and so is a whole macro that prints nothing."""
    assert markup == texts(read(text, "a.tex"), "markup")


@pytest.mark.parametrize(
    ("text", "math"),
    [
        (r"a $x$ b $$y$$ c", ["$x$", "$$y$$"]),
        (r"a \(x\) b \[y\] c", [r"\(x\)", r"\[y\]"]),
        (r"it costs \$5 or \$6", []),
        ("a lone $ sign\n\nand $another", []),
        (r"\begin{align*}a&=b\\c&=d\end{align*}", [r"\begin{align*}a&=b\\c&=d\end{align*}"]),
        ("\\begin{gather} x", []),
        (r"a \\[2pt] b \] c", []),
    ],
)
def test_formulas_are_regions(text: str, math: list[str]) -> None:
    """Formulas are regions; a single dollar sign and an unclosed environment are not."""
    assert math == texts(read(text, "a.tex"), "math")


def test_links_and_pictures() -> None:
    """A per cent sign in an address does not start a comment."""
    text = r"\url{https://a.org/x%20y} and \href{https://b.org/\#p}{b \emph{c}} \includegraphics[width=1cm]{fig/a.pdf}"
    document = read(text, "a.tex")
    assert [
        ("autolink", r"\url{https://a.org/x%20y}", "https://a.org/x%20y", "https://a.org/x%20y"),
        ("link", r"\href{https://b.org/\#p}{b \emph{c}}", "https://b.org/#p", r"b \emph{c}"),
        ("image", r"\includegraphics[width=1cm]{fig/a.pdf}", "fig/a.pdf", "fig/a.pdf"),
    ] == [
        (mark.kind, document.slice(mark.span), mark.target, document.slice(mark.label or Span(0, 0)))
        for mark in document.marks
    ]


def test_footnote_is_marker_and_definition() -> None:
    r"""\footnote{…} is an inline note whose label is its content."""
    text = r"Words.\footnote{See \cite{a}.} More."
    (note,) = marks(read(text, "a.tex"), "inline-note")
    assert Span(6, 30) == note.span
    assert Span(16, 29) == note.label


def test_each_bibitem_is_an_entry() -> None:
    r"""Each \bibitem is an entry up to the next, its label the text after the key."""
    text = (
        "\\begin{thebibliography}{9}\n\\bibitem[Doe(1999)]{doe99} Doe, J.\n\\newblock Title. 1999.\n\n"
        "\\bibitem{roe}\nRoe, R. Other.\n\\end{thebibliography}\n"
    )
    document = read(text, "a.bbl")
    assert [
        (
            "doe99",
            "\\bibitem[Doe(1999)]{doe99} Doe, J.\n\\newblock Title. 1999.",
            "Doe, J.\n\\newblock Title. 1999.",
        ),
        ("roe", "\\bibitem{roe}\nRoe, R. Other.", "Roe, R. Other."),
    ] == [
        (mark.target, document.slice(mark.span), document.slice(mark.label or Span(0, 0)))
        for mark in marks(document, "entry")
    ]


def test_bbl_file_of_biber() -> None:
    """The entries of a biblatex .bbl file give title, authors, year and identifiers."""
    text = r"""\refsection{0}
  \datalist[entry]{nty/global//global/global}
    \entry{doe99}{article}{}
      \name{author}{2}{}{%
        {{hash=1}{%
           family={M\"uller},
           familyi={M\bibinitperiod},
           given={Jörg},
        }}%
        {{hash=2}{%
           family={Doe},
        }}%
      }
      \strng{namehash}{x}
      \field{title}{The {Big} Title}
      \field{year}{1999}
      \field{journaltitle}{Journal}
      \verb{doi}
      \verb 10.1000/a_b%c
      \endverb
    \endentry
  \enddatalist
\endrefsection
"""
    document = read(text, "a.bbl")
    (entry,) = document.marks
    assert text.index(r"\entry{") == entry.span.start
    assert text.index(r"\endentry") + len(r"\endentry") == entry.span.end
    assert "doe99" == entry.target
    assert {
        "type": "article",
        "title": "The Big Title",
        "year": "1999",
        "doi": "10.1000/a_b%c",
        "journal": "Journal",
        "author": "Müller, Jörg and Doe",
    } == entry.parts


def test_named_files() -> None:
    """Included files and bibliographies have endings; comments, settings and arguments of macros do not count."""
    text = r"""\addbibresource{refs.bib}
% \input{old}
\begin{document}
\input{sections/intro} \include{two.tex} \input three
\subfile{four} \import{parts/}{five}
\bibliography{refs,more} \input{main.bbl}
\input{size10.clo} \newcommand{\drawing}[1]{\input{figures/#1.pdf_tex}}
\end{document}"""
    assert {
        "bibliography": ["refs.bib", "more.bib", "main.bbl"],
        "inputs": ["sections/intro.tex", "two.tex", "three.tex", "four.tex", "parts/five.tex"],
        "folders": {"parts/five.tex": ("parts/", False)},
    } == read(text, "a.tex").metadata


def test_text_without_named_files() -> None:
    """The metadata stays empty."""
    assert {} == read("Words.", "a.tex").metadata


def test_windows_line_ends() -> None:
    """CRLF is kept, and an empty line splits paragraphs."""
    text = "One \\cite{a}.\r\n\r\nTwo % c\r\nthree.\r\n"
    document = read(text, "a.tex")
    assert text == document.text
    assert [Span(0, 13), Span(17, 32)] == [block.span for block in document.blocks]
    assert ["% c"] == texts(document, "comment")


@pytest.mark.parametrize(
    "text",
    [
        "A.\n\\begin{lstcode}\n\\begin{document}\n\\end{document}\n\\end{lstcode}\nB \\cite{a}.",
        "\\lstnewenvironment{shell}{}{}\nA.\n\\begin{shell}\n\\end{document}\n\\end{shell}\nB \\cite{a}.",
    ],
)
def test_custom_code_environment(text: str) -> None:
    """Content of an author's own environment for code is code."""
    document = read(text, "a.tex")
    assert [r"\cite{a}"] == [document.slice(mark.span) for mark in marks(document, "cite")]
    assert ["A.", "B \\cite{a}."] == [
        document.slice(block.span) for block in document.blocks if block.kind == "paragraph"
    ]


def test_unclosed_code_is_noted() -> None:
    """It runs to the end, and the note gives the line where it began."""
    document = read("Words.\n\n\\begin{verbatim}\nx\n", "a.tex")
    assert ("\\begin{verbatim} in line 3 is never closed; the rest was not read.",) == document.notes


@pytest.mark.parametrize(
    "text", ["", "\n", "\\", "}", "{", "\\begin{", "\\end{document}", "\\begin{document}", "\\item"]
)
def test_scraps_are_documents_without_blocks(text: str) -> None:
    """Scraps are documents without blocks."""
    assert () == read(text, "a.tex").blocks


MACROS = (
    r"\cite \citep[ { } [ ] \\ & $ $$ % \( \) \[ \] ~ a b, . \emph{ \begin{itemize} \end{itemize} \item \item[ "
    r"\begin{tabular}{l} \end{tabular} \section{ \caption{ \footnote{ \bibitem{ \bibitem[ \href{ \url{ \verb| | "
    r"\begin{verbatim} \end{verbatim} \begin{document} \end{document} \label{ \newcommand \input \cites( ) \captionof{ "
    r"\begin{equation} \end{equation} \entry{a}{b} \endentry \% \nocite{*} \par \begin{thebibliography}"
)
PIECES = st.sampled_from([*MACROS.split(), "\n", "\n\n", "\r\n", " ", "가"])


@settings(deadline=None)
@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
def test_any_text_gives_a_document(text: str) -> None:
    """The reader returns a sound document with the same text."""
    document = read(text, "a.tex")
    assert text == document.text
    assert_sound(document)


@pytest.mark.parametrize(
    "unit",
    [
        *"{}[]\\$%&",
        "\\(",
        "\\cite[",
        "\\cite{",
        "\\begin{itemize}",
        "\\verb|",
        "\\section{",
        "\\label{",
        "\\url{",
        "\n\n",
    ],
)
def test_hostile_repetition_ends(unit: str) -> None:
    """30,000 characters of the worst input give a sound document; `make bench` has the growth of the time."""
    assert_sound(read(unit * (30_000 // len(unit)), "a.tex"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"Before. \iffalse Hidden \cite{a}. \fi After.", ["Before.", "After."]),
        (r"Before. \iffalse a \iftrue b \else c \fi d \else Shown. \fi After.", ["Before.", "Shown.", "After."]),
        (r"\newif\ifdraft Before. \iffalse a \ifdraft b \fi c \fi After.", ["Before.", "After."]),
        (r"Before. \iffalse $a \iff b$ \ifthenelse{a}{b}{c} \fi After.", ["Before.", "After."]),
        ("Before. \\iffalse a\n% \\fi b\n\\fi After.", ["Before.", "After."]),
        (r"\let\ifdraft\iffalse Before. \ifdraft Kept. \fi After.", ["Before.", "Kept.", "After."]),
        (r"Before. \iffalsehood After.", ["Before.", "After."]),
    ],
)
def test_iffalse_is_hidden(text: str, shown: list[str]) -> None:
    r"""Up to its \fi or \else, with the conditions inside; \let only gives it a name."""
    document = read(text, "a.tex")
    prose = "".join(" " if _hidden(document, at) else char for at, char in enumerate(text))
    assert shown == [word for word in prose.split() if word.endswith(".")]
    assert not document.notes


def _hidden(document: Document, at: int) -> bool:
    return any(region.span.start <= at < region.span.end for region in document.regions)


def test_unclosed_condition_is_noted() -> None:
    r"""Text after an \iffalse without \fi is not read; many of them take no longer than one."""
    document = read("Before. " + r"\iffalse After. " * 50_000, "a.tex")
    assert ["\\iffalse in line 1 is never closed; the rest was not read."] == list(document.notes)
    assert ["Before."] == [document.slice(block.span).strip() for block in document.blocks]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (r"\leavevmode\vadjust pre{\hypertarget{ref-", r"}{}}%"),
        (r"\leavevmode\hypertarget{ref-", "}{}%"),
        (r"\bibitem[\citeproctext]{ref-", "}"),
    ],
)
def test_entries_that_pandoc_writes(before: str, after: str) -> None:
    """Each ends at the next one or with the list, in the three forms of its versions."""
    entries = (("kim", "Kim, H. 2019. \\emph{On {Foam}}. Press."), ("lee", "Lee, A. 2018. {``Sand.''} Press."))
    written = "\n\n".join(f"{before}{key}{after}\n{words}" for key, words in entries)
    document = read(f"\\begin{{CSLReferences}}{{1}}{{0}}\n{written}\n\n\\end{{CSLReferences}}\nThe end.", "a.tex")
    found = [(mark.target, mark.parts["words"]) for mark in marks(document, "entry")]
    assert [("ref-kim", "Kim, H. 2019. *On Foam*. Press."), ("ref-lee", "Lee, A. 2018. “Sand.” Press.")] == found
