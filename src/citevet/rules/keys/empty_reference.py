"""KEY012: an entry, footnote or citation has no content."""

import re
from collections.abc import Iterator
from typing import ClassVar
from unicodedata import category

from citevet.contracts import Evidence, Fault
from citevet.model import Reference, Severity, Span
from citevet.rules.generated import find_residue
from citevet.rules.keys.reference_list import is_commented_out, list_own_references, strip_label

_EMPTY_MACRO = re.compile(
    r"\\(?:no|foot|paren|text|auto|full|new)?[Cc]ite(?:p|t|alp|alt|author|year|yearpar)?\*?"
    r"(?:\[[^\[\]{}]{0,100}\]){0,2}\{[\s,]{0,20}\}"
)
_NOTE_BELOW = re.compile(r"[ \t]*(?:\r\n?|\n)(?:[ \t]*(?:\r\n?|\n))?[ \t]+\S")  # pandoc takes an indented paragraph
_NOTHING = frozenset({"", "tbd", "tba", "todo", "xxx", "na", "missing", "source", "reference", "출처", "미정"})


class EmptyReference:
    r"""An entry, footnote or citation has no content.

    ## Meaning
    The label is followed by nothing, or only by a placeholder such as TBD, TODO or 미정. Or a citation
    macro names no key: `\cite{}`.

    ## Why it matters
    A claim that cites this entry looks sourced but is not.

    ## Example
    ```markdown
    The effect is small.[^1]

    [^1]: TBD
    ```

    ## How to fix it
    Write the entry, or remove it and its citations.

    ## Limitations
    An entry that contains a remark instead of a source is not reported.
    """

    name: ClassVar[str] = "empty-reference"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        for reference in list_own_references(evidence.extraction):
            is_below = reference.origin == "footnote" and _NOTE_BELOW.match(document.text, reference.span.end)
            if _is_empty(reference) and not is_below and not is_commented_out(document, reference.span.start):
                yield Fault(reference.span, f"empty entry [{reference.key}]", reference=reference)
        for found in find_residue(document, _EMPTY_MACRO, examples=False) if document.format == "latex" else ():
            yield Fault(Span(*found.span()), f"empty citation {found[0]}", found[0])


def _is_empty(reference: Reference) -> bool:
    if reference.identifiers:
        return False
    if reference.origin == "file":
        return not (reference.title or reference.authors or reference.year or "://" in reference.text)
    text = strip_label(reference).casefold()
    is_sign = any(category(each) == "So" for each in text)  # a picture, such as an envelope, is content
    return not is_sign and "".join(each for each in text if each.isalnum()) in _NOTHING
