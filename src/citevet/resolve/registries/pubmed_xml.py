"""Records of PubMed in the XML of efetch: articles and books, with their retractions and corrections."""

from collections.abc import Iterator, Mapping

from citevet.model import Lookup, Notice, Record, Reply
from citevet.read.archive import Element
from citevet.resolve.answers import read_xml, refuse_shape
from citevet.resolve.registries.medline import find_type, make_notices, name_title, spell_out_pages
from citevet.resolve.service_fields import bare_doi, keep_known, strip_markup, years_in

_LABEL = "PubMed"
_ROOTS = frozenset({"PubmedArticleSet", "PubmedBookArticleSet"})
_MAX_RECORDS = 1_000  # of one answer
_MAX_AUTHORS = 5_000


def parse_pubmed_xml(reply: Reply) -> Mapping[str, Record] | Lookup:
    """Return the records of an answer by PMID, or why there are none to read."""
    root = read_xml(reply, _LABEL)
    if isinstance(root, Lookup):
        return root
    if root.tag not in _ROOTS:  # errors come with status 200, as <ERROR> below another root
        return refuse_shape(_LABEL)
    found = [*root.iterfind("PubmedArticle"), *root.iterfind("PubmedBookArticle")][:_MAX_RECORDS]
    records = map(_read_record, found)
    return {record.id: record for record in records if record.id}


def _read_record(element: Element) -> Record:
    book = element.find("BookDocument")
    if book is not None:
        return _read_book(book)
    citation = element.find("MedlineCitation")
    article = element if citation is None else citation
    pmid, journal = _text(article, "PMID"), "Article/Journal/"
    ids = {each.get("IdType", ""): _own_text(each) for each in element.iterfind("PubmedData/ArticleIdList/ArticleId")}
    doi = bare_doi(ids.get("doi", "")) or bare_doi(_text(article, "Article/ELocationID[@EIdType='doi']"))
    title, *others = name_title(_text(article, "Article/ArticleTitle"), _text(article, "Article/VernacularTitle"))
    types = [_own_text(each) for each in article.iterfind("Article/PublicationTypeList/PublicationType")]
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
        pages=spell_out_pages(_text(article, "Article/Pagination/MedlinePgn")),
        identifiers=keep_known(doi=doi, pmid=pmid, pmcid=ids.get("pmc", ""), issn=_text(article, f"{journal}ISSN")),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/",
        abstract=_read_abstract(article.iterfind("Article/Abstract/AbstractText")),
        notices=_read_notices(article, types),
        language=_text(article, "Article/Language"),
    )


def _read_book(book: Element) -> Record:
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
        pages=spell_out_pages(_text(book, "Pagination/MedlinePgn")),
        identifiers=keep_known(doi=bare_doi(ids.get("doi", "")), pmid=pmid, isbn=_text(book, "Book/Isbn")),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/",
        abstract=_read_abstract(book.iterfind("Abstract/AbstractText")),
        language=_text(book, "Language"),
    )


def _read_authors(found: Iterator[Element]) -> tuple[str, ...]:
    names = []
    for author, _ in zip(found, range(_MAX_AUTHORS), strict=False):
        family, given = _text(author, "LastName"), _text(author, "ForeName") or _text(author, "Initials")
        person = ", ".join(filter(None, (family, given)))
        names.append(person or _text(author, "CollectiveName"))
    return tuple(filter(None, names))


def _read_abstract(parts: Iterator[Element]) -> str:
    """Join the parts of an abstract with their headings."""
    labelled = ((part.get("Label", ""), _own_text(part)) for part in parts)
    return " ".join(f"{label}: {text}" if label else text for label, text in labelled if text)


def _read_notices(article: Element, types: list[str]) -> tuple[Notice, ...]:
    links = article.iterfind("CommentsCorrectionsList/CommentsCorrections")
    return make_notices(
        types, ((link.get("RefType", ""), _text(link, "RefSource"), _text(link, "PMID")) for link in links)
    )


def _dates(element: Element, path: str) -> Iterator[str]:
    """Yield the year of each date; a free one, such as "1998 Dec-1999 Jan", has its years inside."""
    for date in element.iterfind(path):
        yield _text(date, "Year") or _text(date, "MedlineDate")


def _text(element: Element, path: str) -> str:
    found = element.find(path)
    return "" if found is None else _own_text(found)


def _own_text(element: Element) -> str:
    """Return the text of an element with that of the markup inside."""
    return strip_markup("".join(str(part) for part in element.itertext()))
