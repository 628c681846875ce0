"""Audit documents: the main job."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from citevet.config import Config, config, forget
from citevet.contracts import Progress
from citevet.errors import UsageError
from citevet.jobs import ground
from citevet.jobs.accepted import accepted
from citevet.jobs.audit_file import JUDGED, audit_document, missing_parts
from citevet.jobs.audit_files import audit_files
from citevet.jobs.census import census, verdict
from citevet.jobs.changes import only_changed
from citevet.jobs.discover import discover
from citevet.jobs.ground import shelf
from citevet.jobs.manifest import manifest, model_notes
from citevet.jobs.models import fetched_judge
from citevet.jobs.named_judge import demand, demand_for_risk
from citevet.jobs.supporting import asked_opinion, loaded_judge
from citevet.model import Audit, Document, Report, Unread
from citevet.rules import RULES, rule
from citevet.rules.select import select
from citevet.world import clock
from citevet.world.real_path import real

Target = str | Path | Document
_NOTHING_TO_READ = (
    "no citation leads to a source of the corpus, so the judge read nothing; `citevet corpus add` files a source"
)


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

    1. discover   which files are meant: those named, and the documents below the folders named
    2. read       bytes to Documents, with the bibliographies and parts that they name
    3. extract    Documents to citations, references, claims and the ties between them
    4. look       citations to sources of the project; one judgement per claim and citation, by what was compared
    5. rules      evidence to findings, suppressions and baseline marked
    6. count      the census, and the verdict that follows from it
    """
    started = clock.stopwatch()
    for renew in (forget, ground.forget, loaded_judge.forget, asked_opinion.forget):
        renew()
    given = {**(flags or {}), **({"corpus": str(corpus)} if corpus else {})}
    settings = config(Path.cwd(), given)
    _refuse(settings, given)
    targets = _targets(target)
    documents = [each for each in targets if isinstance(each, Document)]
    files = discover([Path(each) for each in targets if not isinstance(each, Document)], given)
    demand_for_risk([*files, *(Path(document.path) for document in documents)], given)
    ready = [_ready(document, given) for document in documents]
    trouble = fetched_judge(settings, progress)
    # The one place where work runs in parallel: one document, one task.
    results = audit_files(files, given, jobs=settings.jobs if parallel else 1, progress=progress)
    audits = [*ready, *(result for result in results if isinstance(result, Audit))]
    lacking = [each for document in documents for each in missing_parts(document)]
    unread = [*lacking, *(result for result in results if isinstance(result, Unread))]
    hidden = 0
    if changed_since is not None:
        audits, hidden = only_changed(audits, changed_since, given)
    run = {**_made(audits, given, settings, *trouble), "seconds": clock.stopwatch() - started, "outside_change": hidden}
    return _report(audits, unread, settings, run)


async def acheck(target: Target | Sequence[Target] = ".", **options: Any) -> Report:  # noqa: ANN401 - as check takes them
    """Audit documents without blocking the event loop."""
    import asyncio  # noqa: PLC0415 - 40 ms that the command does not need

    return await asyncio.to_thread(check, target, **options)


def _targets(target: object) -> list[Target]:
    """Return what to audit as a list, or say what can be audited."""
    given = [*target] if isinstance(target, Iterable) and not isinstance(target, str) else [target]
    found = [each for each in given if isinstance(each, str | Path | Document)]
    if len(found) < len(given):
        other = next(each for each in given if not isinstance(each, str | Path | Document))
        advice = "Give a path, a Document, or a list of these."
        raise UsageError(f"{type(other).__name__} is nothing to audit", to="check", advice=advice)
    return found


def _refuse(settings: Config, flags: Mapping[str, Any]) -> None:
    """Raise what is wrong for every document once, before any is read: an unknown rule or judge, a baseline, a key."""
    select(select=settings.select, ignore=settings.ignore)
    accepted(settings, "")
    demand(settings, Path.cwd(), flags)
    asked_opinion.ready(settings)


def _ready(document: Document, flags: Mapping[str, Any]) -> Audit:
    folder = real(Path(document.path)).parent
    settings = config(folder, flags)
    demand(settings, folder, flags)
    return audit_document(document, settings)


def _report(audits: Sequence[Audit], unread: Sequence[Unread], settings: Config, run: dict[str, Any]) -> Report:
    counted = census(audits)
    used = {code for audit in audits for code in audit.rules}
    rules = {code: replace(rule(code), severity=settings.severities.get(code, rule(code).severity)) for code in RULES}
    return Report(
        verdict=verdict(audits, counted, settings.fail_level, unread=bool(unread)),
        census=counted,
        audits=tuple(audits),
        unread=tuple(unread),
        sources=tuple({source.id: source for audit in audits for source in audit.sources}.values()),
        rules={code: found for code, found in rules.items() if code in used},
        run={**run, "today": _today(settings)},
    )


def _made(audits: Sequence[Audit], flags: Mapping[str, Any], settings: Config, *trouble: str) -> dict[str, Any]:
    judged = _judged(audits, flags)
    found = {opinion.endpoint: opinion for each in judged if (opinion := asked_opinion.asked_opinion(each))}
    made = manifest({each.judge for each in judged} - {"none"}, found.values())
    notes = (note for opinion in found.values() for note in opinion.notes())
    idle = _idle(audits) if judged else ()
    return {**made, "notes": (*shelf(settings).notes, *trouble, *model_notes(made["models"]), *idle, *notes)}


def _idle(audits: Sequence[Audit]) -> tuple[str, ...]:
    """Say that a judge was asked for and had nothing to read: other reasons read as if the network would mend it."""
    cited = any(audit.extraction.citations for audit in audits)
    held = any(source.kind == "corpus" for audit in audits for source in audit.sources)
    return (_NOTHING_TO_READ,) if cited and not held else ()


def _judged(audits: Sequence[Audit], flags: Mapping[str, Any]) -> list[Config]:
    """Return the configurations nearest to the documents whose support was asked for."""
    judged = (audit for audit in audits if any(code.startswith(JUDGED) for code in audit.rules))
    folders = sorted({real(Path(audit.document.path)).parent for audit in judged})
    return [config(folder, flags) for folder in folders]


def _today(settings: Config) -> str:
    return (settings.today or clock.today()).isoformat()
