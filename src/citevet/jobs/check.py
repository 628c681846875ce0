"""Audit documents: the main job, on one page."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from os.path import lexists
from pathlib import Path
from typing import Any

from citevet.contracts import Progress
from citevet.errors import MissingInput, UsageError
from citevet.jobs.changes import keep_new, read_staged
from citevet.jobs.discovery import discover_documents, explain_nothing_found
from citevet.jobs.file_audits import audit_files
from citevet.jobs.judges import fetch_missing_judge, require_judge_for_risk, require_named_judge
from citevet.jobs.rule_findings import find_baseline_entries
from citevet.jobs.run_summary import describe_run, make_report
from citevet.model import Audit, Document, Report, Unread
from citevet.read.companions import list_missing_parts
from citevet.report.safe_text import to_line
from citevet.rules import select_codes
from citevet.session import Session
from citevet.world import clock, git
from citevet.world.child_process import keep_children
from citevet.world.git import find_changed_lines

Target = str | Path | Document
_TARGETS, _PATHS = "Give a path, a Document, or a list of these.", "Check the name and the folder."
_TEXTS = "A text, and not a path, is given as `parse_text(text)`."
_LONGEST_NAME = 200  # characters of a name that a message has


def check(
    target: Target | Sequence[Target] = ".",
    *,
    corpus: str | Path | None = None,
    flags: Mapping[str, Any] | None = None,
    changed_since: str | None = None,
    progress: Progress | None = None,
    parallel: bool = False,
) -> Report:
    """Audit documents and return what was found; `parallel` starts processes, so a script needs a main guard.

    `flags` are options by the names of the configuration keys. A file that does not exist is an error; one that exists
    and cannot be read is in `report.unread`.
    """
    options = {**(flags or {}), **({"corpus": str(corpus)} if corpus else {})}
    targets = _list_targets(target)
    session = Session(options, targets=[Path(each.path if isinstance(each, Document) else each) for each in targets])
    missing = [str(each) for each in targets if not isinstance(each, Document) and not lexists(session.here / each)]
    if missing:
        names = ", ".join(to_line(each[:_LONGEST_NAME]) for each in missing)
        advice = _TEXTS if any("\n" in each or len(each) > _LONGEST_NAME for each in missing) else _PATHS
        raise MissingInput("no such file", to=names, advice=advice)
    with keep_children():
        return run_check(targets, session, changed_since=changed_since, progress=progress, parallel=parallel)


async def acheck(target: Target | Sequence[Target] = ".", **options: Any) -> Report:  # noqa: ANN401 - as check takes them
    """Audit documents without blocking the event loop."""
    import asyncio  # 40 ms that the command does not need

    return await asyncio.to_thread(check, target, **options)


def run_check(
    targets: Sequence[Target],
    session: Session,
    *,
    changed_since: str | None = None,
    progress: Progress | None = None,
    parallel: bool = False,
    requires_judge: bool = True,
) -> Report:
    """Audit documents within a Session; a judge that was named and is missing is an error, unless it is not required.

    1. discover   the files that were named, and the documents below the folders that were named
    2. read       bytes to Documents, with the bibliographies and parts that they name
    3. extract    Documents to citations, references, claims and the ties between them
    4. resolve    citations to sources of the project; quotations, wording and support are judged against them
    5. rules      evidence to findings; suppressions and the baseline are marked
    6. count      the census, and the verdict that follows from it

    Steps 2 to 5 are `document_audit.audit_document`, one task per file.
    """
    started = clock.stopwatch()
    config = session.config
    _refuse_early(session, requires_judge=requires_judge)
    if changed_since is not None:
        changed_since = git.find_base(session.start, changed_since)
    documents = [each for each in targets if isinstance(each, Document)]
    named = [Path(each) for each in targets if not isinstance(each, Document)]
    files = discover_documents(named, session)
    require_judge_for_risk(session, [*files, *(document.path for document in documents)])
    for document in documents if requires_judge else ():
        require_named_judge(session, session.config_for(document.path), session.locate(document.path).parent)
    ready = [_audit_document(session, document, progress) for document in documents]
    trouble = (*fetch_missing_judge(config, progress), *_list_verifier_notes(session))
    if named and not files and not documents:
        trouble = (*trouble, explain_nothing_found(named, session))
    # The only place where work runs in parallel.
    results = audit_files(files, session, _audit_file, jobs=config.jobs if parallel else 1, progress=progress)
    audits = [*ready, *(result for result in results if isinstance(result, Audit))]
    missing = (each for document in documents for each in list_missing_parts(document))
    unread = [*missing, *(result for result in results if isinstance(result, Unread))]
    hidden = 0
    if changed_since is not None:
        lines, again = find_changed_lines(session.start, changed_since), partial(_audit_document, session)
        audits, hidden = keep_new(audits, lines, changed_since, session=session, audit=again)
    run = {**describe_run(audits, session, *trouble), "seconds": clock.stopwatch() - started, "outside_change": hidden}
    return make_report(audits, unread, config, run)


def check_staged(paths: Sequence[Path], session: Session) -> Report:
    """Audit the documents that the next commit changes; only the findings that it brings count."""
    lines, documents, unread = read_staged(paths, session)
    report = run_check(documents, session)
    again = partial(_audit_document, session)
    audits, hidden = keep_new(report.audits, lines, "HEAD", session=session, audit=again)
    return make_report(audits, unread, session.config, {**report.run, "outside_change": hidden})


def _list_targets(target: object) -> list[Target]:
    """Return what to audit as a list, or say what can be audited."""
    given = [*target] if isinstance(target, Iterable) and not isinstance(target, str | bytes) else [target]
    found: list[Target] = []
    for each in given:
        if not isinstance(each, str | Path | Document) or each == "":
            what = "an empty path" if each == "" else type(each).__name__
            raise UsageError(f"{what} is nothing to audit", to="check", advice=_TARGETS)
        found.append(each)
    return found


def _refuse_early(session: Session, *, requires_judge: bool) -> None:
    """Raise what is wrong for every document once, before any is read: an unknown rule or judge, a baseline, a key."""
    config = session.config
    select_codes(select=config.select, extend_select=config.extend_select, ignore=config.ignore)
    find_baseline_entries(session, config, "")
    _list_verifier_notes(session)
    if requires_judge:
        require_named_judge(session, config, session.start)
    if config.llm:
        from citevet.jobs.llm_judge import find_llm_judge  # most runs ask no language model

        llm = find_llm_judge(session, config)
        if llm:
            llm.require_access()


def _list_verifier_notes(session: Session) -> tuple[str, ...]:
    if session.config.is_offline:
        return ()
    from citevet.jobs.user_verifiers import find_user_verifiers  # most runs are offline

    return find_user_verifiers(session).notes


# Late imports: extraction and resolution are half of a run in which nothing changed, and such a run needs neither.


def _audit_file(file: Path, session: Session, progress: Progress | None = None) -> list[Audit | Unread]:
    from citevet.jobs.document_audit import audit_file

    return audit_file(file, session, progress)


def _audit_document(session: Session, document: Document, progress: Progress | None = None) -> Audit:
    from citevet.jobs.document_audit import audit_document

    return audit_document(document, session.config_for(document.path), session, progress=progress)
