"""Audit one file: itself, and the parts and bibliographies that it names."""

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from citevet.config import Config
from citevet.contracts import Evidence, Progress
from citevet.errors import CitevetError, DatabaseError, MissingInput, TooComplex, TooLarge
from citevet.extract import extract, extract_files
from citevet.extract.references import parse_bibliography
from citevet.jobs.cited_work import list_cited_law
from citevet.jobs.discovery import join_main_file, list_parts
from citevet.jobs.early_results import show_early
from citevet.jobs.entry_tagger import open_tagger
from citevet.jobs.judges import require_named_judge
from citevet.jobs.local_links import find_faulty_links
from citevet.jobs.resolve_citations import (
    ClaimGroup,
    ResolvedCitations,
    collect_judgements,
    compare_with_sources,
    load_body,
    resolve_citations,
)
from citevet.jobs.result_cache import fingerprint_code
from citevet.jobs.rule_findings import JUDGED, apply_rules, select_rules
from citevet.kept_answers import KeptAnswers, keep_answers
from citevet.model import Audit, Citation, CitationKind, Document, Extraction, Meant, Reference, Span, Unread
from citevet.model.document import BIBLIOGRAPHIES
from citevet.read import BIBLIOGRAPHY_FILES, parse, read
from citevet.read.companions import LoadCompanion, add_companions, list_missing_parts
from citevet.read.files import allow_seconds, load_file
from citevet.read.written_entries import write_changes
from citevet.records import dataclass, replace
from citevet.resolve.local.context import LocalContext
from citevet.resolve.local.corpus import has_work
from citevet.rules import is_named
from citevet.session import Session
from citevet.world.paths import is_broken_link, resolve_path
from citevet.world.time_limit import TimeBudget

Key = TypeVar("Key")
Value = TypeVar("Value")
Result = TypeVar("Result")
_KEPT = 10_000_000  # characters of bibliographies that a run keeps
_WORKS = 50_000  # names and years whose answer is kept; a hostile document has a million different ones


def audit_file(
    file: Path, session: Session, progress: Progress | None = None, *, only: Collection[str] | None = None
) -> list[Audit | Unread]:
    """Audit a file and the parts that it includes; trouble with one file is reported and stops nothing else."""
    return examine_file(file, session, partial(audit_document, session=session, progress=progress, only=only))


def examine_file(file: Path, session: Session, examine: Callable[[Document, Config], Result]) -> list[Result | Unread]:
    """Read a file, and examine it and the parts that it includes; trouble is reported and stops nothing else."""
    shown, place = session.show(file), session.here / file
    try:
        config = session.config_for(file)
        require_named_judge(session, config, place.parent)
        _refuse_broken_link(place, shown)
        root, project = session.companion_root_for(file), session.bibliographies_for(file)
        document = read(
            place,
            shown=shown,
            root=root,
            project=project,
            max_bytes=config.max_bytes,
            ocr=config.ocr,
            parse_companion=open_bibliographies(session).parse,
        )
        if session.targets == (file,):  # otherwise the main file may be among them
            document = join_main_file(document, place, session)
        parts = () if document.metadata.get("unread") else list_parts(document)
        examined = [examine(part, config) for part in parts]
        return [*examined, *list_missing_parts(document)]
    except TooComplex as error:  # a kind of TooLarge that no setting allows
        return [Unread(shown, str(error))]
    except TooLarge:
        who = session.find_origin("max-bytes", place.parent)
        bound = "`max-bytes` in citevet.toml" if not who or Path(who).is_absolute() else who
        return [Unread(shown, f"{shown}: larger than {config.max_bytes:,} bytes. Raise {bound}, or split the file.")]
    except DatabaseError:
        raise  # other documents would fail as well
    except CitevetError as error:
        return [Unread(shown, str(error))]
    except Exception as error:  # noqa: BLE001 - a defect in one file must not hide the findings in the others
        return [Unread(shown, f"{shown}: internal error ({type(error).__name__}: {error}). Please report it.")]


def _refuse_broken_link(file: Path, shown: str) -> None:
    """Raise for a link to nothing: "no such file" would read as a mistake in its own name."""
    if is_broken_link(file):
        what = f"this link leads to no file ({file.readlink()})"
        raise MissingInput(what, to=shown, advice="Fix or remove the link, or leave it out with --exclude.")


