"""PubMed, the authority for PMIDs, and PubMed Central: records, the converter of ids, and the words of both formats.

efetch has whole records, and esummary says which ids do not exist.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from citevet.contracts import Web
from citevet.identifiers import drop, find, keep_known, link, normalize
from citevet.model import Lookup, Notice, NoticeKind, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.people.parser import read_name
from citevet.resolve.answers import (
    dig,
    items_at,
    not_known,
    plain_text_at,
    read_json,
    read_xml,
    strip_markup,
    text_at,
    texts_at,
    years_in,
)

if TYPE_CHECKING:
    from citevet.read.archive import Element  # lxml

_BATCH = 200  # ids of one request
_WORD = lazy_pattern(r"\w+")
_MOST_WORDS = 20  # of a title that is sought
_ROWS = "5"
# What PubMed says of an id that it never gave. Any other error is one of the service.
_NO_SUCH_ID = lazy_pattern(r"(?i)cannot get document summary|(?:not|n't) (?:found|exist)|invalid uid")
_RETRIED = frozenset({"unreadable", "blocked"})  # efetch may fail on its own
_ALIASES = {"pmc": "pmcid", "pubmed": "pmid"}  # kinds of ids
_ROOTS = frozenset({"PubmedArticleSet", "PubmedBookArticleSet"})
_MAX_RECORDS = 1_000  # of one answer
_MAX_AUTHORS = 5_000
PUBMED = "PubMed"  # who says so
# Publication type → ours; the first that applies.
_TYPES: Mapping[str, str] = {
    "retraction of publication": "retraction-notice",
    "retraction notice": "retraction-notice",
    "expression of concern": "concern-notice",
    "published erratum": "erratum",
    "preprint": "preprint",
    "letter": "letter",
    "editorial": "editorial",
}
# How a later text is linked to this one, in lower case without spaces. The other direction ends in "of" or "for":
# this record is then the notice, and nothing is wrong with it.
_LINKS: Mapping[str, tuple[NoticeKind, str]] = {
    "retractionin": ("retraction", ""),
    "retractedandrepublishedin": ("retraction", "retracted and republished"),
    "partialretractionin": ("correction", "partial retraction"),
    "expressionofconcernin": ("concern", ""),
    "erratumin": ("correction", ""),
    "correctedandrepublishedin": ("correction", "corrected and republished"),
    "updatein": ("new-version", ""),
}
_RETRACTED = "retracted publication"
_NO_TITLE = "not available"  # a title that was not translated
_RANGE = lazy_pattern(r"([A-Za-z]{0,3})(\d{1,9})-([A-Za-z]{0,3})(\d{1,9})")
_LABEL = "PMC"


async def look_up_pmid(pmid: str, web: Web) -> Lookup:
    """Look for one PMID."""
    return (await look_up_pmids([pmid], web))[pmid]


async def look_up_pmids(pmids: Iterable[str], web: Web) -> Mapping[str, Lookup]:
    """Look for many PMIDs with few requests; a PMID is missing when PubMed says so of that very id."""
    wanted = list(dict.fromkeys(pmids))
    found: dict[str, Lookup] = {}
    for start in range(0, len(wanted), _BATCH):
        found.update(await _look_up_batch(wanted[start : start + _BATCH], web))
    return found


async def search_pubmed(title: str, web: Web) -> tuple[Record, ...] | Lookup:
    """Return articles with the words of a title: esearch has the ids, efetch the records."""
    words = " ".join(_WORD.findall(title)[:_MOST_WORDS])
    params = {"db": "pubmed", "term": f"{words}[Title]", "retmode": "json", "retmax": _ROWS}
    found, refusal = read_json(await web.ask("pubmed", "/esearch.fcgi", params=params), PUBMED, "this query")
    ids = dig(found, "esearchresult", "idlist")
    if not isinstance(ids, list) or text_at(found, "esearchresult", "ERROR"):
        return refusal
    known = [each for each in map(text_at, ids) if each.isdecimal()]
    answers = (await look_up_pmids(known, web)).values()
    records = tuple(each.record for each in answers if each.record)
    return next(iter(answers)) if known and not records else records


async def _look_up_batch(pmids: Sequence[str], web: Web) -> dict[str, Lookup]:
    ids = {"db": "pubmed", "id": ",".join(pmids)}
    whole = parse_pubmed_xml(await web.ask("pubmed", "/efetch.fcgi", params={**ids, "retmode": "xml"}))
    if isinstance(whole, Lookup) and whole.reason not in _RETRIED:
        return dict.fromkeys(pmids, whole)
    records = {} if isinstance(whole, Lookup) else whole
    found = {pmid: Lookup("found", record=records[pmid]) for pmid in pmids if pmid in records}
    if left := [pmid for pmid in pmids if pmid not in found]:
        query = {"db": "pubmed", "id": ",".join(left), "retmode": "json"}
        reply = await web.ask("pubmed", "/esummary.fcgi", params=query)
        found.update((pmid, parse_summary(reply, pmid)) for pmid in left)
    return found


def parse_summary(reply: Reply, uid: str, *, service: str = "pubmed", label: str = PUBMED) -> Lookup:
    """Return what the JSON of esummary says of one id."""
    found, refusal = read_json(reply, label, uid)
    if found is None:  # a 404 of this address is not a word about the id
        return replace(refusal, reason=reply.trouble or "unreadable")
    item = dig(found, "result", uid)
    own_error = text_at(item, "error")
    if _NO_SUCH_ID.search(own_error):
        return Lookup("missing", why=f"{label} has no record {uid}")
    if error := own_error or text_at(found, "error") or text_at(found, "esummaryresult", 0):
        return Lookup(reason="unreadable", why=f"{label} answered: {error[:200]}")
    if not isinstance(item, dict):
        return not_known(label, uid) if isinstance(dig(found, "result"), dict) else refusal
    record = _read_summary(item, uid, service)
    return Lookup("found", record=record) if record.title else refusal


def _read_summary(item: object, uid: str, service: str) -> Record:
    ids = {text_at(each, "idtype"): text_at(each, "value") for each in items_at(item, "articleids")}
    named = {_ALIASES.get(kind, kind): value for kind, value in ids.items()}
    pmid = uid if service == "pubmed" else named.get("pmid", "")
    own, book = plain_text_at(item, "title"), plain_text_at(item, "booktitle")
    title, *others = name_title(own, plain_text_at(item, "vernaculartitle"), book)
    types, part = texts_at(item, "pubtype"), "book-chapter" if own else "book"
    later = items_at(item, "references")
    links = ((text_at(each, "reftype"), text_at(each, "refsource"), text_at(each, "pmid")) for each in later)
    return Record(
        service,
        uid,
        part if book else find_type(types),
        title,
        tuple(others),
        authors=tuple(filter(None, (_read_author(each) for each in items_at(item, "authors")))),
        years=years_in(*(text_at(item, field) for field in ("pubdate", "printpubdate", "epubdate"))),
        venue=plain_text_at(item, "fulljournalname") or plain_text_at(item, "publishername"),
        venues=tuple(filter(None, (plain_text_at(item, "source"),))),
        volume=text_at(item, "volume"),
        issue=text_at(item, "issue"),
        pages=spell_out_pages(text_at(item, "pages")),
        identifiers=keep_known(
            doi=named.get("doi", ""),
            pmid=pmid.removeprefix("0"),
            pmcid=normalize("pmcid", named.get("pmcid", "").removeprefix("pmc-id:").strip()),
            issn=text_at(item, "issn"),
        ),
        url=link("pmid", uid) if service == "pubmed" else "",
        notices=make_notices(types, links),
        language=text_at(item, "lang", 0),
    )


def _read_author(author: object) -> str:
    """Return the name of a person with the family name first; groups keep theirs."""
    name, is_group = text_at(author, "name"), text_at(author, "authtype").casefold() == "collectivename"
    return name if is_group else read_name(name).inverted


def parse_pubmed_xml(reply: Reply) -> Mapping[str, Record] | Lookup:
    """Return the records of an answer by PMID, or why there are none to read."""
    root, refusal = read_xml(reply, PUBMED)
    if root.tag not in _ROOTS:  # errors come with status 200, as <ERROR> below another root
        return refusal
    found = [*root.iterfind("PubmedArticle"), *root.iterfind("PubmedBookArticle")][:_MAX_RECORDS]
    records = map(_read_record, found)
    return {record.id: record for record in records if record.id}


def _read_record(element: "Element") -> Record:
    book = element.find("BookDocument")
    if book is not None:
        return _read_book(book)
    citation = element.find("MedlineCitation")
    article = element if citation is None else citation
    pmid, journal = _text(article, "PMID"), "Article/Journal/"
    ids = {each.get("IdType", ""): _own_text(each) for each in element.iterfind("PubmedData/ArticleIdList/ArticleId")}
    places = (_own_text(each) for each in article.iterfind("Article/ELocationID[@EIdType='doi']"))
    doi = next(filter(None, (normalize("doi", each) for each in (ids.get("doi", ""), *places))), "")
    title, *others = name_title(_text(article, "Article/ArticleTitle"), _text(article, "Article/VernacularTitle"))
    types = [_own_text(each) for each in article.iterfind("Article/PublicationTypeList/PublicationType")]
    later = article.iterfind("CommentsCorrectionsList/CommentsCorrections")
    links = ((each.get("RefType", ""), _text(each, "RefSource"), _text(each, "PMID")) for each in later)
    return Record(
        "pubmed",
        pmid,
        find_type(types),
        title,
        tuple(others),
        authors=_read_authors(article.iterfind("Article/AuthorList/Author")),
        years=years_in(*_dates(article, f"{journal}JournalIssue/PubDate"), *_dates(article, "Article/ArticleDate")),
        venue=_text(article, f"{journal}Title"),
        venues=tuple(
            filter(None, (_text(article, f"{journal}ISOAbbreviation"), _text(article, "MedlineJournalInfo/MedlineTA")))
        ),
        volume=_text(article, f"{journal}JournalIssue/Volume"),
        issue=_text(article, f"{journal}JournalIssue/Issue"),
        pages=_read_pages(article, "Article/Pagination"),
        identifiers=keep_known(doi=doi, pmid=pmid, pmcid=ids.get("pmc", ""), issn=_text(article, f"{journal}ISSN")),
        url=link("pmid", pmid),
        abstract=_read_abstract(article.iterfind("Article/Abstract/AbstractText")),
        notices=make_notices(types, links),
        language=_text(article, "Article/Language"),
    )


def _read_book(book: "Element") -> Record:
    """Read a book, or a chapter of one, which has a title of its own."""
    pmid, chapter, whole = _text(book, "PMID"), _text(book, "ArticleTitle"), _text(book, "Book/BookTitle")
    ids = {each.get("IdType", ""): _own_text(each) for each in book.iterfind("ArticleIdList/ArticleId")}
    people = _read_authors(book.iterfind("AuthorList[@Type='authors']/Author"))
    title, *others = name_title(chapter or whole, whole if chapter else "", _text(book, "VernacularTitle"))
    return Record(
        "pubmed",
        pmid,
        "book-chapter" if chapter else "book",
        title,
        tuple(others),
        authors=people or _read_authors(book.iterfind("Book/AuthorList/Author")),
        years=years_in(*_dates(book, "Book/PubDate"), *_dates(book, "ContributionDate")),
        venue=_text(book, "Book/Publisher/PublisherName"),
        pages=_read_pages(book, "Pagination"),
        identifiers=keep_known(doi=ids.get("doi", ""), pmid=pmid, isbn=_text(book, "Book/Isbn")),
        url=link("pmid", pmid),
        abstract=_read_abstract(book.iterfind("Abstract/AbstractText")),
        language=_text(book, "Language"),
    )


def _read_authors(found: "Iterator[Element]") -> tuple[str, ...]:
    names = []
    for author, _ in zip(found, range(_MAX_AUTHORS), strict=False):
        family, given = _text(author, "LastName"), _text(author, "ForeName") or _text(author, "Initials")
        person = ", ".join(filter(None, (family, given)))
        names.append(person or _text(author, "CollectiveName"))
    return tuple(filter(None, names))


def _read_pages(element: "Element", path: str) -> str:
    ends = (_text(element, f"{path}/{name}") for name in ("StartPage", "EndPage"))
    return spell_out_pages(_text(element, f"{path}/MedlinePgn") or "-".join(filter(None, ends)))


def _read_abstract(parts: "Iterator[Element]") -> str:
    """Join the parts of an abstract with their headings."""
    labelled = ((part.get("Label", ""), _own_text(part)) for part in parts)
    return " ".join(f"{label}: {text}" if label else text for label, text in labelled if text)


def _dates(element: "Element", path: str) -> Iterator[str]:
    """Yield the year of each date; a free one, such as "1998 Dec-1999 Jan", has its years inside."""
    for date in element.iterfind(path):
        yield _text(date, "Year") or _text(date, "MedlineDate")


def _text(element: "Element", path: str) -> str:
    found = element.find(path)
    return "" if found is None else _own_text(found)


def _own_text(element: "Element") -> str:
    """Return the text of an element with that of the markup inside."""
    return strip_markup("".join(str(part) for part in element.itertext()))


def find_type(types: Iterable[str]) -> str:
    """Return our word for a record's types; anything else in PubMed is an article."""
    folded = {each.casefold() for each in types}
    return next((ours for theirs, ours in _TYPES.items() if theirs in folded), "journal-article")


