"""ORCID: the works that a person lists as their own, asked where no index has a title.

A list is no proof that there is nothing else: a work that is not in it says nothing.
"""

from collections.abc import Iterator, Mapping

from citevet.contracts import Web
from citevet.identifiers import keep_known, read
from citevet.model import IdentifierKind, Lookup, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.resolve.answers import dig, items_at, number_at, plain_text_at, read_json, text_at, years_in

ORCID = "ORCID"
_HEADERS = {"Accept": "application/json"}
_MOST_PEOPLE = 3  # of one name, whose lists are read
_MOST_WORKS = 2_000  # of one person
_ID = lazy_pattern(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
_WORD = lazy_pattern(r"[^\W\d_]+")
_FEWEST_LETTERS = 3  # of a given name; initials belong to too many people
_KINDS: Mapping[str, IdentifierKind] = {"doi": "doi", "pmid": "pmid", "pmc": "pmcid", "arxiv": "arxiv", "isbn": "isbn"}


async def search_orcid(author: str, web: Web) -> tuple[Record, ...] | Lookup:
    """Return the works that people of a name, "Family, Given", list; nobody is asked for initials."""
    family, _, given = author.partition(",")
    first = next(iter(_WORD.findall(given)), "")
    names = " ".join(_WORD.findall(family))
    if len(first) < _FEWEST_LETTERS or not names:
        return Lookup(reason="abstained", why=f"{ORCID} is asked for full names only")
    params = {"q": f'family-name:"{names}" AND given-names:"{first}"', "rows": str(_MOST_PEOPLE + 1)}
    people = parse_people(await web.ask("orcid", "/v3.0/expanded-search/", params=params, headers=_HEADERS))
    if isinstance(people, Lookup):
        return people
    if len(people) > _MOST_PEOPLE:
        return Lookup(reason="abstained", why=f"{ORCID} has too many people of this name")
    found: list[Record] = []
    for person in people:
        works = parse_works(await web.ask("orcid", f"/v3.0/{person}/works", headers=_HEADERS), author)
        if isinstance(works, Lookup):
            return works
        found += works
    return tuple(found)


def parse_people(reply: Reply) -> tuple[str, ...] | Lookup:
    """Return the ids of a list of people; it is null where there are none."""
    found, refusal = read_json(reply, ORCID, "this query")
    if not isinstance(found, dict) or "expanded-result" not in found:
        return refusal
    ids = (text_at(each, "orcid-id") for each in items_at(found, "expanded-result"))
    known = tuple(each for each in ids if _ID.fullmatch(each))
    return known if known or not number_at(found, "num-found") else refusal


def parse_works(reply: Reply, author: str) -> tuple[Record, ...] | Lookup:
    """Return the works of a person; each is a group of what several services say of it."""
    found, refusal = read_json(reply, ORCID, "these works")
    if not isinstance(dig(found, "group"), list):
        return refusal
    summaries = (items_at(group, "work-summary")[:1] for group in items_at(found, "group")[:_MOST_WORKS])
    records = (_read_work(each, author) for summary in summaries for each in summary)
    return tuple(record for record in records if record.id and record.title)


def _read_work(work: object, author: str) -> Record:
    title, subtitle = plain_text_at(work, "title", "title", "value"), plain_text_at(work, "title", "subtitle", "value")
    translated = plain_text_at(work, "title", "translated-title", "value")
    others = (f"{title}: {subtitle}" if subtitle else "", translated)
    return Record(
        "orcid",
        text_at(work, "path") or text_at(work, "put-code"),
        text_at(work, "type").lower().replace("_", "-").replace("conference-paper", "proceedings-article"),
        title,
        tuple(filter(None, others)),
        authors=(author,),
        years=years_in(text_at(work, "publication-date", "year", "value")),
        venue=plain_text_at(work, "journal-title", "value"),
        identifiers=keep_known(**dict(_read_ids(work))),
        url=text_at(work, "url", "value"),
    )


def _read_ids(work: object) -> Iterator[tuple[str, str]]:
    """Yield the identifiers of the work itself, and not those of what it is part of."""
    for each in items_at(work, "external-ids", "external-id"):
        kind = _KINDS.get(text_at(each, "external-id-type").lower())
        is_own = text_at(each, "external-id-relationship").lower() in {"", "self"}
        found = read(kind, text_at(each, "external-id-value")) if kind and is_own else None
        if kind and found:
            yield kind, found.normal
