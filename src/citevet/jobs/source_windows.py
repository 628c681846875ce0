"""The texts of sources in windows, cut when they are needed and kept for later runs."""

import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any

from citevet.jobs.judge_claims import ClaimQuestion
from citevet.model import Body, Reason, Scope, Source, Span
from citevet.people.parser import read_name
from citevet.records import dataclass, field
from citevet.retrieve import Bm25, TextWindow, WindowIndex, make_windows, split_body
from citevet.session import Session
from citevet.world.record_json import dump_json

_LONGEST_SOURCE = 20_000_000  # characters; one of this size takes as long to cut and count as 100 verdicts
_MOST_SOURCES = 200  # kept in windows; one of 8,000 words takes about 1 MB
_PASSAGES = 4  # of a source that are judged: BM25 has nearly all that decide among them
_WORTH_KEEPING = 5_000  # characters; a shorter text is cut as fast as it is read


@dataclass(frozen=True)
class SourceWindows:
    """The text of a source, cut into windows when they are needed: answers of earlier runs need none."""

    source: Source
    body: Body
    cache: "WindowCache | None" = None  # of windows that earlier runs cut

    @property
    def scope(self) -> Scope:
        """How much of the source there is."""
        return self.body.scope

    @cached_property
    def pile(self) -> WindowIndex:
        """The windows; none where the text is too long."""
        if self._is_too_large:
            return WindowIndex.of(self.source.id, ())
        return self.cache.index(self) if self.cache else _cut(self)

    @property
    def reason(self) -> Reason | None:
        """Why there are no windows."""
        if self._is_too_large:
            return "too-large"
        return None if self.pile.windows else self.body.reason or "no-text"

    @property
    def _is_too_large(self) -> bool:
        return sum(len(page.text) for page in self.body.pages) > _LONGEST_SOURCE

    @cached_property
    def digest(self) -> str:
        """A hash of all that a ruling can depend on."""
        return sha256(dump_json([self.source.id, self.body]).encode()).hexdigest()

    @property
    def authors(self) -> frozenset[str]:
        """The family names that a claim may call the source by."""
        known = self.source.entry or self.source.record
        authors = known.authors if known else ()
        return frozenset(name for author in authors for name in read_name(author).forms())

    def question(self, claim: str, among: Sequence[TextWindow] | None = None, *, page: int = 0) -> ClaimQuestion:
        """Return the question whether this source, or some windows of it, support a claim.

        `page` is how many tokens the judge reads at once; 0: it reads windows.
        """
        pile = self.pile if among is None else WindowIndex.of(self.source.id, among)
        passages = pile.pages(claim, tokens=page) if page else pile.best(claim, most=_PASSAGES)
        return ClaimQuestion(claim, passages, self.scope)


@dataclass(frozen=True, slots=True)
class WindowCache:
    """Sources in windows: those of this run, the oldest dropped when there are too many, and those of earlier runs."""

    session: Session
    code: str  # a hash of our own code, which cuts them
    kept: dict[str, WindowIndex]  # by content, of earlier rounds too
    known: dict[tuple[str, ...], SourceWindows] = field(default_factory=dict)

    def get(self, key: tuple[str, ...], source: Source, load: Callable[[], Body]) -> SourceWindows:
        """Return a source in windows; the text of a new one is loaded."""
        if key not in self.known:
            made = SourceWindows(source, load(), self)
            _make_room(self.known)
            self.known[key] = made
        return self.known[key]

    def index(self, source: SourceWindows) -> WindowIndex:
        """Return the windows of a source, as an earlier run or round cut them where it did."""
        if sum(len(page.text) for page in source.body.pages) < _WORTH_KEEPING:
            return _cut(source)
        key = sha256(f"windows\0{self.code}\0{source.digest}".encode()).hexdigest()
        if key not in self.kept:
            _make_room(self.kept)
            self.kept[key] = self._load(key, source)
        return self.kept[key]

    def _load(self, key: str, source: SourceWindows) -> WindowIndex:
        kept = _unpack(self.session.load_cached([key]).get(key, b""), source)
        if kept is None:
            kept = _cut(source)
            packed = _pack(kept, source.body)
            again = _unpack(packed, source)
            if again and again.windows == kept.windows:  # else pages without numbers, which have one name
                self.session.store_cached({key: packed})
        return kept


def open_window_cache(session: Session, code: str) -> WindowCache:
    """Return the windows of a run; those of a content are kept for the rounds to come."""
    kept = session.once("source windows", dict[str, WindowIndex], all_rounds=True)
    return session.once("source windows", lambda: WindowCache(session, code, kept))


def _make_room(sources: dict[Any, Any]) -> None:
    if len(sources) >= _MOST_SOURCES:
        del sources[next(iter(sources))]


def _cut(source: SourceWindows) -> WindowIndex:
    return WindowIndex.of(source.source.id, split_body(source.body))


class _StoredCounts(Mapping[str, Sequence[Sequence[int]]]):
    """Words with the windows that have them, one line each, as text: a claim looks up a few of thousands."""

    def __init__(self, lines: str) -> None:
        self._lines = lines

    def __getitem__(self, word: str) -> list[tuple[int, int]]:
        start = self._lines.find(f"\n{word}\t")
        if start < 0:
            raise KeyError(word)
        numbers = self._lines[start + len(word) + 2 : self._lines.index("\n", start + 1)].split()
        return [(int(place), int(often)) for place, often in zip(numbers[::2], numbers[1::2], strict=True)]

    def __iter__(self) -> Iterator[str]:
        return (line.partition("\t")[0] for line in self._lines.split("\n")[1:-1])

    def __len__(self) -> int:
        return self._lines.count("\t")


def _pack(index: WindowIndex, body: Body) -> bytes:
    """Write windows as their places, with the count of each word: their texts are in the source."""
    pages = {(page.number, page.label): place for place, page in enumerate(body.pages)}
    places = [(pages[each.page, each.label], each.span.start, each.span.end) for each in index.windows]
    found = index.words.counts.items()
    words = (f"{word}\t{' '.join(f'{place} {often}' for place, often in windows)}\n" for word, windows in found)
    return zlib.compress(f"{dump_json([places, index.words.damps])}\n{''.join(words)}".encode(), 1)


def _unpack(data: bytes, source: SourceWindows) -> WindowIndex | None:
    try:
        head, _, words = zlib.decompress(data).decode().partition("\n")
        places, damps = json.loads(head)
    except (ValueError, zlib.error):
        return None
    spans = [(place, Span(start, end)) for place, start, end in places]
    return WindowIndex(source.source.id, make_windows(source.body, spans), Bm25(damps, _StoredCounts(f"\n{words}")))
