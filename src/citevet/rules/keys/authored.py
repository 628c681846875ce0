"""The works of the list by the people who wrote them, to ask which years they have."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from citevet.model import Citation, Extraction, Reference
from citevet.rules.keys.names import Who, cited, writers, year

NONE: Mapping[str, Sequence[Reference]] = {}


@dataclass(frozen=True, slots=True)
class Authored:
    """Entries with authors and a year; none when too few of the list could be taken apart."""

    works: Mapping[Who, Mapping[str, Sequence[Reference]]]  # by people, then by year

    @classmethod
    def of(cls, extraction: Extraction) -> "Authored":
        """Index the document's own list and its bibliography files."""
        listed = [each for each in extraction.references if each.origin in {"list", "file"} and not each.back]
        dated = [each for each in listed if each.authors and each.year]
        works: dict[Who, dict[str, list[Reference]]] = defaultdict(lambda: defaultdict(list))
        # Below one half the list is of another kind (web pages, standards), and a miss says more of us than of it.
        for reference in dated if 2 * len(dated) >= len(listed) else ():
            for who in writers(reference):
                works[who][reference.year or ""].append(reference)
        return cls({who: dict(years) for who, years in works.items()})

    def unmatched(self, extraction: Extraction) -> Iterator[Citation]:
        """Yield the author-year citations that no entry answers, while there is a list; "(ibid.)" names nobody."""
        for citation in extraction.citations if self.works else ():
            told = citation.parts.keys() & {"candidates", "again"}
            bare = citation.reference is None and not citation.also and not told
            named = citation.kind == "author-year" and bool(year(citation) and cited(citation)[0])
            if bare and named and year(citation) not in self.years(citation):
                yield citation

    def years(self, citation: Citation) -> Mapping[str, Sequence[Reference]]:
        """Return the entries by the people whom a citation names, by year."""
        return self.works.get(cited(citation), NONE)
