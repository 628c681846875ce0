"""The language server: open documents, projects, checks at pauses in typing, and the requests of an editor."""

import asyncio
import re
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextvars import copy_context
from dataclasses import dataclass, field
from logging import getLogger
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from citevet.errors import CitevetError
from citevet.jobs.check import run_check
from citevet.jobs.discovery import join_main_file
from citevet.jobs.document_audit import load_companions
from citevet.jobs.judges import explain_missing_judge
from citevet.limits import EDITOR_CHARACTERS
from citevet.read import parse_text
from citevet.serve.lsp.buffers import Buffer, BufferProtocol, CheckedBuffer
from citevet.serve.lsp.cursor_help import TRIGGERS, complete, list_ids, list_links, make_hover
from citevet.serve.lsp.findings import list_actions, list_diagnostics
from citevet.session import Session
from citevet.version import __version__
from citevet.world.time_limit import StoppableWork

logger = getLogger(__name__)
Result = TypeVar("Result")
_PAUSE = 0.3  # seconds without a change before a document is checked
_PATIENCE = 20.0  # seconds that a request waits for the check of its document
_LARGE = 300_000  # characters of a document that has a Session of its own, so that others do not wait for it
_ANSWER = 5.0  # seconds that the editor has to send its settings
# An editor's settings may come with a foreign project, so they cannot say where text and identifiers are sent.
ACCEPTED = frozenset(
    """
    corpus select extend-select ignore severity strict judge risk online mailto baseline corpus-only no-author-year
    require-reasons max-bytes ocr today
    """.split()
)
# A document is checked at every pause in typing: a service or a language model is called only if the editor says so.
_DEFAULTS: Mapping[str, Any] = {"online": False, "llm": ""}
_WATCHED = "**/*.{toml,yaml,yml,bib,json,ris,md,txt,pdf,tex}"  # settings, sources, bibliographies and parts
_ACTIONS = types.CodeActionOptions([types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll])
_CAPITAL = re.compile(r"(?<=[a-z])[A-Z]")


@dataclass(eq=False)
class Project:
    """A workspace folder with its Session; checks in it run one after the other."""

    folder: Path
    uri: str | None = None  # of the workspace folder, for settings that differ between folders
    session: Session | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class EditorServer(LanguageServer):
    """A language server with one Session for each workspace folder, and for each large document."""

    def __init__(self) -> None:
        super().__init__("citevet", __version__, protocol_cls=BufferProtocol)
        self.initial_settings: object = None
        self.buffers: dict[str, Buffer] = {}
        self._projects: dict[tuple[Path, str], Project] = {}
        self.results: dict[str, CheckedBuffer] = {}  # of the last check, which may be of an earlier version
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._refused: set[str] = set()  # settings that were reported already

    def put(self, buffer: Buffer, *, pause: float = _PAUSE) -> None:
        """Take a new version of a document, and check it after a pause."""
        self.buffers[buffer.uri] = buffer
        if waiting := self._checks.get(buffer.uri):
            waiting.cancel()  # a check that is running goes on, and its result is dropped
        self._checks[buffer.uri] = asyncio.get_running_loop().create_task(self._check_later(buffer, pause))

    def close(self, uri: str) -> None:
        """Forget a document, and remove its findings from the editor."""
        self.buffers.pop(uri, None)
        self.results.pop(uri, None)
        if waiting := self._checks.pop(uri, None):
            waiting.cancel()
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def check_again(self) -> None:
        """Check all open documents with fresh settings and sources."""
        self._projects.clear()
        for buffer in [*self.buffers.values()]:
            self.put(buffer)

    async def wait_for_result(self, uri: str) -> CheckedBuffer | None:
        """Return the result for the current version; none if the check takes too long."""
        until = asyncio.get_running_loop().time() + _PATIENCE
        while (task := self._checks.get(uri)) and not task.done():
            done, _ = await asyncio.wait([task], timeout=until - asyncio.get_running_loop().time())
            if not done:
                return None
        result = self.results.get(uri)
        return result if result and result.buffer is self.buffers.get(uri) else None

    async def list_corpus_ids(self, buffer: Buffer) -> Mapping[str, str]:
        """Return the ids of a document's corpus, with the words that describe them; none before its first check."""
        file, session = buffer.file, self._find_project(buffer).session
        if file is None or session is None:
            return {}
        return await _run_in_thread(lambda: session.once(("corpus ids", file.parent), lambda: list_ids(session, file)))

    async def _check_later(self, buffer: Buffer, pause: float) -> None:
        await asyncio.sleep(pause)
        try:
            await asyncio.shield(self._check(buffer))
        except Exception:  # a defect; the next change is checked again
            logger.exception("%s: not checked", buffer.uri)

    async def _check(self, buffer: Buffer) -> None:
        if buffer.file is None:
            return
        file, project = buffer.file, self._find_project(buffer)
        async with project.lock:
            if self.buffers.get(buffer.uri) is not buffer:
                return
            session = await self._open_session(project)
            result, found = await _run_in_thread(
                lambda: (checked := check_buffer(buffer, file, session), list_diagnostics(checked))
            )
        if self.buffers.get(buffer.uri) is buffer:
            self.results[buffer.uri] = result
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(buffer.uri, found, buffer.version))

    def _find_project(self, buffer: Buffer) -> Project:
        """Return the deepest workspace folder that holds a document, else the folder of the document itself."""
        folders = {Path(path): uri for uri in self._list_folders() if (path := to_fs_path(uri))}
        file = buffer.file if buffer.file and buffer.file.is_absolute() else None
        around = [folder for folder in folders if file is None or file.is_relative_to(folder)]
        found = max(around, key=lambda folder: len(folder.parts), default=file.parent if file else Path.cwd())
        large = buffer.uri if len(buffer.text) > _LARGE else ""
        return self._projects.setdefault((found, large), Project(found, folders.get(found)))

    def _list_folders(self) -> list[str]:
        root = self.workspace.root_uri
        return [folder.uri for folder in self.workspace.folders.values()] or ([root] if root else [])

    async def _open_session(self, project: Project) -> Session:
        """Return the Session of a project, made at its first check with the editor's settings."""
        if project.session is None:
            options, refused = read_settings(self.initial_settings, await self._query_settings(project))
            new = [key for key in refused if key not in self._refused]
            if new:
                self._refused.update(new)
                told = f"citevet: these settings are not used: {', '.join(new)}"
                self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, told))
            project.session = Session(options, here=project.folder, targets=[project.folder])
        return project.session

    async def _query_settings(self, project: Project) -> object:
        """Return the settings of the editor for a folder; none where it has none or does not answer."""
        workspace = self.client_capabilities.workspace
        if not (workspace and workspace.configuration):
            return None
        item = types.ConfigurationItem(scope_uri=project.uri, section="citevet")
        try:
            query = self.workspace_configuration_async(types.ConfigurationParams([item]))
            answer = await asyncio.wait_for(query, _ANSWER)
        except (TimeoutError, JsonRpcException):
            return None
        return answer[0] if answer else None


