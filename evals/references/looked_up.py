"""References that are looked up: wrong identifiers, works without one, and invented works, through the emulator.

The works of a folder are all that the emulated services know: Crossref has all, Europe PMC the articles, dblp the
papers of conferences, arXiv each of them under an invented id.
"""

import json
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any
from urllib.parse import unquote

from citevet.model import Record
from citevet.model.references import ReferenceRow
from evals.references.faults import FAULTS
from evals.references.styles import STYLES, loosen
from evals.references.works import Work

_STYLES = ("apa", "vancouver", "ieee", "chicago", "harvard", "bibtex")
_ARXIV = "2001.{:05}"
_WORD = re.compile(r"\w+")
_ID = re.compile(r"2001\.(\d{5})")
_BY_TITLE = "author invented", "first author", "author added", "title word", "year by five", "volume", "container"
_FEW = 3  # letters of a word by which works are searched
KINDS = (
    "right",
    "DOI of another",
    "DOI typo",
    "arXiv of another",
    "right, no id",
    *(f"{kind}, no id" for kind in _BY_TITLE),
    "invented journal",
    "invented paper",
)


@dataclass(frozen=True)
class Asked:
    """A reference that is looked up."""

    style: str
    kind: str
    text: str


class Library:
    """What the emulated services know."""

    def __init__(self, works: Sequence[tuple[Work, Record]]) -> None:
        self.works = list(works)
        self.by_doi = {record.id: at for at, (_, record) in enumerate(self.works)}
        self._index: defaultdict[str, set[int]] = defaultdict(set)
        for at, (work, _) in enumerate(self.works):
            for word in _split(f"{work.title} {work.authors[0][0]}"):
                self._index[word].add(at)

    def search(self, words: str, rows: int) -> list[int]:
        """Return the works that share most words with a query."""
        counts = Counter(at for word in _split(words) for at in self._index[word])
        return [at for at, _ in sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:rows]]

    def search_container(self, container: str, year: int, rows: int) -> list[int]:
        """Return some works of a container and a year."""
        wanted = _split(container)
        fits = [
            at
            for at, (work, _) in enumerate(self.works)
            if work.year == str(year) and wanted & (_split(work.venue) | _split(work.short_venue))
        ]
        return sorted(fits, key=lambda at: -_share(wanted, self.works[at][0]))[:rows]

    def describe(self, at: int) -> dict[str, Any]:
        """Return a work as Crossref sends it."""
        work, record = self.works[at]
        return {
            "DOI": record.id,
            "type": work.type,
            "title": [work.title],
            "author": [{"family": family, "given": given} for family, given in work.authors],
            "issued": {"date-parts": [[int(work.year)]]},
            "container-title": [work.venue],
            "short-container-title": [work.short_venue] if work.short_venue else [],
            "volume": work.volume,
            "issue": work.issue,
            "page": work.pages,
        }


def _share(wanted: set[str], work: Work) -> float:
    return max(
        len(wanted & words) / len(wanted | words) for words in map(_split, (work.venue, work.short_venue or "x"))
    )


def _split(text: str) -> set[str]:
    return {word for word in _WORD.findall(text.casefold()) if len(word) >= _FEW}


def make_services(library: Library) -> dict[str, Any]:
    """Return what answers for each service."""
    makers = {
        "crossref": _make_crossref,
        "doi": _make_doi,
        "europepmc": _make_europepmc,
        "dblp": _make_dblp,
        "arxiv": _make_arxiv,
    }
    return {name: make(library) for name, make in makers.items()}


