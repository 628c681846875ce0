"""KEY017: entries of the document's own bibliography file are never cited."""

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Document, Extraction, Severity, Span
from citevet.rules.keys.unused_reference import find_nocited, find_used

_NAMED = re.compile(
    r"\\(?:bibliography|addbibresource)(?:\[[^\[\]]{0,200}\])?\{[^{}]{1,300}\}|^bibliography:", re.MULTILINE
)
_KEYS = re.compile(r"[^\s,;@\[\]{}]{1,200}")
_SHOWN = 5
_LIBRARY = 2  # unused entries for each cited one, from which the file is a library that several documents share


class UnusedBibliographyEntry:
    r"""Entries of the document's own bibliography file are never cited.

    ## Meaning
    The document names one bibliography file in its own folder, and some entries of the file are cited neither in it nor
    in the files that it includes. The finding is reported once, where the file is named.

    ## Why it matters
    A claim may have lost its citation. Otherwise the entries are left over.

    ## Example
    ```latex
    \cite{kim2019} \bibliography{refs}  % refs.bib also has lee2020
    ```

    ## How to fix it
    Cite the entries, remove them, or list them with `\nocite{lee2020}`.

    ## Limitations
    A file with more than twice as many unused entries as cited ones counts as a shared library and is not reported.
    Citations in other documents are not seen.
    """

    name: ClassVar[str] = "unused-bibliography-entry"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        extraction = evidence.extraction
        document = extraction.document
        files = {each.path for each in extraction.references if each.origin == "file" and each.path}
        named = _NAMED.search(document.text)
        if len(files) != 1 or len(document.bibliography) != 1 or document.is_part or not named:
            return
        if PurePath(files.pop()).parent != PurePath(document.path).parent:
            return
        entries = [each for each in extraction.references if each.origin == "file"]
        unused = _find_unused(extraction)
        if unused and len(unused) <= _LIBRARY * (len(entries) - len(unused)):
            shown = ", ".join(f'"{key}"' for key in unused[:_SHOWN]) + (", …" if len(unused) > _SHOWN else "")
            message = f"{len(unused)} of {len(entries)} entries of {entries[0].path} are never cited: {shown}"
            yield Fault(Span(*named.span()), message, "unused")


def _find_unused(extraction: Extraction) -> list[str]:
    cited = find_nocited(extraction.document)
    unknown = any(each.kind == "key" and each.reference is None for each in extraction.citations)
    if "*" in cited or unknown:  # an unknown key may be a misspelt one
        return []
    used = find_used(extraction)
    for part in extraction.document.includes:
        cited |= _find_cited_keys(part)
    return [each.key for each in extraction.references if each.id not in used and each.key not in cited]


def _find_cited_keys(document: Document) -> set[str]:
    own = {key for mark in document.marks if mark.kind == "cite" for key in _KEYS.findall(mark.target)}
    return own.union(*map(_find_cited_keys, document.includes))