def audit_document(
    document: Document,
    config: Config,
    session: Session,
    *,
    progress: Progress | None = None,
    only: Collection[str] | None = None,
) -> Audit:
    """Extract, resolve, judge and apply the rules: the steps for a document that was read already.

    `only` are the ids of the claims whose support is judged; by default all are.
    """
    budget = TimeBudget(allow_seconds(len(document.text)), document.path)  # without the network and the judge
    find = partial(_find_evidence, config=config, session=session, progress=progress, only=only, budget=budget)
    with keep_answers(session.once("answers", KeptAnswers, all_rounds=True)):
        if document.is_part and document.format in BIBLIOGRAPHIES:
            shared = open_bibliographies(session)
            settings = repr(config), session.once("round", object)  # the corpus may change between rounds
            evidence = shared.find_evidence(document, settings, find)
        else:
            evidence = find(document)
        with budget.spend():
            return apply_rules(evidence, config, session)


def _find_evidence(
    document: Document,
    *,
    config: Config,
    session: Session,
    progress: Progress | None,
    only: Collection[str] | None,
    budget: TimeBudget,
) -> Evidence:
    corpus, ids = session.corpus_for(config), session.ids_for(config)
    expects_grades = is_named("GRD004", config.select) or corpus.has_grades()
    context = LocalContext(resolve_path(config.root), corpus, expects_grades, ids)
    rules = select_rules(document, config, session)
    needs_judge = any(code.startswith(JUDGED) for code in rules)
    progress = progress and _name_document(progress, document)
    with budget.spend():
        if config.rlm:
            extraction = extract_files(document, ids)
        else:
            found = extract(
                document,
                filed=lru_cache(_WORKS)(partial(has_work, context=context)),
                ids=ids,
                list_entries=open_bibliographies(session).list_entries,
                tagger=partial(open_tagger, session),
            )
            extraction = _add_listed_works(found, config)
        skipped: tuple[CitationKind, ...] = ("author-year",) if config.no_author_year else ()
        resolved = resolve_citations(extraction, context, skipped=skipped)
    early = partial(_show_early, extraction=extraction, context=context, config=config, session=session)
    if not config.is_offline:
        from citevet.jobs.outside import ask_outside  # 100 ms of clients

        ask = partial(ask_outside, when=config.day, rules=rules, progress=progress, early=early)
        resolved = ask(extraction, resolved, session)
    with budget.spend():
        groups = compare_with_sources(extraction, resolved, context)
    chosen = [group for group in groups if only is None or (group.claim and group.claim.id in only)]
    if needs_judge and chosen:
        judged = partial(early, lambda: resolved, groups)
        judged()
        _judge_support(chosen, resolved, context, session=session, config=config, progress=progress, judged=judged)
    if not config.is_offline:
        from citevet.jobs.user_verifiers import ask_verifiers  # likewise

        with budget.spend():
            ask_verifiers(groups, resolved, session)
    with budget.spend():
        place, targets = session.locate(document.path), session.link_targets_for(config)
        links = () if config.rlm else find_faulty_links(document, place, targets)
    return replace(_collect_evidence(extraction, resolved, groups), links=links)


def _collect_evidence(extraction: Extraction, resolved: ResolvedCitations, groups: Sequence[ClaimGroup]) -> Evidence:
    judgements = collect_judgements(groups, resolved.noted)
    return Evidence(extraction, judgements, sources=resolved.sources, write=write_changes)


def _show_early(
    find: Callable[[], ResolvedCitations],
    groups: Sequence[ClaimGroup] | None = None,
    *,
    extraction: Extraction,
    context: LocalContext,
    config: Config,
    session: Session,
) -> None:
    """Show what follows from the answers that are there by now."""

    def audit() -> Audit:
        found = find()
        judged = groups if groups is not None else compare_with_sources(extraction, found, context)
        return apply_rules(_collect_evidence(extraction, found, judged), config, session)

    show_early(session, audit)


@dataclass(slots=True)
class _Bibliography:
    """A bibliography file, and what was found in it so far."""

    file: Document
    entries: tuple[Reference, ...] | None = None
    evidence: tuple[Hashable, Evidence] | None = None  # with the settings that it holds for


