"""KEY001, KEY007, KEY008, KEY015: citations without an entry, and lists that the text needs and does not have."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import PurePath
from posixpath import normpath

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Document, Extraction, Reference, Span
from citevet.rules.keys.list_reading import find_missing_entries
from citevet.rules.keys.lost_notes import find_lost_note_numbers
from citevet.rules.keys.reference_list import find_nearest_key, get_key, is_template, parse_number, split_numbered_lists
from citevet.text.document_parts import reproduces_opinion
from citevet.text.excerpts import strip_emphasis
from citevet.text.patterns import lazy_pattern

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
# A line that starts like an entry.
_LISTED = lazy_pattern(r"^[ \t>*-]{0,9}(?:\.\. )?(?:<a[^<>\n]{0,80}>)?\\?\[1\\?\]", re.MULTILINE)
_BRACKET = lazy_pattern(r"\[[0-9, ;–-]{1,80}\]")
_DIGITS = lazy_pattern(r"[0-9]{1,6}")
_REACH = 80  # characters around a number in which its bracket stands
_PLACEHOLDER = lazy_pattern(r"[$<>{}\\`]|%s")  # a template, or code in the document, names the file later
_NAMING = r"(?:bibliography|bibresource)\w{0,20}[^\w{}]{0,40}(?:\[[^\[\]]{0,100}\])?\{?(?:[^{}\r\n]{0,500}[^\w{}])?"
_WRITES = lazy_pattern(r"\bwrite[._]?bib\w{0,9}\s{0,9}\((?=(?P<arguments>.{0,1000}))", re.IGNORECASE | re.DOTALL)
_CALLS = 100  # of functions that write a bibliography
_JOURNALS = frozenset({"IEEEabrv.bib", "IEEEfull.bib"})  # files of TeX with names of journals and no entries
_SHIPPED = _JOURNALS | {"IEEEexample.bib", "biblatex-examples.bib", "xampl.bib"}  # TeX finds its own files
_ADVICE = {
    "markdown": "",
    "latex": r"; name one with \bibliography or \addbibresource",
    "part": r"; this file has no \documentclass, so check the document that includes it",
}
# A file of these two classes is a chapter or a figure of another document.
_CLASS = lazy_pattern(r"\\documentclass\s{0,9}(?:\[[^\]]{0,500}\]\s{0,9})?\{(?!subfiles|standalone)[^{}]{1,80}\}")
_NAMED_BY = ("bibliography", "references", "project_bibliography")  # keys of the front matter, or of the project


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
        message = f'unknown key "{get_key(citation)}"{_MEANT.format(right)}'
        yield Fault(citation.span, message, citation=citation)
    beyond = find_missing_entries(evidence.extraction)
    is_doubtful = _make_doubt(evidence.extraction, numbers)
    is_told = False  # one finding for all numbers beyond a list: the list is the fault
    for citation in _find_undefined(evidence.extraction, keys, numbers):
        message = _describe(citation, keys, numbers, guesses)
        if beyond is None or citation.kind != "numeric" or "lost" in citation.parts:
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
        is_broken = citation.kind == "key" and get_key(citation) in broken
        is_expected = is_broken or (opinion and citation.kind == "numeric") or _REVTEX_NOTE.fullmatch(get_key(citation))
        if citation.fault is None and not is_expected and _is_undefined(citation, keys, numbers):
            yield citation


def _make_doubt(extraction: Extraction, numbers: list[int]) -> Callable[[Citation], bool]:
    """Return the test whether a marker may have its entry elsewhere, or be no marker."""
    # A key may be defined in a bibliography that is not there.
    missing = {PurePath(str(each)).name for each in extraction.document.metadata.get("missing_bibliography", ())}
    unsure = is_template(extraction) or bool(missing - _JOURNALS) or _shares_keys(extraction.document)
    unsure = unsure or _reads_other_file(extraction)
    # Where each chapter has its own list, a number may be from the list of another chapter.
    several = len(split_numbered_lists(extraction)) > 1
    furthest = _MOST_GAPS * numbers[-1] + _FEW if numbers else 0
    cited = {each.reference for each in extraction.citations if each.kind == "numeric" and each.reference}
    if 2 * len(cited) >= len(numbers) >= _LIST:  # brackets cite here, so a number far beyond the list is a citation too
        furthest = max(furthest, _FARTHEST)
    macros = {each.parts.get("macro") for each in extraction.citations if each.reference}

    def is_doubtful(citation: Citation) -> bool:
        if unsure:
            return True
        if citation.kind == "numeric":
            number = parse_number(get_key(citation))
            # No author cites [0], [2048] or an index of an array by mistake.
            return several or (number is not None and not 0 < number <= furthest)
        # A bare key without a year may be another name: @handle, @decorator.
        is_mention = "narrative" in citation.parts and not re.search(r"\d", citation.text)
        # A macro of the author's that cites no entry may have another argument first: \citepp{12}{kim2019}.
        macro = citation.parts.get("macro")
        return is_mention or (macro is not None and macro not in macros and _STANDARD.fullmatch(macro) is None)

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
    if citation.parts.keys() & {"again", "lost"}:
        return "lost" in citation.parts
    return citation.reference is None and _has_list(citation, keys, numbers)


def _has_list(citation: Citation, keys: list[str], numbers: list[int]) -> bool:
    r"""Check whether the document has a list of the kind that this marker needs; `\nocite{*}` needs none."""
    if citation.kind == "numeric":
        return bool(numbers) and numbers[-1] <= _MOST_GAPS * len(numbers)
    if citation.kind == "key":
        return bool(keys or (numbers and "macro" in citation.parts)) and citation.normal != "*"
    return citation.kind == "footnote" or (citation.kind == "wiki" and "authors" not in citation.parts)


def _describe(citation: Citation, keys: list[str], numbers: list[int], guesses: dict[str, str]) -> str:
    label = get_key(citation)
    if "lost" in citation.parts:
        return f"{strip_emphasis(citation.text)}: {citation.parts['lost']}"
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
        if entry is None or not ("macro" in citation.parts or _is_pandoc(citation, entry)):
            continue
        if spellings[get_key(citation).casefold()] > 1:  # two works, whose keys differ by capitals
            continue
        right = spelt.setdefault(entry.id, get_key(citation)) if bibtex and entry.origin == "file" else entry.key
        other = get_key(citation) if bibtex or get_key(citation) not in exact else right
        if other != right and other.casefold() == right.casefold():
            yield citation, right


def _is_pandoc(citation: Citation, entry: Reference) -> bool:
    """Check whether pandoc looks the key up in a bibliography: [@smith2020], @smith2020 and @{smith2020}."""
    return citation.kind == "key" and entry.origin == "file" and _AT.search(citation.text) is not None


def _ignores_capitals(document: Document) -> bool:
    """Check whether BibTeX looks the keys up; for a part of a paper it may, since its main file is not read here."""
    return document.is_part or not _BIBER.search(document.text) or _BIBTEX.search(document.text) is not None


def find_missing_reference_list(evidence: Evidence) -> Iterator[Fault]:
    """The text cites by number, but the document has no numbered list.

    ## Meaning
    The text has markers such as [1], and the document has no numbered entry. The finding is reported once, at the first
    marker.

    ## Why it matters
    None of the numbers leads to a source. Generated answers that lost their sources look like this.

    ## Example
    ```markdown
    Coffee is the second most traded commodity [1].
    ```

    ## How to fix it
    Add the list under a heading such as "References", or turn the markers into links.

    ## Limitations
    A list in another file is not seen, nor one whose entries have neither numbers nor a heading. Numbers in headings
    are not counted.
    """
    numeric = [each for each in evidence.extraction.citations if each.kind == "numeric" and not each.fault]
    numeric = [each for each in numeric if _is_marker(evidence.extraction.document, each)]
    listed = any(
        parse_number(each.key) is not None for each in evidence.extraction.references if each.origin != "footnote"
    )
    document = evidence.extraction.document
    # A PDF or page may have its list in a form that is not seen; paragraphs of judgments do not start at [1].
    from_one = any(parse_number(each.normal) == 1 for each in numeric)
    readable = (
        document.format in {"markdown", "docx", "latex", "notebook", "rtf", "odt", "epub"}
        and _LISTED.search(document.text) is None
    )
    if numeric and from_one and readable and not listed and all(each.reference is None for each in numeric):
        first, more = numeric[0], f" and {len(numeric) - 1} more" if len(numeric) > 1 else ""
        message = f"no numbered reference list for {first.text}{more}"
        yield Fault(first.span, message, "numeric", citation=first)


def _is_marker(document: Document, citation: Citation) -> bool:
    """Return whether a number marks a sentence: not a heading, the argument of a call or macro, or a list of values."""
    at = citation.span.start
    block = document.block_at(at)
    if block and block.kind == "heading":
        return False
    around = _BRACKET.search(document.text, max(at - _REACH, 0), at + _REACH)
    while around and around.end() <= at:
        around = _BRACKET.search(document.text, around.end(), at + _REACH)
    if around is None:
        return True
    numbers = _DIGITS.findall(around[0])
    before = document.text[max(around.start() - _REACH, 0) : around.start()].rstrip("\\ ")
    return len(numbers) == len(set(numbers)) and before[-1:] not in {"(", "}", "="}


def find_missing_bibliography(evidence: Evidence) -> Iterator[Fault]:
    r"""The document names a bibliography file that cannot be read.

    ## Meaning
    The front matter, `\bibliography`, `\addbibresource` or the settings of the project, such as `_quarto.yml`, name a
    file that does not exist or cannot be read. A file that the settings name is reported once in a run.

    ## Why it matters
    No key can be looked up. Without this finding, every key would seem to be defined.

    ## Example
    ```markdown
    ---
    bibliography: refs.bib
    ---
    It holds [@kim2019].
    ```
    There is no `refs.bib` in the folder of the document.

    ## How to fix it
    Correct the name or add the file. Paths are relative to the document's folder, or to one above it in the project;
    in settings they are relative to the folder of the settings.

    ## Limitations
    Search paths of a build system are not known. Five cases are notes: the project has one file of that name in
    another folder, which is read instead; the file lies outside the project; the code of the document writes the file
    when it is run (`knitr::write_bib`); a Makefile beside the document has a rule that makes it, git ignores it, or it
    is in a submodule that is not checked out; and the document was sent to a server without the file.
    """
    document = evidence.extraction.document
    by_project = document.metadata.get("project_bibliography", {})
    cites = any(each.kind == "key" for each in evidence.extraction.citations)
    # Parts have the bibliography of their main file, which has the finding.
    for name in () if document.is_part else document.metadata.get("missing_bibliography", ()):
        is_unused = name in by_project and not cites
        if is_unused or _PLACEHOLDER.search(str(name)) or PurePath(str(name)).name in _SHIPPED:
            continue
        elsewhere = _find_elsewhere(document, PurePath(str(name)).name)
        message = _describe_missing(document, str(name), elsewhere)
        kinds = ("outside_bibliography", "unsent_bibliography", "built_bibliography")
        may_exist = any(name in document.metadata.get(kind, ()) for kind in kinds)
        doubtful = elsewhere is not None or may_exist or _writes_file(document, PurePath(str(name)).name)
        span = Span(0, 0) if name in by_project else _find_name(document, str(name))
        yield Fault(span, message, str(name), is_doubtful=doubtful)


def _find_elsewhere(document: Document, name: str) -> str | None:
    """Return the path of the file of this name that was read from another folder of the project."""
    return next(
        (file.path for file in document.bibliography if PurePath(file.path).name in {name, f"{name}.bib"}), None
    )


def _writes_file(document: Document, name: str) -> bool:
    """Return whether the code of a document writes the bibliography when it is run."""
    calls = islice(_WRITES.finditer(document.text), _CALLS)
    return any(re.search(rf"[\"'/]{re.escape(name)}[\"']", call["arguments"]) for call in calls)


def _describe_missing(document: Document, name: str, elsewhere: str | None) -> str:
    """Say where the file was looked for: in the document's folder, not in the current one."""
    at = normpath(PurePath(document.path).parent / name)
    settings = document.metadata.get("project_bibliography", {}).get(name)
    who = f", which {settings} names" if settings else ""
    called = f'"{at if settings else name}"'
    if elsewhere:
        return f"no bibliography {called}{who or f' at {at}'}; {elsewhere} was read instead"
    if name in document.metadata.get("outside_bibliography", ()):
        what = "lies outside the project and was not read; put a citevet.toml in a folder above both"
        return f"bibliography {called}{who and f'{who},'} {what}"
    if name in document.metadata.get("unsent_bibliography", ()):
        return f"bibliography {called}{who and f'{who},'} was not sent with the document, so keys were not looked up"
    if why := document.metadata.get("unreadable_bibliography", {}).get(name):
        return f"cannot read bibliography {called}{who and f'{who},'}: {why}"
    if name in document.metadata.get("built_bibliography", ()):
        why = "is not in this checkout (a build makes it, or git ignores it), so keys were not looked up"
        return f"bibliography {called}{who and f'{who},'} {why}"
    return f"cannot read bibliography {called}{who or f' (looked for it at {at})'}"


