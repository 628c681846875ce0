"""Answers of earlier runs on a claim and the texts of its sources, by content.

The scores of single pairs are cached as well. An answer also saves cutting the sources into windows, choosing passages
and comparing words: of a paper with 70 citations that takes four seconds.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeVar

from citevet.world.record_json import dump_json, load_json

Asked = TypeVar("Asked", bound=Hashable)


@dataclass(frozen=True, slots=True)
class AnswerCache:
    """Questions that were answered before, with the same judge, settings and code."""

    context: str  # all that an answer depends on besides its question
    load: Callable[[Sequence[str]], Mapping[str, bytes]]
    store: Callable[[Mapping[str, bytes]], None]
    new: dict[str, bytes] = field(default_factory=dict)  # not written yet

    def answer(
        self,
        kind: Any,  # noqa: ANN401 - the type of an answer
        questions: Mapping[Asked, Sequence[object]],
        ask: Callable[[Sequence[Asked]], Sequence[Any]],
    ) -> dict[Asked, Any]:
        """Return an answer for each question; only those that no earlier run answered are asked, together."""
        keys = {each: self._key(question) for each, question in questions.items()}
        found = dict(_parse(kind, keys, self.load(list(keys.values()))))
        rest = [each for each in questions if each not in found]
        fresh = dict(zip(rest, ask(rest), strict=True)) if rest else {}
        self.new.update((keys[each], dump_json(value).encode()) for each, value in fresh.items())
        return {**found, **fresh}

    def save(self) -> None:
        """Write new answers for the next run."""
        self.store(self.new)
        self.new.clear()

    def _key(self, question: Sequence[object]) -> str:
        return sha256(dump_json(["answer", self.context, question]).encode()).hexdigest()


def _parse(kind: Any, keys: Mapping[Asked, str], kept: Mapping[str, bytes]) -> Iterator[tuple[Asked, Any]]:  # noqa: ANN401 - likewise
    for each, key in keys.items():
        if key in kept:
            try:
                yield each, load_json(kind, kept[key].decode())
            except ValueError:  # written by code that had another record under this key
                continue
