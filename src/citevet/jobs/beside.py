"""A document that comes without a file, read as if it lay where its name says."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from citevet.config import config
from citevet.jobs.audit_file import companion_root, family
from citevet.model import Document
from citevet.read import parse
from citevet.read.companions import with_companions
from citevet.world.real_path import real


def beside(document: Document, flags: Mapping[str, Any]) -> list[Document]:
    """Return a document with the bibliography and the parts that it names, and these after it."""
    path = Path(document.path)
    settings = config(real(path).parent, flags)
    root = companion_root(path, settings)
    return [*family(with_companions(document, path, root=root, parse=parse, max_bytes=settings.max_bytes))]