async def _run_in_thread(work: Callable[[], Result]) -> Result:
    """Run work in a thread of its own, which does not hold up the end of the process; cancelling stops it."""
    future: Future[Result] = Future()
    context = copy_context()

    def run() -> None:
        try:
            result = context.run(work)
        except Exception as error:  # noqa: BLE001 - it is raised again where the result is wanted
            future.set_exception(error)
        else:
            future.set_result(result)

    running = StoppableWork(run, lambda: None)
    running.start()
    try:
        return await asyncio.wrap_future(future)
    except asyncio.CancelledError:
        running.stop()
        raise


def read_settings(*given: object) -> tuple[dict[str, Any], list[str]]:
    """Return the options of several tables, later ones first in rank, and the keys that are unknown or not accepted."""
    options = dict(_DEFAULTS)
    refused: list[str] = []
    for table in given:
        for key, value in table.items() if isinstance(table, Mapping) else ():
            name = _CAPITAL.sub(lambda found: f"-{found[0].lower()}", str(key)).replace("_", "-")
            if name not in ACCEPTED:
                refused.append(str(key))
            elif value is not None:
                options[name.replace("-", "_")] = value
    return options, sorted(set(refused))


def serve_editor() -> None:
    """Serve one editor over stdin and stdout until it closes them."""
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a line that a library prints must not end up between two messages
    _make_server().start_io(incoming, outgoing)


def _make_server() -> EditorServer:
    server = EditorServer()
    for method, handler, options in (
        (types.INITIALIZE, _initialize, None),
        (types.INITIALIZED, _register_watchers, None),
        (types.TEXT_DOCUMENT_DID_OPEN, _open, None),
        (types.TEXT_DOCUMENT_DID_CHANGE, _change, None),
        (types.TEXT_DOCUMENT_DID_SAVE, _refresh, None),  # another open document may cite this one
        (types.TEXT_DOCUMENT_DID_CLOSE, _close, None),
        (types.WORKSPACE_DID_CHANGE_CONFIGURATION, _configure, None),
        (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, _refresh, None),
        (types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, _refresh, None),
        (types.TEXT_DOCUMENT_HOVER, _hover, None),
        (types.TEXT_DOCUMENT_CODE_ACTION, _list_actions, _ACTIONS),
        (types.TEXT_DOCUMENT_DOCUMENT_LINK, _list_links, None),
        (types.TEXT_DOCUMENT_COMPLETION, _complete, types.CompletionOptions(trigger_characters=[*TRIGGERS])),
    ):
        server.feature(method, options)(handler)
    return server


