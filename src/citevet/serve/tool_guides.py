"""What each tool is for, as a model reads it: titles and descriptions of MCP, and of the tool definitions."""

from collections.abc import Mapping
from typing import Literal

from citevet.records import dataclass

Reach = Literal["online", "sampling", "never"]  # with which switch of the server a tool reaches out


@dataclass(frozen=True, slots=True)
class ToolGuide:
    """One tool."""

    title: str
    description: str
    reach: Reach = "online"
    repeats: bool = True  # the same call twice has the same effect as once


TOOL_GUIDES: Mapping[str, ToolGuide] = {
    "check_document": ToolGuide(
        "Check the citations of a document",
        """\
Check the citations of one document: form, existence, pages, quotations, and with `judge` support.

Finds missing sources, wrong pages, altered quotations, broken keys, malformed identifiers, uncited claims and \
more. Give `path` or `text`. The result has the findings with their lines, and says what was not checked and why.""",
    ),
    "verify_claims": ToolGuide(
        "Verify claims against sources",
        """\
Verify claims against sources that you give, before you present them as facts.

Each claim is supported, weak, unverifiable or contradicted, with the passage that decided. Unverifiable is not false: \
it was not found in these sources, or could not be checked. Give `text` or `claims`, and `sources`.""",
        "sampling",
    ),
    "verify_many": ToolGuide(
        "Verify many answers",
        """\
Verify many answers at once: texts, lists of claims, or calls with sources of their own. The results come in their \
order. It is faster than one call for each.""",
        "sampling",
    ),
    "prepare_sources": ToolGuide(
        "Read sources once",
        """\
Read sources once, for many calls. The answer has a name; give it as `sources` to `verify_claims`, `verify_many` or \
`guard_stream`. A source may be a file: its `name`, and its `data` in base64.""",
        "never",
        repeats=False,
    ),
    "guard_stream": ToolGuide(
        "Verify an answer while it is written",
        """\
Verify an answer while it is written, sentence by sentence. The first call has `sources` and a `chunk`, the others the \
`guard` that it returned and the next chunk; `finish` ends the answer. Each finished sentence is passed, flagged or \
blocked.""",
        "never",
        repeats=False,
    ),
    "resolve_works": ToolGuide(
        "Look up cited works",
        """\
Look up works: a DOI, arXiv id, PMID, ISBN, web address, citation of law, or a written reference, or a list of these.

Returns the record, how it differs from what was written, and retractions. Offline, only installed data and cached \
answers are used, and the rest is "unchecked". A work that was not found is not thereby fabricated.""",
    ),
    "search_corpus": ToolGuide(
        "Search the project's sources",
        "Search the project's own sources for pages that have the words of a claim or are about it.",
        "never",
    ),
    "explain_rule": ToolGuide(
        "Explain a rule",
        "Explain a rule by its code or name: what a finding means, why it matters and how to fix it.",
        "never",
    ),
}