def _find_name(document: Document, name: str) -> Span:
    """Return where the document names the file, if possible after the word "bibliography"; LaTeX omits the ending."""
    comments = [region.span for region in document.regions if region.kind == "comment"]
    for before in (_NAMING, ""):
        for written in filter(None, (name, PurePath(name).name, PurePath(name).stem)):
            for found in re.finditer(rf"{before}(?<!\w)({re.escape(written)})(?!\w)", document.text):
                named = Span(*found.span(1))
                if not any(comment.holds(named) for comment in comments):
                    return named
    return Span(0, 0)


def find_unnamed_bibliography(evidence: Evidence) -> Iterator[Fault]:
    r"""The text cites by key, but the document names no bibliography.

    ## Meaning
    A Markdown document has keys such as [@kim2019], but neither its front matter nor the settings of its project
    name a bibliography file, and it has no list of its own; or a LaTeX document, with all the files that it
    includes, has `\cite{kim2019}` but neither `\bibliography` nor `\addbibresource` nor `thebibliography`. The keys
    cannot be looked up. The finding is reported once, at the first key.

    ## Why it matters
    Nothing is known about the cited works. Without this finding, every key would seem to be defined.

    ## Example
    ```markdown
    Foam cools slowly [@kim2019].
    ```

    ## How to fix it
    In Markdown, name the file in the front matter, `bibliography: refs.bib`, or in the settings of the project, such as
    `_quarto.yml`. In LaTeX, name it with `\bibliography{refs}` or `\addbibresource{refs.bib}`. A chapter without
    `\documentclass` has its bibliography in the main file. That is looked for in the folder of the chapter and above;
    otherwise check the main file, or the whole folder.

    ## Limitations
    A bibliography given on the pandoc command line, in a LaTeX class or package, or by code in settings is not seen. It
    may have every key, so this is only a note.
    """
    document = evidence.extraction.document
    if document.format not in _ADVICE or document.is_part or _has_bibliography(evidence.extraction):
        return
    keyed = [each for each in evidence.extraction.citations if each.kind == "key"]
    main = _CLASS.search(document.text)
    advice = _ADVICE["part" if document.format == "latex" and not main else document.format]
    if keyed:
        yield Fault(keyed[0].span, _describe_keys(keyed) + advice, "keys", citation=keyed[0])
    elif main and any(mark.kind == "cite" for part in document.includes for mark in part.marks):
        span = Span(main.start(), main.end())
        yield Fault(span, f"no bibliography to look up the keys of the included files{advice}", "keys")


def _has_bibliography(extraction: Extraction) -> bool:
    document = extraction.document
    is_named = any(each.metadata.get(key) for each in (document, *document.includes) for key in _NAMED_BY)
    return is_named or any(each.origin in {"list", "file"} for each in extraction.references)


def _describe_keys(keyed: list[Citation]) -> str:
    keys = {citation.normal for citation in keyed}
    more = f" and {len(keys) - 1} more" if len(keys) > 1 else ""
    return f'no bibliography to look up "{keyed[0].normal}"{more}'