def make_notices(types: Iterable[str], links: Iterable[tuple[str, str, str]], by: str = PUBMED) -> tuple[Notice, ...]:
    """Return what later texts say of a work; a link is its kind, the place of the later text, and its PMID."""
    found = [_make_notice(*link, by) for link in links]
    notices = list(dict.fromkeys(notice for notice in found if notice))
    is_retracted = any(each.casefold() == _RETRACTED for each in types)
    if is_retracted and not any(notice.kind == "retraction" for notice in notices):
        notices.append(Notice("retraction", by, why="publication type: Retracted Publication"))
    return tuple(notices)


def _make_notice(link: str, place: str, pmid: str, by: str) -> Notice | None:
    kind, why = _LINKS.get(re.sub(r"[\s_-]", "", link).casefold(), (None, ""))
    if kind is None:
        return None
    dois = find(place, {"doi"})
    name = dois[0].normal if dois else f"PMID {pmid}" if pmid else ""
    dated = years_in(drop(place))
    return Notice(kind, by, name, str(dated[0]) if dated else "", why or place)


def name_title(*titles: str) -> list[str]:
    """Return titles without the stop at the end, and without the brackets around a translated one; never empty."""
    unique = dict.fromkeys(_strip_brackets(title.removesuffix(".").strip()) for title in titles)
    found = [title for title in unique if title]
    return [title for title in found if title.lower() != _NO_TITLE] or found or [""]


