"""OpenAlex: works of all fields, with a flag for retracted ones and abstracts. Its search needs a key."""

from urllib.parse import quote

from citevet.contracts import Web
from citevet.model import Lookup, Notice, Record, Reply
from citevet.resolve.answers import dig, items_at, keep_known, not_known, plain_text_at, read_json, text_at, years_in

_LABEL = "OpenAlex"
_IDS = "https://openalex.org/"
_DELETED = "W4285719527"  # to which works lead that were deleted
_MAX_WORDS = 5_000  # of an abstract
_TYPES = {"article": "journal-article", "book-chapter": "book-chapter", "paratext": "other"}


async def look_up_openalex(doi: str, web: Web) -> Lookup:
    """Look for the work with a DOI."""
    lookup = parse_openalex(await web.ask("openalex", f"/works/https://doi.org/{quote(doi, safe='/')}"), doi)
    if lookup.record and lookup.record.identifiers.get("doi", doi.lower()) != doi.lower():
        return not_known(_LABEL, doi)  # two works were merged, and this is the other one
    return lookup


async def search_openalex(title: str, web: Web) -> tuple[Record, ...] | Lookup:
    """Return works with a similar title; without a key OpenAlex refuses this after ten searches a day."""
    words = " ".join(title.replace(",", " ").replace("|", " ").replace(":", " ").split())
    return parse_openalex_list(await web.ask("openalex", "/works", params={"filter": f"title.search:{words}"}))


def parse_openalex(reply: Reply, sought: str) -> Lookup:
    """Return the one work of an answer."""
    found, refusal = read_json(reply, _LABEL, sought)  # a 404 comes as HTML
    record = _read_record(found)
    if record.id == _DELETED:
        return not_known(_LABEL, sought)
    return Lookup("found", record=record) if record.id.startswith("W") else refusal


def parse_openalex_list(reply: Reply) -> tuple[Record, ...] | Lookup:
    """Return the works of a list."""
    found, refusal = read_json(reply, _LABEL, "this query")
    results = dig(found, "results") if isinstance(found, dict) else found
    if not isinstance(results, list):
        return refusal
    return tuple(record for record in map(_read_record, items_at(results)) if record.id and record.title)


def _read_record(work: object) -> Record:
    place, biblio = dig(work, "primary_location"), dig(work, "biblio")
    first, last = text_at(biblio, "first_page"), text_at(biblio, "last_page")
    kind = text_at(work, "type")
    return Record(
        "openalex",
        text_at(work, "id").removeprefix(_IDS),
        _TYPES.get(kind, kind),
        plain_text_at(work, "title") or plain_text_at(work, "display_name"),
        authors=tuple(filter(None, map(_read_author, items_at(work, "authorships")))),
        years=years_in(text_at(work, "publication_year"), text_at(work, "publication_date")),
        venue=plain_text_at(place, "source", "display_name"),
        venues=tuple(filter(None, (plain_text_at(place, "raw_source_name"),))),
        volume=text_at(biblio, "volume"),
        issue=text_at(biblio, "issue"),
        pages="-".join(dict.fromkeys(filter(None, (first, last)))),
        identifiers=keep_known(
            doi=text_at(work, "doi"),
            pmid=text_at(work, "ids", "pmid").rpartition("/")[2],
            pmcid=_spell_pmcid(text_at(work, "ids", "pmcid").rpartition("/")[2]),
            issn=text_at(place, "source", "issn_l"),
        ),
        url=text_at(work, "id"),
        abstract=_join_abstract(dig(work, "abstract_inverted_index")),
        copies=_list_copies(work),
        notices=(Notice("retraction", _LABEL, why="is_retracted"),) if dig(work, "is_retracted") is True else (),
        language=text_at(work, "language"),
    )


def _spell_pmcid(text: str) -> str:
    return f"PMC{text.upper().removeprefix('PMC')}" if text else ""


def _read_author(authorship: object) -> str:
    """Return the name as printed, else as OpenAlex has it."""
    return text_at(authorship, "raw_author_name") or text_at(authorship, "author", "display_name")


def _join_abstract(index: object) -> str:
    """Put the words of an inverted index back in order."""
    if not isinstance(index, dict):
        return ""
    words: dict[int, str] = {}
    for word, places in index.items():
        for place in items_at(places):
            if isinstance(place, int) and not isinstance(place, bool) and 0 <= place < _MAX_WORDS:
                words[place] = word
    return plain_text_at(" ".join(words[place] for place in sorted(words)))


def _list_copies(work: object) -> tuple[str, ...]:
    """Return addresses of free texts, PDFs first."""
    places = [dig(work, "best_oa_location"), dig(work, "primary_location"), *items_at(work, "locations")]
    free = [place for place in places if dig(place, "is_oa") is True]
    pdfs = [text_at(place, "pdf_url") for place in free]
    pages = [text_at(place, "landing_page_url") for place in free]
    return tuple(dict.fromkeys(filter(None, (*pdfs, text_at(work, "open_access", "oa_url"), *pages))))
