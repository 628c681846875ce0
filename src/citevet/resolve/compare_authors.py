"""Compare the authors of a reference with those of a record."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches

from citevet.model import Difference, Record
from citevet.people.parser import read_name
from citevet.resolve.cited_fields import CitedFields
from citevet.text.letters import respell
from citevet.text.names import PARTICLES, SUFFIXES, acronym, fold_name, is_organization, is_same_script, squash

# Spellings of one sound in names from other alphabets: Tschebyscheff, Tchebychev.
_SOUNDS = tuple(each.split(":") for each in "tsch:ch tch:ch sch:sh ff:v w:v j:y kh:h ck:k".split())
_MAX_NAME = 300  # characters
_SEARCHED_AUTHORS = 30  # that are searched
_MAX_WORDS = 400  # of a reference
_MAX_AUTHORS = 6  # that are shown
_CLOSE = 0.85  # likeness of two spellings of a name: Chebyshev and Chebychev, Tolstoy and Tolstoi
_ALIKE = 0.7  # likeness of two names that may be one
_NAME_LETTERS = 5  # of a name that may be spelled in two ways
_SPELLED_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ø": "oe", "Ø": "Oe", "å": "aa", "Å": "Aa"}
)
_LONGEST_INITIALS = 2  # letters of given names
# Words in the place of a name where there is none; "&NA;" comes from one publisher.
_NO_NAMES = frozenset(
    "na|na na|anon|anonymous|unknown|author unknown|unknown author|null|none|undefined|not available|no author"
    "|no author listed|no authorship indicated|various|various authors|editor|editors|the editor|the editors"
    "|editorial|staff".split("|")
)
_MOST_INITIALS = 6  # of an organization


def has_first_author(cited: CitedFields, record: Record) -> bool | None:
    """Check whether a reference names the first author of a record; none if that is not certain."""
    return _names_one(cited, record.authors[:1], record.all_titles)


def has_any_author(cited: CitedFields, record: Record) -> bool | None:
    """Check whether a reference names any author of a record; none if that is not certain."""
    return _names_one(cited, record.authors[:_SEARCHED_AUTHORS], record.all_titles)


def has_other_first_author(cited: CitedFields, record: Record) -> bool:
    """Check whether a reference names a stranger first, beside co-authors of the work.

    Authors in another order are no strangers, and a record with fewer authors than the reference lacks some.
    """
    known = [author for author in record.authors if not _is_no_name(author)]
    if len(cited.authors) > len(known) or has_first_author(cited, record) is not False:
        return False
    first = cited.authors[0]
    alone = replace(cited, text=first, authors=(first,))
    given = {word for author in known for word in _long_words(author[:_MAX_NAME])}
    if _names_one(alone, tuple(known), ()) is not False or not given.isdisjoint(_long_words(first[:_MAX_NAME])):
        return False
    # Names from other alphabets have spellings that no rule covers: Zhao, Chao.
    return not get_close_matches(squash(first), [squash(name) for name in _forms(known[0][:_MAX_NAME])], 1, _ALIKE)


def show_authors(cited: CitedFields, record: Record) -> Difference:
    """Show the first authors of both sides."""
    return Difference("authors", "; ".join(cited.authors[:_MAX_AUTHORS]), "; ".join(record.authors[:_MAX_AUTHORS]))


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
    if not first or cited.is_group or is_group(authors[0]) or is_group(first):
        return None  # not parsed, or the people who wrote a report, or the office that published it
    if not cited.is_typed and any(squash(title).startswith(squash(first)) for title in titles):
        return None  # the start of the title was taken for a name
    words = [*text.split()[:_MAX_WORDS], *map(squash, cited.authors[:_MAX_AUTHORS])]
    sounds = [respell(word, _SOUNDS) for word in words]
    return any(_is_spelled_otherwise(author[:_MAX_NAME], sounds) for author in authors)


def _is_no_name(author: str) -> bool:
    return fold_name(author[:_MAX_NAME]) in _NO_NAMES


def _forms(author: str) -> Iterator[str]:
    """Yield the folded forms of a family name, also each word of a double one."""
    family, comma, _ = author.partition(",")
    for written in (author, author.translate(_SPELLED_OUT)):
        yield from read_name(written).forms()
    yield from filter(None, (fold_name(author), fold_name(acronym(author)), fold_name(family)))
    yield from filter(None, (squash(author), squash(family)))  # 田中一郎, OBrien
    yield from _long_words(family) if comma else ()


def _long_words(name: str) -> Iterator[str]:
    """Yield the words of a name that are neither initials nor particles."""
    for word in fold_name(name).split():
        if len(word) > _LONGEST_INITIALS and word not in PARTICLES | SUFFIXES:
            yield word


def _is_spelled_otherwise(author: str, sounds: Sequence[str]) -> bool:
    names = (
        respell(name, _SOUNDS) for name in read_name(author).forms() if len(name) >= _NAME_LETTERS and " " not in name
    )
    return any(get_close_matches(name, sounds, n=1, cutoff=_CLOSE) for name in names)


def is_group(author: str) -> bool:
    """Check for an organization: by its words, or by its initials alone (IPCC)."""
    if author.isupper() and author.isalpha() and len(author) <= _MOST_INITIALS:
        return True
    return "," not in author and is_organization(author[:_MAX_NAME])
