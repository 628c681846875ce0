"""Compare a reference with the record that its identifier leads to: is it the same work, and which fields differ?

The words of the record are searched in the whole reference, so a field that was parsed wrongly is not a difference.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Literal, NamedTuple

from citevet.model import Difference, Record, Reference
from citevet.patterns import lazy_pattern
from citevet.resolve.alignment import (
    AlignedEntry,
    align_entry,
    compare_people,
    compare_title,
    has_other_words,
    place_of,
)
from citevet.resolve.alignment.places import CitedPlace, is_other_container
from citevet.resolve.cited_fields import CitedFields, fold_words, plain_title, read_cited_fields
from citevet.resolve.compare_authors import has_any_author, has_other_first_author, show_authors
from citevet.resolve.title_languages import (
    HEADINGS,
    PLAIN_WORDS,
    TITLE_WORDS,
    TOLD_APART,
    are_in_one_language,
    guess_language,
    has_title,
    is_translated,
    may_be_translated,
)
from citevet.text.letters import abbreviates
from citevet.text.names import acronym, fold_name, is_same_script, squash
from citevet.text.stems import STOP_WORDS

Decision = Literal["same", "mismatched", "unsure"]
_SAME = 0.8  # share of a title's words that needs no other field
_LIKE = 0.5  # share that a shortened or revised title still has
_RELATED = 0.25  # share that a title may keep when a preprint is published under another one
_FEWEST_WORDS = 8  # of a reference without a title, beyond which it must have had room for one
_MAX_SHOWN = 200  # characters of such a reference
# Their parts have other authors, and their DOI may be that of a later edition.
_WHOLE = frozenset(
    "book monograph edited-book proceedings reference-book book-set book-series journal journal-issue".split()
)
_PREPRINT_TYPES = frozenset({"preprint", "posted-content"})
_REVISED = _PREPRINT_TYPES | frozenset({"dataset", "software", "report"})
_PRINTINGS = frozenset({"openlibrary", "googlebooks"})  # an ISBN is kept when a book is printed again
_VERSIONED = frozenset("dataset software".split())  # a DOI for all versions describes the newest one
_LATER = 4  # years after its preprint in which a paper is still published
_FEWEST_LETTERS = 10  # of a title that is searched as a whole
_MOST_NAMES = 30  # people whose names are told from a title
_LONG_TITLE = 15  # letters of a title by whose start a book is known
_WHOLE_WORD = lazy_pattern(r"[A-Z][a-z]{3,}")
_VENUE_WORDS = 2  # of a venue that is compared
_SHORTENED = 4  # letters of a word of a venue that shortens another: Dokl., Doklady
_FEWEST_INITIALS = 3  # of a venue that is known by them: PNAS
_REISSUED = 15  # years after which an old work was registered anew, with the year of that
_ONLINE = frozenset(
    """published online first ahead of print epub advance available in press accessed january february march april may
    june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec""".split()
)
_SMALL_WORD = lazy_pattern(r"[a-z]{4}")
_SHORT_VENUE = 5  # words
_CAPITALS = lazy_pattern(r"(?<!\w)[A-Z]{1,3}(?!\w)")  # initials of people
_PREPRINTS = lazy_pattern(
    r"cold spring harbor lab(?!\w* press)|arxiv|biorxiv|medrxiv|chemrxiv|corr\b|ssrn|preprint|psyarxiv|research square",
    re.IGNORECASE,
)
_PAGE = lazy_pattern(
    r"(?:\d{1,6}:)?(?P<letters>[A-Za-z]{0,2})0*(?P<number>\d{1,9})(?!\w|[/:]|\.\d)(?P<range>\s?[-‐-—])?"
)
_ARTICLE_DIGITS = 5  # of an article number, at least; pages of a volume have four
_NUMBER = lazy_pattern(r"0*(\d{1,6})")
_DIGITS = lazy_pattern(r"\d+")
_PAGES = lazy_pattern(r"[A-Za-z]{0,2}(\d{1,9})(?:\s?[-‐–—−]{1,3}\s?[A-Za-z]{0,2}(\d{1,9}))?$")


class Comparison(NamedTuple):
    """Whether a reference names the work of a record, with the fields that differ."""

    decision: Decision
    differences: tuple[Difference, ...] = ()


def compare(reference: Reference | None, record: Record) -> Comparison:
    """Compare all fields; `mismatched` needs another title, or another author and another year where no title helps."""
    if reference is None or reference.back:
        return Comparison("unsure")
    cited = _drop_false_fields(read_cited_fields(reference), record)
    likeness = title_likeness(cited.title, cited.text, record)
    author, year = has_any_author(cited, record), has_year(cited, record)
    decision = _decide(cited, record, likeness, author=author, year=year)
    if decision == "unsure" and reference.is_note:  # prose with a link: its names and years may belong to anything
        return Comparison("unsure")
    entry = align_entry(reference, record) if decision == "same" and not reference.is_note else None
    if entry and author is False and year is False and _is_elsewhere(entry, reference, cited, record):
        decision, entry = "mismatched", None
    if entry:
        return Comparison(decision, tuple(_compare_aligned(entry, reference, cited, record)))
    if decision != "mismatched" and author is True and (changed := _find_changed_title(cited, record, likeness)):
        return Comparison(decision, (changed,))
    is_one_version = decision == "same" and record.type not in _VERSIONED
    has_others = author is False or (is_one_version and has_other_first_author(cited, record))
    found = (
        _compare_titles(cited, record) if decision == "mismatched" and likeness is not None else None,
        show_authors(cited, record) if has_others and not _has_parts(cited, record) else None,
        _compare_years(cited, record) if year is False and not is_translated(cited, record) else None,
        *(() if decision == "mismatched" else compare_places(cited, record)),
    )
    return Comparison(decision, tuple(each for each in found if each))


def _drop_false_fields(cited: CitedFields, record: Record) -> CitedFields:
    """Return the fields of an entry without those that hold something else: people as title, a container as author."""
    words = fold_name(cited.title).split()
    people = {word for name in record.authors for word in fold_name(name).split()}
    capitals = {word.casefold() for word in _CAPITALS.findall(cited.title)}
    is_list = bool(people.intersection(words)) and all(word in people | capitals | {"et", "al"} for word in words)
    is_date = bool(words) and all(word in _ONLINE or word.isdigit() for word in words)
    names, venue = fold_name(" ".join(cited.authors)).split(), fold_name(" ".join(record.all_venues)).split()
    is_place = bool(words) and all(word.isdigit() or any(each.startswith(word) for each in venue) for word in words)
    is_container = all(any(word.startswith(name) for word in venue) for name in names)
    title = "" if is_list or is_date or (is_place and any(map(str.isdigit, words))) else cited.title
    return replace(cited, title=title, authors=() if is_container and not title else cited.authors)


def _compare_aligned(
    entry: AlignedEntry, reference: Reference, cited: CitedFields, record: Record
) -> Iterator[Difference]:
    """Yield the differences between a record and the parts of a reference in which its fields were sought."""
    if title := compare_title(entry, record):
        yield title
    people = compare_people(entry, cited, record) if record.type not in _VERSIONED else None
    if not _has_parts(cited, record):
        if people is None and has_any_author(cited, record) is False:
            people = (show_authors(cited, record),)
        is_other_version = _names_preprint(cited) and not _is_preprint(record)
        yield from (replace(each, is_minor=each.is_minor or is_other_version) for each in people or ())
    place = place_of(entry, reference, cited, record)
    year = _compare_cited_years(replace(cited, years=place.years or cited.years), record)
    if year and not is_translated(cited, record) and not _is_reissue(cited, place, record):
        yield year
    yield from _compare_place(place, cited, record)


def _compare_cited_years(cited: CitedFields, record: Record) -> Difference | None:
    """Return another year; one that is next to that of the record is a slip, or that of another edition."""
    if has_year(cited, record) is False:
        found = _compare_years(cited, record)
        return replace(found, kind="online", is_minor=True) if _is_online_first(cited, record) else found
    is_near = cited.year and record.years and record.type not in _WHOLE | _REVISED and record.service not in _PRINTINGS
    years = [*cited.years, cited.year or 0]
    if is_near and not {*years} & {*record.years} and any(abs(a - b) == 1 for a in years for b in record.years):
        return replace(_compare_years(cited, record), kind="near", is_minor=True)
    return None


def _is_online_first(cited: CitedFields, record: Record) -> bool:
    """Check for a record of an article before it got its volume, which the reference may have, a few years later."""
    is_open = record.type in {"", "journal-article"} and not (record.volume or record.issue or record.pages)
    later = (cited.year or 0) - max(record.years, default=0)
    return is_open and 0 < later <= _LATER and not _is_preprint(record)


def _is_reissue(cited: CitedFields, place: CitedPlace, record: Record) -> bool:
    """Check for an old work at the same volume and page, whose record has the year in which it was put online."""
    here = replace(cited, volume=place.volume, pages=place.pages)
    is_old = bool(cited.year) and (cited.year or 0) + _REISSUED < min(record.years, default=0)
    return is_old and has_place(here, record)


def _compare_place(place: CitedPlace, cited: CitedFields, record: Record) -> Iterator[Difference]:
    """Yield the differences in venue, volume, issue and pages; a preprint and its article have different ones."""
    is_paper = record.type == "proceedings-article"
    if _PREPRINTS.search(f"{place.venue} {record.venue}") or not (is_paper or record.type in {"", "journal-article"}):
        return
    if not cited.is_typed and _names_preprint(cited):
        return
    here = replace(cited, volume=place.volume, pages=place.pages)
    volume, page = _has_volume(here, record), _has_first_page(here, record)
    is_placed = place.has_venue or cited.is_typed or volume is True or page is True
    is_anchored = cited.is_typed or volume is True or page is True
    other = is_other_container if is_anchored or is_paper or _is_short(place.venue) else _is_unlike_venue
    is_acronym = is_paper and not _SMALL_WORD.search(place.venue)  # NAACL-HLT
    if place.venue and record.venue and not (place.has_venue or is_acronym) and other(place.venue, record):
        yield Difference("venue", place.venue, record.venue, kind="placed" if volume is True or page is True else "")
        return
    if not is_placed:
        return
    if volume is False and record.volume.lstrip("0") not in place.numbers:
        yield Difference("volume", place.volume, record.volume)
    pages = {record.pages.partition("-")[0].strip().lstrip("0"), "".join(_DIGITS.findall(record.pages))}
    others = place.numbers - ({place.issue.lstrip("0")} if place.issue == record.issue else set())
    if page is False and others.isdisjoint(pages) and place.pages != record.issue:  # or written 432:10
        yield Difference("pages", place.pages, record.pages)
    if volume is True and _is_other_number(place.issue, record.issue):
        yield Difference("issue", place.issue, record.issue, kind="issue", is_minor=True)
    if page is True and _is_other_number(_last_page(place.pages), _last_page(record.pages)):
        yield Difference("pages", place.pages, record.pages, kind="last", is_minor=True)


def _is_short(venue: str) -> bool:
    """Check for a container that stands alone, and not with the rest of a title."""
    return len(venue.split()) <= _SHORT_VENUE


def _is_preprint(record: Record) -> bool:
    """Check for a preprint, by its type or by its server; some registries have it as an article."""
    return record.type in _PREPRINT_TYPES or any(map(_PREPRINTS.search, record.all_venues))


def _names_preprint(cited: CitedFields) -> bool:
    """Check whether a reference says beside its title that it is to a preprint."""
    return _PREPRINTS.search(cited.text.replace(cited.title or " ", " ")) is not None


def _is_unlike_venue(cited: str, record: Record) -> bool:
    return not is_same_venue(cited, record)


def _is_other_number(here: str, there: str) -> bool:
    """Compare two numbers; anything else, such as a double issue, is no difference."""
    return here.isdecimal() and there.isdecimal() and int(here) != int(there)


def _last_page(pages: str) -> str:
    """Return the last page in full: 41 of 233-41 is 241."""
    found = _PAGES.match(pages.strip())
    if not found or not found[2]:
        return ""
    first, last = found[1], found[2]
    return first[: len(first) - len(last)] + last if len(last) < len(first) else last


def has_year(cited: CitedFields, record: Record) -> bool | None:
    """Check that a year of the reference is one of the record's, give or take one; none if either has no year."""
    if not cited.year or not record.years:
        return None
    first, last = min(record.years), max(record.years)
    if any(abs(each - year) <= 1 for each in cited.years for year in record.years):
        return True
    if record.type in _REVISED and any(first <= each <= last + _LATER for each in cited.years):
        return True  # between the first version and the publication of the last one
    if record.service in _PRINTINGS and any(first <= each <= last + _LATER for each in cited.years):
        return True
    if record.type in _WHOLE | _VERSIONED:
        return any(each < first for each in cited.years)
    return _names_preprint(cited) and any(first - _LATER <= each <= last for each in cited.years)