def _strip_brackets(title: str) -> str:
    """Drop the brackets around a whole title; those of "[Foo] and [bar]" belong to its parts."""
    inner = title[1:-1]
    is_whole = title.startswith("[") and title.endswith("]") and "]" not in inner.partition("[")[0]
    return inner if is_whole else title


def spell_out_pages(pages: str) -> str:
    """Return a range with its whole last page: 1000-9 is 1000-1009, S12-9 is S12-S19."""
    match = _RANGE.fullmatch(pages)
    if not match or len(match[4]) > len(match[2]) or (match[3] and match[3] != match[1]):
        return pages
    last = match[2][: len(match[2]) - len(match[4])] + match[4]
    return f"{match[1]}{match[2]}-{match[1]}{last}"


def parse_conversion(reply: Reply) -> Mapping[str, Mapping[str, str]] | Lookup:
    """Return the ids of each article that the converter knows, by its PMCID."""
    found, refusal = read_json(reply, _LABEL, "these ids")
    if not isinstance(found, dict) or "records" not in found:
        return refusal
    known = [record for record in items_at(found, "records") if text_at(record, "status") != "error"]
    converted = {text_at(record, "pmcid").upper(): record for record in known if text_at(record, "pmcid")}
    return {
        pmcid: keep_known(doi=text_at(record, "doi"), pmid=text_at(record, "pmid"), pmcid=pmcid)
        for pmcid, record in converted.items()
    }


