r"""What the macros and environments of LaTeX do to the text around them, what siunitx prints, and citation calls.

A document may define a citation macro itself: \newcommand{\citepp}[1]{\citep{#1}}.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from citevet.model import Mark, Span
from citevet.model.document import is_inside
from citevet.records import dataclass, replace
from citevet.tables import read_pairs, read_words


def _list_by_count(names: Mapping[int, str]) -> dict[str, int]:
    return {name: count for count, several in names.items() for name in several.split()}


# Arguments in braces that belong to \begin{…}; those in brackets always do.
ENVIRONMENT_ARGUMENTS = _list_by_count(
    {
        1: """tabular tblr longtblr longtable supertabular NiceTabular array minipage multicols thebibliography
        subfigure subtable adjustbox spacing column otherlanguage otherlanguage*""",
        2: "tabular* tabularx tabulary xltabular wrapfigure wraptable list CJK CJK*",
    }
)
_LEVELS = "part chapter section subsection subsubsection paragraph subparagraph".split()
HEADINGS = {**{name: level for level, name in enumerate(_LEVELS, 1)}, "title": 1, "frametitle": 3}
CAPTIONS = read_words("caption captionof subcaption")
NOTES = read_words("footnote footnotetext endnote sidenote marginnote marginpar thanks tablefootnote")
ROW_ENDS = read_words("tabularnewline cr")
QUOTES = read_words("enquote textquote blockquote foreignquote say")  # print quotation marks

# Definitions, with their number of arguments: a citation macro in one of them cites nothing.
DEFINITIONS = _list_by_count(
    {
        2: """newcommand renewcommand providecommand newrobustcmd renewrobustcmd DeclareRobustCommand newtcblisting def
        gdef edef let DeclareMathOperator newtheorem""",
        3: """NewDocumentCommand RenewDocumentCommand ProvideDocumentCommand DeclareDocumentCommand lstnewenvironment
        DefineVerbatimEnvironment DeclareMultiCiteCommand newenvironment renewenvironment""",
        4: "newverbatim",
        5: "DeclareCiteCommand",
    }
)
# How many arguments in braces print nothing, or nothing that the author asserts.
UNPRINTED = _list_by_count(
    {
        1: """label ref eqref autoref cref Cref cpageref pageref nameref vref Vref labelcref fref Fref subref crefrange
        vspace hspace vskip input include subfile includeonly bibliography bibliographystyle addbibresource
        usepackage documentclass pagestyle thispagestyle pagenumbering color textcolor colorbox index glossary
        hypersetup graphicspath author date affil affiliation institute address email keywords orcid parbox raisebox
        scalebox hypertarget hyperlink cline cmidrule specialrule setstretch linespread captionsetup newlength
        newcounter stepcounter refstepcounter selectlanguage foreignlanguage lstset lstinputlisting inputminted
        verbatiminput includepdf usetikzlibrary phantom hphantom vphantom thesubfigure theoremstyle bstctlcite
        setcitestyle citestyle enlargethispage rowcolor cellcolor""",
        2: """setlength addtolength setcounter addtocounter multicolumn multirow resizebox fcolorbox fontsize rule
        import subimport markboth""",
        3: "addcontentsline definecolor",
    }
)
# Print their own name, or nearly: only the backslash is markup.
LETTERS = read_words("LaTeX LaTeXe TeX BibTeX XeTeX LuaTeX pdfTeX pdfLaTeX ss ae AE oe OE o O aa AA l L i j S P")
SIGNS = {"S": "§", "P": "¶"}  # of these letters, the print
ADDRESSES = read_words("url nolinkurl href")

_CITE = re.compile(r"[A-Za-z]{0,40}?(?:[Cc]ite|cquote)[A-Za-z]{0,40}\Z")
_NO_CITE = read_words("""citestyle setcitestyle bibcite citation citetext citename citereset citedelim citepunct excite
    excited exciting incite recite bstctlcite citeindextrue citetrackertrue citeauthoryear shortciteauthoryear
    DeclareCiteCommand AtEveryCite AtEveryCitekey AtNextCite AtNextCitekey""")


def is_cite(name: str) -> bool:
    """Check whether the name of a macro is that of a citation macro."""
    return _CITE.match(name) is not None and name not in _NO_CITE


# siunitx: what is in the braces of each macro, n a number, u a unit.
QUANTITIES = read_pairs("num=n ang=n SI=nu qty=nu si=u unit=u numrange=nn SIrange=nnu qtyrange=nnu")
_MAX_ARGUMENT = 200  # characters; a longer one is an unclosed brace
_NUMBER = re.compile(r"\s{0,9}[-+]?[\d.,\s]*\d[\d.,\s]*(?P<power>[eEdD](?P<exponent>[-+]?\d{1,3}))?\s{0,9}\Z")
_UNIT_PART = re.compile(r"\\(?P<macro>[A-Za-z]+)\s{0,9}|(?P<text>[^\\{}\s~.]+)")
_PREFIXES = read_pairs("""yocto=y zepto=z atto=a femto=f pico=p nano=n micro=µ milli=m centi=c deci=d deca=da deka=da
    hecto=h kilo=k mega=M giga=G tera=T peta=P exa=E""")
_UNITS = read_pairs("""percent=% permille=‰ gram=g metre=m meter=m second=s minute=min hour=h day=days year=years
    litre=l liter=l tonne=t hectare=ha ampere=A kelvin=K mole=mol candela=cd hertz=Hz newton=N pascal=Pa joule=J watt=W
    coulomb=C volt=V farad=F ohm=Ω tesla=T becquerel=Bq gray=Gy sievert=Sv electronvolt=eV decibel=dB bit=bit byte=B
    degree=° arcminute=′ arcsecond=″ celsius=°C degreeCelsius=°C squared=² cubed=³""")
_NO_SPACE = frozenset("%‰°′″") | {""}  # printed right after their number
_POWERS = read_words("squared cubed")


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


# Citation calls

# White space, one line break and comments may come between a macro and its arguments; an empty line may not.
_GAP = re.compile(r"(?:[ \t]++|%[^\r\n]*+(?:\r\n|\r|\n)|(?:\r\n|\r|\n)(?![ \t]*+[\r\n]))*+")
_KEYS = re.compile(r"[^\s,{}\\]{1,400}(?:\s*,\s*[^\s,{}\\]{1,400})*+,?\Z")
_COMMENT = re.compile(r"%[^\r\n]*+[\r\n]*+")
# Macros of the common packages: the braces hold keys, however odd they look.
KNOWN_CITES = read_words("""cite citep citet citealp citealt citeauthor citeyear citeyearpar Citet Citep Citeauthor
    Citealt Citealp parencite textcite autocite footcite footfullcite smartcite supercite fullcite footcitetext
    citetitle citedate citeurl nocite Cite Parencite Textcite Autocite Footcite Smartcite onlinecite citenum notecite
    pnotecite fnotecite""")

_DEFINITION = re.compile(
    r"""\\(?: (?:(?:re|provide)?newcommand|(?:re)?newrobustcmd|DeclareRobustCommand)\*?
            \s{0,9}\{?\\(?P<name>[A-Za-z]{1,40})\}?\s{0,9}(?:\[(?P<count>\d)\])?\s{0,9}(?P<default>\[[^\[\]\r\n]{0,100}\])?
        | [gex]?def\s{0,9}\\(?P<defined>[A-Za-z]{1,40})(?P<numbers>(?:\#\d){0,9})
        | (?:New|Renew|Provide|Declare)(?:Expandable)?DocumentCommand\s{0,9}\{?\\(?P<document>[A-Za-z]{1,40})\}?
            \s{0,9}\{(?P<kinds>(?:[^{}]|\{[^{}]{0,60}\}){0,100})\}
      )\s{0,9}(?P<body>\{)
      | \\let\s{0,9}\\(?P<other>[A-Za-z]{1,40})\s{0,9}=?\s{0,9}\\(?P<same>[A-Za-z]{1,40})""",
    re.VERBOSE,
)
_KIND = re.compile(r"\s|[+!]|(?P<kind>[mos])|(?P<filled>O)\{[^{}]*\}|(?P<unknown>.)", re.DOTALL)
_CALL = re.compile(r"\\(?P<macro>[A-Za-z]{1,40})\*?(?P<notes>(?:\[[^\[\]]{0,200}\]){0,2})\{(?P<keys>[^{}]{0,200})\}")
_MACRO = re.compile(r"\\([A-Za-z]{1,40})")
_NOTE = re.compile(r"\[([^\[\]]*)\]")
_ARGUMENT = re.compile(r"#(\d)")
_ARGUMENTS = re.compile(r"\s{0,9}#\d(?:\s{0,9},\s{0,9}#\d){0,8}\s{0,9}")
_DEFINITIONS = 2000  # in one document
_BODY = 2000  # characters of a body


@dataclass(frozen=True, slots=True)
class _Call:
    """A citation in the body of a definition."""

    macro: str
    notes: tuple[str, ...]
    keys: int  # the argument with the keys


@dataclass(frozen=True, slots=True)
class OwnMacro:
    """A macro that cites its argument; without calls it is another name of `macro`."""

    macro: str
    arguments: str = ""  # one letter each: m in braces, o in brackets, s a star
    calls: tuple[_Call, ...] = ()

    def read_call(self, text: str, macro: Span, pairs: Mapping[int, int]) -> list[Mark]:
        """Return a mark per citation of one use, in the order of the arguments; none where arguments are missing."""
        at, given = macro.end, []
        for kind in self.arguments:
            at = skip_gap(text, at)
            opener = {"m": "{", "o": "["}.get(kind)
            if opener and text[at : at + 1] == opener and at in pairs:
                given.append(Span(at + 1, pairs[at]))
                at = pairs[at] + 1
            elif kind == "m":
                return []
            else:
                given.append(Span(at, at))
        marks: list[Mark] = []
        for call in sorted(self.calls, key=lambda each: each.keys):
            keys = given[call.keys - 1]
            target = clean_keys(keys.of(text), known=call.macro in KNOWN_CITES)
            start = marks[-1].span.end if marks else macro.start
            if target and keys.start > start:
                notes = [_fill(note, text, given) for note in call.notes]
                marks.append(Mark("cite", Span(start, keys.end + 1), target, keys, call_parts(call.macro, notes)))
        if marks:  # arguments after the last keys belong to it
            marks[-1] = replace(marks[-1], span=Span(marks[-1].span.start, at))
        return marks


def _fill(note: str, text: str, given: Sequence[Span]) -> str:
    """Return a note of a definition with the arguments of a use in it."""
    arguments = {str(number): span.of(text) for number, span in enumerate(given, 1)}
    return _ARGUMENT.sub(lambda number: arguments.get(number[1], ""), note).strip()


def find_own_macros(text: str, pairs: Mapping[int, int], opaque: Sequence[Span]) -> dict[str, OwnMacro | None]:
    """Return the macros of the document that cite, and None for those that are named like one and do not."""
    found: dict[str, OwnMacro | None] = {}
    for definition in islice(_DEFINITION.finditer(text), _DEFINITIONS):
        name = definition["name"] or definition["defined"] or definition["document"] or definition["other"]
        if name in KNOWN_CITES or is_inside(definition.start(), opaque):
            continue
        if definition["same"]:
            own = OwnMacro(definition["same"]) if _cites(definition["same"], found) else None
        else:
            start = definition.start("body")
            own = _read_body(text[start + 1 : pairs.get(start, start)][:_BODY], _list_arguments(definition), found)
        if own or is_cite(name):
            found[name] = own
    return found


def _cites(name: str, known: Mapping[str, OwnMacro | None]) -> bool:
    return known[name] is not None if name in known else is_cite(name)


def _list_arguments(definition: re.Match[str]) -> str | None:
    """Return the kinds of the arguments, or None if they are of a kind that is not read."""
    if definition["kinds"] is not None:
        kinds = list(_KIND.finditer(definition["kinds"]))
        letters = "".join(each["kind"] or "o" * bool(each["filled"]) for each in kinds)
        return None if any(each["unknown"] for each in kinds) else letters
    if definition["numbers"] is not None:
        return "m" * (len(definition["numbers"]) // 2)
    count = int(definition["count"] or 0)
    return "o" + "m" * (count - 1) if definition["default"] and count else "m" * count


def _read_body(body: str, arguments: str | None, known: Mapping[str, OwnMacro | None]) -> OwnMacro | None:
    """Return what a definition cites, or None if it cites nothing, or always the same work."""
    cites = [each[1] for each in _MACRO.finditer(body) if _cites(each[1], known)]
    if not cites:
        return None
    calls = tuple(_find_calls(body, known))
    if not calls:  # the arguments that follow are handed on: \newcommand{\pc}{\parencite}
        return OwnMacro(cites[0])
    is_read = arguments is not None and all(0 < call.keys <= len(arguments) for call in calls)
    return OwnMacro(calls[0].macro, arguments or "", calls) if is_read else None


def _find_calls(body: str, known: Mapping[str, OwnMacro | None]) -> Iterator[_Call]:
    r"""Yield the citations of arguments; `\cite{lit:#1}` and fixed keys have the number 0."""
    seen: set[int] = set()
    for call in _CALL.finditer(body):
        numbers = _ARGUMENT.findall(call["keys"]) if _ARGUMENTS.fullmatch(call["keys"]) else ["0"]
        for number in map(int, numbers if _cites(call["macro"], known) else ()):
            if number not in seen:  # \citeauthor{#1} (\citeyear{#1}) cites once
                seen.add(number)
                yield _Call(call["macro"], tuple(_NOTE.findall(call["notes"])), number)


def skip_gap(text: str, at: int) -> int:
    """Return the offset after the white space that may come between a macro and its arguments."""
    found = _GAP.match(text, at)
    return found.end() if found else at


def clean_keys(keys: str, *, known: bool) -> str:
    """Return the keys, separated by commas; empty where the text in the braces is none."""
    bare = _COMMENT.sub("", keys).strip()
    if "#" in bare or not (_KEYS.match(bare) or (known and "\\" not in bare)):
        return ""
    return ",".join(key for piece in bare.split(",") if (key := piece.strip()))


def call_parts(name: str, notes: list[str]) -> dict[str, str]:
    """Name the parts of a call: one note comes after the citation, two come around it."""
    parts = {"macro": name.removesuffix("*")}
    if name.endswith("*"):
        parts["star"] = "*"
    pre, post = ("", *notes)[-2:] if notes else ("", "")
    return parts | {key: note for key, note in (("pre", pre), ("post", post)) if note}