def _decide(
    cited: CitedFields, record: Record, likeness: float | None, *, author: bool | None, year: bool | None
) -> Decision:
    """Weigh the title first, then author and year; volume and first page together excuse most titles."""
    strangers = author is False and year is False
    if likeness is not None and likeness >= _LIKE:
        return "mismatched" if strangers and likeness < _SAME else "same"
    if has_place(cited, record) and not _is_other_title(cited.title, likeness, record):
        return "unsure"
    # A preprint has a title of its own, however short; "Introduction" is that of many chapters.
    is_named = any(map(has_title, record.all_titles)) or record.type in _PREPRINT_TYPES
    is_known = cited.is_title_read or _is_likely_other(cited, record, likeness)
    if likeness is None or not (is_known and has_title(cited.title)) or not is_named:
        roomy = (
            likeness is not None and likeness < _RELATED and len(_list_telling_words(cited, record)) >= _FEWEST_WORDS
        )
        return "mismatched" if author is False and (year is False or roomy) and not cited.is_note else "unsure"
    if author is True and (is_translated(cited, record) or may_be_translated(cited, record)):  # of another year
        return "unsure"
    excused = likeness >= _RELATED or cited.is_note
    return "unsure" if excused and author is True and year is not False else "mismatched"


def _is_likely_other(cited: CitedFields, record: Record, likeness: float | None) -> bool:
    """Check for a likely title, of which words may be missing, where an entry has no word of the record's title."""
    is_other = cited.is_title_likely and not cited.is_note and likeness == 0 and has_title(record.title)
    return is_other and len(_list_title_words(cited, record)) >= PLAIN_WORDS and are_in_one_language(cited, record)


