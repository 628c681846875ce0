"""Set phrases with a meaning each, found by their first word."""

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from citevet.judge.tokens import Tokens

Meaning = TypeVar("Meaning")


class Phrases(Generic[Meaning]):
    """Phrases in small letters; of two that begin alike the longer is found."""

    __slots__ = ("_starts",)

    def __init__(self, meanings: Mapping[str, Meaning]) -> None:
        self._starts: dict[str, list[tuple[str, Meaning]]] = {}
        for phrase in sorted(meanings, key=len, reverse=True):
            self._starts.setdefault(phrase.split()[0], []).append((phrase, meanings[phrase]))

    def at(self, tokens: Tokens, place: int) -> tuple[int, Meaning] | None:
        """Return the token after the phrase that begins here, and what it means."""
        for phrase, meaning in self._starts.get(tokens.low(place), ()):
            if then := tokens.phrase(place, phrase):
                return then, meaning
        return None


def alike(phrases: str, meaning: Meaning) -> Iterable[tuple[str, Meaning]]:
    """Return phrases that mean the same, written with bars between them."""
    return ((phrase, meaning) for phrase in phrases.split("|"))
