"""Answers of pure functions, kept by what they were asked, so that an edited document is read again where it changed.

An editor checks a document at every pause in typing. Nearly all of its sentences and entries are those of the check
before, and what a sentence is depends on its words alone. A Session owns the answers; outside of it nothing is kept.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

from citevet.limits import KEPT_CHARACTERS

More = ParamSpec("More")
Answer = TypeVar("Answer")
_OVERHEAD = 200  # characters that an answer counts for beside its question


class KeptAnswers:
    """Answers in two halves: when the newer one is full, what was not asked for since the last time is dropped."""

    def __init__(self, most: int = KEPT_CHARACTERS) -> None:
        self._most = most // 2
        self._size = 0
        self._newer: dict[Hashable, object] = {}
        self._older: dict[Hashable, object] = {}

    def find(self, key: Hashable) -> object:
        """Return the answer to a question; none if it is not there."""
        found = self._newer.get(key)
        if found is None and (found := self._older.pop(key, None)) is not None:
            self._newer[key] = found
        return found

    def put(self, key: Hashable, answer: object, size: int) -> None:
        """Keep the answer to a question of some characters."""
        self._size += size + _OVERHEAD
        if self._size > self._most:
            self._size, self._older, self._newer = size + _OVERHEAD, self._newer, {}
        self._newer[key] = answer


_ANSWERS: ContextVar[KeptAnswers | None] = ContextVar("kept answers", default=None)


def current_answers() -> KeptAnswers | None:
    """Return where the run at hand keeps answers; none where nothing is kept."""
    return _ANSWERS.get()


@contextmanager
def keep_answers(answers: KeptAnswers) -> Iterator[None]:
    """Keep the answers of `kept` functions while the block runs."""
    token = _ANSWERS.set(answers)
    try:
        yield
    finally:
        _ANSWERS.reset(token)


def kept(function: Callable[Concatenate[str, More], Answer]) -> Callable[Concatenate[str, More], Answer]:
    """Keep the answers of a pure function of a text and of values without a span; nobody may change an answer."""

    @wraps(function)
    def ask(text: str, /, *more: More.args, **named: More.kwargs) -> Answer:
        answers = _ANSWERS.get()
        if answers is None:
            return function(text, *more, **named)
        key = (function, text, more, *named.items())
        found = cast("tuple[Answer] | None", answers.find(key))
        if found is None:
            found = (function(text, *more, **named),)
            answers.put(key, found, len(text))
        return found[0]

    return ask
