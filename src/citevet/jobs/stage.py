"""Single stages as JSON, so that a host can drive them with its own model and tools."""

import json
from typing import Any

from citevet.extract import extract as extract_document
from citevet.jobs.anchors import anchors
from citevet.jobs.chunks import chunks
from citevet.model import Document
from citevet.report.objects import extraction_object
from citevet.version import __version__


def parse(document: Document) -> str:
    """Return where the document cites and where it should, as `cite-check` lists it."""
    return _dumped(list(anchors(extract_document(document))))


def extract(document: Document) -> str:
    """Return citations, references and claims in the shape of `check --format json`, without verdicts."""
    found = extraction_object(extract_document(document))
    return _dumped({"version": 1, "tool": f"citevet {__version__}", "documents": [found]})


def chunk(document: Document, *, max_tokens: int = 3000) -> str:
    """Return the document in chunks, as `citation-auditor` cuts it."""
    return _dumped({"chunks": chunks(document, max_tokens)})


def _dumped(shown: Any) -> str:  # noqa: ANN401 - any JSON
    return json.dumps(shown, ensure_ascii=False, indent=2) + "\n"
