"""Look up single works: identifiers, citations and whole bibliographies, without judging any claim."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from citevet.contracts import Progress
from citevet.errors import MissingInput
from citevet.extract import extract
from citevet.jobs.cited_work import list_cited_law
from citevet.jobs.entry_tagger import open_tagger
from citevet.jobs.outside import OutsideWorld
from citevet.model import LAW, Citation, Document, Extraction, Meant, Reference, Resolution
from citevet.read import READERS, parse_text, read
from citevet.report.resolved import ResolvedWork
from citevet.session import Session

Asked = tuple[Document, Citation, Reference | None]  # a work, where it is named
_IN_ENTRIES = frozenset({"author-year", "journal"})  # kinds of citations that an entry in words may seem to have
_NUMBER = "[1] "  # makes a text an entry of a list
_LONGEST_PATH = 1_000  # characters; anything longer is a text


def resolve_named(targets: Sequence[str], session: Session, progress: Progress | None = None) -> list[ResolvedWork]:
    """Look up each target: the works that a file lists or cites, or the work that a text names."""
    return _resolve([each for target in targets for each in _list_works(target, session)], session, progress)


def resolve_given(
    targets: Sequence[str | Document], session: Session, progress: Progress | None = None
) -> list[ResolvedWork]:
    """Look up what a stranger names: a text, or a document that was sent along, and never a file of this machine."""
    asked = [
        each
        for target in targets
        for each in (
            _list_in(extract(target, tagger=partial(open_tagger, session)))
            if isinstance(target, Document)
            else _list_in_text(target, session)
        )
    ]
    return _resolve(asked, session, progress)


def _number_meant(meant: Meant, place: int) -> Meant:
    return replace(meant, entry=f"{place} {meant.entry}") if meant.entry else meant


def _resolve(asked: Sequence[Asked], session: Session, progress: Progress | None) -> list[ResolvedWork]:
    world = OutsideWorld(session, session.config.day, progress)
    # Entries of several files may have the same id.
    numbered = [
        (replace(citation, id=f"w{place}", meant=_number_meant(citation.meant, place)), reference)
        for place, (_, citation, reference) in enumerate(asked)
    ]
    found = world.add_copies(world.resolve(numbered))
    return [
        _describe(document, citation, found[one.id])
        for (document, citation, _), (one, _) in zip(asked, numbered, strict=True)
    ]


def _list_works(target: str, session: Session) -> Iterator[Asked]:
    """Yield the works of a file, if there is one of that name, else those of the text."""
    file = session.here / target
    if len(target) < _LONGEST_PATH and "\n" not in target and file.is_file():
        document = read(file, shown=target, max_bytes=session.config.max_bytes)
        yield from _list_in(extract(document, tagger=partial(open_tagger, session)))
        return
    yield from _list_in_text(target, session)


def _list_in_text(target: str, session: Session) -> Iterator[Asked]:
    """Yield the entries of a list, else the citations of a text, else the text itself as an entry."""
    extraction = extract(parse_text(f"{target}\n", "text.md"))
    if not extraction.citations:
        _refuse_file_name(target)
    # "Nature. 2013;500:54-58" is read as a citation in running text, and is the end of an entry here.
    if all(each.kind in _IN_ENTRIES for each in extraction.citations):
        listed = parse_text(f"## References\n\n{_NUMBER}{target}\n", "text.md")
        entry = extract(listed, tagger=partial(open_tagger, session))
        is_whole = any(each.authors and each.likely_title for each in entry.references)
        extraction = entry if is_whole or not extraction.citations else extraction
    yield from _list_in(extraction)


def _refuse_file_name(target: str) -> None:
    """Raise for the name of a file that is not there: a search for its name would find nothing, or anything."""
    if not any(char.isspace() for char in target) and Path(target).suffix.lower() in READERS:
        raise MissingInput("no such file", to=target, advice="Check the path.")


def _list_in(extraction: Extraction) -> Iterator[Asked]:
    document = extraction.document
    for reference in extraction.references:
        law = list_cited_law(document, reference, malformed=True)
        if not law or reference.authors or any(each.kind not in LAW for each in reference.identifiers):
            entry = Citation(
                "", "key", reference.span, reference.text, reference.key, meant=Meant("entry", reference.id)
            )
            yield document, entry, reference
        yield from ((document, each, None) for each in law)
    for citation in extraction.citations:
        if citation.reference is None:
            yield document, citation, None


def _describe(document: Document, citation: Citation, resolution: Resolution) -> ResolvedWork:
    is_file = document.path != "text.md"
    line = document.lines.position(citation.span.start)[0] if is_file else None
    text = citation.text if is_file else citation.text.removeprefix(_NUMBER)
    return ResolvedWork(" ".join(text.split()), resolution, document.path if is_file else "", line)
