"""Volume, reporter and page, as eyecite's tokenizer knows some 2,000 reporters and codes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from re import compile as pattern
from typing import Any, Literal

from citevet.extract.forms.law.us_series import unknown_series

# eyecite takes half a second to import: only what may hold a reporter is shown to it, federal codes we read ourselves.
_WORTH = pattern(
    r"(?<!\d)\d{1,4},? (?!U\. ?S\. ?C\.|C\. ?F\. ?R\.)(?:[A-Z][A-Za-z']{0,8}\.[A-Za-z0-9.', ()&]{0,30}[\d_]"
    r"|[A-Z][A-Za-z. ]{0,12}(?:LEXIS|Slip Op) |WL |US )|"
    r"[A-Z][a-z]{0,6}\. [A-Z][A-Za-z. ]{0,30}(?:§|ch\.)"
)
# Of its get_citations we use nothing but these tokens: the case names and parentheses that it looks for besides take
# four fifths of its time (0.25 of 0.32 s for 86 citations), and grow faster than the text.
_PIECE = 8_000
_OVERLAP = 200  # so that a citation across the cut is seen whole
_PROVISION = pattern(r"§ ?$|(?<!\w)(?:[Aa]rt\.|[Aa]rtikel) ?$")

Source = Literal["reporters", "laws", "journals"]


@dataclass(frozen=True, slots=True)
class Cite:
    """One volume, reporter and page, or one title, code and section."""

    start: int
    end: int
    source: Source
    short: bool  # 531 U.S., at 99
    reporter: str  # as the table of reporters writes it
    groups: Mapping[str, str]
    supreme: bool  # only the Supreme Court is reported there

    @property
    def written(self) -> str:
        """Return the reporter as the text writes it: of "Abs." the table makes "Ohio Law. Abs."."""
        return self.groups.get("reporter") or self.reporter

    @property
    def page(self) -> str:
        """Return the first page; a blank one is kept as a blank."""
        page = self.groups.get("page", "")
        return page if any(char.isalnum() for char in page) else "___"

    @property
    def normal(self) -> str:
        """Return volume, reporter and page as one writes them."""
        return f"{self.groups.get('volume', '')} {self.reporter} {self.page}"


def cites(text: str) -> list[Cite]:
    """Return what stands in the text, in order and without overlap."""
    if not _WORTH.search(text):
        return []
    return sorted([*_cites(text), *_unprinted(text)], key=lambda cite: cite.start)


def _unprinted(text: str) -> Iterator[Cite]:
    for found, name in unknown_series(text):
        groups = {"volume": found["volume"], "reporter": found["reporter"], "page": found["page"]}
        yield Cite(*found.span(), "reporters", short=False, reporter=name, groups=groups, supreme=False)


def _cites(text: str) -> Iterator[Cite]:
    from eyecite.models import CitationToken  # noqa: PLC0415 - half a second, for documents that cite US law only
    from eyecite.tokenizers import default_tokenizer  # noqa: PLC0415 - as above

    done = 0
    for offset in range(0, len(text), _PIECE):
        piece = text[offset : offset + _PIECE + _OVERLAP]
        tokens = default_tokenizer.tokenize(piece)[1] if _WORTH.search(piece) else []
        for _, token in tokens:
            start = offset + token.start
            if not isinstance(token, CitationToken) or token.start >= _PIECE or start < done or _foreign(text, start):
                continue
            done = offset + token.end
            yield _cite(offset, token)


def _cite(offset: int, token: Any) -> Cite:  # noqa: ANN401 - eyecite is imported late
    editions = token.exact_editions or token.variation_editions
    sources = {edition.reporter.source for edition in editions}
    names = {edition.short_name for edition in editions}
    groups = {name: value for name, value in token.groups.items() if value}
    return Cite(
        offset + token.start,
        offset + token.end,
        next(source for source in ("reporters", "laws", "journals") if source in sources),
        bool(token.short),
        names.pop() if len(names) == 1 else groups.get("reporter", ""),
        groups,
        all(getattr(edition.reporter, "is_scotus", False) for edition in editions),
    )


def _foreign(text: str, start: int) -> bool:
    """Say whether the stretch lies in a word or path, or belongs to another country's report or act.

    A report there follows its bracketed year; a number behind § or Art. is that of the provision: § 823 Abs. 1 BGB.
    """
    before = text[max(0, start - 9) : start]
    if before.endswith("] ") or _PROVISION.search(before):
        return True
    return before != "" and (before[-1].isalnum() or before[-1] in "/=-_")
