"""What the macros and environments of LaTeX do to the text around them."""

from re import compile as pattern


def names(words: str) -> frozenset[str]:
    """Return the set of words: tables of names read better as prose than as a column of quotes."""
    return frozenset(words.split())


# Verbatim in print: what stands inside is no LaTeX.
CODE = names(
    "verbatim verbatim* Verbatim BVerbatim LVerbatim lstlisting minted alltt filecontents filecontents* "
    "tikzpicture pgfpicture picture algorithmic algorithmicx Sinput Soutput Schunk asy pycode"
)
# Authors name their own environments for code after what they are made of.
CODE_NAME = pattern(r"(?:[A-Za-z]*[Vv]erbatim|lst[a-z]+|[A-Za-z]*(?:[Cc]ode|[Ll]isting)s?)\*?\Z")
MATH = names(
    "math displaymath equation equation* align align* alignat alignat* flalign flalign* gather gather* "
    "multline multline* eqnarray eqnarray* dmath dmath* subequations IEEEeqnarray IEEEeqnarray*"
)
LISTS = names(
    "itemize enumerate description compactitem compactenum inparaenum inparaitem asparaenum asparaitem "
    "itemize* enumerate* description* list labeling trivlist tasks questions"
)
QUOTES = names("quote quotation verse displayquote displaycquote blockquote epigraphs")
TABLES = names(
    "tabular tabular* tabularx tabulary tabularray tblr longtblr longtable xltabular supertabular NiceTabular array"
)

# Arguments in braces that belong to \begin{…}; those in brackets always do.
BEGINS = {
    "tabular": 1,
    "tabular*": 2,
    "tabularx": 2,
    "tabulary": 2,
    "tblr": 1,
    "longtblr": 1,
    "longtable": 1,
    "xltabular": 2,
    "supertabular": 1,
    "NiceTabular": 1,
    "array": 1,
    "minipage": 1,
    "multicols": 1,
    "thebibliography": 1,
    "wrapfigure": 2,
    "wraptable": 2,
    "subfigure": 1,
    "subtable": 1,
    "adjustbox": 1,
    "spacing": 1,
    "list": 2,
    "column": 1,
    "otherlanguage": 1,
    "otherlanguage*": 1,
    "CJK": 2,
    "CJK*": 2,
}

HEADINGS = {
    "part": 1,
    "chapter": 2,
    "section": 3,
    "subsection": 4,
    "subsubsection": 5,
    "paragraph": 6,
    "subparagraph": 7,
    "title": 1,
    "frametitle": 3,
}
CAPTIONS = names("caption captionof subcaption")
NOTES = names("footnote footnotetext endnote sidenote marginnote marginpar thanks tablefootnote")
ROW_ENDS = names("tabularnewline cr")

# Definitions: a citation macro in one of them cites nothing.
DEFINES = {
    "newcommand": 2,
    "renewcommand": 2,
    "providecommand": 2,
    "newrobustcmd": 2,
    "DeclareRobustCommand": 2,
    "NewDocumentCommand": 3,
    "RenewDocumentCommand": 3,
    "lstnewenvironment": 3,
    "DefineVerbatimEnvironment": 3,
    "newtcblisting": 2,
    "newverbatim": 4,
    "DeclareCiteCommand": 5,
    "DeclareMultiCiteCommand": 3,
    "newenvironment": 3,
    "renewenvironment": 3,
    "def": 2,
    "gdef": 2,
    "edef": 2,
    "let": 2,
    "DeclareMathOperator": 2,
    "newtheorem": 2,
}

# How many arguments in braces print nothing, or nothing that anyone asserts.
SILENT = {
    **dict.fromkeys(
        names(
            "label ref eqref autoref cref Cref cpageref pageref nameref vref Vref labelcref fref Fref subref crefrange "
            "vspace hspace vskip input include subfile includeonly bibliography bibliographystyle addbibresource "
            "usepackage documentclass pagestyle thispagestyle pagenumbering color textcolor colorbox index glossary "
            "hypersetup graphicspath author date affil affiliation institute address email keywords orcid "
            "parbox raisebox scalebox hypertarget hyperlink cline cmidrule specialrule setstretch linespread "
            "captionsetup newlength newcounter stepcounter refstepcounter selectlanguage foreignlanguage "
            "lstset lstinputlisting inputminted verbatiminput includepdf usetikzlibrary phantom hphantom vphantom "
            "thesubfigure theoremstyle bstctlcite setcitestyle citestyle enlargethispage rowcolor cellcolor"
        ),
        1,
    ),
    **dict.fromkeys(
        names(
            "setlength addtolength setcounter addtocounter multicolumn multirow resizebox fcolorbox fontsize rule "
            "import subimport"
        ),
        2,
    ),
    "addcontentsline": 3,
    "definecolor": 3,
    "markboth": 2,
}

# Print their own name, or nearly: only the backslash is markup.
LETTERS = names("LaTeX LaTeXe TeX BibTeX XeTeX LuaTeX pdfTeX pdfLaTeX ss ae AE oe OE o O aa AA l L i j S P")

ADDRESSES = names("url nolinkurl href")

_CITE = pattern(r"[A-Za-z]{0,40}?(?:[Cc]ite|cquote)[A-Za-z]{0,40}\Z")
_NO_CITE = names(
    "citestyle setcitestyle bibcite citation citetext citename citereset citedelim citepunct "
    "excite excited exciting incite recite bstctlcite citeindextrue citetrackertrue citeauthoryear "
    "shortciteauthoryear DeclareCiteCommand AtEveryCite AtEveryCitekey AtNextCite AtNextCitekey"
)
# A volume in braces comes before the key.
VOLUMES = names("volcite pvolcite fvolcite ftvolcite svolcite tvolcite avolcite Pvolcite Tvolcite Avolcite")


def is_cite(name: str) -> bool:
    """Say whether a macro of this name cites, as far as its name can tell."""
    return _CITE.match(name) is not None and name not in _NO_CITE
