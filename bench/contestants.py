"""The programs that are measured, each in its own process: `python -m bench.contestants NAME FILE`.

Time is the CPU time of the work itself, without start and imports.
"""

# a process loads one program only

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

_PROCESSES = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)  # of the children, the largest counts for memory
Work = Callable[[], int]  # returns how many things it found


@dataclass(frozen=True, slots=True)
class Measured:
    """The cost of one run."""

    seconds: float = 0.0
    peak: int = 0  # bytes of memory
    found: int = 0
    finished: bool = True  # False: it was stopped, and the seconds are a lower bound
    missing: str = ""  # the package that is not installed


def measured(name: str, file: Path, *, timeout: float = 300) -> Measured:
    """Run a program on a file, for at most `timeout` seconds."""
    command = [sys.executable, "-m", "bench.contestants", name, str(file)]
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return Measured(timeout, finished=False)
    return Measured(**json.loads(done.stdout))


def _check(file: Path) -> Work:
    from citevet.jobs.check import check

    return lambda: check(file, flags={"jobs": 1, "today": "2026-06-01"}).census.citations


def _batch(folder: Path) -> Work:
    from citevet.scale.batch import BatchFiles, run_batch
    from citevet.session import Session

    session = Session({"jobs": 1, "today": "2026-06-01"}, here=folder, targets=(folder,))
    return lambda: sum(run_batch([folder], session, BatchFiles.find(folder / "results")).summary["verdicts"].values())


def _extract(file: Path) -> Work:
    from citevet.extract import extract
    from citevet.read import read

    extract(read(file.with_name("warm.md")))  # models and tables load once per process, for us and for the peers
    return lambda: len(extract(read(file)).citations)


def _grounded(file: Path) -> Work:
    check = import_module("grounded").check

    folder = str(file.with_name("corpus"))
    check(file.with_name("warm.md").read_text(), [folder])
    return lambda: len(check(file.read_text(), [folder]).findings)


def _hallucination_check(file: Path) -> Work:
    check = import_module("hallucination_check").check

    texts = [source.read_text() for source in sorted(file.with_name("corpus").iterdir())]
    check(file.with_name("warm.md").read_text(), texts)
    return lambda: len(check(file.read_text(), texts).claims)


def _cite_right(file: Path) -> Work:
    module = import_module("cite_right")

    folder = file.with_name("corpus")
    texts = [module.SourceDocument(id=source.name, text=source.read_text()) for source in sorted(folder.iterdir())]
    module.align_citations(file.with_name("warm.md").read_text(), texts)
    return lambda: len(module.align_citations(file.read_text(), texts))


def _pysbd(file: Path) -> Work:
    import pysbd

    splitter = pysbd.Segmenter(language="en", clean=False)
    splitter.segment(file.with_name("warm.md").read_text())
    return lambda: len(splitter.segment(file.read_text()))


def _eyecite(file: Path) -> Work:
    from eyecite import get_citations

    get_citations("1 U.S. 1")
    return lambda: len(get_citations(file.read_text()))


def _quote(file: Path) -> Work:
    from citevet.judge.quotes.judging import QuotedSource, judge_claim_quotes
    from citevet.model import Body, Citation, Claim, Judgement, Page, Plain, Quotation, Source, Span, Tie

    asked = file.with_suffix(".asked").read_text(encoding="utf-8")
    whole = Span(0, len(asked))
    ties = (Tie("c1", "sentence"),)
    quoted = (Quotation(whole, asked, asked),)
    claim = Claim("k1", whole, asked, Plain(asked), "citation", "quoted", ties, "cited", quotations=quoted)
    citation, source = Citation("c1", "corpus", whole, asked, "REF-001"), Source("REF-001", "corpus")

    def judged(text: str) -> int:
        cited = QuotedSource(citation, source, Body((Page(text),)), Judgement("k1", "c1"))
        return len(judge_claim_quotes(claim, [cited])[0].evidence)

    judged("one more quotation of a few words")  # tables load once per process
    text = file.read_text(encoding="utf-8")
    return lambda: judged(text)


def _quotecheck(file: Path) -> Work:
    check = import_module("quotecheck").check

    asked, text = file.with_suffix(".asked").read_text(encoding="utf-8"), file.read_text(encoding="utf-8")
    check("a few words", "one more quotation of a few words")
    return lambda: int(check(asked, text).ok)


CONTESTANTS = {
    "check": _check,
    "batch": _batch,
    "extract": _extract,
    "grounded": _grounded,
    "hallucination-check": _hallucination_check,
    "cite-right": _cite_right,
    "pysbd": _pysbd,
    "eyecite": _eyecite,
    "quote": _quote,
    "quotecheck": _quotecheck,
}


def _count_seconds() -> float:
    """Return the CPU time of this process and of those that it started."""
    used = [resource.getrusage(who) for who in _PROCESSES]
    return sum(each.ru_utime + each.ru_stime for each in used)


def _count_peak() -> int:
    """Return the bytes of memory of this process and of the largest one that it started.

    On Linux the usage of a process includes the peak of the one that started it, so its own is read from its status.
    """
    kilo = 1 if sys.platform == "darwin" else 1024
    own, child = (resource.getrusage(who).ru_maxrss * kilo for who in _PROCESSES)
    status = Path("/proc/self/status")
    lines = status.read_text("utf-8").splitlines() if status.exists() else []
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")), own) + child


def main(name: str, file: str) -> None:
    """Do the work once, and print its cost."""
    try:
        work = CONTESTANTS[name](Path(file))
    except ModuleNotFoundError as error:
        sys.stdout.write(json.dumps({"missing": error.name}))
        return
    start = _count_seconds()
    found = work()
    seconds = _count_seconds() - start
    sys.stdout.write(json.dumps({"seconds": seconds, "peak": _count_peak(), "found": found}))


if __name__ == "__main__":
    main(*sys.argv[1:])