def check_buffer(buffer: Buffer, file: Path, session: Session) -> CheckedBuffer:
    """Check the text of a buffer as if it were saved under that name; every trouble is part of the result.

    A LaTeX chapter is checked as a part of its main file.
    """
    if len(buffer.text) > EDITOR_CHARACTERS:
        why = f"longer than {EDITOR_CHARACTERS:,} characters. Split it, or run `citevet check` on the saved file."
        return CheckedBuffer(buffer, troubles=(why,))
    try:
        document = load_companions(parse_text(buffer.text, session.show(file)), session)[0]
        config = session.config_for(document.path)
        missing = explain_missing_judge(session, config, file.parent)
        unjudged = [f"support, {missing}"] if missing else []
        report = run_check([join_main_file(document, file, session)], session, requires_judge=False)
        unread = tuple(each.message for each in report.unread)
        return CheckedBuffer(buffer, report.audits[0], config.root, (*unjudged, *unread))
    except CitevetError as error:
        return CheckedBuffer(buffer, troubles=(str(error),))
    except Exception as error:  # a defect in one document must not end the server
        logger.exception("the check failed")
        return CheckedBuffer(buffer, troubles=(f"internal error ({type(error).__name__}: {error}). Please report it.",))


def _initialize(ls: EditorServer, params: types.InitializeParams) -> None:
    ls.initial_settings = params.initialization_options


def _register_watchers(ls: EditorServer, _: types.InitializedParams) -> None:
    """Let the editor say when files change that a check reads."""
    workspace = ls.client_capabilities.workspace
    watches = workspace and workspace.did_change_watched_files
    if watches and watches.dynamic_registration:
        options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(_WATCHED)])
        watch = types.Registration("citevet-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        ls.client_register_capability(types.RegistrationParams([watch]))


def _open(ls: EditorServer, params: types.DidOpenTextDocumentParams) -> None:
    opened = params.text_document
    encoding = types.PositionEncodingKind(ls.workspace.position_encoding or "utf-16").value
    ls.put(Buffer(opened.uri, opened.language_id, opened.version, opened.text, encoding), pause=0)


def _change(ls: EditorServer, params: types.DidChangeTextDocumentParams) -> None:
    buffer = ls.buffers.get(params.text_document.uri)
    if buffer:
        ls.put(buffer.change(params.text_document.version, params.content_changes))


def _close(ls: EditorServer, params: types.DidCloseTextDocumentParams) -> None:
    ls.close(params.text_document.uri)


def _configure(ls: EditorServer, params: types.DidChangeConfigurationParams) -> None:
    """Take settings that an editor sends along; others are queried again."""
    given = params.settings
    if isinstance(given, dict) and isinstance(given.get("citevet"), dict):
        ls.initial_settings = given["citevet"]
    ls.check_again()


def _refresh(ls: EditorServer, _: object) -> None:
    ls.check_again()


async def _hover(ls: EditorServer, params: types.HoverParams) -> types.Hover | None:
    checked = await ls.wait_for_result(params.text_document.uri)
    if checked is None:
        return None
    text = ls.client_capabilities.text_document
    formats = text.hover.content_format if text and text.hover else None
    markdown = not formats or types.MarkupKind.Markdown in formats
    return make_hover(checked, checked.positions.to_offset(params.position), markdown=markdown)


async def _list_actions(ls: EditorServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    checked = await ls.wait_for_result(params.text_document.uri)
    if checked is None:
        return []
    workspace = ls.client_capabilities.workspace
    versioned = bool(workspace and workspace.workspace_edit and workspace.workspace_edit.document_changes)
    wanted = checked.positions.to_span(params.range)
    return list_actions(checked, wanted, only=params.context.only or (), versioned=versioned)


async def _list_links(ls: EditorServer, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    checked = await ls.wait_for_result(params.text_document.uri)
    return list_links(checked) if checked else []


async def _complete(ls: EditorServer, params: types.CompletionParams) -> types.CompletionList | None:
    uri = params.text_document.uri
    buffer = ls.buffers.get(uri)
    if buffer is None:
        return None
    return complete(buffer, params.position, ls.results.get(uri), await ls.list_corpus_ids(buffer))
