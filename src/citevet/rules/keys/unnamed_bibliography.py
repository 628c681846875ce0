"""KEY015."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Document, Extraction, Safety, Severity

_NAMED_BY = ("bibliography", "references")  # keys of the front matter


class UnnamedBibliography:
    """The text cites by key, and the document names no bibliography.

    ## What it means
    Keys such as [@kim2019] stand in a Markdown document, whose front matter names no bibliography file and which has
    no list of its own. None of the keys can be looked up. It is reported once, at the first key.

    ## Why it matters
    Nothing is known of the works behind the keys, right or wrong. Without this note the run would look as if all were
    defined.

    ## Example
    ```markdown
    Foam cools slowly [@kim2019].
    ```

    ## How to mend it
    Name the file in the front matter: `bibliography: refs.bib`.

    ## What we cannot see
    A bibliography that is given on the command line of pandoc or in the settings of a book or site. It may well have
    every key, so this is a note and no error.
    """

    name: ClassVar[str] = "unnamed-bibliography"
    severity: ClassVar[Severity] = Severity.INFO
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        keyed = [each for each in evidence.extraction.citations if each.kind == "key"]
        if keyed and document.format == "markdown" and not _has_list(evidence.extraction):
            yield Fault(keyed[0].span, _message(keyed), "keys", citation=keyed[0])


def _has_list(extraction: Extraction) -> bool:
    return _names_one(extraction.document) or any(each.origin in {"list", "file"} for each in extraction.references)


def _names_one(document: Document) -> bool:
    return any(document.metadata.get(key) for key in _NAMED_BY)


def _message(keyed: list[Citation]) -> str:
    keys = {citation.normal for citation in keyed}
    more = f" and {len(keys) - 1} more" if len(keys) > 1 else ""
    return f"`{keyed[0].normal}`{more} cannot be looked up: the document names no bibliography"
