"""KEY003, KEY004, KEY016: entries with one key, and works that are listed or cited twice."""

import re
from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.identifiers.page_keys import make_page_key
from citevet.model import Citation, Document, Extraction, Reference
from citevet.model.document import BIBLIOGRAPHIES
from citevet.patterns import lazy_pattern
from citevet.rules.citation_judgements import find_judged_citations
from citevet.rules.keys.author_index import fold_family_name, fold_title
from citevet.rules.keys.conflicting_cases import compare_cases
from citevet.rules.keys.numbered_cases import compare_numbered_cases
from citevet.rules.keys.reference_list import (
    find_chapter,
    find_headings,
    find_hidden_addresses,
    is_commented_out,
    list_own_references,
    parse_number,
)
from citevet.text.document_parts import reproduces_opinion

_SAME_WORK = frozenset({"doi", "arxiv", "pmid"})  # chapters of one book share its ISBN
_PREPRINT = ("10.48550/", "10.1101/", "10.31234/", "10.2139/", "10.20944/", "10.21203/")  # has a DOI of its own
_LABEL = lazy_pattern(r"^(?:\W{0,4}\d{1,4}\W{1,4}|\s{0,9}\\bibitem\s?(?:\[[^\[\]]{0,200}\])?\{[^{}]{0,200}\})")
_THESIS = lazy_pattern(r"@\w{0,20}thesis\b", re.IGNORECASE)
# What an entry says of the kind of its work: its type, a field, or a remark in brackets.
_SAYS = (
    r"(?:\b(?:url|note|howpublished|type|booktitle|titleaddon|publisher|institution|organization)\s{0,9}=[^\n]{0,200}?"
    r"|\[[^\]\n]{0,60}?)\b"
)
_KINDS = {
    "data": lazy_pattern(
        r"@(?:data|dataset)\b|\b(?:replication |supplementary )?data (?:for|from):"
        rf"|{_SAYS}(?:data ?set|dataverse|dryad|figshare|zenodo|mendeley data|pangaea|icpsr|osf\.io)\b",
        re.IGNORECASE,
    ),
    "talk": lazy_pattern(
        rf"{_SAYS}(?:presentation|slide|slideshare|speakerdeck|talk|lecture|keynote|poster|video|youtube|vimeo|pptx?|odp)s?\b",
        re.IGNORECASE,
    ),
    "version": lazy_pattern(rf"{_SAYS}(?:revised|corrected|extended) version\b", re.IGNORECASE),
}
_TYPE = lazy_pattern(r"\s*@([a-zA-Z]{2,20})\s*\{")
# Servers of https://en.wikipedia.org/wiki/List_of_preprint_repositories with more than 10,000 papers.
_PREPRINT_SERVER = lazy_pattern(
    r"\b(?:bioRxiv|medRxiv|arXiv|ChemRxiv|PsyArXiv|SocArXiv|EarthArXiv|engrXiv|SSRN|Research Square"
    r"|Preprints\.org|PeerJ Preprints|TechRxiv|OSF Preprints|HAL|viXra|preprint)\b",
    re.IGNORECASE,
)
_BOOK = lazy_pattern(r"\bbooktitle\s{0,20}=\s{0,9}([^\r\n]{1,300}?),?\s*$", re.IGNORECASE | re.MULTILINE)
_SUBTITLE = lazy_pattern(r"\bsubtitle\s{0,20}=\s{0,9}([^\r\n]{1,300}?),?\s*$", re.IGNORECASE | re.MULTILINE)
_LONGEST = 5000  # characters of an entry
_CASE = lazy_pattern(r"\bv\. [A-Z]")
_SENTENCE = 30  # letters and digits from which two entries with the same words are one
_TITLE = 16  # letters; shorter titles ("Introduction", "Annual report") name many works
_LINK_LABEL = lazy_pattern(
    r"\[(?P<name>[A-Z][^\[\],()\n]{1,60}?),? \(?(?P<year>(?:19|20)\d\d)\)?\]\("
)  # [Kim, 2019](…)


