"""GEN004: phrases of a chatbot about itself, and openings of its replies."""

import re
from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Document, Span
from citevet.model.document import is_inside
from citevet.patterns import lazy_pattern
from citevet.rules.generated import find_residue

_LEARNT = r"(?:knowledge|training)(?: data)?"
_MODEL, _MADE = r"(?: model| assistant| system)?", r"(?:developed|trained|created)"
_CANNOT, _WEB = r"(?:do not|don['’]t|cannot|can['’]t)", r"the (?:web|internet)"
# What chatbots say of themselves and to their users; a space may be the end of a line.
_SELF_DESCRIPTIONS = (
    rf"[Aa]s(?<!\w..) of my (?:last|latest|most recent) (?:{_LEARNT} )?(?:update|cut-?off|training)\b",
    rf"[Mm]y(?<!\w..) (?:last |latest )?{_LEARNT} (?:update|cut-?off|ends in|only goes up to|was last updated)\b",
    rf"[Aa]s(?<!\w..) an? (?:AI|artificial intelligence|large)(?: language)?{_MODEL}(?: {_MADE} by \w{{2,20}})?, I\b",
    rf"I(?<!\w.) {_CANNOT} (?:browse {_WEB}|(?:have )?access (?:to )?(?:real-time|{_WEB}))\b",
    rf"I['’]m sorry, but I {_CANNOT} (?:have )?(?:access|browse|fulfill|generate|provide|assist|help|verify)\b",
    r"[Ll]et(?<!\w...) me know if you(?:['’]d| would) like me to\b",
    r"I hope this helps! Let me know\b",
)


# The end of a line, with what may stand there: a hard break, a comment of LaTeX, a page break, the mark of a quotation.
_LINE_END = r"(?:[ \t]{0,3}|\\|%[^\n]{0,80}|<br\s?/?>)\r?\n\f?[> \t]{0,40}"
_SPACE = rf"[*_]{{0,3}}(?:[ \t\u00a0]{{1,3}}|{_LINE_END}|~|&nbsp;|<br\s?/?>)[*_]{{0,3}}"
_APOSTROPHE = r"(?:['’]|&(?:#0?39|#x27|apos|rsquo|#8217);)"
_HYPHENATED = lazy_pattern(r"-\r?\n[> \t]{0,40}")
_LONG_WORD = lazy_pattern(r"[a-z]{6,}")  # that may be hyphenated


def _allow_line_ends(pattern: str) -> str:
    """Return a pattern whose spaces also match the ends of lines, in long words too, and whose apostrophes entities."""
    spaced = pattern.replace("['’]", _APOSTROPHE).replace(" ", _SPACE)
    return _LONG_WORD.sub(lambda word: r"(?:-\r?\n[> \t]{0,40})?".join(word[0]), spaced)


_PHRASES = lazy_pattern(_allow_line_ends("|".join(_SELF_DESCRIPTIONS)))


# Openings of a reply. "Sure, here's the thing" opens other texts, so a kind of reply must follow.
_REPLY = (
    r"(?:report|summary|list|overview|draft|version|essay|article|analysis|explanation|outline|breakdown|response|answer"
    r"|example|review|comparison|rewrite|paper|text|paragraph|section|introduction|conclusion|table|guide)s?"
)
_OPENINGS = lazy_pattern(
    _allow_line_ends(
        r"(?:Certainly|Absolutely|Of course|Sure(?: thing)?)"
        r"(?:!(?: |\s{1,10})(?:Here(?:['’]s| is| are)|Below (?:is|are))"
        r"|, (?:here(?:['’]s| is| are)|below (?:is|are))"
        rf"(?= (?:an?|the|your|some) (?:[\w-]{{1,20}},? ){{0,4}}{_REPLY}\b))"
    )
)
# A transcript of a chat names the speaker before the reply.
_SPEAKER = lazy_pattern(
    r"(?::\W{0,4}|\b(?:assistant|chatgpt|gpt\S{0,8}|claude|gemini|copilot|llama\S{0,8}|bot|ai|model|answer|response|reply|output"
    r"|prompt|user)\W{0,9})\Z",
    re.IGNORECASE,
)
# The products and the roles of their interfaces, with a version: "ChatGPT 3.5", "Claude 3 Opus", "Assistant".
_SPEAKING = lazy_pattern(
    r"(?:the )?(?:assistant|chatbot|chatgpt|gpt|claude|gemini|copilot|bard|llama|mistral|deepseek|bing)"
    r"(?:[ -]?[\w.]{1,10}){0,3}(?:['’]s)?(?: (?:answer|response|reply|output)s?)?",
    re.IGNORECASE,
)
_SPEECH = 40  # characters of a line that names the speaker
_NEXT = 60  # characters of the next paragraph
_LINE = 100  # characters before a paragraph


def find_chatbot_phrase(evidence: Evidence) -> Iterator[Fault]:
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
    Quoted phrases, sentences about chatbots in the third person, replies after the name of a speaker, and sections
    under the name of a chatbot are not reported.
    """
    document = evidence.extraction.document
    shown = list(_find_transcripts(document))
    for found in [*_find_openings(document), *find_residue(document, _PHRASES)]:
        if is_inside(found.start(), shown):
            continue
        words = " ".join(_HYPHENATED.sub("", found[0]).split())
        yield Fault(Span(*found.span()), f'chatbot phrase "{words}"', words.lower())


def _find_transcripts(document: Document) -> Iterator[Span]:
    """Yield the sections whose heading names the chatbot that speaks in them."""
    headings = [each for each in document.blocks if each.kind == "heading"]
    ends = [each.span.start for each in headings[1:]]
    for heading, end in zip(headings, [*ends, len(document.text)], strict=False):
        if _SPEAKING.fullmatch(document.slice(heading.span)[:_LINE].strip("# \t\r\n*:_-")):
            yield Span(heading.span.start, end)


def _find_openings(document: Document) -> Iterator[re.Match[str]]:
    """Yield the openings of a reply at the start of a paragraph, unless a transcript or a quotation shows them."""
    for block in document.blocks:
        end = block.span.end + _NEXT  # "Certainly!" may be a paragraph of its own
        found = _OPENINGS.match(document.text, block.span.start, end) if block.kind == "paragraph" else None
        before = document.text[max(block.span.start - _LINE, 0) : block.span.start].rstrip().rpartition("\n")[2]
        if found and not block.quoted and not (len(before) <= _SPEECH and _SPEAKER.search(before)):
            yield found
