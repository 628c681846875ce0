"""Growth of each stage of a check with its input: the exponent over several sizes, each twice the one before."""

import os
from collections.abc import Callable, Iterator, Sequence
from math import log
from pathlib import Path
from statistics import linear_regression
from tempfile import TemporaryDirectory, mkdtemp
from time import process_time
from typing import Any

from bench.project import corpus, documents
from bench.ratio import Ratio
from citevet.contracts import Evidence
from citevet.extract import extract
from citevet.jobs.document_audit import audit_document
from citevet.jobs.resolve_citations import collect_judgements, compare_with_sources, resolve_citations
from citevet.jobs.rule_findings import apply_rules
from citevet.jobs.run_summary import make_report
from citevet.read import read
from citevet.report.json import render
from citevet.resolve.local.context import LocalContext
from citevet.session import Session

EXPONENT = 1.1
_SIZES = (800, 1600, 3200, 6400)  # citations of a document; below that, reading takes too few ms to be timed
_JUDGED = (10, 20, 40)  # claims that are judged against eight sources
_ENTRIES, _FEW = 200, 8  # sources
_ROUNDS = 3  # the best counts, because other jobs slow the rest down
Times = dict[str, float]


def measure() -> Iterator[Ratio]:
    """Time the stages of documents of several lengths, and yield the exponents."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        corpus(folder / ".citevet/corpus", _ENTRIES)
        plain = [_repeat(folder, size) for size in _SIZES]
        for stage in plain[0]:
            yield _fit(stage, _SIZES, [times[stage] for times in plain])
        _time_judge(folder, 1)  # loads what a judge needs
        judged = [_time_judge(folder, size) for size in _JUDGED]
        yield _fit("judge", _JUDGED, judged)


def fit_exponent(sizes: Sequence[float], values: Sequence[float]) -> float:
    """Return the exponent of a power of the size that is nearest to the values."""
    return linear_regression([*map(log, sizes)], [*map(log, values)]).slope


def _fit(stage: str, sizes: tuple[int, ...], seconds: list[float]) -> Ratio:
    shown = ", ".join(f"{1000 * each:.0f}" for each in seconds)
    detail = f"{shown} ms for {', '.join(map(str, sizes))} citations"
    return Ratio(f"exponent of growth: {stage}", fit_exponent(sizes, seconds), most=EXPONENT, detail=detail)


def _repeat(folder: Path, size: int) -> Times:
    rounds = [_time_stages(folder, size) for _ in range(_ROUNDS)]
    return {stage: min(times[stage] for times in rounds) for stage in rounds[0]}


def _time_stages(folder: Path, size: int) -> Times:
    session, file = _prepare(folder, size, entries=_ENTRIES, judge="none")
    config = session.config_for(file)
    ground = LocalContext(folder, session.corpus_for(config))
    times: Times = {}

    def time(stage: str, work: Callable[..., Any], *given: object) -> Any:  # noqa: ANN401 - what the stage returns
        start = process_time()
        result = work(*given)
        times[stage] = times.get(stage, 0.0) + process_time() - start
        return result

    document = time("read", read, file)
    extraction = time("extract", extract, document)
    resolved = time("resolve", resolve_citations, extraction, ground)
    groups = time("resolve", compare_with_sources, extraction, resolved, ground)
    evidence = Evidence(extraction, collect_judgements(groups, resolved.noted), sources=resolved.sources)
    audit = time("rules", apply_rules, evidence, config, session)
    time("report", lambda: render(make_report([audit], [], config, {})))
    return times


def _time_judge(folder: Path, size: int) -> float:
    """Return the time of an audit with the judge, less that of one without."""
    spent = {}
    for judge in ("none", "small"):
        os.environ["CITEVET_CACHE_DIR"] = mkdtemp(dir=folder)  # no claim was judged before
        session, file = _prepare(folder, size, entries=_FEW, judge=judge)
        document, config = read(file), session.config_for(file)
        if judge != "none":
            session.model(judge), session.model("embedder")
        start = process_time()
        audit_document(document, config, session)
        spent[judge] = process_time() - start
    return spent["small"] - spent["none"]


def _prepare(folder: Path, size: int, *, entries: int, judge: str) -> tuple[Session, Path]:
    """Write a document with so many citations, and open a Session with its tables loaded."""
    documents(folder, 1, entries=entries, citations=size)
    file = folder / "chapter-000.md"
    session = Session({"today": "2026-06-01", "judge": judge}, here=folder, targets=(file,))
    extract(read(file))
    return session, file
