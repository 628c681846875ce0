"""arXiv: several ids in one request, versions, a withdrawn paper, no entries, and an error entry."""

import re
from html import escape

from tests.emulator.registered_works import ARXIV, ARXIV_ARTICLES
from tests.emulator.server import Request, Response

NAME = "arxiv"
_WELL_FORMED = re.compile(r"(?:\d{4}\.\d{4,5}|[a-z-]+/\d{7})(?:v\d+)?")


def answer(request: Request) -> Response:
    """Answer `/api/query` with an `id_list`, or with `search_query=ti:"…"`."""
    if sought := request.query.get("search_query", ""):
        words = sought.removeprefix("ti:").strip('"').casefold()
        known = [each for each, (titles, _) in ARXIV.items() if words in titles[-1].casefold()]
        return _feed([entry for each in known for entry in _entries(each)])
    ids = [each for each in request.query.get("id_list", "").split(",") if each]
    wrong = [each for each in ids if not _WELL_FORMED.fullmatch(each)]
    if wrong:
        return _feed([_error(wrong[0])], 400)
    return _feed([entry for each in ids for entry in _entries(each)])


def _entries(arxiv_id: str) -> list[str]:
    base, _, version = arxiv_id.partition("v")
    titles, comment = ARXIV.get(base, ((), ""))
    number = int(version) if version else len(titles)
    return [_entry(base, number, titles[number - 1], comment)] if 0 < number <= len(titles) else []


def _entry(base: str, version: int, title: str, comment: str) -> str:
    author, doi = ARXIV_ARTICLES.get(base, ("Eva Graf", ""))
    return (
        f"<entry><id>http://arxiv.org/abs/{base}v{version}</id><title>{escape(title)}</title>"
        "<published>2020-01-01T00:00:00Z</published><updated>2021-01-01T00:00:00Z</updated>"
        f"<summary>Trees are graphs.</summary><author><name>{author}</name></author>"
        f"<arxiv:comment>{escape(comment)}</arxiv:comment>{f'<arxiv:doi>{doi}</arxiv:doi>' * bool(doi)}</entry>"
    )


def _error(arxiv_id: str) -> str:
    return (
        f"<entry><id>https://arxiv.org/api/errors#incorrect_id_format_for_{escape(arxiv_id)}</id><title>Error</title>"
        f"<summary>incorrect id format for {escape(arxiv_id)}</summary></entry>"
    )


def _feed(entries: list[str], status: int = 200) -> Response:
    text = (
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" '
        'xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">'
        f"<opensearch:totalResults>{len(entries)}</opensearch:totalResults>{''.join(entries)}</feed>"
    )
    return Response(text, status, type="application/atom+xml")
