"""Read PDFs in a process of their own: PDFium is native code, and a hostile file may crash it or fill the memory."""

import json
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import replace

from citevet.errors import Damaged, Encrypted, ReadError, TooComplex, TooLarge
from citevet.limits import PDF_CROP_SECONDS, PDF_SCAN_SECONDS, PDF_SECONDS, PDF_SECONDS_PER_MB
from citevet.model import Document
from citevet.records import Foreign
from citevet.world.child_process import ChildCrash, ask_child
from citevet.world.record_json import load_json

_CHILD = "citevet.read.pdf.child"
_ERRORS: Mapping[str, type[ReadError]] = {
    kind.__name__: kind for kind in (Damaged, Encrypted, ReadError, TooComplex, TooLarge)
}
_BUSY = 4  # times longer on the clock than in processor time, on a busy machine


def read(data: bytes, path: str, *, ocr: bool = True) -> Document:
    """Read a .pdf file within limits of memory and time; a crash of the library is an error of this file."""
    document: Document = ask_pdf_child("read", data, path, Document, ocr=ocr)
    outline = tuple(map(tuple, document.metadata.get("outline", ())))  # JSON has no tuples
    return replace(document, metadata={**document.metadata, "outline": outline})


def crop(data: bytes, path: str, *, page: int, text: str, before: str = "", after: str = "") -> bytes:
    """Return a picture (PNG) of a text on a page, counted from 1; empty where the page does not show the text."""
    return b64decode(ask_pdf_child("crop", data, path, str, page=page, text=text, before=before, after=after))


def draw(data: bytes, path: str, *, page: int, text: str, width: int) -> tuple[bytes, dict[str, object]]:
    """Return a picture (PNG) of a whole page with a text marked, and what is known of the page."""
    kind = tuple[str, int, int, float, bool]
    picture, *facts = ask_pdf_child("page", data, path, kind, page=page, text=text, width=width)
    return b64decode(picture), dict(zip(("page", "pages", "top", "marked"), facts, strict=True))


def ask_pdf_child(task: str, data: bytes, path: str, kind: Foreign, *, ocr: bool = False, **asked: object) -> Foreign:
    """Return what the child process makes of a file; its ReadError is raised here."""
    seconds = PDF_CROP_SECONDS if task in {"crop", "page"} else PDF_SECONDS + len(data) / 1e6 * PDF_SECONDS_PER_MB
    request = {**asked, "task": task, "path": path, "ocr": ocr, "seconds": seconds}
    try:
        reply = ask_child(_CHILD, request, data, seconds=_BUSY * seconds + (2 * PDF_SCAN_SECONDS if ocr else 0))
    except ChildCrash as error:
        what = f"too large or too complex: the PDF library crashed, or took more than {seconds:.0f} s or its memory"
        raise TooComplex(what, to=path, advice="Print it to a new PDF, or leave it out.") from error
    try:
        return load_json(kind, reply.decode())
    except ValueError:
        raise _load_error(reply, path) from None


def dump_error(error: ReadError) -> bytes:
    """Write an error for the parent process."""
    values = {"error": type(error).__name__, "what": error.what, "to": error.to, "advice": error.advice}
    return json.dumps(values).encode()


def _load_error(reply: bytes, path: str) -> Exception:
    found = json.loads(reply)
    kind = _ERRORS.get(str(found.get("error")))
    if kind is not None:
        return kind(str(found["what"]), to=path, advice=str(found["advice"]))
    return RuntimeError(str(found.get("defect")))
