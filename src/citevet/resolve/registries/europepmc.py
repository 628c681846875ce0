"""Europe PMC: articles, preprints and books of the life sciences, and the full text of the free ones."""

from collections.abc import Iterator
from typing import Literal

from citevet.contracts import Web
from citevet.identifiers import keep_known
from citevet.model import Lookup, Record, Reply
from citevet.people.parser import read_name
from citevet.resolve.answers import dig, items_at, not_known, plain_text_at, read_json, text_at, texts_at, years_in
from citevet.resolve.registries.pubmed import find_type, make_notices, name_title, spell_out_pages

_LABEL = "Europe PMC"
_MAX_QUERY = 300  # characters
_FULL_TEXT = "https://www.ebi.ac.uk/europepmc/webservices/rest/{}/fullTextXML"
_SOURCES = {"PPR": "preprint", "NBK": "book", "ETH": "dissertation", "PAT": "patent"}
IdKind = Literal["pmid", "pmcid", "doi"]
_QUERIES: dict[IdKind, str] = {"pmid": "EXT_ID:{} AND SRC:MED", "pmcid": "PMCID:{}", "doi": 'DOI:"{}"'}


async def look_up_europepmc(kind: IdKind, identifier: str, web: Web) -> Lookup:
    """Look for the work with an identifier."""
    query = _QUERIES[kind].format(identifier.replace('"', " "))
    params = {"query": query, "resultType": "core", "format": "json"}
    reply = await web.ask("europepmc", "/search", params=params)
    records = parse_europepmc(reply)
    if isinstance(records, Lookup):
        return records
    wanted = identifier.casefold()
    same = [each for each in records if each.identifiers.get(kind, "").casefold() == wanted]
    return Lookup("found", record=same[0]) if same else not_known(_LABEL, identifier)


async def search_europepmc(title: str, web: Web) -> tuple[Record, ...] | Lookup:
    """Return works with the words of a title, one after the other."""
    return await _search(f'TITLE:"{_quote(title)}"', web)


async def search_europepmc_journal(journal: str, year: int, web: Web) -> tuple[Record, ...] | Lookup:
    """Return some works of a journal and a year."""
    return await _search(f'JOURNAL:"{_quote(journal)}" AND PUB_YEAR:{year}', web)


async def _search(query: str, web: Web) -> tuple[Record, ...] | Lookup:
    params = {"query": query, "resultType": "core", "format": "json", "pageSize": "5"}
    return parse_europepmc(await web.ask("europepmc", "/search", params=params))


def _quote(words: str) -> str:
    return words.replace('"', " ").replace("\\", " ")[:_MAX_QUERY]


def parse_europepmc(reply: Reply) -> tuple[Record, ...] | Lookup:
    """Return the records of a search, in its short and its long form."""
    found, refusal = read_json(reply, _LABEL, "this query")
    results = dig(found, "resultList", "result")
    if not isinstance(results, list):
        return refusal
    records = (_read_record(each) for each in items_at(results) if text_at(each, "id"))
    return tuple(record for record in records if record.title)  # a list of ids has none


def _read_record(item: object) -> Record:
    journal = dig(item, "journalInfo", "journal")
    types = texts_at(item, "pubTypeList", "pubType") or tuple(text_at(item, "pubType").split("; "))
    title, *others = name_title(plain_text_at(item, "title"))
    pmcid, source, name = text_at(item, "pmcid"), text_at(item, "source"), text_at(item, "id")
    names = (plain_text_at(journal, "medlineAbbreviation"), plain_text_at(journal, "isoabbreviation"))
    dates = ("pubYear", "firstPublicationDate", "electronicPublicationDate")
    return Record(
        "europepmc",
        f"{source}/{name}",
        _SOURCES.get(source) or find_type(types),
        title,
        tuple(others),
        authors=_read_authors(item),
        years=years_in(*(text_at(item, field) for field in dates)),
        venue=plain_text_at(journal, "title")
        or plain_text_at(item, "journalTitle")
        or plain_text_at(item, "bookOrReportDetails", "publisher"),
        venues=tuple(dict.fromkeys(filter(None, names))),
        volume=text_at(item, "journalInfo", "volume") or text_at(item, "journalVolume"),
        issue=text_at(item, "journalInfo", "issue") or text_at(item, "issue"),
        pages=spell_out_pages(text_at(item, "pageInfo")),
        identifiers=keep_known(
            doi=text_at(item, "doi"),
            pmid=text_at(item, "pmid"),
            pmcid=pmcid,
            issn=(text_at(journal, "issn") or text_at(item, "journalIssn").partition(";")[0]).upper(),
        ),
        url=f"https://europepmc.org/article/{source}/{name}",
        abstract=plain_text_at(item, "abstractText"),
        copies=_list_copies(item, pmcid),
        notices=make_notices(types, _read_links(item), _LABEL),
        language=text_at(item, "language"),
    )


def _read_links(item: object) -> Iterator[tuple[str, str, str]]:
    for each in items_at(item, "commentCorrectionList", "commentCorrection"):
        pmid = text_at(each, "id") if text_at(each, "source") == "MED" else ""
        yield text_at(each, "type"), plain_text_at(each, "reference"), pmid


def _read_authors(item: object) -> tuple[str, ...]:
    listed = items_at(item, "authorList", "author")
    if not listed:
        names = text_at(item, "authorString").removesuffix(".").split(", ")
        return tuple(filter(None, (read_name(name).inverted for name in names)))
    found = []
    for author in listed:
        given = text_at(author, "firstName") or text_at(author, "initials")
        person = ", ".join(filter(None, (text_at(author, "lastName"), given)))
        found.append(person or text_at(author, "collectiveName") or text_at(author, "fullName"))
    return tuple(filter(None, found))


def _list_copies(item: object, pmcid: str) -> tuple[str, ...]:
    """Return addresses of free full texts: the article as XML first, as it has sections."""
    is_open = text_at(item, "isOpenAccess") == "Y" and pmcid
    links = items_at(item, "fullTextUrlList", "fullTextUrl")
    free = [text_at(link, "url") for link in links if text_at(link, "availabilityCode") in {"OA", "F"}]
    return tuple(filter(None, ([_FULL_TEXT.format(pmcid)] if is_open else []) + free))
