"""KEY001."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Document, Extraction, Reference, Safety, Severity
from citevet.rules.keys.capitals import miscased
from citevet.rules.keys.entries import key, number

_GUESSES = 100  # a guess costs up to 10 ms on a list of 1,000 keys; later ones go without
_KEYS = 1000
_MEANT = "; did you mean `{}`?"


class UndefinedCitation:
    r"""A marker points to an entry that the document does not have.

    ## What it means
    A number, footnote label, citation key or reference name is used in the text, and the document's own list, notes or
    bibliography has no entry of that name. Keys and numbers are only held against a list that is there. Capitals count
    where they do for the tool: for pandoc, Biber and `\bibitem`; BibTeX ignores them, but takes one spelling in a
    document. An "Ibid.", "Ebd." or "a.a.O." before which nothing is cited, "Smith, op. cit." where Smith stands nowhere
    else, and "supra note 99" or "oben Fn. 99" in a document of three notes lead nowhere as well; so do notes that mean
    each other by their numbers, or themselves, and name no source.

    ## Why it matters
    The reader cannot find the source. In LaTeX and pandoc the output shows `[?]` or the bare key.

    ## Example
    ```markdown
    The effect is small [7].

    # References
    [1] Kim, H. (2019). On effects.
    ```

    ## How to mend it
    Add the entry, or correct the marker. For a key, the message proposes the nearest one that exists.

    ## What we cannot see
    Entries in files that the document does not name, and a marker that points to an entry but to the wrong one. Whether
    an "Ibid." behind a remark or behind several works can be understood.
    """

    name: ClassVar[str] = "undefined-citation"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        keys, numbers = _known(evidence.extraction)
        guesses = _broken(evidence.extraction.document)
        for citation, written in miscased(evidence.extraction):
            yield Fault(
                citation.span,
                f"`{key(citation)}` is not in the bibliography{_MEANT.format(written)}",
                citation=citation,
            )
        for citation in evidence.extraction.citations:
            if citation.fault is None and _is_undefined(citation, keys, numbers):
                yield Fault(citation.span, _message(citation, keys, numbers, guesses), citation=citation)


def _known(extraction: Extraction) -> tuple[list[str], list[int]]:
    def labels(references: Iterable[Reference]) -> list[str]:
        return [reference.key for reference in references if reference.key]

    listed = labels(each for each in extraction.references if each.origin in {"list", "file"})
    numbers = [value for label in listed if (value := number(label)) is not None]
    return [label for label in listed if number(label) is None], sorted(numbers)


def _broken(document: Document) -> dict[str, str]:
    """Return what there is to say of keys whose entries stand in a bibliography file and cannot be read."""
    return {
        mark.target: f": its entry at {file.path}:{file.lines.position(mark.span.start)[0]} cannot be read"
        for file in document.bibliography
        for mark in file.marks
        if mark.kind == "broken-entry"
    }


def _is_undefined(citation: Citation, keys: list[str], numbers: list[int]) -> bool:
    """Say whether a marker has no entry; an "Ibid." that means one is not asked again."""
    if citation.parts.keys() & {"again", "lost"}:
        return "lost" in citation.parts
    return citation.reference is None and _listed(citation, keys, numbers)


def _listed(citation: Citation, keys: list[str], numbers: list[int]) -> bool:
    r"""Say whether the document has a list of the sort that this marker needs; `\nocite{*}` needs none."""
    if citation.kind == "numeric":
        return bool(numbers)
    if citation.kind == "key":
        return bool(keys or numbers) and citation.normal != "*"
    return citation.kind == "footnote" or (citation.kind == "wiki" and "authors" not in citation.parts)


def _message(citation: Citation, keys: list[str], numbers: list[int], guesses: dict[str, str]) -> str:
    label = key(citation)
    if "lost" in citation.parts:
        return f"{citation.text}: {citation.parts['lost']}"
    if citation.kind == "numeric":
        return f"[{label}] has no entry: the list has {len(numbers)}, from [{numbers[0]}] to [{numbers[-1]}]"
    if citation.kind == "footnote":
        return f"footnote [^{label}] is not defined"
    if label not in guesses:
        near = get_close_matches(label[:100], keys[:_KEYS], n=1, cutoff=0.7) if len(guesses) < _GUESSES else []
        guesses[label] = _MEANT.format(near[0]) if near else ""
    return f"`{label}` is not in the bibliography{guesses[label]}"
