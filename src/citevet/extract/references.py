"""The document's own references: footnotes, bibliography lines, and entries of .bib, .bbl, RIS and CSL-JSON files."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise, takewhile
from operator import attrgetter
from typing import Literal

from citevet.extract.citations import links, list_markers
from citevet.extract.entry_parser import ParsedEntry, parse_entry, parse_list
from citevet.extract.entry_people import SAME_PEOPLE
from citevet.extract.stated_identifiers import read_stated_identifiers
from citevet.identifiers import find, may_have
from citevet.model import Block, Document, EntryField, FieldName, IdentifierKind, Mark, Reference, Span
from citevet.model.document import BIBLIOGRAPHIES, pair_with_next
from citevet.patterns import lazy_pattern
from citevet.people.parser import parse_bibtex
from citevet.text.document_parts import find_reference_sections
from citevet.text.names import ELIDED_PARTICLE_PATTERN, PARTICLE_PATTERN

ListEntries = Callable[[Document], Iterable[Reference]]  # of a bibliography
# An entry starts a line with its number or label; without one, each paragraph or list item is an entry.
_LABEL = lazy_pattern(
    r"^[ \t>]*(?:\\?\[(\d{1,4}|[A-Za-z][\w+:.-]{0,40})\\?\]:?|(\d{1,4})[.)])[ \t\xa0]+(?=\S)", re.MULTILINE
)
_AT_START = lazy_pattern(
    r"[*_]{0,2}(?:\\?\[(\d{1,4}|[A-Za-z][\w+:.-]{0,40})\\?\]:?|\((\d{1,4})\)"
    r"|([⁰¹²³⁴-⁹]{1,4}(?=\s?[^\W\d_a-z])|\d{1,4}(?=[ \xa0]?\t))|(\d{1,4})[.)](?=[*_]{0,2}[ \t\xa0]))[*_]{0,2}"
    r"(?:[ \t\xa0]+|[ \t]*\r?\n[ \t]*(?=[^\W\d])"  # the entry may begin on the next line
    # or without a space: [68]Chen, and [2]node https://…
    r"|(?:(?<=\d\])|(?<=\d\\\])|(?<=[⁰¹²³⁴-⁹]))(?=[^\W\d_a-z]|[a-z][^\r\n]{0,200}?\bhttps?://))(?=\S)"
)
_PLACES: tuple[IdentifierKind, ...] = ("doi", "url")
_LONGEST_LINE = 600  # characters
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_YEAR = r"(?:1[4-9]|20)\d\d[a-z]?"
_AUTHORED = lazy_pattern(rf"^[^\W\d_a-z][^\r\n]{{0,150}}?\({_YEAR}\)", re.MULTILINE)
# With initials the name may open with a small letter, "van der Berg, A. (2019)", and the year may have no brackets,
# "Lee, A. 2019." It opens an entry only after a finished line: a broken line may go on with "de France, P. (2019)".
_INITIALLED = lazy_pattern(
    rf"^(?:{PARTICLE_PATTERN}\s){{0,3}}{ELIDED_PARTICLE_PATTERN}?[^\W\d_a-z][\w'’‐-]*(?:\s[^\W\d_a-z][\w'’‐-]*)?,"
    rf"\s[^\W\d_a-z]\.[^\r\n]{{0,150}}?(?:\({_YEAR}\)|\s{_YEAR}[.,:])",
    re.MULTILINE,
)
_WHOLE = lazy_pattern(r"[.)\]”\"\d][ \t]{0,3}(?:\r\n|\r|\n)$")
# The text may open with an anchor, or with an escaped bracket: 2. <a id="lee"></a>Lee, 2. \[PDF\]
_NUMBER_BEFORE = lazy_pattern(r"(\d{1,4})[.)][ \t]+(?:<(a|span)\s[^<>]{1,200}></\2>[ \t]*)?\\?$", re.IGNORECASE)
_LISTING = frozenset({"paragraph", "item"})
_LONGEST_NUMBER = 4  # digits of an entry's number; an issue number may have more
_DATE_SIGN = lazy_pattern(r"\b(?:1[4-9]|20)\d\d[a-z]?\b|\bn\.d\.|\bin press\b")
# What may precede the address in a line that has nothing else: "URL http://…", "doi:10.…".
_ADDRESS_LABEL = lazy_pattern(r"(?:URL|DOI|Available(?: at| from)?|Link|Online|Accessed)\b[:.]?", re.IGNORECASE)
_NEXT_ON_LINE = lazy_pattern(r"[•·|;][ \t]*(?=\\?\[(\d{1,4})\\?\]:?[ \t])")  # [1] … • [2] …
_SEMICOLON = lazy_pattern(r";\s+")
_OPENS_ENTRY = lazy_pattern(rf"[^\W\d_a-z].{{3,150}}?\b{_YEAR}\b", re.DOTALL)
_SHORTEST_RUN, _SHORTEST_RAISED = 3, 5  # entries of a list without a heading
_RUN_IN = 200  # entries of one paragraph
_LABELLED_SENTENCE = lazy_pattern(r"\[[^\W\d_][^\[\]\s]{0,40}\]\s+[^\W\d_A-Z]")  # "[Yao82] proves that …"
_MARKER = lazy_pattern(r"\[(\d{1,4})\]")
_BARE_NOTE = lazy_pattern(r"^\[\^([^\]\[\s]{1,80})\][ \t]+(?=\S)", re.MULTILINE)  # [^4] Lee, 2019.
_INLINE_NOTE = lazy_pattern(r"\^\[((?:[^\[\]\r\n]|\[[^\[\]\r\n]{0,200}\](?:\([^()\r\n]{0,500}\))?){1,2000})\]")


def find_references(document: Document, list_entries: ListEntries | None = None) -> tuple[Reference, ...]:
    """Return the entries in the order of the document, then those of its bibliography files."""
    if document.format in BIBLIOGRAPHIES:
        return tuple(replace(entry, path=None) for entry in (list_entries or parse_bibliography)(document))
    own = [
        *_find_notes(document),
        *_find_marked(document),
        *_find_numbered_links(document),
        *list_markers.find_wiki_definitions(document),
    ]
    taken = sorted(reference.span for reference in own)
    listed = list(_find_listed(document))
    free = set(_find_free((reference.span for reference in listed), taken))
    own += (reference for reference in listed if reference.span in free)
    own.sort(key=lambda reference: reference.span)
    return (*own, *(entry for file in document.bibliography for entry in (list_entries or parse_bibliography)(file)))


def _find_notes(document: Document) -> Iterator[Reference]:
    inline = [mark.span for mark in document.marks if mark.kind == "inline-note"]
    if document.format == "markdown":
        hidden = [region.span for region in document.regions if region.kind in {"code", "math", "comment", "metadata"}]
        inline += _find_free((Span(*found.span()) for found in _INLINE_NOTE.finditer(document.text)), hidden)
    for number, span in enumerate(inline, 1):
        yield _make_note(document, span, f"inline-{number}")
    for mark in document.marks:
        if mark.kind == "definition":
            yield _make_note(document, mark.span, mark.target)
    yield from _find_bare_notes(document) if document.format == "markdown" and "[^" in document.text else ()


def _find_bare_notes(document: Document) -> Iterator[Reference]:
    """Yield the notes whose definition lacks its colon, `[^4] Lee, 2019.`, below a marker with the same label."""
    text, defined = document.text, {mark.target for mark in document.marks if mark.kind == "definition"}
    for block in document.blocks:
        if block.kind in _LISTING:
            found = list(_BARE_NOTE.finditer(text, block.span.start, block.span.end))
            for match, end in zip(found, [*(each.start() for each in found[1:]), block.span.end], strict=False):
                if match[1] not in defined and text.find(f"[^{match[1]}]", 0, match.start()) >= 0:
                    whole = text[match.start() : end].rstrip()
                    yield _make_note(document, Span(match.start(), match.start() + len(whole)), match[1])


def _find_free(spans: Iterable[Span], taken: list[Span]) -> Iterator[Span]:
    """Yield the spans that overlap none of the taken ones; both come in order."""
    for span, other in pair_with_next(spans, taken, attrgetter("start")):
        if other is None or not other.overlaps(span):
            yield span


def _make_note(document: Document, span: Span, key: str) -> Reference:
    text = document.slice(span)
    return _make_reference(key, span, text, "footnote", parse_entry(text))


def _make_reference(
    key: str, span: Span, text: str, origin: Literal["footnote", "list"], entry: ParsedEntry
) -> Reference:
    authors, year, sole, back, *_ = entry
    return Reference("", key, span, text, origin, authors=authors, year=year, sole=sole, back=back)


def _find_numbered_links(document: Document) -> Iterator[Reference]:
    """Yield `[1]: address` definitions; a definition with a name is the address of a link, not an entry."""
    for mark in document.marks:
        label = mark.parts.get("title", "")
        if mark.kind == "link-definition" and label.isdigit() and len(label) <= _LONGEST_NUMBER:
            found = tuple(links.find_link_identifiers(document, mark))
            yield Reference("", label, mark.span, document.slice(mark.span), "list", identifiers=found)


def _find_marked(document: Document) -> Iterator[Reference]:
    marks = [mark for mark in document.marks if mark.kind == "entry"]
    words = [mark.parts.get("words") or document.slice(mark.label or mark.span) for mark in marks]
    authors: tuple[str, ...] = ()
    for mark, text, entry in zip(marks, words, parse_list(words), strict=True):
        authors = authors if SAME_PEOPLE.match(text) else entry.authors
        whole = document.slice(mark.span)
        made = _make_reference(mark.target, mark.span, whole, "list", entry._replace(authors=authors))
        yield replace(made, plain=mark.parts.get("words", ""))


def _find_listed(document: Document) -> Iterator[Reference]:
    headed = [section for section in find_reference_sections(document) if section]
    runs = list(_find_numbered_runs(document, {block.span.end for section in headed for block in section}))
    if document.format == "pdf" and not headed:
        runs = list(_find_printed_runs(document))
    sections = headed + runs or [_find_unheaded_section(document)]
    for section in sorted(sections, key=lambda blocks: [block.span for block in blocks]):
        entries = _find_entries(document, [block for block in section if block.kind in _LISTING])
        found = _repeat_authors(_drop_raised(list(_drop_address_lines(entries))))
        if document.format == "pdf":
            found = _drop_unnumbered(list(found))
        yield from _count_entries(found) if document.format == "markdown" else found


def _drop_address_lines(found: Iterator[Reference]) -> Iterator[Reference]:
    """Drop the lines that contain only the address of the entry before them, unless every line is an address."""
    before: Reference | None = None
    for entry in found:
        is_address = not entry.key and _is_address_line(entry.text)
        if not (is_address and before is not None and before.year):
            yield entry
            before = None if is_address else entry


def _is_address_line(text: str) -> bool:
    """Check for a line that has only an address or DOI, with or without a label."""
    found = find(text, _PLACES) if len(text) < _LONGEST_LINE and may_have(text) else []
    before = _ADDRESS_LABEL.sub("", text[: found[0].span.start], count=1) if len(found) == 1 else text
    return len(found) == 1 and not any(map(str.isalnum, before + text[found[0].span.end :]))


def _has_entry_sign(text: str) -> bool:
    return _DATE_SIGN.search(text) is not None or may_have(text)


def _drop_raised(found: list[Reference]) -> Iterator[Reference]:
    """Drop the paragraphs with a raised number in a list that numbers in another form: notes, addresses of authors."""
    raised = {entry.span for entry in found if entry.text[:1].translate(_LOWERED) != entry.text[:1]}
    foreign = raised if 2 * len(raised) < sum(entry.key.isdigit() for entry in found) else ()
    return (entry for entry in found if entry.span not in foreign)


def _drop_unnumbered(found: list[Reference]) -> Iterator[Reference]:
    """Drop what has no number in a numbered list, such as the dates and the authors' lives after it."""
    numbered = [entry for entry in found if entry.key.isdigit()]
    yield from numbered if len(numbered) > max(len(found) // 2, 2) else found


def _repeat_authors(found: Iterator[Reference]) -> Iterator[Reference]:
    """Give an entry that opens with a dash, as in "———. 2009.", the authors of the entry before it."""
    authors: tuple[str, ...] = ()
    for entry in found:
        authors = authors if SAME_PEOPLE.match(entry.text) else entry.authors
        yield replace(entry, authors=authors)


def _count_entries(found: Iterator[Reference]) -> Iterator[Reference]:
    """Count the entries as Markdown does: a list of 1. 1. 1. shows as 1, 2, 3."""
    number = 0
    for entry in found:
        number = number + 1 if entry.key == "1" and entry.text.startswith("1") else 0
        yield replace(entry, key=str(number)) if number > 1 else entry


def _find_numbered_runs(document: Document, known: set[int]) -> Iterator[list[Block]]:
    """Yield the lists without a heading at the end of a part: lines [1], [2] …, most of them with an address."""
    run: list[Block] = []
    first: dict[str, int] = {}  # number → where it is cited first
    for match in _MARKER.finditer(document.text) if known else ():
        first.setdefault(match[1], match.start())
    for block in (*document.blocks, None) if document.format in {"markdown", "text"} else ():
        if block and _has_number(document, block) and block.span.end not in known:
            run.append(block)
            continue
        entries = list(_find_entries(document, run))
        ends_part = block is None or block.kind == "heading"
        if _is_list_of_addresses(entries) or (ends_part and _is_late_entry(entries, first)):
            yield run
        run = []


def _find_printed_runs(document: Document) -> Iterator[list[Block]]:
    """Yield the lists of a typeset paper without a heading: paragraphs 1, 2, 3 …, most of them with a year."""
    run: list[tuple[int, Block]] = []
    for at, block in (*enumerate(document.blocks), (0, None)):
        labels = _find_labels(document, block) if block else [("1", 0)]
        if block and document.text[block.span.start] not in "[⁰¹²³⁴⁵⁶⁷⁸⁹":  # "1." also numbers points
            continue
        if block and labels and labels[0][0] == str(len(run) + 1):
            run.append((at, block))
        elif labels and labels[0][0] == "1":
            if run and _is_printed_list(document, run):
                yield [each for _, each in run]
            run = [(at, block)] if block else []


def _is_printed_list(document: Document, run: list[tuple[int, Block]]) -> bool:
    """Check whether numbered paragraphs are entries; notes with raised numbers are at the foot of many pages."""
    dated = sum(_has_entry_sign(document.slice(block.span)) for _, block in run)
    is_raised = document.text[run[0][1].span.start] == "¹"
    is_long = len(run) >= (_SHORTEST_RAISED if is_raised else _SHORTEST_RUN)
    return is_long and 2 * dated > len(run) and not (is_raised and run[-1][0] - run[0][0] > 2 * len(run))


def _is_list_of_addresses(entries: list[Reference]) -> bool:
    """Check whether numbered lines are entries; "[1] found in 2020 that" and "[2] replies" are sentences."""
    numbers = [int(entry.key) if entry.key.isdigit() else 0 for entry in entries]
    addressed = sum(may_have(entry.text) for entry in entries)
    if len(numbers) <= 1 or any(right <= left for left, right in pairwise(numbers)):
        return False
    complete = numbers == list(range(1, len(numbers) + 1))
    return 2 * addressed > len(entries) if complete else addressed == len(entries)


def _is_late_entry(entries: list[Reference], first: Mapping[str, int]) -> bool:
    """Check whether one line at the end of a part adds to the lists of the document: its number is cited before it."""
    if len(entries) != 1:
        return False
    words = entries[0].text.partition("]")[2].lstrip("\\: \t")
    return not words[:1].islower() and first.get(entries[0].key, entries[0].span.start) < entries[0].span.start


def _find_unheaded_section(document: Document) -> list[Block]:
    """Return the blocks at the end that number their lines [1], [2] … without a heading; notes name no work."""
    section = list(takewhile(partial(_has_number, document), reversed(document.blocks)))[::-1]
    keys = [key for block in section for key, _ in _find_labels(document, block)]
    if len(keys) == 1 and not _is_cited_entry(document, section[0]):
        return []
    if not any(_has_entry_sign(document.slice(block.span)) for block in section):
        return []
    return section if keys == [str(number) for number in range(1, len(keys) + 1)] else []


def _has_number(document: Document, block: Block) -> bool:
    """Check whether a block opens with a number in square brackets."""
    found = _AT_START.match(document.text, block.span.start, block.span.end)
    return found is not None and (found[1] or "").isdigit()


def _is_cited_entry(document: Document, block: Block) -> bool:
    """Return whether a single line is an entry: the text before it cites its number, and it is not a sentence.

    "[1] found in 2020 that" is a sentence whose subject is the work.
    """
    found = _AT_START.match(document.text, block.span.start, block.span.end)
    entry = document.text[found.end() : block.span.end] if found else ""
    dated = _has_entry_sign(entry) and (not entry[0].islower() or entry.startswith(("http", "www.")))
    return dated and found is not None and f"[{found[1]}]" in document.text[: block.span.start]


def _find_labels(document: Document, block: Block) -> list[tuple[str, int]]:
    """Return the labels of the entries in a block and their offsets; the first may follow a bullet."""
    text, span = document.text, block.span
    first = _AT_START.match(text, span.start, span.end)
    if first and text[span.start - 1 : span.start] == "\\" and _find_item_number(document, block)[0]:
        first = None  # "2. \[PDF\] Lee": words of the title
    found = [*([first] if first else []), *_LABEL.finditer(text, first.end() if first else span.start, span.end)]
    labels = (str(next(filter(None, match.groups()))).translate(_LOWERED) for match in found)
    starts = (match.start() + len(match[0]) - len(match[0].lstrip(" \t>")) for match in found)
    return list(zip(labels, starts, strict=True))


def _find_labels_on_line(document: Document, block: Block) -> list[tuple[str, int]]:
    """Return the labels after the first where signs separate the entries of one line, numbered without a gap."""
    found = list(_NEXT_ON_LINE.finditer(document.text, block.span.start, block.span.end))
    counted = [match[1] for match in found] == [str(number) for number in range(2, len(found) + 2)]
    return [(match[1], match.end()) for match in found] if counted else []


def _find_line_starts(document: Document, block: Block) -> list[tuple[str, int]]:
    """Return where entries start in a paragraph with one per line, each opening with authors and a year."""
    text, span = document.text, block.span
    dated = {match.start() for match in _AUTHORED.finditer(text, span.start, span.end)}
    named = (match.start() for match in _INITIALLED.finditer(text, span.start, span.end))
    found = sorted(dated.union(at for at in named if at == span.start or _WHOLE.search(text[max(at - 6, 0) : at])))
    return [("", start) for start in found] if len(found) > 1 and found[0] == span.start else []


def _find_run_in_starts(document: Document, block: Block) -> list[tuple[str, int]]:
    """Return where entries start in a paragraph that separates them by semicolons, each with authors and a year."""
    text, span = document.text, block.span
    marks = list(islice(_SEMICOLON.finditer(text, span.start, span.end), _RUN_IN))
    starts = [span.start, *(mark.end() for mark in marks)]
    pieces = [text[start:end] for start, end in pairwise([*starts, span.end])] if marks else []
    is_list = bool(pieces) and all(_OPENS_ENTRY.match(each) for each in pieces)
    is_list = is_list and all(entry.authors and entry.year for entry in map(parse_entry, pieces))
    return [("", start) for start in starts] if is_list else []


def _find_entries(document: Document, blocks: Iterable[Block]) -> Iterator[Reference]:
    """Yield the entries in the blocks of one list."""
    split = [piece for block in blocks for piece in _split_entries(document, block)]
    texts = [document.slice(span) for _, span in split]
    for (key, span), text, entry in zip(split, texts, parse_list(texts), strict=True):
        is_dated = _has_entry_sign(text)
        is_sentence = not is_dated and _LABELLED_SENTENCE.match(text) is not None
        if (key and not is_sentence) or (is_dated and not entry.back):
            yield _make_reference(key, span, text, "list", entry)


def _split_entries(document: Document, block: Block) -> Iterator[tuple[str, Span]]:
    """Yield the key and the span of each entry in a block."""
    starts = _find_labels(document, block) or _find_run_in_starts(document, block) or _find_line_starts(document, block)
    if len(starts) == 1 and starts[0][0] == "1":
        starts += _find_labels_on_line(document, block)
    if not starts or starts[0][1] > block.span.start:
        starts.insert(0, _find_item_number(document, block))
    ends = [start for _, start in starts[1:]] + [block.span.end]
    for (key, start), end in zip(starts, ends, strict=True):
        text = document.text[start:end].rstrip("•·|; \t\r\n" if end < block.span.end else None)
        yield key, Span(start, start + len(text))


def _find_item_number(document: Document, block: Block) -> tuple[str, int]:
    """Return the number before the text of an ordered list's item, and its offset; that of the text after an anchor."""
    line = document.lines.starts[document.lines.position(block.span.start)[0] - 1]
    found = _NUMBER_BEFORE.search(document.text, line, block.span.start)
    if found is None or block.kind != "item":
        return "", block.span.start
    return found[1], block.span.start if found[2] else found.start()


def number_references(found: tuple[Reference, ...]) -> tuple[Reference, ...]:
    """Give each reference its id; those of a bibliography have theirs if the document has no entries of its own."""
    numbered = ((f"r{number}", reference) for number, reference in enumerate(found, 1))
    return tuple(each if each.id == name else replace(each, id=name) for name, each in numbered)


# Bibliography files


def parse_bibliography(file: Document) -> Iterator[Reference]:
    """Yield the entries of a bibliography file, with the identifiers from their fields."""
    marks = [mark for mark in file.marks if mark.kind == "entry"]
    words = [mark.parts.get("words") or ("" if mark.parts else file.slice(mark.label or mark.span)) for mark in marks]
    for number, (mark, parsed) in enumerate(zip(marks, parse_list(words), strict=True), 1):
        authors = tuple(person.surname for person in parse_bibtex(mark.parts.get("author", "")))
        yield Reference(
            f"r{number}",
            mark.target,
            mark.span,
            file.slice(mark.span),
            "file",
            path=file.path,
            identifiers=tuple(read_stated_identifiers(file, mark)),
            title=mark.parts.get("title"),
            authors=authors or parsed.authors,
            year=mark.parts.get("year") or mark.parts.get("date", "")[:4] or parsed.year,
            sole=len(authors) == 1 or parsed.sole,
            stated=mark.parts,
            fields=_read_fields(file, mark),
            plain=mark.parts.get("words", ""),
        )


# Field of a bibliography file → the field of an entry; the first that has a value counts.
_ENTRY_FIELDS: Mapping[str, FieldName] = {
    "title": "title",
    "author": "people",
    "editor": "editors",
    "date": "date",
    "year": "date",
    "journal": "container",
    "journaltitle": "container",
    "booktitle": "container",
    "series": "series",
    "volume": "volume",
    "number": "issue",
    "issue": "issue",
    "pages": "pages",
    "publisher": "publisher",
    "institution": "publisher",
    "school": "publisher",
    "organization": "publisher",
    "location": "place",
    "address": "place",
    "edition": "edition",
    "type": "type",
}


def _read_fields(file: Document, mark: Mark) -> Mapping[FieldName, EntryField]:
    """Return the fields of an entry as its file names them."""
    found: dict[FieldName, EntryField] = {}
    for written, name in _ENTRY_FIELDS.items():
        value = mark.parts.get(written, "")
        if value and name not in found:
            at = file.text.find(value, mark.span.start, mark.span.end)  # a field with markup is cleaned
            found[name] = EntryField(value, Span(at, at + len(value)) if at >= 0 else mark.span, 1.0, is_read=True)
    return found
