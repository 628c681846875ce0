"""FMT006: a citation opens a bracket and never closes it."""

import re
from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Block, Document, Edit, Fix, Safety, Span
from citevet.text.patterns import lazy_pattern

_NAME = r"[A-Z][\w’'-]{1,40}"
_LATIN = rf"{_NAME}(?:(?:,? (?:&|and) |, ){_NAME}){{0,5}}(?:,? et al\.)?"
_HANGUL = r"[가-힣]{2,5}(?:[·,] ?[가-힣]{2,5}){0,5}(?: 외| 등)?"
_LOCATOR = r"(?:, ?(?:pp?\. ?[0-9ivxlc]{1,7}(?:[-–][0-9ivxlc]{1,7})?|Section [\w.]{0,19}\w|§ ?[\w.]{0,19}\w))?"
_MARKER = lazy_pattern(
    rf"\[(?:REF-[0-9]{{3,9}}(?![\w-])|-?@\w(?:[\w:./-]{{0,98}}\w)?){_LOCATOR}"
    rf"|\((?:{_LATIN}|{_HANGUL}),? [12][0-9]{{3}}[a-z]?(?![\w-]){_LOCATOR}"
)
_ENDS = re.compile(r"\s*(?:[.!?](?=\s|$)|$)")  # after the marker the sentence ends: nothing else can belong to it
_BRACKET = re.compile(r"[\[\]()]")
_HIDDEN = frozenset({"code", "math", "url", "comment"})
_CLOSERS = {"[": "]", "(": ")"}
_NEXT_PAGE = 400  # characters after a page break, with a running head


def find_unclosed_marker(evidence: Evidence) -> Iterator[Fault]:
    """A citation opens a bracket and never closes it.

    ## Meaning
    A marker such as `[REF-043, p.15` or `(Smith, 2019` has no closing bracket before the end of its paragraph.

    ## Why it matters
    Most tools do not recognize the citation, so it is neither linked nor checked.

    ## Example
    ```markdown
    Voice matters [REF-043, p.15.
    ```

    ## How to fix it
    Close the bracket. `citevet fix` does it if the sentence ends right after the marker.

    ## Limitations
    Numbers such as `[1` are not checked. A bracket that is closed too late counts as closed. `(Smith, 2019` in the
    middle of a sentence is a note: the text may be an excerpt, or columns that were mixed.
    """
    document = evidence.extraction.document
    for block in document.blocks:
        if block.kind not in {"code", "math"}:
            yield from _find_in_block(document, block)


def _find_in_block(document: Document, block: Block) -> Iterator[Fault]:
    text = document.text
    for start in _find_unclosed(document, block):
        found = _MARKER.match(text, start, block.span.end)
        if not found or (document.format == "pdf" and _is_closed_later(text, start, block.span.end)):
            continue
        certain = _ENDS.match(text, found.end(), block.span.end)
        edit = Edit(Span(found.end(), found.end()), _CLOSERS[text[start]])
        fix = Fix(Safety.SAFE, "close the bracket", (edit,)) if certain else None
        message, doubtful = f'unclosed citation "{found[0]}"', text[start] == "(" and not certain
        yield Fault(Span(start, found.end()), message, found[0], fix, is_doubtful=doubtful)


def _is_closed_later(text: str, start: int, end: int) -> bool:
    """Return whether a bracket is closed soon after its block: a PDF cuts paragraphs at the ends of pages."""
    later = _BRACKET.search(text, end, end + _NEXT_PAGE)
    return later is not None and later[0] == _CLOSERS[text[start]]


def _find_unclosed(document: Document, block: Block) -> list[int]:
    """Return the brackets of a block that nothing closes; a closing bracket closes the last open one of its kind."""
    opened: dict[str, list[int]] = {"[": [], "(": []}
    last = {"]": "[", ")": "("}
    at = block.span.start
    for region in document.regions_in(block.span):
        if region.kind in _HIDDEN:
            _match_brackets(document.text, Span(at, region.span.start), opened, last)
            at = max(at, region.span.end)
    _match_brackets(document.text, Span(at, block.span.end), opened, last)
    return sorted(opened["["] + opened["("])


def _match_brackets(text: str, stretch: Span, opened: dict[str, list[int]], last: dict[str, str]) -> None:
    for found in _BRACKET.finditer(text, stretch.start, max(stretch.end, stretch.start)):
        if found[0] in opened:
            opened[found[0]].append(found.start())
        elif opened[last[found[0]]]:
            opened[last[found[0]]].pop()
