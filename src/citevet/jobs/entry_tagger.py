"""The tagger of reference entries, loaded once in a run, when the first document has a list."""

from functools import partial

from citevet.contracts import AuthorLookup, EntryTagger, ProjectIds
from citevet.errors import ModelError
from citevet.extract import NO_IDS, extract
from citevet.extract.entry_features import VERSION
from citevet.extract.masked_text import lookup_nothing
from citevet.extract.references import ListEntries
from citevet.model import Document, Extraction
from citevet.session import Session
from citevet.world.reference_tagger import find_tagger, load_tagger


def extract_document(
    document: Document,
    *,
    filed: AuthorLookup = lookup_nothing,
    ids: ProjectIds = NO_IDS,
    list_entries: ListEntries | None = None,
) -> Extraction:
    """Find what the document cites, lists and claims, and which citations back which claim.

    `filed` looks up works in the corpus: a name and a year alone cite a work that the corpus has.
    `ids` are the project's own. `list_entries` returns those of a bibliography file, which documents may share.
    A tagger that is missing or damaged raises ModelError for a document with a list.
    """
    tagger = partial(load_tagger, find_tagger(), VERSION)
    return extract(document, filed=filed, ids=ids, list_entries=list_entries, tagger=tagger)


def open_tagger(session: Session) -> EntryTagger | None:
    """Return the tagger; none where it is missing, damaged or foreign, which `explain_no_tagger` says once."""
    return _open(session)[0]


def explain_no_tagger(session: Session) -> str:
    """Return why entries were not tagged, with what to do; empty where they were."""
    return _open(session)[1]


def _open(session: Session) -> tuple[EntryTagger | None, str]:
    def load() -> tuple[EntryTagger | None, str]:
        try:
            return load_tagger(find_tagger(), VERSION), ""
        except ModelError as error:
            return None, f"reference entries were not tagged: {error}"

    return session.once("entry tagger", load, all_rounds=True)
