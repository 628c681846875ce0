"""Write reports: where they are kept, files that are whole or absent, paths as a forge knows them, Word and PDF."""

import errno
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from citevet.config import Config
from citevet.errors import ReadError, UsageError, WriteError
from citevet.fix import apply_fixes
from citevet.limits import DOCX_COMMENTS
from citevet.model import Audit, Finding, Report, Span, Unread
from citevet.patterns import lazy_pattern
from citevet.report.findings import format_count
from citevet.report.safe_text import to_line
from citevet.session import Session
from citevet.version import __version__
from citevet.world import git
from citevet.world.file_writer import replace_file
from citevet.world.paths import resolve_path

_SAMPLE = 2_000  # bytes at the start and at the end of a file, which show who wrote it
_OWN_REPORT = lazy_pattern(
    rb'"tool": "citevet |"name": "citevet"|<testsuites name="citevet"|^Made by citevet |'  # json, sarif, junit, …
    rb'<meta name="generator" content="citevet |\A<svg [^>]*aria-label="citevet|^%Made by citevet |'  # html, badge, pdf
    rb'^(?:PASS|FAIL|INCOMPLETE|NOTHING TO CHECK)[ :] |\A\{"record": "|'  # full, concise, github, audit; jsonl
    rb'\A\[\s*(?:\]|\{"description": )|\A\{\s*"version": 1,\s*"entries": |'  # gitlab; a baseline
    rb"\Apaper,key,line,word,need,retracted,differences,|"  # a table of references
    rb'^(?:NOT |PARTLY )?GROUNDED|^NOT CHECKED: |"overallGrounded": ',  # verify
    re.MULTILINE,
)
ROOTED = frozenset({"github", "gitlab", "sarif"})  # formats whose readers look for a path in the repository
_PDF_DATE = lazy_pattern(rb"\(D:\d{14}[^)]*\)")
_MOST_RUNS = 1_000  # of one day with equal results
_FULL = "Make room, or write elsewhere."
_ADVICE = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: _FULL,
    errno.EROFS: "Write elsewhere: nothing can be written there.",
    errno.EISDIR: "Name a file in that folder.",
    errno.EPIPE: "The program that reads it stopped before the end.",
}


def find_report_path(root: Path, *parts: str) -> Path:
    """Return where a report is saved: in .aiwg where the project has that folder, else in .citevet."""
    return _find_home(root).joinpath("reports", *parts)


def _find_home(root: Path) -> Path:
    return root / (".aiwg" if (root / ".aiwg").is_dir() else ".citevet")


def keep_validation_log(report: Report, config: Config) -> Path:
    """Save the results of a run as JSON, and return where: one file for each run, also of equal ones."""
    from citevet.report.validation_log import render_log

    folder = _find_home(config.root) / "logs" / "citation-validation"
    if config.validation_logs:
        folder = config.root / config.validation_logs
    content = render_log(report)
    name = f"validation-{config.day.isoformat()}-{sha256(content.encode()).hexdigest()[:16]}"
    names = (name, *(f"{name}-{number}" for number in range(2, _MOST_RUNS)))
    path = next((path for each in names if not (path := folder / f"{each}.json").exists()), folder / f"{name}.json")
    save(content, path)
    return path


def require_replaceable(output: str | None, *, force: bool = False) -> None:
    """Raise where a report would replace a file that citevet did not write: most likely somebody's manuscript."""
    path = Path(output or "-")
    if force or output in {None, "-"} or not os.path.isfile(path):  # noqa: PTH113 - Path.is_file() raises for a long name
        return
    try:
        with path.open("rb") as file:
            head = file.read(_SAMPLE)
            file.seek(-min(_SAMPLE, path.stat().st_size), os.SEEK_END)
            is_own = not head or _OWN_REPORT.search(head + b"\n" + file.read())
    except OSError:
        return  # writing to it says why
    if not is_own:
        what = "exists, and is not a report of citevet"
        raise WriteError(what, to=str(path), advice="Name another file, or add --force to replace it.")


