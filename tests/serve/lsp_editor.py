"""An editor for the tests: the client of pygls over stdio, with texts, positions and edits of its own."""

import asyncio
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

_BREAK = re.compile(r"\r\n|\n|\r")
_PATIENCE = 60.0  # seconds, for a machine that does other work


@dataclass
class Editor:
    """One server process, and the documents that are open in it."""

    client: LanguageClient
    texts: dict[str, str] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    published: "dict[str, types.PublishDiagnosticsParams]" = field(default_factory=dict)
    history: list[tuple[str, int | None]] = field(default_factory=list)  # what was published, in order
    messages: list[str] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)  # answers to workspace/configuration
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @classmethod
    async def start(
        cls, root: Path, *, options: object = None, capabilities: types.ClientCapabilities | None = None
    ) -> "Editor":
        """Start `citevet lsp` for a folder."""
        editor = cls(LanguageClient("test-editor", "1"))
        editor._listen()
        environment = {**os.environ, "CITEVET_DATA_DIR": str(root / ".data"), "CITEVET_CACHE_DIR": str(root / ".cache")}
        await editor.client.start_io(sys.executable, "-m", "citevet", "lsp", "--stdio", env=environment)
        folder = types.WorkspaceFolder(root.as_uri(), root.name)
        await editor.client.initialize_async(
            types.InitializeParams(
                capabilities=capabilities or types.ClientCapabilities(),
                workspace_folders=[folder],
                root_uri=root.as_uri(),
                initialization_options=options,
            )
        )
        editor.client.initialized(types.InitializedParams())
        return editor

    async def stop(self) -> int | None:
        """Shut the server down, and return its exit code."""
        await asyncio.wait_for(self.client.shutdown_async(None), _PATIENCE)
        self.client.exit(None)
        server = self.client._server
        assert server is not None
        code = await asyncio.wait_for(server.wait(), _PATIENCE)
        stop: Any = self.client.stop  # without types
        await stop()
        return code

    def open(self, uri: str, text: str, language: str = "markdown") -> None:
        """Open a document; it needs no file."""
        self.texts[uri], self.versions[uri] = text, 1
        item = types.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def close(self, uri: str) -> None:
        """Close a document."""
        self.published.pop(uri, None)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def type(self, uri: str, edits: Sequence[types.TextEdit]) -> None:
        """Apply edits, the last place first, and send each as an incremental change."""
        ordered = sorted(edits, key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True)
        for edit in ordered:
            self.texts[uri] = apply(self.texts[uri], edit)
        self.versions[uri] += 1
        changes = [types.TextDocumentContentChangePartial(edit.range, edit.new_text) for edit in ordered]
        document = types.VersionedTextDocumentIdentifier(uri=uri, version=self.versions[uri])
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, changes))

    def insert(self, uri: str, offset: int, text: str) -> None:
        """Type a text at an offset."""
        at = position(self.texts[uri], offset)
        self.type(uri, [types.TextEdit(types.Range(at, at), text)])

    async def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """Wait for the findings in the current version."""
        while True:
            found = self.published.get(uri)
            if found is not None and found.version == self.versions[uri]:
                return list(found.diagnostics)
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), _PATIENCE)

    async def hover(self, uri: str, word: str) -> types.Hover | None:
        """Hover over the first place of a word."""
        at = position(self.texts[uri], self.texts[uri].index(word) + 1)
        return await self.client.text_document_hover_async(types.HoverParams(types.TextDocumentIdentifier(uri), at))

    async def actions(self, uri: str, range_: types.Range, only: Sequence[str] = ()) -> dict[str, types.CodeAction]:
        """Return the code actions for a range by title."""
        context = types.CodeActionContext([], only=[*only] or None)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), range_, context)
        found = await self.client.text_document_code_action_async(params) or ()
        return {each.title: each for each in found if isinstance(each, types.CodeAction)}

    def take(self, uri: str, action: types.CodeAction) -> None:
        """Apply the edits of a code action, as an editor does."""
        assert action.edit is not None
        assert action.edit.changes is not None
        self.type(uri, action.edit.changes[uri])

    async def links(self, uri: str) -> list[types.DocumentLink]:
        """Return the links of a document."""
        params = types.DocumentLinkParams(types.TextDocumentIdentifier(uri))
        return [*(await self.client.text_document_document_link_async(params) or ())]

    async def completions(self, uri: str, offset: int) -> dict[str, types.CompletionItem]:
        """Return what can be completed at an offset, by label."""
        at = position(self.texts[uri], offset)
        params = types.CompletionParams(types.TextDocumentIdentifier(uri), at)
        answer = await self.client.text_document_completion_async(params)
        return {item.label: item for item in answer.items} if isinstance(answer, types.CompletionList) else {}

    def words(self, uri: str, range_: types.Range) -> str:
        """Return the text of a range."""
        text = self.texts[uri]
        return text[offset(text, range_.start) : offset(text, range_.end)]

    def _listen(self) -> None:
        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.published[params.uri] = params
            self.history.append((params.uri, params.version))
            self.news.set()

        def show(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        def configure(params: types.ConfigurationParams) -> list[Any]:
            return [self.settings if item.section == "citevet" else None for item in params.items]

        feature: Any = self.client.feature  # without types
        feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(publish)
        feature(types.WINDOW_SHOW_MESSAGE)(show)
        feature(types.WORKSPACE_CONFIGURATION)(configure)


def position(text: str, at: int) -> types.Position:
    """Return an offset as line and UTF-16 column, counted by encoding the text."""
    before = _BREAK.split(text[:at])
    return types.Position(len(before) - 1, len(before[-1].encode("utf-16-le", "surrogatepass")) // 2)


def offset(text: str, at: types.Position) -> int:
    """Return the offset of a position."""
    starts = [0, *(found.end() for found in _BREAK.finditer(text))]
    start = starts[at.line]
    units = text[start:].encode("utf-16-le", "surrogatepass")[: at.character * 2]
    return start + len(units.decode("utf-16-le", "surrogatepass"))


def apply(text: str, edit: types.TextEdit) -> str:
    """Return the text after one edit."""
    return text[: offset(text, edit.range.start)] + edit.new_text + text[offset(text, edit.range.end) :]
