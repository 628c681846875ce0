"""The works of the list by first author, to ask for people and years."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from citevet.model import Citation, Extraction, Reference
from citevet.rules.keys.names import cited_names, family, same_people, year


@dataclass(frozen=True, slots=True)
class Authored:
    """Entries with authors and a year, by their first author; none when too few of the list could be taken apart."""

    works: Mapping[str, Sequence[Reference]]

    @classmethod
    def of(cls, extraction: Extraction) -> "Authored":
        """Index the document's own list and its bibliography files."""
        listed = [each for each in extraction.references if each.origin in {"list", "file"}]
        dated = [each for each in listed if each.authors and each.year]
        works: dict[str, list[Reference]] = defaultdict(list)
        # Below one half the list is of another kind (web pages, standards), and a miss says more of us than of it.
        for reference in dated if 2 * len(dated) >= len(listed) else ():
            works[family(reference.authors[0])].append(reference)
        return cls(works)

    def unmatched(self, extraction: Extraction) -> Iterator[Citation]:
        """Yield the author-year citations that no entry answers, while there is a list to hold them against."""
        for citation in extraction.citations if self.works else ():
            alone = citation.reference is None and not citation.also and "candidates" not in citation.parts
            if citation.kind == "author-year" and alone and year(citation) and not self._answered(citation):
                yield citation

    def other_years(self, citation: Citation) -> tuple[Reference, ...]:
        """Return the entries by the people that an unmatched citation names."""
        first = cited_names(citation)[0]
        return tuple(each for each in self.works.get(first, ()) if same_people(citation, each))

    def _answered(self, citation: Citation) -> bool:
        return not cited_names(citation) or any(each.year == year(citation) for each in self.other_years(citation))
