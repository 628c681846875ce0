"""Whether services that hold nearly all works of a kind agree that there is no such work.

A service counts if it answered, has none with the title, and has other works of the same container and year. One that
failed never counts, and neither does one that may lack the container.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from citevet.contracts import Web
from citevet.model import Lookup, Record
from citevet.patterns import lazy_pattern
from citevet.resolve.alignment.entry_words import split_words
from citevet.resolve.alignment.places import find_container
from citevet.resolve.cited_fields import CitedFields
from citevet.resolve.registries.crossref import CROSSREF, search_crossref_container
from citevet.resolve.registries.europepmc import search_europepmc_journal
from citevet.resolve.registries.indexes import search_dblp

EUROPE_PMC, DBLP = "Europe PMC", "dblp"
_ENOUGH = 2  # services that have the container, and not the work
_FIRST_YEAR = 1995  # before which the indexes have gaps
# Works that no index lists, or not yet.
_UNLISTED_KINDS = lazy_pattern(
    r"(?i)\b(?:thesis|dissertation|habilitation|technical report|tech\. rep|report no|working paper|white ?paper|manual"
    r"|handbook|rfc ?\d|iso(?:/iec)? ?\d|standard|patent|manuscript|in press|forthcoming|to appear|accepted|submitted"
    r"|in preparation|unpublished|personal communication|newspaper|magazine|blog|press release|newsletter|bulletin"
    r"|accessed|retrieved|available at|lecture notes|slides|poster|abstracts?|supplement|workshop|translated"
    r"|arxiv|preprint|biorxiv|medrxiv|ssrn|github|zenodo)\b"
)
Containers = Callable[[str, int, Web], Awaitable[Sequence[Record] | Lookup]]


async def _search_dblp_container(container: str, year: int, web: Web) -> Sequence[Record] | Lookup:
    return await search_dblp(f"{container} {year}", web)


# Service that was searched for the title → how it is asked whether it has the container.
_CONTAINERS: Mapping[str, Containers] = {
    CROSSREF: search_crossref_container,
    EUROPE_PMC: search_europepmc_journal,
    DBLP: _search_dblp_container,
}


def is_listed_kind(cited: CitedFields, container: str) -> bool:
    """Check for an article or paper of a kind that indexes list, with container, year, volume or pages."""
    if not container or not cited.year or cited.year < _FIRST_YEAR or not (cited.volume or cited.pages):
        return False
    return not _UNLISTED_KINDS.search(cited.text.replace(cited.title or " ", " "))


async def find_witnesses(cited: CitedFields, container: str, absent: Sequence[str], web: Web) -> list[str]:
    """Return the services that have the container in that year, of those that have no work with the title."""
    found: list[str] = []
    for label in (each for each in _CONTAINERS if each in absent):
        records = await _CONTAINERS[label](container, cited.year or 0, web)
        if not isinstance(records, Lookup) and any(
            _has_container(container, cited.year or 0, each) for each in records
        ):
            found.append(label)
        if len(found) == _ENOUGH:
            break
    return found if len(found) == _ENOUGH else []


def _has_container(container: str, year: int, record: Record) -> bool:
    """Check that a work is of the container in full, and of the year, give or take one."""
    words = split_words(container)
    is_near = any(abs(year - each) <= 1 for each in record.years)
    return (
        is_near
        and record.type in {"journal-article", "proceedings-article", ""}
        and find_container(words, record) is not None
    )
