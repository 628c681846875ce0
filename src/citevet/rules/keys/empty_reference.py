"""KEY012."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Reference, Safety, Severity
from citevet.rules.keys.entries import content, own

_NOTHING = frozenset({"", "tbd", "tba", "todo", "xxx", "na", "missing", "source", "reference", "출처", "미정"})


class EmptyReference:
    """An entry or footnote has no content.

    ## What it means
    The label is there, and after it nothing, or only a word that stands for nothing yet (TBD, TODO, 미정).

    ## Why it matters
    A citation of this entry looks like a sourced claim and is none.

    ## Example
    ```markdown
    The effect is small.[^1]

    [^1]: TBD
    ```

    ## How to mend it
    Write the entry, or remove it together with its citations.

    ## What we cannot see
    Entries with words that name no source, such as a remark.
    """

    name: ClassVar[str] = "empty-reference"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for reference in own(evidence.extraction):
            if _empty(reference):
                yield Fault(reference.span, f"entry [{reference.key}] has no content", reference=reference)


def _empty(reference: Reference) -> bool:
    if reference.identifiers:
        return False
    if reference.origin == "file":
        return not (reference.title or reference.authors or reference.year)
    return "".join(each for each in content(reference).casefold() if each.isalnum()) in _NOTHING
