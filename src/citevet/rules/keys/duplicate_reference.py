"""KEY004: two entries of the list are the same work."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Reference, Severity
from citevet.rules.keys.author_index import fold_family_name, fold_text
from citevet.rules.keys.reference_list import find_chapter, find_headings, list_own_references
from citevet.text.addresses import make_page_key

_SAME_WORK = frozenset({"doi", "arxiv", "pmid"})  # chapters of one book share its ISBN
_PREPRINT = ("10.48550/", "10.1101/", "10.31234/", "10.2139/", "10.20944/", "10.21203/")  # has a DOI of its own
_LABEL = re.compile(r"^\W{0,4}\d{1,4}\W{1,4}")
_THESIS = re.compile(r"@\w{0,20}thesis\b", re.IGNORECASE)
_CASE = re.compile(r"\bv\. [A-Z]")
_SENTENCE = 30  # letters and digits from which two entries with the same words are one
_TITLE = 16  # letters; shorter titles ("Introduction", "Annual report") name many works


class DuplicateReference:
    """Two entries of the list are the same work.

    ## Meaning
    Two entries with different keys have the same DOI, arXiv id or PMID, or the same title, year and first author or
    address.

    ## Why it matters
    The work is counted twice, and citations of one source look like citations of two.

    ## Example
    ```markdown
    [1] Kim, H. (2019). On effects. doi:10.1000/182
    [2] Kim, Hana. On Effects, 2019. https://doi.org/10.1000/182
    ```

    ## How to fix it
    Keep one entry and point all citations to it.

    ## Limitations
    In a .bib file that a document names, works that the document does not cite are not reported. Entries that cite
    court cases are notes, which may repeat a case. A preprint and its published version are not matched if both
    identifier and title differ. Footnotes and the lists of different chapters are not compared, since each may repeat
    a work.
    """

    name: ClassVar[str] = "duplicate-reference"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        headings = find_headings(evidence.extraction)
        document = evidence.extraction.document
        cited = {each.reference for each in evidence.extraction.citations}
        is_bibliography = document.format in {"bibtex", "ris", "csl-json"}
        named = frozenset(document.metadata.get("cited", ())) if is_bibliography and document.is_part else None
        first: dict[tuple[int, str, str], Reference] = {}
        for reference in list_own_references(evidence.extraction):
            if reference.origin not in {"list", "file"} or reference.back:
                continue
            part = find_chapter(reference, headings)
            same = [first.setdefault((part, *name), reference) for name in _identify_work(reference)]
            known = next((each for each in same if each is not reference and not _are_apart(each, reference)), None)
            # The same key twice has a rule of its own. In a shared bibliography only works that are cited matter here.
            shared = (
                not is_bibliography
                and reference.origin == "file"
                and not {reference.id, known.id if known else ""} & cited
            )
            unused = known and named is not None and named.isdisjoint({known.key, reference.key})
            if known and not shared and not unused and (known.key != reference.key or not known.key):
                is_other = reference.authors and known.authors and reference.authors[0] != known.authors[0]
                what = "same identifier" if is_other else "same work"
                message = f"duplicate entry {_make_label(reference)}: {what} as {_make_label(known)}"
                yield Fault(reference.span, message, reference=reference)


def _are_apart(one: Reference, other: Reference) -> bool:
    """Return whether two works of one title differ in DOI or address, or are a thesis and its paper."""
    mine, yours = (
        {make_page_key(each.normal) for each in entry.identifiers if each.kind == "url"} for entry in (one, other)
    )
    if bool(_THESIS.match(one.text)) != bool(_THESIS.match(other.text)):
        return True
    dois = [{each.normal.casefold() for each in entry.identifiers if each.kind == "doi"} for entry in (one, other)]
    if all(dois) and not any(doi.startswith(_PREPRINT) for each in dois for doi in each):
        return dois[0].isdisjoint(dois[1])
    has_id = any(each.kind in _SAME_WORK for each in (*one.identifiers, *other.identifiers))
    return bool(mine and yours) and not has_id and mine.isdisjoint(yours)


def _identify_work(reference: Reference) -> Iterator[tuple[str, str]]:
    """Yield what the entry shares with no other work."""
    if reference.origin == "list" and _CASE.search(reference.text):
        return
    for identifier in reference.identifiers:
        if identifier.kind in _SAME_WORK and identifier.fault is None:
            yield identifier.kind, identifier.normal.casefold()
    title = fold_text(reference.title or "")
    for identifier in reference.identifiers if title and reference.year else ():
        if identifier.kind == "url":
            yield "url", f"{make_page_key(identifier.normal)} {title} {reference.year}"
    if len(title) >= _TITLE and reference.year:
        author = fold_family_name(reference.authors[0]) if reference.authors else ""
        yield "title", f"{title} {reference.year} {author}"  # 2010a and 2010b are two works
    words = fold_text(_LABEL.sub("", reference.text))
    if reference.origin == "list" and len(words) >= _SENTENCE:
        yield "words", words


def _make_label(reference: Reference) -> str:
    return f"[{reference.key}]" if reference.key else f'"{reference.title or reference.text[:60]}"'
