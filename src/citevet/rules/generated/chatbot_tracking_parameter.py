"""GEN002: the address of a link says that a chatbot gave it."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Edit, Fix, Safety, Severity, Span
from citevet.rules.generated.residue import find_residue

_BOTS = (
    r"(?:(?:chat\.)?openai|chatgpt|perplexity|claude|anthropic|gemini|bard|copilot|grok|deepseek|phind|mistral|poe)"
    r"(?:\.(?:com|ai|google\.com|microsoft\.com))?"
)
# Begins with the sign before the parameter, so that the fix can remove it; `&amp;` is how HTML writes it.
_PARAMETER = re.compile(
    rf"(?P<sign>\?|&amp;|&)(?P<pair>(?:utm_source|referrer)={_BOTS})(?:(?P<next>&amp;|&)|(?![\w%-]|\.\w))",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"|`^{}]*$", re.IGNORECASE)
_HIDES_ADDRESSES = frozenset({"docx", "pdf"})
_LONGEST = 2000  # characters of an address


class ChatbotTrackingParameter:
    """The address of a link says that a chatbot gave it.

    ## Meaning
    The address has a parameter such as `utm_source=chatgpt.com`, which a chatbot adds to the links in its answers.

    ## Why it matters
    The link was copied from a generated answer. Chatbots cite pages that do not say what the answer says, so read the
    page. The parameter also tracks readers.

    ## Example
    ```markdown
    Sales rose [(Reuters)](https://www.reuters.com/markets?utm_source=chatgpt.com).
    ```

    ## How to fix it
    Check that the page supports the claim. `citevet fix` removes the parameter.

    ## Limitations
    Other tracking parameters are not reported. In DOCX and PDF the address must be corrected by hand.
    """

    name: ClassVar[str] = "chatbot-tracking-parameter"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = Safety.SAFE

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        for found in find_residue(document, _PARAMETER, examples=False):
            if _ADDRESS.search(document.text, max(found.start() - _LONGEST, 0), found.start()):
                kept = found["sign"] if found["next"] else ""
                fix = Fix(Safety.SAFE, "remove the parameter", (Edit(Span(*found.span()), kept),))
                yield _make_fault(Span(*found.span("pair")), found["pair"], fix)
        for mark in document.marks if document.format in _HIDES_ADDRESSES else ():
            hidden = _PARAMETER.search(mark.target[:_LONGEST])
            if hidden and hidden["pair"] not in document.slice(mark.span):
                yield _make_fault(mark.span, hidden["pair"], None)


def _make_fault(span: Span, pair: str, fix: Fix | None) -> Fault:
    return Fault(span, f'link copied from a chatbot ("{pair}")', pair.lower(), fix)