def _make_crossref(library: Library) -> Any:  # noqa: ANN401 - an answer of the emulator
    from tests.emulator.server import Request, Response

    def crossref(request: Request) -> Response:
        path, query = unquote(request.path).lower(), request.query
        if path != "/works":
            at = library.by_doi.get(path.removeprefix("/works/"))
            return Response("Resource not found.", 404) if at is None else Response({"message": library.describe(at)})
        rows, year = int(query.get("rows", "20")), re.search(r"from-pub-date:(\d{4})", query.get("filter", ""))
        kept = [each.partition(":") for each in query.get("filter", "").split(",")]
        found = [library.by_doi[doi] for name, _, doi in kept if name == "doi" and doi in library.by_doi]
        if year and "query.container-title" in query:
            found = library.search_container(query["query.container-title"], int(year[1]), rows)
        elif "query.bibliographic" in query and "update" not in query.get("filter", ""):
            found = library.search(query["query.bibliographic"], rows)
        return Response({"message": {"items": [library.describe(at) for at in found]}})

    return crossref


def _make_doi(library: Library) -> Any:  # noqa: ANN401 - an answer of the emulator
    from tests.emulator.server import Request, Response

    def doi(request: Request) -> Response:
        path = unquote(request.path).lower()
        name = path.removeprefix("/api/handles/") if path.startswith("/api/") else path.split("/", 2)[-1]
        is_known = name in library.by_doi
        if path.startswith("/api/handles/"):
            body: dict[str, Any] = {"responseCode": 1 if is_known else 100, "handle": name, "values": []}
            return Response(body, 200 if is_known else 404)
        return Response(
            [{"DOI": name, "RA": "Crossref"} if is_known else {"DOI": name, "status": "DOI does not exist"}]
        )

    return doi


def _make_europepmc(library: Library) -> Any:  # noqa: ANN401 - an answer of the emulator
    from tests.emulator.server import Request, Response

    def europepmc(request: Request) -> Response:
        query = request.query.get("query", "")
        title = re.search(r'TITLE:"([^"]*)"', query)
        journal = re.search(r'JOURNAL:"([^"]*)" AND PUB_YEAR:(\d{4})', query)
        found: list[int] = []
        if title:
            wanted = title[1].casefold()
            found = [at for at in library.search(wanted, 50) if wanted in library.works[at][0].title.casefold()]
        elif journal:
            found = library.search_container(journal[1], int(journal[2]), 50)
        rows = [_show_europepmc(library.works[at][0]) for at in found if _is_article(library.works[at][0])][:5]
        return Response({"hitCount": len(rows), "resultList": {"result": rows}})

    return europepmc


def _make_dblp(library: Library) -> Any:  # noqa: ANN401 - an answer of the emulator
    from tests.emulator.server import Request, Response

    def dblp(request: Request) -> Response:
        words = _split(request.query.get("q", ""))
        found = [
            each
            for at in library.search(" ".join(words), 200)
            for each in [library.works[at][0]]
            if not _is_article(each) and words <= _split(f"{each.title} {each.venue} {each.year}")
        ]
        years = {word for word in words if re.fullmatch(r"(?:19|20)\d\d", word)}
        if not found and years:  # a container and a year
            places = library.search_container(" ".join(words - years), int(min(years)), 20)
            found = [library.works[at][0] for at in places if not _is_article(library.works[at][0])]
        hits = [{"info": _show_dblp(each)} for each in found[:20]]
        return Response({"result": {"status": {"@code": "200"}, "hits": {"@total": str(len(hits)), "hit": hits}}})

    return dblp


def _make_arxiv(library: Library) -> Any:  # noqa: ANN401 - an answer of the emulator
    from tests.emulator.server import Request, Response

    def arxiv(request: Request) -> Response:
        numbers = [int(each) for each in _ID.findall(request.query.get("id_list", ""))]
        entries = [_show_arxiv(at, library.works[at][0]) for at in numbers if at < len(library.works)]
        head = '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">'
        count = f"<opensearch:totalResults>{len(entries)}</opensearch:totalResults>"
        return Response(f"{head}{count}{''.join(entries)}</feed>", type="application/atom+xml")

    return arxiv


def _is_article(work: Work) -> bool:
    return work.type == "journal-article"


