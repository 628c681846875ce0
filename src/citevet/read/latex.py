"""LaTeX by a hand-made scan: broken input is read like any other, and no offset is lost."""

from bisect import bisect_right
from collections.abc import Iterator
from re import VERBOSE
from re import compile as pattern

from citevet.model import Document, Region, Span
from citevet.read.latex_bbl import entries
from citevet.read.latex_survey import Survey, survey
from citevet.read.latex_walk import walk
from citevet.read.layers import layered

_ALIAS = pattern(
    r"""\\(?:re|provide)?newcommand\*?\s{0,9}\{?\\(?P<alias>[A-Za-z]{1,40})\}?\s{0,9}\[1\]\s{0,9}
    \{\s{0,9}\\(?P<macro>[A-Za-z]{0,40}cite[a-z]{0,20})\*?(?:\[[^\]\r\n]{0,100}\]){0,2}\{\#1\}\s{0,9}\}""",
    VERBOSE,
)
_COMPANION = pattern(
    r"""\\(?P<macro>bibliography|addbibresource|addglobalbib|addsectionbib|input|include|subfile)
    (?:\[[^\]\r\n]{0,200}\])?\s{0,9}(?:\{(?P<names>[^{}\\]{1,2000})\}|(?<=\s)(?P<bare>[\w./-]{1,200}))
    | \\(?:sub)?(?:import|inputfrom|includefrom)\*?\{(?P<folder>[^{}\\]{1,400})\}\s{0,9}\{(?P<file>[^{}\\]{1,400})\}""",
    VERBOSE,
)
_TEX_NAME = pattern(r".*\.(?:tex|ltx|txt|pdf_tex|pgf|tikz|bbl|sty|cls|def|latex)\Z")


def read(text: str, path: str) -> Document:
    """Read LaTeX, or the .bbl file that BibTeX or Biber made of a bibliography."""
    found = survey(text)
    if "\\endentry" in text and "\\entry{" in text:
        return Document(path, "latex", text, regions=tuple(found.regions), marks=tuple(entries(text, found.pairs)))
    state = walk(text, found, dict(_aliases(text)))
    hidden = [*_outside(text, found), *state.regions]
    return Document(
        path,
        "latex",
        text,
        blocks=tuple(state.blocks.done),
        regions=tuple(layered(found.regions, hidden, len(text))),
        marks=tuple(sorted(state.marks, key=lambda mark: (mark.span.start, -mark.span.end))),
        metadata=_companions(text, found.regions),
        notes=tuple(found.notes),
    )


def _aliases(text: str) -> Iterator[tuple[str, str]]:
    return ((found["alias"], found["macro"]) for found in _ALIAS.finditer(text))


def _outside(text: str, found: Survey) -> Iterator[Region]:
    """Yield the preamble, and what stands after the end."""
    if found.start:
        yield Region("metadata", Span(0, found.start))
    if found.end < len(text):
        yield Region("metadata", Span(found.end, len(text)))


def _companions(text: str, opaque: list[Region]) -> dict[str, list[str]]:
    """Name the files that the document pulls in, as it names them."""
    named: dict[str, list[str]] = {"bibliography": [], "inputs": []}
    for found in _COMPANION.finditer(text):
        index = bisect_right(opaque, found.start(), key=lambda region: region.span.start) - 1
        if index >= 0 and found.start() < opaque[index].span.end:
            continue
        bibliography = (found["macro"] or "").endswith(("bibliography", "resource", "bib"))
        if found["folder"]:
            names = [found["folder"].strip().rstrip("/") + "/" + found["file"].strip()]
        else:
            names = (found["names"] or found["bare"]).split(",") if bibliography else [found["names"] or found["bare"]]
        for name in (_suffixed(name.strip(), "bib" if bibliography else "tex") for name in names if name.strip()):
            named["bibliography" if name.endswith((".bib", ".bbl")) else "inputs"].append(name)
    return {kind: list(dict.fromkeys(names)) for kind, names in named.items() if names}


def _suffixed(name: str, suffix: str) -> str:
    known = name.endswith((".bib", ".bbl")) if suffix == "bib" else _TEX_NAME.match(name) is not None
    return name if known else f"{name}.{suffix}"
