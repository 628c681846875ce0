"""US reporters: volume, reporter and page by eyecite's tokenizer, and the titles and circuits that exist."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from citevet.text.patterns import lazy_pattern
from citevet.text.reporter_volumes import LAST_SERIES

ShortForm = Literal["id", "supra", "short", "name"]

# eyecite takes half a second to import, so it is used only if a reporter is likely; us_statutes.py reads federal codes.
_MAY_CITE = lazy_pattern(
    r"(?<!\d)\d{1,4},? (?!U\. ?S\. ?C\.|C\. ?F\. ?R\.)(?:[A-Z][A-Za-z']{0,8}\.[A-Za-z0-9.', ()&]{0,30}[\d_]"
    r"|[A-Z][A-Za-z. ]{0,12}(?:LEXIS|Slip Op) |WL |US )|"
    r"[A-Z][a-z]{0,6}\. [A-Z][A-Za-z. ]{0,30}(?:§|ch\.)"
)
# Only eyecite's tokens are used: its search for case names and parentheses takes four fifths of the time (0.25 of
# 0.32 s for 86 citations), and grows faster than the text.
_PIECE = 8_000
_OVERLAP = 200  # so that a citation across the cut is whole
_PROVISION = lazy_pattern(r"§ ?$|(?<!\w)(?:[Aa]rt\.|[Aa]rtikel) ?$")

CiteSource = Literal["reporters", "laws", "journals"]


@dataclass(frozen=True, slots=True)
class UsHit:
    """A case or statute in a paragraph, in full or in short form, with its place."""

    start: int
    end: int
    kind: Literal["us-case", "us-statute"]
    normal: str
    pin: str | None = None
    article: str | None = None
    parts: dict[str, str] = field(default_factory=dict)
    short: ShortForm | None = None
    fault: str | None = None


# A series that does not exist: eyecite does not know it and would miss it.
_NEXT_SERIES = lazy_pattern(
    r"(?<![\w/=.-])(?P<volume>\d{1,4}) "
    r"(?P<reporter>(?P<stem>F\. ?Supp\.|F\.|L\. ?Ed\.|S\. ?Ct\.) ?(?P<series>(?P<number>\d)(?:d|th)))"
    r" (?P<page>\d{1,5})(?!\w)"
)
_STEMS = {"F.": "F.", "F.Supp.": "F. Supp.", "L.Ed.": "L. Ed.", "S.Ct.": "S. Ct."}
_CIRCUIT = lazy_pattern(r"(\d{1,3})(?:st|nd|rd|d|th) Cir\.?")
_LAST_CIRCUIT = 11  # the D.C. Circuit and the Federal Circuit have no number
_TITLES = {"U.S.C.": 54, "U.S.C.A.": 54, "U.S.C.S.": 54, "C.F.R.": 50}


def _find_unknown_series(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield citations of a series that does not exist, with its name."""
    for found in _NEXT_SERIES.finditer(text):
        stem = _STEMS[found["stem"].replace(" ", "")]
        if int(found["number"]) > LAST_SERIES[stem]:
            yield found, f"{stem}{'' if stem == 'F.' else ' '}{found['series']}"


def find_circuit_fault(court: str) -> str | None:
    """Report a numbered circuit that does not exist."""
    found = _CIRCUIT.fullmatch(court)
    if found and not 0 < int(found[1]) <= _LAST_CIRCUIT:
        return f"there is no {court}: the numbered circuits are 1 to {_LAST_CIRCUIT}"
    return None


def find_title_fault(code: str, title: str) -> str | None:
    """Report a title that the code does not have."""
    last = _TITLES.get(code)
    return f"the {code} has titles 1 to {last}" if last is not None and not 0 < int(title) <= last else None


@dataclass(frozen=True, slots=True)
class ReporterCite:
    """One volume, reporter and page, or one title, code and section."""

    start: int
    end: int
    source: CiteSource
    short: bool  # 531 U.S., at 99
    reporter: str  # in eyecite's spelling
    groups: Mapping[str, str]
    supreme: bool  # reports only the Supreme Court

    @property
    def written(self) -> str:
        """Return the reporter as written: for "Abs." eyecite has "Ohio Law. Abs."."""
        return self.groups.get("reporter") or self.reporter

    @property
    def page(self) -> str:
        """Return the first page; "___" for a blank one."""
        page = self.groups.get("page", "")
        return page if any(char.isalnum() for char in page) else "___"

    @property
    def normal(self) -> str:
        """Return volume, reporter and page."""
        return f"{self.groups.get('volume', '')} {self.reporter} {self.page}"


def find_reporter_cites(text: str) -> list[ReporterCite]:
    """Return the citations of reporters and codes in a text, in order and without overlap."""
    if not _MAY_CITE.search(text):
        return []
    return sorted([*_tokenize_cites(text), *_read_unknown_series(text)], key=lambda cite: cite.start)


def _read_unknown_series(text: str) -> Iterator[ReporterCite]:
    for found, name in _find_unknown_series(text):
        groups = {"volume": found["volume"], "reporter": found["reporter"], "page": found["page"]}
        yield ReporterCite(*found.span(), "reporters", short=False, reporter=name, groups=groups, supreme=False)


def _tokenize_cites(text: str) -> Iterator[ReporterCite]:
    from eyecite.models import CitationToken  # half a second, for documents that cite US law only
    from eyecite.tokenizers import default_tokenizer  # as above

    done = 0
    for offset in range(0, len(text), _PIECE):
        piece = text[offset : offset + _PIECE + _OVERLAP]
        tokens = default_tokenizer.tokenize(piece)[1] if _MAY_CITE.search(piece) else []
        for _, token in tokens:
            start = offset + token.start
            if (
                not isinstance(token, CitationToken)
                or token.start >= _PIECE
                or start < done
                or _is_foreign(text, start)
            ):
                continue
            done = offset + token.end
            yield _make_cite(offset, token)


def _make_cite(offset: int, token: Any) -> ReporterCite:  # noqa: ANN401 - eyecite is imported late
    editions = token.exact_editions or token.variation_editions
    sources = {edition.reporter.source for edition in editions}
    names = {edition.short_name for edition in editions}
    groups = {name: value for name, value in token.groups.items() if value}
    return ReporterCite(
        offset + token.start,
        offset + token.end,
        next(source for source in ("reporters", "laws", "journals") if source in sources),
        bool(token.short),
        names.pop() if len(names) == 1 else groups.get("reporter", ""),
        groups,
        all(getattr(edition.reporter, "is_scotus", False) for edition in editions),
    )


def _is_foreign(text: str, start: int) -> bool:
    """Check whether a match is inside a word or path, or part of another country's report or act.

    Such a report follows its bracketed year; a number after § or Art. is that of the provision: § 823 Abs. 1 BGB.
    """
    before = text[max(0, start - 9) : start]
    if before.endswith("] ") or _PROVISION.search(before):
        return True
    return before != "" and (before[-1].isalnum() or before[-1] in "/=-_")
