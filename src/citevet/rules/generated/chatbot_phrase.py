"""GEN004: the text speaks as a chatbot about itself."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity, Span
from citevet.rules.generated.residue import find_residue

_LEARNT = r"(?:knowledge|training)(?: data)?"
_PHRASES = re.compile(
    rf"[Aa]s(?<!\w..) of my (?:last|latest|most recent) (?:{_LEARNT} )?(?:update|cut-?off|training)\b"
    rf"|my(?<!\w..) (?:last |latest )?{_LEARNT} (?:update|cut-?off|ends in|only goes up to|was last updated)\b"
    r"|[Aa]s(?<!\w..) an? (?:AI|artificial intelligence|large)(?: language)?(?: model| assistant| system)?"
    r"(?: (?:developed|trained|created) by \w{2,20})?, I\b"
    r"|I(?<!\w.) (?:do not|don['’]t|cannot|can['’]t) "
    r"(?:browse the (?:web|internet)|(?:have )?access (?:to )?real-time)\b",
)


class ChatbotPhrase:
    """The text speaks as a chatbot about itself.

    ## Meaning
    A phrase such as "as of my last knowledge update" or "as an AI language model, I" is left in the text.

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
    Quoted phrases, and sentences about chatbots in the third person, are not reported.
    """

    name: ClassVar[str] = "chatbot-phrase"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in find_residue(evidence.extraction.document, _PHRASES):
            words = " ".join(found[0].split())
            yield Fault(Span(*found.span()), f'chatbot phrase "{words}"', words.lower())
