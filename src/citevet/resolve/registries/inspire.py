"""INSPIRE: papers, preprints and theses of high energy physics, by title.

It refuses no query: what it cannot read widens the search, so titles are compared afterwards. Only paths below /api
answer in JSON.
"""

from collections.abc import Iterator

from citevet.contracts import Web
from citevet.identifiers import keep_known
from citevet.model import Lookup, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.resolve.answers import dig, items_at, number_at, plain_text_at, read_json, text_at, texts_at, years_in

INSPIRE = "INSPIRE"
_WORD = lazy_pattern(r"\w+")
_MOST_WORDS = 20
_ROWS = "5"
_MOST_AUTHORS = 5_000
_FIELDS = (
    "titles,authors.full_name,collaborations,corporate_author,publication_info,arxiv_eprints,dois,document_type"
    ",earliest_date,preprint_date,imprints,abstracts"
)
_TYPES = {
    "article": "journal-article",
    "conference paper": "proceedings-article",
    "thesis": "dissertation",
    "book": "book",
    "book chapter": "book-chapter",
    "proceedings": "proceedings",
    "report": "report",
}


async def search_inspire(title: str, web: Web) -> tuple[Record, ...] | Lookup:
    """Return works with the words of a title."""
    words = " ".join(_WORD.findall(title)[:_MOST_WORDS])
    params = {"q": f"titles.title:({words})", "size": _ROWS, "fields": _FIELDS}
    return parse_inspire(await web.ask("inspire", "/api/literature", params=params))


def parse_inspire(reply: Reply) -> tuple[Record, ...] | Lookup:
    """Return the works of a list."""
    found, refusal = read_json(reply, INSPIRE, "this query")
    hits = dig(found, "hits", "hits")
    if not isinstance(hits, list) or (not hits and number_at(found, "hits", "total")):
        return refusal
    return tuple(record for record in map(_read_work, items_at(hits)) if record.id and record.title)


def _read_work(hit: object) -> Record:
    work = dig(hit, "metadata")
    titles = [plain_text_at(each, "title") for each in items_at(work, "titles")]
    whole = [
        f"{plain_text_at(each, 'title')}: {subtitle}"
        for each in items_at(work, "titles")
        if (subtitle := plain_text_at(each, "subtitle"))
    ]
    known = list(dict.fromkeys(filter(None, (*titles, *whole))))
    print_info = items_at(work, "publication_info")
    printed = next(
        (each for each in print_info if text_at(each, "journal_title")), print_info[0] if print_info else None
    )
    number = text_at(hit, "id") or text_at(work, "control_number")
    kinds = [_TYPES.get(each, "") for each in texts_at(work, "document_type")]
    eprint = text_at(work, "arxiv_eprints", 0, "value")
    kind = next(filter(None, kinds), "")
    return Record(
        "inspire",
        number,
        "preprint" if eprint and kind == "journal-article" and not text_at(printed, "journal_title") else kind,
        known[0] if known else "",
        tuple(known[1:]),
        authors=tuple(dict.fromkeys(_read_people(work))),
        years=years_in(
            *(text_at(each, "year") for each in print_info),
            *(text_at(each, "date") for each in items_at(work, "imprints")),
            text_at(work, "preprint_date")[:4],
            text_at(work, "earliest_date")[:4],
        ),
        venue=text_at(printed, "journal_title") or text_at(work, "imprints", 0, "publisher"),
        volume=text_at(printed, "journal_volume"),
        issue=text_at(printed, "journal_issue"),
        pages=_read_pages(printed),
        identifiers=keep_known(doi=text_at(work, "dois", 0, "value"), arxiv=eprint),
        url=f"https://inspirehep.net/literature/{number}" if number.isdecimal() else "",
        abstract=plain_text_at(work, "abstracts", 0, "value"),
    )


def _read_people(work: object) -> Iterator[str]:
    """Yield the people, "Family, Given", or else the collaborations and groups that signed."""
    people = [text_at(each, "full_name") for each in items_at(work, "authors")[:_MOST_AUTHORS]]
    groups = [f"{text_at(each, 'value')} Collaboration" for each in items_at(work, "collaborations")]
    yield from filter(None, people or [*groups, *texts_at(work, "corporate_author")])


def _read_pages(printed: object) -> str:
    first, last = text_at(printed, "page_start"), text_at(printed, "page_end")
    return "-".join(filter(None, (first, last))) or text_at(printed, "artid")
