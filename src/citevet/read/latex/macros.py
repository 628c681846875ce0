"""What the macros and environments of LaTeX do to the text around them, and what siunitx prints."""

import re
from collections.abc import Mapping

from citevet.model import Span


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Arguments in braces that belong to \begin{…}; those in brackets always do.
ENVIRONMENT_ARGUMENTS = {
    **dict.fromkeys(
        _words(
            "tabular tblr longtblr longtable supertabular NiceTabular array minipage multicols thebibliography "
            "subfigure subtable adjustbox spacing column otherlanguage otherlanguage*"
        ),
        1,
    ),
    **dict.fromkeys(_words("tabular* tabularx tabulary xltabular wrapfigure wraptable list CJK CJK*"), 2),
}
_LEVELS = "part chapter section subsection subsubsection paragraph subparagraph".split()
HEADINGS = {**{name: level for level, name in enumerate(_LEVELS, 1)}, "title": 1, "frametitle": 3}
CAPTIONS = _words("caption captionof subcaption")
NOTES = _words("footnote footnotetext endnote sidenote marginnote marginpar thanks tablefootnote")
ROW_ENDS = _words("tabularnewline cr")

# Definitions, with their number of arguments: a citation macro in one of them cites nothing.
DEFINITIONS = {
    **dict.fromkeys(
        _words(
            "newcommand renewcommand providecommand newrobustcmd renewrobustcmd DeclareRobustCommand newtcblisting "
            "def gdef edef let DeclareMathOperator newtheorem"
        ),
        2,
    ),
    **dict.fromkeys(
        _words(
            "NewDocumentCommand RenewDocumentCommand ProvideDocumentCommand DeclareDocumentCommand lstnewenvironment "
            "DefineVerbatimEnvironment DeclareMultiCiteCommand newenvironment renewenvironment"
        ),
        3,
    ),
    "newverbatim": 4,
    "DeclareCiteCommand": 5,
}
# How many arguments in braces print nothing, or nothing that the author asserts.
UNPRINTED = {
    **dict.fromkeys(
        _words(
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
        _words(
            "setlength addtolength setcounter addtocounter multicolumn multirow resizebox fcolorbox fontsize rule "
            "import subimport markboth"
        ),
        2,
    ),
    **dict.fromkeys(_words("addcontentsline definecolor"), 3),
}
# Print their own name, or nearly: only the backslash is markup.
LETTERS = _words("LaTeX LaTeXe TeX BibTeX XeTeX LuaTeX pdfTeX pdfLaTeX ss ae AE oe OE o O aa AA l L i j S P")
ADDRESSES = _words("url nolinkurl href")

_CITE = re.compile(r"[A-Za-z]{0,40}?(?:[Cc]ite|cquote)[A-Za-z]{0,40}\Z")
_NO_CITE = _words(
    "citestyle setcitestyle bibcite citation citetext citename citereset citedelim citepunct "
    "excite excited exciting incite recite bstctlcite citeindextrue citetrackertrue citeauthoryear "
    "shortciteauthoryear DeclareCiteCommand AtEveryCite AtEveryCitekey AtNextCite AtNextCitekey"
)


def is_cite(name: str) -> bool:
    """Check whether the name of a macro is that of a citation macro."""
    return _CITE.match(name) is not None and name not in _NO_CITE


# siunitx: what is in the braces of each macro, n a number, u a unit.
QUANTITIES = dict(
    pair.split("=") for pair in "num=n ang=n SI=nu qty=nu si=u unit=u numrange=nn SIrange=nnu qtyrange=nnu".split()
)
_MAX_ARGUMENT = 200  # characters; a longer one is an unclosed brace
_NUMBER = re.compile(r"\s{0,9}[-+]?[\d.,\s]*\d[\d.,\s]*(?P<power>[eEdD](?P<exponent>[-+]?\d{1,3}))?\s{0,9}\Z")
_UNIT_PART = re.compile(r"\\(?P<macro>[A-Za-z]+)\s{0,9}|(?P<text>[^\\{}\s~.]+)")
_PREFIXES = dict(
    pair.split("=")
    for pair in (
        "yocto=y zepto=z atto=a femto=f pico=p nano=n micro=µ milli=m centi=c deci=d deca=da deka=da hecto=h kilo=k "
        "mega=M giga=G tera=T peta=P exa=E"
    ).split()
)
_UNITS = dict(
    pair.split("=")
    for pair in (
        "percent=% permille=‰ gram=g metre=m meter=m second=s minute=min hour=h day=days year=years litre=l liter=l "
        "tonne=t hectare=ha ampere=A kelvin=K mole=mol candela=cd hertz=Hz newton=N pascal=Pa joule=J watt=W "
        "coulomb=C volt=V farad=F ohm=Ω tesla=T becquerel=Bq gray=Gy sievert=Sv electronvolt=eV decibel=dB bit=bit "
        "byte=B degree=° arcminute=′ arcsecond=″ celsius=°C degreeCelsius=°C squared=² cubed=³"
    ).split()
)
_NO_SPACE = frozenset("%‰°′″") | {""}  # printed right after their number
_POWERS = _words("squared cubed")


def print_quantity(text: str, at: int, name: str, *, pairs: Mapping[int, int]) -> list[tuple[Span, str]]:
    r"""Return the stretches that are replaced in print, in order, and what is printed in their place.

    `at` is the first brace of \SI{45}{\percent}, \qty{3.5}{\kilo\gram}, \num{1.2e6} or \ang{90}; the digits of a number
    stay where they are. The list is empty where arguments are missing.
    """
    shape = QUANTITIES[name]
    arguments: list[Span] = []
    while len(arguments) < len(shape) and text[at : at + 1] == "{" and at < pairs.get(at, at) <= at + _MAX_ARGUMENT:
        arguments.append(Span(at + 1, pairs[at]))
        at = pairs[at] + 1
    if len(arguments) < len(shape):
        return []
    printed: list[tuple[Span, str]] = []
    start = arguments[0].start
    for index, (argument, kind) in enumerate(zip(arguments, shape, strict=True)):
        if kind == "u":
            printed.append((Span(start, argument.end), _printed_unit(argument.of(text))))
        else:
            printed.append((Span(start, argument.start), " to " if index else ""))
            printed += _printed_power(text, argument)
        start = argument.end
    return [*printed, (Span(start, start + 1), "°" if name == "ang" else "")]


def _printed_power(text: str, argument: Span) -> list[tuple[Span, str]]:
    found = _NUMBER.match(argument.of(text))
    if not found or not found["power"]:
        return []
    span = Span(argument.start + found.start("power"), argument.start + found.end("power"))
    return [(span, f" × 10^{found['exponent'].removeprefix('+')}")]


def _printed_unit(written: str) -> str:
    """Return the unit with the space before it, where it has one."""
    printed = ""
    joined = True  # to the part before: a prefix, a stroke, a power
    for part in _UNIT_PART.finditer(written):
        word = part["macro"] or part["text"] or ""
        if word == "per":
            printed, joined = f"{printed}/", True
        elif word:
            space = "" if joined or word in _POWERS else " "
            printed += space + (_PREFIXES.get(word) or _UNITS.get(word, word))
            joined = word in _PREFIXES or word.endswith(("^", "/"))
    return printed if printed in _NO_SPACE else f" {printed}"