def find_duplicate_key(evidence: Evidence) -> Iterator[Fault]:
    """Two entries have the same key.

    ## Meaning
    A footnote label, a list number or a bibliography key is defined twice. Capitals make no difference. Numbers may
    restart after a heading, since each chapter may have its own list.

    ## Why it matters
    Every citation of that key is ambiguous. Most tools silently use the first or the last entry.

    ## Example
    ```markdown
    [^1]: Kim, 2019.
    [^1]: Lee, 2020.
    ```

    ## How to fix it
    Rename one of the keys, and check which entry each citation refers to.

    ## Limitations
    The rule cannot tell which entry a citation means. The same key in two files is not reported,
    nor a list entry or note that is repeated word for word. If the text cites by name and never by number, a number
    that is used twice is a note.
    """
    opinion = reproduces_opinion(evidence.extraction.document.text)
    document, headings = evidence.extraction.document, find_headings(evidence.extraction)
    cites_numbers = any(each.kind == "numeric" for each in evidence.extraction.citations)
    first: dict[tuple[str, int, str], Reference] = {}
    for reference in list_own_references(evidence.extraction):
        if is_commented_out(document, reference.span.start):
            continue
        is_numbered = reference.origin == "list" and parse_number(reference.key) is not None
        part = find_chapter(reference, headings) if is_numbered else 0
        known = first.setdefault((reference.origin, part, reference.key.casefold()), reference)
        # The same note in full twice leads to the same words; paragraphs of an opinion have numbers of their own.
        harmless = (is_numbered and opinion) or (document.format not in BIBLIOGRAPHIES and known.text == reference.text)
        if reference.key and known is not reference and not harmless:
            line, _ = document.lines.position(known.span.start)
            message = f'duplicate key "{reference.key}" (first defined on line {line})'
            two_keys = document.format in BIBLIOGRAPHIES and known.key != reference.key  # for Biber
            doubtful = two_keys or (is_numbered and not cites_numbers)
            yield Fault(reference.span, message, reference=reference, is_doubtful=doubtful)


