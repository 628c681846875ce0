"""Describe the words of an entry to the tagger, in training and in use: a model fits only these features."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from citevet.extract.entry_segments import describe_segments
from citevet.extract.entry_words import EDGE, WIDE, Word, classify, find_quoted
from citevet.patterns import lazy_pattern

VERSION = "4"  # of these features: a model of another version is refused
_RUNS = lazy_pattern(r"([A-ZÀ-ÖØ-Þ])[A-ZÀ-ÖØ-Þ]+|([^\W\dA-ZÀ-ÖØ-Þ_])[^\W\dA-ZÀ-ÖØ-Þ_]+|\d{3,}")
_AROUND, _NEAR = (-3, -2, -1, 1, 2, 3), frozenset({-1, 1})
_NAMELESS = frozenset({"year", "range", "address"})  # kinds whose words do not matter
_COMMON = frozenset({"", "VERB", "initials", "roman", "AND", "sign", *WIDE})
_MOST_VERBS = 3  # of an entry that are counted: prose has more
_MOST_STOPS, _SHORT = 5, 3  # of an entry that are counted; letters of an abbreviation


class _Described(NamedTuple):
    own: list[str]
    name: str
    beside: Mapping[int, list[str]]  # by how far the word is from the one that has it as a neighbour
    kind: str
    outline: str


def _describe(word: str, looks: dict[str, Mapping[int, list[str]]]) -> _Described:
    """Return the features of one word by itself."""
    bare = word.strip(EDGE)
    small = bare.casefold()
    kind = classify(bare, small)
    shape = _RUNS.sub(lambda run: "AA" if run[1] else "aa" if run[2] else "000", bare)[:6]
    shape = "".join(
        "A" if c.isupper() else "a" if c.islower() else "0" if c.isdigit() else "W" if c.isalpha() else c for c in shape
    )
    head = "" if word[0].isalnum() else word[0]
    tail = "" if word[-1].isalnum() else word[-1] if word[-2:-1].isalnum() else word[-2:]
    outline = f"o={head}{kind or shape[:4]}{tail}"
    name = f"w={kind if kind in _NAMELESS else small[:30]}"
    own = ["b", name, f"k={kind}", f"s={shape}", f"h={head}", f"t={tail}", outline]
    if not kind or kind in WIDE:
        own += (f"p={small[:3]}", f"q={small[-3:]}", f"r={small[:4]}", f"u={small[-2:]}")
    look = f"{shape} {outline}"
    if look not in looks:
        looks[look] = _describe_as_neighbour(f"k={kind}", f"s={shape}", outline)
    return _Described(own, name, looks[look], kind, outline)


def describe_words(texts: Iterable[Sequence[Word]]) -> Iterator[list[list[str]]]:
    """Yield the features of the words of each entry; equal words are described once."""
    known: dict[str, _Described] = {}
    looks: dict[str, Mapping[int, list[str]]] = {}  # words that look alike have the same features as neighbours
    for words in texts:
        for word in words:
            if word.text not in known:
                known[word.text] = _describe(word.text, looks)
        yield _add_context(words, [known[word.text] for word in words])


def _describe_as_neighbour(kind: str, shape: str, outline: str) -> Mapping[int, list[str]]:
    """Return the features that a word has for the words around it, by how far it is from them."""
    close = (kind, shape, outline), (kind,), (kind,)
    return {at: [f"{at}{each}" for each in close[abs(at) - 1]] for at in _AROUND}


def _add_context(words: Sequence[Word], rows: Sequence[_Described]) -> list[list[str]]:
    """Return the features of each word with those of its neighbours and of its place in the entry."""
    count, quoted = len(rows), find_quoted(words)
    years = [at for at, row in enumerate(rows) if row.kind == "year"]
    first = years[0] if years else count
    mark = words[first].text[0] if years and not words[first].text[0].isalnum() else ""
    verbs = min(sum(row.kind == "VERB" for row in rows), _MOST_VERBS)
    style = f"{any(quoted):d}{'e' if first < 0.4 * count else 'l' if years else 'n'}{mark}"
    ahead, stops, found = _look_ahead(words, rows), 0, []
    segments = describe_segments([word.text for word in words], [row.kind for row in rows])
    before = "^"
    for at, (row, (segment, place)) in enumerate(zip(rows, segments, strict=True)):
        features = [*row.own, *ahead[at], *segment, place, f"G{place[-2:]}"]
        for offset in _AROUND:
            other = at + offset
            if 0 <= other < count:
                features += rows[other].beside[offset]
                if offset in _NEAR:
                    features.append(f"{offset}{rows[other].name}")
        following = rows[at + 1].outline[2:] if at + 1 < count else "$"
        features += (
            f"at={at * 10 // count}",
            f"n={min(at, 4)}",
            f"z={min(count - at, 4)}",
            f"y={(at > first) - (at < first)}{style}",
            f"S={style}{row.outline[2:]}",
            f"Q={quoted[at]:d}{at > 0 and quoted[at - 1]:d}",
            f"v={verbs}",
            f"stops={stops}",
            f"c={before}|{row.outline[2:]}",
            f"d={row.outline[2:]}|{following}",
        )
        if words[at].is_glued:
            features.append("glued")
        found.append(features)
        before = row.outline[2:]
        stops += stops < _MOST_STOPS and len(words[at].text) > _SHORT and words[at].text[-1] == "."
    return found


def _look_ahead(words: Sequence[Word], rows: Sequence[_Described]) -> list[list[str]]:
    """Return for each word how far the next sign is, and what kind of word comes next that is no common one."""
    found: list[list[str]] = []
    sign, signs, kind, kinds = "$", 0, "$", 0
    for word, row in zip(reversed(words), reversed(rows), strict=True):
        kinds += 1
        sign, signs = (word.text[-1], 0) if word.text[-1] in ".,:;?!" else (sign, signs + 1)
        found.append([f"A={kind}", f"A{kind}{min(kinds, 6)}", f"P{sign}{min(signs, 4)}"])
        if row.kind not in _COMMON:
            kind, kinds = row.kind, 0
    return found[::-1]
