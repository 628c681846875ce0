"""KEY014: an entry of a bibliography file cannot be parsed."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.keys.reference_list import is_commented_out

_COMMENT = re.compile(r"\n[ \t]{0,9}%")  # Biber skips such a line, and BibTeX does not
_LONGEST = 20_000  # characters of an entry


class UnreadableEntry:
    """An entry of a bibliography file cannot be parsed.

    ## Meaning
    The entry has a type and a key, but a brace or quotation mark is never closed, or the comma after the key is
    missing. The end of the entry is unknown. The entries around it are read.

    ## Why it matters
    BibTeX drops such an entry, often together with the next one. Citations of its key are printed as `[?]`.

    ## Example
    ```bibtex
    @article{kim2019, title={On effects, author={Kim, H.}, year={2019}}
    ```
    The brace of the title is not closed.

    ## How to fix it
    Close the brace or quotation mark, or add the comma. An editor that shows matching braces helps to find the place.

    ## Limitations
    Mistakes that leave the entry parseable, such as a missing comma after a field, and entries without a key are not
    reported. If no entry of a file can be parsed, the file is reported as a whole. An entry with a line that starts
    with `%` is a note: Biber reads it.
    """

    name: ClassVar[str] = "unreadable-entry"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        for mark in document.marks:
            if mark.kind == "broken-entry" and not is_commented_out(document, mark.span.start):
                message = f'cannot parse entry "{mark.target}" (missing brace, quotation mark or comma)'
                entry = document.text[mark.span.start : mark.span.start + _LONGEST].partition("\n@")[0]
                yield Fault(mark.span, message, mark.target, is_doubtful=_COMMENT.search(entry) is not None)
