"""The sources that a caller of `verify` gives: cut into windows, ranked for each claim, and named by its markers."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np

from citevet.identifiers import find, normalize
from citevet.identifiers.page_keys import make_page_key
from citevet.judge.quotes.comparison import QuoteComparison, QuoteOutcome
from citevet.judge.quotes.judging import FoldedSources
from citevet.judge.quotes.verbatim import split_quotation
from citevet.judge.vectors import Floats, checked_vectors, to_units
from citevet.model import Body, Citation, Claim, Locator, Page, Passage, Reference, Scope, Span
from citevet.model.verification import ComparedMarker, MarkedWork, SourceText
from citevet.records import collect_values, dataclass
from citevet.retrieve import (
    MAX_WORDS,
    Bm25,
    TextWindow,
    add_neighbours,
    choose_pages,
    combine_scores,
    cosine_similarities,
    order_by_score,
    split_body,
)
from citevet.text.letters import fold_letters

MOST_WINDOWS = 5  # that are judged for a claim
_CANDIDATES = 12  # windows by words that are compared by vectors: to embed one costs as much as a verdict
_WHOLE = 2_000  # characters of a text that is only a list of sources or furniture, kept as one window
_HEAD = 300  # characters of a text in which its authors and year may stand
_LONG_TITLE = 8  # characters of a title that an entry has by no accident
_SHORTEST_QUOTED = 8  # characters, as in `check`
_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_HOSTED = re.compile(r"(?:www\.)?[\w-]+(?:\.[\w-]+)+/", re.IGNORECASE)
_FILE_END = re.compile(r"\.[A-Za-z0-9]{1,5}\Z")
_ADDRESSES = frozenset({"link", "url", "doi", "arxiv"})
_NUMBERS = frozenset({"numeric", "footnote"})
_KEYS = frozenset({"key", "corpus", "wiki", "mention", "footnote", "artifact"})


@dataclass(frozen=True, slots=True)
class IndexedWindow:
    """A window and the index of its source."""

    index: int
    window: TextWindow

    def passage(self, score: float | None = None) -> Passage:
        """Return it as evidence; `s1` is the first source."""
        window = self.window
        return Passage(f"s{self.index + 1}", window.span, window.text, window.page, window.label, score)


@dataclass(frozen=True, slots=True)
class RankedSource:
    """A source that a claim is judged on."""

    source: int
    passages: tuple[Passage, ...]  # the likeliest first
    similarity: float | None = None  # of the claim and the first passage


class GivenSources:
    """Sources that were read, for as many calls as you like; make them by `citevet.sources`."""

    def __init__(self, sources: Sequence[SourceText]) -> None:
        self.sources = tuple(sources)
        self._vectors: dict[int, Floats] = {}
        self._folded = FoldedSources()

    def __len__(self) -> int:
        return len(self.sources)

    def __iter__(self) -> Iterator[SourceText]:
        return iter(self.sources)

    @cached_property
    def digest(self) -> str:
        """A hash of all that the sources say, and of how they are named."""
        whole = sha256()
        for each in self.sources:
            named = (each.url, each.title, each.scope, each.id, len(each.text))
            whole.update(f"{named!r}{each.text}".encode("utf-8", "surrogatepass"))
        return whole.hexdigest()

    @cached_property
    def windows(self) -> tuple[IndexedWindow, ...]:
        """The sources in pieces that a judge reads, cut once."""
        return tuple(
            IndexedWindow(index, window) for index, source in enumerate(self.sources) for window in _cut(source.text)
        )

    @cached_property
    def scopes(self) -> dict[str, Scope]:
        """How much of its work each source is."""
        return {f"s{number}": source.scope for number, source in enumerate(self.sources, 1)}

    @cached_property
    def owners(self) -> tuple[int, ...]:
        """Which source each window belongs to."""
        return tuple(each.index for each in self.windows)

    @cached_property
    def words(self) -> Bm25:
        """The words of all windows."""
        return Bm25.over([each.window.text for each in self.windows])

    def embed(
        self, claims: Sequence[str], places: Sequence[int], embed: Callable[[Sequence[str]], Any]
    ) -> tuple[Floats, Floats]:
        """Return the vectors of claims and of some windows; claims are embedded first, windows at most once."""
        new = [place for place in places if place not in self._vectors]
        rows = checked_vectors(
            [*claims, *(self.windows[place].window.text for place in new)],
            embed,
            width=next((len(row) for row in self._vectors.values()), None),
        )
        self._vectors.update(zip(new, rows[len(claims) :], strict=True))
        return rows[: len(claims)], np.stack([self._vectors[place] for place in places])

    def rank(
        self, claims: Sequence[str], embed: Callable[[Sequence[str]], Any] | None, cited: Sequence[Collection[int]]
    ) -> list[tuple[RankedSource, ...]]:
        """Return for each claim its nearest windows by source, and as many of the nearest source and those it cites.

        Without that, other sources would take windows away from the one that says so, and lower its probability.
        """
        ranked = zip(self._rank_all(claims, embed), claims, cited, strict=True)
        return [
            self._add_windows(near, claim, {*(each.source for each in near[:1]), *own}) for near, claim, own in ranked
        ]

    def widen(self, claim: str, ranked: Sequence[RankedSource], tokens: int) -> tuple[RankedSource, ...]:
        """Return sources with the pages that a judge reads whole, where it reads more than windows.

        Of the nearest source as much is read as the judge can at once, of the others the page that is nearest.
        """
        scores = add_neighbours(self.words.scores(claim), self.owners) if ranked else []
        found = []
        for number, each in enumerate(ranked):
            places = [place for place, part in enumerate(self.owners) if part == each.source]
            windows = [self.windows[place].window for place in places]
            pages = choose_pages(windows, [scores[place] for place in places], tokens)
            chosen = pages if number == 0 else pages[:1]
            passages = tuple(IndexedWindow(each.source, page).passage(round(score, 4)) for page, score in chosen)
            found.append(RankedSource(each.source, passages, each.similarity))
        return tuple(found)

    def _add_windows(
        self, near: tuple[RankedSource, ...], claim: str, chosen: Collection[int]
    ) -> tuple[RankedSource, ...]:
        found = {each.source: each for each in near}
        scores = add_neighbours(self.words.scores(claim), self.owners)
        order = [place for place in order_by_score(scores) if self.owners[place] in chosen]
        for source in chosen:
            places = [place for place in order if self.owners[place] == source][:MOST_WINDOWS]
            if places:
                first = found.get(source, RankedSource(source, ()))
                more = (self.windows[place].passage() for place in places)
                passages = tuple(dict.fromkeys((*first.passages, *more)))[:MOST_WINDOWS]
                found[source] = RankedSource(source, passages, first.similarity)
        return tuple(found.values())

    def _rank_all(
        self, claims: Sequence[str], embed: Callable[[Sequence[str]], Any] | None
    ) -> list[tuple[RankedSource, ...]]:
        """Rank by rare words in common and by vectors."""
        near = [self._rank_by_words(claim) for claim in claims]
        if embed is None:
            return [self._group(list(scores)[:MOST_WINDOWS], {}) for scores in near]
        used = sorted({place for scores in near for place in scores})
        asked, rows = map(to_units, self.embed(claims, used, embed))
        row_of = {place: at for at, place in enumerate(used)}
        close = [
            cosine_similarities(claim, rows[[row_of[at] for at in scores]])
            for claim, scores in zip(asked, near, strict=True)
        ]
        return [self._fuse(*each) for each in zip(near, close, strict=True)]

    def _rank_by_words(self, claim: str) -> dict[int, float]:
        scores = add_neighbours(self.words.scores(claim), self.owners)
        return {place: scores[place] for place in order_by_score(scores)[:_CANDIDATES]}

    def _fuse(self, scores: Mapping[int, float], close: Sequence[float]) -> tuple[RankedSource, ...]:
        places = list(scores)
        best = order_by_score(combine_scores(list(scores.values()), close))[:MOST_WINDOWS]
        return self._group([places[at] for at in best], dict(zip(places, close, strict=True)))

    def _group(self, places: Sequence[int], close: Mapping[int, float]) -> tuple[RankedSource, ...]:
        groups = collect_values((self.windows[place].index, place) for place in places)
        return tuple(
            RankedSource(source, tuple(self.windows[place].passage() for place in group), close.get(group[0]))
            for source, group in groups.items()
        )

    def find_altered_quotation(self, claim: Claim) -> QuoteOutcome | None:
        """Return how a source has a quotation of the claim that none of the sources has word for word."""
        bodies = [(at, _split_pages(each.text)) for at, each in enumerate(self.sources) if each.scope == "full"]
        pages = [(at, tuple(body)) for at, body in bodies] if claim.quotations else []
        for quotation in claim.quotations:
            pieces = split_quotation(quotation.plain)
            if not pieces or max(len(piece.text) for piece in pieces) < _SHORTEST_QUOTED:
                continue
            compared = [QuoteComparison(*self._folded.fold(body), claim, quotation, f"s{at + 1}") for at, body in pages]
            outcomes = [each.find(pieces, Locator()) or each.explain(pieces) for each in compared]
            altered = [each for each in outcomes if each.kind == "altered" and each.evidence]
            if altered and not any(each.kind in {"verbatim", "joined"} for each in outcomes):
                return max(altered, key=lambda each: each.evidence[0].score or 0.0)
        return None

    def compare(self, work: MarkedWork) -> ComparedMarker:
        """Return which of the sources a marker names: by number, id, address, or authors and year.

        A marker that a source itself has may be copied from it, and names nothing here.
        """
        citation = work.citation
        found = self._find_entry(work.entry) if work.entry else self._find_cited(citation, is_listed=work.is_listed)
        if found:
            return ComparedMarker(citation.text, tuple(sorted(self._add_twins(found))))
        is_foreign = self._is_foreign(work) and not any(citation.text in source.text for source in self.sources)
        return ComparedMarker(citation.text, is_foreign=is_foreign)

    def _find_cited(self, citation: Citation, *, is_listed: bool) -> set[int]:
        name = fold_letters(citation.normal)
        found: set[int] = set()
        forms = [(citation.kind, citation.normal), *((form.kind, form.normal) for form in citation.also)]
        for kind, normal in forms:
            found |= self._addresses.get(_normalize(normal), set()) if kind in _ADDRESSES else set()
        if found or citation.has_own_number:
            return found
        if citation.kind == "author-year":
            return self._find_author(citation.people.first, citation.people.year)
        if citation.kind in _KEYS | _NUMBERS and name in self._ids:
            return self._ids[name]
        is_number = citation.kind in _NUMBERS and name.isdigit() and not is_listed
        return {int(name) - 1} if is_number and 0 < int(name) <= len(self.sources) else set()

    def _find_entry(self, entry: Reference) -> set[int]:
        """Return the sources that an entry of the text's own list names."""
        named = [self._addresses.get(_normalize(each.normal), set()) for each in entry.identifiers]
        text = fold_letters(entry.text)
        titles = [fold_letters(source.title) for source in self.sources]
        titled = {at for at, title in enumerate(titles) if len(title) >= _LONG_TITLE and title in text}
        return set().union(*named) or titled or self._find_author("".join(entry.authors[:1]), entry.year or "")

    def _find_author(self, authors: str, year: str) -> set[int]:
        first, number = _first_name(authors), _YEAR.match(year)
        if not first or not number:
            return set()
        return {at for at, head in enumerate(self._heads) if number[0] in _YEAR.findall(head) and _has(head, first)}

    def _is_foreign(self, work: MarkedWork) -> bool:
        """Return whether a marker that names no source surely names another: nothing is unknown that it could mean."""
        citation = work.citation
        if citation.kind in _NUMBERS and citation.normal.isdigit():
            return work.entry is None and int(citation.normal) > len(self.sources) and not citation.has_own_number
        if citation.kind in {"link", "url"}:
            is_address = citation.normal.startswith(("http://", "https://"))
            return is_address and all((source.url or "").startswith("http") for source in self.sources)
        if citation.kind == "author-year":
            first = _first_name(citation.people.first)
            year = citation.people.year[:4]
            dated = any(_has(head, first) and _YEAR.search(head) for head in self._heads)
            return dated and bool(first) and not any(year in source.text for source in self.sources)
        return citation.kind in _KEYS and all(source.id for source in self.sources)

    def _add_twins(self, found: set[int]) -> set[int]:
        """Add the other parts of the same page."""
        names = {self.sources[at].url or self.sources[at].title for at in found} - {""}
        return found | {at for at, source in enumerate(self.sources) if (source.url or source.title) in names}

    @cached_property
    def _heads(self) -> tuple[str, ...]:
        return tuple(fold_letters(f"{each.title}\n{each.id}\n{each.text[:_HEAD]}") for each in self.sources)

    @cached_property
    def _addresses(self) -> Mapping[str, set[int]]:
        found: dict[str, set[int]] = {}
        for at, source in enumerate(self.sources):
            for name in filter(None, (source.url, source.id)):
                for address in (_normalize(name), *(doi.normal for doi in find(name, {"doi"}))):
                    found.setdefault(address, set()).add(at)
        return found

    @cached_property
    def _ids(self) -> Mapping[str, set[int]]:
        """The sources by their id, and by the name of their file."""
        found: dict[str, set[int]] = {}
        for at, source in enumerate(self.sources):
            stem = _FILE_END.sub("", (source.url or "").rstrip("/").rpartition("/")[2])
            for name in filter(None, (source.id, stem)):
                found.setdefault(fold_letters(name), set()).add(at)
        return found


def _first_name(authors: str) -> str:
    return fold_letters(re.split(r"[,;&\s]", authors.strip(), maxsplit=1)[0])


def _has(head: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", head) is not None


def _normalize(address: str) -> str:
    """Return an address so that all spellings of one page are equal, or a DOI or the name of a file in lower case."""
    if doi := normalize("doi", address):
        return doi
    if not ("://" in address or _HOSTED.match(address)):
        return address.lower().rstrip("/")
    return make_page_key(address)


def _cut(text: str) -> Iterator[TextWindow]:
    """Yield the windows of a source; one without words has none."""
    if not any(char.isalnum() for char in text):
        return
    if len(text) <= MAX_WORDS and "\n" not in text and "\f" not in text:
        yield TextWindow(text, Span(0, len(text)))  # a short line cannot be split, and they come in thousands
        return
    found = split_body(Body(tuple(_split_pages(text))))
    yield from found or [TextWindow(text[:_WHOLE], Span(0, min(len(text), _WHOLE)))]


def _split_pages(text: str) -> Iterator[Page]:
    if "\f" not in text:
        yield Page(text)
        return
    for number, words in enumerate(text.split("\f"), 1):
        yield Page(words, number)
