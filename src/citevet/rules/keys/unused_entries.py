"""KEY002, KEY017: entries that are neither cited nor named in the text by author and year, or by title."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from citevet.contracts import Evidence, Fault
from citevet.identifiers.page_keys import make_page_key
from citevet.model import Document, Extraction, Reference, Span
from citevet.model.document import BIBLIOGRAPHIES, Format
from citevet.patterns import lazy_pattern
from citevet.rules.keys.author_index import AuthorIndex, get_cited_authors
from citevet.rules.keys.loose_mentions import blank, find_loose_mentions, find_named_works
from citevet.rules.keys.reference_list import (
    find_hidden_addresses,
    find_nearest_key,
    is_template,
    list_own_references,
    parse_number,
)

_KEYS = lazy_pattern(r"[^\s,;@\[\]{}]{1,200}")
_GUESSES = 100  # misspelt labels whose entries are looked for, among 1,000 entries
_NAMED = lazy_pattern(
    r"\\(?:bibliography|addbibresource)(?:\[[^\[\]]{0,200}\])?\{[^{}]{1,300}\}|^bibliography:", re.MULTILINE
)
_SHOWN = 5
_NOTE_LABELS: dict[Format, str] = {"markdown": "footnote [^{}]", "html": 'note or entry "{}"'}
_LIBRARY = 2  # unused entries for each cited one, from which the file is a library that several documents share
# Titles of lists of works to read; Chicago 17, 14.64, calls such a list "selected".
_FURTHER = lazy_pattern(
    r"\b(?:"
    r"(?:further|additional|suggested|recommended|selected|select|background) (?:readings?|bibliography|literature)"
    r"|bibliographie (?:indicative|sélective|sommaire)|pour aller plus loin|weiterführende literatur|auswahlbibliogra"
    r"|literaturhinweise|lecturas? (?:recomendadas?|adicional(?:es)?)"
    r"|bibliografía (?:recomendada|complementaria|básica)"
    r"|bibliografia (?:essenziale|consigliata|recomendada|complementar)|letture consigliate|leituras? recomendadas?)\b"
    r"|더 읽을거리|읽을거리|延伸阅读|延伸閱讀|推荐阅读|関連文献|рекомендуемая литература",
    re.IGNORECASE,
)
_TITLE_REACH = 200  # characters before a list in which its title is


def find_unused_reference(evidence: Evidence) -> Iterator[Fault]:
    r"""An entry of the reference list is never cited.

    ## Meaning
    A footnote is defined, or an entry is in the reference list, and the text does not cite it. Entries without a label
    count only if another entry without one is cited by author and year. An entry whose DOI or address appears in the
    text counts as cited, and so does one whose label the text misspells (KEY001).

    ## Why it matters
    The entry is left over from an earlier draft, or a claim has lost its citation.

    ## Example
    ```markdown
    Only one of the two is cited.[^a]

    [^a]: Kim, 2019.
    [^b]: Lee, 2020.
    ```

    ## How to fix it
    Cite the entry or remove it. For a list of further reading, write `<!-- citevet: file-ignore[KEY002] further reading
    -->`; in LaTeX use `\nocite{*}`.

    ## Limitations
    Entries of a .bib file are left to KEY017. An entry that the text names by author and year, or by title, counts as
    cited. Where the text has the number in some bracket, the label in some other place, or the name of the first
    author, or cites the publisher with the year, the entry may be cited in a form that is not recognized, and the
    finding is a note. So it is where plain numbers cite, as in reports of models, in a template that still cites its
    sample entries, and for Markdown link definitions (`[1]: https://…`) outside of a list of sources. Citations in
    figures, and in files outside the run, are not seen.
    """
    extraction = evidence.extraction
    # In a PDF a marker may be a raised digit or be cut by a column, and its entry would seem unused.
    if extraction.document.format in BIBLIOGRAPHIES | {"pdf"}:
        return
    form, named = extraction.document.format, _find_nocited(extraction.document)
    if "*" in named:
        return
    countable = list(_find_countable(extraction))
    unused = _list_uncited([each for each in countable if each.key not in named], extraction)
    listed, left = (Counter(each.origin for each in entries) for entries in (countable, unused))
    in_words = find_named_works(extraction, unused)
    body = find_loose_mentions(extraction) if unused else None
    # Where plain numbers cite, "foam is cold.3", those inside of sentences are not seen: "foams 4 are warm".
    plain = (each.text.isdecimal() and not each.group for each in extraction.citations if each.kind == "numeric")
    is_plain = form == "markdown" and any(plain)
    sample = is_template(extraction) or is_plain or _is_further_reading(unused, extraction) if unused else False
    hidden = find_hidden_addresses(extraction) if unused else set()
    for reference in (each for each in unused if each.id not in in_words):
        # Where most entries are never cited, the list is further reading, or another file cites it.
        # In a page, entries and notes are alike; entries that no link leads to are cited by name.
        is_note = reference.origin == "footnote" and form != "html"
        if is_note or 2 * left[reference.origin] <= listed[reference.origin]:
            doubtful = sample or reference.id in hidden or (body is not None and body.may_mean(reference))
            message = f"unused {_make_label(reference, form)}"
            yield Fault(reference.span, message, reference=reference, is_doubtful=doubtful)


def _is_further_reading(unused: Sequence[Reference], extraction: Extraction) -> bool:
    """Return whether the title before the first entry of a list says that its works are offered, not cited."""
    starts = [each.span.start for each in extraction.references if each.path is None and not each.is_note]
    start = min(starts, default=0)
    own = any(each.path is None and not each.is_note for each in unused)
    return own and _FURTHER.search(extraction.document.text, max(start - _TITLE_REACH, 0), start) is not None


def _list_uncited(entries: Sequence[Reference], extraction: Extraction) -> list[Reference]:
    """Return the entries that no citation leads to, neither by its marker nor by an identifier."""
    used = _find_used(extraction)
    forms = {_make_work_key(each.kind, each.normal) for each in extraction.citations}
    forms |= {_make_work_key(form.kind, form.normal) for each in extraction.citations for form in each.also}
    names = {each.id: set(_name_work(each)) for each in entries}
    return [each for each in entries if each.id not in used and not forms & names[each.id]]


def _make_work_key(kind: str, normal: str) -> str:
    return make_page_key(normal) if kind in {"url", "link"} else normal


def _find_used(extraction: Extraction) -> set[str]:
    """Return the ids of cited entries; where it is not clear which entry is meant, each that may be counts as cited."""
    used = {each.reference for each in extraction.citations if each.reference and not each.is_own_entry}
    for citation in extraction.citations:
        used.update(citation.meant.ids)
    index = AuthorIndex.from_extraction(extraction)
    unresolved = [each for each in extraction.citations if each.kind == "author-year" and not each.reference]
    for authors in {get_cited_authors(each) for each in unresolved}:
        used.update(each.id for works in index.find_works(authors).values() for each in works)
    meant = _find_meant(extraction)
    known = (each for each in extraction.references if each.key and (each.id in used or each.key in meant))
    keys = {(each.origin, each.key.casefold()) for each in known}
    return used | {each.id for each in extraction.references if (each.origin, each.key.casefold()) in keys}


def _find_meant(extraction: Extraction) -> set[str]:
    """Return the labels nearest to misspelt ones, which KEY001 reports: the entry behind a slip is not unused too."""
    lost = [each.normal for each in extraction.citations if each.kind in {"key", "footnote"} and not each.reference]
    keys = [each.key[:100] for each in extraction.references if each.key and parse_number(each.key) is None]
    return {key for label in lost[:_GUESSES] if (key := find_nearest_key(label, keys))}


def _find_countable(extraction: Extraction) -> Iterator[Reference]:
    cited = {(each.kind, each.reference) for each in extraction.citations}
    # Below a numbered list, a paragraph without a number is not an entry. One that no number points to is of links.
    cited_by_name = any(("author-year", each.id) in cited and not each.key for each in extraction.references)
    cited_by_number = any(("numeric", each.id) in cited for each in extraction.references if each.origin == "list")
    # Several files of one paper share a list, and only one of them is read here.
    shared = bool(extraction.document.includes) or extraction.document.is_part
    for reference in list_own_references(extraction):
        if reference.origin == "file" or (shared and reference.origin == "list"):
            continue
        if reference.origin == "list" and parse_number(reference.key) is not None and not cited_by_number:
            continue
        if reference.key or (cited_by_name and reference.authors and reference.year):
            yield reference


def _find_nocited(document: Document) -> set[str]:
    r"""Return the keys that the document lists without a place: `\nocite`, `nocite:`."""
    macros = [mark.target for mark in document.marks if "nocite" in mark.parts.get("macro", "")]
    named = {key for target in macros for key in _KEYS.findall(target)}
    return named | set(_KEYS.findall(str(document.metadata.get("nocite", ""))))


def _make_label(reference: Reference, form: Format) -> str:
    if reference.origin == "footnote":
        return _NOTE_LABELS.get(form, 'footnote "{}"').format(reference.key)
    if not reference.key:
        return f"entry {reference.authors[0]} {reference.year}"
    return f"entry [{reference.key}]"


def find_unused_bibliography_entry(evidence: Evidence) -> Iterator[Fault]:
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
    An entry whose key the text misspells counts as cited, and one that repeats a cited work is left to KEY004. A file
    with an entry that cannot be read is not reported.
    Citations in other documents are not seen.
    """
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
    cited = _find_nocited(extraction.document)
    broken = (
        mark.kind == "broken-entry" and not mark.parts
        for file in extraction.document.bibliography
        for mark in file.marks
    )
    if "*" in cited or any(broken):  # an entry without its end may have swallowed those after it
        return []
    used = _find_used(extraction)  # with the entries that misspelt keys mean
    for part in extraction.document.includes:
        cited |= _find_cited_keys(part)
    for part in (extraction.document, *extraction.document.includes) if extraction.document.format == "latex" else ():
        hidden = [region.span for region in part.regions if region.kind == "comment"]
        cited.update(_KEYS.findall(blank(part.text, hidden)))  # in a macro that is defined elsewhere
    left, named = list[Reference](), set[str]()
    for each in extraction.references:
        if each.origin == "file" and each.id not in used and each.key not in cited:
            left.append(each)
        elif each.origin == "file":
            named.update(_name_work(each))
    return [each.key for each in left if named.isdisjoint(_name_work(each))]  # one that repeats another is KEY004


def _name_work(reference: Reference) -> Iterator[str]:
    return (_make_work_key(each.kind, each.normal) for each in reference.identifiers)


def _find_cited_keys(document: Document) -> set[str]:
    own = {key for mark in document.marks if mark.kind == "cite" for key in _KEYS.findall(mark.target)}
    return own.union(*map(_find_cited_keys, document.includes))