def _is_elsewhere(entry: AlignedEntry, reference: Reference, cited: CitedFields, record: Record) -> bool:
    """Check that neither volume nor first page are those of the record."""
    place = place_of(entry, reference, cited, record)
    here = replace(cited, volume=place.volume, pages=place.pages)
    return _has_volume(here, record) is False and _has_first_page(here, record) is False


def _list_telling_words(cited: CitedFields, record: Record) -> frozenset[str]:
    """Return the words of an entry beside those of its container and dates: those of a title, if it has one."""
    return fold_words(cited.text) - fold_words(" ".join(record.all_venues)) - fold_words(" ".join(_ONLINE))


def _find_changed_title(cited: CitedFields, record: Record, likeness: float | None) -> Difference | None:
    """Return a title in the record's language that has few of its words, under an identifier of the same authors."""
    telling = _list_title_words(cited, record)
    fewest = TITLE_WORDS if likeness is not None and likeness < _RELATED else PLAIN_WORDS
    is_read = cited.is_title_read or len(telling) >= fewest
    if cited.is_note or likeness == 1 or not is_read or not telling or _names_venue(cited.title, record):
        return None
    if not has_title(cited.title) or not has_title(record.title):
        is_other = _is_short_other(cited, record)
    else:
        is_other = are_in_one_language(cited, record) and has_other_words(cited.title, record)
    return Difference("title", cited.title, record.title, kind="other") if is_other else None


