"""KEY015: the text cites by key, but the document names no bibliography."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Extraction, Severity

_NAMED_BY = ("bibliography", "references")  # keys of the front matter


class UnnamedBibliography:
    """The text cites by key, but the document names no bibliography.

    ## Meaning
    A Markdown document has keys such as [@kim2019], but no bibliography file in its front matter and no list of its
    own. The keys cannot be looked up. The finding is reported once, at the first key.

    ## Why it matters
    Nothing is known about the cited works. Without this finding, every key would seem to be defined.

    ## Example
    ```markdown
    Foam cools slowly [@kim2019].
    ```

    ## How to fix it
    Name the file in the front matter: `bibliography: refs.bib`.

    ## Limitations
    A bibliography given on the pandoc command line, or in the settings of a book or site, is not seen. It may have
    every key, so this is only a note.
    """

    name: ClassVar[str] = "unnamed-bibliography"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        keyed = [each for each in evidence.extraction.citations if each.kind == "key"]
        if keyed and document.format == "markdown" and not _has_list(evidence.extraction):
            yield Fault(keyed[0].span, _describe(keyed), "keys", citation=keyed[0])


def _has_list(extraction: Extraction) -> bool:
    is_named = any(extraction.document.metadata.get(key) for key in _NAMED_BY)
    return is_named or any(each.origin in {"list", "file"} for each in extraction.references)


def _describe(keyed: list[Citation]) -> str:
    keys = {citation.normal for citation in keyed}
    more = f" and {len(keys) - 1} more" if len(keys) > 1 else ""
    return f'no bibliography to look up "{keyed[0].normal}"{more}'
