"""Time of a check with the judge: the first run, and a run with nothing changed."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.ratio import Ratio

_CITATIONS = 70
_SHORTEST, _LONGEST = 1_000, 8_000  # words of a source
_WORDS = {
    "who": "the river authority|a survey of small farms|the second committee|the harbour office|a retired engineer|"
    "the provincial archive|one of the older schools|the winter expedition|the hospital|a travelling judge|the brewers|"
    "the keeper of the lighthouse|a visiting botanist|the league of tenants|the ferry company|the town surveyor",
    "thing": "bridges|wells|orchards|ferries|schools|mills|quarries|lighthouses|canals|markets|vineyards|railways|"
    "granaries|hospitals|theatres|fisheries|dikes|cemeteries|tanneries|pastures|salt works|observatories|inns|forests",
    "place": "the northern valley|the old harbour|the border towns|the eastern marshes|the upper lake|the salt coast|"
    "the mining district|the islands|the southern plain|the capital|the high passes|the free port|the river mouth",
    "did": "were given up|doubled in number|were moved inland|fell into private hands|burned down|"
    "were rebuilt in brick|stood empty|paid for themselves|were closed to strangers|"
    "lost half of their workers|changed hands twice",
    "event": "the flood of {year}|a change of the tariff|three wet summers|the new road was opened|the lease had ended|"
    "the bank had failed|a long strike|the frost of {year}|the council was dissolved|the garrison had left",
    "what": "depth|cost|age|yield|noise|weight|income|temperature|length|output",
}
_FORMS = (
    "{who} measured the {what} of the {thing} in {place} and noted {number} in the book of {year}.",
    "In {place} the {thing} {did} after {event}.",
    "{who} argued that the {thing} would not last unless {event} came first.",
    "The {thing} of {place} had been described in {year} by {who}, who saw {number} of them.",
    "Nobody in {place} could say why the {thing} {did} before {event}.",
    "{who} sold {number} shares in the {thing} of {place} when it became known that the {what} had been misjudged.",
)


def measure() -> Iterator[Ratio]:
    """Check a paper with 70 citations to sources of up to 8,000 words: with an empty cache, and once more."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_paper(folder)
        run_check(folder, "--judge", "none")  # the index of the corpus, and nothing else, is there beforehand
        first, unchanged = run_check(folder, "--judge", "small"), run_check(folder, "--judge", "small")
    told = "{:.1f} s, {:.1f} s of CPU".format
    detail = f"{told(*unchanged)} by {told(*first)}; aim 20 s and 1 s"
    yield Ratio("judged check, unchanged by the first", unchanged[1] / first[1], most=0.05, detail=detail)


def run_check(
    folder: Path, *options: str, citations: int = _CITATIONS, variables: Mapping[str, str] | None = None
) -> tuple[float, float]:
    """Return the seconds and CPU seconds of a check, start included."""
    command = [sys.executable, "-m", "citevet", "check", "--today", "2026-06-01", "--format", "concise", *options]
    environment = {**os.environ, "CITEVET_CACHE_DIR": str(folder / ".cache"), **(variables or {})}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    waited, after = perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in {0, 1} or f"{citations} citation" not in done.stdout:
        raise SystemExit(f"the check did not do its work: {done.stdout[-300:]} {done.stderr[-300:]}")
    return waited, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def write_paper(folder: Path) -> None:
    """Write a paper and its corpus."""
    chance = Random(7)  # noqa: S311 - words, not secrets
    corpus = folder / ".citevet/corpus"
    corpus.mkdir(parents=True)
    texts = [_source(chance, _SHORTEST + (_LONGEST - _SHORTEST) * at // (_CITATIONS - 1)) for at in range(_CITATIONS)]
    for number, text in enumerate(texts, 1):
        head = (
            f"---\nref_id: REF-{number:03}\ntitle: Study number {number}\nauthors: [{{name: Ada Example}}]\nyear: 2001"
        )
        (corpus / f"REF-{number:03}-study.md").write_text(
            f"{head}\n---\n\nNotes on study {number}.\n", encoding="utf-8"
        )
        (corpus / f"REF-{number:03}-study.txt").write_text("\n".join(text), encoding="utf-8")
    claims = [_claim(chance, texts, at) for at in range(_CITATIONS)]
    (folder / "paper.md").write_text("# A paper\n\n" + "\n\n".join(claims) + "\n", encoding="utf-8")


def _source(chance: Random, words: int) -> list[str]:
    """Return paragraphs of five sentences."""
    paragraphs: list[str] = []
    while sum(len(each.split()) for each in paragraphs) < words:
        paragraphs.append(" ".join(_sentence(chance) for _ in range(5)))
    return paragraphs


def _sentence(chance: Random) -> str:
    chosen = {name: chance.choice(words.split("|")) for name, words in _WORDS.items()}
    chosen["event"] = chosen["event"].format(year=chance.randint(1700, 1840))
    text = chance.choice(_FORMS).format(**chosen, number=chance.randint(11, 990), year=chance.randint(1850, 2020))
    return text[0].upper() + text[1:]


def _claim(chance: Random, texts: list[list[str]], at: int) -> str:
    """Return a sentence of the source, in one of ten claims with another year, in one of ten of another source."""
    place = (at + 1) % len(texts) if at % 10 == 1 else at
    sentence = chance.choice(chance.choice(texts[place]).split(". ")).rstrip(".")
    said = sentence.replace(" in 1", " in 2", 1).replace(" of 1", " of 2", 1) if at % 10 == 0 else sentence
    return f"{said} [REF-{at + 1:03}]."
