"""The process that reads PDFs for `process.py`: `python -m citevet.read.pdf.child`."""

import json
import sys
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any

from citevet.errors import ReadError, TooComplex
from citevet.limits import PDF_MEMORY
from citevet.read.metadata import read_pdf_properties
from citevet.read.pdf import read
from citevet.read.pdf.crops import crop_text, draw_page
from citevet.read.pdf.process import dump_error
from citevet.world.child_process import limit_memory, read_requests, send_reply, take_stdout
from citevet.world.record_json import dump_json


def _crop(data: bytes, request: Mapping[str, Any]) -> str:
    asked = {name: request[name] for name in ("page", "text", "before", "after")}
    return b64encode(crop_text(data, request["path"], **asked)).decode()


def _draw_page(data: bytes, request: Mapping[str, Any]) -> tuple[str, int, int, float, bool]:
    drawn = draw_page(data, request["path"], **{name: request[name] for name in ("page", "text", "width")})
    return b64encode(drawn.picture).decode(), drawn.page, drawn.pages, drawn.top, drawn.is_marked


_TASKS: Mapping[str, Callable[[bytes, Mapping[str, Any]], object]] = {
    "read": lambda data, request: read(data, request["path"], ocr=request["ocr"]),
    "metadata": lambda data, _: read_pdf_properties(data),
    "crop": _crop,
    "page": _draw_page,
}


def main() -> None:
    """Serve requests until the parent closes the pipe."""
    replies = take_stdout()
    limit_memory(PDF_MEMORY)
    for request, data in read_requests(sys.stdin.buffer):
        _limit_seconds(float(str(request["seconds"])))
        send_reply(replies, _answer(request, data))


def _answer(request: Mapping[str, Any], data: bytes) -> bytes:
    try:
        return dump_json(_TASKS[request["task"]](data, request)).encode()
    except ReadError as error:
        return dump_error(error)
    except (MemoryError, RecursionError):
        what = "too large or too complex: it needs too much memory"
        return dump_error(TooComplex(what, advice="Split the file, or leave it out."))
    except Exception as error:  # noqa: BLE001 - a defect of ours, which the parent reports
        return json.dumps({"defect": f"{type(error).__name__}: {error}"}).encode()


def _limit_seconds(seconds: float) -> None:
    """Let the system end this process once it has used so much more processor time."""
    if sys.platform != "win32":
        import resource

        used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        limit = int(used + seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


if __name__ == "__main__":
    main()