def _list_title_words(cited: CitedFields, record: Record) -> frozenset[str]:
    """Return the words of a cited title that are neither of the people nor of the container of a record."""
    known = fold_words(" ".join(("et al", *record.all_venues, *record.authors[:_MOST_NAMES])))
    return fold_words(cited.title) - known


def _is_short_other(cited: CitedFields, record: Record) -> bool:
    """Check for a title of one or two words on either side, of which the other side has none: Snorkel, Yago."""
    title = fold_words(record.title)
    is_heading = fold_name(record.title) in HEADINGS or not title
    is_marked = cited.is_typed or re.search(rf"[\"“«„'‘]\W?{re.escape(cited.title)}", cited.text) is not None
    is_long = has_title(cited.title) or (has_title(record.title) and is_marked)
    if is_heading or not (is_long and cited.is_title_read) or not title.isdisjoint(fold_words(cited.text)):
        return False
    return are_in_one_language(cited, record, is_guessed=True)


def _is_other_title(cited: str, likeness: float | None, record: Record) -> bool:
    """Check for two titles in one language, as far as can be seen, that have next to nothing in common."""
    language = guess_language(cited)
    related = likeness is None or likeness >= _RELATED or not has_title(cited) or not has_title(record.title)
    return not related and language in TOLD_APART and language == guess_language(record.title)