def _show_europepmc(work: Work) -> dict[str, Any]:
    journal = {"title": work.venue, "isoabbreviation": work.short_venue}
    return {
        "id": work.doi,
        "source": "MED",
        "doi": work.doi,
        "title": work.title,
        "authorString": ", ".join(f"{family} {given[:1]}" for family, given in work.authors),
        "pubYear": work.year,
        "journalInfo": {"volume": work.volume, "issue": work.issue, "journal": journal},
        "pageInfo": work.pages,
        "pubTypeList": {"pubType": ["journal article"]},
    }


def _show_dblp(work: Work) -> dict[str, Any]:
    return {
        "key": f"conf/x/{work.doi}",
        "type": "Conference and Workshop Papers",
        "title": f"{work.title}.",
        "venue": work.venue,
        "year": work.year,
        "pages": work.pages,
        "doi": work.doi,
        "authors": {"author": [{"text": f"{given} {family}"} for family, given in work.authors]},
    }


def _show_arxiv(at: int, work: Work) -> str:
    people = "".join(f"<author><name>{escape(f'{given} {family}')}</name></author>" for family, given in work.authors)
    dates = "".join(f"<{name}>{work.year}-01-01T00:00:00Z</{name}>" for name in ("published", "updated"))
    link = f"<id>http://arxiv.org/abs/{_ARXIV.format(at)}v1</id>"
    return f"<entry>{link}<title>{escape(work.title)}</title>{dates}<summary>None.</summary>{people}</entry>"


def list_asked(library: Library, count: int, random: Random) -> Iterator[Asked]:
    """Yield references of each kind and style."""
    works = [work for work, _ in library.works]
    for at in random.sample(range(len(works)), min(count, len(works))):
        work, other = works[at], works[(at + 1 + random.randrange(len(works) - 1)) % len(works)]
        for style in _STYLES:
            write, bare = STYLES[style], replace(work, doi="")
            yield Asked(style, "right", write(loosen(work, random)))
            yield Asked(style, "DOI of another", write(replace(work, doi=other.doi)))
            yield Asked(style, "DOI typo", write(replace(work, doi=_mistype(work.doi, random))))
            number = library.by_doi[other.doi]
            yield Asked(style, "arXiv of another", _add_arxiv(write(bare), _ARXIV.format(number)))
            yield Asked(style, "right, no id", _drop_doi(write(loosen(bare, random))))
            kind = random.choice(_BY_TITLE)
            if wrong := FAULTS[kind](bare, other, random):
                strangers = {each for each in wrong.authors if each not in work.authors}
                text = _drop_doi(write(wrong))
                if text != _drop_doi(write(bare)) and all(family in text for family, _ in strangers):
                    yield Asked(style, f"{kind}, no id", text)
            if work.first and (work.volume or not _is_article(work)):
                kind = "invented journal" if _is_article(work) else "invented paper"
                yield Asked(style, kind, _drop_doi(write(_invent(work, works, random))))


def _mistype(doi: str, random: Random) -> str:
    """Exchange a digit of a DOI behind its prefix."""
    prefix, _, name = doi.partition("/")
    places = [at for at, sign in enumerate(name) if sign.isdigit()]
    at = random.choice(places) if places else len(name) - 1
    return f"{prefix}/{name[:at]}{(int(name[at]) + random.randrange(1, 9)) % 10 if places else 7}{name[at + 1 :]}"


def _invent(work: Work, works: Sequence[Work], random: Random) -> Work:
    """Return a work that does not exist: container and year of a real one, people of others, a title of words."""
    words = [word for each in random.sample(list(works), 4) for word in each.title.split() if len(word) > _FEW]
    people = tuple(random.choice(random.choice(works).authors) for _ in range(random.randrange(2, 5)))
    title = " ".join(dict.fromkeys(word.strip(".,:;?()").lower() for word in random.sample(words, min(9, len(words)))))
    first = random.randrange(100, 900)
    return replace(
        work,
        title=title.capitalize(),
        authors=people,
        doi="",
        first=str(first),
        last=str(first + random.randrange(5, 20)),
    )


def _drop_doi(text: str) -> str:
    return re.sub(r",?\s*doi:\s*\.?$", "", text.rstrip())


