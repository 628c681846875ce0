"""The requests and notifications of an editor."""

import sys
from collections.abc import Iterator
from logging import getLogger
from pathlib import Path

from lsprotocol import types
from pygls.uris import from_fs_path

from citevet.errors import CitevetError
from citevet.jobs.check import run_check
from citevet.jobs.document_audit import load_companions
from citevet.jobs.main_file import join_main_file
from citevet.limits import EDITOR_CHARACTERS
from citevet.read import parse_text
from citevet.report.citation_rows import CitationRow
from citevet.report.safe_text import to_line
from citevet.serve.lsp.buffers import Buffer, CheckedBuffer
from citevet.serve.lsp.completion import TRIGGERS, complete
from citevet.serve.lsp.findings import list_actions
from citevet.serve.lsp.hover import is_address, make_hover
from citevet.serve.lsp.server import EditorServer
from citevet.session import Session
from citevet.world.paths import resolve_path

logger = getLogger(__name__)
_WATCHED = "**/*.{toml,yaml,yml,bib,json,ris,md,txt,pdf,tex}"  # settings, sources, bibliographies and parts
_ACTIONS = types.CodeActionOptions([types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll])


def serve_editor() -> None:
    """Serve one editor over stdin and stdout until it closes them."""
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a line that a library prints must not end up between two messages
    _make_server().start_io(incoming, outgoing)


def _make_server() -> EditorServer:
    server = EditorServer(check_buffer)
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
        report = run_check([join_main_file(document, file, session)], session)
        unread = tuple(each.message for each in report.unread)
        return CheckedBuffer(buffer, report.audits[0], session.config_for(document.path).root, unread)
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


def list_links(checked: CheckedBuffer) -> list[types.DocumentLink]:
    """Return one link for each citation whose source can be opened."""
    return [
        types.DocumentLink(checked.positions.to_range(row.citation.span), target, tooltip)
        for row in checked.rows
        for target, tooltip in _find_target(row, checked.root)
    ]


def _find_target(row: CitationRow, root: Path | None) -> Iterator[tuple[str, str]]:
    """Yield where a citation leads and what to call it, or nothing."""
    source = row.source
    if source is None:
        return
    tooltip = to_line(source.title or source.id)
    lines = row.citation.locator.lines if row.citation.locator else None
    files = (source.entry.file if source.entry else None, source.path)
    for file in filter(None, (_find_file(name, root) for name in files)):
        place = f"#L{lines.partition('-')[0]}" if lines and lines.replace("-", "").isdecimal() else ""
        yield f"{from_fs_path(str(file))}{place}", tooltip
        return
    for address in (source.url, source.record.url if source.record else None):
        if address and is_address(address):
            yield address, tooltip
            return


def _find_file(name: str | None, root: Path | None) -> Path | None:
    """Return a file of the project, with links followed; none for what is missing or lies outside."""
    if not name or root is None:
        return None
    folder = resolve_path(root)
    file = resolve_path(folder / name)
    try:
        return file if file.is_relative_to(folder) and file.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        return None