class Bibliographies:
    """The bibliographies of a run: each is parsed and examined once, however many documents name it."""

    def __init__(self) -> None:
        self._files: dict[Hashable, _Bibliography] = {}  # the one used last at the end
        self._parsed: dict[tuple[str, str], Document] = {}

    def parse(self, data: bytes, path: str) -> Document:
        """Parse a file that a document names."""
        if Path(path).suffix.lower() not in BIBLIOGRAPHY_FILES:
            return parse(data, path)
        key = path, sha256(data).hexdigest()
        self._parsed[key] = found = self._parsed.pop(key, None) or parse(data, path)
        _drop_oldest(self._parsed, lambda each: len(each.text))
        return found

    def list_entries(self, file: Document) -> tuple[Reference, ...]:
        """Return the entries of a file, or of a chapter that has a list."""
        found = self._find(file)
        if found.entries is None:
            found.entries = tuple(parse_bibliography(file))
        return found.entries

    def find_evidence(self, file: Document, settings: Hashable, find: Callable[[Document], Evidence]) -> Evidence:
        """Return what the rules know of a file; only which entries are cited differs from document to document."""
        found = self._find(file)
        if found.evidence is None or found.evidence[0] != settings:
            found.evidence = settings, find(file)
        evidence = found.evidence[1]
        return replace(evidence, extraction=replace(evidence.extraction, document=file))

    def _find(self, file: Document) -> _Bibliography:
        key = file.path, file.sha256, len(file.marks)  # which marks a chapter has depends on its main file
        self._files[key] = found = self._files.pop(key, None) or _Bibliography(file)
        _drop_oldest(self._files, lambda each: len(each.file.text))
        return found


def open_bibliographies(session: Session) -> Bibliographies:
    """Return the bibliographies of a run."""
    return session.once("bibliographies", Bibliographies, all_rounds=True)


def _drop_oldest(kept: dict[Key, Value], measure: Callable[[Value], int]) -> None:
    while len(kept) > 1 and sum(map(measure, kept.values())) > _KEPT:
        del kept[next(iter(kept))]


def _add_listed_works(found: Extraction, config: Config) -> Extraction:
    """Add, online, the listed works that no text cites, and the law that entries cite."""
    if found.document.is_part or config.is_offline:
        return found
    law = (each for entry in found.references for each in list_cited_law(found.document, entry))
    more = [*_cite_entries(found), *law]
    numbered = (replace(each, id=f"c{number}") for number, each in enumerate(more, len(found.citations) + 1))
    return replace(found, citations=(*found.citations, *numbered))


def _cite_entries(extraction: Extraction) -> Iterator[Citation]:
    """Yield a citation of each listed work that the text does not cite, so that it is looked up as well.

    In a bibliography these are all works; in a document, works of its own list.
    """
    is_list = extraction.document.format in BIBLIOGRAPHIES
    cited = {citation.reference for citation in extraction.citations}
    entries = (
        each
        for each in extraction.references
        if is_list or (each.origin == "list" and not each.back and each.id not in cited)
    )
    for entry in entries:
        end = min(entry.span.end, entry.span.start + len(entry.text.partition("\n")[0]))
        span = Span(entry.span.start, end)
        text = extraction.document.slice(span)
        yield Citation("", "key", span, text, entry.key, meant=Meant("entry", entry.id), parts={"listed": "uncited"})


def _name_document(progress: Progress, document: Document) -> Progress:
    """Return a progress function that names the document that the work belongs to."""
    return lambda done, total, what: progress(done, total, f"{what}: {document.path}")


def _judge_support(
    groups: Sequence[ClaimGroup],
    resolved: ResolvedCitations,
    context: LocalContext,
    *,
    session: Session,
    config: Config,
    progress: Progress | None,
    judged: Callable[[], None],
) -> None:
    """Judge whether the sources that have a text support the claims; a document that cites none needs no model.

    `judged` is called from time to time, with some more judgements in the groups, if somebody wants early results.
    """
    found = {name: source for name, source in resolved.sources.items() if source.entry or name in resolved.texts}
    if not found:
        return
    # Late: 60 ms of word lists, and most runs judge nothing.
    from citevet.jobs.claim_support import judge_support, load_claim_judge
    from citevet.jobs.source_windows import open_window_cache

    judge = load_claim_judge(session, config, progress)
    windows = open_window_cache(session, fingerprint_code(session))
    load = partial(load_body, context=context, texts=resolved.texts)
    sources = {
        name: windows.get((str(context.root), name, source.path or ""), source, partial(load, source))
        for name, source in found.items()
    }
    with session.keep_cache_open():
        judge_support(groups, resolved, judge, sources=sources, judged=judged if session.show_early else None)


def load_companions(document: Document, session: Session, *, load: LoadCompanion = load_file) -> list[Document]:
    """Return a document that comes without a file with the bibliography and parts that it names, and these after it."""
    config, path = session.config_for(document.path), Path(document.path)
    root, project = session.companion_root_for(path), session.bibliographies_for(path, load)
    shared = open_bibliographies(session)
    add = partial(add_companions, root=root, parse=shared.parse, max_bytes=config.max_bytes, load=load, project=project)
    return [*list_parts(add(document, session.here / path))]
