"""Gather labelled entries and remarks, and train the tagger on them."""

import csv
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
from training.references.data import HALVES, Labelled, get_split, read_anystyle
from training.references.render import convert_zotero, label_characters, patch_citeproc, render_records, work_of

_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_WANTED = re.compile(
    r"gost|gb-t|din-1505|iso690|french|german|harvard|vancouver|apa|ieee|nature|acm|chicago|modern-language|deutsch|zeitschrift|revue|rivista|bluebook|oscola"
)
_PER_STYLE = 6
_JUNK = re.compile(
    r"\(meta data\)|-[LR]RB-|captures|http|TITLE:|\d{4} ?;|^\W*[a-z]"
)  # of pages, and parts of sentences
_LONGEST_NAME = 9  # words of a journal
_SWAPPED = 0.6  # of the articles
_LEAD = re.compile(r"(?:in|dans|em|en):?\s+", re.IGNORECASE)
_LEADS = frozenset({"in", "dans", "em"})
_AROUND = " \t.,;:()[]*_\"'“”„«»‘’"
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


def _spread(one: Labelled) -> list[str]:
    """Return the label of each character."""
    labels = [""] * len(one.text)
    for word, label in zip(one.words, one.labels, strict=True):
        labels[word.start : word.end] = [label] * (word.end - word.start)
    return labels


def spoil(rng: random.Random, one: Labelled) -> Labelled:
    """Return an entry of AnyStyle as a document may have it: its own are whole lines without labels or markup."""
    labels = _spread(one)
    label = choose_label(rng).format(rng.randint(1, 80))
    characters, found = damage(rng, (list(one.text), labels), label, is_chinese=False)
    return label_characters("copy", characters, found, one.work)


def italicize(rng: random.Random, one: Labelled) -> Labelled | None:
    """Return an entry with italics where most styles have them: the journal or the book, else the title."""
    name = "container" if "container" in one.labels else "title"
    ats = [at for at, label in enumerate(one.labels) if label == name]
    if not ats or ats[-1] - ats[0] + 1 != len(ats):
        return None
    start, end = one.words[ats[0]].start, one.words[ats[-1]].end
    if lead := _LEAD.match(one.text, start, end):
        start = lead.end()
    bare = one.text[start:end].rstrip(".,;:")
    if not bare or not bare[0].isalnum() or not (bare[-1].isalnum() or bare[-1] in "?!)"):
        return None
    sign, labels, end = rng.choice("**_"), _spread(one), start + len(bare)
    characters = [*one.text[:start], sign, *bare, sign, *one.text[end:]]
    return label_characters(
        "copy", characters, [*labels[:start], name, *([name] * len(bare)), name, *labels[end:]], one.work
    )


def read_journals(folder: Path) -> list[tuple[str, str]]:
    """Return names of journals with their abbreviations."""
    rows = [row for file in sorted(folder.glob("*.csv")) for row in csv.reader(file.read_text("utf-8").splitlines())]
    return sorted({(row[0], row[1]) for row in rows if len(row) > 1 and row[0] and 1 < len(row[1]) < len(row[0])})


def swap_journal(rng: random.Random, one: Labelled, journals: Sequence[tuple[str, str]]) -> Labelled | None:
    """Return an entry of an article with the name of another journal: names are known by their form, not by heart."""
    if "volume" not in one.labels or one.labels.count("container") > _LONGEST_NAME or rng.random() > _SWAPPED:
        return None
    ats = [at for at, label in enumerate(one.labels) if label == "container"]
    if not ats or ats[-1] - ats[0] + 1 != len(ats) or one.words[ats[0]].text.casefold().strip(":") in _LEADS:
        return None
    start, end = one.words[ats[0]].start, one.words[ats[-1]].end
    old = one.text[start:end]
    bare = old.strip(_AROUND)
    full, short = rng.choice(journals)
    name = short if "." in bare else short.replace(".", "") if len(bare) < len(ats) * 5 else full
    new = old.replace(bare, name.rstrip(".") if bare and name.endswith(".") and "." in old[-2:] else name)
    labels = _spread(one)
    characters = [*one.text[:start], *new, *one.text[end:]]
    return label_characters("copy", characters, [*labels[:start], *["container"] * len(new), *labels[end:]], one.work)


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
    remarks = sorted(REMARKS, key=hash_share)
    cut = len(remarks) * 4 // 5
    prose = read_prose(data / "prose.jsonl.xz", count * 4, rng)
    unseen = prose[-300:]
    found = list(read_anystyle(data))
    real = [each for each in found if get_split(each) != "test"]
    for at, part in enumerate((*HALVES, "test")):
        kept = [x for x in records if get_split(label_prose(x["title"])._replace(work=work_of(x))) == part]
        used = rng.choices(styles, k=int(count * 0.12)) if part == "test" else chosen[at::2]
        made = list(render_lists(kept, used, rng))
        lines = unseen if part == "test" else prose[: int(count * 2.3)][at::2]
        made += map(label_prose, lines)
        templates = remarks[cut:] if part == "test" else remarks[:cut]
        made += write_remarks(rng, kept, templates, 200 if part == "test" else count // 2)
        found += (each._replace(work=part) for each in made)
    return found + list(make_copies(real, read_journals(data / "journals"), seed))


def make_copies(real: Sequence[Labelled], journals: Sequence[tuple[str, str]], seed: int) -> Iterator[Labelled]:
    """Yield entries of AnyStyle as documents may have them, and with the names of other journals."""
    rng = random.Random(seed)  # noqa: S311
    yield from (spoil(rng, each) for each in rng.sample(real, len(real) // 4))
    for each in real:
        if made := swap_journal(rng, each, journals):
            yield made
    for each in rng.sample(real, len(real) // 4):
        if made := italicize(rng, each):
            yield made


def hash_share(text: str) -> str:
    """Return a digest by which texts are put into a fixed random order."""
    return sha256(text.encode()).hexdigest()


def train(rows: Sequence[Labelled], out: Path, passes: int, c1: float, c2: float) -> None:
    """Train on rows, in a process of its own where two are trained side by side."""
    import pycrfsuite

    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    for one, features in zip(rows, describe_words([each.words for each in rows]), strict=True):
        trainer.append(features, one.labels)
    trainer.set_params({"c1": c1, "c2": c2, "max_iterations": passes})
    trainer.train(str(out))
