"""LNK005 to LNK007: links to files, pictures and anchors that are not there."""

from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Edit, FaultyLink, Fix, LinkFaultKind, Safety, Span


def find_missing_linked_file(evidence: Evidence) -> Iterator[Fault]:
    """A link leads to a file that does not exist.

    ## Meaning
    The target is a path, relative to the document or to a root of its site, and there is no such file. A page without
    its ending, a folder with a start page, and the source of a page (`setup.md` for `setup.html`) count as files.

    ## Why it matters
    The file was renamed, moved, or never added, and readers get an error.

    ## Example
    ```markdown
    Start with the [guide](guides/instal.md).
    ```

    ## How to fix it
    Correct the path. If one file of the project has that name, the message gives its path, and `citevet fix
    --unsafe-fixes` writes it.

    ## Limitations
    In a site (MkDocs, Hugo, Docusaurus, Sphinx, Jekyll, VitePress, Quarto …) only paths with the ending of a source
    file are reported: a generator may make any other page. Files that git ignores count as made by a build.
    """
    yield from _report(evidence, "file", "no such file")


def find_missing_image(evidence: Evidence) -> Iterator[Fault]:
    """A picture does not exist.

    ## Meaning
    The address of a picture is a path, and there is no such file.

    ## Why it matters
    Readers see an empty frame.

    ## Example
    ```markdown
    ![Trees by ward](images/tree.png)
    ```

    ## How to fix it
    Correct the path, or add the picture. If one file of the project has that name, `citevet fix --unsafe-fixes` writes
    its path.

    ## Limitations
    As for LNK005.
    """
    yield from _report(evidence, "image", "no such picture")


def find_missing_anchor(evidence: Evidence) -> Iterator[Fault]:
    """A link leads to a place that its page does not have.

    ## Meaning
    The part after `#` is no heading, label, id or name of the page. Anchors of headings are made as by the renderer of
    the project: GitHub, GitLab, MyST, Sphinx, Hugo, Quarto, MkDocs, Jekyll, VitePress, Docusaurus or Jupyter.

    ## Why it matters
    Readers land at the top of the page, and search for what you meant.

    ## Example
    ```markdown
    See [the results](#result), which are below the heading "Results".
    ```

    ## How to fix it
    Correct the anchor. If a similar one exists, `citevet fix --unsafe-fixes` writes it.

    ## Limitations
    A page with templates, includes or components may have more anchors than its file shows, and is not checked.
    """
    yield from _report(evidence, "anchor", "no such anchor")


def _report(evidence: Evidence, kind: LinkFaultKind, what: str) -> Iterator[Fault]:
    cited = {citation.span for citation in evidence.extraction.citations}
    for each in evidence.links:
        if each.fault.kind == kind and each.link.span not in cited:
            hint = f' (did you mean "{each.fault.suggestion}"?)' if each.fault.suggestion else ""
            shown = f"#{each.fault.missing}" if kind == "anchor" else each.fault.missing
            yield Fault(
                each.link.span,
                f"{what}: {shown}{hint}",
                about=each.link.target,
                fix=_make_fix(evidence, each),
                is_doubtful=each.fault.is_doubtful or _is_filled_in(evidence, each),
            )


def _is_filled_in(evidence: Evidence, faulty: FaultyLink) -> bool:
    """Return whether a link has no words: a generator fills in its target, perhaps of another file."""
    written = evidence.extraction.document.slice(faulty.link.span)
    return faulty.fault.kind == "anchor" and written.startswith("[](#")


def _make_fix(evidence: Evidence, faulty: FaultyLink) -> Fix | None:
    new, old, span = faulty.fault.suggestion, faulty.link.target, faulty.link.span
    at = evidence.extraction.document.text.rfind(old, span.start, span.end)  # the target is after the words
    if not new or at < 0:
        return None
    return Fix(Safety.ASK, f"write {new}", (Edit(Span(at, at + len(old)), new),))
