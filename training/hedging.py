"""Claims surer than their source (not supported), and claims more careful than it (supported)."""

import re
from collections.abc import Iterator
from random import Random

from training.rows import SUPPORTED, UNSUPPORTED, Row

_SURER = (
    (re.compile(r"\b(?:may|might|could) be\b"), "is"),
    (re.compile(r"\b(?:may|might|could) have\b"), "has definitely"),
    (re.compile(r"\b(?:possibly|perhaps|probably)\b"), "certainly"),
    (re.compile(r"\bsuggests? that\b"), "proves that"),
    (re.compile(r"\b(?:is|are) likely to\b"), "will certainly"),
)
_CAREFUL = (
    (re.compile(r"\b(?:proves?|demonstrates?|shows?) that\b"), "suggests that"),
    (re.compile(r"\bwill\b"), "may"),
    (re.compile(r"\b(?:certainly|definitely|clearly)\b"), "probably"),
)


def hedging(sentence: str, evidence: str, rng: Random) -> Iterator[Row]:
    """Make one claim from a sentence of the evidence by moving its certainty."""
    rules = [(*rule, UNSUPPORTED) for rule in _SURER] + [(*rule, SUPPORTED) for rule in _CAREFUL]
    able = [(pattern, new, label) for pattern, new, label in rules if pattern.search(sentence)]
    if able:
        pattern, new, label = rng.choice(able)
        yield Row(pattern.sub(new, sentence, count=1), evidence, label, 0.3, "hedging")
