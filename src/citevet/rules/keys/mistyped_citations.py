"""What an author-year citation without an entry was probably meant to be: one name or the year is mistyped."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from citevet.model import Citation, Extraction, Reference
from citevet.records import dataclass, field
from citevet.rules.keys.author_index import AuthorIndex, Authors, get_cited_authors, get_year

_MOST = 200  # citations of a document that are compared with every entry of their year
_MOST_ENTRIES = 100  # that are compared with one citation
_ONE_SLIP, _TWO_SLIPS = 5, 8  # letters of a name in which so many slips leave it recognizable
_SPAN = re.compile(r"(?<!\d)((?:1[5-9]|20)\d\d)\s?[-–—]{1,2}\s?((?:1[5-9]|20)\d\d)(?!\d)")
_DIGITS = 4  # of a year; a letter may follow


@dataclass(frozen=True, slots=True)
class MistypedIndex:
    """The works of a list by year, for citations whose authors it does not have."""

    index: AuthorIndex
    by_year: Mapping[str, Sequence[tuple[Authors, Reference]]] = field(default_factory=dict)

    @classmethod
    def of(cls, index: AuthorIndex) -> "MistypedIndex":
        """Arrange the works of a list by year."""
        found: dict[str, list[tuple[Authors, Reference]]] = defaultdict(list)
        for authors, years in index.works.items():
            for year, entries in years.items():
                found[year].append((authors, entries[0]))
        return cls(index, found)

    def find_respelt(self, citation: Citation) -> Reference | None:
        """Return the only work of the cited year whose authors differ by a slip in one name."""
        cited = get_cited_authors(citation)
        alike = (entry for authors, entry in self.by_year.get(get_year(citation), ()) if _is_respelt(cited, authors))
        found = {entry.id: entry for entry in islice(alike, _MOST_ENTRIES)}
        return next(iter(found.values())) if len(found) == 1 else None


def find_hand_typed(extraction: Extraction, index: AuthorIndex) -> Iterator[tuple[Citation, Reference]]:
    """Yield names and years in the text of a document that cites by key, and the entry that each of them misses.

    Such a document may name works that it does not list, so only a slip beside an entry counts: digits that changed
    places, another digit or letter. A name alone, such as Lee, must be in one work of the bibliography.
    """
    mistyped = MistypedIndex.of(index)
    for citation in islice(index.iter_unmatched(extraction), _MOST):
        years = index.find_years(citation)
        entries = [*{entry.id: entry for each in years.values() for entry in each}.values()]
        meant = [each for each in entries if is_other_year(citation, each)]
        names, et_al = get_cited_authors(citation)
        is_one_name = len(names) == 1 and not et_al
        if len(meant) == len(entries) == 1 and (not is_one_name or _is_digit_slip(get_year(citation), meant[0].year)):
            yield citation, meant[0]
        elif not entries and (respelt := mistyped.find_respelt(citation)):
            yield citation, respelt


def is_other_year(citation: Citation, entry: Reference) -> bool:
    """Return whether an entry has neither the cited year nor a span of years around it: 2 vols., 1966–1970."""
    year, own = get_year(citation)[:_DIGITS], (entry.year or "")[:_DIGITS]
    spans = ((found[1], found[2]) for found in _SPAN.finditer(entry.text))
    return bool(year and own) and year != own and not any(first <= year <= last for first, last in spans)


def _is_respelt(cited: Authors, listed: Authors) -> bool:
    (names, et_al), (others, more) = cited, listed
    if et_al != more or len(names) != len(others):
        return False
    differing = [(one, other) for one, other in zip(names, others, strict=True) if one != other]
    is_sole = len(names) == 1 and not et_al
    return len(differing) == 1 and is_slip(*differing[0], most=1 if is_sole else 2)


def is_slip(one: str, other: str, *, most: int = 2) -> bool:
    """Return whether two long names differ by at most so many letters that changed, came, went or changed places."""
    short = min(len(one), len(other))
    allowed = min(most, 2 if short >= _TWO_SLIPS else 1 if short >= _ONE_SLIP else 0)
    if not allowed or one[:1] != other[:1] or abs(len(one) - len(other)) > allowed:
        return False
    return _count_slips(one, other) <= allowed


def _count_slips(one: str, other: str) -> int:
    """Return the edit distance, in which two letters that changed places are one slip."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        further = [at]
        for place, counterpart in enumerate(other, 1):
            least = min(row[place] + 1, further[-1] + 1, row[place - 1] + (letter != counterpart))
            if at > 1 and place > 1 and letter == other[place - 2] and one[at - 2] == counterpart:
                least = min(least, before[place - 2] + 1)
            further.append(least)
        before, row = row, further
    return row[-1]


def _is_digit_slip(cited: str, listed: str | None) -> bool:
    return _count_slips(cited[:_DIGITS], (listed or "")[:_DIGITS]) == 1
