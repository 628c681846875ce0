"""GEN001: a citation token of a chatbot is left in the text."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Claim, Extraction, Severity, Span
from citevet.rules.generated.residue import find_claim, find_residue

_TOOLS = (
    "search|view|news|image|fetch|file|product|forecast|finance|sports|navlist|academia|reddit|maps|business|click|open"
)
_TURN = rf"turn\d{{1,3}}(?:{_TOOLS})\d{{1,3}}"
_TOKENS = re.compile(
    r"(?::|(?=c))contentReference\[oaicite:\d{1,4}\](?:\{index=\d{1,4}\})?"
    r"|\[?oaicite:\d{1,4}\]?(?:\{index=\d{1,4}\})?"
    r"|\ue200[a-z]{2,20}(?:\ue202[^\ue200-\ue202\s]{1,100}){1,20}\ue201"
    rf"|(?<![A-Za-z0-9])(?:file)?(?:cite|navlist)?{_TURN}(?:[\ue200-\ue206]?{_TURN}){{0,20}}"
    r"|【\d{1,4}(?::\d{1,4})?†[^【】\n]{0,200}】"
    r"|\[cite_start\]|\[cite:\s?\d{1,3}(?:[,–-]\s?\d{1,3}){0,20}\]"
    r"|\[attached_file:\d{1,3}\]|<grok:render\b"
)
# Most documents have none of these, so the pattern is not tried on them.
_SIGNS = ("oaicite:", "†", "\ue200", "[cite", "[attached_file:", "<grok:")
_TURN_SIGN = re.compile(r"turn\d")


class GeneratedCitationToken:
    """A citation token of a chatbot is left in the text.

    ## Meaning
    The text contains an internal token by which a chatbot refers to its own search results, such as
    `contentReference[oaicite:3]{index=3}`, `turn0search3`, `【4†source】` or `[cite_start]`.

    ## Why it matters
    The token means nothing outside the chat. The claim has no source, and the text was pasted without being read.

    ## Example
    ```markdown
    The market grew by a third :contentReference[oaicite:3]{index=3}.
    ```

    ## How to fix it
    Find the source that the token stood for, read it, and cite it; otherwise remove the claim.

    ## Limitations
    Tokens in code, comments and quotations are taken as examples and not reported.
    """

    name: ClassVar[str] = "generated-citation-token"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for span, claim in find_tokens(evidence.extraction):
            token = "".join(char for char in span.of(evidence.extraction.document.text) if char.isprintable())
            yield Fault(span, f'chatbot citation token "{token}" instead of a source', token, claim=claim)


def find_tokens(extraction: Extraction) -> Iterator[tuple[Span, Claim | None]]:
    """Yield each token with the claim that it seems to back."""
    text = extraction.document.text
    if not any(sign in text for sign in _SIGNS) and not _TURN_SIGN.search(text):
        return
    for found in find_residue(extraction.document, _TOKENS):
        span = Span(*found.span())
        yield span, find_claim(extraction, span)
