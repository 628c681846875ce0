"""Lock the verdict on each claim with its evidence, and find what drifted since."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from os.path import relpath
from pathlib import Path

from citevet.config import Config
from citevet.contracts import Progress
from citevet.errors import ConfigError, MissingInput, TooLarge, UsageError
from citevet.jobs.check import drop_repetitions, run_check
from citevet.jobs.discovery import discover_documents
from citevet.jobs.document_audit import audit_document, audit_file
from citevet.jobs.lock_drift import (
    Cause,
    ClaimDrift,
    SentenceFate,
    carry_over,
    explain_drift,
    find_fate,
    find_nearest,
    match_claims,
)
from citevet.jobs.resolve_citations import load_body
from citevet.jobs.run_summary import describe_judge
from citevet.jobs.source_windows import SourceWindows
from citevet.limits import LOCK_BYTES
from citevet.model import Audit, Judgement, Source, Unread
from citevet.read.files import load_file
from citevet.records import dataclass, field
from citevet.report.lock_file import (
    LockedClaim,
    LockedDocument,
    LockedPassage,
    LockedSource,
    PassageOrigin,
    fold,
    hash_text,
    parse_lock,
)
from citevet.report.safe_text import to_line
from citevet.resolve.local.context import LocalContext
from citevet.session import Session
from citevet.world.paths import resolve_path

LOCK_FILE = "citations.lock"


@dataclass(frozen=True, slots=True)
class LockResult:
    """The documents as they are to be locked now, and how they differ from the lock file."""

    documents: tuple[LockedDocument, ...]
    drifts: tuple[ClaimDrift, ...] = ()
    gone: tuple[str, ...] = ()  # documents in the lock file that do not exist
    dropped: int = 0  # locked claims that are not in the text now
    carried: int = 0  # claims whose source could not be looked up now
    unread: tuple[Unread, ...] = ()

    @property
    def has_drifted(self) -> bool:
        """Whether a verdict changed or may change."""
        return bool(self.gone) or any(drift.needs_review for drift in self.drifts)


@dataclass(frozen=True, slots=True)
class _Row:
    """A claim as it is to be locked, with its id and its line in the text."""

    claim: str | None
    line: int
    locked: LockedClaim


@dataclass(frozen=True, slots=True)
class _SourceTexts:
    """The texts of the sources of one document that are in the project, each read once."""

    context: LocalContext
    known: dict[str, SourceWindows] = field(default_factory=dict)

    def get(self, source: Source) -> SourceWindows:
        if source.id not in self.known:
            self.known[source.id] = SourceWindows(source, load_body(source, self.context, {}))
        return self.known[source.id]


def read_lock(file: Path) -> tuple[LockedDocument, ...]:
    """Read a lock file; a document outside its folder is refused."""
    try:
        text = load_file(file, max_bytes=LOCK_BYTES).decode("utf-8")
    except TooLarge as error:
        raise TooLarge(
            error.what, to=str(file), advice="Lock fewer documents, each group with its own --file."
        ) from error
    except UnicodeDecodeError as error:
        raise ConfigError(
            "not a lock file of citevet", to=str(file), advice="Name another file with --file."
        ) from error
    documents = parse_lock(text, str(file))
    if not documents:  # a check that compares nothing must not pass
        raise ConfigError("locks no document", to=str(file), advice="Delete it, and run `citevet lock`.")
    folder = resolve_path(file.parent)
    for document in documents:
        if not resolve_path(folder / document.path).is_relative_to(folder):
            what = f"names a document outside its folder ({to_line(document.path)})"
            raise ConfigError(what, to=str(file), advice="Remove this document from the lock file.")
    return documents


def make_lock(paths: Sequence[Path], session: Session, folder: Path, *, progress: Progress | None = None) -> LockResult:
    """Audit documents and return what to lock."""
    report = run_check(list(paths) or ["."], session, progress=progress, parallel=True)
    found = [_lock_audit(audit, session, folder)[0] for audit in report.audits if _is_wanted(audit)]
    if not found and not report.unread:
        raise MissingInput("no document to lock", to=session.show(Path()), advice="Name one, or another folder.")
    return LockResult(tuple(found), unread=report.unread)


def compare_lock(
    locked: Iterable[LockedDocument],
    paths: Sequence[Path],
    session: Session,
    folder: Path,
    *,
    progress: Progress | None = None,
) -> LockResult:
    """Compare documents with the lock; support is judged again only where something drifted."""
    known = {each.path: each for each in locked}
    gone = tuple(path for path in known if not paths and not (folder / path).exists())
    targets = [*paths] or [Path(session.show(folder / path)) for path in known if path not in gone]
    audits, unread = _audit_unjudged(targets, session, progress)
    results = [_compare_audit(audit, known, session, folder, progress) for audit in audits if _is_wanted(audit)]
    compared = {each.path: each for result in results for each in result.documents}
    kept = {path: each for path, each in known.items() if path not in gone}
    return LockResult(
        tuple({**kept, **compared}.values()),
        tuple(drift for result in results for drift in result.drifts),
        gone,
        sum(result.dropped for result in results),
        sum(result.carried for result in results),
        tuple(unread),
    )


def _is_wanted(audit: Audit) -> bool:
    """Return whether a document belongs in the lock: a bibliography states nothing."""
    return not audit.document.is_part or bool(audit.judgements)


def _audit_unjudged(
    targets: Sequence[Path], session: Session, progress: Progress | None
) -> tuple[list[Audit], list[Unread]]:
    """Find and resolve the citations of documents, without judging support."""
    files = discover_documents(targets, session)
    found: list[Audit | Unread] = []
    for number, file in enumerate(files, 1):
        found += audit_file(file, session, only=())
        if progress:
            progress(number, len(files), f"documents: {file.as_posix()}")
    results = list(drop_repetitions(found))
    audits = [each for each in results if isinstance(each, Audit)]
    return audits, [each for each in results if isinstance(each, Unread)]


def _compare_audit(
    audit: Audit, known: Mapping[str, LockedDocument], session: Session, folder: Path, progress: Progress | None
) -> LockResult:
    """Judge again the claims of a document that may have drifted; the others keep their locked verdicts."""
    path = _name_document(audit, session, folder)
    before = known.get(path, LockedDocument(path))
    if before.judge and "judge" not in session.options:
        session = session.with_options(judge=before.judge)
    now, rows = _lock_audit(audit, session, folder)
    locked, dropped = match_claims(before.claims, [row.locked for row in rows])
    is_other_judge = bool(now.model) and now.model != before.model
    causes = [
        explain_drift(was, row.locked, before.sources, now.sources, is_other_judge=is_other_judge)
        for was, row in zip(locked, rows, strict=True)
    ]
    open_claims = {row.claim for row, why in zip(rows, causes, strict=True) if why and row.claim}
    again = _judge_again(audit, open_claims, session, folder, progress) if now.judge and open_claims else rows
    texts = _open_texts(session, audit)
    compared = [
        ClaimDrift(path, row.line, was, carry_over(was, new.locked, why), why, _find_fate(was, row, why, audit, texts))
        for was, row, new, why in zip(locked, rows, again, causes, strict=True)
    ]
    claims = tuple(each.now for each in compared)
    drifts = tuple(each for each in compared if each.causes or each.is_other_verdict)
    cited = {each.source for each in claims}
    sources = {name: each for name, each in {**before.sources, **now.sources}.items() if name in cited}
    # A judge that is not on this machine changes no verdict, so its name and hash stay.
    tool = now if now.model or not before.model else before
    found = [row.locked.existence for row in rows]
    carried = sum(one == "unchecked" and each.existence != one for one, each in zip(found, claims, strict=True))
    return LockResult(
        (LockedDocument(path, tool.judge, tool.model, sources, claims),), drifts, dropped=dropped, carried=carried
    )


def _find_fate(
    was: LockedClaim | None, row: _Row, causes: Collection[Cause], audit: Audit, texts: _SourceTexts
) -> SentenceFate | None:
    """Return what became of the locked sentence, if the text of its source changed and is here."""
    source = next((each for each in audit.sources if each.id == row.locked.source), None)
    return find_fate(was.passage, texts.get(source)) if was and was.passage and "source" in causes and source else None


def _judge_again(
    audit: Audit, claims: Collection[str], session: Session, folder: Path, progress: Progress | None
) -> list[_Row]:
    config = session.config_for(audit.document.path)
    again = audit_document(audit.document, config, session, progress=progress, only=claims)
    return _lock_audit(again, session, folder)[1]


def _lock_audit(audit: Audit, session: Session, folder: Path) -> tuple[LockedDocument, list[_Row]]:
    """Return a document as it is to be locked, and its claims with their lines."""
    config = session.config_for(audit.document.path)
    texts = _open_texts(session, audit)
    rows = list(_list_rows(audit, texts))
    cited = {row.locked.source for row in rows}
    sources = {each.id: _lock_source(each, texts, folder) for each in audit.sources if each.id in cited}
    judge, model = _describe_judge(config, session)
    path = _name_document(audit, session, folder)
    return LockedDocument(path, judge, model, sources, tuple(row.locked for row in rows)), rows


def _open_texts(session: Session, audit: Audit) -> _SourceTexts:
    config = session.config_for(audit.document.path)
    return _SourceTexts(LocalContext(resolve_path(config.root), session.corpus_for(config)))


def _describe_judge(config: Config, session: Session) -> tuple[str | None, str | None]:
    if config.judge == "none":
        return None, None
    digest = describe_judge(session, config.judge).get("digest")
    return config.judge, f"sha256:{digest}" if digest else None


def _name_document(audit: Audit, session: Session, folder: Path) -> str:
    name = Path(relpath(session.locate(audit.document.path), resolve_path(folder))).as_posix()
    if name.startswith("../"):
        advice = "Run `citevet lock` in a folder above it, or name a lock file there with --file."
        raise UsageError("the document is outside the folder of the lock file", to=audit.document.path, advice=advice)
    return name


def _lock_source(source: Source, texts: _SourceTexts, folder: Path) -> LockedSource:
    path = source.path
    if path and Path(path).is_absolute():  # another machine has another one
        path = Path(relpath(path, resolve_path(folder))).as_posix()
    return LockedSource(source.id, source.kind, path, source.url, _hash_body(source, texts))


def _hash_body(source: Source, texts: _SourceTexts) -> str | None:
    """Return the hash of the text that verdicts rest on; none for a text that is not in the project."""
    pages = () if source.record else texts.get(source).body.pages
    return hash_text("\f".join(f"{page.number}\n{page.text}" for page in pages)) if pages else None


def _list_rows(audit: Audit, texts: _SourceTexts) -> Iterator[_Row]:
    extraction, document = audit.extraction, audit.document
    claims = extraction.claims_by_id
    citations = extraction.citations_by_id
    entries = {each.id: hash_text(fold(each.text)) for each in extraction.references}
    sources = {source.id: source for source in audit.sources}
    for judgement in audit.judgements:
        citation = citations[judgement.citation]
        claim = claims.get(judgement.claim or "")
        part = claim or citation
        source = sources.get(judgement.source or "")
        locked = LockedClaim(
            fold(part.text),
            fold(citation.normal),
            entries.get(citation.reference or ""),
            judgement.source,
            judgement.existence,
            judgement.existence_reason,
            judgement.support,
            judgement.support_reason,
            judgement.flags,
            judgement.by,
            _find_passage(judgement, source, texts, claim.plain.text if claim else ""),
        )
        yield _Row(judgement.claim, document.lines.position(part.span.start)[0], locked)


def _find_passage(judgement: Judgement, source: Source | None, texts: _SourceTexts, words: str) -> LockedPassage | None:
    """Return the passage that a judgement rests on; without one, the sentence of the source nearest by its words."""
    if judgement.evidence:
        is_judged = judgement.confidence is not None
        passage = judgement.evidence[-1 if is_judged else 0]
        by: PassageOrigin = "judge" if is_judged else "quotation"
        return LockedPassage(fold(passage.text), passage.span.start, passage.span.end, passage.page, by)
    if source is None or source.record or not words or judgement.existence != "found":
        return None
    near = find_nearest(words, texts.get(source))
    return LockedPassage(fold(near.text), near.span.start, near.span.end, near.page, "words") if near else None