def _add_arxiv(text: str, number: str) -> str:
    if text.startswith("@"):
        return text.removesuffix("\n}") + f",\n  eprint = {{{number}}},\n  archiveprefix = {{arXiv}}\n}}"
    return f"{_drop_doi(text).rstrip('.')}. arXiv:{number}"


def look_up(asked: Sequence[Asked], folder: Path) -> Iterator[tuple[Asked, ReferenceRow]]:
    """Yield each reference with its row of the editor's table."""
    from citevet.scale.reference_batch import tabulate
    from citevet.session import Session

    of_key: dict[tuple[str, str], Asked] = {}
    for style in _STYLES:
        group = [each for each in asked if each.style == style]
        for start in range(0, len(group), 150):
            part = group[start : start + 150]
            file = folder / f"{style}-{start}.{'bib' if style == 'bibtex' else 'md'}"
            keys = [f"k{at}" if style == "bibtex" else str(at) for at in range(1, len(part) + 1)]
            of_key |= {(file.name, key): each for key, each in zip(keys, part, strict=True)}
            lines = [each.text.replace("KEY", key, 1) for key, each in zip(keys, part, strict=True)]
            if style == "bibtex":
                file.write_text("\n".join(lines))
            else:
                numbered = "\n\n".join(f"[{key}] {line}" for key, line in zip(keys, lines, strict=True))
                file.write_text(f"Text [1].\n\n## References\n\n{numbered}\n")
    for row in tabulate(sorted(folder.iterdir()), Session({"online": True, "max-requests": 0})).rows:
        if each := of_key.get((Path(row.path).name, row.key)):
            yield each, row


def is_warned(row: ReferenceRow) -> bool:
    """Check for an error or a warning."""
    if row.is_bad or row.word == "likely fabricated":
        return True
    return row.word == "matches with errors" and not row.is_slip


def report(works: Sequence[tuple[Work, Record]], count: int, keep: Path | None) -> str:
    """Look references up and return a table: warned of, only noted, and of how many."""
    tests = ModuleType("tests")
    tests.__path__ = [str(Path(__file__).parents[2] / "tests")]
    sys.modules["tests"] = tests
    from tests.emulator.server import Emulator

    library = Library(works)
    asked = list(list_asked(library, count, Random(44)))
    counts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    missed: list[str] = []
    with Emulator(extra=make_services(library), hurries=True) as emulator, TemporaryDirectory() as home:
        os.environ |= {
            "CITEVET_SERVICES": json.dumps(emulator.services),
            "CITEVET_RESOLVE_HOSTS": json.dumps(emulator.routes),
            "CITEVET_ALLOW_PRIVATE": "1",
            "CITEVET_CACHE_DIR": f"{home}/cache",
        }
        folder = Path(home) / "papers"
        folder.mkdir()
        for each, row in look_up(asked, folder):
            for style in ("all", each.style):
                counts[style, each.kind]["count"] += 1
                counts[style, each.kind]["warned"] += is_warned(row)
                counts[style, each.kind]["noted"] += row.word != "matches" and not is_warned(row)
            if is_warned(row) == each.kind.startswith("right"):
                what = "; ".join(f"{one.field} {one.kind}: {one.cited} / {one.recorded}" for one in row.differences)
                missed.append(
                    json.dumps([each.style, each.kind, each.text, f"{row.word} {row.reason} {row.note}", what])
                )
    if keep:
        keep.write_text("\n".join(missed))
    return _render(counts)


def _render(counts: dict[tuple[str, str], Counter[str]]) -> str:
    styles = ("all", *_STYLES)
    rows = [f"{'looked up: warned+noted/all':28}" + "".join(f"{style:>13}" for style in styles)]
    for kind in KINDS:
        cells = [counts[style, kind] for style in styles]
        shown = [f"{each['warned']}+{each['noted']}/{each['count']}" if each["count"] else "-" for each in cells]
        rows.append(f"{kind:28}" + "".join(f"{cell:>13}" for cell in shown))
    return "\n".join(rows)
