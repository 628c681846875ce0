"""A text that takes too long to split into claims is refused, not waited for."""

import pytest

import citevet
from citevet.errors import TooComplex


def test_a_text_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same limit as for a document; the message names it."""
    monkeypatch.setattr("citevet.read.files.FILE_SECONDS", 0.05)
    monkeypatch.setattr("citevet.read.files.FILE_SECONDS_PER_MB", 0.0)
    with pytest.raises(TooComplex, match="too large or too complex"):
        citevet.verify("Tokyo is the capital of Japan (Smith, 2019). " * 20_000, ["Tokyo is the capital of Japan."])