def _compare_titles(cited: CitedFields, record: Record) -> Difference:
    """Show both titles; where the cited one is not known, the whole reference has it."""
    return Difference("title", cited.title if has_title(cited.title) else cited.text[:_MAX_SHOWN].strip(), record.title)


def _has_parts(cited: CitedFields, record: Record) -> bool:
    """Check whether one side is a whole book and the other may be a part of it, with authors of its own."""
    return record.type in _WHOLE or _names_venue(cited.title, record)


def _compare_years(cited: CitedFields, record: Record) -> Difference:
    return Difference("year", str(cited.year), str(record.years[0]))


def title_likeness(cited: str, text: str, record: Record) -> float | None:
    """Return the best share of words between a reference and the titles of a record; none if nothing can be said."""
    titles = [plain_title(title) for title in record.all_titles if title]
    whole = squash(text)
    if any(len(squash(title)) >= _FEWEST_LETTERS and squash(title) in whole for title in titles):
        return 1.0
    if (here := squash(cited)) and any(_is_all_or_start(here, title) for title in titles):
        return 1.0
    if cited and (_names_venue(cited, record) or not any(is_same_script(cited, title) for title in titles)):
        return None  # the book of the chapter, or a title that is translated or transliterated
    cited_words = fold_words(cited)
    venue = fold_words(" ".join(record.all_venues))  # "Ecology" in the text may be the journal
    words = cited_words | (fold_words(text) - venue if has_title(cited) else fold_words(text))
    shares = [share for title in titles for share in _shares(fold_words(title), cited_words, words)]
    # A title of one or two words tells nothing, unless none of them is there.
    short = fold_words(titles[0]) if titles else frozenset()
    return max(shares, default=0.0 if short and short.isdisjoint(fold_words(text)) else None)


def _is_all_or_start(cited: str, title: str) -> bool:
    """Check for a title however short, or for its first words: Snorkel; Code of conduct in."""
    whole = squash(title)
    return cited == whole or (len(cited) >= _FEWEST_LETTERS and whole.startswith(cited))


def _shares(title: frozenset[str], cited: frozenset[str], text: frozenset[str]) -> Iterator[float]:
    """Yield how much of a title is in the text, and of the cited title in it; too few words say nothing."""
    if len(title) >= TITLE_WORDS:
        yield len(title & text) / len(title)
        if len(cited) >= TITLE_WORDS:
            yield len(cited & title) / len(cited)


def _names_venue(cited: str, record: Record) -> bool:
    """Check whether a title is that of the book or journal, also with more words: Part V of the proceedings."""
    here = squash(cited)
    names = [name for name in map(squash, record.all_venues) if name and here]
    long = [name for name in names if min(len(name), len(here)) >= _LONG_TITLE]
    return here in names or any(_is_start(here, name) for name in long)


def compare_places(cited: CitedFields, record: Record) -> tuple[Difference, ...]:
    """Return the differences in venue, volume and pages; a preprint and its article have different ones."""
    if _PREPRINTS.search(f"{cited.venue} {record.venue}") or record.type not in {"", "journal-article"}:
        return ()
    if cited.venue and record.venue and not is_same_venue(cited.venue, record):
        return (Difference("venue", cited.venue, record.venue),)
    volume, page = _has_volume(cited, record), _has_first_page(cited, record)
    # In running text the two numbers may be anything, unless one of them is right.
    if not cited.is_typed and (volume is not True and page is not True):
        return ()
    found = (
        Difference("volume", cited.volume, record.volume) if volume is False else None,
        Difference("pages", cited.pages, record.pages) if page is False else None,
    )
    return tuple(each for each in found if each)


