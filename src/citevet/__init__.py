"""Vet every citation: does the source exist, and does it say so?"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from citevet.version import __version__ as __version__

if TYPE_CHECKING:
    from citevet.errors import CitevetError
    from citevet.extract import extract as extract_document
    from citevet.jobs.check import acheck, check
    from citevet.jobs.guard import StreamGuard
    from citevet.jobs.verify import Verifier, averify, verify
    from citevet.jobs.verifying.asked import extract_claims
    from citevet.model import Citation, Claim, Document, Finding, Reference, Report
    from citevet.read import parse_text
    from citevet.read import read as read_document
    from citevet.report.verified import Given as Source

# Name → the room that owns it, and its name there; imported when first used, so that `import citevet` costs next to
# nothing. `read` and `extract` are rooms, so the functions have longer names here; the Source of the door is the one
# that a caller gives, that of the model is what a citation was resolved to.
_ROOMS = {
    "CitevetError": ("citevet.errors", "CitevetError"),
    "Citation": ("citevet.model", "Citation"),
    "Claim": ("citevet.model", "Claim"),
    "Document": ("citevet.model", "Document"),
    "Finding": ("citevet.model", "Finding"),
    "Reference": ("citevet.model", "Reference"),
    "Report": ("citevet.model", "Report"),
    "Source": ("citevet.report.verified", "Given"),
    "StreamGuard": ("citevet.jobs.guard", "StreamGuard"),
    "Verifier": ("citevet.jobs.verify", "Verifier"),
    "acheck": ("citevet.jobs.check", "acheck"),
    "averify": ("citevet.jobs.verify", "averify"),
    "check": ("citevet.jobs.check", "check"),
    "extract_claims": ("citevet.jobs.verifying.asked", "extract_claims"),
    "extract_document": ("citevet.extract", "extract"),
    "parse_text": ("citevet.read", "parse_text"),
    "read_document": ("citevet.read", "read"),
    "verify": ("citevet.jobs.verify", "verify"),
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
    "StreamGuard",
    "Verifier",
    "acheck",
    "averify",
    "check",
    "extract_claims",
    "extract_document",
    "parse_text",
    "read_document",
    "verify",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    if name not in _ROOMS:
        raise AttributeError(f"module 'citevet' has no attribute {name!r}")
    room, own_name = _ROOMS[name]
    return getattr(import_module(room), own_name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
