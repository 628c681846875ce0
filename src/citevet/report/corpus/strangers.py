"""The citations of documents that are not in the corpus."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from citevet.model import Unread
from citevet.report.corpus.table import table
from citevet.report.phrase import count
from citevet.report.visible import one_line, visible


@dataclass(frozen=True, slots=True)
class Stranger:
    """A citation that leads to no source of the corpus, or to several."""

    path: str
    line: int
    column: int
    code: str
    name: str
    text: str  # as the document has it
    message: str


@dataclass(frozen=True, slots=True)
class Strangers:
    """What a look at the documents gave."""

    found: tuple[Stranger, ...]
    suppressed: int
    citations: int  # that were looked up in the corpus
    documents: int
    unread: tuple[Unread, ...] = ()


def render(strangers: Strangers) -> str:
    """Return the citations by document, then how many there were."""
    return "".join(f"{line}\n" for line in _lines(strangers))


def _lines(strangers: Strangers) -> Iterator[str]:
    for path, among in groupby(strangers.found, key=lambda stranger: stranger.path):
        yield visible(path)
        yield from (f"  {line}" for line in table([_row(stranger) for stranger in among]))
        yield ""
    yield _summary(strangers)


def _row(stranger: Stranger) -> tuple[str, str, str]:
    return f"{stranger.line}:{stranger.column}", f"{stranger.code} {stranger.name}", one_line(stranger.message)


def _summary(strangers: Strangers) -> str:
    looked = f"{count(strangers.citations, 'citation')} in {count(strangers.documents, 'document')} looked up"
    hidden = f"; {strangers.suppressed} suppressed" if strangers.suppressed else ""
    if not strangers.found:
        nothing = "every one is in the corpus" if strangers.citations else "nothing cites the corpus"
        return f"{looked}: {nothing}{hidden}"
    many = len(strangers.found)
    return f"{looked}: {many} {'is' if many == 1 else 'are'} not in the corpus{hidden}"


def shape(strangers: Strangers) -> dict[str, Any]:
    """Return the same for programs."""
    return {
        "version": 1,
        "documents": strangers.documents,
        "citations": strangers.citations,
        "suppressed": strangers.suppressed,
        "unread": [{"path": unread.path, "message": unread.message} for unread in strangers.unread],
        "missing": [
            {
                "path": stranger.path,
                "line": stranger.line,
                "column": stranger.column,
                "code": stranger.code,
                "name": stranger.name,
                "text": stranger.text,
                "message": stranger.message,
            }
            for stranger in strangers.found
        ],
    }
