"""Gather labelled entries and remarks, and train the tagger on them."""

import json
import lzma
import random
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from citevet.extract.entry_features import describe_words
from training.references.damage import REMARKS, choose_label, damage, label_prose, write_remarks
from training.references.data import Labelled, get_split, read_anystyle
from training.references.render import convert_zotero, label_characters, patch_citeproc, render_records, work_of

_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_WANTED = re.compile(
    r"gost|gb-t|din-1505|iso690|french|german|harvard|vancouver|apa|ieee|nature|acm|chicago|modern-language|deutsch|zeitschrift|revue|rivista|bluebook|oscola"
)
_PER_STYLE = 6
_JUNK = re.compile(
    r"\(meta data\)|-[LR]RB-|captures|http|TITLE:|\d{4} ?;|^\W*[a-z]"
)  # of pages, and parts of sentences
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def read_records(folder: Path) -> list[dict[str, Any]]:
    """Return the records of all files of items, in a fixed order."""
    items = [item for file in sorted(folder.glob("zotero*.json")) for item in json.loads(file.read_text("utf-8"))]
    found = (convert_zotero(item, number) for number, item in enumerate(items))
    return [each for each in found if each]


def render_lists(records: Sequence[dict[str, Any]], styles: Sequence[Path], rng: random.Random) -> Iterator[Labelled]:
    """Yield entries of short lists, each list in one style."""
    patch_citeproc()
    chinese = [each for each in records if _CHINESE.search(each["title"])]
    rare = [each for each in records if each["type"] not in {"article-journal", "book", "article-newspaper"}]
    for style in styles:
        is_chinese = "gb-t" in style.stem or "china" in style.stem
        pool = chinese if is_chinese and rng.random() < 0.7 else rare if rng.random() < 0.35 else records
        label = choose_label(rng)
        some = [_shorten(each, rng) for each in rng.sample(pool, min(_PER_STYLE, len(pool)))]
        for number, entry in enumerate(render_records(some, style), rng.randint(1, 80)):
            wide = bool(_CHINESE.search("".join(entry[0])))
            characters, labels = damage(rng, entry, label.format(number), is_chinese=wide and rng.random() < 0.7)
            text = "".join(characters)
            made = label_characters("csl", characters, labels, re.sub(r"[\W_]+", "", text).casefold()[:32])
            if len(made.words) > 3 and "title" in made.labels:
                yield made


def _shorten(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return one record in eight with a title of a few words: real titles are mostly long."""
    words = record["title"].split()[: rng.randint(1, 4)]
    return {**record, "title": " ".join(words).rstrip(",;:-–—")} if rng.random() < 1 / 8 else record


def spoil(rng: random.Random, one: Labelled) -> Labelled:
    """Return an entry of AnyStyle as a document may have it: its own are whole lines without labels or markup."""
    labels = [""] * len(one.text)
    for word, label in zip(one.words, one.labels, strict=True):
        labels[word.start : word.end] = [label] * (word.end - word.start)
    label = choose_label(rng).format(rng.randint(1, 80))
    characters, found = damage(rng, (list(one.text), labels), label, is_chinese=False)
    return label_characters("csl", characters, found, "train")


def read_prose(file: Path, count: int, rng: random.Random) -> list[str]:
    """Return sentences of prose, some of them two together."""
    with lzma.open(file, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for _, line in zip(range(30_000), lines, strict=False)]
    texts = [row["claim"] for row in rows] + [piece for row in rows for piece in _SENTENCE.split(row["evidence"])[:2]]
    texts = sorted({text.strip() for text in texts if 20 < len(text.strip()) < 400 and not _JUNK.search(text)})
    return rng.sample(texts, min(count, len(texts)))


def gather(data: Path, count: int, seed: int = 5) -> list[Labelled]:
    """Return all labelled text: entries of AnyStyle, rendered entries, remarks and prose."""
    rng = random.Random(seed)  # noqa: S311
    records = read_records(data)
    styles = sorted((data / "styles").glob("*.csl"))
    wanted = [each for each in styles if _WANTED.search(each.stem)]
    chosen = [rng.choice(wanted if rng.random() < 0.4 else styles) for _ in range(count)]
    kept = {
        part: [each for each in records if get_split(label_prose(each["title"])._replace(work=work_of(each))) == part]
        for part in ("train", "tune", "test")
    }
    found = list(read_anystyle(data))
    for part, share in (("train", 1.0), ("tune", 0.1), ("test", 0.12)):
        made = render_lists(
            kept[part],
            chosen[: int(count * share)] if part == "train" else rng.choices(styles, k=int(count * share)),
            rng,
        )
        found += (each._replace(work=part) for each in made)
    real = [each for each in found if each.origin != "csl" and get_split(each) == "train"]
    found += (spoil(rng, each) for each in rng.sample(real, len(real) // 4))
    remarks = sorted(REMARKS, key=hash_share)
    cut = len(remarks) * 4 // 5
    prose = read_prose(data / "prose.jsonl.xz", count * 4, rng)
    cuts = int(len(prose) * 0.7)
    found += (each._replace(work="train") for each in write_remarks(rng, kept["train"], remarks[:cut], count))
    found += (label_prose(each)._replace(work="train") for each in prose[:cuts])
    found += (each._replace(work="tune") for each in write_remarks(rng, kept["tune"], remarks[:cut], count // 6))
    found += (each._replace(work="test") for each in write_remarks(rng, kept["test"], remarks[cut:], 200))
    found += (label_prose(each)._replace(work="tune") for each in prose[cuts : cuts + len(prose) // 10])
    found += (label_prose(each)._replace(work="test") for each in prose[-300:])
    return found


def hash_share(text: str) -> str:
    """Return a digest by which texts are put into a fixed random order."""
    return sha256(text.encode()).hexdigest()


def part_of(one: Labelled) -> str:
    """Return the split of an entry; of what is made, the split was chosen with its record."""
    return one.work if one.origin in {"csl", "prose"} else get_split(one)


def train(found: Sequence[Labelled], out: Path, *, passes: int, c1: float, c2: float) -> None:
    """Train on the training split."""
    import pycrfsuite

    rows = [each for each in found if part_of(each) == "train" and each.words]
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    for one, features in zip(rows, describe_words([each.words for each in rows]), strict=True):
        trainer.append(features, one.labels)
    trainer.set_params({"c1": c1, "c2": c2, "max_iterations": passes})
    trainer.train(str(out))
