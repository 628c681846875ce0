"""ROR: the names of an organization, so that CERN is the European Organization for Nuclear Research."""

from collections.abc import Iterator

from citevet.contracts import Web
from citevet.model import Lookup, Reply
from citevet.resolve.answers import dig, items_at, read_json, text_at, texts_at
from citevet.text.names import fold_name

ROR = "ROR"
_LONGEST = 200  # characters of a name
_MOST_NAMES = 100  # of one organization


async def look_up_names(name: str, web: Web) -> frozenset[str]:
    """Return the folded names of the organizations that have this one; none where nobody answers."""
    params = {"query": f'"{name[:_LONGEST].replace(chr(34), " ")}"'}
    found = parse_organizations(await web.ask("ror", "/v2/organizations", params=params))
    wanted = fold_name(name)
    return frozenset(
        each for names in ([] if isinstance(found, Lookup) else found) if wanted in names for each in names
    )


def parse_organizations(reply: Reply) -> list[frozenset[str]] | Lookup:
    """Return the folded names of each organization of a list, or of the one in an answer; v1 had other fields."""
    found, refusal = read_json(reply, ROR, "this name")
    rows = items_at(found, "items") if isinstance(dig(found, "items"), list) else [found]
    if rows == [found] and not text_at(found, "id"):
        return refusal
    named = (frozenset(filter(None, map(fold_name, _read_names(row)))) for row in rows)
    return [names for names in named if names]


def _read_names(row: object) -> Iterator[str]:
    yield from (text_at(each, "value")[:_LONGEST] for each in items_at(row, "names")[:_MOST_NAMES])
    yield text_at(row, "name")[:_LONGEST]
    yield from (each[:_LONGEST] for key in ("aliases", "acronyms") for each in texts_at(row, key)[:_MOST_NAMES])
    yield from (text_at(each, "label")[:_LONGEST] for each in items_at(row, "labels")[:_MOST_NAMES])
