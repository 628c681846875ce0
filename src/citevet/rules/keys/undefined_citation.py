"""KEY001: citations without an entry."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import PurePath

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Document, Extraction, Reference
from citevet.patterns import lazy_pattern
from citevet.rules.keys.list_reading import find_missing_entries
from citevet.rules.keys.lost_notes import find_lost_note_numbers
from citevet.rules.keys.missing_lists import JOURNAL_FILES
from citevet.rules.keys.reference_list import find_nearest_key, is_template, parse_number, split_numbered_lists
from citevet.text.document_parts import reproduces_opinion
from citevet.text.excerpts import strip_emphasis

_GUESSES = 100  # a guess costs up to 10 ms on a list of 1,000 keys; later ones go without
_MOST_GAPS = 2  # the last number of a list that was read well, by its entries
_FEW = 10  # numbers beyond a short list
_LIST = 3  # entries of a list that brackets cite
_FARTHEST = 199  # number of a work that a text may cite by mistake beside a short list
_MEANT = ' (did you mean "{}"?)'
_BIBER = lazy_pattern(r"\\add(?:bibresource|globalbib|sectionbib)\b")
_AT = lazy_pattern(r"(?<!\w)@[\w{]")
_BIBTEX = lazy_pattern(r"backend\s{0,3}=\s{0,3}bibtex")
# Macros of the common packages; another one may be defined in a file that is not read, and take something else first.
_STANDARD = lazy_pattern(
    r"(?:[Pp]aren|[Tt]ext|[Aa]uto|[Ff]oot|[Ss]mart|super|(?:foot)?full|short|no)?[Cc]ite[sp]?"
    r"(?:t|p|alp|alt|author|year|yearpar|title|num|text)?"
)
_REVTEX_NOTE = lazy_pattern(r"Note[0-9]{1,4}")  # REVTeX writes the entries of its footnotes itself


def find_undefined_citation(evidence: Evidence) -> Iterator[Fault]:
    r"""A citation has no entry in the document's own list or bibliography.

    ## Meaning
    The text uses a number, footnote label, citation key or reference name that has no entry. Keys and numbers are
    checked only if the document has a list, and labels such as [Yao82] if nearly all labels of the list have a year.
    Capitals count where they count for the tool: in pandoc, Biber and `\bibitem`. BibTeX ignores capitals but accepts
    only one spelling per document.

    Back-references are checked too: an "Ibid.", "Ebd." or "a.a.O." with no citation before it, "Smith, op. cit."
    without an earlier Smith, "supra note 99" or "oben Fn. 99" in a document of three notes, and notes that only cite
    each other.

    ## Why it matters
    Readers cannot find the source. LaTeX and pandoc print `[?]` or the bare key.

    ## Example
    ```markdown
    The effect is small [7].

    # References
    [1] Kim, H. (2019). On effects.
    ```

    ## How to fix it
    Add the entry or correct the marker. For an unknown key the message suggests the nearest key that exists.

    ## Limitations
    Entries in files that the document does not name are not seen. A marker that has an entry, but the wrong one, is
    not reported. A numbered list with gaps of which most numbers are missing was not read well, so its numbers are not
    reported; many numbers beyond the end of a list without gaps are one finding, and so are ten and more unknown keys
    that are most of those of a document, and the keys of one whose bibliography is missing (KEY008). Ten and more notes
    without a text that are most of the notes are one warning, since they may have a form that is not read. An "Ibid."
    after a remark or after several works counts as resolved. Seven cases are notes: a number in a document with
    several numbered lists, a number far beyond the list, a bare `@name` without a digit, which may be a handle, a
    macro of the author's that is defined in another file and cites no known key, a template that still cites its
    sample entries, a key that another page of Sphinx or another part of a Typst document may define, and a key where
    the bibliography was found in a folder above, or in the settings of the project, and has no key of the document.
    In LaTeX, a branch of a `\newif` condition that is not printed is not read, and where the value of the condition
    is unknown, findings in both branches are notes.
    """
    keys, numbers = _list_labels(evidence.extraction)
    guesses: dict[str, str] = {}
    for citation, right in _find_miscased(evidence.extraction):
        message = f'unknown key "{citation.normal}"{_MEANT.format(right)}'
        yield Fault(citation.span, message, citation=citation)
    beyond = find_missing_entries(evidence.extraction)
    is_doubtful = _make_doubt(evidence.extraction, numbers)
    is_told = False  # one finding for all numbers beyond a list: the list is the fault
    for citation in _find_undefined(evidence.extraction, keys, numbers):
        message = _describe(citation, keys, numbers, guesses)
        if beyond is None or citation.kind != "numeric" or citation.meant.is_lost:
            yield Fault(citation.span, message, citation=citation, is_doubtful=is_doubtful(citation))
        elif not is_told:
            is_told = True
            yield Fault(citation.span, f"{message}; {beyond}", citation=citation)
    for span, message in find_lost_note_numbers(evidence.extraction):
        yield Fault(span, f"no such note: {message}")


def _find_undefined(extraction: Extraction, keys: list[str], numbers: list[int]) -> Iterator[Citation]:
    """Yield the markers without an entry."""
    broken = _find_broken(extraction.document)
    opinion = reproduces_opinion(extraction.document.text)
    for citation in extraction.citations:
        # An entry that cannot be parsed has a finding of its own, and BibTeX may still print it.
        is_broken = citation.kind == "key" and citation.normal in broken
        is_expected = is_broken or (opinion and citation.kind == "numeric") or _REVTEX_NOTE.fullmatch(citation.normal)
        if citation.fault is None and not is_expected and _is_undefined(citation, keys, numbers):
            yield citation


def _make_doubt(extraction: Extraction, numbers: list[int]) -> Callable[[Citation], bool]:
    """Return the test whether a marker may have its entry elsewhere, or be no marker."""
    # A key may be defined in a bibliography that is not there.
    missing = {PurePath(str(each)).name for each in extraction.document.metadata.get("missing_bibliography", ())}
    unsure = is_template(extraction) or bool(missing - JOURNAL_FILES) or _shares_keys(extraction.document)
    unsure = unsure or _reads_other_file(extraction)
    # Where each chapter has its own list, a number may be from the list of another chapter.
    several = len(split_numbered_lists(extraction)) > 1
    furthest = _MOST_GAPS * numbers[-1] + _FEW if numbers else 0
    cited = {each.reference for each in extraction.citations if each.kind == "numeric" and each.reference}
    if 2 * len(cited) >= len(numbers) >= _LIST:  # brackets cite here, so a number far beyond the list is a citation too
        furthest = max(furthest, _FARTHEST)
    macros = {each.macro for each in extraction.citations if each.reference}

    def is_doubtful(citation: Citation) -> bool:
        if unsure:
            return True
        if citation.kind == "numeric":
            number = parse_number(citation.normal)
            # No author cites [0], [2048] or an index of an array by mistake.
            return several or (number is not None and not 0 < number <= furthest)
        # A bare key without a year may be another name: @handle, @decorator.
        is_mention = citation.people.is_narrative and not re.search(r"\d", citation.text)
        # A macro of the author's that cites no entry may have another argument first: \citepp{12}{kim2019}.
        macro = citation.macro
        return is_mention or (bool(macro) and macro not in macros and _STANDARD.fullmatch(macro) is None)

    return is_doubtful


def _shares_keys(document: Document) -> bool:
    """Return whether a key may be defined in a file that is not read: a page of Sphinx or a part in Typst."""
    ending = PurePath(document.path).suffix
    is_typst_part = ending == ".typ" and bool(document.is_part or document.includes)
    return ending == ".rst" or is_typst_part or bool(document.metadata.get("has_more_entries"))


def _reads_other_file(extraction: Extraction) -> bool:
    """Return whether bibliographies are not the document's own choice, and it cites no entry of them.

    They were found in folders above, or the settings of the project name them: a file there may be no chapter.
    """
    document = extraction.document
    shared = {file.path for file in document.bibliography if "above" in file.metadata}
    if document.metadata.get("project_bibliography") and not document.metadata.get("bibliography"):
        shared |= {file.path for file in document.bibliography}
    cited = {each.reference for each in extraction.citations}
    return bool(shared) and shared.isdisjoint(each.path for each in extraction.references if each.id in cited)


def _list_labels(extraction: Extraction) -> tuple[list[str], list[int]]:
    listed = [each.key for each in extraction.references if each.key and each.origin in {"list", "file"}]
    numbers = [value for label in listed if (value := parse_number(label)) is not None]
    return [label for label in listed if parse_number(label) is None], sorted(numbers)


def _find_broken(document: Document) -> frozenset[str]:
    """Return the keys of unreadable entries in bibliography files, which KEY014 reports."""
    marks = (mark for file in document.bibliography for mark in file.marks)
    return frozenset(mark.target for mark in marks if mark.kind == "broken-entry")


def _is_undefined(citation: Citation, keys: list[str], numbers: list[int]) -> bool:
    """Check whether a marker has no entry; an "Ibid." that repeats one is not reported again."""
    if citation.is_short_form:
        return citation.meant.is_lost
    return citation.reference is None and _has_list(citation, keys, numbers)


def _has_list(citation: Citation, keys: list[str], numbers: list[int]) -> bool:
    r"""Check whether the document has a list of the kind that this marker needs; `\nocite{*}` needs none."""
    if citation.kind == "numeric":
        return bool(numbers) and numbers[-1] <= _MOST_GAPS * len(numbers)
    if citation.kind == "key":
        return bool(keys or (numbers and citation.macro)) and citation.normal != "*"
    return citation.kind == "footnote" or (citation.kind == "wiki" and not citation.people.names)


def _describe(citation: Citation, keys: list[str], numbers: list[int], guesses: dict[str, str]) -> str:
    label = citation.normal
    if citation.meant.is_lost:
        return f"{strip_emphasis(citation.text)}: {citation.meant.why}"
    if citation.kind == "numeric":
        listed = f"[{numbers[0]}] to [{numbers[-1]}]" if len(numbers) > 1 else f"only [{numbers[0]}]"
        if numbers[0] < (parse_number(label) or 0) < numbers[-1]:
            listed += " without it"
        return f"no reference [{label}] (the list has {listed})"
    if citation.kind == "footnote":
        return _describe_footnote(citation, label)
    if label not in guesses:
        near = find_nearest_key(label, keys) if len(guesses) < _GUESSES else None
        guesses[label] = _MEANT.format(near) if near else ""
    return f'unknown key "{label}"{guesses[label]}'


def _describe_footnote(citation: Citation, label: str) -> str:
    """Name a marker without a note as the document writes it."""
    if "<a" in citation.text.lower():
        return f'undefined footnote: no element has the id "{label}"'
    return f"undefined footnote {citation.text if '^' in citation.text else label}"


def _find_miscased(extraction: Extraction) -> Iterator[tuple[Citation, str]]:
    """Yield the citations whose key differs from its entry by capitals alone, with the right key.

    Biber, LaTeX itself and pandoc tell capitals apart. BibTeX finds the entry, but drops it where a document spells its
    key in two ways. Other tools are left alone: pybtex, behind the roles of Sphinx, ignores capitals.
    """
    entries = extraction.references_by_id
    exact = {entry.key for entry in entries.values()}
    spellings = Counter(key.casefold() for key in exact)
    bibtex = extraction.document.format == "latex" and _ignores_capitals(extraction.document)
    spelt: dict[str, str] = {}  # entry → the key by which it was cited first
    for citation in extraction.citations:
        entry = entries.get(citation.reference or "")
        if entry is None or not (citation.macro or _is_pandoc(citation, entry)):
            continue
        if spellings[citation.normal.casefold()] > 1:  # two works, whose keys differ by capitals
            continue
        right = spelt.setdefault(entry.id, citation.normal) if bibtex and entry.origin == "file" else entry.key
        other = citation.normal if bibtex or citation.normal not in exact else right
        if other != right and other.casefold() == right.casefold():
            yield citation, right


def _is_pandoc(citation: Citation, entry: Reference) -> bool:
    """Check whether pandoc looks the key up in a bibliography: [@smith2020], @smith2020 and @{smith2020}."""
    return citation.kind == "key" and entry.origin == "file" and _AT.search(citation.text) is not None


def _ignores_capitals(document: Document) -> bool:
    """Check whether BibTeX looks the keys up; for a part of a paper it may, since its main file is not read here."""
    return document.is_part or not _BIBER.search(document.text) or _BIBTEX.search(document.text) is not None
