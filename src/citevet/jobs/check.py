"""Audit documents: the main job, on one page."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from os.path import lexists
from pathlib import Path
from typing import Any

from citevet.contracts import Progress
from citevet.errors import MissingInput, UsageError
from citevet.jobs.changes import keep_new, read_staged
from citevet.jobs.discovery import discover_documents, explain_nothing_found
from citevet.jobs.judges import fetch_missing_judge, require_judge_for_risk, require_named_judge
from citevet.jobs.result_cache import recall_results, store_results
from citevet.jobs.rule_findings import find_baseline_entries
from citevet.jobs.run_summary import describe_run, make_report
from citevet.jobs.worker_processes import call_in_worker, describe_crash, shares_a_budget, start_worker, work_alone
from citevet.model import Audit, Document, Report, Severity, Unread
from citevet.read.companions import list_missing_parts
from citevet.records import Foreign
from citevet.report.safe_text import to_line
from citevet.rules import resolve_selector, select_codes
from citevet.session import Session
from citevet.world import clock, git
from citevet.world.child_process import keep_children
from citevet.world.git import find_changed_lines

Target = str | Path | Document
_TARGETS, _PATHS = "Give a path, a Document, or a list of these.", "Check the name and the folder."
_TEXTS = "A text, and not a path, is given as `parse_text(text)`."
_LONGEST_NAME = 200  # characters of a name that a message has
# Below this much work a second process costs more than it saves: starting one takes about 0.3 s, as long as 1 MB.
_WORTH_A_POOL = 2_000_000


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


async def acheck(target: Target | Sequence[Target] = ".", **options: Foreign) -> Report:
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
    results = audit_files(files, session, jobs=config.jobs if parallel else 1, progress=progress)
    audits = [*ready, *(result for result in results if isinstance(result, Audit))]
    missing = (each for document in documents for each in list_missing_parts(document))
    unread = [*missing, *(result for result in results if isinstance(result, Unread))]
    hidden = 0
    if changed_since is not None:
        lines, again = find_changed_lines(session.start, changed_since), partial(_audit_document, session)
        audits, hidden = keep_new(audits, lines, changed_since, session=session, audit_again=again)
    run = {**describe_run(audits, session, *trouble), "seconds": clock.stopwatch() - started, "outside_change": hidden}
    return make_report(audits, unread, config, run)


def check_staged(paths: Sequence[Path], session: Session) -> Report:
    """Audit the documents that the next commit changes; only the findings that it brings count."""
    lines, documents, unread = read_staged(paths, session)
    report = run_check(documents, session)
    again = partial(_audit_document, session)
    audits, hidden = keep_new(report.audits, lines, "HEAD", session=session, audit_again=again)
    audits = [_raise_levels(audit, session.config_for(audit.document.path).commit_errors) for audit in audits]
    return make_report(audits, unread, session.config, {**report.run, "outside_change": hidden})


def _raise_levels(audit: Audit, selectors: Sequence[str]) -> Audit:
    """Return an audit in which the findings of some rules are errors."""
    codes = {code for selector in selectors for code in resolve_selector(selector)}
    found = (replace(each, severity=Severity.ERROR) if each.code in codes else each for each in audit.findings)
    return replace(audit, findings=tuple(found)) if codes else audit


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


def audit_files(
    files: Sequence[Path], session: Session, *, jobs: int = 0, progress: Progress | None = None
) -> list[Audit | Unread]:
    """Audit each file with the settings nearest to it; a part or bibliography that several name, once."""
    found: list[Audit | Unread] = []
    if progress is not None and files:
        progress(0, len(files), f"documents: {files[0].as_posix()}")
    for number, (file, results) in enumerate(_audit_each(files, session, jobs=jobs, progress=progress), 1):
        found += results
        for each in results:
            if session.show_early and isinstance(each, Audit):
                session.show_early(each)
        if progress is not None:
            progress(number, len(files), f"documents: {file.as_posix()}")
    return list(drop_repetitions(found))


def _audit_each(
    files: Sequence[Path], session: Session, *, jobs: int, progress: Progress | None
) -> Iterator[tuple[Path, list[Audit | Unread]]]:
    """Yield each file with its results, those of an earlier run where they still hold."""
    known = recall_results(files, session)
    rest = [file for file in files if file not in known]
    new: dict[Path, list[Audit | Unread]] = {}
    fresh = _audit_in_processes(rest, session, jobs=jobs, progress=progress)
    for file in files:
        if file in known:
            yield file, known[file]
        else:
            new[file] = next(fresh)
            yield file, new[file]
    store_results(new, session)


def drop_repetitions(found: Sequence[Audit | Unread]) -> Iterator[Audit | Unread]:
    """Leave out repetitions, and a part read on its own when its main file, which knows the bibliography, is here."""
    parts = {result.document.path for result in found if isinstance(result, Audit) and result.document.is_part}
    kept: dict[str, Audit | Unread] = {}
    reported: set[str] = set()
    for result in (_drop_reported(each, reported) for each in found):
        path = result.document.path if isinstance(result, Audit) else result.message
        is_read_alone = isinstance(result, Audit) and path in parts and not result.document.is_part
        if not is_read_alone:
            kept[path] = _join_findings(kept.get(path, result), result)
    yield from kept.values()


def _drop_reported(result: Audit | Unread, reported: set[str]) -> Audit | Unread:
    """Leave out missing bibliographies of the project that an earlier chapter `reported`, and add the others there."""
    if not isinstance(result, Audit) or "project_bibliography" not in result.document.metadata:
        return result
    missing = [each for each in result.findings if each.code == "KEY008"]
    again = {each.fingerprint for each in missing if each.message in reported}
    reported |= {each.message for each in missing}
    return replace(result, findings=tuple(each for each in result.findings if each.fingerprint not in again))


def _join_findings(one: Audit | Unread, other: Audit | Unread) -> Audit | Unread:
    """Return an audit with the findings of both: a fault of a bibliography weighs more for those who cite the entry."""
    if one is other or not (isinstance(one, Audit) and isinstance(other, Audit)) or one.findings == other.findings:
        return one
    found = sorted((*one.findings, *other.findings), key=lambda each: each.severity)
    joined = {each.fingerprint: each for each in found}
    return replace(one, findings=tuple(sorted(joined.values(), key=lambda each: (each.span.start, each.code))))


def _audit_in_processes(
    files: Sequence[Path], session: Session, *, jobs: int, progress: Progress | None
) -> Iterator[list[Audit | Unread]]:
    """Yield the results of each file in order, from several processes if that is worth it."""
    workers = min(jobs or os.cpu_count() or 1, len(files))
    is_small = not jobs and sum(_measure(session.here / file) for file in files) < _WORTH_A_POOL
    if workers <= 1 or is_small or shares_a_budget(files, session):
        yield from (_audit_file(file, session, progress) for file in files)
        return
    # Late: 30 ms, for runs of one file.
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    done = 0
    try:
        with ProcessPoolExecutor(workers, initializer=start_worker, initargs=(session,)) as pool:
            chunk = max(1, len(files) // (workers * 8))
            for results in pool.map(partial(call_in_worker, _audit_file), files, chunksize=chunk):
                done += 1
                yield results
    except BrokenProcessPool:
        for file in files[done:]:
            yield work_alone(file, session, _audit_file, lambda file: [describe_crash(file, session)])


def _measure(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


# Late imports: extraction and resolution are half of a run in which nothing changed, and such a run needs neither.


def _audit_file(file: Path, session: Session, progress: Progress | None = None) -> list[Audit | Unread]:
    from citevet.jobs.document_audit import audit_file

    return audit_file(file, session, progress)


def _audit_document(session: Session, document: Document, progress: Progress | None = None) -> Audit:
    from citevet.jobs.document_audit import audit_document

    return audit_document(document, session.config_for(document.path), session, progress=progress)
