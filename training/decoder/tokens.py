"""A byte-level tokenizer with fewer tokens, which reads every text as before that needs only those.

`python -m training.decoder.tokens TOKENIZER.json VOCABULARY.npy OUT.npy` adds to a vocabulary, at its end, the tokens
that others are merged from: without them one token in eight could not be reached.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

Merge = tuple[str, str]


def closed(tokenizer: Mapping[str, Any], vocabulary: Iterable[int]) -> list[int]:
    """Return a vocabulary with all that its tokens are merged from, and every byte."""
    known, made = tokenizer["model"]["vocab"], {first + second: (first, second) for first, second in merges(tokenizer)}
    spelt = {number: token for token, number in known.items()}
    found = dict.fromkeys(int(number) for number in vocabulary)
    found |= dict.fromkeys(number for token, number in known.items() if len(token) == 1)
    waiting = list(found)
    while waiting:
        for part in made.get(spelt.get(waiting.pop(), ""), ()):
            if known[part] not in found:
                found[known[part]] = None
                waiting.append(known[part])
    return list(found)


def cut(tokenizer: Mapping[str, Any], vocabulary: Iterable[int]) -> dict[str, Any]:
    """Return the tokenizer with the tokens of a vocabulary, numbered by their place in it.

    A merge stays if its result is kept and can be reached from kept parts; no byte goes, so every text can be spelt.
    """
    place = {int(number): at for at, number in enumerate(vocabulary)}
    known = {token: place[number] for token, number in tokenizer["model"]["vocab"].items() if number in place}
    if missing := [token for token in tokenizer["model"]["vocab"] if len(token) == 1 and token not in known]:
        raise ValueError(f"{len(missing)} bytes are not in the vocabulary")
    reached = {token for token in known if len(token) == 1}
    kept: list[Merge] = []
    for first, second in merges(tokenizer):  # in the order in which they were learned: parts come before the whole
        if first in reached and second in reached and first + second in known:
            kept.append((first, second))
            reached.add(first + second)
    added = [{**each, "id": place[each["id"]]} for each in tokenizer["added_tokens"] if each["id"] in place]
    known |= {each["content"]: each["id"] for each in added}  # else they are numbered anew, behind all others
    model = {**tokenizer["model"], "vocab": known, "merges": [list(each) for each in kept]}
    return {**tokenizer, "added_tokens": added, "model": model}


def merges(tokenizer: Mapping[str, Any]) -> list[Merge]:
    """Return the merges, in either of the two forms in which they are written."""
    given = [each.split(" ") if isinstance(each, str) else each for each in tokenizer["model"]["merges"]]
    return [(first, second) for first, second in given]


if __name__ == "__main__":
    source, wanted, out = map(Path, sys.argv[1:4])
    np.save(out, np.array(closed(json.loads(source.read_text("utf-8")), np.load(wanted)), np.int64))
