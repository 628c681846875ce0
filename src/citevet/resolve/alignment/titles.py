"""Find the title of a record in the words of a reference, and say how the two differ, word by word.

The words are aligned with free ends in the reference: what stands before and after the title costs nothing.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from citevet.patterns import lazy_pattern
from citevet.resolve.alignment.entry_words import EntryWord, join_folded, measure_likeness, split_words

TitleKind = Literal["word", "missing", "added", "cut", "spelling"]
_MOST_WORDS = 80  # of a title that is aligned
_ALIKE = 0.75  # likeness of the letters of two spellings, or of one with a slip of the keyboard
_FEWEST_LETTERS = 4  # of a word that was changed; shorter ones are formulas, numbers and small words
_MOST_JOINED = 6  # words that are written as one on the other side
_TITLE_END = lazy_pattern(r"[.,?!]\s*[*_]*[\"”’»]|[\"”»]|[.?!]\s+[*_]*[A-Z]|[.,]?\s*\*")
_SAME_MEANING = 0.5  # cost of a word in the place of one that is spelled nearly like it
_SIGNS = frozenset(":?!–—.(-/;")  # after which a subtitle starts
_ADDRESSES = ("http", "www.", "doi:", "arxiv:")
_ENDS = frozenset(".,?!\"”“’'»*:;_([{<–—|/")  # what may follow or precede a title


class TitleDifference(NamedTuple):
    """Words in which the cited title differs from that of the record."""

    kind: TitleKind
    cited: str
    recorded: str


class TitleMatch(NamedTuple):
    """Where a title is in a reference, and how much of it."""

    start: int  # characters
    end: int
    share: float  # of the words of the record's title, 0 to 1
    differences: tuple[TitleDifference, ...] = ()


_Block = tuple[int, int, int, int]  # words of the record from, to; words of the reference from, to


def find_title(text: str, words: list[EntryWord], title: str) -> TitleMatch | None:
    """Return the best place of a title among the words of a reference; none if it has none of the words."""
    wanted = split_words(title)[:_MOST_WORDS]
    if not wanted or not words:
        return None
    pairs = _trim(_drop_stray_ends(_align(wanted, words), wanted, title, words, text), words)
    if not pairs:
        return None
    wanted, words, pairs = _join_ends(wanted, words, pairs)
    first, last = pairs[0][1], pairs[-1][1]
    blocks = list(_find_blocks(pairs, len(wanted)))
    matched = sum(_is_same(wanted[left], words[right]) for left, right in pairs)
    glued = sum(to - at for at, to, start, end in blocks if join_folded(wanted[at:to]) == join_folded(words[start:end]))
    differences = tuple(filter(None, (_name_block(each, wanted, title, words, text) for each in blocks)))
    return TitleMatch(words[first].start, words[last].end, (matched + glued) / len(wanted), differences)


def _align(wanted: Sequence[EntryWord], words: Sequence[EntryWord]) -> list[tuple[int, int]]:
    """Return the pairs of equal or similar words on the cheapest way through both, as places in the two lists."""
    width = len(words) + 1
    rows = [[0.0] * width]
    for word in wanted:
        above = rows[-1]
        row = [above[0] + 1]
        for at, other in enumerate(words):
            # The order decides between equal costs: a pair, then a word that is missing, then one that is added.
            row.append(min(above[at] + _cost(word, other), above[at + 1] + 1, row[at] + 1))
        rows.append(row)
    left, right = len(wanted), min(range(width), key=lambda at: (rows[-1][at], at))
    pairs = []
    while left and right:
        here = rows[left][right]
        if here == rows[left - 1][right - 1] + _cost(wanted[left - 1], words[right - 1]):
            left, right = left - 1, right - 1
            if _cost(wanted[left], words[right]) < 1:
                pairs.append((left, right))
        elif here == rows[left - 1][right] + 1:
            left -= 1
        else:
            right -= 1
    return pairs[::-1]


def _trim(pairs: list[tuple[int, int]], words: Sequence[EntryWord]) -> list[tuple[int, int]]:
    """Drop small words at either end that belong to another part: the "of" of the journal is not that of a subtitle."""
    while len(pairs) > 1 and _is_far(pairs[-2], pairs[-1]) and not _is_telling(words[pairs[-1][1]]):
        pairs = pairs[:-1]
    while len(pairs) > 1 and _is_far(pairs[0], pairs[1]) and not _is_telling(words[pairs[0][1]]):
        pairs = pairs[1:]
    while len(pairs) > 1 and not _is_telling(words[pairs[-1][1]]) and _is_adrift(pairs, words):
        pairs = pairs[:-1]
    return pairs


def _drop_stray_ends(
    pairs: list[tuple[int, int]], wanted: Sequence[EntryWord], title: str, words: Sequence[EntryWord], text: str
) -> list[tuple[int, int]]:
    """Drop words of a subtitle that stand in another part, after the end of the title."""
    for at in range(1, len(pairs)):
        (left, right), (after, later) = pairs[at - 1], pairs[at]
        if after == left + 1 or len(pairs) - at >= at:
            continue
        skipped = title[wanted[left].end : wanted[left + 1].start]
        between = text[words[right].end : words[later].start]
        if any(sign in _SIGNS for sign in skipped) and _TITLE_END.search(between):
            return pairs[:at]
    return pairs


def _join_ends(
    wanted: list[EntryWord], words: list[EntryWord], pairs: list[tuple[int, int]]
) -> tuple[list[EntryWord], list[EntryWord], list[tuple[int, int]]]:
    """Make one word of several at either end that are the same letters: Genome-wide, Genomewide."""
    (first, start), (last, end) = pairs[0], pairs[-1]
    if last + 1 < len(wanted) and (to := _find_joined(wanted[last + 1 :], words[end + 1 :], 1)):
        wanted = [*wanted[: last + 1], _join(wanted[last + 1 :])]
        words = [*words[: end + 1], _join(words[end + 1 : end + 1 + to]), *words[end + 1 + to :]]
        pairs = [*pairs, (last + 1, end + 1)]
    if first and (to := _find_joined(wanted[:first], words[:start], -1)):
        wanted = [_join(wanted[:first]), *wanted[first:]]
        words = [*words[: start - to], _join(words[start - to : start]), *words[start:]]
        pairs = [(0, start - to), *((left - first + 1, right - to + 1) for left, right in pairs)]
    return wanted, words, pairs


def _find_joined(wanted: list[EntryWord], words: list[EntryWord], step: int) -> int:
    """Return how many words next to a title are the letters of those that it lacks; 0 where none are."""
    letters = join_folded(wanted)
    for count in range(1, min(len(words), _MOST_JOINED) + 1):
        if join_folded(words[:count] if step > 0 else words[-count:]) == letters:
            return count
    return 0


def _join(words: Sequence[EntryWord]) -> EntryWord:
    folded = join_folded([*words])
    return EntryWord(" ".join(word.text for word in words), folded, folded, words[0].start, words[-1].end)


def _is_far(pair: tuple[int, int], following: tuple[int, int]) -> bool:
    return following[0] > pair[0] + 1 or following[1] > pair[1] + 1


def _is_adrift(pairs: Sequence[tuple[int, int]], words: Sequence[EntryWord]) -> bool:
    """Check for a run of small words after a gap: "of the" in the name of a journal."""
    at = len(pairs) - 1
    while at and not _is_far(pairs[at - 1], pairs[at]):
        at -= 1
    return at > 0 and not any(_is_telling(words[right]) for _, right in pairs[at:])


def _cost(word: EntryWord, other: EntryWord) -> float:
    if word.spelled == other.spelled:
        return 0
    if word.spelled[:1] != other.spelled[:1] or min(len(word.spelled), len(other.spelled)) < _FEWEST_LETTERS:
        return 1
    return _SAME_MEANING if measure_likeness(word.spelled, other.spelled) >= _ALIKE else 1


def _is_same(word: EntryWord, other: EntryWord) -> bool:
    return word.spelled == other.spelled


def _find_blocks(pairs: Sequence[tuple[int, int]], wanted: int) -> Iterator[_Block]:
    """Yield the stretches between equal words; before the first pair and after the last one the reference is free."""
    first, last = pairs[0], pairs[-1]
    if first[0]:
        yield 0, first[0], first[1], first[1]
    before = first
    for pair in pairs:
        if pair[0] > before[0] + 1 or pair[1] > before[1] + 1:
            yield before[0] + 1, pair[0], before[1] + 1, pair[1]
        before = pair
    if last[0] < wanted - 1:
        yield last[0] + 1, wanted, last[1] + 1, last[1] + 1


def _name_block(
    block: _Block, wanted: list[EntryWord], title: str, words: list[EntryWord], text: str
) -> TitleDifference | None:
    """Say what a stretch of other words is; none for small words, signs, spellings and a subtitle that is left out."""
    at, to, start, end = block
    here, there = wanted[at:to], words[start:end]
    cited, recorded = " ".join(word.text for word in there), " ".join(word.text for word in here)
    if join_folded(here) == join_folded(there) or not any(map(_is_telling, (*here, *there))):
        return None
    if not there and (at == 0 or to == len(wanted)):
        return _name_end(block, wanted, title, words, text)
    if here and there:
        likeness = measure_likeness(join_folded(here), join_folded(there))
        return None if likeness >= _ALIKE else TitleDifference("word", cited, recorded)
    if _is_run_together(block, wanted, words):
        return None
    return TitleDifference("missing" if here else "added", cited, recorded)


def _is_run_together(block: _Block, wanted: list[EntryWord], words: list[EntryWord]) -> bool:
    """Check for words that one side writes together with the next one: transmissionrisk."""
    at, to, start, end = block
    return any(
        join_folded(wanted[at - left : to + right]) == join_folded(words[start - left : end + right])
        for left, right in ((1, 0), (0, 1))
        if at >= left and start >= left
    )


def _name_end(
    block: _Block, wanted: list[EntryWord], title: str, words: list[EntryWord], text: str
) -> TitleDifference | None:
    """Tell a title that is cut off from one without its subtitle, its series or its number."""
    at, to, start, _ = block
    recorded = " ".join(word.text for word in wanted[at:to])
    if at == 0:
        between = title[wanted[to - 1].end : wanted[to].start]
        before = text[: words[start].start].rstrip()
        replaced = before and before[-1] not in _ENDS | {")"} and not before[-1].isdigit()
    else:
        between = title[wanted[at - 1].end : wanted[at].start]
        after = text[words[start - 1].end :].lstrip(" )]")
        replaced = after and after[0] not in _ENDS
    if any(sign in _SIGNS for sign in between) and not replaced:
        return None
    return TitleDifference("word" if replaced else "cut", "", recorded)


def _is_telling(word: EntryWord) -> bool:
    return word.is_content and len(word.folded) >= _FEWEST_LETTERS and word.folded.isalpha()


def find_added_ends(text: str, match: TitleMatch) -> TitleDifference | None:
    """Return words that run on from the title without a sign between them; none where the title ends."""
    after = text[match.end : match.end + 1]
    following = text[match.end :].lstrip()
    if after != " " or not following or not following[0].islower() or following.startswith(_ADDRESSES):
        return None
    tail = split_words(following.split(".")[0].split(",")[0])
    return TitleDifference("added", " ".join(word.text for word in tail), "") if any(map(_is_telling, tail)) else None
