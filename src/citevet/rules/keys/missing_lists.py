"""KEY007, KEY008 and KEY015: lists and bibliography files that are missing or not named."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import PurePath
from posixpath import normpath

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Document, Extraction, Span
from citevet.patterns import lazy_pattern
from citevet.rules.keys.reference_list import parse_number

# A line that starts like an entry.
_LISTED = lazy_pattern(r"^[ \t>*-]{0,9}(?:\.\. )?(?:<a[^<>\n]{0,80}>)?\\?\[1\\?\]", re.MULTILINE)
_BRACKET = lazy_pattern(r"\[[0-9, ;–-]{1,80}\]")
_DIGITS = lazy_pattern(r"[0-9]{1,6}")
_REACH = 80  # characters around a number in which its bracket stands
_PLACEHOLDER = lazy_pattern(r"[$<>{}\\`]|%s")  # a template, or code in the document, names the file later
_NAMING = r"(?:bibliography|bibresource)\w{0,20}[^\w{}]{0,40}(?:\[[^\[\]]{0,100}\])?\{?(?:[^{}\r\n]{0,500}[^\w{}])?"
_WRITES = lazy_pattern(r"\bwrite[._]?bib\w{0,9}\s{0,9}\((?=(?P<arguments>.{0,1000}))", re.IGNORECASE | re.DOTALL)
_CALLS = 100  # of functions that write a bibliography
JOURNAL_FILES = frozenset({"IEEEabrv.bib", "IEEEfull.bib"})  # files of TeX with names of journals and no entries
_SHIPPED = JOURNAL_FILES | {"IEEEexample.bib", "biblatex-examples.bib", "xampl.bib"}  # TeX finds its own files
_ADVICE = {
    "markdown": "",
    "latex": r"; name one with \bibliography or \addbibresource",
    "part": r"; this file has no \documentclass, so check the document that includes it",
}
# A file of these two classes is a chapter or a figure of another document.
_CLASS = lazy_pattern(r"\\documentclass\s{0,9}(?:\[[^\]]{0,500}\]\s{0,9})?\{(?!subfiles|standalone)[^{}]{1,80}\}")
_NAMED_BY = ("bibliography", "references", "project_bibliography")  # keys of the front matter, or of the project


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
    known = {each.citation for each in evidence.judgements if each.source}  # by the citation keys of the corpus
    keyed = [each for each in evidence.extraction.citations if each.kind == "key" and each.id not in known]
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
