"""One reference and the record that its identifier leads to, with a fault in either or with none."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from citevet.jobs.entry_tagger import extract_document
from citevet.model import Record, Reference
from citevet.read import parse_text
from evals.references.faults import FAULTS
from evals.references.styles import STYLES, loosen
from evals.references.works import Work, differs, load_labelled, to_record

SEED = 44


@dataclass(frozen=True)
class Trial:
    """One reference, the record that its identifier leads to, and the fault that was put in."""

    style: str
    kind: str  # a key of FAULTS, or "right"
    text: str
    record: Record


def make_trials(works: list[tuple[Work, Record]]) -> Iterator[Trial]:
    """Yield each work in each style, right, loosely written and with one fault."""
    random = Random(SEED)
    for place, (work, record) in enumerate(works):
        for style, write in STYLES.items():
            yield Trial(style, "right", write(work), record)
            yield Trial(style, "right", write(loosen(work, random)), record)
            other = works[(place + 1 + random.randrange(len(works) - 1)) % len(works)][0]
            kind = random.choice(list(FAULTS))
            wrong = FAULTS[kind](work, other, random)
            text = write(wrong) if wrong else ""
            new = {name for name, _ in wrong.authors} - {name for name, _ in work.authors} if wrong else set()
            if text and text != write(work) and all(name in text for name in new):
                yield Trial(style, kind, text, record)


def make_labelled_trials(path: Path) -> Iterator[Trial]:
    """Yield each string with the record of its labels, right and with one fault in the record."""
    random = Random(SEED)
    works = list(load_labelled(path))
    for place, (text, work, is_short) in enumerate(works):
        record = to_record(work)
        yield Trial("labelled", "right", text, record)
        other = works[(place + 1 + random.randrange(len(works) - 1)) % len(works)][1]
        kinds = [each for each in FAULTS if not (is_short and each == "author added") and each != "title cut"]
        for kind in random.sample(kinds, 4):
            if wrong := FAULTS[kind](work, other, random):
                opposite = {"author added": "author dropped", "author dropped": "author added"}.get(kind, kind)
                if not (is_short and opposite == "author dropped"):
                    yield Trial("labelled", opposite, text, differs(record, wrong))
        if is_short:  # the record has authors whom "et al." stands for
            whole = replace(work, authors=(*work.authors, *other.authors))
            yield Trial("labelled", "right", text, to_record(whole))


def read_references(trials: list[Trial]) -> list[tuple[Trial, Reference]]:
    """Extract the references, many in one document of each style."""
    found: list[tuple[Trial, Reference]] = []
    by_style: defaultdict[str, list[Trial]] = defaultdict(list)
    for trial in trials:
        by_style[trial.style].append(trial)
    for style, group in by_style.items():
        for start in range(0, len(group), 200):
            part = group[start : start + 200]
            if style.endswith(("bibtex", ".bib")):
                text = "\n".join(each.text.replace("KEY", f"k{at}", 1) for at, each in enumerate(part))
                entries = extract_document(parse_text(text, "a.bib")).references
                keyed = {each.key: each for each in entries}
                found += [(each, keyed[f"k{at}"]) for at, each in enumerate(part) if f"k{at}" in keyed]
            else:
                lines = "\n\n".join(f"[{at}] {each.text}" for at, each in enumerate(part, 1))
                entries = extract_document(parse_text(f"Text [1].\n\n## References\n\n{lines}\n", "a.md")).references
                numbered = {each.key: each for each in entries}
                found += [(each, numbered[str(at)]) for at, each in enumerate(part, 1) if str(at) in numbered]
    return found