def compare_journal(parts: Mapping[str, str], record: Record) -> tuple[Difference, ...]:
    """Return how journal, volume, page and year of a citation in the text differ; any page of the article will do."""
    year, page = int(parts["year"]), parts["page"]
    first, _, last = record.pages.partition("-")
    if page.isdecimal() and first.isdecimal() and last.isdecimal() and int(first) <= int(page) <= int(last):
        page = first
    cited = CitedFields("", "", (), year, (year,), parts["journal"], parts["volume"], page, False, True, False)
    years = _compare_years(cited, record) if has_year(cited, record) is False else None
    return (*([years] if years else []), *compare_places(cited, record))


def has_place(cited: CitedFields, record: Record) -> bool:
    """Check that a reference has both the volume and the first page of a record."""
    return _has_volume(cited, record) is True and _has_first_page(cited, record) is True


def is_same_venue(cited: str, record: Record) -> bool:
    """Check whether a journal is one of the record's, in full or abbreviated; short names are given the benefit.

    A whole word such as Nature is not short, but it is compared with another whole word only.
    """
    names = [name for name in record.all_venues if name and is_same_script(cited, name)]
    comparable = any(shows(cited) and any(map(shows, names)) for shows in (_is_long, _is_whole_word))
    return not comparable or any(_may_be_same(cited, name) for name in names)


_GENERIC = fold_words(
    "journal review annals international proceedings transactions advances annual archives bulletin letters"
)


def _is_long(name: str) -> bool:
    return len(fold_words(name) - _GENERIC) >= _VENUE_WORDS


def _is_whole_word(name: str) -> bool:
    return _WHOLE_WORD.fullmatch(name.strip().removeprefix("The ")) is not None


def _may_be_same(left: str, right: str) -> bool:
    here, there = fold_words(left) - _GENERIC, fold_words(right) - _GENERIC
    if here & there or any(len(min(pair, key=len)) >= _SHORTENED and _is_start(*pair) for pair in product(here, there)):
        return True
    return any(_is_abbreviation(*pair) or _is_acronym(*pair) for pair in ((left, right), (right, left)))


def _is_start(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _is_abbreviation(short: str, long: str) -> bool:
    """Check that the words of one name shorten those of the other in order: N Engl J Med."""
    words = iter(_words_of(long))
    return all(any(abbreviates(piece, word) for word in words) for piece in _words_of(short))


def _is_acronym(short: str, long: str) -> bool:
    """Check for the initials of a name, alone or beside other words: PNAS, PNAS USA, Sov. Phys. JETP."""
    initials = fold_name(acronym(long))
    return squash(short) == initials or (len(initials) >= _FEWEST_INITIALS and initials in fold_name(short).split())


def _words_of(name: str) -> Iterator[str]:
    return (word for word in fold_name(name[:300]).split() if word not in STOP_WORDS)


def _has_volume(cited: CitedFields, record: Record) -> bool | None:
    """Compare volumes; one that is the year says nothing of one that is not, but for issues: JHEP 05 (2011)."""
    here, there, issue = (_NUMBER.fullmatch(each.strip()) for each in (cited.volume, record.volume, record.issue))
    if not here or not there:
        return None
    years = {str(year) for year in (cited.year, *record.years)}
    if here[1] == there[1]:
        return True
    if (here[1] in years) == (there[1] in years):
        return False
    return True if issue and here[1] == issue[1] else None


def _has_first_page(cited: CitedFields, record: Record) -> bool | None:
    """Compare first pages; a copy with pages of its own starts at 1, and an article number is not a page."""
    here, there = _PAGE.match(cited.pages.strip()), _PAGE.match(record.pages.strip())
    if not here or not there:
        return None
    if here["number"] == there["number"]:
        return True
    return None if here["number"] == "1" or _is_article_number(here) != _is_article_number(there) else False


def _is_article_number(page: re.Match[str]) -> bool:
    return page["letters"].lower() == "e" or (not page["range"] and len(page["number"]) >= _ARTICLE_DIGITS)
