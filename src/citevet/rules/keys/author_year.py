"""KEY009 to KEY011: author-year citations."""

from collections.abc import Iterator, Sequence

from citevet.contracts import Evidence, Fault
from citevet.identifiers import drop
from citevet.model import Citation, Extraction, Reference
from citevet.model.cited import BETWEEN
from citevet.patterns import lazy_pattern
from citevet.rules.keys.author_index import (
    AuthorIndex,
    MistypedIndex,
    find_hand_typed,
    fold_title,
    get_cited_authors,
    get_year,
    is_digit_slip,
    is_other_year,
)
from citevet.rules.keys.forecasts import FORESEEN
from citevet.rules.keys.reference_list import find_other_years, list_own_references, show_author_year
from citevet.text.letters import fold_letters

_SHOWN = 4
# After the year: , *ZooKeys* 759: 91; , 『日本のハゼ』; "Foams".
_TITLED = r"[a-z]?,\s(?:\*[^*\n]{2,120}\*\s\d|_[^_\n]{2,120}_\s\d|『[^』\n]{2,80}』|《[^》\n]{2,80}》)"
_CONTAINER, _BESIDE = lazy_pattern(_TITLED), lazy_pattern(rf"\d{{4}}{_TITLED}")
# The name of a species in italics and its authors (International Code of Zoological Nomenclature, article 51).
_SPECIES = lazy_pattern(
    r"[*_][A-Z][a-z]*\.?\s[a-z-]{3,30}(?:\s[a-z-]{3,30})?[*_]{1,2}(?:\s\([^()\n]{1,20}\))?(?:\s\|)?\s?\Z"
)
_INITIALS = lazy_pattern(r", [A-Z]\.,")  # "Albouy, C., Fopp, F. (2025)" writes an entry out and needs no other
_ACRONYM = lazy_pattern(r"[A-Z]{3,8}(?![a-z])")
_CAPITALS = lazy_pattern(r"\b[A-Z](?=[a-z])")
_WORD = lazy_pattern(r"[^\W\d_]{3,}")
_SHORT = 3  # letters of an acronym
_DIGITS = 4  # of a year; a letter may follow
_LONG_WORD = 5  # letters
_TITLE_WORDS = 3  # of a title that are near a citation by no accident
_CONTEXT = 200  # characters around a citation
_LONGEST = 2000  # characters of an entry that are compared


def find_ambiguous_author_year(evidence: Evidence) -> Iterator[Fault]:
    """An author-year citation matches several entries.

    ## Meaning
    The authors and year of a citation match more than one entry of the reference list. A footnote that repeats an entry
    in full, with the same title, DOI, arXiv id or PMID, does not count as another entry.

    ## Why it matters
    Readers have to guess which work is meant, and citevet cannot check the citation.

    ## Example
    ```markdown
    Both effects are small (Kim, 2019).

    # References
    Kim, H. (2019a). On effects. Journal of Effects, 1, 1–9.
    Kim, H. (2019b). On causes. Journal of Causes, 2, 3–8.
    ```

    ## How to fix it
    Add the letter to the year: (Kim, 2019a).

    ## Limitations
    The rule cannot tell which entry the author meant. Entries with the same title are one work (KEY004).
    """
    entries = evidence.extraction.references_by_id
    # Where keys cite the works, a name in the text is only a name.
    by_key = any(each.kind == "key" for each in evidence.extraction.citations)
    for citation in evidence.extraction.citations if not by_key else ():
        titles = [entries[each].likely_title or entries[each].text[:60] for each in citation.meant.possible]
        if len({fold_title(title) for title in titles}) > 1:
            shown = ", ".join(f'"{title}"' for title in titles[:_SHOWN])
            message = f"ambiguous citation {show_author_year(citation)}: matches {len(titles)} entries, {shown}"
            yield Fault(citation.span, message, citation=citation)


