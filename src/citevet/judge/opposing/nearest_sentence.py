"""Which sentence of the evidence speaks of what the claim speaks of."""

from collections.abc import Iterable
from math import fsum, log
from typing import NamedTuple

from citevet.judge.opposing.reading import Reading, Word

_UNKNOWN = 0.6  # a word that the evidence lacks may be another word for one that it has
_ELSEWHERE = 0.5  # what another sentence has named may be meant here by a pronoun
_SAID = 0.5  # how much of the claim the sentence must hold
_RIVAL = 0.8  # a sentence this near to the best may speak for the claim
_FEW = 3
_LONGEST = 60  # words with content of one sentence; a longer one is a list or has lost its full stops


class Sentence(NamedTuple):
    """A sentence of the evidence."""

    words: tuple[Word, ...]
    concepts: frozenset[str]


class Evidence(NamedTuple):
    """The evidence, cut into sentences, with the worth of its words."""

    reading: Reading
    sentences: tuple[Sentence, ...]
    worth: dict[str, float]

    def coverage(self, words: Iterable[str], sentence: Sentence) -> float:
        """Return from 0 to 1 how much of these words the sentence holds."""
        names = set(words)
        held = fsum(self.worth[name] for name in names & sentence.concepts)  # of a set: in whatever order, the same
        lacking = names - sentence.concepts
        return held / (held + fsum(self.lack(name) for name in lacking)) if held else 0.0

    def lack(self, name: str) -> float:
        """Return how much it weighs that a sentence does not hold the word."""
        return self.worth[name] * _ELSEWHERE if name in self.worth else self.worth[""] * _UNKNOWN


def weigh(reading: Reading) -> Evidence:
    """Return the sentences of a text, and what each word is worth: much in one of them, little in all."""
    sentences = tuple(
        Sentence(words, frozenset(word.concept for word in words))
        for words in reading.by_sentence.values()
        if len(words) <= _LONGEST
    )
    counts: dict[str, int] = {}
    for sentence in sentences:
        for name in sentence.concepts:
            counts[name] = counts.get(name, 0) + 1
    total = max(len(sentences), 1)
    return Evidence(reading, sentences, {name: log(1 + total / n) for name, n in counts.items()} | {"": log(1 + total)})


def nearest(claim: Reading, evidence: Evidence) -> tuple[Sentence, ...]:
    """Return the sentence that holds most of the claim, then those that come near it; none where too little is held."""
    names = frozenset(word.concept for word in claim.words)
    scored = [(evidence.coverage(names, sentence), sentence) for sentence in evidence.sentences]
    scored.sort(key=lambda pair: -pair[0])
    floor = max(_SAID, scored[0][0] * _RIVAL) if scored else 1.0
    return tuple(sentence for score, sentence in scored[:_FEW] if score >= floor)
