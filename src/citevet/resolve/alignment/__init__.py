"""Align a record with the words of a reference: find each field of the record there, and name what differs.

What the reference does not say is no difference, and neither is what another known version of the work explains.
"""

from collections.abc import Mapping

from citevet.model import Difference, Record, Reference
from citevet.records import dataclass
from citevet.resolve.alignment.entry_words import EntryWord, split_words
from citevet.resolve.alignment.people import align_people, find_people
from citevet.resolve.alignment.places import CitedPlace, find_container, read_place
from citevet.resolve.alignment.titles import TitleMatch, find_added_ends, find_title
from citevet.resolve.answers import strip_markup, years_in
from citevet.resolve.cited_fields import CitedFields, plain_title
from citevet.text.letters import fold_letters

_MAX_ENTRY = 6_000  # characters
_IDENTIFIER = 5  # characters; an old PMID such as 13 may also be a volume
_HALF = 0.5  # of the words of a title
_FOUND = 0.4  # share of a title's words by which its place is certain
_TITLE_SHOWN = 300  # characters


@dataclass(frozen=True, slots=True)
class AlignedEntry:
    """The parts of a reference around the title of a record."""

    head: str  # where the people are
    title: str  # as cited
    rest: str  # what follows
    match: TitleMatch
    is_typed: bool  # each part is a field with a name


def align_entry(reference: Reference, record: Record) -> AlignedEntry | None:
    """Find the title of a record in a reference; none if it is not there."""
    if fields := reference.stated:
        chapter = fields.get("chapter", "")  # of an @inbook, whose title is that of the book; or its number
        text = plain_title(chapter if len(split_words(chapter)) > 1 else fields.get("title", ""))
        match = _find_best(text, record)
        people = "; ".join(filter(None, map(str.strip, strip_markup(fields.get("author", "")).split(" and "))))
        rest = " ".join(fields.get(name, "") for name in ("journal", "booktitle", "year", "date", "note", "eprint"))
        return AlignedEntry(people, text, rest, match, True) if match and match.share >= _FOUND else None
    text = plain_text_of(reference)
    match = _find_best(text, record)
    if match is None or match.share < _FOUND:
        return None
    head, title, rest = text[: match.start], text[match.start : match.end], text[match.end :]
    if not split_words(head):  # the people follow the title
        span = find_container(split_words(rest), record)
        end = max(find_people(rest[: span[0]] if span else rest, record.authors), span[0] if span else 0)
        head, rest = rest[:end], rest[end:]
    return AlignedEntry(head, title, rest, match, False)


def plain_text_of(reference: Reference) -> str:
    """Return a reference without its number, its identifiers and its addresses."""
    text = reference.text[:_MAX_ENTRY]
    for identifier in reference.identifiers:
        if len(identifier.text) >= _IDENTIFIER:
            text = text.replace(identifier.text, " ")
    if reference.key and text.startswith(("[", reference.key)):
        text = text.replace(f"[{reference.key}]", " ", 1)
    return plain_title(text)


def read_cited_place(reference: Reference, cited: CitedFields) -> CitedPlace:
    """Return where a reference says that its work appeared, without a record to compare it with."""
    if fields := reference.stated:
        return _read_fields(fields, cited)
    text = plain_text_of(reference)
    at = text.find(cited.title) if cited.title else -1
    rest = text[at + len(cited.title) :] if at >= 0 else ""
    return read_place(rest, Record("", ""), cited.year)


def _read_fields(fields: Mapping[str, str], cited: CitedFields) -> CitedPlace:
    venue = fields.get("journal", "") or fields.get("booktitle", "")
    pages = fields.get("pages", "") or fields.get("eid", "")
    return CitedPlace(venue, fields.get("volume", ""), fields.get("number", ""), pages, cited.years)


def _find_best(text: str, record: Record) -> TitleMatch | None:
    """Return the place of that title of the record which is there with the fewest differences."""
    words = split_words(text)
    found = [
        match for title in record.all_titles if title for match in [_find(text, words, plain_title(title))] if match
    ]
    return max(found, key=lambda match: (match.share - len(match.differences), match.end - match.start), default=None)


def _find(text: str, words: list[EntryWord], title: str) -> TitleMatch | None:
    match = find_title(text, words, title)
    if match is None or match.share < _FOUND:
        return match
    added = find_added_ends(text, match)
    return match._replace(differences=(*match.differences, added)) if added else match


def compare_title(entry: AlignedEntry, record: Record) -> Difference | None:
    """Return how the cited title differs from that of the record, with both whole titles."""
    if not entry.match.differences or not _is_spaced(record.title) or not _is_spaced(entry.title):
        return None
    kinds = [each.kind for each in entry.match.differences]
    kind = kinds[0] if len(set(kinds)) == 1 else "word"
    return Difference("title", entry.title[:_TITLE_SHOWN], record.title[:_TITLE_SHOWN], kind=kind)


def has_other_words(cited: str, record: Record) -> bool:
    """Check that a cited title and those of a record have less than half of their words in common, in order."""
    shares = [
        match.share if match else 0.0
        for title in map(plain_title, filter(None, record.all_titles))
        for match in (find_title(cited, split_words(cited), title), find_title(title, split_words(title), cited))
    ]
    return bool(shares) and max(shares) < _HALF


def _is_spaced(title: str) -> bool:
    """Check for a script with blanks between words, in which single words can be compared."""
    folded = fold_letters(title)
    return 2 * sum(letter < "\u3000" for letter in folded) > len(folded)


def compare_people(entry: AlignedEntry, cited: CitedFields, record: Record) -> tuple[Difference, ...] | None:
    """Return how the people differ; none if that cannot be said."""
    return align_people(entry.head, record.authors, cited.authors, is_typed=entry.is_typed)


def place_of(entry: AlignedEntry, reference: Reference, cited: CitedFields, record: Record) -> CitedPlace:
    """Return where the reference says that the work appeared."""
    if entry.is_typed:
        return _read_fields(reference.stated, cited)
    place = read_place(entry.rest, record, cited.year)
    return place._replace(years=tuple(dict.fromkeys((*years_in(entry.head), *place.years))))
