"""KEY002, KEY017: entries that are neither cited nor named in the text by author and year, or by title."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from unicodedata import normalize

from citevet.contracts import Evidence, Fault
from citevet.model import Document, Extraction, Reference, Span
from citevet.model.document import BIBLIOGRAPHIES, Format
from citevet.records import dataclass
from citevet.rules.keys.author_index import AuthorIndex, get_cited_authors
from citevet.rules.keys.reference_list import (
    find_hidden_addresses,
    find_nearest_key,
    get_key,
    get_possible_ids,
    is_template,
    list_own_references,
    parse_number,
)
from citevet.text.addresses import make_page_key
from citevet.text.letters import fold_characters, fold_letters
from citevet.text.patterns import lazy_pattern

_KEYS = lazy_pattern(r"[^\s,;@\[\]{}]{1,200}")
_GUESSES = 100  # misspelt labels whose entries are looked for, among 1,000 entries
_NAMED = lazy_pattern(
    r"\\(?:bibliography|addbibresource)(?:\[[^\[\]]{0,200}\])?\{[^{}]{1,300}\}|^bibliography:", re.MULTILINE
)
_SHOWN = 5
_NOTE_LABELS: dict[Format, str] = {"markdown": "footnote [^{}]", "html": 'note or entry "{}"'}
_LIBRARY = 2  # unused entries for each cited one, from which the file is a library that several documents share
_BEFORE, _AFTER = 60, 120  # characters around a name in which its year or title may stand
_TITLE = 16  # letters and digits of a title that names one work
_OPENING = 3  # words of a title that, beside the author, name the work
_MENTIONS = 200  # places of one name that are looked at
_WORD = lazy_pattern(r"\w+")
_INITIALS = 2  # letters of a name that are initials
# [3, see 7], (12,14), word(16), ^5–8^, raised digits
_IN_BRACKETS = lazy_pattern(
    r"\[[^\[\]\n]{1,80}\]|\(\d[\d,;\s–—-]{0,80}\)|\^\{?\(?\d[\d,\s–—-]{0,80}|[⁰¹²³⁴-⁹][⁰¹²³⁴-⁹,⁻–-]{0,80}"
)
_RANGE = lazy_pattern(r"(?<![\d.])(\d{1,4})(?:\s?[-–—−]\s?(\d{1,4}))?(?![\d.]\d)")
_LONGEST_RANGE = 100


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
    in_words = _find_named_works(extraction, unused)
    body = _find_loose_mentions(extraction) if unused else None
    # Where plain numbers cite, "foam is cold.3", those inside of sentences are not seen: "foams 4 are warm".
    plain = (each.text.isdecimal() and not each.group for each in extraction.citations if each.kind == "numeric")
    is_plain = form == "markdown" and any(plain)
    sample = is_template(extraction) or is_plain if unused else False
    hidden = find_hidden_addresses(extraction) if unused else set()
    for reference in (each for each in unused if each.id not in in_words):
        # Where most entries are never cited, the list is further reading, or another file cites it.
        # In a page, entries and notes are alike; entries that no link leads to are cited by name.
        is_note = reference.origin == "footnote" and form != "html"
        if is_note or 2 * left[reference.origin] <= listed[reference.origin]:
            doubtful = sample or reference.id in hidden or (body is not None and body.may_mean(reference))
            message = f"unused {_make_label(reference, form)}"
            yield Fault(reference.span, message, reference=reference, is_doubtful=doubtful)


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
    used = {each.reference for each in extraction.citations if each.reference and "listed" not in each.parts}
    for citation in extraction.citations:
        used.update(get_possible_ids(citation, "candidates"), get_possible_ids(citation, "near"))
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
    lost = [get_key(each) for each in extraction.citations if each.kind in {"key", "footnote"} and not each.reference]
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
        cited.update(_KEYS.findall(_blank(part.text, hidden)))  # in a macro that is defined elsewhere
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


def _find_named_works(extraction: Extraction, references: Iterable[Reference]) -> set[str]:
    """Return the ids of the entries that the text names, outside of the entries and of citations of other entries."""
    document = extraction.document
    entries = [each.span for each in extraction.references if each.path is None]
    outside = _blank(document.text, [each.span for each in extraction.references if each.origin == "list"])
    body = _blank(document.text, [*entries, *(each.span for each in extraction.citations if each.reference)])
    folded, outside = fold_characters(body), normalize("NFC", outside)
    return {
        each.id
        for each in references
        if _is_named(each, body, folded) or _is_dated(each, outside) or _is_noted(each, document.text)
    }


@dataclass(frozen=True, slots=True)
class LooseMentions:
    """The words and the numbers in brackets of a text outside of its lists, and cited names that match no entry."""

    text: str
    words: frozenset[str]
    numbers: frozenset[int]
    unmatched: frozenset[tuple[str, str]]

    def may_mean(self, reference: Reference) -> bool:
        """Return whether the text has the number, the label, the first author or the publisher of an entry."""
        if reference.origin == "footnote":
            return False
        entry = fold_letters(reference.text)
        if any(year == reference.year and name in entry for name, year in self.unmatched):
            return True
        names = _WORD.findall(fold_letters(reference.authors[0])) if reference.authors else []
        if any(len(name) > _INITIALS and name in self.words for name in names) or self._has_short_name(reference):
            return True
        if reference.key.isdigit():
            return int(reference.key) in self.numbers
        key = rf"(?<![\w:-]){re.escape(reference.key[:200])}(?![\w:-])"
        return bool(reference.key) and re.search(key, self.text) is not None

    def _has_short_name(self, reference: Reference) -> bool:
        """Return whether the text has a family name of two letters with its capital: Xu, Li."""
        name = reference.authors[0].split(",")[0].strip() if reference.authors else ""
        return len(name) == _INITIALS and name.istitle() and re.search(rf"\b{name}\b", self.text) is not None


def _find_loose_mentions(extraction: Extraction) -> LooseMentions:
    """Return what may cite an entry although no citation was recognized there."""
    spans = [each.span for each in extraction.references if each.path is None]
    text = _blank(extraction.document.text, spans)
    numbers = {number for found in _IN_BRACKETS.finditer(text) for number in _expand_numbers(found[0])}
    named = (each for each in extraction.citations if each.kind == "author-year" and not each.reference)
    unmatched = {(fold_letters(each.parts.get("authors", "")), each.parts.get("year", "")) for each in named}
    works = frozenset(sorted(each for each in unmatched if len(each[0]) > _INITIALS)[:_MENTIONS])
    return LooseMentions(text, frozenset(_WORD.findall(fold_letters(text))), frozenset(numbers), works)


def _expand_numbers(text: str) -> Iterator[int]:
    """Yield the numbers of a bracket, and those between the ends of a range."""
    for found in _RANGE.finditer(normalize("NFKC", text)):
        first, last = int(found[1]), int(found[2] or found[1])
        yield from range(first, min(last, first + _LONGEST_RANGE) + 1)


def _blank(text: str, spans: Iterable[Span]) -> str:
    """Return the text with spaces in place of some spans."""
    parts, end = [], 0
    for span in sorted(spans, key=lambda each: each.start):
        if span.start >= end:
            parts += [text[end : span.start], " " * len(span)]
            end = span.end
    return "".join([*parts, text[end:]])


def _is_named(reference: Reference, body: str, folded: str) -> bool:
    title = fold_characters(reference.title or "")
    if any(len(words) >= _TITLE and words in folded for words in (title, title and f"{title}{reference.year}")):
        return True
    if not reference.authors or reference.origin == "footnote":
        return False
    opening = fold_characters(" ".join(_WORD.findall(reference.title or "")[:_OPENING]))
    written = reference.authors[0].split(",")[0][:80]
    edge = "" if "一" <= written[:1] <= "鿿" else r"\b"  # Chinese has no spaces between words
    name = re.compile(f"{edge}{re.escape(written)}{edge}")
    for found, _ in zip(name.finditer(body), range(_MENTIONS), strict=False):
        near = body[max(found.start() - _BEFORE, 0) : found.end() + _AFTER]
        if (reference.year and reference.year[:4] in near) or (
            len(opening) >= _OPENING * 3 and opening in fold_characters(near)
        ):
            return True
    return False


def _is_dated(reference: Reference, outside: str) -> bool:
    """Return whether the text has the first author and the year side by side: "The Nature Conservancy 2009"."""
    words = reference.authors[0].split(",")[0][:80].split() if reference.authors and reference.year else []
    if not words or reference.origin == "footnote":
        return False
    name = re.escape(words[-1])  # De Saussure is also cited as Saussure
    others = r"(?:['’]s)?(?:,? (?:et al\.?|and others|(?:and|&|und|et) [^\d()]{1,60}))?"
    dated = rf"\b{name}{others}[\s,.(]{{1,9}}{re.escape((reference.year or '')[:4])}"
    return re.search(dated, outside) is not None


def _is_noted(reference: Reference, text: str) -> bool:
    """Return whether a footnote has a marker somewhere, such as in the list of sources."""
    return reference.origin == "footnote" and re.search(rf"\[\^{re.escape(reference.key)}\](?!:)", text) is not None
