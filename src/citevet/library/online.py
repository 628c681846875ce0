"""A DOI or an address → a record, by asking the authority itself; never anything that it did not say."""

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from re import compile as pattern
from typing import Any
from urllib.parse import quote, urlsplit

from citevet.errors import MissingInput, ReadError, UsageError
from citevet.library.describe import described
from citevet.library.fields import Sheet, one_line
from citevet.library.identifiers import identifiers
from citevet.library.people import people
from citevet.library.record import Record
from citevet.library.tame import Unbounded, tame
from citevet.read import READERS
from citevet.world import web

_RESOLVER = "https://doi.org"
_CSL = "application/vnd.citationstyles.csl+json"
_LARGEST_RECORD = 4 * 1_048_576  # bytes; the record with the most authors has 2 MB
_TAG = pattern(r"</?[A-Za-z]{1,12}>")  # registries set titles in italics and small capitals
_OK, _MISSING = 200, frozenset({404, 410})
# What the registries call a work → what the corpus calls it; others stay unknown.
_TYPES = {
    "article-journal": "journal",
    "journal-article": "journal",
    "paper-conference": "conference",
    "proceedings-article": "conference",
    "posted-content": "preprint",
    "book": "book",
    "monograph": "book",
    "chapter": "book chapter",
    "book-chapter": "book chapter",
    "report": "technical report",
    "thesis": "thesis",
    "dissertation": "thesis",
    "standard": "standard",
    "webpage": "website",
    "post-weblog": "blog",
}
_ENDINGS = {
    "application/pdf": ".pdf",
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
}


def from_doi(doi: str, *, online: bool) -> Record:
    """Return what the registry says of a DOI; one that is not registered is an error, not an empty record."""
    normal = identifiers(Sheet({"doi": doi})).get("doi")
    if normal is None:
        raise UsageError("this is no DOI", to=doi[:200], advice="A DOI is 10. + four digits or more + / + a suffix.")
    _must_be(online=online, to=normal)
    resolver = os.environ.get("CITEVET_DOI_RESOLVER") or _RESOLVER
    answer = web.get(f"{resolver.rstrip('/')}/{quote(normal)}", accept=_CSL, max_bytes=_LARGEST_RECORD)
    if answer.status in _MISSING:
        raise MissingInput("the DOI is not registered", to=normal, advice="Check it against the paper.")
    if answer.status != _OK:
        raise _failure(normal, f"the registry answered {answer.status}")
    return _record(_item(answer.data, normal), normal)


def from_url(url: str, *, online: bool) -> Record:
    """Fetch a page or a paper, and return what it says of itself, with the file."""
    _must_be(online=online, to=url)
    answer = web.get(url)
    if answer.status != _OK:
        raise _failure(url, f"the server answered {answer.status}")
    ending = _ENDINGS.get(answer.media_type) or PurePosixPath(urlsplit(answer.url).path).suffix.lower()
    if ending not in READERS:
        raise _failure(url, f"it is {answer.media_type or 'of an unknown kind'}, which is not read")
    record = described(answer.data, f"page{ending}")
    found = {**record.identifiers, **identifiers(Sheet({"url": url}))}
    return replace(record, identifiers=found)


def _must_be(*, online: bool, to: str) -> None:
    if not online:
        raise UsageError("this has to be looked up, and the run is offline", to=to[:200], advice="Add --online.")


def _failure(to: str, why: str) -> ReadError:
    return ReadError(f"could not look: {why}", to=to[:200], advice="Try again later, or add the file itself.")


def _item(data: bytes, doi: str) -> Mapping[str, Any]:
    """Read the registry's answer, and make sure that it is about the work that was asked for."""
    try:
        found = tame(json.loads(data))
    except (ValueError, RecursionError, AttributeError, Unbounded) as error:
        raise _failure(doi, "the registry's answer is no CSL-JSON") from error
    said = identifiers(Sheet({"doi": found.get("DOI")})).get("doi")
    if said not in {None, doi}:
        raise _failure(doi, f"the registry answered for another work ({said})")
    return found


def _record(item: Mapping[str, Any], doi: str) -> Record:
    link = identifiers(Sheet({"url": item.get("URL")})).get("url", "")
    address = {} if not link or "doi.org/" in link else {"url": link}
    return Record(
        title=_TAG.sub("", _text(item.get("title"))),
        authors=people(Sheet({"authors": item.get("author") or []})),
        year=_year(item.get("issued")),
        source_type=_TYPES.get(_text(item.get("type"))),
        venue=_text(item.get("container-title")),
        identifiers={"doi": doi, **address},
    )


def _text(value: object) -> str:
    first = value[0] if isinstance(value, list) and value else value
    return one_line(first) or ""


def _year(issued: object) -> str | None:
    """Return the year of {"date-parts": [[2021, 3]]}."""
    try:
        year = int(issued["date-parts"][0][0])  # type: ignore[index]  # whatever it is not shows as an error
    except (KeyError, IndexError, TypeError, ValueError):
        return None
    return str(year) if 1000 <= year <= 9999 else None  # noqa: PLR2004 - four digits
