"""arXiv, the authority for its own identifiers: many in one request, with versions, withdrawals and earlier titles."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from citevet.contracts import Web
from citevet.identifiers import keep_known, link, normalize, read, spell
from citevet.model import Lookup, Notice, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.people.parser import read_name
from citevet.resolve.answers import number_at, read_xml, strip_markup, years_in

if TYPE_CHECKING:
    from citevet.read.archive import Element  # lxml

ARXIV = "arXiv"
_BATCH = 50  # ids of one request
_MAX_VERSIONS = 20
_WORD = lazy_pattern(r"\w+")
_MOST_WORDS = 20  # of a title that is sought
_ROWS = "5"
_BAD_REQUEST = 400
_MISSING = "{} has no paper {}"
_MAX_TEXT = 2_000  # characters
_MAX_SHOWN = 200
_WORK = r"(?:paper|submission|article|manuscript|preprint|work|version|note|letter)"
_WITHDRAWN = lazy_pattern(
    rf"(?i)^\W{{0,5}}(?:this|the)\s{_WORK}\s(?:(?!that\b|which\b)\w+\s){{0,2}}?(?:has\sbeen|is|was|have\sbeen)\s(?:\w+\s)?"
    r"(?:withdrawn|retracted)\b"
    rf"|^\W{{0,5}}(?:{_WORK}\s)?(?:withdrawn|retracted)\b(?!\W{{0,3}}(?:from|in)\b|\s[a-z]{{4,12}}s\b)"
    rf"|(?:^|[.;:,]\s)(?:(?:this|the)\s)?{_WORK}\s(?:has\sbeen\s|is\s|was\s)?withdrawn\b(?!\W{{0,3}}(?:from|in)\b)"
    r"|\b(?:pages?|figures?)[.;:,]\swithdrawn\b(?!\W{0,3}(?:from|in)\b)"
    r"|\b(?:has|have)\sbeen\s(?:withdrawn|retracted|removed)\sby\s(?:the\s)?(?:authors?|arxiv|submitter)\b"
    r"|^\W{0,5}(?:the\s)?(?:authors?|submitters?|i|we)\s(?:has\s|have\s)?withdr(?:awn|aws?|ew)\s"
    rf"(?:this|the|their|my|our)\s{_WORK}\b"
)
_WITHDRAWN_TITLE = lazy_pattern(
    rf"(?i)\W{{0,5}}(?:this\s|the\s)?(?:{_WORK}\s(?:has\sbeen\s|is\s|was\s)?)?withdrawn"
    r"(?:\W{0,5}$|\s?[:\]]|\s(?:by|due|because)\b)"
)


async def look_up_arxiv(arxiv_id: str, web: Web) -> Lookup:
    """Look for one identifier."""
    return (await look_up_arxiv_ids([arxiv_id], web))[arxiv_id]


async def look_up_arxiv_ids(ids: Iterable[str], web: Web) -> Mapping[str, Lookup]:
    """Look for many identifiers with few requests; of a paper cited in one version, also for the newest one."""
    wanted = list(dict.fromkeys(ids))
    found = {each: Lookup(reason="unreadable", why=f"{each[:60]} is not an identifier of {ARXIV}") for each in wanted}
    found |= await _ask([each for each in wanted if _is_valid(each)], web)
    known = [each for each in wanted if found[each].existence != "unchecked"]
    papers = {each: drop_version(each) for each in known if drop_version(each) != _normalize(each)}
    newest = await _ask(list(dict.fromkeys(papers.values())), web)
    return found | {each: _add_newest(each, found[each], newest[paper]) for each, paper in papers.items()}


async def add_earlier_titles(record: Record, web: Web) -> Record:
    """Add the titles of all versions of a paper; without an answer the record stays as it is."""
    base = record.identifiers.get("arxiv", "")
    own = record if record.service == "arxiv" else (await _ask([base], web))[base].record
    newest = read("arxiv", own.url) if own else None
    count = int(newest.parts.get("version", 1)) if newest else 1
    versions = [f"{base}v{number}" for number in range(1, min(count, _MAX_VERSIONS + 1))]
    earlier = [each.record for each in (await _ask(versions, web)).values() if each.record]
    titles = (*record.titles, *(each.title for each in earlier))
    return replace(record, titles=tuple(dict.fromkeys(title for title in titles if title != record.title)))


async def search_arxiv(title: str, web: Web) -> tuple[Record, ...] | Lookup:
    """Return preprints with the words of a title, one after the other."""
    words = " ".join(_WORD.findall(title)[:_MOST_WORDS])
    params = {"search_query": f'ti:"{words}"', "max_results": _ROWS}
    return parse_found(await web.ask("arxiv", "/api/query", params=params))


def parse_found(reply: Reply) -> tuple[Record, ...] | Lookup:
    """Return the papers of a feed that answers a search; an empty one says that there is none."""
    root, refusal = read_xml(reply, ARXIV)
    entries = root.findall("{*}entry")
    total = _text(root, "totalResults")
    if not root.tag.endswith("}feed") or reply.status >= _BAD_REQUEST or not total.isdecimal():
        return refusal
    if any("api/errors" in _text(entry, "id") for entry in entries) or (int(total) and not entries):
        return refusal
    return tuple(record for entry in entries for _, record in _read_entry(entry)[:1])


def parse_feed(reply: Reply, ids: Sequence[str]) -> Mapping[str, Lookup]:
    """Return what a feed says of each identifier that was asked for."""
    root, refusal = read_xml(reply, ARXIV)
    total = number_at(_text(root, "totalResults"))
    if not root.tag.endswith("}feed") or (total is None and _text(root, "totalResults") != "0"):
        return dict.fromkeys(ids, refusal)
    entries = root.findall("{*}entry")
    if errors := [entry for entry in entries if "api/errors" in _text(entry, "id")]:
        return dict.fromkeys(ids, _read_error(errors[0], ids))
    records = {name: record for entry in entries for name, record in _read_entry(entry)}
    asked = set(map(_normalize, ids))
    expected = all(asked.intersection(name for name, _ in _read_entry(entry)) for entry in entries)
    complete = reply.status < _BAD_REQUEST and (total or 0) == len(entries) and expected
    absent = Lookup(reason="unreadable", why=f"{ARXIV} sent only a part of its answer")
    return {
        each: Lookup("found", record=records[_normalize(each)])
        if _normalize(each) in records
        else (Lookup("missing", why=_MISSING.format(ARXIV, each)) if complete and _is_valid(each) else absent)
        for each in ids
    }


async def _ask(ids: Sequence[str], web: Web) -> dict[str, Lookup]:
    found: dict[str, Lookup] = {}
    for start in range(0, len(ids), _BATCH):
        batch = ids[start : start + _BATCH]
        params = {"id_list": ",".join(map(_normalize, batch)), "max_results": str(len(batch))}
        found |= parse_feed(await web.ask("arxiv", "/api/query", params=params), batch)
    return found


def _read_error(entry: "Element", ids: Sequence[str]) -> Lookup:
    """Believe an error about the only identifier that was asked for, if that one is well-formed."""
    summary = _text(entry, "summary")[:200]
    if len(ids) == 1 and _is_valid(ids[0]) and _normalize(ids[0]) in summary:
        return Lookup("missing", why=_MISSING.format(ARXIV, ids[0]))
    return Lookup(reason="unreadable", why=f"{ARXIV} answered: {summary}")


def _read_entry(entry: "Element") -> list[tuple[str, Record]]:
    """Return the record of an entry under its identifier, with and without the version."""
    address, title = read("arxiv", _text(entry, "id")), _text(entry, "title")
    if not address or not title:  # an entry without anything but the id that was asked for
        return []
    base, version = address.normal, spell(address).removeprefix(address.normal)
    doi = normalize("doi", _text(entry, "doi"))
    comment, summary, journal = _text(entry, "comment"), _text(entry, "summary"), _text(entry, "journal_ref")
    retitled = title if _WITHDRAWN_TITLE.match(title) else ""
    withdrawn = find_withdrawal(comment) or find_withdrawal(summary) or retitled
    notices = [Notice("retraction", ARXIV, why=withdrawn)] if withdrawn else []
    published = [Notice("new-version", ARXIV, doi, why=journal)] if doi else []
    record = Record(
        "arxiv",
        base,
        "preprint",
        title,
        authors=tuple(filter(None, map(_invert_name, entry.iterfind("{*}author")))),
        years=years_in(_text(entry, "published")[:4], _text(entry, "updated")[:4], journal),
        venue=ARXIV,
        venues=(journal,) if journal else (),
        identifiers=keep_known(arxiv=base, doi=doi),
        url=link("arxiv", f"{base}{version}"),
        abstract=summary,
        copies=(f"https://arxiv.org/pdf/{base}{version}",),
        notices=(*notices, *published),
    )
    return [(base, record), (base + version, record)]


def _invert_name(author: "Element") -> str:
    """Return "Family, Given"; collaborations keep their names."""
    return read_name(_text(author, "name")).inverted


def _text(element: "Element", name: str) -> str:
    """Return the text of the first child with a name, on one line."""
    child = element.find(f"{{*}}{name}")
    return "" if child is None else strip_markup("".join(map(str, child.itertext()))[:20_000])


def _normalize(arxiv_id: str) -> str:
    found = read("arxiv", arxiv_id)
    return spell(found) if found else arxiv_id.strip().lower()


def drop_version(arxiv_id: str) -> str:
    """Return the identifier of a paper without the version; empty if it is none."""
    found = read("arxiv", arxiv_id)
    return found.normal if found else ""


def _is_valid(arxiv_id: str) -> bool:
    return normalize("arxiv", arxiv_id) != ""


def _add_newest(asked: str, found: Lookup, newest: Lookup) -> Lookup:
    """Say that a paper exists without the version that was asked for, or that it was withdrawn later."""
    if newest.record is None:
        return found if found.record else newest
    if found.record is None:
        return replace(newest, why=f"{ARXIV} has no {asked}, only other versions")
    later = [notice for notice in newest.record.notices if notice.kind == "retraction"]
    notices = tuple(dict.fromkeys((*found.record.notices, *later)))
    return replace(found, record=replace(found.record, notices=notices))


def find_withdrawal(text: str) -> str:
    """Return the words that say so; empty if the work was not withdrawn."""
    text = " ".join(text[:_MAX_TEXT].split())
    return text[:_MAX_SHOWN] if _WITHDRAWN.search(text) else ""
