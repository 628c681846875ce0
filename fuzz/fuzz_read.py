"""Any bytes under any ending give a Document or a ReadError: `python -m fuzz.fuzz_read`."""

import sys
from importlib import import_module

from citevet.errors import ReadError
from citevet.model import Document
from citevet.read import READERS, parse

ENDINGS = tuple(READERS)


def target(data: bytes) -> Document | None:
    """Read bytes whose first one selects the ending; all spans are inside the text and in order."""
    if not data:
        return None
    try:
        document = parse(data[1:], f"fuzz{ENDINGS[data[0] % len(ENDINGS)]}")
    except ReadError:
        return None
    expect_order(document)
    return document


def expect_order(document: Document) -> None:
    """Raise where parts of a document overlap or leave its text."""
    end = len(document.text)
    for kind in (document.blocks, document.regions, document.places):
        done = 0
        for record in kind:
            if not done <= record.span.start <= record.span.end <= end:
                raise AssertionError(f"{record} starts before {done} or ends after {end}")
            done = record.span.end
    for mark in document.marks:
        if not 0 <= mark.span.start <= mark.span.end <= end:
            raise AssertionError(f"{mark} leaves the text of {end} characters")


if __name__ == "__main__":
    atheris = import_module("atheris")
    atheris.instrument_all()
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()
