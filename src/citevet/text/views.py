"""Sentences that say who holds what: "critics believe that Y"."""

import re
from typing import NamedTuple

from citevet.model.document import Span
from citevet.patterns import lazy_pattern
from citevet.tables import read_words

_BELIEF = "believe|believes|believed|think|thinks|thought|allege|alleges|alleged|claim|claims|claimed"
_SPEECH = "argue|argues|argued|assert|asserts|asserted|contend|contends|contended|insist|insists|insisted|say|says|said"
_DENIAL = "deny|denies|denied|doubt|doubts|doubted|dispute|disputes|disputed|reject|rejects|rejected"
# Only with "that", unless the verb is never a noun: "the company claims data" asserts nothing.
_VIEW = lazy_pattern(
    rf"\W{{0,3}}(?P<holder>(?:[\w’'.&-]{{1,30}}\s){{1,8}}?)(?:(?:also|still|now|have|has|had)\s){{0,2}}"
    rf"(?P<not>(?:do|does|did) not\s)?"
    rf"(?P<verb>(?:{_BELIEF}|{_SPEECH}|{_DENIAL})(?=\s+that\s)|believes?|believed|thinks?)\s+(?:that\s+)?(?=\w)"
)
# A view of the source itself is what the source says.
_OWN = read_words("""i we it our this paper study article report author authors result results finding findings data
    evidence""")


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


def find_view(sentence: str) -> View | None:
    """Return who holds what by a sentence, none where it speaks for the source itself."""
    found = _VIEW.match(sentence)
    if found is None or _OWN.intersection(found["holder"].casefold().split()):
        return None
    is_denied = bool(found["not"]) != bool(re.fullmatch(_DENIAL, found["verb"]))
    verb = f"{found['not'] or ''}{found['verb']}"
    return View(found["holder"].strip(), verb, sentence[found.end() :], is_denied, Span(found.start(), found.end()))
