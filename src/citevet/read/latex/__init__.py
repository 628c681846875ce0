"""LaTeX, read by our own scanner: broken input is read like any other, and every offset is kept."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from citevet.model import Document, Region, Span
from citevet.model.document import is_inside
from citevet.read.bibtex import find_bbl_entries
from citevet.read.latex.survey import survey_latex
from citevet.read.latex.walk import walk
from citevet.read.regions import merge_regions

_COMPANION = re.compile(
    r"""\\(?P<macro>bibliography|addbibresource|addglobalbib|addsectionbib|input|include|subfile)
    (?:\[[^\]\r\n]{0,200}\])?\s{0,9}(?:\{(?P<names>[^{}\\#]{1,2000})\}|(?<=\s)(?P<bare>[\w./-]{1,200}))
    | \\(?P<below>sub)?(?:import|inputfrom|includefrom)\*?
      \{(?P<folder>[^{}\\#]{1,400})\}\s{0,9}\{(?P<file>[^{}\\#]{1,400})\}""",
    re.VERBOSE,
)
_COMMENT = re.compile(r"(?<!\\)%.*")
_DELETED = re.compile(r"\\DIFdelbegin\b.*?\\DIFdelend\b", re.DOTALL)  # what latexdiff shows as struck out
_PACKAGES = re.compile(
    r"\\(?P<kind>usepackage|RequirePackage|documentclass|LoadClass)\s{0,9}(?:\[[^\]]{0,1000}\])?\s{0,9}"
    r"\{(?P<names>[\w\s,./-]{1,500})\}"
)
_OWN_LIST = re.compile(r"\\[A-Za-z]{1,30}bibliography\s{0,9}(?:\[[^\]\r\n]{0,200}\])?\{(?P<names>[^{}\\#]{1,2000})\}")
_DATE = re.compile(r"\\date\s{0,9}\{([^{}\\]{4,60})\}")
_TEX_NAME = re.compile(r".*\.(?:tex|ltx|txt|\w{2,8}_t(?:ex)?|pgf|tikz|bbl|sty|cls|def|latex)\Z")
# Of fonts, sizes and languages, often part of TeX itself.
_SETTINGS = re.compile(r".*\.(?:clo|cfg|ldf|fd|enc)\Z|glyphtounicode(?:-cmr)?(?:\.tex)?\Z")


def read(text: str, path: str, *, flags: Mapping[str, bool | None] = MappingProxyType({})) -> Document:
    """Read LaTeX, or the .bbl file that BibTeX or Biber writes; `flags` are the conditions that the document sets."""
    found = survey_latex(text, flags)
    if "\\endentry" in text and "\\entry{" in text:
        return Document(
            path, "latex", text, regions=tuple(found.regions), marks=tuple(find_bbl_entries(text, found.pairs))
        )
    if deleted := [Span(*each.span()) for each in _DELETED.finditer(text)] if "\\DIFdelbegin" in text else []:
        kept = [region for region in found.regions if not is_inside(region.span.start, deleted)]
        found.regions[:] = sorted([*kept, *(Region("comment", span) for span in deleted)], key=lambda each: each.span)
    state = walk(text, found)
    outside = (Span(0, found.start), Span(found.end, len(text)))  # the preamble, and the text after the end
    opaque = [region.span for region in found.regions]
    date = next((each for each in _DATE.finditer(text) if not is_inside(each.start(), opaque)), None)
    hidden = [*(Region("metadata", span) for span in outside if len(span)), *state.regions]
    return Document(
        path,
        "latex",
        text,
        blocks=tuple(state.blocks.done),
        regions=tuple(merge_regions(found.regions, hidden, len(text))),
        marks=tuple(sorted(state.marks, key=lambda mark: (mark.span.start, -mark.span.end))),
        metadata={
            **_named_files(text[: found.end], opaque),
            **({"date": date[1].strip()} if date else {}),  # of the title page, if it is written out
            **({"conditional": [[span.start, span.end] for span in found.unknown]} if found.unknown else {}),
        },
        notes=tuple(found.notes),
    )


def _named_files(text: str, opaque: list[Span]) -> dict[str, Any]:
    """Return the bibliography and input files, as the document names them; #1 is the argument of a macro.

    Parts that are imported have their folder in `folders`, a subimport one that starts from the file itself.
    """
    named: dict[str, list[str]] = {"bibliography": [], "inputs": []}
    folders: dict[str, tuple[str, bool]] = {}
    for found in _COMPANION.finditer(text):
        if is_inside(found.start(), opaque):
            continue
        bibliography = (found["macro"] or "").endswith(("bibliography", "resource", "bib"))
        if found["folder"]:
            names = [found["folder"].strip().rstrip("/") + "/" + found["file"].strip()]
        else:
            written = _COMMENT.sub("", found["names"] or found["bare"])
            names = written.split(",") if bibliography else [written]
        names = [name.strip() for name in names if name.strip() and not _SETTINGS.match(name.strip())]
        for name in (_add_suffix(name, "bib" if bibliography else "tex") for name in names):
            named["bibliography" if name.endswith((".bib", ".bbl")) else "inputs"].append(name)
            if found["folder"]:
                folders[name] = found["folder"].strip(), bool(found["below"])
    if not named["bibliography"]:  # a package or class of the author may name it, or define how it is named
        packages = (found for found in _PACKAGES.finditer(text) if not is_inside(found.start(), opaque))
        lists = (found for found in _OWN_LIST.finditer(text) if not is_inside(found.start(), opaque))
        named["imports"] = [name for found in packages for name in _list_packages(found)]
        named["imports"] += [_add_suffix(name.strip(), "bib") for found in lists for name in found["names"].split(",")]
    listed = {kind: list(dict.fromkeys(names)) for kind, names in named.items() if names}
    return {**listed, **({"folders": folders} if folders else {})}


def _list_packages(found: re.Match[str]) -> list[str]:
    suffix = "cls" if found["kind"].endswith("lass") else "sty"
    return [f"{name.strip()}.{suffix}" for name in found["names"].split(",") if name.strip()]


def _add_suffix(name: str, suffix: str) -> str:
    known = name.endswith((".bib", ".bbl")) if suffix == "bib" else _TEX_NAME.match(name) is not None
    return name if known else f"{name}.{suffix}"
