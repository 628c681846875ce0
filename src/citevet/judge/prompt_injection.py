"""Sentences of a source that speak to the model which reads it: they decide nothing, and never count as evidence."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from unicodedata import category, normalize

from citevet.model import Passage, Span
from citevet.model.document import replace_spans
from citevet.records import replace
from citevet.text.patterns import lazy_pattern
from citevet.text.sentences import split_sentences
from citevet.text.tables import read_rows

_WORDS = {
    "<ignore>": "(?:ignore|disregard|forget|override|bypass|overrule|skip)",
    "<ours>": r"\b(?:previous|prior|above|earlier|preceding|your|system|all|any|these|the)\b",
    "<rules>": r"\b(?:instructions?|prompts?|guidelines?|directives?|commands?|everything above)\b",
    "<reader>": (
        r"\b(?:assistant(?! professor| manager| director| editor| secretary)|language model|AI|LLM|chatbot"
        r"|automated (?:checker|grader|judge|reviewer|system))\b"
    ),
    "<agent>": (
        r"(?:ai|llms?|language models?|chatbots?|assistants?|bots?|(?:ai|automated|automatic) "
        r"(?:reviewers?|graders?|judges?|checkers?|systems?|agents?|readers?))\b"
    ),
    "<say>": "(?:answer|respond|reply|output|return|vote|say|conclude|state|confirm|report|decide|print|write)",
    "<mark>": "(?:mark|rate|classify|label|judge|treat|score|grade|count|accept|regard|rule|set)",
    "<start>": r"(?:^|[.!?:;,\"“(] ?|\b(?:please|and|then|must|should|always|just|simply|only|you|now) )",
    "<strong>": (
        r"[\"'“‘`]?(?:supported|unsupported|contradicted|entail(?:ed|ment)|partial(?:ly supported)?)\b(?! (?:by|in)\b)"
    ),
    "<verdict>": (
        r"[\"'“‘`]?(?:supported|unsupported|contradicted|entail(?:ed|ment)|partial(?:ly supported)?"
        r"|verified|(?:a )?(?:full|perfect|strong) (?:support|match)|true\b(?=[.!\"'”’)]|$))\b(?! (?:by|in)\b)"
    ),
}
_TABLE = Path(__file__).with_suffix(".tsv")
# Control characters, direction marks and tags: people do not see them, models read them.
_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})
# A line of a conversation.
_ROLE = lazy_pattern(r"^[^\S\n]{0,8}(?:system|assistant)[^\S\n]{0,8}:", re.IGNORECASE | re.MULTILINE)
LONGEST = 6_000  # characters of a text that are looked at, and sent to a language model; a window has about 1,200


class _Phrase(NamedTuple):
    """One row of the table; without one of its words its pattern is not tried."""

    words: tuple[str, ...]
    pattern: re.Pattern[str]


def _read_phrases() -> Iterator[_Phrase]:
    for _, words, pattern, _ in read_rows(_TABLE):
        whole = re.sub(r"<[a-z]+>", lambda found: _WORDS.get(found[0], found[0]), pattern)
        yield _Phrase(tuple(words.split("|")), lazy_pattern(whole, re.IGNORECASE))


_PHRASES = tuple(_read_phrases())


def list_examples() -> Iterator[str]:
    """Yield the examples of the table."""
    yield from (example for *_, example in read_rows(_TABLE))


def visible_text(text: str) -> str:
    """Return a text without invisible characters, cut to what is sent."""
    cut = text[:LONGEST]
    if cut.replace("\n", "").replace("\t", "").isprintable():
        return cut
    return "".join(char for char in cut if char in "\n\t" or category(char) not in _INVISIBLE)


def contains_prompt_injection(text: str) -> bool:
    """Check whether a text has a phrase that is meant for a model."""
    words = normalize("NFKC", visible_text(text))
    if _ROLE.search(words) is not None:
        return True
    line = " ".join(words.split())
    small = line.lower()
    return any(phrase.pattern.search(line) for phrase in _PHRASES if any(word in small for word in phrase.words))


def mask_orders(passage: Passage) -> Passage:
    """Return a passage with blanks in place of the sentences that speak to a model; the others keep their places."""
    if not contains_prompt_injection(passage.text):
        return passage
    spans = split_sentences(passage.text)
    told = [index for index, span in enumerate(spans) if contains_prompt_injection(span.of(passage.text))]
    if not told:  # the order runs over the end of a sentence
        pairs = ((at, Span(one.start, other.end)) for at, (one, other) in enumerate(pairwise(spans)))
        told = [each for at, both in pairs if contains_prompt_injection(both.of(passage.text)) for each in (at, at + 1)]
    masked = [spans[index] for index in dict.fromkeys(told)] or [Span(0, len(passage.text))]
    return replace(passage, text=replace_spans(passage.text, ((span, " " * len(span)) for span in masked)))
