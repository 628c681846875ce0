"""Unpaywall: free copies of a work with a DOI. It wants the user's mail address with every request."""

from urllib.parse import quote

from citevet.contracts import Web
from citevet.model import Lookup, Record, Reply
from citevet.resolve.answers import bare_doi, dig, items_at, keep_known, plain_text_at, read_json, text_at, years_in

_LABEL = "Unpaywall"
_REFUSED_MAIL = 422


async def look_up_unpaywall(doi: str, web: Web) -> Lookup:
    """Look for free copies of a work; they are in the record."""
    return parse_unpaywall(await web.ask("unpaywall", f"/{quote(doi, safe='/')}"), doi)


def parse_unpaywall(reply: Reply, sought: str) -> Lookup:
    """Return the record of an answer with the addresses of free copies."""
    if not reply.trouble and reply.status == _REFUSED_MAIL:
        return Lookup(reason="not-asked", why=f"{_LABEL} needs your mail address. Set `mailto` in citevet.toml.")
    found, refusal = read_json(reply, _LABEL, sought)
    record = _read_record(found)
    return Lookup("found", record=record) if record.id == sought.lower() else refusal


def _read_record(work: object) -> Record:
    doi = bare_doi(text_at(work, "doi"))
    return Record(
        "unpaywall",
        doi,
        text_at(work, "genre"),
        plain_text_at(work, "title"),
        authors=tuple(filter(None, map(_read_author, items_at(work, "z_authors")))),
        years=years_in(text_at(work, "year"), text_at(work, "published_date")),
        venue=plain_text_at(work, "journal_name"),
        identifiers=keep_known(doi=doi, issn=text_at(work, "journal_issn_l")),
        url=text_at(work, "doi_url"),
        copies=_list_copies(work),
    )


def _read_author(author: object) -> str:
    person = ", ".join(filter(None, (text_at(author, "family"), text_at(author, "given"))))
    return person or text_at(author, "raw_author_name") or text_at(author, "name")


def _list_copies(work: object) -> tuple[str, ...]:
    """Return addresses of free copies: PDFs of repositories, then of publishers, who refuse programs, then pages."""
    places = [dig(work, "best_oa_location"), *items_at(work, "oa_locations")]
    ranked = sorted(places, key=lambda place: text_at(place, "host_type") != "repository")
    pdfs = [text_at(place, "url_for_pdf") for place in ranked]
    pages = [text_at(place, "url") or text_at(place, "url_for_landing_page") for place in ranked]
    return tuple(dict.fromkeys(url for url in (*pdfs, *pages) if url.startswith("http")))