def find_duplicate_reference(evidence: Evidence) -> Iterator[Fault]:
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
    In a .bib file that a document names, works that the document does not cite are not reported. If it cites one of the
    two, only that one is printed, and the finding is a note. It is a note too for chapters of one book with its DOI,
    and if one entry is a dataset, a talk or a revised version and the other is not, unless they share an identifier.
    Entries that cite court cases are notes, which may repeat a case. Markdown link definitions (`[1]: https://…`) are
    compared only in a list of sources. A preprint and its published version are not matched if both identifier and
    title differ. Footnotes and the lists of different chapters are not compared, since each may repeat a work.
    """
    headings = find_headings(evidence.extraction)
    document, hidden = evidence.extraction.document, find_hidden_addresses(evidence.extraction)
    cited = {each.reference for each in evidence.extraction.citations}
    is_bibliography = document.format in BIBLIOGRAPHIES
    # Of two works with one identifier, the one to which it does not belong is wrong.
    mismatched = {
        each.reference for each, ruling in find_judged_citations(evidence) if ruling.existence == "mismatched"
    }
    first, above = dict[tuple[int, str, str], Reference](), None
    for reference in list_own_references(evidence.extraction):
        if reference.origin not in {"list", "file"} or reference.back or reference.id in hidden:
            continue
        # Below a numbered entry, one without a number may be the same in another language.
        above = above if above and above.key and not reference.key else reference
        part = find_chapter(reference, headings)
        same = [first.setdefault((part, *name), reference) for name in _identify_work(reference)]
        known = next((each for each in same if each is not reference and not _are_apart(each, reference)), None)
        # The same key twice has a rule of its own. In a shared bibliography only works that are cited matter here.
        shared = (
            not is_bibliography and reference.origin == "file" and not {reference.id, known.id if known else ""} & cited
        )
        if known and known is not above and not shared and (known.key != reference.key or not known.key):
            is_other = _is_other_work(reference, known)
            wrong, right = (known, reference) if is_other and known.id in mismatched else (reference, known)
            what = "identifier" if is_other else "work"
            message = f"duplicate entry {_make_label(wrong)}: same {what} as {_make_label(right)}"
            doubtful = _differ_in_kind(reference, known) or _are_of_one_book(reference, known)
            doubtful = doubtful or _are_two_versions(reference, known)
            yield Fault(wrong.span, message, reference=wrong, twin=right, is_doubtful=doubtful)


def _is_other_work(one: Reference, other: Reference) -> bool:
    """Return whether the authors or titles of two entries differ, so that one has the identifier of the other."""
    if one.authors and other.authors and one.authors[0] != other.authors[0]:
        return True
    titles = sorted((fold_title(each.likely_title) for each in (one, other)), key=len)
    shared = _list_ids(one, *_SAME_WORK) & _list_ids(other, *_SAME_WORK)
    return bool(shared and titles[0]) and not titles[1].startswith(titles[0])


def _are_of_one_book(one: Reference, other: Reference) -> bool:
    """Return whether two entries are chapters of one book, or a book and its chapter: these may have its DOI."""
    books = [_read_field(_BOOK, each) for each in (one, other)]
    titles = [fold_title(each.likely_title) for each in (one, other)]
    if titles[0] == titles[1]:
        return False
    return bool(books[0] and books[0] in {books[1], titles[1]}) or bool(books[1] and books[1] == titles[0])


def _read_field(form: re.Pattern[str], entry: Reference) -> str:
    return fold_title(found[1]) if (found := form.search(entry.text, 0, _LONGEST)) else ""


def _differ_in_kind(one: Reference, other: Reference) -> bool:
    """Return whether one of two works without a common identifier is data, a talk or a revision, and the other not."""
    kinds = [{name for name, form in _KINDS.items() if form.search(each.text, 0, _LONGEST)} for each in (one, other)]
    return _list_ids(one, *_SAME_WORK).isdisjoint(_list_ids(other, *_SAME_WORK)) and kinds[0] != kinds[1]


def _are_two_versions(one: Reference, other: Reference) -> bool:
    """Return whether two entries are a preprint and its article, or a conference paper and its journal version.

    Each says where it appeared, and no identifier is that of both: they may be cited as two works.
    """
    if not _list_ids(one, *_SAME_WORK).isdisjoint(_list_ids(other, *_SAME_WORK)):
        return False
    preprints = [_PREPRINT_SERVER.search(each.text, 0, _LONGEST) is not None for each in (one, other)]
    types = {found[1].lower() for each in (one, other) if (found := _TYPE.match(each.text))}
    is_printed_twice = types == {"article", "inproceedings"} and one.year != other.year
    return preprints[0] != preprints[1] or is_printed_twice


def _list_ids(entry: Reference, *kinds: str) -> set[tuple[str, str]]:
    return {(each.kind, each.normal) for each in entry.identifiers if each.kind in kinds}


def _are_apart(one: Reference, other: Reference) -> bool:
    """Return whether two works of one title differ in subtitle, DOI or address, or are a thesis and its paper."""
    mine, yours = (
        {make_page_key(each.normal) for each in entry.identifiers if each.kind == "url"} for entry in (one, other)
    )
    if bool(_THESIS.match(one.text)) != bool(_THESIS.match(other.text)):
        return True
    dois = [{each.normal.casefold() for each in entry.identifiers if each.kind == "doi"} for entry in (one, other)]
    if all(dois) and not any(doi.startswith(_PREPRINT) for each in dois for doi in each):
        return dois[0].isdisjoint(dois[1])
    has_id = any(each.kind in _SAME_WORK for each in (*one.identifiers, *other.identifiers))
    subtitles = {_read_field(_SUBTITLE, each) for each in (one, other)} - {""}
    return not has_id and (len(subtitles) > 1 or bool(mine and yours and mine.isdisjoint(yours)))


def _identify_work(reference: Reference) -> Iterator[tuple[str, str]]:
    """Yield what the entry shares with no other work."""
    if reference.origin == "list" and _CASE.search(reference.text):
        return
    for identifier in reference.identifiers:
        if identifier.kind in _SAME_WORK and identifier.fault is None:
            yield identifier.kind, identifier.normal.casefold()
    title = fold_title(reference.likely_title)
    for identifier in reference.identifiers if title and reference.year else ():
        if identifier.kind == "url":
            yield "url", f"{make_page_key(identifier.normal)} {title} {reference.year}"
    if len(title) >= _TITLE and reference.year:
        author = fold_family_name(reference.authors[0]) if reference.authors else ""
        yield "title", f"{title} {reference.year} {author}"  # 2010a and 2010b are two works
    words = fold_title(_LABEL.sub("", reference.text))
    least = _TITLE if reference.year and reference.authors else _SENTENCE
    if reference.origin == "list" and len(words) >= least:
        yield "words", words


def _make_label(reference: Reference) -> str:
    return f"[{reference.key}]" if reference.key else f'"{reference.likely_title or reference.text[:60]}"'


def find_conflicting_citation(evidence: Evidence) -> Iterator[Fault]:
    """The same work is cited with different years, names or titles.

    ## Meaning
    Two citations have the same volume and page of a reporter, or the same address, but another year, another case name,
    another circuit or another title. Or one case is cited with two volumes or two first pages of one reporter. A file
    of a European, German or Korean court has two judgments, names or years; a case has two years in two sentences.

    ## Why it matters
    One of the two is wrong, and a reader cannot tell which. Invented citations often reuse a real number.

    ## Example
    ```markdown
    The burden shifts. Celotex Corp. v. Catrett, 477 U.S. 317 (1986). It stays there. Celotex Corp. v. Catrett, 477 U.S.
    317 (1987).
    ```

    ## How to fix it
    Look the work up and correct the citation that differs.

    ## Limitations
    Entries with the same address are compared only if both have a title and a year and the address names a page.
    Entries with the same DOI are reported by KEY004. What links and entries say of one address is a note: an address
    may have several editions. One case in two reporters, and names of cases that share a word, are not compared.
    """
    yield from compare_cases(evidence.extraction)
    yield from compare_numbered_cases(evidence.extraction)
    yield from _compare_links(evidence.extraction)
    yield from _compare_references(evidence.extraction)


def _compare_links(extraction: Extraction) -> Iterator[Fault]:
    """Yield the links whose labels date one page differently: [Kim, 2019](…) and [Kim, 2021](…)."""
    first: dict[tuple[str, str], tuple[Citation, str]] = {}
    for link in extraction.citations:
        label = _LINK_LABEL.match(link.text) if link.kind == "link" else None
        if label and _names_page(link.normal):
            known, year = first.setdefault(
                (make_page_key(link.normal), fold_title(label["name"])), (link, label["year"])
            )
            if year != label["year"]:
                difference = f"{link.normal} is of {label['year']} here and of {year} elsewhere"
                message = _describe(extraction.document, known, difference)
                yield Fault(link.span, message, link.normal, citation=link, is_doubtful=True)


def _compare_references(extraction: Extraction) -> Iterator[Fault]:
    first: dict[str, Reference] = {}
    for entry in list_own_references(extraction):
        urls = [each.normal for each in entry.identifiers if each.kind == "url" and _names_page(each.normal)]
        if "#:~:text=" in entry.text:  # a link to the passage where something was read about the work
            continue
        if entry.origin not in {"list", "file"} or entry.back or len(urls) != 1 or not (entry.title and entry.year):
            continue
        known = first.setdefault(make_page_key(urls[0]), entry)
        if known is entry or _find_author(known) != _find_author(entry):
            continue
        what = "title" if (known.year or "")[:4] == entry.year[:4] else "year"
        values = [getattr(each, what) for each in (entry, known)]
        if fold_title(values[0]) != fold_title(values[1]):
            difference = f'{urls[0]} has the {what} "{values[0]}" here and "{values[1]}" elsewhere'
            message = _describe(extraction.document, known, difference)
            yield Fault(entry.span, message, urls[0], reference=entry, is_doubtful=True)


def _find_author(entry: Reference) -> str:
    return fold_family_name(entry.authors[0]) if entry.authors else ""


def _names_page(url: str) -> bool:
    """Check whether an address names one page; a home page has many works."""
    return "/" in make_page_key(url)


def _describe(document: Document, known: Citation | Reference, difference: str) -> str:
    return f"{difference} (line {document.lines.position(known.span.start)[0]})"
