"""References of many papers through the emulator: requests for each work and service, before and after a kill.

    python -m bench.many_references --papers 300 --references 10000

Works are made up, most are cited by several papers, half without a DOI. The run is killed once in the middle.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any
from urllib.parse import unquote

ROOT = Path(__file__).parents[1]
_STEMS = (
    "street roof river garden paving harbour orchard meadow tunnel bridge quarry canal vineyard forest station".split()
)
_ACTS = "cooling ageing drainage growth repair noise traffic moisture salinity shading decay renewal flooding".split()
_PLACES = "coastal northern alpine rural suburban industrial tropical arid medieval planned dense sparse".split()
_NAMES = (
    "Ash Birch Cedar Dogwood Elm Fern Gorse Hazel Iris Juniper Kelp Larch Maple Nettle Oak Pine Quince Rowan".split()
)


def make_work(number: int) -> dict[str, Any]:
    """Return a work as Crossref sends it; no two have the same title."""
    words = _STEMS[number % 15], _ACTS[number // 15 % 13], _PLACES[number // 195 % 12]
    title = f"Observations of {words[2]} {words[0]} {words[1]} in series {number} of surveyed districts"
    return {
        "DOI": f"10.5555/work.{number}",
        "type": "journal-article",
        "title": [title],
        "author": [
            {"family": _NAMES[number % 18], "given": "R."},
            {"family": _NAMES[(number + 7) % 18], "given": "S."},
        ],
        "issued": {"date-parts": [[2000 + number % 20]]},
        "container-title": ["Journal of Trees"],
        "volume": str(1 + number % 40),
        "page": f"{100 + number % 800}-{110 + number % 800}",
    }


def write_papers(folder: Path, papers: int, references: int, works: int) -> None:
    """Write papers whose references are drawn from the works, half of these without their DOI."""
    random = Random(44)  # noqa: S311 - an example
    for paper in range(papers):
        count = references // papers + (paper < references % papers)
        cited = [make_work(random.randrange(works)) for _ in range(count)]
        entries = "\n\n".join(f"[{at}] {_write(work)}" for at, work in enumerate(cited, 1))
        (folder / f"paper-{paper:03}.md").write_text(f"Trees cool [1].\n\n## References\n\n{entries}\n")


def _write(work: dict[str, Any]) -> str:
    one, two = (each["family"] for each in work["author"])
    doi = f" https://doi.org/{work['DOI']}" if int(work["DOI"].rpartition(".")[2]) % 2 else ""
    place = f"*Journal of Trees*, *{work['volume']}*, {work['page']}."
    return f"{one}, R., & {two}, S. ({work['issued']['date-parts'][0][0]}). {work['title'][0]}. {place}{doi}"


def answer_crossref(works: int) -> Any:  # noqa: ANN401 - an answer of the emulator
    """Return what answers for Crossref: works by DOI and by the number in their title."""
    from tests.emulator.server import Request, Response

    def answer(request: Request) -> Response:
        path = unquote(request.path)
        if path != "/works":
            return Response({"message": make_work(int(path.rpartition(".")[2]))})
        kept = [each.partition(":") for each in request.query.get("filter", "").split(",")]
        if kept[0][0] == "doi":
            return Response({"message": {"items": [make_work(int(doi.rpartition(".")[2])) for _, _, doi in kept]}})
        words = request.query.get("query.bibliographic", "").split()
        number = next((int(word) for word in words if word.isdecimal() and int(word) < works), None)
        items = [make_work(number)] if number is not None and "updates" not in request.query.get("filter", "") else []
        return Response({"message": {"items": items}})

    return answer


def answer_doi(request: Any) -> Any:  # noqa: ANN401 - a request and an answer of the emulator
    """Answer for doi.org: every DOI is registered by Crossref."""
    from tests.emulator.server import Response

    path = unquote(request.path)
    if path.startswith("/api/handles/"):
        return Response({"responseCode": 1, "handle": path.removeprefix("/api/handles/"), "values": []})
    return Response([{"DOI": path.split("/", 2)[2], "RA": "Crossref"}])


def repeat_counts(log: list[Any]) -> Counter[tuple[str, ...]]:
    """Return how often each question was asked."""
    return Counter((each.service, each.path, *map(str, sorted(each.query.items()))) for each in log)


def main() -> None:
    """Run, kill, run again, and print what was asked."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--papers", type=int, default=300)
    parser.add_argument("--references", type=int, default=10_000)
    parser.add_argument("--works", type=int, default=4_000)
    arguments = parser.parse_args()
    tests = ModuleType("tests")
    tests.__path__ = [str(ROOT / "tests")]
    sys.modules["tests"] = tests
    from tests.emulator.server import Emulator

    extra = {"crossref": answer_crossref(arguments.works), "doi": answer_doi}
    with Emulator(extra=extra, hurries=True) as emulator, TemporaryDirectory() as home:
        folder = Path(home) / "papers"
        folder.mkdir()
        write_papers(folder, arguments.papers, arguments.references, arguments.works)
        names = {"CITEVET_SERVICES": emulator.services, "CITEVET_RESOLVE_HOSTS": emulator.routes}
        variables = {name: json.dumps(value) for name, value in names.items()}
        environment = {**os.environ, **variables, "CITEVET_ALLOW_PRIVATE": "1", "CITEVET_CACHE_DIR": f"{home}/cache"}
        words = [
            "references",
            str(folder),
            "--output",
            f"{home}/table.json",
            "--max-requests",
            "0",
            "--today",
            "2026-01-01",
        ]
        for line in _run(words, environment, emulator, arguments.works):
            print(line, flush=True)
        table = json.loads(Path(home, "table.json").read_text())
        print(Counter(row["word"] for row in table["rows"]), len(table["papers"]), "papers")


def _run(words: list[str], environment: dict[str, str], emulator: Any, works: int) -> Iterator[str]:  # noqa: ANN401
    command = [sys.executable, "-m", "citevet", *words]
    started = time.monotonic()
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as run:
        emulator.wait_for(lambda log: len(log) > works // 8, seconds=600)
        run.send_signal(signal.SIGKILL)
    before = len(emulator.log)
    yield f"killed after {time.monotonic() - started:.0f} s and {before} requests"
    again = time.monotonic()
    subprocess.run(command, env=environment, check=False)
    yield f"finished in {time.monotonic() - again:.0f} s with {len(emulator.log) - before} requests more"
    counts = repeat_counts(emulator.log)
    repeated = sum(count - 1 for count in counts.values())
    yield f"{len(counts)} different questions, {repeated} asked again (those under way when it was killed)"
    yield f"by service: {dict(Counter(each.service or each.host for each in emulator.log))}"


if __name__ == "__main__":
    main()
