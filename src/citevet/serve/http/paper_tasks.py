"""What a worker does for the papers of the web page: check them with their sources, show pages, correct the text."""

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from os.path import relpath
from pathlib import Path
from typing import Any

from citevet.config import SETTINGS
from citevet.contracts import Progress
from citevet.errors import MissingInput, ReadError
from citevet.fix import apply_fixes, diff
from citevet.model import Document, Edit, Fix, Report, Safety, Span
from citevet.read import parse
from citevet.read.files import load_file
from citevet.records import replace
from citevet.report.json import dump, pick
from citevet.serve.http.sent_files import SentFiles
from citevet.serve.http.stored_reports import EarlyReport, dump_report, load_report, open_session, split_files
from citevet.session import Session
from citevet.world.file_writer import encode_document, is_writable

_KEYED = frozenset({"markdown", "text"})  # formats whose keys may come from a bibliography that they do not name
_NAMING = ("bibliography", "project_bibliography")
_MOST_MARKED = 2_000  # characters
# Settings on files that lie in the project; what came along may name none of them.
_OF_THE_FOLDER = frozenset(
    ("corpus", "baseline", "exclude", "use-cases", "artifacts", "output", "report", "audit-reports", "validation-logs")
)
# Rules that say something else once the sources are filed.
_OF_SOURCES = ("EXI", "MET", "RET", "LNK", "QUO", "PAG", "SEC", "FRE", "LAW", "GRD", "SUP", "NUM", "CFG")
_WITHOUT_JUDGE = {"judge": "none", "offline": True}


def check_paper(
    request: Mapping[str, Any], data: bytes, show_part: Callable[[bytes], None], progress: Progress
) -> bytes:
    """Audit a document with its bibliographies and sources; first without judge and network, for an early answer."""
    from citevet.jobs.check import run_check  # imported by the first check, while the server starts

    files = split_files(request["files"], data)
    name, content = next(iter(files.items()))
    served = open_session(request, name)
    progress(0, 1, "reading")
    parsed = parse(content, name, ocr=served.config_for(name).ocr)
    early = _open_apart(request, name, served) if request["sources"] else served
    show = EarlyReport(early, show_part)
    # What can be said at once: thousands of sources take minutes to file, registries and judges to answer.
    if request["sources"] or not served.config.is_offline or served.config.judge != "none":
        progress(0, 1, "form")
        quick = early.with_options(**_WITHOUT_JUDGE, ignore=[*served.config.ignore, *_OF_SOURCES])
        show(*run_check(_load(parsed, files, quick), quick).audits)
    session = _open_project(request, name, served, progress)
    session.show_early = show
    progress(0, 1, "checking")
    return dump_report(run_check(_load(parsed, files, session), session, progress=progress))


def _open_project(request: Mapping[str, Any], name: str, served: Session, progress: Progress) -> Session:
    """Return a Session in the project that is served, or in one whose corpus is the sources that came along.

    That one has the settings of the project that is served. It is a folder of its own, with an index of its own: ids of
    the sources may be those of other works in the corpus of the project.
    """
    if not request["sources"]:
        return served
    from citevet.jobs.source_set import CORPUS, GivenFile, file_sources  # many checks have no sources

    lists, sources = (
        [GivenFile(each["name"], Path(each["place"]), each["digest"], each["entry"]) for each in request[key]]
        for key in ("lists", "sources")
    )
    home, _ = file_sources(lists, sources, Path(request["library"]), progress)
    return _open_folder(home, name, served, str(home / CORPUS))


def _open_apart(request: Mapping[str, Any], name: str, served: Session) -> Session:
    """Return a Session with the settings of the project that is served, which neither reads nor indexes its corpus."""
    (library := Path(request["library"])).mkdir(parents=True, exist_ok=True)
    return _open_folder(library, name, served)


def _open_folder(home: Path, name: str, served: Session, corpus: str | None = None) -> Session:
    names = (key.replace("-", "_") for key in SETTINGS.keys() - _OF_THE_FOLDER)
    settings = {**pick(served.config_for(name), *names), "corpus": corpus}
    return Session(settings, here=home, targets=[Path(name)], ceiling=home)


def _load(document: Document, files: Mapping[str, bytes], session: Session) -> list[Document]:
    """Return the document with the files that it names, and a bibliography that it needs and does not name."""
    from citevet.jobs.document_audit import load_companions  # as above

    name, *names = files
    if names and document.format in _KEYED and not any(document.metadata.get(key) for key in _NAMING):
        named = {"project_bibliography": dict.fromkeys((relpath(each, Path(name).parent) for each in names), name)}
        document = replace(document, metadata={**document.metadata, **named})
    sent = SentFiles(session.here, files)
    return load_companions(document, session, load=sent.load)


def unpack_archive(request: Mapping[str, Any], data: bytes, _: object, __: Progress) -> bytes:
    """Return the files of a zip archive: a line of JSON with names and sizes, then their bytes."""
    from citevet.read.project_archive import list_project_files  # few people send archives

    files = list(list_project_files(data, request["name"]))
    head = [{"name": name, "size": len(content)} for name, content in files]
    return dump(head).encode() + b"\n" + b"".join(content for _, content in files)


