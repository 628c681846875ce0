"""KEY008: the document names a bibliography file that cannot be read."""

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Document, Severity, Span

_PLACEHOLDER = re.compile(r"[$<>{}\\]|%s")  # a template names the file later
_NAMING = r"(?:bibliography|bibresource)\w{0,20}[^\w{}]{0,40}(?:\[[^\[\]]{0,100}\])?\{?(?:[^{}\r\n]{0,500}[^\w{}])?"
_SHIPPED = frozenset(
    {"IEEEabrv.bib", "IEEEfull.bib", "IEEEexample.bib", "biblatex-examples.bib", "xampl.bib"}
)  # TeX finds its own files


class MissingBibliography:
    r"""The document names a bibliography file that cannot be read.

    ## Meaning
    The front matter, `\bibliography` or `\addbibresource` names a file that does not exist or cannot be read.

    ## Why it matters
    No key can be looked up. Without this finding, every key would seem to be defined.

    ## Example
    ```markdown
    ---
    bibliography: refs.bib
    ---
    It holds [@kim2019].
    ```
    There is no `refs.bib` in the folder of the document.

    ## How to fix it
    Correct the name or add the file. Paths are relative to the document's folder, or to one above it in the project.

    ## Limitations
    Search paths and generated bibliographies of a build system are not known.
    """

    name: ClassVar[str] = "missing-bibliography"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        for name in document.metadata.get("missing_bibliography", ()):
            if _PLACEHOLDER.search(str(name)) or PurePath(str(name)).name in _SHIPPED:
                continue
            yield Fault(_find_name(document, str(name)), _describe(document, str(name)), str(name))


def _describe(document: Document, name: str) -> str:
    """Say where the file was looked for: in the document's folder, not in the current one."""
    at = PurePath(document.path).parent / name
    return f'cannot read bibliography "{name}" (looked for it at {at.as_posix()})'


def _find_name(document: Document, name: str) -> Span:
    """Return where the document names the file, if possible after the word "bibliography"; LaTeX omits the ending."""
    comments = [region.span for region in document.regions if region.kind == "comment"]
    for before in (_NAMING, ""):
        for written in filter(None, (name, PurePath(name).name, PurePath(name).stem)):
            for found in re.finditer(rf"{before}(?<!\w)({re.escape(written)})(?!\w)", document.text):
                named = Span(*found.span(1))
                if not any(comment.holds(named) for comment in comments):
                    return named
    return Span(0, 0)
