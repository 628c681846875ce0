"""Crossref: works by DOI with the notices on them, and works by their description.

The CSL-JSON of other agencies has the fields of Crossref, some without a list, so it is read here, too.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from urllib.parse import quote

from citevet.contracts import Web
from citevet.identifiers import keep_known, link, normalize
from citevet.model import Lookup, Notice, NoticeKind, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.resolve.answers import (
    dig,
    items_at,
    number_at,
    plain_text_at,
    read_json,
    strip_markup,
    text_at,
    texts_at,
    years_in,
)

CROSSREF = "Crossref"
_SELECT = (
    "DOI,title,subtitle,original-title,author,editor,issued,published-print,published-online,posted,container-title,"
    "short-container-title,volume,issue,page,article-number,type,publisher,update-to,score"
)
_ROWS = "10"
_MAX_QUERY = 400  # characters
_BATCH = 20  # DOIs of one request
_FEWEST_IN_BATCH = 8  # DOIs that are worth one
_LONGEST_FILTER = 120  # characters of a DOI
_MOST_NOTICES = "200"
_DATES = ("published-print", "issued", "published-online", "published", "posted")  # the one that people cite first
_TYPES = {
    "article-journal": "journal-article",
    "article": "preprint",
    "chapter": "book-chapter",
    "paper-conference": "proceedings-article",
    "thesis": "dissertation",
    "webpage": "page",
}
_CORRECTIONS = "correction erratum corrigendum addendum clarification err publisher_note".split()
_NOTICES: Mapping[str, NoticeKind] = {
    **dict.fromkeys(("retraction", "withdrawal", "removal"), "retraction"),
    "partial_retraction": "correction",  # as at PubMed; see its label
    "expression_of_concern": "concern",
    **dict.fromkeys(_CORRECTIONS, "correction"),
    **dict.fromkeys(("new_version", "new_edition"), "new-version"),
}
_SOURCES = {"retraction-watch": "Retraction Watch"}
_BLOCK = lazy_pattern(r"</?(?:jats:)?(?:p|title|sec|label|list|list-item)\b[^<>]{0,300}>")
_RETRACTED = lazy_pattern(
    r"\W{0,3}(?:RETRACTED|WITHDRAWN|Retracted|Withdrawn)(?:\s(?:ARTICLE|Article|PAPER|Paper))?\s?[:\]]"
)
_TITLE_OF_NOTICE = lazy_pattern(
    r"(?i)\b(?:retract(?:ion|ed)|correct(?:ion|ed)|errat(?:um|a)|corrigend(?:um|a)|addendum|withdraw(?:al|n)"
    r"|expression of concern|removal|clarification|notice|publisher.s note)\b"
)
# Footnotes of the first page in a title: "… scoring matrices 1 1Edited by G. Roe".
_FOOTNOTE = lazy_pattern(r"\s(?:\S{1,2}\s)?\S{0,2}(?:Edited by|Communicated by|Abbreviations used)\b.*")
_ISBN = lazy_pattern(r"[^0-9Xx]")


async def look_up_crossref(doi: str, web: Web) -> Lookup:
    """Look for a DOI, and for notices that name it."""
    found = parse_work(await web.ask("crossref", f"/works/{quote(doi, safe='')}"), doi)
    record = found.record
    if record is None or record.type == "notice" or record.is_retracted:
        return found
    notices = parse_updates(await _ask_for_notices(record, web), record.id)
    if isinstance(notices, Lookup):
        why = f"whether it was retracted is not known: {notices.why}"
        return replace(found, why=why, flags=(*found.flags, "unknown-notices"))
    return replace(found, record=replace(record, notices=merge_notices(record.notices, notices)))


async def look_up_crossref_dois(dois: Iterable[str], web: Web) -> Mapping[str, Lookup]:
    """Look for many DOIs, and for notices on them, with two requests for twenty; what is not found is left out."""
    from asyncio import gather

    wanted = [doi for doi in dict.fromkeys(dois) if _is_filterable(doi)]
    if len(wanted) < _FEWEST_IN_BATCH:
        return {}
    parts = [wanted[start : start + _BATCH] for start in range(0, len(wanted), _BATCH)]
    answers = await gather(*(_look_up_part(part, web) for part in parts))
    return {doi: found for each in answers for doi, found in each.items()}


async def _look_up_part(dois: Sequence[str], web: Web) -> dict[str, Lookup]:
    """Look for some DOIs; none are found if the works, or the notices on them, are not all there."""
    from asyncio import gather

    works = {"filter": ",".join(f"doi:{doi}" for doi in dois), "rows": str(_BATCH)}
    notices = {"filter": ",".join(f"updates:{doi}" for doi in dois), "rows": _MOST_NOTICES, "select": _SELECT}
    replies = await gather(*(web.ask("crossref", "/works", params=params) for params in (works, notices)))
    (found, _), (updates, _) = (read_json(reply, CROSSREF, "the list of DOIs") for reply in replies)
    listed = items_at(updates, "message", "items")
    if not isinstance(dig(updates, "message", "items"), list) or len(listed) >= int(_MOST_NOTICES):
        return {}
    records = {doi: read_work(work, "crossref", CROSSREF) for work in _works_in(found) for doi in _names_of(work)}
    return {
        doi: Lookup("found", record=_add_notices(record, listed))
        for doi in dois
        if (record := records.get(doi.lower())) and record.title
    }


def _add_notices(record: Record, works: Sequence[object]) -> Record:
    if record.type == "notice" or record.is_retracted:
        return record
    return replace(record, notices=merge_notices(record.notices, find_notices_on(record.id, works, CROSSREF)))


def _is_filterable(doi: str) -> bool:
    """Check that a filter can name a DOI: a comma ends it, and an address has only so many characters."""
    return "," not in doi and len(doi) <= _LONGEST_FILTER


async def search_crossref(title: str, author: str, year: str, web: Web) -> Sequence[Record] | Lookup:
    """Search works by title, first author and year; Crossref returns the nearest ones, however far they are."""
    query = " ".join(filter(None, (title, author, year)))[:_MAX_QUERY]
    params = {"query.bibliographic": query, "rows": _ROWS, "select": _SELECT}
    return parse_works(await web.ask("crossref", "/works", params=params))


async def search_crossref_container(container: str, year: int, web: Web) -> Sequence[Record] | Lookup:
    """Return some works of a journal or of proceedings, of one year."""
    params = {
        "query.container-title": container[:_MAX_QUERY],
        "filter": f"from-pub-date:{year},until-pub-date:{year}",
        "rows": _ROWS,
        "select": _SELECT,
    }
    return parse_works(await web.ask("crossref", "/works", params=params))


def parse_work(reply: Reply, doi: str) -> Lookup:
    """Return the work with this DOI, or with the one that replaced it."""
    value, refusal = read_json(reply, CROSSREF, doi)
    works = _works_in(value)
    named = [work for work in works if doi.lower() in _names_of(work)]
    replaced = works if reply.hops and len(works) == 1 else []  # a redirect to the DOI that is used now
    record = next(filter(None, (read_work(work, "crossref", CROSSREF) for work in (*named, *replaced))), None)
    return Lookup("found", record=record) if record else refusal


def parse_works(reply: Reply) -> tuple[Record, ...] | Lookup:
    """Return the works of a list, the nearest first."""
    value, refusal = read_json(reply, CROSSREF, "the search")
    works = _works_in(value)
    if not works and not isinstance(dig(value, "message", "items"), list):
        return refusal
    return tuple(filter(None, (read_work(work, "crossref", CROSSREF) for work in works)))


def parse_updates(reply: Reply, doi: str) -> tuple[Notice, ...] | Lookup:
    """Return the notices on a DOI among the works of a list, or why they are not known."""
    value, refusal = read_json(reply, CROSSREF, "the search for notices")
    if not isinstance(dig(value, "message", "items"), list):
        return refusal
    return find_notices_on(doi, _works_in(value), CROSSREF)


async def _ask_for_notices(record: Record, web: Web) -> Reply:
    """Ask for works that update a DOI; a comma in a DOI ends the filter, so that one is searched by its title."""
    params = {"filter": f"updates:{record.id}", "rows": _ROWS, "select": _SELECT}
    if "," in record.id:
        params |= {"filter": "is-update:true", "query.bibliographic": record.title[:_MAX_QUERY]}
    return await web.ask("crossref", "/works", params=params)


def _works_in(value: object) -> list[object]:
    """Return the works of an answer: one, or those of a list, with or without the envelope."""
    message = dig(value, "message") or value
    found = items_at(message, "items") if isinstance(dig(message, "items"), list) else items_at(message)
    return [each for each in found if text_at(each, "DOI")]


def _names_of(work: object) -> set[str]:
    return {normalize("doi", name) for name in (text_at(work, "DOI"), *texts_at(work, "aliases"))}


def read_work(item: object, service: str, label: str) -> Record | None:
    """Return the record of a work; none if the value is not a work."""
    doi = normalize("doi", text_at(item, "DOI"))
    if not isinstance(item, dict) or not (doi or plain_text_at(item, "title") or items_at(item, "title")):
        return None
    title, *others = (*_read_titles(item), "")
    authors = read_names(items_at(item, "author")) or read_names(items_at(item, "editor"))
    updates = list(_read_updates(item, doi))
    target = next((doi_of for kind, doi_of in updates if _is_notice(kind, title)), "")
    container = _plain_texts(item, "container-title")
    hosts = (plain_text_at(each, "name") for each in items_at(item, "institution"))
    places = (*container, *hosts, "" if container else plain_text_at(item, "publisher"))
    venue, *series = dict.fromkeys(filter(None, places)) or ("",)
    return Record(
        service,
        doi,
        "notice" if target else _read_type(item),
        title,
        tuple(filter(None, others)),
        authors=authors,
        years=_read_years(item),
        venue=venue,
        venues=(
            *_plain_texts(item, "short-container-title"),
            *_plain_texts(item, "container-title-short"),
            *series,  # a chapter of a series has both the series and the book, a preprint its server and the publisher
        ),
        volume=text_at(item, "volume"),
        issue=text_at(item, "issue"),
        pages=text_at(item, "page") or text_at(item, "article-number"),
        identifiers=keep_known(
            doi=doi,
            issn=text_at(items_at(item, "ISSN"), 0),
            isbn=_ISBN.sub("", text_at(items_at(item, "ISBN"), 0).rpartition("/")[2]),
            updates=target,
        ),
        url=link("doi", doi) if doi else "",
        abstract=strip_markup(_BLOCK.sub(" ", text_at(item, "abstract"))).removeprefix("Abstract "),
        # "Retracted: A title" is also the title of the notice, which some journals sign with their own name.
        notices=tuple(_read_notices(item, doi, "" if target or _is_signed(authors, venue) else title, label)),
        language=text_at(item, "language"),
    )


def read_names(people: Iterable[object]) -> tuple[str, ...]:
    """Return "Family, Given" for people and the names of groups."""
    return tuple(filter(None, map(_read_name, people)))


def find_notices_on(doi: str, works: Iterable[object], label: str) -> tuple[Notice, ...]:
    """Return the notices on a DOI among works that update others; a work may be such a notice or a new version."""
    return tuple(
        _make_notice(update, text_at(work, "DOI"), label)
        for work in works
        for update in items_at(work, "update-to")
        if normalize("doi", text_at(update, "DOI")) == doi and _kind_of(update)
    )


def merge_notices(*groups: Iterable[Notice]) -> tuple[Notice, ...]:
    """Join notices; one that two sources report counts once."""
    return tuple({(each.kind, each.id): each for each in reversed([*chain(*groups)])}.values())[::-1]


def _read_titles(item: object) -> tuple[str, ...]:
    """Return the title, and others under which the work is cited."""
    project = dig(item, "project", 0, "project-title", 0)  # of a grant
    titles, subtitles = _plain_texts(item, "title") or _plain_texts(project, "title"), _plain_texts(item, "subtitle")
    whole = [f"{title}: {subtitle}" for title in titles[:1] for subtitle in subtitles[:1]]
    bare = [each for title in titles for each in [_FOOTNOTE.sub("", title)] if each]
    return tuple(dict.fromkeys((*titles, *whole, *bare, *_plain_texts(item, "original-title"))))


def _plain_texts(item: object, field: str) -> tuple[str, ...]:
    return tuple(filter(None, (strip_markup(text) for text in texts_at(item, field))))


def _read_name(person: object) -> str:
    family = " ".join(filter(None, (text_at(person, "non-dropping-particle"), plain_text_at(person, "family"))))
    given = plain_text_at(person, "given")
    group = plain_text_at(person, "name") or plain_text_at(person, "literal")
    return ", ".join(filter(None, (family, given))) or group


def _read_years(item: object) -> tuple[int, ...]:
    parts = (text_at(item, field, "date-parts", 0, 0) for field in _DATES)
    written = (text_at(item, field, form) for field in ("issued", "published") for form in ("raw", "literal"))
    approved = text_at(item, "approved", "date-parts", 0, 0) if text_at(item, "type") == "dissertation" else ""
    return years_in(*parts, *written, text_at(item, "issued")) or years_in(approved)


def _read_type(item: object) -> str:
    if text_at(item, "subtype") == "preprint":
        return "preprint"
    return _TYPES.get(text_at(item, "type"), text_at(item, "type"))


def _read_updates(item: object, doi: str) -> Iterator[tuple[NoticeKind, str]]:
    """Yield the works that this one updates, and how."""
    for update in items_at(item, "update-to"):
        kind, target = _kind_of(update), normalize("doi", text_at(update, "DOI"))
        if kind and target and target != doi:
            yield kind, target


def _is_notice(kind: NoticeKind, title: str) -> bool:
    """Tell a notice from a new version, and from an article that was corrected and published again."""
    return kind != "new-version" and (kind != "correction" or bool(_TITLE_OF_NOTICE.search(title)))


def _is_signed(authors: tuple[str, ...], journal: str) -> bool:
    """Check for a journal as the only author; its name may be split like that of a person."""
    words = [sorted(name.casefold().replace(",", "").split()) for name in authors]
    return words == [sorted(journal.casefold().split())]


def _read_notices(item: object, doi: str, title: str, label: str) -> Iterator[Notice]:
    """Yield the remarks on this very work: by others, in place under its own DOI, in its title, as a preprint."""
    for update in items_at(item, "updated-by"):
        if _kind_of(update):
            yield _make_notice(update, text_at(update, "DOI"), label)
    yield from find_notices_on(doi, [item], label) if doi else ()
    if _RETRACTED.match(title):
        yield Notice("retraction", label, why=f'its title is "{title[:200]}"')
    for version in items_at(item, "relation", "is-preprint-of"):
        if published := normalize("doi", text_at(version, "id")):
            yield Notice("new-version", label, published, why="the article of this preprint")


def _kind_of(update: object) -> NoticeKind | None:
    return _NOTICES.get(text_at(update, "type").lower().replace("-", "_").replace(" ", "_"))


def _make_notice(update: object, notice_id: str, label: str) -> Notice:
    kind = _kind_of(update) or "correction"
    by = _SOURCES.get(text_at(update, "source"), label)
    return Notice(kind, by, normalize("doi", notice_id), _read_date(dig(update, "updated")), text_at(update, "label"))


def _read_date(date: object) -> str:
    """Return an ISO date as far as it is known."""
    year, month, day = (number_at(date, "date-parts", 0, at) or 0 for at in range(3))
    return f"{year:04}" + (f"-{month:02}" + (f"-{day:02}" if day else "") if month else "") if year else ""
