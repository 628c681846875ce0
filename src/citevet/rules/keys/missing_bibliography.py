"""KEY008."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Document, Safety, Severity, Span


class MissingBibliography:
    r"""The document names a bibliography file that could not be read.

    ## What it means
    The front matter, `\bibliography` or `\addbibresource` names a file, and there is none at that place, or it cannot
    be read.

    ## Why it matters
    None of the keys can be looked up. Without this finding the run would look as if all were defined.

    ## Example
    ```markdown
    ---
    bibliography: refs.bib
    ---
    It holds [@kim2019].
    ```
    and there is no `refs.bib` beside the document.

    ## How to mend it
    Correct the name, or add the file. Paths are taken from the document's folder.

    ## What we cannot see
    Files that only the build knows: search paths, generated bibliographies.
    """

    name: ClassVar[str] = "missing-bibliography"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        for name in document.metadata.get("missing_bibliography", ()):
            yield Fault(_place(document, str(name)), _message(document, str(name)), str(name))


def _message(document: Document, name: str) -> str:
    """Say where the file was looked for: a name counts from the document's folder, not from where people stand."""
    at = PurePath(document.path).parent / name
    return f"the bibliography {name} could not be read; it was looked for at {at.as_posix()}"


def _place(document: Document, name: str) -> Span:
    """Return where the document names the file; LaTeX leaves the ending out."""
    for written in (name, PurePath(name).name, PurePath(name).stem):
        at = document.text.find(written) if written else -1
        if at >= 0:
            return Span(at, at + len(written))
    return Span(0, 0)
