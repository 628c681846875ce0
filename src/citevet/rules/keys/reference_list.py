"""The document's own reference list, as the rules on keys need it."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from citevet.model import Citation, Document, Extraction, Reference
from citevet.patterns import lazy_pattern
from citevet.text.document_parts import is_reference_heading
from citevet.text.letters import fold_characters
from citevet.text.names import is_organization, last_word

_NUMBER = lazy_pattern(r"[0-9]{1,6}")
_KEYS = 1000  # that are compared letter by letter
_STEM = 5  # letters of a key that begins another
_DEEPEST = 6  # the level of a heading, and of a title in bold
# After "pp." or the volume of a journal; without these words a range may be a date, an ISSN or a telephone number.
_ENTRY_PAGES = lazy_pattern(
    r"(?:\bpp\.? ?|\bpages\s{0,9}=\s{0,9}[{\"]|\d\): ?|;\d{1,4}:|\d[*_]{0,3}, (?=\d{3,5}[–-]\d{3,5}\.(?:\s|$))"
    r"|\d[*_]{0,3}\(\d{1,4}(?:[–-]\d{1,4})?\)[*_]{0,3}, "
    r"|\d{4}\), (?=\d{1,5}–\d{1,5}\.?$))"
    r"(?P<pages>(?P<first>\d{1,6})(?:--?|–|&ndash;|&#8211;|&#x2013;)(?P<last>[1-9]\d{0,5}))(?![\w–-])"
)
_EDITION = lazy_pattern(r"\b(?:edn?|edition|rev|repr|reprint|Aufl|Auflage)\b", re.IGNORECASE)
_LONGEST = 5000  # characters of an entry
_ONE_WORK = 1200  # characters of an entry that is not several works in one
_SHORTEST = 3  # entries of a list that can be compared as a whole
_DATED, _CITED = 0.8, 0.5  # of the entries of a list that was read well
_SAMPLE = lazy_pattern(
    r"\btitle of paper (?:if known|with only)\b|\btitle of (?:this|your|the cited) \w|\bauthor ?1\b",
    re.IGNORECASE,
)
_LABEL = lazy_pattern(
    r"\s*(?:\[\^?[^\[\]\s]{1,200}\]:?|\\bibitem(?:\[[^\]]{0,200}\])?\{[^{}]{0,200}\}|[0-9]{1,6}[.)]"
    r"|<ref(?:\s[^<>]{0,200})?></ref\s*>)\s*",
    re.IGNORECASE,
)


def list_own_references(extraction: Extraction) -> list[Reference]:
    """Return the entries in the document itself; a bibliography file is audited, and reported, by itself."""
    return [reference for reference in extraction.references if reference.path is None]


def list_entries(extraction: Extraction) -> list[Reference]:
    """Return the entries of the document's own list, without those that only point to another one."""
    return [each for each in list_own_references(extraction) if each.origin == "list" and not each.back]


def is_several_works(reference: Reference) -> bool:
    """Return whether an entry is too long for one work, so that its list was not split."""
    return len(reference.text) > _ONE_WORK


def is_well_read(extraction: Extraction) -> bool:
    """Return whether a list by author was read as written, so that a citation without an entry is a fault of the text.

    Nearly all entries have authors and a year, none is several works in one, and the text cites half of them by name.
    """
    listed = list_entries(extraction)
    if extraction.document.format == "pdf" or len(listed) < _SHORTEST or any(map(is_several_works, listed)):
        return False
    dated = sum(bool(each.authors and each.year) for each in listed)
    named = [each for each in extraction.citations if each.kind == "author-year"]
    cited = {name for each in named for name in each.meant.possible}
    return dated >= _DATED * len(listed) and sum(each.id in cited for each in listed) >= _CITED * len(listed)


def find_nearest_key(label: str, keys: Sequence[str]) -> str | None:
    """Return the key that was probably meant: the only longer or shorter form of an unknown one, or the nearest."""
    near = [key for key in keys if len(key) >= _STEM and len(label) >= _STEM and _is_longer_form(key, label)]
    if len(near) != 1:
        from difflib import get_close_matches  # only for a finding

        near = get_close_matches(label[:100], [key[:100] for key in keys[:_KEYS]], n=1, cutoff=0.7)
    return near[0] if near else None


def _is_longer_form(one: str, other: str) -> bool:
    """Return whether one key begins with the other: wright2013 and wright2013entrainment."""
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    return long.startswith(short) and not long[len(short) :][:1].isdigit()


def parse_number(label: str) -> int | None:
    """Return a label as a number, when it is one."""
    return int(label) if _NUMBER.fullmatch(label) else None


