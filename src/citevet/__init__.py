"""Vet every citation: does the source exist, and does it say so?"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from citevet.version import __version__ as __version__

if TYPE_CHECKING:
    from citevet.errors import CitevetError
    from citevet.extract import extract as extract_document
    from citevet.jobs.check import acheck, check
    from citevet.model import Citation, Claim, Document, Finding, Reference, Report, Source
    from citevet.read import parse_text
    from citevet.read import read as read_document

# Name → the room that owns it, and its name there; imported when first used, so that `import citevet` costs next to
# nothing. `read` and `extract` are rooms, so the functions have longer names here.
_ROOMS = {
    "CitevetError": ("citevet.errors", "CitevetError"),
    "Citation": ("citevet.model", "Citation"),
    "Claim": ("citevet.model", "Claim"),
    "Document": ("citevet.model", "Document"),
    "Finding": ("citevet.model", "Finding"),
    "Reference": ("citevet.model", "Reference"),
    "Report": ("citevet.model", "Report"),
    "Source": ("citevet.model", "Source"),
    "acheck": ("citevet.jobs.check", "acheck"),
    "check": ("citevet.jobs.check", "check"),
    "extract_document": ("citevet.extract", "extract"),
    "parse_text": ("citevet.read", "parse_text"),
    "read_document": ("citevet.read", "read"),
}

__all__ = [
    "Citation",
    "CitevetError",
    "Claim",
    "Document",
    "Finding",
    "Reference",
    "Report",
    "Source",
    "acheck",
    "check",
    "extract_document",
    "parse_text",
    "read_document",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    if name not in _ROOMS:
        raise AttributeError(f"module 'citevet' has no attribute {name!r}")
    room, own_name = _ROOMS[name]
    return getattr(import_module(room), own_name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