def find_unlisted_author_year(evidence: Evidence) -> Iterator[Fault]:
    """An author-year citation has no entry in the reference list.

    ## Meaning
    The list has works with authors and years, but none by these authors, in this year or another. All authors count: an
    entry by Kim alone matches neither Kim and Park nor Kim et al. The message names the nearest entries.

    ## Why it matters
    Readers cannot find the work. Invented citations often look like this: a plausible name and year, and no entry.

    ## Example
    ```markdown
    Foam cools slowly (Zhao, 2018).

    # References
    Kim, H. (2019). On effects. Journal of Effects, 1, 1–9.
    ```

    ## How to fix it
    Add the entry or correct the names.

    ## Limitations
    If more than half of the list has no recognizable author and year, the rule does not run. A citation with fewer
    authors than the entry counts as a match. A citation with its own link or DOI is not checked. An acronym
    counts as listed if an entry of the year has words with these initials. Where the list has the first author's name
    anywhere, the finding is a note: the entry may be there in a form that was not recognized. So it is for the year of
    a forecast, "(Kim, 2030 projection)", for a name with a page in a text that cites "Works Cited" in the style of MLA,
    "(Woolf 4)", and in a document with a .bib file and no list, where names and years in the
    text need no entry. It is a warning nevertheless where one name of an entry of that year is mistyped.
    """
    index = AuthorIndex.from_extraction(evidence.extraction)
    mistyped = MistypedIndex.of(index)
    entries = evidence.extraction.references_by_id
    unmatched = index.find_unmatched(evidence.extraction)
    heads = [entry.text[:_LONGEST] for entry in entries.values()] if unmatched else []
    words = {word for head in heads for word in _WORD.findall(fold_letters(head))}
    initials = [(head, "".join(_CAPITALS.findall(head))) for head in heads]
    is_listed = any(each.origin == "list" for each in list_own_references(evidence.extraction))
    where = "the reference list" if is_listed else "the bibliography"
    for citation in unmatched:
        is_written_out = _INITIALS.search(citation.text) or _has_long_form(citation, initials)
        is_written_out = is_written_out or _needs_no_entry(evidence.extraction.document.text, citation)
        if not index.find_years(citation) and not is_written_out:
            if meant := mistyped.find_respelt(citation):
                yield _report_respelt(citation, meant, where)
                continue
            nearest = [_show_entry(entries[each]) for each in citation.meant.ids[:_SHOWN]]
            hint = f" (nearest: {', '.join(nearest)})" if nearest else ""
            message = f"{show_author_year(citation)} is not in {where}{hint}"
            doubtful = not is_listed or _is_named(citation, words) or _may_need_no_entry(citation)
            yield Fault(citation.span, message, citation=citation, is_doubtful=doubtful)
    for citation, entry in find_hand_typed(evidence.extraction, index) if not unmatched else ():
        if entry.year == get_year(citation):
            yield _report_respelt(citation, entry, where)


def _report_respelt(citation: Citation, meant: Reference, where: str) -> Fault:
    message = f"{show_author_year(citation)} is not in {where}; did you mean {_show_entry(meant)}?"
    return Fault(citation.span, message, citation=citation)


def _has_long_form(citation: Citation, entries: Sequence[tuple[str, str]]) -> bool:
    """Check for an entry that has the year and an organization's name, or its words also after its authors: DMA."""
    name, year = BETWEEN.join(citation.people.names), citation.people.year[:4]
    short = _ACRONYM.match(name)
    if short is None:
        return name.count(" ") > 1 and ";" not in name and any(name in text and year in text for text, _ in entries)
    return any(short[0] in initials and year in text for text, initials in entries)


def _needs_no_entry(text: str, citation: Citation) -> bool:
    """Check whether a citation has its journal or title beside it, or names who described a species."""
    before = text[max(citation.span.start - _CONTEXT, 0) : citation.span.start]
    return _CONTAINER.match(text, citation.span.end) is not None or (
        _BESIDE.search(citation.text) is not None or _SPECIES.search(before) is not None
    )


def _is_named(citation: Citation, words: set[str]) -> bool:
    """Check whether the list has the first cited author anywhere, such as in a form that was not read."""
    name = citation.people.first
    short = "".join(_CAPITALS.findall(name)).casefold()
    if _ACRONYM.match(name.rstrip("s")):  # the list may write it out
        return True
    return not words.isdisjoint(_WORD.findall(fold_letters(name))) or (len(short) >= _SHORT and short in words)


def _may_need_no_entry(citation: Citation) -> bool:
    """Check for the year of a forecast, or a page in place of a year, as in (Woolf 4): the words may be no name."""
    year = citation.people.year
    return not year or FORESEEN.match(citation.text.partition(year)[2]) is not None


def _show_entry(reference: Reference) -> str:
    """Return who wrote an entry and when: "Smith, Brown & Jones 2019"."""
    return f"{_show_authors(reference)} {reference.year}"


def _show_authors(reference: Reference) -> str:
    *others, last = reference.authors
    return f"{', '.join(others[:_SHOWN])}{' & ' if others else ''}{last}"


