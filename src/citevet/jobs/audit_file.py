"""One file to its audits: its own, and those of the parts and bibliographies that it names."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from citevet.config import Config, config, said_by
from citevet.contracts import Evidence, Policy, Progress
from citevet.errors import CitevetError, MissingInput, TooLarge
from citevet.jobs.accepted import accepted
from citevet.jobs.ground import ground
from citevet.jobs.named_judge import demand
from citevet.jobs.supporting.asked_opinion import asked_opinion
from citevet.jobs.supporting.loaded_judge import Tools, tools
from citevet.model import Audit, Document, Unread
from citevet.read import read
from citevet.rules.engine import findings
from citevet.rules.select import select
from citevet.world import clock
from citevet.world.real_path import is_broken_link, real

Result = Audit | Unread
JUDGED = ("SUP", "NUM")  # the families that need the judge
_WORKS = 50_000  # names and years whose answer is kept; a hostile document has a million different ones


def audit_file(file: Path, flags: Mapping[str, Any], progress: Progress | None = None) -> list[Result]:
    """Audit a file and the parts that it pulls in; whatever goes wrong is said, and stops nothing else."""
    shown = shown_path(file)
    try:
        settings = config(real(file).parent, flags)
        demand(settings, file.parent, flags)
        _refuse_broken(file, shown)
        document = read(file, shown=shown, root=companion_root(file, settings), max_bytes=settings.max_bytes)
        return [*(audit_document(part, settings, progress) for part in family(document)), *missing_parts(document)]
    except TooLarge:
        who = said_by("max-bytes", file.parent, flags)
        bound = "`max-bytes` in citevet.toml" if not who or Path(who).is_absolute() else who
        return [Unread(shown, f"{shown}: larger than {settings.max_bytes:,} bytes. Raise {bound}, or split the file.")]
    except CitevetError as error:
        return [Unread(shown, str(error))]
    except Exception as error:  # noqa: BLE001 - a defect of ours in one file must not hide the findings in the others
        return [Unread(shown, f"{shown}: internal error ({type(error).__name__}: {error}). Please report it.")]


def _refuse_broken(file: Path, shown: str) -> None:
    """Raise for a link to nothing: that there is no such file would read as a slip in its own name."""
    if is_broken_link(file):
        what = f"this link leads to no file ({file.readlink()})"
        raise MissingInput(what, to=shown, advice="Mend or remove the link.")


def family(document: Document) -> Iterator[Document]:
    """Yield a document, the parts that it pulls in, and its bibliographies as parts."""
    yield from (document, *document.includes)
    yield from (replace(file, is_part=True) for file in document.bibliography)


def missing_parts(document: Document) -> list[Unread]:
    """Return what the document needs and nobody could read: parts that it pulls in, or its own text."""
    missing = document.metadata.get("missing_inputs", ())
    parts = [Unread(path, f"{path}: {why} {document.path} pulls it in.") for path, why in missing]
    if document.format == "pdf" and not document.text.strip():
        blank = f"{document.path}: there is no text in it, only pictures. Run it through OCR first."
        return [*parts, Unread(document.path, blank)]
    return parts


def audit_document(document: Document, settings: Config, progress: Progress | None = None) -> Audit:
    """Audit a document that was read already; `progress` is told how much of it is judged."""
    # Late: half of a run in which nothing changed, and such a run extracts nothing and looks at nothing.
    from citevet.extract import extract  # noqa: PLC0415
    from citevet.jobs.look import look  # noqa: PLC0415
    from citevet.resolve.authors import has_work  # noqa: PLC0415

    here = ground(settings)
    extraction = extract(document, filed=lru_cache(_WORKS)(partial(has_work, ground=here)))
    judged = any(code.startswith(JUDGED) for code in _codes(document, settings))
    judge = partial(_tools, settings, progress and _told_of(document, progress)) if judged else None
    looked = look(extraction, here, artifacts_only=settings.rlm, judge=judge)
    return named(Evidence(extraction, looked.judgements, sources=looked.by_id), settings)


def _told_of(document: Document, progress: Progress) -> Progress:
    """Return what tells of the work on one document, and which it is."""
    return lambda done, total, what: progress(done, total, f"{what}: {document.path}")


def _tools(settings: Config, progress: Progress | None) -> Tools:
    return replace(tools(settings.judge, settings.risk), opinion=asked_opinion(settings), progress=progress)


def named(evidence: Evidence, settings: Config, *, families: tuple[str, ...] = ()) -> Audit:
    """Give what the stages gathered on one document its names: the rules that hold for its path, or some families."""
    document = evidence.extraction.document
    codes = _codes(document, settings)
    asked = frozenset(code for code in codes if code.startswith(families)) if families else codes
    found = findings(
        replace(evidence, policy=policy(settings)),
        selected=asked,
        severities=settings.severities,
        strict=settings.strict,
        baseline=accepted(settings, document.path),
    )
    return Audit(evidence.extraction, evidence.judgements, found, asked, tuple(evidence.sources.values()))


def _codes(document: Document, settings: Config) -> frozenset[str]:
    """Return the rules that hold for the path of a document; without a judge those that need one do not run."""
    path = real(Path(document.path))
    inside = path.relative_to(settings.root) if path.is_relative_to(settings.root) else Path(document.path)
    codes = select(
        select=settings.select,
        ignore=settings.ignore,
        per_file_ignores=settings.per_file_ignores,
        path=inside.as_posix(),
    )
    judges = settings.judge != "none" or settings.llm is not None
    return codes if judges else frozenset(code for code in codes if not code.startswith(JUDGED))


def policy(settings: Config) -> Policy:
    """Return what the project demands of its documents."""
    return Policy(settings.corpus_only, settings.require_reasons, settings.today or clock.today())


def companion_root(file: Path, settings: Config) -> Path:
    """Return the folder that companions must lie in: the project's, when the file is inside it."""
    return settings.root if real(file).is_relative_to(settings.root) else real(file).parent


def shown_path(file: Path) -> str:
    """Return the path as people know it: from where they stand, if it lies below."""
    absolute, here = Path(os.path.abspath(file)), Path.cwd()  # noqa: PTH100 - resolve() would follow links
    return absolute.relative_to(here).as_posix() if absolute.is_relative_to(here) else file.as_posix()
