"""Whether a source says a claim on another page than the one that is cited."""

from collections.abc import Sequence
from re import compile as pattern

from citevet.jobs.supporting.held import Held
from citevet.jobs.supporting.loaded_judge import Tools
from citevet.judge.quoting.cited_pages import cited_pages, page_name
from citevet.judge.relevance import coverage
from citevet.judge.support import judge_support
from citevet.model import Citation, Page, Passage, Ruling
from citevet.retrieve.rank import Pile
from citevet.retrieve.windows import Window

_PASSAGES = 4  # of the pages on either side, as of a whole source
_LISTED = 0.8  # share of the claim's words on the cited pages that a table may be made of: no model reads those
_CLEARLY = 0.3  # probability beyond the cut, on either side of it
_ONWARD = pattern(r"\d\s?(?:ff?\b|et seq)")  # p. 12 ff.: nobody knows how far


def said_on_other_page(
    words: str, passage: Passage, held: Held, *, cited: Sequence[Citation], tools: Tools
) -> str | None:
    """Return the page on which a source says the words, where none of the cited pages does.

    `cited` are all citations of this source in the claim; `passage` is what supports it. Both answers must be clear:
    well above the cut on that page, well below it on the cited ones. Of 300 true claims about the pages of sources with
    20 pages on one matter each, the small judge found 197 supported, 30 of them by another page, and none was called
    misplaced.
    """
    if tools.assessor is None or held.scope != "full" or passage.page is None:
        return None
    meant = _meant(cited, held)
    here = [window for window in held.pile.windows if window.page in meant]
    there = [window for window in held.pile.windows if window.page == passage.page]
    if not here or passage.page in meant or _runs_over(passage, there, meant):
        return None
    if coverage(words, "\n".join(window.text for window in here)) >= _LISTED:
        return None
    cut = tools.assessor.calibration.cut
    silent, saying = (_ruling(words, windows, held, tools=tools) for windows in (here, there))
    is_silent = silent.support in {"unsupported", "contradicted"} and (silent.confidence or 0.0) < cut - _CLEARLY
    is_saying = saying.support == "supported" and (saying.confidence or 0.0) >= cut + _CLEARLY
    return page_name(Page("", passage.page, passage.page_label)) if is_silent and is_saying else None


def _meant(cited: Sequence[Citation], held: Held) -> frozenset[int | None]:
    """Return the numbers of the cited pages; none where one citation names no page, or does not say how far it goes."""
    pages = tuple(Page("", number, label) for number, label in dict.fromkeys(map(_page, held.pile.windows)))
    meant: set[int | None] = set()
    for citation in cited:
        own = cited_pages(citation.locator.page if citation.locator else None, pages)
        if not own or _ONWARD.search(citation.text):
            return frozenset()
        meant.update(pages[index].number for index in own)
    return frozenset(meant)


def _page(window: Window) -> tuple[int | None, str | None]:
    return window.page, window.label


def _runs_over(passage: Passage, windows: Sequence[Window], meant: frozenset[int | None]) -> bool:
    """Say whether the words stand at an edge of their page, next to a cited page: the sentence may run over."""
    page = passage.page or 0
    first, last = passage.span.start <= windows[0].span.start, passage.span.end >= windows[-1].span.end
    return (first and page - 1 in meant) or (last and page + 1 in meant)


def _ruling(words: str, windows: Sequence[Window], held: Held, *, tools: Tools) -> Ruling:
    if tools.assessor is None:
        return Ruling(reason="model-missing")
    passages = Pile.of(held.source.id, windows).best(words, most=_PASSAGES)
    return judge_support(words, passages, tools.assessor, windows=len(windows), scope=held.scope)
