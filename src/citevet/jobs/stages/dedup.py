"""Addresses to fetch, each page once and within a budget."""

from typing import Any

from citevet.extract.citations.paper_ids import find_arxiv_ids_in_text
from citevet.jobs.stages.json_input import GivenValue
from citevet.text.identifiers import make_page_key

_ARXIV = ("arxiv.org/", "export.arxiv.org/")
_RELEVANCE = ("high", "medium", "low")


def drop_duplicates(given: GivenValue) -> dict[str, Any]:
    """Return the results to fetch, those seen before with what they repeat, and those beyond the budget.

    Two addresses are one page if they differ only in scheme, `www.`, tracking parameters, fragment or last slash. The
    pages and versions of an arXiv paper are one work: the first is fetched, and the others are listed as duplicates. A
    result of high relevance is fetched even beyond the budget.
    """
    seen = _read_seen(given.field("seen"))
    slots = given.field("fetch_slots").integer(least=-(10**9)) if given.field("fetch_slots").is_given else None
    novel: list[Any] = []
    duplicates: list[Any] = []
    dropped: list[Any] = []
    for result in given.field("results").elements():
        key = _make_work_key(result.field("url").text())
        relevance = result.field("relevance")
        is_high = relevance.is_given and relevance.word(_RELEVANCE) == "high"
        if key in seen:
            duplicates.append({**result.value, "dupOf": key})
        elif slots is not None and slots <= 0 and not is_high:
            dropped.append(result.value)
        else:
            seen[key] = True
            slots = None if slots is None else slots - 1
            novel.append(result.value)
    return {"novel": novel, "seen": seen, "slots": slots, "duplicates": duplicates, "dropped": dropped}


def _make_work_key(url: str) -> str:
    key = make_page_key(url)
    found = next(find_arxiv_ids_in_text(key), None) if key.startswith(_ARXIV) else None
    return f"arxiv.org/abs/{found.normal}" if found and not found.fault else key


def _read_seen(given: GivenValue) -> dict[str, Any]:
    """Return the pages seen before: the map of the last call, or a list of addresses."""
    if isinstance(given.value, list):
        return {_make_work_key(each.text()): True for each in given.elements()}
    if given.is_given and not isinstance(given.value, dict):
        given.refuse("an object or a list of addresses")
    return dict(given.value or {})
