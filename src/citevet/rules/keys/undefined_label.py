"""KEY019: cross-references of a document to figures, tables and sections that it does not have."""

from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Document, Span
from citevet.model.document import is_inside
from citevet.patterns import lazy_pattern
from citevet.rules.keys.reference_list import find_nearest_key
from citevet.tables import read_words

# Macros that take labels. LaTeX2e: ref, pageref; amsmath: eqref; hyperref: autoref, autopageref, nameref, hyperref[…];
# cleveref: cref and its kin; varioref: vref and its kin; subcaption: subref; zref-clever: zcref.
_REF_MACROS = read_words("""ref pageref eqref autoref Autoref autopageref nameref Nameref cref Cref cpageref Cpageref
    namecref nameCref labelcref crefrange Crefrange vref Vref vpageref vrefrange fullref subref zcref""")
_MACRO = lazy_pattern(r"\\([A-Za-z]{3,14})\*?(?:\[[^\[\]]{0,60}\])?\{([^{}\\#]{1,300})\}(?:\{([^{}\\#]{1,100})\})?")
_HYPERREF = lazy_pattern(r"\\hyperref\[([^\[\]\\#]{1,100})\]")
_LATEX_LABEL = lazy_pattern(
    r"\\[a-zA-Z]{0,12}label\s{0,3}(?:\[[^\[\]]{0,60}\])?\{([^{}]{1,200})\}|\blabel\s{0,3}=\s{0,3}\{?([^\s,\]{}]{1,200})"
)
# What makes labels that are not written as such, or takes them from another document.
_LATEX_UNKNOWN = lazy_pattern(r"\\(?:z?externaldocument|newtcbtheorem|newtcolorbox|NewTColorBox|tikzexternalize)\b")
_PART = lazy_pattern(r"\\documentclass\s{0,3}(?:\[[^\]]{0,200}\])?\s{0,3}\{(?:subfiles|standalone)\}")
_MAIN = lazy_pattern(r"\\begin\s{0,3}\{document\}")
# Quarto: the prefixes of its cross-references (quarto.org, "Cross References"), and where it takes labels from.
_QUARTO_PREFIXES = read_words("fig tbl lst sec eq thm lem cor prp cnj def exm exr sol rem nte tip wrn imp cau")
_QUARTO_REF = lazy_pattern(r"(?<![\w@/.`\\{])@([a-z]{2,3})-([A-Za-z0-9](?:[\w.:-]{0,80}\w)?)")
_QUARTO_LABEL = lazy_pattern(
    r"(?:#|\blabel\s{0,3}[:=]\s{0,3}[\"']?|\{[a-z]{1,12}[ ,]{1,3}|\bid\s{0,3}=\s{0,3}[\"'])([a-z]{2,3}-[\w.:-]{1,80})"
)
_QUARTO_UNKNOWN = lazy_pattern(
    r"\{\{<\s{0,3}(?:include|embed|notebook)|\bchild\s{0,3}[:=]|!expr|knit_child|output:\s{0,3}asis|results\s{0,3}="
)
_MOST = 5  # labels that are missing beside fewer that are there: they are made in a way that is not known
_HIDDEN = frozenset({"code", "comment", "metadata"})
_Named = tuple[Span, str]  # where a label is named, and the label


def find_undefined_label(evidence: Evidence) -> Iterator[Fault]:
    r"""A cross-reference names a label that the document does not have.

    ## Meaning
    `\ref{fig:map}`, `\autoref`, `\cref` or another macro names a label that neither the document nor the files that
    it includes define. Or `@fig-map` in Quarto has no figure `#fig-map`.

    ## Why it matters
    The reader sees `??`, or a figure that does not exist. Figures of invented results are cited like this.

    ## Example
    ```latex
    \documentclass{article}\begin{document}
    Trees cool streets (Figure~\ref{fig:map}).
    \end{document}
    ```

    ## How to fix it
    Add the label to the figure, or correct the name. The message has the nearest label.

    ## Limitations
    Only the file with `\begin{document}` is checked, and Quarto documents that are not chapters of a book. A document
    is left out where labels may come from elsewhere: another document, a macro that makes them, an include or code that
    writes text, or a file that is missing. So is one that lacks more labels than it has, from six on.
    """
    document = evidence.extraction.document
    if document.format == "latex":
        named, labels = _read_latex(document)
    elif document.format == "markdown" and document.path.lower().endswith(".qmd"):
        named, labels = _read_quarto(document)
    else:
        return
    hidden = sorted(each.span for each in document.regions if each.kind in _HIDDEN)
    lost = [(span, label) for span, label in named if label not in labels and not is_inside(span.start, hidden)]
    if len({label for _, label in lost}) > max(_MOST, len(labels)):
        return
    for span, label in lost:
        near = find_nearest_key(label, sorted(labels))
        meant = f' (did you mean "{near}"?)' if near else ""
        yield Fault(span, f'unknown label "{label}"{meant}', label)


def _read_latex(document: Document) -> tuple[list[_Named], set[str]]:
    """Return the labels that a main file names, and those that it and its parts define; nothing if some are unknown."""
    texts = [document.text, *(part.text for part in document.includes)]
    is_open = document.metadata.get("missing_inputs") or any(_LATEX_UNKNOWN.search(text) for text in texts)
    is_part = document.is_part or _PART.search(document.text)  # a subfile has its labels in the main file
    if is_open or is_part or not _MAIN.search(document.text):
        return [], set()
    labels = {found[1] or found[2] for text in texts for found in _LATEX_LABEL.finditer(text)}
    if any("#" in label or "\\" in label for label in labels):
        return [], set()
    named = [
        (Span(*found.span()), label.strip())
        for found in _MACRO.finditer(document.text)
        if found[1] in _REF_MACROS
        for label in f"{found[2]},{found[3] if found[1].endswith('range') else ''}".split(",")
        if label.strip()
    ]
    named += [(Span(*found.span()), found[1].strip()) for found in _HYPERREF.finditer(document.text)]
    return named, {label.strip() for label in labels}


def _read_quarto(document: Document) -> tuple[list[_Named], set[str]]:
    """Return the labels that a document of Quarto names and defines; nothing if some are unknown."""
    if _QUARTO_UNKNOWN.search(document.text) or document.metadata.get("shares_labels"):
        return [], set()
    labels = set(_QUARTO_LABEL.findall(document.text))
    found = (one for one in _QUARTO_REF.finditer(document.text) if one[1] in _QUARTO_PREFIXES)
    return [(Span(*one.span()), f"{one[1]}-{one[2]}") for one in found], labels
