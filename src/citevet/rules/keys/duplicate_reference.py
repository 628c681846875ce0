"""KEY004."""

from collections.abc import Iterator
from re import compile as pattern
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Reference, Safety, Severity
from citevet.rules.keys.entries import chapter, headings, own
from citevet.rules.keys.names import family, folded

_SAME_WORK = frozenset({"doi", "arxiv", "pmid"})  # chapters of one book share its ISBN
_LABEL = pattern(r"^\W{0,4}\d{1,4}\W{1,4}")
_SENTENCE = 30  # letters and digits from which two entries with the same words are one
_TITLE = 16  # letters; shorter titles ("Introduction", "Annual report") name many works


class DuplicateReference:
    """Two entries of the list are the same work.

    ## What it means
    Two entries with different keys have the same DOI, arXiv id or PMID, or the same title and year with the same
    first author.

    ## Why it matters
    The work is counted twice, and citations of the same source look like citations of two.

    ## Example
    ```markdown
    [1] Kim, H. (2019). On effects. doi:10.1000/182
    [2] Kim, Hana. On Effects, 2019. https://doi.org/10.1000/182
    ```

    ## How to mend it
    Keep one entry and point all citations to it.

    ## What we cannot see
    A preprint and its published version with different identifiers and titles. Lists of different chapters and
    footnotes are not compared: each may name the same work again.
    """

    name: ClassVar[str] = "duplicate-reference"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        starts = headings(evidence.extraction)
        first: dict[tuple[int, str, str], Reference] = {}
        for reference in own(evidence.extraction):
            if reference.origin not in {"list", "file"} or reference.back:
                continue
            part = chapter(reference, starts)
            same = [first.setdefault((part, *name), reference) for name in _names(reference)]
            known = next((each for each in same if each is not reference), None)
            # The same key twice has a rule of its own.
            if known and (known.key != reference.key or not known.key):
                message = f"{_label(reference)} is the same work as {_label(known)}"
                yield Fault(reference.span, message, reference=reference)


def _names(reference: Reference) -> Iterator[tuple[str, str]]:
    """Yield what the entry shares with no other work."""
    for identifier in reference.identifiers:
        if identifier.kind in _SAME_WORK and identifier.fault is None:
            yield identifier.kind, identifier.normal.casefold()
    title = folded(reference.title or "")
    if len(title) >= _TITLE and reference.year:
        yield "title", f"{title} {reference.year[:4]} {family(reference.authors[0]) if reference.authors else ''}"
    words = folded(_LABEL.sub("", reference.text))
    if reference.origin == "list" and len(words) >= _SENTENCE:
        yield "words", words


def _label(reference: Reference) -> str:
    return f"[{reference.key}]" if reference.key else f'"{reference.title or reference.text[:60]}"'
