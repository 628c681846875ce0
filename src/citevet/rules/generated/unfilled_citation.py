"""GEN003: a placeholder is where a citation should be."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Claim, Extraction, Severity, Span
from citevet.rules.generated.residue import find_claim, find_residue
from citevet.rules.keys.reference_list import list_own_references

_SOURCE = r"(?:(?:peer-reviewed |relevant |appropriate |specific |actual |real )?(?:citations?|sources?|references?))"
_FORMS = re.compile(
    rf"\[(?i:(?:please )?(?:insert|add|provide) (?:an? |the |your )?{_SOURCE}[^\[\]\n]{{0,60}})\](?![(\[:])"
    rf"|\[(?i:{_SOURCE} (?:here|link|url|goes here|to be added|to be inserted))\](?![(\[:])"
    r"|\[(?i:(?:insert|add) (?:link|url|doi|page numbers?|author|year)(?: here)?)\](?![(\[:])"
    r"|\[(?<=[a-z0-9%,] \[)(?:citation|your source|source name|link to source)\](?=[.,;:]|\s*$)"
    r"|\[(?<=[a-z,] \[)(?:CITATION|CITE)S?\](?![(\[:])"
    r"|(?:INSERT|PASTE)_[A-Z_]{0,40}(?:URL|LINK|SOURCE|CITATION)(?:_HERE)?\b"
    r"|[\[(](?P<style>(?:Authors?(?: Name| et al\.)?|Last ?Name|Surname),? ?(?:Year|XXXX|YYYY))[\])](?![(\[:])"
    r"|\((?:[A-Z][a-z]{1,20}(?: et al\.| (?:&|and) [A-Z][a-z]{1,20})?),? (?:XXXX|YYYY|20XX|19XX|20\?\?)\)",
    re.MULTILINE,
)
# A line that explains how to cite: "in-text citations like (Author, Year)".
_EXPLAINS = re.compile(
    r"\b(?:cit(?:e|ed|ing|ations?)|formats?|formatted|styles?|in-text|templates?|references)\b", re.IGNORECASE
)
# Hosts that are reserved for examples (RFC 2606), and addresses that say they are to be replaced.
_RESERVED = re.compile(
    r"https?://(?:www\.)?(?:[\w-]{1,60}\.){0,3}(?:example\.(?:com|org|net|edu)|example|invalid|placeholder\.com|(?:your|link|url)"
    r"[-_]?(?:site|source|url|link|here)\.(?:com|org))(?:[/?#:]|$)"
    r"|https?://(?:www\.)?(?:url|link|insert|source)(?:[-_](?:here|to|url|link|source)){0,3}/?$",
    re.IGNORECASE,
)
_QUOTES = frozenset("\"'“‘`")  # an address in quotation marks is shown, not cited
_PROVABLE = frozenset({"quantitative", "citation", "temporal"})


class UnfilledCitation:
    """A placeholder is where a citation should be.

    ## Meaning
    The text has a form to be filled in, such as `[insert citation]`, `[citation here]` or `(Author, Year)`, or it cites
    an address that is reserved for examples, such as example.com.

    ## Why it matters
    The claim looks sourced, and nothing is cited. Generated drafts leave many such forms.

    ## Example
    ```markdown
    Effects are larger in cities [insert citation].
    ```

    ## How to fix it
    Cite the source, or remove the claim.

    ## Limitations
    A link to example.com counts only in a reference, a footnote, or as the source of a number, date or finding:
    elsewhere it shows what an address looks like. `[citation needed]` is reported by UNC005.
    """

    name: ClassVar[str] = "unfilled-citation"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        extraction = evidence.extraction
        for span, claim in find_unfilled(extraction):
            form = span.of(extraction.document.text)
            yield Fault(span, f"placeholder {form} instead of a source", form, claim=claim)
        for citation in _find_example_links(extraction):
            message = f'"{citation.normal}" is an example address, not a source'
            yield Fault(citation.span, message, citation.normal, citation=citation)
        for reference in list_own_references(extraction):
            urls = (each for each in reference.identifiers if each.kind == "url" and _RESERVED.match(each.normal))
            if (url := next(urls, None)) and reference.text.strip() != url.text:
                message = f'"{url.normal}" is an example address, not a source'
                yield Fault(url.span, message, url.normal, reference=reference)


def find_unfilled(extraction: Extraction) -> Iterator[tuple[Span, Claim | None]]:
    """Yield each form to be filled in, with the claim that it seems to back."""
    for found in find_residue(extraction.document, _FORMS):
        span, document = Span(*found.span()), extraction.document
        line = document.lines.span(document.lines.position(span.start)[0], document.text).of(document.text)
        if not (found["style"] and _EXPLAINS.search(line)):
            yield span, find_claim(extraction, span)


def _find_example_links(extraction: Extraction) -> Iterator[Citation]:
    """Yield the links to reserved hosts that back a number, a date or a finding."""
    backed = {tie.citation for claim in extraction.claims if claim.type in _PROVABLE for tie in claim.ties}
    for citation in extraction.citations:
        is_quoted = extraction.document.text[max(citation.span.start - 1, 0)] in _QUOTES
        if citation.kind in {"link", "url"} and citation.id in backed and not is_quoted:
            yield from (citation,) if _RESERVED.match(citation.normal) else ()
