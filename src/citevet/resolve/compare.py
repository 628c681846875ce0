"""Compare a reference with the record that its identifier leads to: is it the same work, and which fields differ?

The words of the record are searched in the whole reference, so a field that was parsed wrongly is not a difference.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import product
from typing import Literal, NamedTuple

from citevet.model import Difference, Record, Reference
from citevet.read.bibtex import clean_field
from citevet.records import dataclass
from citevet.resolve.answers import strip_markup, years_in
from citevet.text.language import detect_language
from citevet.text.letters import abbreviates
from citevet.text.names import PARTICLES, SUFFIXES, acronym, family_names, fold_name, is_organization, strip_year_letter
from citevet.text.patterns import lazy_pattern
from citevet.text.stems import STOP_WORDS

Decision = Literal["same", "mismatched", "unsure"]
_SAME = 0.8  # share of a title's words that needs no other field
_LIKE = 0.5  # share that a shortened or revised title still has
_RELATED = 0.25  # share that a title may keep when a preprint is published under another one
_TOLD_APART = frozenset({"en", "ko", "ja", "zh"})  # languages
_FEWEST_WORDS = 8  # of a reference without a title, beyond which it must have had room for one
_MAX_SHOWN = 200  # characters of such a reference
_MAX_AUTHORS = 6  # that are shown
# Their parts have other authors, and their DOI may be that of a later edition.
_WHOLE = frozenset(
    "book monograph edited-book proceedings reference-book book-set book-series journal journal-issue".split()
)
_PREPRINT_TYPES = frozenset({"preprint", "posted-content"})
_REVISED = _PREPRINT_TYPES | frozenset({"dataset", "software", "report"})
_PRINTINGS = frozenset({"openlibrary", "googlebooks"})  # an ISBN is kept when a book is printed again
_VERSIONED = frozenset("dataset software".split())  # a DOI for all versions describes the newest one
_LATER = 5  # years after its preprint in which a paper is still published
_MAX_REFERENCE = 2_000  # characters
_IDENTIFIER = 5  # characters; an old PMID such as 13 may also be a volume
_FIELD = r'\b{name}\s{{0,9}}=\s{{0,9}}(?:[{{"]([^{{}}"]{{1,200}})[}}"]|(\d{{1,6}}))'
_JOURNAL = lazy_pattern(_FIELD.format(name="(?i:journal(?:title)?)"))
_VOLUME = lazy_pattern(_FIELD.format(name="(?i:volume)"))
_PAGES = lazy_pattern(_FIELD.format(name="(?i:pages)"))
# Volume, issue and pages as lists write them: 12(3), 233–241; 12:233-41; vol. 12, no. 3 Pt 1, pp. 233–241;
# 12, no. 3 (May 2016): 233–241.
_PLACE = lazy_pattern(
    r"(?<![\w.:/-])(?<!no\.\s)(?<!nr\.\s)(?<!iss\.\s)(?<!Pt\s)(?P<volume>\d{1,4})"
    r"(?:,\s(?:no|nr|iss)\.\s?[\w/–-]{1,9}(?:\s(?:Pt|Suppl)\.?\s\w{1,4})?)?(?:\s?\([\w –/-]{1,16}\))?\s?[,:]\s?"
    r"(?:pp?\.\s?)?"
    r"(?P<pages>[A-Za-z]{0,2}\d{1,6}\s?[-–—]{1,2}\s?[A-Za-z]{0,2}\d{1,6})(?![\w/:-])"
)
_MAX_TEXT = 4_000  # characters
_PLAIN_WORDS = 5  # of a title; of 102 such titles in which no language is detected, 101 are English
_TITLE_WORDS = 3  # of a title; "Introduction" and "Annual report" name many works
_FEWEST_LETTERS = 10  # of a title that is searched as a whole
_LONG_TITLE = 15  # letters of a title by whose start a book is known
_STEM = 7  # letters by which words are compared: modelling is modeling, but not model
# Spellings of one word in Britain and America; both sides are folded, so other words do no harm.
_SPELLINGS = tuple(each.split(":") for each in "ae:e oe:e our:or s:z ll:l tre:ter bre:ber ph:f".split())
# Spellings of one sound in names from other alphabets: Tschebyscheff, Tchebychev.
_SOUNDS = tuple(each.split(":") for each in "tsch:ch tch:ch sch:sh ff:v w:v j:y kh:h ck:k".split())
_UNSPACED = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")  # scripts that glue words, or endings to them
_MAX_NAME = 300  # characters
_SEARCHED_AUTHORS = 30  # that are searched
_MAX_WORDS = 400  # of a reference
_CLOSE = 0.85  # likeness of two spellings of a name: Chebyshev and Chebychev, Tolstoy and Tolstoi
_NAME_LETTERS = 5  # of a name that may be spelled in two ways
_SPELLED_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ø": "oe", "Ø": "Oe", "å": "aa", "Å": "Aa"}
)
_WHOLE_WORD = lazy_pattern(r"[A-Z][a-z]{3,}")
_LONGEST_INITIALS = 2  # letters of given names
_VENUE_WORDS = 2  # of a venue that is compared
_SHORTENED = 4  # letters of a word of a venue that shortens another: Dokl., Doklady
# Words in the place of a name where there is none; "&NA;" comes from one publisher.
_NO_NAMES = frozenset(
    "na|na na|anon|anonymous|unknown|author unknown|unknown author|null|none|undefined|not available|no author"
    "|no author listed|no authorship indicated|various|various authors|editor|editors|the editor|the editors"
    "|editorial|staff".split("|")
)
_MOST_INITIALS = 6  # of an organization
_FEWEST_INITIALS = 3  # of a venue that is known by them: PNAS
_PREPRINTS = lazy_pattern(
    r"arxiv|biorxiv|medrxiv|chemrxiv|corr\b|ssrn|preprint|psyarxiv|research square", re.IGNORECASE
)
_PAGE = lazy_pattern(
    r"(?:\d{1,6}:)?(?P<letters>[A-Za-z]{0,2})0*(?P<number>\d{1,9})(?!\w|[/:]|\.\d)(?P<range>\s?[-‐-—])?"
)
_ARTICLE_DIGITS = 5  # of an article number, at least; pages of a volume have four
_NUMBER = lazy_pattern(r"0*(\d{1,6})")


@dataclass(frozen=True, slots=True)
class CitedFields:
    """What a reference says about its work; what it does not say is empty."""

    text: str  # all of it without identifiers, and the parsed fields without LaTeX
    title: str
    authors: tuple[str, ...]
    year: int | None
    years: tuple[int, ...]  # every year in the text
    venue: str
    volume: str
    pages: str
    is_note: bool  # a footnote: its quotation marks may be those of a quotation
    is_typed: bool  # an entry of a bibliography file, where each field has its name
    is_group: bool  # its first author is one word in braces of its own: {{Google}}


class Comparison(NamedTuple):
    """Whether a reference names the work of a record, with the fields that differ."""

    decision: Decision
    differences: tuple[Difference, ...] = ()


def compare(reference: Reference | None, record: Record) -> Comparison:
    """Compare all fields; `mismatched` needs another title, or another author and another year where no title helps."""
    if reference is None or reference.back:
        return Comparison("unsure")
    cited = read_cited_fields(reference)
    likeness = title_likeness(cited.title, cited.text, record)
    author, year = has_any_author(cited, record), has_year(cited, record)
    decision = _decide(cited, record, likeness, author=author, year=year)
    if decision == "unsure" and reference.is_note:  # prose with a link: its names and years may belong to anything
        return Comparison("unsure")
    found = (
        _compare_titles(cited, record) if decision == "mismatched" and likeness is not None else None,
        _compare_authors(cited, record) if author is False and not _has_parts(cited, record) else None,
        _compare_years(cited, record) if year is False and not _is_translated(cited, record) else None,
        *(() if decision == "mismatched" else compare_places(cited, record)),
    )
    return Comparison(decision, tuple(each for each in found if each))


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
    said = cited.text.replace(cited.title or " ", " ")
    return bool(_PREPRINTS.search(said)) and any(first - _LATER <= each <= last for each in cited.years)


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
    if likeness is None or not has_title(cited.title) or not is_named:
        roomy = likeness is not None and likeness < _RELATED and len(fold_words(cited.text)) >= _FEWEST_WORDS
        return "mismatched" if author is False and (year is False or roomy) and not cited.is_note else "unsure"
    if author is True and _is_translated(cited, record):  # which may be of another year
        return "unsure"
    excused = likeness >= _RELATED or cited.is_note
    return "unsure" if excused and author is True and year is not False else "mismatched"


def _is_translated(cited: CitedFields, record: Record) -> bool:
    """Check whether a record is in another language or script than the reference, as far as can be seen."""
    if not is_same_script(cited.title or cited.text, record.title):
        return True
    return bool(cited.title) and are_translations(cited.title, record)


def _is_other_title(cited: str, likeness: float | None, record: Record) -> bool:
    """Check for two titles in one language, as far as can be seen, that have next to nothing in common."""
    language = _guess_language(cited)
    related = likeness is None or likeness >= _RELATED or not has_title(cited) or not has_title(record.title)
    return not related and language in _TOLD_APART and language == _guess_language(record.title)


def _guess_language(title: str) -> str | None:
    """Return the language of a title; a long one without accents and without small words is English."""
    is_plain = title.isascii() and len(fold_words(title)) >= _PLAIN_WORDS
    return detect_language(title) or ("en" if is_plain else None)


def _compare_titles(cited: CitedFields, record: Record) -> Difference:
    """Show both titles; where the cited one is not known, the whole reference has it."""
    return Difference("title", cited.title if has_title(cited.title) else cited.text[:_MAX_SHOWN].strip(), record.title)


def _compare_authors(cited: CitedFields, record: Record) -> Difference:
    return Difference("authors", "; ".join(cited.authors[:_MAX_AUTHORS]), "; ".join(record.authors[:_MAX_AUTHORS]))


def _has_parts(cited: CitedFields, record: Record) -> bool:
    """Check whether one side is a whole book and the other may be a part of it, with authors of its own."""
    return record.type in _WHOLE or _names_venue(cited.title, record)


def _compare_years(cited: CitedFields, record: Record) -> Difference:
    return Difference("year", str(cited.year), str(record.years[0]))


def read_cited_fields(reference: Reference) -> CitedFields:
    """Collect the fields of a reference, without markup."""
    text = reference.text[:_MAX_REFERENCE]
    if reference.origin == "file":  # the key often has the name of an author
        text = text.replace(reference.key, " ", 1)
    for identifier in reference.identifiers:
        if len(identifier.text) >= _IDENTIFIER:
            text = text.replace(identifier.text, " ")  # a DOI may contain words of the title
    year = strip_year_letter((reference.year or "")[:9])
    place = None if reference.origin == "file" else _PLACE.search(text)
    # The parsed fields are without the commands of LaTeX: M{\"u}ller is Müller.
    everything = " ".join((strip_markup(text), reference.title or "", *reference.authors))[: 2 * _MAX_REFERENCE]
    return CitedFields(
        text=everything,
        title=strip_markup((reference.title or "")[:_MAX_REFERENCE]),
        authors=reference.authors,
        year=int(year) if year else None,
        years=years_in(text, year),
        venue=_read_field(_JOURNAL, text),
        volume=place["volume"] if place else _read_field(_VOLUME, text),
        pages=place["pages"] if place else _read_field(_PAGES, text),
        is_note=reference.is_note,
        is_typed=reference.origin == "file",
        is_group=any(f"{{{{{name}}}" in reference.text for name in reference.authors[:1] if " " not in name),
    )


def _read_field(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return clean_field(found[1] or found[2]) if found else ""


def title_likeness(cited: str, text: str, record: Record) -> float | None:
    """Return the best share of words between a reference and the titles of a record; none if nothing can be said."""
    titles = [plain_title(title) for title in record.all_titles if title]
    whole = squash(text)
    if any(len(squash(title)) >= _FEWEST_LETTERS and squash(title) in whole for title in titles):
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


def has_title(cited: str) -> bool:
    """Check whether a reference has a title of enough words to tell its work from others."""
    return len(fold_words(cited)) >= _TITLE_WORDS


def are_translations(cited: str, record: Record) -> bool:
    """Check whether the titles are in different languages, as far as that can be detected."""
    here = detect_language(cited)
    there = detect_language(record.title) or record.language[:2]
    return bool(here and there) and here != there and not (here == "other" and there not in _TOLD_APART)


def is_same_script(left: str, right: str) -> bool:
    """Check that both or neither are mostly in Latin letters."""
    return _is_latin(squash(left)) == _is_latin(squash(right))


def plain_title(title: str) -> str:
    """Return a title without HTML, JATS and LaTeX."""
    return clean_field(strip_markup(title[:_MAX_TEXT]).replace("$", " "))


def squash(text: str) -> str:
    """Return only the letters and digits of a text, folded, so that hyphens and spaces make no difference."""
    return fold_name(text[:_MAX_TEXT]).replace(" ", "")


def fold_words(text: str) -> frozenset[str]:
    """Return the content words of a text, folded and shortened to their beginnings; pairs of letters in East Asia."""
    return frozenset(_shorten_words(fold_name(text[:_MAX_TEXT]).split()))


def _shorten_words(words: list[str]) -> Iterator[str]:
    for word in words:
        if len(word) > 1 and _UNSPACED.search(word):
            yield from (word[at : at + 2] for at in range(len(word) - 1))
        elif len(word) > 1 and word not in STOP_WORDS:
            yield _respell(word, _SPELLINGS)[:_STEM]


def _respell(word: str, spellings: Iterable[Sequence[str]]) -> str:
    for written, folded in spellings:
        word = word.replace(written, folded)
    return word


def _shares(title: frozenset[str], cited: frozenset[str], text: frozenset[str]) -> Iterator[float]:
    """Yield how much of a title is in the text, and of the cited title in it; too few words say nothing."""
    if len(title) >= _TITLE_WORDS:
        yield len(title & text) / len(title)
        if len(cited) >= _TITLE_WORDS:
            yield len(cited & title) / len(cited)


def _names_venue(cited: str, record: Record) -> bool:
    """Check whether a title is that of the book or journal, also with more words: Part V of the proceedings."""
    here = squash(cited)
    names = [name for name in map(squash, record.all_venues) if name and here]
    long = [name for name in names if min(len(name), len(here)) >= _LONG_TITLE]
    return here in names or any(_is_start(here, name) for name in long)


def _is_latin(folded: str) -> bool:
    return 2 * sum(map(str.isascii, folded)) >= len(folded)


def has_first_author(cited: CitedFields, record: Record) -> bool | None:
    """Check whether a reference names the first author of a record; none if that is not certain."""
    return _names_one(cited, record.authors[:1], record.all_titles)


def has_any_author(cited: CitedFields, record: Record) -> bool | None:
    """Check whether a reference names any author of a record; none if that is not certain."""
    return _names_one(cited, record.authors[:_SEARCHED_AUTHORS], record.all_titles)


def _names_one(cited: CitedFields, authors: tuple[str, ...], titles: tuple[str, ...]) -> bool | None:
    first = (*cited.authors, "")[0]
    first = "" if _is_no_name(first) else first
    authors = tuple(author for author in authors if not _is_no_name(author))
    if not authors or (first and not any(is_same_script(first, author) for author in authors)):
        return None
    text = f" {fold_name(cited.text)} {fold_name(cited.text.translate(_SPELLED_OUT))} "
    if any(f" {name} " in text for author in authors for name in _forms(author[:_MAX_NAME])):
        return True
    families = {word for author in cited.authors for word in fold_name(author[:_MAX_NAME]).split()}
    if any(families.intersection(_long_words(author[:_MAX_NAME].partition(",")[2])) for author in authors):
        return True  # the record has the family name as the given one: Wei, Zhang
    if not first or cited.is_group or _is_group(authors[0]) or _is_group(first):
        return None  # not parsed, or the people who wrote a report, or the office that published it
    if not cited.is_typed and any(squash(title).startswith(squash(first)) for title in titles):
        return None  # the start of the title was taken for a name
    words = [*text.split()[:_MAX_WORDS], *map(squash, cited.authors[:_MAX_AUTHORS])]
    sounds = [_respell(word, _SOUNDS) for word in words]
    return any(_is_spelled_otherwise(author[:_MAX_NAME], sounds) for author in authors)


def _is_no_name(author: str) -> bool:
    return fold_name(author[:_MAX_NAME]) in _NO_NAMES


def _forms(author: str) -> Iterator[str]:
    """Yield the folded forms of a family name, also each word of a double one."""
    family, comma, _ = author.partition(",")
    for written in (author, author.translate(_SPELLED_OUT)):
        yield from family_names(written)
    yield from filter(None, (fold_name(author), fold_name(acronym(author)), fold_name(family)))
    yield from filter(None, (squash(author), squash(family)))  # 田中一郎, OBrien
    yield from _long_words(family) if comma else ()


def _long_words(name: str) -> Iterator[str]:
    """Yield the words of a name that are neither initials nor particles."""
    for word in fold_name(name).split():
        if len(word) > _LONGEST_INITIALS and word not in PARTICLES | SUFFIXES:
            yield word


def _is_spelled_otherwise(author: str, sounds: Sequence[str]) -> bool:
    names = (_respell(name, _SOUNDS) for name in family_names(author) if len(name) >= _NAME_LETTERS and " " not in name)
    return any(get_close_matches(name, sounds, n=1, cutoff=_CLOSE) for name in names)


def _is_group(author: str) -> bool:
    """Check for an organization: by its words, or by its initials alone (IPCC)."""
    if author.isupper() and author.isalpha() and len(author) <= _MOST_INITIALS:
        return True
    return "," not in author and is_organization(author[:_MAX_NAME])


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
    """Compare volumes; one that is the year says nothing of one that is not."""
    here, there = _NUMBER.fullmatch(cited.volume.strip()), _NUMBER.fullmatch(record.volume.strip())
    if not here or not there:
        return None
    years = {str(year) for year in (cited.year, *record.years)}
    return here[1] == there[1] or (None if (here[1] in years) != (there[1] in years) else False)


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
