"""What the protocol of the library does otherwise than editors need."""

from collections.abc import Generator
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol, lsp_method

from citevet.records import Foreign


class BufferProtocol(LanguageServerProtocol):
    """The protocol without the library's own texts: it ends lines at form feeds too, and would misplace changes."""

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Generator[Any, Any, None]:
        """Pass the changes on as they came."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    def structure_message(self, data: dict[str, Any]) -> Foreign:
        """Answer a request whose parameters are wrong; the library only logs it, and the editor would wait."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise
