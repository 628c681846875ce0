"""KEY009 to KEY011: author-year citations."""

import re
from collections.abc import Iterator, Sequence

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Reference
from citevet.rules.keys.author_index import (
    AuthorIndex,
    MistypedIndex,
    find_hand_typed,
    fold_title,
    get_year,
    is_other_year,
)
from citevet.rules.keys.forecasts import FORESEEN
from citevet.rules.keys.reference_list import find_other_years, get_possible_ids, list_own_references, show_author_year
from citevet.text.letters import fold_letters

_SHOWN = 4
_INITIALS = re.compile(r", [A-Z]\.,")  # "Albouy, C., Fopp, F. (2025)" writes an entry out and needs no other
_ACRONYM = re.compile(r"[A-Z]{3,8}(?![a-z])")
_CAPITALS = re.compile(r"\b[A-Z](?=[a-z])")
_WORD = re.compile(r"[^\W\d_]{3,}")
_SHORT = 3  # letters of an acronym
_ADDRESS = re.compile(r"https?://\S{1,2000}|\b10\.\d{4,9}/\S{1,500}")
_DIGITS = 4  # of a year; a letter may follow
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
        ids = get_possible_ids(citation, "candidates")
        titles = [entries[each].title or entries[each].text[:60] for each in ids if each in entries]
        if len({fold_title(title) for title in titles}) > 1 and "again" not in citation.parts:
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
        if not index.find_years(citation) and not is_written_out:
            if meant := mistyped.find_respelt(citation):
                yield _report_respelt(citation, meant, where)
                continue
            nearest = [_show_entry(entries[each]) for each in get_possible_ids(citation, "near")[:_SHOWN]]
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
    name, year = citation.parts["authors"], citation.parts["year"][:4]
    short = _ACRONYM.match(name)
    if short is None:
        return name.count(" ") > 1 and ";" not in name and any(name in text and year in text for text, _ in entries)
    return any(short[0] in initials and year in text for text, initials in entries)


def _is_named(citation: Citation, words: set[str]) -> bool:
    """Check whether the list has the first cited author anywhere, such as in a form that was not read."""
    name = citation.parts["authors"].split(";")[0]
    short = "".join(_CAPITALS.findall(name)).casefold()
    if _ACRONYM.match(name.rstrip("s")):  # the list may write it out
        return True
    return not words.isdisjoint(_WORD.findall(fold_letters(name))) or (len(short) >= _SHORT and short in words)


def _may_need_no_entry(citation: Citation) -> bool:
    """Check for the year of a forecast, or a page in place of a year, as in (Woolf 4): the words may be no name."""
    year = citation.parts["year"]
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
    The rule cannot tell which year is right. Online-first and print years often differ by one. An entry that has the
    cited year anywhere but in an address or DOI, as the year of an issue or of access, is not reported. A letter alone
    (2019a), "n.d.", a span of years in the entry, and what a PDF cites are notes. "n.d." is compared only if every
    entry with the author's name has a year.
    """
    document = evidence.extraction.document
    index = AuthorIndex.from_extraction(evidence.extraction)
    unmatched = index.find_unmatched(evidence.extraction)
    undated = [each for each in evidence.extraction.citations if index.works and _is_undated(each)]
    bare = "\n".join(each.text for each in evidence.extraction.references if undated and not each.year)
    for citation in (*unmatched, *(each for each in undated if each.parts["authors"].split("; ")[0] not in bare)):
        years = index.find_years(citation)
        entries = [entry for each in years.values() for entry in each]
        if years and not any(_may_be_year(citation, entry) for entry in entries):
            doubtful = document.format == "pdf" or not all(is_other_year(citation, entry) for entry in entries)
            yield _report_year(citation, entries, is_doubtful=doubtful)
    for citation, entry in find_hand_typed(evidence.extraction, index) if not unmatched else ():
        if entry.year != get_year(citation) and not _may_be_year(citation, entry):
            yield _report_year(citation, [entry])
    for note, entry in find_other_years(evidence.extraction):
        where = "another note" if entry.is_note else "the list"
        yield Fault(note.span, f'year mismatch in "{note.title}" {note.year}: {where} has {entry.year}', reference=note)


def _report_year(citation: Citation, entries: Sequence[Reference], *, is_doubtful: bool = False) -> Fault:
    years = sorted({entry.year or "" for entry in entries})
    shown = ", ".join(years[:_SHOWN])
    meant = f"; did you mean {shown}?" if len(years) == 1 else ""
    message = f"year mismatch in {citation.text}: the list has {_show_authors(entries[0])} {shown}{meant}"
    return Fault(citation.span, message, citation=citation, is_doubtful=is_doubtful)


def _is_undated(citation: Citation) -> bool:
    """Return whether a citation without an entry states that its work has no date."""
    return citation.kind == "author-year" and citation.parts["year"].startswith("n") and citation.reference is None


def _may_be_year(citation: Citation, entry: Reference) -> bool:
    """Return whether an entry has the cited year, other than in an address; a letter must be that of the entry."""
    year = citation.parts["year"]
    # 2019a, where the list has one work of 2019, or only 2019b
    is_other_letter = (entry.year or "")[:_DIGITS] == year[:_DIGITS]
    return not is_other_letter and year[:_DIGITS] in _ADDRESS.sub("", entry.text)