def show_author_year(citation: Citation) -> str:
    """Return an author-year citation in one form, so that findings on the same work have the same message."""
    people = citation.people
    if not (people.names and people.year):
        return citation.text
    *others, last = people.names
    names = f"{', '.join(others)}{' & ' if others else ''}{last}{' et al.' if people.et_al else ''}"
    return f"{names} ({people.year})"


def is_template(extraction: Extraction) -> bool:
    """Return whether the text cites a sample entry, such as "Title of paper if known": the author's work is to come."""
    cited = {each.reference for each in extraction.citations}
    return any(_SAMPLE.search(each.text, 0, _LONGEST) for each in extraction.references if each.id in cited)


def find_entry_pages(reference: Reference) -> Iterator[re.Match[str]]:
    """Yield the page ranges of an entry, with the groups `pages`, `first` and `last`."""
    return _ENTRY_PAGES.finditer(reference.text[:_LONGEST])


def strip_label(reference: Reference) -> str:
    """Return the text of an entry without its label."""
    label = _LABEL.match(reference.text)
    return reference.text[label.end() :] if label else reference.text


def is_commented_out(document: Document, start: int) -> bool:
    """Return whether an entry of a .bib file begins in a line that people, and Biber, take for a comment."""
    line = document.text[document.text.rfind("\n", 0, start) + 1 : start]
    return document.format == "bibtex" and line.lstrip().startswith("%")


def find_headings(extraction: Extraction) -> list[int]:
    """Return where the headings of the document start: after each of them a new list may begin."""
    return [block.span.start for block in extraction.document.blocks if block.kind == "heading"]


def find_chapter(reference: Reference, headings: list[int]) -> int:
    """Return the number of the chapter that contains an entry."""
    return bisect_left(headings, reference.span.start)


def split_numbered_lists(extraction: Extraction) -> list[list[Reference]]:
    """Return the numbered entries of the document, split at headings: each chapter may have its own list."""
    headings = find_headings(extraction)
    lists: dict[int, list[Reference]] = {}
    for reference in list_own_references(extraction):
        if reference.origin == "list" and parse_number(reference.key) is not None:
            lists.setdefault(find_chapter(reference, headings), []).append(reference)
    return list(lists.values())


def find_hidden_addresses(extraction: Extraction) -> set[str]:
    """Return the ids of `[1]: address` definitions, which a page does not show, if they are no list of sources.

    They are one under the heading of a list, and in a chapter that has other entries.
    """
    defined = {mark.span for mark in extraction.document.marks if mark.kind == "link-definition"}
    if not defined:
        return set()
    headings, starts = find_headings(extraction), _find_list_starts(extraction.document)
    chapters: dict[int, list[Reference]] = {}
    for reference in list_own_references(extraction):
        if reference.origin == "list":
            chapters.setdefault(find_chapter(reference, headings), []).append(reference)
    return {
        each.id
        for entries in chapters.values()
        if all(entry.span in defined for entry in entries)
        for each in entries
        if not starts[bisect_left(starts, (each.span.start, False)) - 1][1]
    }


def _find_list_starts(document: Document) -> list[tuple[int, bool]]:
    """Return where parts of the document start, and whether each is under the heading of a list of sources."""
    starts, listing = [(-1, False)], 0  # the level of the heading of the list
    for block in document.blocks:
        title = block.span.of(document.text).strip("*_# \n") if block.kind in {"heading", "paragraph"} else ""
        if is_reference_heading(title):
            listing = block.level or _DEEPEST
        elif block.kind == "heading" and block.level <= listing:
            listing = 0
        else:
            continue
        starts.append((block.span.start, listing > 0))
    return starts


def find_other_years(extraction: Extraction) -> Iterator[tuple[Reference, Reference]]:
    """Yield each note that names a work with another year than the list, or else than the first note on it."""
    works: dict[tuple[str, str], Reference] = {}
    for each in sorted(list_own_references(extraction), key=lambda each: each.is_note):
        # An organization's report has the same title each year, and a note with words before the name may have several.
        is_named = each.authors and each.year and each.likely_title  # words that two entries share
        who = each.authors[0] if is_named else ""
        people = each.fields.get("people")  # "Jane Roe, Foam", where the author is Roe
        opening = (who, people.text) if people and people.is_read else who
        if not who or is_organization(who) or not strip_label(each).startswith(opening):
            continue
        work = works.setdefault((fold_characters(last_word(who)), fold_characters(each.likely_title)), each)
        is_same = (work.year or "")[:4] in each.text or (each.year or "")[:4] in work.text
        if each.is_note and not is_same and not _EDITION.search(f"{each.text[:_LONGEST]} {work.text[:_LONGEST]}"):
            yield each, work
