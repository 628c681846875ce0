"""Words that PubMed uses in both of its formats: types of publications, links to retractions, pages and titles."""

import re
from collections.abc import Iterable, Mapping

from citevet.model import Notice, NoticeKind
from citevet.resolve.service_fields import years_in
from citevet.text.patterns import lazy_pattern

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
_DOI = lazy_pattern(r"\b10\.\d{4,9}/[^\s;]{1,200}")
_RANGE = lazy_pattern(r"([A-Za-z]{0,3})(\d{1,9})-([A-Za-z]{0,3})(\d{1,9})")


def find_type(types: Iterable[str]) -> str:
    """Return our word for a record's types; anything else in PubMed is an article."""
    folded = {each.casefold() for each in types}
    return next((ours for theirs, ours in _TYPES.items() if theirs in folded), "journal-article")


def make_notices(types: Iterable[str], links: Iterable[tuple[str, str, str]]) -> tuple[Notice, ...]:
    """Return what later texts say of a work; a link is its kind, the place of the later text, and its PMID."""
    found = [_make_notice(*link) for link in links]
    notices = list(dict.fromkeys(notice for notice in found if notice))
    is_retracted = any(each.casefold() == _RETRACTED for each in types)
    if is_retracted and not any(notice.kind == "retraction" for notice in notices):
        notices.append(Notice("retraction", PUBMED, why="publication type: Retracted Publication"))
    return tuple(notices)


def _make_notice(link: str, place: str, pmid: str) -> Notice | None:
    kind, why = _LINKS.get(re.sub(r"[\s_-]", "", link).casefold(), (None, ""))
    if kind is None:
        return None
    doi = _DOI.search(place)
    name = doi[0].rstrip(".,").lower() if doi else f"PMID {pmid}" if pmid else ""
    dated = years_in(_DOI.sub(" ", place))
    return Notice(kind, PUBMED, name, str(dated[0]) if dated else "", why or place)


def name_title(*titles: str) -> list[str]:
    """Return titles without the stop at the end, and without the brackets around a translated one; never empty."""
    bare = (title.removesuffix(".").strip() for title in titles)
    unique = dict.fromkeys(title[1:-1] if title.startswith("[") and title.endswith("]") else title for title in bare)
    return [title for title in unique if title] or [""]


def spell_out_pages(pages: str) -> str:
    """Return a range with its whole last page: 1000-9 is 1000-1009, S12-9 is S12-S19."""
    match = _RANGE.fullmatch(pages)
    if not match or len(match[4]) > len(match[2]) or (match[3] and match[3] != match[1]):
        return pages
    last = match[2][: len(match[2]) - len(match[4])] + match[4]
    return f"{match[1]}{match[2]}-{match[1]}{last}"
