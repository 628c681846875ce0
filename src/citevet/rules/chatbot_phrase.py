"""GEN004: phrases of a chatbot about itself, and openings of its replies."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Document, Severity, Span
from citevet.rules.generated import find_residue

_LEARNT = r"(?:knowledge|training)(?: data)?"
_PHRASES = re.compile(
    rf"[Aa]s(?<!\w..) of my (?:last|latest|most recent) (?:{_LEARNT} )?(?:update|cut-?off|training)\b"
    rf"|my(?<!\w..) (?:last |latest )?{_LEARNT} (?:update|cut-?off|ends in|only goes up to|was last updated)\b"
    r"|[Aa]s(?<!\w..) an? (?:AI|artificial intelligence|large)(?: language)?(?: model| assistant| system)?"
    r"(?: (?:developed|trained|created) by \w{2,20})?, I\b"
    r"|I(?<!\w.) (?:do not|don['’]t|cannot|can['’]t) "
    r"(?:browse the (?:web|internet)|(?:have )?access (?:to )?real-time)\b",
)


# Openings of a reply. "Sure, here's the thing" opens other texts, so a kind of reply must follow.
_REPLY = (
    r"(?:report|summary|list|overview|draft|version|essay|article|analysis|explanation|outline|breakdown|response|answer"
    r"|example|review|comparison|rewrite|paper|text|paragraph|section|introduction|conclusion|table|guide)s?"
)
_OPENINGS = re.compile(
    r"(?:Certainly|Absolutely|Of course|Sure(?: thing)?)(?:! (?:Here(?:['’]s| is| are)|Below (?:is|are))"
    rf"|, (?:here(?:['’]s| is| are)|below (?:is|are))(?= (?:an?|the|your|some) (?:[\w-]{{1,20}},? ){{0,4}}{_REPLY}\b))"
)
# A transcript of a chat names the speaker before the reply.
_SPEAKER = re.compile(
    r"(?::\W{0,4}|\b(?:assistant|chatgpt|gpt\S{0,8}|claude|gemini|copilot|llama\S{0,8}|bot|ai|model|answer|response|reply|output"
    r"|prompt|user)\W{0,9})\Z",
    re.IGNORECASE,
)
_SPEECH = 40  # characters of a line that names the speaker
_LINE = 100  # characters before a paragraph


class ChatbotPhrase:
    """The text speaks as a chatbot about itself.

    ## Meaning
    A phrase such as "as of my last knowledge update" or "as an AI language model, I" is left in the text. Or a
    paragraph opens as a reply: "Certainly! Here is", "Sure, here's a summary".

    ## Why it matters
    The passage was pasted from a chatbot, and what it says may be outdated or invented. "My last update" is not a date
    that a reader can check.

    ## Example
    ```markdown
    As of my last knowledge update, the firm had 40 employees.
    ```

    ## How to fix it
    Check the statement against a source, cite it, and write the date that it holds for.

    ## Limitations
    Quoted phrases, sentences about chatbots in the third person, and replies after the name of a speaker are not
    reported.
    """

    name: ClassVar[str] = "chatbot-phrase"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        for found in [*_find_openings(document), *find_residue(document, _PHRASES)]:
            words = " ".join(found[0].split())
            yield Fault(Span(*found.span()), f'chatbot phrase "{words}"', words.lower())


def _find_openings(document: Document) -> Iterator[re.Match[str]]:
    """Yield the openings of a reply at the start of a paragraph, unless a transcript or a quotation shows them."""
    for block in document.blocks:
        found = _OPENINGS.match(document.text, block.span.start, block.span.end) if block.kind == "paragraph" else None
        before = document.text[max(block.span.start - _LINE, 0) : block.span.start].rstrip().rpartition("\n")[2]
        if found and not block.quoted and not (len(before) <= _SPEECH and _SPEAKER.search(before)):
            yield found
