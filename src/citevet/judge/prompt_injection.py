"""Sentences of a source that speak to the model which reads it: they decide nothing, and never count as evidence."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from unicodedata import category, normalize

from citevet.model import Passage, Span
from citevet.model.document import replace_spans
from citevet.patterns import lazy_pattern
from citevet.records import collect_values, replace
from citevet.tables import read_rows
from citevet.text.sentences import split_sentences

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
_SPEAKERS = frozenset({"system", "assistant"})
LONGEST = 6_000  # characters of a text that are looked at, and sent to a language model; a window has about 1,200


class _Cues(NamedTuple):
    """Words of which a text must have one: whole ones in Latin letters, and parts of others."""

    words: frozenset[str]
    parts: tuple[str, ...]


class _Phrase(NamedTuple):
    """One row of the table; without a word of each group its pattern is not tried, which saves nearly all the time."""

    cues: tuple[_Cues, ...]
    pattern: re.Pattern[str]

    def may_be_in(self, small: str, words: frozenset[str]) -> bool:
        """Check whether a text in lower case, with these words, has one of each group."""
        return all(not words.isdisjoint(own) or any(part in small for part in parts) for own, parts in self.cues)


def _read_phrases() -> Iterator[_Phrase]:
    for _, cues, pattern, _ in read_rows(_TABLE):
        whole = re.sub(r"<[a-z]+>", lambda found: _WORDS.get(found[0], found[0]), pattern)
        groups = (group.strip().split("|") for group in cues.split("&"))
        read = (
            _Cues(frozenset(filter(_is_plain, each)), tuple(cue for cue in each if not _is_plain(cue)))
            for each in groups
        )
        yield _Phrase(tuple(read), lazy_pattern(whole, re.IGNORECASE))


def _is_plain(cue: str) -> bool:
    return cue.isascii() and cue.isalpha()


_PHRASES = tuple(_read_phrases())
# The phrases by each word of their first group, the rarest, and those whose first group has parts of words.
_BY_WORD = collect_values((word, each) for each in _PHRASES for word in each.cues[0].words)
_BY_PART = tuple(each for each in _PHRASES if each.cues[0].parts)
_FIRST = frozenset(_BY_WORD)
_LATIN_WORD = lazy_pattern(r"[a-z]+")


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
    seen = visible_text(text)
    shown = seen if seen.isascii() else normalize("NFKC", seen)
    line = " ".join(shown.split())
    small = line.lower()
    words = frozenset(_LATIN_WORD.findall(small))
    if not words.isdisjoint(_SPEAKERS) and _ROLE.search(shown) is not None:
        return True
    likely = dict.fromkeys(each for word in words & _FIRST for each in _BY_WORD[word])
    phrases = (*likely, *_BY_PART) if not small.isascii() or "<" in small or "[" in small else likely
    return any(phrase.pattern.search(line) for phrase in phrases if phrase.may_be_in(small, words))


def mask_orders(passage: Passage) -> Passage:
    """Return a passage with blanks in place of the sentences that speak to a model; the others keep their places."""
    if len(passage.text) <= LONGEST:
        return _mask_orders(passage)
    pieces = (_mask_orders(replace(passage, text=span.of(passage.text))) for span in _cut_pieces(passage.text))
    return replace(passage, text="".join(each.text for each in pieces))


def _cut_pieces(text: str) -> Iterator[Span]:
    """Yield pieces that are looked at as a whole, cut behind sentences where that is possible."""
    start = end = 0
    for stop in (*(each.end for each in split_sentences(text)), len(text)):
        while stop - start > LONGEST:
            end = end if end > start else start + LONGEST
            yield Span(start, end)
            start = end
        end = stop
    yield Span(start, len(text))


def _mask_orders(passage: Passage) -> Passage:
    if not contains_prompt_injection(passage.text):
        return passage
    spans = split_sentences(passage.text)
    told = [index for index, span in enumerate(spans) if contains_prompt_injection(span.of(passage.text))]
    if not told:  # the order runs over the end of a sentence
        pairs = ((at, Span(one.start, other.end)) for at, (one, other) in enumerate(pairwise(spans)))
        told = [each for at, both in pairs if contains_prompt_injection(both.of(passage.text)) for each in (at, at + 1)]
    masked = [spans[index] for index in dict.fromkeys(told)] or [Span(0, len(passage.text))]
    return replace(passage, text=replace_spans(passage.text, ((span, " " * len(span)) for span in masked)))