def find_year_mismatch(evidence: Evidence) -> Iterator[Fault]:
    """The list has the same authors with another year.

    ## Meaning
    The cited authors are in the reference list, but not with the cited year, with its letter (2019a where the list has
    only 2019), or without a year (n.d.). In a document that cites by key, a name and a year in the text miss an entry
    of the bibliography: two digits changed places, one digit is another, or several authors agree. Or
    a note names a work with another year than the list or an earlier note.

    ## Why it matters
    Either the year is wrong, or the cited work is missing from the list.

    ## Example
    ```markdown
    Foam cools slowly (Lee, 2019).

    # References
    Lee, J. (2018). Cooling of foam. Journal of Foam, 3, 4–5.
    ```

    ## How to fix it
    Correct the year in the text or in the list, or add the missing work.

    ## Limitations
    The rule cannot tell which year is right, or whether another work by the same authors is missing. It asks "did you
    mean 2018?" only where that is likely: digits changed places, the title is near, or one digit differs in a year
    of an entry that nothing else cites. Online-first and print years often differ by one. An entry that has the
    cited year anywhere but in an address or DOI, as the year of an issue or of access, is not reported. A letter alone
    (2019a), "n.d.", a span of years in the entry, and what a PDF cites are notes. "n.d." is compared only if every
    entry with the author's name has a year.
    """
    document, today = evidence.extraction.document, evidence.policy.today
    index = AuthorIndex.from_extraction(evidence.extraction)
    unmatched = index.find_unmatched(evidence.extraction)
    undated = [each for each in evidence.extraction.citations if index.works and _is_undated(each)]
    bare = "\n".join(each.text for each in evidence.extraction.references if undated and not each.year)
    for citation in (*unmatched, *(each for each in undated if each.people.first not in bare)):
        years = index.find_years(citation)
        entries = [*{entry.id: entry for each in years.values() for entry in each}.values()]
        is_future = today is not None and any(year[:_DIGITS] > str(today.year + 1) for year in years)
        if years and not any(_may_be_year(citation, entry) for entry in entries):
            doubtful = document.format == "pdf" or not all(is_other_year(citation, entry) for entry in entries)
            is_likely = not is_future and _is_meant(citation, entries, evidence.extraction, rivals=unmatched)
            yield _report_year(citation, entries, is_likely=is_likely, is_doubtful=doubtful)
    typed = [] if unmatched else list(find_hand_typed(evidence.extraction, index))
    for citation, entry in typed:
        if entry.year != get_year(citation) and not _may_be_year(citation, entry):
            rivals = [each for each, _ in typed]
            is_likely = _is_meant(citation, [entry], evidence.extraction, rivals=rivals)
            yield _report_year(citation, [entry], is_likely=is_likely)
    for note, entry in find_other_years(evidence.extraction):
        where = "another note" if entry.is_note else "the list"
        yield Fault(note.span, f'year mismatch in "{note.title}" {note.year}: {where} has {entry.year}', reference=note)


def _report_year(
    citation: Citation, entries: Sequence[Reference], *, is_likely: bool, is_doubtful: bool = False
) -> Fault:
    years = sorted({entry.year or "" for entry in entries})
    shown = ", ".join(years[:_SHOWN])
    cause = f"did you mean {shown}?" if is_likely else "either the year is wrong, or that work is missing from the list"
    message = f"year mismatch in {citation.text}: the list has {_show_authors(entries[0])} {shown}; {cause}"
    return Fault(citation.span, message, citation=citation, is_doubtful=is_doubtful)


def _is_meant(
    citation: Citation, entries: Sequence[Reference], extraction: Extraction, *, rivals: Sequence[Citation] = ()
) -> bool:
    """Return whether a citation probably means the only entry by its authors, and not a work that is not listed.

    So it is where the letter alone differs, two digits changed places, or the title of the entry is near. One wrong
    digit is as likely another work by the same people: it counts where nothing else cites the entry, and no third
    year of theirs is cited.
    """
    [entry, *others] = entries
    cited, listed = get_year(citation)[:_DIGITS], (entry.year or "")[:_DIGITS]
    if others or not cited:
        return False
    is_swapped = is_digit_slip(cited, listed) and sorted(cited) == sorted(listed)
    if cited == listed or is_swapped or _is_title_near(citation, entry, extraction):
        return True
    is_cited = any(each.reference == entry.id for each in extraction.citations)
    authors = get_cited_authors(citation)
    is_rivalled = any(get_cited_authors(each) == authors and get_year(each)[:_DIGITS] != cited for each in rivals)
    return is_digit_slip(cited, listed) and not is_cited and not is_rivalled


def _is_title_near(citation: Citation, entry: Reference, extraction: Extraction) -> bool:
    """Check whether most of the long words of a title are around the citation, in its paragraph."""
    words = {word for word in _WORD.findall(fold_letters(entry.likely_title[:_LONGEST])) if len(word) >= _LONG_WORD}
    start, end = max(citation.span.start - _CONTEXT, 0), citation.span.end + _CONTEXT
    text, at = extraction.document.text, citation.span.start
    around = text[start:at].rpartition("\n\n")[2] + text[at:end].partition("\n\n")[0]
    near = words.intersection(_WORD.findall(fold_letters(around)))
    return len(near) >= _TITLE_WORDS and 2 * len(near) > len(words)


def _is_undated(citation: Citation) -> bool:
    """Return whether a citation without an entry states that its work has no date."""
    return citation.kind == "author-year" and citation.people.year.startswith("n") and citation.reference is None


def _may_be_year(citation: Citation, entry: Reference) -> bool:
    """Return whether an entry has the cited year, other than in an address; a letter must be that of the entry."""
    year = citation.people.year
    # 2019a, where the list has one work of 2019, or only 2019b
    is_other_letter = (entry.year or "")[:_DIGITS] == year[:_DIGITS]
    return not is_other_letter and year[:_DIGITS] in drop(entry.text, "")