def save(content: str | bytes, path: Path) -> bool:
    """Write a file by renaming a finished one into its place, and return whether its folder had to be made.

    A pipe or device is written to directly.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return False
        is_new = not path.parent.exists()
        with replace_file(resolve_path(path)) as draft:
            draft.write_bytes(data)
    except OSError as error:
        raise explain_write_error(error, str(path)) from error
    return is_new


def explain_write_error(error: OSError, to: str) -> WriteError:
    """Return the error for a result that the system did not take, with advice."""
    advice = _ADVICE.get(error.errno or 0, "Check the folder and its permissions.")
    return WriteError(f"cannot be written ({error.strerror})", to=to, advice=advice)


def use_repository_paths(report: Report, session: Session) -> Report:
    """Return a report with its paths from the root of the checkout; unchanged where there is none."""
    root = _find_checkout(session)
    if root is None or root == session.here:
        return report
    audits = tuple(_move_audit(audit, root, session) for audit in report.audits)
    return replace(report, audits=audits, unread=tuple(_move_unread(each, root, session) for each in report.unread))


def _find_checkout(session: Session) -> Path | None:
    """Return the folder that GitHub checks out into, where that holds us, else the top of the git checkout."""
    given = os.environ.get("GITHUB_WORKSPACE")
    workspace = resolve_path(Path(given)) if given else None
    if workspace and session.here.is_relative_to(workspace):
        return workspace
    return git.find_repository_root(session.here)


def _move_audit(audit: Audit, root: Path, session: Session) -> Audit:
    document = replace(audit.document, path=_make_relative(audit.document.path, root, session))
    return replace(audit, extraction=replace(audit.extraction, document=document))


def _move_unread(unread: Unread, root: Path, session: Session) -> Unread:
    path = _make_relative(unread.path, root, session)
    message = unread.message.removeprefix(f"{unread.path}: ")
    return Unread(path, f"{path}: {message}" if message != unread.message else message)


def _make_relative(path: str, root: Path, session: Session) -> str:
    """Return a path from the root; links are not followed, because the repository has the link."""
    absolute = Path(os.path.abspath(session.here / path))  # noqa: PTH100 - resolve() would follow links
    return absolute.relative_to(root).as_posix() if absolute.is_relative_to(root) else path


def require_output(format_: str, output: str | None) -> None:
    """Raise where a format needs a file and none is named."""
    if output in {None, "-"}:
        raise UsageError("this format is a file", to=f"--format {format_}", advice="Name it with --output FILE.")


def make_file(report: Report, format_: str, output: Path, session: Session) -> bytes:
    """Return a report in a format of `citevet.report.FILE_FORMATS`: a PDF, or a Word document with comments."""
    if format_ == "pdf":
        from citevet.report.html import render  # most runs print nothing
        from citevet.world.browser import print_page

        printed = print_page(render(report, language=session.config.language))
        same = _PDF_DATE.sub(lambda found: b"(D:" + b"0" * (len(found[0]) - 4) + b")", printed)
        return same + f"%Made by citevet {__version__}\n".encode()

    from citevet.read.files import load_file  # most runs read no Word file

    shown = _require_docx(report).document.path
    file = session.here / shown
    _refuse_output(output, file, shown)
    return comment_docx(report, load_file(file, max_bytes=session.config_for(shown).max_bytes, shown=shown))


def comment_docx(report: Report, data: bytes) -> bytes:
    """Return the bytes of the checked Word document: its findings as comments, their fixes as tracked changes."""
    from citevet.read.docx.comments import DocxComment, add_comments  # as above
    from citevet.read.docx.tracked_changes import track_changes
    from citevet.report.summary import format_summary

    audit = _require_docx(report)
    shown = audit.document.path
    if sha256(data).hexdigest() != audit.document.sha256:
        raise ReadError("the file changed while it was checked", to=shown, advice="Run the command again.")
    findings = sorted((each for each in audit.findings if not each.suppressed), key=lambda each: -each.severity)
    kept = sorted(findings[:DOCX_COMMENTS], key=lambda each: each.span)
    summary = [to_line(line) for line in format_summary(report)]
    if len(kept) < len(findings):
        summary.append(f"{format_count(len(findings) - len(kept), 'finding')} left out here; run `citevet check`.")
    comments = [DocxComment(each.span, [*_describe(each)]) for each in kept]
    head = DocxComment(Span(0, 0), [f"citevet {__version__}", *summary])
    suggested = apply_fixes(audit.document.text, [each.fix for each in kept if each.fix]).done
    edits = sorted({edit for fix in suggested for edit in fix.edits}, key=lambda edit: edit.span)
    return track_changes(add_comments(data, shown, [head, *comments]), shown, edits, partial=True)


def _describe(finding: Finding) -> Iterator[str]:
    yield f"{finding.code} {finding.name} ({finding.severity}): {to_line(finding.message)}"
    yield from (f"also {each.code}: {to_line(each.message)}" for each in finding.also)
    if finding.fix:
        yield f"fix: {to_line(finding.fix.message)}"


def _require_docx(report: Report) -> Audit:
    """Return the only document of a run, which must be a Word file."""
    audits = report.audits
    if len(audits) != 1 or report.unread or audits[0].document.format != "docx":
        what = "it writes a copy of one Word document"
        raise UsageError(what, to="--format docx-comments", advice="Name a single .docx file to check.")
    return audits[0]


def _refuse_output(output: Path, file: Path, shown: str) -> None:
    if output.exists() and output.samefile(file):
        raise UsageError("the checked document itself is never changed", to=str(output), advice="Name another file.")
    if output.suffix.lower() != file.suffix.lower():
        advice = f"Name it with the ending {file.suffix.lower()}, as {shown}."
        raise UsageError("Word opens it only with the same file ending", to=str(output), advice=advice)
