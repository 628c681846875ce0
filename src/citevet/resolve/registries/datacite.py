"""DataCite: datasets, software, theses and preprints by DOI."""

from collections.abc import Iterator
from urllib.parse import quote

from citevet.contracts import Web
from citevet.identifiers import imply, keep_known, link, normalize
from citevet.identifiers.doi import ARXIV_PREFIX
from citevet.model import Lookup, Notice, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.resolve.answers import dig, items_at, plain_text_at, read_json, text_at, years_in
from citevet.resolve.registries.arxiv import find_withdrawal
from citevet.resolve.registries.crossref import read_names

DATACITE = "DataCite"
_DATES = frozenset({"Issued", "Available", "Submitted", "Updated"})
_NEWER = frozenset({"IsPreviousVersionOf", "IsObsoletedBy"})
_PUBLISHED = frozenset({"IsVersionOf", "IsPreprintOf"})  # of a preprint
_UNKNOWN = lazy_pattern(r"\(?:(?:unac|unal|unap|unas|unav|unkn|none|null|tba|etal)\)?")  # for what is not known
_WORD = lazy_pattern(r"\w+")
_MOST_WORDS = 20
_ROWS = "5"
_TYPES = {"journalarticle": "journal-article", "bookchapter": "book-chapter", "conferencepaper": "proceedings-article"}


async def look_up_datacite(doi: str, web: Web) -> Lookup:
    """Look for a DOI."""
    return parse_doi(await web.ask("datacite", f"/dois/{quote(doi)}"), doi)


async def search_datacite(title: str, web: Web) -> tuple[Record, ...] | Lookup:
    """Return works with the words of a title."""
    words = " ".join(_WORD.findall(title)[:_MOST_WORDS])
    params = {"query": f'titles.title:"{words}"', "page[size]": _ROWS, "disable-facets": "true"}
    return parse_doi_list(await web.ask("datacite", "/dois", params=params))


def parse_doi_list(reply: Reply) -> tuple[Record, ...] | Lookup:
    """Return the works of a list."""
    found, refusal = read_json(reply, DATACITE, "this query")
    rows = dig(found, "data")
    if not isinstance(rows, list):
        return refusal
    named = ((dig(row, "attributes"), normalize("doi", text_at(row, "id"))) for row in rows)
    records = (_read_record(work, doi) for work, doi in named if doi)
    return tuple(record for record in records if record.title)


def parse_doi(reply: Reply, doi: str) -> Lookup:
    """Return the work with this DOI."""
    value, refusal = read_json(reply, DATACITE, doi)
    found = dig(value, "data", "attributes")
    name = normalize("doi", text_at(found, "doi") or text_at(value, "data", "id"))
    return Lookup("found", record=_read_record(found, name)) if name == doi.lower() else refusal


def _read_record(work: object, doi: str) -> Record:
    title, *others = (*_read_titles(work), "")
    container, publisher = plain_text_at(work, "container", "title"), _read_publisher(work)
    return Record(
        "datacite",
        doi,
        _read_type(work),
        title,
        tuple(filter(None, others)),
        authors=read_names([_read_creator(each) for each in items_at(work, "creators")]),
        years=years_in(text_at(work, "publicationYear"), *_read_dates(work)),
        venue=container or publisher,
        venues=(publisher,) if container and publisher else (),
        volume=text_at(work, "container", "volume"),
        issue=text_at(work, "container", "issue"),
        pages=_read_pages(work),
        identifiers=keep_known(doi=doi, arxiv=(imply("doi", doi) or ("", ""))[1]),
        url=link("doi", doi),
        abstract=_describe(work, "Abstract"),
        notices=tuple(_read_notices(work, doi)),
        language=text_at(work, "language"),
    )


def _read_titles(work: object) -> tuple[str, ...]:
    """Return the main title first, then it with its subtitle, and titles in other languages."""
    titles = [(text_at(each, "titleType"), _known_text(each, "title")) for each in items_at(work, "titles")]
    main = [title for kind, title in titles if not kind and title] or [title for _, title in titles if title]
    whole = [f"{main[0]}: {title}" for kind, title in titles if kind == "Subtitle" and main]
    others = [title for kind, title in titles if kind not in {"", "Subtitle"}]
    return tuple(dict.fromkeys(filter(None, (*main, *whole, *others))))


def _known_text(value: object, *path: str) -> str:
    """Return a text without markup; the words that DataCite prescribes for an unknown value are none."""
    text = plain_text_at(value, *path)
    return "" if _UNKNOWN.fullmatch(text.lower()) else text


def _read_creator(creator: object) -> dict[str, str]:
    """Return a name in the fields of CSL."""
    family, given = plain_text_at(creator, "familyName"), plain_text_at(creator, "givenName")
    return {"family": family, "given": given if family else "", "name": _known_text(creator, "name")}


def _read_publisher(work: object) -> str:
    return _known_text(work, "publisher") or _known_text(work, "publisher", "name")


def _read_dates(work: object) -> Iterator[str]:
    return (text_at(each, "date") for each in items_at(work, "dates") if text_at(each, "dateType") in _DATES)


def _read_type(work: object) -> str:
    general = text_at(work, "types", "resourceTypeGeneral").lower()
    specific = text_at(work, "types", "resourceType").lower()
    if "preprint" in {general, specific} or _read_publisher(work) == "arXiv":
        return "preprint"
    return _TYPES.get(general, general if general != "text" else specific)


def _read_pages(work: object) -> str:
    first, last = text_at(work, "container", "firstPage"), text_at(work, "container", "lastPage")
    return "-".join(filter(None, (first, last)))


def _describe(work: object, kind: str) -> str:
    listed = (each for each in items_at(work, "descriptions") if text_at(each, "descriptionType") == kind)
    return next(filter(None, (plain_text_at(each, "description") for each in listed)), "")


def _read_notices(work: object, doi: str) -> Iterator[Notice]:
    """Yield newer versions, and the withdrawal of a preprint."""
    is_arxiv = doi.startswith(ARXIV_PREFIX)
    wanted = _NEWER | (_PUBLISHED if is_arxiv else frozenset())
    for related in items_at(work, "relatedIdentifiers"):
        newer = normalize("doi", text_at(related, "relatedIdentifier"))
        if text_at(related, "relationType") in wanted and newer and newer != doi:
            yield Notice("new-version", DATACITE, newer)
    if is_arxiv and (why := find_withdrawal(_describe(work, "Other")) or find_withdrawal(_describe(work, "Abstract"))):
        yield Notice("retraction", DATACITE, why=why)