async def look_up_pmcid(pmcid: str, web: Web) -> Lookup:
    """Look for an article by its PMCID; it is missing when the record database of PMC says so of that id."""
    pmcid = pmcid.upper()
    query = {"ids": pmcid, "idtype": "pmcid", "format": "json"}
    converted = parse_conversion(await web.ask("pmc", "/articles/", params=query))
    if isinstance(converted, Lookup) and converted.reason in {"offline", "budget"}:
        return converted
    ids = {} if isinstance(converted, Lookup) else converted.get(pmcid, {})
    if pmid := ids.get("pmid"):
        lookup = await look_up_pmid(pmid, web)
        if lookup.record:
            return replace(lookup, record=replace(lookup.record, identifiers={**lookup.record.identifiers, **ids}))
    number = pmcid.removeprefix("PMC")
    query = {"db": "pmc", "id": number, "retmode": "json"}
    lookup = parse_summary(await web.ask("pubmed", "/esummary.fcgi", params=query), number, service="pmc", label=_LABEL)
    if lookup.existence == "missing":
        # Two databases of PMC have to agree, and the converter must have answered.
        is_unsure = ids or isinstance(converted, Lookup)
        return not_known(_LABEL, pmcid) if is_unsure else replace(lookup, why=f"{_LABEL} has no article {pmcid}")
    if lookup.record is None:
        return lookup
    url = link("pmcid", pmcid)
    identifiers = {**lookup.record.identifiers, **ids, "pmcid": pmcid}
    return replace(lookup, record=replace(lookup.record, id=pmcid, url=url, identifiers=identifiers, copies=(url,)))
