"""Compiled patterns beside our modules, as Python keeps those: where it may write none, they are compiled each time."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import cache_from_source
from pathlib import Path

from citevet.patterns import KEPT
from citevet.patterns import __file__ as source_file


@contextmanager
def keep_patterns() -> Iterator[None]:
    """Use the compiled patterns of earlier runs, and keep those that this run had to compile."""
    file = Path(cache_from_source(source_file)).with_suffix(".codes")
    with suppress(OSError):
        KEPT.load(file.read_bytes())
    try:
        yield
    finally:
        data = None if sys.dont_write_bytecode else KEPT.dump()
        draft = file.with_suffix(f".{os.getpid()}")  # a process that reads meanwhile sees the old file or the new one
        if data:
            with suppress(OSError):
                draft.write_bytes(data)
                draft.replace(file)
