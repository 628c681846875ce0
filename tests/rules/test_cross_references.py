"""Labels and files that a document names and does not have."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.rules.careful import find_problems

LATEX = r"""\documentclass{article}
\begin{document}
\section{One}\label{sec:one}
See Section~\ref{sec:one}. %s
\begin{figure}\caption{A}\label{fig:a}\end{figure}
\end{document}
"""
QUARTO = """---
title: A
---

See text. %s

![Cap](a.png){#fig-a}

## Sec {#sec-x}

```{r}
#| label: fig-plot
plot(1)
```
"""


@pytest.mark.parametrize(
    ("said", "label"),
    [
        (r"As in Figure~\ref{fig:b}.", r"\ref{fig:b}"),
        (r"See \autoref{fig:missing}.", r"\autoref{fig:missing}"),
        (r"See \cref{fig:a,tab:none}.", r"\cref{fig:a,tab:none}"),
        (r"See \eqref{eq:nope} and \pageref{sec:one}.", r"\eqref{eq:nope}"),
        (r"See \vref{sec:nine}.", r"\vref{sec:nine}"),
        (r"See \crefrange{fig:a}{fig:z}.", r"\crefrange{fig:a}{fig:z}"),
        (r"See \hyperref[fig:z]{the map}.", r"\hyperref[fig:z]"),
        (r"See \cref{fig:a,sec:one}.", None),
        (r"\newcommand{\myref}[1]{\ref{#1}}", None),
        ("% \\ref{fig:none}", None),
        (r"\verb|\ref{fig:none}|", None),
        (r"\externaldocument{supp} See \ref{supp:fig}.", None),
        (r"\newcommand{\pic}[1]{\label{fig:#1}} \pic{b} \ref{fig:b}", None),
        (r"\begin{lstlisting}[label={lst:a},caption=B]x\end{lstlisting} \ref{lst:a}", None),
        (r"\input{more} See \ref{fig:more}.", None),
    ],
)
def test_labels_of_latex(said: str, label: str | None, tmp_path: Path) -> None:
    """A macro names a label of the document or its parts, unless labels may come from elsewhere."""
    found = find_problems(tmp_path, LATEX % said, "paper.tex", {"more.tex": "\\section{M}\\label{fig:more}\n"})
    assert [f"KEY019 {label}"] * (label is not None) == found


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("See @fig-nope.", "@fig-nope"),
        ("See [@fig-b].", "@fig-b"),
        ("See @tbl-b and @fig-a.", "@tbl-b"),
        ("See @sec-none.", "@sec-none"),
        ("See -@fig-zz.", "@fig-zz"),
        ("See @eq-none.", "@eq-none"),
        ("See @fig-a, @sec-x and @fig-plot.", None),
        ("Write to me@fig-x.org.", None),
        ("Type `@fig-none`.", None),
        ("{{< embed other.ipynb#fig-b >}} See @fig-b.", None),
    ],
)
def test_labels_of_quarto(said: str, label: str | None, tmp_path: Path) -> None:
    """`@fig-map` needs a figure of that name in the document."""
    found = find_problems(tmp_path, QUARTO % said, "paper.qmd", {"a.png": ""})
    assert [f"KEY019 {label}"] * (label is not None) == found


def test_chapters_of_a_book_share_their_labels(tmp_path: Path) -> None:
    """A label may be in another chapter."""
    book = {"_quarto.yml": "project:\n  type: book\n", "a.png": ""}
    assert [] == find_problems(tmp_path, QUARTO % "See @sec-other.", "paper.qmd", book)


@pytest.mark.parametrize(
    ("name", "text", "files", "missing"),
    [
        ("a.qmd", "Text.\n\n{{< include _none.qmd >}}\n", {}, "_none.qmd"),
        ("a.md", "Text.\n\n```{include} none.md\n```\n", {}, "none.md"),
        ("a.rst", "Title\n=====\n\nText.\n\n.. include:: none.rst\n", {}, "none.rst"),
        ("a.adoc", "= Title\n\nText.\n\ninclude::none.adoc[]\n", {}, "none.adoc"),
        ("a.md", "---\ncsl: nature.csl\n---\nText.\n", {}, "nature.csl"),
        ("a.qmd", "---\ncsl: styles/apa.csl\n---\nText.\n", {}, "styles/apa.csl"),
        ("a.qmd", "Text.\n\n{{< include _there.qmd >}}\n", {"_there.qmd": "Hi."}, None),
        ("parts/a.qmd", "Text.\n\n{{< include _there.qmd >}}\n", {"_there.qmd": "Hi."}, None),
        ("a.qmd", "Write `{{< include x.qmd >}}` or\n\n```\n{{< include x.qmd >}}\n```\n", {}, None),
        ("a.adoc", "= Title\n\ninclude::{dir}/x.adoc[]\n\ninclude::y.adoc[opts=optional]\n", {}, None),
        ("a.md", "---\ncsl: https://www.zotero.org/styles/nature\n---\nText.\n", {}, None),
        ("a.md", "---\ncsl: apa\n---\nText.\n", {}, None),
        ("parts/a.md", "---\ncsl: ../apa.csl\n---\nText.\n", {"apa.csl": "<style/>"}, None),
        ("a.md", "---\ncsl: ../apa.csl\n---\nText.\n", {}, None),  # outside of the project
    ],
)
def test_named_files(name: str, text: str, files: Mapping[str, str], missing: str | None, tmp_path: Path) -> None:
    """An included file or a citation style must be there; what is computed or elsewhere is not known."""
    assert [f"KEY020 {missing}"] * (missing is not None) == find_problems(tmp_path, text, name, files)
