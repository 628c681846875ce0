"""Who holds a view: "critics believe that Y" is true where critics believe it, whether or not Y is."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from citevet.judge.evidence import content_stems, coverage
from citevet.model import Difference, Span
from citevet.text.sentences import split_sentences

_BELIEF = "believe|believes|believed|think|thinks|thought|allege|alleges|alleged|claim|claims|claimed"
_SPEECH = "argue|argues|argued|assert|asserts|asserted|contend|contends|contended|insist|insists|insisted|say|says|said"
_DENIAL = "deny|denies|denied|doubt|doubts|doubted|dispute|disputes|disputed|reject|rejects|rejected"
# Only with "that", unless the verb is never a noun: "the company claims data" asserts nothing.
_VIEW = re.compile(
    rf"\W{{0,3}}(?P<holder>(?:[\w’'.&-]{{1,30}}\s){{1,8}}?)(?:(?:also|still|now|have|has|had)\s){{0,2}}"
    rf"(?P<not>(?:do|does|did) not\s)?"
    rf"(?P<verb>(?:{_BELIEF}|{_SPEECH}|{_DENIAL})(?=\s+that\s)|believes?|believed|thinks?)\s+(?:that\s+)?(?=\w)"
)
# A view of the source itself is what the source says.
_OWN = frozenset(
    "i we it our this paper study article report author authors result results finding findings data evidence".split()
)
_UNNAMED = frozenset("the a an many some most other peopl criti they he she".split())  # first letters of holders
_WORD = re.compile(r"\w+")
_STEM = 5  # letters by which two forms of a name are one
_ALIKE = 0.5  # share of a view's words that another view on the same matter has
_SAME = 0.7  # … that a plain claim has


class View(NamedTuple):
    """A sentence that says who holds what."""

    holder: str
    verb: str  # with "did not"
    content: str
    is_denied: bool
    span: Span  # of holder and verb, in its text

    @property
    def is_belief(self) -> bool:
        """Whether the holder believes or denies; "the register says that" may be the source itself."""
        return re.search(rf"\b(?:{_BELIEF}|{_DENIAL})\Z", self.verb) is not None

    def is_held_in(self, text: str) -> bool:
        """Whether a text names the holder; a holder without a name, such as "many", is in every text."""
        named = {word for word in _WORD.findall(self.holder) if word[0].isupper() or content_stems(word)}
        stems = {word.casefold()[:_STEM] for word in named} - _UNNAMED
        return not stems or not stems.isdisjoint(word.casefold()[:_STEM] for word in _WORD.findall(text))


def find_view(sentence: str) -> View | None:
    """Return who holds what by a sentence, none where it speaks for the source itself."""
    found = _VIEW.match(sentence)
    if found is None or _OWN.intersection(found["holder"].casefold().split()):
        return None
    is_denied = bool(found["not"]) != bool(re.fullmatch(_DENIAL, found["verb"]))
    verb = f"{found['not'] or ''}{found['verb']}"
    return View(found["holder"].strip(), verb, sentence[found.end() :], is_denied, Span(found.start(), found.end()))


def select_views(view: View, passage: str) -> str:
    """Return the sentences of a passage in which the same holder speaks of the same matter."""
    return "\n".join(text for text, theirs in _read_views(passage) if _is_same(view, theirs))


def compare_views(claim: str, passage: str) -> Iterator[Difference]:
    """Yield where one side denies what the other side holds, or says, without a word on who holds it."""
    mine = find_view(claim)
    for _, theirs in _read_views(passage):
        if mine and _is_same(mine, theirs) and mine.is_denied != theirs.is_denied:
            yield Difference("negation", f"{mine.holder} {mine.verb}", f"{theirs.holder} {theirs.verb}", mine.span)


def find_dropped_view(claim: str, passage: str) -> Iterator[Difference]:
    """Yield the view of somebody that a claim states as a fact."""
    if find_view(claim):
        return
    for _, theirs in _read_views(passage):
        if theirs.is_belief and coverage(claim, theirs.content) >= _SAME:
            yield Difference("hedge", claim.strip(), f"{theirs.holder} {theirs.verb}", Span(0, len(claim)))
            return


def _read_views(passage: str) -> Iterator[tuple[str, View]]:
    for span in split_sentences(passage):
        text = span.of(passage)
        if view := find_view(text):
            yield text, view


def _is_same(mine: View, theirs: View) -> bool:
    return mine.is_held_in(theirs.holder) and coverage(mine.content, theirs.content) >= _ALIKE
