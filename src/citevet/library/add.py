"""A file or a record → a new entry of the corpus, unless it is there already."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from re import compile as pattern

from citevet.errors import WriteError
from citevet.library import places, staging
from citevet.library.describe import describe
from citevet.library.files import survey
from citevet.library.lock import Busy, locked
from citevet.library.names import folded
from citevet.library.record import Record
from citevet.library.shelf import Shelf, open_shelf
from citevet.model import Entry
from citevet.read.frontmatter import dump

_PATIENCE = 60.0  # seconds that another addition may take
_HIGHEST = 1_000_000  # ids above are somebody's jest, and not counted on from
_SLUG = 60  # characters; in Hangul 180 bytes, and a file's name may have 255
_MARKDOWN = frozenset({".md", ".markdown", ".mdx", ".qmd", ".rmd"})
_NUMBER = pattern(r"REF-(\d{1,32})")


@dataclass(frozen=True, slots=True)
class Given:
    """What the user says of the source; it goes before what the file says."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    year: str | None = None
    source_type: str | None = None
    relevance: str | None = None


@dataclass(frozen=True, slots=True)
class Added:
    """Where a source stands in the corpus now, or stood before."""

    entry: str  # REF-043
    path: Path  # of its Markdown file
    already: bool = False
    lacks: tuple[str, ...] = ()  # fields that nobody knows: to be filled in by hand
    notes: tuple[str, ...] = ()  # what was seen and not believed, a clause each


def add(root: Path, corpus: Path, source: Path | Record, *, given: Given | None = None, today: date) -> Added:
    """Write an entry and, beside it, the file; two at once get different ids, and one that is killed leaves nothing."""
    given = given or Given()
    record = _titled(_with(describe(source) if isinstance(source, Path) else source, given))
    try:
        corpus.mkdir(parents=True, exist_ok=True)
        with ExitStack() as held:
            folders = sorted({*places.corpora(root, corpus), corpus})
            for folder in folders:  # ids are given once in a project, whichever of its folders they lie in
                held.enter_context(locked(folder, _PATIENCE))
                staging.recover_held(folder)
            return _added(record, root=root, corpus=corpus, relevance=given.relevance, today=today)
    except Busy as error:
        advice = "Wait until the other addition has ended, and try again."
        raise WriteError("another program is adding to the corpus", to=str(corpus), advice=advice) from error
    except OSError as error:
        what = f"the entry cannot be written ({error.strerror or error})"
        raise WriteError(
            what, to=str(corpus), advice="Nothing was left behind; check the disk and the folder."
        ) from error


def _with(record: Record, given: Given) -> Record:
    said = {"title": given.title, "authors": given.authors, "year": given.year, "source_type": given.source_type}
    record = replace(record, title=" ".join(record.title.split()))
    return replace(record, **{name: value for name, value in said.items() if value})  # type: ignore[arg-type]  # as named


def _titled(record: Record) -> Record:
    """Let the name of the file stand for a title that nobody found."""
    name = " ".join(record.stem.replace("_", " ").replace("-", " ").split())
    if record.title or not name:
        return record
    note = "no title was found, and the name of the file stands for it"
    return replace(record, title=name, notes=(*record.notes, note))


def _added(record: Record, *, root: Path, corpus: Path, relevance: str | None, today: date) -> Added:
    shelf = open_shelf(root, corpus)
    try:
        known = _known(shelf, record)
        if known:
            notes = () if record.data is None or _is_same(known, record) else (_ATTACH.format(ref=known.id),)
            return Added(known.id, root / known.path, already=True, notes=notes)
        ref = _next(root, shelf.folders)
    finally:
        shelf.close()
    stem = "-".join(filter(None, (ref, _slug(record))))
    ending = ".markdown" if record.ending in _MARKDOWN else record.ending  # beside the entry, .md would be an entry too
    attached = (f"{stem}{ending or '.txt'}", record.data) if record.data is not None else None
    text = _text(ref, record, file=attached[0] if attached else None, relevance=relevance, today=today)
    staging.place(corpus, f"{stem}.md", text, attached=attached)
    return Added(ref, corpus / f"{stem}.md", lacks=record.lacks, notes=record.notes)


_ATTACH = "it is the same work by its identifier, and the file was not filed; put it beside {ref} to give that its text"


def _known(shelf: Shelf, record: Record) -> Entry | None:
    """Return the entry that has the same file, or the same DOI, arXiv id or, without a file, address."""
    if record.data is not None:
        found = shelf.holding(sha256(record.data).hexdigest())
        if found:
            return found[0]
    kinds = ("doi", "arxiv", "isbn") if record.data is not None else ("doi", "arxiv", "isbn", "url")
    return next((entry for kind in kinds for entry in shelf.identified(kind, record.identifiers.get(kind, ""))), None)


def _is_same(entry: Entry, record: Record) -> bool:
    return entry.file_sha256 == sha256(record.data or b"").hexdigest()


def _next(root: Path, folders: Sequence[Path]) -> str:
    """Return the id after the highest that any file has in its name, so that no orphan gets a new owner."""
    numbers = (int(found[1]) for ref in survey(root, folders).by_id if (found := _NUMBER.fullmatch(ref)))
    return f"REF-{max((number for number in numbers if number < _HIGHEST), default=0) + 1:03d}"


def _slug(record: Record) -> str:
    """Return the title, or the name that the file had, as a part of a name; never with the ending of a sidecar's."""
    words = folded(record.title or record.stem)[:_SLUG].split()
    while words and words[-1] == "citations":
        words.pop()
    return "-".join(words)


def _text(ref: str, record: Record, *, file: str | None, relevance: str | None, today: date) -> str:
    why = " ".join((relevance or "").split())
    values = {name: value for name, value in _fields(ref, record, file) if value}
    head = dump({**values, **({"relevance": why} if why else {}), "documented_date": today})
    return f"{head}\n# {record.title or ref}\n" + (f"\n## Relevance\n\n{why}\n" if why else "")


def _fields(ref: str, record: Record, file: str | None) -> Iterator[tuple[str, object]]:
    digest = sha256(record.data).hexdigest() if record.data is not None else None
    is_pdf = record.ending == ".pdf"
    yield "ref_id", ref
    yield "title", record.title
    yield "authors", list(record.authors)
    yield "year", int(record.year) if record.year and record.year.isdigit() else record.year
    yield "source_type", record.source_type
    yield "venue", {"name": record.venue} if record.venue else None
    yield "identifiers", dict(record.identifiers)
    yield "total_pages", record.pages
    yield "sections", [{"name": part.name, "pages": f"{part.first}-{part.last}"} for part in record.sections]
    yield ("pdf" if is_pdf else "file"), file
    yield ("pdf_hash" if is_pdf else "file_sha256"), digest