def show_page(request: Mapping[str, Any], data: bytes, _: object, __: Progress) -> bytes:
    """Return a picture of a page of a source or of the document: a line of JSON with its facts, then the PNG."""
    from citevet.read.pdf.process import draw  # 30 ms that other tasks do not need

    report = load_report(data)
    found = _find_document(report, request) if "document" in request else _find_source(report, request)
    if found is None:
        return b""
    content, name = found
    text = request["text"][:_MOST_MARKED]
    picture, facts = draw(content, name, page=request["page"], text=text, width=request["width"])
    return dump(facts).encode() + b"\n" + picture


def _find_source(report: Report, request: Mapping[str, Any]) -> tuple[bytes, str] | None:
    """Return the PDF of a source that the report names: a file that came along, or of the served project."""
    source = next((each for each in report.sources if each.id == request["source"]), None)
    if source is None or source.kind != "corpus" or not source.sha256:
        return None
    given = next((each for each in request["sources"] if each["digest"] == source.sha256), None)
    if given is not None:
        return _require_pdf(Path(given["place"]), given["name"])
    session = open_session(request)
    corpus = session.corpus_for(session.config)
    for entry in corpus.entries_by_id(source.id):
        if entry.file and entry.file_sha256 == source.sha256:
            return _require_pdf(corpus.root / entry.file, entry.file, digest=source.sha256)
    return None


def _find_document(report: Report, request: Mapping[str, Any]) -> tuple[bytes, str] | None:
    given = request["document"]
    return _require_pdf(Path(given["place"]), given["name"]) if report.audits else None


def _require_pdf(place: Path, name: str, *, digest: str = "") -> tuple[bytes, str] | None:
    """Return a file if it is a PDF, and still the one that was checked."""
    if not place.is_file():
        return None
    content = load_file(place)
    is_same = not digest or sha256(content).hexdigest() == digest
    return (content, name) if is_same and content[:1_024].find(b"%PDF-") >= 0 else None


def look_up_work(request: Mapping[str, Any], data: bytes, _: object, __: Progress) -> bytes:
    """Look up the work of one citation or entry of a report, and return its row with the services that were asked."""
    from citevet.jobs.references import look_up_again  # 100 ms of clients
    from citevet.report.reference_rows import row_to_dict

    audits = load_report(data).audits
    if request["document"] >= len(audits):
        raise MissingInput("the report has no such document", to=str(request["document"]))
    session = open_session(request, audits[request["document"]].document.path)
    row = look_up_again(audits[request["document"]], request["citation"], request["reference"], session)
    ledger = session.find_ledger()
    return dump({"row": row_to_dict(row), "asked": sorted(ledger.hosts) if ledger else []}).encode()


def summarize_report(_: Mapping[str, Any], data: bytes, __: object, ___: Progress) -> bytes:
    """Return the verdict of a report, and its findings by code and by fingerprint: versions are compared by them."""
    report = load_report(data)
    open_findings = [each for audit in report.audits for each in audit.findings if each.suppressed is None]
    levels = {name: sum(str(each.severity) == name for each in open_findings) for name in ("error", "warning", "info")}
    census = report.census
    supports: dict[str, int] = {}
    for audit in report.audits:
        for judgement in audit.judgements:
            supports[judgement.support] = supports.get(judgement.support, 0) + 1
    summary = {
        "verdict": report.verdict,
        "levels": levels,
        "citations": census.citations,
        "claims": census.claims,
        "supports": supports,
        "findings": sorted(f"{each.code}:{each.fingerprint}" for each in open_findings),
    }
    return dump(summary).encode()


def correct_document(request: Mapping[str, Any], data: bytes, _: object, __: Progress) -> bytes:
    """Return the document with edits applied, or the changes as a patch; all edits are made, or it is an error.

    In a Word file they are tracked changes.
    """
    document = load_report(data).audits[0].document
    name = document.path
    edits = [Edit(Span(start, end), text) for start, end, text in request["edits"]]
    if document.format == "docx" and not request["patch"]:
        from citevet.read.docx.tracked_changes import track_changes  # lxml, which other tasks do not need

        return track_changes(load_file(Path(request["document"]["place"])), name, edits)
    if not is_writable(document):
        what = f"the text was taken out of {name}, and cannot be written back"
        raise ReadError(what, to=name, advice="Make the changes in the program that wrote it.")
    fixes = [Fix(Safety.ASK, "", (edit,)) for edit in edits]
    applied = apply_fixes(document.text, fixes)
    if applied.left:
        what = f"{len(applied.left)} of {len(fixes)} edits overlap with others or lie outside the text"
        raise ReadError(what, to=name, advice="Withdraw one of them, and try again.")
    if request["patch"]:
        return diff(document, applied.text).encode("utf-8", "surrogatepass")
    return encode_document(document, applied.text)


def describe_filing(library: Path) -> list[dict[str, str]]:
    """Return what became of the sources of the newest check."""
    homes = sorted(library.glob("[!.]*/filed.json"), key=lambda each: each.stat().st_mtime)
    found: list[dict[str, str]] = json.loads(homes[-1].read_text("utf-8")) if homes else []
    return found
