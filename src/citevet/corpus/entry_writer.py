"""Write new entries into a corpus folder, under a lock, with the next free id."""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path

from citevet.corpus.corpus_folders import FolderBusy, find_corpus_folders, lock_folder
from citevet.corpus.file_survey import survey_files
from citevet.corpus.source_records import SourceRecord
from citevet.corpus.staging import recover_locked
from citevet.errors import WriteError
from citevet.model.entry import CITATION_KEY, LISTED_IN
from citevet.read.frontmatter import dump_front_matter
from citevet.text.names import fold_name

_LOCK_TIMEOUT = 60.0  # seconds that another addition may take
_MAX_ID = 1_000_000  # higher ids are ignored when the next one is chosen
_MAX_SLUG = 60  # characters; in Hangul 180 bytes, and a file name may have 255
MARKDOWN_ENDINGS = frozenset({".md", ".markdown", ".mdx", ".qmd", ".rmd"})
_NUMBER = re.compile(r"REF-(\d{1,32})")


@contextmanager
def lock_corpus(root: Path, corpus: Path) -> Iterator[None]:
    """Lock all corpus folders of a project for a change in one of them, which is made if it does not exist."""
    try:
        corpus.mkdir(parents=True, exist_ok=True)
        with ExitStack() as locks:
            for folder in sorted({*find_corpus_folders(root, corpus), corpus}):  # ids are unique across all folders
                locks.enter_context(lock_folder(folder, _LOCK_TIMEOUT))
                recover_locked(folder)
            yield
    except FolderBusy as error:
        advice = "Wait until the other change has ended, and try again."
        raise WriteError("another program is changing the corpus", to=str(corpus), advice=advice) from error
    except OSError as error:
        what = f"the corpus cannot be changed ({error.strerror or error})"
        advice = "Nothing was changed; check the disk and the folder."
        raise WriteError(what, to=str(corpus), advice=advice) from error


def make_entry_files(
    ref: str,
    record: SourceRecord,
    *,
    relevance: str | None = None,
    today: date,
    digest: str | None = None,
    listed_in: str | None = None,
    key: str = "",
) -> dict[str, bytes]:
    """Return the Markdown file of an entry and the file of its source, by name.

    `listed_in` is the bibliography that alone says that the work exists.
    """
    stem = "-".join(filter(None, (ref, _slug(record))))
    ending = ".markdown" if record.ending in MARKDOWN_ENDINGS else record.ending  # a .md file would be another entry
    attached = {f"{stem}{ending or '.txt'}": record.data} if record.data is not None else {}
    named = ((CITATION_KEY, key), (LISTED_IN, listed_in))
    fields = (*_entry_fields(ref, record, next(iter(attached), None), digest), *named)
    text = _entry_text(dict(fields), relevance=" ".join((relevance or "").split()), today=today)
    return {f"{stem}.md": text.encode(), **attached}


def find_free_number(root: Path, folders: Sequence[Path]) -> int:
    """Return the number after the highest in any file name, so that an orphaned file gets no new owner."""
    numbers = (int(found[1]) for ref in survey_files(root, folders).by_id if (found := _NUMBER.fullmatch(ref)))
    return max((number for number in numbers if number < _MAX_ID), default=0) + 1


def _slug(record: SourceRecord) -> str:
    """Return the title or the stem of the file as part of a file name; never with the ending of a sidecar."""
    words = fold_name(record.title or record.stem)[:_MAX_SLUG].split()
    while words and words[-1] == "citations":
        words.pop()
    return "-".join(words)


def _entry_text(fields: dict[str, object], *, relevance: str, today: date) -> str:
    values = {name: value for name, value in fields.items() if value}
    head = dump_front_matter({**values, **({"relevance": relevance} if relevance else {}), "documented_date": today})
    title = fields["title"] or fields["ref_id"]
    return f"{head}\n# {title}\n" + (f"\n## Relevance\n\n{relevance}\n" if relevance else "")


def _entry_fields(ref: str, record: SourceRecord, file: str | None, digest: str | None) -> Iterator[tuple[str, object]]:
    is_pdf = record.ending == ".pdf"
    yield "ref_id", ref
    yield "title", record.title
    yield "authors", list(record.authors)
    yield "year", int(record.year) if record.year and record.year.isdigit() else record.year
    yield "source_type", record.source_type
    yield "venue", {"name": record.venue} if record.venue else None
    yield "identifiers", dict(record.identifiers)
    yield "abstract", record.abstract
    yield "total_pages", record.pages
    yield "sections", [{"name": part.name, "pages": f"{part.first}-{part.last}"} for part in record.sections]
    yield ("pdf" if is_pdf else "file"), file
    yield ("pdf_hash" if is_pdf else "file_sha256"), digest
