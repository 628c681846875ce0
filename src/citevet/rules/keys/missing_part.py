"""KEY020: files that a document names and that are not there."""

from collections.abc import Iterator

from citevet.contracts import Evidence, Fault

_SAID = {"include": 'included file "{}" does not exist', "style": 'citation style "{}" does not exist'}


def find_missing_part(evidence: Evidence) -> Iterator[Fault]:
    """The document names a file that does not exist.

    ## Meaning
    The document includes a file, as in `{{< include _methods.qmd >}}`, `.. include:: methods.rst` or
    `include::methods.adoc[]`, or its front matter names a citation style, `csl: nature.csl`. The file is neither in the
    folder of the document nor in one above it in the project.

    ## Why it matters
    The text of a missing part was not checked, and a document without its style does not build.

    ## Example
    ```markdown
    ---
    csl: nature.csl
    ---
    Foam cools slowly [@kim2019].
    ```
    There is no `nature.csl`.

    ## How to fix it
    Correct the name or add the file.

    ## Limitations
    Paths with variables, absolute paths and addresses are left out. A style without an ending, and one that pandoc has
    in its own folder, are not known. A part of LaTeX or Typst that is missing is an input that could not be read.
    """
    for span, name, kind in evidence.extraction.document.metadata.get("missing_files", ()):
        yield Fault(span, _SAID[kind].format(name), name)
